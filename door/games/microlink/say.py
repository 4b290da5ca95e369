"""The table in plain mode: what has happened, as lines of text, and the prompt that asks.

Law: pure.  A game's story is a list of happenings that only ever grows (`_story`), so that what is
new in it is what comes after as many as were there before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from door.games.game import Table, elsewhere
from door.games.microlink.motion import watched
from door.games.microlink.rules import TURNS, Game, Turn, spoken
from door.games.microlink.seats import who
from door.games.microlink.toggles import is_on
from door.games.shutbox.rules import Dice, Step, move_text, total_of
from door.ui.words import Lines


class _Happening(NamedTuple):
    """One thing that happened in a game: "turn", "roll", "shut", "dead" or "end"."""

    kind: str
    seat: int
    round: int
    dice: Dice = (0, 0)
    doors: int = 0
    points: int = 0
    total: int = 0


def prompt(table: Table) -> str:
    """What the caller is asked for."""
    game, dos = table.position, table.board.dos
    if dos is not None:
        return str(dos.prompt)
    if game.over or elsewhere(table, game.seat):
        return ""
    return "Doors to shut?" if len(game.seats) == 1 else f"{who(game, game.seat)}, doors to shut?"


def say(before: Table | None, after: Table) -> Lines:
    """What is new since `before`; without one, who plays and the running turn from its start."""
    game, story, lines = after.position, _story(after.position), []
    if before is None:
        known = sum(len(_told_turn(turn, 1, 0)) for turn in game.turns)
        lines = [f"Players: {', '.join(map(spoken, game.seats))}"] if len(game.seats) > 1 else []
    else:
        known = len(_story(before.position))
    for now in story[known:]:
        lines += _SAID[now.kind](after, game, now)
    if game.over and len(game.seats) > 1:
        lines.append(", ".join(f"{who(game, seat)}: {total}" for seat, total in enumerate(game.totals)))
    return tuple(lines)


def _story(game: Game) -> list[_Happening]:
    """Everything that has happened, in order."""
    story: list[_Happening] = []
    totals = [0] * len(game.seats)
    for number, turn in enumerate(game.turns):
        totals[turn.seat] += turn.score
        story += _told_turn(turn, number // len(game.seats) + 1, totals[turn.seat])
    if len(game.turns) < TURNS * len(game.seats):
        story.append(_Happening("turn", game.seat, game.round))
        story += _told_steps(game.steps, game.seat, game.round)
        story.append(_Happening("roll", game.seat, game.round, game.box.dice, game.box.open))
    return story


def _told_turn(turn: Turn, number: int, total: int) -> list[_Happening]:
    start = _Happening("turn", turn.seat, number)
    end = _Happening("end", turn.seat, number, points=turn.score, total=total, doors=int(turn.perfect))
    return [start, *_told_steps(turn.steps, turn.seat, number), end]


def _told_steps(steps: tuple[Step, ...], seat: int, number: int) -> list[_Happening]:
    story, points = [], 0
    for step in steps:
        story.append(_Happening("roll", seat, number, step.dice, step.open))
        points += total_of(step.shut)
        kind = "shut" if step.shut else "dead"
        story.append(_Happening(kind, seat, number, step.dice, step.shut, points))
    return story


def _turn(table: Table, game: Game, now: _Happening) -> Lines:
    name = "" if len(game.seats) == 1 else f", {who(game, now.seat)}"
    return (f"Turn {now.round} of {TURNS}{name}",)


def _roll(table: Table, game: Game, now: _Happening) -> Lines:
    roll = f"Roll: {now.dice[0]} + {now.dice[1]} = {sum(now.dice)}"
    return (roll,) if watched(table, now.seat) else (roll, f"Open: {move_text(now.doors)}")


def _shut(table: Table, game: Game, now: _Happening) -> Lines:
    if watched(table, now.seat):
        return (f"{who(game, now.seat)} shuts {move_text(now.doors)}",)
    return (f"Shut: {move_text(now.doors)}. This turn: {now.points}",)


def _dead(table: Table, game: Game, now: _Happening) -> Lines:
    return ("Can't use this roll!" if is_on(table.choices, "k") else f"No open doors make {sum(now.dice)}.",)


def _end(table: Table, game: Game, now: _Happening) -> Lines:
    shut = ("The box is shut! 5 points more.",) if now.doors else ()
    name = "Score" if len(game.seats) == 1 else f"{who(game, now.seat)}'s score"
    return (*shut, f"{name}: {now.total} ({now.points} this turn)")


_SAID: Final[dict[str, Callable[[Table, Game, _Happening], Lines]]] = {
    "turn": _turn,
    "roll": _roll,
    "shut": _shut,
    "dead": _dead,
    "end": _end,
}
