-- Where the live board of the running game stands, and what was told to Discord last.
INSERT INTO boards VALUES (2, 'discord', 'channel', 'message');
INSERT INTO facts VALUES ('discord.commands', '0f');
