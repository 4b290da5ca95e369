"""The laws that every door keeps. Import all of them into a test module that has the fixture `door`:

from door.testing import playable
from door.testing.laws import *  # every law becomes a test of this module

@pytest.fixture(scope="module")
def door():
    return playable(DOOR)
"""

from __future__ import annotations

import ast
import json
import pickle
import string
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from door.games.chance import Chance
from door.games.coaching import Coach
from door.games.game import COMPUTER, Front
from door.games.record import Record
from door.play.api import Begun, Finish
from door.records.audit.proof import check_seats, complete
from door.records.journal.lines import plain
from door.screens import play
from door.screens.door import GameDoor
from door.screens.state import State, table_of
from door.term.keys import NAMED, Key, Line
from door.testing.events import (
    EVENTS,
    FULL,
    LINES,
    TYPED,
    VIEWS,
    check_picture,
    check_scores,
    draw_choices,
    happen,
)
from door.testing.stage import Stage
from door.ui.screen import View, Wake
from door.ui.widgets import centre

__all__ = [
    "test_a_click_on_every_spot_does_no_harm",
    "test_a_door_starts_draws_and_speaks",
    "test_a_game_in_progress_resumes_where_it_was",
    "test_a_package_imports_only_what_games_may",
    "test_a_quit_ends_any_game_and_replays",
    "test_a_screen_too_small_is_clipped_not_broken",
    "test_any_events_in_any_order",
    "test_computers_play_by_the_rules_and_the_audit_finds_their_moves",
    "test_every_key_everywhere_near_the_start",
    "test_every_key_in_a_game_that_goes_on_from_any_of_its_moves",
    "test_every_key_on_every_end_page",
    "test_no_line_that_means_nothing_is_passed_over_in_silence",
    "test_the_card_is_in_order",
    "test_the_coach_ranks_moves_that_the_rules_take",
    "test_the_layouts_last_row_lists_the_keys_and_each_can_be_clicked",
    "test_the_tally_is_json_and_leaves_its_input_alone",
    "test_whatever_is_remembered_makes_a_game_that_the_audit_accepts",
]


def test_the_card_is_in_order(door: GameDoor) -> None:
    info = door.INFO
    assert info.slug.isalnum() and info.slug.islower() and len(info.name()) <= 30 and 0 < info.accent <= 15
    for option in info.options:
        if option.choices:
            assert option.default in option.choices
        elif isinstance(option.default, int) and not isinstance(option.default, bool):
            assert option.low <= option.default <= option.high
            assert not option.numbers or option.default in option.numbers
    assert info.journal_options(info.defaults()) == {}
    json.dumps(info.defaults())


SEED: Final = Chance(b"x" * 32)
MOVES: Final = 12


