"""MindBuster! as a caller plays it: rows by keys and mouse, duels, settings, lines, plain mode, tables."""

import dataclasses

import golden
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stage import Stage, seed_of

from door.games.chance import Chance
from door.games.mindbuster import computer, rules, thoughts
from door.games.mindbuster.card import INFO, SETTINGS, Choice, choice_of, options_for
from door.games.mindbuster.hand import fresh, read_row
from door.games.mindbuster.help import pages
from door.games.mindbuster.lines_view import LEFT, PITCH
from door.games.mindbuster.state import Back, Hole, Palette, Pick
from door.midend.api import Begun, Booked, Finish, Refused, Think, Thought
from door.midend.books import Books, Row
from door.midend.doors import find
from door.term.canvas import CODE
from door.term.keys import Key, Mouse
from door.ui.screen import Bell, Tick, View

mindbuster = find("mindbuster")

SOLO = {"players": 1}
DUEL = {"players": 2, "level": "watson"}


def stage(options=None, **setup):
    return Stage(mindbuster, options=options or {}, **{"fast": True, **setup})


def typed(row):
    return " ".join(row.lower())


def hidden(stage):
    return stage.state.game.hidden


def wrong(stage):
    """A row of one colour that is not the code."""
    game = stage.state.game
    return next(peg * game.holes for peg in game.palette if peg * game.holes != game.hidden)


def duelling(**setup):
    """A duel whose code is set."""
    return stage(DUEL, **setup).press("enter r w b g enter")


def slowly(options=None, **setup):
    """A stage that thinks and ticks only when told to."""
    return Patient(mindbuster, options=options or {}, patient=True, **setup)


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
    assert stage(SOLO).press("enter " + keys).state.hand.pegs == pegs


def test_numpad_moves_take_the_place_of_numbers_when_chosen():
    play = stage(SOLO, prefs={"keypad": "on"}).press("enter 2 2 6 8 4")
    assert (play.state.hand.pegs, play.state.hand.cursor) == ("W-  ", 0)
    play.press("3")
    assert "letters choose one" in play.state.note and play.state.hand.pegs == "W-  "
    assert play.press("0 b").state.hand.pegs == "-B  "


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ("v", "'V' is no colour of this game: they are R W B G Y K."),
        ("j", "'J' is no colour of this game: they are R W B G Y K."),
        ("7", "7 is no colour of this game: they are 1 to 6."),
        ("9", "'9' is no colour of this game: they are R W B G Y K."),
        ("r w enter", "Hole 3 is not set yet: a colour, or NO PEG."),
        ("=", "There is no earlier row of yours to copy."),
        ("c", "There is no peg before this hole to copy."),
        ("r right c", "There is no peg before this hole to copy."),
    ],
)
def test_what_is_refused_in_a_guess_is_refused_in_place(keys, reason):
    play = stage(SOLO).press("enter " + keys)
    assert play.state.note == reason and reason in play.text
    assert play.bells == 1 and play.games[0].moves == []
    assert play.state.scene == "guess"


def test_a_refused_row_keeps_its_pegs_and_shows_the_hole():
    play = stage(SOLO).press("enter r w right g enter")
    assert (play.state.hand.pegs, play.state.hand.cursor) == ("RW G", 2)


def test_no_peg_and_an_unset_hole_are_refused_in_a_hidden_code():
    play = stage(DUEL).press("enter -")
    assert play.state.note == "NO PEG is for guesses: a hidden code has a colour in every hole."
    assert play.press("r w b enter").state.note == "Hole 4 is not set yet: choose a colour."
    assert Palette("-") not in [spot.target for spot in play.canvas.spots]
    assert {play.press("down").state.hand.pegs[3] for _ in range(12)} == set("RWBGYK")
    assert play.press("g enter").games[0].moves == ["code RWBG"]


def test_enter_on_an_empty_row_is_random_and_then_ok():
    play = stage(SOLO).press("enter enter")
    row = play.state.hand.pegs
    assert play.state.hand.full and set(row) <= set("RWBGYK") and play.games[0].moves == []
    assert play.press("enter").games[0].moves == [row]


@pytest.mark.parametrize("key", ["f4", "a", "*"])
def test_random_fills_every_hole_anew(key):
    play = stage({**SOLO, "holes": 5, "colours": 3}).press("enter v")
    rows = {play.press(key).state.hand.pegs for _ in range(30)}
    assert len(rows) > 20 and all(set(row) <= set("RWB") and len(row) == 5 for row in rows)
    assert stage({**SOLO, "holes": 5, "colours": 3}).press(f"enter {key}").state.hand.pegs in rows


def test_random_draws_nothing_from_the_games_chance():
    plain, mixed = stage(SOLO).press("enter"), stage(SOLO).press("enter f4 f4 f4")
    assert hidden(plain) == hidden(mixed)


def test_equals_copies_the_last_row_then_the_ones_before_it():
    play = stage({**SOLO, "colours": 3, "holes": 5}).press("enter r r r r b enter w w w w b enter")
    assert play.press("=").state.hand.pegs == "WWWWB"
    assert play.press("=").state.hand.pegs == "RRRRB"
    assert play.press("=").state.hand.pegs == "WWWWB"
    assert play.press("home b").state.hand.pegs == "BWWWB"


