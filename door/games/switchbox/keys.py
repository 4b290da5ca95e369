"""Keys, clicks and typed lines at the box: looked up in tables by scene.

Law: input becomes one of `play`'s steps and nothing else happens here; any event is fine in
any state.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from door.games.switchbox import flow, play, setup_keys
from door.games.switchbox.box import ENTRIES
from door.games.switchbox.help import pages
from door.games.switchbox.record import table_lines
from door.games.switchbox.rules import PASS
from door.games.switchbox.setup import setup_lines
from door.games.switchbox.state import IN_PLAY, EntrySpot, Over, RowSpot, State, Step, notice, say
from door.games.switchbox.words import box_lines
from door.midend.api import Begun, Booked, News, Refused, Thought
from door.midend.words import standing_lines
from door.term.keys import Key, Line, Mouse
from door.ui.screen import Effects, Event, Tick
from door.ui.widgets import turn_page
from door.ui.words import passed_over

Act = Callable[[State], Step]


def update(state: State, event: Event) -> Step:
    """The next state and what the session shall do; any event is fine in any state."""
    handler = _EVENTS.get(type(event))
    return handler(state, event) if handler else (state, ())


# -- the game's keys --------------------------------------------------------------------------


def _point(step: int) -> Act:
    return lambda state: play.point(state, (state.cursor - 1 + step) % ENTRIES + 1)


def _drop(entry: int) -> Act:
    return lambda state: flow.drop(state, entry)


def _look(state: State) -> Step:
    if state.preview:
        return replace(state, preview=False), ()
    return play.look(state, state.cursor)


def _open(over: Over) -> Act:
    def act(state: State) -> Step:
        state = replace(state, over=over, page=0)
        return say(state, _spoken(state)), ()

    return act


def _spoken(state: State) -> tuple[str, ...]:
    """What plain mode hears of a page laid over."""
    if state.over == "help":
        every = pages(state.setup.options, plain=True)
        page = every[min(state.page, len(every) - 1)]
        return (f"{page.title} ({state.page + 1} of {len(every)})", *page.lines)
    if state.over == "tables":
        return (*standing_lines(state.books), *table_lines(state.books.tally, state.setup.caller))
    return ()


def _ask(state: State) -> Step:
    return flow.give_up(state) if state.demo else (replace(state, over="ask"), ())


_MOVES: Final[dict[str, Act]] = {
    **{str(entry): _drop(entry) for entry in range(1, ENTRIES + 1)},
    **dict.fromkeys(("+", "="), flow.drop_random),
    "-": lambda state: flow.make(state, PASS),
}
_CHOOSING: Final[dict[str, Act]] = {
    **_MOVES,
    **dict.fromkeys(("left", "a"), _point(-1)),
    **dict.fromkeys(("right", "d"), _point(1)),
    "home": lambda state: play.point(state, 1),
    "end": lambda state: play.point(state, ENTRIES),
    **dict.fromkeys(("enter", " ", "down", "s", "x"), lambda state: flow.drop(state, state.cursor)),
    "v": _look,
    "b": lambda state: (say(state, box_lines(state.game.box) if state.game else ()), ()),
}
_OFFER: Final[dict[str, Act]] = {
    "g": flow.give_ball,
    **dict.fromkeys(("enter", " ", "n"), flow.keep_ball),
}


def _set_up(state: State) -> Step:
    state = replace(state, scene="setup", row=0, field=None, note="", past="", refused=False)
    return say(state, setup_lines(state)), ()


_BETWEEN: Final[dict[str, Act]] = {
    **dict.fromkeys(("enter", "p", "y"), play.begin),
    "s": _set_up,
    "d": play.demonstrate,
    **dict.fromkeys(("q", "esc", "n"), play.leave),
}
_SCENES: Final[dict[str, dict[str, Act]]] = {
    "title": _BETWEEN,
    "done": _BETWEEN,
    "choosing": _CHOOSING,
    "offer": _OFFER,
}
_ANYWHERE: Final[dict[str, Act]] = {
    **dict.fromkeys(("h", "?", "f1"), _open("help")),
    "t": _open("tables"),
}


def _key(state: State, key: Key) -> Step:
    name = key.name.lower()
    if state.over:
        return _OVER[state.over](state, key)
    if state.scene == "setup":
        wanted = name in ("?", "f1") if setup_keys.typing(state) else name in ("?", "f1", "h")
        return _open("help")(state) if wanted and state.field is None else setup_keys.press(state, key)
    if state.scene == "opening":
        return state, ()
    if state.scene == "falling":
        return flow.skip(state)
    act = _SCENES.get(state.scene, {}).get(name) or _ANYWHERE.get(name)
    if act is None and name in ("q", "esc") and state.scene in IN_PLAY:
        act = _ask
    if act is None and state.scene == "offer" and name in _MOVES:
        return _moved_on(state, _MOVES[name])
    return act(state) if act else flow.skip(state)


def _moved_on(state: State, act: Act) -> Step:
    """A move of the next player's also says that no random ball is given."""
    state, effects = flow.keep_ball(state)
    if state.scene != "choosing":
        return state, effects
    state, more = act(state)
    return state, (*effects, *more)


