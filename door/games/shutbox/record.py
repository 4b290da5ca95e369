"""Shut The Box's record: the first position, the status, each move as a line, the ending, the tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from door.games import api
from door.games.shutbox.play import variant
from door.games.shutbox.rules import QUIT, BoxGame, begin, roll_text, shuts, tiles_of
from door.ui.texts import tr
from door.ui.widgets import Column
from door.ui.words import rows_of, sentences

our: Final = tr.shutbox

BEST_KEPT: Final = 3


def feat(game: api.FinishedGame) -> bool:
    return shuts(variant(game.options).tiles, game.moves)


def new(options: api.Options, seats: Sequence[str], chance: api.Chance) -> BoxGame:
    """Return the box with its first roll.  Raises ValueError if the options are invalid."""
    return begin(variant(options), chance)


def status(game: BoxGame) -> api.Status:
    earned = int(game.why == "shut" and game.variant.free_turn)
    return api.Status(game.over, (game.score,), (0,) if not game.over else (), earned, game.chance.used)


def describe(before: BoxGame | None, move: str, after: BoxGame) -> tuple[str, ...]:
    if before is None:
        return ()
    done = our.move_gives_up() if move == QUIT else our.move_shuts(move=move)
    return (our.move_line(roll=roll_text(before.dice), done=done, points=after.points),)


def ending(table: api.GameView) -> api.Ending:
    game = table.position
    parts = [
        (our.label_tiles_entered(), f"{game.points}"),
        (our.label_tiles_closed(tiles=tr.count.tiles(n=game.closed_count)), f"{game.tile_bonus}"),
    ]
    shut = [(our.label_box_shut(), f"{game.shut_bonus}")] if game.shut_bonus else []
    earned = game.why == "shut" and game.variant.free_turn and api.seating.in_month(table)
    return api.Ending(_headline(game, earned), (*parts, *shut), _end_lines(game, earned))


def _headline(game: BoxGame, earned: bool) -> str:
    if game.why == "stuck":
        return our.ended_not_matched(roll=roll_text(game.dice))
    if game.why == "quit":
        return our.ended_given_up()
    if game.why != "shut":
        return ""
    return sentences(our.ended_box_shut(), our.free_turn_is_yours() if earned else "")


def _end_lines(game: BoxGame, earned: bool) -> tuple[str, ...]:
    lines = []
    if game.why == "stuck":
        left = " ".join(map(str, tiles_of(game.open)))
        lines.append(our.plain_cannot_match(roll=roll_text(game.dice), total=game.total, left=left))
    if game.why == "shut":
        lines.append(our.ended_box_shut())
    if game.why == "quit":
        lines.append(our.plain_no_bonus())
    if game.tile_bonus:
        tiles = tr.count.tiles(n=game.closed_count)
        lines.append(our.plain_bonus(tiles=tiles, each=game.variant.bonus_per_tile, bonus=game.tile_bonus))
    if game.shut_bonus:
        lines.append(our.plain_bonus_shut_box(bonus=game.shut_bonus))
    if earned:
        lines.append(our.plain_free_turn())
    return (*lines, tr.play.game_over_score(score=game.score))


def brief(table: api.GameView) -> str:
    game = table.position
    tiles = "▓" * game.closed_count + "░" * (game.variant.tiles - game.closed_count)
    if not game.closed_count and not game.over:
        return our.brief_first_roll(bar=tiles)
    return our.brief_score(bar=tiles, closed=game.closed_count, points=tr.count.points(n=game.score))


def entries(game: api.FinishedGame) -> Iterator[api.TallyEntry]:
    yield api.TallyEntry(("games",), api.tallies.add, 1)
    yield api.TallyEntry(("shut",), api.tallies.add, int(feat(game)))
    yield api.TallyEntry(
        ("best",), api.tallies.top(BEST_KEPT), [[game.score, game.caller, game.month]] * (game.score > 0)
    )


TABLES: Final = api.TallyTables(entries, ((("best",), api.tallies.column(1)),))


def sheets(front: api.Front) -> tuple[api.Sheet, ...]:
    tally = front.tally
    if not tally or not tally.get("games"):
        return ()
    rows = tuple((f"{score}", caller) for score, caller, _ in tally["best"])
    notes = (
        our.games_finished(games=tr.count.games(n=tally["games"])),
        our.count_boxes_shut(boxes=tr.count.boxes(n=tally["shut"])),
    )
    columns = (Column("", 5, True), Column("", 20))
    return (api.Sheet(our.title_best_games(), columns, rows, rows_of(rows, front.caller), notes),)
