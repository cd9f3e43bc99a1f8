"""The decisions: one module each, from a position to the best plan."""
