"""The contract every door keeps: it starts, draws, speaks, survives every key, and replays."""

import dataclasses
import json
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stage import Stage

from door.games import blank
from door.games.chance import Chance
from door.games.game import Outcome
from door.midend import doors as catalogue
from door.midend.api import Begun, Booked, Finish, News, Refused, Thought
from door.midend.books import Books, Row
from door.midend.door import GameDoor
from door.term.canvas import CODE
from door.term.charset import CP437
from door.term.keys import NAMED, Key, Line, Mouse
from door.ui.screen import Tick, View
from door.ui.widgets import centred

DOORS = (*catalogue.DOORS, GameDoor(blank.GAME))
BY_SLUG = pytest.mark.parametrize("door", DOORS, ids=[door.INFO.slug for door in DOORS])
VIEWS = (View(), View(132, 49), View(80, 23, mono=True), View(80, 23, ascii=True), View(200, 60, mouse=True))
GLYPHS = frozenset(CP437) | {" "}
ROWS = tuple(Row(place, f"Caller {place}", 999_999 - place, 1000) for place in range(1, 11))
FULL = Books("2026-11", ROWS, "2026-10", ROWS[:3], 7, 123_456, 999, 99)
TYPED = [*string.ascii_letters, *string.digits, *string.punctuation, " ", "é", "☺"]

KEYS = st.sampled_from(sorted(NAMED) + TYPED).map(Key)
LINES = st.sampled_from(["", "q", "?", "t", "y", "n", "1", "2 6", "h", "l", "g", "x" * 200, "9 9", "²"]).map(
    Line
)
MOUSE = st.builds(
    Mouse,
    st.integers(-2, 140),
    st.integers(-2, 60),
    st.sampled_from(["press", "drag", "release", "wheel-up", "wheel-down"]),
    st.sampled_from(["left", "middle", "right", ""]),
    st.sampled_from([None, "nonsense", 7, Key("enter"), ("tile", 99)]),
)
OTHERS = st.sampled_from(
    [
        *(Tick(name) for name in ("roll", "count", "tick", "")),
        *(Thought("think"), Thought("think", None, "It failed.")),
        *(News(Books()), News(FULL), Refused("No.", Books()), Booked("1", "00" * 32, Books())),
    ]
)
EVENTS = st.one_of(KEYS, KEYS, KEYS, LINES, MOUSE, OTHERS)


def seen(door, state, views=VIEWS):
    """Draws and says a state, and checks what any canvas and any speech must be."""
    for view in views:
        canvas = centred(door.draw(state, view), view.cols, view.rows)
        assert (canvas.cols, canvas.rows) == (view.cols, view.rows)
        glyphs = {chr(cell & CODE) for row in canvas.cells for cell in row}
        assert glyphs <= GLYPHS, glyphs - GLYPHS
        assert chr(canvas.cells[-1][-1] & CODE) == " ", "the bottom-right cell is never written"
        assert all(cell >> 21 >> 4 & 15 <= 7 for row in canvas.cells for cell in row), "no bright backgrounds"
    speech = door.tell(None, state)
    assert all("\n" not in line and line.isprintable() for line in (*speech.lines, speech.prompt))


def settled(stage):
    """Whether every game the stage has booked replays to the same score."""
    for game in stage.games:
        if game.score is not None:
            outcome = stage.replayed(game)
            assert isinstance(outcome, Outcome) and outcome.over
            assert outcome.score == game.score
            full = stage.door.INFO.complete(game.options)
            assert stage.door.free_turns(full, game.moves) == outcome.free_turns
            narrated = stage.door.narrate(full, game.seats, Chance(game.seed), game.moves)
            assert narrated and all("\n" not in line for line in narrated)


# -- the catalogue -------------------------------------------------------------------------


def test_slugs_are_unique_and_found():
    slugs = [door.INFO.slug for door in catalogue.DOORS]
    assert len(set(slugs)) == len(slugs) and "blank" not in slugs
    assert all(catalogue.find(slug) is door for slug, door in zip(slugs, catalogue.DOORS, strict=True))
    assert catalogue.find("nothing") is None
    assert list(catalogue.infos()) == slugs


@BY_SLUG
def test_the_card_is_in_order(door):
    info = door.INFO
    assert info.slug.isalnum() and info.slug.islower() and len(info.name) <= 30 and 0 < info.accent <= 15
    for option in info.options:
        if option.choices:
            assert option.default in option.choices
        elif isinstance(option.default, int) and not isinstance(option.default, bool):
            assert option.low <= option.default <= option.high
            assert not option.numbers or option.default in option.numbers
    assert info.recorded(info.defaults()) == {}
    json.dumps(info.defaults())


# -- screens ---------------------------------------------------------------------------------


