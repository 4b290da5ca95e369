"""The solver's eye, the coach of this door: the codes possible at each row, and Einstein's guess there.

Law: pure; a row is looked at aside (`thoughts.eye`), the caller's rows first, then the computer's.

A code is worth as many bits as it takes to tell it from all others.  A guess promises so many on the average;
what its score gave beyond that is luck, what the best guess promised beyond that is its cost.  So the bits
found are those of the best guesses, and luck, less choices.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from door.games.game import Table, reader
from door.games.luck import SHOWN, Account, Dear, Remark, Verdict, dearest
from door.games.mindbuster import art
from door.games.mindbuster.art import Look
from door.games.mindbuster.card import ACCENT, INFO
from door.games.mindbuster.hand import spoken
from door.games.mindbuster.rules import CODE, MINE, THEIRS, Eye
from door.games.mindbuster.words import marks_text, name
from door.term.canvas import DARK, GREY, WHITE, Canvas
from door.ui.screen import View
from door.ui.texts import tr
from door.ui.widgets import Column, Page, heads, page_frame, row_text
from door.ui.words import hundredths

TITLE: Final = tr.mindbuster.title_eye

COLS, ROWS = 80, 23


def steps(table: Table) -> int:
    """The rows there are to look at."""
    return len(table.position.guesses) + len(table.position.answers)


def _sides(parts: tuple[Eye, ...], table: Table) -> tuple[tuple[int, tuple[Eye, ...]], ...]:
    """What has been seen so far of each side that has rows."""
    mine = len(table.position.guesses)
    seen = ((MINE, parts[:mine]), (THEIRS, parts[mine:]))
    return tuple((side, eyes) for side, eyes in seen if table.position.rows(side))


def pages(parts: tuple[Eye, ...], table: Table, plain: bool) -> tuple[Page, ...]:
    """A page a side, in words where it is not drawn (`picture`); then what the bits were made of."""
    rows = (
        Page(_title(table, side), tuple(_told(at, eye) for at, eye in enumerate(eyes, 1) if plain))
        for side, eyes in _sides(parts, table)
    )
    mine = _own(parts, table)
    return (*rows, _summed(mine, table, plain)) if mine and len(parts) == steps(table) else tuple(rows)


# -- what the bits were made of -----------------------------------------------------------------


def _own(parts: tuple[Eye, ...], table: Table) -> tuple[Eye, ...]:
    """The reader's rows."""
    return dict(_sides(parts, table)).get(_side(table), ())


def _side(table: Table) -> int:
    return max(reader(table), MINE)


def _account(eyes: tuple[Eye, ...]) -> Account:
    """In bits, over all rows."""
    par, found = sum(eye.most for eye in eyes), sum(eye.gained for eye in eyes)
    cost = sum(eye.most - eye.promised for eye in eyes)
    return Account(found, par, found - par + cost, cost)


def verdict(parts: tuple[Eye, ...], table: Table) -> Verdict:
    """What the reader's bits were made of, and the dearest guesses."""
    eyes = _own(parts, table)
    if not eyes:
        return Verdict("")
    return Verdict(_said(eyes), dearest(_costs(eyes, table, _side(table))), _account(eyes))


def _said(eyes: tuple[Eye, ...]) -> str:
    about = "" if all(eye.exact for eye in eyes) else tr.mindbuster.eye_estimate()
    return f"{about}{_account(eyes).said(tr.mindbuster.eye_chance(), tr.mindbuster.eye_unit_bits())}"


def _costs(eyes: tuple[Eye, ...], table: Table, side: int) -> tuple[Dear, ...]:
    """Each row's guess: it was made after the codes that are moves, and the rows of both sides before it."""
    codes = sum(move.startswith(CODE) for move in table.moves)
    step, first = (2, codes + side) if table.position.duel else (1, 0)
    return tuple(
        Dear(first + step * at, eye.guess, eye.best, eye.most - eye.promised) for at, eye in enumerate(eyes)
    )


_BITS: Final = (
    Column(tr.door_heads.row, 3, True),
    Column(tr.door_heads.guess, 9),
    Column(tr.door_heads.gained, 5, True),
    Column(tr.door_heads.promised, 8, True),
    Column(tr.door_heads.luck, 5, True),
    Column(tr.door_heads.best, 9),
    Column(tr.door_heads.promised, 8, True),
    Column(tr.door_heads.cost, 6, True),
    Column("", 2),
)