# -- pages laid over --------------------------------------------------------------------------


def _in_help(state: State, key: Key) -> Step:
    page = turn_page(state.page, len(pages(state.setup.options)), key)
    if page is None:
        return replace(state, over="", page=0), ()
    state = replace(state, page=page)
    return say(state, _spoken(state)), ()


def _in_tables(state: State, key: Key) -> Step:
    return replace(state, over="", page=0), ()


def _for_later(state: State) -> Step:
    return play.leave(replace(state, over="")) if state.ranked else (state, ())


_ASKING: Final[dict[str, Act]] = {
    "l": _for_later,
    "g": flow.give_up,
    **dict.fromkeys(("esc", "enter", "n", "p"), lambda state: (replace(state, over=""), ())),
}


def _in_ask(state: State, key: Key) -> Step:
    act = _ASKING.get(key.name.lower())
    return act(state) if act else (state, ())


_OVER: Final[dict[str, Callable[[State, Key], Step]]] = {
    "help": _in_help,
    "tables": _in_tables,
    "ask": _in_ask,
}


# -- mouse -------------------------------------------------------------------------------------------


def _mouse(state: State, mouse: Mouse) -> Step:
    if mouse.action != "press":
        return state, ()
    target = mouse.target
    if isinstance(target, Key):
        return _key(state, target)
    if not state.over and isinstance(target, EntrySpot) and state.scene in ("choosing", "offer"):
        return _key(state, Key(str(target.number)))
    if not state.over and isinstance(target, RowSpot) and state.scene == "setup" and state.field is None:
        return setup_keys.click(state, target.row)
    return (state, ()) if state.over or state.scene == "round" else flow.skip(state)


# -- lines: plain mode ---------------------------------------------------------------------------------


def _line(state: State, line: Line) -> Step:
    """A line does what a key of that name does; on the set-up page it names a row."""
    text = line.text.strip()
    word = text.lower()
    state = replace(state, note="", refused=False)
    if state.over in ("help", "tables") and word:
        state = replace(state, over="", page=0)
        if word == "q":
            return state, ()
    if state.over == "" and state.scene == "setup":
        asks = word in ("?", "h", "help")
        return _open("help")(state) if asks else setup_keys.enter(state, text)
    landed: Effects = ()
    if state.scene == "falling" and not state.over:
        state, landed = flow.skip(state)
    if state.scene == "choosing" and not state.over:
        state, effects = _move_line(state, word)
    else:
        before = state
        state, effects = _key(state, Key(word[:1] or "enter"))
        if note := passed_over(text, before, state, effects):
            state = notice(state, note, True)
    return state, (*landed, *effects)


def _move_line(state: State, word: str) -> Step:
    """A move in plain mode: "3", "+", "-", "v3"; an empty line drops nothing."""
    if word.startswith("v") and word[1:].strip() in tuple("12345678"):
        return play.look(replace(state, preview=False), int(word[1:].strip()))
    known = ("help", "quit", "pass", "box")
    if len(word) == 1 and word in "12345678+=-bqh?tg":
        return _key(state, Key(word))
    if word in known:
        return _key(state, Key("-" if word == "pass" else word[0]))
    return notice(state, "Type 1 to 8 to drop a ball, + for a random one, - to pass; ? is help.", True), ()


_EVENTS: Final[dict[type, Callable[[State, Any], Step]]] = {
    Key: _key,
    Mouse: _mouse,
    Line: _line,
    Begun: play.begun,
    Refused: play.refused,
    Booked: play.booked,
    Tick: flow.tick,
    Thought: flow.thought,
    News: play.news,
}