@given(st.text(max_size=12))
def test_any_typed_row_reads_or_is_refused(text):
    pegs = read_row(text, "RWBG")
    assert pegs is None or all(peg.isalpha() or peg == "-" for peg in pegs)


# -- a row, by the mouse ----------------------------------------------------------------------------


def test_a_colour_is_dragged_from_the_palette_to_a_hole():
    play = stage(SOLO, view=View(mouse=True)).press("enter")
    drag(play, Palette("B"), Hole(2))
    assert play.state.hand.pegs == "  B " and play.state.hand.held == ""
    assert play.press("r").state.hand.pegs == "  BR", "the cursor has gone on"


def test_a_placed_colour_is_dragged_to_another_hole_and_stays():
    play = stage(SOLO).press("enter r")
    drag(play, Hole(0), Hole(3))
    assert play.state.hand.pegs == "R  R"


def test_a_peg_dropped_beside_the_board_or_where_it_was_changes_nothing():
    play = stage(SOLO).press("enter r")
    mouse(play, "press", Palette("G"))
    play.send(Mouse(40, 12, "release", "left", None))
    assert (play.state.hand.pegs, play.state.hand.held) == ("R   ", "")
    drag(play, Hole(0), Hole(0))
    assert (play.state.hand.pegs, play.state.hand.cursor) == ("R   ", 0)


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
    assert (play.state.hand.pegs, play.state.hand.cursor) == ("KK  ", 2)


def test_a_terminal_that_tells_of_no_release_clicks_the_colour_and_then_the_hole():
    play = stage(SOLO).press("enter")
    mouse(mouse(play, "press", Palette("G")), "press", Hole(3))
    assert play.state.hand.pegs == "   G"


def test_a_click_on_an_earlier_row_copies_it_whole():
    play = stage(SOLO).press("enter r r w w enter b b b g enter")
    assert mouse(play, "press", Back(0)).state.hand.pegs == "RRWW"
    assert mouse(play, "press", Back(1)).state.hand.pegs == "BBBG"


def test_right_button_and_wheel():
    play = stage(SOLO).press("enter r w")
    assert mouse(play, "press", Hole(0), "right").state.hand.pegs == " W  "
    assert mouse(play, "wheel-down", Hole(1)).state.hand.pegs == " B  "
    assert mouse(play, "wheel-up", Hole(1)).state.hand.pegs == " W  "


def test_the_buttons_are_their_keys_and_the_code_is_dragged_too():
    play = stage(DUEL).press("enter")
    for hole, colour in enumerate("YYKR"):
        drag(play, Palette(colour), Hole(hole))
    play.click(*target_at(play.canvas, Key("enter")))
    assert play.games[0].moves == ["code YYKR"]
    play.click(*target_at(play.canvas, Key("f4")))
    assert play.state.hand.full
    play.click(*target_at(play.canvas, Key("enter")))
    assert len(play.state.game.guesses) == 1
    drag(play, Palette("-"), Hole(1))
    assert play.state.hand.pegs == " -  "


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
    assert play.games[0].score == 2 == play.replayed().score and play.replayed().over
    assert play.games[0].seats == ("Ann",)
    assert play.state.scene == "done" and "You broke the code in 2." in play.text
    assert play.games[0].result == {"result": "won"}


def test_ten_wrong_guesses_end_a_solo_game_at_eleven():
    play = stage(SOLO).press("enter")
    code = hidden(play)
    for _ in range(10):
        assert "?" in play.text.splitlines()[0]
        play.press(typed(wrong(play)) + " enter")
    assert play.games[0].score == 11 == play.replayed().score
    assert play.state.scene == "done" and play.state.game.hidden == code
    assert play.games[0].seed.hex()[:16] in play.text and play.games[0].id in play.text


@pytest.mark.parametrize("level", rules.LEVELS)
def test_a_duel_is_guess_and_answer_in_turn_until_it_ends(level):
    play = stage({"players": 2, "level": level}).press("enter r w b g enter")
    while play.state.scene == "guess":
        play.press(typed(wrong(play)) + " enter")
    game, moves = play.games[0], play.games[0].moves
    assert game.seats == ("Ann", f"computer:{level}") and moves[0] == "code RWBG"
    assert len(moves) % 2 == 1 and game.score == 11 == play.replayed().score
    assert play.state.game.beaten or len(moves) == 21
    assert game.result["result"] == ("lost" if play.state.game.beaten else "drawn")


def test_the_computer_is_told_its_own_rows_and_never_the_code():
    first, other = slowly(DUEL), slowly(DUEL)
    for play, code in ((first, "r w b g"), (other, "k y k y")):
        play.press(f"enter {code} enter")
        play.press("r r r w enter")
        play.settle()
    (one,), (two,) = first.thoughts, other.thoughts
    assert one.task is thoughts.guess and one.args == two.args
    assert one.args[:4] == (4, 6, (), "watson")


