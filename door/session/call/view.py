"""What one caller sees and types: screens become bytes, bytes become events.

Law: sans-IO.  There are two faces with the same few methods: `AnsiView` draws canvases and
sends their difference, `PlainView` says what changed in lines of text and reads whole
lines.  The session swaps one for the other when the caller asks, in the middle of a call.
"""

from __future__ import annotations

import textwrap
from collections import deque
from functools import lru_cache
from typing import Any, Protocol

from door.session.call.status import Status, parts, row_above
from door.term.canvas import Above, Canvas, Row, Spot, target_at
from door.term.charset import encoder
from door.term.decoder import Decoder
from door.term.diff import Painter
from door.term.keys import Key, Line, Mouse, Reply
from door.term.profile import Profile
from door.ui.screen import Screen, Speech, View

Heard = Key | Mouse | Line | Reply
ERASE = b"\x1b[K"  # the row, from the cursor on
LINE_LIMIT = 1000  # an SSH key of 4096 bits is pasted in one line


class CallerView(Protocol):
    """`eager` faces are shown after every single event; the others after a burst."""

    eager: bool
    profile: Profile

    def opening(self) -> bytes: ...
    def closing(self) -> bytes: ...
    def show(self, screen: Screen, state: Any, status: Status) -> bytes: ...
    def hear(self, data: bytes) -> list[Heard]: ...
    def flush(self) -> list[Heard]: ...
    def answer(self, heard: Heard) -> Heard: ...
    def echo(self) -> bytes: ...
    def parting(self, farewell: str) -> bytes: ...
    def forget(self) -> None: ...

    @property
    def pending(self) -> bool: ...


@lru_cache(maxsize=128)
def _view(profile: Profile) -> View:
    """What a screen is told of such a terminal, below the status line."""
    return View(
        profile.cols,
        profile.rows - 1,
        mono=profile.colours == "mono",
        ascii=profile.charset == "ascii",
        mouse=profile.mouse,
    )


class AnsiView:
    """The full screen: a status line, and the screen's canvas below it."""

    eager = False

    def __init__(self, profile: Profile, decoder: Decoder) -> None:
        self.profile, self.decoder, self.painter = profile, decoder, Painter(profile)
        self.view = _view(profile)
        self._seen: tuple[Screen, Any, Status] | None = None  # what the last frame was drawn from
        self._line: list[Row] = []  # the status line's one row
        self._look: Above = "line"  # how it is shown
        self._above = 1  # rows over the screen's own
        self._spots: list[Spot] = []  # what answers the mouse; the cells are kept by the painter alone

    @property
    def pending(self) -> bool:
        return self.decoder.pending

    def opening(self) -> bytes:
        self._seen = None
        return self.painter.opening()

    def closing(self) -> bytes:
        self._seen = None
        return self.painter.closing()

    def forget(self) -> None:
        """The terminal's screen is not what was sent: the next frame is drawn whole."""
        self._seen = None
        self.painter.forget()

    def show(self, screen: Screen, state: Any, status: Status) -> bytes:
        """The bytes that bring the caller's screen up to date.

        Screens are pure: what is the same value as before looks as it did, and is not drawn.
        """
        seen = self._seen
        same = seen is not None and seen[2] == status
        if same and seen is not None and seen[0] is screen and seen[1] is state:
            return b""
        self._seen = (screen, state, status)
        canvas = screen.draw(state, self.view)
        if not same or canvas.above != self._look:
            self._look = canvas.above
            self._line = row_above(status, self.profile.cols, self._look).cells
        self._spots = canvas.spots
        self._above = int(canvas.rows < self.profile.rows)
        if not self._above:
            return self.painter.paint(self._whole(canvas, status))
        return self.painter.paint(canvas, self._line)

    def _whole(self, canvas: Canvas, status: Status) -> Canvas:
        """A screen that takes every row; the line covers the first while it has something to say."""
        if not status.notice:
            return canvas
        frame = Canvas(canvas.cols, canvas.rows, self._line + canvas.shared()[1:])
        frame.cursor, frame.field = canvas.cursor, canvas.field
        return frame

    def hear(self, data: bytes) -> list[Heard]:
        """Keys, clicks (as what the canvas has there) and the terminal's own replies."""
        return [self._aimed(heard) for heard in self.decoder.feed(data)]

    def flush(self) -> list[Heard]:
        """What was waiting for more bytes and got none."""
        return [self._aimed(heard) for heard in self.decoder.flush()]

    def _aimed(self, heard: Key | Mouse | Reply) -> Heard:
        if not isinstance(heard, Mouse):
            return heard
        x, y = heard.x, heard.y - self._above
        target = target_at(self._spots, x, y) if y >= 0 else None
        if isinstance(target, Key) and heard.action == "press" and heard.button in ("left", ""):
            return target
        return heard._replace(y=y, target=target)

    def answer(self, heard: Heard) -> Heard:
        """What the screen on top is given of it."""
        return heard

    def echo(self) -> bytes:
        return b""

    def parting(self, farewell: str) -> bytes:
        """What undoes `opening` at a call's end, and a last sentence, if any, on the last row, alone."""
        encode, room = encoder(self.profile.charset).encode, max(self.profile.cols - 1, 20)
        lines = [encode(piece) + b"\r\n" for piece in textwrap.wrap(farewell, room)]
        return self.closing() + ERASE + b"".join(lines)


