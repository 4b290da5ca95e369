"""Switchbox as a door: whole games by keys, clicks and lines, every opponent, choices, tables, screens."""

import json
import pickle

import pytest
from deals import kept
from effort import examples
from hypothesis import given
from hypothesis import strategies as st

from door.games.chance import Chance
from door.games.coaching import CoachRow as Judged
from door.games.game import COMPUTER, Front, GamePlan, IllegalMove
from door.games.record import Record, play
from door.games.seating import GENTLE
from door.games.switchbox import computer, motion, rules, show
from door.games.switchbox import play as switchbox_play
from door.games.switchbox.computer import COACH
from door.games.switchbox.motion import FallFrame, RoundEnd
from door.games.switchbox.play import question
from door.games.switchbox.record import beaten
from door.games.switchbox.rules import BASE, SWITCHES, VALUES, Box, drop_steps
from door.games.switchbox.show import CARD_AT
from door.games.switchbox.words import HOW_IT_FALLS, box_lines
from door.play.api import Begun, Finish, SaveMove, Think, Thought
from door.play.books import Books, Daily
from door.screens.doors import find
from door.term.keys import Key, Mouse
from door.testing.stage import Stage, seed_of
from door.ui.lettering import figure
from door.ui.screen import Bell
from door.ui.texts import tr

switchbox = find("switchbox")

BOOKS = kept("switchbox")
TWO = {"seat2": "person", "name2": "Bob"}


def on(stage):
    """Whether the caller is to drop a ball."""
    return stage.asked and question(stage.state.table) == "drop"


def played(stage, level="beginner", limit=1500):
    """To the end, the people's balls chosen by that level, by keys."""
    while stage.state.scene != "done" and limit:
        limit -= 1
        stage.press(computer.choose(stage.position, level) if on(stage) else "enter")
    return stage


def count(stage, kind):
    return sum(isinstance(effect, kind) for effect in stage.effects)


def front(tally=None, options=None, **chosen):
    """What a caller has chosen at a board with these options."""
    return Front(switchbox.INFO.complete(options or {}), "Ann", tally, chosen)


# -- contest games ---------------------------------------------------------------------------------


def test_a_contest_game_by_keys_is_handed_in_move_by_move_and_replays():
    stage = played(Stage(switchbox).press("enter"), "skilled")
    (game,) = stage.games
    assert game.ranked and game.seats == ("Ann", "computer:regular")
    assert switchbox.INFO.journal_options(game.options) == {}, "a game of the usual rules has none"
    assert count(stage, Finish) == 1 and len(game.moves) == count(stage, SaveMove)
    outcome = stage.replay()
    assert outcome.ended and outcome.score == game.score == stage.position.stand.totals[0]
    for pair in stage.position.rounds:
        for card in pair:
            assert f"{card.points:>6}{card.with_goal:>6}{card.difference:>+6}{card.total:>6}" in stage.text
    assert "{} : {}".format(*stage.position.stand.totals) in stage.text
    assert game.seed.hex() in stage.press("v").text


def test_keys_clicks_and_lines_make_the_same_game():
    by_keys, spoken = Stage(switchbox, fast=True).press("enter"), Stage(switchbox, plain=True).press("enter")
    clicked = Stage(switchbox).press("enter")
    for entry in (1, 8, 3, 3, 5):
        by_keys.press(str(entry))
        spoken.say(str(entry))
        clicked.click(8 + 4 * (entry + 3) + 1, 1)
    assert by_keys.games[0].moves == spoken.games[0].moves == clicked.games[0].moves
    assert by_keys.games[0].moves[::2] == ["1", "8", "3", "3", "5"]
    spots = {spot.target.name for spot in clicked.canvas.spots if spot.y == 1}
    assert spots == set("12345678")


def test_a_release_of_the_mouse_does_nothing():
    stage = Stage(switchbox, fast=True).press("enter")
    stage.send(Mouse(30, 1, "release", "left", Key("3")))
    assert not stage.games[0].moves


def test_cursor_random_ball_and_pass():
    stage = Stage(switchbox, fast=True, prefs=TWO).press("p")
    stage.press("home left enter right right enter end enter")
    assert stage.state.table.moves == ("8", "2", "8")
    drawn = Chance(seed_of(1)).several(2, 30)[1].below(8)[0] + 1
    stage.press("+ - a space d s")
    assert stage.state.table.moves[3:] == (f"+{drawn}", "-", "7", "8")


def test_the_computer_thinks_aside_and_a_resumed_game_gets_the_same_move():
    stage = Stage(switchbox, fast=True).press("enter 4 5")
    think = next(effect for effect in stage.effects if isinstance(effect, Think))
    task, args = pickle.loads(pickle.dumps((think.task, think.args)))
    assert task(*args) == stage.games[0].moves[1]
    game = stage.games[0]
    begun = Begun(
        Record(game.options, game.seats, Chance(game.seed), tuple(game.moves[:3]), game.id, commit="c" * 64),
        resumed=True,
    )
    state, effects = switchbox.update(switchbox.start(stage.setup)[0], begun)
    (think,) = [effect for effect in effects if isinstance(effect, Think)]
    assert state.thinking.name == think.name and question(state.table) == ""
    state, effects = switchbox.update(state, Thought(think.name, think.task(*think.args)))
    assert effects[0] == SaveMove(game.moves[3]) and state.table.position == stage.position


