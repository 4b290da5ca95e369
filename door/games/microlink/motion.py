"""Animate a move: pauses for the caller, frames that run by themselves, and the visible state in each.

Law: pure.  A turn's scenes: ready (press Return to roll), rolling, choosing (or watching a computer's
doors), rolling, …, stuck (the roll can't be used), turn (its points).

After a move the position already has the next decision's dice.  `sight` decides how much of it a caller may
see yet.  The frame's number, never the game's chance, decides how dice tumble.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from door.games.frames import Frame, Moment, fanfare, film
from door.games.game import DEMO, WATCHER, GameView, elsewhere, has_hand
from door.games.microlink.choices import is_on
from door.games.microlink.rules import Game, Turn
from door.games.seating import level_at
from door.games.shutbox.rules import MICROLINK, Dice, all_tiles, read_move, tiles_of
from door.ui.texts import tr

THROW: Final = (
    ((22, 14), (17, 17)), ((15, 17), (11, 14)), ((8, 14), (4, 17)), ((2, 16), (13, 14)), (None, (20, 16)),
)  # fmt: skip
"""The path of the dice (`frames.flying_dice`); one bounces off the edge."""

ROLL_SECONDS: Final = 0.09
DOOR_SECONDS: Final = 0.35  # between two doors that the computer shuts
DEAD_SECONDS: Final = 1.2
TURN_SECONDS: Final = 1.8
BLINK_OF_AN_EYE: Final = 0.05  # a fast demonstration must still be visible
_TURNING: Final = ("medal_edge", "medal_side", "medal", "medal_side") * 2
PERFECT: Final = Moment(tr.microlink.banner_perfect, 13, film(__file__, *_TURNING[:7]))
BUST: Final = Moment(tr.microlink.banner_bust, 13, left=27)
SHUT_BOX: Final = all_tiles(MICROLINK.tiles)


class Shown(NamedTuple):
    """The contents of a frame.

    - `at`: the number of the rolling dice's picture, or the mask of doors that a computer has shut.
    - `ended`: the frame belongs to the turn that has just ended.
    - `first`: the frame shows a turn's first roll to others than its player.
    """

    scene: Literal["ready", "rolling", "watching", "stuck", "turn"]
    at: int = 0
    ended: bool = False
    first: bool = False


class TurnView(NamedTuple):
    """The visible state of the table: the seat to play, the open doors, the dice (None before the roll),
    every seat's points, and the points of this turn so far.
    """

    seat: int
    round: int
    open: int
    dice: Dice | None
    totals: tuple[int, ...]
    points: int


def sight(table: GameView) -> TurnView:
    game, frame = table.position, table.frame
    scene = frame.scene if frame else ""
    if scene == "watching" or (frame and frame.first):
        game = table.before
    elif (frame and frame.ended) or (not frame and game.over and not game.given_up):
        return _last_turn_view(game, game.turns[-1], scene)
    if scene == "ready" or (frame is None and unseen(table, game)):
        return TurnView(game.seat, game.round, SHUT_BOX, None, game.totals, 0)
    return TurnView(game.seat, game.round, game.box.open, game.box.dice, game.totals, game.box.points)


def _last_turn_view(game: Game, turn: Turn, scene: str) -> TurnView:
    """Return the view of the turn that has ended.  Its points count once its last roll has been seen."""
    last, totals = turn.steps[-1], list(game.totals)
    if scene in ("rolling", "stuck"):
        totals[turn.seat] -= turn.score
    number = (len(game.turns) - 1) // len(game.seats) + 1
    return TurnView(turn.seat, number, last.open & ~last.shut, last.dice, tuple(totals), turn.score)


def demonstrated(table: GameView) -> bool:
    return table.kind == "demo" or (table.kind == "practice" and is_on(table.choices, DEMO))


def watched(table: GameView, seat: int) -> bool:
    """True if that seat's moves come from a computer or another caller's keyboard."""
    return demonstrated(table) or bool(level_at(table, seat)) or elsewhere(table, seat)


def goes_on(table: GameView, seat: int) -> bool:
    """True if the end of that seat's turn is shown for a while without waiting for a key."""
    return demonstrated(table) or elsewhere(table, seat)


