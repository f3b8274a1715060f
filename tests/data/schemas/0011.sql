-- The host has blocked somebody who has deleted their data since, and a whole chat.
INSERT INTO moderation VALUES
    ('5e', 'person', 'discord', '', 99000),
    ('5f', 'chat', 'telegram', '-100123', 99500);
