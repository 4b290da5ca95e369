"""The input line of a caller in plain mode.

Input is echoed while a prompt waits for it. Input typed ahead is echoed only at its own prompt, which may
ask for a password.
"""

from __future__ import annotations

from collections import deque

from door.term.keys import Key, Line

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
