"""Forty Thieves as a door: whole games by keys, clicks and lines, endings, tables, practice, screens."""

import json
import pickle

import golden
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stage import Stage, seed_of

from door.games import thieves
from door.games.chance import Chance
from door.games.thieves import cards, tables
from door.games.thieves.draw import CURRENT, STOCK_AT
from door.games.thieves.rules import Game, apply, new_game
from door.games.thieves.solver import solve_game
from door.midend.api import Begin, Begun, Booked, Finish, Moved, Refused, Think, Thought
from door.midend.books import Books, Row
from door.term.canvas import CODE, SHIFT
from door.term.keys import Key, Line
from door.ui.screen import Bell, Leave, Tick, View, Wake
from door.ui.widgets import ordinal

BOOKS = Books(
    month="2026-11",
    standing=(Row(1, "Grace", 812, 6), Row(2, "Ann", 640, 5)),
    last_month="2026-10",
    winners=(Row(1, "Dee", 2411, 31), Row(2, "Grace", 2380, 29), Row(3, "Old Tom", 1999, 22)),
    rank=2,
    score=640,
    turns_left=4,
    tally={"2": [[310, "Dee", "2026-10-02"], [150, "Ann", "2026-11-03"]], "5": [[900, "Tom", "2026-01-31"]]},
)


def of(stage: Stage) -> Game:
    """The table as the rules have it."""
    return stage.state.play.game


def key(game: Game) -> str:
    """The first card that fits, or the stock."""
    return str(game.fitting[0]) if game.fitting else "space"


def played(stage: Stage, limit: int = 2000) -> Stage:
    """To the end, always the first card that fits."""
    while not of(stage).over and limit:
        stage.press(key(of(stage)))
        limit -= 1
    return stage


def count(stage: Stage, kind: type) -> int:
    return sum(isinstance(effect, kind) for effect in stage.effects)


def line(score, caller="Ann", jokers=None, t="2026-11-21T10:00:00.000Z"):
    """A `game` line of the journal."""
    options = {} if jokers is None else {"jokers": jokers}
    return {"t": t, "caller": caller, "score": score, "options": options}


# -- a contest game ----------------------------------------------------------------------


def test_a_game_by_keys_is_handed_in_move_by_move_and_replays():
    stage = played(Stage(thieves).press("enter"))
    (game,) = stage.games
    assert count(stage, Finish) == 1 and len(game.moves) == count(stage, Moved)
    outcome = stage.replayed()
    assert (outcome.score, outcome.over) == (game.score, True) == (of(stage).score, True)
    assert stage.state.page == "over" and f"Score {game.score}" in stage.text
    assert "The stock is empty and no card fits." in stage.text
    assert game.seed.hex() in stage.text and f"door replay {game.id}" in stage.text


def test_the_same_game_by_lines_and_by_clicks():
    by_keys = played(Stage(thieves, fast=True).press("enter")).games[0]
    spoken = Stage(thieves, plain=True).press("enter")
    clicked = Stage(thieves).press("enter")
    while not of(spoken).over:
        fit = of(spoken).fitting
        spoken.say(str(fit[0]) if fit else "0")
        clicked.click(*((2 + 9 * (fit[0] - 1), 4) if fit else (STOCK_AT[0] + 2, STOCK_AT[1] + 2)))
    assert spoken.games[0].moves == clicked.games[0].moves == by_keys.moves


def test_a_click_on_the_current_card_turns_the_stock_too():
    stage = Stage(thieves, options={"turn_at_will": True}).press("enter")
    stage.click(CURRENT[0] + 1, CURRENT[1] + 1)
    assert stage.games[0].moves == ["turn"]


def test_the_cursor_visits_stacks_and_stock_and_enter_acts_there():
    stage = Stage(thieves).press("enter")
    first = of(stage).fitting[0]
    stage.press("right " * (first - 1) + "enter")
    assert stage.games[0].moves == [str(first)]
    stage.press("home left")
    assert stage.state.cursor == 7
    bells = count(stage, Bell)
    stage.press("enter" if of(stage).fitting else "home")
    assert count(stage, Bell) == bells + bool(of(stage).fitting)
    assert stage.press("d").state.cursor == 0 and stage.press("a").state.cursor == 7


