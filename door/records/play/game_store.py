"""The records of a board, with which sessions begin games, save moves and book scores, and the kinds of game
that count: ranked games, with one save for each caller and door, and daily deals.

Guarantees: a saved ranked game that can't be resumed is set aside when its caller asks for it, and a `grant`
line with the game's `id` refunds the turn. Reasons are a damaged save, a failed replay, or an option that the
door no longer has.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime, tzinfo
from typing import Any, Final, TypeVar

from door.games.chance import commitment
from door.games.info import Options
from door.play.books import Books
from door.play.replay import GameReader, games_of
from door.records.bulletins import Calendar, Forms
from door.records.daily.days import DealDays
from door.records.daily.rules import Today, day_after, door_seed, seal_of, today_at
from door.records.files.disk import make_folder, set_aside
from door.records.journal import lines
from door.records.journal.journal import Journal, JournalWaits
from door.records.journal.lines import Fields, caller_key, day_of, hours_left, month_of, next_midnight, stamp
from door.records.ledger.deals import DailyGame
from door.records.ledger.ledger import Ledger
from door.records.ledger.live_ledger import LiveLedger
from door.records.ledger.standings import DoorBooks, books_of, door_books, next_turn, ranking_of, turns_of
from door.records.play.lifecycle import GameWish, Lifecycle, NoGame, Play, Plays
from door.records.play.saves import DocKey, Moves, Save, Saves
from door.records.store import Store, StoreRefused, off_loop
from door.records.tables.tables import NEEDS, MatchNeeds, Tables
from door.ui.texts import Said, Sentence, tr

LOG: Final = logging.getLogger("door.records")
# -- the kinds of game -----------------------------------------------------------------------------

THE_BOARD: Final = "the board"


class RankedGames:
    """The ranked games of a board, a `GameKind`."""

    daily = False
    none: Sentence = tr.play.no_turns_left
    lost: Sentence | None = None
    closed: Sentence = tr.play.turn_not_open

    def __init__(self, live: LiveLedger, plays: Plays, options_for: Callable[[str], Options]) -> None:
        self.saves = Saves(live.journal.store)
        self.live, self.plays, self.options_for = live, plays, options_for
        self.zone = live.journal.zone
        self._lost = set[str]()
        self._sealed: dict[tuple[str, str], bytes] = {}

    async def waiting(self, slug: str, caller: str) -> DocKey | None:
        return self.saves.doc_key(slug, caller) if self.waits(slug, caller) else None

    def waits(self, slug: str, caller: str) -> bool:
        """True if a dropped game waits, as far as the journal knows. Its save may be damaged."""
        doc_key = self.saves.doc_key(slug, caller)
        if doc_key in self.plays.by_key:
            return True
        id = self._last(slug, caller)
        return bool(id) and id not in self._lost and doc_key not in self.plays.ending

    def _last(self, slug: str, caller: str) -> str:
        """Return the id of the caller's game in progress that was begun last, or ""."""
        whose = caller_key(caller), slug
        return self.live.read(lambda ledger: ledger.open.last(whose))

    def find_lost(self) -> None:
        """Find the open turns whose saves are gone, such as after a backup without them. For a thread."""
        turns = self.live.read(lambda ledger: list(ledger.open.turns.items()))
        with suppress(StoreRefused):
            saved = set(self.saves.doc_keys())
            self._lost = {id for id, of in turns if self.saves.doc_key(of.door, of.caller) not in saved}

    def needs(self, id: str) -> bool:
        """True if its turn is open."""
        return self.live.read(lambda ledger: id in ledger.open.turns)

    async def spoilt(self, save: Save, why: str) -> Said:
        """Set the save aside and refund the turn."""
        self._lost.add(save.header.id)
        LOG.error("%s: %s; %s.", save.name, why, await off_loop(save.store, save.set_aside))
        await self._give_back(save.header.id, save.header.door, save.header.caller)
        return tr.play.saved_game_broken()

    async def unreadable(self, wish: GameWish) -> Said:
        """Refund the turn of the game that was begun last."""
        self._lost.add(id := self._last(wish.slug, wish.caller))
        back = bool(id) and await self._give_back(id, wish.slug, wish.caller)
        return (tr.play.saved_game_unreadable_refunded if back else tr.play.saved_game_unreadable)()

    async def _give_back(self, id: str, slug: str, caller: str) -> bool:
        """Grant a turn for today; return False if turns are not counted."""
        if not self.options_for(slug).get("turns_per_day"):
            return False

        def line(moment: datetime) -> list[Fields]:
            day = day_of(moment, self.zone)
            return [{**lines.grant(stamp(moment), caller, slug, day, 1, THE_BOARD), "id": id}]

        try:
            await self.live.journal.decide(line, about=(caller_key(caller), slug), waits=True)
        except JournalWaits as error:
            LOG.error("game %s: its turn is given back once it can be. %s", id, error)
        return True

    def seal(self, slug: str, caller: str) -> str:
        """Return the commitment of the caller's next game. They can add a word to its dice afterwards."""
        return commitment(self._sealed.setdefault((caller_key(caller), slug), secrets.token_bytes(32)))

    async def new(self, wish: GameWish) -> Play:
        """Return a game with a new seed, or the sealed one if the caller has seen its commitment."""
        self._lost.add(self._last(wish.slug, wish.caller))  # otherwise it would have gone on
        moment = self.live.journal.now()
        slug, caller, day = wish.slug, wish.caller, day_of(moment, self.zone)
        if waiting := self.plays.uncharged[caller_key(caller), slug, day]:
            options = self.options_for(slug)
            left = self.live.read(lambda ledger: turns_of(ledger, options, slug, caller, day, waiting))
            if left == (0, 0):
                raise NoGame(self.none())
        seed = self._sealed.pop((caller_key(wish.caller), wish.slug), None) or secrets.token_bytes(32)
        options = {**self.options_for(wish.slug), **wish.options}
        play = wish.new_game(self.live.doors[slug], options, seed, day, moment)
        play.kind = self
        play.save = Save(self.saves.store, self.saves.doc_key(wish.slug, wish.caller), play.header)
        return play

    def turn_line(self, play: Play, moment: datetime) -> Fields | None:
        """Return the line that charges the game; None if the caller has no turn left."""
        header = play.header
        sysops, day = self.options_for(header.door), day_of(moment, self.zone)
        free = self.live.read(lambda ledger: next_turn(ledger, sysops, header.door, header.caller, day))
        if free is None:
            return None
        options = play.recorded_options(self.live.doors)
        said = {"words": list(header.words)} if header.words else {}
        return header.line("turn", moment, day=day, free=free, options=options, commit=header.commit, **said)

    def end_line(self, play: Play, score: int, moment: datetime) -> Fields | None:
        """Return the whole game, with its seed; None if its turn isn't open."""
        if not self.needs(play.header.id):
            return None
        month, proof = month_of(moment, self.zone), play.proof(self.live.doors, score)
        return play.header.line("game", moment, month=month, **proof)


