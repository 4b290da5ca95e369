"""Where a session begins games, records moves, and has scores booked.

Law: only `ranked` (which has the order of a game's steps) and, for the day's deal,
`daily.service` write to the disk.  A caller's steps at a door come one after the
other, and each is finished even when the call that asked for it is gone.  A score, and what
a door says besides, is what replaying the game gives.  When the disk refuses, what the tables
show counts what waits.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any, Final, TypeVar
from weakref import WeakValueDictionary

from door.games.chance import Chance
from door.games.game import Outcome
from door.games.info import Options
from door.midend.api import Begun, Booked, Door, Refused
from door.midend.books import Books
from door.records.bulletins.calendar import Calendar, Forms
from door.records.callers.callers import Callers
from door.records.callers.renames import Renames
from door.records.daily.service import CLOSED, DailyGames, NoDeal
from door.records.files.disk import FOLDER
from door.records.journal.journal import HELD, Journal
from door.records.journal.lines import RecordsError, caller_key, day_of
from door.records.ledger.live_ledger import LiveLedger
from door.records.ledger.tables import books_of, paid_left
from door.records.play.plays import Play, Plays, replayed
from door.records.play.ranked import NoTurn, RankedGames
from door.records.play.saves import Saves

LOG: Final = logging.getLogger("door.records")
FOLDERS: Final = ("journal", "saves", "daily", "callers", "bulletins", "cache")
UNPROVED: Final = "The board could not prove this game, so that it does not count; the sysop has been told."
GONE: Final = "This game is not in play any more."
T = TypeVar("T")


class GameStore:
    """The records of a board's data folder; all of it is for the event loop.

    `options_for(slug)` gives the sysop's complete options now, `now` aware times; `zone` is
    the board's; `forms` draws its bulletins.
    """

    def __init__(
        self,
        data: Path,
        doors: Mapping[str, Door],
        options_for: Callable[[str], Options],
        zone: tzinfo,
        now: Callable[[], datetime],
        forms: Forms = lambda sheet: {},
    ) -> None:
        self.data, self.doors, self.options_for, self.zone = data, doors, options_for, zone
        self.journal = Journal(data / "journal", zone, now)
        self.now = self.journal.now
        self.ledger = LiveLedger(self.journal, doors, data / "cache")
        self.saves = Saves(data / "saves")
        self._calendar = Calendar(data / "bulletins", self.ledger, options_for, forms)
        self._plays = Plays()
        self._ranked = RankedGames(self.saves, self.ledger, self._plays, options_for)
        self.daily_games = DailyGames(data / "daily", self.ledger, self._plays, options_for)
        self._locks: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._shown = -1

    # -- opening and closing

    async def open(self) -> list[str]:
        """Reads the books and puts right what a crash left; sentences for the log.

        OSError (with its filename) where the folders cannot be made or read.
        """
        notes = await asyncio.to_thread(self._open)
        notes += await self.roll_over()
        self._shown = self.ledger.version
        return notes + await self._calendar.write_bulletins(anew=True)

    def _open(self) -> list[str]:
        for folder in (self.data, *(self.data / name for name in FOLDERS)):
            folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)
        notes = self.journal.repair() + self._finish_rename()
        self.ledger.open()
        return notes + self._ranked.open() + self.daily_games.open()

    def _finish_rename(self) -> list[str]:
        try:
            callers = Callers(self.data / "callers")
            return Renames(callers, self.journal, self.saves, tuple(self.doors)).finish()
        except RecordsError as error:
            return [str(error)]

    async def close(self) -> None:
        """Finishes what is under way, writes what waits, lets the saves go."""
        if self._tasks:
            await asyncio.wait(self._tasks)
        await self.refresh()
        await self.journal.close()
        self._ranked.tidy()
        self._plays.close()
        await asyncio.to_thread(self.ledger.keep)

    # -- what the books say

    def books(self, slug: str, caller: str) -> Books:
        """The contest as it stands at that door, and the caller's turns."""
        info, options, moment = self.doors[slug].INFO, self.options_for(slug), self.now()
        day, daily = day_of(moment, self.zone), self.daily_games.books(slug, caller, moment)
        books = self.ledger.read(lambda ledger: books_of(ledger, info, options, caller, day))
        return replace(books, daily=daily)

    def turns_left(self, slug: str, caller: str) -> int | None:
        """Paid turns left today; None where turns are not limited."""
        options, day = self.options_for(slug), day_of(self.now(), self.zone)
        return self.ledger.read(lambda ledger: paid_left(ledger, options, slug, caller, day))

    def waiting(self, slug: str, caller: str) -> bool:
        """Whether a dropped game waits to be resumed."""
        return self._ranked.waits(slug, caller)

    def next_midnight(self) -> datetime:
        """When the board's next day begins, in its time zone."""
        return self._calendar.next_midnight()

    # -- beginning a game

    async def begin(
        self, slug: str, caller: str, options: Options, seats: Sequence[str] = (), ranked: bool = True,
        daily: bool = False,
    ) -> Begun | Refused:  # fmt: skip
        """Resumes the game that waits, or charges a turn and begins one.

        `options` are the caller's choices on top of the sysop's.  A game that is not
        `ranked` is charged to nobody and kept nowhere; `daily` asks for the day's deal.
        """
        if daily:
            return await self._whole(self._begin(slug, caller, lambda: self._dealt(slug, caller, options)))
        sitting = tuple(seats) or (caller,)
        begun = self._begin(slug, caller, lambda: self._play(slug, caller, options, sitting, ranked))
        return await self._whole(begun)

    async def _begin(
        self, slug: str, caller: str, find: Callable[[], Coroutine[Any, Any, tuple[Play, bool]]]
    ) -> Begun | Refused:
        """The answer to who asked: the game, and whether it was resumed, or why there is none."""
        async with self._lock(slug, caller):
            try:
                return self._begun(*await find())
            except (NoDeal, NoTurn) as none:
                return Refused(str(none), self.books(slug, caller))

    async def _dealt(self, slug: str, caller: str, options: Options) -> tuple[Play, bool]:
        return await self.daily_games.begin(slug, caller, self._full(slug, options))

    async def _play(
        self, slug: str, caller: str, options: Options, seats: tuple[str, ...], ranked: bool
    ) -> tuple[Play, bool]:
        if not ranked:
            return self._ranked.practice(slug, caller, self._full(slug, options), seats), False
        if waits := await self._ranked.resume(slug, caller):
            return waits, True
        return await self._ranked.charge(slug, caller, self._full(slug, options), seats), False

    def _full(self, slug: str, options: Options) -> Options:
        """The caller's choices over the sysop's over the defaults."""
        try:
            return self.doors[slug].INFO.complete({**self.options_for(slug), **options})
        except KeyError as error:
            raise NoTurn(f"This door has no option {error}.") from None

    def _begun(self, play: Play, resumed: bool) -> Begun:
        header = play.header
        self._plays.hold(play)
        return Begun(
            header.id, Chance(bytes.fromhex(header.seed)), header.commit, play.options, header.seats,
            tuple(play.moves), play.free, play.save is not None, resumed,
            self.books(header.door, header.caller), header.day if play.daily else "",
        )  # fmt: skip

    # -- playing and ending it

    def moved(self, game_id: str, move: str) -> str:
        """Keeps an entered move; "" or a note for the caller, once for each trouble."""
        play = self._plays.get(game_id)
        if play is None:
            return self._gone(game_id)
        if play.save is None:
            play.moves.append(move)
            return ""
        note = play.save.add(move) or (HELD if self.journal.trouble else "")
        told, play.told = play.told, note
        return "" if note == told else note

    def forget(self, game_id: str) -> None:
        """The call is gone: the game waits in its save (in memory, where the disk refused it)."""
        if play := self._plays.get(game_id):
            self._plays.let_go(play)

    async def finish(self, game_id: str, score: int, result: Mapping[str, Any] | None = None) -> Booked:
        """Puts the game on the books with the score that its replay gives."""
        return await self._whole(self._finish(game_id, score, result))

    async def _finish(self, game_id: str, score: int, result: Mapping[str, Any] | None) -> Booked:
        play = self._plays.get(game_id)
        if play is None:
            place = self.daily_games.closed.get(game_id)
            return Booked(game_id, "", self.books(*place) if place else Books(), self._gone(game_id))
        self._plays.drop(play)
        async with self._lock(play.header.door, play.header.caller):
            note = await self._prove_and_book(play, score, result)
        header = play.header
        seed = "" if play.daily else header.seed
        return Booked(header.id, seed, self.books(header.door, header.caller), note)

    def _gone(self, game_id: str) -> str:
        return CLOSED if game_id in self.daily_games.closed else GONE

    async def _prove_and_book(self, play: Play, score: int, result: Mapping[str, Any] | None) -> str:
        """Books what the replay gives; a note for the caller or ""."""
        outcome = await asyncio.to_thread(self._replay, play)
        if outcome is None:
            if play.save:
                play.save.set_aside()
            return UNPROVED
        if outcome.score != score:
            LOG.error("game %s: %d was said, the replay's %d is booked", play.header.id, score, outcome.score)
        if play.daily:
            return await self.daily_games.end(play, outcome.score)
        return await self._ranked.end(play, outcome.score, _proved(result, outcome, play.header.id))

    def _replay(self, play: Play) -> Outcome | None:
        header = play.header
        outcome = replayed(self.doors[header.door], header, play.options, play.moves)
        if outcome is None:
            return None
        if not outcome.over:
            LOG.error("game %s of door %s was handed in before its end", header.id, header.door)
        return outcome if outcome.over else None

    # -- what time brings

    async def refresh(self) -> bool:
        """Takes in other processes' lines, writes what a disk refused; whether the books changed."""
        await self.ledger.sync()
        self._ranked.tidy()  # a finished game's file goes before the next game's takes its place
        for play in self._plays:
            self._plays.settle(play)
        for sentence in await self.daily_games.keep():
            LOG.error("%s", sentence)
        if self._calendar.owes:
            for sentence in await self.roll_over():
                LOG.info("%s", sentence)
        changed, self._shown = self._shown != self.ledger.version, self.ledger.version
        if changed:
            for fault in await self._calendar.write_bulletins():
                LOG.error("%s", fault)
        return changed

    async def roll_over(self) -> list[str]:
        """Declares the winners of every month that is over, a sentence for each; seals the next
        day's deal and reveals what is over."""
        return await self._whole(self._calendar.roll_over()) + await self._whole(self.daily_games.keep())

    # -- small things

    def _lock(self, slug: str, caller: str) -> asyncio.Lock:
        """One step at a time for a caller at a door."""
        return self._locks.setdefault((caller_key(caller), slug), asyncio.Lock())

    async def _whole(self, work: Coroutine[Any, Any, T]) -> T:
        """Runs a step to its end even when the call that asked for it is gone."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)


def _proved(result: Mapping[str, Any] | None, outcome: Outcome, id: str) -> Mapping[str, Any] | None:
    """What a door says of its game besides the score, as the replay gives it; that and no more is booked."""
    if result is None:
        return None
    given = {name: outcome.detail[name] for name in result if name in outcome.detail}
    if given != result:
        LOG.error("game %s: the result is not what the replay gives, which is booked", id)
    return given or None
