"""The pages of the web listener: the terminal, its files, what monitors ask for, and the public pages.

Guarantees: the board's own pages are made when it starts. Every page is found by its whole path, so no
request reaches any other file. Files have their hash in their names and may be kept for ever. No page loads
anything from elsewhere.
"""

from __future__ import annotations

import gzip
import hashlib
import html
import json
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from door.net.web.http import Request
from door.ui.sentence import sentence
from door.ui.texts import tr

PAGE_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'"
)
"""What a page itself may say, on any web server."""

POLICY: Final = f"{PAGE_POLICY}; frame-ancestors 'none'"
HEADERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "Content-Security-Policy": POLICY,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
    }
)
TYPES: Final = {
    "html": "text/html;charset=utf-8",
    "css": "text/css;charset=utf-8",
    "js": "text/javascript;charset=utf-8",
    "mjs": "text/javascript;charset=utf-8",
    "svg": "image/svg+xml",
    "cast": "application/x-asciicast",
    "png": "image/png",
    "json": "application/json",
    "jsonl": "application/jsonl",
    "atom": "application/atom+xml",
    "txt": "text/plain;charset=utf-8",
    "woff2": "font/woff2",
}
PERSONAL: Final = "/yours/"
FOR_PROGRAMS: Final = re.compile(r"/api/v1/.*|/feed\.atom")
"""Paths that pages of other sites may read if the board is `known`."""

PIECE: Final = 65536
"""Most bytes of a file to read at a time. A larger file is never in memory as a whole."""

PAGES: Final = {"/": "terminal.html", "/plain": "plain.html"}
"""The page at each path."""

_NAME: Final = re.compile(r"\{\{(=?)([\w.-]+)\}\}")


_PLAY: Final = re.compile(r"/play/([a-z0-9_-]{1,20})(/plain)?", re.ASCII)
_RANGE: Final = re.compile(r"bytes=(\d{0,15})-(\d{0,15})")


class FilePart(NamedTuple):
    """So many bytes of a file."""

    path: Path
    start: int
    size: int


class WebAnswer(NamedTuple):
    """An answer: its status, body and headers."""

    status: HTTPStatus
    body: bytes | FilePart
    headers: Mapping[str, str]

    @property
    def size(self) -> int:
        return self.body.size if isinstance(self.body, FilePart) else len(self.body)


class DiskFile(NamedTuple):
    """A file on disk, and a stamp that changes with it."""

    path: Path
    stamp: str


class NotNow(NamedTuple):
    """A page that can't be made now, and why. The browser may ask again after a minute."""

    sentence: str


class RedirectTo(NamedTuple):
    """The page is at another path."""

    path: str


Found = DiskFile | bytes | NotNow | RedirectTo | None
"""The answer for a path: a file, a body, a refusal, another path, or nothing."""


class File(NamedTuple):
    """A file as it is served: the bytes, the same compressed if that is worth it, and its type."""

    body: bytes
    small: bytes | None
    type: str
    tag: str


def _escape_sentence(name: str) -> str:
    return html.escape(sentence(f"web.{name}")())


def _file(body: bytes, kind: str) -> File:
    small = gzip.compress(body, 9, mtime=0) if kind not in ("woff2",) else None
    return File(body, small, TYPES[kind], hashlib.sha256(body).hexdigest()[:16])


def make_files() -> Mapping[str, File]:
    """Return every page and file by its path, in the language of this context.

    In the sources `{{name}}` stands for another file's path, and `{{=name}}` for a sentence of the web.
    """
    sources = {
        one.name: one.read_bytes()
        for folder in ("static", "vendor")
        for one in (files("door.net.web") / folder).iterdir()
        if one.name.rpartition(".")[2] in TYPES
    }
    made: dict[str, tuple[str, File]] = {}

    def make(name: str) -> str:
        """Make a file and those that it names. Return its path."""
        if name not in made:
            stem, _, kind = name.rpartition(".")
            body = sources[name]
            if kind in ("html", "css", "js"):
                text = _NAME.sub(
                    lambda found: (_escape_sentence if found[1] else make)(found[2]), body.decode()
                )
                body = text.encode()
            one = _file(body, kind)
            made[name] = f"/s/{stem}.{one.tag}.{kind}", one
        return made[name][0]

    for name in sources:
        make(name)
    served = {path: one for name, (path, one) in made.items() if not name.endswith(".html")}
    return MappingProxyType(served | {path: made[name][1] for path, name in PAGES.items()})


