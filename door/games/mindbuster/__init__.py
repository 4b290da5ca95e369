"""MindBuster!: break the hidden code of coloured pegs in ten guesses, alone or in a duel.

The names of the `Door` protocol, each from the file that has it.
"""

from door.games.mindbuster.card import INFO
from door.games.mindbuster.draw import draw
from door.games.mindbuster.play import start, update
from door.games.mindbuster.record import free_turns, narrate, renamed, replay, tally
from door.games.mindbuster.tell import tell

__all__ = ["INFO", "draw", "free_turns", "narrate", "renamed", "replay", "start", "tally", "tell", "update"]
