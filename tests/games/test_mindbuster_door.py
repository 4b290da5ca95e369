"""MindBuster! as a caller plays it: rows by keys and mouse, duels, settings, lines, plain mode, tables."""

import dataclasses
import hmac
import itertools
import re

import pytest
from effort import examples
from heard import heard
from hypothesis import given
from hypothesis import strategies as st
from other_games import standing, table_of

from door.games.chance import Chance, commitment
from door.games.game import EVERYBODY, WATCHER, Front
from door.games.mindbuster import coach, computer, rules, words
from door.games.mindbuster.play import EarlierRow, Hole, Palette, read_row
from door.games.mindbuster.record import INFO, PLAYERS, about, choices, plan
from door.games.record import Record, walk
from door.games.seating import GENTLE
from door.play.api import Begun, Finish, SaveMove, Think, Thought
from door.play.books import Books
from door.screens.doors import find
from door.screens.state import OpenPage
from door.term.canvas import BLACK, BRIGHT_BLUE, CODE, MAGENTA, SHIFT, WHITE, YELLOW
from door.term.keys import Key, Mouse
from door.testing.stage import Stage, seed_of
from door.ui.screen import View
from door.ui.texts import tr

our = tr.mindbuster

DOOR = find("mindbuster")
SOLO = {"players": 1}
FREE = {"choose_size": True}
DUEL = {"players": 2, "level": "watson"}
HIDING = "enter r w b g enter"


def stage(options=None, **setup):
    return Stage(DOOR, options=options or {}, **{"fast": True, **setup})


def typed(row):
    return " ".join(row.lower())


def hidden(stage):
    return stage.state.table.position.hidden


def phase(stage):
    """What the next move is to be, "" where no game is on the table."""
    table = stage.state.table
    return table.position.phase if table is not None and stage.state.scene == "play" else ""


def at_rest(stage):
    """Whether nothing moves and the computer is not thinking."""
    return not stage.state.frames and not stage.state.thinking.name


def wrong(stage):
    """A row of one colour that is not the code."""
    game = stage.state.table.position
    return next(peg * game.holes for peg in game.palette if peg * game.holes != game.hidden)


def duelling(**setup):
    """A duel whose code is set."""
    return stage(DUEL, **setup).press("enter r w b g enter")


def slowly(options=None, **setup):
    """A stage that thinks and ticks only when told to."""
    return Patient(DOOR, options=options or {}, patient=True, **setup)


class Patient(Stage):
    """Keeps every `Think` until `think()`."""

    def carry_out(self, effects):
        self.thoughts = getattr(self, "thoughts", [])
        self.thoughts += [effect for effect in effects if isinstance(effect, Think)]
        super().carry_out([effect for effect in effects if not isinstance(effect, Think)])

    def think(self):
        effect = self.thoughts.pop(0)
        self.send(Thought(effect.name, effect.task(*effect.args)))


def target_at(canvas, target):
    """Where on the canvas that target is: the middle of its spot."""
    spot = next(
        spot for spot in reversed(canvas.spots) if spot.target == target and type(spot.target) is type(target)
    )
    return spot.x + spot.w // 2, spot.y + spot.h // 2


def mouse(stage, action, target, button="left"):
    """A mouse event over a target, as the session delivers it."""
    x, y = target_at(stage.canvas, target)
    stage.send(Mouse(x, y, action, button, stage.canvas.at(x, y)))
    return stage


def drag(stage, source, end):
    mouse(stage, "press", source)
    x, y = target_at(stage.canvas, end)
    stage.send(Mouse(x - 3, y, "drag", "left", None))
    return mouse(stage, "release", end)


# -- a row, by the keyboard -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "pegs"),
    [
        ("r w b g", "RWBG"),
        ("1 2 3 4", "RWBG"),
        ("r - 0 k", "R--K"),
        ("R W", "RW  "),
        ("right right y", "  Y "),
        ("down down up", "R   "),
        ("up", "-   "),
        ("r w backspace", "R   "),
        ("r w b g backspace backspace", "RW  "),
        ("r w b g home delete", " WBG"),
        ("r tab tab y backtab", "R  Y"),
        ("end k", "   K"),
        ("space r", " R  "),
        ("r c w c", "RRWW"),
        ("y insert insert insert", "YYYY"),
        ("k right left c", "KK  "),
    ],
)
def test_keys_make_a_row(keys, pegs):
    assert stage(SOLO).press("enter " + keys).state.table.board.hand.pegs == pegs


def test_numpad_moves_take_the_place_of_numbers_when_chosen():
    play = stage(SOLO, prefs={"keypad": "on"}).press("enter 2 2 6 8 4")
    assert (play.state.table.board.hand.pegs, play.state.table.board.hand.cursor) == ("W-  ", 0)
    play.press("3")
    assert "letters choose one" in play.state.note.text and play.state.table.board.hand.pegs == "W-  "
    assert play.press("0 b").state.table.board.hand.pegs == "-B  "


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ("v", "This game has no colour 'V'. It has R W B G Y K."),
        ("j", "This game has no colour 'J'. It has R W B G Y K."),
        ("7", "This game has no colour 7. It has 1 to 6."),
        ("9", "This game has no colour '9'. It has R W B G Y K."),
        ("r w enter", "Hole 3 is empty. Choose a colour or NO PEG."),
        ("=", "You have no earlier row to copy."),
        ("c", "There is no peg before this hole to copy."),
        ("r right c", "There is no peg before this hole to copy."),
    ],
)
def test_what_is_refused_in_a_guess_is_refused_in_place(keys, reason):
    play = stage(SOLO).press("enter " + keys)
    assert play.state.note.text == reason and reason in play.text
    assert play.bells == 1 and play.games[0].moves == []
    assert phase(play) == "guess"


def test_a_refused_row_keeps_its_pegs_and_shows_the_hole():
    play = stage(SOLO).press("enter r w right g enter")
    assert (play.state.table.board.hand.pegs, play.state.table.board.hand.cursor) == ("RW G", 2)


def test_no_peg_and_an_unset_hole_are_refused_in_a_hidden_code():
    play = stage(DUEL).press("enter -")
    assert play.state.note.text == "NO PEG is for guesses. A hidden code has a colour in every hole."
    assert play.press("r w b enter").state.note.text == "Hole 4 is empty. Choose a colour."
    assert Palette("-") not in [spot.target for spot in play.canvas.spots]
    assert {play.press("down").state.table.board.hand.pegs[3] for _ in range(12)} == set("RWBGYK")
    assert play.press("g enter").games[0].moves == ["code RWBG"]


