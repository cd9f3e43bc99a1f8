"""Saved games: the file that they are kept in, and the calls that read and change it.

Nothing here needs the solver. That a game can be played is what a worker has found out before it comes here as a
`CheckedGame`, see `carnegie_server.game_checks`.
"""

from carnegie_server.games.checked import CheckedGame
from carnegie_server.games.database import GamesUnusable
from carnegie_server.games.keeper import GameKeeper, games_kept
from carnegie_server.games.names import id_violation, is_blank, title_violation
from carnegie_server.games.store import GameStore

__all__ = [
    "CheckedGame",
    "GameKeeper",
    "GameStore",
    "GamesUnusable",
    "games_kept",
    "id_violation",
    "is_blank",
    "title_violation",
]
