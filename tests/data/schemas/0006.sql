-- A daily of 30 November 2026. Ann tried it, then practised under her other account, and after
-- the close; Bob's practice is alone, since he was parted from whoever tried it first; Cleo's first
-- try was helped, and practised from its middle after the close.
UPDATE players SET zone = 'Europe/Madrid' WHERE id = 1;
INSERT INTO dailies VALUES ('2026-11-30', 'golf', 'daily-00', 1, 'a b', 2, '', 9000);
INSERT INTO daily_schedules VALUES (1, 'here', 'UTC', 570, '', 1, '', 99000, '2026-12-01');
INSERT INTO daily_posts VALUES (1, '2026-11-30', 'golf', 'sent', '0f', 'here', '17', 99000);
INSERT INTO players VALUES (3, 'Cleo', NULL, NULL, 1, 0, 0, 0, 9000, NULL);
INSERT INTO identities VALUES (4, 'discord', 'cleo', 3, 'Cleo', 9000, NULL, 0, 0, NULL);
CREATE TEMPORARY TABLE tries (
    id, player_id, identity_id, attempt, helped, practice, status, started_at, active_at);
-- Noon UTC of the 30th is 1796040000000; the date closes a day later.
INSERT INTO tries VALUES (11, 1, 1, 1, 0, 0, 'lost', 1796040000000, 1796040060000);
INSERT INTO tries VALUES (12, 1, 3, 2, 1, 1, 'won', 1796040100000, 1796040160000);
INSERT INTO tries VALUES (13, 1, 1, 3, 1, 1, 'running', 1796140000000, 1796140060000);
INSERT INTO tries VALUES (14, 2, 2, 1, 1, 1, 'lost', 1796040000000, 1796040060000);
INSERT INTO tries VALUES (15, 3, 4, 1, 1, 1, 'lost', 1796040000000, 1796040060000);
INSERT INTO tries VALUES (16, 3, 4, 2, 1, 1, 'won', 1796140000000, 1796140060000);
INSERT INTO games (id, player_id, chat_id, game, deal, kind, cards, starters, rules_version, status,
    seq, helped, attempt, practice, started_at, first_move_at, last_move_at, active_at,
    identity_id, daily)
    SELECT id, player_id, 1, 'golf', 'daily-00', 'shuffled', 'AH 2D', '', 1, status,
    1, helped, attempt, practice, started_at, active_at, active_at, active_at,
    identity_id, '2026-11-30' FROM tries;
INSERT INTO events SELECT id, 1, 1, 'a', active_at FROM tries;
INSERT INTO solves
    VALUES (1, 'golf', 'daily-00', 12, 1, '2026-11-30', 1, 60, 0, 'shuffled', 1796040160000, '2026-11-30');
DROP TABLE tries;
