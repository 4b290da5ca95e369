"""A caller at the box: what each event makes of their state.

Law: pure; any event is fine in any state.  Dice that tumble are drawn from the tick's number,
never from the game's chance.

A game is on the books as soon as it is over: `Finish` is sent with the last move, and the
bonus is counted up on screen while the board writes it down.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from door.games.game import IllegalMove
from door.games.shutbox.card import variant
from door.games.shutbox.help import pages
from door.games.shutbox.rules import QUIT, apply, enter, move_text, play, refusal, tiles_of, total_of
from door.games.shutbox.state import Over, State, Tile, count_steps, looked_at
from door.midend.api import Begin, Begun, Booked, Finish, Moved, News, Refused, Setup
from door.term.keys import Key, Line, Mouse
from door.ui.screen import Bell, Effects, Event, Leave, Tick, Wake
from door.ui.widgets import turn_page
from door.ui.words import passed_over

ROLL_FRAMES: Final = 3
ROLL_SECONDS: Final = 0.12
COUNT_SECONDS: Final = 0.09

Answer = tuple[State, Effects]


def start(setup: Setup) -> Answer:
    """The title page, or the game at once where `setup.straight` asks for it."""
    state = State(setup, setup.books)
    return (state._replace(scene="opening"), (Begin(),)) if setup.straight else (state, ())


def update(state: State, event: Event) -> Answer:
    """The next state and what the session shall do; any event is fine in any state."""
    handler = _EVENTS.get(type(event))
    return handler(state, event) if handler else (state, ())


# -- the board answers ---------------------------------------------------------------------


def _begun(state: State, begun: Begun) -> Answer:
    try:
        game = play(variant(begun.options), begun.chance, begun.moves)
    except (IllegalMove, KeyError, ValueError) as error:
        return state._replace(scene="title", note=f"This game cannot be played on: {error}"), (Bell(),)
    note = "Your game goes on: the same box, the same dice." if begun.resumed else ""
    state = state._replace(
        begun=begun, booked=None, books=begun.books, game=game, moves=begun.moves,
        pulled=0, before=None, note=note, over="", frame=0,
        cursor=tiles_of(game.open)[0] if game.open else 1,
    )  # fmt: skip
    if game.over:
        return _ended(state, ())
    return (state._replace(scene="choosing"), ()) if begun.resumed else _roll(state, ())


def _refused(state: State, refused: Refused) -> Answer:
    return state._replace(scene="title", books=refused.books, note=refused.reason), (Bell(),)


def _booked(state: State, booked: Booked) -> Answer:
    return state._replace(booked=booked, books=booked.books, note=booked.note or state.note), ()


def _news(state: State, news: News) -> Answer:
    return state._replace(books=news.books), ()


# -- what moves by itself --------------------------------------------------------------------


def _roll(state: State, effects: Effects) -> Answer:
    if state.still:
        return state._replace(scene="choosing", frame=0), effects
    return state._replace(scene="rolling", frame=0), (*effects, Wake(ROLL_SECONDS, "roll"))


def _landed(state: State) -> Answer:
    """The dice lie still: the caller's choice, or the end."""
    assert state.game is not None
    if state.game.over:
        return _count(state, ())
    return state._replace(scene="choosing", frame=0), ()


def _count(state: State, effects: Effects) -> Answer:
    assert state.game is not None
    if state.still or not count_steps(state.game):
        return state._replace(scene="done", frame=0), effects
    return state._replace(scene="counting", frame=0), (*effects, Wake(COUNT_SECONDS * 6, "count"))


def _tick(state: State, tick: Tick) -> Answer:
    frame = state.frame + 1
    if state.scene == "rolling" and tick.name == "roll":
        if frame >= ROLL_FRAMES:
            return _landed(state)
        return state._replace(frame=frame), (Wake(ROLL_SECONDS * (1 + frame / ROLL_FRAMES), "roll"),)
    if state.scene == "counting" and tick.name == "count" and state.game is not None:
        if frame > count_steps(state.game):
            return state._replace(scene="done", frame=0), ()
        last = frame == count_steps(state.game)
        return state._replace(frame=frame), (Wake(COUNT_SECONDS * (9 if last else 1), "count"),)
    return state, ()


def _skip(state: State) -> Answer:
    return _landed(state) if state.scene == "rolling" else (state._replace(scene="done", frame=0), ())


# -- moves ---------------------------------------------------------------------------------------


