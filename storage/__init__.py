"""The only SQL: players, chats, games as codes, solves and standings."""
