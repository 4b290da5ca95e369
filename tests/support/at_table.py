"""A game at a table, as any pair of eyes has it, without a board or a screen around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from door.games.chance import Chance
from door.games.contract import Game
from door.games.game import AT_TABLE, WATCHER, Table
from door.testing.stage import seed_of
from door.ui.screen import View

VIEW = View()
DUEL = ("Ann", "Bob")


def seated(
    game: Game,
    moves: Sequence[str],
    eyes: int,
    seats: Sequence[str] = DUEL,
    options: Mapping[str, Any] | None = None,
    seed: int = 1,
) -> Table:
    """What these eyes have before them after those moves; `options` are over those of a game at tables."""
    more = dict(game.info.versus or {}) if options is None else options
    full = game.info.complete(more)
    position, before = game.new(full, seats, Chance(seed_of(seed))), None
    for move in moves:
        position, before = game.apply(position, move), position
    caller = seats[eyes] if eyes >= 0 else ""
    table = Table(
        position, None, eyes, full, tuple(seats), tuple(moves), before, kind=AT_TABLE, commit="c" * 64,
        caller=caller,
    )  # fmt: skip
    return table._replace(board=game.board(table))


def moved(game: Game, table: Table, move: str) -> Table:
    """The table after one move more."""
    position = game.apply(table.position, move)
    after = table._replace(position=position, before=table.position, moves=(*table.moves, move), let=())
    return after._replace(board=game.board(after))


def seen(game: Game, table: Table, before: Table | None = None) -> tuple[Any, ...]:
    """All that these eyes are shown and told: pictures with their targets, every frame, and sentences."""
    assert table.eyes >= WATCHER
    pictures = [game.draw(table, VIEW)]
    if game.last is not None:
        pictures.append(game.last(table, VIEW))
    motion = game.frames(before, table)
    pictures += [game.draw(table._replace(frame=frame.show), VIEW) for frame in motion]
    ending = game.ending(table) if game.ending else None
    beside = game.beside(table) if game.beside else None
    return (
        [(picture.cells, picture.spots) for picture in pictures],
        [(frame.seconds, frame.prompt, frame.bell) for frame in motion],
        game.say(None, table), game.say(before, table), game.prompt(table), game.message(table),
        game.hints(table), ending, beside, game.company(table, table),
    )  # fmt: skip