class PlainView:
    """Lines of text for screen readers, pipes and dumb terminals: no colour, no cursor movement.

    `typed` is the line being entered.  It is echoed while a prompt waits for it (`_live`); what
    is typed ahead is echoed once its own prompt is there, since that may ask for a password.
    `_late` tells of each line not answered yet whether its echo is still owed.  A `pipe` has no
    echo, and lines that end in LF alone.
    """

    eager = True

    def __init__(self, profile: Profile, decoder: Decoder, pipe: bool = False) -> None:
        self.profile, self.decoder, self.pipe = profile, decoder, pipe
        self.end = b"\n" if pipe else b"\r\n"
        self.typed = ""
        self._prompt = ""
        self._secret = False
        self._echo = b""
        self._before: tuple[Screen, Any] | None = None
        self._status: Status | None = None
        self._ask = True
        self._column = 0
        self._live = False
        self._late: deque[bool] = deque()

    def adopt(self, old: PlainView) -> None:
        """Goes on where the face before it stood: what was typed, and what was said already."""
        self.typed, self._prompt, self._secret = old.typed, old._prompt, old._secret
        self._before, self._status, self._ask, self._column = old._before, old._status, old._ask, old._column
        self._echo, self._live, self._late = old._echo, old._live, old._late

    @property
    def pending(self) -> bool:
        return self.decoder.pending

    def opening(self) -> bytes:
        """Where the board itself chose plain text, it says why."""
        if self.pipe:
            return b""
        return self.end + b"".join(self._encoded(piece) + self.end for piece in self._reason())

    def _reason(self) -> list[str]:
        return self._folded(self.profile.reason) if self.profile.reason else []

    def closing(self) -> bytes:
        return b"" if self._column == 0 else self._newline()

    def forget(self) -> None:
        self._ask = True

    def _newline(self) -> bytes:
        self._column = 0
        return self.end

    def show(self, screen: Screen, state: Any, status: Status) -> bytes:
        """What changed since the last time, and the prompt if a line was entered or said."""
        before = self._before
        same = before is not None and before[0] is screen
        if same and before is not None and before[1] is state and not self._ask and status == self._status:
            return b""
        speech = screen.tell(before[1] if same and before else None, state)
        lines = list(speech.lines)
        if status.notice and (self._status is None or self._status.notice != status.notice):
            lines.insert(0, status.notice)
        self._before, self._status = (screen, state), status
        if not lines and not self._ask and speech.prompt == self._prompt:
            self._secret = speech.secret
            return b""
        return self._spoken(lines, speech)

    def _spoken(self, lines: list[str], speech: Speech) -> bytes:
        encode = encoder(self.profile.charset).encode
        out = b"" if self._column == 0 else self._newline()
        for line in lines:
            for piece in self._folded(line):
                out += encode(piece) + self.end
        self._prompt, self._secret, self._ask = speech.prompt, speech.secret, False
        if speech.prompt:
            out += encode(speech.prompt) + (self.end if self.pipe else b" ")
            self._column = 0 if self.pipe else 1
            self._live = not self._late
            if self._live and self._echoes:
                out += encode(self.typed)
        return out

    @property
    def _echoes(self) -> bool:
        return not (self._secret or self.pipe)

    def _folded(self, line: str) -> list[str]:
        if self.pipe or len(line) < self.profile.cols:
            return [line]
        return textwrap.wrap(line, max(self.profile.cols - 1, 20), subsequent_indent="  ") or [""]

    def hear(self, data: bytes) -> list[Heard]:
        """Whole lines, once ENTER ends them; the terminal's replies pass through."""
        return self._edited(self.decoder.feed(data))

    def flush(self) -> list[Heard]:
        return self._edited(self.decoder.flush())

    def _edited(self, inputs: list[Key | Mouse | Reply]) -> list[Heard]:
        heard: list[Heard] = []
        for item in inputs:
            if isinstance(item, Reply):
                heard.append(item)
            elif isinstance(item, Key):
                if item.name in ("enter", "ctrl-j"):
                    heard.append(self._entered())
                elif item.name == "backspace" and self.typed:
                    self.typed = self.typed[:-1]
                    self._echo += b"\b \b" if self._live and self._echoes else b""
                elif item.text and len(self.typed) < LINE_LIMIT:
                    self.typed += item.text
                    self._echo += self._encoded(item.text) if self._live and self._echoes else b""
        return heard

    def _entered(self) -> Line:
        line, self.typed = Line(self.typed), ""
        self._late.append(not self._live)
        if self._live:
            self._ended()
        return line

    def _ended(self) -> None:
        """The line on the caller's terminal ends, and with it the answer to the prompt."""
        self._echo += b"" if self.pipe else self._newline()
        self._live, self._ask = False, True

    def answer(self, heard: Heard) -> Heard:
        """A line as the answer to the prompt that is open now; what was typed ahead is echoed."""
        if not isinstance(heard, Line) or not self._late:
            return heard
        if self._late.popleft():
            self._echo += self._encoded(heard.text) if self._echoes else b""
            self._ended()
        return heard if self._secret else Line(heard.text.strip())

    def _encoded(self, text: str) -> bytes:
        return encoder(self.profile.charset).encode(text)

    def echo(self) -> bytes:
        """What the caller shall see of their own typing since the last call."""
        out, self._echo = self._echo, b""
        return out

    def parting(self, farewell: str) -> bytes:
        pieces = self._folded(farewell) if farewell else []
        return self.closing() + b"".join(self._encoded(piece) + self.end for piece in pieces)

    def where(self) -> str:
        """The status line as a sentence, for the one who asks for it."""
        return ", ".join(parts(self._status)) if self._status else ""


def view_for(profile: Profile, decoder: Decoder, pipe: bool = False) -> CallerView:
    """The face that suits the terminal."""
    decoder.charset = profile.charset
    return PlainView(profile, decoder, pipe) if profile.plain or pipe else AnsiView(profile, decoder)