def enter_tiles(state: State, chosen: int) -> Answer:
    """Enters these tiles, or says why not and rings."""
    game = state.game
    if game is None or state.scene != "choosing":
        return state, ()
    if reason := refusal(game, chosen):
        return state._replace(note=reason), (Bell(),)
    after = enter(game, chosen)
    moved = Moved(move_text(chosen))
    state = state._replace(
        game=after, moves=(*state.moves, moved.move), pulled=0, before=game.dice, note="",
        cursor=_nearest(after.open, state.cursor),
    )  # fmt: skip
    if not after.over:
        return _roll(state, (moved,))
    return _ended(state, (moved,))


def _ended(state: State, effects: Effects) -> Answer:
    """The game is over: on the books at once, then shown."""
    assert state.game is not None
    effects = (*effects, Finish(state.game.score))
    return _roll(state, effects) if _last_roll_shows(state) else _count(state, effects)


def _last_roll_shows(state: State) -> bool:
    return state.game is not None and state.game.why == "stuck" and not state.still


def _give_up(state: State) -> Answer:
    assert state.game is not None
    game = apply(state.game, QUIT)
    state = state._replace(
        game=game, moves=(*state.moves, QUIT), pulled=0, over="", note="", scene="done", frame=0
    )
    return state, (Moved(QUIT), Finish(game.score))


def _nearest(open_tiles: int, cursor: int) -> int:
    """The open tile at the cursor or the next to its right, around the end."""
    tiles = tiles_of(open_tiles)
    return next((tile for tile in tiles if tile >= cursor), tiles[0] if tiles else cursor)


# -- keys ----------------------------------------------------------------------------------------


def _move(state: State, step: int) -> Answer:
    assert state.game is not None
    tiles = tiles_of(state.game.open)
    at = tiles.index(state.cursor) if state.cursor in tiles else 0
    return state._replace(cursor=tiles[(at + step) % len(tiles)], note=""), ()


def _pull(state: State, down: bool, tile: int | None = None) -> Answer:
    """Pulls a tile down, or puts it back; one that is out of play stays where it is."""
    assert state.game is not None
    tile = state.cursor if tile is None else tile
    bit = 1 << tile - 1
    if not state.game.open & bit:
        return state._replace(note=f"Tile {tile} is out of play."), (Bell(),)
    pulled = state.pulled | bit if down else state.pulled & ~bit
    return state._replace(pulled=pulled, cursor=tile, note=""), ()


def _toggle(state: State, tile: int) -> Answer:
    return _pull(state, not state.pulled >> tile - 1 & 1, tile)


_CHOOSING: Final[dict[str, Callable[[State], Answer]]] = {
    **dict.fromkeys(("4", "a", "left"), lambda state: _move(state, -1)),
    **dict.fromkeys(("6", "d", "right"), lambda state: _move(state, 1)),
    **dict.fromkeys(("2", "x", "s", "down"), lambda state: _pull(state, True)),
    **dict.fromkeys(("8", "w", "up"), lambda state: _pull(state, False)),
    " ": lambda state: _toggle(state, state.cursor),
    "enter": lambda state: enter_tiles(state, state.pulled),
    **dict.fromkeys(("q", "esc"), lambda state: (state._replace(over="ask", note=""), ())),
}


def _begin(state: State) -> Answer:
    return state._replace(scene="opening", note=""), (Begin(),)


def _daily(state: State) -> Answer:
    """The daily deal's page, where the board has one."""
    return (state if state.books.daily is None else state._replace(over="daily", note="")), ()


def _begin_daily(state: State) -> Answer:
    """The day's deal; it costs no turn, and so it earns none."""
    return state._replace(scene="opening", over="", note=""), (Begin({"free_turn": False}, daily=True),)


def _leave(state: State) -> Answer:
    return state, (Leave(),)


def _coach(state: State) -> Answer:
    """The coach looks back: once the game is over, never before."""
    if not looked_at(state):
        return state._replace(note="The coach has nothing to look back on."), (Bell(),)
    return state._replace(over="coach", note=""), ()


