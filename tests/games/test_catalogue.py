"""The contract every door keeps: it starts, draws, speaks, survives every key, and replays."""

import dataclasses
import json

import pytest
from door_events import BY_SLUG, EVENTS, FULL, LINES, TYPED, VIEWS, seen, settled
from hypothesis import given, settings
from hypothesis import strategies as st
from stage import Stage

from door.games.blank import DOOR as BLANK
from door.games.chance import Chance
from door.games.game import Front
from door.midend import doors as catalogue
from door.midend.api import Begun, Finish
from door.records.audit.games import check_seats
from door.records.audit.proof import complete
from door.records.journal.lines import plain
from door.term.keys import NAMED, Key, Mouse
from door.ui.screen import View
from door.ui.widgets import centred

# -- the catalogue -------------------------------------------------------------------------


def test_slugs_are_unique_and_found():
    slugs = [door.INFO.slug for door in catalogue.DOORS]
    assert len(set(slugs)) == len(slugs) and "blank" not in slugs
    assert all(catalogue.find(slug) is door for slug, door in zip(slugs, catalogue.DOORS, strict=True))
    assert catalogue.find("nothing") is None
    assert list(catalogue.infos()) == slugs


def test_a_daily_deal_is_one_callers():
    with pytest.raises(ValueError, match="seats must begin at 1"):
        dataclasses.replace(BLANK, info=dataclasses.replace(BLANK.info, seats=(2, 2)))


@BY_SLUG
def test_the_card_is_in_order(door):
    info = door.INFO
    assert info.slug.isalnum() and info.slug.islower() and len(info.name()) <= 30 and 0 < info.accent <= 15
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


NAMES = st.sampled_from(
    ("", " ", "Bob", "bob ", "Guest 2", " guest 2", "Guest 3", "ZOË", "computer:expert", "a|b", "x" * 30, "½")
)


@BY_SLUG
@settings(max_examples=100, deadline=None)
@given(caller=st.sampled_from(("Zoë", "Guest 2", "Guest 3")), data=st.data())
def test_whatever_is_remembered_makes_a_game_that_the_audit_accepts(door, caller, data):
    """What a caller chose may also have been edited by hand, or be another release's."""
    info, chosen = door.INFO, {}
    for _ in range(2):
        for row in door.game.choices(Front(info.defaults(), caller, chosen=chosen)):
            value = st.sampled_from(row.values) if row.values else NAMES
            chosen[row.key] = data.draw(value | NAMES if row.values else value, row.key)
    plan = door.game.plan(Front(info.defaults(), caller, chosen=chosen), False)
    if plan.ranked:
        seats = plan.seats or (caller,)
        check_seats(seats, caller)
        assert len(seats) <= info.seats[1]
        options = info.recorded({**info.defaults(), **plan.options})
        door.replay(complete(door, plain(options)), seats, Chance(b"x" * 32), ("quit",))


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
