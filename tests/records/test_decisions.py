"""Decisions that are made in one batch, and lines that a disk refused."""

import asyncio
import dataclasses
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import postgres_kit
import pytest
import store_kit
from records_kit import Clock, journal_lines, kinds, make_store, moved, one_batch, take_lines
from testdoor import TestDoor

from door.games.info import DAILY
from door.play.api import Begun
from door.records.audit.audit import audit
from door.records.journal.journal import TRIES
from door.records.journal.lines import ZERO, chain_lines
from door.records.ledger import live_ledger
from door.records.ledger.ledger import Ledger
from door.records.play.game_store import GameStore
from door.records.play.lifecycle import GameWish
from door.records.store import Conflict, StoreRefused, Unit
from door.records.store.opening import store_of
from door.ui.texts import tr

DICE = TestDoor()
DICE.INFO = dataclasses.replace(DICE.INFO, daily=True, options=(*DICE.INFO.options, DAILY))
DOORS = {"dice": DICE}


async def opened(data: Path, clock: Clock, **options: Any) -> GameStore:
    store = make_store(data, clock, doors=DOORS, **options)
    await store.open()
    return store


async def begin(store: GameStore, caller: str = "Alice", daily: bool = False) -> Begun:
    begun = await store.games.begin(store.daily if daily else store.ranked, GameWish("dice", caller))
    assert isinstance(begun, Begun), begun
    return begun


async def finish(store: GameStore, begun: Begun, *moves: str) -> str:
    for move in moves:
        await moved(store, begun.record.id, move)
    return (await store.games.finish(begun.record.id)).note


def sum_of(begun: Begun, *moves: str) -> int:
    return DICE.replay(begun.record._replace(moves=tuple(moves))).score


@contextmanager
def refusing(store: GameStore) -> Iterator[None]:
    """A disk that this board alone cannot write its journal to."""

    def full(unit: Unit) -> Any:
        raise StoreRefused("no space left on device")

    kept = store.journal.store
    with ExitStack() as stack:
        for name in ("write", "send"):
            if hasattr(kept, name):
                stack.enter_context(patch.object(kept, name, full))
        yield


def sound(data: Path, *desks: GameStore) -> bool:
    """The audit finds nothing, and every board shows what the journal says."""
    assert audit(data / "journal", DOORS).faults == ()
    whole = Ledger(DOORS)
    take_lines(whole, chain_lines(journal_lines(data / "journal"), ZERO, "2025-11"))
    for store in desks:
        shown = store.ledger.read(
            lambda ledger: (
                ledger.months.sums,
                ledger.months.winners.keys(),
                ledger.turns.spent,
                ledger.open.turns,
            )
        )
        assert shown == (whole.months.sums, whole.months.winners.keys(), whole.turns.spent, whole.open.turns)
        assert not store.journal.waiting
    return True


async def test_a_month_is_declared_once_in_a_batch_with_the_game_before_it(tmp_path, clock):
    clock.set("2025-11-30 23:59")
    store = await opened(tmp_path, clock)
    for caller in ("Alice", "Bob"):
        game = await begin(store, caller)
        await moved(store, game.record.id, "jackpot")
        await store.games.finish(game.record.id)
    last = await begin(store)
    clock.set("2025-12-01 00:00")
    async with one_batch(store) as ask:
        await ask(finish(store, last, "jackpot"))
        await ask(store.roll_over())
        await ask(store.roll_over())
        await ask(begin(store, "Carol"))
    other = await opened(tmp_path, clock)
    assert kinds(tmp_path)[-3:] == ["game", "winners", "turn"] and sound(tmp_path, store, other)
    declared = [board.ledger.read(lambda ledger: dict(ledger.months.winners)) for board in (store, other)]
    assert declared[0] == declared[1], "also the chain's head, the one that the month's bulletin shows"


