"""What a month ranks: games that are alike, by their marks; none that is lost or given up."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import game_lines
import pytest
from ledger_lines import T
from records_kit import Clock, journal_lines, make_store, moved, play, take_lines
from testdoor import TestDoor

from door.games.info import Options
from door.play.api import Begun
from door.records.audit.audit import audit
from door.records.daily.rules import Today
from door.records.journal import lines
from door.records.journal.lines import ZERO, Fields, chain_lines
from door.records.ledger.ledger import Ledger
from door.records.ledger.standings import door_books, winners_line, winners_of
from door.records.play.lifecycle import GameWish
from door.screens.doors import find, infos
from door.settings import defaults

DOORS = {slug: find(slug) for slug in infos()}
SHIPPED = defaults(Path(__file__).parents[2], infos()).doors
JANUARY = "2026-01-01T00:00:00.000Z"
GOLDEN = Path(__file__).parents[1] / "releases" / "journals" / "release_1_0_0" / "journal"
TODAY = Today("2025-11-21", "2025-11-21")


def played(
    door: str, caller: str, score: int, moves: list[str], options: Fields, **more: Any
) -> list[Fields]:
    """A game and its turn; its rules are nobody's care here."""
    id = f"{caller} {score} {len(moves)} {options}"
    seats = [caller, *more.pop("others", ())]
    game = game_lines.game(T, id, door, caller, seats, options, ZERO, moves, score, "2025-11")
    return [game_lines.turn(T, id, door, caller, TODAY.day, False, options, ZERO), {**game, **more}]


def month(door: str, *games: list[Fields], **options: Any) -> list[tuple[str, str]]:
    """Who stands there with what, as it is shown, and that they win with it when the month is over."""
    ledger = Ledger(DOORS)
    take_lines(ledger, chain_lines([line for game in games for line in game], ZERO, "2025-11"))
    set_to: Options = {**SHIPPED[door].options, **options}
    info = DOORS[door].INFO
    rows = door_books(ledger, info, set_to, TODAY).unplayed.standing
    ledger = Ledger.from_json(DOORS, json.loads(json.dumps(ledger.to_json())))
    line = {**winners_line(ledger, info, set_to, "2025-11", datetime(2026, 1, 1, tzinfo=UTC)), "t": JANUARY}
    assert ledger.months.fault_of_winners(line) == ""
    take_lines(ledger, chain_lines([line], ledger.head, "2026-01"))
    assert winners_of(ledger, info, set_to, "2025-11") == rows[:3]
    return [(row.caller, f"{row.score}") for row in rows]


SOLO = {"players": 1}
BREAKS = ["RRWW"]


def solo(caller: str, guesses: int, **size: int) -> list[Fields]:
    return played("mindbuster", caller, guesses, BREAKS * guesses, {**SOLO, **size})


def test_mindbuster_ranks_guesses_against_par():
    small, standard, large = solo("Ann", 3, colours=3), solo("Bob", 4), solo("Cy", 5, holes=5, colours=8)
    assert month("mindbuster", small, standard, large, choose_size=True) == [
        ("Cy", "-0.49"), ("Bob", "-0.34"), ("Ann", "-0.04"),
    ]  # fmt: skip


def test_mindbuster_counts_the_sysops_size_alone_where_callers_do_not_choose():
    games = solo("Ann", 1, colours=3), solo("Bob", 5), solo("Cy", 4)
    assert month("mindbuster", *games) == [("Cy", "-0.34"), ("Bob", "+0.66")]
    assert month("mindbuster", *games, colours=3) == [("Ann", "-2.04")]
    assert [who for who, _ in month("mindbuster", *games, holes=5)] == ["Ann", "Cy", "Bob"], "none is alike"


def test_a_lost_mindbuster_is_nowhere():
    duel = ["code RWBG", "RRRR", "RWBG"]
    lost = played("mindbuster", "Ann", 11, duel, {}, others=["computer:watson"])
    never_broken = played("mindbuster", "Bob", 11, BREAKS * 10, SOLO)
    drawn = played("mindbuster", "Cy", 2, ["code RWBG", "RRRR", "BBBB", "WWWW", "RWBG"], {})
    assert month("mindbuster", lost, never_broken) == []
    assert month("mindbuster", lost, drawn) == [("Cy", "-2.34")]


