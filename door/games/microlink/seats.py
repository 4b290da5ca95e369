"""The seats and whether the game counts: the settings' rows and the game they make.

Law: pure.  A contest game has the caller in the first seat.  Demonstrations and unsaved games are practice.
"""

from __future__ import annotations

from typing import Final

from door.games.game import DEMO, Choice, Front, Plan, computer_level
from door.games.microlink import toggles
from door.games.microlink.card import INFO
from door.games.microlink.rules import Game
from door.games.seating import seat_name, seat_rows, seats_of
from door.ui.texts import tr
from door.ui.widgets import cut
from door.ui.words import commas

our: Final = tr.microlink


def choices(front: Front) -> tuple[Choice, ...]:
    return (*seat_rows(INFO, front), *toggles.rows())


def _counts(front: Front) -> bool:
    return not toggles.is_on(front.chosen, DEMO) and toggles.UNSAVED not in front.chosen


def plan(front: Front, practice: bool) -> Plan:
    ranked = not practice and _counts(front)
    return Plan(seats=seats_of(INFO, front, demo=not ranked), ranked=ranked)


def about(front: Front) -> str:
    if toggles.is_on(front.chosen, DEMO):
        return our.demo_is_on()
    if not _counts(front):
        return our.practice_not_saved()
    seats = plan(front, False).seats
    if len(seats) == 1:
        return our.you_alone()
    return our.players_seated(seats=commas(map(shortly, seats)))


def shortly(seat: str) -> str:
    """Return a seat's short name: a computer's level or a person's name."""
    return computer_level(seat) or seat


def _numbered(game: Game, seat: int, name: str) -> str:
    alike = [at for at, other in enumerate(game.seats) if other == game.seats[seat]]
    return name if len(alike) == 1 else f"{name} {alike.index(seat) + 1}"


def short(game: Game, seat: int) -> str:
    """Return the seat's short name in a game; equal computers are numbered."""
    return _numbered(game, seat, shortly(game.seats[seat]))


def fitted(game: Game, seat: int, room: int) -> str:
    """Return a seat's full name, or the short one if there is too little room."""
    name = who(game, seat)
    return name if len(name) <= room else cut(short(game, seat), room)


def who(game: Game, seat: int) -> str:
    """Return a seat's full name: "computer (expert)" or the person's.  Equal ones are numbered."""
    return _numbered(game, seat, seat_name(game.seats[seat]))
