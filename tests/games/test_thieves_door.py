"""Forty Thieves as a door: whole games by keys, clicks and lines, endings, tables, practice, screens."""

import json
import pickle
import re

import pytest
from deals import kept

from door.games.chance import Chance
from door.games.game import IllegalMove
from door.games.record import Record
from door.games.thieves import computer, record, rules
from door.games.thieves.computer import solve_game
from door.games.thieves.play import CardMotion, ThievesBoard, letters
from door.games.thieves.rules import ThievesGame, apply, new_game
from door.games.thieves.show import CURRENT, STOCK_AT
from door.play.api import Begin, Booked, Finish, News, SaveMove, Think, Thought
from door.play.books import Books, Daily
from door.screens.doors import find
from door.term.keys import Key, Line, Mouse
from door.testing.stage import Stage, seed_of
from door.ui.screen import Bell, View
from door.ui.words import ordinal

thieves = find("thieves")

FREE = {"choose_jokers": True}
BOOKS = kept("thieves")


def of(stage: Stage) -> ThievesGame:
    """The table as the rules have it."""
    return stage.state.table.position


def cursor(stage: Stage) -> int:
    return stage.state.table.board.cursor


def key(game: ThievesGame) -> str:
    """The first card that fits, or the stock."""
    return str(game.fitting[0]) if game.fitting else "space"


def played(stage: Stage, limit: int = 2000) -> Stage:
    """To the end, always the first card that fits."""
    while not of(stage).over and limit:
        stage.press(key(of(stage)))
        limit -= 1
    return stage


def moving(stage: Stage) -> str:
    """What kind of motion is shown, "" for none."""
    frame = stage.state.table.frame
    return frame.kind if isinstance(frame, CardMotion) else ""


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
    assert count(stage, Finish) == 1 and len(game.moves) == count(stage, SaveMove)
    outcome = stage.replay()
    assert (outcome.score, outcome.ended) == (game.score, True) == (of(stage).score, True)
    assert stage.state.scene == "done" and f"Score {game.score}" in stage.text
    assert "The stock is empty and no card fits" in stage.text
    left = sum(map(len, of(stage).stacks))
    assert f"Cards left {left:>12}" in stage.text and "Left in the stock     0" in stage.text
    proof = stage.press("v").text
    assert game.seed.hex() in proof and game.id in proof


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
    assert cursor(stage) == 7
    bells = count(stage, Bell)
    stage.press("enter" if of(stage).fitting else "home")
    assert count(stage, Bell) == bells + bool(of(stage).fitting)
    assert cursor(stage.press("d")) == 0 and cursor(stage.press("a")) == 7


def test_4_and_6_take_cards_unless_the_caller_wants_them_to_move():
    stage = Stage(thieves).press("enter k 6 6 4")
    assert cursor(stage) == 1 and not stage.games[0].moves and stage.prefs["numpad"] == "on"
    again = Stage(thieves, prefs={"numpad": "on"}).press("enter 6")
    assert cursor(again) == 1
    stage = Stage(thieves).press("enter 6")
    assert cursor(stage) == 5 and (stage.games[0].moves or stage.state.note.wrong)


def test_an_impossible_move_rings_says_why_and_changes_nothing():
    stage = Stage(thieves).press("enter")
    before = of(stage)
    wrong = next(n for n in range(1, 8) if n not in before.fitting)
    stage.press(str(wrong))
    assert isinstance(stage.effects[-1], Bell) and of(stage) is before and not stage.games[0].moves
    assert stage.state.note.wrong and "! The " in stage.text and "You need " in stage.state.note.text
    stage.press("space")
    assert isinstance(stage.effects[-1], Bell) and "Turn the stock only when nothing fits." in stage.text


def test_every_refusal_fits_the_message_line():
    longest = max(range(52), key=lambda card: len(rules.name(card)))
    for current in range(52):
        for card in (longest, 0, 51):
            game = ThievesGame(((card,),) + ((),) * 6, current, (), Chance(bytes(32)), 0)
            if game.over:
                continue
            try:
                apply(game, "1")
            except IllegalMove as refusal:
                assert len(str(refusal)) <= 76


