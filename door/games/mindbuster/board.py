"""The caller's peg board: the row in hand, and its mouse.

Law: pure.  Only an entered row reaches the rules.  A peg that cannot go into a hole is refused at once.

A random row depends on the public commitment and on how often one was asked for, never on the game's chance.
If two callers hide codes, it depends on a secret that neither knows.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Final, NamedTuple

from door.games.game import Act, Enter, GameView, Refuse, Show
from door.games.mindbuster.rules import CODE, NO_PEG, UNSET, pegs_text, refusal, secret
from door.games.mindbuster.words import hiding, making
from door.term.keys import Mouse
from door.ui.texts import MaybeSaid, tr

our: Final = tr.mindbuster
FROM_PALETTE: Final = -1
NUMBERS: Final = dict(zip("012345678", "-RWBGYKOV", strict=True))
"""The peg of each number; 0 is NO PEG."""


class RowInHand(NamedTuple):
    """A row being made.

    - `pegs`: a letter for each hole, blank if unset.
    - `cursor`: a hole, from 0.
    - `back`: how many rows back `=` has copied from.
    - `held`: the peg on the mouse, taken from hole `source` or the palette.
    - `at`: the mouse's column and row.
    """

    pegs: str
    cursor: int = 0
    back: int = 0
    held: str = ""
    source: int = FROM_PALETTE
    at: tuple[int, int] = (0, 0)

    @property
    def empty(self) -> bool:
        return not self.pegs.strip(UNSET)

    @property
    def full(self) -> bool:
        return UNSET not in self.pegs

    def put(self, peg: str, hole: int) -> RowInHand:
        """Put a peg into a hole, with the cursor on it."""
        return RowInHand(self.pegs[:hole] + peg + self.pegs[hole + 1 :], hole)

    def put_at_cursor(self, peg: str) -> RowInHand:
        """Put a peg at the cursor and advance to the next hole."""
        return self.put(peg, self.cursor).move(1, around=False)

    def set_down(self, peg: str, hole: int) -> RowInHand:
        """Drop a peg into a hole, and move the cursor to the next unset hole."""
        now = self.put(peg, hole)
        unset = now.pegs.find(UNSET, hole)
        return now._replace(cursor=unset if unset >= 0 else now.pegs.find(UNSET)) if not now.full else now

    def move(self, step: int, around: bool = True) -> RowInHand:
        last, at = len(self.pegs) - 1, self.cursor + step
        return self._replace(cursor=at % (last + 1) if around else max(0, min(at, last)))

    def rubbed_out(self, before: int = 1) -> RowInHand:
        """Empty the hole at the cursor; if it is empty, the one so many holes before it."""
        at = self.cursor if self.pegs[self.cursor] != UNSET else max(self.cursor - before, 0)
        return self.put(UNSET, at)

    def cycle(self, step: int, pegs: str, hole: int) -> RowInHand:
        """Put the next of `pegs` into a hole.  An unset hole starts at either end."""
        at = pegs.find(self.pegs[hole])
        if at < 0:
            at = -1 if step > 0 else 0
        return self.put(pegs[(at + step) % len(pegs)], hole)

    def pick_up(self, peg: str, source: int, at: tuple[int, int]) -> RowInHand:
        """Pick up a peg from the palette, or a copy of a hole's peg."""
        return self._replace(held=peg, source=source, at=at)

    def let_go(self) -> RowInHand:
        return self._replace(held="", source=FROM_PALETTE)


class MindBusterBoard(NamedTuple):
    """The row in hand, the number of random rows asked for, and the row (side and number, from 0) that Show
    Scoring shows, None while it is closed.
    """

    hand: RowInHand
    mixed: int = 0
    shown: tuple[int, int] | None = None

    @property
    def speaks(self) -> bool:
        return self.shown is not None


class Palette(NamedTuple):
    """A peg of the palette, as a target for the mouse."""

    peg: str


class Hole(NamedTuple):
    """A hole of the row in hand, as a target for the mouse."""

    number: int


class EarlierRow(NamedTuple):
    """One of the caller's earlier rows, as a target for the mouse."""

    row: int


def board(table: GameView) -> MindBusterBoard:
    mixed = table.board.mixed if table.board is not None else 0
    return MindBusterBoard(RowInHand(UNSET * table.position.holes), mixed)


# -- the row ---------------------------------------------------------------------------------


def show_hand(table: GameView, now: RowInHand) -> Show:
    return Show(table.board._replace(hand=now))


def place(table: GameView, peg: str, hole: int | None = None) -> Act:
    """Put a peg into a hole, or at the cursor and advance it.  Refuse a peg that cannot go there."""
    now = table.board.hand
    if reason := _no_peg_here(table, peg):
        return Refuse(reason, table.board._replace(hand=now.let_go()))
    return show_hand(table, now.put_at_cursor(peg) if hole is None else now.set_down(peg, hole))


def _no_peg_here(table: GameView, peg: str) -> MaybeSaid:
    palette = table.position.palette
    if peg == NO_PEG:
        return our.no_peg_in_code() if hiding(table) else ""
    return "" if peg in palette else our.no_such_colour(peg=f"{peg!r}", palette=" ".join(palette))


