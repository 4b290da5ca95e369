"""What the tests of the daily deal share: doors that offer it, a store that has them, games of a day."""

import dataclasses
from datetime import UTC
from pathlib import Path
from typing import Any

from records_kit import Clock, make_store, moved
from testdoor import TestDoor

from door.games.info import DAILY
from door.play.api import Begun, Booked
from door.records.play.game_store import GameStore
from door.records.play.lifecycle import GameWish


def daily_door(slug: str = "dice", **more: Any) -> TestDoor:
    door = TestDoor(slug, **more)
    door.INFO = dataclasses.replace(door.INFO, daily=True, options=(*door.INFO.options, DAILY))
    return door


DOORS = {"dice": daily_door(), "cards": daily_door("cards"), "plain": TestDoor("plain")}


async def opened(data: Path, clock: Clock, zone: Any = UTC, **options: Any) -> GameStore:
    store = make_store(data, clock, zone, DOORS, **options)
    await store.open()
    return store


async def begin(store: GameStore, caller: str = "Alice", slug: str = "dice") -> Begun:
    begun = await store.games.begin(store.daily, GameWish(slug, caller))
    assert isinstance(begun, Begun), begun
    return begun


async def play(store: GameStore, caller: str = "Alice", *moves: str, slug: str = "dice") -> Booked:
    begun = await begin(store, caller, slug)
    for move in moves or ("die",) * 3:
        assert await moved(store, begun.record.id, move) == ""
    return await store.games.finish(begun.record.id)
