"""Switchbox and MicroLink at a table: what each seat and a watcher are asked, told and shown."""

from dataclasses import replace

import pytest
from at_table import VIEW, moved, seated
from other_games import standing

from door.games.game import EVERYBODY, WATCHER, Do, Enter, Refuse
from door.games.microlink import DOOR as MICROLINK
from door.games.microlink import rules as microlink
from door.games.switchbox import DOOR as SWITCHBOX
from door.games.switchbox import rules as switchbox
from door.term.keys import Key

GIFTS = {"gifts": True, "solitaire": False}
FOUR = ("Ann", "Bob", "computer:expert", "Dot")


def test_each_is_asked_for_a_ball_in_turn_and_others_are_told_who_is():
    asked = {eyes: SWITCHBOX.words.prompt(seated(SWITCHBOX, ["3"], eyes)) for eyes in (0, 1, WATCHER)}
    assert asked[1].startswith("Bob: which entry?") and not asked[0] and not asked[WATCHER]
    told = {eyes: SWITCHBOX.words.message(seated(SWITCHBOX, [], eyes)) for eyes in (0, 1, WATCHER)}
    assert told == {0: "Ann: which entry?", 1: "Ann is to move.", WATCHER: "Ann is to move."}


def test_a_gift_is_asked_of_who_has_moved_and_never_taken_for_the_others_ball():
    giver, other = (seated(SWITCHBOX, ["3"], eyes, options=GIFTS) for eyes in (0, 1))
    assert "Give Bob a random ball" in SWITCHBOX.words.message(giver)
    assert SWITCHBOX.words.message(other) == "Ann can give a random ball for the next turn."
    assert all(isinstance(SWITCHBOX.board.key(table, Key("5")), Refuse) for table in (giver, other))
    assert SWITCHBOX.board.key(giver, Key("enter")) == Enter("")
    let = other._replace(let=(0,))
    assert SWITCHBOX.board.key(let, Key("5")) == Enter("5")
    assert SWITCHBOX.words.message(giver._replace(let=(0,))) == "Bob is to move."


def test_at_one_keyboard_the_next_players_ball_still_says_no_to_a_gift():
    table = standing(seated(SWITCHBOX, ["3"], 0, options=GIFTS), kind="practice")
    assert SWITCHBOX.board.key(table, Key("5")) == Enter("5")


def test_a_rounds_figures_wait_for_nobody_at_a_table():
    table = seated(SWITCHBOX, [], 0)
    while not table.position.rounds:
        before, table = table, moved(SWITCHBOX, table, switchbox.best_scoring(table.position))
    assert SWITCHBOX.picture.frames(before, table)[-1].seconds > 0
    contest = standing(table, kind="contest")
    assert SWITCHBOX.picture.frames(standing(before, kind="contest"), contest)[-1].seconds == 0


def test_the_end_of_switchbox_for_either_seat_and_a_watcher():
    table = seated(SWITCHBOX, [], 0)
    while not table.position.over:
        best = switchbox.best_scoring(table.position)
        table = moved(SWITCHBOX, table, best if table.position.stand.mover == 1 else "1")
    assert switchbox.winner(table.position) == 0
    totals = SWITCHBOX.rules.status(table.position).scores
    lasts, words = {}, {}
    for caller in ("Ann", "Bob", ""):
        shown = table._replace(eyes=EVERYBODY, caller=caller)
        lasts[caller] = SWITCHBOX.words.ending(shown).lines[-1]
        words[caller] = (
            SWITCHBOX.picture.last(shown, replace(VIEW, ascii=True)).text().splitlines()[1].strip()
        )
    assert words == {"Ann": "* YOU WIN! *", "Bob": "* YOU LOSE *", "": "* ANN WINS! *"}
    assert lasts == {
        "Ann": f"Game over. Score: {totals[0]}", "Bob": f"Game over. Score: {totals[1]}", "": "Game over.",
    }  # fmt: skip


def run(until: int, seats: tuple[str, ...] = FOUR) -> list[str]:
    """So many moves, the first legal ones."""
    moves: list[str] = []
    table = seated(MICROLINK, [], 0, seats)
    while len(moves) < until and not table.position.over:
        moves.append(microlink.legal(table.position)[0])
        table = moved(MICROLINK, table, moves[-1])
    return moves


