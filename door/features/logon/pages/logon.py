"""The log-on: handle and password, or a new caller's handle and password twice.

A table of steps. Each step has its prompt and the function that handles the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final

from door.pages import sky
from door.pages.api import (
    CHECK_INVITE,
    HANDLE,
    LOST_PASSWORD,
    AskTv,
    Done,
    EnterAsGuest,
    HandleChecked,
    HangUp,
    Lobby,
    LogOn,
    MustChoose,
    OnTv,
    Register,
)
from door.pages.lines import END_WORDS, LinePage, LineState
from door.pages.page import doing
from door.play.api import Remember
from door.term.canvas import BRIGHT_RED, CYAN, GREY, WHITE, YELLOW, Canvas, style
from door.term.keys import Key, Line
from door.ui import look
from door.ui.blocks import Layout, Writing
from door.ui.commands import Command
from door.ui.lettering import small
from door.ui.magnify import ONCE
from door.ui.screen import Answer, Bell, Effects, Event, No, Speech, Tick, View, Wake
from door.ui.texts import MaybeSaid, Sentence, tr
from door.ui.widgets import Field, cut, draw_field, keys_line, wrap
from door.ui.words import sentences, speakable

HANDLE_LIMIT: Final = 20
PASSWORD_LIMIT: Final = 128
SWITCHES: Final = {"plain": "on", "ansi": "off"}
"""Words accepted instead of an answer, because a caller with a screen reader needs plain text first. They
are too short for a password, and can't be registered as handles.
"""

LOST: Final = "lost"
"""The word accepted instead of a password, from a caller who has lost it. It is too short for one."""

TV_SECONDS: Final = 3.0
MOST_ANSWERS: Final = 100
"""Answers allowed before a log-on, far more than mistyping needs."""

FOOT: Final = 17
"""The row below the Board TV picture when it covers part of the art."""

ROOMY: Final = (80, 24)
"""Columns × rows needed for colours and boxes."""


@dataclass(frozen=True, slots=True)
class LogonLobby(Lobby):
    """The board before the log-on.

    - `policy`: "open", "password", "validate" or "closed". `closed`: why nobody may log on.
    - `guests`: GUEST may log on. `offered`: the handle that the connection names, or "".
    - `on_tv`: Board TV, or None. `art`: pictures by name.
    """

    policy: str = "open"
    offered: str = ""
    guests: bool = False
    closed: str = ""
    on_tv: OnTv | None = None
    art: Mapping[str, Canvas] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LogonState(LineState):
    """The state of the log-on. `field` is the answer being typed, `once` a password that may be a
    one-time word. `beat` counts the movements of the sky."""

    lobby: LogonLobby
    step: str = "handle"
    handle: str = ""
    invite: str = ""
    password: str = ""
    once: str = ""
    on_tv: OnTv | None = None
    answers: int = 0
    beat: int = 0


Taken = tuple[LogonState, Effects]


def _later(lobby: LogonLobby) -> Effects:
    """Update Board TV after a while, if the caller can see its picture."""
    return (Wake(TV_SECONDS, "tv"),) if lobby.on_tv and not lobby.plain else ()


# -- steps ---------------------------------------------------------------------------------


def _goto(state: LogonState, step: str, message: str = "", wrong: bool = False, **changes: Any) -> LogonState:
    secret = STEPS[step].secret
    limit = PASSWORD_LIMIT if secret else HANDLE_LIMIT
    return replace(state, step=step, field=Field(limit=limit, secret=secret), note=message, wrong=wrong,
                   busy=False, **changes)  # fmt: skip


def _refuse(state: LogonState, step: str, message: str, **changes: Any) -> Taken:
    return _goto(state, step, message, True, **changes), (Bell(),)


def _handle(state: LogonState, text: str) -> Taken:
    text = text.strip() or state.lobby.offered
    if not text:
        return _goto(state, "handle", tr.logon.handle_needed()), ()
    if text.casefold() == "new":
        return _new_caller(state)
    if text.casefold() == "guest" and state.lobby.guests:
        return replace(state, busy=True, note=""), (EnterAsGuest(),)
    return replace(state, busy=True, note=""), (HANDLE(text),)


def _new_caller(state: LogonState) -> Taken:
    if state.lobby.policy == "closed":
        return _refuse(state, "handle", tr.logon.board_closed())
    if state.lobby.policy == "password":
        return _goto(state, "invite"), ()
    return _goto(state, "new", tr.logon.new_caller_welcome()), ()


def _confirm(state: LogonState, text: str) -> Taken:
    answer = text.strip().casefold()[:1]
    if answer == "y" and state.lobby.policy == "password":
        return _goto(state, "invite"), ()
    if answer == "y":
        return _goto(state, "choose", tr.logon.sysop_may_watch()), ()
    if answer == "n":
        return _goto(state, "handle"), ()
    return _refuse(state, "confirm", tr.logon.answer_y_or_n())


def _new(state: LogonState, text: str) -> Taken:
    if not text.strip():
        return _goto(state, "handle"), ()
    return replace(state, busy=True, note=""), (HANDLE(text.strip()),)


def _invite(state: LogonState, text: str) -> Taken:
    return replace(state, busy=True, note="", invite=text), (CHECK_INVITE(text),)


def _accept_invite(state: LogonState) -> LogonState:
    """Go on after the right new user password: to the handle, unless it was typed before."""
    return (
        _goto(state, "choose", tr.logon.sysop_may_watch())
        if state.handle
        else _goto(state, "new", tr.logon.new_caller_welcome())
    )


def _choose(state: LogonState, text: str) -> Taken:
    if len(text) < 6:
        return _refuse(state, "choose", tr.logon.password_too_short())
    return _goto(state, "again", password=text), ()


def _again(state: LogonState, text: str) -> Taken:
    if text != state.password:
        return _refuse(state, "choose", tr.logon.passwords_differ(), password="")
    waiting = replace(state, busy=True, note=tr.common.one_moment(), wrong=False, password="")
    if state.once:
        return waiting, (LogOn(state.handle, state.once, state.password),)
    return waiting, (Register(state.handle, state.password, state.invite),)


def _password(state: LogonState, text: str) -> Taken:
    if not text:
        return _goto(state, "handle"), ()
    if text.strip().casefold() == LOST:
        return _ask_for_word(state)
    waiting = replace(state, busy=True, note=tr.common.one_moment(), wrong=False, once=text)
    return waiting, (LogOn(state.handle, text),)


def _ask_for_word(state: LogonState) -> Taken:
    return replace(state, busy=True, note="", once=""), (LOST_PASSWORD(state.handle),)


@dataclass(frozen=True, slots=True)
class LogonStep:
    """One question. Its answer goes to `take`, and is hidden if `secret`."""

    prompt: Sentence
    take: Callable[[LogonState, str], Taken]
    secret: bool = False


STEPS: Final[dict[str, LogonStep]] = {
    "handle": LogonStep(tr.logon.ask_handle, _handle),
    "password": LogonStep(tr.logon.ask_password, _password, secret=True),
    "confirm": LogonStep(tr.logon.confirm_new_caller, _confirm),
    "new": LogonStep(tr.logon.ask_new_handle, _new),
    "invite": LogonStep(tr.logon.ask_invite, _invite, secret=True),
    "choose": LogonStep(tr.logon.choose_password, _choose, secret=True),
    "again": LogonStep(tr.logon.repeat_password, _again, secret=True),
}


JOINS: Final = frozenset({"new", "invite", "choose", "again"})
"""The steps of a new caller's form, which has its own art."""