async def test_a_day_is_sealed_and_revealed_once_in_a_batch(tmp_path, clock):
    store = await opened(tmp_path, clock)
    async with one_batch(store) as ask:
        for caller in ("Alice", "Bob", "Carol"):
            await ask(store.games.begin(store.daily, GameWish("dice", caller)))
    assert kinds(tmp_path).count("daily") == 2
    clock.pass_by(days=2)
    async with one_batch(store) as ask:
        for _ in range(3):
            await ask(store.refresh())
    revealed = [line["day"] for line in journal_lines(tmp_path / "journal") if line["kind"] == "reveal"]
    assert revealed == ["2025-11-21", "2025-11-22"] and kinds(tmp_path).count("daily_game") == 3
    assert sound(tmp_path, store)


async def test_a_batch_that_the_disk_refuses_counts_once(tmp_path):
    store = await opened(tmp_path, Clock())
    games = [await begin(store, caller) for caller in ("Alice", "Bob", "Carol")]
    with refusing(store):
        async with one_batch(store) as ask:
            ended = [await ask(finish(store, game, "die", "stop")) for game in games]
        assert [task.result() for task in ended] == [tr.play.disk_refuses_writing()] * 3
        assert store.ledger.read(lambda ledger: ledger.months.games) == 0
        assert isinstance(await store.games.begin(store.ranked, GameWish("dice", "Dot")), Begun)
    await store.refresh()
    assert store.ledger.read(lambda ledger: ledger.months.games) == 3 and sound(tmp_path, store)


async def test_what_has_nothing_to_write_is_answered_though_the_disk_refuses_the_rest(tmp_path):
    store = await opened(tmp_path, Clock())
    game = await begin(store)
    with refusing(store):
        async with one_batch(store) as ask:
            ended = await ask(finish(store, game, "stop"))
            empty = await ask(store.journal.decide(lambda moment: [], "something else"))
        assert ended.result() == tr.play.disk_refuses_writing()
        assert empty.result().entries == []
    await store.refresh()
    assert sound(tmp_path, store)


@pytest.mark.parametrize("daily", [False, True])
async def test_a_game_begins_although_others_have_always_been_quicker(tmp_path, daily):
    store = await opened(tmp_path, Clock())
    write, left = store.journal.store.write, TRIES + 1

    def late(unit: Unit) -> list[int]:
        nonlocal left
        begins = any(change.kind in ("save", "deal") for change in unit.changes)
        left -= begins
        if begins and left >= 0:
            raise Conflict("others were quicker")
        return write(unit)

    store.journal.store.write = late  # type: ignore[method-assign]
    commit = store.ranked.seal("dice", "Alice")
    begun = await begin(store, daily=daily)
    assert not begun.resumed and left < 0
    assert daily or begun.record.commit == commit, "that its caller was shown"


@pytest.mark.files("it looks at the files")
async def test_a_game_that_ends_is_booked_when_the_disk_writes_again(tmp_path):
    store = await opened(tmp_path, Clock())
    game, daily = await begin(store), await begin(store, daily=True)
    with refusing(store):
        assert await finish(store, game, "die", "stop") == tr.play.disk_refuses_writing()
        assert await finish(store, daily, "die", "stop") == tr.play.disk_refuses_writing()
        await store.refresh()
        assert kinds(tmp_path) == ["turn", "daily", "daily", "daily_turn"] and store.journal.owes
        assert len(list((tmp_path / "saves").iterdir())) == 1, "kept until it is on the books"
    await store.refresh()
    assert kinds(tmp_path)[-2:] == ["game", "daily_score"] and list((tmp_path / "saves").iterdir()) == []
    assert sound(tmp_path, store)


async def test_winners_that_waited_are_not_declared_again(tmp_path, clock):
    store = await opened(tmp_path, clock)
    with refusing(store):
        clock.set("2025-11-30 23:59")
        mine = await begin(store, "Carol")
        assert await finish(store, mine, "jackpot") == tr.play.disk_refuses_writing()
        clock.set("2025-12-01 00:00")
        for _ in range(2):
            await store.roll_over()
    await store.refresh()
    await store.roll_over()
    assert kinds(tmp_path).count("winners") == 1 and sound(tmp_path, store)