def test_4_and_6_take_cards_unless_the_caller_wants_them_to_move():
    stage = Stage(thieves).press("enter k 6 6 4")
    assert stage.state.cursor == 1 and not stage.games[0].moves and stage.prefs["numpad"] == "on"
    again = Stage(thieves, prefs={"numpad": "on"}).press("enter 6")
    assert again.state.cursor == 1
    stage = Stage(thieves).press("enter 6")
    assert stage.state.cursor == 5 and (stage.games[0].moves or stage.state.bad)


def test_an_impossible_move_rings_says_why_and_changes_nothing():
    stage = Stage(thieves).press("enter")
    before = of(stage)
    wrong = next(n for n in range(1, 8) if n not in before.fitting)
    stage.press(str(wrong))
    assert isinstance(stage.effects[-1], Bell) and of(stage) is before and not stage.games[0].moves
    assert stage.state.bad and "! On the " in stage.text and " goes " in stage.state.note
    stage.press("space")
    assert isinstance(stage.effects[-1], Bell) and "The stock is turned only when none does." in stage.text


def test_every_refusal_fits_the_message_line():
    longest = max(range(52), key=lambda card: len(thieves.rules.name(card)))
    for current in range(52):
        for card in (longest, 0, 51):
            game = Game(((card,),) + ((),) * 6, current, (), Chance(bytes(32)), 0)
            if game.over:
                continue
            try:
                apply(game, "1")
            except thieves.rules.IllegalMove as refusal:
                assert len(str(refusal)) <= 76


def test_the_hint_marks_exactly_the_stacks_that_fit_and_goes_with_the_move():
    stage = Stage(thieves).press("enter f")
    assert stage.text.count("fits") - stage.text.count("[F] fits") == len(of(stage).fitting)
    assert stage.state.note == f"These stacks fit: {', '.join(map(str, of(stage).fitting))}."
    stage.press(key(of(stage)))
    assert not stage.state.hint


def test_the_game_is_over_at_the_right_moment_and_no_sooner():
    stage = Stage(thieves, fast=True).press("enter")
    while not of(stage).over:
        assert stage.state.page == "play" and count(stage, Finish) == 0
        before = of(stage)
        assert before.fitting or before.stock
        stage.press(key(before))
    assert not of(stage).fitting and not of(stage).stock


def test_a_cleared_table_is_dealt_again_with_one_joker_fewer_and_shown():
    chance = Chance(seed_of(9))
    best = solve_game(new_game({"jokers": 5}, ("Ann",), chance))
    stage = Stage(thieves, first_seed=9, options={"jokers": 5}, patient=True).press("enter")
    stage.settle()
    cleared = ""
    for move in best[2]:
        stage.press("space" if move == "turn" else move)
        while stage.waiting:
            if stage.state.motions and stage.state.motions[0].kind == "cleared":
                cleared = stage.text
            stage.tick()
        if of(stage).deal > 1:
            break
    assert of(stage).jokers == 4 and "Deal 2" in stage.text and "Jokers 4" in stage.text
    assert "15 points more, and a new deal" in cleared
    assert "All seven stacks cleared: 15 points more! Deal 2 has 4 jokers." in stage.text


# -- leaving, resuming, giving up --------------------------------------------------------


def test_a_game_left_for_later_goes_on_exactly_where_it_was():
    stage = Stage(thieves).press("enter")
    for _ in range(8):
        stage.press(key(of(stage)))
    there, game = of(stage), stage.games[0]
    stage.press("q l")
    assert stage.left and count(stage, Finish) == 0
    state, _ = thieves.start(stage.setup)
    begun = Begun(
        game.id, Chance(game.seed), "ab" * 32, game.options, game.seats, tuple(game.moves), resumed=True
    )
    state, effects = thieves.update(state, begun)
    assert state.play.game == there and not effects and "goes on" in state.note


