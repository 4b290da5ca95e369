"""What a caller's keys, clicks and lines mean here: each one becomes a step at the table.

Law: tables of names, one for each place a caller can be in; nothing is decided here that the
rules or `play` decide.  A key while cards are on their way ends the show and then does what
it says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

from door.games.thieves import aside, play, tables
from door.games.thieves.help import pages
from door.games.thieves.rules import MOST_JOKERS, STACKS
from door.games.thieves.state import STOCK, Box, State, Step, jokers_of, say
from door.games.thieves.words import ALIKE, high_lines, table_lines
from door.midend.daily import daily_lines
from door.midend.words import standing_lines
from door.term.keys import Key, Line, Mouse
from door.ui.screen import Bell
from door.ui.widgets import turn_page
from door.ui.words import passed_over

Action = Callable[[State], Step]


class Pile(NamedTuple):
    """What a stack (0-6) or the stock (7) answers the mouse with."""

    number: int


# -- boxes ----------------------------------------------------------------------------------


def _open(box: Box) -> Action:
    return lambda state: (replace(state, box=box, note="", bad=False), ())


def _shut(state: State) -> Step:
    return replace(state, box=""), ()


def _help(state: State) -> Step:
    return _page(replace(state, box="help"), 0)


def _page(state: State, at: int) -> Step:
    every = pages(state.setup.options)
    page = every[at]
    lines = (f"{page.title} ({at + 1} of {len(every)})", *(line for line in page.lines if line))
    return say(replace(state, at=at), lines), ()


def _scores(state: State) -> Step:
    jokers = state.play.first.jokers if state.play else jokers_of(state)
    state = say(replace(state, box="tables"), standing_lines(state.books))
    return _table(state, jokers)


def _table(state: State, jokers: int) -> Step:
    at = jokers % (MOST_JOKERS + 1)
    return say(replace(state, at=at), high_lines(at, tables.read(state.books.tally)[0][at])), ()


def _in_help(state: State, key: Key) -> Step:
    at = turn_page(state.at, len(pages(state.setup.options)), key)
    return _shut(state) if at is None else _page(state, at) if at != state.at else (state, ())


_AROUND: Final = {
    **dict.fromkeys(("right", "d", "down", "tab"), 1),
    **dict.fromkeys(("left", "a", "up", "backtab"), -1),
}
_JOKERS: Final = {str(number): number for number in range(MOST_JOKERS + 1)}


def _in_tables(state: State, key: Key) -> Step:
    name = key.name.lower()
    if name in _AROUND:
        return _table(state, state.at + _AROUND[name])
    if name in _JOKERS:
        return _table(state, _JOKERS[name])
    return _shut(state) if name in ("enter", "esc", "q", "t", " ", "ctrl-c") else (state, ())


def _in_practice(state: State, key: Key) -> Step:
    """How many jokers, and whether the stock may be turned at will."""
    name, prefs = key.name.lower(), state.prefs
    if name in _AROUND:
        return aside.choose(state, replace(prefs, jokers=(prefs.jokers + _AROUND[name]) % (MOST_JOKERS + 1)))
    if name in _JOKERS:
        return aside.choose(state, replace(prefs, jokers=_JOKERS[name]))
    if name == "w":
        return aside.choose(state, replace(prefs, at_will=not prefs.at_will))
    if name in ("enter", " ", "p", "y"):
        return play.practise(state)
    return _shut(state) if name in ("esc", "q", "n") else (state, ())


def _jokers(state: State, name: str) -> Step | None:
    """Other jokers for the next game, if that is what the key asks for."""
    if name in _JOKERS:
        return aside.other_jokers(state, _JOKERS[name])
    return aside.other_jokers(state, jokers_of(state) + _AROUND[name]) if name in _AROUND else None


def _in_jokers(state: State, key: Key) -> Step:
    """How many jokers the next game has, before it is dealt."""
    name = key.name.lower()
    if chosen := _jokers(state, name):
        return chosen
    if name in ("enter", " ", "y", "j"):
        return play.again(replace(state, box=""))
    return _shut(state) if name in ("esc", "q", "n") else (state, ())


def _in_leave(state: State, key: Key) -> Step:
    name, practice = key.name.lower(), state.play is not None and state.play.practice
    if name == "l" and not practice:
        return play.leave(state)
    if name == "g":
        return play.give_up(state)
    return _shut(state) if name in ("esc", "enter", "n", "p") else (state, ())


def _deal(state: State) -> Step:
    """The daily deal's page, where the board has one."""
    if state.books.daily is None:
        return state, ()
    return say(_open("daily")(state)[0], daily_lines(state.books.daily, ALIKE)), ()


def _in_daily(state: State, key: Key) -> Step:
    name, deal = key.name.lower(), state.books.daily
    if deal and deal.may_play and name in ("enter", "p", "y", " "):
        return play.daily(state)
    return _shut(state) if name in ("enter", "esc", "q", "n", "d", " ") else (state, ())


def _in_new(state: State, key: Key) -> Step:
    name, practice = key.name.lower(), state.play is not None and state.play.practice
    if not practice and (chosen := _jokers(state, name)):
        return chosen
    if name in ("y", "g", "enter") if practice else name in ("y", "g"):
        return play.give_up(state, "begin" if practice or state.books.may_play else "")
    if name == "s" and practice:
        return play.same_deal(replace(state, box=""))
    return _shut(state) if name in ("esc", "enter", "n", "p") else (state, ())


