-- Ann has solved a game and plays another; Bob, whose private chat is known, has lost one.
INSERT INTO players VALUES (1, 'Ann', 'es', 'suits', 1, 0, 1, 0, 1000);
INSERT INTO players VALUES (2, 'Bob', NULL, NULL, 0, 1, 0, 1, 2000);
INSERT INTO identities VALUES ('discord', 'ann', 1, 1000);
INSERT INTO identities VALUES ('telegram', 'bob', 2, 2000);
INSERT INTO chats VALUES (1, 'discord', 'club', 0, 1000);
INSERT INTO chats VALUES (2, 'telegram', 'bob', 1, 2000);
INSERT INTO games (id, player_id, chat_id, game, deal, kind, cards, starters, rules_version, status,
    seq, assisted, attempt, moves, foundation, leftover, seen_hidden, started_at, first_move_at,
    last_move_at, ended_at, active_at)
    VALUES (1, 1, 1, 'golf', '617', 'shuffled', 'AH 2D', '', 1, 'won',
    2, 0, 1, 2, 52, NULL, 0, 3000, 4000, 5000, 5000, 5000);
INSERT INTO games (id, player_id, chat_id, game, deal, kind, cards, starters, rules_version, status,
    seq, asked, assisted, started_at, first_move_at, last_move_at, active_at)
    VALUES (2, 1, 1, 'golf', '618', 'shuffled', 'AH 2D', 'AS', 1, 'running',
    1, 'undo.1', 1, 6000, 7000, 7000, 7000);
INSERT INTO games (id, player_id, chat_id, game, deal, kind, cards, starters, rules_version, status,
    ending, seq, leftover, started_at, first_move_at, last_move_at, ended_at, active_at)
    VALUES (3, 2, 2, 'golf', '617', 'shuffled', 'AH 2D', '', 1, 'lost',
    'c', 1, 9, 6000, 7000, 7000, 8000, 8000);
INSERT INTO events VALUES (1, 1, 1, 'a', 4000);
INSERT INTO events VALUES (1, 2, 2, 'b', 5000);
INSERT INTO events VALUES (2, 1, 1, 'c', 7000);
INSERT INTO events VALUES (3, 1, 1, 'd', 7000);
INSERT INTO memberships VALUES (1, 1, 2);
INSERT INTO memberships VALUES (2, 1, NULL);
INSERT INTO memberships VALUES (2, 2, 3);
INSERT INTO solves VALUES (1, 'golf', '617', 1, 1, '2026-11-30', 2, 2, 1, 'shuffled', 5000);
INSERT INTO standings VALUES ('all', 0, 'golf', 1, 1, 1, 1, 0, 0, 1000);
INSERT INTO standings VALUES ('all', 0, 'golf', 2, 0, 0, 0, 0, 0, 9);
INSERT INTO levels VALUES ('all', 0, 'golf', 1, 1, 1000, 1);
INSERT INTO forgotten VALUES ('0123', 2);
INSERT INTO secrets VALUES ('forgotten', x'00ff');
