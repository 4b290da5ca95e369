"""Switchbox as a door: whole games by keys, clicks and lines, every opponent, set-up, tables, screens."""

import json
import os
import pickle
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from stage import Stage, seed_of

from door.games import switchbox
from door.games.api import (
    Begin,
    Begun,
    Bell,
    Booked,
    Books,
    Finish,
    Leave,
    Moved,
    Row,
    Think,
    Thought,
    Tick,
    View,
    Wake,
)
from door.games.chance import Chance
from door.games.switchbox import computer, motion, plan, record, rules
from door.games.switchbox.box import BASE, SWITCHES, Box, drop_steps
from door.games.switchbox.draw import CARD_AT, SLOT_AT
from door.games.switchbox.help import pages
from door.games.switchbox.state import sitter
from door.games.switchbox.turns import VALUES
from door.term.keys import Key, Line, Mouse

GOLDEN = Path(__file__).parent.parent / "golden"
BOOKS = Books(
    month="2026-11",
    standing=(Row(1, "Grace", 812, 6), Row(2, "Ann", 640, 5)),
    last_month="2026-10",
    winners=(Row(1, "Dee", 2411, 31), Row(2, "Grace", 2380, 29), Row(3, "Old Tom", 1999, 22)),
    rank=2,
    score=640,
    turns_left=4,
    tally={
        "games": 40,
        "levels": {
            "player": {"played": 30, "won": 11, "tied": 1, "by": {"Ann": 4, "Dee": 7}},
            "expert": {"played": 10, "won": 1, "tied": 0, "by": {"Dee": 1}},
        },
        "totals": [[812, "Dee", "2026-10-04", "player"], [640, "Ann", "2026-11-02", "player"]],
        "drops": [[212, "Dee", "2026-10-04", "expert"]],
    },
)
PRACTICE = {"practice": "on"}
TWO = {"against": "person", "name": "Bob"}


def of(stage):
    """The game as the rules have it."""
    return stage.state.game


def played(stage, level="beginner", limit=1500):
    """To the end, the people's balls chosen by that level, by keys."""
    while stage.state.scene != "done" and limit:
        limit -= 1
        if stage.state.scene == "choosing":
            stage.press(computer.choose(of(stage), level))
        else:
            stage.press("enter")
    return stage


def count(stage, kind):
    return sum(isinstance(effect, kind) for effect in stage.effects)


def setup(*, options=None, **prefs):
    """A planned game with these preferences."""
    full = switchbox.INFO.complete(options or {})
    return replace(Stage(switchbox).setup, options=full, prefs=prefs)


# -- contest games ---------------------------------------------------------------------------------


def test_a_contest_game_by_keys_is_handed_in_move_by_move_and_replays():
    stage = played(Stage(switchbox).press("enter"), "skilled")
    (game,) = stage.games
    assert game.ranked and game.options["level"] == "player" and game.seats == ("Ann", "computer:player")
    assert count(stage, Finish) == 1 and len(game.moves) == count(stage, Moved)
    outcome = stage.replayed()
    assert outcome.over and outcome.score == game.score == of(stage).stand.totals[0]
    assert game.result == outcome.detail
    assert game.seed.hex() in stage.text and f"door replay {game.id}" in stage.text
    for pair in of(stage).rounds:
        for card in pair:
            assert f"{card.points:>6}{card.with_goal:>6}{card.difference:>+6}{card.total:>6}" in stage.text


def test_keys_clicks_and_lines_make_the_same_game():
    by_keys, spoken = Stage(switchbox, fast=True).press("enter"), Stage(switchbox, plain=True).press("enter")
    clicked = Stage(switchbox).press("enter")
    for entry in (1, 8, 3, 3, 5):
        by_keys.press(str(entry))
        spoken.say(str(entry))
        clicked.click(8 + 4 * (entry + 3) + 1, 1)
    assert by_keys.games[0].moves == spoken.games[0].moves == clicked.games[0].moves
    assert by_keys.games[0].moves[::2] == ["1", "8", "3", "3", "5"]