def test_a_thought_that_is_late_or_not_asked_for_changes_nothing():
    stage = Stage(switchbox, patient=True, fast=True).press("enter")
    before = stage.state
    stage.send(Thought("move 0 0 1", "5"))
    assert stage.state is before


def test_a_contest_game_has_no_preview_and_a_practice_game_has():
    stage = Stage(switchbox, fast=True).press("enter v")
    assert not stage.board.preview and count(stage, Bell) == 1 and "You can't preview" in stage.text
    stage = Stage(switchbox, fast=True).press("p v")
    assert stage.board.preview and "A ball in 4" in stage.text
    fall = rules.drop_steps(stage.position.box, 4)
    column = 8 + 4 * fall.hits[0].column + 1
    assert stage.text.splitlines()[2][column : column + 2] in ("▼▼", "XX")
    assert "A ball in 5" in stage.press("right").text
    assert not stage.press("v").board.preview
    assert not stage.press("v 1").board.preview, "a ball ends it"


def test_a_move_of_practice_is_taken_back_with_its_answer():
    stage = Stage(switchbox, fast=True).press("p")
    start = stage.position
    stage.press("4")
    assert len(stage.state.table.moves) >= 2
    assert stage.press("u").position == start and on(stage)


# -- rounds and cards ------------------------------------------------------------------------------


def round_over(stage, level="beginner"):
    """A stage at a round's end."""
    while not isinstance(stage.state.table.frame, RoundEnd):
        stage.press(computer.choose(stage.position, level))
    return stage


def test_four_figures_come_up_under_each_card_and_wait_for_a_key():
    stage = round_over(Stage(switchbox, fast=True).press("enter"))
    rows = stage.text.splitlines()
    for seat, card in enumerate(stage.position.rounds[0]):
        x = CARD_AT[1][0] + 7 if seat else 0
        under = [row[x : x + 10] for row in rows[9:13]]
        numbers = [int(line.split()[1]) for line in under]
        assert numbers == [card.points, card.with_goal, card.difference, card.total]
    assert "Round 1 is over" in stage.text
    moves = len(stage.games[0].moves)
    assert stage.press("5 x 1").state.table.frame == RoundEnd(1) and len(stage.games[0].moves) == moves
    stage.press("enter")
    assert "Round 2 of 4  Fibonacci" in stage.text and "34│" in stage.text


def test_a_demonstration_does_not_wait_at_a_rounds_end():
    stage = Stage(switchbox, prefs={"seat1": "skilled"}, patient=True).press("p")
    while not isinstance(stage.state.table.frame, RoundEnd):
        stage.tick()
    assert [wake.seconds for wake in stage.waiting] == [motion.ROUND_SECONDS]


def test_every_switch_shows_its_lean_and_its_load():
    stage = Stage(switchbox, fast=True, prefs=TWO).press("p 1 2 3 4 5 6 7 8 1 2")
    box, rows = stage.position.box, stage.text.splitlines()
    seen = set()
    for level, many in enumerate(SWITCHES):
        for at in range(many):
            x, y = 8 + 4 * (4 - level + 2 * at), 2 + 3 * level
            look = tuple(row.ljust(80)[x : x + 8] for row in rows[y : y + 3])
            switch = BASE[level] + at
            seen.add((box.leans_right(switch), box.loaded(switch), look))
    kinds = {(lean, load) for lean, load, _ in seen}
    assert len(seen) == len(kinds) and len({look for _, _, look in seen}) == len(seen) >= 3


def test_values_stand_right_above_the_numbers_of_their_exits():
    for number in (1, 2, 3, 4):
        exits = {f"exits_{number}": tuple(range(-8, 8)), "goals": (1, 1, 1, 1)}
        stage = Stage(switchbox, fast=True, options=exits).press("enter")
        while len(stage.position.rounds) < number - 1 or not on(stage):
            stage.press(computer.choose(stage.position, "skilled") if on(stage) else "enter")
        values, numbers = stage.text.splitlines()[18:20]
        for exit, value in enumerate(stage.position.values, 1):
            x = 8 + 4 * (exit - 1) + 1
            assert numbers[x:].startswith(str(exit)) and values[x:].startswith(str(value))


@pytest.mark.parametrize("lit", [(), (1, 2, 16)])
def test_exits_of_four_figures_and_a_sign_are_whole_and_apart(lit):
    values = (-1000, -999, 1000, 999, -100, 100, 0, 7) * 2
    rows = show._exits(values, lit).text().replace("│", " ").replace("▼", " ").splitlines()
    assert [[int(word) for word in row.split()] for row in rows] == [[*values[::2]], [*values[1::2]]]


