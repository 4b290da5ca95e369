"""Answers `finger`: one line in, a short text out (RFC 1288).

Guarantees: a question has at most `LONGEST` bytes and comes within `QUESTION_SECONDS`, the answer has at most
`MOST` bytes, and nothing is forwarded. No call comes of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import Final

from door.net.socketline import LINGER_SECONDS, SocketListener, SocketWire

LONGEST: Final = 512
MOST: Final = 4096
QUESTION_SECONDS: Final = 10.0


class _FingerWire(SocketWire):
    _listener: FingerListener

    def __init__(self, listener: FingerListener, address: str) -> None:
        super().__init__(listener, address)
        self._asked = b""
        self.later(QUESTION_SECONDS, self.refuse, "no question")

    def data_received(self, data: bytes) -> None:
        if self.finishing:
            return
        self._asked += data
        question, end, _ = self._asked.partition(b"\n")
        if len(question) > LONGEST:
            self.refuse("a question that is too long")
        elif end:
            name = question.decode("utf-8", "replace").strip().removeprefix("/W").strip()
            answer = self._listener.answer(name, self.hints.address).encode()[:MOST]
            self.transport.write(answer.replace(b"\n", b"\r\n"))
            self.later(LINGER_SECONDS, self.refuse, "it stays after its answer")
            self.finish()


@dataclass(eq=False)
class FingerListener(SocketListener):
    """Answers finger on one address (see `SocketListener`). `answer` returns the text for a name and the
    asking address. The name "" asks for everybody."""

    kind = "finger"
    _: KW_ONLY
    answer: Callable[[str, str], str]

    def wire(self, address: str) -> SocketWire:
        return _FingerWire(self, address)