@pytest.mark.parametrize("options", [SOLO, DUEL])
def test_enter_on_an_empty_row_picks_one_and_another_enter_plays_it(options):
    play = slowly(options, fast=True).press("enter")
    buttons = [play.text, play.press("enter").text, play.press("backspace").text]
    assert ["[Enter] Random" in text for text in buttons] == [True, False, False]
    assert "picked at random. Enter" in buttons[1] and "[Enter] OK" in buttons[1]
    play = slowly(options, fast=True).press("enter enter")
    row = play.state.table.board.hand.pegs
    play.press("enter enter enter enter")
    assert play.games[0].moves == []
    assert play.state.table.board.hand.pegs == row, "held down, or pressed twice"
    assert play.release().press("enter").games[0].moves[0].removeprefix("code ") == row and play.bells == 0


def test_a_peg_changed_in_it_frees_enter_at_once():
    play = slowly(SOLO, fast=True).press("enter enter k enter")
    assert len(play.games[0].moves) == 1 and play.games[0].moves[0][0] == "K"


@pytest.mark.parametrize("keys", ["r enter", "r - g enter enter", "r right right w enter"])
def test_enter_on_a_row_half_filled_is_refused(keys):
    play = slowly(SOLO, fast=True).press(f"enter {keys}")
    assert play.games[0].moves == [] and "is empty" in play.state.note.text and play.bells
    assert not play.state.table.board.hand.full


def test_a_held_enter_goes_through_no_game():
    play = slowly(DUEL, fast=True).press("enter r w b g enter r r r r" + 30 * " enter")
    play.think()
    play.press(30 * " enter")
    assert len(play.games[0].moves) == 3 and phase(play) == "guess", "the guess that was made, and its answer"


@pytest.mark.parametrize("key", ["f4", "a", "*"])
def test_random_fills_every_hole_anew(key):
    play = stage({**SOLO, "holes": 5, "colours": 3}).press("enter v")
    rows = {play.press(key).state.table.board.hand.pegs for _ in range(30)}
    assert len(rows) > 20 and all(set(row) <= set("RWB") and len(row) == 5 for row in rows)
    assert stage({**SOLO, "holes": 5, "colours": 3}).press(f"enter {key}").state.table.board.hand.pegs in rows


def test_random_rows_prefer_no_colour():
    play = stage({**SOLO, "holes": 5, "colours": 7}).press("enter")
    rows = "".join(play.press("a").state.table.board.hand.pegs for _ in range(1_400))
    expected = len(rows) / 7
    assert sum((rows.count(peg) - expected) ** 2 / expected for peg in "RWBGYKO") < 22.5, "six degrees, 0.1 %"


def test_random_draws_nothing_from_the_games_chance():
    plain, mixed = stage(SOLO).press("enter"), stage(SOLO).press("enter f4 f4 f4")
    assert hidden(plain) == hidden(mixed)


def test_equals_copies_the_last_row_then_the_ones_before_it():
    play = stage({**SOLO, "colours": 3, "holes": 5}).press("enter r r r r b enter w w w w b enter")
    assert play.press("=").state.table.board.hand.pegs == "WWWWB"
    assert play.press("=").state.table.board.hand.pegs == "RRRRB"
    assert play.press("=").state.table.board.hand.pegs == "WWWWB"
    assert play.press("home b").state.table.board.hand.pegs == "BWWWB"


@given(st.text(max_size=12))
def test_any_typed_row_reads_or_is_refused(text):
    pegs = read_row(text)
    assert pegs is None or all(peg.isalpha() or peg == "-" for peg in pegs)


# -- a row, by the mouse ----------------------------------------------------------------------------


def test_a_colour_is_dragged_from_the_palette_to_a_hole():
    play = stage(SOLO, view=View(mouse=True)).press("enter")
    drag(play, Palette("B"), Hole(2))
    assert play.state.table.board.hand.pegs == "  B " and play.state.table.board.hand.held == ""
    assert play.press("r").state.table.board.hand.pegs == "  BR", "the cursor has gone on"


def test_a_placed_colour_is_dragged_to_another_hole_and_stays():
    play = stage(SOLO).press("enter r")
    drag(play, Hole(0), Hole(3))
    assert play.state.table.board.hand.pegs == "R  R"


def test_a_peg_dropped_beside_the_board_or_where_it_was_changes_nothing():
    play = stage(SOLO).press("enter r")
    mouse(play, "press", Palette("G"))
    play.send(Mouse(40, 12, "release", "left", None))
    assert (play.state.table.board.hand.pegs, play.state.table.board.hand.held) == ("R   ", "")
    drag(play, Hole(0), Hole(0))
    assert (play.state.table.board.hand.pegs, play.state.table.board.hand.cursor) == ("R   ", 0)


def test_the_dragged_peg_is_seen_under_the_mouse():
    play = stage(SOLO).press("enter")
    mouse(play, "press", Palette("Y"))
    before = play.canvas.cells[12]
    play.send(Mouse(40, 12, "drag", "left", None))
    assert play.canvas.cells[12] != before
    play.send(Mouse(79, 22, "drag", "left", None))
    assert chr(play.canvas.cells[22][79] & CODE) == " "


def test_a_click_on_a_colour_puts_it_at_the_cursor():
    play = stage(SOLO).press("enter")
    for colour in "KK":
        mouse(mouse(play, "press", Palette(colour)), "release", Palette(colour))
    assert (play.state.table.board.hand.pegs, play.state.table.board.hand.cursor) == ("KK  ", 2)


def test_a_terminal_that_tells_of_no_release_clicks_the_colour_and_then_the_hole():
    play = stage(SOLO).press("enter")
    mouse(mouse(play, "press", Palette("G")), "press", Hole(3))
    assert play.state.table.board.hand.pegs == "   G"


def test_a_click_on_an_earlier_row_copies_it_whole():
    play = stage(SOLO).press("enter r r w w enter b b b g enter")
    assert mouse(play, "press", EarlierRow(0)).state.table.board.hand.pegs == "RRWW"
    assert mouse(play, "press", EarlierRow(1)).state.table.board.hand.pegs == "BBBG"


def test_right_button_and_wheel():
    play = stage(SOLO).press("enter r w")
    assert mouse(play, "press", Hole(0), "right").state.table.board.hand.pegs == " W  "
    assert mouse(play, "wheel-down", Hole(1)).state.table.board.hand.pegs == " B  "
    assert mouse(play, "wheel-up", Hole(1)).state.table.board.hand.pegs == " W  "


def test_a_dragged_peg_is_under_the_mouse_on_a_board_of_twice_its_size():
    view = View(160, 44, mouse=True)
    play = stage(SOLO, view=view).press("enter")
    at = next(spot for spot in play.canvas.spots if spot.target == Palette("B"))
    play.send(Mouse(at.x, at.y, "press", "left", at.target))
    for x, y in ((20, 30), (101, 12)):
        play.send(Mouse(x, y, "drag", "left", None))
        cells = play.canvas.cells
        blue = [there for there in range(x - 8, x + 8) if cells[y][there] >> SHIFT & 15 == BRIGHT_BLUE]
        assert len(blue) == 8 and x in blue


