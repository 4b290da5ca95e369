"""Begins, saves, ends and books games, whatever their kind.

Guarantees: nothing else does. The steps reach the disk in this order, and the next start repairs the results
of a crash between two of them:

    begin   the save with its seed, then the line that charges a turn (a save alone was not charged)
    move    into the save, before a screen shows it
    end     the line with the score that the replay gives, then the save is deleted

A `Kind` says what differs. If the disk refuses, play goes on in memory. A caller's steps at a door come one
after the other.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final
from weakref import WeakValueDictionary

from door.games.game import Outcome
from door.games.info import Options
from door.midend.api import Begun, Booked, No
from door.midend.books import Books
from door.records.journal.find import find_game
from door.records.journal.journal import JournalBusy, JournalError
from door.records.journal.lines import Fields, RecordsError, caller_key, day_of, stamp
from door.records.ledger.live_ledger import LiveLedger
from door.records.play.plays import Kind, NoGame, Play, Plays, Wish, replayed
from door.records.play.saves import Save, SaveBusy, SaveError, set_aside
from door.ui.texts import MaybeSaid, Said, reason_of, tr

LOG: Final = logging.getLogger("door.records")


class Lifecycle:
    """The games in `plays`. `books` gives what each answer shows of a door's standings."""

    def __init__(self, live: LiveLedger, plays: Plays, books: Callable[[str, str], Books]) -> None:
        self.live, self.plays, self.books = live, plays, books
        self._locks: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()

    # -- beginning a game

    async def begin(self, kind: Kind | None, wish: Wish) -> Begun | No:
        """Resume the game that waits, or charge a turn and begin one. Without a kind it is practice, which
        costs nothing and is not saved."""
        async with self._lock(wish.slug, wish.caller):
            note: MaybeSaid = ""
            try:
                resumed, note = await self._waiting(kind, wish) if kind else (None, "")
                play = resumed or (await self._charge(kind, wish) if kind else self._practice(wish))
            except NoGame as none:
                why = reason_of(none)
                reason = tr.common.sentences(first=note, second=why) if note else why
                return No(reason)
            self.plays.hold(play)
            header = play.header
            return Begun(
                header.id, header.chance, header.commit, play.options, header.seats,
                tuple(play.moves), play.free, kind is not None, resumed is not None,
                self.books(wish.slug, wish.caller), play.day, "".join(header.words), note,
            )  # fmt: skip

    def _practice(self, wish: Wish) -> Play:
        wish, moment = wish.whole(self.live.doors[wish.slug]), self.live.journal.now()
        day = day_of(moment, self.live.journal.zone)
        return Play(wish.header(secrets.token_bytes(32), day, stamp(moment)), wish.options)

    async def _waiting(self, kind: Kind, wish: Wish) -> tuple[Play | None, MaybeSaid]:
        """Resume the game that waits. If its save can't be read, set it aside and return a sentence."""
        try:
            return await self._resume(kind, wish), ""
        except SaveError:
            return None, await kind.unreadable(wish)

    async def _resume(self, kind: Kind, wish: Wish) -> Play | None:
        self.tidy()
        path = await kind.waiting(wish.slug, wish.caller)
        if path is None:
            return None
        play = self.plays.at(path)
        if play or self.plays.has_unbooked(path):
            return play
        save = await self._load(kind, wish.slug, path)
        return await self._resumed(kind, save) if save else None

    async def _load(self, kind: Kind, slug: str, path: Path) -> Save | None:
        """Load the save of a game that waits. Raises SaveError if it can't be read."""
        save = None
        try:
            if kind.saves.has(path):  # saves a thread if there is no file
                save = await asyncio.to_thread(kind.saves.load, path, slug)
        except SaveBusy as busy:
            raise NoGame(reason_of(busy)) from None
        except SaveError as error:
            LOG.error("%s", set_aside(path, error))
            if not kind.lost:
                raise
        if save is None:
            if kind.lost:
                raise NoGame(kind.lost())
            return None
        if kind.needs(save.header.id):
            return save
        save.delete()  # its end is in the journal
        return None

    async def _resumed(self, kind: Kind, save: Save) -> Play:
        header, door = save.header, self.live.doors[save.header.door]
        try:
            options: Options = door.INFO.complete(header.options)
        except KeyError as error:
            raise NoGame(await kind.spoilt(save, tr.audit.no_option(option=error))) from None
        if not await asyncio.to_thread(replayed, door, header, options, save.moves):
            raise NoGame(await kind.spoilt(save, tr.records.moves_refused()))
        turn = self.live.read(lambda ledger: ledger.open.turns.get(header.id))
        return Play(header, options, kind, save, bool(turn and turn.free))

    async def _charge(self, kind: Kind, wish: Wish) -> Play:
        options, save = kind.new(wish.whole(self.live.doors[wish.slug]))
        play = Play(save.header, options, kind, save)
        await self._put(save)
        charged: list[Fields] = []

        def line(moment: datetime) -> Sequence[Fields]:
            turn = kind.turn_line(play, moment)
            charged[:] = [turn] if turn else []
            return charged

        try:
            await self.live.journal.decide(line)
        except JournalBusy:
            save.delete()
            raise NoGame(tr.play.records_busy()) from None
        except JournalError:
            pass  # the line waits and counts already; the next move or the end warns the caller
        except Exception:
            save.delete()
            raise
        if not charged:
            save.delete()
            raise NoGame(kind.none())
        play.free = bool(charged[0].get("free"))
        return play

    async def _put(self, save: Save) -> None:
        """Save the new game, unless the last one's file still waits for its result to be booked."""
        if not self.plays.has_unbooked(save.path):
            await asyncio.to_thread(save.begin)

    # -- playing and ending it

    def moved(self, id: str, move: str) -> MaybeSaid:
        """Save a move; return "", or a note for the caller, once for each trouble."""
        play = self.plays.get(id)
        if play is None:
            return self._gone(id)
        note = play.add(move) or (
            tr.play.disk_refuses_writing() if play.save and self.live.journal.trouble else ""
        )
        told, play.told = play.told, note
        return "" if note == told else note

    def forget(self, id: str) -> None:
        """Let the game wait in its save (in memory, if the disk refused it), because its call is gone."""
        if play := self.plays.get(id):
            self.plays.let_go(play)

    async def finish(self, id: str, score: int, result: Mapping[str, Any] | None) -> Booked:
        """Book the game with the score that its replay gives."""
        play = self.plays.get(id)
        if play is None:
            place = self.plays.closed.get(id)
            return Booked(id, "", self.books(*place) if place else Books(), self._gone(id))
        self.plays.drop(play)
        header = play.header
        async with self._lock(header.door, header.caller):
            note = await self._prove_and_book(play, score, result)
        return Booked(id, "" if play.day else header.seed, self.books(header.door, header.caller), note)

    def _gone(self, id: str) -> Said:
        return (tr.play.daily_closed_score_counts if id in self.plays.closed else tr.play.game_not_in_play)()

    async def _prove_and_book(self, play: Play, score: int, result: Mapping[str, Any] | None) -> MaybeSaid:
        """Replay and book the game; return "" or a note for the caller."""
        header = play.header
        door = self.live.doors[header.door]
        outcome = await asyncio.to_thread(replayed, door, header, play.options, play.moves)
        if outcome is None or not outcome.over:
            if outcome:
                LOG.error("game %s of door %s was handed in before its end", header.id, header.door)
            if play.save:
                play.save.set_aside()
            return tr.play.game_not_proved()
        if outcome.score != score:
            LOG.error("game %s: %d was said, the replay's %d is booked", header.id, score, outcome.score)
        return await self._book(play, outcome.score, _proved(result, outcome, header.id))

    async def _book(self, play: Play, score: int, result: Fields | None) -> MaybeSaid:
        kind, save = play.kind, play.save
        if kind is None or save is None:
            return ""
        if kind.daily and await asyncio.to_thread(save.keep) != "":
            self.plays.unkept[save.header.id] = save

        def line(moment: datetime) -> Sequence[Fields]:
            end = kind.end_line(play, score, result, moment)
            return [end] if end else []

        try:
            booked = await self.live.journal.decide(line)
        except JournalBusy:  # the game is resumed after its last move, and booked then
            save.close()
            return tr.play.records_busy()
        except JournalError:
            if not kind.daily:
                self.plays.unbooked.append(save)
            return tr.play.disk_refuses_writing()
        if not kind.daily:
            save.delete()
        return "" if booked else kind.closed()

    # -- tidying up

    def open(self, kind: Kind) -> list[str]:
        """Delete useless saves after a crash; return a sentence for each."""
        return kind.saves.sweep(kind.needs, self._is_over, told=not kind.lost)

    def _is_over(self, id: str) -> bool:
        """True if the journal has the game's end. Searches all of it."""
        try:
            return bool(find_game(self.live.journal.files.folder, id))
        except (RecordsError, OSError):
            return False

    def tidy(self) -> None:
        """Delete the saves of games whose results have been written meanwhile."""
        while self.plays.unbooked and not self.live.journal.owes:
            self.plays.unbooked.pop().delete()

    async def settle(self) -> None:
        """Retry writes and deletions that the disk refused. A finished game's file goes before the next
        game's takes its place."""
        self.tidy()
        for play in self.plays:
            self.plays.settle(play)
        for id, save in list(self.plays.unkept.items()):
            if not await asyncio.to_thread(save.keep):
                self.plays.unkept.pop(id, None)

    def _lock(self, slug: str, caller: str) -> asyncio.Lock:
        """Return the lock that keeps a caller's steps at a door in order."""
        return self._locks.setdefault((caller_key(caller), slug), asyncio.Lock())


def _proved(result: Mapping[str, Any] | None, outcome: Outcome, id: str) -> Fields | None:
    """Return the result to book, apart from the score. It is the replay's, even if the door returned a
    different one."""
    if result is None:
        return None
    given = {name: outcome.detail[name] for name in result if name in outcome.detail}
    if given != result:
        LOG.error("game %s: the result is not what the replay gives, which is booked", id)
    return given or None
