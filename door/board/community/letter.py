"""A letter to the sysop or to a caller. Words wrap, and an empty line sends it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from door.board.api import Done, Lobby
from door.board.community.effects import MAY_WRITE, THROW_AWAY, Addressee, KeepDraft, Write
from door.board.widgets import look
from door.records.community.letters import LETTER_LINES, WIDTH
from door.term.canvas import BRIGHT_RED, DARK, GREY, WHITE, YELLOW, Canvas, style
from door.term.keys import Key, Line
from door.ui.screen import Answer, Bell, Effects, Event, Leave, No, Speech, View
from door.ui.texts import tr
from door.ui.widgets import Field, Hint, draw_field, keys_line, type_key, wrap

TITLE: Final = tr.mail.title_letter
ABOUT: Final = (tr.mail.feedback_about, tr.mail.feedback_sysop_only)
KEYS: Final = (
    Hint("enter", tr.keys.next_line),
    Hint("backspace", tr.keys.back_up, "BkSp"),
    Hint("esc", tr.keys.throw_away),
)
BACK: Final = (Hint("enter", tr.keys.go_back),)
SURE: Final = (Hint("y", tr.keys.throw_it_away), Hint("n", tr.keys.keep_writing))
SHOWN: Final = 14
"""Rows of the letter on the screen."""


@dataclass(frozen=True, slots=True)
class State:
    """A letter to the caller `to`, or ("") to the sysop.

    - `may`: the board allows the letter.
    - `lines` are complete; `field` is the line being typed.
    - `sent`: any key leaves the page.
    - `sure`: the caller is being asked whether to throw the letter away.
    - `kept`: the board has a draft of it.
    """

    lobby: Lobby
    to: str = ""
    may: bool = False
    lines: tuple[str, ...] = ()
    field: Field = Field(limit=WIDTH)
    note: str = ""
    wrong: bool = False
    busy: bool = False
    sent: bool = False
    sure: bool = False
    kept: bool = False

    @property
    def title(self) -> str:
        return (
            tr.mail.title_letter_to(who=self.to) if self.to else tr.mail.title_feedback(who=self.lobby.sysop)
        )


Next = tuple[State, Effects]


def start(lobby: Lobby, arg: str) -> Next:
    """Write to the caller `arg`. If lines follow the handle, it is allowed and they are a draft."""
    to, allowed, draft = arg.partition("\n")
    if allowed:
        return _begun(State(lobby, to), tuple(filter(None, draft.split("\n")))), (KeepDraft(),)
    return State(lobby, to), (KeepDraft(), MAY_WRITE(to))


def update(state: State, event: Event) -> Next:
    match event:
        case Done(""):
            return state, (Leave(),)
        case Done(note):
            return replace(state, note=note, busy=False, sent=True, wrong=False), ()
        case No(note):
            if not state.may:
                return replace(state, note=note, wrong=True, sent=True), (Bell(),)
            return replace(state, note=note, busy=False, wrong=True, kept=True), (Bell(),)
        case Answer(_, Addressee(_, draft)):
            return _begun(state, draft), ()
        case Key() | Line() if state.sent:
            return state, (Leave(),)
        case Key() | Line() if state.sure:
            return _sure(state, event)
        case Line(text) if not state.busy:
            return _thrown(state) if text.strip().lower() == "q" else _entered(state, text.strip())
        case Key("enter") if not state.busy:
            return _entered(state, state.field.value.rstrip())
        case Key("esc" | "ctrl-c"):
            return _thrown(state)
        case Key("backspace") if not state.field.value and state.lines:
            last = state.lines[-1]
            field = Field(last, len(last), WIDTH)
            return replace(state, lines=state.lines[:-1], field=field, note=""), ()
        case Key() if not state.busy:
            return _typed(replace(state, note=""), event)
    return state, ()


def _begun(state: State, draft: tuple[str, ...]) -> State:
    """Begin to write, or restore a draft with its last line open. In plain mode all lines are complete."""
    state = replace(state, may=True, note=tr.mail.draft_restored() if draft else "")
    if not draft:
        return state
    if state.lobby.plain:
        return replace(state, lines=draft, kept=True)
    return replace(state, kept=True, lines=draft[:-1], field=Field(draft[-1], len(draft[-1]), WIDTH))


def unfinished(state: State) -> tuple[str, ...]:
    """Return the lines written so far, or nothing if they are sent or being sent."""
    return () if state.sent or state.busy else tuple(filter(None, (*state.lines, state.field.value)))


def _thrown(state: State) -> Next:
    """Leave at once if the letter is empty, else ask first."""
    if not (state.lines or state.field.value):
        return _left(state)
    return replace(state, sure=True, note=""), ()


def _left(state: State) -> Next:
    """Discard the letter and its draft."""
    empty = replace(state, lines=(), field=Field(limit=WIDTH), busy=state.kept, note="")
    return empty, (THROW_AWAY(state.to) if state.kept else Leave(),)


def _sure(state: State, event: Key | Line) -> Next:
    """Handle the answer to "throw away?". Anything but yes or no is asked again."""
    answer = event.name if isinstance(event, Key) else event.text.strip()
    if answer.lower() in ("y", "yes"):
        return _left(state)
    if answer.lower() in ("n", "no", "esc"):
        return replace(state, sure=False), ()
    return state, (Bell(),)


def _typed(state: State, key: Key) -> Next:
    """Handle a key in the open line. A word that doesn't fit moves to the next line."""
    field = type_key(state.field, key)
    if field is not state.field or not (key.text and key.text.isprintable()):
        return replace(state, field=field), ()
    if field.cursor < len(field.value):
        return state, (Bell(),)
    if len(state.lines) + 1 >= LETTER_LINES:
        return replace(state, note=tr.mail.letter_full(most=LETTER_LINES), wrong=True), (Bell(),)
    written, blank, word = (field.value + key.text).rpartition(" ")
    if not blank:
        written, word = field.value, key.text
    return replace(state, lines=(*state.lines, written.rstrip()), field=Field(word, len(word), WIDTH)), ()


