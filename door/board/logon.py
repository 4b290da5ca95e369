"""The log-on: handle and password, or a new caller's handle and password twice.

A table of steps; each step has its prompt and the function that takes what was entered.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from door.board.api import (
    AskTv,
    CheckHandle,
    CheckInvite,
    Denied,
    Done,
    EnterAsGuest,
    HandleChecked,
    HangUp,
    Lobby,
    LogOn,
    OnTv,
    Prefer,
    Register,
)
from door.board.widgets import look
from door.board.widgets.look import MOMENT
from door.term.canvas import BRIGHT_RED, CYAN, GREY, WHITE, YELLOW, Canvas, style
from door.term.keys import Key, Line
from door.ui.screen import Bell, Effects, Event, Speech, Tick, View, Wake
from door.ui.small import small
from door.ui.texts import Text
from door.ui.widgets import Field, Hint, cut, draw_field, keys_line, type_key, wrap
from door.ui.words import spoken

TITLE: Final = Text("Log-on")
HANDLE_LIMIT: Final = 20
PASSWORD_LIMIT: Final = 128
NEW_CALLER: Final = Text("New caller")
WELCOME: Final = Text("Welcome! Choose the name others will know you by.")
TOLD: Final = Text("Note: the sysop may watch any call. See Help for the rules of this board.")
PLAIN: Final = Text("Screen reader? Type PLAIN instead of a handle.")
GREETING: Final = Text("Welcome to {board}.")
IS_PLAIN: Final = Text("This is plain text.")
ANSI: Final = Text(" For colours and boxes type ANSI.")
JOINING: Final = Text("Joining {board} as {handle}")
HANDLE: Final = Text("Your handle (or NEW)")
HANDLE_OR_GUEST: Final = Text("Your handle (or NEW, or GUEST)")
NO_HANDLE: Final = Text("Type your handle, or NEW to join the board.")
Y_OR_N: Final = Text("Please answer Y or N.")
TAKEN: Final = Text("{handle} is taken. Choose another handle.")
UNKNOWN: Final = Text("There is no caller {handle}, and this board takes no new callers.")
CLOSED: Final = Text("This board takes no new callers at present.")
SHORT: Final = Text("A password has at least 6 characters.")
DIFFER: Final = Text("The passwords differ. Choose again.")
UNUSABLE: Final = Text("That handle cannot be used just now; ask the sysop.")
NO_LOGON: Final = Text("This handle cannot log on just now; ask the sysop.")
WRONG: Final = Text("Wrong password.")
WRONG_NEW: Final = Text("Wrong new user password.")
THE_LAST: Final = Text(" The call ends here.")
ANSWERS: Final = Text("Too many answers without a log-on. Please call again.")
TOO_MANY: Final = Text("Too many wrong passwords. Please call again later.")
SHUT_OUT: Final = Text("Your address is blocked for now. Please call again later.")
BANNED: Final = Text("You are banned from this board: {text}")
NO_GUESTS: Final = Text("This board takes no guests. Type NEW to join.")
GUEST: Final = Text("You are a guest: your games are not ranked, and nothing of them is remembered.")
# Of a board that validates its new callers (callers.new).
VALIDATES: Final = Text("Until the sysop validates you, your games here are practice.")
UNVALIDATED: Final = Text("The sysop has yet to validate you: your games are practice.")
PRACTICE: Final = Text("This is practice: the sysop has yet to validate you.")
UNRATED: Final = Text("The sysop has yet to validate you: your games are unrated.")
NO_ENTRY: Final = Text("The sysop has yet to validate you; until then this door is closed to you.")
READS: Final = Text("The sysop has yet to validate you; until then you can write only to the sysop.")
SWITCHES: Final = {"plain": "on", "ansi": "off"}
"""Words instead of an answer: a screen reader's caller needs plain text before anything else.  They
are too short for a password, and nobody's handle."""

TV_SECONDS: Final = 3.0
MOST_ANSWERS: Final = 100
"""Answers before a log-on; more than anybody needs who mistypes now and then."""

