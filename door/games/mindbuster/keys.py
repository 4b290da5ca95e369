"""The keys, the keys line and the typed lines."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from door.games.game import AT_TABLE, Act, Do, GameView, Refuse, Show, reader
from door.games.keys import Binding, Keys
from door.games.mindbuster import board, pegboard
from door.games.mindbuster.board import (
    NUMBERS,
    RowInHand,
    copy_row,
    cycle,
    enter_row,
    place,
    read_row,
    show_hand,
)
from door.games.mindbuster.rules import GUESSES, LETTERS, NO_PEG, pegs_text, refusal
from door.games.mindbuster.words import (
    hiding,
    links_text,
    making,
    recap,
    row_text,
    scored_row,
    shows_code,
    waits,
)
from door.term.keys import Key
from door.ui.texts import tr
from door.ui.widgets import SKIP, Hint

our: Final = tr.mindbuster


def _say_scoring(table: GameView) -> Act:
    if reason := pegboard.refusal(table):
        return Refuse(reason)
    game, side = table.position, pegboard.last_side(table)
    row, code = len(game.rows(side)) - 1, game.code(side)
    whose = our.label_your_code() if side == 1 - reader(table) else our.label_the_code()
    said = (row_text(table, side, row), *links_text(game.rows(side)[row], code))
    return Show(table.board, lines=(f"{whose}: {pegs_text(code)}", *said))


def _hand(change: Callable[..., RowInHand], *args: int) -> Callable[[GameView], Act]:
    """Return the effect of a key that only changes the row in hand."""
    return lambda table: show_hand(table, change(table.board.hand, *args))


_ROW: Final = (
    Binding(partial(place, peg="R"), ("r",), about=our.help_key_colour, named="R W B G Y K O V  1-8"),
    *(Binding(partial(place, peg=peg), (peg.lower(),)) for peg in LETTERS[1:]),
    Binding(_hand(RowInHand.move, -1), ("left", "backtab"), about=our.help_key_hole, named="◄  ►  Tab"),
    Binding(_hand(RowInHand.move, 1), ("right", "tab", " ")),
    Binding(_hand(RowInHand.move, -GUESSES, False), ("home",)),
    Binding(_hand(RowInHand.move, GUESSES, False), ("end",)),
    Binding(partial(cycle, step=-1), ("up",), about=our.help_key_cycle, named="↑  ↓"),
    Binding(partial(cycle, step=1), ("down",)),
    Binding(board.enter_or_pick, ("enter",), label=our.key_ok, about=our.help_key_enter),
    Binding(
        board.random_row, ("f4", "a", "*"), ("random", "a", "any", "*", "f4"), label=our.key_random,
        shown="F4 A", about=our.help_key_random,
    ),
    Binding(copy_row, ("=",), ("=",), label=our.key_copy_a_row, about=our.help_key_copy),
    Binding(partial(place, peg=NO_PEG), (NO_PEG, "0"), label=our.key_no_peg, about=our.help_key_no_peg),
    Binding(
        _hand(RowInHand.rubbed_out), ("backspace",), label=our.key_empty, shown="BkSp",
        about=our.help_key_empty, named="Backspace  Del",
    ),
    Binding(_hand(RowInHand.rubbed_out, 0), ("delete", ".")),
    Binding(board.repeat_peg, ("c", "insert"), about=our.help_key_again, named="C  Ins"),
)  # fmt: skip
_KEYPAD: Final = (
    Binding(_hand(RowInHand.move, -1), ("4",)), Binding(_hand(RowInHand.move, 1), ("6",)),
    Binding(partial(cycle, step=-1), ("8",)), Binding(partial(cycle, step=1), ("2",)),
)  # fmt: skip
_SCORING: Final = Binding(
    pegboard.open_page, ("f5", "l"), label=tr.door_keys.scoring, shown="F5 L", about=our.help_key_scoring
)
_SETTINGS: Final = Binding(
    Do("settings"), ("f3", "s"), ("settings", "s", "set"), label=tr.door_keys.settings, shown="F3 S",
    about=our.help_key_settings,
)  # fmt: skip
_FITS: Final = Binding(
    Do("hint"), ("f6", "f"), ("fits", "f"), label=tr.door_keys.fits, shown="F6", about=our.help_key_fits
)
_WORDS: Final = (
    Binding(lambda table: Show(table.board, lines=recap(table)), words=("board",), about=our.help_key_board),
    Binding(_say_scoring, words=("lines", "l", "scoring"), about=our.help_key_lines),
    Binding(Do("bulletin"), words=("tables", "records"), about=our.help_key_tables),
    Binding(Do("help"), words=("rules",)),
)
_AROUND: Final = (_SCORING, _FITS, _SETTINGS, *_WORDS)
KEYS: Final = Keys(*_ROW, *_AROUND)
_KEYS_BY_KEYPAD: Final = Keys(*_KEYPAD, *KEYS.bindings)
_NO_ROW: Final = Keys(*_AROUND)
_AFTER: Final = Keys(_SCORING, *_WORDS)
_SHOWN: Final = Keys(*_WORDS)
BUTTONS: Final = Keys(*_ROW).hints
"""The buttons beside the board."""

_NOT_COLOURS: Final = frozenset("hnqtu")
"""Letters that keep their usual meaning while a row is made."""


def keys(table: GameView) -> Keys:
    if scored_row(table) is not None:
        return _SHOWN
    if making(table):
        return _KEYS_BY_KEYPAD if table.choices.get("keypad") == "on" else KEYS
    return _AFTER if table.position.over else _NO_ROW


def other_key(table: GameView, key: Key) -> Act | None:
    """Return the effect of a key of Show Scoring, or of a digit or a letter that is not a colour's."""
    name = key.name.lower()
    if (at := scored_row(table)) is not None:
        return pegboard.key(table, at, name)
    if not making(table) or name in _NOT_COLOURS or not key.text.isalnum():
        return None
    if key.text.isdigit() and table.choices.get("keypad") == "on":
        return Refuse(our.numpad_moves_on())
    if key.text not in NUMBERS:
        return place(table, key.text.upper())
    colours = table.position.colours
    if int(key.text) > colours:
        return Refuse(our.no_such_number(digit=key.text, colours=colours))
    return place(table, NUMBERS[key.text])