FORM: Final = 9
"""The row of the form's question, counted from the top of the art."""


def prompt(state: LogonState) -> str:
    """Return the open question."""
    if state.step != "handle":
        return STEPS[state.step].prompt(handle=state.handle)
    text = tr.logon.ask_handle_or_guest() if state.lobby.guests else tr.logon.ask_handle()
    return f"{text} [{state.lobby.offered}]:" if state.lobby.offered else f"{text}:"


def _after_check(state: LogonState, handle: str, known: bool, rule: str) -> Taken:
    if known and state.step == "new":
        return _refuse(state, "new", tr.logon.handle_taken(handle=handle))
    if known:
        return _goto(state, "password", handle=handle), ()
    if rule:
        return _refuse(state, state.step, rule)
    if state.lobby.policy == "closed":
        return _refuse(state, "handle", tr.logon.unknown_handle(handle=handle))
    if state.step == "new":
        return _goto(state, "choose", tr.logon.sysop_may_watch(), handle=handle), ()
    return _goto(state, "confirm", handle=handle), ()


def _after_denial(state: LogonState, reason: MaybeSaid, final: bool) -> Taken:
    step = state.step if state.step in ("password", "invite") else "choose" if state.once else "new"
    offers = step == "password" and state.once and not final
    said = sentences(reason, tr.logon.lost_offer()) if offers else reason
    refused, effects = _refuse(state, step, said, once=state.once if step == "choose" else "")
    return refused, (*effects, HangUp(reason)) if final else effects