def _entered(state: State, text: str) -> Next:
    """Add a line, or several after wrapping. An empty line sends the letter."""
    lines = (*state.lines, *wrap(text, WIDTH))
    if len(lines) > LETTER_LINES:
        return replace(state, note=tr.mail.letter_too_long(most=LETTER_LINES, width=WIDTH), wrong=True), (
            Bell(),
        )
    if not lines:
        return _left(state)
    fresh = replace(state, lines=lines, field=Field(limit=WIDTH), note="", wrong=False)
    if text and len(lines) < LETTER_LINES:
        return fresh, ()
    return replace(fresh, busy=True, note=tr.common.one_moment()), (Write(lines, state.to),)


# -- screen ----------------------------------------------------------------------------------


def draw(state: State, view: View) -> Canvas:
    canvas = Canvas(look.WIDTH, look.HEIGHT)
    y = (
        look.heading(
            canvas, state.title, tr.mail.letter_lines_used(lines=len(state.lines), most=LETTER_LINES)
        )
        + 1
    )
    left = 4
    shown = state.lines[-SHOWN:]
    for at, line in enumerate(shown):
        canvas.put(left, y + at, line, style(GREY))
    if not (state.sent or state.busy or state.may):
        canvas.put(left, y, tr.common.one_moment(), style(GREY))
    elif not (state.sent or state.busy):
        canvas.put(left - 2, y + len(shown), "►", style(YELLOW))
        draw_field(canvas, left, y + len(shown), WIDTH, state.field)
        if not state.lines and not state.field.value:
            for at, about in enumerate(() if state.to else ABOUT):
                canvas.put(left, y + 2 + at, about(), style(DARK))
    if state.sure:
        canvas.put(left, canvas.rows - 2, tr.mail.confirm_throw_away(), style(YELLOW))
    else:
        ink = style(BRIGHT_RED if state.wrong else WHITE)
        look.sentence(canvas, left, canvas.rows - 2, state.note, 2, ink)
    keys_line(canvas, BACK if state.sent else SURE if state.sure else KEYS)
    return canvas


def tell(before: State | None, after: State) -> Speech:
    lines: list[str] = []
    if not (after.may or after.sent):
        return Speech()
    begins = after.may and (before is None or not before.may)
    if begins:
        lines.append(tr.mail.plain_letter_help(title=after.title, most=LETTER_LINES, width=WIDTH))
        lines += [] if after.to else [ABOUT[1]()]
    if after.note and after is not before:
        lines.append(after.note)
        lines += after.lines if begins else ()
    if after.sure:
        return Speech(tuple(lines), tr.mail.confirm_throw_away())
    return Speech(
        tuple(lines),
        tr.common.plain_prompt_go_back()
        if after.sent
        else tr.mail.ask_letter_line(number=len(after.lines) + 1),
    )
