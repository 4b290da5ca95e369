"""The games in play in this process, and the protocol of their kinds.

Guarantees: no journal and no clock here. A game is held by each call that plays it: two, if a caller calls
again before the first call is known to be gone. It leaves memory when no call holds it and its save has every
move.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, NamedTuple, Protocol

from door.games.chance import commitment
from door.games.game import IllegalMove, Status
from door.games.info import Options
from door.games.record import Record
from door.play.replay import GameReader
from door.records.journal.lines import Fields, plain
from door.records.play.saves import Header, Kept, Moves, Place, Save, Saves
from door.records.store import StoreError
from door.ui.texts import MaybeSaid, Said, Sentence, tr

LOG: Final = logging.getLogger("door.records")


class NoGame(Exception):
    """The game can't begin or go on. The text tells the caller why."""

    def __init__(self, reason: Said) -> None:
        super().__init__(reason)


class GameWish(NamedTuple):
    """A game that a caller asks for: `options` of the sysop and the caller, `seats` with the caller first,
    `word` for the dice ("" for none)."""

    slug: str
    caller: str
    options: Options
    seats: tuple[str, ...]
    word: str = ""

    def whole(self, door: GameReader) -> GameWish:
        """Fill in the door's other options. Raises NoGame if the door doesn't have one of them."""
        try:
            return self._replace(options=door.INFO.complete(self.options))
        except KeyError as error:
            raise NoGame(tr.play.no_such_option(option=error)) from None

    def header(self, seed: bytes, day: str, t: str, free: bool = False) -> Header:
        """Return the header of a new game of that `day`, begun at the time `t` (RFC 3339)."""
        return Header(
            secrets.token_hex(8), self.slug, self.caller, self.seats, plain(self.options), seed.hex(),
            commitment(seed), day, free, t, (self.word,) if self.word else (),
        )  # fmt: skip


class GameKind(Protocol):
    """How ranked games and daily deals differ."""

    saves: Saves
    daily: bool
    """True for daily deals: the save stays, and the seed is secret, until the day is over."""

    none: Sentence
    """Tells the caller why `turn_line` gave none."""

    lost: Sentence | None
    """Tells the caller that a game waits, but its save is missing. If None, a new game begins."""

    closed: Sentence
    """Tells the caller why `end_line` gave none."""

    async def waiting(self, slug: str, caller: str) -> Place | None:
        """Return the place of the caller's save at that door if a game may wait there. Raises NoGame if it
        is missing and a new game can't begin either."""

    async def spoilt(self, save: Save, why: str) -> Said:
        """Set a game aside that can't be resumed; return a sentence for the caller."""

    async def unreadable(self, wish: GameWish) -> Said:
        """Return a sentence about a save that can't be read. Called only if `lost` is None."""

    def needs(self, id: str) -> bool:
        """True if the game's save is needed, by the lines counted so far."""

    async def new(self, wish: GameWish) -> tuple[Options, Save]:
        """Return a game that is not saved or charged yet. Raises NoGame if none can begin."""

    def turn_line(self, play: Play, moment: datetime) -> Fields | None:
        """Return the line that begins the game, None if it may not begin. Decided by the journal."""

    def end_line(self, play: Play, score: int, moment: datetime) -> Fields | None:
        """Return the line with the score, None if it can't be booked any more. Decided by the journal."""


@dataclass(slots=True)
class Play:
    """A game in play. Practice has neither `kind` nor `save`.

    `free` says that it took a free turn, `told` is the trouble that its caller knows of, and `held` is the
    number of calls that play it. It `became_practice` if it could not be charged at last.
    """

    header: Header
    options: Options
    kind: GameKind | None = None
    save: Save | None = None
    free: bool = False
    moves: list[str] = field(default_factory=list)
    told: MaybeSaid = ""
    held: int = 0
    became_practice: bool = False

    @property
    def day(self) -> str:
        """The day of its daily deal, "" for other games."""
        return self.header.day if self.kind and self.kind.daily else ""

    @property
    def name(self) -> str:
        """The kind of game, as screens and rules name it."""
        return (
            "practice" if self.kind is None else "daily" if self.day else "free" if self.free else "contest"
        )

    @property
    def record(self) -> Record:
        header = self.header
        return Record(
            self.options, header.seats, header.chance, tuple(self.moves), header.id, self.name, header.commit,
            self.day, header.words,
        )  # fmt: skip

    def recorded_options(self, doors: Mapping[str, GameReader]) -> Options:
        return plain(doors[self.header.door].INFO.journal_options(self.options))

    def proof(self, doors: Mapping[str, GameReader], score: int) -> dict[str, Any]:
        """Return the fields that prove the score, as the journal writes them."""
        header = self.header
        return {
            "seats": list(header.seats), "options": self.recorded_options(doors), "seed": header.seed,
            "moves": list(self.moves), "score": score,
        }  # fmt: skip