def test_cursor_random_ball_and_pass():
    stage = Stage(switchbox, fast=True, prefs=TWO).press("enter")
    stage.press("home left enter right right enter end enter")
    assert stage.games[0].moves == ["8", "2", "8"]
    drawn = Chance(seed_of(1)).several(2, 30)[1].below(8)[0] + 1
    stage.press("+ - a space d s")
    assert stage.games[0].moves[3:] == [f"+{drawn}", "-", "7", "8"]


def test_the_computer_thinks_aside_and_a_resumed_game_gets_the_same_move():
    stage = Stage(switchbox, fast=True).press("enter 4 5")
    think = next(effect for effect in stage.effects if isinstance(effect, Think))
    task, args = pickle.loads(pickle.dumps((think.task, think.args)))
    assert task(*args) == stage.games[0].moves[1]
    game = stage.games[0]
    begun = Begun(
        game.id, Chance(game.seed), "c" * 64, game.options, game.seats, tuple(game.moves[:3]), resumed=True
    )
    state, effects = switchbox.update(switchbox.start(stage.setup)[0], begun)
    assert state.scene == "thinking"
    (think,) = [effect for effect in effects if isinstance(effect, Think)]
    state, effects = switchbox.update(state, Thought(think.name, think.task(*think.args)))
    assert effects[0] == Moved(game.moves[3]) and state.game == of(stage)


def test_a_thought_that_is_late_or_not_asked_for_changes_nothing():
    stage = Stage(switchbox, patient=True, fast=True).press("enter")
    before = stage.state
    stage.send(Thought("move 0 0", "5"))
    assert stage.state is before
    _, effects = switchbox.update(
        replace(before, scene="thinking", awaited="move x 0"), Thought("move x 0", None, "No.")
    )
    assert any(isinstance(effect, Moved) for effect in effects)


def test_leaving_for_later_giving_up_and_playing_on():
    stage = Stage(switchbox, fast=True).press("enter 4 q")
    assert "Leave this game?" in stage.text
    assert stage.press("esc").state.over == "" and not stage.left
    assert stage.press("q l").left and stage.games[0].score is None
    stage = Stage(switchbox, fast=True).press("enter 4 q g")
    assert stage.games[0].moves[-1] == "quit" and stage.games[0].score == 0 and stage.state.scene == "done"
    assert stage.replayed().over


def test_a_waiting_game_goes_on_where_it_was():
    first = Stage(switchbox, fast=True).press("enter 4 1 q l")
    again = Stage(switchbox, fast=True, waiting=True)
    again.games = first.games
    assert "waiting" in again.text
    again.press("enter")
    assert of(again) == of(first) and len(again.games) == 1
    assert again.state.scene == "choosing" and not again.state.waiting


def test_no_turn_left_is_said_on_the_title_page():
    stage = Stage(switchbox, books=Books(turns_left=0)).press("enter")
    assert stage.state.scene == "title" and "no turns left" in stage.text and count(stage, Bell) == 1


def test_a_contest_game_has_no_preview_and_a_practice_game_has():
    stage = Stage(switchbox, fast=True).press("enter v")
    assert not stage.state.preview and count(stage, Bell) == 1 and "without previews" in stage.text
    stage = Stage(switchbox, fast=True, prefs=PRACTICE).press("enter v")
    assert stage.state.preview and "A ball in 4" in stage.text
    fall = rules.preview(of(stage), 4)
    column = 8 + 4 * fall.hits[0].column + 1
    assert stage.text.splitlines()[2][column : column + 2] in ("▼▼", "XX")
    assert "A ball in 5" in stage.press("right").text
    assert not stage.press("v").state.preview


# -- rounds and cards ------------------------------------------------------------------------------


