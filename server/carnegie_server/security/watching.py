"""Files that may be replaced while the service runs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Generic, TypeVar

from carnegie_server.security.faults import FaultyFile

_LOGGER = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
"""How often files are looked at. A change is taken once it has been the same at two looks in a row."""

_State = tuple[tuple[int, ...] | None, ...]

ContentType = TypeVar("ContentType")


class WatchedFiles(Generic[ContentType]):
    """What some files say together, as of their last good state; a faulty one leaves everything as it was.

    Parameters
    ----------
    what
        What the files are, for the log.
    paths
        The files.
    read
        Reads them all; raises `FaultyFile` or OSError.

    Raises
    ------
    FaultyFile
        The files are faulty from the beginning.
    """

    def __init__(self, what: str, paths: Sequence[Path], read: Callable[[], ContentType]) -> None:
        self._what = what
        self._paths = tuple(paths)
        self._read = read
        self._taken = self._seen = self._state()
        self._content = self._read_all()

    @property
    def content(self) -> ContentType:
        """What the files say."""
        return self._content

    def look(self, *, at_once: bool = False) -> bool:
        """Take the files' new content where they have changed; what is wrong with it is logged, once.

        Parameters
        ----------
        at_once
            Whether a change is taken even if it may still be going on: the caller knows that it is complete.

        Returns
        -------
        Whether there is a new content.
        """
        state, before = self._state(), self._seen
        self._seen = state
        if state == self._taken and not at_once:
            return False
        if state != before and not at_once:
            # Somebody may be writing: half a file can look like a good one.
            return False
        try:
            content = self._read_all()
        except FaultyFile as fault:
            self._taken = state
            _LOGGER.error("%s: the new ones are faulty, the old ones stay in force: %s", self._what, fault)
            return False
        if self._state() != state:
            # Replaced while they were read: what was read may be some of the old and some of the new.
            return False
        self._taken, self._content = state, content
        _LOGGER.info("%s: read anew", self._what)
        return True

    def _read_all(self) -> ContentType:
        try:
            return self._read()
        except OSError as fault:
            place = fault.filename or ", ".join(map(str, self._paths))
            raise FaultyFile((f"{place} cannot be read: {fault.strerror or fault}",)) from None

    def _state(self) -> _State:
        return tuple(_state_of(path) for path in self._paths)


def _state_of(path: Path) -> tuple[int, ...] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return (status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino)


async def keep_looking(look: Callable[[], object], seconds: float = LOOK_SECONDS) -> None:
    """Look again and again, until this is cancelled."""
    while True:
        await asyncio.sleep(seconds)
        try:
            look()
        except Exception:
            # Whatever it is, a token that is taken back later must still be taken back.
            _LOGGER.exception("a file could not be looked at; the old ones stay in force")