FOOT: Final = 17
"""The row below the picture of board TV where that stands on the art."""

ROOMY: Final = (80, 24)
"""Columns × rows that colours and boxes need."""


@dataclass(frozen=True, slots=True)
class State:
    """Where the log-on stands.  `field` is what is being typed."""

    lobby: Lobby
    step: str = "handle"
    field: Field = Field(limit=HANDLE_LIMIT)
    handle: str = ""
    invite: str = ""
    password: str = ""
    message: str = ""
    wrong: bool = False
    busy: bool = False
    on_tv: OnTv | None = None
    answers: int = 0


Taken = tuple[State, Effects]


def start(lobby: Lobby, arg: str) -> Taken:
    return State(lobby, message=lobby.closed, on_tv=lobby.on_tv), _later(lobby)


def _later(lobby: Lobby) -> Effects:
    """Looks at board TV again after a while, where its picture can be seen."""
    return (Wake(TV_SECONDS, "tv"),) if lobby.on_tv and not lobby.plain else ()


# -- steps ---------------------------------------------------------------------------------


def _goto(state: State, step: str, message: str = "", wrong: bool = False, **changes: Any) -> State:
    secret = STEPS[step].secret
    limit = PASSWORD_LIMIT if secret else HANDLE_LIMIT
    return replace(state, step=step, field=Field(limit=limit, secret=secret), message=message, wrong=wrong,
                   busy=False, **changes)  # fmt: skip


def _refuse(state: State, step: str, message: str, **changes: Any) -> Taken:
    return _goto(state, step, message, True, **changes), (Bell(),)


def _handle(state: State, text: str) -> Taken:
    text = text.strip() or state.lobby.offered
    if not text:
        return _goto(state, "handle", NO_HANDLE()), ()
    if text.casefold() == "new":
        return _new_caller(state)
    if text.casefold() == "guest" and state.lobby.guests:
        return replace(state, busy=True, message=""), (EnterAsGuest(),)
    return replace(state, busy=True, message=""), (CheckHandle(text),)


def _entered(state: State, text: str) -> Taken:
    """The answer to the open question, or how the caller wants to be asked.  A program that answers without
    end is sent many times what it sends, so it is hung up."""
    if state.answers >= MOST_ANSWERS:
        return state, (HangUp(ANSWERS()),)
    state = replace(state, answers=state.answers + 1)
    plain = SWITCHES.get(text.strip().casefold(), "")
    if not plain or state.step == "invite":
        return STEPS[state.step].take(state, text)
    return _goto(state, state.step, state.message, state.wrong), (Prefer("plain", plain),)


def _new_caller(state: State) -> Taken:
    if state.lobby.policy == "closed":
        return _refuse(state, "handle", CLOSED())
    if state.lobby.policy == "password":
        return _goto(state, "invite"), ()
    return _goto(state, "new", WELCOME()), ()


def _confirm(state: State, text: str) -> Taken:
    answer = text.strip().casefold()[:1]
    if answer == "y" and state.lobby.policy == "password":
        return _goto(state, "invite"), ()
    if answer == "y":
        return _goto(state, "choose", TOLD()), ()
    if answer == "n":
        return _goto(state, "handle"), ()
    return _refuse(state, "confirm", Y_OR_N())


def _new(state: State, text: str) -> Taken:
    if not text.strip():
        return _goto(state, "handle"), ()
    return replace(state, busy=True, message=""), (CheckHandle(text.strip()),)


def _invite(state: State, text: str) -> Taken:
    return replace(state, busy=True, message="", invite=text), (CheckInvite(text),)


def _invited(state: State) -> State:
    """The new user password was right: the handle is next, unless it was typed before."""
    return _goto(state, "choose", TOLD()) if state.handle else _goto(state, "new", WELCOME())


def _choose(state: State, text: str) -> Taken:
    if len(text) < 6:
        return _refuse(state, "choose", SHORT())
    return _goto(state, "again", password=text), ()