def test_a_game_that_dropped_after_its_last_move_is_handed_in():
    moves = played(Stage(thieves, fast=True).press("enter")).games[0]
    state, _ = thieves.start(Stage(thieves).setup)
    begun = Begun("1", Chance(moves.seed), "", moves.options, ("Ann",), tuple(moves.moves), resumed=True)
    _, effects = thieves.update(state, begun)
    assert effects == (Finish(moves.score),)


def test_moves_that_do_not_fit_the_rules_are_refused_in_a_sentence():
    state, _ = thieves.start(Stage(thieves).setup)
    begun = Begun("1", Chance(bytes(32)), "", Stage(thieves).setup.options, ("Ann",), ("9",), resumed=True)
    state, effects = thieves.update(state, begun)
    assert state.page == "title" and "cannot be played on" in state.note and effects == (Bell(),)


def test_giving_up_keeps_the_score_that_stands():
    stage = Stage(thieves).press("enter")
    stage.press(key(of(stage)))
    score = of(stage).score
    stage.press("q g")
    assert stage.games[0].moves[-1] == "quit" and stage.games[0].score == score == stage.replayed().score
    assert "Given up." in stage.text


def test_new_game_asks_and_then_begins_another():
    stage = Stage(thieves).press("enter n")
    assert "New game?" in stage.text and len(stage.games) == 1
    stage.press("esc")
    assert stage.state.page == "play" and not stage.state.box
    stage.press("n y")
    assert [game.score for game in stage.games] == [0, None] and stage.state.page == "play"


def test_new_game_without_a_turn_left_says_so_and_ends_on_the_result():
    stage = Stage(thieves, books=Books(turns_left=1)).press("enter n")
    assert "You have no turn left for another one today." in stage.text
    stage.press("y")
    assert stage.state.page == "over" and len(stage.games) == 1


def test_without_turns_the_refusal_is_shown_and_practice_still_offered():
    stage = Stage(thieves, books=Books(turns_left=0))
    assert "Practice is always open." in stage.text
    state, effects = thieves.update(stage.state, Refused("No turns left.", stage.books))
    assert state.note == "No turns left." and effects == (Bell(),)
    assert "No turns left." in thieves.tell(stage.state, state).lines


@settings(max_examples=25)
@given(st.lists(st.sampled_from([*"1234567 0fuunlkspqgybwth?", "enter", "esc", "left", "end"]), max_size=120))
def test_whatever_is_pressed_every_score_handed_in_is_its_replays(keys):
    stage = Stage(thieves, fast=True, books=Books(turns_left=None))
    for name in keys:
        stage.send(Key(name))
        stage.left = False
        if stage.state.play:
            assert stage.state.play.game.over or stage.state.page != "over"
    stage.canvas, thieves.tell(None, stage.state)
    for game in stage.games:
        if game.score is not None:
            outcome = stage.replayed(game)
            assert (outcome.score, outcome.over) == (game.score, True)


# -- practice ----------------------------------------------------------------------------


def practice(keys="p 4 enter", **given):
    return Stage(thieves, **given).press(keys)


def test_practice_is_asked_for_with_the_callers_jokers_and_remembered():
    stage = practice("p 4 w enter")
    begin = next(effect for effect in stage.effects if isinstance(effect, Begin))
    assert begin == Begin({"jokers": 4, "turn_at_will": True}, ranked=False)
    assert stage.prefs == {"jokers": "4", "at_will": "on"} and of(stage).jokers == 4
    assert "practice" in stage.text.splitlines()[0]
    assert practice("p right right right enter").state.play.game.jokers == 5
    assert practice("p enter", prefs={"jokers": "0"}).state.play.game.jokers == 0


def test_practice_takes_moves_back_to_the_first_and_again_after_the_end():
    stage = practice()
    first = of(stage)
    for _ in range(5):
        stage.press(key(of(stage)))
    stage.press("u u u u u")
    assert of(stage) == first and count(stage, Moved) == 0
    stage.press("u")
    assert stage.state.note == "There is no move to take back."
    played(stage)
    assert stage.state.page == "over" and count(stage, Finish) == 1
    assert stage.replayed().score == stage.games[0].score
    stage.press("u")
    assert stage.state.page == "play" and not of(stage).over
    played(stage)
    assert stage.state.page == "over" and count(stage, Finish) == 1, "the board closed it the first time"


