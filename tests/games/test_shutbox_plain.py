"""The door by lines of text: what is said, what is asked, and a game on a pipe."""

import pytest
from boxplay import play_out

from door.play.books import Books, PlaceRow
from door.screens.doors import find
from door.testing.stage import Stage

shutbox = find("shutbox")

BOOKS = Books(
    "2026-11",
    (PlaceRow(1, "Grace", 812, 6), PlaceRow(2, "Ann", 640, 1)),
    "2026-10",
    (PlaceRow(1, "Dee", 2411, 31),),
    2,
    640,
    4,
)


def plain(**setup):
    return Stage(shutbox, **{"books": BOOKS, "plain": True, **setup})


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("1", "Those tiles add up to 1, but the dice show 5."),
        ("99", "This box has no tile 99."),
        ("10", "This box has no tile 10."),
        ("226", "You typed 2 twice. Each tile shuts once."),
        ("2 262", "You typed 2 twice. Each tile shuts once."),
        ("260", "This box has no tile 260."),
        ("1 1", "You typed 1 twice. Each tile shuts once."),
        ("1,4 1", "You typed 1 twice. Each tile shuts once."),
        ("x", "Type tiles from 1 to 9"),
    ],
)
def test_a_wrong_line_gets_one_line_and_the_question_again(line, why):
    stage = plain(straight=True)
    for _ in range(2):  # the same mistake twice is answered twice
        said = stage.say(line)
        assert len(said) == 2 and said[0].startswith(why) and said[1] == "Tiles to shut?"


def test_a_shut_box_says_so_and_the_free_turn():
    said = play_out(plain(straight=True, first_seed=15))
    assert "The box is shut!" in said and "You have earned a free turn!" in said
    assert "Game over. Score: 435" in said


def test_standings_do_not_stand_in_the_way():
    stage = plain(straight=True)
    said = stage.say("t")
    assert "1. Grace, 812 in 6 games" in said and said[-1] == "Tiles to shut?"
    assert stage.say(str(stage.position.total))[0].startswith("Score: ")


def test_straight_says_the_title_and_the_roll_in_one_go():
    stage = plain(straight=True)
    lines = shutbox.tell(None, stage.state).lines
    assert lines[0] == "Shut The Box" and lines[-1] == "Open: 1 2 3 4 5 6 7 8 9"


def test_the_example_says_what_is_shut_and_how_it_ends():
    said = Stage(shutbox, plain=True, fast=True).say("example")
    assert "Shut: 4 8" in said and "That was the example." in said
    assert said.index("The box is shut!") > said.index("Shut: 4 8")
