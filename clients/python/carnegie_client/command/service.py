"""The service that the command asks: the one that is named, or one of its own in the background."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator

from rich.console import Console

from carnegie_client.client import Client
from carnegie_client.command.chosen_service import ChosenService
from carnegie_client.local_server import LocalServer


@contextlib.contextmanager
def client_for(
    service: ChosenService,
    *,
    quiet: bool,
    time_limit: float | None = None,
    threads: int | None = None,
    until_connected: bool = False,
    workers: int = 1,
) -> Iterator[Client]:
    """Connect to a service; where none is named, to one that runs as long as the block.

    Parameters
    ----------
    service
        The one that is named, or none.
    quiet
        Whether to show no progress; it is shown only on a terminal in any case.
    time_limit
        Seconds that a search may take; an own service is started with a limit that allows it.
    threads
        Threads of a search; an own service is started with a limit that allows them.
    until_connected
        Whether progress is shown only until the service can be asked: the block then shows its own.
    workers
        How many searches an own service does at the same time.
    """
    with contextlib.ExitStack() as stack:
        progress = stack.enter_context(contextlib.ExitStack())
        console = Console(stderr=True)
        if console.is_terminal and not quiet:
            said = "Starting the service ..." if until_connected else "Asking the advisor ..."
            progress.enter_context(console.status(said))
        if service.server is None:
            arguments = ["--workers", str(workers)]
            if time_limit is not None:
                arguments += ["--max-time-limit", str(math.ceil(time_limit))]
            if threads is not None:
                arguments += ["--max-threads", str(threads)]
            own = stack.enter_context(LocalServer(arguments=arguments))
            client = stack.enter_context(Client(own.address))
        else:
            client = stack.enter_context(service.connect(service.server))
        if until_connected:
            progress.close()
        yield client
