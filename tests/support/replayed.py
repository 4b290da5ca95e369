"""Games played to their end at a door, and what their player was shown on the way."""

from random import Random

from journal_players import PATIENCE, sit_down

from door.games.chance import Chance, commitment
from door.games.game import AT_TABLE, GameView
from door.games.record import Record
from door.play.match.events import CODE
from door.play.match.values import Hidden
from door.play.replay import RecordedGame
from door.screens import flow
from door.screens.doors import find
from door.screens.state import table_of
from door.testing.stage import Stage, seed_of


def played(
    slug: str,
    seed: int = 1,
    manner: str = "wild",
    caller: str = "Ann",
    practice: bool = False,
    **options: object,
) -> tuple[Stage, list[GameView]]:
    """A contest or practice game played with fair moves; the stage at its end, and the table at rest after
    each of the caller's turns, as it was drawn for them."""
    door = find(slug)
    assert door is not None
    stage = Stage(door, first_seed=seed, options=options, caller=caller, fast=True)
    stage.press("p" if practice else "enter")
    assert stage.state.record is not None
    choose, seen = sit_down(slug, stage.state.record, Random(seed)).choose, [_at_rest(stage)]
    while stage.state.scene == "play":
        table = table_of(stage.state)
        move = choose(table.position, manner) if len(table.moves) < PATIENCE else "quit"
        stage.state, effects = flow.enter(door.game, stage.state, move)
        stage.carry_out(effects)
        seen.append(_at_rest(stage))
    return stage, seen


def _at_rest(stage: Stage) -> GameView:
    """The table once nothing waits for ENTER any more."""
    while stage.state.frames and stage.state.scene == "play":
        stage.press("enter")
    return table_of(stage.state)


def finished(stage: Stage, kind: str = "contest") -> RecordedGame:
    """The game that has just ended there, as the books have it."""
    game, table = stage.games[-1], table_of(stage.state)
    score = stage.door.game.rules.status(table.position).scores[0]
    return RecordedGame(
        game.id, stage.door.INFO.slug, kind, "2026-11-22T20:00:00.000Z", game.options, game.seats,
        game.seed.hex(), (table.moves,), (score,), commit=commitment(game.seed), month="2026-11",
    )  # fmt: skip


def between(one: str, other: str, slug: str, seed: int = 1) -> RecordedGame:
    """A game of these two at a table, played with wild moves to its end."""
    door, secret = find(slug), seed_of(seed)
    assert door is not None
    info, seats = door.INFO, (one, other)
    options = info.complete({**info.defaults(), **(info.players.versus or {})})
    record = Record(options, seats, Chance(secret), id="ab" * 8, commit=commitment(secret))
    table = sit_down(slug, record, Random(seed))
    while not door.game.rules.status(table.game).ended:
        table.move("wild")
    codes = [move.removeprefix(CODE) for move in table.moves if move.startswith(CODE)]
    hidden = [Hidden(code, salt) for code, salt in zip(codes, ("11" * 16, "22" * 16), strict=False)]
    return RecordedGame(
        record.id, slug, AT_TABLE, "2026-11-22T20:00:00.000Z", options, seats, secret.hex(),
        (tuple(table.moves),), door.game.rules.status(table.game).scores, commit=record.commit, places=(1, 2),
        seals=tuple(code.seal for code in hidden), salts=tuple(code.salt for code in hidden),
    )  # fmt: skip
