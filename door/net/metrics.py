"""Answers Prometheus: GET /metrics, with a bearer token if the sysop has set one (RFC 6750).

Guarantees: a head has at most 16 KB and comes within `QUESTION_SECONDS`, one request is answered on a
connection, and no call comes of it. Without a token only trusted addresses are answered. Tokens are compared
in constant time, and a wrong one is logged.
"""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable
from dataclasses import KW_ONLY, dataclass
from http import HTTPStatus
from typing import Final

from door.net.calls import log_refusal
from door.net.socketline import LINGER_SECONDS, SocketListener, SocketWire
from door.net.web.http import BadRequest, Request, answer, head_of, read, refusal
from door.ui.texts import tr

PATH: Final = "/metrics"
TYPE: Final = "text/plain;version=0.0.4;charset=utf-8"
QUESTION_SECONDS: Final = 10.0
ANSWER_SECONDS: Final = 30.0


class _MetricsWire(SocketWire):
    _listener: MetricsListener

    def __init__(self, listener: MetricsListener, address: str) -> None:
        super().__init__(listener, address)
        self._asked = b""
        self._is_asked = False
        self.later(QUESTION_SECONDS, self.refuse, "no question")

    def data_received(self, data: bytes) -> None:
        if self.finishing or self._is_asked:
            return
        self._asked += data
        try:
            if (head := head_of(self._asked)) is None:
                return
            self._take(read(head))
        except BadRequest as error:
            self._answer(refusal(error.status, str(error)))

    def _take(self, request: Request) -> None:
        self._is_asked = True
        if request.path != PATH:
            self._answer(refusal(HTTPStatus.NOT_FOUND, tr.web.no_such_page()))
        elif self._listener.may_read(self.hints.address, _token(request)):
            self.later(ANSWER_SECONDS, self.refuse, "its answer takes too long")
            self._listener.calls.keep(self._tell(request.method == "GET"))
        else:
            log_refusal("metrics", self.hints.address, "no token, or a wrong one")
            has_token = bool(self._listener.token())
            status = HTTPStatus.UNAUTHORIZED if has_token else HTTPStatus.FORBIDDEN
            sentence = tr.web.token_wanted() if has_token else tr.web.trusted_only()
            self._answer(refusal(status, sentence, {"WWW-Authenticate": "Bearer"} if has_token else {}))

    async def _tell(self, with_body: bool) -> None:
        body = f"{await self._listener.numbers()}\n".encode()
        head = answer(HTTPStatus.OK, len(body), {"Content-Type": TYPE, "Cache-Control": "no-store"})
        self._answer(head + body if with_body else head)

    def _answer(self, data: bytes) -> None:
        if self.ended is not None:
            return
        self.transport.write(data)
        self.later(LINGER_SECONDS, self.refuse, "it stays after its answer")
        self.finish()


def _token(request: Request) -> str:
    """Return the bearer token of a request, or "". Raises BadRequest if there are two."""
    kind, _, token = request.one("authorization").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


@dataclass(eq=False)
class MetricsListener(SocketListener):
    """Answers monitors on one address (see `SocketListener`) with `numbers`. `token` returns the token that
    they need, or "" if the gate's trusted addresses need none."""

    kind = "metrics"
    _: KW_ONLY
    numbers: Callable[[], Awaitable[str]]
    token: Callable[[], str] = lambda: ""

    def may_read(self, address: str, token: str) -> bool:
        """True if a monitor at that address, with that token, is answered."""
        if wanted := self.token():
            return hmac.compare_digest(wanted.encode(), token.encode("utf-8", "replace"))
        return self.gate.spared(address)

    def wire(self, address: str) -> SocketWire:
        return _MetricsWire(self, address)
