"""Start an external door's command as a process on a terminal, and check whether this machine can."""

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
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from door.ui.texts import tr

# -- start -----------------------------------------------------------------------------------------
#
# The board has threads, so nothing runs between fork and exec in its process. `starter`, a program of its
# own, does that part. Everything here blocks and belongs in a thread.

PATIENCE: Final = 10.0
"""Seconds for a program to start."""

MARK: Final = "DOOR_VISIT"
"""The environment variable that identifies a visit's processes."""

_STARTER: Final = Path(__file__).with_name("starter.py")
_IUTF8: Final = 0o40000  # asm-generic/termbits.h; Python's termios names it from 3.14 on
_DISABLED: Final = b"\0"


class ProgramStartError(Exception):
    """The program could not be started. The text is one sentence for the log."""


@dataclass(frozen=True, slots=True)
class Orders:
    """A program to start: `words` is the command, `environ` its whole environment.

    `user` is "" for the board's own. `limits` may hold seconds of `cpu`, bytes of `memory` and `processes`
    of that user. `echo` is False for callers whose client echoes. `grace`: seconds that it has to save
    after the hang-up. `hands` are open files that it inherits.
    `script` is a Python program of ours, which gets the words as its arguments and needs no right to be read.
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
    grace: float = 10.0
    hands: tuple[int, ...] = ()
    script: str = ""


def user_ids(user: str) -> tuple[int, int] | None:
    """Return the user's ids, or None for the board's own user.

    Raises ProgramStartError if the board can't use that user.
    """
    if not user:
        return None
    try:
        known = pwd.getpwnam(user)
    except KeyError:
        raise ProgramStartError(tr.program.no_such_user(user=repr(user))) from None
    if known.pw_uid == os.geteuid():
        return None
    if os.geteuid() != 0:
        raise ProgramStartError(tr.program.needs_root(user=repr(user)))
    return known.pw_uid, known.pw_gid


class Launched(NamedTuple):
    """A process, the board's end of its terminal, and the mark that its children inherit."""

    process: subprocess.Popen[bytes]
    terminal: int
    mark: str


def launch(orders: Orders) -> Launched:
    """Start the program. Raises ProgramStartError with the reason."""
    ids = user_ids(orders.user)
    uid, gid = ids or (None, None)
    mark = secrets.token_hex(8)
    spec = {
        "words": orders.words, "environ": {**orders.environ, MARK: mark}, "folder": orders.folder,
        "user": orders.user, "uid": uid, "gid": gid, "limits": {"core": 0, **orders.limits},
        "script": orders.script,
    }  # fmt: skip
    try:
        ours, theirs = os.openpty()
    except OSError as error:
        raise ProgramStartError(tr.program.no_terminal(why=error.strerror)) from None
    try:
        _set_up(theirs, orders)
        return Launched(_process(theirs, orders, json.dumps(spec).encode()), ours, mark)
    except BaseException:
        os.close(ours)
        raise
    finally:
        os.close(theirs)


def _process(terminal: int, orders: Orders, spec: bytes) -> subprocess.Popen[bytes]:
    """Wait until the process has become the program."""
    here, there = socket.socketpair()
    with here, there:
        argv = [sys.executable, "-I", "-S", str(_STARTER), str(there.fileno())]
        try:
            process = subprocess.Popen(
                argv, stdin=terminal, stdout=terminal, stderr=terminal,
                pass_fds=(there.fileno(), *orders.hands),
                start_new_session=True, env={}, cwd="/",
            )  # fmt: skip
        except OSError as error:
            raise ProgramStartError(tr.program.no_process(why=error.strerror)) from None
        there.close()
        try:
            told = _answer(here, spec)
        except OSError as error:
            told = f"start: {error}"
        if told:
            process.kill()
            process.wait()
            raise ProgramStartError(_starter_error(told, orders))
    return process


def _starter_error(told: str, orders: Orders) -> str:
    """Return the starter's error as a sentence: a word, and the system's reason."""
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
    """Read the starter's answer, which is empty once it has become the program."""
    here.settimeout(PATIENCE)
    here.sendall(spec)
    here.shutdown(socket.SHUT_WR)
    return b"".join(iter(lambda: here.recv(4096), b"")).decode("utf-8", "replace")


def _set_up(terminal: int, orders: Orders) -> None:
    """Set up the terminal: keys are plain keys, and nothing stops or suspends a program."""
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
    """Set the window to columns × rows. If that is a change, the program gets SIGWINCH."""
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))


# -- check -----------------------------------------------------------------------------------------


def faults(program: str, folder: Path | None, user: str) -> Iterator[tuple[str, str]]:
    """Return faults as (the setting's key, the reason). `folder` is None if the setting is empty."""
    path = Path(program)
    if path.is_dir():
        yield "command", tr.program.is_a_folder(program=program)
    elif not path.is_file():
        yield "command", tr.program.is_no_file(program=program)
    elif not os.access(path, os.X_OK):
        yield "command", tr.program.cannot_be_run(program=program)
    if folder is not None and not folder.is_dir():
        yield "folder", tr.program.no_folder(folder=folder)
    elif folder is not None and not os.access(folder, os.X_OK):
        yield "folder", tr.program.folder_closed(folder=folder)
    try:
        user_ids(user)
    except ProgramStartError as error:
        yield "user", str(error)


def far_warnings(name: str, host: str) -> Iterator[str]:
    """Return a warning if a door's host has no address now."""
    try:
        socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or error
        yield tr.program.host_unknown(name=name, host=host, why=why)


def warnings(name: str, user: str) -> Iterator[str]:
    """Return warnings: not faults, but the sysop should know."""
    if os.geteuid() == 0:
        with suppress(ProgramStartError):  # a fault, reported elsewhere
            if user_ids(user) is None:
                yield tr.program.runs_as_root(name=name)
