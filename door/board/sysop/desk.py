"""The sysop's desk: all nodes, kept up to date, and the way to the sysop's other pages. And the log.

A page joins the desk with one line in `ENTRIES` (and one in `door.board.pages`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from door.board.api import Visit
from door.board.community.effects import MAIL, Mail
from door.board.sysop.effects import LOG, NODES, NodeListing
from door.board.widgets.blocks import WIDTH, Lines, Row, Text
from door.board.widgets.lists import ListPage, ListState, visiting
from door.board.widgets.page import doing, replied
from door.board.widgets.sheets import LINES, SheetPage, SheetState
from door.records.community.letters import JOINING, Letter
from door.term.canvas import BRIGHT_RED, GREY, YELLOW, style
from door.ui import navigation
from door.ui.commands import Command
from door.ui.screen import Answer, Bell, Effects, Event, No, Speech
from door.ui.texts import tr
from door.ui.widgets import Column, wrap
from door.ui.words import commas

TITLE: Final = tr.sysop.title_desk
ENTRIES: Final = (
    ("callers", "c", tr.sysop.entry_callers, "sysop-callers"),
    ("bans", "b", tr.sysop.entry_bans, "sysop-bans"),
    ("settings", "o", tr.sysop.entry_settings, "sysop-config"),
    ("hours", "h", tr.sysop.entry_hours, "sysop-hours"),
    ("log", "l", tr.sysop.entry_log, "sysop-log"),
    ("letters", "f", tr.sysop.entry_letters, "letters"),
    ("announce", "a", tr.sysop.entry_announce, "sysop-announce"),
    ("events", "e", tr.sysop.entry_events, "sysop-events"),
)
"""The pages that the desk opens: name, key, label and page, in display order. Q, R and X are the desk's."""

FEW: Final = 8
"""With at most this many nodes, plain mode reports every move, else only arrivals and departures."""


@dataclass(frozen=True, slots=True)
class State(ListState[NodeListing]):
    """`letters` are the sysop's, once they have come."""

    letters: tuple[Letter, ...] | None = None


Next = tuple[State, Effects]


class _Page(ListPage[State, NodeListing]):
    TITLE = TITLE
    STATE = State
    QUERY = NODES
    KEY = "node"
    REFRESH = 1.0
    NUMBER = tr.common.prompt_node
    GAP = 1
    COLUMNS = (
        Column(tr.sysop.head_node, 4, True),
        Column(tr.sysop.head_handle, 20),
        Column(tr.sysop.head_where, 14, grow=1, most=23),
        Column(tr.sysop.head_idle, 5, True),
        Column(tr.sysop.head_minutes, 4, True),
        Column(tr.sysop.head_address, 15, grow=3, most=39),
        Column(tr.sysop.head_client, 6),
    )

    def load(self, state: State) -> Effects:
        return NODES(0), MAIL(True)

    def row(self, state: State, one: NodeListing) -> Row:
        cells = (one.node, one.who, one.where, idle_text(one.idle), one.minutes, one.address, one.kind)
        return Row(cells, one.node == state.lobby.node, spoken(one))

    def number(self, one: NodeListing) -> int:
        return one.node

    def missing(self, state: State, number: str) -> str:
        return tr.people.node_empty(node=number)

    def about(self, state: State) -> str:
        one = state.marked
        return f"{one.client}, {one.screen}, {one.address}{marks(one)}"

    def count(self, state: State) -> str:
        if not state.rows:
            return ""
        in_use = tr.sysop.nodes_in_use(nodes=tr.count.nodes(n=len(state.rows)))
        return commas((in_use, new_callers(state.letters or ())))

    def changed(self, before: Sequence[NodeListing], after: Sequence[NodeListing]) -> list[str]:
        known, now = {one.node: one for one in before}, {one.node for one in after}
        told: list[str] = [
            tr.sysop.node_left(node=one.node, who=one.who) for one in before if one.node not in now
        ]
        for one in after:
            was = known.get(one.node)
            came = was is None or was.handle != one.handle
            if came or (was and was.where != one.where and len(after) <= FEW):
                told.append(spoken(one))
        return told

    def commands(self, state: State) -> tuple[Command[State], ...]:
        letters = len(state.letters or ())
        entries: list[Command[State]] = [
            Command(id, key, label, doing(Visit(page)), menu=True,
                    counted=letters if page == "letters" else 0)
            for id, key, label, page in ENTRIES
        ]  # fmt: skip
        return (
            Command("open", "enter", tr.keys.open, visiting("sysop-node", "node"), on_row=True),
            Command("refresh", "r", tr.keys.refresh, self.again),
            *entries,
        )

    def receive(self, state: State, reply: Event) -> Next | None:
        match reply:
            case Answer(_, Mail(letters=letters)):
                return _came(state, letters)
            case No():  # a demoted sysop must not keep the nodes on screen
                return replied(self, replace(state, rows=()), reply)
        return super().receive(state, reply)


