"""One caller's view: screens become bytes, bytes become events.

No IO. There are two views with the same methods. `AnsiView` draws canvases and sends the differences.
`PlainView` sends lines of text about changes and reads whole lines. The session can swap them during a call.
"""

from __future__ import annotations

import json
import textwrap
from collections import deque
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, cast

from door.session.call.key_bar import key_bar
from door.session.call.status import Status, row_above
from door.term.canvas import Above, Canvas, Row, Spot, target_at
from door.term.charset import encode
from door.term.decoder import Decoder
from door.term.diff import Painter
from door.term.keys import Key, Line, Mouse, Reply
from door.term.profile import LEAST_COLS, LEAST_ROWS, Profile, Why
from door.ui.screen import Moving, Screen, Speech, View
from door.ui.texts import Sentence, tr
from door.ui.widgets import centred

LIMIT = 1000  # an SSH key of 4096 bits is pasted in one line


class LineEditor:
    """`typed` is the line so far. `silent`: the client echoes, or nobody sees the echo."""

    def __init__(self, silent: bool) -> None:
        self.typed, self.secret, self.silent = "", False, silent
        self.answered = False
        self._echo = ""
        self._open = False  # a prompt waits for the line
        self._late: deque[bool] = deque()  # for each unanswered line, whether its echo is due

    @property
    def _shown(self) -> bool:
        return not (self.secret or self.silent)

    def prompt(self, secret: bool) -> str:
        """Open a prompt. Return the input typed ahead that should be shown."""
        self.secret, self._open = secret, not self._late
        return self.typed if self._open and self._shown else ""

    def key(self, key: Key) -> Line | None:
        """Handle a key. Return the line if it is complete."""
        if key.name in ("enter", "ctrl-j"):
            return self._entered()
        if key.name == "backspace" and self.typed:
            self.typed = self.typed[:-1]
            self._echo += "\b" if self._open and self._shown else ""
        elif key.text and len(self.typed) < LIMIT:
            self.typed += key.text
            self._echo += key.text if self._open and self._shown else ""
        return None

    def _entered(self) -> Line:
        line, self.typed = Line(self.typed), ""
        self._late.append(not self._open)
        if self._open:
            self._end()
        return line

    def _end(self) -> None:
        """End the caller's line, and with it the answer to the prompt."""
        self._echo += "" if self.silent else "\n"
        self._open, self.answered = False, True

    def answer(self, line: Line) -> Line:
        """Take an entered line as the answer to the open prompt."""
        if not self._late:
            return line
        if self._late.popleft():
            self._echo += line.text if self._shown else ""
            self._end()
        return line if self.secret else Line(line.text.strip())

    def echo(self) -> str:
        r"""Return what to echo since the last call. "\n" ends a line, "\b" deletes a character."""
        out, self._echo = self._echo, ""
        return out


Heard = Key | Mouse | Line | Reply
ENTER = Key("enter")
WHY_PLAIN: Final[Mapping[Why, Sentence]] = {
    "small": tr.call.plain_window_too_small,
    "silent": tr.call.plain_no_answer,
    "dumb": tr.call.plain_dumb_terminal,
    "reader": tr.call.plain_screen_reader,
}
WEB, PAGE = "web", "page"
"""Names of the board's own pages, as terminals: the screen, and the lines of text."""

ERASE = b"\x1b[K"  # the row, from the cursor on


@lru_cache(maxsize=128)
def view_of(profile: Profile) -> View:
    """Return the terminal as a screen sees it, below the status line."""
    return View(
        profile.cols,
        profile.rows - 1,
        mono=profile.colours == "mono",
        ascii=profile.charset == "ascii",
        mouse=profile.mouse,
    )


def _covered(canvas: Canvas, rows: list[Row]) -> Canvas:
    """Return a screen whose first rows are covered by a notice."""
    frame = Canvas(canvas.cols, canvas.rows, rows + canvas.shared()[len(rows) :])
    frame.cursor, frame.field = canvas.cursor, canvas.field
    return frame


