"""The daily deal as a kind of game.

Guarantees: all callers get the same seed and options, and one game a day. The score is sealed until the day
is over. The complete save is written with the line with the score, and stays until the day is revealed
(`days`).
"""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Final

from door.games.info import Options
from door.records.daily.days import DealDays
from door.records.daily.rules import day_after, door_seed, seal_of
from door.records.journal.lines import Fields, caller_key, day_of, stamp
from door.records.ledger.deals import DailyGame
from door.records.ledger.live_ledger import LiveLedger
from door.records.play.plays import NoGame, Play, Wish
from door.records.play.saves import Place, Save
from door.ui.texts import Said, Sentence, tr

LOG: Final = logging.getLogger("door.records")


class DailyGames:
    """The games of the daily deals, a `Kind`. `days` keeps their saves."""

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

    async def unreadable(self, wish: Wish) -> Said:
        """Do nothing. It is not called, because `lost` is set."""
        return tr.daily.game_cannot_go_on()

    def new(self, wish: Wish) -> tuple[Options, Save]:
        """Return a game with the day's seed, and the options of the day's first game at that door."""
        moment = self.live.journal.now()
        day = day_of(moment, self.live.journal.zone)
        seed = self.days.seed_of(day)
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
        options = play.recorded(self.live.doors)
        return header.line("daily_turn", moment, day=header.day, options=options, commit=header.commit)

    def end_line(self, play: Play, score: int, result: Fields | None, moment: datetime) -> Fields | None:
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
