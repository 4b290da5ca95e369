"""The desk: where a session begins games, hands in moves, and has scores put on the books.

Law: a game's steps reach the disk in one order, and a crash between any two is put right:

    the save, with its seed        alone: no turn was charged; deleted at the next start
    the `turn` line                the game is charged, and waits if the call drops here
    every entered move             before the screen shows it
    the `game` line                with the save still there: deleted, it is on the books
    the save is deleted

Quotas are looked up under the journal's lock, where no other process can spend the same
turn.  A score is what replaying the game gives.  When the disk refuses, play goes on in
memory and the lines wait; what the tables show counts them already.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any, Final, TypeVar
from weakref import WeakValueDictionary

from door.games.api import Begun, Booked, Books, Door, Options, Outcome, Refused
from door.games.chance import Chance, commitment
from door.records import lines
from door.records.calendar import Calendar
from door.records.carry import WORTH
from door.records.dealer import CLOSED, HELD, Dealer, NoDeal
from door.records.disk import FOLDER
from door.records.journal import Journal, JournalError
from door.records.ledger import Ledger, caller_key
from door.records.lines import Fields, day_of, encode, month_of, plain, stamp
from door.records.live import LiveLedger
from door.records.plays import Play, Plays, replayed
from door.records.quota import next_turn
from door.records.saves import Header, Save, SaveBusy, SaveError, Saves
from door.records.tables import books_of, paid_left

LOG: Final = logging.getLogger("door.records")
FOLDERS: Final = ("journal", "saves", "daily", "callers", "bulletins", "cache")
NO_TURNS: Final = "You have no turns left today; new ones come at midnight."
UNPROVED: Final = "The board could not prove this game, so that it does not count; the sysop has been told."
GONE: Final = "This game is not in play any more."
T = TypeVar("T")


class Desk:
    """The records of a board's data folder; all of it is for the event loop.

    `options_for(slug)` gives the sysop's complete options now, `now` aware times; `zone` is
    the board's.
    """

    def __init__(
        self,
        data: Path,
        doors: Mapping[str, Door],
        options_for: Callable[[str], Options],
        zone: tzinfo,
        now: Callable[[], datetime],
    ) -> None:
        self.data, self.doors, self.options_for, self.zone, self.now = data, doors, options_for, zone, now
        self.journal = Journal(data / "journal", zone, now)
        self.ledger = LiveLedger(self.journal, doors, data / "cache")
        self.saves = Saves(data / "saves")
        self._calendar = Calendar(data / "bulletins", self.ledger, options_for, zone, now)
        self._plays = Plays()
        self.dealer = Dealer(data / "daily", self.ledger, self._plays, options_for, zone, now)
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
        notes = self.journal.repair()
        self.ledger.open()
        return notes + self.saves.sweep(self._is_open_by_now) + self.dealer.open()

    async def close(self) -> None:
        """Finishes what is under way, writes what waits, lets the saves go."""
        self.ledger.closing()
        if self._tasks:
            await asyncio.wait(self._tasks)
        await self.refresh()
        await self.journal.close()
        self._plays.close()
        await asyncio.to_thread(self.ledger.keep, WORTH)

    # -- what the books say

    def books(self, slug: str, caller: str) -> Books:
        """The contest as it stands at that door, and the caller's turns."""
        info, options, moment = self.doors[slug].INFO, self.options_for(slug), self.now()
        day, daily = day_of(moment, self.zone), self.dealer.books(slug, caller, moment)
        books = self.ledger.read(lambda ledger: books_of(ledger, info, options, caller, day))
        return replace(books, daily=daily)

    def waiting(self, slug: str, caller: str) -> bool:
        """Whether a dropped game waits to be resumed; one that another process put on the books,
        and died before it deleted the save, does not."""
        if self._plays.at(slug, caller):
            return True
        waits = self.saves.id_at(slug, caller)
        return (
            bool(waits)
            and not self._plays.is_unbooked(self.saves.path(slug, caller))
            and self._is_open(waits)
        )

    @property
    def trouble(self) -> str:
        """What keeps the journal from being written just now, or ""."""
        return self.journal.trouble

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
            return await self._whole(self._begin_daily(slug, caller, options))
        return await self._whole(self._begin(slug, caller, options, tuple(seats) or (caller,), ranked))

    async def _begin_daily(self, slug: str, caller: str, options: Options) -> Begun | Refused:
        async with self._lock(slug, caller):
            try:
                full = self.doors[slug].INFO.complete({**self.options_for(slug), **options})
                play, resumed = await self.dealer.begin(slug, caller, full)
            except KeyError as error:
                return self._refused(slug, caller, f"This door has no option {error}.")
            except NoDeal as none:
                return self._refused(slug, caller, str(none))
            return self._begun(play, resumed)

    async def _begin(
        self, slug: str, caller: str, options: Options, seats: tuple[str, ...], ranked: bool
    ) -> Begun | Refused:
        async with self._lock(slug, caller):
            waits = await self._resume(slug, caller) if ranked else None
            if waits is not None:
                return waits
            try:
                full = self.doors[slug].INFO.complete({**self.options_for(slug), **options})
            except KeyError as error:
                return self._refused(slug, caller, f"This door has no option {error}.")
            header = self._header(slug, caller, full, seats)
            if not ranked:
                return self._begun(Play(header, full, None), resumed=False)
            return await self._charged(header, full)

    def _header(self, slug: str, caller: str, full: Options, seats: tuple[str, ...]) -> Header:
        seed, moment = secrets.token_bytes(32), self.now()
        free = self.ledger.read(lambda ledger: self._next_turn(ledger, slug, caller, moment))
        return Header(
            secrets.token_hex(8), slug, caller, seats, plain(full), seed.hex(), commitment(seed),
            day_of(moment, self.zone), bool(free), stamp(moment),
        )  # fmt: skip

    async def _charged(self, header: Header, full: Options) -> Begun | Refused:
        """The save, then the turn, then the answer."""
        slug, caller = header.door, header.caller
        try:
            save = await asyncio.to_thread(self._create, header)
        except SaveBusy as busy:
            return self._refused(slug, caller, str(busy))
        charged: list[Fields] = []

        def charge(moment: datetime) -> list[Fields]:
            self.ledger.catch_up()
            free = self.ledger.read(lambda ledger: self._next_turn(ledger, slug, caller, moment))
            if free is not None:
                recorded, day = self.doors[slug].INFO.recorded(full), day_of(moment, self.zone)
                turn = lines.turn(stamp(moment), header.id, slug, caller, day, free, recorded, header.commit)
                charged.append(turn)
            return charged

        try:
            await self.journal.append(charge)
        except JournalError:
            pass  # the line waits and counts already; `moved` and `finish` tell the caller
        except Exception:
            save.delete()
            raise
        if not charged:
            save.delete()
            return self._refused(slug, caller, NO_TURNS)
        return self._begun(Play(header, full, save, bool(charged[0]["free"])), resumed=False)

    def _next_turn(self, ledger: Ledger, slug: str, caller: str, moment: datetime) -> bool | None:
        left = paid_left(ledger, self.options_for(slug), slug, caller, day_of(moment, self.zone))
        return next_turn(left, ledger.free_turns(caller, slug))

    def _create(self, header: Header) -> Save:
        path = self.saves.path(header.door, header.caller)
        if self._plays.is_unbooked(path):
            return Save(header, path)  # the last game's file still waits for its line to be written
        save, note = self.saves.create(header)
        if note:
            LOG.error("game %s: %s", header.id, note)
        return save

    async def _resume(self, slug: str, caller: str) -> Begun | Refused | None:
        """The game that waits, if one does and it can be had."""
        play = self._plays.at(slug, caller)
        if play is None and not self._plays.is_unbooked(self.saves.path(slug, caller)):
            try:
                play = await self._load(slug, caller)
            except SaveBusy as busy:
                return self._refused(slug, caller, str(busy))
            except SaveError as error:
                LOG.error("%s", error)
        return self._begun(play, resumed=True) if play else None

    async def _load(self, slug: str, caller: str) -> Play | None:
        save = await asyncio.to_thread(self.saves.load, slug, caller)
        if save is None:
            return None
        await self.ledger.sync()  # another process may have begun it or, before it died, put it on the books
        turn = self.ledger.read(lambda ledger: ledger.open.get(save.header.id))
        if turn is None:
            save.delete()
            return None
        try:
            options = self.doors[slug].INFO.complete(save.header.options)
        except KeyError as error:
            save.set_aside()
            raise SaveError(f"saves/{save.path.name}: the door has no option {error}; set aside.") from None
        return Play(save.header, options, save, turn.free, save.moves)

    def _begun(self, play: Play, resumed: bool) -> Begun:
        header = play.header
        self._plays.hold(play)
        return Begun(
            header.id, Chance(bytes.fromhex(header.seed)), header.commit, play.options, header.seats,
            tuple(play.moves), play.free, play.save is not None, resumed,
            self.books(header.door, header.caller), header.day if play.daily else "",
        )  # fmt: skip

    def _refused(self, slug: str, caller: str, reason: str) -> Refused:
        return Refused(reason, self.books(slug, caller))

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
            place = self.dealer.closed.get(game_id)
            return Booked(game_id, "", self.books(*place) if place else Books(), self._gone(game_id))
        self._plays.drop(play)
        async with self._lock(play.header.door, play.header.caller):
            note = await self._prove_and_book(play, score, result)
        header = play.header
        seed = "" if play.daily else header.seed
        return Booked(header.id, seed, self.books(header.door, header.caller), note)

    def _gone(self, game_id: str) -> str:
        return CLOSED if game_id in self.dealer.closed else GONE

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
            return await self.dealer.end(play, outcome.score)
        return await self._book(play, play.save, outcome.score, result) if play.save else ""

    def _replay(self, play: Play) -> Outcome | None:
        header = play.header
        outcome = replayed(self.doors[header.door], header, play.options, play.moves)
        if outcome is None:
            return None
        if not outcome.over:
            LOG.error("game %s of door %s was handed in before its end", header.id, header.door)
        return outcome if outcome.over else None

    async def _book(self, play: Play, save: Save, score: int, result: Mapping[str, Any] | None) -> str:
        """The game's line, then the end of its save; a note for the caller or ""."""
        header, options = play.header, self.doors[play.header.door].INFO.recorded(play.options)

        def line(moment: datetime) -> list[Fields]:
            month = month_of(moment, self.zone)
            return [
                lines.game(
                    stamp(moment), header.id, header.door, header.caller, header.seats, options, header.seed,
                    play.moves, score, month, _sendable(result),
                )
            ]  # fmt: skip

        try:
            await self.journal.append(line)
        except JournalError:
            self._plays.unbooked.append(save)
            return HELD
        save.delete()
        return ""

    # -- what time brings

    async def refresh(self) -> bool:
        """Takes in other processes' lines, writes what a disk refused; whether the books changed."""
        await self.ledger.sync()
        if self.ledger.wants_comparing:
            self._later(self.ledger.compare())
        await asyncio.to_thread(self.ledger.keep)
        for play in self._plays:
            self._plays.settle(play)
        for sentence in await self.dealer.keep():
            LOG.error("%s", sentence)
        while self._plays.unbooked and not self.journal.waiting:
            self._plays.unbooked.pop().delete()
        changed, self._shown = self._shown != self.ledger.version, self.ledger.version
        if changed:
            for fault in await self._calendar.write_bulletins():
                LOG.error("%s", fault)
        return changed

    async def roll_over(self) -> list[str]:
        """Declares the winners of every month that is over, a sentence for each; seals the next
        day's deal and reveals what is over."""
        return await self._whole(self._calendar.roll_over()) + await self._whole(self.dealer.keep())

    # -- small things

    def _lock(self, slug: str, caller: str) -> asyncio.Lock:
        """One step at a time for a caller at a door."""
        return self._locks.setdefault((caller_key(caller), slug), asyncio.Lock())

    def _is_open(self, game_id: str) -> bool:
        return self.ledger.read(lambda ledger: game_id in ledger.open)

    def _is_open_by_now(self, game_id: str) -> bool:
        """Before there is a loop; also where another process has begun the game since we read."""
        if not self._is_open(game_id):
            self.ledger.catch_up_now()
        return self._is_open(game_id)

    async def _whole(self, work: Coroutine[Any, Any, T]) -> T:
        """Runs a step to its end even when the call that asked for it is gone."""
        return await asyncio.shield(self._later(work))

    def _later(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Sets work going that `close` waits for."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _sendable(result: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """A door's extra table values, if JSON has them."""
    try:
        encode({"result": result})
    except (TypeError, ValueError) as error:
        LOG.error("a door's result is no JSON, it was left out: %s", error)
        return None
    return result
