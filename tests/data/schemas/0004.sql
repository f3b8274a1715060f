-- The club speaks Spanish and plays in one place.
UPDATE chats SET language = 'es', places = 'here' WHERE id = 1;