# -- daily deals ---------------------------------------------------------------------------------


class DailyGames:
    """The games of the daily deals, a `GameKind`. `days` keeps their saves.

    All callers get the same seed and options, and one game a day. The score is sealed until the day is over.
    The complete save is written with the line with the score, and stays until the day is revealed.
    """

    daily = True
    none: Sentence = tr.daily.begun_elsewhere
    lost: Sentence | None = tr.daily.game_cannot_go_on
    closed: Sentence = tr.play.daily_closed_score_counts

    def __init__(self, days: DealDays, live: LiveLedger) -> None:
        self.days, self.live, self.saves = days, live, days.saves

    async def waiting(self, slug: str, caller: str) -> DocKey | None:
        """Return the save of the unfinished deal that the caller has begun: today's, or yesterday's while
        it is open."""
        if not self.days.is_offered(slug):
            raise NoGame(tr.daily.no_daily_here())
        for sentence in await self.days.keep(asked=True):
            LOG.error("%s", sentence)
        moment = self.live.journal.now()
        today = day_of(moment, self.live.journal.zone)
        for day in (day_after(today, -1), today):
            game = self._game_of(day, slug, caller)
            if game and game.score is None and not self._is_closed(day, moment):
                return self.saves.doc_key(day, game.id)
        if self._game_of(today, slug, caller):
            raise NoGame(tr.daily.already_played_today())
        return None

    def needs(self, id: str) -> bool:
        """True if the journal has the game, but not all of it."""
        return self.days.needs(id)

    async def spoilt(self, save: Save, why: str) -> Said:
        """Leave the save. The end of the day books what can be replayed."""
        LOG.error("%s: %s.", save.name, why)
        return tr.daily.game_cannot_go_on()

    async def unreadable(self, wish: GameWish) -> Said:
        """Do nothing. It is not called, because `lost` is set."""
        return tr.daily.game_cannot_go_on()

    async def new(self, wish: GameWish) -> Play:
        """Return a game with the day's seed, and the options of the day's first game at that door."""
        moment = self.live.journal.now()
        day = day_of(moment, self.live.journal.zone)
        try:
            seed = await off_loop(self.saves.store, self.days.seed_of, day)
        except StoreRefused:
            raise NoGame(tr.play.records_busy()) from None
        if not seed:
            raise NoGame((tr.play.records_busy if self.days.is_waiting(day) else tr.daily.no_deal_today)())
        slug = wish.slug
        options = self.live.read(lambda ledger: ledger.deals.days[day].options.get(slug))
        if options is None:
            options = {**self.days.options_for(slug), **wish.options}
        alone = GameWish(slug, wish.caller)
        play = alone.new_game(self.live.doors[slug], options, door_seed(seed, slug), day, moment)
        play.kind = self
        play.save = Save(self.saves.store, self.saves.doc_key(day, play.header.id), play.header)
        return play

    def turn_line(self, play: Play, moment: datetime) -> Fields | None:
        """Return the line that begins it, unless the caller has begun one or the day is over."""
        header = play.header
        is_today = header.day == day_of(moment, self.live.journal.zone)
        if not is_today or self._game_of(header.day, header.door, header.caller):
            return None
        options = play.recorded_options(self.live.doors)
        return header.line("daily_turn", moment, day=header.day, options=options, commit=header.commit)

    def end_line(self, play: Play, score: int, moment: datetime) -> Fields | None:
        """Return the score and the seal of the moves, None once the day is over."""
        header = play.header
        game = self.live.read(lambda ledger: ledger.deals.by_id(header.day, header.id))
        if game is None or game.score is not None or self._is_closed(header.day, moment):
            return None
        seal = seal_of(bytes.fromhex(header.seed), play.moves)
        return header.line("daily_score", moment, day=header.day, score=score, seal=seal)

    def _is_closed(self, day: str, moment: datetime) -> bool:
        """True if that day's deal can't be ended any more."""
        return self.days.is_over(day, moment) or self.live.read(lambda ledger: ledger.deals.revealed(day))

    def _game_of(self, day: str, slug: str, caller: str) -> DailyGame | None:
        return self.live.read(lambda ledger: ledger.deals.of(day, slug, caller_key(caller)))


