"""The caller's board: the cursor, a preview, keys, clicks, typed lines, and messages.

Law: pure.  Only an entered move reaches the rules.
"""

from __future__ import annotations

from functools import partial
from typing import Final, Literal, NamedTuple

from door.games.game import (
    AT_TABLE,
    EVERYBODY,
    Act,
    Enter,
    GameView,
    Refuse,
    Show,
    elsewhere,
    has_hand,
    speaks,
)
from door.games.keys import NO_KEYS, Binding, Keys
from door.games.switchbox import words
from door.games.switchbox.box import ENTRIES
from door.games.switchbox.motion import FallFrame, RoundEnd
from door.games.switchbox.rules import GIFT, PASS, gain, movers, preview, random_ball, sitter
from door.ui.texts import tr
from door.ui.widgets import Hint
from door.ui.words import Lines, sentences

our: Final = tr.switchbox
_SKIP: Final = (Hint("enter", tr.door_keys.skip, tr.door_keys.any_key),)
_GO_ON: Final = (Hint("enter", tr.door_keys.go_on),)
_WATCH: Final = (Hint("enter", tr.door_keys.next_ball),)
LEARNING: Final = 6
"""Moves after which a newcomer has read that balls which stay load the box."""

_WAIT: Final = (Hint("n", tr.door_keys.new_game),)


class Board(NamedTuple):
    """The entry at the cursor, and True if a preview shows where a ball there would go."""

    cursor: int = 4
    preview: bool = False

    @property
    def speaks(self) -> bool:
        return self.preview


def board(table: GameView) -> Board:
    last, cursor = table.position.last, table.board.cursor if table.board is not None else Board().cursor
    if last is not None and last.move in _ENTRIES and not sitter(table.position, last.seat):
        cursor = int(last.move)
    return Board(cursor)


def question(table: GameView) -> Literal["", "drop", "give"]:
    """Return the question to the person at this keyboard: drop a ball, give one away, or nothing."""
    if table.frame is not None or not has_hand(table):
        return ""
    seat = next((seat for seat in movers(table.position) if seat not in table.let), -1)
    if seat != table.eyes:
        return ""
    return "drop" if seat == table.position.stand.mover else "give"


# -- keys ------------------------------------------------------------------------------------------


def _step(table: GameView, by: int) -> Act:
    return _to(table, (table.board.cursor - 1 + by) % ENTRIES + 1)


def _to(table: GameView, entry: int) -> Act:
    """Move the cursor to that entry, and the preview with it."""
    at = table.board._replace(cursor=entry)
    return Show(at, lines=(preview_line(table._replace(board=at)),) if at.preview else ())


def _look(table: GameView, entry: int = 0) -> Act:
    """Show where a ball would go, or hide it again.  Refuse in a game that counts."""
    if table.kind not in ("practice", "demo"):
        return Refuse(our.no_previews())
    at = table.board
    if at.preview and not entry:
        return Show(at._replace(preview=False))
    return _to(table._replace(board=at._replace(preview=True)), entry or at.cursor)


def preview_line(table: GameView) -> str:
    game, entry = table.position, table.board.cursor
    return words.preview_line(entry, preview(game, entry), gain(game, entry))


def _instead(move: Binding, table: GameView) -> Act | None:
    """Move as the next player at this keyboard, which also keeps the ball."""
    mover = table.position.stand.mover
    if sitter(table.position, mover) or elsewhere(table, mover):
        return Refuse(our.keys_give_ball())
    return move.effect(table)


_ENTRIES: Final = tuple("12345678")
_MOVES: Final = (
    Binding(Enter("1"), ("1",), ("1",), about=our.help_key_entry, named="1-8"),
    *(Binding(Enter(entry), (entry,), (entry,)) for entry in _ENTRIES[1:]),
    Binding(
        lambda table: Enter(random_ball(table.position)), ("+", "="), ("+", "="), label=tr.door_keys.random,
        about=our.help_key_random, named="+",
    ),
    Binding(lambda table: Refuse(our.entries_are()), ("9", "0")),
    Binding(Enter(PASS), ("-",), ("-", "pass"), label=tr.door_keys.pass_turn, about=our.help_key_pass),
)  # fmt: skip
_DROP: Final = Binding(
    lambda table: Enter(str(table.board.cursor)), ("enter", " ", "down", "s", "x"),
    label=tr.door_keys.drop, shown="1-8 Enter", about=our.help_key_drop,
)  # fmt: skip
_GIVE: Final = Binding(
    lambda table: Enter(GIFT + random_ball(table.position)), ("g",), ("g",), label=tr.door_keys.give_it,
    about=our.help_key_give,
)  # fmt: skip
_PREVIEW: Final = Binding(_look, ("v",), ("v",), label=tr.door_keys.preview, about=our.help_key_preview)
_BOX: Final = Binding(
    lambda table: Show(table.board, lines=words.box_lines(table.position.box)),
    words=("box",),
    about=our.help_key_box,
)
_CURSOR: Final = (
    Binding(lambda table: _step(table, -1), ("left", "a"), about=our.help_key_cursor, named="◄  ►  A  D"),
    Binding(lambda table: _step(table, 1), ("right", "d")),
    Binding(lambda table: _to(table, 1), ("home",)),
    Binding(lambda table: _to(table, ENTRIES), ("end",)),
)
_PRACTICE: Final = Keys(_DROP, *_MOVES, *_CURSOR, _PREVIEW, _BOX)
_CONTEST: Final = Keys(_DROP, *_MOVES, *_CURSOR, _PREVIEW._replace(label=None), _BOX)
_GIVING: Final = Keys(
    _GIVE,
    Binding(Enter(""), ("enter", " "), ("",), label=tr.door_keys.keep_it),
    *(one._replace(act=partial(_instead, one), label=None) for one in _MOVES),
)
KEYS: Final = Keys(*_MOVES, *_CURSOR, _DROP, _PREVIEW, _GIVE, _BOX)
"""All keys, in the order of the help."""


