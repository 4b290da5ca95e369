"""Ranked games: turns are charged, games that wait resumed, finished ones booked.

Law: a game's steps reach the disk in one order, and a crash between any two is put right:

    the save, with its seed        alone: no turn was charged; deleted at the next start
    the `turn` line                the game is charged, and waits if the call drops here
    every entered move             before the screen shows it
    the `game` line                with the save still there: deleted, it is on the books
    the save is deleted

A game that waited and cannot be played on (its moves do not replay, or its options are the door's no
more) is set aside when its caller asks for it, and a `grant` line, with the game's `id`, gives the turn
back.

Quotas are looked up under the journal's lock, where no other process can spend the same turn.
When the disk refuses, play goes on in memory and the lines wait.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final

from door.games.chance import commitment
from door.games.info import Options
from door.records.journal import lines
from door.records.journal.find import find_game
from door.records.journal.journal import BUSY, HELD, JournalBusy, JournalError
from door.records.journal.lines import Fields, RecordsError, day_of, month_of, plain, stamp
from door.records.ledger.ledger import Ledger
from door.records.ledger.live_ledger import LiveLedger
from door.records.ledger.tables import paid_left
from door.records.ledger.turns import next_turn
from door.records.play.plays import Play, Plays, replayed
from door.records.play.saves import ASIDE, Header, Save, SaveBusy, SaveError, Saves

LOG: Final = logging.getLogger("door.records")
THE_BOARD: Final = "the board"
BROKEN: Final = (
    "Your game that waited here cannot be played on: it is set aside, your turn is given back, and the sysop"
    " has been told. Please begin anew."
)
NO_TURNS: Final = "You have no turns left today; new ones come at midnight."


class NoTurn(Exception):
    """No game; the text is the reason, for the caller."""


class RankedGames:
    """The ranked games of a board; the daily deals are `DailyGames`."""

    def __init__(
        self, saves: Saves, live: LiveLedger, plays: Plays, options_for: Callable[[str], Options]
    ) -> None:
        self.saves, self.live, self.plays, self.options_for = saves, live, plays, options_for
        self.zone, self.now = live.journal.zone, live.journal.now

    # -- games that wait

    def open(self) -> list[str]:
        """Deletes what a crash left that is no game in play; a sentence for each."""
        return self.saves.sweep(self._is_open_by_now, self._is_over)

    def waits(self, slug: str, caller: str) -> bool:
        """Whether a dropped game waits to be resumed; one that another process put on the books,
        and died before it deleted the save, does not."""
        if self.plays.at(slug, caller):
            return True
        found = self.saves.id_at(slug, caller)
        return bool(found) and not self.plays.is_unbooked(found) and self._is_open(found)

    async def resume(self, slug: str, caller: str) -> Play | None:
        """The game that waits, if one does; NoTurn where it cannot be had just now."""
        self.tidy()
        play = self.plays.at(slug, caller)
        if play or self.plays.is_unbooked(self.saves.id_at(slug, caller)):
            return play
        try:
            return await self._load(slug, caller)
        except SaveBusy as busy:
            raise NoTurn(str(busy)) from None
        except SaveError as error:
            LOG.error("%s", error)
            return None

    async def _load(self, slug: str, caller: str) -> Play | None:
        save = await asyncio.to_thread(self.saves.load, slug, caller)
        if save is None:
            return None
        sure = await self.live.sync()  # another process may have begun it or, before it died, booked it
        turn = self.live.read(lambda ledger: ledger.open.turns.get(save.header.id))
        if turn is None and not sure:
            save.close()
            raise NoTurn(BUSY)
        if turn is None:
            save.delete()
            return None
        options = await self._playable(save)
        return Play(save.header, options, save, turn.free, save.moves)

    async def _playable(self, save: Save) -> Options:
        """The game's whole options, where it can be played on; NoTurn where the door refuses what its
        save says: it is set aside, and the turn is given back."""
        header, door = save.header, self.live.doors[save.header.door]
        try:
            options: Options = door.INFO.complete(header.options)
        except KeyError as error:
            why = f"the door has no option {error}"
        else:
            if await asyncio.to_thread(replayed, door, header, options, save.moves):
                return options
            why = "the door refuses its moves"
        save.set_aside()
        LOG.error("saves/%s: %s; it was kept as %s%s.", save.path.name, why, save.path.name, ASIDE)
        await self._give_back(header)
        raise NoTurn(BROKEN)

    async def _give_back(self, header: Header) -> None:
        """A turn for today instead of the one whose game is set aside, where turns are counted at all."""
        caller, slug = header.caller, header.door

        def line(moment: datetime) -> list[Fields]:
            day = day_of(moment, self.zone)
            given = lines.grant(stamp(moment), caller, slug, day, 1, THE_BOARD)
            return [{**given, "id": header.id}] if self.options_for(slug).get("turns_per_day") else []

        try:
            await self.live.journal.append(line, "later")
        except JournalError as error:
            LOG.error("game %s: its turn is given back once it can be. %s", header.id, error)

    # -- new ones

    def practice(self, slug: str, caller: str, options: Options, seats: tuple[str, ...]) -> Play:
        """A game that is charged to nobody and kept nowhere; `options` are whole."""
        return Play(self._header(slug, caller, options, seats), options, None)

    async def charge(self, slug: str, caller: str, options: Options, seats: tuple[str, ...]) -> Play:
        """The save, then the turn, then the game; NoTurn tells why there is none."""
        header = self._header(slug, caller, options, seats)
        try:
            save = await asyncio.to_thread(self._create, header)
        except SaveBusy as busy:
            raise NoTurn(str(busy)) from None
        charged: list[Fields] = []

        def turn(moment: datetime) -> list[Fields]:
            self.live.catch_up()
            charged.extend(self._turn(header, options, moment))
            return charged

        try:
            await self.live.journal.append(turn)
        except JournalBusy:
            save.delete()
            raise NoTurn(BUSY) from None
        except JournalError:
            pass  # the line waits and counts already; who moves or ends the game is told
        except Exception:
            save.delete()
            raise
        if not charged:
            save.delete()
            raise NoTurn(NO_TURNS)
        return Play(header, options, save, bool(charged[0]["free"]))

    def _header(self, slug: str, caller: str, options: Options, seats: tuple[str, ...]) -> Header:
        seed, moment = secrets.token_bytes(32), self.now()
        free = self.live.read(lambda ledger: self._next_turn(ledger, slug, caller, moment))
        return Header(
            secrets.token_hex(8), slug, caller, seats, plain(options), seed.hex(), commitment(seed),
            day_of(moment, self.zone), bool(free), stamp(moment),
        )  # fmt: skip

    def _turn(self, header: Header, options: Options, moment: datetime) -> list[Fields]:
        """The line that charges the game; none where the caller has no turn left."""
        slug, caller = header.door, header.caller
        free = self.live.read(lambda ledger: self._next_turn(ledger, slug, caller, moment))
        if free is None:
            return []
        recorded, day = self.live.doors[slug].INFO.recorded(options), day_of(moment, self.zone)
        return [lines.turn(stamp(moment), header.id, slug, caller, day, free, recorded, header.commit)]

    def _next_turn(self, ledger: Ledger, slug: str, caller: str, moment: datetime) -> bool | None:
        left = paid_left(ledger, self.options_for(slug), slug, caller, day_of(moment, self.zone))
        return next_turn(left, ledger.turns.free(caller, slug))

    def _create(self, header: Header) -> Save:
        if self.plays.is_unbooked(self.saves.id_at(header.door, header.caller)):
            # the last game's file still waits there for its line to be written
            return Save(header, self.saves.path(header.door, header.caller))
        save, note = self.saves.create(header)
        if note:
            LOG.error("game %s: %s", header.id, note, extra={"crowd": header.caller})
        return save

    # -- ended ones

    async def end(self, play: Play, score: int, result: Mapping[str, Any] | None) -> str:
        """The game's line, then the end of its save; a note for the caller or ""."""
        header, save = play.header, play.save
        if save is None:
            return ""
        options = self.live.doors[header.door].INFO.recorded(play.options)

        def line(moment: datetime) -> list[Fields]:
            month = month_of(moment, self.zone)
            return [
                lines.game(
                    stamp(moment), header.id, header.door, header.caller, header.seats, options, header.seed,
                    play.moves, score, month, result,
                )
            ]  # fmt: skip

        try:
            await self.live.journal.append(line, "later")
        except JournalError:
            self.plays.unbooked.append(save)
            return HELD
        save.delete()
        return ""

    def tidy(self) -> None:
        """Deletes the saves of finished games whose lines were written meanwhile."""
        while self.plays.unbooked and not self.live.journal.owes:
            self.plays.unbooked.pop().delete()

    # -- small things

    def _is_open(self, id: str) -> bool:
        return self.live.read(lambda ledger: id in ledger.open.turns)

    def _is_open_by_now(self, id: str) -> bool:
        """Before there is a loop; also where another process has begun the game since we read."""
        return self._is_open(id) or not self.live.catch_up_now() or self._is_open(id)

    def _is_over(self, id: str) -> bool:
        """Whether the journal has that game's end; looks all through it."""
        try:
            return bool(find_game(self.live.journal.files.folder, id))
        except (RecordsError, OSError):
            return False
