"""Both clients behind one face, so that what is claimed of one is tested of the other."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Awaitable, Iterator, Sequence
from typing import Protocol, TypeVar, Unpack, cast

from carnegie_client import AsyncClient, Client
from carnegie_client.connection_settings import ConnectionOptions

_Answer = TypeVar("_Answer")


class Connect(Protocol):
    """Opens a client for a block."""

    def __call__(
        self, address: str | Sequence[str], **options: Unpack[ConnectionOptions]
    ) -> contextlib.AbstractContextManager[Client]: ...


def connect_and_wait(
    address: str | Sequence[str], **options: Unpack[ConnectionOptions]
) -> contextlib.AbstractContextManager[Client]:
    """Open the client that waits."""
    return Client(address, **options)


@contextlib.contextmanager
def connect_asynchronously(
    address: str | Sequence[str], **options: Unpack[ConnectionOptions]
) -> Iterator[Client]:
    """Open the asynchronous client, its coroutines run to their end one by one."""
    with asyncio.Runner() as runner:
        client = AsyncClient(address, **options)
        try:
            yield cast("Client", _RunOneByOne(client, runner))
        finally:
            runner.run(client.close())


class _RunOneByOne:
    def __init__(self, client: AsyncClient, runner: asyncio.Runner) -> None:
        self._client = client
        self._runner = runner

    def __getattr__(self, name: str) -> object:
        method = getattr(self._client, name)

        def run(*arguments: object, **options: object) -> object:
            result = method(*arguments, **options)
            if isinstance(result, AsyncGenerator):
                return self._iterate(result)
            return self._runner.run(_awaited(result))

        return run if callable(method) else method

    def _iterate(self, answers: AsyncGenerator[object, None]) -> Iterator[object]:
        try:
            while True:
                try:
                    yield self._runner.run(_awaited(anext(answers)))
                except StopAsyncIteration:
                    return
        finally:
            self._runner.run(_awaited(answers.aclose()))


async def _awaited(result: Awaitable[_Answer]) -> _Answer:
    return await result
