"""How workers come by their engine, without the front having to import the solver."""

from __future__ import annotations

from dataclasses import dataclass

from carnegie_server import logs
from carnegie_server.workers import Handler

ENGINE_MODULE = "carnegie_server.engine"


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """What an engine is built with.

    Attributes
    ----------
    max_time_limit
        The longest search, in seconds.
    max_threads
        The most threads of one search.
    components_text
        JSON text of component tables that replace the assumed ones; empty for none.
    weights_text
        JSON text of valuation weights that replace the default ones; empty for none.
    log_format
        How the worker logs, see `logs.configure`.
    max_game_bytes
        The largest game that may be saved, in bytes.
    """

    max_time_limit: float
    max_threads: int
    components_text: str = ""
    weights_text: str = ""
    log_format: str = logs.AUTOMATIC
    max_game_bytes: int = 1 << 18


def build_engine(options: EngineOptions) -> Handler:
    """Build the engine of a worker; raises `StartRefusal` for faulty components or weights."""
    # Not above: the front names this function and must not load the solver, which takes time and memory.
    from carnegie_server.engine import Engine  # noqa: PLC0415

    logs.configure(options.log_format)
    return Engine(options)
