"""The commands of ``patience``: each body in a module of its own, imported when it is called."""
