-- Ann is reminded in private; Bob couldn't be reached.
UPDATE players SET unreached = 1 WHERE id = 2;
INSERT INTO reminders VALUES
    (1, 1, 570, 'es', 1, 0, 99000, '2026-12-01', '2026-11-30', 'claimed', '0f', 99000);
