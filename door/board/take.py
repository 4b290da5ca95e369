"""A finished game to take along: its page on the web, files of it, and its text to copy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, Literal, NamedTuple

from door.board.widgets.blocks import Styled, Text, sentence
from door.board.widgets.look import HEIGHT
from door.board.widgets.page import doing
from door.board.widgets.sheets import SheetPage, SheetState
from door.term.canvas import GREY, WHITE, YELLOW, Canvas, style
from door.ui.commands import Command
from door.ui.screen import Effects, Event, Query
from door.ui.texts import tr
from door.ui.widgets import wrap

COLS: Final = 79
"""Columns of the text to copy."""

Way = Literal["", "browser", "address"]
"""How the caller gets files: not at all, by the board's own page, or by a one-time address."""


class Take(NamedTuple):
    """A game to take along: its text, the address of its public page or "", the way to files, and the end of
    an ssh command or "". `fetched` is the sentence about the latest file."""

    text: tuple[str, ...]
    page: str
    is_public: bool
    way: Way
    command: str
    fetched: str = ""


TAKE: Final[Query[str, Take]] = Query("take")
"""The finished game whose id starts with this."""

FETCH: Final[Query[tuple[str, str], str]] = Query("fetch")
"""Draw a game, by its id, as a file of that kind. The answer is a sentence with its place."""

FILES: Final = (("film", "f", tr.keys.film), ("image", "i", tr.keys.image), ("text", "t", tr.keys.text))
KINDS: Final = {"film": "cast", "image": "png", "text": "txt"}

Next = tuple[SheetState, Effects]


class _Take(SheetPage[SheetState]):
    """The argument is the game's id. The first sheet says how to get it, and the others have its text."""

    TITLE = tr.take.title
    QUERY = TAKE
    BY_ARG = True
    FOOT = 3
    FRESH = False

    def receive(self, state: SheetState, reply: Event) -> Next | None:
        if (where := FETCH.answered(reply)) is None:
            return super().receive(state, reply)
        if state.lobby.plain:
            return state.say(where), ()
        return self.shown(replace(state, at=0, top=0, found=state.found._replace(fetched=where))), ()

    def sheet(self, state: SheetState) -> Text:
        found: Take = state.found
        if state.at:
            return _parts(found, state)[state.at - 1]
        lines: list[Styled] = []
        for text, ink in _told(found):
            lines += [*sentence(text, style(ink)), ("", 0)]
        return Text(self.TITLE(), tuple(lines))

    def leaves(self, state: SheetState) -> int:
        return 1 + len(_parts(state.found, state)) if state.found else 1

    def commands(self, state: SheetState) -> tuple[Command[SheetState], ...]:
        if not state.found or not state.found.way:
            return ()
        return tuple(
            Command(id, key, label, doing(FETCH((state.arg, KINDS[id])))) for id, key, label in FILES
        )


def _told(found: Take) -> Iterator[tuple[str, int]]:
    """Yield the first sheet's sentences with their colours."""
    if found.fetched:
        yield found.fetched, YELLOW
    if found.page:
        yield tr.take.its_page(address=found.page), WHITE
        yield tr.take.page_comes(), GREY
    elif not found.is_public:
        yield tr.take.page_of_hidden(), GREY
    if found.way:
        yield (tr.take.in_browser if found.way == "browser" else tr.take.by_address)(), GREY
    elif not found.page:
        yield tr.take.no_way_out(), GREY
    if found.command:
        yield tr.take.by_ssh(command=found.command), GREY
    yield tr.take.text_follows(), GREY


def _parts(found: Take, state: SheetState) -> list[Text]:
    """Split the text into parts that fit the caller's screen, without a frame. Plain mode gets all of it."""
    if state.lobby.plain:
        return [Text(tr.take.as_text(), (), words=found.text)]
    lines = [part for line in found.text for part in wrap(line, COLS) or [""]]
    cols, _, rows = state.lobby.terminal.get("size", "").partition("x")
    width, room = max(COLS + 1, int(cols or 0)), max(HEIGHT, int(rows or 0) - 1) - 1
    parts = []
    for top in range(0, len(lines), room):
        canvas = Canvas(width, room + 1)  # the last row is for the keys
        for y, line in enumerate(lines[top : top + room]):
            canvas.put(0, y, line, style(GREY))
        parts.append(Text("", (), picture=canvas))
    return parts


PAGE: Final = _Take()