def _with_tv(canvas: Canvas, on: OnTv, view: View) -> Canvas | None:
    """Add the game's picture beside the art. Without a picture or without room, return None."""
    if on.picture is None or canvas.cols + on.picture.cols // 2 + 4 > view.cols:
        return None
    drawn = small(on.picture, 2)
    if view.ascii:
        drawn = Canvas(drawn.cols, 0)  # made of blocks
    room = drawn.cols - 2
    first, *more = wrap(on.title, room)
    lines = (first, cut(" ".join(more), room), cut(speakable(on.stand), room))
    box = Canvas(drawn.cols + 2, drawn.rows + 5)
    box.box(0, 0, box.cols, box.rows, style(CYAN))
    box.blit(drawn, 1, 1)
    for at, (line, ink) in enumerate(zip(lines, (WHITE, WHITE, GREY), strict=True), drawn.rows + 1):
        box.put(2, at, line, style(ink))
    wide = Canvas(canvas.cols + box.cols + 2, max(canvas.rows, look.HEIGHT))
    wide.blit(canvas)
    wide.blit(box, wide.cols - box.cols - 1, max(0, look.top(wide) + FOOT - box.rows))
    return wide


_art_with_tv: Final = lru_cache(maxsize=16)(_with_tv)


def _may_draw(lobby: Lobby) -> bool:
    """True if the window has room for a drawn screen, or its size is unknown. The page of lines has none."""
    if lobby.on_text_page:
        return False
    cols, _, rows = lobby.terminal.get("size", "").partition("x")
    return not (cols.isdecimal() and rows.isdecimal()) or (int(cols) >= ROOMY[0] and int(rows) >= ROOMY[1])