def keys(table: GameView) -> Keys:
    """Return the keys that answer the question.  Giving a ball away has keys of its own."""
    if ask := question(table):
        return _GIVING if ask == "give" else _PRACTICE if table.kind == "practice" else _CONTEST
    return NO_KEYS


# -- words -----------------------------------------------------------------------------------------


def hints(table: GameView) -> tuple[Hint, ...]:
    if isinstance(table.frame, (FallFrame, RoundEnd)):
        return _SKIP if isinstance(table.frame, FallFrame) else _GO_ON
    if question(table):
        return keys(table).hints
    if table.kind == AT_TABLE or table.eyes == EVERYBODY:
        return ()
    return _WATCH if table.eyes < 0 else _WAIT


def past(table: GameView) -> str:
    """Return the upper message line: the last move, or the one before if the lower line has the last."""
    falls = isinstance(table.frame, FallFrame) and not table.frame.out
    return words.move_line(table.before if falls or _now(table) is None else table.position, ways=False)


def message(table: GameView) -> str:
    if speaks(table) and question(table) == "drop":
        return preview_line(table)
    now, game = _now(table), table.position
    if now is not None:
        return now
    if not (moved := words.move_line(game, ways=False)):
        return _waits(table) or (our.tip_platforms() if words.learns(table) else words.turn_note(game))
    loads = words.learns(table) and game.last.move in _ENTRIES and not game.last.exits
    return sentences(moved, our.tip_loading() if loads and len(table.moves) <= LEARNING else "")


def _now(table: GameView) -> str | None:
    game, before, frame = table.position, table.before, table.frame
    if isinstance(frame, FallFrame) and not frame.out:
        return ""
    if isinstance(frame, RoundEnd):
        mine, other = game.rounds[-1]
        return our.round_over_score(
            round=len(game.rounds), points=tr.count.points(n=mine.points), other=other.points
        )
    ask = question(table)
    if ask == "give":
        return our.confirm_give_ball(name=words.inside(game, game.stand.mover))
    waits = _waits(table)
    if waits and len(movers(game)) > 1:
        return waits
    return (words.goal_line(before, game) if before is not None else "") or None


def _waits(table: GameView) -> str:
    looks_on = not question(table) and (table.kind == AT_TABLE or not table.caller)
    return words.wait_line(table.position, table.let) if looks_on else ""


def line(table: GameView, text: str) -> Act | None:
    word, ask = text.lower(), question(table)
    if ask == "give":
        return Refuse(our.keys_give_ball())
    if not ask or not word:
        return None
    if word[0] == "v" and word[1:].strip() in _ENTRIES:
        return _look(table, int(word[1:]))
    return Refuse(our.typed_not_a_move())


def say(before: GameView | None, after: GameView) -> Lines:
    game = after.position
    if before is None:
        return words.opening_lines(after)
    was = before.position
    box = words.box_lines(game.box, was.box)
    lines = [words.move_line(game), words.slide_line(was, game), *box, words.goal_line(was, game)]
    if len(game.rounds) > len(was.rounds):
        lines += [*words.round_lines(game), "" if game.over else words.round_line(game)]
    if not game.over and not sitter(game, game.stand.mover):
        lines.append(words.turn_line(game))
    return tuple(lines)


def prompt(table: GameView) -> str:
    ask = question(table)
    if ask == "give":
        other = words.inside(table.position, table.position.stand.mover)
        return our.plain_confirm_give_ball(other=other)
    return our.plain_prompt(note=words.turn_note(table.position)) if ask else ""
