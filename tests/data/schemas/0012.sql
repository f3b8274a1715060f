-- Ann's first try at the daily was played on after the close: it stood at one card then.
INSERT INTO daily_ends VALUES (14, 'running', 1, NULL);
