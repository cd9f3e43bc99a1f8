"""What may be said with a call beside what it is about; everything can be left out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from carnegie.v1.rules_pb2 import DepartmentPool, TimelineLayout
from carnegie_client.messages import JsonLike, PatternLike


class CallOptions(TypedDict, total=False):
    """Options of every call.

    Attributes
    ----------
    request_id
        The name of the call in the service's log and in errors, 1 to 64 characters; left out, a random one.
    """

    request_id: str | None


class TableOptions(TypedDict, total=False):
    """What a position is read with.

    Attributes
    ----------
    components
        Component tables that replace the assumed ones.
    """

    components: JsonLike | None


class PositionOptions(TableOptions, CallOptions, total=False):
    """Options of a call about a position."""


class ReplayOptions(PositionOptions, total=False):
    """Options of a call about a recorded game.

    Attributes
    ----------
    step_count
        How many of its steps to play; left out, all.
    """

    step_count: int | None


class GameOptions(CallOptions, total=False):
    """Options of a call for a new game.

    Attributes
    ----------
    pool
        The Department tiles; left out, those of the base game.
    layout
        How the timeline tiles are laid; left out, as rows.
    """

    pool: DepartmentPool.ValueType
    layout: TimelineLayout.ValueType


class NewGameOptions(GameOptions, total=False):
    """Options of a call for a new game of several players.

    Attributes
    ----------
    players
        How many, 1 to 4; left out, 2.
    """

    players: int | None


class NewSoloGameOptions(GameOptions, TableOptions, total=False):
    """Options of a call for a new game against Andrew.

    Attributes
    ----------
    level
        How strong he is, 1 to 4; left out, 1.
    """

    level: int | None


class ListOptions(CallOptions, total=False):
    """Options of a call for the games that the service keeps.

    Attributes
    ----------
    page_size
        How many games to give at most, 1 to 200; left out, 50.
    page_token
        The `next_page_token` of the page before; left out, the beginning.
    """

    page_size: int
    page_token: str


class SearchLimits(TableOptions, total=False):
    """What a search is given.

    Attributes
    ----------
    time_limit
        Seconds, > 0, for the search; left out, the service's own limit.
    work_limit
        Deterministic work, > 0: the same request gives the same answer on any machine, unless time ends the search.
    weights
        Valuation weights that replace the default ones.
    seed, threads
        What decides ties, 0 to 2147483647, and the threads of the search; left out, 0 and 1.
    """

    time_limit: float | None
    work_limit: float | None
    weights: JsonLike | None
    seed: int | None
    threads: int | None


class SearchOptions(SearchLimits, CallOptions, total=False):
    """Options of a call that searches."""


class QuestionOptions(SearchLimits, total=False):
    """What may be said with a question for plans, in a call of its own or in a batch.

    Attributes
    ----------
    max_lines
        How many plans to give at most, 1 to 10, no two of which have the same outcome; left out, 1.
    explain
        Whether to say which of the player's means bind the plan.
    allow
        What plans may consist of: if there are patterns, each step has to be matched by one of them.
    avoid
        What plans may not consist of: patterns, none of which matches any step.
    """

    max_lines: int
    explain: bool
    allow: Iterable[PatternLike]
    avoid: Iterable[PatternLike]


class SuggestOptions(QuestionOptions, CallOptions, total=False):
    """Options of a call for plans."""


class BatchOptions(CallOptions, total=False):
    """Options of a batch.

    Attributes
    ----------
    timeout
        Seconds, > 0, for the whole batch; left out, as long as it takes.
    """

    timeout: float | None


class ReviewOptions(SearchOptions, total=False):
    """Options of the review of a game; the limits are those of each decision.

    Attributes
    ----------
    player
        Whose decisions are judged; left out, those of the first player, in a solo game of the player.
    timeout
        Seconds, > 0, for the whole review; left out, as long as it takes.
    """

    player: int | None
    timeout: float | None
