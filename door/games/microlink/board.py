"""The caller's board: the door pointed at, doors shut for this roll, pages, keys and typed lines.

Law: pure.  Only entered doors reach the rules.  A toggle changes no door.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, Literal, NamedTuple

from door.games.game import Act, Do, Enter, Refuse, Show, Table, elsewhere
from door.games.microlink import boss, scores
from door.games.microlink.choices import find, flip, is_on, who
from door.games.microlink.coach import last_turn
from door.games.microlink.motion import choosing
from door.games.microlink.rules import refusal
from door.games.shutbox.board import Typed, read_tiles
from door.games.shutbox.rules import MICROLINK, move_text, tiles_of, total_of
from door.term.keys import Key, Mouse
from door.ui.texts import tr
from door.ui.values import quick

our: Final = tr.microlink
TYPED: Final = Typed(our.typed_not_doors, our.typed_no_such_door, our.typed_door_twice)


@quick
class Board(NamedTuple):
    """The door pointed at, the mask of doors shut since the last roll, and the open page."""

    at: int = 5
    chosen: int = 0
    over: Literal["", "scores", "coach", "boss"] = ""
    dos: boss.Dos | None = None

    @property
    def covers(self) -> bool:
        return bool(self.over)


class DoorSpot(NamedTuple):
    """A door's target for the mouse."""

    number: int


def board(table: Table) -> Board:
    at = table.board.at if table.board is not None else Board().at
    return Board(min(tiles_of(table.position.box.open), key=lambda door: abs(door - at), default=at))


# -- doors ---------------------------------------------------------------------------------------


def enter(table: Table, chosen: int) -> Act:
    """Enter these doors, or refuse them with the reason."""
    reason = refusal(table.position, chosen)
    return Refuse(reason) if reason else Enter(move_text(chosen))


def _shut(table: Table, number: int, down: bool) -> Act:
    """Shut a door or open it again; one shut on an earlier roll stays shut.

    Without the roll prompt, doors are entered as soon as they match the roll.
    """
    game, bit = table.position, 1 << number - 1
    if not game.box.open & bit:
        return Refuse(our.door_shut_for_turn(number=number))
    chosen = table.board.chosen | bit if down else table.board.chosen & ~bit
    if down and not is_on(table.choices, "r") and total_of(chosen) == game.box.total:
        return enter(table, chosen)
    return Show(table.board._replace(chosen=chosen, at=number))


def _toggle(table: Table, number: int) -> Act:
    return _shut(table, number, not table.board.chosen >> number - 1 & 1)


def _point(table: Table, step: int) -> Act:
    doors, at = tiles_of(table.position.box.open), table.board.at
    place = doors.index(at) if at in doors else 0
    return Show(table.board._replace(at=doors[(place + step) % len(doors)]))


_CHOOSING: Final[dict[str, Callable[[Table], Act]]] = {
    "left": lambda table: _point(table, -1),
    "right": lambda table: _point(table, 1),
    "down": lambda table: _shut(table, table.board.at, True),
    "up": lambda table: _shut(table, table.board.at, False),
    " ": lambda table: _toggle(table, table.board.at),
    "enter": lambda table: enter(table, table.board.chosen),
    **{str(number): partial(_toggle, number=number) for number in range(1, 10)},
}
_NUMPAD: Final = {"4": "left", "6": "right", "2": "down", "8": "up"}


# -- pages that cover the table ---------------------------------------------------------------------


def _boss(table: Table) -> Act:
    dos = boss.boot()
    return Show(table.board._replace(over="boss", dos=dos), lines=dos.lines)


def _coach(table: Table) -> Act:
    """Show the last turn of a practice game.  Afterwards the midend shows the whole game."""
    if table.shared:
        return Refuse(our.coach_others_first())
    if table.kind not in ("practice", "demo"):
        return Refuse(our.coach_after_the_game())
    page = last_turn(table.position, True)
    if page is None:
        return Refuse(our.coach_no_turn_ended())
    return Show(table.board._replace(over="coach"), lines=(f"{page.title}:", *page.lines))


_PAGES: Final[dict[str, Callable[[Table], Act]]] = {
    "a": lambda table: Show(table.board._replace(over="scores")),
    "b": _boss,
    "c": _coach,
    "t": lambda table: Do("bulletin"),
}


def _in_boss(table: Table, dos: boss.Dos, done: bool) -> Act:
    if done:
        return _closed(table)
    answered = dos.count != table.board.dos.count
    return Show(table.board._replace(dos=dos), lines=dos.answer if answered else ())


def _closed(table: Table) -> Act:
    return Show(table.board._replace(over="", dos=None))


# -- keys, the mouse, lines ---------------------------------------------------------------------------


def key(table: Table, key: Key) -> Act | None:
    at = table.board
    if at.over:
        return _in_boss(table, *boss.press(at.dos, key)) if at.dos else _closed(table)
    name = key.name.lower()
    if act := _PAGES.get(name):
        return act(table)
    if toggle := find(name):
        return flip(table, toggle)
    if not choosing(table):
        return None
    choose = _CHOOSING.get(_NUMPAD.get(name, name) if is_on(table.choices, "m") else name)
    return choose(table) if choose else None


def click(table: Table, mouse: Mouse) -> Act | None:
    """Shut the clicked door, or open it again if it was shut for this roll.  A click on a page closes it."""
    if mouse.action != "press":
        return None
    if table.board.over:
        return None if table.board.dos else _closed(table)
    target = mouse.target
    if not choosing(table) or not isinstance(target, DoorSpot):
        return None
    return _toggle(table, target.number) if 1 <= target.number <= 9 else None


def line(table: Table, text: str) -> Act | None:
    """Read a line of plain mode: doors to shut, a toggle's or page's letter, or a command to the boss's
    DOS.
    """
    at = table.board
    if at.dos:
        return _in_boss(table, *boss.enter(at.dos, text))
    if not text:
        return None
    word = text.lower()
    if toggle := find(word):
        return flip(table, toggle)
    if word == "a":
        return Show(at, lines=scores.lines(table))
    if act := _PAGES.get(word):
        shown = act(table)
        return Show(at, lines=shown.lines) if isinstance(shown, Show) and not shown.board.dos else shown
    game = table.position
    if not game.over and elsewhere(table, game.seat):
        return Refuse(our.turn_of_other(who=who(game, game.seat)))
    chosen = read_tiles(text, MICROLINK.tiles, TYPED)
    return Refuse(chosen) if isinstance(chosen, str) else enter(table, chosen)
