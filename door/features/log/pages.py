"""The log, as the sysop reads it: its last lines, which follow the end."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from door.pages.sheets import LINES, SheetPage, SheetState
from door.term.canvas import BRIGHT_RED, GREY, YELLOW, style
from door.ui import navigation
from door.ui.blocks import WIDTH, Lines, Text
from door.ui.commands import Command
from door.ui.screen import Bell, Effects, Event, No, Query, Speech
from door.ui.texts import tr
from door.ui.widgets import wrap


class LogLines(NamedTuple):
    """The requested lines that are still kept. `seen` counts all so far, by the host's id."""

    seen: Mapping[str, int]
    lines: tuple[str, ...]


LOG: Final[Query[Mapping[str, int], LogLines]] = Query("log")
"""The log's lines after those that were seen."""


KEPT: Final = 1000
SPOKEN: Final = 12
"""Lines that plain mode reads at first."""

WORD: Final = 40
WIDE: Final = 108
"""Columns of the lines on a wide screen."""

INDENT: Final = " " * 9
"""Indent of a wrapped line."""

INKS: Final = {"WARNING": style(YELLOW), "ERROR": style(BRIGHT_RED), "CRITICAL": style(BRIGHT_RED)}
_LINE: Final = re.compile(r"\S+T(\d\d:\d\d:\d\d)Z ([A-Z]+) door\S* (.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class LogState(SheetState):
    """`seen` counts the log's lines at the last update of `lines`. Only lines with `word` are shown.
    `back` is the number of rows scrolled up from the end (0 follows the end).
    """

    lines: tuple[str, ...] = ()
    seen: Mapping[str, int] = field(default_factory=dict)
    word: str = ""
    back: int = 0

    @property
    def total(self) -> int:
        return sum(self.seen.values())


_Read = tuple[LogState, Effects]


class _LogPage(SheetPage[LogState]):
    TITLE = tr.sysop.title_log
    STATE = LogState
    REFRESH = 1.0
    FRESH = False
    FOOT = 3

    def load(self, state: LogState) -> Effects:
        return (LOG(state.seen),)

    def receive(self, state: LogState, reply: Event) -> _Read | None:
        if isinstance(reply, No):
            return replace(state, lines=(), sheet=Text(self.TITLE(), ())).refuse(reply.why)
        found = LOG.answer_in(reply)
        if found is None:
            return None
        state = replace(state, lines=(*state.lines, *found.lines)[-KEPT:], seen=found.seen)
        fresh = found.lines or state.sheet.lines is None
        return self.with_sheet(state) if fresh else state, self.wake(state)

    def sheet(self, state: LogState) -> Text:
        lines = matching_lines(state.lines, state.word)
        if not lines:
            return Text(self.TITLE(), ((tr.sysop.no_log_lines(), style(GREY)),))
        return Text(self.TITLE(), _rows(lines, WIDTH), wide=(_rows(lines, WIDE),))

    def body(self, state: LogState) -> Text:
        word = tr.sysop.log_lines_with(word=repr(state.word)) if state.word else tr.sysop.log_all_lines()
        return replace(state.sheet, top=-1 - state.back, note=word)

    def hint(self, state: LogState) -> str:
        return tr.sysop.log_more_below(rows=state.back) if state.back else ""

    def commands(self, state: LogState) -> tuple[Command[LogState], ...]:
        follow = Command("follow", "end", tr.keys.follow, self.follow)
        find = Command("find", "f", tr.keys.find_a_word, self.find, also=("/",))
        return (find, follow) if state.back else (find,)

    def follow(self, state: LogState) -> _Read:
        return replace(state, back=0), ()

    def find(self, state: LogState) -> _Read:
        return state.ask(tr.sysop.ask_log_word(), WORD, self.filter_lines, state.word, may_be_empty=True)

    def filter_lines(self, state: LogState, word: str) -> _Read:
        return self.with_sheet(replace(state, word=word, back=0)), ()

    def on_text(self, state: LogState, text: str) -> _Read:
        """Find a word, or "all" for every line."""
        return self.filter_lines(state, "" if text.lower() == "all" else text[:WORD])

    def move(self, state: LogState, name: str) -> _Read | None:
        if name == "enter":
            return self.leave(state)
        if not (by := navigation.lines(name, LINES)):
            return None
        back = max(0, min(state.back - by, len(state.sheet.lines or ()) - 4))
        return replace(state, back=back), () if back != state.back else (Bell(),)

    def tell(self, before: LogState | None, after: LogState) -> Speech:
        """Say the end of the log at first and for a new word. After that, say each new line."""
        if not after.total:
            ask = tr.common.plain_prompt_go_back() if after.note else ""
            return Speech((after.note,) if after.note else (), ask)
        if before is None or not before.total or before.word != after.word:
            told = matching_lines(after.lines, after.word)[-SPOKEN:]
        else:
            new = min(after.total - before.total, len(after.lines))
            told = matching_lines(after.lines[len(after.lines) - new :], after.word)
        lines = [_short(line)[0] for line in told]
        if after.word and not lines and before is not None and before.word != after.word:
            lines = [tr.sysop.no_log_lines_with(word=after.word)]
        if after.note and before is not None and before.notes != after.notes:
            lines.append(after.note)
        return Speech(tuple(lines), after.entry.prompt if after.entry else tr.sysop.plain_prompt_log())


def matching_lines(lines: tuple[str, ...], word: str) -> tuple[str, ...]:
    return tuple(line for line in lines if word.casefold() in line.casefold()) if word else lines


def _short(line: str) -> tuple[str, int]:
    """Return a line without date and logger, with its colour."""
    found = _LINE.fullmatch(line)
    return (f"{found[1]} {found[3]}", INKS.get(found[2], style(GREY))) if found else (line, style(GREY))


def _rows(lines: tuple[str, ...], width: int) -> Lines:
    folded: list[tuple[str, int]] = []
    for line in lines:
        text, ink = _short(line)
        first, *rest = wrap(text, width) or ("",)
        folded.append((first, ink))
        folded += [(INDENT + piece, ink) for more in rest for piece in wrap(more, width - len(INDENT))]
    return tuple(folded)


PAGE: Final = _LogPage()
