"""What all doors say and show alike: counts in words, the month's places, handles of full length."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from other_words import other_words

from door.games.chance import Chance
from door.games.microlink.record import verdict
from door.games.microlink.rules import Turn, new_game
from door.play.books import Books, Daily, PlaceRow, standing_lines, turns_line
from door.screens.doors import find
from door.screens.pages.title import draw_ranks
from door.term.canvas import GREY, Canvas
from door.testing.stage import Stage
from door.ui.texts import SHIPPED, speak, tr
from door.ui.widgets import cut
from door.ui.words import commas, names, sentences

microlink = find("microlink")
mindbuster = find("mindbuster")
switchbox = find("switchbox")

shutbox = find("shutbox")
thieves = find("thieves")

LONG = "Bartholomew Fitz-Ann"
FIVE = (shutbox, microlink, find("mindbuster"), thieves, switchbox)


def rows(many, score=12345):
    """So many places, of handles as long as they may be."""
    return tuple(PlaceRow(at, f"{LONG[:18]}{at:02}", score - at, 100 + at) for at in range(1, many + 1))


BOOKS = Books("2026-09", rows(5), "2026-10", rows(10), 4, 12_341, turns_left=3)


def test_lists_and_sentences_are_joined_and_leave_out_what_is_empty():
    assert names(()) == "" and names(("Ann",)) == "Ann" and names(("Ann", "Bob")) == "Ann and Bob"
    assert names(("Ann", "Bob", "Cid", "Dot")) == "Ann, Bob, Cid and Dot"
    assert commas(("3 days", "", "rated")) == "3 days, rated" and commas(()) == ""
    assert sentences("It rains.", "", "It pours.") == "It rains. It pours."


def test_turns_and_places_as_sentences():
    assert turns_line(Books(turns_left=None, free_turns=2)) == "Turns: no limit."
    assert turns_line(Books(turns_left=0, free_turns=2)) == "Turns left today: 0 and 2 free."
    assert standing_lines(Books(month="2026-11")) == ("November 2026: nobody has a place yet.",)
    books = Books("2026-11", (PlaceRow(1, "Ann", 7, 1),), "2026-10", (PlaceRow(1, "Bo", 5, 2),), 1, 7)
    assert standing_lines(books, "fewest guesses first") == (
        "October 2026, won by Bo:", "1. Bo, 5 in 2 games",
        "November 2026 so far, fewest guesses first:", "1. Ann, 7 in 1 game", "You are 1st with 7.",
    )  # fmt: skip


def test_what_is_cut_is_marked():
    assert cut("abcd", 4) == "abcd" and cut("abcde", 4) == "abc»" and cut("abc", 0) == ""


@pytest.mark.parametrize("door", FIVE, ids=lambda door: door.INFO.slug)
def test_a_title_page_has_room_for_the_longest_handles_and_ten_winners(door):
    text = Stage(door, books=BOOKS).text
    assert "»" not in text and "Won by Bartholomew Fitz-A01." in text
    assert text.count("Bartholomew Fitz-A05") == 2 and "A06" not in text
    assert "12344" in text and "You are 4th with 12341." in text


def test_the_months_of_no_game_say_so():
    canvas = Canvas(80, 23)
    draw_ranks(canvas, 10, Books(), GREY, "This month so far")
    assert "Nobody played." in canvas.text() and "Nobody has a place yet." in canvas.text()


def test_the_daily_page_has_room_for_the_longest_handles():
    deal = Daily("2026-09-21", played=True, today=rows(8), month=rows(8), month_rank=12, month_score=3)
    text = Stage(shutbox, books=Books(daily=deal), caller=LONG).press("d").text
    assert text.count(LONG[:18]) == 16 and "»" not in text
    assert all(line[78:].strip(" │") == "" for line in text.splitlines()[1:20])


def test_tables_have_room_for_the_longest_handles():
    best = {"games": 9, "shut": 2, "best": [[435, LONG, ""]]}
    books = Books("2026-09", rows(5), "2026-10", rows(3), tally=best)
    text = Stage(shutbox, books=books).press("t").text
    assert f"435  {LONG}" in text and "»" not in text
    tally = {"2": [[99_999, LONG, "2026-10-02"]]}
    stage = Stage(thieves, books=Books("2026-09", rows(5), "2026-10", rows(3), tally=tally)).press("t right")
    assert f"99999  {LONG}  2026-10-02" in stage.text and "»" not in stage.text
    drops = {"games": 1, "levels": {}, "totals": [[812, LONG, "", "skilled"]], "drops": []}
    stage = Stage(switchbox, books=Books(tally=drops)).press("t")
    assert f"812  {LONG}" in stage.text and "»" not in stage.text
    assert "No games recorded yet." in stage.press("left").text


@pytest.mark.parametrize("door", FIVE, ids=lambda door: door.INFO.slug)
def test_a_question_fits_a_line(door):
    stage = Stage(door, books=Books(turns_left=3, daily=Daily("2026-09-21", may_play=True)), plain=True)
    said = [door.tell(None, stage.state).prompt, *(stage.say(line)[-1] for line in ("?", "q", "t", "", "p"))]
    assert all(len(prompt) < 79 for prompt in said)
    assert said[0].endswith("help, quit)")


def tied(*seats):
    """What is said of a game in which all of these have made 170."""
    turns = tuple(Turn(n % len(seats), (), 34) for n in range(5 * len(seats)))
    return verdict(replace(new_game({}, seats, Chance(bytes(32))), turns=turns), 78)


def test_a_shared_win_names_the_winners_where_there_is_room():
    assert tied("Ann", "Bo") == "Ann and Bo share the win with 170!"
    assert tied(*(f"{LONG}{n}" for n in range(3))) == "3 players share the win with 170!"
    assert tied("A", "B", "C", "D") == "A, B, C and D share the win with 170!"
    own = other_words({tr.microlink.share_the_win: "{names} gewinnen"})
    speak(lambda: own)
    try:
        assert tied("Ann", "Bo") == "Ann and Bo gewinnen with 170!", (
            "a sentence without its point keeps all else"
        )
    finally:
        speak(lambda: SHIPPED)


def test_the_last_day_is_told_whole_with_the_longest_handle():
    deal = Daily("2026-09-30", last_day="2026-09-29", last_seed="ab" * 32)
    for who, score, said in ((LONG, 12345, ""), ("Bo", 9, "Anybody can check all of it now.")):
        books = Books(daily=deal._replace(last=(PlaceRow(1, who, score),)))
        text = Stage(shutbox, books=books).press("d").text
        assert f"29 September 2026: won by {who} with {score}. {said}" in text


@pytest.mark.parametrize("door", FIVE, ids=lambda door: door.INFO.slug)
def test_only_a_key_that_is_shown_begins_a_game(door):
    """SPACE goes on from many pages: pressed once too often on the way, it must not cost a turn."""
    stage = Stage(door, books=BOOKS)
    title = stage.text
    assert stage.press("space").text == title and not stage.games
    assert stage.press("enter").text != title


README = (Path(__file__).parents[2] / "README.md").read_text()


@pytest.mark.parametrize(
    ("door", "manual"),
    [
        (shutbox, "instructions"),
        (microlink, "Bob Lancaster"),
        (mindbuster, "Richard VandeVelde"),
        (thieves, "Graham West"),
        (switchbox, "Todd Heimarck"),
    ],
    ids=lambda value: getattr(getattr(value, "INFO", None), "slug", ""),
)
def test_help_ends_with_the_manual_it_was_made_from_and_readme_names_it(door, manual):
    last = Stage(door).press("h end").text
    assert "Credits" in last and manual in " ".join(re.split(r"[\s│|]+", last))
    (row,) = [row for row in README.splitlines() if row.startswith(f"| {door.INFO.name()} |")]
    assert manual in row
