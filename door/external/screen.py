"""A program as a screen of the board: its display, its keys, its words in plain mode, its time.

Pure, like every screen. The session runs the program (`door.features.externals.handlers`); here its output
becomes cells and a caller's keys become its bytes. The status line is above it if there is a spare row.
Otherwise the program has the whole screen, and the line covers its first row only for messages.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Final

from door.external.api import Fit, Logged, MoreOutput, Printed, ProgramEnded, ProgramOver, StatusNotice, Type
from door.term.canvas import BLACK, BLUE, CYAN, GREY, YELLOW, Canvas, style
from door.term.charset import encode
from door.term.emulator.display import Display, blank
from door.term.emulator.sequences import fed
from door.term.keys import Key, Line, Mouse
from door.ui.screen import ARROWS, Bell, Closeup, Speech, Tick, View, Wake
from door.ui.texts import MaybeSaid, tr
from door.ui.widgets import wrap

# -- keys ------------------------------------------------------------------------------------------
#
# Callers' terminals send different bytes for a key, and the decoder gives it one name. The program gets the
# bytes of its own terminal, by that terminal's terminfo entry. Nothing else reaches it, so a caller's
# terminal can't answer for it.

_SAME: Final = {
    **{"enter": b"\r", "tab": b"\t", "esc": b"\x1b", "backspace": b"\x7f", "backtab": b"\x1b[Z"},
    **{"insert": b"\x1b[2~", "delete": b"\x1b[3~", "pgup": b"\x1b[5~", "pgdn": b"\x1b[6~"},
    **{"home": b"\x1b[1~", "end": b"\x1b[4~"},
    **{f"f{n}": b"\x1b[%d~" % code for n, code in enumerate((15, 17, 18, 19, 20, 21, 23, 24), start=5)},
    **{f"f{n}": b"\x1bO" + letter for n, letter in zip(range(1, 5), (b"P", b"Q", b"R", b"S"), strict=True)},
    **{f"ctrl-{chr(96 + n)}": bytes((n,)) for n in range(1, 27)},
}
_OWN: Final = {
    "ansi": {"backspace": b"\x08", "insert": b"\x1b[L", "home": b"\x1b[H", "end": b"\x1b[F"},
    "vt100": {"backspace": b"\x08"},
    "linux": {
        "backtab": b"\x1b\t",
        **{f"f{n}": b"\x1b[[%c" % letter for n, letter in enumerate(b"ABCDE", start=1)},
    },
    "screen": {},
    "xterm": {},
}
KEYS: Final = {name: _SAME | own for name, own in _OWN.items()}
"""The keys by terminal: terminfo entries that every Debian has and that a display understands."""

_ARROWS: Final = {"up": b"A", "down": b"B", "right": b"C", "left": b"D"}
_ENDS: Final = {"home": b"H", "end": b"F"}
_BUTTONS: Final = {"left": 0, "middle": 1, "right": 2, "": 0}
_WHEEL: Final = {"wheel-up": 64, "wheel-down": 65}


def erase_key(terminal: str) -> bytes:
    """Return the byte of the backspace key, which the terminal driver must also use for erasing."""
    return KEYS[terminal]["backspace"]


def key_bytes(key: Key, display: Display, terminal: str) -> bytes:
    """Return the bytes of a key on that terminal, one of `KEYS`, in the display's modes."""
    if key.text:
        return key.text.encode() if display.charset == "utf-8" else encode(key.text, "cp437")
    letters = _ARROWS | _ENDS if terminal == "xterm" else _ARROWS
    if key.name in letters:
        return (b"\x1bO" if "keys" in display.modes else b"\x1b[") + letters[key.name]
    return KEYS[terminal].get(key.name, b"")


def mouse_bytes(mouse: Mouse, display: Display) -> bytes:
    """Return the bytes of a mouse event if the program asked for them. `mouse` uses the display's own
    cells.
    """
    if "mouse" not in display.modes or not (0 <= mouse.x < display.cols and 0 <= mouse.y < display.rows):
        return b""
    code = _WHEEL.get(mouse.action, _BUTTONS[mouse.button] + 32 * (mouse.action == "drag"))
    x, y, release = mouse.x + 1, mouse.y + 1, mouse.action == "release"
    if "sgr-mouse" in display.modes:
        return b"\x1b[<%d;%d;%d%s" % (code, x, y, b"m" if release else b"M")
    return b"\x1b[M" + bytes((32 + (3 if release else code), 32 + min(x, 223), 32 + min(y, 223)))


