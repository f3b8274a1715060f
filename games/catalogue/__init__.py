"""The games there are."""
