"""Your watchers: who sees this caller's game, who asks to, and what is said among them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from door.board.api import Lobby
from door.board.tables.watch_effects import (
    AskGallery,
    GalleryFound,
    HearWatchers,
    LetWatch,
    SayToWatchers,
    WatcherRow,
)
from door.board.widgets import listbox, pager
from door.board.widgets.listbox import ListboxPage, Next, Row, State, numbered
from door.midend.seat.talk import SAY_WIDTH
from door.term.canvas import Canvas
from door.ui.screen import Bell, Effect, Event, Speech, Tick, View, Wake
from door.ui.texts import Text
from door.ui.widgets import Hint
from door.ui.words import counted

EVERY: Final = 2.0
"""Seconds between two looks at who is there."""

SECTIONS: Final = (Text("Ask to watch"), Text("Watching"), Text("Said last"))
SHOWN: Final = {
    "yes": Text("Anybody may watch."),
    "ask": Text("Callers who want to watch ask you."),
    "no": Text("Nobody may watch."),
}
NOBODY: Final = Text(
    "Nobody watches you. A row of your Settings says who may.\n\nA watcher sees your game as a bystander "
    "would: not your keys, and nothing that is hidden from you."
)
ON_NODE: Final = Text("{handle}, node {node}")
HEARS: Final = Text("You are told what they say.")
NO_ROW: Final = Text("A or D, and the number of a caller.")
SAY: Final = Text("Say:")
OWN_WAYS: Final = Text("a 2 lets in, d 2 sends away, T talk")
HEAR_WAY: Final = Text("H hear or not")
WAYS: Final = Text("R list, Enter to go back.")
CHOOSE: Final = Hint("down", "Choose", "↑↓")
HEAR: Final = (Hint("h", "Do not hear them"), Hint("h", "Hear them"))
OWN: Final = (Hint("a", "Let in"), Hint("d", "Send away"), Hint("t", "Say"))
PLAIN: Final = "plain"

Thing = WatcherRow | tuple[str, str]
"""A caller who watches or asks to, or something said: (who, text)."""


NONE: Final = GalleryFound(())


@dataclass(frozen=True, slots=True)
class Gallery(State[Thing]):
    """The list, and the answer that it came from."""

    found: GalleryFound = NONE


class _Page(ListboxPage[Thing]):
    TITLE = Text("Your watchers")
    PROMPT = None
    KEYS = (pager.BACK,)

    def ask(self, of: str) -> Effect:
        return AskGallery()

    def start(self, lobby: Lobby, arg: str) -> Next[Thing]:
        return Gallery(self.TITLE(), "", self.KEYS, PLAIN if lobby.plain else ""), (self.ask(""),)

    def update(self, state: State[Thing], event: Event) -> Next[Thing]:
        if isinstance(event, Tick):
            return state, (self.ask(""),)
        after, effects = super().update(state, event)
        wakes = isinstance(event, GalleryFound) and state.of != PLAIN
        return after, (*effects, Wake(EVERY, "look")) if wakes else effects

    def listed(self, state: State[Thing], answer: object) -> State[Thing]:
        if not isinstance(answer, GalleryFound) or not isinstance(state, Gallery):
            return state
        things: list[Thing] = [*answer.rows, *reversed(answer.talk)]
        note = counted(sum(row.let for row in answer.rows), "watcher")
        new = not state.come or state.found.hears != answer.hears
        listed = replace(state, found=answer).listing(things, _row, note, NOBODY(), _key)
        hears = " ".join([SHOWN[answer.watchable](), *([HEARS()] if answer.hears else [])])
        return replace(listed, said=hears, wrong=False, notes=listed.notes + 1) if new else listed

    def open(self, state: State[Thing]) -> Next[Thing]:
        """Whoever asks is let in."""
        return self._let(state, True)

    def _let(self, state: State[Thing], let: bool) -> Next[Thing]:
        row = state.marked if state.all else None
        if not isinstance(row, WatcherRow) or not _own(state):
            return state, (Bell(),)
        return state, (LetWatch(row.handle, let),)

    def key(self, state: State[Thing], name: str) -> Next[Thing] | None:
        if name == "r":
            return state.unsaid(), (self.ask(""),)
        hears = _hears(state)
        if name == "h" and hears is not None:
            return state, (HearWatchers(not hears),)
        if not _own(state):
            return None
        match name:
            case "a" | "d":
                return self._let(state, name == "a")
            case "t":
                return state.asking(SAY(), SAY_WIDTH), ()
        return None

    def word(self, state: State[Thing], text: str) -> Next[Thing] | None:
        letter, number = text[:1].lower(), text[1:].strip()
        if letter in ("a", "d") and number.isdecimal():
            there = numbered(state, number)
            return self._let(there, letter == "a") if there else (state.telling(NO_ROW(), wrong=True), ())
        return self.key(state, text.lower())

    def entered(self, state: State[Thing], text: str) -> Next[Thing]:
        return state.telling(""), (SayToWatchers(text),) if text.strip() else ()

    def draw(self, state: State[Thing], view: View) -> Canvas:
        hears = _hears(state)
        hear = () if hears is None else (HEAR[not hears],)
        keys = (*([CHOOSE] if state.rows else []), *(OWN if _own(state) else ()), *hear, pager.BACK)
        return listbox.draw(replace(state, keys=keys), view)

    def tell(self, before: State[Thing] | None, after: State[Thing]) -> Speech:
        own = [OWN_WAYS()] if _own(after) else []
        hear = [] if _hears(after) is None else [HEAR_WAY()]
        return listbox.tell(before, after, ", ".join([*own, *hear, WAYS()]))


def _own(state: State[Thing]) -> bool:
    """Whether this caller says who may watch."""
    return isinstance(state, Gallery) and state.found.own


def _hears(state: State[Thing]) -> bool | None:
    """Whether this caller is told what the watchers say, None where there is nothing to be told of."""
    return state.found.hears if isinstance(state, Gallery) else None


def _key(thing: Thing) -> object:
    return thing.handle if isinstance(thing, WatcherRow) else thing


def _row(thing: Thing) -> Row:
    if isinstance(thing, WatcherRow):
        section = SECTIONS[1 if thing.let else 0]()
        return Row(ON_NODE(handle=thing.handle, node=thing.node), strong=not thing.let, section=section)
    who, text = thing
    return Row(f"{who}: {text}", section=SECTIONS[2]())


PAGE: Final = _Page()
