"""Practice that goes on from inside a game that has ended."""

from __future__ import annotations

from random import Random

import pytest
from replayed import played

from door.games.contract import Door
from door.games.record import play
from door.screens import play as games


@pytest.mark.parametrize("slug", ["shutbox", "microlink", "mindbuster", "thieves", "switchbox"])
def test_every_key_in_a_game_that_goes_on_from_any_of_its_moves(slug: str) -> None:
    stage, _ = played(slug, 3)
    door: Door = stage.door.game
    whole, ended = stage.state.record, stage.state
    for count in Random(1).sample(range(len(whole.moves)), min(4, len(whole.moves))):
        state, _ = games.play_on(door, ended, whole.moves[:count])
        assert state.table.position == play(door.rules, whole.upto(count)).position
        assert (state.table.before is None) == (count == 0)
        for key in (*"rnfpkmwcaeghuxyz1234567890", "enter", "space", "left", "right", "up", "down"):
            stage.state, stage.patient = state, True
            stage.press(key)
            assert stage.text
