"""One file a revision, named ``vNNNN_words.py`` after its number."""
