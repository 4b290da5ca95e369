"""A bulletin's files, whichever it is: what the records are given to write."""

from __future__ import annotations

from door.board.bulletin_files.daily import sheet_forms
from door.board.bulletin_files.monthly import bulletin_forms
from door.records.bulletins.daily import DailySheet
from door.records.bulletins.monthly import Bulletin


def forms(sheet: Bulletin | DailySheet) -> dict[str, bytes]:
    """Its files by the end of their names: txt, asc, ans."""
    return bulletin_forms(sheet) if isinstance(sheet, Bulletin) else sheet_forms(sheet)
