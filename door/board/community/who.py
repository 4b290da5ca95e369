"""Callers online: node, handle, where, minutes. Each can be challenged, written to, or ignored."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from door.board.api import Done, Ignore, Lobby, Online, Visit
from door.board.community import mail
from door.board.community.effects import Allowed, AskWho, MaySend, Send, WhoIsOn
from door.board.widgets import pager, pager_input
from door.term.canvas import BLUE, DARK, GREY, WHITE, Canvas, style
from door.term.keys import Key, Line, Mouse
from door.ui import navigation
from door.ui.screen import Bell, Effects, Event, Leave, No, Speech, Tick, View, Wake
from door.ui.texts import tr
from door.ui.widgets import Column, Hint, heads, row_text, row_told

TITLE: Final = tr.people.title_who
COLUMNS: Final = (
    Column(tr.heads.node, 5, True),
    Column(tr.heads.caller, 21, bare=True),
    Column(tr.heads.where, 29, bare=True),
    Column(tr.heads.minutes, 7, True),
)
WIDE: Final = (*COLUMNS[:2], Column(tr.heads.where, 63, bare=True), COLUMNS[-1])
KEYS: Final = (
    Hint("down", tr.keys.choose, "↑↓"),
    Hint("enter", tr.keys.challenge),
    Hint("m", tr.keys.write),
    Hint("i", tr.keys.ignore),
    Hint("v", tr.keys.view_messages),
    pager.BACK,
)
EVERY: Final = 2.0
"""Seconds between two requests for the list."""

PAGE: Final = 10
"""Rows that PgUp and PgDn move by."""

PROMPT: Final = tr.people.plain_prompt_who


@dataclass(frozen=True, slots=True, kw_only=True)
class State(pager_input.State):
    """`at` is the marked row, which gets the typed line. `asked` counts plain-mode requests for the list."""

    lobby: Lobby
    rows: tuple[Online, ...] = ()
    at: int = 0
    asked: int = 0


Next = tuple[State, Effects]


def start(lobby: Lobby, arg: str) -> Next:
    return State.titled(TITLE(), KEYS, lobby=lobby), (AskWho(),)


def _listed(state: State, rows: Sequence[Online], at: int) -> State:
    """Return the list with row `at` marked and in view."""
    at = max(0, min(at, len(rows) - 1))
    room = pager.ROOM - pager_input.FOOT
    top = max(0, min(at, len(rows) + 1 - room), at + 2 - room)
    sheet = replace(state.sheet, top=top, note=tr.people.online_count(count=len(rows)))
    return replace(state, sheet=sheet, rows=tuple(rows), at=at)


def _lines(state: State, shown: range, columns: Sequence[Column]) -> pager.Lines:
    """Return the headings and a line per row. Only the lines `shown` have text, because formatting 2,000
    rows for each key is slow.
    """
    lines: list[pager.Styled] = [(" " + heads(columns), style(DARK)), *[("", 0)] * len(state.rows)]
    for at in shown:
        row, mark = state.rows[at], "►" if at == state.at else " "
        text = row_text(columns, _cells(row))
        own = style(WHITE if row.handle == state.lobby.handle else GREY)
        lines[at + 1] = f"{mark}{text}   ", style(WHITE, BLUE) if at == state.at else own
    return tuple(lines)


def _cells(row: Online) -> tuple[object, ...]:
    where = tr.people.ignored_and_where(where=row.where) if row.ignored else row.where
    return row.node, row.handle, where, row.minutes


def _place(state: State, rows: Sequence[Online]) -> int:
    """Return the row to mark: the same node if it is still there, at first another caller's."""
    if not state.rows:
        return next((at for at, row in enumerate(rows) if row.handle != state.lobby.handle), 0)
    marked = state.rows[state.at].node
    return next((at for at, row in enumerate(rows) if row.node >= marked), len(rows) - 1)


def update(state: State, event: Event) -> Next:
    match event:
        case WhoIsOn(rows):
            return _listed(state, rows, _place(state, rows)), (Wake(EVERY, "look"),)
        case Tick():
            return state, () if state.entry else (AskWho(),)
        case Allowed(refusal, handle):
            return _allowed(state, refusal, handle)
        case Done(note):
            return state.said(note), (AskWho(),)
        case No(note):
            return state.denied(note), (Bell(),)
        case Key() | Line() if state.entry:
            return _typed(state, state.entry, event)
        case Mouse() if state.entry:
            return state, ()
        case Key(name):
            return _key(state, name.lower())
        case Line(text):
            return _line(state, text.strip().lower())
        case Mouse(action="press", target=int(at)):
            return _challenge(_listed(state, state.rows, at))
    return state, ()


