"""Servers that stand in for the platforms, for tests."""