class AnsiView:
    """The full screen: a status line, and the screen's canvas below it, updated after a burst of events."""

    def __init__(self, profile: Profile, decoder: Decoder) -> None:
        self.profile, self.decoder, self.painter = profile, decoder, Painter(profile)
        self.view = view_of(profile)
        self._seen: tuple[Screen, Any, Status] | None = None  # the values that the last frame was drawn from
        self._moving: Moving | None = None  # the screen, if pictures move over a still one
        self._rested: tuple[Any, Canvas] | None = None  # the still picture, and its state
        self._page: tuple[Any, Canvas] | None = None  # the state and picture if nothing moves
        self._line: list[Row] = []  # the status line's row, or a notice's rows
        self._look: Above = "line"  # the style in which the screen wants it
        self._above = 1  # rows above the screen's own
        self.types = False  # True while a line is being typed
        self._keys = b""  # the keys that the web page knows
        self._spots: list[Spot] = []  # mouse targets; only the painter keeps the cells

    @property
    def pending(self) -> bool:
        return self.decoder.pending

    def opening(self) -> bytes:
        self._seen, self._keys = None, b""
        return self.painter.opening()

    def closing(self) -> bytes:
        self._seen = None
        return self.painter.closing()

    def forget(self) -> None:
        """Forget the terminal's contents, so that the next frame is drawn whole."""
        self._seen = None
        self.painter.forget()

    def show(self, screen: Screen, state: Any, status: Status, busy: bool = False) -> bytes:
        """Return the bytes that update the caller's screen.

        Screens are pure, so an unchanged state needs no drawing.
        """
        seen = self._seen
        same = seen is not None and seen[2] == status
        if same and seen is not None and seen[0] is screen and seen[1] is state:
            return b""
        if seen is None or seen[0] is not screen:
            self._moving = cast(Moving, screen) if hasattr(screen, "rested") else None
            self._rested = self._page = None
        self._seen = (screen, state, status)
        canvas = self._drawn(screen, state)
        if not same or canvas.above != self._look:
            self._look = canvas.above
            self._line = row_above(status, self.profile.cols, self._look).cells
        self._spots, self.types = canvas.spots, bool(canvas.field)
        self._above = int(canvas.rows < self.profile.rows)
        covers = self._line[self._above :] if status.notice else []
        painted = self.painter.paint(
            _covered(canvas, covers) if covers else canvas, self._line[: self._above]
        )
        return painted + self._new_keys(canvas) if self.profile.term == WEB else painted

    def _new_keys(self, canvas: Canvas) -> bytes:
        """Return the screen's keys for the web page, if they have changed."""
        keys = key_bar(canvas)
        if keys == self._keys:
            return b""
        self._keys = keys
        return keys

    def _drawn(self, screen: Screen, state: Any) -> Canvas:
        """Draw the screen's picture as large as the terminal allows.

        A motion's still parts are drawn once, and moving parts on top of them. If only the status line has
        changed, the page below is not drawn again.
        """
        moving, kept, page = self._moving, self._rested, self._page
        if moving is not None:
            rested = moving.rested(state, kept and kept[0], self.view)
            if rested is not None:
                self._page = None
                if kept is None or rested is not kept[0]:
                    kept = self._rested = rested, self._whole(moving.draw(rested, self.view))
                if rested is state:
                    return kept[1]
                canvas = kept[1].copy()
                for sprite in moving.sprites(state, self.view):
                    canvas.blit(*sprite)
                return canvas
            self._rested = None
        if page is None or page[0] is not state:
            page = self._page = state, self._whole(screen.draw(state, self.view))
        return page[1]

    def _whole(self, canvas: Canvas) -> Canvas:
        return centred(canvas, self.view.cols, max(self.view.rows, canvas.rows))

    def hear(self, data: bytes) -> list[Heard]:
        """Decode keys, clicks (with the target that was clicked) and the terminal's replies."""
        return [self._aimed(heard) for heard in self.decoder.feed(data)]

    def in_line(self, heard: list[Heard]) -> int:
        """While a line is typed, return how many of these events belong to it.

        If the terminal doesn't mark pastes, input directly after the line's end is part of the paste, not a
        key.
        """
        end = heard.index(ENTER) + 1 if self.types and not self.profile.aix and ENTER in heard else 0
        pasted = end > 1 and any(isinstance(key, Key) and len(key.name) == 1 for key in heard[end:])
        return end if pasted else len(heard)

    def flush(self) -> list[Heard]:
        """Return the keys of an unfinished sequence."""
        return [self._aimed(heard) for heard in self.decoder.flush()]

    def _aimed(self, heard: Key | Mouse | Reply) -> Heard:
        if not isinstance(heard, Mouse):
            return heard
        x, y = heard.x, heard.y - self._above
        target = target_at(self._spots, x, y) if y >= 0 else None
        if isinstance(target, Key) and heard.action == "press" and heard.button in ("left", ""):
            return target
        return heard._replace(y=y, target=target)

    def parting(self, farewell: str) -> bytes:
        """Return the bytes that undo `opening`, with a last sentence on the last row.

        On a tall screen the row of keys above it is erased.
        """
        pieces = textwrap.wrap(farewell, max(self.profile.cols - 1, 20))
        lines = [encode(piece, self.profile.charset) + b"\r\n" for piece in pieces]
        return self.closing() + (self._keys_gone() if lines else b"") + ERASE + b"".join(lines)

    def _keys_gone(self) -> bytes:
        """Erase the lowest row of keys, and go to the last row."""
        row = max((spot.y for spot in self._spots if isinstance(spot.target, Key)), default=-1)
        return (
            b"" if row < 0 else b"\x1b[%d;1H%s\x1b[%d;1H" % (row + self._above + 1, ERASE, self.profile.rows)
        )