def _came(state: State, letters: tuple[Letter, ...]) -> Next:
    """Update the letters. A new one rings, and a page shows its caller's name."""
    new = [one for one in letters if one not in state.letters] if state.letters is not None else []
    paged = [one for one in new if one.about == "page"]
    joined, known = new_callers(letters), new_callers(state.letters or ())
    state = replace(state, letters=letters)
    if paged:
        state = state.say(tr.sysop.paged_by(who=paged[-1].handle, text=" ".join(paged[-1].lines)))
    elif joined not in ("", known):
        state = state.say(tr.common.full_stop(text=joined))
    return state, (Bell(),) if new else ()


def idle_text(seconds: int) -> str:
    """Return an idle time in five columns: "42s", "12:05", "3h10"."""
    if seconds < 60:
        return f"{seconds}s"
    minutes = seconds // 60
    return f"{minutes}:{seconds % 60:02d}" if minutes < 60 else f"{minutes // 60}h{minutes % 60:02d}"


def marks(listing: NodeListing) -> str:
    """Return a node's marks: in chat, watched."""
    marks = [tr.sysop.mark_in_chat()] * listing.talking + [tr.sysop.mark_watched()] * bool(listing.watched)
    return "".join(f", {mark}" for mark in marks)


def new_callers(letters: Sequence[Letter]) -> str:
    """Return the number of new callers in the letters, "2 new callers, 1 to validate", or ""."""
    joined, waits = (sum(one.about in about for one in letters) for about in (JOINING, JOINING[1:]))
    return commas(
        (
            tr.count.new_callers(n=joined) if joined else "",
            tr.sysop.callers_to_validate(count=waits) if waits else "",
        )
    )


def spoken(listing: NodeListing) -> str:
    return tr.sysop.plain_node(
        node=listing.node, who=listing.who, where=listing.where, idle=idle_text(listing.idle),
        minutes=tr.count.minutes(n=listing.minutes), address=listing.address or tr.sysop.no_address(),
        client=listing.client, screen=listing.screen, marks=marks(listing),
    )  # fmt: skip


PAGE: Final = _Page()


# -- the log -------------------------------------------------------------------------------------

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


class _Log(SheetPage[LogState]):
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
        found = LOG.answered(reply)
        if found is None:
            return None
        state = replace(state, lines=(*state.lines, *found.lines)[-KEPT:], seen=found.seen)
        fresh = found.lines or state.sheet.lines is None
        return self.shown(state) if fresh else state, self.wake(state)

    def sheet(self, state: LogState) -> Text:
        lines = chosen(state.lines, state.word)
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
        return state.ask(tr.sysop.ask_log_word(), WORD, self.found, state.word, may_be_empty=True)

    def found(self, state: LogState, word: str) -> _Read:
        return self.shown(replace(state, word=word, back=0)), ()

    def typed(self, state: LogState, text: str) -> _Read:
        """Find a word, or "all" for every line."""
        return self.found(state, "" if text.lower() == "all" else text[:WORD])

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
            told = chosen(after.lines, after.word)[-SPOKEN:]
        else:
            new = min(after.total - before.total, len(after.lines))
            told = chosen(after.lines[len(after.lines) - new :], after.word)
        lines = [_short(line)[0] for line in told]
        if after.word and not lines and before is not None and before.word != after.word:
            lines = [tr.sysop.no_log_lines_with(word=after.word)]
        if after.note and before is not None and before.notes != after.notes:
            lines.append(after.note)
        return Speech(tuple(lines), after.entry.prompt if after.entry else tr.sysop.plain_prompt_log())


def chosen(lines: tuple[str, ...], word: str) -> tuple[str, ...]:
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


LOG_PAGE: Final = _Log()
