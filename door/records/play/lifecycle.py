"""The games in play in this process, and their steps: begin, save, end and book them, whatever their kind.

Guarantees: nothing else does. A game is held by each call that plays it: two, if a caller calls again before
the first call is known to be gone. It leaves memory when no call holds it and its save has every move. Each
step is written whole or not at all:

    begin   the save with its seed, and the line that charges a turn
    move    into the save, before a screen shows it
    end     the line with the score that the replay gives, and the save is deleted

A `GameKind` says what differs. If the disk refuses, play goes on in memory, and the steps are decided later,
in order. A caller's steps at a door come one after the other.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Protocol, TypeVar
from weakref import WeakValueDictionary

from door.games.chance import commitment
from door.games.game import IllegalMove, Status
from door.games.info import Options
from door.games.record import Record
from door.play.api import Begun, Booked, No
from door.play.books import Passed, Runs, streak_news
from door.play.replay import GameReader
from door.records.daily.rules import door_seed
from door.records.journal.find import RevealedDeal, find_game
from door.records.journal.journal import JournalBusy, JournalPlan, JournalWaits, WrittenLines
from door.records.journal.lines import Fields, RecordsError, caller_key, day_of, plain, stamp
from door.records.ledger.ledger import Ledger
from door.records.ledger.live_ledger import LiveLedger
from door.records.ledger.standings import best_of, passed_callers, runs_of
from door.records.play.saves import (
    PATIENT,
    DocKey,
    Header,
    Kept,
    Moves,
    Save,
    SaveBusy,
    SaveError,
    Saves,
    set_aside,
)
from door.records.store import Change, Conflict, StoreError, StoreRefused, off_loop
from door.ui.texts import MaybeSaid, Said, Sentence, reason_of, tr

LOG: Final = logging.getLogger("door.records")
T = TypeVar("T")


# -- the games in play -----------------------------------------------------------------------------


class NoGame(Exception):
    """The game can't begin or go on. The text tells the caller why."""

    def __init__(self, reason: Said) -> None:
        super().__init__(reason)


class GameWish(NamedTuple):
    """A game that a caller asks for.

    `options` are the caller's choices, and `seats` begins with the caller (() for the caller alone). `word`
    goes into the dice of a ranked game whose commitment the caller has seen (`RankedGames.seal`). `past` asks
    for practice of a revealed deal.
    """

    slug: str
    caller: str
    options: Options = MappingProxyType({})
    seats: tuple[str, ...] = ()
    word: str = ""
    past: RevealedDeal | None = None

    def new_game(self, door: GameReader, options: Options, seed: bytes, day: str, moment: datetime) -> Play:
        """Return a game of that `day` with all `options`, not charged or saved yet. Raises NoGame if the door
        doesn't have one of them."""
        try:
            options = door.INFO.complete(options)
        except KeyError as error:
            raise NoGame(tr.play.no_such_option(option=error)) from None
        header = Header(
            secrets.token_hex(8), self.slug, self.caller, self.seats or (self.caller,), plain(options),
            seed.hex(), commitment(seed), day, stamp(moment), (self.word,) if self.word else (),
        )  # fmt: skip
        return Play(header, options)


class GameKind(Protocol):
    """How ranked games and daily deals differ."""

    saves: Saves
    daily: bool
    """True for daily deals: the save stays, and the seed is secret, until the day is over."""

    none: Sentence
    """Tells the caller why `turn_line` gave none."""

    lost: Sentence | None
    """Tells the caller that a game waits, but its save is missing. If None, a new game begins."""

    closed: Sentence
    """Tells the caller why `end_line` gave none."""

    async def waiting(self, slug: str, caller: str) -> DocKey | None:
        """Return the key of the caller's save at that door if a game may wait there. Raises NoGame if it
        is missing and a new game can't begin either."""

    async def spoilt(self, save: Save, why: str) -> Said:
        """Set a game aside that can't be resumed; return a sentence for the caller."""

    async def unreadable(self, wish: GameWish) -> Said:
        """Return a sentence about a save that can't be read. Called only if `lost` is None."""

    def needs(self, id: str) -> bool:
        """True if the game's save is needed, by the lines counted so far."""

    async def new(self, wish: GameWish) -> Play:
        """Return a game that is not saved or charged yet. Raises NoGame if none can begin."""

    def turn_line(self, play: Play, moment: datetime) -> Fields | None:
        """Return the line that begins the game, None if it may not begin. Decided by the journal."""

    def end_line(self, play: Play, score: int, moment: datetime) -> Fields | None:
        """Return the line with the score, None if it can't be booked any more. Decided by the journal."""


