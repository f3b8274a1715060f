-- Ann has another account, which Bob's code would join to him.
INSERT INTO identities VALUES (3, 'telegram', 'ana', 1, 'Ana', 9000, 'link.00', 1, 2, 9000);
INSERT INTO memberships VALUES (3, 1, NULL);
INSERT INTO link_codes VALUES (2, 'sealed', 99000, 3);
