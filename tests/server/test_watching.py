"""Files are looked at for as long as the service runs, whatever a look comes to."""

from __future__ import annotations

import asyncio
import logging

import pytest

from carnegie_server.security.watching import keep_looking


def test_a_look_that_fails_is_logged_and_not_the_last(caplog: pytest.LogCaptureFixture) -> None:
    looks: list[int] = []

    def look() -> None:
        looks.append(len(looks))
        if len(looks) == 1:
            raise OverflowError("nobody expects this")

    async def test() -> None:
        looking = asyncio.create_task(keep_looking(look, 0.001))
        while len(looks) < 3:
            assert not looking.done()
            await asyncio.sleep(0.001)
        looking.cancel()

    with caplog.at_level(logging.ERROR):
        asyncio.run(test())
    assert "nobody expects this" in caplog.text