def test_the_hint_marks_exactly_the_stacks_that_fit_and_goes_with_the_move():
    stage = Stage(thieves).press("enter f")
    assert stage.text.count("fits") - stage.text.count("[F] fits") == len(of(stage).fitting) == 3
    assert stage.state.note.text == "Stacks 1, 5 and 7 fit."
    assert stage.press("6").state.note.wrong and stage.state.table.board.hint, "a refusal leaves it there"
    stage.press(key(of(stage)))
    assert stage.state.table.board == ThievesBoard(0)


def test_a_cleared_table_is_dealt_again_with_one_joker_fewer_and_shown():
    chance = Chance(seed_of(9))
    best = solve_game(new_game({"jokers": 5}, ("Ann",), chance))
    stage = Stage(thieves, first_seed=9, options={"jokers": 5}, patient=True).press("enter")
    stage.settle()
    cleared = ""
    for move in best[2]:
        stage.press("space" if move == "turn" else move)
        while stage.waiting:
            if moving(stage) == "cleared":
                cleared = stage.text
            stage.tick()
        if of(stage).deal > 1:
            break
    assert of(stage).jokers == 4 and "Deal 2" in stage.text and "Jokers 4" in stage.text
    assert "15 extra points, and a new deal" in cleared
    assert "Deal 2, jokers in the pack: 4; the first card is the joker." in stage.text


# -- practice ----------------------------------------------------------------------------


FOUR = {"jokers": "4"}


def practice(keys="p", **given):
    return Stage(thieves, **{"prefs": FOUR, **given}).press(keys)


def test_practice_is_asked_for_with_the_callers_jokers_and_remembered():
    stage = Stage(thieves, options=FREE).press("s right right down down down right enter p")
    begin = next(effect for effect in stage.effects if isinstance(effect, Begin))
    assert begin == Begin({"jokers": 4, "turn_at_will": True}, ranked=False)
    assert stage.prefs == {"jokers": "4", "at_will": "on"} and of(stage).jokers == 4
    assert "practice" in stage.text.splitlines()[0]
    assert of(practice(prefs={"jokers": "0"})).jokers == 0
    assert of(practice(prefs={"jokers": "nonsense"}, options={"jokers": 5})).jokers == 5
    assert of(practice(prefs={}, options={"turn_at_will": True})).turn_at_will, "as the sysop has it"


def test_practice_has_the_contests_jokers_and_its_own_way_to_turn():
    stage = practice(prefs={**FOUR, "at_will": "on"})
    stage.press("q g enter enter")
    assert [(game.ranked, game.options["jokers"]) for game in stage.games] == [(False, 4), (True, 4)]
    assert not of(stage).turn_at_will


def test_practice_takes_moves_back_to_the_first_and_again_after_the_end():
    stage = practice()
    first = of(stage)
    for _ in range(5):
        stage.press(key(of(stage)))
    stage.press("u u u u u")
    assert of(stage) == first and count(stage, SaveMove) == 0
    stage.press("u")
    assert stage.state.note.text == "There is no move to take back."
    played(stage)
    assert stage.state.scene == "done" and count(stage, Finish) == 1
    assert stage.replay().score == stage.games[0].score
    stage.press("u")
    assert stage.state.scene == "play" and not of(stage).over
    played(stage)
    assert stage.state.scene == "done" and count(stage, Finish) == 1, "the board closed it the first time"


def test_a_move_taken_back_leaves_the_cursor():
    stage = practice("p 5 1 end")
    moved = of(stage).score > 0
    stage.press("u")
    assert moved and cursor(stage) == 7


def test_practice_plays_the_same_deal_again_and_a_new_one():
    stage = practice()
    first = of(stage)
    played(stage).press("a")
    assert of(stage) == first and len(stage.games) == 1
    stage.press("n y")
    assert len(stage.games) == 2 and of(stage).stacks != first.stacks and not stage.games[1].ranked


def test_a_contest_deal_can_be_practised_after_it_but_no_move_taken_back_in_it():
    stage = Stage(thieves).press("enter")
    first = of(stage)
    stage.press(key(of(stage))).press("u")
    assert "you can't take back moves" in stage.state.note.text and isinstance(stage.effects[-1], Bell)
    played(stage).press("a")
    assert of(stage) == first and stage.state.table.kind == "practice" and len(stage.games) == 1
    played(stage)
    assert count(stage, Finish) == 1, "a deal played again is never handed in"