@dataclass(slots=True)
class Play:
    """A game in play. Practice has neither `kind` nor `save`.

    `free` says that it took a free turn, `told` is the trouble that its caller knows of, and `calls` is the
    number of calls that play it. It `became_practice` if it could not be charged at last.
    """

    header: Header
    options: Options
    kind: GameKind | None = None
    save: Save | None = None
    free: bool = False
    moves: list[str] = field(default_factory=list)
    told: MaybeSaid = ""
    calls: int = 0
    became_practice: bool = False

    @property
    def day(self) -> str:
        """The day of its daily deal, "" for other games."""
        return self.header.day if self.kind and self.kind.daily else ""

    @property
    def record(self) -> Record:
        header, counts = self.header, "daily" if self.day else "free" if self.free else "contest"
        name = counts if self.kind else "practice"  # as screens and rules name it
        return Record(
            self.options, header.seats, header.chance, tuple(self.moves), header.id, name, header.commit,
            self.day, header.words,
        )  # fmt: skip

    def recorded_options(self, doors: Mapping[str, GameReader]) -> Options:
        return plain(doors[self.header.door].INFO.journal_options(self.options))

    def proof(self, doors: Mapping[str, GameReader], score: int) -> dict[str, Any]:
        """Return the fields that prove the score, as the journal writes them."""
        header = self.header
        return {
            "seats": list(header.seats), "options": self.recorded_options(doors), "seed": header.seed,
            "moves": list(self.moves), "score": score,
        }  # fmt: skip


class Plays:
    """The games in play, and leftovers of finished ones.

    The games are `by_id`, and `by_key` of their saves. `ending` are the saves of finished games whose end
    waits for the disk, by their keys. `closed` are the ids of deals whose day ended during play. `uncharged`
    counts turns that wait for the disk, by caller, door and day. With `mover` moves are written in the
    background.
    """

    def __init__(self, mover: Moves | None = None) -> None:
        self.mover = mover
        self.by_id: dict[str, Play] = {}
        self.by_key: dict[DocKey, Play] = {}
        self.ending: dict[DocKey, Save] = {}
        self.closed = set[str]()
        self.uncharged = Counter[tuple[str, str, str]]()

    def __iter__(self) -> Iterator[Play]:
        return iter(list(self.by_id.values()))

    def hold(self, play: Play) -> None:
        """Note that one more call plays the game."""
        play.calls += 1
        self.by_id[play.header.id] = play
        if play.save:
            play.moves = play.save.moves
            self.by_key[play.save.doc_key] = play

    def let_go(self, play: Play) -> None:
        """Note that a call is gone."""
        play.calls = max(0, play.calls - 1)
        self.settle(play)

    def add(self, play: Play, move: str) -> MaybeSaid | Kept:
        """Save a move; return "" or a sentence about trouble with the disk, perhaps later."""
        play.moves.append(move)
        return self.keep(play)

    def keep(self, play: Play) -> MaybeSaid | Kept:
        """Save the moves that wait. Returns the same as `add`."""
        if self.mover and play.save and play.save.version:
            return self.mover.keep(play.save)
        return play.save.flush() if play.save else ""

    def settle(self, play: Play) -> None:
        """Write moves that the disk refused. A game without a call leaves memory then."""
        if play.save and play.save.owes:
            self.keep(play)
        if not play.calls and not (play.save and play.save.owes):
            self.drop(play)

    def drop(self, play: Play) -> None:
        self.by_id.pop(play.header.id, None)
        if play.save:
            self.by_key.pop(play.save.doc_key, None)

    def make_practice(self, play: Play) -> None:
        """Go on without a save, because the game could not be charged."""
        if play.header.id in self.by_id and play.save:
            self.by_key.pop(play.save.doc_key, None)
            play.kind, play.save, play.became_practice = None, None, True
            self.settle(play)

    def close_out(self, play: Play) -> None:
        """Take a deal out of play because its day is over. The moves so far count."""
        self.closed.add(play.header.id)
        self.drop(play)

    async def close(self) -> None:
        """Write moves that wait. Log each game that can't be written."""
        if self.mover:
            await self.mover.close()
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        for play in self:
            if play.save and not play.save.version:
                LOG.error("game %s is lost with this process: it could not be charged", play.header.id)
            elif play.save:
                try:
                    play.save.write()
                except StoreError as error:
                    LOG.error("game %s is lost with this process: %s", play.header.id, error)


