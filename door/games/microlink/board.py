"""The caller's board: the door pointed at, doors shut for this roll, pages, keys and typed lines.

Law: pure.  Only entered doors reach the rules.  A toggle changes no door.
"""

from __future__ import annotations

from functools import partial
from typing import Final, Literal, NamedTuple

from door.games.game import Act, Do, Enter, GameView, Refuse, Show, elsewhere
from door.games.keys import Binding, Keys, effect_of_click
from door.games.microlink import boss, scores
from door.games.microlink.choices import ALL, flip, is_on, who
from door.games.microlink.coach import last_turn
from door.games.microlink.motion import choosing
from door.games.microlink.rules import refusal
from door.games.shutbox.board import Typed, read_tiles
from door.games.shutbox.rules import MICROLINK, move_text, tiles_of, total_of
from door.term.keys import Key, Mouse
from door.ui.texts import tr
from door.ui.widgets import Hint

our: Final = tr.microlink
TYPED: Final = Typed(our.typed_not_doors, our.typed_no_such_door, our.typed_door_twice)


class Board(NamedTuple):
    """The door pointed at, the mask of doors shut since the last roll, and the open page."""

    at: int = 5
    chosen: int = 0
    over: Literal["", "scores", "coach", "boss"] = ""
    dos: boss.Dos | None = None

    @property
    def covers(self) -> bool:
        return bool(self.over)


def board(table: GameView) -> Board:
    at = table.board.at if table.board is not None else Board().at
    return Board(min(tiles_of(table.position.box.open), key=lambda door: abs(door - at), default=at))


# -- doors ---------------------------------------------------------------------------------------


def enter(table: GameView, chosen: int) -> Act:
    """Enter these doors, or refuse them with the reason."""
    reason = refusal(table.position, chosen)
    return Refuse(reason) if reason else Enter(move_text(chosen))


def _shut(table: GameView, number: int, down: bool) -> Act:
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


def _toggle(table: GameView, number: int) -> Act:
    return _shut(table, number, not table.board.chosen >> number - 1 & 1)


def _point(table: GameView, step: int) -> Act:
    doors, at = tiles_of(table.position.box.open), table.board.at
    place = doors.index(at) if at in doors else 0
    return Show(table.board._replace(at=doors[(place + step) % len(doors)]))


DOOR_KEYS: Final = tuple(Binding(partial(_toggle, number=door), (str(door),)) for door in range(1, 10))
_CHOOSING: Final = (
    Binding(lambda table: enter(table, table.board.chosen), ("enter",), label=our.key_shut, shown="Enter",
            about=our.help_key_enter),
    Binding(lambda table: _toggle(table, table.board.at), (" ",), label=our.key_door, shown="1-9",
            about=our.help_key_turn),
    DOOR_KEYS[0]._replace(about=our.help_key_number, named="1-9"), *DOOR_KEYS[1:],
)  # fmt: skip
_ARROWS: Final = (
    Binding(partial(_point, step=-1), ("left",), about=our.help_key_point, named="◄  ►"),
    Binding(partial(_point, step=1), ("right",)),
    Binding(
        lambda table: _shut(table, table.board.at, True), ("down",), about=our.help_key_shut, named="↓  ↑"
    ),
    Binding(lambda table: _shut(table, table.board.at, False), ("up",)),
)
_NUMPAD: Final = (
    *(one._replace(keys=(key,)) for key, one in zip("4628", _ARROWS, strict=True)),
    _CHOOSING[0], _CHOOSING[1]._replace(label=our.key_move, shown="4628"), *_CHOOSING[2:],
)  # fmt: skip


# -- pages that cover the table ---------------------------------------------------------------------


def _boss(table: GameView) -> Act:
    dos = boss.boot()
    return Show(table.board._replace(over="boss", dos=dos), lines=(*dos.lines, our.plain_type_ok()))


