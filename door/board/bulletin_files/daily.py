"""The bulletin of a door's daily deals as files: a month added up, and the last day that is laid open.

Law: pure, as the monthly one.  It hangs where anybody reads it, so that it keeps the running day to
itself: its table is for those who have played (`Daily.today`), and here stands only how many have.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from door.board.bulletin_files.monthly import CHAIN, boxed, framed, shown, title
from door.midend.books import Row
from door.records.bulletins.sheets import DailySheet
from door.term.canvas import DARK, GREY, WHITE, YELLOW, Canvas, style
from door.ui.texts import tr
from door.ui.words import day_name

DEAL: Final = "{name}: the daily deal"
HEAD: Final = "{name}, THE DAILY DEAL"
NOW: Final = "Today's, {day}, so far"
PLAYING: Final = "Today's, {day}: {who} so far. Its table is at the door."
WON: Final = "{day}, won by {caller}"
ADDED_UP: Final = "Days added up"
NOT_YET: Final = "Shown once a day is over."
NOBODY: Final = "Nobody."
NO_DAY: Final = "No day is laid open yet."
SEED: Final = "Seed {seed}"


def running(s: DailySheet) -> str:
    """What is to be said of the running day, "" where the month is over."""
    if not s.today:
        return ""
    if s.now:
        return NOW.format(day=day_name(s.today))
    who = tr.count.callers(n=s.playing) if s.playing else "nobody"
    return PLAYING.format(day=day_name(s.today), who=who)


def won(s: DailySheet) -> str:
    """Who won the day laid open, "" for none."""
    if not s.day:
        return ""
    day = day_name(s.day)
    return WON.format(day=day, caller=shown(s.places[0].caller)) if s.places else day


def sheet_text(s: DailySheet) -> str:
    """The .txt: plain lines."""
    lines = [DEAL.format(name=s.info.name), title(s.month, s.final), ""]
    lines += _listed(ADDED_UP, s.rows, NOT_YET if s.playing else NOBODY, True)
    lines += _listed(won(s), s.places) if s.day else []
    lines += [SEED.format(seed=s.seed), ""] if s.day else []
    lines += _listed(running(s), s.now) if s.now else [running(s), ""] if running(s) else []
    return "\n".join([*lines, CHAIN.format(head=s.head), s.head, ""])


def _listed(head: str, rows: Iterable[Row], nobody: str = NOBODY, days: bool = False) -> list[str]:
    lines = [f"{r.place:>3}. {shown(r.caller):<20} {r.score:>11,}{_days(r, days)}" for r in rows]
    return [head, *(lines or [f"     {nobody}"]), ""]


def _days(row: Row, days: bool) -> str:
    return f"   {tr.count.days(n=row.games)}" if days else ""


def sheet_box(s: DailySheet) -> str:
    """The .asc: a frame of 78 columns, ASCII alone."""
    body = sheet_text(s).splitlines()[3:-2]
    top = f"{DEAL.format(name=s.info.name):<36}{title(s.month, s.final):>36}"
    inside: list[str | None] = [top, None, "", *body, None, CHAIN.format(head=s.head)]
    return boxed(inside, s.head)


def sheet_canvas(s: DailySheet) -> Canvas:
    """The picture: 80 columns, the month on the left, the last day on the right."""
    most = max(len(s.rows), len(s.places), 1)
    rows, accent = most + 11, style(s.info.accent)
    name = HEAD.format(name=shown(s.info.name).upper())
    canvas = framed(rows, rows - 6, accent, name, title(s.month, s.final), s.head)
    canvas.put(4, 3, ADDED_UP, style(YELLOW))
    _draw_rows(canvas, 4, 41, s.rows, accent, days=True)
    canvas.put(45, 3, day_name(s.day) if s.day else NO_DAY, style(YELLOW))
    if s.day:
        _draw_rows(canvas, 45, 75, s.places, accent)
    canvas.put(4, rows - 5, running(s), style(GREY))
    canvas.put(4, rows - 4, SEED.format(seed=s.seed) if s.day else "", style(DARK))
    return canvas


def _draw_rows(
    canvas: Canvas, x: int, right: int, rows: tuple[Row, ...], accent: int, days: bool = False
) -> None:
    if not rows:
        canvas.put(x, 5, NOBODY, style(DARK))
    for y, row in enumerate(rows, start=5):
        colour = style(WHITE if row.place == 1 else GREY)
        canvas.put(x, y, f"{row.place:>2}", accent)
        canvas.put(x + 3, y, shown(row.caller)[:20], colour)
        canvas.right(right - 5 * days, y, f"{row.score:,}", colour)
        if days:
            canvas.right(right, y, f"x{row.games}", style(DARK))
