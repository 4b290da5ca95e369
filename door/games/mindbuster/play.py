"""The caller's peg board: the row in hand, its mouse, Show Scoring, the keys and the typed lines.

A random row depends on the public commitment and on how often one was asked for, never on the game's chance.
If two callers hide codes, it depends on a secret that neither knows.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from door.games import api
from door.games.mindbuster.record import PAR, PLAYERS
from door.games.mindbuster.rules import (
    CODE,
    GUESSES,
    LETTERS,
    NO_PEG,
    NOT_BROKEN,
    UNSET,
    MindGame,
    pegs_text,
    refusal,
    secret,
)
from door.games.mindbuster.words import (
    hiding,
    left_side,
    links_text,
    making,
    name,
    recap,
    row_text,
    scored_row,
    shows_code,
    waits,
)
from door.term.keys import Key, Mouse
from door.ui import navigation
from door.ui.texts import MaybeSaid, tr
from door.ui.widgets import SKIP, Hint, TextPage, page_of

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


def board(table: api.GameView) -> MindBusterBoard:
    mixed = table.board.mixed if table.board is not None else 0
    return MindBusterBoard(RowInHand(UNSET * table.position.holes), mixed)


# -- the row ---------------------------------------------------------------------------------


def show_hand(table: api.GameView, now: RowInHand) -> api.Show:
    return api.Show(table.board._replace(hand=now))


def put_peg(table: api.GameView, peg: str, hole: int | None = None) -> api.Act:
    """Put a peg into a hole, or at the cursor and advance it.  Refuse a peg that cannot go there."""
    now, palette = table.board.hand, table.position.palette
    reason: MaybeSaid = ""
    if peg not in palette + NO_PEG:
        reason = our.no_such_colour(peg=f"{peg!r}", palette=" ".join(palette))
    elif peg == NO_PEG and hiding(table):
        reason = our.no_peg_in_code()
    if reason:
        return api.Refuse(reason, table.board._replace(hand=now.let_go()))
    return show_hand(table, now.put_at_cursor(peg) if hole is None else now.set_down(peg, hole))


def random_row(table: api.GameView) -> api.Show:
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


def enter_or_pick(table: api.GameView) -> api.Act:
    """Enter the row.  On an empty row, pick one at random and wait for a second ENTER."""
    if not table.board.hand.empty:
        return enter_row(table, table.board.hand.pegs)
    note = our.code_picked_at_random if hiding(table) else our.row_picked_at_random
    return random_row(table)._replace(note=note(), hold=True)


def copy_row(table: api.GameView, row: int | None = None) -> api.Act:
    """Copy one of the caller's earlier rows.  Without a number, copy the last, then the one before it."""
    rows, now, back = table.position.rows(table.eyes), table.board.hand, 0
    if hiding(table) or not rows:
        return api.Refuse(our.no_earlier_row())
    if row is None:
        back = now.back % len(rows) + 1
        row = len(rows) - back
    if not 0 <= row < len(rows):
        return api.Refuse(our.no_row_to_copy(row=row + 1))
    return _show_and_say(table, RowInHand(rows[row], back=back))


def _show_and_say(table: api.GameView, now: RowInHand) -> api.Show:
    return show_hand(table, now)._replace(lines=(our.plain_row(spoken=pegs_text(now.pegs)),))


def enter_row(table: api.GameView, pegs: str) -> api.Act:
    """Enter the row as a move, or refuse it and put the cursor on the empty hole."""
    now = table.board.hand
    if reason := refusal(table.position, pegs, hidden=hiding(table)):
        unset = max(pegs.find(UNSET), 0)
        return api.Refuse(reason, table.board._replace(hand=now._replace(cursor=unset)))
    return api.Enter((CODE if hiding(table) else "") + pegs)


def cycle(table: api.GameView, step: int, hole: int | None = None) -> api.Act:
    pegs = table.position.palette + ("" if hiding(table) else NO_PEG)
    now = table.board.hand
    return show_hand(table, now.cycle(step, pegs, now.cursor if hole is None else hole))


def repeat_peg(table: api.GameView) -> api.Act:
    now = table.board.hand
    if not now.cursor or now.pegs[now.cursor - 1] == UNSET:
        return api.Refuse(our.no_peg_before())
    return show_hand(table, now.put_at_cursor(now.pegs[now.cursor - 1]))


# -- the mouse -----------------------------------------------------------------------------------


def click(table: api.GameView, mouse: Mouse) -> api.Act | None:
    act = _MOUSE.get(mouse.action)
    return act(table, mouse) if act and making(table) and table.board.shown is None else None


