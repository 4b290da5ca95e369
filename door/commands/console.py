"""`door nodes`, `message`, `announce`, `hangup`, `minutes`, `watch`, `chat` and `log`: the sysop's hand on a
board that runs, by its own socket."""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

from door.commands import CommandError
from door.commands.shared import settings
from door.commands.styled import styled
from door.net.control import (
    LONGEST,
    PIECE,
    BadMessage,
    Message,
    connected,
    folder_of,
    nobody_runs,
    pack,
    unpack,
)
from door.net.line import Data, HungUp, LostCaller, Resized
from door.net.stdio import StdioLine, open_stdio
from door.term.charset import clean
from door.ui.texts import tr

PATIENCE: Final = 30.0
"""Seconds a board has to answer."""

END_OF_LOG: Final = 1 << 20
LONGEST_LINE: Final = 500
"""Bytes of the log's file that are read, from its end, and characters of a line that are shown."""

HEAD: Final = (
    tr.command.nodes_node, tr.command.nodes_caller, tr.command.nodes_where, tr.command.nodes_idle,
    tr.command.nodes_minutes, tr.command.nodes_address, tr.command.nodes_client, tr.command.nodes_screen,
)  # fmt: skip


class NotRunning(CommandError):
    """No board runs in that folder."""


@contextmanager
def _board(board: Path) -> Iterator[socket.socket]:
    """A connection to the board that runs in that folder; NotRunning where none does."""
    folder = folder_of(settings(board).data)
    try:
        line = connected(folder)
    except OSError as error:
        if nobody_runs(error):
            raise NotRunning(tr.command.no_board_runs(board=board)) from None
        raise CommandError(tr.command.board_not_reached(board=board, why=error.strerror or error)) from None
    with line:
        line.settimeout(PATIENCE)
        yield line


def _answers(line: socket.socket, request: Message, patient: bool = False) -> Iterator[dict[str, Any]]:
    """Sends a request; the answers to it, up to its end.  CommandError for what the board refuses."""
    with contextlib.suppress(OSError):
        line.sendall(pack(request))
    line.settimeout(None if patient else PATIENCE)
    with line.makefile("rb") as stream:
        while True:
            try:
                text = stream.readline(LONGEST + 1)
            except TimeoutError:
                raise CommandError(tr.command.board_silent()) from None
            except OSError:
                text = b""
            if not text.endswith(b"\n"):
                raise CommandError(tr.command.board_hung_up())
            message = _read(text)
            if message.get("end"):
                return
            yield message
            if "done" in message:
                return


def _read(text: bytes) -> dict[str, Any]:
    try:
        message = unpack(text)
    except BadMessage:
        raise CommandError(tr.command.other_version()) from None
    if "error" in message:
        raise CommandError(str(message["error"]))
    return message


# -- one question, one answer ------------------------------------------------------------------