def test_the_buttons_are_their_keys_and_the_code_is_dragged_too():
    play = stage(DUEL).press("enter")
    for hole, colour in enumerate("YYKR"):
        drag(play, Palette(colour), Hole(hole))
    play.click(*target_at(play.canvas, Key("enter")))
    assert play.games[0].moves == ["code YYKR"]
    play.click(*target_at(play.canvas, Key("f4")))
    assert play.state.table.board.hand.full
    play.click(*target_at(play.canvas, Key("enter")))
    assert len(play.state.table.position.guesses) == 1
    drag(play, Palette("-"), Hole(1))
    assert play.state.table.board.hand.pegs == " -  "


def test_the_whole_game_can_be_played_on_a_larger_screen_by_mouse():
    play = stage(SOLO, view=View(132, 49, mouse=True)).press("enter")
    for hole, colour in enumerate(hidden(play)):
        drag(play, Palette(colour), Hole(hole))
    play.click(*target_at(play.canvas, Key("enter")))
    assert play.games[0].score == 1


# -- games --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("holes", [4, 5])
@pytest.mark.parametrize("colours", range(3, 9))
def test_every_size_is_played_solo_and_proved(holes, colours):
    play = stage({**SOLO, "holes": holes, "colours": colours}).press("enter")
    play.press(typed(wrong(play)) + " enter").press(typed(hidden(play)) + " enter")
    assert play.games[0].score == 2 == play.replay().score and play.replay().ended
    assert play.games[0].seats == ("Ann",)
    assert play.state.scene == "done" and "You broke the code in 2." in play.text
    assert rules.result(play.state.table.position) == "won"


@pytest.mark.parametrize(
    ("caller", "eyes", "said"),
    [
        ("Ann", EVERYBODY, "You broke Homer's code in 1. Yours held."),
        ("", WATCHER, "Ann broke Homer's code in 1."),
    ],
)
def test_who_looks_on_hears_of_no_he_where_a_caller_has_won(caller, eyes, said):
    table = stage({"players": 2, "level": "homer"}).press(HIDING).state.table
    won = dataclasses.replace(table.position, guesses=(table.position.hidden,), answers=("KKKK",))
    assert words.headline(standing(table, won)._replace(caller=caller, eyes=eyes)) == said


def test_the_longest_handle_stays_within_the_box_of_the_code():
    seats = ("Ann", "Bartholomew Fitz-Ann")
    position = rules.new_game(INFO.complete(DUEL), seats, Chance(bytes(32)))
    table = table_of(position, None, 0, DUEL, seats, kind="table", caller="Ann")
    shown = DOOR.game.picture.draw(table._replace(board=DOOR.game.board.start(table)), View()).text()
    assert "║Bartholomew F» must break it ║" in shown


LOSING = {"players": 2, "level": "einstein"}


def lost(**setup):
    """A duel that Einstein has won before the caller's tenth guess."""
    played = stage(LOSING, **setup).press(HIDING)
    while played.state.scene == "play":
        played.press(f"{typed(wrong(played))} enter")
    return played


def test_a_lost_duel_keeps_its_code_until_it_is_looked_at():
    played = lost()
    game = played.state.table.position
    assert game.beaten and len(game.guesses) < rules.GUESSES
    like = [
        code
        for code in map("".join, itertools.product("RWBGYK", repeat=4))
        if all(rules.mark(row, code) == rules.mark(row, game.hidden) for row in game.guesses)
    ]
    assert len(like) > 1
    other = dataclasses.replace(game, hidden=next(code for code in like if code != game.hidden))
    state = played.state._replace(table=standing(played.state.table, other))
    for view in (View(), View(132, 49), View(ascii=True), View(mono=True)):
        one, two = (played.door.draw(state, view) for state in (played.state, state))
        assert one.cells == two.cells and "[E] play on" in one.text()
    tabled = played.state.table
    assert tabled.eyes != EVERYBODY and not any("The code was" in line for line in heard(played))
    played.press("l")
    assert played.canvas.cells != played.door.draw(state._replace(page=OpenPage("board")), View()).cells


def test_a_lost_duel_is_played_on_and_the_books_hear_nothing_more():
    played = lost()
    booked, seen = played.state.booked, len(played.effects)
    guesses, code = played.state.table.position.guesses, played.state.table.position.hidden
    assert played.games[-1].score == rules.NOT_BROKEN and played.replay().ended
    played.press("e")
    table = played.state.table
    assert table.kind == "practice" and not table.position.duel
    assert (table.position.guesses, table.position.hidden) == (guesses, code)
    played.press(f"{typed(code)} enter v")
    assert "broke the code" in " ".join(heard(played)) and booked.seed in played.text
    played.press("esc enter")
    assert len(played.games) == 1 and played.state.scene == "title"
    assert not any(isinstance(effect, (Finish, SaveMove)) for effect in played.effects[seen:])


def test_plain_mode_plays_a_lost_duel_on_by_a_word():
    played = stage(LOSING, plain=True)
    played.say("", "RWBG")
    said = []
    while played.state.scene == "play":
        said = played.say(wrong(played))
    assert any("e for playing on" in line for line in said)
    assert not any("The code was" in line for line in said)
    assert "The result stands. What follows is practice." in played.say("on")


@pytest.mark.parametrize(
    ("options", "keys"),
    [(SOLO, "ctrl-q g"), (DUEL, "ctrl-q g"), (SOLO, "{code} enter"), (LOSING, "{code} enter")],
)
def test_nothing_else_is_played_on(options, keys):
    played = stage(options).press(HIDING if options["players"] == 2 else "enter")
    played.press(keys.format(code=typed(hidden(played))))
    assert played.state.scene == "done" and "play on" not in played.text
    before = played.state
    assert played.press("e").state == before


def test_ten_wrong_guesses_end_a_solo_game_at_eleven():
    play = stage(SOLO).press("enter")
    code = hidden(play)
    for _ in range(10):
        assert "?" in play.text.splitlines()[0]
        play.press(typed(wrong(play)) + " enter")
    assert play.games[0].score == 11 == play.replay().score
    assert play.state.scene == "done" and play.state.table.position.hidden == code
    assert play.press("v").text.count(play.games[0].seed.hex()) == 1 and play.games[0].id in play.text


@pytest.mark.parametrize("level", rules.LEVELS)
def test_a_duel_is_guess_and_answer_in_turn_until_it_ends(level):
    play = stage({"players": 2, "level": level}).press("enter r w b g enter")
    while phase(play) == "guess":
        play.press(typed(wrong(play)) + " enter")
    game, moves = play.games[0], play.games[0].moves
    assert game.seats == ("Ann", f"computer:{level}") and moves[0] == "code RWBG"
    assert len(moves) % 2 == 1 and game.score == 11 == play.replay().score
    assert play.state.table.position.beaten or len(moves) == 21
    position = play.state.table.position
    assert rules.result(position) == ("lost" if position.beaten else "drawn")


