"""What only the asynchronous client does: many calls in one thread, tasks that are cancelled, iterators left early."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import threading
import time

import pytest

from carnegie.v1 import advisor_pb2
from carnegie_client import AsyncClient, Client, ClientClosed
from clients.fake_service import FakeService


def test_it_has_the_methods_of_the_client_with_the_same_parameters() -> None:
    def methods(client: type) -> dict[str, inspect.Signature]:
        return {
            name: inspect.signature(method).replace(return_annotation=inspect.Signature.empty)
            for name, method in inspect.getmembers(client, inspect.isfunction)
            if not name.startswith("_")
        }

    assert methods(AsyncClient) == methods(Client)


def test_many_calls_are_under_way_at_once() -> None:
    async def ask(fake: FakeService) -> None:
        async with AsyncClient(fake.address) as client:
            await asyncio.gather(*(client.validate({}) for _ in range(4)))

    together = threading.Barrier(4)
    with FakeService() as fake:
        fake.before_answer = lambda: _meet(together)
        asyncio.run(ask(fake))
    assert not together.broken


def test_a_task_that_is_cancelled_cancels_its_call() -> None:
    asked, over = threading.Event(), threading.Event()

    async def ask(fake: FakeService) -> None:
        async with AsyncClient(fake.address) as client:
            await client.info()
            task = asyncio.create_task(client.suggest({}, time_limit=20.0))
            assert await asyncio.to_thread(asked.wait, 5.0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert await asyncio.to_thread(fake.cancelled.wait, 5.0)

    with FakeService() as fake:
        fake.before_answer = lambda: None if len(fake.requests) < 2 else _hold(asked, over)
        try:
            asyncio.run(ask(fake))
        finally:
            over.set()


def test_an_iterator_that_is_left_cancels_its_call() -> None:
    asked, over = threading.Event(), threading.Event()

    async def ask(fake: FakeService) -> None:
        async with AsyncClient(fake.address) as client:
            answers = client.analyze({}, time_limit=20.0)
            async with contextlib.aclosing(answers):
                async for answer in answers:
                    assert answer.suggestion.bound == 5
                    assert await asyncio.to_thread(asked.wait, 5.0)  # the service is at the second one
                    break
            assert await asyncio.to_thread(fake.cancelled.wait, 5.0)

    with FakeService() as fake:
        fake.analysis = [
            advisor_pb2.AnalyzeResponse(suggestion=advisor_pb2.SuggestResponse(bound=5)),
            advisor_pb2.AnalyzeResponse(final=True),
        ]
        fake.before_answer = lambda: None if len(fake.requests) < 2 else _hold(asked, over)
        try:
            asyncio.run(ask(fake))
        finally:
            over.set()


def test_calls_of_a_client_that_is_closed_say_so() -> None:
    asked, over = threading.Event(), threading.Event()

    async def ask(fake: FakeService) -> None:
        client = AsyncClient(fake.address)
        call = asyncio.create_task(client.validate({}))
        assert await asyncio.to_thread(asked.wait, 5.0)
        await client.close()
        with pytest.raises(ClientClosed):
            await call
        with pytest.raises(ClientClosed):
            await client.validate({})
        await client.close()

    with FakeService() as fake:
        fake.before_answer = lambda: _hold(asked, over)
        try:
            asyncio.run(ask(fake))
        finally:
            over.set()


def test_so_do_those_of_the_client_that_waits() -> None:
    found: list[Exception] = []
    asked, over = threading.Event(), threading.Event()

    def ask(client: Client) -> None:
        try:
            client.validate({})
        except ClientClosed as error:
            found.append(error)

    with FakeService() as fake:
        fake.before_answer = lambda: _hold(asked, over)
        client = Client(fake.address)
        call = threading.Thread(target=ask, args=(client,))
        call.start()
        assert asked.wait(5.0)
        client.close()
        call.join()
        over.set()
        assert len(found) == 1
        with pytest.raises(ClientClosed):
            client.validate({})
        client.close()


def test_whenever_the_client_that_waits_is_closed_calls_of_all_threads_say_so() -> None:
    """Also while it connects, and between two calls."""
    found: list[BaseException] = []

    def ask(client: Client) -> None:
        try:
            while True:
                client.validate({})
                list(client.analyze({}, time_limit=1.0))
        except Exception as error:  # noqa: BLE001 # whatever it is, it is looked at
            found.append(error)

    with FakeService() as fake:
        for milliseconds in range(0, 20, 2):
            client = Client(fake.address, hedge_after=1.0)
            callers = [threading.Thread(target=ask, args=(client,)) for _ in range(3)]
            for caller in callers:
                caller.start()
            time.sleep(milliseconds / 1000)
            client.close()
            for caller in callers:
                caller.join()
    assert {type(error) for error in found} == {ClientClosed}
    assert len(found) == 30


def _hold(asked: threading.Event, over: threading.Event) -> None:
    """Say that a call has come, and answer it when told to."""
    asked.set()
    over.wait(5.0)


def _meet(together: threading.Barrier) -> None:
    """Answer when all others are there; breaks the barrier unless they come."""
    together.wait(5.0)