# -- words for plain mode --------------------------------------------------------------------------
#
# Programs that print lines are read line by line. For programs that draw screens, the changed rows are read
# from top to bottom. One rule covers both: a row is read if it differs from the row that was there before,
# counting scrolled rows. The cursor's row is the prompt if nothing follows it.

PROMPT: Final = tr.external.plain_prompt
_DRAWN: Final = re.compile(r"[─-╿▀-▟]+|([-=_*#~.+|])\1{3,}")
_FRAME: Final = re.compile(r"[-=_|+ ]*")


def tell(before: Display | None, after: Display) -> Speech:
    """Return what has changed since `before`, or everything if there is no `before`."""
    rows = _rows(after, before)
    last = _prompt_row(after)
    told = [line for y, line in rows if y != last]
    prompt = speakable(after.line(last)) if last is not None else ""
    return Speech(tuple(told), prompt or PROMPT())


def _rows(after: Display, before: Display | None) -> list[tuple[int, str]]:
    """Return new or changed rows with their position on `after`, negative if they have scrolled off."""
    scrolled = after.scrolled - (before.scrolled if before else 0)
    found = []
    for y in range(-min(scrolled, len(after.gone)), after.rows):
        line, at = after.line(y), y + scrolled
        old = before.line(at) if before and at < before.rows else ""
        text = speakable(line)
        if line != old and text:
            found.append((y, text))
    return found


def _prompt_row(display: Display) -> int | None:
    """Return the cursor's row if it is the last one with text."""
    y = display.y
    below = any(display.line(row) for row in range(y + 1, display.rows))
    return None if below or not display.line(y) else y


def speakable(line: str) -> str:
    """Return a row without lines, blocks and frames, and with single blanks."""
    text = " ".join(_DRAWN.sub(" ", line).split())
    return "" if _FRAME.fullmatch(text) and "+" not in text.strip("+|") else text


# -- the screen ------------------------------------------------------------------------------------

WARN_AT: Final = (5, 3, 2, 1)
LEAVE_KEY: Final = "ctrl-z"
KEEP_KEY: Final = "x"
LEAVE_LINE: Final = "<leave>"
BELLS: Final = 1.0
"""Least seconds between two bells."""

SETTLED: Final = 0.25
"""Seconds without output before a caller in plain mode reads the changes."""

PATIENCE: Final = 2.0
"""Seconds after which they read them even if output goes on."""


@dataclass(frozen=True, slots=True)
class DoorFacts:
    """The program's settings. `terminal` is its TERM, `least` the smallest columns × rows, `fixed` true if
    it always wants that size, and `minutes` its time limit, 0 for none. `keeps`: the caller can get a film.
    `answers`: its questions about the terminal are answered in plain mode, too.
    """

    name: str
    charset: str = "utf-8"
    terminal: str = "xterm"
    least: tuple[int, int] = (80, 24)
    fixed: bool = False
    minutes: int = 0
    keeps: bool = False
    answers: bool = True


@dataclass(frozen=True, slots=True)
class ProgramState:
    """The state of the screen.

    `read_out` is the display that a caller in plain mode has read; `waiting`: there is something new;
    `entered`: they have entered a line since. `leaving`: the key to leave was pressed once. `rung`: the bell
    just rang. A program that has `ended` leaves its last screen to be read, with a sentence. `log`: the end
    of DOSBox's log, shown below the program if there is room.
    """

    facts: DoorFacts
    display: Display
    plain: bool = False
    read_out: Display | None = None
    waiting: bool = False
    entered: bool = False
    leaving: bool = False
    rung: bool = False
    ended: MaybeSaid | None = None
    log: tuple[str, ...] = ()


