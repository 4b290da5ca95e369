"""The screen of a caller at a table: the door around any game between callers.

Like `GameDoor` it holds a game and nothing else. A caller's action is requested by `AtTable`, and nothing
changes until `Followed` says that it has happened, or `NotDone` why not. `follow` handles updates from the
table, `keys` the caller's input. `forming`, `menu` and `over` are the pages before, over and after the
board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from operator import attrgetter, is_
from typing import Any, Final

from door.games.contract import Game
from door.games.info import Info
from door.midend import flow, play
from door.midend.api import News, OnWall, Setup, Thought
from door.midend.match.values import is_live
from door.midend.match.view import GRACE, Followed, NotDone, name, names
from door.midend.pages import again, coach, help, scene
from door.midend.pages.beside import SIDE, Room
from door.midend.pages.beside import room as room_around
from door.midend.pages.over import on_wall
from door.midend.seat import beside, follow, forming, keys, menu, over, plain
from door.midend.seat.news import dropped_words, offer_words
from door.midend.seat.state import Seat, SeatStep, carried, is_asked_to_wait, is_mine
from door.midend.state import table_of
from door.term.canvas import Canvas, Sprite, picture
from door.term.keys import Key, Line, Mouse
from door.ui.screen import COLS, ROWS, Event, Speech, Tick, View
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


class SeatDoor:
    """One game at a table."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.INFO: Info = game.info

    def __repr__(self) -> str:
        return f"<table of {self.INFO.slug}>"

    def start(self, setup: Setup, followed: Followed) -> SeatStep:
        """Return the screen for the table as it is."""
        return follow.opened(self.game, setup, followed)

    def update(self, state: Seat, event: Event) -> SeatStep:
        """Return the next state and effects. Any event is fine in any state."""
        handler = _EVENTS.get(type(event))
        if handler is None:
            return state, ()
        moves = state.state.frames
        state, effects = handler(self.game, state, event)
        return follow.settled(self.game, state, effects) if moves else (state, effects)

    def draw(self, state: Seat, view: View) -> Canvas:
        """Draw the table on 80×23 with side panels on a wide screen, or on all of the view."""

        def inside(view: View) -> Canvas:
            return _scene(self.game, state, view)

        def joined(canvas: Canvas, room: Room, view: View) -> Canvas:
            canvas = beside.joined(self.game, state, canvas, room, view) if room.width else canvas
            menu.draw(self.game, state, canvas, view)
            return canvas

        return scene.drawn(self.game, state.state, view, inside, joined)

    def rested(self, state: Seat, before: Seat | None, view: View) -> Seat | None:
        """Return the table without its moving parts, or None if a page lies over it."""
        if state.over:
            return None
        rest: Seat | None = scene.rested_in(self.game, state, before, view)
        if not (state.ticks and _is_still(self.game, state)):
            return rest
        rest = rest or state
        return before if before is not None and _differ_by_clock(before, rest) else rest

    def sprites(self, state: Seat, view: View) -> Iterator[Sprite]:
        """Return the moving parts."""
        at_board = scene.sprites(self.game, state.state, view)
        if not (state.ticks and _is_still(self.game, state)):
            return at_board
        return chain(at_board, _clocks(self.game, state, view))

    def tell(self, before: Seat | None, after: Seat) -> Speech:
        """Describe the state in words."""
        return plain.tell(self.game, before, after)


# -- events ------------------------------------------------------------------------------


def _tick(game: Game, seat: Seat, tick: Tick) -> SeatStep:
    if tick.name == follow.CLOCK:
        return follow.on_clock(game, seat)
    return carried(seat, flow.on_tick(game, seat.state, tick))


def _thought(game: Game, seat: Seat, thought: Thought) -> SeatStep:
    about = thought.name.partition(" ")[0]
    if about == over.LUCK:
        return over.on_luck(game, seat, thought)
    on_thought = {"coach": coach.on_thought, again.NAME: again.on_thought}.get(about, flow.on_thought)
    return carried(seat, on_thought(game, seat.state, thought))


def _news(game: Game, seat: Seat, news: News) -> SeatStep:
    return carried(seat, play.on_news(game, seat.state, news))


def _on_wall(game: Game, seat: Seat, wall: OnWall) -> SeatStep:
    return carried(seat, on_wall(game, seat.state, wall))


_EVENTS: Final[dict[type, Callable[[Game, Seat, Any], SeatStep]]] = {
    Key: keys.on_key,
    Mouse: keys.on_mouse,
    Line: keys.on_line,
    Followed: follow.on_followed,
    NotDone: follow.on_not_done,
    Thought: _thought,
    Tick: _tick,
    News: _news,
    OnWall: _on_wall,
}