def _summed(eyes: tuple[Eye, ...], table: Table, plain: bool) -> Page:
    """What the bits were made of, and a row a guess; the dearest numbered."""
    head = (
        _said(eyes),
        _account(eyes).text(f" {tr.mindbuster.eye_unit_bits()}", tr.mindbuster.eye_best_guesses()),
    )
    if plain:
        return Page(
            tr.mindbuster.title_luck_and_choices(),
            (*head, *(_costly(at, eye) for at, eye in enumerate(eyes, 1))),
        )
    costs = _costs(eyes, table, _side(table))
    marks = {one.at: f"◄{place}" for place, one in enumerate(dearest(costs), 1)}
    rows = (
        row_text(_BITS, (at, *_cells(eye), marks.get(one.at, "")))
        for at, (eye, one) in enumerate(zip(eyes, costs, strict=True), 1)
    )
    return Page(tr.mindbuster.title_luck_and_choices_bits(), (*head, "", heads(_BITS), *rows))


def _cells(eye: Eye) -> tuple[str, ...]:
    best, luck = spoken(eye.best), eye.gained - eye.promised
    cost = (
        f"{eye.most - eye.promised:.2f}"
        if eye.most - eye.promised >= SHOWN
        else tr.mindbuster.eye_mark_best()
    )
    figures = (
        f"{eye.gained:.2f}",
        f"{eye.promised:.2f}",
        hundredths(luck, "+"),
        best,
        f"{eye.most:.2f}",
        cost,
    )
    return (spoken(eye.guess), *figures)


def _costly(at: int, eye: Eye) -> str:
    gave = tr.mindbuster.eye_promised(
        at=at, guess=spoken(eye.guess), promised=f"{eye.promised:.2f}", gained=f"{eye.gained:.2f}"
    )
    if eye.most - eye.promised < SHOWN:
        return tr.mindbuster.eye_promised_most(gave=gave)
    return tr.mindbuster.eye_promised_more(gave=gave, best=spoken(eye.best), most=f"{eye.most:.2f}")


def _title(table: Table, side: int) -> str:
    return TITLE(whose=_whose(table, side))


def _whose(table: Table, side: int) -> str:
    return (
        tr.mindbuster.eye_your_rows()
        if side == reader(table)
        else tr.mindbuster.eye_rows_of(name=name(table, side))
    )


def _told(at: int, eye: Eye) -> str:
    return (tr.mindbuster.plain_eye_row_one_code if eye.before == 1 else tr.mindbuster.plain_eye_row)(
        at=at, guess=spoken(eye.guess), marks=marks_text(eye.marks), codes=tr.count.codes(n=eye.before),
        after=eye.after, best=spoken(eye.einstein),
    )  # fmt: skip


def picture(parts: tuple[Eye, ...], table: Table, page: int, view: View) -> Canvas | None:
    """A page on 80×23 but its keys: a row of the game a line.  None for the page that is text."""
    look = Look(view.tier, table.choices.get("numbers") == "on")
    every = _sides(parts, table)
    if page >= len(every):
        return None
    side, eyes = every[page]
    canvas = Canvas(COLS, ROWS)
    page_frame(canvas, INFO.name, ACCENT)
    canvas.put(4, 2, _title(table, side), ACCENT)
    code = table.position.code(side)
    canvas.right(
        COLS - 7 - 3 * len(code),
        2,
        tr.mindbuster.label_your_code() if side == 1 - reader(table) else tr.mindbuster.label_the_code(),
        GREY,
    )
    _pegs(canvas, COLS - 5 - 3 * len(code), 2, code, look)
    _heads(canvas, 3 * len(code))
    for at, eye in enumerate(eyes):
        _row(canvas, at, eye, look)
    if len(eyes) < len(table.position.rows(side)):
        canvas.put(4, 5 + len(eyes), tr.mindbuster.eye_looking(row=len(eyes) + 1), GREY)
    else:
        canvas.put(4, 17, tr.mindbuster.eye_found_explained(), GREY)
        if side == _side(table):
            canvas.put(4, 18, _said(eyes), WHITE)
    return canvas


def _heads(canvas: Canvas, gap: int) -> None:
    for x, head in (
        (4, tr.mindbuster.head_eye_row),
        (8, tr.mindbuster.head_eye_guess),
        (11 + gap, tr.mindbuster.head_eye_score),
        (29 + gap, tr.mindbuster.head_eye_codes_possible),
        (47 + gap, tr.mindbuster.head_eye_einstein),
    ):
        canvas.put(x, 4, head(), DARK)


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
    """What each guess left of the codes possible; a side's dearest are marked, and what leaves one code."""
    table, seen = tables[-1], dict[int, Remark]()
    for side, eyes in _sides(parts, table) if parts else ():
        every = _costs(eyes, table, side)
        marked = dearest(every)
        for eye, one in zip(eyes, every, strict=True):
            left = tr.mindbuster.eye_codes_possible(codes=tr.count.codes(n=eye.before), after=eye.after)
            words = tr.mindbuster.eye_remark(left=left, best=spoken(eye.einstein))
            seen[one.at + 1] = Remark(words, one in marked or eye.after == 1 < eye.before)
    return seen