@pytest.mark.parametrize("points", [0, 22, 31, 88, 107])
def test_a_figure_touches_neither_the_title_nor_the_bar(points):
    for of in ("colour", "mono"):
        drawn = figure(points, 7, of == "ascii", small=True, drop=1, room=13)
        assert set(drawn.text().splitlines()[0]) <= {" ", "▄"}
    rows = Stage(switchbox, fast=True).press("enter").text.splitlines()
    assert not set(rows[5][:15]) & set("█▀▄")


# -- falling balls ---------------------------------------------------------------------------------

boxes = st.builds(Box, st.integers(0, 2**30 - 1), st.integers(0, 2**30 - 1))


@examples(60)
@given(boxes, st.integers(1, 8))
def test_frames_go_level_by_level_and_end_with_the_box_of_the_rules(box, entry):
    frames, fall = motion.falling(box, entry), drop_steps(box, entry)
    shown = [frame.show for frame in frames]
    assert shown[0].box == box and shown[0].balls == ((entry + 3, -1),)
    assert shown[-1].box == fall.box and shown[-1].out and not shown[-1].balls
    heights = [at.balls[0][1] for at in shown if at.balls]
    assert heights == sorted(heights)
    assert sum(frame.seconds for frame in frames) < 1
    levels = [[hit for hit in fall.hits if hit.level == level] for level in range(5)]
    tips = sum(any(hit.effect == "frees" for hit in hits) for hits in levels)
    assert len(shown) == 2 * sum(map(bool, levels)) + tips + bool(fall.exits) + 1
    for at in shown[:-1]:
        assert not at.out


def test_a_ball_on_a_full_platform_is_seen_to_slide():
    box = Box(lean=0, load=1 << 2)  # entry 5 is above the platform of the third switch
    above, tipped, below = [frame.show for frame in motion.falling(box, 5)][:3]
    assert above.balls == ((8, -1),) and not above.box.leans_right(2) and above.box.loaded(2)
    assert tipped.balls == ((9, -1),) and tipped.box.leans_right(2) and not tipped.box.loaded(2)
    assert below.balls == ((9, 1), (8, 1)) and not below.box.leans_right(2) and not below.box.loaded(2)


def test_a_ball_falls_in_ticks_and_any_key_ends_it():
    stage = Stage(switchbox, patient=True).press("enter 4")
    assert isinstance(stage.state.table.frame, FallFrame) and len(stage.waiting) == 1
    first = stage.text
    stage.tick()
    assert stage.text != first and stage.state.at == 1
    stage.press("x")
    assert not isinstance(stage.state.table.frame, FallFrame) or stage.position.last.seat == 1


def test_a_ball_falls_as_quickly_as_its_caller_likes():
    seconds = [
        Stage(switchbox, patient=True, prefs={"motion": how}).press("enter 4").waiting[0].seconds
        for how in ("quick", "normal", "slow")
    ]
    assert seconds[2] >= 3 * seconds[1] >= 6 * seconds[0]


def test_points_wait_until_the_balls_are_out():
    prefs = {**TWO, "exits_1": "own", "own_1": " ".join(["7"] * 16)}
    stage = Stage(switchbox, patient=True, prefs=prefs).press("p")
    while True:
        stage.press(computer.choose(stage.position, "beginner"))
        if stage.position.last.gained:
            break
        stage.press("f7")

    def bars():
        row = stage.text.splitlines()[5]
        return row[:17], row[63:]

    before = bars()
    while not stage.state.table.frame.out:
        assert bars() == before
        stage.tick()
    assert bars() != before and "▼▼" in stage.text.splitlines()[17]


# -- other company ---------------------------------------------------------------------------------


def test_two_people_take_turns_and_it_counts_for_nothing():
    stage = Stage(switchbox, fast=True, prefs=TWO).press("p")
    (game,) = stage.games
    assert game.seats == ("Ann", "Bob") and not game.ranked
    stage.press("3 4")
    assert stage.state.table.moves == ("3", "4") and "Ann" in stage.text and "Bob" in stage.text
    played(stage)
    assert stage.replay().score == game.score and "nothing is recorded" in stage.text
    assert Stage(switchbox, prefs=TWO).press("enter").games[0].seats == ("Ann", "computer:regular")


LEVELS_THAT_COUNT = (
    ("ladder", (), lambda level: True),
    ("ladder", rules.LEVELS, lambda level: level in rules.LEVELS[2:]),
    ("any", rules.LEVELS, lambda level: True),
    ("stronger", (), lambda level: level in rules.LEVELS[2:]),
    ("same", (), lambda level: level == "regular"),
)


@pytest.mark.parametrize("level", rules.LEVELS)
def test_every_level_plays_and_the_sysop_says_which_ones_count(level):
    stage = Stage(switchbox, fast=True, prefs={"seat2": level}, options={"level": "regular"}).press(
        "enter 4 5"
    )
    (game,) = stage.games
    assert game.seats[1] == f"computer:{level}" and len(game.moves) >= 3 and game.ranked
    assert switchbox.INFO.journal_options(game.options) == ({} if level == "regular" else {"level": level})
    for which, won, counts in LEVELS_THAT_COUNT:
        rows = {name: {"by": {"Ann": 1}} for name in won}
        tables = {"levels": rows}
        options = {"contest_levels": which, "level": "regular"}
        met = level if counts(level) else "regular"
        at = front(tables, options, seat2=level)
        assert switchbox_play.plan(at, False) == GamePlan({"level": met}, ("Ann", COMPUTER + met)), which
        assert switchbox_play.plan(at, True).seats == ("Ann", COMPUTER + level)
        said = switchbox_play.about(at)
        assert met in said and level in said and len(said) <= 45