_BETWEEN: Final[dict[str, Callable[[State], Answer]]] = {
    **dict.fromkeys(("enter", "p", "y"), _begin),
    **dict.fromkeys(("q", "esc", "n"), _leave),
    "d": _daily,
}
_SCENES: Final[dict[str, dict[str, Callable[[State], Answer]]]] = {
    "title": _BETWEEN,
    "done": {**_BETWEEN, "c": _coach},
    "choosing": _CHOOSING,
    "opening": {},
}
_ASKING: Final[dict[str, Callable[[State], Answer]]] = {
    "l": lambda state: (state._replace(over=""), (Leave(),)),
    "g": _give_up,
    **dict.fromkeys(("esc", "enter", "n", "p"), lambda state: (state._replace(over=""), ())),
}
_CLOSING: Final = frozenset(["enter", "esc", "q", "n", "d", " "])
_ANYWHERE: Final[dict[str, Over]] = {"h": "help", "?": "help", "f1": "help", "t": "standings"}


def _key(state: State, key: Key) -> Answer:
    name = key.name.lower()
    if state.over:
        return _OVER[state.over](state, key)
    if state.scene in ("rolling", "counting"):
        return _skip(state)
    if name in _ANYWHERE:
        return state._replace(over=_ANYWHERE[name], page=0), ()
    action = _SCENES[state.scene].get(name)
    return action(state) if action else (state, ())


def _in_help(state: State, key: Key) -> Answer:
    page = turn_page(state.page, len(pages(state.setup.options)), key)
    return (state._replace(over="", page=0) if page is None else state._replace(page=page)), ()


def _back(state: State, key: Key) -> Answer:
    return state._replace(over=""), ()


def _in_daily(state: State, key: Key) -> Answer:
    daily = state.books.daily
    if daily and daily.may_play and key.name.lower() in ("enter", "p", "y", " "):
        return _begin_daily(state)
    return (state._replace(over=""), ()) if key.name.lower() in _CLOSING else (state, ())


def _in_ask(state: State, key: Key) -> Answer:
    action = _ASKING.get(key.name.lower())
    return action(state) if action else (state, ())


_OVER: Final[dict[str, Callable[[State, Key], Answer]]] = {
    "help": _in_help,
    "standings": _back,
    "coach": _back,
    "daily": _in_daily,
    "ask": _in_ask,
}


def _mouse(state: State, mouse: Mouse) -> Answer:
    if mouse.action != "press":
        return state, ()
    if isinstance(mouse.target, Key):
        return _key(state, mouse.target)
    if not state.over and state.scene in ("rolling", "counting"):
        return _skip(state)
    if not state.over and state.scene == "choosing" and isinstance(mouse.target, Tile):
        return _toggle(state, mouse.target.number)
    return state, ()


# -- lines: plain mode ------------------------------------------------------------------------------


def read_tiles(text: str, tiles: int) -> int | None:
    """The mask of a typed line: "2 6", "2,6", with nine tiles also "26"; None if it is none."""
    words = text.replace(",", " ").replace("+", " ").split()
    if tiles <= 9:
        words = list("".join(words))
    if not all(word.isascii() and word.isdigit() and 1 <= int(word[:4]) <= tiles for word in words):
        return None
    numbers = [int(word) for word in words]
    return sum(1 << number - 1 for number in set(numbers)) if len(set(numbers)) == len(numbers) else None


def _choice(state: State, text: str) -> Answer:
    assert state.game is not None
    tiles = state.game.variant.tiles
    chosen = read_tiles(text, tiles) if text else 0
    if chosen is None:
        return state._replace(note=f'Type tiles from 1 to {tiles}, like "2 6"; q leaves, ? is help.'), ()
    if not chosen and total_of(state.pulled):
        chosen = state.pulled
    return enter_tiles(state, chosen)


def _line(state: State, line: Line) -> Answer:
    """A line does what a key of that name does; while tiles are asked for, digits are tiles."""
    state = state._replace(asked=state.asked + 1, note="")
    text = line.text.strip().lower()
    if state.over in ("standings", "coach") or (state.over == "help" and text):
        state = state._replace(over="", page=0)
        if text in ("", "q"):
            return state, ()
    if state.scene in ("rolling", "counting") and not state.over:
        state, _ = _skip(state)
    if state.scene == "choosing" and not state.over and text not in ("q", "h", "?", "t", "help", "quit"):
        return _choice(state, text)
    after, effects = _key(state, Key(text[:1] or "enter"))
    if note := passed_over(text, state, after, effects):
        return state._replace(note=note), ()
    return after, effects


_EVENTS: Final[dict[type, Callable[[State, Any], Answer]]] = {
    Key: _key,
    Mouse: _mouse,
    Line: _line,
    Begun: _begun,
    Refused: _refused,
    Booked: _booked,
    Tick: _tick,
    News: _news,
}
