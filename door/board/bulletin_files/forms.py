"""The files of a bulletin, monthly or daily, for the records to write."""

from __future__ import annotations

from contextvars import Context

from door.board.bulletin_files.daily import sheet_box, sheet_canvas, sheet_text
from door.board.bulletin_files.monthly import bulletin_box, bulletin_canvas, bulletin_text
from door.records.bulletins import Bulletin, DailySheet
from door.term.art import write_art
from door.term.sauce import Sauce


def forms(sheet: Bulletin | DailySheet) -> dict[str, bytes]:
    """Return the files by suffix: txt, asc, and ans (CP437, sixteen colours, with SAUCE).

    They use the shipped English, whatever the language of the call that has them written.
    """
    return Context().run(_forms, sheet)


def _forms(sheet: Bulletin | DailySheet) -> dict[str, bytes]:
    if isinstance(sheet, Bulletin):
        text, box, picture, kind = bulletin_text(sheet), bulletin_box(sheet), bulletin_canvas(sheet), ""
    else:
        text, box, picture, kind = sheet_text(sheet), sheet_box(sheet), sheet_canvas(sheet), "daily "
    title = f"{sheet.info.name()} {kind}{sheet.month}"[:35]
    sauce = Sauce(title=title, date=f"{sheet.month.replace('-', '')}01")
    return {"txt": text.encode(), "asc": box.encode("ascii"), "ans": write_art(picture, sauce)}
