"""The records of a board, with which sessions begin games, save moves and book scores.

The parts are elsewhere: a game's steps in `lifecycle`, months and bulletins in `calendar`, daily deals in
`daily`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping, Sequence
from datetime import datetime, tzinfo
from typing import Any, Final, TypeVar

from door.games.info import Options
from door.play.api import Begun, Booked, No
from door.play.books import Books
from door.play.replay import GameReader, games_of
from door.records.bulletins import Calendar, Forms
from door.records.daily.days import DealDays
from door.records.daily.rules import Today, today_at
from door.records.files.disk import make_folder, set_aside
from door.records.journal.journal import Journal
from door.records.journal.lines import day_of, hours_left, month_of, next_midnight
from door.records.ledger.ledger import Ledger
from door.records.ledger.live_ledger import LiveLedger
from door.records.ledger.standings import DoorBooks, books_of, door_books, paid_left, ranking_of
from door.records.play.kinds import DailyGames, RankedGames
from door.records.play.lifecycle import Lifecycle
from door.records.play.plays import GameKind, GameWish, Plays
from door.records.play.saves import Moves
from door.records.store import Blocking, Sending
from door.records.tables.tables import NEEDS, MatchNeeds, Tables
from door.ui.catalogue import tr


class ShownBooks:
    """Standings from the ledger `live`, by the sysop's complete options."""

    def __init__(self, live: LiveLedger, options_for: Callable[[str], Options]) -> None:
        self.live, self.options_for = live, options_for
        self._as_of: tuple[int, Today, int] = (-1, Today("", ""), 0)
        self._doors: dict[str, DoorBooks] = {}
        self._listed: dict[str, Mapping[str, Books]] = {}

    def books(self, slug: str, caller: str) -> Books:
        """Return the standings at a door, and the caller's turns."""

        def ask(ledger: Ledger) -> Books:
            self._forget_what_was()
            return books_of(ledger, self._door(ledger, slug), caller)

        return self.live.read(ask)

    def books_by_door(self, caller: str) -> Mapping[str, Books]:
        """Return the same for every door, without tallies."""

        def ask(ledger: Ledger) -> Mapping[str, Books]:
            self._forget_what_was()
            doors = [self._door(ledger, slug) for slug in self.live.doors]
            if caller not in self._listed:
                self._listed[caller] = {
                    door.info.slug: books_of(ledger, door, caller, tally=False) for door in doors
                }
            return self._listed[caller]

        return self.live.read(ask)

    def _forget_what_was(self) -> None:
        """Forget everything if the ledger, the day or the hour has changed."""
        moment, zone = self.live.journal.now(), self.live.journal.zone
        as_of = self.live.version, today_at(moment, zone), hours_left(moment, zone)
        if as_of != self._as_of:
            self._as_of, self._doors, self._listed = as_of, {}, {}

    def _door(self, ledger: Ledger, slug: str) -> DoorBooks:
        door, options = self._doors.get(slug), self.options_for(slug)
        if door is None or door.options != options:
            _, now, hours = self._as_of
            door = door_books(ledger, self.live.doors[slug].INFO, options, now, hours)
            self._doors[slug], self._listed = door, {}
        return door


# -- the store -----------------------------------------------------------------------------------


LOG: Final = logging.getLogger("door.records")
FOLDERS: Final = ("journal", "saves", "daily", "callers", "bulletins", "cache", "tables")
MADE_AGAIN: Final = ("bulletins", "cache")
"""Folders whose files the board can make again."""

T = TypeVar("T")