@pytest.mark.parametrize("level", rules.LEVELS)
def test_the_computer_never_looks_at_a_code(level):
    """Codes of the same scores are the same to it: it is told its own rows, and nothing else of them."""
    game = rules.new_game(INFO.complete(DUEL), ("Ann", "computer:watson"), Chance(bytes(32)))
    for move in ("code RWBG", "RRRR", "YYKK", "RRRR"):
        game = rules.apply(game, move)
    other = dataclasses.replace(game, own="GBWR", hidden="YYYY")
    assert game.history() == other.history()
    assert coach.guess(game, 1, level) == coach.guess(other, 1, level)


@pytest.mark.parametrize("level", rules.LEVELS)
def test_what_is_public_does_not_tell_what_the_computer_will_guess(level):
    """Ties are settled by the secret stream: other seeds, other guesses, and the seal foretells none."""
    guesses, foretold = set(), 0
    for number in range(1, 21):
        chance = Chance(seed_of(number))
        game = rules.new_game(INFO.complete(DUEL), ("Ann", f"computer:{level}"), chance)
        game = rules.apply(rules.apply(game, "code RWBG"), "YYYY")
        guess = coach.guess(game, 1, level)
        assert guess == coach.guess(game, 1, level), "the same seed, the same guess: a game resumes"
        guesses.add(guess)
        foretold += guess == computer.guess(4, 6, (), level, commitment(chance.seed))
    assert len(guesses) > 10 and foretold < 5


def test_the_computers_secret_bytes_are_not_those_of_the_code():
    game = rules.new_game(INFO.complete(DUEL), (), Chance(bytes(32)))
    stream = b"".join(hmac.digest(bytes(32), n.to_bytes(8, "big"), "sha256") for n in range(2))
    at = game.chance.used
    assert at >= 4 and rules.secret(game) == stream[at : at + 16].hex()


def test_pegs_come_one_by_one_and_any_key_skips():
    play = slowly(DUEL).press("enter r w b g enter")
    code = hidden(play)
    row = code[:2] + code[3] + code[2]
    play.press(typed(row) + " enter")
    assert not at_rest(play) and [w.name for w in play.waiting] == ["motion"]
    seen = []
    for _ in range(5):
        seen.append(play.text)
        play.tick()
    assert len(set(seen)) == 5, "a peg comes with every frame"
    assert not play.state.frames and "Watson is thinking" in play.text
    play.think()
    assert play.state.frames and "Watson guesses" in play.text
    play.press("y")
    assert at_rest(play) and phase(play) == "guess" and play.state.table.board.hand.pegs == "Y   "


def test_an_answer_that_comes_early_waits_for_the_callers_marks():
    play = slowly(DUEL).press("enter r w b g enter")
    play.press(typed(hidden(play)[:3] + "-") + " enter")
    play.think()
    assert play.state.frames and play.state.table.position.answers == ()
    board = play.text
    play.press("enter")
    assert len(play.games[0].moves) == 3 and "Watson guesses" in play.text
    play.settle()
    assert phase(play) == "guess" and at_rest(play) and play.text != board


def test_enter_ends_what_moves_and_does_nothing_else():
    play = slowly(DUEL).press("enter r w b g enter r r r r enter")
    play.think()
    for _ in range(3):
        play.press("enter")
    assert phase(play) == "guess" and at_rest(play) and play.bells == 0
    assert len(play.games[0].moves) == 3 and play.state.table.board.hand.full, "the third picks a row"


def test_keys_while_the_computer_thinks_make_no_row():
    play = slowly(DUEL, fast=True).press("enter r w b g enter r r r r enter y y =")
    assert phase(play) == "answer" and play.state.table.board.hand.empty and play.bells == 0
    assert Palette("Y") not in [spot.target for spot in play.canvas.spots]


def test_a_thought_that_fails_is_said_and_can_be_asked_again():
    play = slowly(DUEL, fast=True).press("enter r w b g enter r r r r enter")
    effect = play.thoughts.pop()
    play.send(Thought(effect.name, None, "The computer couldn't work that out."))
    assert phase(play) == "answer" and "Press Enter to ask again" in play.text
    play.send(Thought("answer of another game", "RRRR"))
    assert len(play.state.table.position.answers) == 0
    play.press("enter")
    play.think()
    assert phase(play) == "guess" and len(play.state.table.position.answers) == 1


# -- leaving, quitting, resuming ---------------------------------------------------------------------


def test_ctrl_x_leaves_at_once_and_ctrl_q_quits():
    play = stage(SOLO).press("enter ctrl-x")
    assert play.left and play.games[0].score is None
    play = stage(SOLO).press("enter ctrl-q")
    assert "counts as not broken: 11" in play.text and play.games[0].score is None
    play.press("g")
    assert play.games[0].moves == ["quit"] and play.games[0].score == 11 == play.replay().score
    assert rules.result(play.state.table.position) == "lost" and "Given up" in play.text
    assert stage().press("ctrl-x").left


def resumed(play, count):
    """The game of a stage begun again with its first `count` moves."""
    game = play.games[0]
    begun = Begun(game.record.upto(count), resumed=True)
    state, _ = DOOR.start(play.setup)
    return DOOR.update(state, begun)


def test_a_duel_resumes_at_every_move_and_the_computer_goes_on_as_it_would_have():
    play = stage({"level": "homer"}).press("enter r w b g enter")
    for _ in range(3):
        play.press(typed(wrong(play)) + " enter")
    moves = play.games[0].moves
    for count in range(len(moves) + 1):
        state, effects = resumed(play, count)
        thoughts = [effect for effect in effects if isinstance(effect, Think)]
        due = state.table.position.phase
        if count == 0:
            assert due == "code"
        elif count % 2 == 1:
            assert due == "guess" and not thoughts
        else:
            (thought,) = thoughts
            assert due == "answer"
            assert thought.task(*thought.args) == moves[count]
        assert state.table.position.hidden == hidden(play)


def test_a_resumed_game_keeps_its_own_size_whatever_is_chosen_now():
    play = stage({**SOLO, "holes": 5, "colours": 8}).press("enter")
    setup = dataclasses.replace(play.setup, prefs={"holes": "4", "colours": "3", "players": "2"})
    state, _ = DOOR.start(setup)
    game = play.games[0]
    state, _ = DOOR.update(
        state, Begun(Record(game.options, game.seats, Chance(game.seed), id=game.id, commit=""), resumed=True)
    )
    assert (state.table.position.holes, state.table.position.colours, state.table.position.duel) == (
        5,
        8,
        False,
    )


