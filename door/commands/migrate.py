"""`door migrate --to WHERE` and `door export-journal DIR`."""

from __future__ import annotations

import argparse
import os
import socket
import tempfile
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Final

from door.commands import Command, CommandError, path, word
from door.commands.parts.shared import plainly, settings
from door.records.files.owner import Owned, owning
from door.records.files.release import NewerRelease
from door.records.migrate import Carried, carry, export, set_documents_aside
from door.records.store import Away, Blocking
from door.records.store.kinds import BOARD_ID
from door.records.store.opening import FILES, store_of
from door.settings import Settings
from door.settings.text import FROM_FILE, secret
from door.ui.catalogue import tr


def migrate(args: argparse.Namespace) -> int:
    """Move the records of a stopped board, and say what to do next."""
    chosen = settings(args.board)
    there = args.to
    if there.startswith(FROM_FILE):
        there = secret(args.board, there.removeprefix(FROM_FILE))
    if there == chosen.board.store:
        raise CommandError(tr.command.same_store())
    try:
        with plainly(), owning(chosen.data):
            done, aside = _moved(chosen, there)
    except (Owned, NewerRelease) as error:
        raise CommandError(str(error)) from None
    lines, documents = tr.count.lines(n=done.lines), tr.count.documents(n=done.documents)
    print(tr.command.migrated(lines=lines, documents=documents, head=done.head))
    if aside:
        print(tr.command.migrated_aside(folder=aside))
    print(tr.command.migrated_next())
    return 0


def _moved(chosen: Settings, there: str) -> tuple[Carried, Path | None]:
    """Move everything. To a database the journal goes through a folder of its own, which is compared."""
    data, host = chosen.data, chosen.board.host
    with ExitStack() as undo:
        source = undo.enter_context(closing(store_of(*chosen.where)))
        _opened(source)
        if there == FILES:
            done = carry(source, store_of(data))
            source.close()
            (data / BOARD_ID).unlink(missing_ok=True)
            return done, None
        draft = Path(undo.enter_context(tempfile.TemporaryDirectory(dir=data, prefix=".migrate-")))
        target = undo.enter_context(closing(store_of(draft, there, host)))
        _opened(target)
        done = carry(source, target)
        (draft / BOARD_ID).replace(data / BOARD_ID)
        return done, set_documents_aside(source) if source.is_local else None


def export_journal(args: argparse.Namespace) -> int:
    """Write the journal's files. From a database they are read anew."""
    chosen = settings(args.board)
    with ExitStack() as undo, plainly():
        data, store, host = chosen.where
        if store != FILES:
            data = Path(undo.enter_context(tempfile.TemporaryDirectory(prefix="door-export-")))
            reader = f"{host or socket.gethostname()}-export-{os.getpid()}"
            _opened(undo.enter_context(closing(store_of(data, store, reader))))
        files = export(data / "journal", args.folder)
    print(tr.command.exported(files=tr.count.files(n=files), folder=args.folder))
    return 0


def _opened(store: Blocking) -> None:
    try:
        store.open()
    except Away as error:
        raise CommandError(tr.records.database_unusable(why=str(error))) from None


COMMANDS: Final = {
    "migrate": Command(
        tr.usage.migrate, migrate, (word("--to", "WHERE", tr.usage.migrate_to, required=True),),
    ),
    "export-journal": Command(
        tr.usage.export_journal, export_journal,
        (word("folder", "DIR", tr.usage.export_journal_dir, type=path),),
    ),
}  # fmt: skip