class Proof(NamedTuple):
    """What a replay finds: how the game ended, its last position, and an exact coach's look at it."""

    status: Status
    position: Any = None
    look: tuple[Any, ...] | None = None


def prove(door: GameReader, record: Record, looks: bool = False) -> Proof | None:
    """Replay a game; return its outcome. If that fails, log why and return None. With `looks` the coach looks
    at a finished game, too."""
    slug = door.INFO.slug
    try:
        proof = Proof(*door.prove(record))
    except IllegalMove as error:
        LOG.error("game %s of door %s does not replay: %s", record.id, slug, error)
        return None
    except Exception:
        LOG.exception("game %s of door %s does not replay", record.id, slug)
        return None
    try:
        return proof._replace(look=door.look(record)) if looks and proof.status.ended else proof
    except Exception:  # the score stands without it
        LOG.exception("game %s of door %s: the coach can't look at it", record.id, slug)
        return proof


def playable(door: GameReader, record: Record) -> list[str]:
    """Return the moves up to the first one that the rules refuse."""
    for count in range(len(record.moves), 0, -1):
        try:
            door.replay(record.upto(count))
        except Exception:  # any error of the rules with a damaged save
            continue
        return list(record.moves[:count])
    return []


# -- begin, move, end ------------------------------------------------------------------------------