def _again(state: State, text: str) -> Taken:
    if text != state.password:
        return _refuse(state, "choose", DIFFER(), password="")
    waiting = replace(state, busy=True, message=MOMENT(), wrong=False, password="")
    return waiting, (Register(state.handle, state.password, state.invite),)


def _password(state: State, text: str) -> Taken:
    if not text:
        return _goto(state, "handle"), ()
    waiting = replace(state, busy=True, message=MOMENT(), wrong=False)
    return waiting, (LogOn(state.handle, text),)


@dataclass(frozen=True, slots=True)
class Step:
    """One question: its prompt ({handle} is filled in), whether its answer is hidden, what takes it."""

    prompt: Text
    take: Callable[[State, str], Taken]
    secret: bool = False


STEPS: Final[dict[str, Step]] = {
    "handle": Step(HANDLE, _handle),
    "password": Step(Text("Password for {handle}:"), _password, secret=True),
    "confirm": Step(Text("{handle} is a new name here. Join the board? (Y/N)"), _confirm),
    "new": Step(Text("Choose a handle:"), _new),
    "invite": Step(Text("New user password:"), _invite, secret=True),
    "choose": Step(Text("Choose a password, 6 or more characters:"), _choose, secret=True),
    "again": Step(Text("The same password again:"), _again, secret=True),
}


JOINS: Final = frozenset({"new", "invite", "choose", "again"})
"""The steps of a new caller's form, below a head of its own."""

FORM: Final = 9
"""The row of the form's question, of the screen below the status line."""

AGAIN: Final = (Hint("enter", "Go on"), Hint("esc", "Start again"))
HINTS: Final = {
    "handle": (Hint("enter", "Go on"), Hint("esc", "Hang up")),
    "confirm": (Hint("y", "Yes"), Hint("n", "No"), Hint("esc", "Start again")),
}


def prompt(state: State) -> str:
    """The question that is open."""
    if state.step != "handle":
        return STEPS[state.step].prompt(handle=state.handle)
    text = HANDLE_OR_GUEST() if state.lobby.guests else HANDLE()
    return f"{text} [{state.lobby.offered}]:" if state.lobby.offered else f"{text}:"


# -- screen --------------------------------------------------------------------------------


def update(state: State, event: Event) -> Taken:
    match event:
        case Lobby():
            return replace(state, lobby=event), ()
        case Tick():
            return state, () if state.lobby.plain else (AskTv(),)
        case OnTv():
            return replace(state, on_tv=event), _later(state.lobby)
        case HandleChecked(handle, known, rule):
            return _checked(state, handle, known, rule)
        case Done():
            return _invited(state), ()
        case Denied(reason, final):
            return _denied(state, reason, final)
        case Line(text) if not state.busy:
            return _entered(state, text)
        case Key(name) if not state.busy:
            return _key(state, name, event)
    return state, ()


def _key(state: State, name: str, key: Key) -> Taken:
    if name == "enter":
        return _entered(state, state.field.value)
    if name == "esc":
        if state.step == "handle":
            return state, (HangUp(),)
        return _goto(state, "handle", handle="", password=""), ()
    if state.step == "confirm" and not state.field.value and key.text.lower() in ("y", "n"):
        return _confirm(state, key.text)
    return replace(state, field=type_key(state.field, key)), ()


def _checked(state: State, handle: str, known: bool, rule: str) -> Taken:
    if known and state.step == "new":
        return _refuse(state, "new", TAKEN(handle=handle))
    if known:
        return _goto(state, "password", handle=handle), ()
    if rule:
        return _refuse(state, state.step, rule)
    if state.lobby.policy == "closed":
        return _refuse(state, "handle", UNKNOWN(handle=handle))
    if state.step == "new":
        return _goto(state, "choose", TOLD(), handle=handle), ()
    return _goto(state, "confirm", handle=handle), ()