def test_straight_begins_at_once_with_the_words_of_the_command_line():
    play = stage(FREE, straight=True, argv=("solo", "5x8", "sound=off"))
    assert phase(play) == "guess" and play.state.table.choices["sound"] == "off"
    assert (play.games[0].options["holes"], play.games[0].options["colours"]) == (5, 8)
    duel = stage(straight=True, argv=("einstein",))
    assert duel.games[0].seats == ("Ann", "computer:einstein")


# -- settings ---------------------------------------------------------------------------------------


def test_settings_are_chosen_by_keys_remembered_and_hold_from_the_next_game():
    play = stage(SOLO | FREE).press("enter f3 right down right enter")
    assert play.prefs == {"colours": "7", "holes": "5"}
    assert play.state.table.position.colours == 6 and play.state.table.position.holes == 4
    play.press("n y")
    assert (play.games[1].options["colours"], play.games[1].options["holes"]) == (7, 5)


ROWS = ("colours", "holes", "players", "level", "sound", "numbers", "keypad")


def flip(play, *keys):
    """Each of these settings to its next value, by the mouse."""
    for key in keys:
        mouse(play.press("f3"), "press", ROWS.index(key))
        play.press("enter")
    return play


def test_a_game_under_way_keeps_its_sound_its_pegs_and_its_number_keys():
    play = stage(SOLO).press("enter r")
    before = play.text.splitlines()[:20]
    for key in ("numbers", "keypad", "sound"):
        mouse(play.press("f3"), "press", ROWS.index(key))
        assert "This applies from the next one" in play.text
        play.press("enter")
    assert play.text.splitlines()[:20] == before, "no peg shows a number yet"
    assert play.press("2 =").state.table.board.hand.pegs == "RW  " and play.bells == 1, "2 is a colour"
    play.press("ctrl-q g y").press("r")
    assert "1" in play.text.splitlines()[2][:9]
    assert play.press("6 2").state.table.board.hand.cursor == 2
    assert play.press("=").bells == 1
    assert play.prefs == {"numbers": "on", "keypad": "on", "sound": "off"}


def test_a_game_that_was_left_wears_what_is_chosen_when_it_goes_on():
    play = stage(SOLO).press("enter r w b g enter")
    setup = dataclasses.replace(play.setup, prefs={"numbers": "on"})
    game = play.games[0]
    state, _ = DOOR.start(setup)
    state, _ = DOOR.update(
        state, Begun(Record(game.options, game.seats, Chance(game.seed), id=game.id, commit=""), resumed=True)
    )
    assert state.table.choices["numbers"] == "on"


def test_the_boards_own_mono_holds_at_once_whatever_the_game_wears():
    play = flip(stage(SOLO).press("enter r"), "numbers")
    play.view = View(mono=True)
    assert "(R)" in play.text and play.prefs == {"numbers": "on"}


def test_practice_is_played_by_the_same_choices_and_counts_for_nothing():
    play = stage(prefs={"holes": "5", "level": "einstein"}).press("p")
    assert play.games[0].options["holes"] == 5 and not play.games[0].ranked
    play.press("r w b g y enter r r r r r enter u")
    assert play.state.table.moves == ("code RWBGY",) and phase(play) == "guess"
    assert play.press("u").state.table.moves == () and phase(play) == "code"


def planned(options=None, **chosen):
    """What ENTER plays."""
    options, seats, _ = plan(Front(INFO.complete(options or {}), "Ann", None, chosen), False)
    return tuple(options[name] for name in ("holes", "colours", "players", "level")), seats


def test_what_is_remembered_is_read_again_and_nonsense_is_not():
    assert planned(FREE, colours="8", holes="9", level="hal") == (
        (4, 8, 2, "watson"),
        ("Ann", "computer:watson"),
    )
    assert planned(players="1", level="homer") == ((4, 6, 1, "watson"), ("Ann",))
    assert planned(colours="8", holes="5") == ((4, 6, 2, "watson"), ("Ann", "computer:watson")), "the sysop's"
    front = Front(INFO.complete({}), "Ann", None, {"colours": "8", "holes": "5"})
    assert (plan(front, True).options["holes"], plan(front, True).options["colours"]) == (5, 8), (
        "for practice"
    )
    front = Front(INFO.complete({"holes": 5, "level": "homer", "players": 1}), "Ann", None, {})
    assert [row.default for row in choices(front)] == ["6", "5", "1", "homer", "on", "off", "off"]
    assert [row.key for row in choices(front)] == list(ROWS)


def test_the_sysops_options_are_where_a_caller_starts():
    sysop = {"holes": 5, "colours": 8, "players": 2, "level": "homer"}
    assert planned(sysop) == ((5, 8, 2, "homer"), ("Ann", "computer:homer"))
    assert INFO.journal_options(INFO.complete(plan(Front(INFO.complete({"players": 1})), False).options)) == {
        "players": 1
    }
    assert INFO.journal_options(INFO.complete(plan(Front(INFO.defaults()), False).options)) == {}


def test_a_gentle_board_lets_homer_in_first_and_grows_up_to_the_boards_level():
    def rival(won, **chosen):
        kinds = {level: {"won": 1} for level in won}
        front = Front(INFO.defaults(), "Ann", {"callers": {"Ann": kinds}}, {GENTLE: "on", **chosen})
        return plan(front, False).seats[1].removeprefix("computer:"), about(front)

    assert rival(()) == ("homer", "A duel with Homer. Win, and Bart is waiting.")
    assert rival(["homer"])[0] == "bart" and rival(["lisa"])[0] == "watson"
    assert rival(["einstein"])[0] == "watson", "the board's own level"
    assert rival((), level="holmes")[0] == "holmes"
    assert rival(["homer"], level="homer") == ("homer", "4 holes, 6 colours, a duel with Homer Simpson.")
    assert rival(["homer"], level="grows")[0] == "bart"
    assert planned({"level": "lisa"}, gentle="on")[1][1] == "computer:lisa"


def test_sound_off_rings_no_bell():
    play = stage(SOLO, prefs={"sound": "off"}).press("enter v =")
    play.press("r r backspace backspace").press(typed(hidden(play)) + " enter")
    assert play.state.scene == "done" and play.bells == 0
    loud = stage(SOLO).press("enter")
    assert loud.press(typed(hidden(loud)) + " enter").bells == 1


@pytest.mark.parametrize("level", rules.LEVELS)
def test_every_level_is_described(level):
    play = stage(prefs={"level": level}).press("s down down down")
    assert PLAYERS[level].how() in play.text and str(PLAYERS[level].name) in play.text


# -- show scoring -----------------------------------------------------------------------------------


def test_scoring_is_not_shown_in_a_solo_game_until_it_is_over():
    for key in ("f5", "l"):
        play = stage(SOLO).press("enter").press(typed(wrong(stage(SOLO).press("enter"))) + f" enter {key}")
        assert play.state.table.board.shown is None and "would give the code away" in play.text
    play.press("ctrl-q g l f5")
    assert play.state.table.board.shown == (0, 0) and "The code" in play.text


