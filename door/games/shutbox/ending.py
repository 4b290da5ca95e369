"""What a game of Shut The Box came to."""

from __future__ import annotations

from door.games.game import Ending, Table
from door.games.shutbox.record import ending as sentences
from door.games.shutbox.record import roll_text
from door.games.shutbox.rules import Game
from door.ui.words import counted


def ending(table: Table) -> Ending:
    """The parts of the score, the shut box's bonus only where it was earned."""
    game = table.position
    parts = [
        ("Tiles entered", f"{game.points}"),
        (f"{counted(game.closed, 'tile')} closed", f"{game.tile_bonus}"),
    ]
    shut = [("Box shut", f"{game.shut_bonus}")] if game.shut_bonus else []
    return Ending(_headline(game), (*parts, *shut), sentences(game))


def _headline(game: Game) -> str:
    if game.why == "stuck":
        return f"{roll_text(game)} could not be matched"
    free = " A FREE TURN IS YOURS!" if game.variant.free_turn else ""
    return {"shut": f"The box is shut!{free}", "quit": "Given up"}.get(game.why, "")
