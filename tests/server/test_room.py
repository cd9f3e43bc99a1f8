"""Room in memory is taken in order, never more than there is, and given back by who goes away."""

from __future__ import annotations

import asyncio

from carnegie_server.front.room import Room


def test_who_comes_first_is_let_in_first_and_small_ones_do_not_overtake() -> None:
    async def test() -> None:
        room, order = Room(10), []

        async def take(name: str, count: int) -> None:
            await room.take(count)
            order.append(name)

        await room.take(6)
        waiting = [asyncio.create_task(take(name, count)) for name, count in (("large", 8), ("small", 1))]
        await asyncio.sleep(0)
        assert not order
        assert room.taken == 6
        room.give_back(6)
        await asyncio.gather(*waiting)
        assert order == ["large", "small"]
        assert room.taken == 9

    asyncio.run(test())


def test_what_is_larger_than_all_room_takes_all_of_it() -> None:
    async def test() -> None:
        room = Room(10)
        await room.take(1_000)
        assert room.taken == 10
        room.give_back(1_000)
        assert room.taken == 0

    asyncio.run(test())


def test_who_goes_away_leaves_nothing_taken() -> None:
    async def test() -> None:
        room = Room(10)
        await room.take(10)
        waiting = [asyncio.create_task(room.take(10)) for _ in range(3)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        room.give_back(10)  # the second one's turn, in the very moment in which it goes away
        waiting[1].cancel()
        await asyncio.gather(*waiting[:2], return_exceptions=True)
        await waiting[2]
        assert room.taken == 10

    asyncio.run(test())
