"""`door nodes`, `message`, `announce`, `hangup`, `minutes`, `watch`, `chat` and `log`: control a running
board through its own socket.
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

from door.commands import CliCommand, CommandError, flag, up_to, word
from door.commands.parts.owner import OwnerConnection, data_of, is_running, reach
from door.commands.parts.shared import settings, style
from door.commands.play import show
from door.net.control_wire import Message
from door.records.files.disk import open_to_read
from door.server.log import trail
from door.term.charset import clean
from door.ui.texts import tr

PATIENCE: Final = 30.0
"""Seconds to wait for the board's answer."""

END_OF_LOG: Final = 1 << 20
LONGEST_LINE: Final = 500
"""Bytes to read from the end of the log's file, and characters to show per line."""

HEAD: Final = (
    tr.command.nodes_node, tr.command.nodes_caller, tr.command.nodes_where, tr.command.nodes_idle,
    tr.command.nodes_minutes, tr.command.nodes_address, tr.command.nodes_client, tr.command.nodes_screen,
)  # fmt: skip


class NotRunning(CommandError):
    """No board runs in that folder."""


def ask(board: Path, request: Message, patience: float | None = PATIENCE) -> Iterator[dict[str, Any]]:
    """Send a request to the board that runs in that folder, and yield its answers. Raises NotRunning, and
    CommandError if the board refuses or is silent for longer than its `patience`."""
    if (line := reach(board, data_of(board))) is None:
        raise NotRunning(tr.command.no_board_runs(board=board))
    with line:
        line.settimeout(patience)
        for message in OwnerConnection(line, request).answers():
            if message.get("end"):
                return
            yield message
            if "done" in message:
                return
    raise CommandError(tr.command.board_hung_up())


# -- one question, one answer ------------------------------------------------------------------


def nodes(args: argparse.Namespace) -> int:
    """Print a table of all calls, and how many letters wait."""
    answers = [*ask(args.board, {"do": "nodes"})]
    cards = [message["node"] for message in answers if "node" in message]
    rows = [tuple(str(head) for head in HEAD), *(_row(card) for card in cards)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(HEAD))]
    head, *lines = ("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)
    print("\n".join([style("bold", head), *lines]) if cards else tr.command.nobody_on_board())
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
    text = getattr(args, "text", "") or ""
    text = " ".join(text) if isinstance(text, list) else text
    if not text.isprintable():
        raise CommandError(tr.command.text_not_one_line())
    for message in ask(args.board, {"do": name, "node": getattr(args, "node", 0), "text": text}):
        print(message.get("done", ""))
    return 0


def log(args: argparse.Namespace) -> int:
    """Print the end of the log, and with -f what follows. If the board is down, read the file."""
    if args.trail:
        if args.follow or args.host:
            raise CommandError(tr.command.trail_is_of_files())
        return _print_file(args)
    asked = {"do": "log", "lines": args.lines, "word": args.word or "", "follow": args.follow,
             "host": args.host}  # fmt: skip
    try:
        for message in ask(args.board, asked, None if args.follow else PATIENCE):
            for text in message.get("lines", ()):
                print(text, flush=args.follow)
    except NotRunning:
        if args.host:
            raise
        _print_file(args)
        if args.follow:
            raise
    return 0


def _print_file(args: argparse.Namespace) -> int:
    """Print the last lines of the log's file, or of the trail in all of them, safe for a terminal."""
    chosen, word = settings(args.board), (args.word or "").casefold()
    if chosen.log_file is None:
        raise CommandError(tr.command.no_log_kept())
    rows = trail(chosen) if args.trail else _end_of(chosen.log_file)
    found = [clean(row, LONGEST_LINE) for row in rows if word in row.casefold()]
    for row in found[len(found) - min(args.lines, len(found)) :]:
        print(row)
    return 0


def _end_of(path: Path) -> list[str]:
    with open_to_read(path) as file:
        file.seek(max(0, file.seek(0, os.SEEK_END) - END_OF_LOG))
        return file.read().decode("utf-8", "replace").splitlines()


def attach(page: str, args: argparse.Namespace) -> int:
    """Watch a node, or chat with its caller, on this terminal."""
    if not is_running(args.board):  # don't start one for this
        raise NotRunning(tr.command.no_board_runs(board=args.board))
    return show(args.board, page, node=args.node)


def _node(text: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]{0,4}", text, re.ASCII):
        raise argparse.ArgumentTypeError(tr.usage.not_a_node(text=repr(text)))
    return int(text)


_NODE: Final = word("node", "NODE", tr.usage.node, type=_node)
_TEXT: Final = word("text", "TEXT", tr.usage.line_text, nargs="+")

COMMANDS: Final = {
    "nodes": CliCommand(tr.usage.nodes, nodes),
    "message": CliCommand(tr.usage.message, partial(act, "message"), (_NODE, _TEXT)),
    "announce": CliCommand(tr.usage.announce, partial(act, "announce"), (_TEXT,)),
    "hangup": CliCommand(tr.usage.hangup, partial(act, "hang-up"),
                      (_NODE, word("--reason", "TEXT", tr.usage.hangup_reason, dest="text"))),
    "minutes": CliCommand(tr.usage.minutes, partial(act, "minutes"),
                       (_NODE, word("text", "N", tr.usage.minutes_more))),
    "health": CliCommand(tr.usage.health, partial(act, "health")),
    "watch": CliCommand(tr.usage.watch, partial(attach, "watch"), (_NODE,)),
    "chat": CliCommand(tr.usage.chat, partial(attach, "chat"), (_NODE,)),
    "log": CliCommand(tr.usage.log, log, (
        word("word", "WORD", tr.usage.log_word, nargs="?"),
        flag("-f", tr.usage.log_follow, dest="follow"),
        flag("--trail", tr.usage.log_trail),
        word("--host", "NAME", tr.usage.log_host, default=""),
        word("--lines", "N", tr.usage.log_lines, type=up_to(1000, tr.usage.not_lines), default=20),
    )),
}  # fmt: skip