def test_who_breaks_the_code_first_still_lets_the_computer_answer():
    play = duelling()
    play.press(typed(hidden(play)) + " enter")
    assert len(play.state.game.answers) == 1 and play.games[0].score == 1
    assert play.games[0].result["result"] == ("drawn" if play.state.game.beaten else "won")


def test_pegs_come_one_by_one_and_any_key_skips():
    play = slowly(DUEL).press("enter r w b g enter")
    code = hidden(play)
    row = code[:2] + code[3] + code[2]
    play.press(typed(row) + " enter")
    assert play.state.scene == "marking" and [w.name for w in play.waiting] == ["peg"]
    for _ in range(5):
        play.tick()
    assert play.state.scene == "waiting" and "is thinking" in play.text
    play.think()
    assert play.state.scene == "answering"
    play.press("y")
    assert play.state.scene == "guess" and play.state.hand.pegs == "Y   "


def test_an_answer_that_comes_early_waits_for_the_callers_marks():
    play = slowly(DUEL).press("enter r w b g enter")
    play.press(typed(hidden(play)[:3] + "-") + " enter")
    play.think()
    assert play.state.scene == "marking" and len(play.games[0].moves) == 3
    board = play.text
    play.press("enter")
    assert play.state.scene == "answering"
    play.settle()
    assert play.state.scene == "guess" and play.text != board


def test_a_thought_that_fails_is_said_and_can_be_asked_again():
    play = slowly(DUEL, fast=True).press("enter r w b g enter r r r r enter")
    effect = play.thoughts.pop()
    play.send(Thought(effect.name, None, "The computer could not work that out."))
    assert play.state.scene == "waiting" and "ENTER asks it again" in play.text
    play.send(Thought("answer of another game", "RRRR"))
    assert len(play.state.game.answers) == 0
    play.press("enter")
    play.think()
    assert play.state.scene == "guess" and len(play.state.game.answers) == 1


def test_the_seal_is_shown_before_the_first_guess():
    play = slowly(SOLO).press("enter")
    commit = play.state.begun.commit
    assert f"{commit[:4]} {commit[4:8]} {commit[8:12]}" in play.text
    assert "? " * 3 in play.text.splitlines()[0].replace("  ", " ")


# -- leaving, quitting, resuming ---------------------------------------------------------------------


def test_leaving_asks_and_keeps_the_game():
    for key in ("esc", "q"):
        play = stage(SOLO).press(f"enter r {key}")
        assert play.state.over == "ask" and "Leave this game?" in play.text and not play.left
        assert play.press("esc").state.hand.pegs == "R   "
        play.press(f"{key} l")
        assert play.left and play.games[0].score is None


def test_ctrl_x_leaves_at_once_and_ctrl_q_quits():
    play = stage(SOLO).press("enter ctrl-x")
    assert play.left and play.games[0].score is None
    play = stage(SOLO).press("enter ctrl-q")
    assert play.state.over == "quit" and play.games[0].score is None
    play.press("y")
    assert play.games[0].moves == ["quit"] and play.games[0].score == 11 == play.replayed().score
    assert "Given up" in play.text
    assert stage().press("ctrl-x").left
    assert "no game to quit" in stage().press("ctrl-q").state.note


def test_a_new_game_needs_the_old_one_quit_first():
    play = stage(SOLO).press("enter r f2")
    assert play.state.over == "again" and len(play.games) == 1
    play.press("y")
    assert len(play.games) == 2 and play.games[0].moves == ["quit"] and play.state.scene == "guess"
    assert play.press("n esc").state.over == "" and len(play.games) == 2


def test_esc_leaves_where_no_game_is_under_way():
    assert stage().press("esc").left
    assert stage(SOLO).press("enter ctrl-q y q").left


def resumed(play, count):
    """The game of a stage begun again with its first `count` moves."""
    game = play.games[0]
    begun = Begun(game.id, Chance(game.seed), play.state.begun.commit, game.options, game.seats,
                  tuple(game.moves[:count]), resumed=True)  # fmt: skip
    state, _ = mindbuster.start(play.setup)
    return mindbuster.update(state, begun)


def test_a_duel_resumes_at_every_move_and_the_computer_goes_on_as_it_would_have():
    play = duelling()
    for _ in range(3):
        play.press(typed(wrong(play)) + " enter")
    moves = play.games[0].moves
    for count in range(len(moves) + 1):
        state, effects = resumed(play, count)
        thoughts = [effect for effect in effects if isinstance(effect, Think)]
        if count == 0:
            assert state.scene == "code"
        elif count % 2 == 1:
            assert state.scene == "guess" and not thoughts
        else:
            (thought,) = thoughts
            assert state.scene == "waiting"
            assert thought.task(*thought.args) == moves[count]
        assert state.game.hidden == hidden(play)


def test_a_game_whose_last_move_was_kept_is_finished_when_it_resumes():
    play = stage(SOLO).press("enter")
    play.press(typed(hidden(play)) + " enter")
    state, effects = resumed(play, 1)
    assert state.scene == "done" and Finish(1, {"result": "won"}) in effects


