"""`door bulletin`."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from door.commands import CommandError
from door.commands.shared import door_of, doors, plainly, settings
from door.records.bulletins import Bulletin, bulletin_forms, bulletin_text
from door.records.bulletins import bulletin as made
from door.records.carry import read_ledger
from door.records.disk import replace_file
from door.records.journal import Journal
from door.records.lines import month_of


def bulletin(board: Path, slug: str | None, month: str | None, folder: Path | None) -> int:
    """Prints the month's bulletin of one door, or of every open one; writes it to `folder` too."""
    chosen = settings(board)
    open_doors = [name for name in doors() if chosen.doors[name].enabled]
    wanted = [door_of(slug)] if slug else [door_of(name) for name in open_doors]
    now = month_of(datetime.now(UTC), chosen.zone)
    if month and month > now:
        raise CommandError(f"The month {month} has not begun yet.")
    journal = Journal(chosen.data / "journal", chosen.zone, lambda: datetime.now(UTC))
    with plainly():
        ledger, _ = read_ledger(journal, doors(), chosen.data / "cache")
    sheets = [
        made(ledger, door.INFO, chosen.doors[door.INFO.slug].options, month or now, now) for door in wanted
    ]
    print("\n".join(bulletin_text(sheet) for sheet in sheets), end="")
    for sheet in sheets if folder else ():
        write_bulletin(sheet, Path(folder or ""))
    return 0


def write_bulletin(sheet: Bulletin, folder: Path, name: str = "") -> None:
    """Leaves the sheet's three forms in `folder`, as `slug-month.ans`, `.asc` and `.txt`, or
    under that `name`.

    Each form replaces the one before at once, so that no half a file is ever shown.
    """
    stem = name or f"{sheet.info.slug}-{sheet.month}"
    folder.mkdir(parents=True, exist_ok=True)
    for kind, data in bulletin_forms(sheet).items():
        path = folder / f"{stem}.{kind}"
        replace_file(path, data)
        path.chmod(0o644)