class Lifecycle:
    """The steps of the games in `plays`, by the sysop's complete options (`options_for(slug)`)."""

    def __init__(self, live: LiveLedger, plays: Plays, options_for: Callable[[str], Options]) -> None:
        self.live, self.plays, self.options_for = live, plays, options_for
        self.store = live.journal.store
        self._locks: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()
        self._steps: set[asyncio.Task[Any]] = set()

    async def whole(self, step: Coroutine[Any, Any, T]) -> T:
        """Run a step to its end, even if its call goes away. `close` waits for it."""
        task = asyncio.get_running_loop().create_task(step)
        self._steps.add(task)
        task.add_done_callback(self._steps.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_log_failure)  # nobody else sees its error
            raise

    async def close(self) -> None:
        """Wait for all steps."""
        if self._steps:
            await asyncio.wait(self._steps)

    # -- beginning a game

    async def begin(self, kind: GameKind | None, wish: GameWish) -> Begun | No:
        """Resume the game that waits, or charge a turn and begin one. Without a kind it is practice, which
        costs nothing and is not saved."""
        return await self.whole(self._begin(kind, wish))

    async def _begin(self, kind: GameKind | None, wish: GameWish) -> Begun | No:
        async with self._lock(wish.slug, wish.caller):
            note: MaybeSaid = ""
            try:
                if kind:
                    play, resumed, note = await self._resume_or_charge(kind, wish)
                else:
                    play, resumed = self._practice(wish), False
            except NoGame as none:
                why = reason_of(none)
                reason = tr.common.sentences(first=note, second=why) if note else why
                return No(reason)
            self.plays.hold(play)
            note = note or await self._unsaved_note(play, resumed)
            day = wish.past.day if wish.past else play.day
            return Begun(play.record._replace(day=day), resumed, note=note)

    def _practice(self, wish: GameWish) -> Play:
        door, moment = self.live.doors[wish.slug], self.live.journal.now()
        options, seed = {**self.options_for(wish.slug), **wish.options}, secrets.token_bytes(32)
        if past := wish.past:
            seed = door_seed(past.seed, wish.slug)
            options = dict({**options, **door.INFO.deal} if past.options is None else past.options)
        return wish.new_game(door, options, seed, day_of(moment, self.live.journal.zone), moment)

    async def _resume_or_charge(self, kind: GameKind, wish: GameWish) -> tuple[Play, bool, MaybeSaid]:
        """Resume the game that waits, or charge a turn; return the game, if it was resumed, and a sentence
        about a save that can't be read. A save that our lines don't tell of stands in a new game's way."""
        unknown = None if kind.daily else kind.saves.doc_key(wish.slug, wish.caller)
        new: Play | None = None  # stays the same, for its caller may know its commitment
        for doc_key in (await kind.waiting(wish.slug, wish.caller), unknown):
            resumed, note = await self._waiting(kind, wish, doc_key) if doc_key else (None, "")
            if resumed:
                return resumed, True, note
            new = new or await kind.new(wish)
            with suppress(Conflict):
                await self._charge(kind, new)
                return new, False, note
        raise NoGame(tr.play.records_busy())

    async def _waiting(
        self, kind: GameKind, wish: GameWish, doc_key: DocKey
    ) -> tuple[Play | None, MaybeSaid]:
        """Resume the game that waits. If its save can't be read, set it aside and return a sentence."""
        try:
            return await self._resume(kind, wish, doc_key), ""
        except SaveError:
            return None, await kind.unreadable(wish)

    async def _resume(self, kind: GameKind, wish: GameWish, doc_key: DocKey) -> Play | None:
        play = self.plays.by_key.get(doc_key)
        if play and await self._is_elsewhere(play):
            self.plays.drop(play)
            play = None
        if play or doc_key in self.plays.ending:
            return play
        save = await self._load(kind, wish.slug, doc_key)
        return await self._resume_save(kind, save) if save else None

    async def _is_elsewhere(self, play: Play) -> bool:
        """True if another host has gone on with a game that is in memory here."""
        if not (self.store.host and play.save and play.save.version):
            return False
        with suppress(StoreRefused):
            await asyncio.to_thread(play.save.find_version)
        return play.save.is_elsewhere

    async def _load(self, kind: GameKind, slug: str, doc_key: DocKey) -> Save | None:
        """Load the save of a game that waits. Raises SaveError if it can't be read."""
        save = None
        try:
            save = await off_loop(self.store, kind.saves.load, doc_key, slug)
        except SaveBusy as busy:
            raise NoGame(reason_of(busy)) from None
        except SaveError as error:
            LOG.error("%s", await off_loop(self.store, set_aside, self.store, doc_key, error))
            if not kind.lost:
                raise
        if save is None:
            if kind.lost:
                raise NoGame(kind.lost())
            return None
        if not kind.needs(save.header.id):  # perhaps another host has just begun it
            with suppress(JournalBusy):
                await self.live.journal.decide(())
                if not kind.needs(save.header.id):
                    with suppress(StoreError):  # its end is in the journal
                        await off_loop(self.store, save.delete)
                    return None
        return save

    async def _resume_save(self, kind: GameKind, save: Save) -> Play:
        header, door = save.header, self.live.doors[save.header.door]
        try:
            options: Options = door.INFO.complete(header.options)
        except KeyError as error:
            raise NoGame(await kind.spoilt(save, tr.audit.no_option(option=error))) from None
        turn = self.live.read(lambda ledger: ledger.open.turns.get(header.id))
        play = Play(header, options, kind, save, bool(turn and turn.free), save.moves)
        if not await asyncio.to_thread(prove, door, play.record):
            raise NoGame(await kind.spoilt(save, tr.records.moves_refused()))
        return play

    async def _charge(self, kind: GameKind, play: Play) -> None:
        """Write the save of a new game, and the line that charges it. Raises NoGame if no turn is left."""
        header, save, charged = play.header, play.save, JournalPlan()
        assert save

        def plan(moment: datetime) -> JournalPlan:
            nonlocal charged
            turn = kind.turn_line(play, moment)
            charged = JournalPlan([turn], [save.put(0)]) if turn else JournalPlan()
            return charged

        def has_begun(written: WrittenLines) -> None:
            if charged.lines:
                play.free = bool(charged.lines[0].get("free"))
                save.has_begun(charged.changes[0], written.versions[0])

        turn = Counter({(caller_key(header.caller), header.door, header.day): int(not kind.daily)})

        def has_begun_late(late: Future[WrittenLines]) -> None:
            self.plays.uncharged -= turn
            if not late.exception():
                has_begun(late.result())
            if not save.version:  # no turn was left
                LOG.error("game %s: it could not be charged and is practice", header.id)
                self.plays.make_practice(play)

        try:
            about = caller_key(header.caller), header.door
            has_begun(await self.live.journal.decide(plan, about, waits=True))
        except JournalWaits as waits:
            self.plays.uncharged += turn
            _when_late(waits, has_begun_late)
            LOG.error("game %s: %s", header.id, waits, extra={"crowd": header.caller})
            return
        if not charged.lines:
            raise NoGame(kind.none())

    # -- playing and ending it

    def add_move(self, id: str, move: str) -> MaybeSaid | Awaitable[MaybeSaid]:
        """Save a move; return "", or a note for the caller, once for each trouble, perhaps later."""
        play = self.plays.by_id.get(id)
        if play is None:
            return self._why_gone(id)
        kept = self.plays.add(play, move)
        return (
            self._once_kept(play, kept) if isinstance(kept, asyncio.Future) else self._note_once(play, kept)
        )

    async def _once_kept(self, play: Play, kept: Kept) -> MaybeSaid:
        try:
            note = await asyncio.wait_for(asyncio.shield(kept), PATIENT)
        except TimeoutError:
            note = tr.play.disk_refuses_writing()
        return self._note_once(play, note)

    def _note_once(self, play: Play, trouble: MaybeSaid) -> MaybeSaid:
        note = trouble or (
            tr.play.disk_refuses_writing()
            if play.save and (self.live.journal.trouble or not play.save.version)
            else tr.play.became_practice() if play.became_practice
            else ""
        )  # fmt: skip
        told, play.told = play.told, note
        return "" if note == told else note

    async def _unsaved_note(self, play: Play, resumed: bool) -> MaybeSaid:
        """Tell a new call if its game isn't saved yet, also if an earlier call was told."""
        if not resumed:
            return self._note_once(play, "")
        play.told = ""
        kept = self.plays.keep(play)
        if isinstance(kept, asyncio.Future):
            return await self._once_kept(play, kept)
        return self._note_once(play, kept)

    def forget(self, id: str) -> None:
        """Let the game wait in its save (in memory, if the disk refused it), because its call is gone."""
        if play := self.plays.by_id.get(id):
            self.plays.let_go(play)

    async def finish(self, id: str) -> Booked:
        """Book the game with the score that its replay gives, and tell what the ledger made of it."""
        return await self.whole(self._finish(id))

    async def _finish(self, id: str) -> Booked:
        play, counted = self.plays.by_id.get(id), None
        if play is None:
            return Booked(id, "", note=self._why_gone(id))
        self.plays.drop(play)
        header, record = play.header, play.record
        door, caller = self.live.doors[header.door], header.caller

        def standing(ledger: Ledger) -> tuple[int | None, Runs]:
            day = day_of(self.live.journal.now(), self.live.journal.zone)
            return best_of(ledger, door.INFO, caller), runs_of(ledger, door.INFO, caller, day)

        async with self._lock(header.door, caller):
            best, runs = self.live.read(standing)
            proof = await asyncio.to_thread(prove, door, record, looks=True)
            if proof and proof.status.ended:
                account = door.account_of(record, proof.look, proof.status.score)
                with self.live.knowing(id, proof.position, account) as known:
                    note = await self._book(play, proof.status.score)
                counted = known.counted
            else:
                if proof:
                    LOG.error("game %s of door %s was handed in before its end", id, header.door)
                if play.save:
                    await off_loop(self.store, play.save.set_aside)
                proof, note = None, tr.play.game_not_proved()
            now, runs_now = self.live.read(standing)
        options = self.options_for(header.door)
        passed = counted and self.live.read(
            lambda ledger: passed_callers(ledger, door.INFO, options, caller, counted)
        )
        news = (tr.streaks.best_game_so_far(),) * (best not in (None, now)) + streak_news(runs, runs_now)
        return Booked(
            id, "" if play.day else header.seed, note=note, told=news, passed=passed or Passed(),
            look=proof.look if proof else None,
            badges=counted.badges if counted else (), score=proof.status.score if proof else None,
        )  # fmt: skip

    def _why_gone(self, id: str) -> Said:
        return (tr.play.daily_closed_score_counts if id in self.plays.closed else tr.play.game_not_in_play)()

    async def _book(self, play: Play, score: int) -> MaybeSaid:
        kind, save = play.kind, play.save
        if kind is None or save is None:
            return ""

        def plan(moment: datetime) -> JournalPlan:
            waited = self.store.host and save.doc_key in self.plays.ending  # so another host may have it
            version = save.find_version() if waited else None
            end = None if save.is_elsewhere else kind.end_line(play, score, moment)
            return (
                JournalPlan(
                    [end], [save.put(version) if kind.daily else Change("delete", *save.doc_key, version)]
                )
                if end
                else JournalPlan()
            )

        def has_ended_late(late: Future[WrittenLines]) -> None:
            self.plays.ending.pop(save.doc_key, None)
            if late.exception() or not late.result().entries:
                LOG.error("game %s: its late end was not booked, because it ended otherwise", save.header.id)

        save.is_over = True
        try:
            about = caller_key(save.header.caller), save.header.door
            booked = await self.live.journal.decide(plan, about, waits=True)
        except JournalWaits as waits:
            self.plays.ending[save.doc_key] = save
            _when_late(waits, has_ended_late)
            return tr.play.disk_refuses_writing()
        return "" if booked.entries else kind.closed()

    # -- tidying up

    def open(self, kind: GameKind) -> list[str]:
        """Delete useless saves after a crash; return a sentence for each."""

        def needs(id: str) -> bool:
            if not kind.needs(id):  # perhaps another host has just begun it
                with suppress(JournalBusy):
                    self.live.journal.decide_now(())
            return kind.needs(id)

        def is_over(id: str) -> bool:
            try:
                return bool(find_game(self.live.journal.folder, id))  # in all of it
            except (RecordsError, OSError):
                return False

        return kind.saves.sweep(needs, is_over, told=not kind.lost)

    def _lock(self, slug: str, caller: str) -> asyncio.Lock:
        """Return the lock that keeps a caller's steps at a door in order."""
        return self._locks.setdefault((caller_key(caller), slug), asyncio.Lock())


def _when_late(waits: JournalWaits, then: Callable[[Future[WrittenLines]], object]) -> None:
    """Do something on the event loop once the decision is made at last."""
    loop = asyncio.get_running_loop()
    waits.late.add_done_callback(lambda late: loop.call_soon_threadsafe(then, late))


def _log_failure(task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and (error := task.exception()):
        LOG.error("a step of a game failed after its call was gone", exc_info=error)