def test_moves_that_do_not_fit_are_told_and_no_game_is_shown():
    play = stage(SOLO).press("enter")
    play.games[0].moves = ["code RRRR"]
    state, effects = resumed(play, 1)
    assert state.scene == "title" and "cannot be played on" in state.note and effects == (Bell(),)


def test_a_resumed_game_keeps_its_own_size_whatever_is_chosen_now():
    play = stage({**SOLO, "holes": 5, "colours": 8}).press("enter")
    setup = dataclasses.replace(play.setup, prefs={"holes": "4", "colours": "3", "players": "2"})
    state, _ = mindbuster.start(setup)
    game = play.games[0]
    state, _ = mindbuster.update(
        state, Begun(game.id, Chance(game.seed), "", game.options, game.seats, resumed=True)
    )
    assert (state.game.holes, state.game.colours, state.game.duel) == (5, 8, False)


def test_no_turns_is_said_on_the_title_page():
    play = stage(books=Books(turns_left=0)).press("enter")
    assert play.state.scene == "title" and "no turns left" in play.text


def test_straight_begins_at_once_with_the_words_of_the_command_line():
    play = stage(straight=True, argv=("solo", "5x8", "nonsense"))
    assert play.state.scene == "guess"
    assert (play.games[0].options["holes"], play.games[0].options["colours"]) == (5, 8)
    duel = stage(straight=True, argv=("einstein",))
    assert duel.games[0].seats == ("Ann", "computer:einstein")


# -- settings ---------------------------------------------------------------------------------------


def test_settings_are_chosen_by_keys_remembered_and_hold_from_the_next_game():
    play = stage(SOLO).press("enter f3 right down right enter")
    assert play.prefs == {"colours": "7", "holes": "5"}
    assert play.state.game.colours == 6 and play.state.game.holes == 4
    play.press("n y")
    assert (play.games[1].options["colours"], play.games[1].options["holes"]) == (7, 5)


def test_a_game_under_way_keeps_its_sound_its_pegs_and_its_number_keys():
    play = stage(SOLO).press("enter r")
    before = play.text.splitlines()[:20]
    for target in (Pick("numbers", "on"), Pick("keypad", "on"), Pick("sound", "off")):
        mouse(play.press("f3"), "press", target)
        assert "this holds from the next one on" in play.text
        play.press("enter")
    assert play.text.splitlines()[:20] == before, "no peg shows a number yet"
    assert play.press("2 =").state.hand.pegs == "RW  " and play.bells == 1, "2 is a colour, and = rings"
    play.press("ctrl-q y").press("enter r")
    assert "1" in play.text.splitlines()[2][:9] and play.press("6 2").state.hand.cursor == 2
    assert play.press("=").bells == 1
    assert play.prefs == {"numbers": "on", "keypad": "on", "sound": "off"}


def test_a_game_that_was_left_wears_what_is_chosen_when_it_goes_on():
    play = stage(SOLO).press("enter r w b g enter")
    setup = dataclasses.replace(play.setup, prefs={"numbers": "on"})
    game = play.games[0]
    state, _ = mindbuster.start(setup)
    state, _ = mindbuster.update(
        state, Begun(game.id, Chance(game.seed), "", game.options, game.seats, resumed=True)
    )
    assert state.worn.numbers


def test_the_boards_own_mono_holds_at_once_whatever_the_game_wears():
    play = stage(SOLO).press("enter r f3").press("down down down down down right enter")
    play.view = View(mono=True)
    assert "(R)" in play.text and not play.state.worn.numbers and play.state.choice.numbers


def test_the_settings_page_shows_the_pegs_of_the_next_game():
    play = stage(SOLO).press("enter s down down down down down")
    assert not any(digit in play.text.splitlines()[17] for digit in "1234")
    assert [char for char in play.press("right").text.splitlines()[17] if char.isdigit()] == list("1234")


def test_settings_are_chosen_by_mouse():
    play = stage().press("s")
    for target in (Pick("colours", "3"), Pick("level", "homer"), Pick("numbers", "on")):
        mouse(play, "press", target)
    assert play.prefs == {"colours": "3", "level": "homer", "numbers": "on"}
    play.press("enter enter")
    assert play.games[0].seats == ("Ann", "computer:homer") and play.games[0].options["colours"] == 3


def test_what_is_remembered_is_read_again_and_nonsense_is_not():
    prefs = {"colours": "8", "holes": "9", "players": "1", "level": "hal", "sound": "off", "keypad": "maybe"}
    choice = choice_of(INFO.defaults(), prefs)
    assert choice == Choice(4, 8, 1, "watson", sound=False)
    for setting in SETTINGS:
        for text in setting.choices:
            assert choice_of(INFO.defaults(), {setting.key: text}) != choice_of({}, {}) or text in (
                "6", "4", "2", "watson", "on", "off",
            )  # fmt: skip


def test_the_sysops_options_are_where_a_caller_starts():
    choice = choice_of(INFO.complete({"holes": 5, "colours": 8, "players": 1, "level": "homer"}), {})
    assert choice == Choice(5, 8, 1, "homer")
    assert INFO.recorded(INFO.complete(options_for(Choice(players=1, level="einstein")))) == {"players": 1}
    assert INFO.recorded(INFO.complete(options_for(Choice()))) == {}