def test_scoring_in_a_duel_shows_the_computers_last_guess():
    play = duelling()
    play.press("f5")
    assert play.state.table.board.shown is None and "hasn't made a guess yet" in play.state.note.text
    play.press(typed(wrong(play)) + " enter f5")
    black, white = play.state.table.position.history()[-1][1]
    assert "Watson's guess 1 scores" in play.text
    assert play.text.count("Direct hit:") == black and play.text.count("Near miss:") == white
    assert "Your guess" not in play.text
    assert play.press("tab").state.table.board.shown == (1, 0)
    assert play.press("esc").state.table.board.shown is None and play.state.page.name == ""


def test_five_scoring_pegs_have_their_words_inside_the_panel():
    play = stage({**SOLO, "holes": 5}).press("enter")
    code = hidden(play)
    shown = play.press(typed(code) + " enter l f5").text.splitlines()
    assert sum("Direct hit:" in row for row in shown[15:20]) == 5 and shown[20].startswith(" ╘═")


def test_after_a_game_every_row_of_both_sides_is_shown():
    play = duelling()
    for _ in range(2):
        play.press(typed(wrong(play)) + " enter")
    play.press("ctrl-q g l f5")
    seen = [play.text.splitlines()[2]]
    for keys in ("up", "tab", "up"):
        seen.append(play.press(keys).text.splitlines()[2])
    assert "Watson's guess 2" in seen[0] and "Watson's guess 1" in seen[1]
    assert "Your guess 2" in seen[2] and "Your guess 1" in seen[3]


# -- the solver's eye ----------------------------------------------------------------------------------


def test_the_solvers_eye_goes_through_the_rows():
    play = duelling()
    for _ in range(2):
        play.press(typed(wrong(play)) + " enter")
    play.press("ctrl-q g c")
    game = play.state.table.position
    rows = [row for part in play.state.look.parts for row in part]
    assert [row.seat for row in rows] == [0, 1, 0, 1]
    for side in (0, 1):
        eye = [row.seen for row in rows if row.seat == side]
        assert [(one.number, one.marks) for one in eye] == [
            (at, marks) for at, (_, marks) in enumerate(game.history(side), 1)
        ]
        assert [eye[0].before, eye[1].before] == [1296, eye[0].after]
    assert "1,296" in play.text and f"{eye[0].after:,}" in play.press("pgdn").text
    assert "Watson's rows" in play.text.splitlines()[2]
    assert "your rows" in play.press("pgup").text.splitlines()[2]


def test_ten_rows_and_an_estimate_fit_one_page():
    play = stage(SOLO | {"holes": 4, "colours": 8}).press("enter")
    for _ in range(rules.GUESSES):
        play.press(typed(wrong(play)) + " enter")
    play.press("c")
    said = " ".join(play.text.split())
    assert "PgDn" not in said and "An estimate. Your mistakes cost" in said and " 10 " in said
    assert our.eye_found_explained() not in said, "there is no next guess"


def test_the_eye_sees_what_einstein_guessed():
    play = stage({"level": "einstein"}).press("enter r w b g enter")
    play.press(typed(wrong(play)) + " enter").press(typed(wrong(play)) + " enter ctrl-q g c")
    theirs = [row for (row,) in play.state.look.parts if row.seat == 1]
    assert theirs and all(row.move == row.seen.einstein for row in theirs)


def test_the_eye_thinks_aside_a_row_at_a_time():
    play = slowly(SOLO, fast=True).press("enter")
    play.press(typed(wrong(play)) + " enter").press(typed(wrong(play)) + " enter ctrl-q g c")
    assert [thought.task for thought in play.thoughts] == [coach.COACH.look]
    assert "looking at the game" in play.text
    play.think()
    assert len(play.thoughts) == 1 and "looking at row 2" in play.text and "1,296" in play.text
    play.press("esc c")
    assert len(play.thoughts) == 2, "asked again, since it was closed meanwhile"
    play.think()
    play.think()
    assert not play.thoughts and len(play.state.look.parts) == 2


def test_the_eye_stops_where_nobody_looks_and_a_failure_is_said():
    play = slowly(SOLO, fast=True).press("enter")
    play.press(typed(wrong(play)) + " enter").press(typed(wrong(play)) + " enter ctrl-q g c esc")
    play.think()
    assert not play.thoughts and len(play.state.look.parts) == 1
    play.press("c")
    play.send(Thought(play.thoughts[0].name, None, "The computer couldn't work that out."))
    assert play.state.page.name == "" and "couldn't work" in play.text


def test_there_is_nothing_to_look_at_without_a_guess():
    play = stage(SOLO).press("enter ctrl-q g c")
    assert play.state.page.name == "" and "nothing here for the coach" in play.state.note.text
    assert play.press("l f5").state.table.board.shown is None


# -- whose eyes ------------------------------------------------------------------------------------


def seen_by(play, eyes):
    """All that those eyes see and are told, characters and colours."""
    game, table = DOOR.game, play.state.table._replace(eyes=eyes)
    cells = [game.picture.draw(table, View(mono=True)).text()]
    cells += [canvas.cells for canvas in (game.picture.draw(table, View()), game.picture.last(table, View()))]
    courses = [*walk(game.rules, table.course.record)]
    before = table._replace(course=courses[-2]) if len(courses) > 1 else None
    said = [
        *game.words.say(before, table),
        *game.words.say(None, table),
        game.words.message(table),
        game.words.prompt(table),
    ]
    return cells, said, game.board.hints(table)


def test_the_callers_own_code_is_for_the_callers_eyes_alone():
    play = duelling()
    assert "Your hidden code: R W B G" in seen_by(play, 0)[1]
    assert "(R)(W)(B)(G)" in seen_by(play, 0)[0][0].splitlines()[0]
    assert seen_by(play, WATCHER)[0][0].startswith(" Ann ") and seen_by(play, 0)[0][0].startswith(" You ")
    for eyes in (WATCHER, EVERYBODY):
        cells, said, _ = seen_by(play, eyes)
        assert not [line for line in said if "R W B G" in line] and "(R)" not in cells[0].splitlines()[0]
    play.press(typed(wrong(play)) + " enter ctrl-q g")
    cells, said, _ = seen_by(play, EVERYBODY)
    assert "(R)(W)(B)(G)" in cells[0] and f"({')('.join(hidden(play))})" in cells[0]
    assert any(" ".join(hidden(play)) in line for line in said)


# -- colours ---------------------------------------------------------------------------------------------


def ground(canvas, x, y):
    """The background of a cell."""
    return canvas.cells[y][x] >> SHIFT + 4 & 15