def _key(state: State, name: str) -> Next:
    if name in ACTS:
        return ACTS[name](state)
    if by := navigation.rows(name, PAGE):
        return _listed(state.said(""), state.rows, state.at + by), ()
    if name == "r":
        return replace(state, asked=state.asked + 1), (AskWho(),)
    if name == "v":
        return state, (Leave(), Visit("inbox"))
    return state, (Leave(),) if name in navigation.LEAVE else (Bell(),)


def _line(state: State, text: str) -> Next:
    """Handle a plain-mode line: a node, or a letter and a node, or "r", or "v", or nothing to go back."""
    letter = text[:1] if text[:1] in ACTS else ""
    node = text.removeprefix(letter).strip()
    if node.isdecimal():
        found = [at for at, row in enumerate(state.rows) if row.node == int(node)]
        if found:
            return ACTS[letter or "enter"](_listed(state, state.rows, found[0]))
        return state.said(tr.people.node_empty(node=node), wrong=True), ()
    if letter and not node:
        return state.said(tr.people.which_node(letter=letter.upper()), wrong=True), (Bell(),)
    return _key(state, text) if text in ("r", "v") else (state, (Leave(),))


def _marked(state: State) -> str:
    """Return the marked caller's handle, or "" for the caller's own row or none."""
    handle = state.rows[state.at].handle if state.rows else ""
    return "" if handle == state.lobby.handle else handle


def _nobody(state: State) -> Next:
    return (state.said(tr.people.that_is_you(), wrong=True) if state.rows else state), (Bell(),)


def _write(state: State) -> Next:
    handle = _marked(state)
    asks = MaySend(state.rows[state.at].node, handle) if handle else None
    return (state.said(""), (asks,)) if asks else _nobody(state)


def _allowed(state: State, refusal: str, handle: str) -> Next:
    """Ask for the line, or show the refusal."""
    if refusal:
        return state.said(refusal, wrong=True), (Bell(),)
    if _marked(state) != handle:  # they have left meanwhile
        return state, ()
    return state.asking(tr.mail.ask_message_to(handle=handle), mail.WIDTH), ()


def _challenge(state: State) -> Next:
    """Open the form of a new table for the marked caller."""
    handle = _marked(state)
    return (state.said(""), (Visit("new-table", handle),)) if handle else _nobody(state)


def _ignore(state: State) -> Next:
    """Ignore the marked caller, or stop ignoring them."""
    handle = _marked(state)
    return (state.said(""), (Ignore(handle),)) if handle else _nobody(state)


ACTS: Final[Mapping[str, Callable[[State], Next]]] = {
    "enter": _challenge, "c": _challenge, "m": _write, "i": _ignore,
}  # fmt: skip
"""Commands for the marked caller."""


def _typed(state: State, open: pager_input.Entry, event: Key | Line) -> Next:
    text = state.typed(open, event)
    if isinstance(text, tuple):
        return text
    if not text:
        return state.said(""), (Wake(EVERY, "look"),)
    to = state.rows[state.at]
    return state.sending(), (Send(to.node, to.handle, text),)


def draw(state: State, view: View) -> Canvas:
    count, top = len(state.rows), state.sheet.top
    shown = range(max(0, min(top - 1, count - view.rows)), min(count, top + view.rows))
    lines, wide = (_lines(state, shown, columns) for columns in (COLUMNS, WIDE))
    sheet = replace(state.sheet, lines=lines, wide=(wide,)) if count else state.sheet
    canvas = pager_input.draw(replace(state, sheet=sheet), view)
    room = canvas.rows - 5 - pager_input.FOOT
    top = state.sheet.top if count + 1 > room else 0
    for at in shown:
        if 0 <= at + 1 - top < room:
            canvas.hot(pager.LEFT, 5 + at - top, canvas.cols - 8, 1, at)
    return canvas


def tell(before: State | None, after: State) -> Speech:
    """Return the rows without the mark. In plain mode callers choose by node number."""
    if not after.rows:
        return Speech()
    lines: list[str] = []
    if before is None or not before.rows or before.asked != after.asked:
        lines += [TITLE(), *(row_told(COLUMNS, _cells(row)) for row in after.rows)]
    else:
        lines += _changes(before.rows, after.rows)
    return pager_input.told(lines, before, after, PROMPT())


def _changes(before: Sequence[Online], after: Sequence[Online]) -> list[str]:
    """Return sentences about callers who came and went, for plain mode."""
    known, now = ({(row.node, row.handle) for row in rows} for rows in (before, after))
    return [
        *(tr.people.node_hung_up(handle=handle, node=node) for node, handle in sorted(known - now)),
        *(tr.tables.on_node(handle=handle, node=node) for node, handle in sorted(now - known)),
    ]
