"""The kinds of game that count: ranked games, with one save for each caller and door, and daily deals.

Guarantees: a saved ranked game that can't be resumed is set aside when its caller asks for it, and a `grant`
line with the game's `id` refunds the turn. Reasons are a damaged save, a failed replay, or an option that the
door no longer has.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Final

from door.games.chance import commitment
from door.games.info import Options
from door.records.daily.days import DealDays
from door.records.daily.rules import day_after, door_seed, seal_of
from door.records.journal import lines
from door.records.journal.decisions import JournalWaits
from door.records.journal.lines import Fields, caller_key, day_of, month_of, stamp
from door.records.ledger.callers import next_turn
from door.records.ledger.deals import DailyGame
from door.records.ledger.ledger import Ledger
from door.records.ledger.live_ledger import LiveLedger
from door.records.ledger.standings import paid_left
from door.records.play.plays import GameWish, NoGame, Play, Plays
from door.records.play.saves import Place, Save, Saves
from door.records.store import StoreRefused, off_loop
from door.ui.texts import Said, Sentence, tr

LOG: Final = logging.getLogger("door.records")
THE_BOARD: Final = "the board"


class RankedGames:
    """The ranked games of a board, a `Kind`."""

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

    async def waiting(self, slug: str, caller: str) -> Place | None:
        return self.saves.place(slug, caller) if self.waits(slug, caller) else None

    def waits(self, slug: str, caller: str) -> bool:
        """True if a dropped game waits, as far as the journal knows. Its save may be damaged."""
        place = self.saves.place(slug, caller)
        if self.plays.at(place):
            return True
        id = self._last(slug, caller)
        return bool(id) and id not in self._lost and place not in self.plays.ending

    def _last(self, slug: str, caller: str) -> str:
        """Return the id of the caller's game in progress that was begun last, or ""."""
        whose = caller_key(caller), slug
        return self.live.read(lambda ledger: ledger.open.last(whose))

    def find_lost(self) -> None:
        """Find the open turns whose saves are gone, such as after a backup without them. For a thread."""
        turns = self.live.read(lambda ledger: list(ledger.open.turns.items()))
        with suppress(StoreRefused):
            saved = set(self.saves.places())
            self._lost = {id for id, of in turns if self.saves.place(of.door, of.caller) not in saved}

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

    async def new(self, wish: GameWish) -> tuple[Options, Save]:
        """Return a game with a new seed, or the sealed one if the caller has seen its commitment."""
        self._lost.add(self._last(wish.slug, wish.caller))  # otherwise it would have gone on
        moment = self.live.journal.now()
        free = self._next_turn(wish.slug, wish.caller, moment)
        seed = self._sealed.pop((caller_key(wish.caller), wish.slug), None) or secrets.token_bytes(32)
        header = wish.header(seed, day_of(moment, self.zone), stamp(moment), bool(free))
        return wish.options, Save(self.saves.store, self.saves.place(wish.slug, wish.caller), header)

    def turn_line(self, play: Play, moment: datetime) -> Fields | None:
        """Return the line that charges the game; None if the caller has no turn left."""
        header = play.header
        free = self._next_turn(header.door, header.caller, moment)
        if free is None:
            return None
        day, options = day_of(moment, self.zone), play.recorded_options(self.live.doors)
        said = {"words": list(header.words)} if header.words else {}
        return header.line("turn", moment, day=day, free=free, options=options, commit=header.commit, **said)

    def _next_turn(self, slug: str, caller: str, moment: datetime) -> bool | None:
        """Return True if the next turn is a free one, False for a paid one, None if no turn is left."""
        options, day = self.options_for(slug), day_of(moment, self.zone)

        def ask(ledger: Ledger) -> bool | None:
            left = paid_left(ledger, options, slug, caller, day)
            return next_turn(left, ledger.turns.free(caller, slug))

        return self.live.read(ask)

    def end_line(self, play: Play, score: int, moment: datetime) -> Fields | None:
        """Return the whole game, with its seed; None if its turn isn't open."""
        if not self.needs(play.header.id):
            return None
        month, proof = month_of(moment, self.zone), play.proof(self.live.doors, score)
        return play.header.line("game", moment, month=month, **proof)


# -- daily deals ---------------------------------------------------------------------------------


class DailyGames:
    """The games of the daily deals, a `Kind`. `days` keeps their saves.

    All callers get the same seed and options, and one game a day. The score is sealed until the day is over.
    The complete save is written with the line with the score, and stays until the day is revealed.
    """

    daily = True
    none: Sentence = tr.daily.begun_elsewhere
    lost: Sentence | None = tr.daily.game_cannot_go_on
    closed: Sentence = tr.play.daily_closed_score_counts

    def __init__(self, days: DealDays, live: LiveLedger) -> None:
        self.days, self.live, self.saves = days, live, days.saves

    async def waiting(self, slug: str, caller: str) -> Place | None:
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
                return self.saves.place(day, game.id)
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

    async def new(self, wish: GameWish) -> tuple[Options, Save]:
        """Return a game with the day's seed, and the options of the day's first game at that door."""
        moment = self.live.journal.now()
        day = day_of(moment, self.live.journal.zone)
        try:
            seed = await off_loop(self.saves.store, self.days.seed_of, day)
        except StoreRefused:
            raise NoGame(tr.play.records_busy()) from None
        if not seed:
            raise NoGame((tr.play.records_busy if self.days.is_waiting(day) else tr.daily.no_deal_today)())
        first = self.live.read(lambda ledger: ledger.deals.days[day].options.get(wish.slug))
        if first is not None:
            wish = wish._replace(options=self.live.doors[wish.slug].INFO.complete(first))
        header = wish.header(door_seed(seed, wish.slug), day, stamp(moment))
        return wish.options, Save(self.saves.store, self.saves.place(day, header.id), header)

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