def test_the_arrow_is_beside_the_mover_and_the_goal_beside_the_other():
    stage = Stage(switchbox, fast=True, prefs=TWO).press("enter")
    for mover in (0, 1, 0):
        rows = stage.text.splitlines()
        x, y = SLOT_AT[1 - mover]
        assert rows[y + 1][x : x + 5].strip() == "GOAL" and rows[y + 2][x : x + 5].strip() == "10"
        x, y = SLOT_AT[mover]
        assert "█" in rows[y + 1][x : x + 5]
        stage.press("1")


def test_four_figures_come_up_under_each_card_and_wait_for_a_key():
    stage = Stage(switchbox, fast=True).press("enter")
    while stage.state.scene != "round":
        stage.press(computer.choose(of(stage), "beginner"))
    rows = stage.text.splitlines()
    for seat, card in enumerate(of(stage).rounds[0]):
        x = CARD_AT[1][0] + 7 if seat else 0
        under = [row[x : x + 10] for row in rows[9:13]]
        numbers = [int(line.split()[1]) for line in under]
        assert numbers == [card.points, card.with_goal, card.difference, card.total]
    assert "Round 1 is over" in stage.text and stage.press("enter").state.scene in ("choosing", "round")
    assert "Round 2 of 4  Fibonacci" in stage.text and "34│" in stage.text


def test_every_switch_shows_its_lean_and_its_load():
    stage = Stage(switchbox, fast=True, prefs=TWO).press("enter 1 2 3 4 5 6 7 8 1 2")
    box, rows = of(stage).box, stage.text.splitlines()
    seen = set()
    for level, many in enumerate(SWITCHES):
        for at in range(many):
            x, y = 8 + 4 * (4 - level + 2 * at), 2 + 3 * level
            look = tuple(row.ljust(80)[x : x + 8] for row in rows[y : y + 3])
            switch = BASE[level] + at
            seen.add((box.leans_right(switch), box.loaded(switch), look))
    kinds = {(lean, load) for lean, load, _ in seen}
    assert len(seen) == len(kinds) and len({look for _, _, look in seen}) == len(seen) >= 3


def test_round_values_stand_over_the_floor():
    stage = Stage(switchbox, fast=True).press("enter")
    row = stage.text.splitlines()[18]
    assert [int(word) for word in row.replace("║", " ").replace("│", " ").split()] == list(VALUES[0])


# -- falling balls ---------------------------------------------------------------------------------

boxes = st.builds(Box, st.integers(0, 2**30 - 1), st.integers(0, 2**30 - 1))


@settings(max_examples=60)
@given(boxes, st.integers(1, 8))
def test_frames_go_level_by_level_and_end_with_the_box_of_the_rules(box, entry):
    shown, fall = motion.frames(box, entry), drop_steps(box, entry)
    assert shown[0].box == box and shown[0].balls == ((entry + 3, -1),)
    assert shown[-1].box == fall.box and shown[-1].out and not shown[-1].balls
    heights = [frame.balls[0][1] for frame in shown if frame.balls]
    assert heights == sorted(heights)
    assert sum(frame.seconds for frame in shown) < 0.8
    for frame in shown[:-1]:
        assert not frame.out


def test_a_ball_falls_in_ticks_and_any_key_ends_it():
    stage = Stage(switchbox, patient=True).press("enter 4")
    assert stage.state.scene == "falling" and [wake.name for wake in stage.waiting] == ["fall"]
    first = stage.text
    stage.tick()
    assert stage.text != first and stage.state.frame == 1
    stage.press("x")
    assert stage.state.scene != "falling" or stage.state.game.last.seat == 1


def test_points_wait_until_the_balls_are_out():
    stage = Stage(switchbox, patient=True, prefs={**TWO, "exits_1": " ".join(["7"] * 16)}).press("enter")
    while True:
        entry = computer.choose(of(stage), "beginner")
        stage.press(entry)
        if of(stage).last.gained:
            break
        stage.press("x")

    def bars():
        row = stage.text.splitlines()[5]
        return row[:17], row[63:]

    before = bars()
    while not motion.falling(stage.state.before, of(stage))[stage.state.frame].out:
        assert bars() == before
        stage.tick()
    assert bars() != before and "▼▼" in stage.text.splitlines()[17]


