"""Switchbox: balls, thirty two-way switches, and four rounds of goals.

`box` knows the balls, `turns` and `rules` the game, `computer` how to play it; `plan` is what
a caller wants to play, `state`, `play` and `keys` the caller's side of the box, `draw` and
`tell` what they see and hear of it.
"""

from door.games.switchbox.card import INFO
from door.games.switchbox.draw import draw
from door.games.switchbox.keys import update
from door.games.switchbox.play import start
from door.games.switchbox.record import free_turns, narrate, renamed, replay, tally
from door.games.switchbox.tell import tell

__all__ = ["INFO", "draw", "free_turns", "narrate", "renamed", "replay", "start", "tally", "tell", "update"]
