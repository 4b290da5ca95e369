"""A door's bulletin as files, monthly or daily: plain text, ASCII, and ANSI art for a bulletin menu.

Law: pure, and derived from the records alone, so that bulletins can be deleted at any time. At its foot is
the chain's head, the hash of the journal's last line (of the line that declared the winners, once there are
any). Anybody who keeps a bulletin can check that nothing before it was changed or cut off later.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextvars import Context
from typing import Final

from door.play.books import PlaceRow
from door.records.bulletins import Bulletin, DailySheet
from door.term.art import write_art
from door.term.canvas import COLS, DARK, GREY, WHITE, YELLOW, Canvas, style
from door.term.charset import CP437, encode
from door.term.sauce import Sauce
from door.ui.texts import tr
from door.ui.words import capitals, day_name, month_name

SHOWN: Final = frozenset(CP437[32:127] + CP437[128:254])
BAR: Final = 18
LONGEST: Final = 32


def title(month: str, closed: bool) -> str:
    """Return the month in words and whether it is over: "November 2025, final"."""
    return (tr.sheet.final if closed else tr.sheet.so_far)(month=month_name(month))


def headline(b: Bulletin) -> str:
    """Return the main sentence: who won or leads."""
    if not b.rows:
        return (tr.sheet.nobody_played if b.closed else tr.sheet.nobody_finished)()
    return (tr.sheet.won if b.closed else tr.sheet.leads)(caller=printable(b.rows[0].caller))


def basis(b: Bulletin) -> str:
    """Return a sentence on how callers are ranked."""
    if b.info.fewer_is_better:
        return (tr.sheet.by_lowest if b.ranking == "best" else tr.sheet.by_lowest_sum)()
    return (tr.sheet.by_best if b.ranking == "best" else tr.sheet.by_sum)()


def chain(head: str) -> str:
    """Return the first 16 digits of the chain's head, in words."""
    return tr.sheet.chain_head(head=head[:16])


def ladder_lines(b: Bulletin) -> list[str]:
    """Return the top of the ladder below a heading, or nothing if the ladder is empty."""
    rows = (f"{r.place:>3}. {printable(r.caller):<20} {r.score:>11} {_games(r.games):>12}" for r in b.ladder)
    return [tr.sheet.ladder(), *rows] if b.ladder else []


def bulletin_text(b: Bulletin) -> str:
    """Return the .txt file: plain lines, suitable for a screen reader."""
    lines = [b.info.name(), title(b.month, b.closed), headline(b), ""]
    if b.rows:
        head = tr.sheet.head_caller(), tr.sheet.head_score(), tr.sheet.head_games()
        lines += ["{:>4} {:<20} {:>11} {:>6}".format("", *head)]
        lines += [f"{r.place:>3}. {printable(r.caller):<20} {r.score:>11,} {r.games:>6}" for r in b.rows]
        lines += ["", basis(b)]
    lines += [*[""] * bool(b.rows), *ladder_lines(b)] if b.ladder else []
    return "\n".join([*lines, chain(b.head), b.head, ""])


def bulletin_box(b: Bulletin) -> str:
    """Return the .asc file: a frame of 78 columns in pure ASCII."""
    inside = [f"{b.info.name():<36}{title(b.month, b.closed):>36}", None, ""]
    inside += [
        f"{r.place:>4}  {printable(r.caller):<20}  {r.score:>11,}   {_games(r.games):>10}" for r in b.rows
    ]
    inside += [""] * bool(b.rows) + [headline(b), ""]
    inside += [*ladder_lines(b), ""] if b.ladder else []
    inside += [None, basis(b), chain(b.head)]
    return text_frame(inside, b.head)


def text_frame(inside: Sequence[str | None], head: str) -> str:
    """Return lines in a frame, with a rule for each None, and the chain's head below."""
    edge = "+" + "-" * 76 + "+"
    lines = (edge if text is None else f"|  {encode(text, 'ascii').decode():<72.72}  |" for text in inside)
    return "\r\n".join([edge, *lines, edge, head, ""])


def bulletin_canvas(b: Bulletin) -> Canvas:
    """Return the picture: 80 columns in the door's own colour."""
    more = len(b.ladder) + 2 if b.ladder else 0
    rows = 10 + max(1, len(b.rows) + bool(b.rows)) + more
    accent = style(b.info.accent)
    canvas = picture_frame(
        rows, rows - 4, accent, capitals(printable(b.info.name())), title(b.month, b.closed), b.head
    )
    for y, row in enumerate(b.rows, start=4):
        _draw_row(canvas, y, row, b, accent)
    marks = ("►", "◄") if b.rows else ("·", "·")
    canvas.centre(rows - 6 - more, f"{marks[0]} {headline(b)} {marks[1]}", style(YELLOW if b.rows else GREY))
    for at, text in enumerate(ladder_lines(b)):
        canvas.put(4, rows - 4 - more + at, text, style(GREY) if at else accent)
    canvas.put(4, rows - 3, basis(b), style(GREY))
    return canvas