@pytest.mark.parametrize("daily", [False, True])
async def test_a_game_waits_for_a_ledger_that_cannot_be_read(tmp_path, monkeypatch, daily):
    store = await opened(tmp_path, Clock())
    game = await begin(store, daily=daily)
    before, store.ledger.is_stale = kinds(tmp_path), True

    def unreadable(*args: object) -> Any:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(live_ledger, "fold", unreadable)
        assert await finish(store, game, "die", "stop") == tr.play.disk_refuses_writing()
        other = await begin(store, "Bob")
    assert kinds(tmp_path) == before
    await store.refresh()
    assert kinds(tmp_path)[len(before) :] == ["daily_score" if daily else "game", "turn"]
    assert await finish(store, other, "stop") == "" and sound(tmp_path, store)


@pytest.fixture
async def hosts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[GameStore, ...]]:
    url = postgres_kit.server().database(tmp_path)
    monkeypatch.setitem(store_kit.KINDS, "host", lambda data: store_of(data, url, data.name))
    monkeypatch.setattr(store_kit, "chosen", "host")
    boards = [await opened(tmp_path / name, Clock()) for name in ("one", "two")]
    yield (*boards,)
    for board in boards:
        await board.close()


@pytest.mark.whole("database")
@pytest.mark.files("it chooses its stores by itself")
@pytest.mark.parametrize("daily", [False, True])
async def test_an_end_that_waits_gives_way_to_a_host_that_has_gone_on_with_the_game(hosts, daily, caplog):
    one, two = hosts
    game = await begin(one, daily=daily)
    assert await moved(one, game.record.id, "die") == ""
    with refusing(one):
        await moved(one, game.record.id, "stop")
        late = await one.games.finish(game.record.id)
        assert late.note in ("", tr.play.disk_refuses_writing())  # told once
        await two.journal.decide(())
        assert (await begin(two, daily=daily)).record.moves == ("die",)
        assert await moved(two, game.record.id, "die") == "" == await moved(two, game.record.id, "die")
    await one.refresh()
    assert "its late end was not booked" in caplog.text
    assert (await two.games.finish(game.record.id)).note == ""
    await one.journal.decide(())
    assert kinds(two.data).count("daily_score" if daily else "game") == 1
    assert audit(one.data / "journal", DOORS).faults == ()


@pytest.mark.whole("database")
@pytest.mark.files("it chooses its stores by itself")
@pytest.mark.parametrize("daily", [False, True])
async def test_a_game_that_another_host_has_ended_is_not_written_back(hosts, daily):
    one, two = hosts
    game = await begin(one, daily=daily)
    with refusing(one):
        assert await finish(one, game, "die", "stop") == tr.play.disk_refuses_writing()
        await two.journal.decide(())
        assert (await begin(two, daily=daily)).record.moves == ()
    await one.refresh()
    assert "can't be saved" in await moved(two, game.record.id, "die")
    assert await finish(two, game, "die", "stop") == (
        tr.play.daily_closed_score_counts() if daily else tr.play.turn_not_open()
    )
    await two.journal.decide(())
    every = [two.ranked.saves, two.days.saves]
    kept = await asyncio.to_thread(
        lambda: [save for saves in every for key in saves.doc_keys() if (save := saves.load(key))]
    )
    assert [save.moves for save in kept] == [["die", "stop"]] * daily
    assert audit(two.data / "journal", DOORS).faults == ()


@pytest.mark.whole("database")
@pytest.mark.files("it chooses its stores by itself")
async def test_a_host_resumes_a_game_as_another_host_has_left_it(hosts):
    one, two = hosts
    game = await begin(one)
    assert await moved(one, game.record.id, "die") == ""
    await two.journal.decide(())
    assert (await begin(two)).record.moves == ("die",) and await moved(two, game.record.id, "die") == ""
    assert (await begin(one)).record.moves == ("die", "die") and await moved(one, game.record.id, "die") == ""
    assert (await one.games.finish(game.record.id)).note == ""
    await two.journal.decide(())
    assert (await begin(two)).record.id != game.record.id
