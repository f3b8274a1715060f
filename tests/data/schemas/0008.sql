-- Ann has called Bob to a deal.
INSERT INTO challenges VALUES
    (1, 1, 'here', 'es', 'golf', '619', 'shuffled', 'AH 2D', '', 0, 99000, NULL, '', '', NULL);
INSERT INTO challenge_entries VALUES (1, 1, NULL, 1, 99000);
INSERT INTO challenge_invitations VALUES (1, 'bob', 'Bob', 0);