def test_sound_off_rings_no_bell():
    play = stage(SOLO, prefs={"sound": "off"}).press("enter enter v =")
    play.press("backspace backspace backspace backspace").press(typed(hidden(play)) + " enter")
    assert play.state.scene == "done" and play.bells == 0
    loud = stage(SOLO).press("enter")
    assert loud.press(typed(hidden(loud)) + " enter").bells == 1


@pytest.mark.parametrize("level", rules.LEVELS)
def test_every_level_is_described(level):
    play = stage(prefs={"level": level}).press("s down down down")
    from door.games.mindbuster.card import PLAYERS

    assert PLAYERS[level].how in play.text and PLAYERS[level].name in play.text


# -- show scoring -----------------------------------------------------------------------------------


def test_scoring_is_not_shown_in_a_solo_game_until_it_is_over():
    for key in ("f5", "l"):
        play = stage(SOLO).press(f"enter r w b g enter {key}")
        assert (play.state.over == "" and "would give the code away" in play.text) or hidden(play) == "RWBG"
    play = stage(SOLO).press("enter").press("v f5")
    play.press(typed(wrong(play)) + " enter ctrl-q y l")
    assert play.state.over == "scoring" and "The code" in play.text


def test_scoring_in_a_duel_shows_the_computers_last_guess():
    play = duelling()
    play.press("f5")
    assert play.state.over == "" and "no guess yet" in play.state.note
    play.press(typed(wrong(play)) + " enter f5")
    black, white = play.state.game.answer_marks()[-1]
    assert "Watson's guess 1 scores" in play.text
    assert play.text.count("Direct hit:") == black and play.text.count("Near miss:") == white
    assert "Your guess" not in play.text
    assert play.press("tab").state.side == 1
    assert play.press("esc").state.over == ""


def test_direct_hits_are_solid_and_near_misses_dashed():
    play = stage(SOLO).press("enter")
    code = hidden(play)
    play.press(typed(code) + " enter l")
    columns = [LEFT + hole * PITCH + 1 for hole in range(4)]
    for row in play.canvas.cells[6:13]:
        assert all(chr(row[x] & CODE) == "█" for x in columns)
    near = stage(SOLO, first_seed=SWAPPED).press("enter")
    code = hidden(near)
    near.press(typed(code[1] + code[0]) + " - - enter ctrl-q y l")
    assert near.text.count("Near miss:") == 2
    canvas = near.canvas
    pixels = [(x, y) for y in range(6, 13) for x in range(2, 78) if canvas.cells[y][x] & CODE != 32]
    assert pixels and {canvas.cells[y][x] >> 21 & 15 for x, y in pixels} == {INFO.accent}
    assert len(pixels) < 2 * 4 * 7, "dashed lines have gaps"


def test_five_scoring_pegs_have_their_words_inside_the_panel():
    play = stage({**SOLO, "holes": 5}).press("enter")
    code = hidden(play)
    shown = play.press(typed(code) + " enter l").text.splitlines()
    assert sum("Direct hit:" in row for row in shown[15:20]) == 5 and shown[20].startswith(" ╘═")


SWAPPED = next(
    seed
    for seed in range(1, 50)
    if len(set(rules.new_game(INFO.complete(SOLO), ("Ann",), Chance(seed_of(seed))).hidden)) == 4
)
"""A seed whose code has four colours."""


def test_after_a_game_every_row_of_both_sides_is_shown():
    play = duelling()
    for _ in range(2):
        play.press(typed(wrong(play)) + " enter")
    play.press("ctrl-q y l")
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
    assert play.press("right e").state.over == ""
    play.press("ctrl-q y e")
    game, commit = play.state.game, play.state.begun.commit
    histories = tuple(zip(game.guesses, game.marks(), strict=True)), game.history()
    mine, theirs = (
        tuple(computer.solver_eye(4, 6, rows[: n + 1], commit) for n in range(len(rows)))
        for rows in histories
    )
    assert play.state.eyes[0] == mine and "1,296" in play.text and f"{mine[0].after:,}" in play.text
    play.press("tab")
    assert play.state.eyes == (mine, theirs)
    assert "Watson's rows" in play.text


def test_the_eye_thinks_aside_a_row_at_a_time():
    play = slowly(SOLO, fast=True).press("enter")
    play.press(typed(wrong(play)) + " enter").press(typed(wrong(play)) + " enter ctrl-q y e")
    assert [thought.task for thought in play.thoughts] == [thoughts.solver_eye]
    assert "looking at row 1" in play.text
    play.think()
    assert len(play.thoughts) == 1 and "looking at row 2" in play.text and "1,296" in play.text
    play.press("esc e")
    assert len(play.thoughts) == 2, "asked again, since it was closed meanwhile"
    play.think()
    play.think()
    assert not play.thoughts and play.state.seen and len(play.state.eyes[0]) == 2