def test_a_hint_with_nothing_that_fits_points_at_the_stock():
    stage = Stage(thieves, fast=True).press("enter")
    while of(stage).fitting:
        stage.press(key(of(stage)))
    stage.press("f")
    assert stage.state.note.text == "No card fits. Turn the stock."
    assert " turn" in stage.text.splitlines()[20].replace("▒", " ")


def test_the_game_is_played_alone():
    stage = Stage(thieves).press("enter")
    with pytest.raises(IllegalMove, match=r"^2 seats"):
        thieves.replay(Record(stage.games[0].options, ("Ann", "Bob"), Chance(bytes(32)), ()))
    with pytest.raises(IllegalMove, match="played alone"):
        new_game({}, ("Ann", "Bob"), Chance(bytes(32)))


# -- the coach ---------------------------------------------------------------------------


def test_what_was_possible_is_worked_out_aside_from_the_first_deal():
    stage = played(Stage(thieves).press("enter")).press("c esc c home")
    thinks = [effect for effect in stage.effects if isinstance(effect, Think)]
    assert len(thinks) == 1, "found out once, shown as often as it is asked for"
    pickle.dumps(thinks[0])
    game = stage.games[0]
    score, exact, _ = solve_game(new_game(game.options, ("Ann",), Chance(game.seed)))
    assert exact and score >= game.score
    assert f"Knowing every card to come, {score} was possible. You made {game.score}." in stage.text


def test_the_coach_shows_a_way_that_can_be_played():
    """Every card it names lies where it says, and the way makes the score that was possible."""
    stage = played(Stage(thieves).press("enter"))
    begun = stage.games[0]
    (best,) = computer.COACH.look(rules_review(begun), 0)
    game = new_game(begun.options, ("Ann",), Chance(begun.seed))
    for deal, runs in enumerate(best.deals, 1):
        assert deal == game.deal
        for number, (turned, *takes) in enumerate(map(str.split, runs)):
            game = apply(game, "turn") if number else game
            assert turned == letters(game.current)
            for take in takes if takes != ["-"] else ():
                stack, _, card = take.partition(":")
                assert card == letters(game.stacks[int(stack) - 1][-1])
                game = apply(game, stack)
    assert game.score == best.score
    stage.press("c")
    for number, runs in enumerate(best.deals, 1):
        shown, page, title = "", "", f" Deal {number} " if number > 1 else " The best possible "
        while title in stage.text and stage.text != page:
            page = stage.text
            shown += page
            stage.press("pgdn")
        assert all(run in shown for run in runs), "a run a line"


def test_a_search_that_was_cut_short_says_so_and_so_does_a_failure():
    stage = played(Stage(thieves).press("enter"))
    state, effects = thieves.update(stage.state, Key("c"))
    assert "The coach is looking at the game." in thieves.draw(state, View()).text()
    name = effects[0].name
    gave_up, _ = thieves.update(state, Thought(name, (computer.BestScore(321, False, ()),)))
    assert "The search was cut short. At least 321 was possible" in thieves.draw(gave_up, View()).text()
    failed, _ = thieves.update(state, Thought(name, None, "That could not be worked out."))
    assert "That could not be worked out." in thieves.draw(failed, View()).text()
    other = Thought("coach another 0", (computer.BestScore(1, True, ()),))
    assert thieves.update(state, other)[0] == state


@pytest.mark.parametrize("more", [0, 9])
def test_what_a_search_found_before_it_was_cut_short_is_no_bound(more):
    table = Stage(thieves).press("enter 1 2 3 4 5 6 7").state.table
    made = table.position.score
    parts = ((computer.BestScore(made - more, False, ()),),)
    told = f"t least {made} was possible. You made {made}."
    assert computer.COACH.verdict(parts, table).line == f"With every card face up, a{told}"
    assert computer.COACH.pages(parts, table, False)[0].lines == (f"The search was cut short. A{told}",)
    assert computer.COACH.verdict([[computer.BestScore(made, True, ())]], table).line.startswith(
        "Nobody could"
    )


# -- high scores -------------------------------------------------------------------------


def test_six_tables_of_ten_the_first_to_reach_a_score_ahead():
    tally = None
    for score in range(1, 15):
        tally = thieves.tally(tally, line(score, f"c{score}"))
    tally = thieves.tally(tally, line(14, "late"))
    tally = thieves.tally(tally, line(900, "other", jokers=5, t="2027-01-02T00:00:00.000Z"))
    assert json.loads(json.dumps(tally)) == tally
    every = [record.high_scores(tally, jokers) for jokers in range(6)]
    assert [len(table) for table in every] == [0, 0, 10, 0, 0, 1]
    assert [caller for _, caller, _ in every[2][:3]] == ["c14", "late", "c13"] and every[2][-1][0] == 6
    assert every[5] == [[900, "other", "2027-01-02"]]