async def _always_ready() -> str:
    return ""


@dataclass(frozen=True)
class Site:
    """What the web listener serves.

    - `ready` returns why the board takes no calls, or "". `lacks` returns sentences about listeners that are
      down. Both are for `trusted` addresses only.
    - `public` returns what there is at a path of the public pages, for an address. They are not compressed,
      because that would hold the board up at every request.
    - `personal` returns a caller's own page at a secret path and its type, or None. A form there may post.
    - `plays` is True if `/play/SLUG` leads straight into the door of that slug.
    - `known` is True if the sysop has named the board's public address.
    - `lost` returns the page for browsers that ask for a path without one; b"" is a sentence.
    - `collect` returns the name and the bytes of the file at a one-time address, or None.
    """

    files: Mapping[str, File] = field(default_factory=make_files)
    ready: Callable[[], Awaitable[str]] = _always_ready
    trusted: Callable[[str], bool] = lambda address: False
    personal: Callable[[str, bool], tuple[bytes, str] | None] = lambda path, posts: None
    public: Callable[[str, str], Found | Awaitable[Found]] = lambda path, address: None
    collect: Callable[[str], tuple[str, bytes] | None] = lambda path: None
    plays: Callable[[str], bool] = lambda slug: False
    known: Callable[[], bool] = lambda: False
    lost: Callable[[], bytes] = lambda: b""
    lacks: Callable[[], Iterable[str]] = tuple

    def page(self, request: Request, address: str) -> WebAnswer | Awaitable[WebAnswer]:
        """Return the answer to a request."""
        if own := self.files.get(request.path):
            return _file_page(own, request)
        if (door := _PLAY.fullmatch(request.path)) and self.plays(door[1]):
            return _file_page(self.files["/plain" if door[2] else "/"], request)
        if request.path in ("/healthz", "/readyz"):
            if not self.trusted(address):
                return _text(HTTPStatus.FORBIDDEN, tr.web.trusted_only())
            return self._readiness() if request.path == "/readyz" else _text(HTTPStatus.OK, tr.web.ok())
        if request.method == "GET" and (taken := self.collect(request.path)):
            return _attachment(*taken)
        if request.path.startswith(PERSONAL) and (
            personal := self.personal(request.path, request.method == "POST")
        ):
            private = {
                "Content-Type": personal[1], "Cache-Control": "no-store", "X-Robots-Tag": "noindex",
                "Content-Security-Policy": POLICY.replace("form-action 'none'", "form-action 'self'"),
            }  # fmt: skip
            return WebAnswer(HTTPStatus.OK, personal[0], {**HEADERS, **private})
        found = self.public(request.path, address)
        return self._page_of(request, found) if isinstance(found, Found) else self._later(request, found)

    async def _later(self, request: Request, found: Awaitable[Found]) -> WebAnswer:
        return self._page_of(request, await found)

    def _page_of(self, request: Request, found: Found) -> WebAnswer:
        if isinstance(found, DiskFile):
            with suppress(OSError):
                return _file_part(found, request)
        if isinstance(found, NotNow):
            page = _text(HTTPStatus.SERVICE_UNAVAILABLE, found.sentence)
            return page._replace(headers={**page.headers, "Retry-After": "60"})
        if isinstance(found, bytes):
            page = _page_with_tag(found, request)
            if self.known() and FOR_PROGRAMS.fullmatch(request.path):
                return page._replace(headers={**page.headers, "Access-Control-Allow-Origin": "*"})
            return page
        if isinstance(found, RedirectTo):
            return WebAnswer(HTTPStatus.PERMANENT_REDIRECT, b"", {"Location": found.path, **HEADERS})
        if request.lists("accept", "text/html") and (lost := self.lost()):
            headers = {"Content-Type": TYPES["html"], "Cache-Control": "no-store", **HEADERS}
            return WebAnswer(HTTPStatus.NOT_FOUND, lost, headers)
        return _text(HTTPStatus.NOT_FOUND, tr.web.no_such_page())

    async def _readiness(self) -> WebAnswer:
        why = await self.ready()
        if why:
            return _text(HTTPStatus.SERVICE_UNAVAILABLE, why)
        return _text(HTTPStatus.OK, "\n".join((tr.web.ok(), *self.lacks())))


