"""The days of the daily deal: sealed in advance, and revealed with every game once they are over.

Guarantees: `daily.rules` describes the daily deal. The steps come in this order:

    the day's seed               on the disk before its `daily` line
    reveal and daily_games       one write, made from seeds and saves
    seeds and saves deleted      once those lines are on the disk

The next start finishes the work if a crash comes between two of them. A seed whose `daily` line is in the
journal is never made again. If its file is lost, that day has no deal.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Final, TypeVar

from door.games.chance import commitment
from door.games.game import QUIT
from door.games.info import Options
from door.midend.door import GameDoor
from door.records.daily.rules import closing, day_after, door_seed, fits, offers
from door.records.files.disk import read_file, replace_file
from door.records.journal import lines
from door.records.journal.grammar import fault_in
from door.records.journal.journal import JournalError
from door.records.journal.lines import Fields, day_of, reason, stamp
from door.records.ledger.deals import DailyGame, Deals
from door.records.ledger.ledger import Ledger
from door.records.ledger.live_ledger import LiveLedger
from door.records.play.plays import Play, Plays, Wish, playable, replayed
from door.records.play.saves import Header, Saves
from door.ui.catalogue import tr

LOG: Final = logging.getLogger("door.records")
Kept = tuple[Header, tuple[str, ...]]
"""A game from its save."""


@dataclass(frozen=True, slots=True)
class Over:
    """A day that is over: its seed in hex, whether it is revealed already, and its unproved games in the
    order they were begun."""

    day: str
    seed: str
    revealed: bool
    games: tuple[DailyGame, ...]


class Proofs:
    """Caches the proofs of finished days' games, so that replays can be made before the journal's turn."""

    def __init__(self, doors: Mapping[str, GameDoor]) -> None:
        self._doors = doors
        self._made: dict[tuple[str, int | None, str, tuple[str, ...]], Fields | None] = {}

    def of(self, game: DailyGame, header: Header, moves: tuple[str, ...], seed: str) -> Fields | None:
        """Return the proof of a game, or None."""
        known = game.id, game.score, seed, moves
        if known not in self._made:
            self._made[known] = _proof(self._doors, game, header, moves, seed)
        return self._made[known]

    def make(self, days: Iterable[Over], kept: Mapping[str, Kept]) -> None:
        """Make the proofs of all games of these days."""
        for over in days:
            for game in over.games:
                if game.id in kept:
                    self.of(game, *kept[game.id], over.seed)

    def clear(self) -> None:
        """Forget all proofs."""
        self._made.clear()


def reveal_lines(
    proofs: Proofs, days: Iterable[Over], kept: Mapping[str, Kept], moment: datetime
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
    doors: Mapping[str, GameDoor], game: DailyGame, header: Header, moves: tuple[str, ...], seed: str
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
        score = _ended(door, play, given_up=game.score is None)
    if play is None or score is None or game.score not in (None, score):
        LOG.error("daily game %s of door %s cannot be proved", header.id, header.door)
        return None
    return play.proof(doors, score)


def _ended(door: GameDoor, play: Play, given_up: bool) -> int | None:
    """Return the score of a game that was given up, or None without one."""
    if given_up:
        play.moves = playable(door, play.header, play.options, play.moves)
    outcome = replayed(door, play.header, play.options, play.moves)
    if outcome and not outcome.over and given_up:
        play.moves.append(QUIT)
        outcome = replayed(door, play.header, play.options, play.moves)
    return outcome.score if outcome and outcome.over else None


# -- the days ------------------------------------------------------------------------------------


_TOLD: Final = {"daily": "the day's deal is sealed.", "reveal": "the day's deal is revealed."}
T = TypeVar("T")


class DealDays:
    """The daily deals of a board; `folder` is `data/daily/`."""

    def __init__(
        self, folder: Path, live: LiveLedger, plays: Plays, options_for: Callable[[str], Options]
    ) -> None:
        self.live, self.plays, self.options_for = live, plays, options_for
        self.zone, self.now = live.journal.zone, live.journal.now
        self.saves, self.seeds, self._proofs = Saves(folder), Seeds(folder), Proofs(live.doors)
        self._anew = self._untidy = False
        self._told = ""

    def is_offered(self, slug: str) -> bool:
        """True if the door has a daily deal and the sysop has it on."""
        return offers(self.live.doors[slug].INFO, self.options_for(slug))

    def is_over(self, day: str, moment: datetime) -> bool:
        """True if the day's deal can't be ended any more."""
        return moment >= closing(day, self.zone)

    def needs(self, id: str) -> bool:
        """True if the journal has that game, but not all of it."""
        return self._deals(lambda deals: deals.is_unproved(id))

    def seed_of(self, day: str) -> bytes:
        """Return the seed of a day that is sealed and not revealed, b"" if it is lost."""
        deal = self._deals(lambda deals: deals.days.get(day))
        seed = self.seeds.of(day, deal.commit) if deal and not deal.seed else ""
        if not seed and not self.is_waiting(day):
            LOG.error("daily deal of %s: there is no seed for it in %s/", day, self.saves.folder.name)
        return bytes.fromhex(seed)

    def is_waiting(self, day: str) -> bool:
        """True if the day can't be sealed right now. The log says why."""
        return bool(self._told) and not self._deals(lambda deals: day in deals.days)

    def open(self) -> list[str]:
        """Return a sentence for each seed that is missing."""
        self._anew = True
        return [
            tr.records.day_seed_missing(day=day)
            for day, deal in self._deals(lambda deals: list(deals.days.items()))
            if not deal.seed and not self.seeds.of(day, deal.commit)
        ]

    async def keep(self, asked: bool = False) -> list[str]:
        """Seal days, reveal finished ones, tidy up; return a sentence about trouble, once for as long as it
        lasts. Cheap if there is nothing to do.

        `asked` says that a caller wants to play today.
        """
        if self._anew or self._deals(lambda deals: self._is_due(deals, asked)):
            try:
                await asyncio.to_thread(self._prove)
                entries = await self.live.journal.decide(lambda moment: self._lines(moment, asked))
            except (JournalError, OSError) as error:
                self._untidy = True
                said = str(error) if isinstance(error, JournalError) else reason(error)
                told, self._told = self._told, tr.records.daily_deal_waits(why=said)
                return [] if told == self._told else [self._told]
            finally:
                self._proofs.clear()
            self._told, self._untidy, self._anew = "", True, False
            for entry in entries:
                if entry.fields["kind"] in _TOLD:
                    LOG.info("%s: %s", entry.fields["day"], _TOLD[entry.fields["kind"]])
        await self._tidy()
        return []

    def _is_due(self, deals: Deals, asked: bool) -> bool:
        now = self.now()
        return bool(self._unsealed(deals, now, asked)) or any(
            self.is_over(day, now) and self.seeds.of(day, deal.commit)
            for day, deal in deals.days.items()
            if not deal.seed
        )

    def _unsealed(self, deals: Deals, moment: datetime, asked: bool) -> list[str]:
        """Return which of today and tomorrow have to be sealed; none if nobody plays."""
        today = day_of(moment, self.zone)
        if not any(map(self.is_offered, self.live.doors)) or not (asked or deals.in_use(today)):
            return []
        return [day for day in (today, day_after(today)) if day not in deals.days]

    def _lines(self, moment: datetime, asked: bool) -> list[Fields]:
        """Return the lines that are due."""
        over, kept = self._ended(moment)
        return [*reveal_lines(self._proofs, over, kept, moment), *self._seals(moment, asked)]

    def _prove(self) -> None:
        """Replay the games of finished days before the journal's turn. In the turn only those are replayed
        that have changed since."""
        self._proofs.make(*self._ended(self.now()))

    def _ended(self, moment: datetime) -> tuple[list[Over], dict[str, Kept]]:
        """Return the finished days and their saved games."""
        over = self._deals(lambda deals: list(self._over(deals, moment)))
        kept = self._kept() if over else {}
        kept |= self.live.read(lambda ledger: dict(_lost(ledger, over, kept)))
        late = (game.id for day in over if day.revealed for game in day.games if game.score is None)
        for id in filter(kept.__contains__, late):  # its seed is public, so nobody can trust the moves
            kept[id] = kept[id][0], ()
        return over, kept

    def _over(self, deals: Deals, moment: datetime) -> Iterator[Over]:
        """Yield the finished days whose seeds are known."""
        for day, deal in sorted(deals.days.items()):
            seed = deal.seed or (self.seeds.of(day, deal.commit) if self.is_over(day, moment) else "")
            unproved = deal.games.values() if deal.unproved else ()
            games = tuple(game for game in unproved if not game.proved)
            if seed and (games or not deal.seed):
                yield Over(day, seed, bool(deal.seed), games)

    def _seals(self, moment: datetime, asked: bool) -> Iterator[Fields]:
        today = day_of(moment, self.zone)
        for day in self._deals(lambda deals: self._unsealed(deals, moment, asked)):
            commit = commitment(self.seeds.make(day))
            yield lines.daily(stamp(moment), day, commit, late=day == today)

    def _kept(self) -> dict[str, Kept]:
        """Return every saved game by its id, or from memory if that knows more."""
        games: dict[str, Kept] = {header.id: (header, moves) for header, moves in self.saves.peek()}
        played = (play.save for play in self.plays if play.day and play.save)
        return games | {
            save.header.id: (save.header, tuple(save.moves))
            for save in (*self.plays.unkept.values(), *played)
        }

    async def _tidy(self) -> None:
        """Take games of revealed days out of play; delete files that the journal has made redundant."""
        revealed = self._deals(lambda deals: {day for day, deal in deals.days.items() if deal.seed})
        for play in self.plays:
            if play.day in revealed:
                self.plays.close_out(play)
        if self._untidy and not self.live.journal.owes:
            self._untidy = False
            await asyncio.to_thread(self._delete_proved, revealed)

    def _delete_proved(self, revealed: set[str]) -> None:
        for header, _ in self.saves.peek():
            if header.day in revealed and not self.needs(header.id):
                self.saves.path(header.day, header.id).unlink(missing_ok=True)
        for day in revealed:
            self.seeds.delete(day)

    def _deals(self, question: Callable[[Deals], T]) -> T:
        return self.live.read(lambda ledger: question(ledger.deals))


