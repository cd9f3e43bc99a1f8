"""A third referee, written from docs/rules.md alone: it lists every legal step with the position after it.

It is as plain as it can be: tables of dictionaries, no shortcuts, nothing kept between two calls, and no code of the
engine's rules. What is printed is read from the file of components.
"""

from models.naive_game.generator import naive_steps, with_turn_as_it_begins
from models.naive_game.table import Json

__all__ = ["Json", "naive_steps", "with_turn_as_it_begins"]