def test_the_eye_stops_where_nobody_looks_and_a_failure_is_said():
    play = slowly(SOLO, fast=True).press("enter")
    play.press(typed(wrong(play)) + " enter").press(typed(wrong(play)) + " enter ctrl-q y e esc")
    play.think()
    assert not play.thoughts and len(play.state.eyes[0]) == 1
    play.press("e")
    play.send(Thought(play.thoughts[0].name, None, "The computer could not work that out."))
    assert play.state.over == "" and "could not work" in play.text


def test_there_is_nothing_to_look_at_without_a_guess():
    play = stage(SOLO).press("enter ctrl-q y e")
    assert play.state.over == "" and "No guess was made" in play.state.note


# -- colour numbers, mono, ascii -------------------------------------------------------------------------


@pytest.mark.parametrize("view", [View(), View(mono=True), View(ascii=True), View(132, 49, mono=True)])
def test_with_colour_numbers_every_peg_is_read_without_colour(view):
    play = stage({**SOLO, "colours": 8}, prefs={"numbers": "on"}, view=view).press("enter r o v k")
    x, y = (view.cols - 80) // 2, (view.rows - 23) // 2
    row = "".join(text[x + 3 : x + 28] for text in play.text.splitlines()[y + 1 : y + 3])
    assert [char for char in row if char.isdigit()] == ["1", "7", "8", "6"]


@pytest.mark.parametrize("view", [View(mono=True), View(ascii=True)])
def test_without_colour_a_peg_shows_its_letter(view):
    play = stage(SOLO, view=view).press("enter r k")
    assert "(R)" in play.text.splitlines()[1] and "(K)" in play.text.splitlines()[1]


# -- tables ---------------------------------------------------------------------------------------------


def line(caller="Ann", score=5, moves=("RRRR",), options=None, seats=None, month="2026-11"):
    return {"door": "mindbuster", "caller": caller, "score": score, "moves": list(moves), "month": month,
            "options": options or {}, "seats": seats or [caller, "computer:watson"]}  # fmt: skip


LOST = ("code RRRR", "WWWW", "BBBB", "WWWW", "RRRR")
WON = ("code RRRR", "WWWW", "BBBB", "WBWB", "GGGG")


def told(*games):
    tally = None
    for game in games:
        tally = mindbuster.tally(tally, game)
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


@settings(max_examples=15)
@given(st.integers(1, 200), st.sampled_from(["homer", "lisa", "holmes"]), st.integers(0, 4))
def test_the_tables_agree_with_the_rules_on_who_won(seed, level, early):
    play = stage({"level": level}, first_seed=seed).press("enter enter enter")
    for _ in range(early):
        if play.state.scene == "guess":
            play.press(typed(wrong(play)) + " enter")
    if play.state.scene == "guess":
        play.press(typed(hidden(play)) + " enter")
    game = play.games[0]
    full = INFO.complete(game.options)
    tally = told(
        line(score=game.score, moves=game.moves, options=INFO.recorded(full), seats=list(game.seats))
    )
    outcome = play.replayed()
    assert tally["callers"]["Ann"]["duel"][outcome.detail["result"]] == 1
    assert outcome.score == game.score


def test_the_tables_page_turns_through_all_sizes():
    tally = told(line(score=4, moves=WON), line("Zed", 3, options={"players": 1, "holes": 5}, seats=["Zed"]))
    play = stage(books=Books(tally=tally)).press("t")
    assert "4 holes, 6 colours" in play.text and "4 Ann" in play.text
    heads = {play.press("right").text.splitlines()[2] for _ in range(12)}
    assert len(heads) == 12 and any("5 holes, 8 colours" in head for head in heads)
    assert play.press("esc").state.over == ""


def test_the_tables_page_has_room_for_a_caller_who_has_met_everybody():
    games = [
        line(score=4, moves=WON, options={"level": level}, seats=["Ann", f"computer:{level}"])
        for level in rules.LEVELS
    ]
    tally = told(*games, line(score=4, options={"players": 1}, seats=["Ann"]))
    shown = stage(books=Books(tally=tally)).press("t").text.splitlines()
    mine = [row for row in shown[12:20] if row.rstrip(" │").endswith(("1", "6"))]
    assert len(mine) == 8 and "Albert Einstein" in mine[-1] and shown[20].startswith(" ╘═")


def test_turns_without_a_limit_are_told_whole_beside_the_result():
    play = stage(SOLO, books=Books(turns_left=None)).press("enter ctrl-q y")
    assert "Turns: no limit" in play.text


def test_options_that_make_no_game_are_refused_by_the_replay():
    from door.games.game import IllegalMove

    for bad in ({"holes": 6}, {"colours": 9}, {"players": 3}):
        with pytest.raises(IllegalMove, match="options"):
            mindbuster.replay(INFO.complete(bad), ("Ann",), Chance(bytes(32)), [])


def test_fewer_is_better_and_the_month_counts_the_best_game():
    assert INFO.fewer_is_better and INFO.contest == "best" and INFO.defaults()["ranking"] == "best"
    assert mindbuster.free_turns(INFO.defaults(), ["quit"]) == 0