def picture_frame(rows: int, rule: int, accent: int, name: str, month: str, head: str) -> Canvas:
    """Return a picture's frame: name and month on top, and the chain's head below row `rule`."""
    canvas = Canvas(COLS, rows)
    canvas.box(1, 0, 78, rows, accent, "double")
    for y in (2, rule):
        canvas.put(1, y, "╟" + "─" * 76 + "╢", accent)
    x = canvas.put(4, 1, "░▒▓█ ", accent)
    x = canvas.put(x, 1, name, style(WHITE))
    canvas.put(x, 1, " █▓▒░", accent)
    canvas.right(75, 1, month, style(YELLOW))
    canvas.right(75, rows - 3, chain(head), style(DARK))
    canvas.centre(rows - 2, head, style(DARK))
    return canvas


def _draw_row(canvas: Canvas, y: int, row: PlaceRow, b: Bulletin, accent: int) -> None:
    colour = style(WHITE if row.place == 1 else GREY)
    canvas.put(4, y, f"{row.place:>3}", accent)
    canvas.put(9, y, printable(row.caller)[:22], colour)
    canvas.right(43, y, f"{row.score:,}", colour)
    canvas.right(56, y, _games(row.games), style(DARK))
    if not b.info.fewer_is_better and b.rows[0].score > 0:
        full = max(0, min(BAR, row.score * BAR // b.rows[0].score))
        canvas.put(58, y, "■" * full + "·" * (BAR - full), accent)


def _games(games: int) -> str:
    return tr.count.games(n=games)


def printable(text: str) -> str:
    """Replace characters that some form can't show. Handles from other boards may have them."""
    return "".join(c if c in SHOWN else "?" for c in text[:LONGEST])


def running(s: DailySheet) -> str:
    """Return a sentence about the running day, or "" once the month is over."""
    if not s.today:
        return ""
    if s.now:
        return tr.sheet.today_so_far(day=day_name(s.today))
    if not s.playing:
        return tr.sheet.today_nobody(day=day_name(s.today))
    return tr.sheet.today_played(n=s.playing, day=day_name(s.today))


def winner_line(s: DailySheet) -> str:
    """Return the winner of the last revealed day, or ""."""
    if not s.day:
        return ""
    day = day_name(s.day)
    return tr.sheet.day_won(day=day, caller=printable(s.places[0].caller)) if s.places else day


def sheet_text(s: DailySheet) -> str:
    """Return the .txt file: plain lines."""
    lines = [tr.sheet.daily_deal(door=s.info.name()), title(s.month, s.final), ""]
    nobody = tr.sheet.shown_when_over() if s.playing else tr.sheet.nobody()
    lines += _place_lines(tr.sheet.days_added_up(), s.rows, nobody, True)
    lines += _place_lines(winner_line(s), s.places) if s.day else []
    lines += [tr.sheet.seed(seed=s.seed), ""] if s.day else []
    lines += _place_lines(running(s), s.now) if s.now else [running(s), ""] if running(s) else []
    return "\n".join([*lines, chain(s.head), s.head, ""])


def _place_lines(head: str, rows: Iterable[PlaceRow], nobody: str = "", days: bool = False) -> list[str]:
    lines = [f"{r.place:>3}. {printable(r.caller):<20} {r.score:>11,}{_days(r, days)}" for r in rows]
    return [head, *(lines or [f"     {nobody or tr.sheet.nobody()}"]), ""]


def _days(row: PlaceRow, days: bool) -> str:
    return f"   {tr.count.days(n=row.games)}" if days else ""


def sheet_box(s: DailySheet) -> str:
    """Return the .asc file: a frame of 78 columns in pure ASCII."""
    body = sheet_text(s).splitlines()[3:-2]
    top = f"{tr.sheet.daily_deal(door=s.info.name()):<36}{title(s.month, s.final):>36}"
    inside: list[str | None] = [top, None, "", *body, None, chain(s.head)]
    return text_frame(inside, s.head)


def sheet_canvas(s: DailySheet) -> Canvas:
    """Return the picture: 80 columns, the month on the left, the last revealed day on the right."""
    most = max(len(s.rows), len(s.places), 1)
    rows, accent = most + 11, style(s.info.accent)
    name = tr.sheet.daily_deal_sign(door=capitals(printable(s.info.name())))
    canvas = picture_frame(rows, rows - 6, accent, name, title(s.month, s.final), s.head)
    canvas.put(4, 3, tr.sheet.days_added_up(), style(YELLOW))
    _draw_rows(canvas, 4, 41, s.rows, accent, days=True)
    canvas.put(45, 3, day_name(s.day) if s.day else tr.sheet.no_day_open(), style(YELLOW))
    if s.day:
        _draw_rows(canvas, 45, 75, s.places, accent)
    canvas.put(4, rows - 5, running(s), style(GREY))
    canvas.put(4, rows - 4, tr.sheet.seed(seed=s.seed) if s.day else "", style(DARK))
    return canvas


def _draw_rows(
    canvas: Canvas, x: int, right: int, rows: tuple[PlaceRow, ...], accent: int, days: bool = False
) -> None:
    if not rows:
        canvas.put(x, 5, tr.sheet.nobody(), style(DARK))
    elif days:
        canvas.right(right, 4, tr.door_heads.days(), style(DARK))
    for y, row in enumerate(rows, start=5):
        colour = style(WHITE if row.place == 1 else GREY)
        canvas.put(x, y, f"{row.place:>2}", accent)
        canvas.put(x + 3, y, printable(row.caller)[:20], colour)
        canvas.right(right - 5 * days, y, f"{row.score:,}", colour)
        if days:
            canvas.right(right, y, f"{row.games}", style(DARK))


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