def test_a_tally_is_never_changed_and_odd_lines_leave_it_as_it_is():
    tally = thieves.tally(None, line(10))
    kept = json.dumps(tally)
    for odd in (line(0), line(-3), line(5, jokers=6), line(5, jokers="2")):
        assert thieves.tally(tally, odd) == tally
    thieves.tally(tally, line(20))
    assert json.dumps(tally) == kept


def rules_review(game):
    return Record(game.options, game.seats, Chance(game.seed), tuple(game.moves))


def booked(stage, tally, note=""):
    """The end of the stage's game as books with that tally tell it."""
    game = stage.games[0]
    event = Booked(game.id, game.seed.hex(), Books(tally=tally), note)
    return thieves.update(stage.state, event)[0]


def test_a_high_score_is_announced_with_its_place_and_the_board_agrees():
    stage = Stage(thieves, books=BOOKS).press("enter")
    played(stage)
    score = stage.games[0].score
    place = 1 + sum(row[0] > score for row in BOOKS.tally["2"])
    assert f"High score {ordinal(place):>12} " in stage.text
    after = thieves.tally(BOOKS.tally, line(score))
    assert record.high_scores(after, 2)[place - 1][0] == score
    state = booked(stage, after)
    assert f"High score {ordinal(place):>12} " in thieves.draw(state, View()).text(), "also once it is booked"
    said = []
    spoken = Stage(thieves, books=BOOKS, plain=True)
    spoken.say("")
    while not of(spoken).over:
        said = spoken.say(str(of(spoken).fitting[0]) if of(spoken).fitting else "0")
    assert f"A high score: {ordinal(place)} for games with 2 jokers!" in said


def test_the_place_is_that_of_the_newest_tables():
    """Somebody else's score, booked while the game went on, is counted; equal scores stand before it."""
    stage = Stage(thieves, books=BOOKS).press("enter")
    first = played(Stage(thieves, books=BOOKS).press("enter")).games[0].score
    tally = thieves.tally(thieves.tally(BOOKS.tally, line(first, "Bob")), line(first + 1, "Cy"))
    stage.send(News(Books(tally=tally)))
    played(stage)
    place = 3 + sum(row[0] > first for row in BOOKS.tally["2"])
    assert f"High score {ordinal(place):>12} " in stage.text


def test_a_game_given_up_claims_no_place_and_its_score_still_enters_the_table():
    stage = Stage(thieves, books=Books(turns_left=5, tally={})).press("enter 1 q g")
    score = stage.games[0].score
    assert score and "High score" not in stage.text
    assert record.high_scores(thieves.tally({}, line(score)), 2)[0][0] == score
    spoken = Stage(thieves, plain=True)
    assert "high score" not in "\n".join(spoken.say("", "1", "q", "g")).lower()


@pytest.mark.parametrize("key", ["8", "9"])
def test_a_digit_without_a_stack_says_which_there_are(key):
    assert "The stacks are 1 to 7." in Stage(thieves, fast=True).press(f"enter {key}").text


def test_no_place_for_nothing_for_practice_for_the_eleventh_and_for_the_daily_deal():
    assert "High score" not in Stage(thieves, books=BOOKS).press("enter q g").text
    assert "High score" not in Stage(thieves).press("p 1 q g").text
    full = Books(turns_left=None, tally={"2": [[4, "Dee", "2026-10-02"]] * 10})
    assert "High score" not in Stage(thieves, books=full).press("enter 1 q g").text
    deal = Books(turns_left=None, daily=Daily("2026-11-21", may_play=True))
    stage = Stage(thieves, books=deal).press("d enter")
    while not of(stage).score:
        stage.press(key(of(stage)))
    stage.press("q g")
    assert stage.games[0].score and "High score" not in stage.text


