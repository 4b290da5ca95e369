"""A table's board: its message line, the standing and the keys below it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from door.games.contract import Door
from door.games.game import covered
from door.midend.match.values import is_live
from door.midend.match.view import GRACE, name, names
from door.midend.pages import help, scene
from door.midend.seat import over
from door.midend.seat.keys import is_asked_to_wait, talks
from door.midend.seat.news import dropped_words, offer_words
from door.midend.state import State, is_hiding, seat_of, table_of
from door.term.canvas import Canvas, picture
from door.term.keys import Key
from door.ui.screen import View
from door.ui.texts import tr
from door.ui.widgets import Hint, keys_line

_GONE: Final = (
    Hint("w", tr.door_keys.keep_waiting),
    Hint("a", tr.door_keys.adjourn),
    Hint("c", tr.door_keys.claim),
)
_TABLE: Final = Hint("q", tr.door_keys.table)
_NOT_HERE: Final = frozenset(["n", "f2", "u", "t"])
"""Keys of a game alone (new game, take back), and keys with a different meaning here."""
_BACK: Final = Hint("q", tr.door_keys.back)
_TALK: Final = Hint("t", tr.door_keys.talk)
_LEAVE: Final = Hint("q", tr.door_keys.leave)
_T: Final = Key("t")


def draw(game: Door, state: State, view: View) -> Canvas:
    seat = seat_of(state)
    standing = () if is_hiding(state) else _standing(game, state)
    canvas = scene.board(game, state, view, (), _line(game, state), standing)
    if covered(table_of(state)):
        return canvas
    if is_asked_to_wait(seat):
        keys_line(canvas, _GONE if seat.match.terms.rated else _GONE[:2], game.info.accent)
    elif canvas.rows - 1 not in [spot.y for spot in canvas.spots]:  # else the game draws the last row itself
        keys_line(canvas, _hints(game, state), game.info.accent)
    return canvas


def _standing(game: Door, state: State) -> Iterator[str]:
    """Yield the standing in ever fewer columns, without the player to move if the message names them."""
    followed = seat_of(state).followed
    if not _is_said(game, state):
        yield followed.standing
        yield followed.brief
    yield from followed.short


def _is_said(game: Door, state: State) -> bool:
    """True if the message line already says whose move it is, or who has finished a race."""
    seat, note = seat_of(state), state.note
    match = seat.match
    if note and match.terms.race:
        return any(part in note for part in seat.followed.standing.split(", "))
    now = match.movers
    if note or not now or now[0] == seat.me or _line(game, state):
        return False
    return name(match, now[0]) in game.words.message(table_of(state))


def _line(game: Door, state: State) -> str:
    """Return the text that replaces the game's message, or "".

    It is a dropped connection, talk, an offer, or that this caller has finished a race.
    """
    seat = seat_of(state)
    away = seat.followed.dropped
    if away and not seat.is_mine:
        who, left, live = names(seat.match, away), GRACE - min(away.values()), is_live(seat.match.clock)
        return tr.match.not_back(names=who) if live and left <= 0 else dropped_words(who, left, live)
    if seat.heard:
        return seat.heard
    if what := seat.followed.offered:
        by = next(at for at in seat.followed.others if seat.match.offers[at] == what)
        offers = tr.match.plain_offered if seat.plays else tr.match.who_offers
        return offers(name=name(seat.match, by), offer=offer_words(what))
    return over.finished(game, seat)


def _hints(game: Door, state: State) -> tuple[Hint, ...]:
    seat, table, hides = seat_of(state), table_of(state), is_hiding(state)
    own = tuple(game.board.hints(table))
    talk = (_TALK,) if seat.talks and not hides and talks(game, seat, table, _T) else ()
    if hides or seat.is_mine or (seat.plays and state.frames):
        return _shown(own, talk, _BACK if hides else _TABLE)
    return (*talk, help.hint(talk), _TABLE if seat.plays else _LEAVE)


@picture
def _shown(own: tuple[Hint, ...], talk: tuple[Hint, ...], last: Hint) -> tuple[Hint, ...]:
    """Return the game's own keys that mean the same here, and the table's."""
    mine = (*(hint for hint in own if hint.key not in _NOT_HERE), *talk)
    return (*mine, help.hint(mine), last)