@BY_SLUG
def test_a_door_starts_draws_and_speaks(door):
    for setup in (
        {},
        {"straight": True},
        {"plain": True, "straight": True},
        {"waiting": True},
        {"books": FULL},
    ):
        stage = Stage(door, **setup)
        frozen = dataclasses.is_dataclass(stage.state) and stage.state.__dataclass_params__.frozen
        assert frozen or isinstance(stage.state, tuple), "a state is a frozen value"
        hash(type(stage.state))
        seen(door, stage.state)


@BY_SLUG
def test_the_layouts_last_row_lists_the_keys_and_each_can_be_clicked(door):
    for keys in ("", "enter"):
        stage = Stage(door).press(keys)
        for view in VIEWS:
            canvas = centred(door.draw(stage.state, view), view.cols, view.rows)
            row = (view.rows - 23) // 2 + 22
            assert "[" in canvas.text().splitlines()[row]
            for spot in canvas.spots:
                if spot.y == row and isinstance(spot.target, Key):
                    assert canvas.at(spot.x, row) == spot.target
            assert [spot for spot in canvas.spots if spot.y == row and isinstance(spot.target, Key)]


@BY_SLUG
def test_a_screen_too_small_is_clipped_not_broken(door):
    stage = Stage(door, straight=True)
    for view in (View(1, 1), View(40, 10), View(79, 22), View(80, 500)):
        canvas = centred(door.draw(stage.state, view), view.cols, view.rows)
        assert (canvas.cols, canvas.rows) == (view.cols, view.rows)


@BY_SLUG
def test_every_key_everywhere_near_the_start(door):
    for opening in ("", "enter"):
        for name in [*sorted(NAMED), *TYPED]:
            stage = Stage(door).press(opening)
            stage.send(Key(name))
            seen(door, stage.state, VIEWS[:1])
            settled(stage)


@BY_SLUG
@settings(max_examples=60)
@given(st.lists(EVENTS, max_size=40), st.integers(1, 50), st.booleans(), st.booleans())
def test_any_events_in_any_order(door, events, seed, patient, fast):
    stage = Stage(door, first_seed=seed, patient=patient, fast=fast, straight=seed % 2 == 0)
    for number, event in enumerate(events):
        before = stage.state
        if isinstance(event, Mouse) and event.target == "nonsense":
            stage.click(event.x, event.y)
        stage.send(event)
        speech = door.tell(before, stage.state)
        assert all(line.isprintable() for line in (*speech.lines, speech.prompt))
        if number % 7 == 0:
            seen(door, stage.state, VIEWS[number % len(VIEWS) :][:1])
        for effect in stage.effects:
            assert not isinstance(effect, Finish) or isinstance(effect.score, int)
    stage.patient = False
    stage.settle()
    seen(door, stage.state, VIEWS[:1])
    settled(stage)


@BY_SLUG
def test_a_click_on_every_spot_does_no_harm(door):
    for opening in ("", "enter", "enter q", "h"):
        for spot in Stage(door).press(opening).canvas.spots:
            stage = Stage(door).press(opening)
            stage.click(max(spot.x, 0), max(spot.y, 0))
            seen(door, stage.state, VIEWS[:1])


# -- replays ------------------------------------------------------------------------------------


@BY_SLUG
def test_a_game_in_progress_resumes_where_it_was(door):
    stage = Stage(door, straight=True)
    game = stage.games[0]
    begun = Begun(game.id, Chance(game.seed), "", game.options, game.seats, tuple(game.moves), resumed=True)
    state, _ = door.start(stage.setup)
    state, _ = door.update(state, begun)
    seen(door, state)
    outcome = stage.replayed()
    assert outcome.over == bool([effect for effect in stage.effects if isinstance(effect, Finish)])
    assert stage.replayed() == outcome


@BY_SLUG
def test_a_quit_ends_any_game_and_replays(door):
    stage = Stage(door, straight=True)
    game = stage.games[0]
    outcome = door.replay(game.options, game.seats, Chance(game.seed), ["quit"])
    assert outcome.over and isinstance(outcome.score, int)


@BY_SLUG
def test_the_tally_is_json_and_leaves_its_input_alone(door):
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


@BY_SLUG
@given(
    lines=st.lists(LINES.map(lambda line: line.text), max_size=6), word=st.sampled_from(["xyzzy", "z", "ö"])
)
@settings(max_examples=40)
def test_no_line_that_means_nothing_is_passed_over_in_silence(door, lines, word):
    stage = Stage(door, fast=True)
    for line in lines:
        if not stage.left:
            stage.say(line)
    before = stage.state
    prompt = door.tell(before, before).prompt
    said = stage.say(word)
    assert stage.left or not prompt or said != [prompt]