# -- the keys line ---------------------------------------------------------------------------

_NEW: Final = Hint("f2", tr.door_keys.new, "F2 N")
_RECORDS: Final = Hint("t", tr.door_keys.records)
_ROWS: Final = (Hint("up", tr.door_keys.row_before), Hint("down", tr.door_keys.row_after))
_TAB: Final = Hint("tab", tr.door_keys.other_side)
_LINES: Final = Hint("f5", tr.door_keys.scoring, "F5")


def hints(table: GameView) -> tuple[Hint, ...]:
    game, at, ended = table.position, scored_row(table), shows_code(table) and table.frame is None
    if at is not None:
        rows = _ROWS if len(game.rows(at[0])) > 1 else ()
        side = () if pegboard.other_side(game, at[0]) is None else (_TAB,)
        return (*rows, *side) if ended else (*rows, *side, Hint("enter", tr.door_keys.back))
    if ended:
        return (_LINES,) if game.guesses or game.answers else ()
    if table.frame is not None:
        return (SKIP,)
    if table.kind == AT_TABLE:
        return () if pegboard.refusal(table) else (_SCORING.hint,)
    around = (_NEW, _SETTINGS.hint)
    if table.kind != "practice":
        return (*around, _SCORING.hint, _RECORDS)
    # solo games have no scoring to show
    return (*around, _SCORING.hint, _FITS.hint) if game.duel else (*around, _FITS.hint)


# -- typed lines -----------------------------------------------------------------------------


def line(table: GameView, text: str) -> Act | None:
    """Read a typed row, or a copy ("= 2").  An empty line enters a full row in hand."""
    if not text and not (making(table) and table.board.hand.full):
        return None
    if not making(table):
        return Refuse(waits(table) or tr.play.game_over())
    if text.startswith("="):
        number = text[1:].strip()
        return copy_row(table, int(number) - 1 if number.isdecimal() and len(number) < 4 else None)
    game, hidden = table.position, hiding(table)
    if not text:
        return enter_row(table, table.board.hand.pegs)
    pegs = read_row(text)
    if pegs is None:
        wrong = our.typed_not_a_code if hidden else our.typed_not_a_row
        return Refuse(wrong(holes=game.holes, palette=" ".join(game.palette)))
    if reason := refusal(game, pegs, hidden=hidden):
        return Refuse(reason, board.board(table))
    return enter_row(table, pegs)