# -- pictures ----------------------------------------------------------------------------


def _scene(game: Game, seat: Seat, view: View) -> Canvas:
    state = seat.state
    if state.over == "proof":
        return over.draw_proof(game, seat)
    if state.over:
        if state.over == "board" and state.scene == "done":
            state = state._replace(table=over.laid_open(game, seat))
        return scene.OVER[state.over](game, state, view)
    if state.table is None:
        return forming.draw(game, seat, view)
    if state.scene == "done":
        return over.draw(game, seat, view)
    canvas = scene.board(
        game, state, view, (), _line(game, seat), () if seat.over == "code" else _standing(game, seat)
    )
    if game.covered(table_of(state)):
        return canvas
    own = canvas.rows - 1 in [spot.y for spot in canvas.spots]  # the game draws the last row itself
    if is_asked_to_wait(seat):
        keys_line(canvas, _GONE if seat.match.terms.rated else _GONE[:2], game.info.accent)
    elif not own:
        keys_line(canvas, _hints(game, seat), game.info.accent)
    return canvas


def _is_still(game: Game, seat: Seat) -> bool:
    """True if the board is visible and only a clock can move."""
    state = seat.state
    if state.scene != "play" or state.table is None or state.frames or state.over or seat.over:
        return False
    return not (scene.is_white(state) or game.covered(state.table))


_BUT_TIME: Final = attrgetter("seat", "present", "away", "ratings", "ignored", "aside")


def _differ_by_clock(before: Seat, after: Seat) -> bool:
    """True if only time has passed."""
    was, now = before.followed, after.followed
    alike = was.match is now.match and _BUT_TIME(was) == _BUT_TIME(now)
    return alike and all(map(is_, before[:1] + before[2:], after[:1] + after[2:]))


def _clocks(game: Game, seat: Seat, view: View) -> Iterator[Sprite]:
    """Return the message line with the standing, and the players beside the board."""
    room = room_around(game, seat.state, view)
    x, y = scene.corner(room, view)
    note = scene.note(game, seat.state, _line(game, seat), _standing(game, seat), COLS, room.width)
    yield Sprite(note, x + room.width // 2, y + ROWS - 2)
    if room.width:
        yield Sprite(beside.seats(game, seat, room, view), x + SIDE, y)


def _standing(game: Game, seat: Seat) -> Iterator[str]:
    """Yield the standing in ever fewer columns, without the player to move if the message names them."""
    if not _is_said(game, seat):
        yield seat.followed.standing
        yield seat.followed.brief
    yield from seat.followed.short


def _is_said(game: Game, seat: Seat) -> bool:
    """True if the message line already says whose move it is, or who has finished a race."""
    match, note = seat.match, seat.state.note
    if note and match.terms.race:
        return any(part in note for part in seat.followed.standing.split(", "))
    now = match.movers
    if note or not now or now[0] == seat.me or _line(game, seat):
        return False
    return name(match, now[0]) in game.message(table_of(seat.state))


def _line(game: Game, seat: Seat) -> str:
    """Return the text that replaces the game's message, or "".

    It is a dropped connection, talk, an offer, or that this caller has finished a race.
    """
    away = seat.followed.dropped
    if away and not is_mine(seat):
        who, left, live = names(seat.match, away), GRACE - min(away.values()), is_live(seat.match.clock)
        return tr.match.not_back(names=who) if live and left <= 0 else dropped_words(who, left, live)
    if seat.heard:
        return seat.heard
    if what := seat.followed.offered:
        by = next(at for at in seat.followed.others if seat.match.offers[at] == what)
        offers = tr.match.plain_offered if seat.plays else tr.match.who_offers
        return offers(name=name(seat.match, by), offer=offer_words(what))
    return over.finished(game, seat)


def _hints(game: Game, seat: Seat) -> tuple[Hint, ...]:
    """Return the available keys."""
    table = table_of(seat.state)
    own, hides = tuple(game.hints(table)), seat.over == "code"
    talk = (_TALK,) if seat.talks and not hides and keys.talks(game, seat, table, _T) else ()
    if hides or is_mine(seat) or (seat.plays and seat.state.frames):
        return _shown(own, talk, _BACK if hides else _TABLE)
    return (*talk, help.hint(talk), _TABLE if seat.plays else _LEAVE)


@picture
def _shown(own: tuple[Hint, ...], talk: tuple[Hint, ...], last: Hint) -> tuple[Hint, ...]:
    """Return the game's own keys that mean the same here, and the table's."""
    mine = (*(hint for hint in own if hint.key not in _NOT_HERE), *talk)
    return (*mine, help.hint(mine), last)
