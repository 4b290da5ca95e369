"""The board that owns a data folder, for the commands that need it. If none runs, one is started.

A call is handed over with its terminal or socket (`hand_over`). Few modules are imported here, so that
`door run` starts quickly.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from door.commands import CommandError
from door.net import sanitize
from door.net.control_wire import LONGEST, BadMessage, Message, connect, folder_of, nobody_runs, pack, unpack
from door.ui.texts import tr

if TYPE_CHECKING:
    from door.net.own_terminal import OwnTerminal

START_SECONDS: Final = 60.0
ACT_SECONDS: Final = 10.0
NAP: Final = 0.05
FAILED: Final = 1
MOST_BYTES: Final = 65_536
"""Bytes of `board.yaml` to look at. The settings' reader refuses a longer one."""

_DATA: Final = re.compile(r"^  data: ([\w./-]+)[ \t]*(?:#.*)?$", re.M)


def data_of(board: Path) -> Path:
    """Return the board's data folder. Reads only that from the settings, if they are written as usual."""
    try:
        fd = os.open(board / "config" / "board.yaml", os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        with open(fd, "rb") as file:  # noqa: PTH123 - it may be a FIFO
            text = file.read(MOST_BYTES).decode()
    except (OSError, UnicodeDecodeError):
        text = ""
    found = _DATA.findall(text)
    by_variable = "door_board__data" in map(str.lower, os.environ)
    if not by_variable and len(found) == 1 and len(re.findall(r"\bdata\b[\"']?[ \t]*:", text)) == 1:
        return board / str(found[0])
    from door.commands.parts.shared import settings

    return settings(board).data


# -- connecting --------------------------------------------------------------------------


class OwnerConnection:
    """A connection to the owner, with a request. `first` is its first answer, None if it is just ending."""

    def __init__(self, line: socket.socket, request: Message, descriptors: Sequence[int] = ()) -> None:
        self._line, self._stream = line, line.makefile("rb")
        with contextlib.suppress(OSError):
            socket.send_fds(line, [pack(request)], descriptors)
        self.first = self.get()

    def get(self) -> dict[str, Any] | None:
        """Return the next answer, None at the end. Raises CommandError if the board refuses, is of another
        release, or is silent for longer than the socket waits."""
        try:
            text = self._stream.readline(LONGEST + 1)
        except TimeoutError:
            raise CommandError(tr.command.board_silent()) from None
        except OSError:
            text = b""
        if not text.endswith(b"\n"):
            return None
        try:
            message = unpack(text)
        except BadMessage:
            raise CommandError(tr.command.other_version()) from None
        if "error" in message:
            raise CommandError(str(message["error"]))
        return message

    def answers(self) -> Iterator[dict[str, Any]]:
        answer = self.first
        while answer is not None:
            yield answer
            answer = self.get()

    def put(self, message: Message) -> None:
        """Send more, unless the owner is gone."""
        with contextlib.suppress(OSError):
            self._line.sendall(pack(message))

    def hang_up(self) -> None:
        """Tell the owner that the caller is gone."""
        with contextlib.suppress(OSError):
            self._line.shutdown(socket.SHUT_WR)


def reach(board: Path, data: Path) -> socket.socket | None:
    """Connect to the board's owner. Return None if there is none. Raises CommandError if it can't be
    reached."""
    folder = folder_of(data)
    try:
        return connect(folder)
    except PermissionError:
        raise CommandError(tr.command.other_account(file=folder)) from None
    except OSError as error:
        if nobody_runs(error):
            return None
        why = error.strerror or error
        raise CommandError(tr.command.board_not_reached(board=board, why=why)) from None


def is_running(board: Path) -> bool:
    """True unless the board's data folder has no owner."""
    try:
        connect(folder_of(data_of(board))).close()
    except OSError as error:
        return not nobody_runs(error)
    return True


@contextmanager
def ask_board(board: Path, request: Message, descriptors: Sequence[int] = ()) -> Iterator[OwnerConnection]:
    """Send a request to the board's owner, which is started if there is none. Raises CommandError if it
    can't be reached or refuses."""
    data, limit = data_of(board), time.monotonic() + START_SECONDS
    while time.monotonic() < limit:
        if (line := reach(board, data)) is None:
            _start(board, data)
            continue
        with line:
            connection = OwnerConnection(line, request, descriptors)
            if connection.first is not None:
                yield connection
                return
        time.sleep(NAP)  # it was just ending
    raise CommandError(tr.command.owner_not_started(board=board))


def carried_out(
    data: Path, request: Message, alone: Callable[[], str], descriptors: Sequence[int] = ()
) -> str:
    """Have the owner of the data folder carry out an act; if there is none, own the folder and do it `alone`.
    Return the result. Raises CommandError if it is refused."""
    from door.records.files.owner import NewerRelease, Owned, owning

    limit = time.monotonic() + ACT_SECONDS
    while True:
        try:
            with owning(data):
                return alone()
        except NewerRelease as newer:
            raise CommandError(str(newer)) from None
        except Owned as owned:
            if time.monotonic() > limit:
                raise CommandError(str(owned)) from None
        try:
            with connect(folder_of(data)) as line:
                connection = OwnerConnection(line, request, descriptors)
                for answer in connection.answers():
                    if "done" in answer:
                        return str(answer["done"])
                if connection.first:
                    raise CommandError(tr.command.board_hung_up())
        except OSError as error:
            if not nobody_runs(error):
                raise
        time.sleep(NAP)  # the owner is just starting or ending


def _start(board: Path, data: Path) -> None:
    """Start an owner. Return once it or another one takes connections; raise CommandError if it can't."""
    import subprocess

    folders = str(board.absolute()), str(data.absolute())
    owner = subprocess.Popen(
        [sys.executable, "-m", "door.server.on_demand", *folders], cwd="/",
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        start_new_session=True, text=True,
    )  # fmt: skip
    assert owner.stdout is not None
    said = list[str]()
    with owner.stdout as output:
        for text in output:
            if text == "ready\n":
                owner.returncode = 0  # it goes on, and nobody waits for it
                return
            said.append(text)
    owner.wait()
    raise CommandError("".join(said).strip() or tr.command.owner_not_started(board=board))


# -- handing a call over -----------------------------------------------------------------


def hand_over(
    board: Path,
    request: dict[str, Any],
    descriptors: Sequence[int] = (0, 1),
    got: Callable[[Message], object] = print,
) -> int:
    """Hand a call over, and wait for its end; return its exit code. `got` is called with the other answers.

    SIGTERM and SIGINT end the call with a sentence, SIGHUP at once.
    """
    descriptors = [*map(_or_null, descriptors[:2]), *descriptors[2:]]
    terminal = _terminal(descriptors)
    request |= about_terminal(terminal)
    said, code = str(tr.command.board_hung_up()), FAILED
    with contextlib.ExitStack() as undo:
        for descriptor in descriptors:  # a killed owner leaves them as they are
            undo.callback(os.set_blocking, descriptor, os.get_blocking(descriptor))
        if terminal:
            undo.callback(terminal.raw())
        call = undo.enter_context(ask_board(board, request, descriptors))
        undo.enter_context(_signals(call, terminal))
        for answer in call.answers():
            if "exit" in answer:
                said, code = str(answer["said"]), int(answer["exit"])
                break
            if "taken" not in answer:
                got(answer)
    if said:
        print(f"door {request['do']}: {said}" if request["do"] == "run" else said, file=sys.stderr)
    return code


def _or_null(descriptor: int) -> int:
    """Return the descriptor, or one without input and output if the shell has closed it."""
    try:
        os.fstat(descriptor)
    except OSError:
        return os.open(os.devnull, os.O_RDWR)
    return descriptor


def _terminal(descriptors: Sequence[int]) -> OwnTerminal | None:
    """Return the terminal that both descriptors are, or None."""
    if not all(map(os.isatty, descriptors[:2])):
        return None
    from door.net.own_terminal import OwnTerminal

    return OwnTerminal()


def about_terminal(terminal: OwnTerminal | None) -> dict[str, Any]:
    """Return what the owner should know about the terminal."""
    kept = sanitize.pick_variables(os.environ, sanitize.VARIABLES)
    about: dict[str, Any] = {"kind": "pipe", "charset": sanitize.charset_of_locale(kept)}
    if terminal:
        if not terminal.coloured:
            kept["NO_COLOR"] = "1"
        about |= {"kind": "local", "term": os.environ.get("TERM", ""), "size": terminal.size}
    return {**about, "environ": kept}


@contextmanager
def _signals(call: OwnerConnection, terminal: OwnTerminal | None) -> Iterator[None]:
    """Pass this command's signals on to its call."""

    def resize() -> None:
        if terminal and terminal.size:
            call.put({"size": terminal.size})

    doings: dict[signal.Signals, Callable[[], None]] = {
        signal.SIGHUP: call.hang_up,
        signal.SIGTERM: lambda: call.put({"do": "stop"}),
        signal.SIGINT: lambda: call.put({"do": "stop"}),
        signal.SIGWINCH: resize,
    }
    with contextlib.ExitStack() as undo:
        for number, doing in doings.items():
            undo.callback(signal.signal, number, signal.signal(number, lambda *_, do=doing: do()))
        resize()
        yield
