"""Forty Thieves: seven open stacks, a stock, and a few jokers.

`rules` knows the cards, `solver` what was possible; `state`, `play` and `keys` are the
caller's side of the table, `draw` and `tell` what they see and hear of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from door.games.info import DAILY, RANKING, TOP, TURNS_PER_DAY, Info, Options
from door.games.thieves.draw import draw
from door.games.thieves.keys import click, hear, press
from door.games.thieves.play import answered, start
from door.games.thieves.rules import OPTIONS, narrate, replay
from door.games.thieves.state import State, Step
from door.games.thieves.tables import renamed, tally
from door.games.thieves.tell import tell
from door.term.canvas import BRIGHT_RED
from door.term.keys import Key, Line, Mouse
from door.ui.screen import Event

__all__ = ["INFO", "draw", "free_turns", "narrate", "renamed", "replay", "start", "tally", "tell", "update"]

INFO: Final = Info(
    slug="thieves",
    name="Forty Thieves",
    tagline="Seven stacks, one stock, and jokers that steal anything",
    accent=BRIGHT_RED,
    options=(TURNS_PER_DAY, *OPTIONS, RANKING, TOP, DAILY),
    daily=True,
    numpad=("numpad", "on"),
)


def update(state: State, event: Event) -> Step:
    """The next state and what the session shall do; any event is fine in any state."""
    match event:
        case Key():
            return press(state, event)
        case Mouse():
            return click(state, event)
        case Line():
            return hear(state, event)
    return answered(state, event)


def free_turns(options: Options, moves: Sequence[str]) -> int:
    """None: every game of this door is paid for."""
    return 0