def _coach(table: GameView) -> Act:
    """Show the last turn of a practice game.  Afterwards the end page shows the whole game."""
    if table.shared:
        return Refuse(our.coach_others_first())
    if table.kind not in ("practice", "demo"):
        return Refuse(our.coach_after_the_game())
    page = last_turn(table.position, True)
    if page is None:
        return Refuse(our.coach_no_turn_ended())
    return Show(table.board._replace(over="coach"), lines=(f"{page.title}:", *page.lines))


def _coach_lines(table: GameView) -> Act:
    shown = _coach(table)
    return Show(table.board, lines=shown.lines) if isinstance(shown, Show) else shown


_PAGES: Final = (
    Binding(lambda table: Show(table.board._replace(over="scores")), ("a",), label=our.key_all,
            about=our.help_key_all_scores),
    Binding(lambda table: Show(table.board, lines=scores.lines(table)), words=("a",),
            about=our.help_key_all_scores),
    Binding(Do("bulletin"), ("t",), ("t",), label=our.key_ten, about=our.help_key_bulletin),
    Binding(_boss, ("b",), ("boss",), label=our.key_boss, about=our.help_key_looks_like_work),
    Binding(_coach, ("c",), about=our.help_key_last_turn),
    Binding(_coach_lines, words=("c",), about=our.help_key_last_turn),
)  # fmt: skip
_ALWAYS: Final = (
    *_PAGES,
    *(Binding(partial(flip, toggle=toggle), (toggle.letter,), (toggle.letter,)) for toggle in ALL),
)
LOOK: Final = (*Keys(*_PAGES).hints, Hint("h", our.key_help))
CHOOSE: Final = Keys(*_CHOOSING).hints
CHOOSE_BY_NUMPAD: Final = Keys(*_NUMPAD).hints
KEYS: Final = Keys(_CHOOSING[2], *_ARROWS, _CHOOSING[1], _CHOOSING[0], *_PAGES)
"""All keys but the toggles, in the order of the help."""


_ONLY_PAGES: Final = Keys(*_ALWAYS)
_AND_DOORS: Final = Keys(*_CHOOSING, *_ARROWS, *_ALWAYS)
_AND_NUMPAD: Final = Keys(*_NUMPAD, *_ARROWS, *_ALWAYS)


def keys(table: GameView) -> Keys:
    if not choosing(table):
        return _ONLY_PAGES
    return _AND_NUMPAD if is_on(table.choices, "m") else _AND_DOORS


def _in_boss(table: GameView, dos: boss.Dos, done: bool) -> Act:
    if done:
        return _close_page(table)
    answered = dos.count != table.board.dos.count
    return Show(table.board._replace(dos=dos), lines=dos.answer if answered else ())


def _close_page(table: GameView) -> Act:
    return Show(table.board._replace(over="", dos=None))


# -- keys, the mouse, lines ---------------------------------------------------------------------------


def other_key(table: GameView, key: Key) -> Act | None:
    """Return the effect of a key on a page that covers the table."""
    if not table.board.over:
        return None
    return _in_boss(table, *boss.press(table.board.dos, key)) if table.board.dos else _close_page(table)


def click(table: GameView, mouse: Mouse) -> Act | None:
    """Shut the clicked door, or open it again if it was shut for this roll.  A click on a page closes it."""
    if table.board.over:
        return _close_page(table) if mouse.action == "press" and not table.board.dos else None
    return effect_of_click(table, mouse) if choosing(table) else None


def line(table: GameView, text: str) -> Act | None:
    """Read the doors to shut, or a command to the boss's DOS."""
    if table.board.dos:
        return _in_boss(table, *boss.enter(table.board.dos, text))
    if not text:
        return None
    game = table.position
    if not game.over and elsewhere(table, game.seat):
        return Refuse(our.turn_of_other(who=who(game, game.seat)))
    chosen = read_tiles(text, MICROLINK.tiles, TYPED)
    return Refuse(chosen) if isinstance(chosen, str) else enter(table, chosen)
