"""`door dos`: a DOS door's set-up program, or the door itself, on this terminal."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Final

from door.commands import CliCommand, CommandError, flag, word
from door.commands.parts.shared import settings
from door.commands.play import show
from door.ui.texts import tr

PATIENCE: Final = 5.0
"""Seconds to wait for DOSBox's log after the program's end."""


def dos(args: argparse.Namespace) -> int:
    """Run it. `--try` plays the door, and prints the end of DOSBox's log."""
    chosen = settings(args.board)
    door = chosen.externals.get(args.name)
    if door is None or door.kind != "dos":
        raise CommandError(tr.command.no_dos_door(name=args.name))
    program = " ".join(args.program) or door.setup
    if args.trial:
        program = ""
    elif not program:
        raise CommandError(tr.command.no_dos_setup(name=args.name))
    log, began = chosen.data / "external" / f"{args.name}.log", time.time()
    code = show(args.board, "dos", f"{args.name} {program}".rstrip())
    if args.trial:
        print(_wait_for_log(log, began))
    return code


def _wait_for_log(log: Path, since: float) -> str:
    """Return the log once it is newer than that."""
    ends = time.monotonic() + PATIENCE
    while time.monotonic() < ends:
        try:
            if log.stat().st_mtime >= since - 1:
                return tr.command.dosbox_log(text=log.read_text("utf-8").rstrip())
        except OSError:
            pass
        time.sleep(0.05)
    return tr.command.no_dosbox_log()


COMMANDS: Final = {
    "dos": CliCommand(tr.usage.dos, dos, (
        word("name", "NAME", tr.usage.dos_name),
        word("program", "PROGRAM", tr.usage.dos_program, nargs="*"),
        flag("--try", tr.usage.dos_try, dest="trial"),
    )),
}  # fmt: skip
