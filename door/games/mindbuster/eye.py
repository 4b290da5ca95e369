"""The solver's eye, the coach of this door: the codes possible at each row, and Einstein's guess there.

Law: pure; a row is looked at aside (`thoughts.eye`), the caller's rows first, then the computer's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from door.games.game import QUIT, Table, reader
from door.games.mindbuster import art
from door.games.mindbuster.art import Look
from door.games.mindbuster.card import ACCENT, INFO
from door.games.mindbuster.hand import spoken
from door.games.mindbuster.rules import MINE, THEIRS, Eye
from door.games.mindbuster.words import marks_text, name
from door.games.remarks import Remark
from door.term.canvas import DARK, GREY, WHITE, Canvas
from door.ui.screen import View
from door.ui.widgets import Hint, Page, keys_line, page_frame
from door.ui.words import counted

COLS, ROWS = 80, 23
FOUND: Final = "A guess that leaves one code has found it out; the next can break it."


def steps(table: Table) -> int:
    """The rows there are to look at."""
    return len(table.position.guesses) + len(table.position.answers)


def _sides(parts: tuple[Eye, ...], table: Table) -> tuple[tuple[int, tuple[Eye, ...]], ...]:
    """What has been seen so far of each side that has rows."""
    mine = len(table.position.guesses)
    seen = ((MINE, parts[:mine]), (THEIRS, parts[mine:]))
    return tuple((side, eyes) for side, eyes in seen if table.position.rows(side))


def pages(parts: tuple[Eye, ...], table: Table, plain: bool) -> tuple[Page, ...]:
    """A page a side, in words."""
    return tuple(
        Page(_title(table, side), tuple(_told(at, eye) for at, eye in enumerate(eyes, 1)))
        for side, eyes in _sides(parts, table)
    )


def _title(table: Table, side: int) -> str:
    return f"The solver's eye: {_whose(table, side)}"


def _whose(table: Table, side: int) -> str:
    return "your rows" if side == reader(table) else f"{name(table, side)}'s rows"


def _told(at: int, eye: Eye) -> str:
    return (
        f"Row {at}: {spoken(eye.guess)}, {marks_text(eye.marks)}. {eye.before} codes were possible, "
        f"{eye.after} after it. Einstein: {spoken(eye.einstein)}"
    )


def picture(parts: tuple[Eye, ...], table: Table, page: int, view: View) -> Canvas:
    """A page on 80×23: a row of the game a line."""
    look = Look(view.tier, table.choices.get("numbers") == "on")
    every = _sides(parts, table)
    side, eyes = every[min(page, len(every) - 1)]
    canvas = Canvas(COLS, ROWS)
    page_frame(canvas, INFO.name, ACCENT)
    canvas.put(4, 2, _title(table, side), ACCENT)
    code = table.position.code(side)
    canvas.right(COLS - 7 - 3 * len(code), 2, "Your code" if side == 1 - reader(table) else "The code", GREY)
    _pegs(canvas, COLS - 5 - 3 * len(code), 2, code, look)
    _heads(canvas, 3 * len(code))
    for at, eye in enumerate(eyes):
        _row(canvas, at, eye, look)
    if len(eyes) < len(table.position.rows(side)):
        canvas.put(4, 5 + len(eyes), f"Einstein is looking at row {len(eyes) + 1}.", GREY)
    else:
        canvas.put(4, 17, FOUND, GREY)
    if len(every) > 1:
        turn = Hint("pgup", _whose(table, MINE)) if page else Hint("pgdn", _whose(table, THEIRS))
        keys_line(canvas, (turn, Hint("esc", "back")), ACCENT)
    return canvas


def _heads(canvas: Canvas, gap: int) -> None:
    for x, head in ((4, "row"), (8, "guess"), (11 + gap, "score"), (29 + gap, "codes possible"),
                    (47 + gap, "Einstein")):  # fmt: skip
        canvas.put(x, 4, head, DARK)


def _row(canvas: Canvas, at: int, eye: Eye, look: Look) -> None:
    y, gap = 5 + at, 3 * len(eye.guess)
    canvas.right(6, y, f"{at + 1}", GREY)
    _pegs(canvas, 8, y, eye.guess, look)
    _pegs(canvas, 47 + gap, y, eye.einstein, look)
    canvas.put(11 + gap, y, marks_text(eye.marks), WHITE)
    canvas.right(35 + gap, y, f"{eye.before:,}", GREY)
    canvas.put(37 + gap, y, "─►", DARK)
    canvas.right(45 + gap, y, f"{eye.after:,}", WHITE)


def _pegs(canvas: Canvas, x: int, y: int, pegs: str, look: Look) -> None:
    for hole, peg in enumerate(pegs):
        art.small_peg(canvas, x + 3 * hole, y, peg, look, art.FLAT)


def remarks(parts: tuple[Eye, ...], tables: Sequence[Table]) -> dict[int, Remark]:
    """What each guess left of the codes possible; where one is left, the guess is marked."""
    last, seen = tables[-1], dict[int, Remark]()
    sides = dict(_sides(parts, last)) if parts else {}
    rows = {MINE: 0, THEIRS: 0}
    for number, (before, move) in enumerate(zip(tables, last.moves, strict=False), start=1):
        side = before.position.mover
        if side not in sides or move == QUIT or before.position.phase == "code":
            continue
        eye, rows[side] = sides[side][rows[side]], rows[side] + 1
        left = f"{counted(eye.before, 'code')} possible, {eye.after} after it"
        seen[number] = Remark(f"Eye: {left}. Einstein: {spoken(eye.einstein)}", eye.after == 1 < eye.before)
    return seen