class GameStore:
    """The records of the board in `store`, for the event loop.

    `options_for(slug)` returns the sysop's complete options, `now` aware times in any zone, and `forms` the
    bulletins' files. `needs` are those of matches.
    """

    def __init__(
        self,
        store: Blocking,
        doors: Mapping[str, GameReader],
        options_for: Callable[[str], Options],
        zone: tzinfo,
        now: Callable[[], datetime],
        forms: Forms = lambda sheet: {},
        needs: MatchNeeds = NEEDS,
    ) -> None:
        self.data, self.doors, self.options_for, self.zone = store.data, doors, options_for, zone
        self.journal = Journal(store, zone, now)
        self.now = self.journal.now
        self.ledger = LiveLedger(self.journal, doors, self.data / "cache")
        self.shown = ShownBooks(self.ledger, options_for)
        self.plays = Plays(Moves(store) if isinstance(store, Sending) else None)
        self.books, self.listed = self.shown.books, self.shown.books_by_door
        self.games = Lifecycle(self.ledger, self.plays, self.books, options_for)
        self.moved, self.forget = self.games.add_move, self.games.forget
        self.ranked = RankedGames(self.ledger, self.plays, options_for)
        self.waiting = self.ranked.waits
        self.days = DealDays(self.ledger, self.plays, options_for)
        self.daily = DailyGames(self.days, self.ledger)
        self.tables = Tables(self.ledger, games_of(doors), needs)
        self.saves = self.ranked.saves
        self._calendar = Calendar(self.data / "bulletins", self.ledger, options_for, forms)
        self._steps: set[asyncio.Task[Any]] = set()
        self._shown = -1

    # -- opening and closing

    async def open(self, bulletins: bool = True) -> list[str]:
        """Read the journal and repair the results of a crash; return sentences for the log. Without
        `bulletins`, call `write_bulletins` later.

        Raises OSError, with its filename, if the folders can't be made or read.
        """
        self.journal.store.listen(self._hear)
        notes = await asyncio.to_thread(self._open)
        notes += await self.roll_over() + await self.tables.open()
        self._shown = self.ledger.version
        return notes + (await self.write_bulletins() if bulletins else [])

    async def write_bulletins(self) -> list[str]:
        """Write the bulletins that have changed; return a sentence for each one that the disk refuses."""
        await asyncio.to_thread(self._rank_luck)
        return await self._calendar.write_bulletins(anew=True)

    def _rank_luck(self) -> None:
        """Sort the month's luck-free table, so that the first caller at the menu doesn't wait for it."""
        month, doors = month_of(self.now(), self.zone), self.doors.values()
        asked = [(month, d.INFO.slug, ranking_of(d.INFO, self.options_for(d.INFO.slug))) for d in doors]
        self.ledger.read(lambda ledger: [ledger.luck.table(*one) for one in asked])

    def _open(self) -> list[str]:
        notes = list[str]()
        for name in FOLDERS:
            folder = self.data / name
            if name in MADE_AGAIN and folder.is_file():
                notes.append(tr.records.no_folder(name=name, kept=set_aside(folder).name))
            make_folder(folder)
        notes += self.journal.repair()
        self.ledger.reread()
        notes += self.games.open(self.ranked) + self.days.open()
        notes += self.games.open(self.daily)
        self.ranked.find_lost()
        return notes

    def _hear(self, message: Mapping[str, Any]) -> None:
        if message["do"] == "line":
            self.journal.is_behind_others = True

    async def close(self) -> None:
        """Finish all steps, write waiting lines, close the saves."""
        if self._steps:
            await asyncio.wait(self._steps)
        await self.tables.computers.close()
        if await self.refresh():
            await self.refresh()  # once more, for bulletins that wait for the chain's head
        await self.journal.close()
        await self.plays.close()
        await asyncio.to_thread(self.ledger.keep)
        await asyncio.to_thread(self.journal.store.close)

    # -- what the books say

    def turns_left(self, slug: str, caller: str) -> int | None:
        """Return the paid turns left today, None if turns are not limited."""
        options, day = self.options_for(slug), day_of(self.now(), self.zone)
        return self.ledger.read(lambda ledger: paid_left(ledger, options, slug, caller, day))

    def next_midnight(self) -> datetime:
        """Return when the clock's next day begins, in the board's time zone."""
        return next_midnight(self.journal.clock(), self.zone)

    # -- a game

    async def begin(
        self, slug: str, caller: str, options: Options, seats: Sequence[str] = (), ranked: bool = True,
        daily: bool = False, word: str = "",
    ) -> Begun | No:  # fmt: skip
        """Resume the game that waits, or charge a turn and begin one.

        `options` are the caller's choices. `word` goes into the dice of a ranked game whose commitment the
        caller has seen (`ranked.seal`). A game that is not `ranked` costs nothing and is not saved. `daily`
        asks for the day's deal.
        """
        kind: GameKind | None = self.daily if daily else self.ranked if ranked else None
        seated = (caller,) if daily or not seats else tuple(seats)
        wish = GameWish(slug, caller, {**self.options_for(slug), **options}, seated, word)
        return await self._whole(self.games.begin(kind, wish))

    async def finish(self, game_id: str) -> Booked:
        """Book the game with the score that its replay gives."""
        return await self._whole(self.games.finish(game_id))

    # -- what time brings

    async def refresh(self) -> bool:
        """Do what time and the disk bring. Return True if the ledger changed."""
        late = self.journal.owes and await self.journal.retry()
        for play in self.plays:
            self.plays.settle(play)
        for sentence in await self.days.keep() + await self.tables.refresh():
            LOG.error("%s", sentence)
        if late or self._calendar.owes:  # a game of last month may have come late
            for sentence in await self.roll_over():
                LOG.info("%s", sentence)
        changed, self._shown = self._shown != self.ledger.version, self.ledger.version
        for fault in await self._calendar.follow(changed):
            LOG.error("%s", fault)
        return changed

    async def roll_over(self) -> list[str]:
        """Declare the winners of every finished month, seal the next day's deal, reveal finished ones; return
        a sentence for each."""
        return await self._whole(self._calendar.roll_over()) + await self._whole(self.days.keep())

    async def pack_closed(self) -> None:
        """Move declared months from memory to disk, once callers have been told who won."""
        await self._whole(asyncio.to_thread(self.ledger.pack_closed))

    async def _whole(self, step: Coroutine[Any, Any, T]) -> T:
        """Run a step to its end, even if its call goes away. `close` waits for it."""
        task = asyncio.get_running_loop().create_task(step)
        self._steps.add(task)
        task.add_done_callback(self._steps.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_log_failure)  # nobody else sees its error
            raise


def _log_failure(task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and (error := task.exception()):
        LOG.error("a step of a game failed after its call was gone", exc_info=error)
