"""The service that the command asks: the one that is named, or one of its own in the background."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator

from rich.console import Console

from carnegie_client.client import Client
from carnegie_client.command.chosen_service import ChosenService
from carnegie_client.errors import ClientClosed, ServerUnreachable
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

    Raises
    ------
    ServerUnreachable
        Besides what calls raise: an own service could not be started, or has ended during the block.
    """
    with contextlib.ExitStack() as stack:
        progress = stack.enter_context(contextlib.ExitStack())
        console = Console(stderr=True)
        own: LocalServer | None = None
        if console.is_terminal and not quiet:
            starting = (
                "Starting the service ..." if service.server is None else "Connecting to the service ..."
            )
            progress.enter_context(console.status(starting if until_connected else "Asking the advisor ..."))
        if service.server is None:
            arguments = ["--workers", str(workers)]
            if time_limit is not None:
                arguments += ["--max-time-limit", str(math.ceil(time_limit))]
            if threads is not None:
                arguments += ["--max-threads", str(threads)]
            own = stack.enter_context(LocalServer(arguments=arguments))
            client = stack.enter_context(Client(own.address))
            own.when_it_ends(client.close)
        else:
            client = stack.enter_context(service.connect(service.server))
        if until_connected:
            progress.close()
        try:
            yield client
        except (ServerUnreachable, ClientClosed) as error:
            lost = own.lost() if own else None
            if lost is None:
                raise
            raise lost from error
