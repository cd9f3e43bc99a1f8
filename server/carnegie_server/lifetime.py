"""When the service is to stop: on a signal, or when whoever started it has gone."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import threading

_LOGGER = logging.getLogger(__name__)

_READ_BYTES = 1 << 12


class StopRequests:
    """The requests to stop that have come in so far, for use from one event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._first = asyncio.Event()
        self._second = asyncio.Event()

    async def first(self) -> None:
        """Wait until the service is to stop."""
        await self._first.wait()

    async def second(self) -> None:
        """Wait until it is to stop at once."""
        await self._second.wait()

    def add(self, cause: str) -> None:
        """Ask the service to stop; a second time, to stop at once."""
        _LOGGER.info("asked to stop: %s", cause)
        if self._first.is_set():
            self._second.set()
        self._first.set()

    def listen_to_signals(self) -> None:
        """Take SIGTERM and SIGINT for requests to stop."""
        for number in (signal.SIGTERM, signal.SIGINT):
            self._loop.add_signal_handler(number, self.add, number.name)

    def listen_to_standard_input(self) -> None:
        """Take the end of the standard input for a request to stop."""
        # An event loop cannot wait for every kind of file that a standard input can be; a thread can. It does not keep
        # the process alive.
        threading.Thread(target=self._read_to_the_end, name="carnegie-stdin", daemon=True).start()

    def _read_to_the_end(self) -> None:
        try:
            while os.read(sys.__stdin__.fileno() if sys.__stdin__ else 0, _READ_BYTES):
                pass
        except OSError as fault:
            _LOGGER.warning("the standard input cannot be read: %s", fault)
        try:
            self._loop.call_soon_threadsafe(self.add, "the standard input was closed")
        except RuntimeError:
            # The loop has ended already: the service has stopped for another reason.
            return
