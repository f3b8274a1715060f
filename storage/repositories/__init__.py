"""Statements by subject. What only reads is in the ``…Reading`` classes; the others write too."""