def thieves(caller: str, score: int, **options: int) -> list[Fields]:
    return played("thieves", caller, score, ["1"], options)


def test_thieves_counts_points_at_the_sysops_jokers_or_less_their_mean():
    games = (
        thieves("Ann", 240, jokers=5),
        thieves("Bob", 160),
        thieves("Bob", 150),
        thieves("Cy", 160, jokers=0),
    )
    assert month("thieves", *games) == [("Bob", "310")]
    assert month("thieves", *games, jokers=0) == [("Cy", "160")]
    assert month("thieves", *games, choose_jokers=True) == [("Cy", "34"), ("Bob", "2"), ("Ann", "-2")]


def test_thieves_of_other_jokers_alone_have_no_place_and_the_month_is_closed():
    games = thieves("Ann", 240, jokers=5), thieves("Bob", 150, jokers=1)
    assert month("thieves", *games) == [] == month("thieves", *games, jokers=0)
    assert month("thieves", *games, choose_jokers=True) == [("Bob", "12"), ("Ann", "-2")]
    ledger = folded(*games)
    for among, said in (
        ("jokers 2", ""), ("jokers 5", "otherwise"), ("jokers 6", "otherwise"), ("jokers", "otherwise"),
        ("all", "otherwise"), ("jokers 2 jokers 2", "otherwise"), ("jokers 02", "otherwise"),
    ):  # fmt: skip
        assert said in ledger.months.fault_of_winners(
            lines.winners(JANUARY, "thieves", "2025-11", "total", [], among)
        )
    nobody = Ledger(DOORS)
    assert nobody.months.fault_of_winners(
        lines.winners(JANUARY, "thieves", "2025-11", "total", [], "jokers 2")
    )


@pytest.mark.parametrize("door", sorted(DOORS))
def test_a_game_given_up_is_nowhere(door):
    given_up = played(door, "Ann", 99, ["1", "quit"], {})
    assert month(door, given_up) == []


def golden(door: str, caller: str, won: bool) -> list[Fields]:
    """A game of the golden journal against others that its caller has won or lost, with its turn, as if that
    caller had played it."""
    for line in journal_lines(GOLDEN):
        fits = line["kind"] == "game" and line["door"] == door and len(line["seats"]) > 1
        if not fits or line["moves"][-1] == "quit" or line["options"]:
            continue
        scores = DOORS[door].replay(DOORS[door].record_of(line)).scores
        if (scores[0] > max(scores[1:])) == won and scores[0] != max(scores[1:]):
            seats = [caller, *line["seats"][1:]]
            game = {**line, "id": f"{caller} {won}", "caller": caller, "seats": seats, "month": "2025-11"}
            turn = game_lines.turn(T, game["id"], door, caller, TODAY.day, False, {}, ZERO)
            return [turn, game]
    raise AssertionError(f"no such game: {door}, {won}")


@pytest.mark.parametrize("door", ["switchbox", "microlink"])
def test_a_game_lost_to_another_seat_is_nowhere(door):
    lost, won = golden(door, "Ann", won=False), golden(door, "Bob", won=True)
    assert month(door, lost, won) == [("Bob", str(won[1]["score"]))]


def test_in_lowball_the_lower_total_leads():
    games = (played("switchbox", who, score, ["1"], {"lowball": True})
             for who, score in (("Ann", 50), ("Bob", 40)))  # fmt: skip
    assert month("switchbox", *games) == [("Bob", "-40"), ("Ann", "-50")]


def place(caller: str, score: int) -> Fields:
    return {"caller": caller, "score": score, "games": 1}


def folded(*games: list[Fields]) -> Ledger:
    ledger = Ledger(DOORS)
    take_lines(ledger, chain_lines([line for game in games for line in game], ZERO, "2025-11"))
    return ledger