@pytest.mark.parametrize("keys", ["enter r", f"{HIDING} r r w w enter", f"{HIDING} ctrl-q g l"])
@pytest.mark.parametrize("options", [SOLO, DUEL], ids=["solo", "duel"])
def test_what_is_written_on_magenta_stands_out(options, keys):
    canvas = stage(options).press(keys).canvas
    written = {
        canvas.cells[y][x] >> SHIFT & 15
        for y in range(21)
        for x in range(80)
        if ground(canvas, x, y) == MAGENTA and canvas.cells[y][x] & CODE != 32
    }
    assert written and written <= {BLACK, WHITE, YELLOW}


# -- colour numbers, mono, ascii -------------------------------------------------------------------------


@pytest.mark.parametrize("view", [View(), View(mono=True), View(ascii=True), View(132, 37, mono=True)])
def test_with_colour_numbers_every_peg_is_read_without_colour(view):
    play = stage({**SOLO, "colours": 8}, prefs={"numbers": "on"}, view=view).press("enter r o v k")
    row = "".join(text[3:28] for text in play.text.splitlines()[1:3])
    assert [char for char in row if char.isdigit()] == ["1", "7", "8", "6"]


# -- tables ---------------------------------------------------------------------------------------------


def line(caller="Ann", score=5, moves=("RRRR",), options=None, seats=None, month="2026-11"):
    return {"door": "mindbuster", "caller": caller, "score": score, "moves": list(moves), "month": month,
            "options": options or {}, "seats": seats or [caller, "computer:watson"]}  # fmt: skip


LOST = ("code RRRR", "WWWW", "BBBB", "WWWW", "RRRR")
WON = ("code RRRR", "WWWW", "BBBB", "WBWB", "GGGG")


def told(*games):
    tally = None
    for game in games:
        tally = DOOR.tally(tally, game)
    return tally


def test_tables_are_apart_by_size_mode_and_level():
    tally = told(
        line(score=4, moves=WON),
        line(score=3, moves=WON, options={"level": "einstein"}, seats=["Ann", "computer:einstein"]),
        line(score=2, options={"players": 1}, seats=["Ann"]),
        line(score=6, options={"players": 1, "holes": 5}, seats=["Ann"]),
    )
    best = {
        (size, mode): of["best"][0][0]
        for size, modes in tally["tables"].items()
        for mode, of in modes.items()
    }
    assert best == {("4x6", "watson"): 4, ("4x6", "einstein"): 3, ("4x6", "solo"): 2, ("5x6", "solo"): 6}


def test_won_lost_drawn_and_streaks():
    solo = {"options": {"players": 1}, "seats": ["Ann"]}
    tally = told(
        line(score=2, moves=WON), line(score=2, moves=WON), line(score=11, moves=LOST),
        line(score=2, moves=WON), line(score=2, moves=LOST),
        line(score=11, moves=("quit",)), line(score=11, **solo), line(score=4, **solo),
    )  # fmt: skip
    duel = tally["callers"]["Ann"]["duel"]
    assert duel == {"won": 3, "lost": 2, "drawn": 1, "streak": 0, "longest": 2}
    assert tally["callers"]["Ann"]["solo"] == {"won": 1, "lost": 1, "drawn": 0, "streak": 1, "longest": 1}
    table = tally["tables"]["4x6"]["watson"]
    assert (table["games"], table["won"], table["lost"], table["drawn"]) == (6, 3, 2, 1)
    assert all(row[0] < 11 for row in table["best"])


def test_the_best_five_are_kept_the_earlier_first():
    tally = told(*(line(name, score, WON) for name, score in
                   (("A", 5), ("B", 4), ("C", 5), ("D", 9), ("E", 4), ("F", 3), ("G", 11))))  # fmt: skip
    assert [row[:2] for row in tally["tables"]["4x6"]["watson"]["best"]] == [
        [3, "F"], [4, "B"], [4, "E"], [5, "A"], [5, "C"],
    ]  # fmt: skip


@examples(15)
@given(st.integers(1, 200), st.sampled_from(["homer", "lisa", "holmes"]), st.integers(0, 4))
def test_the_tables_agree_with_the_rules_on_who_won(seed, level, early):
    play = stage({"level": level}, first_seed=seed).press("enter f4 enter")
    for _ in range(early):
        if phase(play) == "guess":
            play.press(typed(wrong(play)) + " enter")
    if phase(play) == "guess":
        play.press(typed(hidden(play)) + " enter")
    game = play.games[0]
    full = INFO.complete(game.options)
    tally = told(
        line(score=game.score, moves=game.moves, options=INFO.journal_options(full), seats=list(game.seats))
    )
    outcome = play.replay()
    assert tally["callers"]["Ann"]["duel"][rules.result(play.state.table.position)] == 1
    assert outcome.score == game.score


def test_the_records_have_a_page_a_size_what_is_played_first():
    tally = told(line(score=4, moves=WON), line("Zed", 3, options={"players": 1, "holes": 5}, seats=["Zed"]),
                 line(score=11, moves=LOST, options={"colours": 8}))  # fmt: skip
    play = stage(books=Books(tally=tally)).press("t")
    assert "Your games, in all sizes" in play.text and "Dr Watson           1     1     0" in play.text
    heads = [play.press("right").text.splitlines()[2] for _ in range(3)]
    assert [head[4:22] for head in heads] == [
        "4 holes, 6 colours",
        "4 holes, 8 colours",
        "5 holes, 6 colours",
    ]
    assert "3 Zed" in play.text and "4 Ann" in play.press("left left").text
    assert "no code broken yet" in play.press("right").text
    assert play.press("esc").state.page.name == ""


def test_the_records_have_room_for_a_caller_who_has_met_everybody():
    games = [
        line(score=4, moves=WON, options={"level": level}, seats=["Ann", f"computer:{level}"])
        for level in rules.LEVELS
    ]
    tally = told(*games, line(score=4, options={"players": 1}, seats=["Ann"]))
    shown = stage(books=Books(tally=tally)).press("t").text.splitlines()
    mine = [row[44:].rstrip(" │") for row in shown[5:13]]
    assert mine[0] == "Solo                1     0" and mine[-1] == "Albert Einstein     1     0     0"
    assert any("All duels: streak 6, longest 6." in row for row in shown) and shown[20].startswith(" ╘═")


def test_the_end_tells_the_callers_record_with_this_game_in_it():
    tally = told(*[line(score=4, moves=WON)] * 3, line(score=11, moves=LOST), line(score=4, moves=WON))
    play = stage(DUEL, books=Books(tally=tally, turns_left=5), plain=True)
    play.say("", "rwbg")
    assert "Dr Watson: 4 of 6 won; streak 0, longest 3." in play.say("q", "g")
    assert "4 of 6" in play.text and "0, best 3" in play.text
    practice = stage(DUEL, books=Books(tally=tally)).press("p q g")
    assert "so far" not in practice.text


