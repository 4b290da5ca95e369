"""The games in play in this process, by id and by the place of their saves, and what a kind of them is.

Law: no journal here and no clock.  A game on the books is held by every call that was given it
(when a caller calls again before the first call is known to be gone, that is two); it
leaves memory when none holds it any more and all of it is in its save.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from door.games.chance import commitment
from door.games.game import IllegalMove, Outcome
from door.games.info import Options
from door.midend.api import Door
from door.records.journal.lines import Fields, plain, reason
from door.records.play.saves import Header, Save, Saves, id_in
from door.ui.texts import Sentence, tr

LOG: Final = logging.getLogger("door.records")


class NoGame(Exception):
    """No game; the text is the reason, for the caller."""


class Wish(NamedTuple):
    """A game that a caller asks for: `options` are the sysop's and theirs, `seats` begin with the caller,
    `word` is what they give to the dice, "" for none."""

    slug: str
    caller: str
    options: Options
    seats: tuple[str, ...]
    word: str = ""

    def whole(self, door: Door) -> Wish:
        """With all of the door's options.  NoGame where it has no such option."""
        try:
            return self._replace(options=door.INFO.complete(self.options))
        except KeyError as error:
            raise NoGame(tr.play.no_such_option(option=error)) from None

    def header(self, seed: bytes, day: str, t: str, free: bool = False) -> Header:
        """What a new game of it is: of that day, begun at the time `t` (RFC 3339)."""
        return Header(
            secrets.token_hex(8), self.slug, self.caller, self.seats, plain(self.options), seed.hex(),
            commitment(seed), day, free, t, (self.word,) if self.word else (),
        )  # fmt: skip


class Kind(Protocol):
    """What differs between the kinds of games on the books."""

    saves: Saves
    daily: bool
    """Whether it is of its day's deal: its save stays, and its seed is secret, until the day is over."""

    none: Sentence
    """What a caller is told where `turn_line` gives none."""

    lost: Sentence | None
    """And where the books have a game that waits and its save is gone; None lets a new one begin."""

    closed: Sentence
    """What a caller is told if `end_line` gives none."""

    async def waiting(self, slug: str, caller: str) -> Path | None:
        """Where the save of that caller's game at that door is, if one may wait.  NoGame where there is
        none and no new one either."""

    async def spoilt(self, save: Save, why: str) -> str:
        """Puts a game away that waits and cannot be played on; what its caller is told."""

    async def unreadable(self, wish: Wish) -> str:
        """What the caller is told of a game that waited and cannot be read, where `lost` says nothing."""

    def needs(self, id: str) -> bool:
        """Whether that game's save is needed, as far as the journal was read."""

    def new(self, wish: Wish) -> tuple[Options, Save]:
        """A game that is neither saved nor charged yet.  NoGame where there is none."""

    def turn_line(self, play: Play, moment: datetime) -> Fields | None:
        """The line that begins it, by a ledger that is the truth; None where it may not begin."""

    def end_line(self, play: Play, score: int, result: Fields | None, moment: datetime) -> Fields | None:
        """The line of its score; None where none is taken any more."""


@dataclass(slots=True)
class Play:
    """A game in play here.  `kind` and `save` are None for practice.

    `free` says that it took a free turn, `told` what trouble its caller has heard of, `held`
    how many calls have it.
    """

    header: Header
    options: Options
    kind: Kind | None = None
    save: Save | None = None
    free: bool = False
    moves: list[str] = field(default_factory=list)
    told: str = ""
    held: int = 0

    @property
    def day(self) -> str:
        """The day whose deal it is, "" for any other game."""
        return self.header.day if self.kind and self.kind.daily else ""

    def recorded(self, doors: Mapping[str, Door]) -> Options:
        """Its options as the journal has them."""
        return plain(doors[self.header.door].INFO.recorded(self.options))

    def proof(self, doors: Mapping[str, Door], score: int) -> dict[str, Any]:
        """What proves its score, as the journal has it."""
        header = self.header
        return {
            "seats": list(header.seats), "options": self.recorded(doors), "seed": header.seed,
            "moves": list(self.moves), "score": score,
        }  # fmt: skip

    def add(self, move: str) -> str:
        """Keeps a move; "" or a sentence about what the disk refused."""
        if self.save:
            return self.save.add(move)
        self.moves.append(move)
        return ""


class Plays:
    """All of them, and of those that ended here: the saves whose line waits to be written (`unbooked`),
    those that stay and could not be kept (`unkept`, by id), and the door and caller of each that was
    closed while it was played (`closed`, by id)."""

    def __init__(self) -> None:
        self._by_id: dict[str, Play] = {}
        self._at: dict[Path, Play] = {}
        self.unbooked: list[Save] = []
        self.unkept: dict[str, Save] = {}
        self.closed: dict[str, tuple[str, str]] = {}

    def __iter__(self) -> Iterator[Play]:
        return iter(list(self._by_id.values()))

    def get(self, id: str) -> Play | None:
        """The game of that id."""
        return self._by_id.get(id)

    def at(self, path: Path) -> Play | None:
        """The game whose save is there."""
        return self._at.get(path)

    def hold(self, play: Play) -> None:
        """A call has been given the game."""
        play.held += 1
        self._by_id[play.header.id] = play
        if play.save:
            play.moves = play.save.moves
            self._at[play.save.path] = play

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
            self._at.pop(play.save.path, None)

    def close_out(self, play: Play) -> None:
        """Its day is over: what was played counts, and nobody plays on."""
        self.closed[play.header.id] = play.header.door, play.header.caller
        self.drop(play)
        if play.save:
            play.save.close()

    def is_unbooked(self, id: str) -> bool:
        """Whether that game is finished, but not on the books yet."""
        return any(save.header.id == id for save in self.unbooked)

    def has_unbooked(self, path: Path) -> bool:
        """Whether such a game is in that file, which is opened only where there is one at all."""
        return bool(self.unbooked) and self.is_unbooked(id_in(path) or "")

    def close(self) -> None:
        """Lets all saves go."""
        for play in self:
            if play.save:
                try:
                    play.save.write()
                except OSError as error:
                    LOG.error("game %s is lost with this process: %s", play.header.id, reason(error))
                play.save.close()


def replayed(door: Door, header: Header, options: Options, moves: Sequence[str]) -> Outcome | None:
    """What these moves come to from the game's seed; None, and the log says why, where they cannot be."""
    try:
        return door.replay(options, header.seats, header.chance, tuple(moves))
    except IllegalMove as error:
        LOG.error("game %s of door %s does not replay: %s", header.id, header.door, error)
    except Exception:
        LOG.exception("game %s of door %s does not replay", header.id, header.door)
    return None


def playable(door: Door, header: Header, options: Options, moves: Sequence[str]) -> list[str]:
    """The moves up to the first that the rules refuse."""
    for count in range(len(moves), 0, -1):
        try:
            door.replay(options, header.seats, header.chance, tuple(moves[:count]))
        except Exception:  # whatever a spoilt save makes the rules trip over
            continue
        return list(moves[:count])
    return []
