"""Several people on one deal: when it is over, how it stands, what is posted about it."""