def test_a_weaker_level_counts_until_the_caller_has_beaten_it_once():
    stage = Stage(switchbox, fast=True, prefs={"seat2": "random"})
    assert "You play the random computer." in stage.text
    played(stage.press("enter"), "skilled")
    (game,) = stage.games
    assert game.ranked and rules.winner(stage.position) == 0
    tables = switchbox.tally(None, line(stage))
    assert beaten(tables, "Ann") == {"random"} and beaten(tables, "Bob") == frozenset()
    books = stage.books._replace(tally=tables)
    again = Stage(switchbox, fast=True, prefs={"seat2": "random"}, books=books)
    assert "Computer: regular; you beat random." in again.text
    assert again.press("enter").games[0].seats[1] == "computer:regular"
    assert (
        Stage(switchbox, fast=True, prefs={"seat2": "random"}, books=books).press("p").games[0].seats[1]
        == "computer:random"
    )
    other = Stage(switchbox, prefs={"seat2": "beginner"}, books=books).press("enter")
    assert other.games[0].ranked and other.games[0].seats[1] == "computer:beginner"


def test_a_gentle_board_begins_with_the_weakest_and_the_next_one_waits_for_a_win():
    gentle = {"prefs": {GENTLE: "on"}, "fast": True}
    stage = Stage(switchbox, **gentle)
    assert "Beat the random computer, then the beginner." in stage.text
    played(stage.press("enter"), "skilled")
    (game,) = stage.games
    assert game.ranked and game.seats[1] == "computer:random" and rules.winner(stage.position) == 0
    books = stage.books._replace(tally=switchbox.tally(None, line(stage)))
    assert Stage(switchbox, books=books, **gentle).press("enter").games[0].seats[1] == "computer:beginner"
    chosen = Stage(switchbox, fast=True, prefs={GENTLE: "on", "seat2": "regular"})
    assert "You play the regular computer." in chosen.text
    for options in ({"level": "skilled"}, {"contest_levels": "same"}):
        seats = Stage(switchbox, options=options, **gentle).press("enter").games[0].seats
        assert seats[1] == f"computer:{options.get('level', 'regular')}", "the sysop's level is for everybody"


def test_a_caller_pins_the_gentle_level_or_lets_it_grow_again():
    stage = Stage(switchbox, prefs={GENTLE: "on"}).press("s down")
    assert "◄ grows (computer: random) ►" in stage.text
    assert stage.press("right right").prefs["seat2"] == "random" and "◄ computer: random ►" in stage.text
    assert "After a win" not in stage.press("enter").text
    stage.press("s down left left")
    assert stage.prefs["seat2"] == "grows"
    assert "Beat the random computer, then the beginner" in stage.press("enter").text


def test_the_random_computer_answers_at_once_and_the_others_aside():
    assert not count(Stage(switchbox, fast=True, prefs={"seat2": "random"}).press("enter 4"), Think)
    assert count(Stage(switchbox, fast=True, prefs={"seat2": "beginner"}).press("enter 4"), Think) == 1


def test_solitaire_by_its_four_rules():
    stage = Stage(switchbox, fast=True, prefs={"solitaire": "on"}).press("p")
    (game,) = stage.games
    assert game.options["solitaire"] and not game.ranked and game.seats == ("Ann", "computer:random")
    moves = stage.state.table.moves
    assert all(move.startswith("+") for move in moves) and stage.position.stand.points[1] > 0
    assert stage.position.stand.mover == 0
    played(stage, "skilled")
    assert stage.replay().score == game.score
    board = Stage(switchbox, fast=True, options={"solitaire": True}).press("enter")
    assert board.games[0].ranked and board.games[0].seats == ("Ann", "computer:random")
    assert "solitaire against the box" in Stage(switchbox, options={"solitaire": True}).text


def test_a_demonstration_plays_itself_to_the_end():
    stage = Stage(switchbox, prefs={"seat1": "skilled", "seat2": "beginner"}).press("p")
    (game,) = stage.games
    assert game.seats == ("computer:skilled", "computer:beginner") and not game.ranked
    assert stage.state.scene == "done" and stage.replay().ended
    stage = Stage(switchbox, patient=True, prefs={"seat1": "skilled"}).press("p")
    for _ in range(40):
        stage.tick()
    assert "demonstration" in stage.text and "Computer 1" in stage.text and "Computer 2" in stage.text
    assert len(stage.state.table.moves) > 2
    contest = Stage(switchbox, prefs={"seat1": "skilled"}).press("enter")
    assert contest.games[0].ranked and contest.games[0].seats[0] == "Ann"


