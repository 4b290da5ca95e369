"""The days of the daily deal: sealed in advance, and revealed with every game once they are over.

Guarantees: `daily.rules` describes the daily deal. A day's seed and its `daily` line are written together,
whole or not at all; so are a day's reveal, the lines of its unfinished games, and the end of its seed and
saves. The lines of finished games follow, `TOGETHER` at a time, so that no other game waits for all of them.
A seed whose `daily` line is in the journal is never made again. If it is lost, that day has no deal.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from heapq import nsmallest
from typing import Final, TypeVar

from door.games.chance import commitment
from door.games.game import QUIT
from door.games.info import Options
from door.play.replay import GameReader
from door.records.daily.rules import closing, day_after, door_seed, fits, offers
from door.records.journal import lines
from door.records.journal.grammar import fault_in
from door.records.journal.journal import JournalBusy, JournalPlan
from door.records.journal.lines import Fields, day_of, stamp
from door.records.ledger.deals import DailyGame, Deals
from door.records.ledger.ledger import Ledger
from door.records.ledger.live_ledger import LiveLedger
from door.records.play.lifecycle import Play, Plays, playable, prove
from door.records.play.saves import Header, Saves
from door.records.store import (
    Change,
    Forbidden,
    Odd,
    Store,
    StoreRefused,
    Unanswered,
    Unit,
    as_reason,
    off_loop,
)
from door.ui.texts import tr

LOG: Final = logging.getLogger("door.records")
TOGETHER: Final = 200
"""Finished games of a day that are written in one unit. The journal takes about 50 ms for them."""

Kept = tuple[Header, tuple[str, ...]]
"""A game from its save."""


@dataclass(frozen=True, slots=True)
class OverDay:
    """A day that is over: its seed in hex, whether it is revealed already, and its unproved games in the
    order they were begun."""

    day: str
    seed: str
    revealed: bool
    games: tuple[DailyGame, ...]

    def only(self, chosen: Set[str]) -> OverDay:
        """Return the day with its unfinished games and the chosen ones."""
        return replace(
            self, games=tuple(game for game in self.games if game.score is None or game.id in chosen)
        )


class Proofs:
    """Caches the proofs of finished days' games, so that replays can be made before the journal's turn."""

    def __init__(self, doors: Mapping[str, GameReader]) -> None:
        self._doors = doors
        self._made: dict[tuple[str, int | None, str, tuple[str, ...]], Fields | None] = {}

    def of(self, game: DailyGame, header: Header, moves: tuple[str, ...], seed: str) -> Fields | None:
        known = game.id, game.score, seed, moves
        if known not in self._made:
            self._made[known] = _proof(self._doors, game, header, moves, seed)
        return self._made[known]

    def make(self, days: Iterable[OverDay], kept: Mapping[str, Kept]) -> None:
        """Make the proofs of all games of these days."""
        for over in days:
            for game in over.games:
                if game.id in kept:
                    self.of(game, *kept[game.id], over.seed)

    def clear(self) -> None:
        self._made.clear()


def reveal_lines(
    proofs: Proofs, days: Iterable[OverDay], kept: Mapping[str, Kept], moment: datetime
) -> Iterator[Fields]:
    """Return the lines for days that are over; `kept` are their games by id. A day's games are in the order
    of their scores, and then those given up now."""
    for over in days:
        if not over.revealed:
            yield lines.reveal(stamp(moment), over.day, over.seed)
        for game in sorted(over.games, key=lambda game: (game.score is None, game.at)):
            proof = proofs.of(game, *kept[game.id], over.seed) if game.id in kept else None
            if proof is None:
                continue
            header = kept[game.id][0]
            line = header.line("daily_game", moment, day=header.day, **proof)
            if why := fault_in(line):
                LOG.error("daily game %s of door %s is left out: %s", header.id, header.door, why)
            else:
                yield line


def _proof(
    doors: Mapping[str, GameReader], game: DailyGame, header: Header, moves: tuple[str, ...], seed: str
) -> Fields | None:
    """Return the game's proof, ended by `quit` if its caller hadn't ended it, or None."""
    if header.door not in doors:
        LOG.warning("daily game %s waits until the door %s is installed again", header.id, header.door)
        return None
    try:
        door = doors[header.door]
        play = Play(header, door.INFO.complete(header.options), moves=list(moves))
    except KeyError:
        play = None
    score = None
    if play and bytes.fromhex(header.seed) == door_seed(bytes.fromhex(seed), header.door):
        score = _final_score(door, play, given_up=game.score is None)
    if play is None or score is None or game.score not in (None, score):
        LOG.error("daily game %s of door %s cannot be proved", header.id, header.door)
        return None
    return play.proof(doors, score)


def _final_score(door: GameReader, play: Play, given_up: bool) -> int | None:
    """Return the score of a game that was given up, or None without one."""
    if given_up:
        play.moves = playable(door, play.record)
    proof = prove(door, play.record)
    if proof and not proof.status.ended and given_up:
        play.moves.append(QUIT)
        proof = prove(door, play.record)
    return proof.status.score if proof and proof.status.ended else None


# -- the days ------------------------------------------------------------------------------------


_TOLD: Final = {"daily": "the day's deal is sealed.", "reveal": "the day's deal is revealed."}
T = TypeVar("T")


class DealDays:
    """The daily deals of a board."""

    def __init__(self, live: LiveLedger, plays: Plays, options_for: Callable[[str], Options]) -> None:
        self.live, self.plays, self.options_for = live, plays, options_for
        self.zone, self.now = live.journal.zone, live.journal.now
        store = live.journal.store
        self.saves, self.seeds, self._proofs = Saves(store, "deal"), Seeds(store), Proofs(live.doors)
        self._anew = False
        self._told = ""
        self._read: dict[str, tuple[int | None, Kept | None]] = {}  # saves by id, with the score known then
        self._tried = set[str]()  # finished games that were written, or can't be
        self._chosen = set[str]()  # those that come next

    def is_offered(self, slug: str) -> bool:
        return offers(self.live.doors[slug].INFO, self.options_for(slug))

    def is_over(self, day: str, moment: datetime) -> bool:
        """True if the day's deal can't be ended any more."""
        return moment >= closing(day, self.zone)

    def needs(self, id: str) -> bool:
        """True if the journal has that game, but not all of it."""
        return self._deals(lambda deals: deals.is_unproved(id))

    def seed_of(self, day: str) -> bytes:
        """Return the seed of a day that is sealed and not revealed, b"" if it is lost.

        Raises StoreRefused.
        """
        deal = self._deals(lambda deals: deals.days.get(day))
        seed = self.seeds.of(day, deal.commit) if deal and not deal.seed else ""
        if not seed and not self.is_waiting(day):
            LOG.error("daily deal of %s: there is no seed for it in daily/", day)
        return bytes.fromhex(seed)

    def is_waiting(self, day: str) -> bool:
        """True if the day can't be sealed right now. The log says why."""
        return bool(self._told) and not self._deals(lambda deals: day in deals.days)

    def open(self) -> list[str]:
        """Delete the seeds of revealed days; return a sentence for each seed that is missing."""
        self._anew = True
        with suppress(StoreRefused, Unanswered):
            for revealed in self._deals(lambda deals: list(filter(deals.revealed, deals.days))):
                self.seeds.delete(revealed)
            return [
                tr.records.day_seed_missing(day=day)
                for day, deal in self._deals(lambda deals: list(deals.days.items()))
                if not deal.seed and not self.seeds.of(day, deal.commit)
            ]
        return []

    async def keep(self, asked: bool = False) -> list[str]:
        """Seal days, reveal finished ones, tidy up; return a sentence about trouble, once for as long as it
        lasts. Cheap if there is nothing to do.

        `asked` says that a caller wants to play today.
        """
        is_due = self._anew or await off_loop(self.seeds.store, self._is_due, asked)
        while is_due:
            try:
                chosen = await asyncio.to_thread(self._prove)
                written = await self.live.journal.decide(lambda moment: self._plan(moment, asked))
            except (JournalBusy, StoreRefused, Unanswered) as error:
                told, self._told = self._told, tr.records.daily_deal_waits(why=as_reason(error))
                return [] if told == self._told else [self._told]
            finally:
                self._proofs.clear()
                self._read.clear()
            self._tried = self._tried | chosen if chosen else set()
            self._told, self._anew = "", bool(chosen)
            for entry in written.entries:
                if entry.fields["kind"] in _TOLD:
                    LOG.info("%s: %s", entry.fields["day"], _TOLD[entry.fields["kind"]])
            is_due = bool(chosen) and not asked  # the rest waits for the next call
        self._close_plays()
        return []

    def _is_due(self, asked: bool) -> bool:
        now = self.now()
        return bool(self._deals(lambda deals: self._days_to_seal(deals, now, asked)) or self._over_seeds(now))

    def _over_seeds(self, moment: datetime) -> dict[str, str]:
        """Return the seeds to reveal, by their days. The ledger isn't held while they are read."""
        unrevealed = self._deals(lambda deals: [one for one in deals.days.items() if not one[1].seed])
        over = [(day, deal.commit) for day, deal in unrevealed if self.is_over(day, moment)]
        with suppress(StoreRefused):
            return {day: seed for day, commit in over if (seed := self.seeds.of(day, commit))}
        return {}

    def _days_to_seal(self, deals: Deals, moment: datetime, asked: bool) -> list[str]:
        """Return which of today and tomorrow have to be sealed; none if nobody plays."""
        today = day_of(moment, self.zone)
        if not any(map(self.is_offered, self.live.doors)) or not (asked or deals.in_use(today)):
            return []
        return [day for day in (today, day_after(today)) if day not in deals.days]

    def _plan(self, moment: datetime, asked: bool) -> JournalPlan:
        """Return the lines that are due, and what goes with them."""
        over, kept = self._finished_days(moment, self._chosen)
        revealed = list(reveal_lines(self._proofs, over, kept, moment))
        proved = [one for one in revealed if one["kind"] == "daily_game"]
        seals = list(self._seals(moment, asked))
        changes = [
            *(Change("delete", *self.saves.doc_key(one["day"], one["id"]), None) for one in proved),
            *(self.seeds.delete_change(day.day) for day in over if not day.revealed),
            *(change for _, change in seals if change),
        ]
        return JournalPlan([*revealed, *(line for line, _ in seals)], changes)

    def _prove(self) -> set[str]:
        """Read and replay games of finished days before the journal's turn: all unfinished ones, and some
        finished ones, whose ids are returned. In the turn only those are read and replayed that have changed
        since."""
        seeds = self._over_seeds(moment := self.now())
        over = self._deals(lambda deals: list(_finished_days(deals, seeds)))
        ended = [game for day in over for game in day.games if game.score is not None]
        left = (game for game in ended if game.id not in self._tried)
        self._chosen = {game.id for game in nsmallest(TOGETHER, left, key=lambda game: game.at)}
        self._proofs.make(*self._finished_days(moment, self._chosen))
        return self._chosen

    def _finished_days(self, moment: datetime, chosen: Set[str]) -> tuple[list[OverDay], dict[str, Kept]]:
        """Return the finished days with their unfinished games and the `chosen` ones, and the saves."""
        seeds = self._over_seeds(moment)
        over = self._deals(lambda deals: [day.only(chosen) for day in _finished_days(deals, seeds)])
        kept = self._saves_of(over)
        kept |= self.live.read(lambda ledger: dict(_lost_games(ledger, over, kept)))
        late = (game.id for day in over if day.revealed for game in day.games if game.score is None)
        for id in filter(kept.__contains__, late):  # its seed is public, so nobody can trust the moves
            kept[id] = kept[id][0], ()
        return over, kept

    def _seals(self, moment: datetime, asked: bool) -> Iterator[tuple[Fields, Change | None]]:
        """Yield a line for each day to seal, with its seed if that is a new one."""
        today = day_of(moment, self.zone)
        for day in self._deals(lambda deals: self._days_to_seal(deals, moment, asked)):
            seed, change = self.seeds.make(day)
            yield lines.daily(stamp(moment), day, commitment(seed), late=day == today), change

    def _saves_of(self, over: Iterable[OverDay]) -> dict[str, Kept]:
        """Return the saved games of those days by their ids, or from memory if that knows more. One that was
        read before is read again only if it has ended since."""
        games = dict[str, Kept]()
        for day, game in ((one.day, game) for one in over for game in one.games):
            if game.id not in self._read or self._read[game.id][0] != game.score:
                self._read[game.id] = game.score, self.saves.peek(self.saves.doc_key(day, game.id))
            if kept := self._read[game.id][1]:
                games[game.id] = kept
        played = (play.save for play in self.plays if play.day and play.save)
        return games | {
            save.header.id: (save.header, tuple(save.moves))
            for save in (*self.plays.ending.values(), *played)
        }

    def _close_plays(self) -> None:
        """Take games of revealed days out of play."""
        for play in [play for play in self.plays if play.day]:
            if self.live.read(lambda ledger, day=play.day: ledger.deals.revealed(day)):  # type: ignore[misc]
                self.plays.close_out(play)

    def _deals(self, question: Callable[[Deals], T]) -> T:
        return self.live.read(lambda ledger: question(ledger.deals))


