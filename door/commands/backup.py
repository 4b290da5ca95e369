"""`door backup FILE` and `door restore FILE DIR`."""

from __future__ import annotations

import argparse
import os
import secrets
import sys
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from door.commands import CliCommand, CommandError, flag, path, word
from door.commands.audit import audit, bar
from door.commands.parts.owner import carried_out
from door.commands.parts.shared import doors, plainly, settings
from door.records.files.backup import Backup, note_backup, restore
from door.records.files.disk import open_file
from door.records.ledger.live_ledger import read_ledger
from door.screens.doors import infos
from door.settings import SettingsError, load
from door.settings.change import put
from door.ui.texts import tr

INSIDE: Final = {"board.data": "data", "board.art": "ansi_art"}
"""Keys for folders that a backup has under these names, wherever they were."""


def write_backup(args: argparse.Namespace) -> int:
    """Write a backup, by the running board if there is one."""
    chosen, target = settings(args.board), args.file
    if target.exists() and not args.force:
        raise CommandError(tr.command.file_exists(path=target))
    draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}.new")
    try:
        fd = open_file(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(target)) from None

    def alone() -> str:
        with closing(Backup(fd, chosen.folders)) as backup:
            backup.add_documents()
            return str(backup.finish())

    try:
        with plainly():
            files, _, waiting = carried_out(chosen.data, {"do": "backup"}, alone, (fd,)).partition(" ")
        draft.rename(target)
        with suppress(OSError):  # the backup is there all the same
            note_backup(chosen.data)
    except BaseException:
        draft.unlink()
        raise
    finally:
        os.close(fd)
    print(tr.command.backup_written(file=target, files=tr.count.files(n=int(files))))
    if left_out := int(waiting or 0):
        print(tr.command.backup_lacks(n=left_out), file=sys.stderr)
    return 0


def put_back(args: argparse.Namespace) -> int:
    """Restore a backup, audit its journal and count it for a quick start. The exit code is the audit's."""
    with args.file.open("rb") as file, plainly():
        manifest = restore(file, args.dir)
    made, release, files = (
        manifest.get("made"),
        manifest.get("release"),
        tr.count.files(n=len(manifest["files"])),
    )
    print(tr.command.restored(target=args.dir, files=files, made=made, release=release))
    try:
        _move_inside(args.dir)
    except SettingsError:
        raise CommandError(tr.command.restored_but_faulty(target=args.dir)) from None
    if missing := _missing_secrets(args.dir):
        print(tr.command.restored_without_secrets(), *missing, sep="\n", file=sys.stderr)
    if not any(name.startswith("data/journal/") for name in manifest["files"]):
        print(tr.command.restored_without_journal())
        return 0
    code = audit(argparse.Namespace(board=args.dir, month=None, computers=False, jobs=None))
    data = settings(args.dir).data
    read_ledger(data / "journal", doors(), data / "cache", bar(sys.stderr))
    return code


def _missing_secrets(board: Path) -> tuple[str, ...]:
    """Return a line for each secret that the settings name and the backup doesn't have."""
    try:
        load(board, infos())
    except SettingsError as error:
        return tuple(error.errors)
    return ()


def _move_inside(board: Path) -> None:
    """Make a restored board use the folders that came with it."""
    chosen = load(board, infos(), secrets=False).board
    for key, inside in INSIDE.items():
        before = getattr(chosen, key.removeprefix("board."))
        if before != inside and (board / inside).is_dir():
            put(board, infos(), key, inside)
            print(tr.command.moved_into_the_board(key=key, before=before, after=inside))


COMMANDS: Final = {
    "backup": CliCommand(tr.usage.backup, write_backup, (
        word("file", "FILE", tr.usage.backup_file, type=path),
        flag("--force", tr.usage.backup_force),
    )),
    "restore": CliCommand(tr.usage.restore, put_back, (
        word("file", "FILE", tr.usage.backup_file, type=path),
        word("dir", "DIR", tr.usage.restore_dir, type=path),
    )),
}  # fmt: skip
