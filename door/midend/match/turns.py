"""Whose move it is in a match."""

from __future__ import annotations

from door.games.game import Game, computer_level
from door.midend.match.values import Match


def movers(game: Game, match: Match) -> tuple[int, ...]:
    """The seats whose move it is: at a race everybody who has not ended, else the one that is asked."""
    if match.stage != "play":
        return ()
    if match.terms.race:
        stands = enumerate(map(game.status, match.positions))
        return tuple(seat for seat, status in stands if not status.over and seat not in match.left)
    status = game.status(match.positions[0])
    return () if status.over else tuple(seat for seat in status.movers if seat not in match.let)[:1]


def level_of(game: Game, match: Match, seat: int) -> str:
    """The computer that plays from that seat, its own or one for a caller who has gone; "" for a caller."""
    if seat in match.left and not match.terms.race:
        return game.info.computers[-1]
    return computer_level(match.seats[seat])
