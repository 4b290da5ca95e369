"""Luck, choices and streaks: whose, through a rename and a removal, and from one start to the next."""

from __future__ import annotations

import json
import random

import pytest

from door.games.chance import Chance
from door.games.shutbox.rules import Variant, apply, begin, legal, move_text
from door.midend.doors import find
from door.midend.streaks import DAYS, DEALS, Run, news
from door.records.ledger.history import history, runs_of
from door.records.ledger.ledger import Ledger

DOORS = {slug: find(slug) for slug in ("shutbox", "thieves")}
NOVEMBER = "2026-11"


def game(number, caller, month=NOVEMBER, quit=False, **changes):
    """A turn and its game of tiles chosen at random."""
    dice = random.Random(number)
    seed, moves = dice.randbytes(32), []
    box = begin(Variant(), Chance(seed))
    while not box.over:
        moves.append("quit" if quit and moves else move_text(dice.choice(legal(box.open, box.total))))
        box = apply(box, moves[-1])
    shared = {"id": f"g{number}", "door": "shutbox", "caller": caller, "options": {}, "v": 1}
    turn = {"kind": "turn", "day": f"{month}-10", "free": False, "t": f"{month}-10T20:00:00.000Z"}
    ended = {"kind": "game", "seats": [caller], "seed": seed.hex(), "moves": moves, "score": box.score}
    return shared | turn, shared | ended | {"month": month, "t": turn["t"]} | changes


def folded(*pairs, ledger=None):
    ledger = ledger or Ledger(DOORS)
    for pair in pairs:
        for line in pair if isinstance(pair, tuple) else (pair,):
            ledger.take(line)
    return ledger


def rows(ledger, ranking="total"):
    return {row.caller: row for row in ledger.luck.table(NOVEMBER, "shutbox", ranking)}


def test_a_month_adds_up_caller_by_caller():
    games = [game(number, "Ann" if number % 3 else "Bob") for number in range(12)]
    ledger = folded(*games)
    for caller, row in rows(ledger).items():
        scores = [ended["score"] for _, ended in games if ended["caller"] == caller]
        assert row.games == len(scores) and row.score + row.luck == pytest.approx(sum(scores))
        assert row.score == pytest.approx(len(scores) * 122.4956 - row.cost, abs=0.01 * len(scores))
        mean = rows(ledger, "best")[caller]
        assert mean.score == pytest.approx(row.score / row.games) and mean.games == row.games
    best = max(rows(ledger).values(), key=lambda row: row.score)
    assert best.place == 1


def test_what_counts_in_no_month_counts_here_neither():
    left, other = game(1, "Ann", quit=True), game(2, "Ann", month="2026-10")
    broken = game(3, "Ann", moves=["9 8 7"]), game(4, "Ann", seed="zz"), game(5, "Ann", options={"x": 1})
    assert rows(folded(left, other, *broken)) == {}
    declared = {
        "kind": "winners",
        "v": 1,
        "t": "2026-12-01T00:00:01.000Z",
        "door": "shutbox",
        "month": NOVEMBER,
    }
    first = game(6, "Ann")
    ledger = folded(first)
    top = [{"caller": "Ann", "score": first[1]["score"], "games": 1}]
    folded(declared | {"ranking": "total", "top": top, "among": "all"}, ledger=ledger)
    before = rows(ledger)
    assert before and (NOVEMBER, "shutbox") in ledger.months.winners
    assert rows(folded(game(7, "Ann"), ledger=ledger)) == before


def test_it_follows_a_rename_and_goes_with_its_caller():
    ledger = folded(game(1, "Ann"), game(2, "Bob"))
    mine = rows(ledger)["Ann"]
    folded({"kind": "rename", "caller": "Ann", "to": "Zoe"}, ledger=ledger)
    assert rows(ledger)["Zoe"] == mine._replace(caller="Zoe") and "Ann" not in rows(ledger)
    folded({"kind": "remove", "caller": "Zoe"}, ledger=ledger)
    assert set(rows(ledger)) == {"Bob"}


def test_it_is_kept_from_one_start_to_the_next():
    ledger = folded(*(game(number, "Ann") for number in range(5)))
    again = Ledger.from_json(DOORS, json.loads(json.dumps(ledger.to_json())))
    assert rows(again) == rows(ledger) and again.to_json() == ledger.to_json()


# -- streaks ----------------------------------------------------------------------------------------


def on_day(number, caller, day, **changes):
    """A game that was begun on that day."""
    turn, ended = game(number, caller)
    return {**turn, "day": day}, {**ended, **changes}


def days(ledger, caller, day):
    return ledger.streaks.days(caller, day)[DAYS]


def test_days_in_a_row_are_those_of_games_that_have_ended():
    ledger = folded(*(on_day(n, "Ann", f"2026-11-{day:02}") for n, day in enumerate((1, 2, 2, 3, 5, 6))))
    assert days(ledger, "ann", "2026-11-06") == Run(2, 3, 5, "2026-11-06")
    assert days(ledger, "ann", "2026-11-07").now == 2, "there is all of that day left"
    assert days(ledger, "ann", "2026-11-08").now == 0
    late, begun = on_day(20, "Ann", "2026-11-04"), on_day(21, "Ann", "2026-11-07")[0]
    assert days(folded(late, begun, ledger=ledger), "ann", "2026-11-07").now == 2
    first = folded(on_day(22, "Bob", "0001-01-01"), on_day(23, "Bob", "9999-12-31"), ledger=ledger)
    assert days(first, "bob", "9999-12-31").most == 1, "whatever a line says, a start goes on"


def test_boxes_in_a_row_are_counted_and_told_once():
    shut = {"moves": ["1 2 3 4 5 6 7 8 9"], "score": 435}
    ledger, told = Ledger(DOORS), []
    for number, changes in enumerate((shut, shut, {}, shut, shut, shut)):
        before = runs_of(ledger, DOORS["shutbox"].INFO, "Ann", "2026-11-10")
        folded(on_day(number, "Ann", "2026-11-10", **changes), ledger=ledger)
        told.append(news(before, runs_of(ledger, DOORS["shutbox"].INFO, "Ann", "2026-11-10")))
    assert told == [
        (),
        ("2 boxes in a row, a best",),
        (),
        (),
        ("2 boxes in a row",),
        ("3 boxes in a row, a best",),
    ]
    assert runs_of(ledger, DOORS["thieves"].INFO, "Ann", "2026-11-10").keys() == {DAYS, DEALS}
    assert all(len(line) <= 25 for line in news({}, {DEALS: Run(99, 99, 99)}))


def test_streaks_follow_a_rename_go_with_a_removal_and_are_kept():
    ledger = folded(*(on_day(n, "Ann", f"2026-11-{10 + n}") for n in range(3)))
    again = Ledger.from_json(DOORS, json.loads(json.dumps(ledger.to_json())))
    for one in (ledger, again):
        folded({"kind": "rename", "caller": "Ann", "to": "Zoe"}, ledger=one)
        assert days(one, "zoe", "2026-11-12").now == 3 and not days(one, "ann", "2026-11-12").all
    folded({"kind": "remove", "caller": "Zoe"}, ledger=ledger)
    assert not days(ledger, "zoe", "2026-11-12").all
    assert history(again, DOORS["shutbox"], {}, "Zoe").runs == {"boxes shut": Run()}