def test_q_ends_a_demonstration_without_asking():
    stage = Stage(switchbox, patient=True, prefs={"seat1": "skilled"}).press("p")
    stage.tick()
    stage.press("q")
    assert stage.state.scene == "title" and not stage.state.page.name


# -- the daily deal --------------------------------------------------------------------------------


def test_the_daily_deal_is_solitaire_with_the_caller_alone_in_the_record():
    books = Books("2026-11", (), "2026-10", turns_left=5, daily=Daily("2026-11-21", may_play=True))
    stage = Stage(switchbox, fast=True, books=books, options={"level": "master"}).press("d enter")
    (game,) = stage.games
    assert game.seats == ("Ann",) and game.daily and on(stage)
    assert switchbox.INFO.journal_options(game.options) == {"solitaire": True}
    assert game.moves and all(move.startswith("+") for move in game.moves), "the box has begun"
    played(stage, "skilled")
    outcome = stage.replay()
    assert outcome.ended and outcome.score == game.score
    assert f"Today {game.score}, 1st place" in stage.text and "The box" in stage.text


# -- variants --------------------------------------------------------------------------------------


def test_a_random_ball_is_given_right_after_ones_own_turn():
    stage = Stage(switchbox, fast=True, prefs={**TWO, "gifts": "on"}).press("p 3")
    assert question(stage.state.table) == "give" and "Give Bob a random ball" in stage.text
    stage.press("g")
    assert stage.state.table.moves[1].startswith("gift +") and stage.position.stand.gifts == (1, 2)
    assert on(stage) and stage.position.stand.mover == 0 and "Ann's gift" in stage.text
    stage.press("5 2")
    assert stage.state.table.moves[2:] == ("5", "2"), "the next player's own ball declines the gift"
    stage.press("enter")
    assert on(stage) and stage.position.stand.mover == 0, "and so does ENTER"


def test_a_random_ball_for_the_computer_and_no_move_in_its_place():
    stage = Stage(switchbox, fast=True, prefs={"gifts": "on"}).press("p 3 5")
    assert len(stage.state.table.moves) == 1 and "G gives a random ball" in stage.text
    assert "Give the computer a random ball" in stage.press("h esc").text
    stage.press("g")
    assert stage.state.table.moves[1].startswith("gift +") and rules.sitter(stage.position, 1)
    stage = Stage(switchbox, fast=True, prefs={"gifts": "on"}).press("p 3 enter")
    assert stage.state.table.moves[1] == computer.choose(
        rules.apply(play(stage.door.game.rules, stage.state.record.upto(0)).position, "3"), "regular"
    )


def test_the_computers_gift_is_asked_for_after_its_own_turn():
    stage = Stage(switchbox, fast=True, patient=True, prefs={"gifts": "on", "seat2": "skilled"}).press("p")
    for _ in range(30):
        if on(stage):
            stage.press(computer.choose(stage.position, "beginner"))
        stage.press("enter")
    asks = [effect.args for effect in stage.effects if isinstance(effect, Think)]
    assert any(position.stand.mover != seat for position, seat, _ in asks)
    stage.press("q g")
    assert stage.replay().ended


def test_limited_passes_are_counted_and_refused():
    stage = Stage(switchbox, fast=True, prefs={**TWO, "limited_passes": "on"}).press("p -")
    assert "pass 2" in stage.text and "pass 3" in stage.text
    stage.press("-")
    assert "just passed" in stage.text and len(stage.state.table.moves) == 1


def test_going_on_after_scoring_and_lowball_and_doubled_goals():
    prefs = {**TWO, "go_on": "on", "lowball": "on", "double_goals": "on"}
    stage = Stage(switchbox, fast=True, prefs=prefs).press("p")
    assert stage.position.goal == 20 and stage.position.terms.lowball
    for _ in range(60):
        mover, moves = stage.position.stand.mover, len(stage.state.table.moves)
        stage.press(computer.choose(stage.position, "skilled"))
        if stage.state.table.frame:
            break
        assert len(stage.state.table.moves) == moves + 1
        assert (stage.position.stand.mover == mover) == (stage.position.last.gained > 0)


def test_lowball_comes_with_limited_passes():
    low = front(lowball="on", limited_passes="off")
    assert switchbox_play.plan(low, True).options["limited_passes"] is True
    assert "limited_passes" not in [row.key for row in switchbox_play.choices(low)]
    assert "limited_passes" not in switchbox_play.plan(low, False).options, (
        "a contest is by the board's rules"
    )
    board = front(options={"lowball": True})
    assert switchbox_play.plan(board, False).options["limited_passes"] is True
    assert "limited_passes" not in switchbox_play.plan(front(lowball="on", solitaire="on"), True).options


def test_a_computer_passes_in_a_contest_of_lowball():
    stage = Stage(switchbox, fast=True, options={"lowball": True, "level": "regular"}).press("enter")
    for at in range(200):
        stage.press(f"{1 + at % 8} enter" if stage.state.scene == "play" else "")
    (game,) = stage.games
    assert stage.state.scene == "done" and game.options["limited_passes"] and "-" in game.moves


