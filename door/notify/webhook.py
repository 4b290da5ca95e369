"""Sends a message to a web address, and keeps messages that wait to be sent.

Guarantees: a webhook leads to a public address, or to one in the sysop's `outside.networks`. The board
connects to the address that it has checked, so a name can't change its meaning in between. The machine's own
addresses are never public, because a firewall in front of it doesn't see such a connection. Redirects are not
followed, and only the beginning of the answer is read. Nothing takes longer than `SECONDS`. Each outbox
looks names up in threads of its own, because a slow name server keeps a thread for longer.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import re
import ssl
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from http import HTTPStatus
from itertools import zip_longest
from socket import AF_INET, AF_INET6, AF_UNSPEC, SOCK_DGRAM, SOCK_STREAM, gaierror, getaddrinfo, socket
from typing import Final
from urllib.parse import urlsplit

from door import __version__
from door.ui.texts import Said, tr

LOG = logging.getLogger("door.notify")
SECONDS: Final = 10.0
"""For everything: the name, the connection, TLS, and the answer."""

LONGEST_LINE: Final = 1024
"""Most bytes of a line of an answer's head."""

MOST_ADDRESSES: Final = 4
"""Addresses of a name that are tried, one after the other."""

MOST_INTERIM: Final = 5
"""Answers such as 100 that may come before the final one (RFC 9110, 15.2)."""

LONGEST_PAUSE: Final = 3600.0
"""Most seconds that a server may ask for before the next attempt."""

PAUSES: Final = (10.0, 60.0, 600.0)
"""Seconds before each further attempt."""

MOST_WAITING: Final = 200
"""Messages that wait. More are dropped."""

SENDERS: Final = 2
DISCARD: Final = 9
"""A port, for a connection that is not made."""

_STATUS: Final = re.compile(rb"HTTP/1\.[01] ([1-5][0-9]{2})(?: [^\r\n]*)?\r?\n")
_RETRY: Final = re.compile(rb"retry-after: *([0-9]{1,9})", re.I)
_NAT64: Final = ipaddress.ip_network("64:ff9b::/96")
_PUBLIC: Final = (ipaddress.ip_network("2000::/3"), _NAT64)
"""IPv6 addresses that may be public. What IANA hasn't given out for it may lead into the board's own network:
NAT64 with a prefix of its own, IPv4 in other forms, site-local addresses."""

_RELAYS: Final = ipaddress.ip_network("192.88.99.0/24")
"""Relays of 6to4, given up by RFC 7526."""

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address


class WebhookError(Exception):
    """A message that was not delivered. The text says why. `lasting`: another attempt would fail, too.
    `pause`: seconds that the server wants to be left alone.
    """

    def __init__(self, why: Said, lasting: bool = False, pause: float = 0.0) -> None:
        super().__init__(why)
        self.lasting, self.pause = lasting, pause


