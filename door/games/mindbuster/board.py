"""The caller's peg board: the row in hand, and its mouse.

Law: pure.  Only an entered row reaches the rules.  A peg that cannot go into a hole is refused at once.

A random row depends on the public commitment and on how often one was asked for, never on the game's chance.
If two callers hide codes, it depends on a secret that neither knows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from door.games.game import Act, Enter, Refuse, Show, Table
from door.games.mindbuster import hand
from door.games.mindbuster.hand import Hand
from door.games.mindbuster.rules import CODE, NO_PEG, UNSET, refused, secret
from door.games.mindbuster.words import hiding, making
from door.term.keys import Mouse
from door.ui.texts import MaybeSaid, tr

our: Final = tr.mindbuster


class Board(NamedTuple):
    """The row in hand, the number of random rows asked for, and the row (side and number, from 0) that Show
    Scoring shows, None while it is closed.
    """

    hand: Hand
    mixed: int = 0
    shown: tuple[int, int] | None = None


class Palette(NamedTuple):
    """A peg of the palette, as a target for the mouse."""

    peg: str


class Hole(NamedTuple):
    """A hole of the row in hand, as a target for the mouse."""

    number: int


class Back(NamedTuple):
    """One of the caller's earlier rows, as a target for the mouse."""

    row: int


def board(table: Table) -> Board:
    mixed = table.board.mixed if table.board is not None else 0
    return Board(Hand(UNSET * table.position.holes), mixed)


# -- the row ---------------------------------------------------------------------------------


def held(table: Table, now: Hand) -> Show:
    return Show(table.board._replace(hand=now))


def place(table: Table, peg: str, hole: int | None = None) -> Act:
    """Put a peg into a hole, or at the cursor and advance it.  Refuse a peg that cannot go there."""
    now = table.board.hand
    if reason := _no_peg_here(table, peg):
        return Refuse(reason, table.board._replace(hand=hand.let_go(now)))
    return held(table, hand.typed(now, peg) if hole is None else hand.set_down(now, peg, hole))


def _no_peg_here(table: Table, peg: str) -> MaybeSaid:
    palette = table.position.palette
    if peg == NO_PEG:
        return our.no_peg_in_code() if hiding(table) else ""
    return "" if peg in palette else our.no_such_colour(peg=f"{peg!r}", palette=" ".join(palette))


def random_row(table: Table) -> Show:
    """Fill every hole at random, replacing the row."""
    mixed, game = table.board.mixed + 1, table.position
    seal = f"{table.commit} {len(game.rows(table.eyes))}"
    if game.between_callers:  # the opponent must not get the same code by pressing the same key
        seal = f"{secret(game)} {seal} {table.eyes}"
    now = hand.at_random(table.board.hand, game.palette, seal, mixed)
    return _said(table._replace(board=Board(now, mixed)), now)


def entered(table: Table) -> Act:
    """Enter the row.  On an empty row, pick one at random and wait for a second ENTER."""
    if not table.board.hand.empty:
        return enter_row(table, table.board.hand.pegs)
    note = our.code_picked_at_random if hiding(table) else our.row_picked_at_random
    return random_row(table)._replace(note=note(), hold=True)


def copy_row(table: Table, row: int | None = None) -> Act:
    """Copy one of the caller's earlier rows.  Without a number, copy the last, then the one before it."""
    rows, now, back = table.position.rows(table.eyes), table.board.hand, 0
    if hiding(table) or not rows:
        return Refuse(our.no_earlier_row())
    if row is None:
        back = now.back % len(rows) + 1
        row = len(rows) - back
    if not 0 <= row < len(rows):
        return Refuse(our.no_row_to_copy(row=row + 1))
    return _said(table, hand.copied(now, rows[row], back))


def _said(table: Table, now: Hand) -> Show:
    return held(table, now)._replace(lines=(our.plain_row(spoken=hand.spoken(now.pegs)),))


def enter_row(table: Table, pegs: str) -> Act:
    """Enter the row as a move, or refuse it and put the cursor on the empty hole."""
    now = table.board.hand
    if reason := refused(table.position, pegs, hidden=hiding(table)):
        unset = max(pegs.find(UNSET), 0)
        return Refuse(reason, table.board._replace(hand=hand.move(now, unset - now.cursor)))
    return Enter((CODE if hiding(table) else "") + pegs)


# -- the cursor --------------------------------------------------------------------------------------


def cycle(table: Table, step: int, hole: int | None = None) -> Act:
    pegs = table.position.palette + ("" if hiding(table) else NO_PEG)
    return held(table, hand.cycled(table.board.hand, step, pegs, hole))


def repeat_peg(table: Table) -> Act:
    now = table.board.hand
    if not now.cursor or now.pegs[now.cursor - 1] == UNSET:
        return Refuse(our.no_peg_before())
    return held(table, hand.typed(now, now.pegs[now.cursor - 1]))


# -- the mouse -----------------------------------------------------------------------------------


def click(table: Table, mouse: Mouse) -> Act | None:
    act = _MOUSE.get(mouse.action)
    return act(table, mouse) if act and making(table) and table.board.shown is None else None


def _press(table: Table, mouse: Mouse) -> Act:
    """Pick a peg up.  If the terminal reports no release, the next press drops it."""
    now, target, at = table.board.hand, mouse.target, (mouse.x, mouse.y)
    if isinstance(target, Palette):
        return held(table, hand.taken(now, target.peg, hand.FROM_PALETTE, at))
    if isinstance(target, Hole) and target.number < len(now.pegs):
        if mouse.button == "right":
            return held(table, hand.put(now, UNSET, target.number))
        if now.held:
            return _drop(table, target.number)
        peg = now.pegs[target.number].strip()
        now = hand.move(now, target.number - now.cursor)
        return held(table, hand.taken(now, peg, target.number, at) if peg else now)
    if isinstance(target, Back):
        return copy_row(table, target.row)
    return held(table, hand.let_go(now))


def _drag(table: Table, mouse: Mouse) -> Act | None:
    now = table.board.hand
    return held(table, hand.taken(now, now.held, now.source, (mouse.x, mouse.y))) if now.held else None


def _release(table: Table, mouse: Mouse) -> Act | None:
    """Drop the peg into a hole or beside the board.  After a click on the palette, put it at the cursor."""
    now, target = table.board.hand, mouse.target
    if not now.held:
        return None
    if isinstance(target, Hole) and target.number < len(now.pegs):
        return _drop(table, target.number)
    if isinstance(target, Palette) and now.source == hand.FROM_PALETTE and target.peg == now.held:
        return place(table, now.held)
    return held(table, hand.let_go(now))


def _drop(table: Table, hole: int) -> Act:
    """Put the held peg into a hole.  Its own hole stays unchanged."""
    now = table.board.hand
    if hole != now.source:
        return place(table, now.held, hole)
    return held(table, hand.let_go(hand.move(now, hole - now.cursor)))


def _wheel(table: Table, mouse: Mouse) -> Act | None:
    if not isinstance(mouse.target, Hole) or mouse.target.number >= len(table.board.hand.pegs):
        return None
    return cycle(table, -1 if mouse.action == "wheel-up" else 1, mouse.target.number)


_MOUSE: Final[dict[str, Callable[[Table, Mouse], Act | None]]] = {
    "press": _press, "drag": _drag, "release": _release, "wheel-up": _wheel, "wheel-down": _wheel,
}  # fmt: skip
