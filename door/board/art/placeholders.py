"""The @NAME@ placeholders of art, and their values for one caller."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from door.board.api import DoorListing
from door.ui.texts import tr
from door.ui.words import month_name

PLACEHOLDERS: Final = (
    "ALIAS", "BOARD", "SYSOP", "LOCATION", "NODE", "DATE", "TIME", "TIMELEFT", "CALLERS", "CALLS", "TURNS",
    "RANK", "DOOR", "MONTH", "SCORE", "WINNER",
)  # fmt: skip
"""ansi_art/README.md explains each."""

LONGEST: Final = {
    **{"ALIAS": 20, "NODE": 3, "DATE": 10, "TIME": 5, "TIMELEFT": 8, "CALLERS": 3, "CALLS": 5, "TURNS": 8},
    **{"RANK": 4, "DOOR": 24, "MONTH": 14, "SCORE": 6, "WINNER": 20},
}
"""The columns each value may need. Names chosen by the sysop take their own length."""


def left(minutes: int | None) -> str:
    return tr.art.no_time_limit() if minutes is None else tr.art.minutes_left(minutes=minutes)


def everywhere(now: datetime, listings: Sequence[DoorListing]) -> dict[str, str]:
    """Return the values that depend on the time and on all doors together."""
    turns = [listing.books.turns_left for listing in listings]
    ranks = [listing.books.rank for listing in listings if listing.books.rank]
    return {
        "DATE": now.strftime("%Y-%m-%d"),
        "TIME": now.strftime("%H:%M"),
        "MONTH": month_name(now.strftime("%Y-%m")),
        "TURNS": tr.art.no_time_limit() if None in turns else str(sum(n for n in turns if n is not None)),
        "RANK": str(min(ranks)) if ranks else "-",
        "DOOR": "",
        "SCORE": "-",
        "WINNER": "-",
    }


def at_door(listing: DoorListing) -> dict[str, str]:
    """Return the values that a door's own title overrides."""
    books = listing.books
    return {
        "DOOR": listing.name,
        "TURNS": tr.art.no_time_limit() if books.turns_left is None else str(books.turns_left),
        "RANK": str(books.rank) if books.rank else "-",
        "SCORE": str(books.score) if books.rank else "-",
        "WINNER": books.winners[0].caller if books.winners else "-",
    }


def of_winner(listing: DoorListing) -> dict[str, str]:
    """Return the values for the picture of the month's winner."""
    best = listing.books.winners[0]
    return at_door(listing) | {"MONTH": month_name(listing.books.last_month), "SCORE": str(best.score)}
