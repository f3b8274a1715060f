"""Tools that keep generated files true; tests call the same functions."""
