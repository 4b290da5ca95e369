"""`door init DIR` and `door serve`."""

from __future__ import annotations

import argparse
from functools import partial
from typing import Final

from door.commands import Command, CommandError, path, word
from door.server.gc_policy import loading
from door.settings import address, skeleton
from door.settings.models import KINDS
from door.ui.catalogue import tr


def init(args: argparse.Namespace) -> int:
    """Make a board folder and say how to start it."""
    try:
        lines = skeleton.init(args.dir)
    except skeleton.InitError as error:
        raise CommandError(str(error)) from None
    print("\n".join(lines))
    return 0


def serve(args: argparse.Namespace) -> int:
    """Run the board."""
    with loading():
        from door.server.app import serve
    return serve(args.board, {kind: getattr(args, kind) for kind in KINDS})


def _listener(text: str) -> str:
    """Parse "HOST:PORT" or "off"."""
    try:
        address(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


COMMANDS: Final = {
    "serve": Command(tr.usage.serve, serve, tuple(
        word(f"--{kind.replace('_', '-')}", "HOST:PORT", partial(tr.usage.listen, kind=kind), type=_listener)
        for kind in KINDS
    )),
    "init": Command(tr.usage.init, init, (word("dir", "DIR", tr.usage.init_dir, type=path),)),
}  # fmt: skip