def test_own_and_negative_exits_by_keys():
    stage = Stage(switchbox).press("s down down down down right right")
    assert switchbox_play.exits(front(**stage.prefs), 1) == (*[2] * 6, *[-2] * 4, *[2] * 6)
    assert "-2 -2 -2 -2" in stage.text
    stage.press("left left left down enter ctrl-u")
    for char in "-1 2 3 4 5 6 7 8":
        stage.send(Key(char))
    stage.press("enter q")
    assert stage.prefs == {"exits_1": "own", "own_1": "-1 2 3 4 5 6 7 8"}
    own = (8, 7, 6, 5, 4, 3, 2, -1, -1, 2, 3, 4, 5, 6, 7, 8)
    assert switchbox_play.exits(front(**stage.prefs), 1) == own
    stage.press("p")
    (game,) = stage.games
    assert not game.ranked and stage.position.values == own and "-1 2 3" in stage.press("q g enter s").text
    assert Stage(switchbox, prefs=stage.prefs).press("enter").position.values == VALUES[0]
    stage = Stage(switchbox).press("s down down down down left down right ctrl-u 1 2 enter")
    assert "Type 16 numbers" in stage.text and stage.state.page.field is not None
    assert not stage.prefs.get("own_1")


def test_a_value_that_is_typed_is_asked_for_and_a_click_leaves_it_alone():
    stage = Stage(switchbox).press("s down down down down left down enter ctrl-u")
    for char in "8 7 6 5 4 3 2 1":
        stage.send(Key(char))
    at = stage.state.page.at
    stage.send(Mouse(5, 2, target=0))
    assert stage.state.page.at == at and stage.state.page.field.value == "8 7 6 5 4 3 2 1"
    assert not stage.press("esc").prefs.get("own_1") and stage.state.page.field is None, "Esc gives it up"
    stage.send(Mouse(5, 2 + at, target=at))
    assert stage.state.page.field is not None, "a click on the row asks for it, too"
    stage.press("esc").send(Mouse(5, 2, target=0))
    assert stage.state.page.at == 0


def test_a_typed_value_in_plain_mode_stands_behind_its_name_or_is_asked_for():
    stage = Stage(switchbox, plain=True, prefs={"exits_1": "own"})
    stage.say("setup")
    assert stage.say("own_1 8 7 6 5 4 3 2 1")[-1] == tr.play.plain_ask_setting()
    assert stage.prefs["own_1"] == "8 7 6 5 4 3 2 1"
    assert stage.say("own_1")[-1].endswith("your own:")
    assert stage.say("1 2")[0] == tr.switchbox.typed_bad_exits(most=1000)
    stage.say("1 2 3 4 5 6 7 8")
    assert stage.prefs["own_1"] == "1 2 3 4 5 6 7 8" and stage.state.page.name == "settings"
    assert stage.say("nonsense on")[0].startswith("There is no setting 'nonsense'. The settings are seat1, ")
    stage.say("")
    assert not stage.state.page.name


def test_a_remembered_choice_that_makes_no_sense_is_left_out():
    assert switchbox_play.plan(front(lowball="on"), True).options["lowball"] is True
    assert switchbox_play.plan(front(seat2="nobody"), True) == switchbox_play.plan(front(), True)
    nonsense = front(level="nonsense", exits_2="1 2 3", seat2="?", name2="computer:x", lowball="?")
    assert switchbox_play.plan(nonsense, True) == switchbox_play.plan(front(), True)


@given(st.text(max_size=60))
def test_any_text_is_exits_or_refused(text):
    values = switchbox_play.read_exits(text)
    assert values is None or (len(values) == 16 and all(abs(value) <= 1000 for value in values))


@given(
    st.dictionaries(
        st.sampled_from(
            ["seat1", "seat2", "name2", "solitaire", "exits_1", "own_1", "exits_3", *switchbox_play.FLAGS]
        ),
        st.sampled_from(
            ["on", "off", "own", "middle", "person", "master", "random", "Bob", "1 2", "5 " * 16]
        ),
    )
)
def test_whatever_is_chosen_makes_a_game(chosen):
    at = front(**chosen)
    for practice in (False, True):
        plan = switchbox_play.plan(at, practice)
        full = switchbox.INFO.complete({**at.options, **plan.options})
        assert not rules.new_game(full, plan.seats, Chance(bytes(32))).over and len(plan.seats) == 2
    for row in switchbox_play.choices(at):
        assert row.help and (not row.values or row.value(at.chosen) in row.values)
        assert all(len(str(word)) <= 32 for word in row.words or row.values)


def test_the_settings_say_all_of_it():
    stage = Stage(switchbox, prefs={**TWO, "exits_2": "own"}).press("s")
    for _ in switchbox_play.choices(front(**stage.prefs)):
        assert "»" not in stage.press("down").text


def test_a_sysops_rules_are_contest_rules():
    stage = Stage(
        switchbox, fast=True, options={"go_on": True, "level": "beginner", "goals": (5, 5, 5, 5)}
    ).press("enter")
    (game,) = stage.games
    assert game.ranked and stage.position.terms.go_on and stage.position.goal == 5
    assert switchbox.INFO.journal_options(game.options) == {
        "go_on": True,
        "level": "beginner",
        "goals": (5, 5, 5, 5),
    }


