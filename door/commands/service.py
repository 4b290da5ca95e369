"""`door init DIR`, `door serve`, and `door systemd`, which prints a unit that runs the board as a service."""

from __future__ import annotations

import argparse
import os
import pwd
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

from door.commands import CliCommand, CommandError, path, word
from door.commands.parts.shared import settings
from door.net.guard.gate import files_for
from door.records.store import opening
from door.settings import Settings, address, skeleton
from door.settings.models import LISTENERS
from door.ui.texts import tr

ACCOUNT: Final = "board"
FILES: Final = 8192
SECONDS: Final = 30
"""Seconds that a board needs to end, besides the grace of its external doors."""

PRIVILEGED: Final = 1024
"""Ports below this one need a capability."""

TEMPLATE: Final = Path(__file__).with_name("door.service")


def init(args: argparse.Namespace) -> int:
    """Make a board folder and say how to start it."""
    try:
        lines = skeleton.init(args.dir)
    except skeleton.InitError as error:
        raise CommandError(str(error)) from None
    print("\n".join(lines))
    return 0


def serve(args: argparse.Namespace) -> int:
    from door.server.start import serve

    return serve(args.board, {kind: getattr(args, kind) for kind in LISTENERS})


def _listener(text: str) -> str:
    """Parse "HOST:PORT" or "off"."""
    try:
        address(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def systemd(args: argparse.Namespace) -> int:
    """Print the unit for this board and this installation."""
    chosen = settings(args.board)
    folder = args.board.absolute()
    user = args.user or _owner(chosen)
    print(unit(chosen, folder, user, _program()), end="")
    with suppress(KeyError):
        if user.isdecimal() or pwd.getpwnam(user):
            return 0
    print(tr.command.no_such_account(user=user), file=sys.stderr)
    return 0


def unit(chosen: Settings, folder: Path, user: str, program: list[str]) -> str:
    """Return the unit's text. Programs that need other rights than the board's are the sysop's to allow."""
    log = chosen.log_file.parent if chosen.log_file else folder
    dos = [Path(door.dos[0]).parent for door in chosen.externals.values() if door.kind == "dos"]
    writable = [*_outermost((folder, chosen.data, log, *dos))]
    used = [*writable, Path(program[0])]
    addresses = [address(getattr(chosen.listen, kind)) for kind in LISTENERS]
    low = any(one and 0 < one.port < PRIVILEGED for one in addresses)
    words = [*program, "serve", "--board", str(folder)]
    return TEMPLATE.read_text(encoding="utf-8").format(
        name=chosen.board.name.replace("%", "%%").rstrip("\\"),
        user=user,
        database="" if chosen.board.store == opening.FILES else " postgresql.service",
        command=" ".join(quote(word).replace("$", "$$") for word in words),
        files=max(FILES, files_for(chosen.limits.nodes)),
        capabilities="CAP_NET_BIND_SERVICE" if low else "",
        private_users="no" if low else "yes",
        writable="\n".join(f"ReadWritePaths={quote(str(path))}" for path in writable),
        home="read-only" if _any_below(used, "/home", "/root", "/run/user") else "yes",
        namespaces="user net" if dos else "yes",
        stop=SECONDS + max((door.grace for door in chosen.externals.values()), default=0),
        private_tmp="no" if _any_below(used, "/tmp", "/var/tmp") else "yes",
    )


def quote(text: str) -> str:
    """Return a word of a unit file: specifiers are escaped, and it is quoted if it has to be."""
    text = text.replace("%", "%%")
    if re.fullmatch(r"[\w@%+=:,./-]+", text, re.ASCII):
        return text
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{text}"'


def _program() -> list[str]:
    """Return the command of this installation, which doesn't depend on PATH."""
    script = Path(sys.executable).with_name("door")
    return [str(script)] if os.access(script, os.X_OK) else [sys.executable, "-m", "door"]


def _owner(chosen: Settings) -> str:
    """Return the account that owns the board, or the one that the manual makes if that is root."""
    uid = (chosen.data if chosen.data.exists() else chosen.folder).stat().st_uid
    try:
        return pwd.getpwuid(uid).pw_name if uid else ACCOUNT
    except KeyError:
        return str(uid)


def _outermost(folders: Iterable[Path]) -> Iterator[Path]:
    """Yield the folders that are not in another one of them, as systemd needs them: absolute."""
    every = {Path(os.path.abspath(folder)) for folder in folders}  # noqa: PTH100 - links stay as they are
    return (folder for folder in sorted(every) if not every & {*folder.parents})


def _any_below(paths: Iterable[Path], *tops: str) -> bool:
    return any(Path(top) in (path, *path.parents) for path in paths for top in tops)


COMMANDS: Final = {
    "serve": CliCommand(tr.usage.serve, serve, (*(
        word(f"--{kind.replace('_', '-')}", "HOST:PORT", partial(tr.usage.listen, kind=kind), type=_listener)
        for kind in LISTENERS
    ),)),
    "init": CliCommand(tr.usage.init, init, (word("dir", "DIR", tr.usage.init_dir, type=path),)),
    "systemd": CliCommand(tr.usage.systemd, systemd, (word("--user", "NAME", tr.usage.systemd_user),)),
}  # fmt: skip