def test_the_bulletin_has_each_table_by_its_jokers_the_next_games_first():
    stage = Stage(thieves, books=BOOKS).press("b right")
    assert "High scores, 2 jokers" in stage.text and "310" in stage.text and "2026-10-02" in stage.text
    assert "900" not in stage.text
    seen = {}
    for _ in range(6):
        title = next(row for row in stage.text.splitlines() if "High scores" in row)
        seen[title.split("scores, ")[1].split()[0]] = stage.text
        stage.press("right")
    assert list(seen) == ["2", "0", "1", "3", "4", "5"]
    assert "900" in seen["5"] and "2026-01-31" in seen["5"] and "No games recorded yet." in seen["0"]
    assert "so far" in stage.text and not stage.press("esc").state.page.name
    four = Stage(thieves, books=BOOKS, prefs={"jokers": "4"}, options=FREE).press("t right")
    assert "High scores, 4 jokers" in four.text


# -- looks and motion --------------------------------------------------------------------


def test_the_look_is_switched_and_remembered():
    stage = Stage(thieves).press("enter")
    solid = stage.canvas
    stage.press("l")
    assert stage.prefs["look"] == "2d" and stage.canvas.cells != solid.cells
    assert stage.state.note.text == "Card look: 2D."
    plain = Stage(thieves, prefs={"look": "2d"}).press("enter").canvas.cells
    assert plain == Stage(thieves, argv=("2D",)).press("enter").canvas.cells != solid.cells
    assert Stage(thieves, prefs={"look": "2d"}, argv=("3d",)).press("enter").canvas.cells == solid.cells
    by_sysop = Stage(thieves, options={"look": "2d"})
    assert by_sysop.canvas.cells == Stage(thieves, prefs={"look": "2d"}).canvas.cells
    assert by_sysop.press("enter").canvas.cells == plain
    own = Stage(thieves, options={"look": "2d"}, prefs={"look": "3d"}).press("enter")
    assert own.canvas.cells == solid.cells
    changed = Stage(thieves).press("enter s f3 down right enter")
    assert changed.prefs == {"look": "2d"}, "the settings change it for the game under way too"
    assert changed.canvas.cells[2:21] == plain[2:21]


def test_cards_move_visibly_and_any_key_goes_on_at_once():
    stage = Stage(thieves, patient=True).press("enter")
    assert stage.waiting and moving(stage) == "deal"
    frames = {stage.text}
    while stage.waiting:
        stage.tick()
        frames.add(stage.text)
    assert len(frames) == 36
    move = key(of(stage))
    stage.press(move)
    flying = {stage.text}
    stage.tick()
    assert stage.text not in flying and moving(stage) == "fly"
    stage.press("f")
    assert not moving(stage) and stage.state.table.board.hint, "the key ends the show and does its work"
    stage.tick()
    assert not moving(stage) and stage.state.table.board.hint


def test_a_click_while_cards_move_is_not_lost():
    stage = Stage(thieves, patient=True).press("enter")
    fit = of(stage).fitting[0]
    assert moving(stage) == "deal"
    stage.click(2 + 9 * (fit - 1), 4)
    assert stage.games[0].moves == [str(fit)] and moving(stage) == "fly"
    stage.send(Mouse(0, 0, "release"))
    assert moving(stage) == "fly", "a release ends nothing"


# -- plain mode --------------------------------------------------------------------------


def test_plain_mode_asks_for_more_only_once_the_game_is_on_the_books():
    stage = Stage(thieves, plain=True, straight=True)
    stage.say("q")
    state, effects = thieves.update(stage.state, Line("g"))
    assert any(isinstance(effect, Finish) for effect in effects)
    assert thieves.tell(stage.state, state).prompt == ""
    game = stage.games[0]
    after, _ = thieves.update(state, Booked(game.id, game.seed.hex(), stage.books))
    assert thieves.tell(state, after).prompt.startswith("Play again?")
    stage.say("g", "a")
    assert stage.say("q", "g")[-1].startswith("Play again?"), "a game that is never booked does not wait"


def test_help_says_when_the_stock_may_be_turned():
    at_will = "You can turn the next card of the stock at any time."
    for options in ({}, {"turn_at_will": True}):
        said = Stage(thieves, options=options, plain=True).say("?", "", "")
        assert any(at_will in line for line in said) is bool(options)


def test_plain_mode_says_nothing_twice():
    stage = Stage(thieves, plain=True, straight=True)
    before = stage.state
    state, _ = thieves.update(before, Line("f"))
    assert len(thieves.tell(before, state).lines) == 1
    assert thieves.tell(state, state).lines == ()


# -- the jokers of games that count ------------------------------------------------------------


