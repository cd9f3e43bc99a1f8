"""A connection to one service, and what every call of the asynchronous client needs."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator, Callable, Sequence
from types import TracebackType
from typing import Self, Unpack

from carnegie.v1.info_pb2 import GetInfoResponse
from carnegie_client.async_connection import AsyncConnection
from carnegie_client.batch import BatchAnswer
from carnegie_client.batch_requests import AsyncBatchRequests, BatchCall
from carnegie_client.call_errors import may_be_too_large, told_by_size
from carnegie_client.call_options import CallOptions
from carnegie_client.calls import Call, Response
from carnegie_client.connection_settings import ConnectionOptions, connection_settings
from carnegie_client.errors import CallFailed
from carnegie_client.game_calls import info_call
from carnegie_client.patience import Patience


class AsyncSession:
    """What is common to all calls; see `AsyncClient` for the parameters."""

    def __init__(self, address: str | Sequence[str], **options: Unpack[ConnectionOptions]) -> None:
        self._settings = connection_settings(address, **options)
        self._connection = AsyncConnection(self._settings)
        self._longest_search: float | None = None

    @property
    def address(self) -> str:
        """Where the service is, several addresses with commas between."""
        return self._settings.address

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connection; calls that are under way end with `ClientClosed`, and so do later ones."""
        await self._connection.close()

    async def info(self, **options: Unpack[CallOptions]) -> GetInfoResponse:
        """Ask for the service's versions, components and limits."""
        call = info_call(**options)
        return await self._connection.call(call, self._patience(0.0))

    async def _ask(self, call: Call[Response]) -> Response:
        patience = self._patience(await self._search_seconds(call))
        try:
            return await self._connection.call(call, patience)
        except CallFailed as error:
            if not may_be_too_large(error):
                raise
            most = (await self.info()).limits.max_request_bytes
            raise told_by_size(error, call.request.ByteSize(), most) from error.__cause__

    async def _follow(
        self, call: Call[Response], is_answer: Callable[[Response], bool]
    ) -> AsyncGenerator[Response, None]:
        patience = self._patience(await self._search_seconds(call))
        answers = self._connection.stream(call, patience, is_answer)
        # Leaving this iterator leaves the inner one at once, not when it is collected.
        async with contextlib.aclosing(answers):
            async for answer in answers:
                yield answer

    async def _follow_batch(
        self, call: BatchCall, requests: AsyncBatchRequests
    ) -> AsyncGenerator[BatchAnswer, None]:
        # Only the beginning of a batch is waited for with patience; how long all of it may take is in the call.
        answers = self._connection.exchange(call, self._patience(0.0), requests)
        try:
            async with contextlib.aclosing(answers):
                async for answer in answers:
                    yield answer
        except CallFailed as error:
            if not may_be_too_large(error):
                raise
            most = (await self.info()).limits.max_request_bytes
            largest = requests.largest
            told = told_by_size(error, largest.ByteSize(), most)
            if told is not error:
                told.add_note(f"question {largest.item.id!r}")
            raise told from error.__cause__
        finally:
            await requests.close()

    async def _search_seconds(self, call: Call[Response]) -> float:
        if call.search_seconds is not None:
            return call.search_seconds
        if self._longest_search is None:
            self._longest_search = (await self.info()).limits.max_time_limit.ToTimedelta().total_seconds()
        return self._longest_search

    def _patience(self, search_seconds: float) -> Patience:
        return Patience(search_seconds, self._settings.timeout, self._settings.retry)