_BOXES: Final[dict[str, Callable[[State, Key], Step]]] = {
    "help": _in_help,
    "tables": _in_tables,
    "practice": _in_practice,
    "leave": _in_leave,
    "new": _in_new,
    "jokers": _in_jokers,
    "daily": _in_daily,
}

# -- pages ------------------------------------------------------------------------------------

_ANYWHERE: Final[dict[str, Action]] = {
    **dict.fromkeys(("h", "?", "f1"), _help),
    "t": _scores,
    "l": aside.other_look,
    "k": aside.other_keys,
}


def _choose_jokers(state: State) -> Step:
    """Asks for the jokers of the next game; not after practice, which has its own page."""
    practice = state.play is not None and state.play.practice
    return _open("practice" if practice else "jokers")(state)


def _digit(number: int) -> Action:
    """1-7 take; 4 and 6 move the cursor for callers who chose so."""

    def act(state: State) -> Step:
        if state.prefs.numpad and number in (4, 6):
            return aside.step_cursor(state, -1 if number == 4 else 1)
        return play.take(state, number - 1)

    return act


_PLAY: Final[dict[str, Action]] = {
    **{str(number): _digit(number) for number in range(1, STACKS + 1)},
    **dict.fromkeys(("left", "a"), lambda state: aside.step_cursor(state, -1)),
    **dict.fromkeys(("right", "d"), lambda state: aside.step_cursor(state, 1)),
    "home": lambda state: (replace(state, cursor=0), ()),
    "end": lambda state: (replace(state, cursor=STOCK), ()),
    "enter": play.at_cursor,
    **dict.fromkeys((" ", "0"), play.turn),
    "f": aside.hint,
    **dict.fromkeys(("u", "backspace"), play.undo),
    "n": _open("new"),
    **dict.fromkeys(("q", "esc"), _open("leave")),
}


def _other_jokers(name: str) -> Action:
    return lambda state: _jokers(state, name) or (state, ())


_TITLE: Final[dict[str, Action]] = {
    **{name: _other_jokers(name) for name in (*_JOKERS, "left", "right", "tab", "backtab")},
    **dict.fromkeys(("enter", "y"), play.begin),
    "p": _open("practice"),
    "d": _deal,
    **dict.fromkeys(("q", "esc", "n"), play.leave),
}
_OVER: Final[dict[str, Action]] = {
    **dict.fromkeys(("enter", "y"), play.again),
    "b": play.best,
    "s": play.same_deal,
    "j": _choose_jokers,
    "p": _open("practice"),
    "d": _deal,
    "u": play.undo,
    **dict.fromkeys(("q", "esc", "n"), play.leave),
}
_PAGES: Final[dict[str, dict[str, Action]]] = {"title": _TITLE, "wait": {}, "play": _PLAY, "over": _OVER}


def press(state: State, key: Key) -> Step:
    """What a key does."""
    state = replace(state, motions=())
    if state.box:
        return _BOXES[state.box](state, key)
    name = key.name.lower()
    if state.page == "wait":
        return state, ()
    action = _PAGES[state.page].get(name) or _ANYWHERE.get(name)
    return action(state) if action else (state, ())


def click(state: State, mouse: Mouse) -> Step:
    """What the mouse does: a click on a pile takes or turns, on a key presses it."""
    if mouse.action != "press":
        return state, ()
    if isinstance(mouse.target, Key):
        return press(state, mouse.target)
    state = replace(state, motions=())
    if state.box or state.page != "play" or not isinstance(mouse.target, Pile):
        return state, ()
    at = mouse.target.number
    return play.turn(replace(state, cursor=STOCK)) if at == STOCK else play.take(state, at)


# -- lines: plain mode ---------------------------------------------------------------------------


def _take(number: int, state: State) -> Step:
    return play.take(state, number - 1)


_WORDS: Final[dict[str, Action]] = {
    **{str(number): partial(_take, number) for number in range(1, STACKS + 1)},
    **dict.fromkeys(("0", "turn", "stock"), play.turn),
    **dict.fromkeys(("f", "fits", "hint"), aside.hint),
    **dict.fromkeys(("", "c", "cards", "look"), lambda state: (say(state, _whole(state)), ())),
    **dict.fromkeys(("u", "undo", "back"), play.undo),
    **dict.fromkeys(("n", "new"), _open("new")),
    **dict.fromkeys(("q", "quit", "leave"), _open("leave")),
    **dict.fromkeys(("?", "h", "help"), _help),
    **dict.fromkeys(("t", "top", "scores"), _scores),
}
_UNKNOWN: Final = "Type a stack from 1 to 7, 0 to turn, c for all cards, f for what fits, ? for help."


def _whole(state: State) -> tuple[str, ...]:
    return table_lines(state.play.game, whole=True) if state.play else ()


def hear(state: State, line: Line) -> Step:
    """What a line means: at the table a stack or a word, elsewhere the key of its first letter."""
    text = line.text.strip().lower()
    state = replace(state, motions=(), note="", bad=False)
    if state.page == "play" and not state.box:
        action = _WORDS.get(text)
        return action(state) if action else (say(state, (_UNKNOWN,)), (Bell(),))
    if state.box in ("practice", "tables") and len(text) > 1:
        text = text[0]
    before = state
    state, effects = press(state, Key(text[:1] or "enter"))
    note = passed_over(text, before, state, effects)
    return (say(state, (note,)), ()) if note and state.page != "wait" else (state, effects)