def test_a_finished_game_is_narrated():
    play = duelling()
    play.press(typed(hidden(play)) + " enter")
    game = play.games[0]
    said = mindbuster.narrate(game.options, game.seats, Chance(game.seed), game.moves)
    assert "Ann hides RWBG." in said and said[-1] == "Game over. Score: 1"


# -- plain mode -----------------------------------------------------------------------------------------


def plain(options=None, **setup):
    return stage(options, plain=True, **setup)


def test_a_solo_game_in_lines():
    play = plain(SOLO)
    first = mindbuster.tell(None, play.state)
    assert first.lines[0] == "MindBuster!" and first.prompt.startswith("Play?")
    said = play.say("")
    assert "Solo: 4 holes, 6 colours, 10 guesses." in said and said[-1] == "Guess 1?"
    assert "Colours: 1 R Red, 2 W White, 3 B Blue, 4 G Green, 5 Y Yellow, 6 K Black" in said
    assert any(text.startswith("Commitment: ") for text in said)
    code = hidden(play)
    guess = wrong(play)
    marks = rules.mark(guess, code)
    from door.games.mindbuster.words import marks_text

    assert play.say(" ".join(guess.lower()))[:1] == [f"Guess 1: {' '.join(guess)}, {marks_text(marks)}"]
    digits = "".join(str("RWBGYK".index(peg) + 1) for peg in code)
    said = play.say(digits)
    assert "You broke the code in 2." in said and "Game over. Score: 2" in said
    assert any(text.startswith("Seed: ") for text in said) and said[-1].startswith("Play again?")