def _press(table: api.GameView, mouse: Mouse) -> api.Act:
    """Pick a peg up.  If the terminal reports no release, the next press drops it."""
    now, target, at = table.board.hand, mouse.target, (mouse.x, mouse.y)
    if isinstance(target, Palette):
        return show_hand(table, now._replace(held=target.peg, source=FROM_PALETTE, at=at))
    if isinstance(target, Hole) and target.number < len(now.pegs):
        if mouse.button == "right":
            return show_hand(table, now.put(UNSET, target.number))
        if now.held:
            return _drop(table, target.number)
        peg = now.pegs[target.number].strip()
        now = now._replace(cursor=target.number)
        return show_hand(table, now._replace(held=peg, source=target.number, at=at) if peg else now)
    if isinstance(target, EarlierRow):
        return copy_row(table, target.row)
    return show_hand(table, now.let_go())


def _drag(table: api.GameView, mouse: Mouse) -> api.Act | None:
    now = table.board.hand
    return show_hand(table, now._replace(at=(mouse.x, mouse.y))) if now.held else None


def _release(table: api.GameView, mouse: Mouse) -> api.Act | None:
    """Drop the peg into a hole or beside the board.  After a click on the palette, put it at the cursor."""
    now, target = table.board.hand, mouse.target
    if not now.held:
        return None
    if isinstance(target, Hole) and target.number < len(now.pegs):
        return _drop(table, target.number)
    if isinstance(target, Palette) and now.source == FROM_PALETTE and target.peg == now.held:
        return put_peg(table, now.held)
    return show_hand(table, now.let_go())


def _drop(table: api.GameView, hole: int) -> api.Act:
    """Put the held peg into a hole.  Its own hole stays unchanged."""
    now = table.board.hand
    if hole != now.source:
        return put_peg(table, now.held, hole)
    return show_hand(table, now.let_go()._replace(cursor=hole))


def _wheel(table: api.GameView, mouse: Mouse) -> api.Act | None:
    if not isinstance(mouse.target, Hole) or mouse.target.number >= len(table.board.hand.pegs):
        return None
    return cycle(table, -1 if mouse.action == "wheel-up" else 1, mouse.target.number)


_MOUSE: Final[dict[str, Callable[[api.GameView, Mouse], api.Act | None]]] = {
    "press": _press, "drag": _drag, "release": _release, "wheel-up": _wheel, "wheel-down": _wheel,
}  # fmt: skip


# -- Show Scoring ----------------------------------------------------------------------------------

_CLOSES: Final = frozenset(["enter", "esc", "l", "f5"])


def scoring_refusal(table: api.GameView) -> MaybeSaid:
    """Return the reason why a score cannot be explained now, or ""."""
    game = table.position
    if table.eyes == api.WATCHER or table.board is None:
        return our.scoring_no_score()
    if game.over:
        return "" if game.guesses or game.answers else our.scoring_no_guess()
    if not game.duel:
        return our.scoring_not_in_solo()
    other = 1 - left_side(table)
    return "" if game.rows(other) else our.scoring_no_guess_yet(name=name(table, other))


def open_page(table: api.GameView) -> api.Act:
    """Open Show Scoring at the other side's last guess.  After the end, any row can be shown."""
    if reason := scoring_refusal(table):
        return api.Refuse(reason)
    side = last_side(table)
    return api.Show(table.board._replace(shown=(side, len(table.position.rows(side)) - 1)))


def last_side(table: api.GameView) -> int:
    """Return the side whose last guess is shown: the other one, if it has guessed."""
    side = left_side(table)
    return 1 - side if table.position.rows(1 - side) else side


def other_side(game: MindGame, side: int) -> int | None:
    """Return the side that Tab switches to, None before the end or if it has no rows."""
    return 1 - side if game.over and game.rows(1 - side) else None


def scoring_key(table: api.GameView, shown: tuple[int, int], name: str) -> api.Act | None:
    side, row = shown
    game, other = table.position, other_side(table.position, side)
    if name in _CLOSES:
        return api.Show(table.board._replace(shown=None))
    if name in ("tab", "backtab"):
        turned = shown if other is None else (other, len(game.rows(other)) - 1)
        return api.Show(table.board._replace(shown=turned))
    to = navigation.sheet("pgup" if name == "backspace" else name, row, len(game.rows(side)))
    return None if to is None else api.Show(table.board._replace(shown=(side, to)))


# -- keys ------------------------------------------------------------------------------------------


def _say_scoring(table: api.GameView) -> api.Act:
    if reason := scoring_refusal(table):
        return api.Refuse(reason)
    game, side = table.position, last_side(table)
    row, code = len(game.rows(side)) - 1, game.code(side)
    whose = our.label_your_code() if side == 1 - api.reader(table) else our.label_the_code()
    said = (row_text(table, side, row), *links_text(game.rows(side)[row], code))
    return api.Show(table.board, lines=(f"{whose}: {pegs_text(code)}", *said))


