"""From a command to a process on a terminal: what happens between the board and the starter.

Law: nothing runs between fork and exec in the board's process, which has threads; what must
happen there is `starter`'s, a program of its own.  All of this waits, and belongs in a thread.
"""

from __future__ import annotations

import fcntl
import json
import os
import pwd
import secrets
import socket
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from door.ui.catalogue import tr

PATIENCE: Final = 10.0
"""Seconds a program has to be started."""

MARK: Final = "DOOR_VISIT"
"""The variable by which a program's own are known, wherever they have gone."""

_STARTER: Final = Path(__file__).with_name("starter.py")
_IUTF8: Final = 0o40000  # asm-generic/termbits.h; Python's termios names it from 3.14 on
_DISABLED: Final = b"\0"


class StartError(Exception):
    """The program could not be started; one plain sentence for the log."""


@dataclass(frozen=True, slots=True)
class Orders:
    """What is started: `words` the command, `environ` all of its environment.

    `user` is "" for the board's own.  `limits` may hold seconds of `cpu`, bytes of `memory` and
    `processes` of that user.  `echo` is False for callers who see their own typing already.
    """

    words: tuple[str, ...]
    environ: Mapping[str, str]
    folder: str
    user: str = ""
    limits: Mapping[str, int] = field(default_factory=dict)
    cols: int = 80
    rows: int = 24
    utf8: bool = True
    erase: bytes = b"\x7f"
    echo: bool = True


def user_ids(user: str) -> tuple[int, int] | None:
    """The user's numbers, None where that is who the board runs as; StartError where it cannot be."""
    if not user:
        return None
    try:
        known = pwd.getpwnam(user)
    except KeyError:
        raise StartError(tr.program.no_such_user(user=repr(user))) from None
    if known.pw_uid == os.geteuid():
        return None
    if os.geteuid() != 0:
        raise StartError(tr.program.needs_root(user=repr(user)))
    return known.pw_uid, known.pw_gid


class Launched(NamedTuple):
    """A process, the board's end of its terminal, and the mark that all it begins inherits."""

    process: subprocess.Popen[bytes]
    terminal: int
    mark: str


def launched(orders: Orders) -> Launched:
    """The program, running; StartError says why it is not."""
    ids = user_ids(orders.user)
    uid, gid = ids or (None, None)
    mark = secrets.token_hex(8)
    spec = {
        "words": orders.words, "environ": {**orders.environ, MARK: mark}, "folder": orders.folder,
        "user": orders.user, "uid": uid, "gid": gid, "limits": {"core": 0, **orders.limits},
    }  # fmt: skip
    try:
        ours, theirs = os.openpty()
    except OSError as error:
        raise StartError(tr.program.no_terminal(why=error.strerror)) from None
    try:
        _set_up(theirs, orders)
        return Launched(_process(theirs, orders, json.dumps(spec).encode()), ours, mark)
    except BaseException:
        os.close(ours)
        raise
    finally:
        os.close(theirs)


def _process(terminal: int, orders: Orders, spec: bytes) -> subprocess.Popen[bytes]:
    """The process, once it has become the program."""
    here, there = socket.socketpair()
    with here, there:
        argv = [sys.executable, "-I", "-S", str(_STARTER), str(there.fileno())]
        try:
            process = subprocess.Popen(
                argv, stdin=terminal, stdout=terminal, stderr=terminal, pass_fds=(there.fileno(),),
                start_new_session=True, env={}, cwd="/",
            )  # fmt: skip
        except OSError as error:
            raise StartError(tr.program.no_process(why=error.strerror)) from None
        there.close()
        try:
            told = _answer(here, spec)
        except OSError as error:
            told = f"start: {error}"
        if told:
            process.kill()
            process.wait()
            raise StartError(_refused(told, orders))
    return process


def _refused(told: str, orders: Orders) -> str:
    """Say what the starter could not do: a word, and the system's reason."""
    what, _, why = told.partition(": ")
    match what:
        case "user":
            return tr.program.user_refused(user=orders.user, why=why)
        case "folder":
            return tr.program.folder_refused(folder=orders.folder, why=why)
        case "program":
            return tr.program.program_refused(program=orders.words[0], why=why)
        case "terminal":
            return tr.program.terminal_refused(why=why)
        case "limits":
            return tr.program.limits_refused(why=why)
    return tr.program.not_started(why=why)


def _answer(here: socket.socket, spec: bytes) -> str:
    """What the starter has to say; nothing, once it is the program."""
    here.settimeout(PATIENCE)
    here.sendall(spec)
    here.shutdown(socket.SHUT_WR)
    return b"".join(iter(lambda: here.recv(4096), b"")).decode("utf-8", "replace")


def _set_up(terminal: int, orders: Orders) -> None:
    """The terminal as the program finds it: keys are keys, and nothing stops or suspends anything."""
    attributes = termios.tcgetattr(terminal)
    attributes[0] &= ~termios.IXON
    attributes[0] |= _IUTF8 if orders.utf8 else 0
    if not orders.echo:
        attributes[3] = attributes[3] & ~termios.ECHO | termios.ECHONL
    attributes[6][termios.VSUSP] = _DISABLED
    attributes[6][termios.VERASE] = orders.erase
    termios.tcsetattr(terminal, termios.TCSANOW, attributes)
    set_size(terminal, orders.cols, orders.rows)


def set_size(terminal: int, cols: int, rows: int) -> None:
    """The window is columns × rows; who runs on the terminal gets SIGWINCH where that is new."""
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))