def _denied(state: State, reason: str, final: bool) -> Taken:
    step = state.step if state.step in ("password", "invite") else "new"
    refused, effects = _refuse(state, step, reason)
    return refused, (*effects, HangUp(reason)) if final else effects


def draw(state: State, view: View) -> Canvas:
    joins = state.step in JOINS
    piece, title = ("newcaller", NEW_CALLER()) if joins else ("welcome", state.lobby.board)
    canvas, on_tv = look.backdrop(view, state.lobby.art.get(piece), title), None if joins else state.on_tv
    shown = _with_tv(canvas, on_tv, view) if on_tv else None
    canvas = shown or canvas
    left = look.left(canvas) + 3
    y = look.top(canvas) + (FORM if joins else look.HEIGHT - 3)
    if joins and state.handle:
        canvas.put(left, y - 2, JOINING(board=state.lobby.board, handle=state.handle), style(GREY))
    canvas.fill(0, y, canvas.cols, 3)
    x = canvas.put(left, y, prompt(state) + " ", style(YELLOW))
    room = max(8, left + look.WIDTH - 6 - x)
    if not state.busy:
        draw_field(canvas, x, y, min(room, state.field.limit + 1), state.field)
    colour = BRIGHT_RED if state.wrong else WHITE
    canvas.put(left, y + 1, state.message, style(colour))
    if joins and state.lobby.policy == "validate":
        canvas.put(left, y + 2, VALIDATES(), style(WHITE))
    keys_line(canvas, HINTS.get(state.step, AGAIN))
    if state.step == "handle" and not state.message:
        canvas.put(left, y + 1, PLAIN(), style(WHITE))
    if shown is None and on_tv and on_tv.title:
        canvas.fill(0, y - 1, canvas.cols, 1)
        canvas.put(left, y - 1, cut(on_tv.title, look.WIDTH - 6), style(CYAN))
    return canvas


def _with_tv(canvas: Canvas, on: OnTv, view: View) -> Canvas | None:
    """With the game's picture beside the art, or small in the place of its right side; None where there is no
    picture that could be seen."""
    if on.picture is None:
        return None
    by = 2 if canvas.cols + on.picture.cols // 2 + 4 <= view.cols else 3
    drawn = small(on.picture, by)
    if view.ascii:
        drawn = Canvas(drawn.cols, 0)  # made of blocks
    room = drawn.cols - 2
    first, *more = wrap(on.title, room)
    lines = (first, cut(" ".join(more), room), cut(spoken(on.stand), room))
    box = Canvas(drawn.cols + 2, drawn.rows + 5)
    box.box(0, 0, box.cols, box.rows, style(CYAN))
    box.blit(drawn, 1, 1)
    for at, (line, ink) in enumerate(zip(lines, (WHITE, WHITE, GREY), strict=True), drawn.rows + 1):
        box.put(2, at, line, style(ink))
    wide = Canvas(canvas.cols + (box.cols + 2) * (by == 2), canvas.rows)
    wide.blit(canvas)
    wide.blit(box, wide.cols - box.cols - 1, max(0, look.top(wide) + FOOT - box.rows))
    return wide


def tell(before: State | None, after: State) -> Speech:
    lines: list[str] = []
    if before is None:
        lines += [GREETING(board=after.lobby.board), IS_PLAIN() + ANSI() * _roomy(after.lobby)]
        lines += [f"{after.on_tv.title}."] if after.on_tv and after.on_tv.title else []
    elif after.lobby.policy == "validate" and after.step in JOINS and before.step not in JOINS:
        lines.append(VALIDATES())
    if after.message and (before is None or after is not before):
        lines.append(after.message)
    return Speech(tuple(lines), prompt(after), STEPS[after.step].secret)


def _roomy(lobby: Lobby) -> bool:
    """Whether the caller's window has room for what is drawn; one that does not say may have it."""
    cols, _, rows = lobby.terminal.get("size", "").partition("x")
    return not (cols.isdecimal() and rows.isdecimal()) or (int(cols) >= ROOMY[0] and int(rows) >= ROOMY[1])