def test_practice_plays_the_same_deal_again_and_a_new_one():
    stage = practice()
    first = of(stage)
    stage.press(key(of(stage))).press("n s")
    assert of(stage) == first and len(stage.games) == 1
    played(stage).press("s")
    assert of(stage) == first and len(stage.games) == 1
    stage.press("n y")
    assert len(stage.games) == 2 and of(stage).stacks != first.stacks and not stage.games[1].ranked


def test_a_contest_deal_can_be_practised_after_it_but_no_move_taken_back_in_it():
    stage = Stage(thieves).press("enter")
    first = of(stage)
    stage.press(key(of(stage))).press("u")
    assert "cannot be taken back" in stage.state.note and isinstance(stage.effects[-1], Bell)
    played(stage).press("s")
    assert of(stage) == first and stage.state.play.practice and len(stage.games) == 1
    played(stage)
    assert count(stage, Finish) == 1, "a deal played again is never handed in"


def test_leaving_practice_ends_at_the_title_page():
    stage = practice().press("q g q")
    assert stage.state.page == "title" and not stage.left
    assert stage.press("q").left
    straight = Stage(thieves, straight=True).press("q g s q g q")
    assert straight.state.page == "title" and not straight.left


def test_a_hint_with_nothing_that_fits_points_at_the_stock():
    stage = Stage(thieves, fast=True).press("enter")
    while of(stage).fitting:
        stage.press(key(of(stage)))
    stage.press("f")
    assert stage.state.note == "No card fits: turn the stock."
    assert " turn" in stage.text.splitlines()[20].replace("▒", " ")


def test_the_game_is_played_alone():
    stage = Stage(thieves).press("enter")
    with pytest.raises(thieves.rules.IllegalMove, match="played alone"):
        thieves.replay(stage.games[0].options, ("Ann", "Bob"), Chance(bytes(32)), ())


# -- what was possible -------------------------------------------------------------------


def test_what_was_possible_is_worked_out_aside_from_the_first_deal():
    stage = played(Stage(thieves).press("enter")).press("b b")
    thinks = [effect for effect in stage.effects if isinstance(effect, Think)]
    assert len(thinks) == 1
    pickle.dumps(thinks[0])
    game = stage.games[0]
    score, exact, _ = solve_game(new_game(game.options, ("Ann",), Chance(game.seed)))
    assert exact and score >= game.score
    assert f"Knowing every card to come, {score} was possible; you made {game.score}." in stage.text


def test_what_is_given_up_is_said_and_so_is_a_failure():
    stage = played(Stage(thieves).press("enter"))
    state, effects = thieves.update(stage.state, Key("b"))
    assert "Working out" in thieves.draw(state, View()).text()
    name = effects[0].name
    gave_up, _ = thieves.update(state, Thought(name, (321, False, ())))
    assert "this is given up: 321 or more was possible." in thieves.draw(gave_up, View()).text()
    failed, _ = thieves.update(state, Thought(name, None, "That could not be worked out."))
    assert "That could not be worked out." in thieves.draw(failed, View()).text()
    assert thieves.update(state, Thought("best of another game", (1, True, ())))[0] == state


# -- high scores -------------------------------------------------------------------------


def test_six_tables_of_ten_the_first_to_reach_a_score_ahead():
    tally = None
    for score in range(1, 15):
        tally = thieves.tally(tally, line(score, f"c{score}"))
    tally = thieves.tally(tally, line(14, "late"))
    tally = thieves.tally(tally, line(900, "other", jokers=5, t="2027-01-02T00:00:00.000Z"))
    assert json.loads(json.dumps(tally)) == tally
    every, readable = tables.read(tally)
    assert readable and len(every) == 6 and [len(table) for table in every] == [0, 0, 10, 0, 0, 1]
    assert [row.caller for row in every[2][:3]] == ["c14", "late", "c13"] and every[2][-1].score == 6
    assert every[5] == ((900, "other", "2027-01-02"),)


