"""Luck and choices of the months: whose, through a rename and a removal, and from one start to the next."""

from __future__ import annotations

import json
import random

import pytest

from door.games.chance import Chance
from door.games.shutbox.rules import Variant, apply, begin, legal, move_text
from door.midend.doors import find
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
