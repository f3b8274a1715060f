-- Practice, and a natural winner.
UPDATE games SET practice = 1 WHERE id = 2;
INSERT INTO legends VALUES ('golf', '4711', 'a b c', 9000);
