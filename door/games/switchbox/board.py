"""The caller's board: the cursor, a preview, keys, clicks, typed lines, and messages.

Law: pure.  Only an entered move reaches the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, NamedTuple

from door.games.game import AT_TABLE, EVERYBODY, Act, Enter, Refuse, Show, Table, elsewhere, has_hand
from door.games.switchbox.box import ENTRIES
from door.games.switchbox.motion import Fall, RoundEnd
from door.games.switchbox.rules import GIFT, PASS, gain, movers, preview, random_ball, sitter
from door.games.switchbox.words import (
    box_lines,
    goal_line,
    inside,
    move_line,
    opening_lines,
    preview_line,
    round_line,
    round_lines,
    slide_line,
    turn_line,
    turn_note,
    wait_line,
)
from door.term.keys import Key, Mouse
from door.ui.texts import tr
from door.ui.values import quick
from door.ui.widgets import Hint
from door.ui.words import Lines

our: Final = tr.switchbox
_DROP: Final = (
    Hint("enter", tr.door_keys.drop, "1-8 Enter"),
    Hint("+", tr.door_keys.random),
    Hint("-", tr.door_keys.pass_turn),
)
_PREVIEW: Final = (*_DROP, Hint("v", tr.door_keys.preview))
_GIVE: Final = (Hint("g", tr.door_keys.give_it), Hint("enter", tr.door_keys.keep_it))
_SKIP: Final = (Hint("enter", tr.door_keys.skip, tr.door_keys.any_key),)
_GO_ON: Final = (Hint("enter", tr.door_keys.go_on),)
_WATCH: Final = (Hint("enter", tr.door_keys.next_ball),)
_WAIT: Final = (Hint("n", tr.door_keys.new_game),)


@quick
class Board(NamedTuple):
    """The entry at the cursor, and True if a preview shows where a ball there would go."""

    cursor: int = 4
    preview: bool = False


class Entry(NamedTuple):
    """An entry, as a target for the mouse."""

    number: int


def board(table: Table) -> Board:
    last, cursor = table.position.last, table.board.cursor if table.board is not None else Board().cursor
    if last is not None and last.move in _ENTRIES and not sitter(table.position, last.seat):
        cursor = int(last.move)
    return Board(cursor)


def asked(table: Table) -> Literal["", "drop", "give"]:
    """Return the question to the person at this keyboard: drop a ball, give one away, or nothing."""
    if table.frame is not None or not has_hand(table):
        return ""
    seat = next((seat for seat in movers(table.position) if seat not in table.let), -1)
    if seat != table.eyes:
        return ""
    return "drop" if seat == table.position.stand.mover else "give"


# -- keys ------------------------------------------------------------------------------------------


def _point(step: int) -> Callable[[Table], Act]:
    return lambda table: _to(table, (table.board.cursor - 1 + step) % ENTRIES + 1)


def _to(table: Table, entry: int) -> Act:
    """Move the cursor to that entry, and the preview with it."""
    at = table.board._replace(cursor=entry)
    return Show(at, lines=(previewed(table._replace(board=at)),) if at.preview else ())


def _look(table: Table, entry: int = 0) -> Act:
    """Show where a ball would go, or hide it again.  Refuse in a game that counts."""
    if table.kind not in ("practice", "demo"):
        return Refuse(our.no_previews())
    at = table.board
    if at.preview and not entry:
        return Show(at._replace(preview=False))
    return _to(table._replace(board=at._replace(preview=True)), entry or at.cursor)


def previewed(table: Table) -> str:
    game, entry = table.position, table.board.cursor
    return preview_line(entry, preview(game, entry), gain(game, entry))


_ENTRIES: Final = tuple("12345678")
_MOVES: Final[dict[str, Callable[[Table], Act]]] = {
    **dict.fromkeys(("+", "="), lambda table: Enter(random_ball(table.position))),
    "-": lambda table: Enter(PASS),
}
_CHOOSING: Final[dict[str, Callable[[Table], Act]]] = {
    **_MOVES,
    **dict.fromkeys(("left", "a"), _point(-1)),
    **dict.fromkeys(("right", "d"), _point(1)),
    "home": lambda table: _to(table, 1),
    "end": lambda table: _to(table, ENTRIES),
    **dict.fromkeys(("enter", " ", "down", "s", "x"), lambda table: Enter(str(table.board.cursor))),
    "v": _look,
}


def key(table: Table, key: Key) -> Act | None:
    name, ask = key.name.lower(), asked(table)
    if ask == "give":
        return _giving(table, name)
    if ask == "drop" and name in _ENTRIES:
        return Enter(name)
    return _CHOOSING[name](table) if ask and name in _CHOOSING else None


def _giving(table: Table, name: str) -> Act | None:
    """Give a random ball or keep it.  A move by the next player at this keyboard also keeps it."""
    if name == "g":
        return Enter(GIFT + random_ball(table.position))
    if name in ("enter", " "):
        return Enter("")
    if name not in _ENTRIES and name not in _MOVES:
        return None
    mover = table.position.stand.mover
    if sitter(table.position, mover) or elsewhere(table, mover):
        return Refuse(our.keys_give_ball())
    return Enter(name) if name in _ENTRIES else _MOVES[name](table)


def click(table: Table, mouse: Mouse) -> Act | None:
    if mouse.action != "press" or not isinstance(mouse.target, Entry):
        return None
    return key(table, Key(str(mouse.target.number)))


# -- words -----------------------------------------------------------------------------------------


def hints(table: Table) -> tuple[Hint, ...]:
    if isinstance(table.frame, (Fall, RoundEnd)):
        return _SKIP if isinstance(table.frame, Fall) else _GO_ON
    if ask := asked(table):
        return _GIVE if ask == "give" else _PREVIEW if table.kind == "practice" else _DROP
    if table.kind == AT_TABLE or table.eyes == EVERYBODY:
        return ()
    return _WATCH if table.eyes < 0 else _WAIT


def past(table: Table) -> str:
    """Return the upper message line: the last move, or the one before if the lower line has the last."""
    if asked(table) == "drop" and table.board.preview:
        return ""
    falls = isinstance(table.frame, Fall) and not table.frame.out
    return move_line(table.before if falls or _now(table) is None else table.position, ways=False)


def message(table: Table) -> str:
    now, game = _now(table), table.position
    return move_line(game, ways=False) or _waits(table) or turn_note(game) if now is None else now


def _now(table: Table) -> str | None:
    game, before, frame = table.position, table.before, table.frame
    if isinstance(frame, Fall) and not frame.out:
        return ""
    if isinstance(frame, RoundEnd):
        mine, other = game.rounds[-1]
        return our.round_over_score(
            round=len(game.rounds), points=tr.count.points(n=mine.points), other=other.points
        )
    ask = asked(table)
    if ask == "give":
        return our.confirm_give_ball(name=inside(game, game.stand.mover))
    if ask and table.board.preview:
        return previewed(table)
    waits = _waits(table)
    if waits and len(movers(game)) > 1:
        return waits
    return (goal_line(before, game) if before is not None else "") or None


def _waits(table: Table) -> str:
    looks_on = not asked(table) and (table.kind == AT_TABLE or not table.caller)
    return wait_line(table.position, table.let) if looks_on else ""


def line(table: Table, text: str) -> Act | None:
    word, ask = text.strip().lower(), asked(table)
    word = PASS if word == "pass" else word
    if ask == "give":
        act = _giving(table, word or "enter")
        return act if act is not None else Refuse(our.keys_give_ball())
    if not ask or not word:
        return None
    if word[:1] == "v" and word[1:].strip() in _ENTRIES:
        return _look(table, int(word[1:]))
    if word == "box":
        return Show(table.board, lines=box_lines(table.position.box))
    return key(table, Key(word)) if word in _ENTRIES or word in _MOVES else Refuse(our.typed_not_a_move())


def say(before: Table | None, after: Table) -> Lines:
    game = after.position
    if before is None:
        return opening_lines(after)
    was = before.position
    lines = [move_line(game), slide_line(was, game), *box_lines(game.box, was.box), goal_line(was, game)]
    if len(game.rounds) > len(was.rounds):
        lines += [*round_lines(game), "" if game.over else round_line(game)]
    if not game.over and not sitter(game, game.stand.mover):
        lines.append(turn_line(game))
    return tuple(lines)


def prompt(table: Table) -> str:
    ask = asked(table)
    if ask == "give":
        other = inside(table.position, table.position.stand.mover)
        return our.plain_confirm_give_ball(other=other)
    return our.plain_prompt(note=turn_note(table.position)) if ask else ""