class _LogonPage(LinePage[LogonState]):
    TITLE = tr.logon.title
    LOBBY = LogonLobby

    def start(self, lobby: LogonLobby, arg: str) -> Taken:
        field = Field(limit=HANDLE_LIMIT)
        state = LogonState(lobby, note=lobby.closed or arg, field=field, on_tv=lobby.on_tv)
        return state, (*_later(lobby), *sky.next_beat(lobby, 0))

    def commands(self, state: LogonState) -> tuple[Command[LogonState], ...]:
        words = () if state.step == "invite" else END_WORDS  # a sysop may have chosen any text there
        again = Command("again", "esc", tr.keys.start_again, self.again, words=words)
        if state.step == "confirm" and not state.field.value:
            return (
                Command("yes", "y", tr.keys.answer_yes, lambda state: _confirm(state, "y"), words=("y",)),
                Command("no", "n", tr.keys.answer_no, lambda state: _confirm(state, "n"), words=("n",)),
                again,
            )
        if state.step == "handle":
            ends: Command[LogonState] = Command(
                "hang-up", "esc", tr.keys.hang_up, doing(HangUp()), words=END_WORDS
            )
            return (self.enter(tr.keys.go_on), ends)
        if state.step == "password":
            return (
                self.enter(tr.keys.go_on),
                Command("lost", "f2", tr.keys.lost_password, _ask_for_word),
                again,
            )
        return (self.enter(tr.keys.go_on), again)

    def layout(self, state: LogonState) -> Layout:
        """Return the page for a browser. The words that its first question names are buttons there."""
        shown = super().layout(state)
        if state.step != "handle" or state.lobby.closed:
            return shown
        joins, looks_in = state.lobby.policy != "closed", state.lobby.guests
        new = Command[LogonState]("new", "", tr.logon.button_new(), words=("new",))
        guest = Command[LogonState]("guest", "", tr.logon.button_guest(), words=("guest",))
        return replace(shown, commands=(*[new] * joins, *[guest] * looks_in, *shown.commands))

    def again(self, state: LogonState) -> Taken:
        return _goto(state, "handle", handle="", password="", once=""), ()

    def update(self, state: LogonState, event: Event) -> Taken:
        """Hear no key while an answer is being checked."""
        return (state, ()) if state.busy and isinstance(event, Key | Line) else super().update(state, event)

    def enter_line(self, state: LogonState, text: str) -> Taken:
        """Handle an answer, or a switch between plain text and ANSI.

        Each answer is met with more bytes than it has, so a program that answers without end is disconnected.
        """
        if state.answers >= MOST_ANSWERS:
            return state, (HangUp(tr.logon.too_many_answers()),)
        state = replace(state, answers=state.answers + 1)
        plain = SWITCHES.get(text.strip().casefold(), "")
        if state.lobby.on_text_page and plain and state.step != "invite":
            return _goto(state, state.step, tr.logon.page_is_text()), ()
        if plain == "on" and state.lobby.plain and state.step != "invite":
            return _goto(state, state.step, tr.logon.plain_is_on()), ()
        if not plain or state.step == "invite":
            return STEPS[state.step].take(state, text)
        return _goto(state, state.step, state.note, state.wrong), (Remember("plain", plain),)

    def receive(self, state: LogonState, reply: Event) -> Taken | None:
        match reply:
            case Tick(sky.TICK):
                return replace(state, beat=state.beat + 1), sky.next_beat(state.lobby, state.beat + 1)
            case Tick():
                return state, () if state.lobby.plain else (AskTv(),)
            case OnTv():
                return replace(state, on_tv=reply), _later(state.lobby)
            case Answer(_, HandleChecked(handle, known, rule)):
                return _after_check(state, handle, known, rule)
            case Done(note) if state.step == "password":
                return _goto(state, "password", note), ()
            case Done():
                return _accept_invite(state), ()
            case MustChoose():
                return _goto(state, "choose", tr.logon.choose_own_password()), ()
            case No(reason, final):
                return _after_denial(state, reason, final)
        return None

    def body(self, state: LogonState) -> Writing:
        return Writing((), state.field, prompt(state), note=state.note)

    def draw(self, state: LogonState, view: View) -> Canvas:
        joins = state.step in JOINS
        piece, title = ("newcaller", tr.logon.title_new_caller()) if joins else ("welcome", state.lobby.board)
        art, on_tv = state.lobby.art.get(piece), None if joins else state.on_tv
        canvas = look.backdrop(view, art, title, 6 if joins else look.HEIGHT - 3)
        shown, ground = None, 0
        if art is None or joins:
            shown = _with_tv(canvas, on_tv, view) if on_tv else None
        else:
            picture = shown = _art_with_tv(art, on_tv, view) if on_tv else None
            size = look.size_that_fits(view, art, sky.BELOW)
            if shown is None and size != ONCE:
                picture = look.large(art, size)
                ground = sky.first_row(picture, view.rows) + picture.rows
            if picture or view.cols - art.cols >= sky.MARGIN:
                art = sky.amid_stars(picture or art, view.cols, view.rows)
                canvas = art.copy()
            sky.twinkle(canvas, art, state.beat, (canvas.cols - art.cols) // 2)
        if shown and art is None:
            canvas = shown
        left = look.text_column(canvas) + 3
        y = ground or look.top(canvas) + (FORM if joins else look.HEIGHT - 3)
        if joins and state.handle:
            canvas.put(
                left, y - 2, tr.logon.joining(board=state.lobby.board, handle=state.handle), style(GREY)
            )
        message = wrap(state.note, look.WIDTH - 6)
        y -= 0 if joins else max(0, len(message) - 1)
        canvas.fill(0, y, canvas.cols, 2 + max(1, len(message)))
        x = canvas.put(left, y, prompt(state) + " ", style(YELLOW))
        room = max(8, left + look.WIDTH - 6 - x)
        if not state.busy:
            draw_field(canvas, x, y, min(room, state.field.limit + 1), state.field)
        colour = BRIGHT_RED if state.wrong else WHITE
        canvas.put_lines(left, y + 1, message, colour)
        if joins and state.lobby.policy == "validate":
            note = cut(tr.logon.practice_until_validated(), look.WIDTH - 6)
            canvas.put(left, y + 1 + max(1, len(message)), note, style(WHITE))
        keys_line(canvas, [one.hint for one in self.commands(state)])
        if state.step == "handle" and not state.note:
            canvas.put(left, y + 1, tr.logon.plain_offer(), style(WHITE))
        if shown is None and on_tv and on_tv.title:
            canvas.fill(0, y - 1, canvas.cols, 1)
            told = "  ".join(filter(None, (on_tv.title, speakable(on_tv.stand))))
            canvas.put(left, y - 1, cut(told, look.WIDTH - 6), style(CYAN))
        return canvas

    def tell(self, before: LogonState | None, after: LogonState) -> Speech:
        lines: list[str] = []
        if before is None:
            lines += [
                tr.logon.greeting(board=after.lobby.board),
                sentences(tr.logon.plain_is_on(), tr.logon.ansi_offer() if _may_draw(after.lobby) else ""),
            ]
            lines += [f"{after.on_tv.title}."] if after.on_tv and after.on_tv.title else []
        elif after.lobby.policy == "validate" and after.step in JOINS and before.step not in JOINS:
            lines.append(tr.logon.practice_until_validated())
        if after.note and (before is None or after is not before):
            lines.append(after.note)
        return Speech(tuple(lines), prompt(after), STEPS[after.step].secret)


PAGE: Final = _LogonPage()