def test_nothing_falls_where_it_shall_not():
    for quiet in ({"fast": True}, {"plain": True}):
        assert not count(Stage(switchbox, **quiet).press("enter 4 5"), Wake)


# -- other company ---------------------------------------------------------------------------------


def test_two_people_take_turns_and_it_counts_for_nothing():
    stage = Stage(switchbox, fast=True).press("s right down").press("B o b enter")
    (game,) = stage.games
    assert game.seats == ("Ann", "Bob") and not game.ranked
    assert stage.prefs["against"] == "person" and stage.prefs["name"] == "Bob"
    stage.press("3 4")
    assert game.moves == ["3", "4"] and "Ann" in stage.text and "Bob" in stage.text
    played(stage)
    assert stage.replayed().score == game.score and "does not count" in stage.text


def test_a_second_person_needs_a_name_of_their_own():
    stage = Stage(switchbox).press("s right enter")
    assert not stage.games and "needs a name" in stage.text
    stage.press("A n n enter")
    assert not stage.games and "other than yours" in stage.text
    assert plan.name_refusal("computer:expert", "Ann") and plan.name_refusal("☃", "Ann")
    assert not plan.name_refusal("Zoë", "Ann")


@pytest.mark.parametrize("level", rules.LEVELS)
def test_every_level_plays_and_the_sysop_says_which_ones_count(level):
    stage = Stage(switchbox, fast=True, prefs={"level": level}).press("enter 4 5")
    (game,) = stage.games
    assert game.seats[1] == f"computer:{level}" and len(game.moves) >= 3 and game.ranked
    strong = rules.LEVELS.index(level) >= rules.LEVELS.index("player")
    for which, beaten, counts in (
        ("ladder", (), True),
        ("ladder", rules.LEVELS, strong),
        ("any", rules.LEVELS, True),
        ("stronger", (), strong),
        ("same", (), level == "player"),
    ):
        wanted = setup(options={"contest_levels": which}, level=level)
        assert plan.begin(plan.planned(wanted), wanted, beaten).ranked == counts, which


def test_a_weaker_level_counts_until_the_caller_has_beaten_it_once():
    stage = Stage(switchbox, fast=True, prefs={"level": "random"})
    assert "ENTER: a contest game against the computer (random)" in stage.text
    played(stage.press("enter"), "skilled")
    (game,) = stage.games
    assert game.ranked and game.result["winner"] == 0
    tables = switchbox.tally(None, line(stage))
    assert record.beaten(tables, "Ann") == {"random"} and record.beaten(tables, "Bob") == frozenset()
    books = replace(stage.books, tally=tables)
    stage.send(Booked("1", "00" * 32, books))
    next_one = "Next: practice, against the computer (random): you have beaten this one."
    assert next_one in stage.text and next_one in stage.state.lines
    again = Stage(switchbox, fast=True, prefs={"level": "random"}, books=books)
    assert "practice, against the computer (random): you have beaten this one." in again.text
    assert not again.press("enter").games[0].ranked
    assert Stage(switchbox, prefs={"level": "beginner"}, books=books).press("enter").games[0].ranked
    assert record.level_rows(tables, "Ann")[0] == ("random", "1", "1", "0", "1", "Ann (1)")


def test_solitaire_by_its_four_rules():
    stage = Stage(switchbox, fast=True, prefs={"against": "solitaire"}).press("enter")
    (game,) = stage.games
    assert game.options["solitaire"] and not game.ranked
    assert all(move.startswith("+") for move in game.moves) and of(stage).stand.points[1] > 0
    assert of(stage).stand.mover == 0
    played(stage, "skilled")
    assert stage.replayed().score == game.score
    board = Stage(switchbox, fast=True, options={"solitaire": True}).press("enter")
    assert board.games[0].ranked and board.games[0].seats == ("Ann", "computer:random")