def test_a_month_declared_as_once_keeps_its_winners():
    ledger = folded(solo("Ann", 1, colours=3), played("mindbuster", "Bob", 11, BREAKS * 10, SOLO))
    old = lines.winners(JANUARY, "mindbuster", "2025-11", "best", [place("Ann", 1), place("Bob", 11)])
    assert ledger.months.fault_of_winners(old) == ""
    take_lines(ledger, chain_lines([old], ledger.head, "2026-01"))
    kept = Ledger.from_json(DOORS, json.loads(json.dumps(ledger.to_json())))
    for books in (ledger, kept):
        rows = winners_of(books, DOORS["mindbuster"].INFO, SHIPPED["mindbuster"].options, "2025-11")
        assert [(row.caller, f"{row.score}") for row in rows] == [("Ann", "1"), ("Bob", "11")]


@pytest.mark.parametrize(
    ("among", "top"),
    [
        ("all", []),
        ("all", [place("Bob", -34)]),
        ("all", [place("Ann", -203)]),
        ("holes 4 colours 6", []),
        ("holes 4 colours 6", [place("Ann", -204)]),
        ("holes 5 colours 6", []),
        ("holes 5 colours 6", [place("Ann", -204)]),
        ("anything", []),
        ("", [place("Bob", -34)]),
    ],
)
def test_winners_that_the_marks_do_not_make(among, top):
    ledger = folded(solo("Ann", 1, colours=3), solo("Bob", 4))
    forged = lines.winners(JANUARY, "mindbuster", "2025-11", "best", top, among)
    assert "the games before say otherwise" in ledger.months.fault_of_winners(forged)
    for true_among, true_top in (("all", [place("Ann", -204)]), ("holes 4 colours 6", [place("Bob", -34)])):
        true = lines.winners(JANUARY, "mindbuster", "2025-11", "best", true_top, true_among)
        assert ledger.months.fault_of_winners(true) == ""


def test_the_same_month_is_not_declared_among_others():
    ledger = folded(solo("Bob", 4))
    first = lines.winners(JANUARY, "mindbuster", "2025-11", "best", [place("Bob", -34)], "all")
    take_lines(ledger, chain_lines([first], ledger.head, "2026-01"))
    again = lines.winners(JANUARY, "mindbuster", "2025-11", "best", [place("Bob", -34)], "holes 4 colours 6")
    for line in (first, again):
        assert "declared before" in ledger.months.fault_of_winners(line)


async def test_a_month_of_nothing_but_lost_games_has_no_winner_and_is_closed(tmp_path):
    clock = Clock()
    store = make_store(tmp_path, clock)
    await store.open()
    await play(store, "Ann", "die", "quit")
    assert store.standings.books("dice", "Ann").rank == 0, "no place for a game given up"
    clock.set("2025-12-01 00:10")
    assert await store.roll_over() == ["2025-11, dice: nobody won."]
    assert await store.roll_over() == []
    await store.close()
    (line,) = (line for line in journal_lines(tmp_path / "journal") if line["kind"] == "winners")
    assert (line["among"], line["top"]) == ("all", [])
    assert audit(tmp_path / "journal", {"dice": TestDoor()}).faults == ()


async def test_a_real_month_of_mindbuster_is_declared_by_marks_and_proved(tmp_path):
    clock, doors = Clock(), {"mindbuster": find("mindbuster")}
    store = make_store(tmp_path, clock, doors=doors, choose_size=True)
    await store.open()
    marks = {}
    for caller, holes, colours in (("Ann", 4, 3), ("Bob", 5, 8)):
        options: Options = {"holes": holes, "colours": colours, "players": 1}
        begun = await store.games.begin(store.ranked, GameWish("mindbuster", caller, options))
        assert isinstance(begun, Begun)
        code = (
            doors["mindbuster"]
            .game.rules.new(begun.record.options, begun.record.seats, begun.record.chance)
            .hidden
        )
        assert await moved(store, begun.record.id, code) == ""
        await store.games.finish(begun.record.id)
        marks[caller] = store.standings.books("mindbuster", caller).score
    assert {who: f"{mark}" for who, mark in marks.items()} == {"Ann": "-2.04", "Bob": "-4.49"}
    clock.set("2025-12-01 00:10")
    assert await store.roll_over() == ["2025-11, mindbuster: Bob won with -4.49."]
    text = (tmp_path / "bulletins" / "mindbuster-2025-11.txt").read_text()
    assert "1. Bob" in text and "-4.49" in text and "-2.04" in text
    await store.close()
    assert audit(tmp_path / "journal", doors).faults == ()
