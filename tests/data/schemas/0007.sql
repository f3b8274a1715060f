-- Somebody was deleted.
INSERT INTO deletions VALUES ('4567', 99000);
