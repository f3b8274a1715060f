"""The search behind the Baker's Game solver: bit masks, eager moves, best first, then shorter."""