def unseen(table: GameView, game: Game) -> bool:
    """True if that player may still have to press Return to roll: others see the roll with its doors."""
    live = bool(table.caller) or table.eyes == WATCHER
    return live and elsewhere(table, game.seat) and not game.steps and not game.over


def choosing(table: GameView) -> bool:
    """True if a person at this keyboard has doors to choose."""
    game = table.position
    mine = has_hand(table) and not watched(table, game.seat)
    return mine and table.frame is None and not game.over


# -- frames ------------------------------------------------------------------------------------


def frames(before: GameView | None, after: GameView) -> tuple[Frame, ...]:
    game = after.position
    if game.given_up:
        return ()
    if before is None:
        return _roll_frames(after, game)
    was = before.position
    shut = _watching_frames(after) if watched(after, was.seat) else ()
    if unseen(after, was):
        shut = _rolling_frames(after, False, first=True) + shut
    if len(game.turns) == len(was.turns):
        return shut + _rolling_frames(after, False)
    return shut + _turn_ends(after, game) + (() if game.over else _roll_frames(after, game))


def _roll_frames(table: GameView, game: Game) -> tuple[Frame, ...]:
    if unseen(table, game):
        return ()
    asks = is_on(table.choices, "r") and not watched(table, game.seat)
    return ((_READY,) if asks else ()) + _rolling_frames(table, False)


_UNDER: Final = Shown("turn", 1, True)
"""The turn's end, under a fanfare."""

_READY: Final = Frame(0, Shown("ready"))


def _rolling_frames(table: GameView, ended: bool, first: bool = False) -> tuple[Frame, ...]:
    if is_on(table.choices, "f"):
        return ()
    shown = (Shown("rolling", at, ended, first) for at in range(len(THROW)))
    return tuple(Frame(ROLL_SECONDS, show) for show in shown)


def _watching_frames(table: GameView) -> tuple[Frame, ...]:
    wanted = read_move(table.moves[-1])
    if is_on(table.choices, "f"):
        return (Frame(BLINK_OF_AN_EYE, Shown("watching", wanted)),) if demonstrated(table) else ()
    masks = [0]
    for door in tiles_of(wanted):
        masks.append(masks[-1] | 1 << door - 1)
    return tuple(Frame(DOOR_SECONDS, Shown("watching", mask)) for mask in masks)


def _turn_ends(table: GameView, game: Game) -> tuple[Frame, ...]:
    """Show a roll that cannot be used, if there is one, and the turn's points."""
    turn, end, quiet = game.turns[-1], Shown("turn", 0, True), is_on(table.choices, "f")
    if turn.perfect:
        seen = () if quiet else fanfare(PERFECT, _UNDER)
    else:
        seen = (*_rolling_frames(table, True), *_stuck_frames(table, turn.seat))
    waits = (is_on(table.choices, "n") or game.over) and not goes_on(table, turn.seat)
    rings = turn.perfect and quiet
    return (*seen, *((Frame(0, end, bell=rings),) if waits else _frame_for(table, TURN_SECONDS, end)))


def _stuck_frames(table: GameView, seat: int) -> tuple[Frame, ...]:
    stuck = Shown("stuck", 0, True)
    if not is_on(table.choices, "k"):
        return () if is_on(table.choices, "f") or watched(table, seat) else fanfare(BUST, _UNDER)
    return _frame_for(table, DEAD_SECONDS, stuck) if watched(table, seat) else (Frame(0, stuck),)


def _frame_for(table: GameView, seconds: float, show: Shown) -> tuple[Frame, ...]:
    """Show a frame for so long.  With the fast toggle it is left out, or flashes in a demonstration."""
    if not is_on(table.choices, "f"):
        return (Frame(seconds, show),)
    return (Frame(BLINK_OF_AN_EYE, show),) if demonstrated(table) else ()
