"""Every key on every page at a game's end, and in practice that goes on from inside it."""

import string
from random import Random
from typing import Any

import pytest
from effort import some
from replayed import played

from door.games.contract import Door
from door.games.record import play
from door.screens import play as games
from door.screens.doors import OWN
from door.term.keys import NAMED, Key, Line
from door.testing.events import VIEWS, check_picture
from door.testing.stage import Stage

SLUGS = [door.INFO.slug for door in OWN]
KEYS = [*sorted(NAMED), *string.ascii_lowercase, *string.digits, *"?+-=./#é"]


def after(stage: Stage, state: Any, event: Key | Line) -> Any:
    """The state after a key or a line and all that follows from it; a new one is drawn and said."""
    before = len(stage.games)
    stage.state, stage.waiting, stage.left = state, [], False
    stage.send(event)
    if stage.state is not state:
        check_picture(stage.door, stage.state, VIEWS[:1])
    del stage.games[before:]  # whoever begins another game comes back to this end
    return stage.state


@pytest.mark.parametrize("slug", SLUGS)
def test_every_key_in_a_game_that_goes_on_from_any_of_its_moves(slug):
    stage, _ = played(slug, 3)
    door: Door = stage.door.game
    whole, ended = stage.state.record, stage.state
    for count in Random(1).sample(range(len(whole.moves)), min(4, len(whole.moves))):
        state, _ = games.play_on(door, ended, whole.moves[:count])
        assert state.table.position == play(door.rules, whole.upto(count)).position
        assert (state.table.before is None) == (count == 0)
        for key in KEYS:
            after(stage, state, Key(key))


@pytest.mark.whole("pages")
@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("practice", [False, True], ids=["contest", "practice"])
def test_every_key_on_every_end_page(slug, practice):
    """The pages that a key opens at the end, and those that a key opens there. Each takes every key."""
    stage, _ = played(slug, 3, practice=practice)
    assert stage.state.scene == "done" and stage.state.booked
    pages, found = [("", stage.state)], {""}
    for page, state in pages:
        for key in some(KEYS) if page else KEYS:
            name = after(stage, state, Key(key))
            if name.scene == "done" and name.page.name not in found:
                found.add(name.page.name)
                pages.append((name.page.name, name))
        for word in ("", "?", "1", "what", "q"):
            after(stage, state, Line(word))
    assert {"", "board", "proof", "help"} <= found
    assert stage.door.game.coach is None or {"coach"} <= found
