"""The daily deal at work: makes and keeps the days' seeds, deals to callers, opens everything in the end.

Law: what the daily deal is, `daily.ledger` says; here are its files and its order of steps.

    the day's seed               on the disk before its `daily` line
    the save, then daily_turn    as for any game (`ranked`), in `data/daily/`
    the save whole, synced       before the daily_score line, and kept
    reveal and daily_games       one write, made out of seeds and saves under the journal's lock
    seeds and saves are deleted  once those lines are on the disk

A crash between any two leaves files that the next start finishes or deletes.  A seed whose
`daily` line is on the books is never made anew: without its file that day has no deal.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final, TypeVar

from door.games.chance import commitment
from door.games.info import Options
from door.midend.books import Daily
from door.records.daily.reveal import Kept, Over, reveal_lines
from door.records.daily.rules import closing, day_after, door_seed, offers, seal_of
from door.records.daily.seeds import Seeds
from door.records.journal import lines
from door.records.journal.journal import BUSY, HELD, JournalBusy, JournalError
from door.records.journal.lines import Fields, caller_key, day_of, plain, reason, stamp
from door.records.ledger.deal_tables import DailyGame
from door.records.ledger.deals import Deals
from door.records.ledger.ledger import Ledger
from door.records.ledger.live_ledger import LiveLedger
from door.records.ledger.tables import daily_of
from door.records.play.plays import Play, Plays, replayed
from door.records.play.saves import Header, Save, SaveError, Saves

LOG: Final = logging.getLogger("door.records")
NONE_HERE: Final = "This door offers no daily deal."
PLAYED: Final = "You have played today's deal; the next one comes at midnight."
NO_DEAL: Final = "There is no deal today: its seed is missing. The sysop has been told."
LOST: Final = "Your game of today's deal cannot be played on. The sysop has been told."
_TOLD: Final = {"daily": "the day's deal is sealed.", "reveal": "the day's deal is revealed."}
ELSEWHERE: Final = "You have begun today's deal on another line just now."
CLOSED: Final = "That day's deal is closed: the game counts with the score that stood then."
T = TypeVar("T")


class NoDeal(Exception):
    """No game; the text is the reason, for the caller."""


class DailyGames:
    """The daily deals of a board; `folder` is `data/daily/`."""

    def __init__(
        self, folder: Path, live: LiveLedger, plays: Plays, options_for: Callable[[str], Options]
    ) -> None:
        self.folder, self.live, self.plays, self.options_for = folder, live, plays, options_for
        self.zone, self.now = live.journal.zone, live.journal.now
        self.saves, self.seeds = Saves(folder), Seeds(folder)
        self.closed: dict[str, tuple[str, str]] = {}
        self._unkept: dict[str, Save] = {}
        self._anew = self._untidy = False
        self._told = ""

    @property
    def offers(self) -> bool:
        """Whether any door has a daily deal."""
        return any(map(self._is_offered, self.live.doors))

    def _is_offered(self, slug: str) -> bool:
        """Whether that door has a daily deal, and the sysop has it on."""
        return offers(self.live.doors[slug].INFO, self.options_for(slug))

    # -- what time brings

    def open(self) -> list[str]:
        """Deletes what a crash left that is no game on the books; a sentence for each, and for
        each seed that is missing."""
        self._anew = True
        missing = [
            f"{day}: the seed of the day's deal is missing; it cannot be revealed."
            for day, deal in self._deals(lambda deals: list(deals.days.items()))
            if not deal.seed and not self.seeds.of(day, deal.commit)
        ]
        return missing + self.saves.sweep(self._is_wanted_by_now)

    async def keep(self, asked: bool = False) -> list[str]:
        """Seals the days that want it, reveals what is over, tidies up; trouble as a sentence,
        once for as long as it lasts.  Cheap where there is nothing to do.

        `asked` says that somebody wants to play today.
        """
        for id, save in list(self._unkept.items()):
            if not save.keep():
                del self._unkept[id]
        if not self._anew and not self._deals(lambda deals: self._due(deals, asked)):
            await self._tidy()
            return []
        try:
            entries = await self.live.journal.append(lambda moment: self._lines(moment, asked))
        except (JournalError, OSError) as error:
            self._untidy = True
            said = str(error) if isinstance(error, JournalError) else reason(error)
            return self._once(f"The daily deal waits: {said}")
        self._told, self._untidy, self._anew = "", True, False
        await self._tidy()
        for entry in entries:
            if entry.fields["kind"] in _TOLD:
                LOG.info("%s: %s", entry.fields["day"], _TOLD[entry.fields["kind"]])
        return []

    def _once(self, sentence: str) -> list[str]:
        told, self._told = self._told, sentence
        return [] if told == sentence else [sentence]

    def _due(self, deals: Deals, asked: bool) -> bool:
        now = self.now()
        if self._unsealed(deals, now, asked):
            return True
        return any(self._is_over(day, now) and self.seeds.of(day, deal.commit)
                   for day, deal in deals.days.items() if not deal.seed)  # fmt: skip

    def _unsealed(self, deals: Deals, moment: datetime, asked: bool) -> list[str]:
        """Today and tomorrow, as far as they want a seal; none where nobody plays."""
        today = day_of(moment, self.zone)
        if not self.offers or not (asked or deals.in_use(today)):
            return []
        return [day for day in (today, day_after(today)) if day not in deals.days]

    def _is_over(self, day: str, moment: datetime) -> bool:
        return moment >= closing(day, self.zone)

    def _lines(self, moment: datetime, asked: bool) -> list[Fields]:
        """What is due, under the journal's lock and never without it: nobody else seals that day."""
        self.live.catch_up_locked()
        over = self._deals(lambda deals: [*self._over(deals, moment)])
        kept = self._kept() if over else []
        kept += self._lost(over, {header.id for header, _ in kept})
        reveals = reveal_lines(self.live.doors, over, kept, stamp(moment))
        return [*reveals, *self._seals(moment, asked)]

    def _over(self, deals: Deals, moment: datetime) -> Iterator[Over]:
        """The days that are over, and whose seed is known."""
        for day, deal in sorted(deals.days.items()):
            seed = deal.seed or (self.seeds.of(day, deal.commit) if self._is_over(day, moment) else "")
            games = tuple(game for game in deal.games.values() if not game.proved)
            if seed and (games or not deal.seed):
                yield Over(day, seed, bool(deal.seed), games)

    def _seals(self, moment: datetime, asked: bool) -> Iterator[Fields]:
        today = day_of(moment, self.zone)
        for day in self._deals(lambda deals: self._unsealed(deals, moment, asked)):
            commit = commitment(self.seeds.make(day))
            yield lines.daily(stamp(moment), day, commit, late=day == today)

    def _kept(self) -> list[Kept]:
        """Every game that waits here: from its save, or from memory where that knows more."""
        games: dict[str, Kept] = {header.id: (header, moves) for header, moves in self.saves.peek()}
        for save in (*self._unkept.values(), *(play.save for play in self.plays if play.daily and play.save)):
            games[save.header.id] = save.header, tuple(save.moves)
        return list(games.values())

    def _lost(self, over: Sequence[Over], kept: Collection[str]) -> list[Kept]:
        """The games of those days that were not ended and of which nothing is kept: what the journal
        knows of them, and no move."""
        return self.live.read(
            lambda ledger: [
                (self._unsaved(ledger, day.day, slug, game, day.seed), ())
                for day in over
                for (slug, _), game in ledger.deals.days[day.day].games.items()
                if game.score is None and not game.proved and game.id not in kept
            ]
        )

    def _unsaved(self, ledger: Ledger, day: str, slug: str, game: DailyGame, day_seed: str) -> Header:
        caller = ledger.names.get(game.begun_by, game.begun_by)
        options, seed = ledger.deals.days[day].options[slug], door_seed(bytes.fromhex(day_seed), slug)
        return Header(game.id, slug, caller, (caller,), options, seed.hex(), commitment(seed), day, False, "")

    async def _tidy(self) -> None:
        """Lets go of games whose day is revealed; deletes what the journal has on the disk."""
        for play in self.plays:
            if play.daily and self._revealed(play.header.day):
                self.closed[play.header.id] = play.header.door, play.header.caller
                self.plays.drop(play)
                if play.save:
                    play.save.close()
        if self._untidy and not self.live.journal.owes:
            self._untidy = False
            await asyncio.to_thread(self._delete_proved)

    def _delete_proved(self) -> None:
        deals = self.live.read(lambda ledger: {day for day, deal in ledger.deals.days.items() if deal.seed})
        for header, _ in self.saves.peek():
            if header.day in deals and not self._is_wanted(header.id):
                self.saves.path(header.day, header.id).unlink(missing_ok=True)
        for day in deals:
            self.seeds.delete(day)

    # -- for one caller

    def books(self, slug: str, caller: str, moment: datetime) -> Daily | None:
        """The day's deal as it stands for them; None where the door has none."""
        if not self._is_offered(slug):
            return None
        info = self.live.doors[slug].INFO
        today = day_of(moment, self.zone)
        late = day_after(today, -1)
        open_since = late if not self._is_over(late, moment) else today
        return self.live.read(lambda ledger: daily_of(ledger, info, caller, today, open_since))

    async def begin(self, slug: str, caller: str, options: Options) -> tuple[Play, bool]:
        """The deal that the caller has begun and not ended, or today's; and whether it was begun
        before.  NoDeal tells why there is none."""
        if not self._is_offered(slug):
            raise NoDeal(NONE_HERE)
        for sentence in await self.keep(asked=True):
            LOG.error("%s", sentence)
        moment = self.now()
        today = day_of(moment, self.zone)
        for day in (day_after(today, -1), today):
            game = self._deals_of(day, slug, caller)
            open_still = not self._is_over(day, moment) and not self._revealed(day)
            if game and game.score is None and open_still:
                return await self._resumed(day, slug, caller, game), True
        if self._deals_of(today, slug, caller):
            raise NoDeal(PLAYED)
        return await self._dealt(today, slug, caller, options), False

    async def _resumed(self, day: str, slug: str, caller: str, game: DailyGame) -> Play:
        play = self.plays.at(slug, caller, day)
        if play is not None:
            return play
        try:
            save = await asyncio.to_thread(self.saves.load, day, game.id)
        except SaveError as error:
            raise NoDeal(str(error)) from None
        if save is None:
            raise NoDeal(LOST)
        try:
            options = self.live.doors[slug].INFO.complete(save.header.options)
            door, header = self.live.doors[slug], save.header
            outcome = await asyncio.to_thread(replayed, door, header, options, save.moves)
        except KeyError:
            outcome = None
        if outcome is None:
            save.close()  # the day's end makes of it what can be made
            raise NoDeal(LOST)
        return Play(save.header, options, save, moves=save.moves, daily=True)

    async def _dealt(self, day: str, slug: str, caller: str, options: Options) -> Play:
        """The save, then the line; as for any game."""
        commit = self._deals(lambda deals: deals.days[day].commit if day in deals.days else "")
        seed = self.seeds.of(day, commit)
        if not commit and self._told:  # why it cannot be sealed just now is in the log
            raise NoDeal(BUSY)
        if not seed or self._revealed(day):
            LOG.error("daily deal of %s: there is no seed for it in %s/", day, self.folder.name)
            raise NoDeal(NO_DEAL)
        options = self._alike(day, slug, options)
        header = self._header(day, slug, caller, options, door_seed(bytes.fromhex(seed), slug))
        save, note = await asyncio.to_thread(self.saves.create, header, self.saves.path(day, header.id))
        if note:
            LOG.error("daily game %s: %s", header.id, note, extra={"crowd": header.caller})
        play = Play(header, options, save, daily=True)
        try:
            begun = await self.live.journal.append(lambda moment: self._turn(header, options, moment))
        except JournalBusy:
            save.delete()
            raise NoDeal(BUSY) from None
        except JournalError:
            return play  # the line waits and counts already
        except BaseException:
            save.delete()
            raise
        if not begun:
            save.delete()
            raise NoDeal(ELSEWHERE)
        return play

    def _alike(self, day: str, slug: str, options: Options) -> Options:
        """The options of the day's first game at that door, or these for the first."""
        first = self._deals(lambda deals: deals.days[day].options.get(slug))
        return options if first is None else self.live.doors[slug].INFO.complete(first)

    def _header(self, day: str, slug: str, caller: str, options: Options, seed: bytes) -> Header:
        return Header(
            secrets.token_hex(8), slug, caller, (caller,), plain(options), seed.hex(), commitment(seed),
            day, False, stamp(self.now()),
        )  # fmt: skip

    def _turn(self, header: Header, options: Options, moment: datetime) -> Sequence[Fields]:
        """The line that begins a game, unless they have begun one since."""
        self.live.catch_up()
        if self._deals_of(header.day, header.door, header.caller):
            return ()
        recorded = self.live.doors[header.door].INFO.recorded(options)
        return (
            lines.daily_turn(
                stamp(moment), header.id, header.door, header.caller, header.day, recorded, header.commit
            ),
        )

    async def end(self, play: Play, score: int) -> str:
        """Puts the score on the books, the game aside; a note for the caller or ""."""
        header, save = play.header, play.save
        refused = await asyncio.to_thread(save.keep) if save else ""
        if save and refused:
            self._unkept[header.id] = save
        seal = seal_of(bytes.fromhex(header.seed), play.moves)

        def line(moment: datetime) -> Sequence[Fields]:
            self.live.catch_up()
            game = self._deals(lambda deals: deals.by_id(header.day, header.id))
            over = self._is_over(header.day, moment) or self._revealed(header.day)
            if game is None or game.score is not None or over:
                return ()
            caller, slug = header.caller, header.door
            return (lines.daily_score(stamp(moment), header.id, slug, caller, header.day, score, seal),)

        try:
            return "" if await self.live.journal.append(line, "later") else CLOSED
        except JournalError:
            return HELD

    # -- small things

    def _deals(self, question: Callable[[Deals], T]) -> T:
        return self.live.read(lambda ledger: question(ledger.deals))

    def _revealed(self, day: str) -> bool:
        return self._deals(lambda deals: deals.revealed(day))

    def _is_wanted(self, id: str) -> bool:
        return self._deals(lambda deals: _wanted(deals, id))

    def _is_wanted_by_now(self, id: str) -> bool:
        """Also where another process has begun the game since the journal was read."""
        return self._is_wanted(id) or not self.live.catch_up_now() or self._is_wanted(id)

    def _deals_of(self, day: str, slug: str, caller: str) -> DailyGame | None:
        return self.live.read(lambda ledger: ledger.deals.of(day, slug, caller_key(caller)))


def _wanted(deals: Deals, id: str) -> bool:
    """Whether a save is still needed: its game is on the books, and not whole."""
    games = (deals.by_id(day, id) for day in deals.days)
    return any(game and not game.proved for game in games)