def _hand(change: Callable[..., RowInHand], *args: int) -> Callable[[api.GameView], api.Act]:
    """Return the effect of a key that only changes the row in hand."""
    return lambda table: show_hand(table, change(table.board.hand, *args))


_ROW: Final = (
    api.Binding(partial(put_peg, peg="R"), ("r",), about=our.help_key_colour, named="R W B G Y K O V  1-8"),
    *(api.Binding(partial(put_peg, peg=peg), (peg.lower(),)) for peg in LETTERS[1:]),
    api.Binding(_hand(RowInHand.move, -1), ("left", "backtab"), about=our.help_key_hole, named="◄  ►  Tab"),
    api.Binding(_hand(RowInHand.move, 1), ("right", "tab", " ")),
    api.Binding(_hand(RowInHand.move, -GUESSES, False), ("home",)),
    api.Binding(_hand(RowInHand.move, GUESSES, False), ("end",)),
    api.Binding(partial(cycle, step=-1), ("up",), about=our.help_key_cycle, named="↑  ↓"),
    api.Binding(partial(cycle, step=1), ("down",)),
    api.Binding(enter_or_pick, ("enter",), label=our.key_ok, about=our.help_key_enter),
    api.Binding(
        random_row, ("f4", "a", "*"), ("random", "a", "any", "*", "f4"), label=our.key_random,
        shown="F4 A", about=our.help_key_random,
    ),
    api.Binding(copy_row, ("=",), ("=",), label=our.key_copy_a_row, about=our.help_key_copy),
    api.Binding(partial(put_peg, peg=NO_PEG), (NO_PEG, "0"), label=our.key_no_peg, about=our.help_key_no_peg),
    api.Binding(
        _hand(RowInHand.rubbed_out), ("backspace",), label=our.key_empty, shown="BkSp",
        about=our.help_key_empty, named="Backspace  Del",
    ),
    api.Binding(_hand(RowInHand.rubbed_out, 0), ("delete", ".")),
    api.Binding(repeat_peg, ("c", "insert"), about=our.help_key_again, named="C  Ins"),
)  # fmt: skip
_KEYPAD: Final = (
    api.Binding(_hand(RowInHand.move, -1), ("4",)), api.Binding(_hand(RowInHand.move, 1), ("6",)),
    api.Binding(partial(cycle, step=-1), ("8",)), api.Binding(partial(cycle, step=1), ("2",)),
)  # fmt: skip
_SCORING: Final = api.Binding(
    open_page, ("f5", "l"), label=tr.door_keys.scoring, shown="F5 L", about=our.help_key_scoring
)
_SETTINGS: Final = api.Binding(
    api.Do("settings"), ("f3", "s"), ("settings", "s", "set"), label=tr.door_keys.settings, shown="F3 S",
    about=our.help_key_settings,
)  # fmt: skip
_FITS: Final = api.Binding(
    api.Do("hint"), ("f6", "f"), ("fits", "f"), label=tr.door_keys.fits, shown="F6", about=our.help_key_fits
)
_WORDS: Final = (
    api.Binding(
        lambda table: api.Show(table.board, lines=recap(table)), words=("board",), about=our.help_key_board
    ),
    api.Binding(_say_scoring, words=("lines", "l", "scoring"), about=our.help_key_lines),
    api.Binding(api.Do("bulletin"), words=("tables", "records"), about=our.help_key_tables),
    api.Binding(api.Do("help"), words=("rules",)),
)
_AROUND: Final = (_SCORING, _FITS, _SETTINGS, *_WORDS)
KEYS: Final = api.Keys(*_ROW, *_AROUND)
_KEYS_BY_KEYPAD: Final = api.Keys(*_KEYPAD, *KEYS.bindings)
_NO_ROW: Final = api.Keys(*_AROUND)
_AFTER: Final = api.Keys(_SCORING, *_WORDS)
_SHOWN: Final = api.Keys(*_WORDS)
BUTTONS: Final = api.Keys(*_ROW).hints
"""The buttons beside the board."""

_NOT_COLOURS: Final = frozenset("hnqtu")
"""Letters that keep their usual meaning while a row is made."""


def pages(options: api.Options, plain: bool = False) -> tuple[TextPage, ...]:
    game = our.help_game(guesses=GUESSES, not_broken=NOT_BROKEN)
    rivals = our.help_opponents(rows="\n".join(f"{one.name():<16} {one.how()}" for one in PLAYERS.values()))
    pressed = (our.help_plain if plain else our.help_keys)(keys=KEYS.help(plain))
    making = () if plain else (our.help_making_a_row(), our.help_mouse())
    seeing = () if plain else (our.help_scoring_and_eye(),)
    holes, colours = options["holes"], options["colours"]
    par, sizes = PAR[holes, colours] / 100, our.help_month_one_size(holes=holes, colours=colours)
    if options["choose_size"]:
        sizes = our.help_month_all_sizes()
    records = our.help_records(sizes=sizes, par=f"{par:.2f}", three=f"{3 - par:+.2f}")
    texts = (
        game, *making, pressed, our.help_score(), our.help_examples(), *seeing, our.help_settings(), rivals,
        records, our.help_strategy(),
    )  # fmt: skip
    return tuple(page if plain else _with_more_line(page) for page in map(page_of, texts))