def begins(stage):
    return [dict(effect.options) for effect in stage.effects if isinstance(effect, Begin)]


def test_the_caller_chooses_the_jokers_of_games_that_count_and_is_remembered():
    stage = Stage(thieves, options=FREE)
    assert "With 2 jokers." in stage.text
    stage.press("s right right right left left left left enter")
    assert "With 1 joker." in stage.text
    stage.press("enter")
    assert begins(stage) == [{"jokers": 1}] and stage.prefs == {"jokers": "1"}
    assert of(stage).jokers == 1 and stage.games[0].ranked
    assert thieves.INFO.journal_options(stage.games[0].options) == {"jokers": 1}
    assert begins(Stage(thieves, prefs={"jokers": "5"}, options=FREE).press("enter")) == [{"jokers": 5}]
    assert begins(Stage(thieves, options={"jokers": 4, **FREE}).press("enter")) == [{"jokers": 4}], (
        "the sysop's first"
    )


def test_a_number_on_the_command_line_is_the_jokers():
    two = Stage(thieves, straight=True, argv=("2D", "4"), prefs={"jokers": "1"}, options=FREE)
    assert begins(two) == [{"jokers": 4}]
    both = Stage(thieves, options=FREE, argv=("at_will=on", "3")).press("p q g enter enter")
    assert begins(both) == [{"jokers": 3, "turn_at_will": True}, {"jokers": 3}]
    unknown = Stage(thieves, straight=True, argv=("6",), prefs={"jokers": "1"})
    assert begins(unknown) == [] and '"6"' in unknown.state.note.text, "said, not passed over"


def test_callers_set_their_own_jokers_whatever_the_month_counts():
    fixed = {"jokers": 3, "choose_jokers": False}
    stage = Stage(thieves, options=fixed)
    assert "With 3 jokers." in stage.text and "The month counts games with 3 jokers." in stage.press("s").text
    stage.press("right right enter")
    assert "With 5 jokers; only games with 3 count for the month." in stage.text
    stage.press("enter")
    assert begins(stage) == [{"jokers": 5}] and of(stage).jokers == 5 and stage.games[0].ranked
    ended = played(stage).text
    assert "Not counted in the month" in ended and "Turns left: 4" in ended and "1st" in ended
    counted = played(Stage(thieves, options=fixed).press("enter")).text
    assert "Not counted" not in counted and "Month " in counted
    assert (
        "Not counted" not in played(Stage(thieves, options=FREE, prefs={"jokers": "5"}).press("enter")).text
    )


def test_practice_has_jokers_of_its_own():
    fixed = {"jokers": 3, "choose_jokers": False}
    assert of(practice(options=fixed)).jokers == 4
    assert of(practice(options=fixed, prefs={"jokers": "5"})).jokers == 5, "the contest's, till chosen"


def test_a_game_that_waits_is_not_announced_with_other_jokers():
    assert "jokers" not in Stage(thieves, waiting=True, prefs={"jokers": "5"}).text
    spoken = Stage(thieves, waiting=True, plain=True)
    assert not any("jokers" in line for line in thieves.tell(None, spoken.state).lines)


@pytest.mark.parametrize("seed", range(1, 30))
def test_the_first_sentence_is_a_first_step(seed):
    stage = Stage(thieves, fast=True, first_seed=seed).press("enter")
    game = stage.position
    if not game.fitting:
        assert "No card fits. Turn the stock." in stage.text
    elif rules.rank(game.current) == rules.JOKER:
        assert "Take any open card" in stage.text
    else:
        first = r"Take an? \w+( or an? \w+)?: one above or below the \w+\. F marks what fits\."
        assert re.search(first, stage.text)


def test_a_game_that_the_month_does_not_count_says_so_when_it_begins():
    for jokers, said in (("5", True), ("2", False)):
        stage = Stage(thieves, prefs={"jokers": jokers}, fast=True).press("enter")
        assert ("The month doesn't count this game" in stage.text) is said
        assert " ranked " in stage.text and "contest" not in stage.text


def test_practice_begins_with_a_first_step_too():
    """A guest's games are all practice, and the header says so."""
    stage = Stage(thieves, fast=True).press("p")
    assert " practice " in stage.text and "F marks what fits." in stage.text
    assert any(
        line.startswith("PRACTICE: ") for line in Stage(thieves, plain=True, fast=True).say("practice")
    )