def test_a_tally_is_never_changed_and_odd_lines_leave_it_as_it_is():
    tally = thieves.tally(None, line(10))
    kept = json.dumps(tally)
    for odd in (line(0), line(-3), line(5, jokers=6), line(5, jokers="2")):
        assert thieves.tally(tally, odd) == tally
    thieves.tally(tally, line(20))
    assert json.dumps(tally) == kept


@pytest.mark.parametrize("broken", [7, [], {"2": 3}, {"2": [[1]]}, {"2": [["x", "y", "z"]]}, "text"])
def test_tables_that_cannot_be_read_are_empty_and_the_caller_is_told(broken):
    stage = Stage(thieves, books=Books(turns_left=None, tally=broken))
    assert "The high scores cannot be read just now" in stage.text
    assert any("cannot be read" in text for text in thieves.tell(None, stage.state).lines)
    assert "The high scores cannot be read just now" in stage.press("t").text


def booked(stage, tally, note=""):
    """The end of the stage's game as books with that tally tell it."""
    game = stage.games[0]
    event = Booked(game.id, game.seed.hex(), Books(tally=tally), note)
    return thieves.update(stage.state, event)[0]


def test_a_high_score_is_announced_with_its_place():
    stage = Stage(thieves, books=BOOKS).press("enter")
    played(stage)
    score = stage.games[0].score
    after = thieves.tally(BOOKS.tally, line(score))
    state = booked(stage, after)
    place = 1 + sum(row[0] > score for row in BOOKS.tally["2"])
    assert state.place == place and f": {ordinal(place)} of the games with 2 jokers!" in (
        thieves.draw(state, View()).text()
    )
    assert booked(stage, BOOKS.tally).place == 0


def test_what_the_books_could_not_save_is_told_in_the_boards_own_words():
    note = "The board's disk refuses writing just now: your game counts, and is written as soon as it can be."
    stage = played(Stage(thieves).press("enter"))
    state = booked(stage, None, note)
    shown = " ".join(thieves.draw(state, View()).text().replace("║", " ").replace("▒", " ").split())
    assert f"! {note}" in shown
    assert note in thieves.tell(stage.state, state).lines


def test_the_tables_page_shows_each_table_by_its_jokers():
    stage = Stage(thieves, books=BOOKS).press("t")
    assert "310" in stage.text and "2026-10-02" in stage.text and "Tom" not in stage.text.split("Old Tom")[0]
    assert "900" in stage.press("5").text and "2026-01-31" in stage.text
    assert stage.press("right").state.at == 0 and stage.press("left").state.at == 5
    assert not stage.press("esc").state.box


# -- looks and motion --------------------------------------------------------------------


def test_the_look_is_switched_and_remembered():
    stage = Stage(thieves).press("enter")
    solid = stage.canvas
    stage.press("l")
    assert stage.prefs["look"] == "2d" and stage.canvas.cells != solid.cells
    assert not Stage(thieves, prefs={"look": "2d"}).state.prefs.solid
    assert not Stage(thieves, argv=("2D",)).state.prefs.solid
    assert Stage(thieves, prefs={"look": "2d"}, argv=("3d",)).state.prefs.solid


def test_suits_are_red_and_black_and_named_by_their_sign():
    for look in (cards.COLOUR_3D, cards.COLOUR_2D):
        for card, sign, red in ((0, "♠", False), (13, "♥", True), (26, "♦", True), (39, "♣", False)):
            picture = cards.face(card, look)
            cell = picture.cells[0][2]
            assert chr(cell & CODE) == sign and (cell >> SHIFT & 15 == 4) is red
    assert "JOKER" in cards.face(52, cards.COLOUR_3D).text()


def test_every_card_of_every_stack_is_visible():
    for view in (View(), View(mono=True), View(ascii=True), View(132, 49)):
        stage = Stage(thieves, view=view, fast=True).press("enter")
        text = stage.text
        for stack in of(stage).stacks:
            assert all(cards.short(card) in text for card in stack)


