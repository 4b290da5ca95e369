"""Makes the lines that close a day: its seed, and every game of it, whole.

Guarantees: no disk, no clock and no ledger, because replays take their time. Each game is replayed from
its door's seed. A game that doesn't give its score is left out and logged. A game that was not ended is
given up here, after as many of its moves as can be played.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from door.games.game import QUIT
from door.midend.api import Door
from door.records.daily.rules import door_seed
from door.records.journal import lines
from door.records.journal.grammar import fault_in
from door.records.journal.lines import Fields, stamp
from door.records.ledger.deals import DailyGame
from door.records.play.plays import Play, playable, replayed
from door.records.play.saves import Header

LOG: Final = logging.getLogger("door.records")
Kept = tuple[Header, tuple[str, ...]]
"""A game from its save."""


@dataclass(frozen=True, slots=True)
class Over:
    """A day that is over: its seed in hex, whether it is revealed already, and its unproved games in the
    order they were begun."""

    day: str
    seed: str
    revealed: bool
    games: tuple[DailyGame, ...]


class Proofs:
    """Caches the proofs of finished days' games, so that replays can be made before the journal's turn."""

    def __init__(self, doors: Mapping[str, Door]) -> None:
        self._doors = doors
        self._made: dict[tuple[str, int | None, str, tuple[str, ...]], Fields | None] = {}

    def of(self, game: DailyGame, header: Header, moves: tuple[str, ...], seed: str) -> Fields | None:
        """Return the proof of a game, or None."""
        known = game.id, game.score, seed, moves
        if known not in self._made:
            self._made[known] = _proof(self._doors, game, header, moves, seed)
        return self._made[known]

    def make(self, days: Iterable[Over], kept: Mapping[str, Kept]) -> None:
        """Make the proofs of all games of these days."""
        for over in days:
            for game in over.games:
                if game.id in kept:
                    self.of(game, *kept[game.id], over.seed)

    def clear(self) -> None:
        """Forget all proofs."""
        self._made.clear()


def reveal_lines(
    proofs: Proofs, days: Iterable[Over], kept: Mapping[str, Kept], moment: datetime
) -> Iterator[Fields]:
    """Return the lines for days that are over; `kept` are their games by id. A day's games are in the order
    of their scores, and then those given up now."""
    for over in days:
        if not over.revealed:
            yield lines.reveal(stamp(moment), over.day, over.seed)
        for game in sorted(over.games, key=lambda game: (game.score is None, game.at)):
            proof = proofs.of(game, *kept[game.id], over.seed) if game.id in kept else None
            if proof is None:
                continue
            header = kept[game.id][0]
            line = header.line("daily_game", moment, day=header.day, **proof)
            if why := fault_in(line):
                LOG.error("daily game %s of door %s is left out: %s", header.id, header.door, why)
            else:
                yield line


def _proof(
    doors: Mapping[str, Door], game: DailyGame, header: Header, moves: tuple[str, ...], seed: str
) -> Fields | None:
    """Return the game's proof, ended by `quit` if its caller hadn't ended it, or None."""
    if header.door not in doors:
        LOG.warning("daily game %s waits until the door %s is installed again", header.id, header.door)
        return None
    try:
        door = doors[header.door]
        play = Play(header, door.INFO.complete(header.options), moves=list(moves))
    except KeyError:
        play = None
    score = None
    if play and bytes.fromhex(header.seed) == door_seed(bytes.fromhex(seed), header.door):
        score = _ended(door, play, given_up=game.score is None)
    if play is None or score is None or game.score not in (None, score):
        LOG.error("daily game %s of door %s cannot be proved", header.id, header.door)
        return None
    return play.proof(doors, score)


def _ended(door: Door, play: Play, given_up: bool) -> int | None:
    """Return the score of a game that was given up, or None without one."""
    if given_up:
        play.moves = playable(door, play.header, play.options, play.moves)
    outcome = replayed(door, play.header, play.options, play.moves)
    if outcome and not outcome.over and given_up:
        play.moves.append(QUIT)
        outcome = replayed(door, play.header, play.options, play.moves)
    return outcome.score if outcome and outcome.over else None