def test_a_demonstration_plays_itself_to_the_end_and_esc_ends_it():
    stage = Stage(switchbox).press("d")
    (game,) = stage.games
    assert all(seat.startswith("computer:") for seat in game.seats) and not game.ranked
    assert stage.state.scene == "done" and stage.replayed().over
    stage = Stage(switchbox, patient=True).press("d")
    for _ in range(40):
        stage.tick()
    assert stage.state.demo and stage.games[0].moves
    stage.press("x esc" if stage.state.scene == "falling" else "esc")
    assert stage.state.scene == "title" and stage.games[0].moves[-1] == "quit"
    assert stage.press("enter").games[-1].ranked


def test_a_demonstration_waits_while_help_is_read():
    stage = Stage(switchbox, patient=True, fast=True).press("d h")
    moves = list(stage.games[0].moves)
    for _ in range(10):
        stage.tick()
    assert stage.games[0].moves == moves and stage.state.over == "help"


# -- variants --------------------------------------------------------------------------------------


def test_a_random_ball_is_given_right_after_ones_own_turn():
    stage = Stage(switchbox, fast=True, prefs={**TWO, "gifts": "on"}).press("enter 3")
    assert stage.state.scene == "offer" and "Give Bob a random ball" in stage.text
    stage.press("g")
    assert stage.games[0].moves[1].startswith("gift +") and of(stage).stand.gifts == (1, 2)
    assert stage.state.scene == "choosing" and of(stage).stand.mover == 0
    stage.press("5 2")
    assert stage.games[0].moves[2:] == ["5", "2"], "the next player's own ball declines the gift"
    stage = Stage(switchbox, fast=True, prefs={"gifts": "on"}).press("enter 3 g")
    assert stage.games[0].moves[1].startswith("gift +") and sitter(of(stage), 1)


def test_limited_passes_are_counted_and_refused():
    stage = Stage(switchbox, fast=True, prefs={**TWO, "limited_passes": "on"}).press("enter -")
    assert "pass 2" in stage.text and "pass 3" in stage.text
    stage.press("-")
    assert "just passed" in stage.text and len(stage.games[0].moves) == 1


def test_going_on_after_scoring_and_lowball_and_doubled_goals():
    prefs = {**TWO, "go_on": "on", "lowball": "on", "double_goals": "on"}
    stage = Stage(switchbox, fast=True, prefs=prefs).press("enter")
    assert of(stage).goal == 20 and of(stage).terms.lowball
    for _ in range(60):
        mover = of(stage).stand.mover
        stage.press(computer.choose(of(stage), "skilled"))
        if stage.state.scene == "round":
            break
        assert (of(stage).stand.mover == mover) == (of(stage).last.gained > 0)


def test_own_and_negative_exits_by_keys():
    stage = Stage(switchbox).press("s down down down right")
    middle = plan.presets(VALUES[0], 0)["the middle is negative"]
    assert stage.state.plan.exits[0] == middle or "corners" in stage.text or "middle" in stage.text
    stage.press("e ctrl-u")
    for char in "-1 2 3 4 5 6 7 8":
        stage.send(Key(char))
    stage.press("enter")
    assert stage.state.plan.exits[0] == (8, 7, 6, 5, 4, 3, 2, -1, -1, 2, 3, 4, 5, 6, 7, 8)
    assert "other rules than the board's" in stage.text
    stage.press("enter")
    (game,) = stage.games
    assert not game.ranked and of(stage).values[7] == -1 and stage.prefs["exits_1"].startswith("8 7 6")
    again = Stage(switchbox, prefs=stage.prefs)
    assert again.state.plan == stage.state.plan
    stage = Stage(switchbox).press("s down down down e ctrl-u 1 2 enter")
    assert "Type 16 numbers" in stage.text and stage.state.field is not None


