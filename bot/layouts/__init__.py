"""Buttons under each board."""