def test_cards_move_visibly_and_any_key_goes_on_at_once():
    stage = Stage(thieves, patient=True).press("enter")
    assert stage.waiting and stage.state.motions[0].kind == "deal"
    frames = {stage.text}
    while stage.waiting:
        stage.tick()
        frames.add(stage.text)
    assert len(frames) == 36
    move = key(of(stage))
    stage.press(move)
    flying = {stage.text}
    stage.tick()
    assert stage.text not in flying and stage.state.motions
    stage.press("f")
    assert not stage.state.motions and stage.state.hint, "the key ends the show and does its work"
    stage.tick()
    assert not stage.state.motions


@pytest.mark.parametrize("how", [{"fast": True}, {"plain": True}])
def test_nothing_moves_by_itself_in_fast_and_plain_mode(how):
    stage = played(Stage(thieves, **how).press("enter"))
    assert count(stage, Wake) == 0


def test_a_stray_tick_is_nothing():
    stage = Stage(thieves).press("enter")
    assert thieves.update(stage.state, Tick("motion")) == (stage.state, ())


# -- plain mode --------------------------------------------------------------------------


def test_plain_mode_says_the_table_and_what_changes():
    stage = Stage(thieves, plain=True, straight=True)
    speech = thieves.tell(None, stage.state)
    text = "\n".join(speech.lines)
    assert speech.lines[0] == "Forty Thieves" and f"Commitment: {stage.state.play.begun.commit}" in text
    assert sum(one.startswith("Stack ") for one in speech.lines) == 7
    assert speech.prompt == "Stack to take, or 0 to turn?"
    fit = of(stage).fitting[0]
    said = stage.say(str(fit))
    assert said[0].startswith(f"Stack {fit}: ") and said[-2].startswith("Stock: 18  Score: ")
    assert stage.say("nonsense")[0].startswith("Type a stack from 1 to 7")
    assert stage.say("f")[0].startswith(("These stacks fit", "No card fits"))


def test_plain_mode_ends_with_seed_and_question_and_leaves():
    stage = Stage(thieves, plain=True, straight=True)
    said = []
    while not of(stage).over:
        said = stage.say(str(of(stage).fitting[0]) if of(stage).fitting else "turn")
    game = stage.games[0]
    assert f"Game over. Score: {game.score}" in said and f"Seed: {game.seed.hex()}" in said
    assert said[-1].startswith("Play again? (y/n")
    assert any("was possible; you made" in text for text in stage.say("b"))
    stage.say("n")
    assert stage.left and isinstance(stage.effects[-1], Leave)


def test_plain_mode_says_nothing_twice():
    stage = Stage(thieves, plain=True, straight=True)
    before = stage.state
    state, _ = thieves.update(before, Line("f"))
    assert len(thieves.tell(before, state).lines) == 1
    assert thieves.tell(state, state).lines == ()


def test_every_page_of_help_fits_and_is_said():
    stage = Stage(thieves).press("h")
    for page in thieves.help.pages(stage.setup.options):
        assert len(page.lines) <= 15 and max(map(len, page.lines)) <= 72
        assert page.title in stage.text
        stage.press("pgdn")
    assert not stage.state.box
    said = stage.say("?", "", "q")
    assert "The game (1 of 7)" in said and "Points (2 of 7)" in said


# -- screens -----------------------------------------------------------------------------

SCREENS = {
    "title": ({"books": BOOKS}, ""),
    "table": ({}, "enter f"),
    "table_2d": ({"prefs": {"look": "2d"}}, "enter 1 f"),
    "refused": ({}, "enter 2"),
    "leaving": ({}, "enter q"),
    "given_up": ({"books": BOOKS}, "enter 1 q g b"),
    "high_scores": ({"books": BOOKS}, "t"),
    "practice": ({}, "p"),
    "help_keys": ({}, "h pgdn pgdn"),
    "mono": ({"view": View(mono=True)}, "enter f"),
    "ascii": ({"view": View(ascii=True)}, "enter f"),
    "ascii_title": ({"view": View(ascii=True)}, ""),
    "new_game": ({}, "enter n 5"),
    "next_game": ({}, "enter q g j"),
}