class PlainView:
    """Lines of text for screen readers, pipes and dumb terminals: no colour, no cursor movement.

    A `pipe` has no echo, and its lines end in LF. The web's plain page is one too, and each of its lines is
    a JSON object: {"lines": [...]} or {"prompt": "...", "secret": false}. The text is updated after every
    event.
    """

    types = False  # it can't tell

    def __init__(self, profile: Profile, decoder: Decoder, pipe: bool = False) -> None:
        self.profile, self.decoder = profile, decoder
        self.is_page = profile.term == PAGE
        self.pipe = pipe or self.is_page
        self.end = b"\n" if self.pipe else b"\r\n"
        self.line = LineEditor(silent=self.pipe)
        self._prompt = ""
        self._before: tuple[Screen, Any] | None = None
        self._status: Status | None = None
        self._ask = True
        self._open_row = False  # the cursor is behind some text
        self._silent = False  # nothing has been said since the last line was entered

    def adopt(self, old: PlainView) -> None:
        """Continue from the view before, with its typed text and the texts already read."""
        old._take_answer()
        self.line, self._prompt, self._ask = old.line, old._prompt, old._ask
        self._before, self._status, self._open_row = old._before, old._status, old._open_row
        self._silent = old._silent

    def tell_again(self) -> None:
        """Say everything again, because the reader's page is a new one."""
        self._before, self._ask = None, True

    @property
    def pending(self) -> bool:
        return self.decoder.pending

    def late(self) -> bytes:
        """Return "one moment", or nothing if the caller has had text since their line."""
        self._take_answer()
        return self.closing() + self._lines([tr.common.one_moment()]) if self._silent else b""

    def opening(self) -> bytes:
        """Explain plain text if the board itself chose it."""
        if self.pipe:
            return b""
        terminal = self.profile
        if not terminal.reason:
            return self.end
        size = {"cols": terminal.cols, "rows": terminal.rows, "least": f"{LEAST_COLS}x{LEAST_ROWS}"}
        return self.end + self._lines([WHY_PLAIN[terminal.reason](**size)])

    def closing(self) -> bytes:
        self._take_answer()
        ended, self._open_row = self.end if self._open_row else b"", False
        return ended

    def _take_answer(self) -> None:
        """Start a new row and ask again if a line was entered."""
        if self.line.answered:
            self.line.answered, self._open_row, self._ask = False, False, True
            self._silent = True

    def forget(self) -> None:
        self._ask = True

    def show(self, screen: Screen, state: Any, status: Status, busy: bool = False) -> bytes:
        """Return the changes since the last time, and the prompt if it is due.

        A `busy` screen gets its prompt with the answer.
        """
        self._take_answer()
        before = self._before
        same = before is not None and before[0] is screen
        if same and before is not None and before[1] is state and not self._ask and status == self._status:
            return b""
        speech = screen.tell(before[1] if same and before else None, state)
        lines = [*status.told, *speech.lines]
        self._before, self._status = (screen, state), status
        if busy:
            self._ask = self._ask or bool(lines)
            return self.closing() + self._lines(lines) if lines else b""
        open_already = not self._ask and speech.prompt == self._prompt
        if open_already and (not lines or not (speech.again or self.line.typed)):
            self.line.secret = speech.secret
            return self.closing() + self._lines(lines) if lines else b""
        if open_already and self.line.typed:  # perhaps below lines that came after the prompt
            self._open_row = not self.pipe
        return self.closing() + self._lines(lines) + self._asked(speech)

    def _asked(self, speech: Speech) -> bytes:
        """Return the prompt, and the text already typed at it."""
        self._prompt, self._ask, self._silent = speech.prompt, False, False
        if not speech.prompt:
            self.line.secret = speech.secret
            return b""
        self._open_row = not self.pipe
        typed = self.line.prompt(speech.secret)
        if self.is_page:
            return _object(prompt=speech.prompt, secret=speech.secret)
        *above, asked = self._folded(speech.prompt)
        after = self.end if self.pipe else b" "
        return self._lines(above) + self._encoded(asked) + after + self._encoded(typed)

    def _lines(self, lines: list[str]) -> bytes:
        """Wrap lines of text to the caller's columns."""
        self._silent = self._silent and not lines
        if self.is_page:
            return _object(lines=lines) if lines else b""
        pieces = (piece for line in lines for piece in self._folded(line))
        return b"".join(self._encoded(piece) + self.end for piece in pieces)

    def _folded(self, line: str) -> list[str]:
        if self.pipe or len(line) < self.profile.cols:
            return [line]
        return textwrap.wrap(line, max(self.profile.cols - 1, 20), subsequent_indent="  ") or [""]

    def hear(self, data: bytes) -> list[Heard]:
        """Return the lines that Enter has ended, and the terminal's replies."""
        return self._edited(self.decoder.feed(data))

    def flush(self) -> list[Heard]:
        return self._edited(self.decoder.flush())

    def _edited(self, inputs: list[Key | Mouse | Reply]) -> list[Heard]:
        lines = (self.line.key(item) if isinstance(item, Key) else item for item in inputs)
        return [item for item in lines if isinstance(item, (Line, Reply))]

    def answer(self, heard: Heard) -> Heard:
        """Take a line as the answer to the open prompt. Input typed ahead is echoed."""
        return self.line.answer(heard) if isinstance(heard, Line) else heard

    def _encoded(self, text: str) -> bytes:
        return encode(text, self.profile.charset)

    def echo(self) -> bytes:
        """Return what to echo since the last call."""
        rubbed = (b"\b \b".join(map(self._encoded, row.split("\b"))) for row in self.line.echo().split("\n"))
        return self.end.join(rubbed)

    def parting(self, farewell: str) -> bytes:
        return self.closing() + self._lines([farewell] if farewell else [])


def _object(**values: object) -> bytes:
    return json.dumps(values, ensure_ascii=False).encode() + b"\n"


CallerView = AnsiView | PlainView


def view_for(profile: Profile, decoder: Decoder, pipe: bool = False) -> CallerView:
    decoder.charset = profile.charset
    return PlainView(profile, decoder, pipe) if profile.plain or pipe else AnsiView(profile, decoder)
