"""Connect to a door elsewhere: by rlogin, telnet or SSH, or through BBSLink or DoorParty.

Guarantees: connecting takes `SECONDS` at most, whatever the other side does, and so does the wait for the
first byte by telnet and rlogin. Only the file's host is called. A host key is kept when it is first seen, and
a different one is refused. Every failure is a `FarError`: a sentence for the caller and a reason for the log,
without secrets.

BBSLink: `GET /token.php?key=KEY`, then `GET /auth.php` with the codes hashed with the token (its choice is
MD5 over plain HTTP), whose body must be "complete"; then telnet to the same host. DoorParty: SSH with the
board's name and password, and rlogin to the host's port 513 through that connection.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import importlib
import os
import secrets
import socket
import string
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from door import __version__
from door.external.far.codec import SPEED, Codec, PlainCodec, RloginCodec, TelnetCodec
from door.external.far.values import FarCaller, FarDoor, FarError
from door.ui.texts import tr

SECONDS: Final = 15.0
LIMIT: Final = 16 * 1024
"""Bytes that a connection holds unread. Then it reads no more."""

LONGEST_ANSWER: Final = 64 * 1024
"""Most bytes of an answer by HTTP."""

ALIVE: Final = {"TCP_KEEPIDLE": 60, "TCP_KEEPINTVL": 20, "TCP_KEEPCNT": 3, "TCP_NODELAY": 1}
"""Options of a connection: a dead one is found within two minutes."""

_LOOKUPS: Final = ThreadPoolExecutor(2, "far-names")
"""A slow name server must not hold up the board's other threads."""


@dataclass(slots=True)
class FarConnection:
    """A connection that stands: asyncio's streams or asyncssh's, and the codec on them.

    `urgent` returns an urgent byte that has arrived, or None. `resize` tells SSH the window's size.
    """

    reader: Any
    writer: Any
    codec: Codec
    urgent: Callable[[], int | None] = lambda: None
    resize: Callable[[int, int], object] = lambda cols, rows: None
    close: Callable[[], object] = lambda: None

    @property
    def unsent(self) -> int:
        """Return how many bytes the other side hasn't taken."""
        channel = getattr(self.writer, "channel", None) or self.writer.transport
        return int(channel.get_write_buffer_size())


async def dial(door: FarDoor, caller: FarCaller, hosts: Path) -> FarConnection:
    """Connect. `hosts` is the file of known host keys, as OpenSSH has it. Raises FarError."""
    async with in_time(door):
        return await _WAYS[door.kind](door, caller, hosts)


@contextlib.asynccontextmanager
async def in_time(door: FarDoor) -> AsyncIterator[None]:
    """Raise FarError if the other side doesn't answer in time."""
    try:
        async with asyncio.timeout(SECONDS):
            yield
    except TimeoutError:
        raise FarError(tr.external.far_silent(name=door.name), f"no answer in {SECONDS:.0f} s") from None


# -- TCP ---------------------------------------------------------------------------------------------


