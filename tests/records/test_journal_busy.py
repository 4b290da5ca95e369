"""The journal's lock held by somebody else, lines that waited while another process went on, and lines
that are made in one batch: what is decided under the lock is never decided without it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from records_kit import Clock, journal_lines, kinds, make_store, one_batch
from testdoor import TestDoor

from door.games.info import DAILY
from door.midend.api import Begun
from door.records.audit.audit import audit
from door.records.files.disk import lock_file
from door.records.journal.lines import ZERO, chained, grant, stamp
from door.records.ledger.ledger import Ledger
from door.records.play.game_store import GameStore
from door.ui.screen import No
from door.ui.texts import tr

DICE = TestDoor()
DICE.INFO = dataclasses.replace(DICE.INFO, daily=True, options=(*DICE.INFO.options, DAILY))
DOORS = {"dice": DICE}


async def opened(data: Path, clock: Clock, **options: Any) -> GameStore:
    store = make_store(data, clock, doors=DOORS, **options)
    await store.open()
    store.journal.store.patience = 0.02
    return store


async def begin(store: GameStore, caller: str = "Alice", daily: bool = False) -> Begun:
    begun = await store.begin("dice", caller, {}, daily=daily)
    assert isinstance(begun, Begun), begun
    return begun


async def finish(store: GameStore, begun: Begun, *moves: str) -> str:
    for move in moves:
        store.moved(begun.id, move)
    outcome = DICE.replay(begun.options, begun.seats, begun.chance, moves)
    return (await store.finish(begun.id, outcome.score)).note


@contextmanager
def held(data: Path) -> Iterator[None]:
    with lock_file(data / "journal" / ".lock"):
        yield


@contextmanager
def refusing(store: GameStore) -> Iterator[None]:
    """A disk that this board alone cannot write its journal to."""

    def full(entries: object, after: str) -> Any:
        raise OSError(28, "No space left on device")

    append, store.journal.store.append = store.journal.store.append, full  # type: ignore[method-assign]
    try:
        yield
    finally:
        store.journal.store.append = append  # type: ignore[method-assign]


def sound(data: Path, *desks: GameStore) -> bool:
    """The audit finds nothing, and every board shows what the journal says."""
    assert audit(data / "journal", DOORS).faults == ()
    whole = Ledger(DOORS)
    whole.fold(chained(journal_lines(data / "journal"), ZERO, "2025-11"))
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
        assert not store.journal.owes
    return True


# -- the lock held -------------------------------------------------------------------------------


async def test_a_day_is_sealed_once_however_long_the_lock_is_held(tmp_path: Path) -> None:
    clock = Clock()
    boards = [await opened(tmp_path, clock), await opened(tmp_path, clock)]
    with held(tmp_path):
        for board, caller in zip(boards, ("Alice", "Bob"), strict=True):
            refused = await board.begin("dice", caller, {}, daily=True)
            assert isinstance(refused, No) and refused.why == tr.play.records_busy()
        assert list((tmp_path / "daily").glob("*.seed")) == [] and kinds(tmp_path) == []
    deals = [await begin(board, caller, daily=True) for board, caller in zip(boards, "AB", strict=True)]
    assert deals[0].commit == deals[1].commit and kinds(tmp_path).count("daily") == 2
    for board, deal in zip(boards, deals, strict=True):
        assert await finish(board, deal, "die", "stop") == ""
    clock.pass_by(days=1)
    for board in boards:
        await board.refresh()
    assert kinds(tmp_path).count("daily_game") == 2 and sound(tmp_path, *boards)


async def test_a_turn_is_not_charged_and_the_caller_is_told(tmp_path: Path) -> None:
    store = await opened(tmp_path, Clock(), turns_per_day=1)
    with held(tmp_path):
        refused = await store.begin("dice", "Alice", {})
        assert (
            isinstance(refused, No)
            and refused.why == tr.play.records_busy()
            and store.books("dice", "Alice").turns_left == 1
        )
    assert list((tmp_path / "saves").iterdir()) == [] and kinds(tmp_path) == []
    assert await finish(store, await begin(store), "stop") == ""
    assert kinds(tmp_path) == ["turn", "game"] and sound(tmp_path, store)


async def test_a_game_that_ends_is_booked_when_the_lock_is_had(tmp_path: Path) -> None:
    clock = Clock()
    store, other = await opened(tmp_path, clock), await opened(tmp_path, clock)
    game, daily = await begin(store), await begin(store, daily=True)
    with held(tmp_path):
        assert await finish(store, game, "die", "stop") == tr.play.disk_refuses_writing()
        assert await finish(store, daily, "die", "stop") == tr.play.disk_refuses_writing()
        await store.refresh()
        assert kinds(tmp_path) == ["turn", "daily", "daily", "daily_turn"] and store.journal.owes
        assert len(list((tmp_path / "saves").iterdir())) == 1, "kept until it is on the books"
    await store.refresh()
    assert kinds(tmp_path)[-2:] == ["game", "daily_score"] and list((tmp_path / "saves").iterdir()) == []
    await other.refresh()
    assert other.books("dice", "Alice").standing and sound(tmp_path, store, other)


async def test_a_game_ended_without_the_lock_is_of_the_month_it_is_booked_in(tmp_path: Path) -> None:
    clock = Clock()
    clock.set("2025-11-30 23:59")
    store, other = await opened(tmp_path, clock), await opened(tmp_path, clock)
    await finish(other, await begin(other, "Bob"), "jackpot")
    game = await begin(store)
    with held(tmp_path):
        assert await finish(store, game, "jackpot") == tr.play.disk_refuses_writing()
    clock.set("2025-12-01 00:00")
    assert len(await other.roll_over()) == 1
    await store.refresh()
    line = journal_lines(tmp_path / "journal")[-1]
    assert (line["kind"], line["caller"], line["month"]) == ("game", "Alice", "2025-12")
    await other.refresh()
    assert sound(tmp_path, store, other)


async def test_a_month_is_declared_when_the_lock_is_had(tmp_path: Path) -> None:
    clock = Clock()
    store = await opened(tmp_path, clock)
    await finish(store, await begin(store), "jackpot")
    clock.set("2025-12-01 00:00")
    with held(tmp_path):
        (told,) = await store.roll_over()
        assert "wait to be declared" in told and kinds(tmp_path) == ["turn", "game"]
    await store.refresh()
    await store.refresh()
    assert kinds(tmp_path) == ["turn", "game", "winners"] and sound(tmp_path, store)


# -- lines of one batch ----------------------------------------------------------------------------


async def test_a_month_is_declared_once_in_a_batch_with_the_game_before_it(tmp_path: Path) -> None:
    clock = Clock()
    clock.set("2025-11-30 23:59")
    store, other = await opened(tmp_path, clock), await opened(tmp_path, clock)
    for caller in ("Alice", "Bob"):
        game = await begin(store, caller)
        store.moved(game.id, "jackpot")
        await store.finish(game.id, 100)
    last = await begin(store)
    clock.set("2025-12-01 00:00")
    async with one_batch(store) as ask:
        await ask(finish(store, last, "jackpot"))
        await ask(store.roll_over())
        await ask(store.roll_over())
        await ask(begin(store, "Carol"))
    await other.refresh()
    assert kinds(tmp_path)[-3:] == ["game", "winners", "turn"] and sound(tmp_path, store, other)
    declared = [board.ledger.read(lambda ledger: dict(ledger.months.winners)) for board in (store, other)]
    assert declared[0] == declared[1], "also the chain's head, the one that the month's bulletin shows"


async def test_a_day_is_sealed_and_revealed_once_in_a_batch(tmp_path: Path) -> None:
    clock = Clock()
    store = await opened(tmp_path, clock)
    async with one_batch(store) as ask:
        for caller in ("Alice", "Bob", "Carol"):
            await ask(store.begin("dice", caller, {}, daily=True))
    assert kinds(tmp_path).count("daily") == 2
    clock.pass_by(days=2)
    async with one_batch(store) as ask:
        for _ in range(3):
            await ask(store.refresh())
    revealed = [line["day"] for line in journal_lines(tmp_path / "journal") if line["kind"] == "reveal"]
    assert revealed == ["2025-11-21", "2025-11-22"] and kinds(tmp_path).count("daily_game") == 3
    assert sound(tmp_path, store)


async def test_a_batch_that_the_disk_refuses_counts_once(tmp_path: Path) -> None:
    clock = Clock()
    store, other = await opened(tmp_path, clock), await opened(tmp_path, clock)
    games = [await begin(store, caller) for caller in ("Alice", "Bob", "Carol")]
    with refusing(store):
        async with one_batch(store) as ask:
            ended = [await ask(finish(store, game, "die", "stop")) for game in games]
        assert [task.result() for task in ended] == [tr.play.disk_refuses_writing()] * 3
        assert store.ledger.read(lambda ledger: ledger.months.games) == 3
        await finish(other, await begin(other, "Dot"), "stop")
    await store.refresh()
    await other.refresh()
    assert sound(tmp_path, store, other)


# -- lines that waited -----------------------------------------------------------------------------


async def test_winners_that_waited_are_not_declared_again(tmp_path: Path) -> None:
    clock = Clock()
    store, other = await opened(tmp_path, clock), await opened(tmp_path, clock)
    await finish(store, await begin(store), "stop")
    late = await begin(other, "Bob")
    await store.refresh()
    with refusing(store):
        clock.set("2025-11-30 23:59")
        mine = await begin(store, "Carol")
        assert await finish(store, mine, "jackpot") == tr.play.disk_refuses_writing()
        await finish(other, late, "jackpot")
        clock.set("2025-12-01 00:00")
        await store.roll_over()
        assert len(await other.roll_over()) == 1
    await store.refresh()
    await other.refresh()
    assert kinds(tmp_path).count("winners") == 1 and sound(tmp_path, store, other)
    assert [row.caller for row in store.books("dice", "x").winners] == ["Bob", "Alice"]
    assert [row.caller for row in store.books("dice", "x").standing] == ["Carol"], (
        "it ended in a closed month"
    )


async def test_a_deal_that_waited_and_was_revealed_by_another_is_over(tmp_path: Path) -> None:
    clock = Clock()
    store, other = await opened(tmp_path, clock), await opened(tmp_path, clock)
    await finish(other, await begin(other, "Bob", daily=True), "stop")
    await store.refresh()
    with refusing(store):
        assert (
            await finish(store, await begin(store, daily=True), "die", "stop")
            == tr.play.disk_refuses_writing()
        )
        clock.pass_by(days=1)
        await other.refresh()
    for board in (store, other):
        await board.refresh()
    assert [line["caller"] for line in journal_lines(tmp_path / "journal") if "score" in line] == [
        "Bob",
        "Bob",
    ]
    assert sound(tmp_path, store, other)


async def test_a_turn_that_waited_for_days_is_one_of_the_day_it_is_written_on(tmp_path: Path) -> None:
    clock = Clock()
    store, other = await opened(tmp_path, clock), await opened(tmp_path, clock)
    with refusing(store):
        begun = await begin(store)
        clock.pass_by(days=3)
        await finish(other, await begin(other, "Bob"), "stop")
    assert await finish(store, begun, "stop") == ""
    await other.refresh()
    assert sound(tmp_path, store, other)
    assert {line["day"] for line in journal_lines(tmp_path / "journal") if line["kind"] == "turn"} == {
        "2025-11-24"
    }


async def test_a_turn_that_waited_and_was_taken_away_meanwhile_is_no_game(tmp_path: Path) -> None:
    clock = Clock()
    store, other = await opened(tmp_path, clock, turns_per_day=1), await opened(tmp_path, clock)
    with refusing(store):
        begun = await begin(store)
        assert begun.books.turns_left == 0
        other.journal.decide_now([grant(stamp(clock()), "Alice", "dice", "2025-11-21", -1, "Sysop")])
    assert await finish(store, begun, "die", "stop") == tr.play.turn_not_open()
    assert kinds(tmp_path) == ["grant"] and list((tmp_path / "saves").iterdir()) == []
    await other.refresh()
    assert sound(tmp_path, store, other)
