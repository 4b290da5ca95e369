"""The meaning of keys, clicks and lines at a table.

As at any door the game is asked first, then the table. A watcher can only watch, and leave.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from door.games.contract import Game
from door.games.game import WATCHER, Enter, Refuse, Table
from door.midend import keys
from door.midend.pages import coach
from door.midend.pages.again import NUMBERS
from door.midend.pages.over import open_help
from door.midend.pages.way import SEE
from door.midend.seat import forming, menu, over, talk
from door.midend.seat.follow import standing, without_board
from door.midend.seat.state import LISTS, TALKING, Seat, SeatStep, bell, carried, is_asked_to_wait
from door.midend.state import SAID_AT_ONCE, Step, notice, say
from door.term.keys import Key, Line, Mouse
from door.ui.screen import Leave
from door.ui.texts import tr
from door.ui.words import no_choice

_HELP: Final = frozenset(["h", "?", "f1"])
_WAIT: Final = frozenset(["w", "enter", "esc"])
_MAKE: Final = tuple.__new__


def on_key(game: Game, seat: Seat, key: Key) -> SeatStep:
    """Handle a key."""
    state, name = seat.state, key.name.lower()
    own = seat.over or seat.heard or state.over or name in _OURS
    if own or state.table is None or state.scene != "play":
        return _own_key(game, seat, key, name)
    state, effects = keys.board_key(game, state, key, name)
    if effects or state.over:
        return at_board(game, seat, (state, effects))
    return _MAKE(Seat, (state, *seat[1:])), ()


def _own_key(game: Game, seat: Seat, key: Key, name: str) -> SeatStep:
    """Handle a key that may be the table's own."""
    state = seat.state
    seat = seat._replace(heard="") if seat.heard and not seat.over else seat
    if name == "ctrl-x":
        return seat, (Leave(),)
    if seat.over and seat.over != "code":
        return _over_key(game, seat, key, name)
    if state.over == "proof":
        return over.proof_key(game, seat, key)
    if not state.over:
        if state.table is None or state.scene != "play":
            return _page_key(game, seat, name)
        if step := _table_key(game, seat, state.table, key, name):
            return step
    return at_board(game, seat, keys.on_key(game, state, key))


_TYPED: Final[dict[str, Callable[[Game, Seat, Key], SeatStep]]] = {
    "talk": talk.on_key,
    "chat": talk.on_key,
    "word": forming.word_key,
}


def _over_key(game: Game, seat: Seat, key: Key, name: str) -> SeatStep:
    """Handle a key while a page of the table lies over the board."""
    if seat.over in _TYPED:
        return _TYPED[seat.over](game, seat, key)
    return menu.sure_key(game, seat, name) if seat.over == "sure" else menu.key(game, seat, name)


def _page_key(game: Game, seat: Seat, name: str) -> SeatStep:
    """Handle a key before the game and after it."""
    seat = seat._replace(state=notice(seat.state, ""))
    page = over.key if seat.state.scene == "done" else forming.key
    step = page(game, seat, name)
    if step is not None:
        return step
    if name in _TALKS and seat.talks:
        return menu.take(seat, _TALKS[name]())
    if name == "i" and seat.plays and (rows := menu.ignore(seat)):
        return menu.take(seat, rows[0])
    return at_board(game, seat, open_help(game, seat.state)) if name in _HELP else (seat, ())


def _table_key(game: Game, seat: Seat, table: Table, key: Key, name: str) -> SeatStep | None:
    """Handle a key of the table while the board is visible. Return None if it is the board's."""
    if game.covered(table):
        return None
    if is_asked_to_wait(seat) and (step := _waited(game, seat, name)):
        return step
    if name in _TALKS and seat.talks and talks(game, seat, table, key):
        return menu.take(seat, _TALKS[name]())
    return None


def talks(game: Game, seat: Seat, table: Table, key: Key) -> bool:
    """True if a key opens talk and isn't the game's own. A watcher doesn't use the game's keys."""
    return seat.me == WATCHER or game.key(table, key) is None