@given(st.text(max_size=60))
def test_any_text_is_exits_or_refused(text):
    values = plan.read_exits(text)
    assert values is None or (len(values) == 16 and all(abs(value) <= 1000 for value in values))


def test_what_is_remembered_is_only_what_differs():
    stage = Stage(switchbox, fast=True).press("enter")
    assert stage.prefs == {}
    stage = Stage(switchbox, fast=True).press("s down right esc")
    assert stage.prefs == {"level": "skilled"} and stage.state.scene == "title"
    kept = Stage(switchbox, prefs={"level": "nonsense", "exits_2": "x", "against": "?", "name": "computer:x"})
    assert kept.state.plan == plan.boards(kept.setup.options)


def test_a_sysops_rules_are_contest_rules():
    stage = Stage(
        switchbox, fast=True, options={"go_on": True, "level": "beginner", "goals": (5, 5, 5, 5)}
    ).press("enter")
    (game,) = stage.games
    assert game.ranked and of(stage).terms.go_on and of(stage).goal == 5
    assert switchbox.INFO.recorded(game.options) == {
        "go_on": True,
        "level": "beginner",
        "goals": (5, 5, 5, 5),
    }


# -- tables ----------------------------------------------------------------------------------------


def line(stage, **changes):
    """The journal's line of the stage's last game."""
    game = stage.games[-1]
    return {
        "caller": "Ann", "seats": list(game.seats), "options": switchbox.INFO.recorded(game.options),
        "seed": game.seed.hex(), "moves": game.moves, "score": game.score, "t": "2026-11-21T10:00:00.000Z",
        "month": "2026-11", "result": game.result, **changes,
    }  # fmt: skip


def test_tables_follow_from_the_journal_with_or_without_results():
    stages = [
        played(Stage(switchbox, fast=True, first_seed=seed).press("enter"), "skilled") for seed in (1, 2, 3)
    ]
    with_results = without = wrong = None
    for stage in stages:
        with_results = switchbox.tally(with_results, json.loads(json.dumps(line(stage))))
        bare = line(stage)
        del bare["result"]
        without = switchbox.tally(without, json.loads(json.dumps(bare)))
        lied = {**stage.games[0].result, "totals": [99_999, 0]}
        wrong = switchbox.tally(wrong, line(stage, result=lied))
    assert with_results == without == wrong
    ends = [stage.replayed().detail for stage in stages]
    won = sum(end["winner"] == 0 for end in ends)
    row = with_results["levels"]["player"]
    assert row["played"] == 3 and row["won"] == won == row["by"].get("Ann", 0)
    assert with_results["drops"][0][0] == max(end["best_drop"][0] for end in ends)
    assert [total[0] for total in with_results["totals"]] == sorted(
        (end["totals"][0] for end in ends if end["totals"][0] > 0), reverse=True
    )


def test_given_up_games_count_as_lost_and_make_no_highest_total():
    stage = Stage(switchbox, fast=True).press("enter 1 q g")
    tables = switchbox.tally(None, line(stage, result={**stage.games[0].result, "totals": [0, 0]}))
    assert tables["levels"]["player"] == {"played": 1, "won": 0, "tied": 0, "by": {}} and not tables["totals"]


def test_games_without_a_named_computer_go_by_their_options():
    stage = played(Stage(switchbox, fast=True).press("enter"))
    for changes, level in (
        ({"seats": ["Ann"], "result": None}, "player"),
        ({"options": {"solitaire": True}, "moves": ["quit"]}, "solitaire"),
        ({"seats": ["Ann", "computer:master"]}, "master"),
        ({"seats": ["Ann", "Bob"]}, None),
    ):
        tables = switchbox.tally(None, line(stage, **changes))
        assert list(tables["levels"]) == ([level] if level else [])
    assert switchbox.tally(None, line(stage, seed="zz", result=None))["games"] == 1


