"""The coach of the BBS door: after a game, under its scoring, and never before."""

from dataclasses import replace

import pytest

from door.games.chance import Chance
from door.games.coaching import cost_text
from door.games.record import Record
from door.games.shutbox import computer
from door.games.shutbox.computer import COACH
from door.games.shutbox.play import TILES
from door.games.shutbox.rules import Variant, all_tiles, begin, legal, move_text, tiles_of
from door.play.api import Finish
from door.screens.doors import find
from door.term.keys import Mouse
from door.testing.stage import Stage

shutbox = find("shutbox")


def played(worst=False, stop=99, **setup):
    """A stage whose game was played by the best choices, or the worst, and given up after `stop`."""
    stage = Stage(shutbox, fast=True, **setup).press("enter")
    while stage.asked:
        game = stage.position
        if not stop:
            return stage.press("q g")
        stop -= 1
        ranked = computer.best_sets(game.variant, game.open, game.total)
        for tile in tiles_of(ranked[-1 if worst else 0][0]):
            stage.send(Mouse(0, 0, target=TILES[tile - 1]))
        stage.press("enter")
    return stage


def test_the_page_has_a_row_for_every_roll_and_the_cost_of_it():
    stage = played(worst=True)
    game = stage.games[0]
    text = stage.press("c").text
    rows = COACH.look(Record(game.options, ("Ann",), Chance(game.seed), tuple(game.moves)), 0)
    assert len(rows) == len(game.moves) + 1 and sum(row.cost for row in rows) > 1
    for row in rows[:-1]:
        line = next(line for line in text.splitlines() if f" {move_text(row.seen.open)}  " in line)
        assert f"{row.seen.dice[0]} + {row.seen.dice[1]} " in line and row.best in line
        assert f"{cost_text(row, 2)} " in line and f"{row.luck:+.2f}" in line
    assert f"Your mistakes cost {sum(row.cost for row in rows):.2f} points, and" in text
    assert f"The coach on your {game.score} points (the best play averages 122.50)" in text
    assert "No way to make" in text
    assert "[C] coach" in stage.press("esc").text


def test_the_best_choices_cost_nothing_whatever_the_luck():
    for seed in range(1, 12):
        text = played(first_seed=seed).press("c").text
        assert "mistakes cost" not in text and "mistakes 0.00" in text


def test_a_shut_box_ends_with_nothing_left_undone():
    assert "The box is shut." in played(first_seed=15).press("c").text


@pytest.mark.parametrize("patient", [False, True])
def test_never_during_a_game(patient):
    stage = Stage(shutbox, patient=patient).press("enter")
    before = stage.text
    for _ in range(12):
        stage.press("c")
        assert stage.state.page.name == "" and "best play" not in stage.text
        stage.tick()
    assert patient or stage.text == before
    assert not [effect for effect in stage.effects if isinstance(effect, Finish)]


def test_a_game_given_up_is_looked_back_on_as_far_as_it_went():
    assert "nothing here for the coach" in played(stop=0).press("c").text
    text = played(stop=1, worst=True).press("c").text
    assert "Your mistakes cost" in text and "adds up to" not in text and "Given up at" in text


def test_a_resumed_game_is_looked_back_on_whole():
    stage = Stage(shutbox, fast=True).press("enter")
    game = stage.position
    for tile in tiles_of(legal(game.open, game.total)[0]):
        stage.send(Mouse(0, 0, target=TILES[tile - 1]))
    stage.press("enter")
    stage.state, _ = shutbox.start(stage.setup)  # the call dropped, and came again
    stage.press("enter q g c")
    assert f"{move_text(game.open)}  " in stage.text and stage.state.page.name == "coach"


def test_the_long_box_fits_the_page():
    rolls, box = [], begin(Variant(tiles=12), Chance(bytes(32)))
    for tile in range(12, 1, -1):  # the most rolls there could be
        box = replace(box, open=all_tiles(tile), dice=(tile - 1, 1), points=box.points + tile)
        rolls.append((len(rolls), 0, box, str(tile)))
    rows = tuple(COACH.follow(rolls, 0.0))
    (page,) = COACH.table_pages("", ("words", "sums"), rows, rows[:3], False)
    assert len(rows) == 11 and len(page.lines) <= 15 and max(map(len, page.lines)) <= 72


def test_plain_mode_does_not_advise_during_a_game():
    stage = Stage(shutbox, plain=True, straight=True)
    said = stage.say("c")
    assert len(said) == 2 and said[0].startswith("Type tiles from 1 to 9")
