"""The view of plain mode: lines of text about changes, and whole lines from the caller. No IO."""

from __future__ import annotations

import json
import textwrap
from collections import deque
from collections.abc import Mapping
from typing import Any, Final

from door.call.status import StatusFields
from door.term.charset import encode
from door.term.decoder import Decoder
from door.term.keys import Input, Key, Line, Mouse, TerminalReply
from door.term.profile import LEAST_COLS, LEAST_ROWS, PAGE, Profile, Why
from door.ui.screen import Screen, Speech
from door.ui.speech import to_page
from door.ui.texts import Sentence, tr

Heard = Key | Mouse | Line | TerminalReply
LIMIT = 1000  # an SSH key of 4096 bits is pasted in one line
WHY_PLAIN: Final[Mapping[Why, Sentence]] = {
    "small": tr.call.plain_window_too_small,
    "silent": tr.call.plain_no_answer,
    "dumb": tr.call.plain_dumb_terminal,
    "reader": tr.call.plain_screen_reader,
}


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
            return self._take_line()
        if key.name == "backspace" and self.typed:
            self.typed = self.typed[:-1]
            self._echo += "\b" if self._open and self._shown else ""
        elif key.text and len(self.typed) < LIMIT:
            self.typed += key.text
            self._echo += key.text if self._open and self._shown else ""
        return None

    def _take_line(self) -> Line:
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


class PlainView:
    """Lines of text for screen readers, pipes and dumb terminals: no colour, no cursor movement.

    A `pipe` has no echo, and its lines end in LF. The web's plain page is one too, and each of its lines is
    a JSON object: {"lines": [...]}, {"prompt": "...", "secret": false} or {"page": {...}}, the page of the
    board that is open (see `door.ui.speech`). The text is updated after every event.
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
        self._status: StatusFields | None = None
        self._ask = True
        self._open_row = False  # the cursor is behind some text
        self._page: object = None  # as the web page knows it
        self._silent = False  # nothing has been said since the last line was entered

    def adopt(self, old: PlainView) -> None:
        """Continue from the view before, with its typed text and the texts already read."""
        old._take_answer()
        self.line, self._prompt, self._ask = old.line, old._prompt, old._ask
        self._before, self._status, self._open_row = old._before, old._status, old._open_row
        self._silent, self._page = old._silent, old._page

    def tell_again(self) -> None:
        """Say everything again, because the reader's page is a new one."""
        self._before, self._ask, self._page = None, True, None

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

    def show(self, screen: Screen, state: Any, status: StatusFields, busy: bool = False) -> bytes:
        """Return the changes since the last time, and the prompt if it is due.

        A `busy` screen gets its prompt with the answer.
        """
        self._take_answer()
        before = self._before
        same = before is not None and before[0] is screen
        if same and before is not None and before[1] is state and not self._ask and status == self._status:
            return b""
        page = self._changed_page(screen, state) if self.is_page else b""
        speech = screen.tell(before[1] if same and before else None, state)
        lines = [*status.told, *speech.lines]
        if status.told and not speech.lines and hasattr(screen, "recap"):  # what a caller needs to decide
            lines += screen.recap(state)
        self._before, self._status = (screen, state), status
        if busy:
            self._ask = self._ask or bool(lines)
            return page + (self.closing() + self._lines(lines) if lines else b"")
        open_already = not self._ask and speech.prompt == self._prompt
        if open_already and (not lines or not (speech.again or self.line.typed)):
            self.line.secret = speech.secret
            return page + (self.closing() + self._lines(lines) if lines else b"")
        if open_already and self.line.typed:  # perhaps below lines that came after the prompt
            self._open_row = not self.pipe
        return page + self.closing() + self._lines(lines) + self._prompt_bytes(speech)

    def _changed_page(self, screen: Screen, state: Any) -> bytes:
        """Return the board's page for the web, if it has changed."""
        of_page = getattr(screen, "button_page", None) or getattr(screen, "layout", None)
        layout = of_page(state) if of_page else None
        page = to_page(layout) if layout else None
        if page == self._page:
            return b""
        self._page = page
        return _object(page=page)

    def _prompt_bytes(self, speech: Speech) -> bytes:
        """Return the prompt, and the text already typed at it."""
        self._prompt, self._ask, self._silent = speech.prompt, False, False
        if not speech.prompt:
            self.line.secret = speech.secret
            return b""
        self._open_row = not self.pipe
        typed = self.line.prompt(speech.secret)
        if self.is_page:
            return _object(prompt=speech.prompt, secret=speech.secret)
        *above, asked = self._fold(speech.prompt)
        after = self.end if self.pipe else b" "
        return self._lines(above) + self._encode(asked) + after + self._encode(typed)

    def _lines(self, lines: list[str]) -> bytes:
        """Wrap lines of text to the caller's columns."""
        self._silent = self._silent and not lines
        if self.is_page:
            return _object(lines=lines) if lines else b""
        pieces = (piece for line in lines for piece in self._fold(line))
        return b"".join(self._encode(piece) + self.end for piece in pieces)

    def _fold(self, line: str) -> list[str]:
        if self.pipe or len(line) < self.profile.cols:
            return [line]
        return textwrap.wrap(line, max(self.profile.cols - 1, 20), subsequent_indent="  ") or [""]

    def hear(self, data: bytes) -> list[Heard]:
        return self._edit(self.decoder.feed(data))

    def flush(self) -> list[Heard]:
        return self._edit(self.decoder.flush())

    def _edit(self, inputs: list[Input]) -> list[Heard]:
        lines = (self.line.key(item) if isinstance(item, Key) else item for item in inputs)
        return [item for item in lines if isinstance(item, (Line, TerminalReply))]

    def answer(self, heard: Heard) -> Heard:
        """Take a line as the answer to the open prompt. Input typed ahead is echoed."""
        return self.line.answer(heard) if isinstance(heard, Line) else heard

    def _encode(self, text: str) -> bytes:
        return encode(text, self.profile.charset)

    def echo(self) -> bytes:
        """Return what to echo since the last call."""
        rubbed = (b"\b \b".join(map(self._encode, row.split("\b"))) for row in self.line.echo().split("\n"))
        return self.end.join(rubbed)

    def parting(self, farewell: str) -> bytes:
        return self.closing() + self._lines([farewell] if farewell else [])


def _object(**values: object) -> bytes:
    return json.dumps(values, ensure_ascii=False).encode() + b"\n"