def _waited(game: Game, seat: Seat, name: str) -> SeatStep | None:
    """Handle the choice of a caller whose opponent has gone: wait on, adjourn, or claim the game."""
    if name in _WAIT:
        return seat._replace(waits=True), ()
    row = next((row for row in menu.rows(game, seat) if row.key == name and name in "ac"), None)
    return menu.take(seat, row) if row else None


def at_board(game: Game, seat: Seat, step: Step) -> SeatStep:
    """Return the state after a key at the board. Leaving opens the table's list; a watcher leaves at once."""
    state, effects = step
    if state.over not in ("leave", "new"):
        return carried(seat, (state, effects))
    state = state._replace(over="")
    if seat.over == "code":
        return without_board(seat), ()
    seat, effects = carried(seat, (state, effects))
    return (seat._replace(over="menu"), effects) if seat.plays else (seat, (Leave(),))


def on_mouse(game: Game, seat: Seat, mouse: Mouse) -> SeatStep:
    """Handle a click: on a key it is that key; anything else goes to the board if no page lies over it."""
    if isinstance(mouse.target, Key):
        return on_key(game, seat, mouse.target) if mouse.action == "press" else (seat, ())
    if (seat.over and seat.over != "code") or seat.state.table is None:
        return seat, ()
    return at_board(game, seat, keys.on_mouse(game, seat.state, mouse))


# -- lines: plain mode ----------------------------------------------------------------------------


def on_line(game: Game, seat: Seat, line: Line) -> SeatStep:
    """Handle a line as entered. One without a meaning gets an error."""
    text = line.text.strip()
    seat = _closed(game, _silent(seat), text)
    after, effects = _understood(game, seat, text)
    if text and not effects and after == seat:
        return seat._replace(state=say(seat.state, (no_choice(text),))), bell(seat)
    if after.over != seat.over and after.over in LISTS | TALKING:
        after = menu.spoken(game, after)
    return after, effects


def _silent(seat: Seat) -> Seat:
    return seat._replace(heard="", state=seat.state._replace(note="", bad=False))


def _closed(game: Game, seat: Seat, text: str) -> Seat:
    """Close a page that was read at once, or help, before a line for the table. The coach's own words stay
    with the coach.
    """
    page, word = seat.state.over, text.lower()
    own = {"coach": _TO_COACH, "help": {"q"}}.get(page, ())
    if word == "q" and coach.has_more(game, seat.state):
        return seat
    if word in own or page not in (*SAID_AT_ONCE, "help"):
        return seat
    if not text and (page == "help" or seat.state.scene != "play"):
        return seat
    return seat._replace(state=seat.state._replace(over="", page=0))


_TO_COACH: Final = frozenset([*NUMBERS, SEE.key, "way"])


def _understood(game: Game, seat: Seat, text: str) -> SeatStep:
    word, rest = text.partition(" ")[0].lower(), text.partition(" ")[2].strip()
    if seat.over in TALKING:
        return talk.on_line(seat, text)
    if seat.over in LISTS or seat.over == "sure":
        said = seat.over in LISTS and (word == "time" or (word in _SAYS and rest))
        return (said and _at_words(game, seat, word, rest)) or _answer(game, seat, word)
    if seat.state.over:
        own = _at_words(game, seat._replace(state=seat.state._replace(over="", page=0)), word, rest)
        return own or at_board(game, seat, keys.on_line(game, seat.state, Line(text)))
    if seat.state.table is not None and seat.state.scene == "play":
        return _typed(game, seat, text, word, rest)
    if not text and not seat.over and seat.state.scene != "done":
        goes = seat.state.scene == "opening" and forming.is_left(seat)
        again = say(seat.state, forming.lines(game, seat))
        return (seat, (Leave(),)) if goes else (seat._replace(state=again), ())
    if word in _SAYS and seat.talks:
        return _talked(seat, word, rest)
    if word == keys.WHOLE_SEAL and seat.state.scene == "opening":
        return seat._replace(state=say(seat.state, forming.sealed(game, seat)[1:])), ()
    if word in ("w", "word") and forming.wanted(game, seat) == "word":
        return forming.give(seat, rest)
    return _answer(game, seat, word)


