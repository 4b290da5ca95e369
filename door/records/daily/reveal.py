"""What a day's end puts on the books: its seed, and every game of it, whole.

Law: no disk and no clock, and no ledger either: replays take their time, and nobody shall
wait for the ledger meanwhile.  Each game is replayed here once more, from the door's seed that
follows from the day's; what does not come to its score is left out, and the log says so.  A game
that was not ended is ended here, by as much of it as was kept and can be played.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from door.games.info import Options
from door.midend.api import Door
from door.records.daily.rules import door_seed
from door.records.journal import lines
from door.records.journal.lines import Fields
from door.records.ledger.deal_tables import DailyGame
from door.records.play.plays import playable, replayed
from door.records.play.saves import Header

LOG: Final = logging.getLogger("door.records")
QUIT: Final = "quit"
"""The last move of any game that is given up."""

Kept = tuple[Header, tuple[str, ...]]
"""A game as its save has it."""


@dataclass(frozen=True, slots=True)
class Over:
    """A day that is over: its seed in hex, whether that is revealed already, the games of it
    that are not proved yet, in the order in which they were begun."""

    day: str
    seed: str
    revealed: bool
    games: tuple[DailyGame, ...]


def reveal_lines(
    doors: Mapping[str, Door], days: Iterable[Over], kept: Mapping[str, Kept], t: str
) -> Iterator[Fields]:
    """The lines for days that are over; `kept` are the games of them by their ids.

    A day's games come in the order in which their scores were reached, then those given up now.
    """
    for over in days:
        if not over.revealed:
            yield lines.reveal(t, over.day, over.seed)
        for game in sorted(over.games, key=lambda game: (game.score is None, game.at)):
            if game.id in kept and (line := _whole(doors, game, *kept[game.id], over.seed, t)):
                yield line


def _whole(
    doors: Mapping[str, Door], played: DailyGame, header: Header, moves: tuple[str, ...], seed: str, t: str
) -> Fields | None:
    """The game's line, ended by `quit` where its caller had not ended it; None where it proves nothing."""
    door = doors.get(header.door)
    try:
        options = door.INFO.complete(header.options) if door else None
    except KeyError:
        options = None
    score = None
    if door and options and bytes.fromhex(header.seed) == door_seed(bytes.fromhex(seed), header.door):
        moves, score = _ended(door, header, options, moves, given_up=played.score is None)
    if door is None or options is None or score is None or played.score not in (None, score):
        LOG.error("daily game %s of door %s cannot be proved", header.id, header.door)
        return None
    recorded = door.INFO.recorded(options)
    return lines.daily_game(
        t, header.id, header.door, header.caller, header.day, header.seats, recorded, header.seed, moves,
        score,
    )  # fmt: skip


def _ended(
    door: Door, header: Header, options: Options, moves: tuple[str, ...], given_up: bool
) -> tuple[tuple[str, ...], int | None]:
    """The moves to the end, and the score; None where there is no end."""
    if given_up:
        moves = playable(door, header, options, moves)
    outcome = replayed(door, header, options, moves)
    if outcome and not outcome.over and given_up:
        moves = (*moves, QUIT)
        outcome = replayed(door, header, options, moves)
    return moves, outcome.score if outcome and outcome.over else None