def test_the_tables_page():
    text = Stage(switchbox, books=BOOKS).press("t").text
    assert all(level in text for level in rules.LEVELS)
    assert "Dee (7)" in text and "812" in text and "212" in text
    said = "\n".join(Stage(switchbox, books=BOOKS, plain=True).say("t"))
    assert "Highest grand total: 812 by Dee" in said and "Biggest single drop: 212" in said
    assert "No game is on the books yet." in Stage(switchbox).press("t").text


# -- replays ---------------------------------------------------------------------------------------


def test_bad_games_are_refused_in_a_sentence():
    full = switchbox.INFO.complete({})
    for options, seats in ((full, ("a", "b", "c")), ({**full, "goals": (1, 2)}, ("a",))):
        with pytest.raises(rules.IllegalMove):
            record.replay(options, seats, Chance(bytes(32)), ["1"])
    stage = Stage(switchbox)
    stage.send(Begun("1", Chance(bytes(32)), "0" * 64, full, ("Ann",), ("9",)))
    assert stage.state.scene == "title" and "cannot be played on" in stage.text


# -- plain mode ------------------------------------------------------------------------------------


def test_a_whole_game_by_lines_says_everything_once():
    stage = Stage(switchbox, plain=True)
    said = stage.say("")
    assert any(line.startswith("Commitment: ") for line in said) and said[-1].startswith("Ann: which entry?")
    assert sum(line.startswith("Level ") for line in said) == 5
    while stage.state.scene != "done":
        said += stage.say(computer.choose(of(stage), "beginner"))
    text = "\n".join(said)
    for number in (1, 2, 3, 4):
        assert text.count(f"Round {number} is over.") == 1
    assert text.count("Game over. Score: ") == 1 and f"Score: {stage.games[0].score}" in text
    assert stage.games[0].seed.hex() in text and said[-1].startswith("Play again?")
    assert stage.replayed().score == stage.games[0].score


def test_box_preview_and_wrong_lines_in_plain_mode():
    stage = Stage(switchbox, plain=True, prefs=PRACTICE)
    stage.say("")
    assert len(stage.say("b")) == 6
    assert stage.say("v 3")[0].startswith("A ball in 3")
    for wrong in ("9", "hello", "0", "12"):
        assert stage.say(wrong)[0].startswith("Type 1 to 8")
    assert not stage.games[0].moves
    stage.say("pass")
    assert stage.games[0].moves[0] == "-"


def test_the_set_up_page_in_plain_mode():
    stage = Stage(switchbox, plain=True)
    assert stage.say("s")[0] == "1. Play: against the computer"
    assert stage.say("2 expert")[0] == "2. Computer's level: expert"
    assert stage.say("1 person")[1] == "2. Second person: nobody yet"
    assert "other than yours" in stage.say("2 Ann")[0]
    stage.say("2 Bob", "3 yes", "5 1 2 3 4 5 6 7 -8")
    assert stage.state.plan.exits[1][0] == -8 and "double_goals" in stage.state.plan.flags
    assert "This row is one of" in stage.say("3 maybe")[0]
    said = stage.say("")
    assert stage.games[0].seats == ("Ann", "Bob") and any("Goal: 20" in line for line in said)


def test_a_demonstration_in_plain_mode_is_told_a_ball_at_a_time():
    stage = Stage(switchbox, plain=True)
    said = stage.say("d")
    assert any("demonstration" in line for line in said)
    assert said[-1] == "Enter for the next ball, q ends it:"
    balls = 0
    while stage.state.scene == "pause":
        said, balls = stage.say(""), balls + 1
        assert sum(line.startswith("Computer") and ": " in line[:12] for line in said) <= 4
    assert any(line.startswith("Game over") for line in said)
    assert balls == len(stage.games[0].moves)
    again = Stage(switchbox, plain=True)
    again.say("d", "", "q")
    assert again.state.scene == "title" and again.games[0].moves[-1] == "quit"