def test_turns_without_a_limit_are_told_whole_beside_the_result():
    play = stage(SOLO, books=Books(turns_left=None)).press("enter ctrl-q g")
    assert "Turns: no limit" in play.text


def test_a_finished_game_is_narrated():
    play = duelling()
    play.press(typed(hidden(play)) + " enter")
    game = play.games[0]
    said = DOOR.narrate(Record(game.options, tuple(game.seats), Chance(game.seed), tuple(game.moves)))
    assert any(text.startswith("1. Watson guesses ") for text in said)
    assert "Ann hides RWBG." in said and said[-1] == "Game over. Score: 1"


# -- plain mode -----------------------------------------------------------------------------------------


def plain(options=None, **setup):
    return stage(options, plain=True, **setup)


def test_a_solo_game_in_lines():
    play = plain(SOLO)
    first = DOOR.tell(None, play.state)
    assert first.lines[0] == "MindBuster!" and first.prompt.startswith("Play?")
    said = play.say("")
    assert "Solo: 4 holes, 6 colours, 10 guesses." in said and said[-1].startswith("Guess 1? (letters")
    assert "Colours: 1 R Red, 2 W White, 3 B Blue, 4 G Green, 5 Y Yellow, 6 K Black" in said
    assert any(text.startswith("Seal: ") for text in said)
    code = hidden(play)
    guess = wrong(play)
    marks = rules.mark(guess, code)
    from door.games.mindbuster.words import marks_text

    assert play.say(" ".join(guess.lower()))[:1] == [f"Guess 1: {' '.join(guess)}, {marks_text(marks)}"]
    digits = "".join(str("RWBGYK".index(peg) + 1) for peg in code)
    said = play.say(digits)
    assert "You broke the code in 2." in said and "Game over. Score: 2" in said
    assert said[-1].startswith("Play again?")
    assert any(play.games[0].seed.hex() in text for text in play.say("v"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("rw", "Hole 3 is empty. Choose a colour or NO PEG."),
        ("rwbgg", "There are only 4 holes."),
        ("rwbv", "This game has no colour 'V' (hole 4). It has R W B G Y K."),
        (
            "r!bg",
            "Type 4 letters of R W B G Y K, - for NO PEG, or their numbers; random picks a row, "
            "Enter alone repeats the rows, ? is help.",
        ),
        ("=", "You have no earlier row to copy."),
        ("= 7", "You have no earlier row to copy."),
    ],
)
def test_lines_are_refused_with_the_reason(text, reason):
    play = plain(SOLO)
    play.say("")
    assert reason in play.say(text) and play.games[0].moves == []
    assert reason in play.say(text), "the same line is answered again"


def test_a_hidden_code_with_no_peg_is_refused_in_lines():
    play = plain(DUEL)
    play.say("")
    assert "Hole 2 has NO PEG. A hidden code has a colour in every hole." in play.say("r-bg")


@pytest.mark.parametrize("word", ["random", "a", "*"])
def test_random_and_copied_rows_are_shown_before_they_are_entered(word):
    play = plain(SOLO)
    play.say("")
    said = play.say(word)
    row = play.state.table.board.hand.pegs
    assert said == [f"Row: {' '.join(row)}", "Enter guesses it:"] and play.games[0].moves == []
    play.say("")
    assert play.games[0].moves == [row]
    if phase(play) == "guess":
        assert play.say("= 1")[0] == f"Row: {' '.join(row)}"


def test_a_line_while_the_computer_thinks_is_told_so_and_enters_nothing():
    play = slowly(DUEL, plain=True)
    play.say("", "rwbg", "rrww")
    assert play.say("yykk") == ["Watson is thinking.", ""] and play.games[0].moves == ["code RWBG", "RRWW"]
    assert "Leave it for later" in play.say("q")[-1]


def test_words_of_the_board_are_words_and_letters_are_pegs():
    play = plain(SOLO)
    play.say("")
    play.say(wrong(play))
    for word, over in (("tables", "bulletin"), ("rules", "help"), ("set", "settings"), ("new", "new"),
                       ("t", "bulletin")):  # fmt: skip
        play.say(word)
        assert play.state.page.name == over
        play.say("q" if over == "help" else "")
    assert play.state.page.name == "" and play.games[0].score is None
    assert "In a solo game the lines would give the code away. Look after the game." in play.say("lines")


# -- how many codes still fit ---------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["f6", "f", "F"])
def test_practice_tells_how_many_codes_still_fit(key):
    stage = Stage(find("mindbuster"), prefs={"players": "1"}).press("p")
    assert "1296 codes still fit your rows." in stage.press(key).text
    stage.press("r r w w enter")
    code = stage.position.hidden
    left = sum(
        rules.mark("RRWW", "".join(one)) == rules.mark("RRWW", code)
        for one in itertools.product(stage.position.palette, repeat=4)
    )
    assert f"{left} codes still fit your rows." in stage.press(key).text


def test_a_game_that_counts_does_not_tell_it():
    stage = Stage(find("mindbuster"), prefs={"players": "1"}).press("enter")
    assert "The coach answers in practice games only." in stage.press("f6").text


def test_in_plain_mode_a_word_asks_how_many_fit():
    stage = Stage(find("mindbuster"), prefs={"players": "1"}, plain=True)
    assert "1296 codes still fit your rows." in stage.say("p", "fits")


# -- a newcomer ------------------------------------------------------------------------------------


def test_what_pegs_mean_is_said_before_a_code_is_asked_for():
    hiding = stage(DUEL).press("enter")
    assert phase(hiding) == "code" and our.legend_title() in hiding.text
    assert our.legend_title() not in hiding.press("r w b g enter").text
    spoken = Stage(DOOR, options=DUEL, plain=True)
    said = spoken.say("")
    at = [at for at, line in enumerate(said) if "black peg is a right colour in the right hole" in line]
    assert at and at[0] < len(said) - 1


def test_a_lost_duel_ends_with_advice_until_one_is_won():
    advice = our.advice_first_guesses()
    assert advice in lost().text
    won = {"won": 1, "lost": 0, "drawn": 0, "streak": 0, "longest": 1}
    ended = lost().state.table
    assert words.ending(ended).advice == advice
    kind = words.level_of(ended.seats, ended.options)
    assert words.ending(ended._replace(tally={"callers": {ended.caller: {kind: won}}})).advice == ""


def test_after_a_first_loss_a_game_with_a_hint_for_each_move_is_offered():
    stage = lost()
    assert "[Tab] Play again, with a hint per move" in stage.text
    stage.press("tab")
    assert not stage.games[-1].ranked
    for _ in range(2):
        stage.press("f4 enter")
        while stage.state.frames:
            stage.press("enter")
        assert not stage.asked or re.search(r"codes? still fits? your rows", stage.text), stage.text
    stage.press("ctrl-q g")
    assert not stage.press("a").state.run.is_guided
