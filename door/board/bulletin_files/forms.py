"""A bulletin's files, whichever it is: what the records are given to write."""

from __future__ import annotations

from contextvars import Context

from door.board.bulletin_files.daily import sheet_box, sheet_canvas, sheet_text
from door.board.bulletin_files.monthly import bulletin_box, bulletin_canvas, bulletin_text
from door.records.bulletins.sheets import Bulletin, DailySheet
from door.term.art import write_art
from door.term.sauce import Sauce


def forms(sheet: Bulletin | DailySheet) -> dict[str, bytes]:
    """Its files by the end of their names: txt, asc, and ans in CP437 and sixteen colours, with SAUCE; in the
    shipped words, whosever call it is that has them written."""
    return Context().run(_forms, sheet)


def _forms(sheet: Bulletin | DailySheet) -> dict[str, bytes]:
    if isinstance(sheet, Bulletin):
        text, box, picture, kind = bulletin_text(sheet), bulletin_box(sheet), bulletin_canvas(sheet), ""
    else:
        text, box, picture, kind = sheet_text(sheet), sheet_box(sheet), sheet_canvas(sheet), "daily "
    title = f"{sheet.info.name()} {kind}{sheet.month}"[:35]
    sauce = Sauce(title=title, date=f"{sheet.month.replace('-', '')}01")
    return {"txt": text.encode(), "asc": box.encode("ascii"), "ans": write_art(picture, sauce)}
