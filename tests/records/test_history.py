"""What the books tell of the past: a caller's months, the hall of fame, today's games."""

from typing import Any

from records_kit import NOON, VIENNA, Clock, forged, make_store, play, take_lines
from testdoor import TestDoor

from door.play.books import PlaceRow
from door.records.daily.rules import Today
from door.records.journal.lines import Fields, chain_lines, rename, stamp, winners
from door.records.ledger.closed_months import Own
from door.records.ledger.ledger import Ledger
from door.records.ledger.standings import (
    best_places,
    books_of,
    door_books,
    finish,
    finished_since,
    hall_of_fame,
    history,
)

DICE = TestDoor()


def ledger_of(*lines: list[Fields]) -> Ledger:
    ledger = Ledger({"dice": DICE})
    take_lines(ledger, chain_lines([line for some in lines for line in some], "0" * 64, "2025-11"))
    return ledger


def game(caller: str, score: int, month: str = "2025-11", **change: Any) -> list[Fields]:
    return forged(caller, ["die"], score, month=month, **change)


def test_a_caller_s_months_newest_first_with_place_and_best():
    ledger = ledger_of(
        game("Alice", 7, "2025-09"),
        game("Alice", 12),
        game("Bob", 30),
        game("ALICE", 9),
        game("Bob", 1, "2025-10"),
    )
    told = history(ledger, DICE, DICE.INFO.defaults(), "alice")
    assert (told.games, told.best) == (3, 12)
    assert told.months == (Own("2025-11", 2, 21, 2), Own("2025-09", 1, 7, 1))
    best = history(ledger, DICE, {**DICE.INFO.defaults(), "ranking": "best"}, "Alice")
    assert best.months[0] == Own("2025-11", 2, 12, 2), "by the door's own ranking"
    nobody = history(ledger, DICE, DICE.INFO.defaults(), "Carol")
    assert (nobody.games, nobody.best, nobody.months) == (0, None, ())
    bob, alice = PlaceRow(1, "Bob", 30, 1), PlaceRow(2, "ALICE", 21, 2)
    door = door_books(ledger, DICE.INFO, {}, Today("2025-11-21", "2025-11-21"))
    for who, row, above in (("alice", alice, bob), ("Bob", bob, None), ("Carol", None, None)):
        books = books_of(ledger, door, who)
        assert (books.rank, books.score, books.rival) == ((row.place, row.score) if row else (0, 0)) + (
            above,
        )
        assert finish(ledger, DICE.INFO, {}, "2025-11", who) == ((row, above) if row else None)


def test_a_caller_s_best_place_at_any_door():
    doors = {slug: TestDoor(slug) for slug in ("dice", "cards", "coins")}
    played = [("Bob", 9, "dice"), ("Alice", 5, "dice"), ("Alice", 6, "cards"), ("Cy", 5, "cards")]
    ledger = Ledger(doors)
    for caller, score, slug in (*played, ("Bob", 1, "cards"), ("Bob", 1, "coins")):
        take_lines(ledger, chain_lines(game(caller, score, door=slug), "0" * 64, "2025-11"))
    every = {slug: (door.INFO, {}) for slug, door in doors.items()}
    best = {"Alice": (1, "Cards"), "Bob": (1, "Dice"), "Cy": (2, "Cards")}
    assert best_places(ledger, every, "2025-11", [*best, "Carol"]) == best


def test_a_renamed_caller_keeps_their_history():
    ledger = ledger_of(game("Alice", 5), [rename("2025-11-21T13:00:00.000Z", "Alice", "Alicia")])
    assert history(ledger, DICE, DICE.INFO.defaults(), "Alicia").games == 1
    assert finished_since(ledger, "Alicia", "2025-11-21T00:00:00.000Z") == (("dice", 5),)


def test_the_hall_of_fame_has_every_declared_month():
    t, top = "2025-11-21T13:00:00.000Z", [{"caller": "Bob", "score": 30, "games": 1}]
    ledger = ledger_of(
        *(game("Bob", 30, month) for month in ("2025-08", "2025-10")),
        game("Bob", 30, "2025-10", door="gone"),
        [winners(t, "dice", "2025-08", "total", top)],
        [winners(t, "dice", "2025-10", "total", top)],
        [winners(t, "dice", "2025-09", "total", [])],
        [winners(t, "gone", "2025-10", "total", top)],
    )
    hall = hall_of_fame(ledger, {"dice": DICE})
    assert [(won.month, won.slug, won.rows[0].caller) for won in hall] == [
        ("2025-10", "dice", "Bob"), ("2025-08", "dice", "Bob"),
    ]  # fmt: skip


async def test_today_is_the_board_s_day_and_survives_a_restart(tmp_path):
    clock = Clock()
    clock.set("2025-11-20 23:30", VIENNA)
    store = make_store(tmp_path, clock, VIENNA)
    await store.open()
    await play(store, "Alice")
    clock.set("2025-11-21 00:10", VIENNA)  # still the 20th in UTC
    await store.roll_over()
    await play(store, "Alice")
    await play(store, "Bob")
    await store.close()
    store = make_store(tmp_path, clock, VIENNA)
    await store.open()
    midnight = stamp(clock().replace(hour=0, minute=0))
    today = store.ledger.read(lambda ledger: finished_since(ledger, "alice", midnight))
    assert len(today) == 1 and store.standings.books("dice", "Alice").score > today[0][1] > 0
    whole = store.ledger.read(lambda ledger: finished_since(ledger, "alice", "2025-11-20T00:00:00.000Z"))
    assert len(whole) == 2
    await store.close()


def test_only_the_last_days_are_kept_in_mind():
    days = [game("Alice", n, t=NOON.replace(day=n)) for n in range(1, 20)]
    ledger = ledger_of(*days)
    assert finished_since(ledger, "Alice", "2025-11-01T00:00:00.000Z") == tuple(
        ("dice", n) for n in range(13, 20)
    )
    assert finished_since(ledger, "Alice", stamp(NOON.replace(day=19))) == (("dice", 19),)