def _lost(ledger: Ledger, over: list[Over], kept: dict[str, Kept]) -> Iterator[tuple[str, Kept]]:
    """Yield the unfinished games of those days whose saves are lost, as far as the journal knows them."""
    for day, deal in ((day, ledger.deals.days[day.day]) for day in over):
        for (slug, _), game in deal.games.items():
            if game.score is None and not game.proved and game.id not in kept:
                caller = ledger.names.get(game.begun_by, game.begun_by)
                wish = Wish(slug, caller, deal.options[slug], (caller,))
                header = wish.header(door_seed(bytes.fromhex(day.seed), slug), day.day, t="")
                yield game.id, (replace(header, id=game.id), ())


LARGEST: Final = 1000
"""Most bytes of a seed's file, which has 65."""


class Seeds:
    """The secret seeds of days to come, a small file for each day ("YYYY-MM-DD").

    A seed is on the disk, mode 600, before anybody sees its commitment, and is deleted only once it is
    revealed. A seed that doesn't fit its commitment is ignored.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def of(self, day: str, commit: str) -> str:
        """Return the seed of that commitment in hex, "" if it is lost."""
        seed = self._read(day).hex()
        return seed if fits(seed, commit) else ""

    def make(self, day: str) -> bytes:
        """Return the day's seed: one that was made but not sealed, or a new one. Raises OSError if it can't
        be written."""
        seed = self._read(day)
        if not seed:
            seed = secrets.token_bytes(32)
            replace_file(self._path(day), f"{seed.hex()}\n".encode())
        return seed

    def restore(self, day: str, seed: str) -> None:
        """Write the seed of a day that was revealed too soon. Raises OSError."""
        replace_file(self._path(day), f"{seed}\n".encode())

    def delete(self, day: str) -> None:
        """Delete the seed of a revealed day."""
        self._path(day).unlink(missing_ok=True)

    def _path(self, day: str) -> Path:
        return self.folder / f"{day}.seed"

    def _read(self, day: str) -> bytes:
        try:
            seed = bytes.fromhex(read_file(self._path(day), LARGEST).decode("ascii").strip())
        except (OSError, ValueError):
            return b""
        return seed if len(seed) == 32 else b""