def nodes(args: argparse.Namespace) -> int:
    """A table of every call, and how many letters wait."""
    with _board(args.board) as line:
        answers = list(_answers(line, {"do": "nodes"}))
    cards = [message["node"] for message in answers if "node" in message]
    rows = [tuple(str(head) for head in HEAD), *(_row(card) for card in cards)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(HEAD))]
    head, *lines = ("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)
    print("\n".join([styled("bold", head), *lines]) if cards else tr.command.nobody_on_board())
    for message in answers:
        if "letters" in message:
            letters = tr.count.letters(n=message["letters"])
            if joined := message["joined"]:
                print(tr.command.letters_to_sysop_joined(letters=letters, handles=joined))
            else:
                print(tr.command.letters_to_sysop(letters=letters))
    return 0


def _row(card: dict[str, Any]) -> tuple[str, ...]:
    idle = f"{card['idle'] // 60}:{card['idle'] % 60:02d}"
    marks = [tr.command.node_in_chat()] * bool(card["talking"])
    marks += [tr.command.node_watched()] * bool(card["watched"])
    return (
        str(card["node"]), card["handle"] or tr.command.node_logging_on(), card["where"], idle,
        str(card["minutes"]), card["address"] or "-", card["client"], ", ".join([card["screen"], *marks]),
    )  # fmt: skip


def act(name: str, args: argparse.Namespace) -> int:
    """Something done to one node, or to all of them."""
    text = " ".join(args.text) if isinstance(args.text, list) else args.text or ""
    if not text.isprintable():
        raise CommandError(tr.command.text_not_one_line())
    with _board(args.board) as line:
        for message in _answers(line, {"do": name, "node": getattr(args, "node", 0), "text": text}):
            print(message.get("done", ""))
    return 0


def tell(board: Path, whom: Callable[[dict[str, Any]], bool], text: str, act: str = "message") -> None:
    """Has something done with a text to those calls, by what `door nodes` knows of each, where a board
    runs: "put-out" ends that of somebody who is banned, for that reason or ("") by address."""
    with contextlib.suppress(CommandError):
        with _board(board) as line:
            cards = [one["node"] for one in _answers(line, {"do": "nodes"}) if "node" in one]
        for card in cards:
            if whom(card):
                with _board(board) as line:
                    list(_answers(line, {"do": act, "node": card["node"], "text": text}))


def log(args: argparse.Namespace) -> int:
    """Print the end of the log, and with -f what follows.  A board that is down has the file alone."""
    asked = {"do": "log", "lines": args.lines, "word": args.word or "", "follow": args.follow}
    try:
        with _board(args.board) as line:
            for message in _answers(line, asked, patient=args.follow):
                for text in message.get("lines", ()):
                    print(text, flush=args.follow)
    except NotRunning:
        for text in _written(args):
            print(text)
        if args.follow:
            raise
    return 0


def _written(args: argparse.Namespace) -> list[str]:
    """The last lines of the log's file, those with a word in them; safe to show on a terminal."""
    path, word = settings(args.board).log_file, (args.word or "").casefold()
    if path is None:
        raise CommandError(tr.command.no_log_kept())
    with path.open("rb") as file:
        file.seek(max(0, file.seek(0, os.SEEK_END) - END_OF_LOG))
        rows = file.read().decode("utf-8", "replace").splitlines()
    found = [clean(row, LONGEST_LINE) for row in rows if word in row.casefold()]
    return found[len(found) - min(args.lines, len(found)) :]


# -- on this terminal ----------------------------------------------------------------------------


def attach(page: str, args: argparse.Namespace) -> int:
    """Watches a node, or talks to its caller, on this terminal."""
    with _board(args.board) as line:
        return asyncio.run(_attached(page, args.node, line))


async def _attached(page: str, node: int, line: socket.socket) -> int:
    terminal = await open_stdio(environ=os.environ)
    try:
        line.setblocking(False)
        reader, writer = await asyncio.open_unix_connection(sock=line, limit=2 * LONGEST)
        hints = terminal.hints
        cols, rows = hints.size or (None, None)
        about: dict[str, Any] = {
            "kind": hints.kind, "term": hints.term, "cols": cols, "rows": rows,
            "charset": hints.charset, "environ": hints.environ,
        }  # fmt: skip
        writer.write(pack({"do": "attach", "page": page, "node": node, **about}))
        patient = page == "watch" and hints.kind == "pipe"
        typing = asyncio.create_task(_typing(terminal, writer, patient))
        try:
            await _showing(terminal, reader)
        finally:
            typing.cancel()
            writer.close()
    finally:
        await terminal.hang_up()
    return 0


async def _typing(terminal: StdioLine, writer: asyncio.StreamWriter, patient: bool) -> None:
    """What is typed here, and this window's size, to the board.

    A watcher who is `patient` types nothing, and the end of a pipe's input is no good-bye.
    """
    with contextlib.suppress(OSError):
        while True:
            event = await terminal.receive()
            if isinstance(event, HungUp):
                if not patient:
                    writer.write_eof()
                return
            if isinstance(event, Data):
                for at in range(0, len(event.data), PIECE):
                    piece = base64.b64encode(event.data[at : at + PIECE]).decode()
                    writer.write(pack({"data": piece}))
            if isinstance(event, Resized):
                writer.write(pack({"size": [event.cols, event.rows]}))
            await writer.drain()


async def _showing(terminal: StdioLine, reader: asyncio.StreamReader) -> None:
    """What the board sends, on this terminal, to its end."""
    while text := await reader.readline():
        if not text.endswith(b"\n"):
            return
        message = _read(text)
        if "data" in message:
            try:
                await terminal.send(base64.b64decode(message["data"]))
            except LostCaller:
                return


ACTIONS: Final[dict[str, Callable[[argparse.Namespace], int]]] = {
    "nodes": nodes,
    "log": log,
    **{name: partial(act, name) for name in ("message", "announce", "hangup", "minutes")},
    **{page: partial(attach, page) for page in ("watch", "chat")},
}
