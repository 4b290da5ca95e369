"""`door run SLUG --dropfile PATH`: one caller of another board, in one door.

Standard input and output belong to the caller. Messages for the sysop go to the log and to standard error.
The exit code tells the host the result: 0 the caller was served (even if they hung up), 1 we could not serve
them, 2 the command line or the drop file is wrong.

The board that owns the data folder serves the caller; this process hands their line over and waits.
"""

from __future__ import annotations

import argparse
import base64
import contextlib
import logging
import os
import stat
import sys
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final

from door.commands import CliCommand, CommandError, path, word
from door.commands.parts.owner import hand_over
from door.dropfile import DropFile, DropFileError, read
from door.ui.texts import tr

FAILED, WRONG = 1, 2
SENT: Final = ("kind", "alias", "bbs", "node", "seconds", "ansi", "cols", "rows", "charset", "note")


def run(args: argparse.Namespace) -> int:
    """Serve the drop file's caller under their "real" name or "alias". Return the exit code."""
    folder, bulletins = args.board, args.write_bulletins
    try:
        drop = _with_name(_usable(read(args.dropfile)), args.name)
    except DropFileError as error:
        return _fail(folder, str(error))
    about = asdict(drop)
    request = {
        "do": "run", "slug": args.slug,
        "drop": {name: about[name] for name in SENT} | {"bbs": args.bbs or drop.bbs},
        "socket": drop.handle is not None, "bulletins": bulletins is not None,
    }  # fmt: skip
    descriptors = (0, 1) if drop.handle is None else (drop.handle,)
    try:
        return hand_over(folder, request, descriptors, _writing(bulletins or Path()))
    except CommandError as error:
        print(error, file=sys.stderr)
        return FAILED


def _writing(folder: Path) -> Callable[[Any], None]:
    """Return a function that writes the bulletins which the board sends."""

    def write(message: Any) -> None:
        from door.records.files.disk import make_folder, replace_file

        make_folder(folder, 0o777)
        data = base64.b64decode(message["data"])
        replace_file(folder / message["file"], data, ready=lambda fd: os.fchmod(fd, 0o644))

    return write


def _fail(folder: Path, sentence: str) -> int:
    """Say on the log and on standard error that the drop file is wrong."""
    from door.commands.parts.shared import settings
    from door.server.log import start_log

    with contextlib.suppress(CommandError, OSError):
        start_log(settings(folder), console=False)
        logging.getLogger("door.call").error("door run: %s", sentence)
    print(f"door run: {sentence}", file=sys.stderr)
    return WRONG


def _usable(drop: DropFile) -> DropFile:
    """Return the drop file. Its socket must be one we inherited.

    Boards on Unix write the number of a standard stream if the caller is on all three.
    """
    if drop.handle in (0, 1, 2) and not is_socket(drop.handle):
        return replace(drop, handle=None)
    if drop.handle is not None and not is_socket(drop.handle):
        reason = tr.dropfile.not_a_socket(handle=drop.handle)
        raise DropFileError(drop.file, 2, reason)
    return drop


def is_socket(descriptor: int) -> bool:
    """True if that descriptor is open in this process and is a socket."""
    try:
        return stat.S_ISSOCK(os.fstat(descriptor).st_mode)
    except (OSError, OverflowError):
        return False


def _with_name(drop: DropFile, name: str | None) -> DropFile:
    """Return the drop file's caller with the name that the sysop wants."""
    if name == "real":
        return replace(drop, alias=drop.real_name or drop.alias, note="")
    if name == "alias":
        return replace(drop, alias=drop.other or drop.alias, note="")
    return drop


_BBSDEV: Final = os.environ.get("BBSDEV_DRP", "")
"""The path of the BBSDEV.DRP that a host board has written."""

COMMANDS: Final = {
    "run": CliCommand(tr.usage.run, run, (
        word("slug", "SLUG", tr.usage.door_slug),
        word("--dropfile", "PATH", tr.usage.run_dropfile, type=path, required=not _BBSDEV,
             default=Path(_BBSDEV)),
        word("--bbs", "NAME", tr.usage.run_bbs),
        word("--name", "real|alias", tr.usage.run_name, choices=["real", "alias"]),
        word("--write-bulletins", "DIR", tr.usage.run_write_bulletins, type=path),
    )),
}  # fmt: skip
