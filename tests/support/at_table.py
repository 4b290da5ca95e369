"""A game at a table, as any pair of eyes has it, without a board or a screen around it."""

from collections.abc import Mapping, Sequence
from typing import Any

from door.games.chance import Chance
from door.games.contract import Door as Game
from door.games.game import AT_TABLE, WATCHER, GameView
from door.games.record import Record, play
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
) -> GameView:
    """What these eyes have before them after those moves; `options` are over those of a game at tables."""
    more = dict(game.info.players.versus or {}) if options is None else options
    full = game.info.complete(more)
    chance = Chance(seed_of(seed))
    record = Record(full, tuple(seats), chance, tuple(moves), kind=AT_TABLE, commit="c" * 64)
    table = GameView(play(game.rules, record), eyes=eyes, caller=seats[eyes] if eyes >= 0 else "")
    return table._replace(board=game.board.start(table))


def moved(game: Game, table: GameView, move: str) -> GameView:
    """The table after one move more."""
    after = table._replace(course=table.course.after(game.rules, move), let=())
    return after._replace(board=game.board.start(after))


def seen(game: Game, table: GameView, before: GameView | None = None) -> tuple[Any, ...]:
    """All that these eyes are shown and told: pictures with their targets, every frame, and sentences."""
    assert table.eyes >= WATCHER
    pictures = [game.picture.draw(table, VIEW)]
    if game.picture.last is not None:
        pictures.append(game.picture.last(table, VIEW))
    motion = game.picture.frames(before, table)
    pictures += [game.picture.draw(table._replace(frame=frame.show), VIEW) for frame in motion]
    ending = game.words.ending(table) if game.words.ending else None
    beside = game.picture.beside(table) if game.picture.beside else None
    return (
        [(picture.cells, picture.spots) for picture in pictures],
        [(frame.seconds, frame.prompt, frame.bell) for frame in motion],
        game.words.say(None, table), game.words.say(before, table), game.words.prompt(table),
        game.words.message(table),
        game.board.hints(table), ending, beside, game.picture.company(table, table),
    )  # fmt: skip
