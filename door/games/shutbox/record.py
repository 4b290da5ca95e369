"""What the record holds of a game: how it begins and stands, each move as a line, the tables.

Law: seed, options and moves are all there is; the rules decide the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from door.games.chance import Chance
from door.games.game import Ending, Front, Sheet, Status, Table
from door.games.info import Options
from door.games.seating import OVER_SCORE, in_month
from door.games.shutbox.card import INFO, variant
from door.games.shutbox.rules import QUIT, Game, begin, shuts, tiles_of
from door.ui.texts import Text
from door.ui.widgets import Column
from door.ui.words import counted, rows_of

BOXES_SHUT: Final = Text("{boxes} shut")
GIVES_UP: Final = Text("gives up")
SHUTS: Final = Text("shuts {move}")
DESCRIBED: Final = Text("{roll}: {done}, score {points}")
TILES_ENTERED: Final = Text("Tiles entered")
TILES_CLOSED: Final = Text("{tiles} closed")
BOX_SHUT: Final = Text("Box shut")
NOT_MATCHED: Final = Text("{roll} could not be matched")
FREE_TURN: Final = Text(" A FREE TURN IS YOURS!")
CANNOT_MATCH: Final = Text("Roll: {roll}, which {left} cannot match.")
THE_BOX_IS_SHUT: Final = Text("The box is shut!")
GIVEN_UP: Final = Text("Given up")
NO_BONUS: Final = Text("Given up: no bonus.")
BONUS: Final = Text("Bonus: {tiles} at {each} = {bonus}")
SHUT_BONUS: Final = Text("Bonus for the shut box: {bonus}")
EARNED: Final = Text("You have earned a free turn!")
BRIEF: Final = Text("{bar} {closed} shut, {points}")
FINISHED: Final = Text("{games} finished")
BEST_GAMES: Final = Text("Best games ever")

BEST_KEPT: Final = 3


def free_turns(options: Options, moves: Sequence[str]) -> int:
    """One where the moves close every tile and the options grant a free turn, else none."""
    return int(bool(INFO.complete(options)["free_turn"]) and _shuts(options, moves))


def _shuts(options: Options, moves: Sequence[str]) -> bool:
    return shuts(int(str(INFO.complete(options)["tiles"])), moves)


def feat(game: Mapping[str, Any]) -> bool:
    """Whether the box of a finished game is shut."""
    return _shuts(game["options"], game["moves"])


def new(options: Options, seats: Sequence[str], chance: Chance) -> Game:
    """The box with its first roll; ValueError where these options make no box."""
    return begin(variant(options), chance)


def status(game: Game) -> Status:
    """Points so far, the free turn that a shut box earns."""
    earned = int(game.why == "shut" and game.variant.free_turn)
    detail = {"closed": game.closed, "why": game.why}
    return Status(game.over, (game.score,), (0,) if not game.over else (), earned, game.chance.used, detail)


def describe(before: Game | None, move: str, after: Game) -> tuple[str, ...]:
    """A move as a line: the roll, what was shut, the score so far."""
    if before is None:
        return ()
    done = GIVES_UP() if move == QUIT else SHUTS(move=move)
    return (DESCRIBED(roll=roll_text(before), done=done, points=after.points),)


def roll_text(game: Game) -> str:
    """The roll as a sum: "3 + 5 = 8"."""
    return f"{game.dice[0]} + {game.dice[1]} = {game.total}"


def ending(table: Table) -> Ending:
    """The parts of the score, the shut box's bonus only where it was earned."""
    game = table.position
    parts = [
        (TILES_ENTERED(), f"{game.points}"),
        (TILES_CLOSED(tiles=counted(game.closed, "tile")), f"{game.tile_bonus}"),
    ]
    shut = [(BOX_SHUT(), f"{game.shut_bonus}")] if game.shut_bonus else []
    earned = game.why == "shut" and game.variant.free_turn and in_month(table)
    return Ending(_headline(game, earned), (*parts, *shut), _said(game, earned))


def _headline(game: Game, earned: bool) -> str:
    if game.why == "stuck":
        return NOT_MATCHED(roll=roll_text(game))
    if game.why == "quit":
        return GIVEN_UP()
    return f"{THE_BOX_IS_SHUT()}{FREE_TURN() if earned else ''}" if game.why == "shut" else ""


def _said(game: Game, earned: bool) -> tuple[str, ...]:
    """How it ended and what it came to, a line each."""
    lines = []
    if game.why == "stuck":
        left = " ".join(map(str, tiles_of(game.open)))
        lines.append(CANNOT_MATCH(roll=roll_text(game), left=left))
    if game.why == "shut":
        lines.append(THE_BOX_IS_SHUT())
    if game.why == "quit":
        lines.append(NO_BONUS())
    if game.tile_bonus:
        tiles = counted(game.closed, "tile")
        lines.append(BONUS(tiles=tiles, each=game.variant.bonus_per_tile, bonus=game.tile_bonus))
    if game.shut_bonus:
        lines.append(SHUT_BONUS(bonus=game.shut_bonus))
    if earned:
        lines.append(EARNED())
    return (*lines, OVER_SCORE(score=game.score))


def brief(table: Table) -> str:
    """How many tiles are shut, and the points: "▓▓▓▓▓▓▓░░ 7 shut, 96 points"."""
    game = table.position
    tiles = "▓" * game.closed + "░" * (game.variant.tiles - game.closed)
    return BRIEF(bar=tiles, closed=game.closed, points=counted(game.score, "point"))


def tally(tally: Any, game: Mapping[str, Any]) -> dict[str, Any]:
    """Games finished, boxes shut, and the best games ever: `{"games", "shut", "best"}`.

    `best` holds up to three `[score, caller, month]`, the earlier first among equals; a game without a
    point is none of them.
    """
    old: Mapping[str, Any] = tally or {"games": 0, "shut": 0, "best": []}
    full = INFO.complete(game.get("options", {}))
    entry = [[game["score"], game["caller"], game.get("month", "")]] if game["score"] > 0 else []
    best = sorted([*old["best"], *entry], key=lambda row: -row[0])[:BEST_KEPT]
    shut = int(shuts(int(str(full["tiles"])), game.get("moves", ())))
    return {"games": old["games"] + 1, "shut": old["shut"] + shut, "best": best}


def sheets(front: Front) -> tuple[Sheet, ...]:
    """The best single games ever."""
    tally = front.tally
    if not tally or not tally.get("games"):
        return ()
    rows = tuple((f"{score}", caller) for score, caller, _ in tally["best"])
    notes = (FINISHED(games=counted(tally["games"], "game")), BOXES_SHUT(boxes=counted(tally["shut"], "box")))
    columns = (Column("", 5, True), Column("", 20))
    return (Sheet(BEST_GAMES(), columns, rows, rows_of(rows, front.caller), notes),)
