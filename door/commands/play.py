"""`door play`, and pages of the sysop's on this terminal: `door watch`, `chat` and `replay`."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Final

from door.commands import CliCommand, flag, path, word
from door.commands.parts.owner import hand_over, is_running
from door.records.files.disk import open_file
from door.ui.texts import tr


def play(args: argparse.Namespace) -> int:
    """Play on this terminal. A trace gets a line for each event and effect.

    Only its owner can read a trace, because it contains keys, passwords and seeds.
    """
    request = {
        "do": "play", "slug": args.slug or "", "argv": args.toggles, "handle": args.caller or "",
        "plain": args.plain,
    }  # fmt: skip
    if args.slug and not is_running(args.board):
        _check_door(args.board, args.slug)
    if args.trace is None:
        return hand_over(args.board, request)
    with open(args.trace, "w", opener=lambda name, flags: open_file(Path(name), flags)) as file:
        return hand_over(args.board, request, (0, 1, file.fileno()))


def _check_door(board: Path, slug: str) -> None:
    """Raise CommandError if there is no such door, before a board is started for nothing."""
    from door.commands.parts.shared import door_of, settings

    if slug not in settings(board).externals:
        door_of(slug)


def show(board: Path, page: str, arg: str = "", node: int = 0) -> int:
    """Show a page on this terminal. Return the exit code.

    A watcher on a pipe types nothing, so the end of their input doesn't end the watching.
    """
    request = {"do": "page", "page": page, "arg": arg, "node": node}
    if page != "watch" or (os.isatty(0) and os.isatty(1)):
        return hand_over(board, request)
    nothing, _ = os.pipe()
    return hand_over(board, request, (nothing, 1))


COMMANDS: Final = {
    "play": CliCommand(tr.usage.play, play, (
        word("slug", "SLUG", tr.usage.play_slug, nargs="?"),
        word("toggles", "TOGGLE", tr.usage.play_toggles, nargs="*"),
        word("--caller", "NAME", tr.usage.play_caller),
        flag("--plain", tr.usage.play_plain),
        word("--trace", "FILE", tr.usage.play_trace, type=path),
    )),
}  # fmt: skip
