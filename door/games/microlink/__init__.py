"""MicroLink Shut The Box: one to four players, five turns each.

The names of the `Door` protocol, each from the file that has it.
"""

from door.games.microlink.card import INFO
from door.games.microlink.draw import draw
from door.games.microlink.play import start, update
from door.games.microlink.record import free_turns, renamed, replay, tally
from door.games.microlink.rules import narrate
from door.games.microlink.tell import tell

__all__ = ["INFO", "draw", "free_turns", "narrate", "renamed", "replay", "start", "tally", "tell", "update"]