def _with_more_line(page: TextPage) -> TextPage:
    """Add "more..." at the foot of the page if there is room, since other pages follow."""
    room = 14 - len(page.lines)
    return TextPage(page.title, (*page.lines, *[""] * room, f"{our.help_more():>72}")) if room >= 0 else page


def keys(table: api.GameView) -> api.Keys:
    if scored_row(table) is not None:
        return _SHOWN
    if making(table):
        return _KEYS_BY_KEYPAD if table.choices.get("keypad") == "on" else KEYS
    return _AFTER if table.position.over else _NO_ROW


def other_key(table: api.GameView, key: Key) -> api.Act | None:
    """Return the effect of a key of Show Scoring, or of a digit or a letter that is not a colour's."""
    name = key.name.lower()
    if (at := scored_row(table)) is not None:
        return scoring_key(table, at, name)
    if not making(table) or name in _NOT_COLOURS or not key.text.isalnum():
        return None
    if key.text.isdigit() and table.choices.get("keypad") == "on":
        return api.Refuse(our.numpad_moves_on())
    if key.text not in NUMBERS:
        return put_peg(table, key.text.upper())
    colours = table.position.colours
    if int(key.text) > colours:
        return api.Refuse(our.no_such_number(digit=key.text, colours=colours))
    return put_peg(table, NUMBERS[key.text])


# -- the keys line ---------------------------------------------------------------------------

_NEW: Final = Hint("f2", tr.door_keys.new, "F2 N")
_RECORDS: Final = Hint("t", tr.door_keys.records)
_ROWS: Final = (Hint("up", tr.door_keys.row_before), Hint("down", tr.door_keys.row_after))
_TAB: Final = Hint("tab", tr.door_keys.other_side)
_LINES: Final = Hint("f5", tr.door_keys.scoring, "F5")


def hints(table: api.GameView) -> tuple[Hint, ...]:
    game, at, ended = table.position, scored_row(table), shows_code(table) and table.frame is None
    if at is not None:
        rows = _ROWS if len(game.rows(at[0])) > 1 else ()
        side = () if other_side(game, at[0]) is None else (_TAB,)
        return (*rows, *side) if ended else (*rows, *side, Hint("enter", tr.door_keys.back))
    if ended:
        return (_LINES,) if game.guesses or game.answers else ()
    if table.frame is not None:
        return (SKIP,)
    if table.kind == api.AT_TABLE:
        return () if scoring_refusal(table) else (_SCORING.hint,)
    around = (_NEW, _SETTINGS.hint)
    if table.kind != "practice":
        return (*around, _SCORING.hint, _RECORDS)
    # solo games have no scoring to show
    return (*around, _SCORING.hint, _FITS.hint) if game.duel else (*around, _FITS.hint)


# -- typed lines -----------------------------------------------------------------------------


def read_row(text: str) -> str | None:
    """Read a typed row: letters, or numbers 1-8, `-` or 0 for NO PEG, with or without blanks.

    Returns None if something in it can't be a peg.  A colour that the game lacks is kept, so that the rules
    can name it.
    """
    pegs = "".join(text.replace(",", " ").split()).upper()
    read = "".join(NUMBERS.get(peg, peg) for peg in pegs)
    return read if all(peg.isalpha() or peg == NO_PEG for peg in read) else None


def line(table: api.GameView, text: str) -> api.Act | None:
    """Read a typed row, or a copy ("= 2").  An empty line enters a full row in hand."""
    if not text and not (making(table) and table.board.hand.full):
        return None
    if not making(table):
        return api.Refuse(waits(table) or tr.play.game_over())
    if text.startswith("="):
        number = text[1:].strip()
        return copy_row(table, int(number) - 1 if number.isdecimal() and len(number) < 4 else None)
    game, hidden = table.position, hiding(table)
    if not text:
        return enter_row(table, table.board.hand.pegs)
    pegs = read_row(text)
    if pegs is None:
        wrong = our.typed_not_a_code if hidden else our.typed_not_a_row
        return api.Refuse(wrong(holes=game.holes, palette=" ".join(game.palette)))
    if reason := refusal(game, pegs, hidden=hidden):
        return api.Refuse(reason, board(table))
    return enter_row(table, pegs)