@golden.screens("thieves", SCREENS)
def test_screens(name):
    """As kept in tests/golden; GOLDEN=write makes them anew."""
    given, keys = SCREENS[name]
    stage = Stage(thieves, **given).press(keys)
    golden.check_canvas(f"thieves_{name}", stage.canvas, stage.view)


# -- the jokers of games that count ------------------------------------------------------------


def begins(stage):
    return [dict(effect.options) for effect in stage.effects if isinstance(effect, Begin)]


def test_the_caller_chooses_the_jokers_of_games_that_count_and_is_remembered():
    stage = Stage(thieves)
    assert "►2◄" in stage.text and "0 to 5, choose the jokers" in stage.text
    stage.press("right right 1 left enter")
    assert begins(stage) == [{"jokers": 0}] and stage.prefs["jokers"] == "0"
    assert of(stage).jokers == 0 and stage.games[0].ranked
    assert thieves.INFO.recorded(stage.games[0].options) == {"jokers": 0}
    assert begins(Stage(thieves, prefs={"jokers": "5"}).press("enter")) == [{"jokers": 5}]
    assert begins(Stage(thieves, options={"jokers": 4}).press("enter")) == [{"jokers": 4}], (
        "the sysop's first"
    )


def test_a_number_on_the_command_line_is_the_jokers():
    assert begins(Stage(thieves, straight=True, argv=("2D", "4"), prefs={"jokers": "1"})) == [{"jokers": 4}]
    assert begins(Stage(thieves, straight=True, argv=("6",), prefs={"jokers": "1"})) == [{"jokers": 1}]


def test_a_standard_game_has_no_options_on_the_books():
    stage = Stage(thieves).press("enter")
    assert thieves.INFO.recorded(stage.games[0].options) == {}


def test_the_sysop_may_fix_the_jokers_and_practice_stays_free():
    fixed = Stage(thieves, options={"jokers": 3, "choose_jokers": False}, prefs={"jokers": "5"})
    assert "►" not in fixed.text and "The contest is played with 3 jokers." in fixed.text
    fixed.press("1")
    assert fixed.state.note == "Games that count have 3 jokers here."
    fixed.press("enter")
    assert begins(fixed) == [{}] and of(fixed).jokers == 3
    assert "jokers" not in fixed.press("n").text.splitlines()[-1]
    assert "Dealt with 3 jokers." in fixed.press("y q g j").text
    practised = Stage(thieves, options={"jokers": 3, "choose_jokers": False}).press("p 5 enter")
    assert of(practised).jokers == 5


def test_new_game_asks_for_its_jokers_too_and_so_does_the_end_of_one():
    stage = Stage(thieves).press("enter n 5")
    assert "►5◄" in stage.text and of(stage).jokers == 2, "the game at hand keeps its own"
    stage.press("y")
    assert [game.options["jokers"] for game in stage.games] == [2, 5] and of(stage).jokers == 5
    stage.press("q g j left")
    assert "►4◄" in stage.text and stage.state.box == "jokers"
    assert not stage.press("esc").state.box
    stage.press("j 1 enter")
    assert of(stage).jokers == 1


def test_the_numbers_can_be_clicked():
    stage = Stage(thieves)
    x, y = next((spot.x, spot.y) for spot in stage.canvas.spots if spot.target == Key("4"))
    stage.click(x + 1, y)
    assert stage.state.prefs.jokers == 4 and "►4◄" in stage.text


def test_in_plain_mode_the_question_names_the_jokers():
    stage = Stage(thieves, plain=True)
    assert thieves.tell(None, stage.state).prompt.startswith("Play with 2 jokers? (0-5, p practice")
    said = stage.say("1")
    assert said[0] == "The next game is dealt with 1 joker." and said[-1].startswith("Play with 1 joker?")
    assert "Jokers in the pack: 1" in stage.say("")
    given_up = "Give this one up for another with 1 joker? (y/n, 0 to 5 for other jokers)"
    assert stage.say("n")[-1] == given_up
    assert "Jokers in the pack: 3" in stage.say("3", "y")
    assert stage.say("q", "g", "j")[-1] == "Play with 3 jokers? (y/n, 0 to 5 for other jokers)"
    assert "Jokers in the pack: 0" in stage.say("0", "y")
