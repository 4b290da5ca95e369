"""The games in play in this process, by id and by caller and door.

Law: no journal here and no clock.  A ranked game is held by every call that was given it
(when a caller calls again before the first call is known to be gone, that is two); it
leaves memory when none holds it any more and all of it is in its save.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from door.games.chance import Chance
from door.games.game import IllegalMove, Outcome
from door.games.info import Options
from door.midend.api import Door
from door.records.journal.lines import caller_key
from door.records.play.saves import Header, Save

LOG: Final = logging.getLogger("door.records")


@dataclass(slots=True)
class Play:
    """A game in play here.  `save` is None for one that is not ranked.

    `free` says that it took a free turn, `told` what trouble its caller has heard of, `held`
    how many calls have it.  `daily` is a game of its day's deal.
    """

    header: Header
    options: Options
    save: Save | None
    free: bool = False
    moves: list[str] = field(default_factory=list)
    told: str = ""
    held: int = 0
    daily: bool = False

    @property
    def place(self) -> tuple[str, str, str]:
        """Where a caller has one such game at most: caller's key, door, the day of a daily one."""
        header = self.header
        return caller_key(header.caller), header.door, header.day if self.daily else ""


class Plays:
    """All of them, and the saves of finished games whose line still waits to be written."""

    def __init__(self) -> None:
        self._by_id: dict[str, Play] = {}
        self._at: dict[tuple[str, str, str], Play] = {}
        self.unbooked: list[Save] = []

    def __iter__(self) -> Iterator[Play]:
        return iter(list(self._by_id.values()))

    def get(self, game_id: str) -> Play | None:
        """The game of that id."""
        return self._by_id.get(game_id)

    def at(self, slug: str, caller: str, day: str = "") -> Play | None:
        """That caller's ranked game at that door, or their game of that day's deal."""
        return self._at.get((caller_key(caller), slug, day))

    def hold(self, play: Play) -> None:
        """A call has been given the game."""
        play.held += 1
        self._by_id[play.header.id] = play
        if play.save:
            play.moves = play.save.moves
            self._at[play.place] = play

    def let_go(self, play: Play) -> None:
        """A call is gone."""
        play.held = max(0, play.held - 1)
        self.settle(play)

    def settle(self, play: Play) -> None:
        """Writes what its save is owed; a game that no call holds leaves memory then."""
        refused = play.save.flush() if play.save else ""
        if not play.held and not refused:
            self.drop(play)
            if play.save:
                play.save.close()

    def drop(self, play: Play) -> None:
        """The game is not in play any more."""
        self._by_id.pop(play.header.id, None)
        if play.save:
            self._at.pop(play.place, None)

    def is_unbooked(self, game_id: str) -> bool:
        """Whether that game is finished, but not on the books yet."""
        return any(save.header.id == game_id for save in self.unbooked)

    def close(self) -> None:
        """Lets all saves go."""
        for play in self:
            if play.save:
                if refused := play.save.flush():
                    LOG.error("game %s is lost with this process: %s", play.header.id, refused)
                play.save.close()


def replayed(door: Door, header: Header, options: Options, moves: Sequence[str]) -> Outcome | None:
    """What these moves come to from the game's seed; None, and the log says why, where they cannot be."""
    try:
        return door.replay(options, header.seats, Chance(bytes.fromhex(header.seed)), tuple(moves))
    except IllegalMove as error:
        LOG.error("game %s of door %s does not replay: %s", header.id, header.door, error)
    except Exception:
        LOG.exception("game %s of door %s does not replay", header.id, header.door)
    return None


def playable(door: Door, header: Header, options: Options, moves: Sequence[str]) -> tuple[str, ...]:
    """The moves up to the first that the rules refuse."""
    for count in range(len(moves), 0, -1):
        try:
            door.replay(options, header.seats, Chance(bytes.fromhex(header.seed)), tuple(moves[:count]))
        except Exception:  # whatever a spoilt save makes the rules trip over
            continue
        return tuple(moves[:count])
    return ()