# -- tables ----------------------------------------------------------------------------------------


def line(stage, **changes):
    """The journal's line of the stage's last game."""
    game = stage.games[-1]
    return {
        "caller": "Ann", "seats": list(game.seats), "options": switchbox.INFO.journal_options(game.options),
        "seed": game.seed.hex(), "moves": game.moves, "score": game.score, "t": "2026-11-21T10:00:00.000Z",
        "month": "2026-11", **changes,
    }  # fmt: skip


def test_tables_follow_from_the_journal():
    stages = [
        played(Stage(switchbox, fast=True, first_seed=seed).press("enter"), "skilled") for seed in (1, 2, 3)
    ]
    tables = None
    for stage in stages:
        tables = switchbox.tally(tables, json.loads(json.dumps(line(stage))))
    ends = [stage.position for stage in stages]
    won = sum(rules.winner(end) == 0 for end in ends)
    row = tables["levels"]["regular"]
    assert row["played"] == 3 and row["won"] == won == row["by"].get("Ann", 0)
    assert tables["drops"][0][0] == max(end.best_drop[0] for end in ends)
    assert [total[0] for total in tables["totals"]] == sorted(
        (end.stand.totals[0] for end in ends if end.stand.totals[0] > 0), reverse=True
    )


def test_given_up_games_count_as_lost_and_make_no_highest_total():
    stage = Stage(switchbox, fast=True).press("enter 1 q g")
    tables = switchbox.tally(None, line(stage))
    assert tables["levels"]["regular"] == {"played": 1, "won": 0, "tied": 0, "by": {}}
    assert "totals" not in tables


def test_games_without_a_named_computer_go_by_their_options():
    stage = played(Stage(switchbox, fast=True).press("enter"))
    for changes, level in (
        ({"seats": ["Ann"]}, "regular"),
        ({"options": {"solitaire": True}, "moves": ["quit"]}, "solitaire"),
        ({"seats": ["Ann", "computer:master"]}, "master"),
        ({"seats": ["Ann", "computer:regular"], "options": {"level": "regular"}}, "regular"),
        ({"seats": ["Ann"], "options": {"level": "regular"}}, "regular"),
        ({"seats": ["Ann", "Bob"]}, None),
    ):
        tables = switchbox.tally(None, line(stage, **changes))
        assert list(tables.get("levels", ())) == ([level] if level else [])
    assert switchbox.tally(None, line(stage, seed="zz"))["games"] == 1


def test_the_bulletin_has_the_tables():
    stage = Stage(switchbox, books=BOOKS).press("b")
    assert "Highest grand totals" in stage.text and "812" in stage.text
    levels = stage.press("right").text
    assert all(level in levels for level in rules.LEVELS) and "Dee (7)" in levels
    assert "212" in stage.press("right").text
    said = "\n".join(Stage(switchbox, books=BOOKS, plain=True).say("t"))
    assert "812, Dee." in said and "212 points, caller Dee, against expert" in said
    assert "against regular, played 30, won 11, tied 1, you won 4, most won by Dee (7)." in said


# -- replays ---------------------------------------------------------------------------------------


def test_bad_games_are_refused_in_a_sentence():
    full = switchbox.INFO.complete({})
    for options, seats in ((full, ("a", "b", "c")), ({**full, "goals": (1, 2)}, ("a",))):
        with pytest.raises(IllegalMove):
            switchbox.replay(Record(options, tuple(seats), Chance(bytes(32)), ("1",)))
    stage = Stage(switchbox)
    stage.send(Begun(Record(full, ("Ann",), Chance(bytes(32)), ("9",), "1", commit="0" * 64)))
    assert stage.state.scene == "title" and "can't go on" in stage.text


def test_a_record_is_told_move_by_move_and_its_figures_once():
    stage = played(Stage(switchbox, fast=True, prefs={**TWO, "gifts": "on"}).press("p"), "skilled")
    game = stage.games[0]
    lines = switchbox.narrate(Record(game.options, tuple(game.seats), Chance(game.seed), tuple(game.moves)))
    assert len(lines) == len(game.moves) + 12 and lines[-3] == "Round 4 is over."
    assert lines[-1].startswith(f"Bob: {stage.position.rounds[-1][1].points} points, ")
    game = played(Stage(switchbox, fast=True).press("enter"), "skilled").games[0]
    lines = switchbox.narrate(Record(game.options, tuple(game.seats), Chance(game.seed), tuple(game.moves)))
    assert any(line.startswith("The computer: ") for line in lines)


# -- the coach -------------------------------------------------------------------------------------


