"""The computers' faces and voices: whoever edits them is told what has no room, and what is said twice."""

import itertools
from dataclasses import replace

import pytest
from other_games import standing

from door.games import company as spoken
from door.games.chance import Chance
from door.games.company import line, portrait
from door.games.game import GameView
from door.games.microlink.show import CHARACTER as MICROLINK
from door.games.mindbuster.record import PLAYERS
from door.games.mindbuster.rules import LEVELS
from door.games.record import Record, play
from door.games.switchbox.words import CHARACTER as SWITCHBOX
from door.screens import company
from door.screens.doors import find
from door.testing.stage import Stage
from door.ui.lettering import INKS, drawings
from door.ui.screen import View
from door.ui.widgets import wrap

FACES = drawings(spoken.__file__)
CHARACTERS = {level: player.character for level, player in PLAYERS.items()}
EVERYBODY = {**CHARACTERS, "microlink": MICROLINK, "switchbox": SWITCHBOX}
BY_NAME = pytest.mark.parametrize("who", EVERYBODY)


def test_every_level_of_mindbuster_is_somebody():
    assert tuple(CHARACTERS) == LEVELS
    assert len({character.face for character in CHARACTERS.values()}) == len(LEVELS)


@BY_NAME
def test_a_voice_has_short_lines_for_each_mood_and_none_twice(who):
    voice = EVERYBODY[who][1:]
    moods = [mood().split("\n") for mood in voice]
    lines = list(itertools.chain(*moods))
    assert all(len(mood) >= 6 for mood in moods)
    assert len(set(lines)) == len(lines)
    assert [text for text in lines if len(text) > 40 or not text.isascii()] == []


@pytest.mark.parametrize("level", LEVELS)
def test_a_line_has_room_beside_the_face_and_in_the_last_row_of_the_board(level):
    for text in itertools.chain(*(mood().split("\n") for mood in CHARACTERS[level][1:])):
        beside, alone = wrap(f'"{text}"', 11), wrap(f'"{text}"', 23)
        assert len(beside) <= 8 and max(map(len, beside)) <= 11, text
        assert len(alone) <= 2, text


@BY_NAME
def test_a_face_fills_its_cells_in_letters_and_in_colours_that_a_cell_can_have(who):
    letters, pixels = (FACES[f"{EVERYBODY[who].face}_{kind}"] for kind in ("letters", "pixels"))
    cols, rows = len(letters[0]), len(letters)
    assert {len(row) for row in (*letters, *pixels)} == {cols}
    assert len(pixels) == 2 * rows and set("".join(pixels)) <= {*INKS, "."}
    assert "".join(letters).isascii()
    for upper, lower in zip(pixels[::2], pixels[1::2], strict=True):
        both = [(one, other) for one, other in zip(upper, lower, strict=True) if one != other]
        assert [pair for pair in both if min(INKS.get(ink, 0) for ink in pair) > 7] == []


def duel(keys: str, level: str, **setup: object) -> Stage:
    return Stage(find("mindbuster"), options={"level": level}, **setup).press(keys)


ROW = "R R W W enter "


def test_a_face_makes_way_for_the_rows_of_its_board_and_its_words_stay():
    stage, faced = duel("enter R W B G enter", "homer", fast=True), []
    for _ in range(8):
        stage.press(ROW)
        game = stage.state.table.position
        assert not game.over, "this seed's game is a long one"
        said = line(
            stage.door.game.picture.company(stage.state.table, stage.state.table), stage.state.table.commit
        )
        text = " ".join(row[33:58] for row in stage.text.splitlines())
        assert said.split()[0] in text
        portrait_row = portrait(CHARACTERS["homer"].face, "colour").text().splitlines()[3].strip()
        faced.append(portrait_row in stage.text)
    assert faced == [True] * 6 + [False] * 2


def test_words_wait_until_the_guess_has_been_seen():
    stage = duel("enter R W B G enter R R W W enter", "lisa", patient=True)
    said = CHARACTERS["lisa"].greeting().split("\n")
    greeting = next(text for text in said if text.split()[0] in stage.text)
    stage.settle()
    said = line(
        stage.door.game.picture.company(stage.state.table, stage.state.table), stage.state.table.commit
    )
    assert said != greeting and said.split()[0] in stage.text


@pytest.mark.parametrize("view", [View(), View(ascii=True), View(mono=True), View(132, 49)])
def test_nobody_sits_across_a_game_alone(view):
    stage = Stage(find("mindbuster"), view=view, options={"players": 1}).press("enter")
    table = stage.state.table
    assert stage.door.game.picture.company(table, table) is None


def test_words_without_a_row_left_on_the_board_are_on_the_message_line():
    stage = duel("enter R W B G enter", "homer", fast=True)
    full = replace(stage.state.table.position, guesses=("RRRR",) * 10, answers=("RRRR",) * 10)
    state = stage.state._replace(table=standing(stage.state.table, full)._replace(frame=None))
    assert company.message_words(stage.door.game, state, 0).startswith('Homer: "')


def test_switchbox_s_computer_looks_out_below_its_own_card_and_says_nothing_of_a_tie():
    game, options = find("switchbox").game, find("switchbox").INFO.defaults()
    for seat, x in enumerate((0, 74)):
        seats = ("computer:expert", "Bob")[:: 1 - 2 * seat]
        table = GameView(play(game.rules, Record(options, seats, Chance(bytes(32)))))
        assert game.picture.company(table, table).face[0] == x
        for totals, mood in (((9, 8), "win"), ((8, 9), "loss"), ((9, 9), None)):
            stand = table.position.stand._replace(round=4, totals=totals[:: 1 - 2 * seat])
            over = standing(table, replace(table.position, stand=stand))
            assert game.picture.company(over, over).mood == mood


def test_plain_mode_hears_the_words_once():
    stage = duel("", "watson", plain=True)
    heard = "\n".join(stage.say("", "RWBG", "RRWW", "board"))
    assert heard.count('Watson: "') == 2


def test_a_wide_screen_has_microlink_s_computer_beside_the_doors():
    face = FACES["microlink_letters"][2].strip()
    for view, there in (
        (View(ascii=True), False),
        (View(100, 29, ascii=True), True),
        (View(132, 49, ascii=True), True),
    ):
        stage = Stage(find("microlink"), view=view, prefs={"seat2": "expert"}, fast=True).press("enter")
        table = stage.state.table
        words = line(stage.door.game.picture.company(table, table), table.commit)
        assert (face in stage.text) == there
        assert words.split()[0] in stage.text


def test_a_caller_may_have_the_computers_silent_and_hears_them_again_at_once():
    stage = duel("", "watson", plain=True, prefs={"voices": "off"})
    assert 'Watson: "' not in "\n".join(stage.say("", "RWBG", "RRWW", "board"))
    assert 'Watson: "' in "\n".join(stage.say("s", "voices on", "", "RRBB"))
    assert '"' in duel("enter", "watson").text
    assert '"' not in duel("enter", "watson", prefs={"voices": "off"}).text
