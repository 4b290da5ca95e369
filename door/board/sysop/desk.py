"""The sysop's desk: all nodes, kept up to date, and the way to the sysop's other pages.

A page joins the desk with one line in `ENTRIES` (and one in `door.board.pages`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from door.board.api import Lobby, Visit
from door.board.community.effects import AskMail, Mail
from door.board.sysop.effects import ListNodes, NodeListing, NodesFound
from door.board.widgets import look, pager
from door.records.community.letters import JOINING, Letter
from door.term.canvas import BLUE, DARK, GREY, WHITE, YELLOW, Canvas, style
from door.term.keys import Key, Line, Mouse
from door.ui import navigation
from door.ui.screen import Bell, Effects, Event, Leave, No, Speech, Tick, View, Wake
from door.ui.texts import Sentence, tr
from door.ui.widgets import Column, Hint, button, cell, cut, keys_line
from door.ui.words import commas, no_choice, sentences

TITLE: Final = tr.sysop.title_desk
PROMPT: Final = tr.sysop.plain_prompt_desk


class Entry(NamedTuple):
    """A page that the desk opens: its key (one letter), label and name."""

    key: str
    label: Sentence
    page: str


ENTRIES: Final[tuple[Entry, ...]] = (
    Entry("c", tr.sysop.entry_callers, "sysop-callers"),
    Entry("b", tr.sysop.entry_bans, "sysop-bans"),
    Entry("o", tr.sysop.entry_settings, "sysop-config"),
    Entry("h", tr.sysop.entry_hours, "sysop-hours"),
    Entry("l", tr.sysop.entry_log, "sysop-log"),
    Entry("f", tr.sysop.entry_letters, "letters"),
    Entry("a", tr.sysop.entry_announce, "sysop-announce"),
    Entry("e", tr.sysop.entry_events, "sysop-events"),
)  # fmt: skip
"""In display order. Q, R and X are the desk's own."""

KEYS: Final = (
    Hint("down", tr.keys.choose, "↑↓"),
    Hint("enter", tr.keys.open),
    Hint("r", tr.keys.refresh),
    pager.BACK,
)
PAGE: Final = 10
"""Rows that PgUp and PgDn move by."""

EVERY: Final = 1.0
"""Seconds between two updates of the nodes while the desk is on top."""

HEADS: Final = (
    tr.sysop.head_node,
    tr.sysop.head_handle,
    tr.sysop.head_where,
    tr.sysop.head_idle,
    tr.sysop.head_minutes,
    tr.sysop.head_address,
    tr.sysop.head_client,
)
WIDTHS: Final = (4, 20, 15, 5, 4, 15, 6)
WIDE: Final = (4, 20, 23, 5, 4, 39, 6)
"""Column widths of the list, and of the list on a wide screen."""

RIGHT: Final = frozenset([0, 3, 4])
ABREAST: Final = 4
"""Entries per row."""

FOOT: Final = 5
"""Rows below the list: the marked node's details, a rule, two rows of entries, the keys."""

FEW: Final = 8
"""With at most this many nodes, plain mode reports every move, else only arrivals and departures."""


@dataclass(frozen=True, slots=True)
class State:
    """`at` is the marked row. `away`: another page covers the desk. `letters` are the sysop's."""

    lobby: Lobby
    rows: tuple[NodeListing, ...] = ()
    at: int = 0
    note: str = ""
    away: bool = False
    letters: tuple[Letter, ...] | None = None


Next = tuple[State, Effects]
LOOK: Final = (ListNodes(), AskMail(sysops=True))


def start(lobby: Lobby, arg: str) -> Next:
    return State(lobby), LOOK


def update(state: State, event: Event) -> Next:
    match event:
        case NodesFound(rows):
            return _listed(state, rows), (Wake(EVERY, "look"),)
        case Mail(letters=letters):
            return _came(state, letters)
        case No(note):
            return replace(state, rows=(), at=0, note=note), ()
        case Tick():
            return state, () if state.away else LOOK
        case Lobby():
            return replace(state, lobby=event, away=False, note=""), LOOK
        case Key(name):
            return _key(state, name.lower())
        case Line(text):
            return _line(state, text.strip().lower())
        case Mouse(action="press", target=int(at)) if at < len(state.rows):
            return _open(state, state.rows[at].node)
        case Mouse(action="wheel-up" | "wheel-down"):
            return _moved(state, -1 if event.action == "wheel-up" else 1), ()
    return state, ()


