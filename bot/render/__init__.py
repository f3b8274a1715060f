"""Boards as text: monospace themes and words."""
