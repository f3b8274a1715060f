-- Ann set the daily post of the first chat up.
INSERT INTO daily_managers VALUES (1, 1);