def _share(examples: int) -> int:
    """Return that many of each hundred examples that Hypothesis's profile asks for."""
    return max(1, settings().max_examples * examples // 100)


def _some(keys: Sequence[str]) -> Sequence[str]:
    """Return as large a share of these keys."""
    return keys[:: max(1, len(keys) // _share(len(keys)))]


# -- screens ---------------------------------------------------------------------------------


def test_a_door_starts_draws_and_speaks(door: GameDoor) -> None:
    for setup in (
        {},
        {"straight": True},
        {"plain": True, "straight": True},
        {"waiting": True},
        {"books": FULL},
    ):
        stage = Stage(door, **setup)
        frozen = getattr(type(stage.state), "__dataclass_params__", None)
        assert getattr(frozen, "frozen", False) or isinstance(stage.state, tuple), "a state is a frozen value"
        hash(type(stage.state))
        check_picture(door, stage.state)


def test_the_layouts_last_row_lists_the_keys_and_each_can_be_clicked(door: GameDoor) -> None:
    for keys in ("", "enter"):
        stage = Stage(door).press(keys)
        for view in VIEWS:
            drawn = door.draw(stage.state, view)
            canvas = centre(drawn, view.cols, view.rows)
            row = (view.rows - drawn.rows) // 2 + drawn.rows - 1
            assert "[" in canvas.text().splitlines()[row]
            for spot in canvas.spots:
                if spot.y == row and isinstance(spot.target, Key):
                    assert canvas.at(spot.x, row) == spot.target
            assert [spot for spot in canvas.spots if spot.y == row and isinstance(spot.target, Key)]


def test_a_screen_too_small_is_clipped_not_broken(door: GameDoor) -> None:
    stage = Stage(door, straight=True)
    for view in (View(1, 1), View(40, 10), View(79, 22), View(80, 500)):
        canvas = centre(door.draw(stage.state, view), view.cols, view.rows)
        assert (canvas.cols, canvas.rows) == (view.cols, view.rows)


def test_every_key_everywhere_near_the_start(door: GameDoor) -> None:
    for opening in ("", "enter"):
        for name in [*sorted(NAMED), *TYPED]:
            stage = Stage(door).press(opening)
            stage.send(Key(name))
            check_picture(door, stage.state, VIEWS[:1])
            check_scores(stage)


@settings(max_examples=_share(15), deadline=None)
@given(
    events=st.lists(EVENTS, min_size=30, max_size=50),
    begun=st.sampled_from(("", "enter", "p", "p enter", "d enter")),
    seed=st.integers(1, 50),
    patient=st.booleans(),
    plain=st.booleans(),
    data=st.data(),
)
def test_any_events_in_any_order(
    door: GameDoor, events: list[Any], begun: str, seed: int, patient: bool, plain: bool, data: Any
) -> None:
    """Whatever the caller has chosen, and however it begins. In plain mode nothing moves."""
    stage = Stage(
        door, first_seed=seed, patient=patient, plain=plain, books=FULL, prefs=draw_choices(door, data)
    )
    stage.press(begun)
    for number, event in enumerate(events):
        happen(stage, event)
        if number % 7 == 0:
            check_picture(door, stage.state, VIEWS[number % len(VIEWS) :][:1])
    wakes = {effect.name for effect in stage.effects if isinstance(effect, Wake)}
    assert not plain or "motion" not in wakes
    stage.patient = False
    stage.settle()
    check_picture(door, stage.state, VIEWS[:1])
    check_scores(stage)


def test_a_click_on_every_spot_does_no_harm(door: GameDoor) -> None:
    for opening in ("", "enter", "enter q", "h"):
        for spot in Stage(door).press(opening).canvas.spots:
            stage = Stage(door).press(opening)
            stage.click(max(spot.x, 0), max(spot.y, 0))
            check_picture(door, stage.state, VIEWS[:1])


# -- replays ------------------------------------------------------------------------------------


def test_a_game_in_progress_resumes_where_it_was(door: GameDoor) -> None:
    stage = Stage(door, straight=True)
    game = stage.games[0]
    begun = Begun(game.record, resumed=True)
    state, _ = door.start(stage.setup)
    state, _ = door.update(state, begun)
    check_picture(door, state)
    outcome = stage.replay()
    assert outcome.ended == bool([effect for effect in stage.effects if isinstance(effect, Finish)])
    assert stage.replay() == outcome


def test_a_quit_ends_any_game_and_replays(door: GameDoor) -> None:
    stage = Stage(door, straight=True)
    game = stage.games[0]
    outcome = door.replay(game.record._replace(moves=("quit",)))
    assert outcome.ended and isinstance(outcome.score, int)


@settings(max_examples=_share(100), deadline=None)
@given(caller=st.sampled_from(("Zoë", "Guest 2", "Guest 3")), data=st.data())
def test_whatever_is_remembered_makes_a_game_that_the_audit_accepts(
    door: GameDoor, caller: str, data: Any
) -> None:
    info = door.INFO
    plan = door.game.board.plan(
        Front(info.defaults(), caller, chosen=draw_choices(door, data, caller)), False
    )
    if plan.ranked:
        seats = plan.seats or (caller,)
        check_seats(seats, caller)
        assert len(seats) <= info.players.seats[1]
        options = info.journal_options({**info.defaults(), **plan.options})
        door.replay(Record(complete(door, plain(options)), seats, SEED, ("quit",)))


def test_the_tally_is_json_and_leaves_its_input_alone(door: GameDoor) -> None:
    stage = Stage(door, straight=True)
    game = stage.games[0]
    line = {
        "id": game.id, "door": door.INFO.slug, "caller": "Ann", "seats": list(game.seats), "options": {},
        "seed": game.seed.hex(), "moves": ["quit"], "score": 0, "month": "2026-11",
        "t": "2026-11-21T10:00:00.000Z", "v": 1, "kind": "game",
    }  # fmt: skip
    first = door.tally(None, line)
    kept = json.dumps(first)
    second = door.tally(first, line)
    assert json.dumps(first) == kept
    assert json.loads(json.dumps(second)) == second


@given(
    lines=st.lists(LINES.map(lambda line: line.text), max_size=6), word=st.sampled_from(["xyzzy", "zz", "ö"])
)
@settings(max_examples=_share(25), deadline=None)
def test_no_line_that_means_nothing_is_passed_over_in_silence(
    door: GameDoor, lines: list[str], word: str
) -> None:
    stage = Stage(door, fast=True)
    for line in lines:
        if not stage.left:
            stage.say(line)
    before = stage.state
    prompt = door.tell(before, before).prompt
    said = stage.say(word)
    assert stage.left or not prompt or said != [prompt]


# -- the end ------------------------------------------------------------------------------------


ENDED: Final = [*sorted(NAMED), *string.ascii_lowercase, *string.digits, *"?+-=./#é"]
"""Keys that are pressed after a game."""


def end_page(door: GameDoor, practice: bool = False) -> Stage:
    """Return a stage at the end page of a game: a few of its own keys, then it is given up."""
    stage, random = Stage(door, books=FULL, fast=True).press("p" if practice else "enter"), Random(1)
    for _ in range(40):
        if len(stage.games[-1].moves if not practice else table_of(stage.state).moves) >= 3:
            break
        bound = sorted(door.game.board.keys(table_of(stage.state)).by_key)
        stage.send(Key(random.choice([*bound, "enter"])))
        stage.press("esc" if stage.state.page.name else "")
        if stage.state.scene != "play":
            return stage
    return stage.press("q g")


def after(stage: Stage, state: State, event: Key | Line) -> State:
    """Return the state after an event and all that follows from it. A new one is drawn."""
    games = len(stage.games)
    stage.state, stage.waiting, stage.left = state, [], False
    stage.send(event)
    if stage.state is not state:
        check_picture(stage.door, stage.state, VIEWS[:1])
    del stage.games[games:]  # whoever begins another game comes back to this end
    return stage.state


@pytest.mark.parametrize("practice", [False, True], ids=["contest", "practice"])
def test_every_key_on_every_end_page(door: GameDoor, practice: bool) -> None:
    """The pages that a key opens at the end, and those that a key opens there, take every key."""
    stage = end_page(door, practice)
    if stage.state.scene != "done":
        return
    pages, found = [stage.state], {""}
    for state in pages:
        for name in ENDED if state is pages[0] else _some(ENDED):
            page = after(stage, state, Key(name))
            if page.scene == "done" and page.page.name not in found:
                found.add(page.page.name)
                pages.append(page)
        for word in ("", "?", "1", "what", "q"):
            after(stage, state, Line(word))
    assert {"", "board", "help"} <= found


def test_every_key_in_a_game_that_goes_on_from_any_of_its_moves(door: GameDoor) -> None:
    stage = end_page(door)
    end = stage.state
    moves = table_of(end).moves if end.scene == "done" else ()
    for count in range(len(moves)):
        state, _ = play.play_on(door.game, end, moves[:count])
        assert table_of(state).moves[:count] == moves[:count]
        for name in _some(ENDED):
            after(stage, state, Key(name))


# -- rules and packages ------------------------------------------------------------------------


def test_computers_play_by_the_rules_and_the_audit_finds_their_moves(door: GameDoor) -> None:
    game, info = door.game, door.INFO
    computers = info.players.quick or info.players.computers[:1] if game.rules.computer else ()
    for level in () if info.players.hides_codes else computers:
        options, seats = info.complete({}), (f"{COMPUTER}{level}",) * max(2, info.players.seats[0])
        position, moves = game.rules.new(options, seats, SEED), list[str]()
        computer = pickle.loads(pickle.dumps(game.rules.computer))  # it goes to another process
        while not game.rules.status(position).ended and len(moves) < MOVES:
            asked = (computer(position, seat, level) for seat in game.rules.status(position).movers)
            moves.append(next(filter(None, asked)))
            position = pickle.loads(pickle.dumps(game.rules.apply(position, moves[-1])))
        assert door.wrong_choice(Record(options, seats, SEED, tuple(moves)), len(moves) * len(seats)) == (
            len(moves),
            "",
        )


def test_the_coach_ranks_moves_that_the_rules_take(door: GameDoor) -> None:
    game, coach = door.game, door.game.coach
    if coach is None or type(coach).rank is Coach.rank:
        return
    position = game.rules.new(door.INFO.complete({}), ("Ann",), SEED)
    for _ in range(MOVES):
        ranked = () if game.rules.status(position).ended else coach.rank(position)
        for move, worth in ranked:
            assert game.rules.apply(position, move) is not None and isinstance(worth, (int, float))
        if ranked:
            position = game.rules.apply(position, max(ranked, key=lambda one: one.worth).move)


ALLOWED: Final = ("door.games", "door.ui", "door.term.canvas", "door.term.keys", "door.testing")
"""Modules of the board that a package may import."""


def test_a_package_imports_only_what_games_may(door: GameDoor) -> None:
    package = door.game.rules.new.__module__.partition(".")[0]
    file = sys.modules[package].__file__
    if package == "door" or file is None or Path(file).name != "__init__.py":
        return
    for path in Path(file).parent.rglob("*.py"):
        for name in _imports(ast.parse(path.read_text("utf-8"))):
            mine = name.partition(".")[0] != "door" or any(
                f"{name}.".startswith(f"{one}.") for one in ALLOWED
            )
            assert mine, f"{path.name} imports {name}"


def _imports(tree: ast.Module) -> list[str]:
    nodes = list(ast.walk(tree))
    names = [one.name for node in nodes if isinstance(node, ast.Import) for one in node.names]
    return names + [
        node.module or "" for node in nodes if isinstance(node, ast.ImportFrom) and not node.level
    ]
