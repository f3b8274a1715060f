"""Doors into the house: each turns its platform's events into requests and replies back."""
