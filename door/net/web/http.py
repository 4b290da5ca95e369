"""HTTP/1.1 as much as a board needs: GET and HEAD without a body. No IO.

Guarantees: a head is bounded, and everything unusual is refused: bodies (except of a POST that turns e-mail
off, whose body is never read and whose connection ends with the answer), folded lines, bare line feeds,
doubled headers that matter. So nobody can smuggle a second request. No path ever reaches the disk.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import Final, NamedTuple

from door.ui.texts import tr

LONGEST_HEAD: Final = 16384
"""Most bytes of a request's head. Proxies with a log-on of their own add kilobytes of cookies."""

END: Final = b"\r\n\r\n"

POSTS: Final = re.compile(r"/yours/[A-Za-z0-9_-]{22}/off")
"""Paths that may be posted to: the one-click addresses in e-mails (RFC 8058)."""

_LINE: Final = re.compile(r"([A-Z]{3,10}) (?:https?://([!-.0-~]{1,255}))?(/[!-~]{0,1000}) HTTP/1\.([01])")
_HEADER: Final = re.compile(r"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t -~\x80-\xff]*?)[ \t]*")


class BadRequest(Exception):
    """A request that is refused; the text says why in a sentence."""

    def __init__(self, status: HTTPStatus, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class Request(NamedTuple):
    """A request without its body: method, path without the query, query, and headers in lower case."""

    method: str
    path: str
    query: str
    headers: tuple[tuple[str, str], ...]
    keeps_alive: bool

    def every(self, name: str) -> list[str]:
        return [value for key, value in self.headers if key == name]

    def one(self, name: str) -> str:
        """Return the header's value, or "". Raises BadRequest if it is there twice."""
        values = self.every(name)
        if len(values) > 1:
            raise BadRequest(HTTPStatus.BAD_REQUEST, tr.web.header_twice(count=len(values), name=name))
        return values[0] if values else ""

    def lists(self, name: str, word: str) -> bool:
        """True if one of the header's words is this one, in any case."""
        words = ",".join(self.every(name)).lower().split(",")
        return word in (one.strip() for one in words)


def head_of(data: bytes) -> bytes | None:
    """Return the request's head at the start of `data`, or None while it is incomplete. Raises BadRequest."""
    if data[:1] and not b"A" <= data[:1] <= b"Z":
        raise BadRequest(HTTPStatus.BAD_REQUEST, tr.web.not_http())
    at = data.find(END)
    if at < 0 and len(data) <= LONGEST_HEAD:
        return None
    if at < 0 or at > LONGEST_HEAD:
        raise BadRequest(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, tr.web.head_too_long())
    return data[: at + len(END)]


def read(head: bytes) -> Request:
    """Read a complete head. Raises BadRequest."""
    first, *lines = head.removesuffix(END).decode("latin-1").split("\r\n")
    if not (found := _LINE.fullmatch(first)):
        raise BadRequest(HTTPStatus.BAD_REQUEST, tr.web.first_line_wrong())
    headers = []
    for line in lines:
        if not (pair := _HEADER.fullmatch(line)):
            raise BadRequest(HTTPStatus.BAD_REQUEST, tr.web.header_wrong())
        headers.append((pair[1].lower(), pair[2]))
    if found[2]:  # RFC 9112, 3.2.2: the address that is asked for is in force, not the header
        headers = [("host", found[2]), *(one for one in headers if one[0] != "host")]
    path, _, query = found[3].partition("?")
    request = Request(found[1], path, query, tuple(headers), False)
    posts = request.method == "POST" and POSTS.fullmatch(path) is not None
    if request.method not in ("GET", "HEAD") and not posts:
        raise BadRequest(HTTPStatus.METHOD_NOT_ALLOWED, tr.web.only_get())
    has_body = request.one("content-length") not in ("", "0") and not posts
    if has_body or request.every("transfer-encoding"):
        raise BadRequest(HTTPStatus.BAD_REQUEST, tr.web.no_body())
    if found[4] == "1" and not request.one("host"):
        raise BadRequest(HTTPStatus.BAD_REQUEST, tr.web.no_host())
    keeps_alive = found[4] == "1" and not request.lists("connection", "close") and not posts
    return request._replace(keeps_alive=keeps_alive)


def answer(status: HTTPStatus, size: int, headers: Mapping[str, str], *, keep: bool = False) -> bytes:
    """Return an answer's head. With `keep` the connection stays open for another request."""
    lines = [f"HTTP/1.1 {status.value} {status.phrase}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    if status is not HTTPStatus.NOT_MODIFIED:
        lines.append(f"Content-Length: {size}")
    lines.append("Connection: " + ("keep-alive" if keep else "close"))
    return "\r\n".join(lines).encode("latin-1") + END


def refusal(status: HTTPStatus, sentence: str, more: Mapping[str, str] = MappingProxyType({})) -> bytes:
    """Return an answer that is a sentence, and closes the connection. It has `more` headers."""
    headers = {"Content-Type": "text/plain;charset=utf-8", "Cache-Control": "no-store", **more}
    if status is HTTPStatus.UPGRADE_REQUIRED:
        headers["Upgrade"] = "websocket"
    body = f"{sentence}\n".encode()
    return answer(status, len(body), headers) + body