def size_of(facts: DoorFacts, cols: int, rows: int) -> tuple[int, int]:
    """Return the program's columns × rows in a caller's window, below the status line if that fits."""
    if facts.fixed:
        return facts.least
    return max(cols, facts.least[0]), max(rows - 1 if rows > facts.least[1] else rows, facts.least[1])


def start(
    facts: DoorFacts, size: tuple[int, int], plain: bool = False
) -> tuple[ProgramState, tuple[Any, ...]]:
    """Return the screen of a program that starts in a window of columns × rows."""
    warnings = [Wake((facts.minutes - left) * 60, f"left-{left}") for left in WARN_AT if left < facts.minutes]
    end = [Wake(facts.minutes * 60, "up")] if facts.minutes else []
    return ProgramState(facts, blank(*size, facts.charset), plain), (*warnings, *end)


class ProgramScreen:
    """The three functions of a screen."""

    def update(self, state: ProgramState, event: Any) -> tuple[ProgramState, tuple[Any, ...]]:
        match event:
            case Printed(data):
                return _print(state, data)
            case Key() | Line() | Mouse(action="press") if state.ended is not None:
                keeps = state.facts.keeps and isinstance(event, Key) and event.name.lower() == KEEP_KEY
                return state, (ProgramOver(state.ended, keeps),)
            case Key(name):
                return _key(state, name)
            case Line(text):
                return _line(state, text)
            case Mouse():
                data = mouse_bytes(event, state.display)
                return state, (Type(data),) if data else ()
            case Tick(name):
                return _tick(state, name)
            case Logged(lines):
                return replace(state, log=lines), ()
            case ProgramEnded(status, why):
                return _end(state, status, why)
        size = _window(event)
        return _fit(state, *size) if size else (state, ())

    def draw(self, state: ProgramState, view: View) -> Canvas:
        display = state.display
        canvas = Canvas(display.cols, display.rows, list(display.cells))
        canvas.cursor = display.cursor
        if state.ended is not None:
            canvas.cursor = None
            canvas.fill(0, display.rows - 1, display.cols - 1, 1, " ", style(GREY, BLUE))
            told = tr.external.door_over_keep if state.facts.keeps else tr.external.door_over
            canvas.put(1, display.rows - 1, told(name=state.facts.name), style(YELLOW, BLUE))
        room = view.rows - display.rows
        return _above_log(canvas, state.log, view.cols, room) if state.log and room > 1 else canvas

    def closeup(self, state: ProgramState) -> Closeup:
        """Show the whole screen, with keys and a line to type in."""
        rect, runs = (0, 0, state.display.cols, state.display.rows), state.ended is None
        return Closeup(rect, cursor=ARROWS if runs else (), types=runs)

    def tell(self, before: ProgramState | None, after: ProgramState) -> Speech:
        now = _text_to_read(after)
        return (
            Speech() if now is None or after.entered else tell(_text_to_read(before) if before else None, now)
        )


SCREEN: Final = ProgramScreen()


def _above_log(program: Canvas, log: tuple[str, ...], cols: int, rows: int) -> Canvas:
    """Return the program's picture, and in that many rows below it a heading and the log's end."""
    canvas = Canvas(max(cols, program.cols), program.rows + rows)
    left = (canvas.cols - program.cols) // 2
    canvas.blit(program, left, 0)
    if program.cursor is not None:
        canvas.cursor = program.cursor[0] + left, program.cursor[1]
    canvas.fill(0, program.rows, canvas.cols, 1, " ", style(BLACK, CYAN))
    canvas.put(1, program.rows, tr.external.dosbox_log(), style(BLACK, CYAN))
    pieces = [piece for line in log for piece in wrap(line, canvas.cols - 2) or [""]][1 - rows :]
    canvas.put_lines(1, program.rows + 1, pieces)
    return canvas


def _text_to_read(state: ProgramState) -> Display | None:
    """Return the text for a caller in plain mode. If their window has just become too small, it comes at
    once.
    """
    return state.read_out if state.plain else state.display