def scenes(eyes: int, moves: list[str]) -> list[tuple[str, bool]]:
    """The scenes of the last move's motion, and whether each waits for ENTER."""
    before, after = (seated(MICROLINK, made, eyes, FOUR) for made in (moves[:-1], moves))
    shown = [(frame.show.scene, not frame.seconds) for frame in MICROLINK.picture.frames(before, after)]
    return [scene for at, scene in enumerate(shown) if scene not in shown[:at]]


def test_others_doors_are_watched_and_only_ones_own_turn_waits():
    first, last = run(1), run(4)
    assert seated(MICROLINK, last, 0, FOUR).position.seat == 1, "the fourth move ends Ann's turn"
    assert scenes(0, first) == [("rolling", False)]
    assert scenes(1, first) == scenes(WATCHER, first) == [("rolling", False), ("watching", False)], (
        "others see a turn's first roll with its doors"
    )
    assert ("turn", True) in scenes(0, last)
    assert ("turn", False) in scenes(1, last) and ("ready", True) in scenes(1, last)
    assert not [scene for scene, waits in scenes(WATCHER, last) if waits]


def test_plain_mode_asks_one_seat_and_tells_the_others():
    tables = {eyes: seated(MICROLINK, [], eyes, FOUR) for eyes in (0, 1, 3, WATCHER)}
    assert [bool(MICROLINK.words.prompt(table)) for table in tables.values()] == [True, False, False, False]
    assert MICROLINK.board.line(tables[1], "1 4") == Refuse("It is Ann's turn.")
    said = {
        eyes: MICROLINK.words.say(table, moved(MICROLINK, table, run(1)[0])) for eyes, table in tables.items()
    }
    assert said[0][0].startswith("Shut: ") and said[1] == said[3]
    assert said[WATCHER][: len(said[1])] == said[1], "and what lies open: nobody else tells them"
    assert said[1][2].startswith("Ann shuts ")


def test_plain_mode_keeps_a_turns_first_roll_from_others_until_its_doors_are_shut():
    """A caller at a drawn board presses Return before their dice are thrown."""
    for eyes in (0, 1, WATCHER):
        table = seated(MICROLINK, [], eyes, FOUR)
        after = moved(MICROLINK, table, run(1)[0])
        told = (MICROLINK.words.say(None, table), MICROLINK.words.recap(table))
        rolls = [sum(line.startswith("Roll: ") for line in lines) for lines in told]
        then = [line for line in MICROLINK.words.say(table, after) if line.startswith("Roll: ")]
        assert (rolls, len(then)) == (([1, 1], 1) if eyes == 0 else ([0, 0], 2))
        assert any(line.startswith("Roll: ") for line in MICROLINK.words.recap(after))


def test_nobody_has_the_computer_play_for_them_at_a_table():
    table = seated(MICROLINK, [], 0, FOUR)
    assert isinstance(MICROLINK.board.key(table, Key("d")), Refuse)
    assert MICROLINK.board.key(standing(table, kind="contest"), Key("d")) == Do("demo")
    keys = MICROLINK.picture.draw(table, VIEW).text().splitlines()[-1]
    assert "Demo" not in keys and "Shut" in keys
    assert "Shut" not in MICROLINK.picture.draw(seated(MICROLINK, [], 1, FOUR), VIEW).text().splitlines()[-1]


@pytest.mark.parametrize(("caller", "seat"), [("Ann", 0), ("Bob", 1), ("Dot", 3), ("", -1)])
def test_the_end_of_microlink_counts_the_readers_turns(caller, seat):
    table = seated(MICROLINK, run(999), 0, FOUR)._replace(eyes=EVERYBODY, caller=caller)
    totals, end = table.position.totals, MICROLINK.words.ending(table)
    if seat < 0:
        assert [figure for _, figure in end.sums] == [str(total) for total in totals]
        assert end.lines[-1] == "Game over."
    else:
        assert sum(int(figure) for _, figure in end.sums) == totals[seat]
        assert end.lines[-1] == f"Game over. Score: {totals[seat]}"


@pytest.mark.parametrize("game", [SWITCHBOX, MICROLINK], ids=["switchbox", "microlink"])
def test_a_game_that_somebody_left_has_an_end_to_show(game):
    table = seated(game, [], 0)._replace(eyes=EVERYBODY)
    assert game.words.ending(table).lines[0] == "The game wasn't finished."
    assert game.picture.last(table, VIEW).rows == 23