def _text(status: HTTPStatus, text: str) -> WebAnswer:
    headers = {"Content-Type": TYPES["txt"], "Cache-Control": "no-store", **HEADERS}
    return WebAnswer(status, f"{text}\n".encode(), headers)


def _page_with_tag(body: bytes, request: Request) -> WebAnswer:
    """Return a page that was made, or the answer that the browser has it as it is."""
    tag = json.dumps(hashlib.sha256(body).hexdigest()[:16])
    headers = {**_types(request.path), "Cache-Control": "no-cache", "ETag": tag, **HEADERS}
    if tag in ",".join(request.every("if-none-match")):
        return WebAnswer(HTTPStatus.NOT_MODIFIED, b"", headers)
    return WebAnswer(HTTPStatus.OK, body, headers)


def _attachment(name: str, body: bytes) -> WebAnswer:
    kind = name.rpartition(".")[2]
    headers = {"Content-Type": TYPES[kind], "Content-Disposition": f'attachment; filename="{name}"'}
    return WebAnswer(HTTPStatus.OK, body, {**headers, "Cache-Control": "no-store", **HEADERS})


def _file_page(file: File, request: Request) -> WebAnswer:
    """Return a file, compressed if the browser takes that, or the answer that it has the newest one."""
    lasting = request.path.startswith("/s/")
    headers = {
        "Content-Type": file.type,
        "Cache-Control": "max-age=31536000,immutable" if lasting else "no-cache",
        "ETag": json.dumps(file.tag),
        "Vary": "Accept-Encoding",
        **HEADERS,
    }
    if headers["ETag"] in ",".join(request.every("if-none-match")):
        return WebAnswer(HTTPStatus.NOT_MODIFIED, b"", headers)
    if file.small is not None and request.lists("accept-encoding", "gzip"):
        return WebAnswer(HTTPStatus.OK, file.small, headers | {"Content-Encoding": "gzip"})
    return WebAnswer(HTTPStatus.OK, file.body, headers)


def _types(path: str) -> Mapping[str, str]:
    """Return the Content-Type for a path. A folder is a page, and the journal's head is JSON."""
    kind = "html" if path.endswith("/") else path.rpartition("/")[2].rpartition(".")[2]
    return {"Content-Type": TYPES.get(kind, TYPES["json"])}


def _file_part(kept: DiskFile, request: Request) -> WebAnswer:
    """Return a file or the part that is asked for. Raises OSError."""
    size = kept.path.stat().st_size
    tag = json.dumps(kept.stamp)
    headers = {
        **_types(request.path),
        "Cache-Control": "no-cache",
        "ETag": tag,
        "Accept-Ranges": "bytes",
        **HEADERS,
    }
    if tag in ",".join(request.every("if-none-match")):
        return WebAnswer(HTTPStatus.NOT_MODIFIED, b"", headers)
    status, start, end = HTTPStatus.OK, 0, size
    if (asked := _RANGE.fullmatch(request.one("range"))) and request.one("if-range") in ("", tag):
        status, (start, end) = HTTPStatus.PARTIAL_CONTENT, _bounds(asked[1], asked[2], size)
        if start >= end:
            headers["Content-Range"] = f"bytes */{size}"
            return WebAnswer(HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE, b"", headers)
        headers["Content-Range"] = f"bytes {start}-{end - 1}/{size}"
    if end - start > PIECE:
        return WebAnswer(status, FilePart(kept.path, start, end - start), headers)
    with kept.path.open("rb") as file:
        file.seek(start)
        return WebAnswer(status, file.read(end - start), headers)


def _bounds(first: str, last: str, size: int) -> tuple[int, int]:
    """Return where a range begins and ends: "5-9", "5-" for the rest, or "-5" for the last bytes."""
    if not first:
        return (max(0, size - int(last)), size) if last else (0, size)
    return int(first), min(int(last) + 1, size) if last else size
