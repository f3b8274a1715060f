"""Devil's Grip: the searches behind ``games.solvers.devils_grip``."""