class Plays:
    """The games in play, and leftovers of finished ones.

    `ending` are the saves of finished games whose end waits for the disk, by their places. `closed` has the
    door and caller (by id) of deals whose day ended during play. With `mover` moves are written in the
    background.
    """

    def __init__(self, mover: Moves | None = None) -> None:
        self.mover = mover
        self._by_id: dict[str, Play] = {}
        self._at: dict[Place, Play] = {}
        self.ending: dict[Place, Save] = {}
        self.closed: dict[str, tuple[str, str]] = {}

    def __iter__(self) -> Iterator[Play]:
        return iter(list(self._by_id.values()))

    def get(self, id: str) -> Play | None:
        return self._by_id.get(id)

    def at(self, place: Place) -> Play | None:
        """Return the game whose save is there."""
        return self._at.get(place)

    def hold(self, play: Play) -> None:
        """Note that one more call plays the game."""
        play.held += 1
        self._by_id[play.header.id] = play
        if play.save:
            play.moves = play.save.moves
            self._at[play.save.place] = play

    def let_go(self, play: Play) -> None:
        """Note that a call is gone."""
        play.held = max(0, play.held - 1)
        self.settle(play)

    def add(self, play: Play, move: str) -> MaybeSaid | Kept:
        """Save a move; return "" or a sentence about trouble with the disk, perhaps later."""
        play.moves.append(move)
        return self.keep(play)

    def keep(self, play: Play) -> MaybeSaid | Kept:
        """Save the moves that wait. Returns the same as `add`."""
        if self.mover and play.save and play.save.version:
            return self.mover.keep(play.save)
        return play.save.flush() if play.save else ""

    def settle(self, play: Play) -> None:
        """Write moves that the disk refused. A game without a call leaves memory then."""
        if play.save and play.save.owes:
            self.keep(play)
        if not play.held and not (play.save and play.save.owes):
            self.drop(play)

    def drop(self, play: Play) -> None:
        self._by_id.pop(play.header.id, None)
        if play.save:
            self._at.pop(play.save.place, None)

    def make_practice(self, play: Play) -> None:
        """Go on without a save, because the game could not be charged."""
        if play.header.id in self._by_id and play.save:
            self._at.pop(play.save.place, None)
            play.kind, play.save, play.became_practice = None, None, True
            self.settle(play)

    def close_out(self, play: Play) -> None:
        """Take a deal out of play because its day is over. The moves so far count."""
        self.closed[play.header.id] = play.header.door, play.header.caller
        self.drop(play)

    async def close(self) -> None:
        """Write moves that wait. Log each game that can't be written."""
        if self.mover:
            await self.mover.close()
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        for play in self:
            if play.save and not play.save.version:
                LOG.error("game %s is lost with this process: it could not be charged", play.header.id)
            elif play.save:
                try:
                    play.save.write()
                except StoreError as error:
                    LOG.error("game %s is lost with this process: %s", play.header.id, error)


class Proof(NamedTuple):
    """What a replay finds: how the game ended, its last position, and an exact coach's look at it."""

    status: Status
    position: Any = None
    look: tuple[Any, ...] | None = None


def proof_of(door: GameReader, record: Record) -> Proof | None:
    """Replay a finished game; return what that finds. If it fails, log why and return None."""
    proof = prove(door, record)
    if proof is None or not proof.status.over:
        return proof
    try:
        return proof._replace(look=door.look(record))
    except Exception:  # the score stands without it
        LOG.exception("game %s of door %s: the coach can't look at it", record.id, door.INFO.slug)
        return proof


def prove(door: GameReader, record: Record) -> Proof | None:
    """Replay a game; return its outcome. If that fails, log why and return None."""
    slug = door.INFO.slug
    try:
        return Proof(*door.prove(record))
    except IllegalMove as error:
        LOG.error("game %s of door %s does not replay: %s", record.id, slug, error)
    except Exception:
        LOG.exception("game %s of door %s does not replay", record.id, slug)
    return None


def playable(door: GameReader, record: Record) -> list[str]:
    """Return the moves up to the first one that the rules refuse."""
    for count in range(len(record.moves), 0, -1):
        try:
            door.replay(record.upto(count))
        except Exception:  # any error of the rules with a damaged save
            continue
        return list(record.moves[:count])
    return []