async def _tcp(door: FarDoor, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection(sock=await _socket(door, port), limit=LIMIT)


async def _socket(door: FarDoor, port: int) -> socket.socket:
    """Return a connected socket, which notices a line that is dead."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.run_in_executor(
            _LOOKUPS, lambda: socket.getaddrinfo(door.host, port, type=socket.SOCK_STREAM)
        )
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or "not a name"
        raise FarError(tr.external.far_not_found(name=door.name), f"{door.host}: {why}") from None
    reason = "no address"
    for family, kind, number, _, address in found:
        line = socket.socket(family, kind, number)
        try:
            line.setblocking(False)
            line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            for name, value in ALIVE.items():
                line.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
            await loop.sock_connect(line, address)
        except OSError as error:
            line.close()
            reason = os.strerror(error.errno) if error.errno else str(error)
        except BaseException:
            line.close()
            raise
        else:
            return line
    raise FarError(tr.external.far_refuses_calls(name=door.name), f"{door.host}:{port}: {reason}")


def _urgent_of(writer: asyncio.StreamWriter) -> Callable[[], int | None]:
    def urgent() -> int | None:
        with contextlib.suppress(OSError, ValueError):
            descriptor = socket.dup(writer.get_extra_info("socket").fileno())
            with socket.socket(fileno=descriptor) as own:
                return (own.recv(1, socket.MSG_OOB | socket.MSG_DONTWAIT) or [None])[0]
        return None

    return urgent


async def _rlogin(door: FarDoor, caller: FarCaller, hosts: Path) -> FarConnection:
    reader, writer = await _tcp(door, door.port)
    return FarConnection(reader, writer, _rlogin_of(door, caller, door.password, caller.login),
                      _urgent_of(writer), close=writer.close)  # fmt: skip


def _rlogin_of(door: FarDoor, caller: FarCaller, first: str, second: str) -> RloginCodec:
    terminal = f"xtrn={door.door}" if door.door else f"{caller.terminal}/{SPEED}"
    size = caller.cols, caller.rows
    inside = TelnetCodec(caller.terminal, *size, door.name) if door.strips_telnet else None
    return RloginCodec(first, second, terminal, *size, door.name, inside)


async def _telnet(door: FarDoor, caller: FarCaller, hosts: Path) -> FarConnection:
    return await _telnet_at(door, caller, door.port)


async def _telnet_at(door: FarDoor, caller: FarCaller, port: int) -> FarConnection:
    reader, writer = await _tcp(door, port)
    codec = TelnetCodec(caller.terminal, caller.cols, caller.rows, door.name)
    return FarConnection(reader, writer, codec, close=writer.close)


# -- SSH -----------------------------------------------------------------------------------------------


async def _ssh(door: FarDoor, caller: FarCaller, hosts: Path) -> FarConnection:
    connection = await _logged_on(door, caller.login, hosts)
    try:
        process = await connection.create_process(
            door.command or None, term_type=caller.terminal, term_size=(caller.cols, caller.rows),
            encoding=None, stderr=subprocess.STDOUT,
        )  # fmt: skip
    except BaseException as error:
        connection.abort()
        raise _far_error(door, error) from None
    return FarConnection(process.stdout, process.stdin, PlainCodec(),
                      resize=lambda cols, rows: process.change_terminal_size(cols, rows),
                      close=connection.abort)  # fmt: skip


async def _doorparty(door: FarDoor, caller: FarCaller, hosts: Path) -> FarConnection:
    connection = await _logged_on(door, door.login, hosts)
    try:
        reader, writer = await connection.open_connection(door.host, door.rlogin, encoding=None)
    except BaseException as error:
        connection.abort()
        raise _far_error(door, error) from None
    codec = _rlogin_of(door, caller, caller.login, f"[{door.tag}]{caller.login}")
    return FarConnection(reader, writer, codec, close=connection.abort)


async def _logged_on(door: FarDoor, user: str, hosts: Path) -> Any:
    """Return asyncssh's connection."""
    ssh: Any = await asyncio.to_thread(importlib.import_module, "asyncssh")
    kept = await asyncio.to_thread(_kept_key, hosts, door.at)
    seen: list[Any] = []

    class Client(ssh.SSHClient):  # type: ignore[misc]
        def validate_host_public_key(self, host: str, addr: Any, port: int, key: Any) -> bool:
            seen[:] = [key]
            return not kept or kept == _text_of(key)

    try:
        client_keys = [ssh.import_private_key(door.key)] if door.key else None
    except ssh.KeyImportError as error:
        raise FarError(tr.external.far_refuses(name=door.name), f"ssh_key: {error}") from None
    line = await _socket(door, door.port)
    try:
        connection = await ssh.connect(
            sock=line, username=user, password=door.password or None, client_keys=client_keys,
            client_factory=Client, known_hosts=([], [], []), agent_path=None, config=None, gss_host=None,
            server_host_key_algs=[kept.split()[0]] if kept and not kept.startswith("ssh-rsa") else (),
            keepalive_interval=60, keepalive_count_max=3, login_timeout=SECONDS, window=65536,
            x509_trusted_certs=None,
        )  # fmt: skip
    except BaseException as error:
        line.close()
        if kept and seen and _text_of(seen[0]) != kept:
            why = f"{door.at} has another host key than in {hosts}: delete its line if that is right"
            raise FarError(tr.external.far_key_changed(name=door.name), why) from None
        raise _far_error(door, error) from None
    if not kept and seen:
        await asyncio.to_thread(_keep_key, hosts, door.at, _text_of(seen[0]))
    return connection


def _text_of(key: Any) -> str:
    return " ".join(key.export_public_key().decode().split()[:2])


def _kept_key(hosts: Path, at: str) -> str:
    """Return the host's key, or "" if it was never seen."""
    try:
        lines = hosts.read_text(encoding="ascii", errors="replace").splitlines()
    except FileNotFoundError:
        return ""
    found = [line.partition(" ")[2] for line in lines if line.partition(" ")[0] == _host_of(at)]
    return " ".join(found[-1].split()[:2]) if found else ""


def _host_of(at: str) -> str:
    """Return an address as OpenSSH writes it into known_hosts."""
    host, _, port = at.rpartition(":")
    return f"[{host.strip('[]')}]:{port}"


def _keep_key(hosts: Path, at: str, key: str) -> None:
    hosts.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with hosts.open("a", encoding="ascii") as file:
        hosts.chmod(0o600)
        file.write(f"{_host_of(at)} {key}\n")


def _far_error(door: FarDoor, error: BaseException) -> BaseException:
    """Return what to raise for an error of SSH."""
    if isinstance(error, asyncio.CancelledError | FarError):
        return error
    denied = type(error).__name__ == "PermissionDenied"
    why = tr.external.far_refuses if denied else tr.external.far_hung_up
    return FarError(why(name=door.name), f"{door.at}: {' '.join(str(error).split())[:200]}")


# -- BBSLink ---------------------------------------------------------------------------------------------


async def _bbslink(door: FarDoor, caller: FarCaller, hosts: Path) -> FarConnection:
    key = "".join(secrets.choice(string.ascii_letters) for _ in range(6))
    token = await _get(door, f"/token.php?key={key}", {})
    if not (token and len(token) <= 200 and token.isascii() and token.isprintable()):
        raise FarError(tr.external.far_strange(name=door.name), f"{door.at}: its token is {token[:60]!r}")
    said = await _get(door, f"/auth.php?key={key}", {
        "X-User": str(caller.number), "X-System": door.system, "X-Auth": _md5(door.auth + token),
        "X-Code": _md5(door.scheme + token), "X-Rows": str(caller.rows), "X-Key": key, "X-Door": door.door,
        "X-Token": token, "X-Type": "the-door", "X-Version": __version__,
    })  # fmt: skip
    if said != "complete":
        raise FarError(tr.external.far_refuses(name=door.name), f"{door.at}: it says {said[:200]!r}")
    return await _telnet_at(door, caller, door.telnet)


def _md5(text: str) -> str:
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()


async def _get(door: FarDoor, path: str, headers: dict[str, str]) -> str:
    """Return the body of a page."""
    reader, writer = await _tcp(door, door.port)
    try:
        lines = [f"GET {path} HTTP/1.0", f"Host: {door.host}", *(f"{k}: {v}" for k, v in headers.items())]
        writer.write("\r\n".join([*lines, "", ""]).encode())
        answer = bytearray()
        while data := await reader.read(LIMIT):
            answer += data
            if len(answer) > LONGEST_ANSWER:
                raise FarError(tr.external.far_strange(name=door.name), f"{door.at}: an answer without end")
    except OSError as error:
        raise FarError(tr.external.far_hung_up(name=door.name), f"{door.at}: {error}") from None
    finally:
        writer.close()
    head, blank, body = bytes(answer).partition(b"\r\n\r\n")
    if not blank or head.split()[1:2] != [b"200"]:
        first = head.partition(b"\r\n")[0][:80]
        raise FarError(tr.external.far_strange(name=door.name), f"{door.at}: it answers {first!r} by HTTP")
    return body.decode("ascii", "replace").strip()


_WAYS: Final[dict[str, Callable[[FarDoor, FarCaller, Path], Awaitable[FarConnection]]]] = {
    "rlogin": _rlogin, "telnet": _telnet, "ssh": _ssh, "bbslink": _bbslink, "doorparty": _doorparty,
}  # fmt: skip
