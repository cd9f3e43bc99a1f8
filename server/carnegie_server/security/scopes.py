"""What a token is good for, and what each call needs."""

from __future__ import annotations

import enum
from collections.abc import Mapping


class Scope(enum.Enum):
    """A part of the service that a token opens."""

    SOLO = "solo"
    """The rules, and the solo game: checks, steps, scores, new games, Andrew's moves."""
    ANALYSIS = "analysis"
    """The advisor: what searches for the best plan."""
    GAMES = "games"
    """The caller's own saved games."""


_NEEDED: Mapping[str, Scope | None] = {
    "carnegie.v1.AdvisorService": Scope.ANALYSIS,
    "carnegie.v1.RulesService": Scope.SOLO,
    "carnegie.v1.SoloService": Scope.SOLO,
    "carnegie.v1.GameStoreService": Scope.GAMES,
    "carnegie.v1.ReviewService": Scope.ANALYSIS,
    # Versions and limits: for every caller that is known, but not for strangers.
    "carnegie.v1.InfoService": None,
}


def needed_scope(method: str) -> Scope | None:
    """Give the scope that a call needs; None where any token will do.

    Parameters
    ----------
    method
        The full name of the call, such as ``/carnegie.v1.AdvisorService/Suggest``.

    Raises
    ------
    KeyError
        Nothing is said of the call's service, so nobody may be let in.
    """
    return _NEEDED[method.removeprefix("/").rpartition("/")[0]]