def _listed(state: State, rows: Sequence[NodeListing]) -> State:
    """Update the nodes. The mark stays on its node, or moves to the next one."""
    marked = state.rows[state.at].node if state.rows else 0
    at = next((at for at, row in enumerate(rows) if row.node >= marked), len(rows) - 1)
    return replace(state, rows=tuple(rows), at=max(at, 0))


def _came(state: State, letters: tuple[Letter, ...]) -> Next:
    """Update the letters. A new one rings, and a page shows its caller's name."""
    new = [one for one in letters if one not in state.letters] if state.letters is not None else []
    paged = [
        tr.sysop.paged_by(who=one.handle, text=" ".join(one.lines)) for one in new if one.about == "page"
    ]
    after = replace(state, letters=letters, note=paged[-1] if paged else state.note)
    return after, (Bell(),) if new else ()


def _moved(state: State, by: int) -> State:
    return replace(state, at=max(0, min(state.at + by, len(state.rows) - 1)), note="")


def _key(state: State, name: str) -> Next:
    if name == "enter" and state.rows:
        return _open(state, state.rows[state.at].node)
    if name == "r":
        return replace(state, note=""), LOOK
    if name in navigation.LEAVE:
        return state, (Leave(),)
    for entry in ENTRIES:
        if name == entry.key:
            return replace(state, away=True), (Visit(entry.page),)
    by = navigation.rows(name, PAGE)
    return (_moved(state, by), ()) if by else (state, (Bell(),))


def _open(state: State, node: int) -> Next:
    at = next((at for at, row in enumerate(state.rows) if row.node == node), None)
    if at is None:
        return replace(state, note=tr.people.node_empty(node=node)), (Bell(),)
    return replace(state, at=at, away=True, note=""), (Visit("sysop-node", str(node)),)


def _line(state: State, text: str) -> Next:
    """Handle a plain-mode line: a node's number, an entry's letter or name, or nothing to go back."""
    if text.isdecimal() and len(text) < 6:
        return _open(state, int(text))
    for entry in ENTRIES:
        if text in (entry.key, entry.label().lower()):
            return replace(state, away=True), (Visit(entry.page),)
    if text == "r":
        return replace(state, rows=()), LOOK
    if text in ("", "q", "x"):
        return state, (Leave(),)
    return replace(state, note=no_choice(text)), (Bell(),)


# -- screen ----------------------------------------------------------------------------------


def idle_text(seconds: int) -> str:
    """Return an idle time in five columns: "42s", "12:05", "3h10"."""
    if seconds < 60:
        return f"{seconds}s"
    minutes = seconds // 60
    return f"{minutes}:{seconds % 60:02d}" if minutes < 60 else f"{minutes // 60}h{minutes % 60:02d}"


def row_text(listing: NodeListing, widths: Sequence[int] = WIDTHS) -> str:
    """Return a node's row of the list."""
    cells = (listing.node, listing.who, listing.where, idle_text(listing.idle), listing.minutes,
             listing.address, listing.kind)  # fmt: skip
    return _set(cells, widths)


def _set(cells: Sequence[object], widths: Sequence[int]) -> str:
    columns = (Column("", width, at in RIGHT) for at, width in enumerate(widths))
    return " ".join(cell(str(text), column) for text, column in zip(cells, columns, strict=True)).rstrip()


def marks(listing: NodeListing) -> str:
    """Return a node's marks: in chat, watched."""
    marks = [tr.sysop.mark_in_chat()] * listing.talking + [tr.sysop.mark_watched()] * bool(listing.watched)
    return "".join(f", {mark}" for mark in marks)


def _ways(state: State) -> str:
    """Return all entries in words."""
    return tr.common.full_stop(text=commas(f"{entry.key.upper()} {label(state, entry)}" for entry in ENTRIES))


def label(state: State, entry: Entry) -> str:
    """Return an entry's label, with the number of letters."""
    letters = state.letters or ()
    name = entry.label()
    return (
        tr.sysop.entry_with_count(name=name, count=len(letters))
        if entry.page == "letters" and letters
        else name
    )


def _in_use(state: State) -> str:
    return tr.sysop.nodes_in_use(nodes=tr.count.nodes(n=len(state.rows)))