def is_permitted(address: str, networks: Sequence[str]) -> bool:
    """True if webhooks may lead to that IP address."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if any(ip in ipaddress.ip_network(network) for network in networks):
        return True
    return all(_is_public(one) and not is_own(one) for one in (ip, *_inside(ip)))


def _is_public(ip: IpAddress) -> bool:
    is_given = ip not in _RELAYS if ip.version == 4 else any(ip in network for network in _PUBLIC)
    return is_given and ip.is_global and not ip.is_multicast


def is_own(ip: IpAddress) -> bool:
    """True if the address is one of this machine's interfaces: it would be called from itself.

    Sends nothing: to connect a datagram socket only chooses the address to send from.
    """
    with socket(AF_INET if ip.version == 4 else AF_INET6, SOCK_DGRAM) as asked:
        try:
            asked.connect((str(ip), DISCARD))
        except OSError:  # no way there
            return False
        return bool(asked.getsockname()[0] == asked.getpeername()[0])


def _inside(ip: IpAddress) -> Sequence[IpAddress]:
    """Return the IPv4 addresses that an IPv6 address carries."""
    if ip.version == 4:
        return ()
    found = [ip.ipv4_mapped, ip.sixtofour, *(ip.teredo or ())]
    found += [ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)] * (ip in _NAT64)
    return tuple(one for one in found if one is not None)


async def post(
    url: str, body: bytes, kind: str, networks: Sequence[str], lookups: Executor | None = None
) -> int:
    """Post `body` of that content type; return the answer's status, 200 to 299. Raises WebhookError.

    Names are looked up in threads of `lookups`, or of the event loop's executor.
    """
    try:
        async with asyncio.timeout(SECONDS):
            status, pause = await _post(url, body, kind, networks, lookups)
    except TimeoutError:
        raise WebhookError(tr.outside.no_answer(seconds=tr.count.seconds(n=round(SECONDS)))) from None
    except ssl.SSLError as error:
        raise WebhookError(tr.outside.tls_failed(why=error.reason or error)) from None
    except (OSError, asyncio.IncompleteReadError) as error:
        raise WebhookError(tr.outside.no_connection(why=getattr(error, "strerror", None) or "EOF")) from None
    if 200 <= status < 300:
        return status
    if 300 <= status < 400:
        raise WebhookError(tr.outside.redirects(status=status), lasting=True)
    again = status >= 500 or status in (HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS)
    raise WebhookError(tr.outside.answers(status=status), lasting=not again, pause=pause)


async def _post(
    url: str, body: bytes, kind: str, networks: Sequence[str], lookups: Executor | None
) -> tuple[int, float]:
    """Return the answer's status, and the seconds until the server wants to be asked again."""
    parts = urlsplit(url)
    secure, name = parts.scheme == "https", parts.hostname or ""
    port = parts.port or (443 if secure else 80)
    addresses = await _addresses(name, port, networks, lookups)
    context = await asyncio.to_thread(tls) if secure else None
    reader, writer = await _connect(addresses, port, context, name if secure else None)
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        lines = (
            f"POST {path} HTTP/1.1", f"Host: {parts.netloc}", f"User-Agent: TheDoor/{__version__}",
            f"Content-Type: {kind}", f"Content-Length: {len(body)}", "Connection: close", "", "",
        )  # fmt: skip
        writer.write("\r\n".join(lines).encode() + body)
        await writer.drain()
        return await _status(reader)
    finally:
        writer.transport.abort()