def random_row(table: GameView) -> Show:
    """Fill every hole at random, replacing the row."""
    mixed, game, now = table.board.mixed + 1, table.position, table.board.hand
    seal = f"{table.commit} {len(game.rows(table.eyes))}"
    if game.between_callers:  # the opponent must not get the same code by pressing the same key
        seal = f"{secret(game)} {seal} {table.eyes}"
    digest = hashlib.sha256(f"random {seal} {mixed}".encode()).digest()
    number = int.from_bytes(digest, "big")
    pegs = "".join(game.palette[number // game.colours**hole % game.colours] for hole in range(game.holes))
    now = now._replace(pegs=pegs, held="", back=0)
    return _show_and_say(table._replace(board=MindBusterBoard(now, mixed)), now)


def enter_or_pick(table: GameView) -> Act:
    """Enter the row.  On an empty row, pick one at random and wait for a second ENTER."""
    if not table.board.hand.empty:
        return enter_row(table, table.board.hand.pegs)
    note = our.code_picked_at_random if hiding(table) else our.row_picked_at_random
    return random_row(table)._replace(note=note(), hold=True)


def copy_row(table: GameView, row: int | None = None) -> Act:
    """Copy one of the caller's earlier rows.  Without a number, copy the last, then the one before it."""
    rows, now, back = table.position.rows(table.eyes), table.board.hand, 0
    if hiding(table) or not rows:
        return Refuse(our.no_earlier_row())
    if row is None:
        back = now.back % len(rows) + 1
        row = len(rows) - back
    if not 0 <= row < len(rows):
        return Refuse(our.no_row_to_copy(row=row + 1))
    return _show_and_say(table, RowInHand(rows[row], back=back))


def _show_and_say(table: GameView, now: RowInHand) -> Show:
    return show_hand(table, now)._replace(lines=(our.plain_row(spoken=pegs_text(now.pegs)),))


def enter_row(table: GameView, pegs: str) -> Act:
    """Enter the row as a move, or refuse it and put the cursor on the empty hole."""
    now = table.board.hand
    if reason := refusal(table.position, pegs, hidden=hiding(table)):
        unset = max(pegs.find(UNSET), 0)
        return Refuse(reason, table.board._replace(hand=now._replace(cursor=unset)))
    return Enter((CODE if hiding(table) else "") + pegs)


# -- the cursor --------------------------------------------------------------------------------------


def cycle(table: GameView, step: int, hole: int | None = None) -> Act:
    pegs = table.position.palette + ("" if hiding(table) else NO_PEG)
    now = table.board.hand
    return show_hand(table, now.cycle(step, pegs, now.cursor if hole is None else hole))


def repeat_peg(table: GameView) -> Act:
    now = table.board.hand
    if not now.cursor or now.pegs[now.cursor - 1] == UNSET:
        return Refuse(our.no_peg_before())
    return show_hand(table, now.put_at_cursor(now.pegs[now.cursor - 1]))


# -- the mouse -----------------------------------------------------------------------------------


def click(table: GameView, mouse: Mouse) -> Act | None:
    act = _MOUSE.get(mouse.action)
    return act(table, mouse) if act and making(table) and table.board.shown is None else None


def _press(table: GameView, mouse: Mouse) -> Act:
    """Pick a peg up.  If the terminal reports no release, the next press drops it."""
    now, target, at = table.board.hand, mouse.target, (mouse.x, mouse.y)
    if isinstance(target, Palette):
        return show_hand(table, now.pick_up(target.peg, FROM_PALETTE, at))
    if isinstance(target, Hole) and target.number < len(now.pegs):
        if mouse.button == "right":
            return show_hand(table, now.put(UNSET, target.number))
        if now.held:
            return _drop(table, target.number)
        peg = now.pegs[target.number].strip()
        now = now._replace(cursor=target.number)
        return show_hand(table, now.pick_up(peg, target.number, at) if peg else now)
    if isinstance(target, EarlierRow):
        return copy_row(table, target.row)
    return show_hand(table, now.let_go())


def _drag(table: GameView, mouse: Mouse) -> Act | None:
    now = table.board.hand
    return show_hand(table, now._replace(at=(mouse.x, mouse.y))) if now.held else None


def _release(table: GameView, mouse: Mouse) -> Act | None:
    """Drop the peg into a hole or beside the board.  After a click on the palette, put it at the cursor."""
    now, target = table.board.hand, mouse.target
    if not now.held:
        return None
    if isinstance(target, Hole) and target.number < len(now.pegs):
        return _drop(table, target.number)
    if isinstance(target, Palette) and now.source == FROM_PALETTE and target.peg == now.held:
        return place(table, now.held)
    return show_hand(table, now.let_go())


def _drop(table: GameView, hole: int) -> Act:
    """Put the held peg into a hole.  Its own hole stays unchanged."""
    now = table.board.hand
    if hole != now.source:
        return place(table, now.held, hole)
    return show_hand(table, now.let_go()._replace(cursor=hole))


def _wheel(table: GameView, mouse: Mouse) -> Act | None:
    if not isinstance(mouse.target, Hole) or mouse.target.number >= len(table.board.hand.pegs):
        return None
    return cycle(table, -1 if mouse.action == "wheel-up" else 1, mouse.target.number)


_MOUSE: Final[dict[str, Callable[[GameView, Mouse], Act | None]]] = {
    "press": _press, "drag": _drag, "release": _release, "wheel-up": _wheel, "wheel-down": _wheel,
}  # fmt: skip


# -- typed rows ------------------------------------------------------------------------------


def read_row(text: str) -> str | None:
    """Read a typed row: letters, or numbers 1-8, `-` or 0 for NO PEG, with or without blanks.

    Returns None if something in it can't be a peg.  A colour that the game lacks is kept, so that the rules
    can name it.
    """
    pegs = "".join(text.replace(",", " ").split()).upper()
    read = "".join(NUMBERS.get(peg, peg) for peg in pegs)
    return read if all(peg.isalpha() or peg == NO_PEG for peg in read) else None