_SAYS: Final = frozenset(["t", "talk", "say", "chat"])
_TALKS: Final = {"t": talk.line_row, "c": talk.page_row}
_OURS: Final = frozenset([*_WAIT, "a", *_TALKS, "ctrl-x"])
"""The table's own keys over a board."""


def _typed(game: Game, seat: Seat, text: str, word: str, rest: str) -> SeatStep:
    """Handle a line at the board: the game's, or a word of the table if the game refuses it."""
    table = seat.state.table
    assert table is not None
    own = _at_words(game, seat, word, rest)
    if own is not None and not game.covered(table):
        act = game.line(table, text)
        if act is None or isinstance(act, Refuse):
            return own
    if not text and not game.covered(table) and not seat.state.frames:
        act = game.line(table, text)
        if act is None or isinstance(act, Refuse):
            return seat._replace(state=say(seat.state, standing(game, seat))), ()
    if _is_anothers_move(game, seat, table, text):
        return seat._replace(state=say(seat.state, (tr.play.not_your_turn(),))), bell(seat)
    return at_board(game, seat, keys.on_line(game, seat.state, Line(text)))


def _is_anothers_move(game: Game, seat: Seat, table: Table, text: str) -> bool:
    """True if that line would be a move for the player whose turn it is."""
    movers = seat.match.movers
    if not text or not movers or not seat.plays or seat.me in movers:
        return False
    return isinstance(game.line(table._replace(eyes=movers[0]), text), Enter)


def _at_words(game: Game, seat: Seat, word: str, rest: str) -> SeatStep | None:
    """Handle the table's own words: "time", "say …", "clock 5+10", "resign" and the others of the list."""
    if word == keys.WHOLE_SEAL and not rest and (whole := forming.sealed(game, seat)[1:]):
        return seat._replace(state=say(seat.state, whole)), ()
    if word == "time":
        told = f"{seat.followed.standing}."
        return seat._replace(state=notice(seat.state, told)), ()
    if word in _SAYS and seat.talks:
        return _talked(seat, word, rest)
    if not seat.plays:
        return None
    if seat.over == "code" or word not in {row.word for row in menu.rows(game, seat)}:
        return None
    row = next(row for row in menu.rows(game, seat) if row.word == word)
    clock = [one for one in menu.clocks(seat) if row.over == "clock" and one.word == rest]
    return menu.take(seat, clock[0] if clock else row)


def _talked(seat: Seat, word: str, rest: str) -> SeatStep:
    """Say the text, or open the line for it."""
    return talk.said(seat, rest) if rest else menu.take(seat, _TALKS["c" if word == "chat" else "t"]())


def _answer(game: Game, seat: Seat, word: str) -> SeatStep:
    """Return the key for a word; nothing is Enter. No other word is taken for its first letter."""
    known = _YES_NO
    if seat.over in LISTS:
        known = {**_BACK, **{row.word: row.key for row in menu.listed(game, seat)}}
    elif not seat.over:
        known = {**_YES_NO, **(_AFTER if seat.state.scene == "done" else _BEFORE)}
    name = known.get(word, word) or "enter"
    return on_key(game, seat, Key(name)) if word in known or len(word) < 2 else (seat, ())


_BACK: Final = {"quit": "q", "back": "q"}
_YES_NO: Final = {"yes": "y", "no": "n", **_BACK}
_BEFORE: Final = {
    "help": "?", "ignore": "i", "code": "c", "hide": "c", "computer": "c", "leave": "l", "withdraw": "l",
}  # fmt: skip
_AFTER: Final = {
    "help": "?", "ignore": "i", "accept": "y", "again": "y", "coach": "c", "look": "l", "replay": "r",
    "proof": "v", "wall": "o", "leave": "q",
}  # fmt: skip
"""Words at a question, before a game and after it."""
