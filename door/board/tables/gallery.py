"""Your watchers: callers who watch your game or ask to, and their talk."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from door.board.api import Lobby
from door.board.tables.effects import (
    GALLERY,
    HEAR_WATCHERS,
    LET_WATCH,
    SAY_TO_WATCHERS,
    GalleryFound,
    WatcherRow,
)
from door.board.widgets import listbox, pager
from door.board.widgets.listbox import ListboxPage, Next, Row, State, numbered
from door.midend.seat.menu import SAY_WIDTH
from door.term.canvas import Canvas
from door.ui.screen import Answer, Bell, Effect, Event, Speech, Tick, View, Wake
from door.ui.texts import tr
from door.ui.widgets import Hint
from door.ui.words import commas, sentences

EVERY: Final = 2.0
"""Seconds between two updates."""

SECTIONS: Final = (tr.watch.section_asking, tr.watch.section_watching, tr.watch.section_talk)
SHOWN: Final = {
    "yes": tr.watch.anybody_may_watch,
    "ask": tr.watch.callers_ask_first,
    "no": tr.watch.nobody_may_watch,
}
CHOOSE: Final = Hint("down", tr.keys.choose, "↑↓")
HEAR: Final = (Hint("h", tr.keys.stop_hearing), Hint("h", tr.keys.hear))
OWN: Final = (Hint("a", tr.keys.let_in), Hint("d", tr.keys.send_away), Hint("t", tr.keys.say))

Thing = WatcherRow | tuple[str, str]
"""A caller who watches or asks to, or a line of talk as (who, text)."""


NONE: Final = GalleryFound(())


@dataclass(frozen=True, slots=True)
class Gallery(State[Thing]):
    """The list, and the answer that it shows. `plain`: the caller uses plain mode."""

    found: GalleryFound = NONE
    plain: bool = False


class _Page(ListboxPage[Thing]):
    TITLE = tr.watch.title_watchers
    PROMPT = None
    KEYS = (pager.BACK,)

    def ask(self, of: str) -> Effect:
        return GALLERY()

    def start(self, lobby: Lobby, arg: str) -> Next[Thing]:
        return Gallery(self.TITLE(), "", self.KEYS, arg, plain=lobby.plain), (self.ask(""),)

    def update(self, state: State[Thing], event: Event) -> Next[Thing]:
        if isinstance(event, Tick):
            return state, (self.ask(""),)
        after, effects = super().update(state, event)
        wakes = isinstance(event, Answer) and isinstance(state, Gallery) and not state.plain
        return after, (*effects, Wake(EVERY, "look")) if wakes else effects

    def listed(self, state: State[Thing], answer: object) -> State[Thing]:
        if not (isinstance(answer, Answer) and isinstance(state, Gallery)):
            return state
        found: GalleryFound = answer.value
        things: list[Thing] = [*found.rows, *reversed(found.talk)]
        note = tr.count.watchers(n=sum(row.let for row in found.rows))
        new = not state.come or state.found.hears != found.hears
        listed = replace(state, found=found).listing(things, _row, note, tr.watch.no_watchers(), _key)
        hears = sentences(SHOWN[found.watchable](), tr.watch.you_hear_watchers() if found.hears else "")
        return replace(listed, said=hears, wrong=False, notes=listed.notes + 1) if new else listed

    def open(self, state: State[Thing]) -> Next[Thing]:
        """Let the marked caller in."""
        return self._let(state, True)

    def _let(self, state: State[Thing], let: bool) -> Next[Thing]:
        row = state.marked if state.all else None
        if not isinstance(row, WatcherRow) or not _own(state):
            return state, (Bell(),)
        return state, (LET_WATCH((row.handle, let)),)

    def key(self, state: State[Thing], name: str) -> Next[Thing] | None:
        if name == "r":
            return state.unsaid(), (self.ask(""),)
        hears = _hears(state)
        if name == "h" and hears is not None:
            return state, (HEAR_WATCHERS(not hears),)
        if not _own(state):
            return None
        match name:
            case "a" | "d":
                return self._let(state, name == "a")
            case "t":
                return state.asking(tr.watch.ask_line_to_watchers(), SAY_WIDTH), ()
        return None

    def word(self, state: State[Thing], text: str) -> Next[Thing] | None:
        letter, number = text[:1].lower(), text[1:].strip()
        if letter in ("a", "d") and number.isdecimal():
            there = numbered(state, number)
            return (
                self._let(there, letter == "a")
                if there
                else (state.telling(tr.watch.which_watcher(), wrong=True), ())
            )
        return self.key(state, text.lower())

    def entered(self, state: State[Thing], text: str) -> Next[Thing]:
        return state.telling(""), (SAY_TO_WATCHERS(text),) if text.strip() else ()

    def draw(self, state: State[Thing], view: View) -> Canvas:
        hears = _hears(state)
        hear = () if hears is None else (HEAR[not hears],)
        keys = (*([CHOOSE] if state.rows else []), *(OWN if _own(state) else ()), *hear, pager.BACK)
        return listbox.draw(replace(state, keys=keys), view)

    def tell(self, before: State[Thing] | None, after: State[Thing]) -> Speech:
        own = [tr.watch.plain_prompt_own_watchers()] if _own(after) else []
        hear = [] if _hears(after) is None else [tr.watch.plain_prompt_hear()]
        return listbox.tell(before, after, commas([*own, *hear, tr.watch.plain_prompt_watchers()]))


def _own(state: State[Thing]) -> bool:
    """True if this caller decides who may watch."""
    return isinstance(state, Gallery) and state.found.own


def _hears(state: State[Thing]) -> bool | None:
    """True if this caller sees the watchers' talk, or None if they don't play."""
    return state.found.hears if isinstance(state, Gallery) else None


def _key(thing: Thing) -> object:
    return thing.handle if isinstance(thing, WatcherRow) else thing


def _row(thing: Thing) -> Row:
    if isinstance(thing, WatcherRow):
        section = SECTIONS[1 if thing.let else 0]()
        return Row(
            tr.watch.watcher_on_node(handle=thing.handle, node=thing.node),
            strong=not thing.let,
            section=section,
        )
    who, text = thing
    return Row(f"{who}: {text}", section=SECTIONS[2]())


PAGE: Final = _Page()