def test_the_coach_looks_back_on_the_callers_own_drops_piece_by_piece():
    stage = played(Stage(switchbox, fast=True).press("enter + -"), "beginner")
    asks = count(stage, Think)
    page = stage.press("c").text
    thinks = [effect for effect in stage.effects[0:] if isinstance(effect, Think)][asks:]
    assert len(thinks) == COACH.steps(stage.state.table) > 1 and pickle.dumps(thinks[0])
    rows = [row for part in stage.state.look.parts for row in part]
    own = [(at, move) for at, move in enumerate(stage.games[0].moves) if at % 2 == 0 and move.isdigit()]
    assert [(row.at, row.move) for row in rows] == own, "the computer's, random balls and passes are not"
    assert f"an estimate, {computer.DEPTH} balls ahead" in page and "√ best" in page
    assert all(row.cost >= 0 and (row.best == row.move) == (row.cost == 0) for row in rows)
    total = sum(row.cost for row in rows)
    assert total > 0 and f"The others cost {total:.0f} points" in stage.text


def test_the_coach_in_plain_mode_names_what_was_better():
    stage = Stage(switchbox, plain=True)
    stage.say("")
    while stage.state.scene != "done":
        stage.say(computer.choose(stage.position, "beginner") if on(stage) else "")
    said = stage.say("c")
    costly = [one for part in stage.state.look.parts for one in part if one.cost]
    assert sum("was better by" in line for line in said) == len(costly) > 0


def test_the_coach_fits_the_page():
    stage = played(Stage(switchbox, fast=True).press("p"), "random").press("c")
    every = COACH.pages(stage.state.look.parts, stage.state.table, False)
    assert every and all(len(page.lines) <= 15 for page in every)
    assert all(len(text) <= 72 for page in every for text in page.lines)
    right = Judged(0, 0, 1, "3", "3", ways=8)
    wrong = right._replace(best="1", cost=12.0)
    for rows, said in (
        ([right], tr.coach.summary_no_mistakes(best=1, all=1)),
        ([wrong], tr.coach.summary_costs(best=0, all=1, cost="12 points")),
        ([], tr.coach.no_choice()),
    ):
        assert COACH.pages([rows], stage.state.table, False)[0].lines[0] == said


# -- plain mode ------------------------------------------------------------------------------------


def test_a_whole_game_by_lines_says_everything_once():
    stage = Stage(switchbox, plain=True)
    said = stage.say("")
    assert any(line.startswith("Seal: ") for line in said) and said[-1].startswith("Ann: which entry?")
    assert sum(line.startswith("Level ") for line in said) == 5
    while stage.state.scene != "done":
        said += stage.say(computer.choose(stage.position, "beginner") if on(stage) else "")
    text = "\n".join(said)
    for number in (1, 2, 3, 4):
        assert text.count(f"Round {number} is over.") == 1
    assert text.count("Game over. Score: ") == 1 and f"Score: {stage.games[0].score}" in text
    assert said[-1].startswith("Play again?") and stage.games[0].seed.hex() in "".join(stage.say("v"))
    assert stage.replay().score == stage.games[0].score


def test_plain_mode_describes_the_box_once_for_a_ball_and_the_computers_answer():
    """What it describes is all that a caller needs to follow the box."""
    stage = Stage(switchbox, plain=True)
    heard = {line.split(":")[0]: line for line in stage.say("") if line.startswith("Level ")}
    for entry in "1238":
        said = stage.say(entry)
        levels = [line for line in said if line.startswith("Level ")]
        assert len({line.split(":")[0] for line in levels}) == len(levels)
        assert levels
        assert said.index(levels[0]) > max(
            at for at, line in enumerate(said) if line.startswith("The computer: ")
        )
        heard |= {line.split(":")[0]: line for line in levels}
        assert list(heard.values()) == list(box_lines(stage.position.box))


def test_who_has_not_won_yet_is_told_how_a_ball_falls():
    told = [line() for line in HOW_IT_FALLS]
    new = Stage(switchbox)
    assert all(line in new.text for line in told)
    spoken = Stage(switchbox, plain=True)
    said = spoken.say("")
    assert [line for line in said if line in told] == told
    assert not [line for line in spoken.say("1", "") if line in told], "before the first ball"
    level = {"played": 1, "won": 1, "tied": 0, "by": {"Ann": 1}}
    won = {"games": 1, "levels": {"random": level}, "totals": [], "drops": []}
    known = Stage(switchbox, books=Books(tally=won))
    assert not [line for line in told if line in known.text]


def test_a_newcomer_reads_what_a_platform_does_and_what_balls_that_stay_are_for():
    new = Stage(switchbox, fast=True).press("enter")
    assert tr.switchbox.tip_platforms() in new.text
    level = {"played": 1, "won": 1, "tied": 0, "by": {"Ann": 1}}
    won = {"games": 1, "levels": {"random": level}, "totals": [], "drops": []}
    known = Stage(switchbox, fast=True, books=Books(tally=won)).press("enter")
    assert tr.switchbox.tip_platforms() not in known.text
    for stage, told in ((new, True), (known, False)):
        while stage.position.last is None or stage.position.last.exits:
            stage.press("1")
        assert (tr.switchbox.tip_loading() in stage.text) == told


def test_a_digit_that_is_no_entry_is_answered():
    for key in ("9", "0"):
        assert "The entries are 1 to 8." in Stage(find("switchbox")).press(f"enter {key}").text
