"""Bars in the bulletins: what a caller's games took, from the games themselves."""

import re

from full_tables import folded

from door.games.game import Front
from door.play.books import Books
from door.screens.doors import find
from door.testing.stage import Stage
from door.ui.screen import View


def sheets(slug, tally, caller="Ann"):
    door = find(slug)
    return {
        sheet.title: sheet for sheet in door.game.honours.sheets(Front(door.INFO.defaults(), caller, tally))
    }


def test_mindbuster_shows_how_many_games_took_how_many_guesses():
    door = find("mindbuster")
    tally = folded(door, "Ann", "Ann", "Bob")
    used = tally["callers"]["Ann"]["used"]
    assert sum(used.values()) == 2 and tally["callers"]["Bob"]["used"]
    sheet = sheets("mindbuster", tally)["The guesses that your games took"]
    assert len(sheet.rows) == 11 and sheet.rows[-1][0] == "not broken"
    by_score = {at: (bar, int(count)) for at, (_, bar, count) in enumerate(sheet.rows, 1)}
    assert {at: count for at, (_, count) in by_score.items() if count} == {
        int(at): n for at, n in used.items()
    }
    assert all(("█" in bar) == bool(count) and len(bar) == 40 for bar, count in by_score.values())
    assert "The guesses that your games took" not in sheets("mindbuster", tally, "Eve")


def test_microlink_shows_how_often_each_door_was_shut():
    tally = folded(find("microlink"), "Ann", "Ann")
    sheet = sheets("microlink", tally)["How often you have shut each door"]
    shut = tally["callers"]["Ann"]["doors"]
    assert [int(count) for *_, count in sheet.rows] == shut and len(shut) == 9
    longest = max(range(9), key=shut.__getitem__)
    assert sheet.rows[longest][1] == "█" * 40
    assert "How often you have shut each door" not in sheets("microlink", tally, "Eve")


def test_plain_mode_says_the_numbers_without_bars():
    door = find("microlink")
    tally = folded(door, "Ann")
    stage = Stage(door, View(), plain=True, caller="Ann", books=Books(tally=tally))
    said = "\n".join(stage.say("b"))
    assert "█" not in said and re.search(r"1.*\d", said)


def test_plain_mode_says_a_callers_statistics_in_sentences():
    door = find("microlink")
    tally = folded(door, "Ann", "Bob")
    said = Stage(door, View(), plain=True, caller="Ann", books=Books(tally=tally)).say("b")
    (line,) = [line for line in said if line.startswith("Bob: ")]
    figures = r"Bob: 1 game, average \d+\.\d, best \d+, \d+ box(es)? shut\. Shuts \d most often, \d least\."
    assert re.fullmatch(figures + r"( Won \d of \d games? against others\.)?", line)
    assert not any("liked" in line or "Liked" in line for line in said)
