"""Looking back on a recorded game: the decisions of a player in it, and how it stood after each round."""
