"""Everything we take from asyncssh that it has no public API for.

Guarantees: no other module touches a private attribute of a library (ruff's SLF001 enforces it). `USED`
lists each attribute with the asyncssh function that uses it, and both are checked on import. A release that
renamed one is refused at the start, with its name; otherwise a limit would silently be gone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any, Final

import asyncssh

from door.net.ssh.algorithms import Algorithms

RELEASE: Final = "~=2.24.1"
USED: Final = {
    # No callback comes between the client's version and our offer.
    "connection.SSHConnection._recv_version": ("_send_kexinit",),
    # asyncssh offers every client the same, so admitting an old one would weaken it for all.
    "connection.SSHConnection._send_kexinit": (
        "_kex_algs", "_enc_algs", "_mac_algs", "_server_host_key_algs",
    ),
    "connection.SSHServerConnection.choose_server_host_key": ("_server_host_keys",),
    # asyncssh keeps reading while a socket is full, and its answers pile up in memory. Its owner can't be
    # told the address that a proxy names.
    "connection.SSHConnection.connection_made": ("_transport", "_protocol_factory"),
    # asyncssh keeps every variable that a client sends.
    "channel.SSHServerChannel._process_env_request": ("_env",),
}  # fmt: skip
"""Functions of asyncssh, and the private attributes each of them uses. No issue is filed upstream."""

IDLE: Final = ("connection.SSHConnection.pause_writing", "connection.SSHConnection.resume_writing")
"""Functions that do nothing in asyncssh, so we can replace them."""

MOST_VARIABLES, LONGEST_VARIABLE = 32, 256


class WrongRelease(ImportError):
    """An asyncssh release that we don't support. The text is one sentence."""


def _changes() -> Iterator[str]:
    for function, names in USED.items():
        known = _names(function)
        yield from (f"{function} uses no {name}" for name in names if name not in known)
    yield from (f"{function} does something" for function in IDLE if _names(function))


def _names(function: str) -> tuple[str, ...]:
    """Return the names that a function uses."""
    try:
        names: tuple[str, ...] = attrgetter(f"{function}.__code__.co_names")(asyncssh)
    except AttributeError:
        return ()
    return names


if changed := "; ".join(_changes()):
    raise WrongRelease(f"asyncssh {asyncssh.__version__} will not do ({changed}): install asyncssh{RELEASE}")


def connection(
    options: asyncssh.SSHServerConnectionOptions, owner: Callable[[], asyncssh.SSHServer]
) -> asyncssh.SSHServerConnection:
    """Return the protocol of an accepted connection, which `owner()` will own."""
    made = asyncssh.SSHServerConnection(asyncio.get_running_loop(), options)
    made._protocol_factory = owner
    return made


def offer(conn: asyncssh.SSHServerConnection, choose: Callable[[str], Algorithms]) -> None:
    """Make the connection offer what `choose` returns for the client's version line."""
    ours: dict[bytes, Any] = conn._server_host_keys
    send = conn._send_kexinit

    def send_chosen() -> None:
        chosen = choose(conn.get_extra_info("client_version", ""))
        keys = {name: ours[name] for name in chosen.host_keys if name in ours}
        conn._kex_algs, conn._enc_algs, conn._mac_algs = chosen.kex, chosen.ciphers, chosen.macs
        conn._server_host_keys, conn._server_host_key_algs = keys, [*keys]  # type: ignore[assignment]
        send()

    conn._send_kexinit = send_chosen  # type: ignore[method-assign]


def socket_of(
    conn: asyncssh.SSHServerConnection, full: Callable[[], None], free: Callable[[], None]
) -> asyncio.Transport:
    """Return the connection's transport. It now calls `full` when its buffer is full and `free` when there
    is room again."""
    conn.pause_writing, conn.resume_writing = full, free  # type: ignore[method-assign]
    assert conn._transport is not None
    return conn._transport


class _Environment(dict[bytes, bytes]):
    """A channel's environment with a limit on the number and the size of variables."""

    def __setitem__(self, name: bytes, value: bytes) -> None:
        if len(self) < MOST_VARIABLES and len(name) + len(value) <= LONGEST_VARIABLE:
            super().__setitem__(name, value)


def bound_environment(chan: asyncssh.SSHServerChannel[bytes]) -> None:
    """Limit the number and the size of the variables that a client sends."""
    chan._env = _Environment()
