"""Patience in chat: requests in, replies out."""
