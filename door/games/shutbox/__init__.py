"""Shut The Box — the BBS door: two dice, nine tiles, a contest every month.

The names of the `Door` protocol, each from the file that has it.
"""

from door.games.shutbox.card import INFO
from door.games.shutbox.draw import draw
from door.games.shutbox.play import start, update
from door.games.shutbox.record import free_turns, narrate, renamed, replay, tally
from door.games.shutbox.tell import tell

__all__ = ["INFO", "draw", "free_turns", "narrate", "renamed", "replay", "start", "tally", "tell", "update"]