async def _connect(
    addresses: Sequence[str], port: int, context: ssl.SSLContext | None, name: str | None
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect to the first of the addresses that answers. Each gets its share of the time."""
    share = SECONDS / (len(addresses) + 1)
    for address in addresses:
        try:
            async with asyncio.timeout(share):
                return await asyncio.open_connection(
                    address, port, ssl=context, server_hostname=name, limit=LONGEST_LINE
                )
        except ssl.SSLError:
            raise
        except OSError as error:
            failed = error
    raise failed


async def _status(reader: asyncio.StreamReader) -> tuple[int, float]:
    """Read past interim answers. Return the final one's status, and its Retry-After in seconds or 0."""
    for _ in range(MOST_INTERIM + 1):
        if not (found := _STATUS.fullmatch(await _line(reader))):
            break
        status, pause = int(found[1]), 0.0
        if 200 <= status != HTTPStatus.TOO_MANY_REQUESTS or status == HTTPStatus.SWITCHING_PROTOCOLS:
            return status, pause
        while line := (await _line(reader)).strip():
            if asked := _RETRY.fullmatch(line):
                pause = min(float(asked[1]), LONGEST_PAUSE)
        if status >= 200:
            return status, pause
    raise WebhookError(tr.outside.not_http(), lasting=True)


async def _line(reader: asyncio.StreamReader) -> bytes:
    """Return the next line, or b"" if it is too long."""
    try:
        return await reader.readuntil(b"\n")
    except asyncio.LimitOverrunError:
        return b""


async def _addresses(
    name: str, port: int, networks: Sequence[str], lookups: Executor | None
) -> tuple[str, ...]:
    """Look the name up, and return its first IP addresses, of both kinds if it has both. Raises WebhookError
    unless all are permitted.
    """
    try:
        found = await asyncio.get_running_loop().run_in_executor(
            lookups, lambda: getaddrinfo(name, port, AF_UNSPEC, SOCK_STREAM)
        )
    except (gaierror, UnicodeError):
        raise WebhookError(tr.outside.no_such_server(name=name)) from None
    addresses = [str(entry[4][0]) for entry in found]
    if wrong := next((one for one in addresses if not is_permitted(one, networks)), ""):
        raise WebhookError(tr.outside.private_server(name=name, address=wrong), lasting=True)
    sixes = [one for one in dict.fromkeys(addresses) if ":" in one]
    fours = [one for one in dict.fromkeys(addresses) if ":" not in one]
    first, second = (sixes, fours) if addresses[0] in sixes else (fours, sixes)
    return tuple(one for pair in zip_longest(first, second) for one in pair if one)[:MOST_ADDRESSES]


@cache
def tls() -> ssl.SSLContext:
    return ssl.create_default_context()


SENT: Final[Counter[str]] = Counter()
FAILED: Final[Counter[str]] = Counter()
"""How many messages this process has sent, and how many attempts have failed, by "webhook" and "mail"."""


@contextmanager
def count_attempt(channel: str) -> Iterator[None]:
    """Count an attempt to send something."""
    try:
        yield
    except Exception:
        FAILED[channel] += 1
        raise
    SENT[channel] += 1


# -- messages that wait --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HookMessage:
    """A message to a web address. `owner` is named in the log instead of the address, which is a secret."""

    owner: str
    url: str
    body: bytes
    kind: str
    attempt: int = 1


class Outbox:
    """Sends messages in the background, and tries again later what fails for now."""

    def __init__(self, networks: Callable[[], Sequence[str]], pauses: Sequence[float] = PAUSES) -> None:
        self._networks, self._pauses = networks, pauses
        self._lookups = ThreadPoolExecutor(SENDERS, "webhooks")
        self._waiting: deque[HookMessage] = deque()
        self._delayed = 0
        self._ready = asyncio.Event()
        self._is_full = False

    def put(self, message: HookMessage) -> None:
        """Have a message sent. If too many wait, it is dropped."""
        full, before = len(self._waiting) + self._delayed >= MOST_WAITING, self._is_full
        self._is_full = full
        if full:
            if not before:
                LOG.warning("%d webhook messages wait; more are dropped", MOST_WAITING)
            return
        self._waiting.append(message)
        self._ready.set()

    async def run(self) -> None:
        """Send messages as long as the board runs."""
        async with asyncio.TaskGroup() as group:
            for _ in range(SENDERS):
                group.create_task(self._send_each())

    async def _send_each(self) -> None:
        while True:
            while self._waiting:
                await self.send(self._waiting.popleft())
            self._ready.clear()
            await self._ready.wait()

    async def post(self, url: str, body: bytes, kind: str) -> int:
        """Post `body` at once, see `post`. Raises WebhookError."""
        with count_attempt("webhook"):
            return await post(url, body, kind, self._networks(), self._lookups)

    async def send(self, message: HookMessage) -> None:
        """Send a message, and log a failure."""
        try:
            await self.post(message.url, message.body, message.kind)
        except WebhookError as error:
            pause = None if error.lasting else dict(enumerate(self._pauses, 1)).get(message.attempt)
            LOG.warning(
                "webhook of %s, attempt %d%s: %s", message.owner, message.attempt,
                ", the last" if pause is None else "", error,
            )  # fmt: skip
            if pause is not None:
                self._delayed += 1
                asyncio.get_running_loop().call_later(max(pause, error.pause), self._again, message)

    def _again(self, message: HookMessage) -> None:
        self._delayed -= 1
        self.put(replace(message, attempt=message.attempt + 1))
