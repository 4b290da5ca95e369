"""The bulletin of a door's daily deals as files: the month's sums, and the last revealed day.

Law: pure. Anybody can read a published file, so it doesn't have today's scores, only how many have played.
Callers who have played see them on the board (`Daily.today`).
"""

from __future__ import annotations

from collections.abc import Iterable

from door.board.bulletin_files.monthly import boxed, chain, framed, shown, title
from door.midend.books import Row
from door.records.bulletins import DailySheet
from door.term.canvas import DARK, GREY, WHITE, YELLOW, Canvas, style
from door.ui.texts import tr
from door.ui.words import capitals, day_name


def running(s: DailySheet) -> str:
    """Return a sentence about the running day, or "" once the month is over."""
    if not s.today:
        return ""
    if s.now:
        return tr.sheet.today_so_far(day=day_name(s.today))
    if not s.playing:
        return tr.sheet.today_nobody(day=day_name(s.today))
    return tr.sheet.today_played(n=s.playing, day=day_name(s.today))


def won(s: DailySheet) -> str:
    """Return the winner of the last revealed day, or ""."""
    if not s.day:
        return ""
    day = day_name(s.day)
    return tr.sheet.day_won(day=day, caller=shown(s.places[0].caller)) if s.places else day


def sheet_text(s: DailySheet) -> str:
    """Return the .txt file: plain lines."""
    lines = [tr.sheet.daily_deal(door=s.info.name()), title(s.month, s.final), ""]
    nobody = tr.sheet.shown_when_over() if s.playing else tr.sheet.nobody()
    lines += _listed(tr.sheet.days_added_up(), s.rows, nobody, True)
    lines += _listed(won(s), s.places) if s.day else []
    lines += [tr.sheet.seed(seed=s.seed), ""] if s.day else []
    lines += _listed(running(s), s.now) if s.now else [running(s), ""] if running(s) else []
    return "\n".join([*lines, chain(s.head), s.head, ""])


def _listed(head: str, rows: Iterable[Row], nobody: str = "", days: bool = False) -> list[str]:
    lines = [f"{r.place:>3}. {shown(r.caller):<20} {r.score:>11,}{_days(r, days)}" for r in rows]
    return [head, *(lines or [f"     {nobody or tr.sheet.nobody()}"]), ""]


def _days(row: Row, days: bool) -> str:
    return f"   {tr.count.days(n=row.games)}" if days else ""


def sheet_box(s: DailySheet) -> str:
    """Return the .asc file: a frame of 78 columns in pure ASCII."""
    body = sheet_text(s).splitlines()[3:-2]
    top = f"{tr.sheet.daily_deal(door=s.info.name()):<36}{title(s.month, s.final):>36}"
    inside: list[str | None] = [top, None, "", *body, None, chain(s.head)]
    return boxed(inside, s.head)


def sheet_canvas(s: DailySheet) -> Canvas:
    """Return the picture: 80 columns, the month on the left, the last revealed day on the right."""
    most = max(len(s.rows), len(s.places), 1)
    rows, accent = most + 11, style(s.info.accent)
    name = tr.sheet.daily_deal_sign(door=capitals(shown(s.info.name())))
    canvas = framed(rows, rows - 6, accent, name, title(s.month, s.final), s.head)
    canvas.put(4, 3, tr.sheet.days_added_up(), style(YELLOW))
    _draw_rows(canvas, 4, 41, s.rows, accent, days=True)
    canvas.put(45, 3, day_name(s.day) if s.day else tr.sheet.no_day_open(), style(YELLOW))
    if s.day:
        _draw_rows(canvas, 45, 75, s.places, accent)
    canvas.put(4, rows - 5, running(s), style(GREY))
    canvas.put(4, rows - 4, tr.sheet.seed(seed=s.seed) if s.day else "", style(DARK))
    return canvas


def _draw_rows(
    canvas: Canvas, x: int, right: int, rows: tuple[Row, ...], accent: int, days: bool = False
) -> None:
    if not rows:
        canvas.put(x, 5, tr.sheet.nobody(), style(DARK))
    for y, row in enumerate(rows, start=5):
        colour = style(WHITE if row.place == 1 else GREY)
        canvas.put(x, y, f"{row.place:>2}", accent)
        canvas.put(x + 3, y, shown(row.caller)[:20], colour)
        canvas.right(right - 5 * days, y, f"{row.score:,}", colour)
        if days:
            canvas.right(right, y, f"x{row.games}", style(DARK))