def test_a_duel_in_lines():
    play = plain(DUEL)
    assert play.say("")[-1] == "Your hidden code?"
    assert "Your hidden code: R W B G" in play.say("rwbg")
    said = play.say(wrong(play))
    assert any(text.startswith("Guess 1: ") for text in said)
    assert any(text.startswith("Watson 1: ") for text in said) and said[-1] == "Guess 2?"
    said = play.say("l")
    assert said[0] == "The code: R W B G" and any("Watson 1:" in text for text in said)
    assert any("Your hidden code: R W B G" in text for text in play.say("board"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("rw", "Hole 3 is not set yet: a colour, or NO PEG."),
        ("rwbgg", "There are only 4 holes."),
        ("rwbv", "'V' in hole 4 is no colour of this game: they are R W B G Y K."),
        ("r!bg", "Type 4 letters of R W B G Y K, - for NO PEG, or their numbers; ? is help."),
        ("=", "There is no earlier row of yours to copy."),
        ("= 7", "There is no earlier row of yours to copy."),
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
    assert "Hole 2 holds NO PEG: a hidden code has a colour in every hole." in play.say("r-bg")


def test_random_and_copied_rows_are_shown_before_they_are_entered():
    play = plain(SOLO)
    play.say("")
    said = play.say("")
    row = play.state.hand.pegs
    assert said == [f"Row: {' '.join(row)}", "Enter guesses it:"]
    play.say("")
    if play.state.scene == "guess":
        assert play.games[0].moves == [row]
        assert play.say("= 1")[0] == f"Row: {' '.join(row)}"


def test_settings_tables_help_and_leaving_in_lines():
    play = plain(SOLO)
    said = play.say("s")
    assert any(text.startswith("colours: 6 (3, 4, 5, 6, 7, 8)") for text in said)
    assert any(text.startswith("colours: 8") for text in play.say("colours 8"))
    assert "Colours can be 3, 4, 5, 6, 7, 8." in play.say("colours 12")
    assert any(text.startswith("There is no setting 'hue'") for text in play.say("hue 3"))
    play.say("")
    assert play.prefs == {"colours": "8"} and play.say("t")[-1] == "Enter to go on:"
    play.say("")
    said = play.say("?")
    assert said[0].startswith("The game (1 of ") and "Enter for more" in said[-1]
    assert play.say("")[0].startswith("What to type (2 of ")
    play.say("q")
    play.say("")
    assert play.state.scene == "guess" and play.state.game.colours == 8
    assert "give it up (g)" in play.say("q")[-1]
    assert "Game over. Score: 11" in play.say("g")
    play.say("n")
    assert len(play.games) == 2


def test_the_eye_in_lines():
    play = plain(SOLO)
    play.say("")
    play.say(wrong(play))
    play.say("q")
    play.say("g")
    said = play.say("e")
    assert any(text.startswith("Row 1: ") and "1296 codes were possible" in text for text in said)


def test_a_changed_setting_is_said_alone():
    play = plain(SOLO)
    play.say("s")
    assert play.say("sound off")[:-1] == ["sound: off."]
    assert play.say("level homer")[:-1] == [
        "level: homer.",
        "Homer Simpson fits his guess to his last row and forgets the rest.",
    ]


def test_after_a_duel_both_sides_are_told():
    play = plain(DUEL)
    play.say("", "rwbg")
    play.say(wrong(play), "q", "g")
    assert play.say("e")[-1] == "Enter to go on, o for the other side:"
    assert any("Einstein:" in text for text in play.say("o"))
    play.say("")
    assert play.say("l")[0] == "The code: R W B G"
    assert play.say("o")[0] == f"The code: {' '.join(hidden(play))}"
    assert play.say("")[-1].startswith("Play again?")


# -- what any caller may do -----------------------------------------------------------------------------

KEYS = st.sampled_from(
    [
        "r",
        "w",
        "b",
        "g",
        "y",
        "k",
        "o",
        "v",
        "-",
        "=",
        "1",
        "8",
        "enter",
        "left",
        "right",
        "up",
        "down",
        "f2",
        "f3",
        "f4",
        "f5",
        "h",
        "l",
        "e",
        "s",
        "t",
        "q",
        "y",
        "n",
        "g",
        "tab",
        "esc",
    ]
)


@settings(max_examples=25)
@given(
    st.lists(KEYS, max_size=60), st.integers(1, 30), st.sampled_from([SOLO, DUEL, {"holes": 5, "colours": 8}])
)
def test_whatever_is_pressed_the_game_on_the_books_replays(keys, seed, options):
    play = stage(options, first_seed=seed, books=Books(turns_left=None)).press("enter")
    for key in keys:
        play.press(key)
        assert mindbuster.draw(play.state, View()).cols == 80
        if play.left:
            break
    for game in play.games:
        outcome = play.replayed(game)
        assert outcome.over == (game.score is not None)
        assert game.score in (None, outcome.score)


def test_events_out_of_place_change_nothing_that_counts():
    play = stage(SOLO).press("enter")
    state = play.state
    for event in (Tick("peg"), Tick("x"), Thought("x", "RRRR"), Mouse(1, 1, "release", "left", Hole(99)),
                  Mouse(1, 1, "press", "left", Hole(99)), Mouse(1, 1, "press", "left", Back(9)),
                  Mouse(0, 0, "press", "left", Pick("colours", "3"))):  # fmt: skip
        after, effects = mindbuster.update(state, event)
        assert after.game is state.game and not [e for e in effects if not isinstance(e, Bell)]


def test_booked_and_refused_anywhere():
    for setup in ({}, {"straight": True}):
        play = stage(SOLO, **setup)
        play.send(Booked("1", "00" * 32, Books(), "Disk full."))
        assert play.state.note == "Disk full."
        play.send(Refused("No.", Books()))
        assert play.state.scene == "title" and play.state.note == "No."


def test_the_rules_fill_their_pages_and_no_more():
    for page in (*pages(INFO.defaults()), *pages(INFO.defaults(), plain=True)):
        assert len(page.lines) <= 15 and all(len(text) <= 72 for text in page.lines), page.title
    assert "more..." in stage().press("h").text
    assert fresh(5).pegs == "     "


# -- screens, kept in tests/golden: GOLDEN=write makes them anew --------------------------------

TALLY = told(
    line(score=4, moves=WON), line("Zed", 3, WON), line(score=11, moves=LOST),
    line("Grace", 5, options={"players": 1}, seats=["Grace"]),
)  # fmt: skip
BOOKS = Books(
    month="2026-11",
    standing=(Row(1, "Zed", 3, 6), Row(2, "Ann", 4, 5), Row(3, "Bob Fisher", 5, 4)),
    last_month="2026-10",
    winners=(Row(1, "Dee", 2, 31), Row(2, "Grace", 3, 29), Row(3, "Old Tom", 3, 22)),
    rank=2,
    score=4,
    turns_left=4,
    tally=TALLY,
)
CODE_SET = "enter r w b g enter"
GUESSED = f"{CODE_SET} r r w w enter b - g k enter"
EXPANDED_EYE = "enter r w b g v enter o o - k k enter ctrl-q y e"
SCREENS = {
    "title": ({}, ""),
    "code": ({}, "enter r w"),
    "duel": ({}, f"{GUESSED} o y"),
    "solo": ({"options": SOLO}, "enter r r w w enter b - g k enter y"),
    "expanded": ({"options": {"holes": 5, "colours": 8}, "prefs": {"numbers": "on"}},
                 "enter r w b g v enter o o - k k enter y"),
    "mono": ({"view": View(mono=True)}, f"{GUESSED} y"),
    "ascii": ({"view": View(ascii=True)}, f"{GUESSED} y"),
    "refused": ({}, f"{CODE_SET} r enter"),
    "scoring": ({}, f"{GUESSED} f5"),
    "scoring_ascii": ({"view": View(ascii=True)}, f"{GUESSED} f5"),
    "settings": ({}, "s down down down"),
    "tables": ({}, "t"),
    "leaving": ({}, f"{GUESSED} q"),
    "given_up": ({}, f"{GUESSED} ctrl-q y"),
    "eye": ({}, f"{GUESSED} ctrl-q y e"),
    "eye_expanded": ({"options": {"holes": 5, "colours": 8}}, EXPANDED_EYE),
    "help_keys": ({}, "h pgdn pgdn pgdn"),
}  # fmt: skip


@golden.screens("mindbuster", SCREENS)
def test_screens(name):
    setup, keys = SCREENS[name]
    shown = stage(**{"books": BOOKS, **setup}).press(keys)
    golden.check_canvas(f"mindbuster_{name}", shown.canvas, shown.view)
