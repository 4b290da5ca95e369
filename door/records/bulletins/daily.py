"""The bulletin of a door's daily deals: a month added up, and the last day that is laid open.

Law: pure, and from the ledger alone, as the monthly one.  A sheet hangs where anybody reads it,
so that it keeps the running day to itself: its table is for those who have played (`Daily.today`),
and here stands only how many have.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from door.games.info import Info, Options
from door.midend.api import Door
from door.midend.books import Row
from door.midend.pages.daily import day_name
from door.records.bulletins.monthly import shown
from door.records.daily.ledger import offers, open_since
from door.records.journal.lines import month_before
from door.records.ledger.ledger import Ledger
from door.term.art import Sauce, write_art
from door.term.canvas import COLS, DARK, GREY, WHITE, YELLOW, Canvas, style
from door.term.charset import encode
from door.ui.widgets import month_name


@dataclass(frozen=True, slots=True)
class DailySheet:
    """A month's daily deals at one door.

    `rows` add the days up, `games` counting them; `day` is the newest one laid open, "" for none,
    `seed` its seed in hex and `places` its table.  `playing` have ended today's, where the month
    is still running (`today` is "" else); `final` says that every day is laid open.  `head` is the
    chain's head in hex.
    """

    info: Info
    month: str
    rows: tuple[Row, ...]
    day: str
    seed: str
    places: tuple[Row, ...]
    today: str
    playing: int
    final: bool
    head: str

    @property
    def title(self) -> str:
        """ "November 2025, so far"."""
        return f"{month_name(self.month)}, {'final' if self.final else 'so far'}"

    @property
    def now(self) -> str:
        """What is to be said of the running day, "" where the month is over."""
        if not self.today:
            return ""
        who = {0: "nobody", 1: "1 caller"}.get(self.playing, f"{self.playing} callers")
        return f"Today's, {day_name(self.today)}: {who} so far. Its table is at the door."

    @property
    def won(self) -> str:
        """Who won the day laid open, "" for none."""
        if not self.day:
            return ""
        return f"{day_name(self.day)}" + (f", won by {shown(self.places[0].caller)}" if self.places else "")


def daily_sheet(ledger: Ledger, info: Info, month: str, today: str) -> DailySheet | None:
    """The sheet of a month as of that day; None where nobody has played a daily deal in it."""
    deals, slug, fewer = ledger.deals, info.slug, info.fewer_is_better
    running = month == today[:7]
    if not deals.played_in(month, slug):
        return None
    day = deals.last_revealed(today if running else f"{month}-99")
    day = day if day.startswith(month) else ""
    open_day = deals.days[today].games if running and today in deals.days else {}
    ended = sum(door == slug and game.score is not None for (door, _), game in open_day.items())
    return DailySheet(
        info, month,
        deals.of_month(
            month, slug, ledger.names, fewer, without=today, since=open_since(today), missed=info.missed
        ).top(),
        day, deals.days[day].seed if day else "",
        deals.of_day(day, slug, ledger.names, fewer).top(),
        today if running else "", ended, not running and deals.all_revealed(month), ledger.head,
    )  # fmt: skip


def sheets_due(
    ledger: Ledger, doors: Mapping[str, Door], options: Mapping[str, Options], today: str
) -> list[DailySheet]:
    """Those of the running month, and of the last one while its last day may be open still, for
    every door that offers the deal."""
    months = [today[:7], *([month_before(today[:7])] if today[8:] in ("01", "02") else [])]
    offered = [door.INFO for slug, door in doors.items() if offers(door.INFO, options[slug])]
    made = (daily_sheet(ledger, info, month, today) for info in offered for month in months)
    return [sheet for sheet in made if sheet]


# -- the three forms -----------------------------------------------------------------------


def sheet_text(s: DailySheet) -> str:
    """The .txt: plain lines."""
    lines = [f"{s.info.name}: the daily deal", s.title, ""]
    lines += _listed("Days added up", s.rows, days=True)
    lines += _listed(s.won, s.places) if s.day else []
    lines += [f"Seed {s.seed}", ""] if s.day else []
    lines += [s.now, ""] if s.now else []
    return "\n".join([*lines, f"Chain head {s.head[:16]}", s.head, ""])


def _listed(head: str, rows: Iterable[Row], days: bool = False) -> list[str]:
    lines = [f"{r.place:>3}. {shown(r.caller):<20} {r.score:>11,}{_days(r, days)}" for r in rows]
    return [head, *(lines or ["     Nobody."]), ""]


def _days(row: Row, days: bool) -> str:
    return f"   {row.games} day{'s' * (row.games != 1)}" if days else ""


def sheet_box(s: DailySheet) -> str:
    """The .asc: a frame of 78 columns, ASCII alone."""
    edge = "+" + "-" * 76 + "+"
    body = sheet_text(s).splitlines()[3:-2]
    inside: list[str | None] = [f"{s.info.name + ': the daily deal':<36}{s.title:>36}", None, "", *body]
    inside += [None, f"Chain head {s.head[:16]}"]
    lines = [edge, *(edge if text is None else f"|  {_ascii(text):<72.72}  |" for text in inside), edge]
    return "\r\n".join([*lines, s.head, ""])


def _ascii(text: str) -> str:
    return encode(text, "ascii").decode()


def sheet_canvas(s: DailySheet) -> Canvas:
    """The picture: 80 columns, the month on the left, the last day on the right."""
    most = max(len(s.rows), len(s.places), 1)
    rows, accent = most + 11, style(s.info.accent)
    canvas = Canvas(COLS, rows)
    canvas.box(1, 0, 78, rows, accent, "double")
    for y in (2, rows - 6):
        canvas.put(1, y, "╟" + "─" * 76 + "╢", accent)
    x = canvas.put(4, 1, "░▒▓█ ", accent)
    x = canvas.put(x, 1, f"{shown(s.info.name).upper()}, THE DAILY DEAL", style(WHITE))
    canvas.put(x, 1, " █▓▒░", accent)
    canvas.right(75, 1, s.title, style(YELLOW))
    canvas.put(4, 3, "Days added up", style(YELLOW))
    _draw_rows(canvas, 4, 41, s.rows, accent, days=True)
    canvas.put(45, 3, day_name(s.day) if s.day else "No day is laid open yet.", style(YELLOW))
    if s.day:
        _draw_rows(canvas, 45, 75, s.places, accent)
    canvas.put(4, rows - 5, s.now, style(GREY))
    canvas.put(4, rows - 4, f"Seed {s.seed}" if s.day else "", style(DARK))
    canvas.right(75, rows - 3, f"chain head {s.head[:16]}", style(DARK))
    canvas.centre(rows - 2, s.head, style(DARK))
    return canvas


def _draw_rows(
    canvas: Canvas, x: int, right: int, rows: tuple[Row, ...], accent: int, days: bool = False
) -> None:
    if not rows:
        canvas.put(x, 5, "Nobody.", style(DARK))
    for y, row in enumerate(rows, start=5):
        colour = style(WHITE if row.place == 1 else GREY)
        canvas.put(x, y, f"{row.place:>2}", accent)
        canvas.put(x + 3, y, shown(row.caller)[:20], colour)
        canvas.right(right - 5 * days, y, f"{row.score:,}", colour)
        if days:
            canvas.right(right, y, f"x{row.games}", style(DARK))


def sheet_forms(s: DailySheet) -> dict[str, bytes]:
    """The sheet's files by the end of their names."""
    sauce = Sauce(title=f"{s.info.name} daily {s.month}"[:35], date=f"{s.month.replace('-', '')}01")
    return {
        "txt": sheet_text(s).encode(),
        "asc": sheet_box(s).encode("ascii"),
        "ans": write_art(sheet_canvas(s), sauce),
    }


def sheet_files(due: Iterable[DailySheet]) -> dict[str, bytes]:
    """The sheets' files by name, `slug-YYYY-MM-daily.ext`."""
    named = ((f"{s.info.slug}-{s.month}-daily", sheet_forms(s)) for s in due)
    return {f"{stem}.{kind}": data for stem, forms in named for kind, data in forms.items()}