def _finished_days(deals: Deals, seeds: Mapping[str, str]) -> Iterator[OverDay]:
    """Yield the finished days whose seeds are known."""
    for day, deal in sorted(deals.days.items()):
        seed = deal.seed or seeds.get(day, "")
        unproved = deal.games.values() if deal.unproved else ()
        games = tuple(game for game in unproved if not game.proved)
        if seed and (games or not deal.seed):
            yield OverDay(day, seed, bool(deal.seed), games)


def _lost_games(ledger: Ledger, over: list[OverDay], kept: dict[str, Kept]) -> Iterator[tuple[str, Kept]]:
    """Yield the unfinished games of those days whose saves are lost, as far as the journal knows them."""
    for day, deal in ((day, ledger.deals.days[day.day]) for day in over):
        for (slug, _), game in deal.games.items():
            if game.score is None and not game.proved and game.id not in kept:
                caller = ledger.names.get(game.begun_by, game.begun_by)
                seed, options = door_seed(bytes.fromhex(day.seed), slug), lines.plain(deal.options[slug])
                sealed = seed.hex(), commitment(seed)
                yield game.id, (Header(game.id, slug, caller, (caller,), options, *sealed, day.day, ""), ())


class Seeds:
    """The secret seeds of days to come, a document for each day ("YYYY-MM-DD"). Reading raises StoreRefused.

    A seed that doesn't fit its commitment is ignored.
    """

    def __init__(self, store: Store) -> None:
        self.store = store

    def of(self, day: str, commit: str) -> str:
        seed = self._read(day).hex()
        return seed if fits(seed, commit) else ""

    def make(self, day: str) -> tuple[bytes, Change | None]:
        """Return the day's seed: one that was made but not sealed, or a new one with the change that keeps
        it."""
        if seed := self._read(day):
            return seed, None
        seed = secrets.token_bytes(32)
        return seed, Change("put", "seed", day, None, f"{seed.hex()}\n".encode())

    def restore(self, day: str, seed: str) -> None:
        """Write the seed of a day that was revealed too soon. Raises StoreRefused."""
        self.store.write(Unit([Change("put", "seed", day, None, f"{seed}\n".encode())]))

    def delete_change(self, day: str) -> Change:
        return Change("delete", "seed", day, None)

    def delete(self, day: str) -> None:
        """Delete the seed of a revealed day. Raises StoreRefused."""
        self.store.write(Unit([self.delete_change(day)]))

    def _read(self, day: str) -> bytes:
        try:
            doc = self.store.get("seed", day)
            seed = bytes.fromhex(doc.body.decode("ascii").strip()) if doc else b""
        except (Odd, Forbidden, ValueError):
            return b""
        return seed if len(seed) == 32 else b""