def _print(state: ProgramState, data: bytes) -> tuple[ProgramState, tuple[Any, ...]]:
    display = fed(state.display, data)
    answers = display.replies if state.facts.answers or not state.plain else b""
    effects: list[Any] = [Type(answers)] if answers else []
    if display.bells and not state.rung:
        effects += [Bell(), Wake(BELLS, "bell")]
    state = replace(state, display=display, rung=state.rung or display.bells > 0)
    if not state.plain:
        return state, (*effects, MoreOutput())
    effects += [Wake(SETTLED, "settled")] + ([] if state.waiting else [Wake(PATIENCE, "patience")])
    return replace(state, waiting=True), (*effects, MoreOutput())


def _key(state: ProgramState, name: str) -> tuple[ProgramState, tuple[Any, ...]]:
    if name == LEAVE_KEY and state.leaving:
        return state, (ProgramOver(),)
    data = key_bytes(Key(name), state.display, state.facts.terminal)
    return replace(state, leaving=name == LEAVE_KEY), (Type(data),) if data else ()


def _line(state: ProgramState, text: str) -> tuple[ProgramState, tuple[Any, ...]]:
    """Type a whole line. A key's name in angle brackets, <esc> or <f1>, is that key.

    The next prompt comes after the output has been read out, or after a while.
    """
    named = text.strip().lower()
    if named == LEAVE_LINE:
        return state, (ProgramOver(),)
    state = replace(state, waiting=True, entered=True)
    return state, (_lines_keys(state, text, named), Wake(SETTLED, "settled"), Wake(PATIENCE, "patience"))


def _lines_keys(state: ProgramState, text: str, named: str) -> Type:
    if len(named) > 2 and named.startswith("<") and named.endswith(">"):
        name = text.strip()[1] if len(named) == 3 else named[1:-1]
        data = key_bytes(Key(name), state.display, state.facts.terminal)
        if data:
            return Type(data)
    keys = [key_bytes(Key(char), state.display, state.facts.terminal) for char in text]
    return Type(b"".join(keys), line=True)


def _tick(state: ProgramState, name: str) -> tuple[ProgramState, tuple[Any, ...]]:
    if name in ("settled", "patience"):
        if not state.waiting:
            return state, ()
        return replace(state, read_out=state.display, waiting=False, entered=False), ()
    if name == "bell":
        return replace(state, rung=False), ()
    if name == "ended":
        return state, (ProgramOver(state.ended or ""),)
    if name == "up":
        note = tr.external.time_up(name=state.facts.name)
        return _read_out_rest(state, note) if state.plain else (state, (ProgramOver(note),))
    minutes = int(name.removeprefix("left-"))
    return state, (
        StatusNotice(tr.external.minutes_left(minutes=tr.count.minutes(n=minutes), name=state.facts.name)),
    )


def _window(event: Any) -> tuple[int, int] | None:
    """Adapt to the caller's new window."""
    cols, x, rows = dict(getattr(event, "terminal", {})).get("size", "").partition("x")
    return (int(cols), int(rows)) if x and cols.isdecimal() and rows.isdecimal() else None


def _fit(state: ProgramState, cols: int, rows: int) -> tuple[ProgramState, tuple[Any, ...]]:
    size = size_of(state.facts, cols, rows)
    if state.plain or size == (state.display.cols, state.display.rows):
        return state, ()
    return replace(state, display=state.display.resize(*size)), (Fit(*size),)


def _end(state: ProgramState, status: int, why: MaybeSaid) -> tuple[ProgramState, tuple[Any, ...]]:
    """Keep the last output readable until a key is pressed, or until it has been read out."""
    name = state.facts.name
    note: MaybeSaid = why or (tr.external.door_ended_unexpectedly(name=name) if status < 0 else "")
    if state.plain:
        return _read_out_rest(state, note)
    if not state.display.text().strip():
        return state, (ProgramOver(note),)
    return replace(state, ended=note, read_out=None), ()


def _read_out_rest(state: ProgramState, note: MaybeSaid) -> tuple[ProgramState, tuple[Any, ...]]:
    """After the program's end, read out its last output in plain mode, whatever the caller entered."""
    state = replace(state, ended=note, read_out=state.display, waiting=False, entered=False)
    return state, (Wake(0, "ended"),)