def new_callers(letters: Sequence[Letter]) -> str:
    """Return the number of new callers in the letters, "2 new callers, 1 to validate", or ""."""
    joined, waits = (sum(one.about in about for one in letters) for about in (JOINING, JOINING[1:]))
    return commas(
        (
            tr.count.new_callers(n=joined) if joined else "",
            tr.sysop.callers_to_validate(count=waits) if waits else "",
        )
    )


def draw(state: State, view: View) -> Canvas:
    wide = view.cols >= pager.WIDE
    size = look.block(view, 4 + len(state.rows) + FOOT, pager.WIDE if wide else look.WIDTH)
    canvas, widths, width = Canvas(size.cols, size.rows), WIDE if wide else WIDTHS, size.cols - 4
    count = commas((_in_use(state), new_callers(state.letters or ()))) if state.rows else ""
    y = look.heading(canvas, TITLE(), count) + 1
    left = 2
    canvas.put(left + 1, y - 1, _set(HEADS, widths), style(DARK))
    room = canvas.rows - FOOT - y
    top = max(0, min(state.at - room // 2, len(state.rows) - room))
    for at, listing in enumerate(state.rows[top : top + room], start=top):
        here = at == state.at
        own = listing.node == state.lobby.node
        ink = style(WHITE, BLUE) if here else style(WHITE if own else GREY)
        canvas.put(left, y + at - top, (("►" if here else " ") + row_text(listing, widths)).ljust(width), ink)
        canvas.hot(left, y + at - top, width, 1, at)
    _foot(canvas, state, left, canvas.rows - FOOT)
    return canvas


def _foot(canvas: Canvas, state: State, left: int, y: int) -> None:
    width = canvas.cols - 2 * left
    canvas.put(left, y + 1, "─" * width, style(DARK))
    if state.note:
        long = len(state.note) > width
        look.sentence(canvas, left, y + long, state.note, 2, style(YELLOW), width)
    elif state.rows:
        listing = state.rows[state.at]
        about = f"{listing.client}, {listing.screen}, {listing.address}{marks(listing)}"
        canvas.put(left + 1, y, cut(about, width - 1), style(GREY))
    for at, entry in enumerate(ENTRIES):
        row, column = divmod(at, ABREAST)
        button(canvas, left + 1 + column * 18, y + 2 + row, Hint(entry.key, label(state, entry)))
    keys_line(canvas, KEYS)


def tell(before: State | None, after: State) -> Speech:
    """Say all nodes at first and when asked. After that, say only arrivals, departures and moves."""
    if not (after.rows or after.note):
        return Speech()
    lines: list[str] = []
    if before is None or not before.rows:
        lines += (
            [sentences(*(tr.common.full_stop(text=text) for text in (TITLE(), _in_use(after))))]
            if after.rows
            else []
        )
        lines += [spoken(listing) for listing in after.rows]
    else:
        lines += _changes(before.rows, after.rows)
    if before is None or not before.rows or _ways(before) != _ways(after):
        lines.append(_ways(after))
    joined = new_callers(after.letters or ())
    if joined and joined != new_callers(before.letters or () if before else ()):
        lines.append(tr.common.full_stop(text=joined))
    if after.note and (before is None or after.note != before.note):
        lines.append(after.note)
    return Speech(tuple(lines), PROMPT())


def _changes(before: Sequence[NodeListing], after: Sequence[NodeListing]) -> list[str]:
    if not after:
        return []
    known = {listing.node: listing for listing in before}
    now = {listing.node for listing in after}
    told: list[str] = [
        tr.sysop.node_left(node=one.node, who=one.who) for one in before if one.node not in now
    ]
    for listing in after:
        was = known.get(listing.node)
        came = was is None or was.handle != listing.handle
        if came or (was and was.where != listing.where and len(after) <= FEW):
            told.append(spoken(listing))
    return told


def spoken(listing: NodeListing) -> str:
    """Return a node as a sentence."""
    return tr.sysop.plain_node(
        node=listing.node, who=listing.who, where=listing.where, idle=idle_text(listing.idle),
        minutes=tr.count.minutes(n=listing.minutes), address=listing.address or tr.sysop.no_address(),
        client=listing.client, screen=listing.screen, marks=marks(listing),
    )  # fmt: skip
