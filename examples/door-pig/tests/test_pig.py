"""The laws that every door keeps, and the rules, levels and screens of Pig."""

from pathlib import Path

import pytest
from door_pig import DOOR
from door_pig.rules import apply, computer, new, status

from door.games.chance import Chance
from door.games.game import IllegalMove
from door.testing import Goldens, Stage, playable
from door.testing.laws import *  # every law becomes a test

GOLDENS = Goldens(Path(__file__).parent / "goldens")


@pytest.fixture(scope="module")
def door():
    return playable(DOOR)


def begun(target=100, seed=b"pig"):
    return new({"target": target}, ("Ann", "Bo"), Chance(seed.ljust(32)))


def test_a_one_loses_the_turn_and_holding_banks_it():
    pig, seats = begun(), set()
    for _ in range(200):
        before, pig = pig, apply(pig, "roll")
        seats.add(before.seat)
        if pig.die == 1:
            assert (pig.turn, pig.seat, pig.scores) == (0, 1 - before.seat, before.scores)
        else:
            assert (pig.turn, pig.seat) == (before.turn + pig.die, before.seat)
    assert seats == {0, 1}
    while not pig.turn:
        pig = apply(pig, "roll")
    held = apply(pig, "hold")
    assert held.scores[pig.seat] == pig.scores[pig.seat] + pig.turn and held.seat == 1 - pig.seat


def test_nothing_can_be_held_before_a_throw_or_after_the_end():
    with pytest.raises(IllegalMove, match="nothing to hold"):
        apply(begun(), "hold")
    with pytest.raises(IllegalMove, match="over"):
        apply(apply(begun(), "quit"), "roll")


def play(levels, seed):
    pig = begun(seed=seed)
    while not pig.over:
        pig = apply(pig, computer(pig, pig.seat, levels[pig.seat]))
    return status(pig).scores


@pytest.mark.parametrize(("better", "worse"), [("regular", "careful"), ("expert", "careful")])
def test_the_levels_are_in_order(better, worse):
    won = sum(play((better, worse), b"%d" % game)[0] >= 100 for game in range(300))
    won += sum(play((worse, better), b"%d" % game)[1] >= 100 for game in range(300))
    assert won > 320


def test_the_coach_holds_at_twenty():
    pig = begun()._replace(turn=21)
    assert DOOR.coach.hint(pig, 0) == "hold" and DOOR.coach.hint(pig._replace(turn=12), 0) == "roll"


def test_a_game_against_a_computer_ends_and_is_proved():
    stage = Stage(DOOR, fast=True, options={"target": 20}).press("enter")
    for _ in range(300):
        if stage.games[0].score is not None:
            break
        stage.press("h" if stage.position.turn > 6 else "r")
    assert stage.replay().ended and stage.replay().score == stage.games[0].score
    assert stage.games[0].seats == ("Ann", "computer:careful")


def test_the_board():
    stage = Stage(DOOR, fast=True, first_seed=6).press("enter r r")
    GOLDENS.check("board", stage.canvas)


def test_plain_mode_says_each_throw():
    stage = Stage(DOOR, plain=True)
    said = " ".join([*stage.say("", "r"), *stage.say("h")])
    assert "Ann rolls" in said and "Roll or hold?" in said