def test_help_fits_the_page():
    options = switchbox.INFO.complete({})
    for variant in (
        {},
        {"contest_levels": "any"},
        {"contest_levels": "same", "ranking": "best", "turns_per_day": 0},
    ):
        for plain in (False, True):
            for page in pages({**options, **variant}, plain):
                assert len(page.lines) <= 15 and all(len(text) <= 72 for text in page.lines), page.title


# -- screens ---------------------------------------------------------------------------------------

MIDDLE = "enter 1 8 3 5"
SCREENS = {
    "title": ({}, ""),
    "title_empty": ({"books": Books(turns_left=None)}, ""),
    "start": ({}, "enter"),
    "middle": ({}, MIDDLE),
    "middle_mono": ({"view": View(mono=True)}, MIDDLE),
    "middle_ascii": ({"view": View(ascii=True)}, MIDDLE),
    "preview": ({"prefs": PRACTICE}, f"{MIDDLE} v"),
    "asked": ({}, "enter q"),
    "given_up": ({}, "enter 4 q g"),
    "setup": ({}, "s"),
    "setup_own": ({"prefs": {**TWO, "lowball": "on"}}, "s down down down right e"),
    "tables": ({}, "t"),
    "help_keys": ({}, "h pgdn pgdn pgdn pgdn"),
    "two": ({"prefs": {**TWO, "gifts": "on", "limited_passes": "on"}}, "enter 3"),
}


def shown(setup, keys):
    return Stage(switchbox, **{"books": BOOKS, "fast": True, **setup}).press(keys).text


@pytest.mark.parametrize("name", SCREENS)
def test_screen(name):
    text = shown(*SCREENS[name])
    path = GOLDEN / f"switchbox_{name}.txt"
    if os.environ.get("GOLDEN") == "write":
        path.write_text(text + "\n", encoding="utf-8")
    assert text + "\n" == path.read_text(encoding="utf-8")


def test_screens_of_a_falling_ball_and_of_the_end():
    stage = Stage(switchbox, patient=True, books=BOOKS).press("enter 1")
    for _ in range(3):
        stage.tick()
    done = played(Stage(switchbox, fast=True, books=BOOKS).press("enter"), "skilled")
    for name, text in (("falling", stage.text), ("done", done.text)):
        path = GOLDEN / f"switchbox_{name}.txt"
        if os.environ.get("GOLDEN") == "write":
            path.write_text(text + "\n", encoding="utf-8")
        assert text + "\n" == path.read_text(encoding="utf-8")


# -- anything at all -------------------------------------------------------------------------------

EVENTS = st.one_of(
    st.sampled_from([*"12345678+-vgqlnsdtherbx", "enter", "esc", "left", "right", "up", "down"]).map(Key),
    st.sampled_from(["", "1", "3", "+", "-", "g", "q", "v3", "s", "1 demo", "2 Bob", "8 yes", "5 1 2"]).map(
        Line
    ),
    st.sampled_from([Mouse(0, 0), Mouse(30, 1), Tick("fall"), Tick("go"), Thought("move 1 1", "3")]),
)


@settings(max_examples=50)
@example([Line(""), Line("")], "solitaire", set(), True, False)
@given(
    st.lists(EVENTS, max_size=50),
    st.sampled_from(plan.AGAINST),
    st.sets(st.sampled_from(plan.FLAGS)),
    st.booleans(),
    st.booleans(),
)
def test_any_events_with_any_rules_leave_games_that_replay(events, against, flags, patient, plain):
    prefs = {"against": against, "name": "Bob", **dict.fromkeys(flags, "on")}
    stage = Stage(switchbox, patient=patient, plain=plain, fast=not patient, prefs=prefs)
    for event in events:
        before = stage.state
        stage.send(event)
        stage.door.tell(before, stage.state)
    stage.door.draw(stage.state, View())
    for game in stage.games:
        outcome = stage.replayed(game)
        assert outcome.over == (game.score is not None) and (
            game.score is None or outcome.score == game.score
        )
    assert sum(isinstance(effect, Begin) for effect in stage.effects) >= len(stage.games)
    assert not count(stage, Leave) or stage.left