# -- the records of a board ------------------------------------------------------------------------


class Standings:
    """Standings from the ledger `live`, by the sysop's complete options."""

    def __init__(self, live: LiveLedger, plays: Plays, options_for: Callable[[str], Options]) -> None:
        self.live, self.plays, self.options_for = live, plays, options_for
        self._as_of: tuple[int, Today, int] = (-1, Today("", ""), 0)
        self._doors: dict[str, DoorBooks] = {}
        self._listed: dict[str, Mapping[str, Books]] = {}

    def books(self, slug: str, caller: str) -> Books:
        """Return the standings at a door, and the caller's turns."""

        def ask(ledger: Ledger) -> Books:
            self._forget_what_was()
            return self._with_turns(ledger, slug, caller, books_of(ledger, self._door(ledger, slug), caller))

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
            listed = self._listed[caller]
            if not self.plays.uncharged:
                return listed
            return {slug: self._with_turns(ledger, slug, caller, listed[slug]) for slug in listed}

        return self.live.read(ask)

    def turns_left(self, slug: str, caller: str) -> int | None:
        """Return the paid turns left today, None if turns are not limited."""
        options, day = self.options_for(slug), day_of(self.live.journal.now(), self.live.journal.zone)
        waiting = self.plays.uncharged[caller_key(caller), slug, day]
        return self.live.read(lambda ledger: turns_of(ledger, options, slug, caller, day, waiting)[0])

    def _with_turns(self, ledger: Ledger, slug: str, caller: str, books: Books) -> Books:
        """Count the turns that wait for the disk, too."""
        if not (waiting := self.plays.uncharged[caller_key(caller), slug, books.day]):
            return books
        paid, free = turns_of(ledger, self.options_for(slug), slug, caller, books.day, waiting)
        return books._replace(turns_left=paid, free_turns=free)

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
        store: Store,
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
        self.plays = Plays(None if store.never_waits else Moves(store))
        self.standings = Standings(self.ledger, self.plays, options_for)
        self.games = Lifecycle(self.ledger, self.plays, options_for)
        self.ranked = RankedGames(self.ledger, self.plays, options_for)
        self.days = DealDays(self.ledger, self.plays, options_for)
        self.daily = DailyGames(self.days, self.ledger)
        self.tables = Tables(self.ledger, games_of(doors), needs)
        self._calendar = Calendar(self.data / "bulletins", self.ledger, options_for, forms)
        self._version = -1

    # -- opening and closing

    async def open(self, bulletins: bool = True) -> list[str]:
        """Read the journal and repair the results of a crash; return sentences for the log. Without
        `bulletins`, call `write_bulletins` later.

        Raises OSError, with its filename, if the folders can't be made or read.
        """
        self.journal.store.listen(self._hear)
        notes = await asyncio.to_thread(self._open)
        notes += await self.roll_over() + await self.tables.open()
        self._version = self.ledger.version
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
        notes += self._calendar.missing_head() if self.journal.store.never_waits else ()
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
        await self.games.close()
        await self.tables.computers.close()
        if await self.refresh():
            await self.refresh()  # once more, for bulletins that wait for the chain's head
        await self.journal.close()
        await self.plays.close()
        await asyncio.to_thread(self.ledger.keep)
        await asyncio.to_thread(self.journal.store.close)

    # -- what time brings

    def next_midnight(self) -> datetime:
        """Return when the clock's next day begins, in the board's time zone."""
        return next_midnight(self.journal.clock(), self.zone)

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
        changed, self._version = self._version != self.ledger.version, self.ledger.version
        for fault in await self._calendar.follow(changed):
            LOG.error("%s", fault)
        return changed

    async def roll_over(self) -> list[str]:
        """Declare the winners of every finished month, seal the next day's deal, reveal finished ones; return
        a sentence for each."""
        return await self.games.whole(self._calendar.roll_over()) + await self.games.whole(self.days.keep())

    async def pack_closed(self) -> None:
        """Move declared months from memory to disk, once callers have been told who won."""
        await self.games.whole(asyncio.to_thread(self.ledger.pack_closed))
