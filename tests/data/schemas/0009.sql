-- Bob knows of a daily that an account began which he was parted from.
INSERT INTO parted_games VALUES (2, '2026-11-30', 'golf', 77, 1796040000000, 1);
INSERT INTO forgotten VALUES ('89ab', 0, 1796040000000);
