"""The matches of a board: opens them, plays them, follows them, writes their lines to the journal, and asks
their computers.

Guarantees: an event has happened once it is written. Then all followers get the whole match. A line is
written with the event that it is about. If a crash came between the two, the next start writes it. The
journal decides, so no line is there twice. A computer is asked once for each event. If the match has changed
meanwhile, its move is refused.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from typing import Any, Final
from weakref import WeakValueDictionary

from door.games.chance import commitment
from door.games.contract import Door
from door.play.match.events import waits_for
from door.play.match.values import (
    DAY_MS,
    MINUTE_MS,
    Match,
    Proposal,
    Refusal,
    Terms,
    adjourned_time,
    is_live,
    level_of,
    may_be_set,
    out_of_time,
    time_for,
)
from door.records.journal.grammar import fault_in, seconds_between
from door.records.journal.journal import JournalBusy, JournalPlan
from door.records.journal.lines import Fields, RecordsError, day_of, plain, stamp
from door.records.ledger.live_ledger import LiveLedger
from door.records.store import Change, Conflict, Unanswered, as_reason
from door.records.tables.table_files import ALIVE_MS, TableBusy, TableError, TableFile, TableFiles
from door.ui.texts import tr

LOG: Final = logging.getLogger("door.records")
# -- lines of the journal --------------------------------------------------------------------------

LATE_SECONDS: Final = 1.0
"""A `table` line says when play began if it is later than this many seconds."""


class MatchLines:
    """The lines about tables in the journal behind `live`."""

    def __init__(self, live: LiveLedger, games: Mapping[str, Door]) -> None:
        self.live, self.games = live, games
        self._refused: set[str] = set()

    async def enter(self, match: Match) -> None:
        """Write the match's lines, unless the journal has them."""
        if self.lacks(match):
            try:
                await self.live.journal.decide(lambda moment: self.lines(match, moment), match.terms.id)
            except (JournalBusy, Unanswered) as error:
                LOG.error("table %s: %s", match.terms.id, as_reason(error))

    def book(self, match: Match, change: Change) -> int:
        """Write the change that begins or ends the match, with its lines; return the document's new version.
        Waits. Raises RecordsError."""

        def plan(moment: datetime) -> JournalPlan:
            return JournalPlan(self.lines(match, moment), [change])

        return self.live.journal.decide_now(plan, match.terms.id).versions[0]

    def lacks(self, match: Match) -> bool:
        """True if the journal lacks a line of it. A line that the grammar refuses isn't tried again."""
        return match.terms.id not in self._refused and bool(self._lines(match, self.live.journal.now()))

    def has_ended(self, match: Match) -> bool:
        """True if the journal has this match's result."""
        return self.live.read(lambda ledger: match.terms.id in ledger.ladder.ended)

    def lines(self, match: Match, moment: datetime) -> list[Fields]:
        """Return the lines that the journal lacks. If the grammar refuses one, or the ledger would not count
        it, it is logged and none is written."""
        lines = self._lines(match, moment)
        for line in lines:
            whole = {"t": stamp(moment), **line}
            if why := fault_in(whole) or self._is_uncounted(whole):
                self._refused.add(match.terms.id)
                LOG.error("table %s: %s", match.terms.id, tr.records.line_refused(kind=line["kind"], why=why))
                return []
        return lines

    def _is_uncounted(self, line: Fields) -> str:
        """Return why the ledger would not count the end of a match, or "". The line would be written again
        and again."""
        id = line["id"]
        return self.live.read(
            lambda ledger: (
                tr.audit.seats_not_of_table()
                if line["kind"] == "match" and id in ledger.ladder.open and not ledger.ladder.ends(line)
                else ""
            )
        )

    def _lines(self, match: Match, moment: datetime) -> list[Fields]:
        if match.stage == "forming" or match.end == "withdrawn":
            return []
        id, lines = match.terms.id, list[Fields]()
        begun, ended = self.live.read(lambda ledger: (id in ledger.ladder.open, id in ledger.ladder.ended))
        if not (begun or ended):
            table = table_line(self.games[match.terms.door], match, day_of(moment, self.live.journal.zone))
            late = seconds_between(match.begun, stamp(moment)) > LATE_SECONDS
            lines.append({**table, "begun": match.begun} if late else table)
        return [*lines, match_line(match)] if match.stage == "over" and not ended else lines


def table_line(game: Door, match: Match, day: str) -> Fields:
    """Return the line that begins a match: the terms, and all that is sealed before the first move. `day` is
    the board's date."""
    terms = match.terms
    line: dict[str, Any] = {
        "kind": "table",
        "id": terms.id,
        "door": terms.door,
        "seats": list(match.seats),
        "day": day,
        "options": plain(game.info.journal_options(terms.options)),
        "clock": terms.clock,
        "rated": terms.rated,
        "commit": terms.commit,
    }
    if any(match.words):
        line["words"] = [word or "" for word in match.words]
    if any(match.codes):
        line["seals"] = [code.seal if code else "" for code in match.codes]
    if terms.race:
        line["race"] = True
    return line


def match_line(match: Match) -> Fields:
    """Return the line of a finished match: seed, salts, moves, times and the result."""
    line: dict[str, Any] = {
        "kind": "match", "id": match.terms.id, "seats": list(match.seats), "seed": match.terms.seed,
        "scores": list(match.scores), "places": list(match.places), "end": match.end,
        "moves": [made.move for made in match.made], "times": [made.ms for made in match.made],
    }  # fmt: skip
    if match.terms.race:
        sides = [[made for made in match.made if made.seat == seat] for seat in range(len(match.seats))]
        line["moves"] = [[made.move for made in side] for side in sides]
        line["times"] = [[made.ms for made in side] for side in sides]
    if any(match.codes):
        line["salts"] = [code.salt if code else "" for code in match.codes]
    if match.by >= 0:
        line["by"] = match.by
    if match.changes:
        line["clocks"] = [list(change) for change in match.changes]
    if match.left:
        line["left"] = list(match.left)
    return line


# -- computers -------------------------------------------------------------------------------------

AGAIN: Final = 10.0
"""Seconds until a computer that failed is asked again."""

Think = Callable[[Callable[..., Any], tuple[Any, ...]], Awaitable[Any]]
"""Computes `task(*args)` in a worker."""

Try = Callable[[str, Fields, int], Awaitable[None]]
"""Applies an event at a table, unless another one has come first."""


class TableComputers:
    """Makes computers' moves, unless `think` is None."""

    def __init__(self, games: Mapping[str, Door], think: Think | None, attempt: Try) -> None:
        self.games, self.think, self._try = games, think, attempt
        self._asked: set[tuple[str, int]] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def look(self, match: Match) -> None:
        game, key = self.games[match.terms.door], (match.terms.id, match.n)
        if self.think is None or not match.clock or key in self._asked:
            return
        for seat in match.movers:
            if level := level_of(game, match, seat):
                self._asked.add(key)
                task = asyncio.get_running_loop().create_task(
                    self._answer(self.think, game, match, seat, level)
                )
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _answer(self, think: Think, game: Door, match: Match, seat: int, level: str) -> None:
        """Make the computer's move, or let it pass."""
        assert game.rules.computer is not None
        key = match.terms.id, match.n
        try:
            move = await think(game.rules.computer, (match.positions[0], seat, level))
            what = {"do": "move", "move": move} if move else {"do": "let"}
            self._asked.discard(key)
            await self._try(match.terms.id, {**what, "seat": seat, "computer": True}, match.n)
        except Exception as error:
            LOG.error("table %s: the computer did not move: %s", match.terms.id, error, exc_info=error)
            asyncio.get_running_loop().call_later(AGAIN, self._asked.discard, key)

    async def idle(self) -> None:
        """Wait until no computer thinks."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def close(self) -> None:
        """Ask no more computers, and wait for those that think."""
        self.think = None
        await self.idle()


# -- the matches -----------------------------------------------------------------------------------

ADJOURNED_DAYS: Final = 3
"""Days that an adjourned game or a challenge waits, unless the board's settings differ."""

KEPT: Final = timedelta(days=7)
"""How long a finished match can be viewed, and a rematch offered."""

WITHDRAWN_KEPT: Final = timedelta(minutes=1)
"""How long a withdrawn match is kept, so that everybody who has it open sees why."""

ALIVE_LIVE_MS: Final = 5_000
"""Silence after which it must have been down while a live clock ran. Then it notes each second that it is
up."""

THEIRS_SECONDS: Final = 15.0
"""How long the host that has written an event may take to do what follows from it."""


def ms_up(match: Match, alive: str, ms: int) -> int:
    """Return the match's time `ms`, or its time at which the board went down, if it was last up at `alive`
    ("" if nobody knows). Clocks stand still while it is down."""
    since = match.ms_at(alive) if alive else ms
    return since if ms - since > (ALIVE_LIVE_MS if is_live(match.clock) else ALIVE_MS) else ms


TRIES: Final = 5
"""How often an event is tried again because another host has written one."""

LAST_MS: Final = 5 * MINUTE_MS
"""How long before the board keeps the player out again such a clock runs out."""

LATE: Final = timedelta(minutes=1)
"""How long a deadline in days must be past before we act. The clock may be ahead for a moment."""


@dataclass(frozen=True, slots=True)
class MatchNeeds:
    """The board's values and functions that matches need.

    - `days`: how long an adjourned game or a challenge waits.
    - `leaps`: spans that the board's time has leapt over. No clock counts them.
    - `lets_in` returns for how many milliseconds from now the board lets a caller play at a door, 0 if it
      doesn't.
    - `think` computes a computer's move. Without it computers don't move.
    """

    days: Callable[[], int] = lambda: ADJOURNED_DAYS
    leaps: Sequence[tuple[datetime, datetime]] = ()
    lets_in: Callable[[str, str], int] = lambda handle, door: DAY_MS
    think: Think | None = None


NEEDS: Final = MatchNeeds()


class Tables:
    """The matches of a board; `games` by slug.

    `followers` are called with every changed match, which is on the books then, the number of the last event
    that they have heard of (-1 for a new match), and whether this host has changed it, or another one.
    `forgetters` are called with the id of every deleted one.
    """

    def __init__(self, live: LiveLedger, games: dict[str, Door], needs: MatchNeeds = NEEDS) -> None:
        self.live, self.games, self.needs, self._match_lines = live, games, needs, MatchLines(live, games)
        self.files = TableFiles(live.journal.store, games, self._match_lines.book, self._match_lines.lines)
        self.computers = TableComputers(games, needs.think, self._try)
        self.followers: list[Callable[[Match, int, bool], None]] = []
        self._told: dict[str, int] = {}  # the last event that followers have heard of
        self._theirs: dict[str, tuple[int, float]] = {}  # another host's last event, and when we heard of it
        self.forgetters: list[Callable[[str], None]] = []
        self._known = self.files.known
        self._t: Callable[[], str] = lambda: stamp(live.journal.now())
        self._faults = dict[str, str]()  # the last one logged for each match: the next second may repeat it
        self._unread = set[str]()  # perhaps changed by another host
        self._late: dict[str, tuple[int, str]] = {}  # due events: the last event, and when seen
        self._kept_out = set[str]()  # a clock of days ran out while the board kept the player out
        self._minute = ""  # the minute when clocks of days were last checked
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @contextmanager
    def _isolate(self, match: Match) -> Iterator[None]:
        """Do something for one match. An error there doesn't affect other matches."""
        try:
            yield
        except Exception as error:
            id, told = match.terms.id, repr(error)
            if self._faults.get(id) != told:
                self._faults[id] = told
                LOG.error("table %s: %s", id, told, exc_info=error)

    # -- reading

    def get(self, id: str) -> Match | None:
        file = self._known.get(id)
        return file.match if file else None

    def all(self) -> list[Match]:
        """Return all matches, oldest first."""
        return _by_age(file.match for file in self._known.values())

    def under_way(self) -> list[Match]:
        """Return the unfinished matches. The last week's finished ones may be thousands."""
        return _by_age(file.match for file in self._known.values() if file.match.stage != "over")

    def of(self, caller: str) -> list[Match]:
        """Return the unfinished matches in which that caller has a seat, or is invited."""
        return [
            match for match in self.under_way()
            if match.seat_of(caller) >= 0 or _asked(match, caller)
        ]  # fmt: skip

    def ms_now(self, match: Match) -> int:
        """Return the milliseconds since the beginning of play."""
        return match.ms_at(self._t())

    # -- what callers do

    async def open_table(self, caller: str, proposal: Proposal, id: str = "") -> Match:
        """Open a new match, perhaps under an `id` from `new_id`, with that caller in its first seat. Raises
        Refusal if that is not allowed, TableError if the disk refuses it."""
        game, what = self.games.get(proposal.door), proposal
        more = None if game is None else game.info.players.race if what.race else game.info.players.versus
        if game is None or more is None:
            raise Refusal(tr.tables.not_played_that_way())
        low, high = (2, 2) if what.race else (max(2, game.info.players.seats[0]), game.info.players.seats[1])
        if not low <= what.seats <= high:
            one = tr.tables.seats_exactly(seats=low)
            raise Refusal(tr.tables.seats_from_to(low=low, high=high) if low < high else one)
        if not may_be_set(what.clock):
            raise Refusal(tr.tables.not_a_clock(clock=repr(what.clock)))
        if what.to and what.to.casefold() == caller.casefold():
            raise Refusal(tr.tables.cannot_challenge_yourself())
        seed = secrets.token_bytes(32)
        agreed = {field.name: getattr(what, field.name) for field in fields(Proposal)}
        agreed["options"] = {**what.options, **more}
        terms = Terms(
            **agreed, id=id or new_id(), by=caller, seed=seed.hex(), commit=commitment(seed), t=self._t()
        )
        file = await asyncio.to_thread(self.files.create, terms)
        file.leaps = len(self.needs.leaps)
        self._known[terms.id] = file
        await self._react_to_change(file.match)
        return file.match

    async def do(self, id: str, event: Fields | None, n: int | None = None) -> Match:
        """Apply an event, or without one the pauses for leaps of time; return the match. Raises Refusal if
        the event is impossible or `n` isn't the last event any more, TableError if the disk refuses it."""
        refused: Refusal | TableError | None = None
        async with self._locks.setdefault(id, asyncio.Lock()):
            file = self._known.get(id)
            if file is None:
                raise Refusal(tr.tables.table_is_gone())
            before = file.match.n

            def add(file: TableFile) -> None:
                self._t()  # notices a leap
                file.pause_for(self.needs.leaps, self._t)
                if event:
                    file.add(event, self._t, n)

            before_us = file
            for _ in range(TRIES):
                try:
                    await asyncio.shield(asyncio.to_thread(add, file))
                except Conflict:
                    file = await self._reread(id) or file
                    refused = Refusal(tr.tables.changed_meanwhile())
                    continue
                except (Refusal, TableError) as error:
                    refused = error
                else:
                    refused = None
                break
            match = file.match
        if match.n != before:  # a refused event may have come after a pause
            await self._react_to_change(match, is_ours=refused is None or file is before_us)
        if refused:
            raise refused
        return self._known[id].match if id in self._known else match

    async def follow(self, id: str, n: int) -> None:
        """React to event `n` of a match, which another host has written."""
        async with self._locks.setdefault(id, asyncio.Lock()):
            before = self.get(id)
            if before and before.n >= n:
                return
            file = await self._reread(id)
        if file is None or (before and file.match.n == before.n):
            return
        if before and before.stage != file.match.stage:
            with suppress(RecordsError):
                await self.live.journal.decide(())  # counts the match's lines
        self._theirs[id] = file.match.n, time.monotonic()
        await self._react_to_change(file.match, is_ours=False)

    def look_again(self, shown: Iterable[str]) -> None:
        """Have the next `refresh` read the matches under way, those `shown`, and new ones, because another
        host may have written unnoticed."""
        self._minute = ""
        self._unread |= {*shown, *(match.terms.id for match in self.under_way())}

    async def _reread(self, id: str) -> TableFile | None:
        """Read a match again, while its lock is held."""
        try:
            file = await asyncio.to_thread(self.files.load, id)
        except TableBusy:
            self._unread.add(id)
            return None
        except TableError:  # it is gone: the next minute tells
            return None
        old = self._known.get(id)
        file.leaps = old.leaps if old else len(self.needs.leaps)
        self._known[id] = file
        return file

    async def _react_to_change(self, match: Match, is_ours: bool = True) -> None:
        """React to a change: call the followers, begin the game, ask the computers. Another host does the
        rest of what it has written."""
        since = self._told.get(match.terms.id, -1)
        if match.n >= since:  # else another change has overtaken this one
            self._told[match.terms.id] = match.n
            for follower in list(self.followers):
                with self._isolate(match):
                    follower(match, since, is_ours)
        if not is_ours:
            return
        await self._go_on(match)

    async def _go_on(self, match: Match) -> None:
        """Begin the game if everybody is there, or ask the computers."""
        seats = range(len(match.seats))
        if match.stage == "forming":
            if not any(waits_for(self.games[match.terms.door], match, seat) for seat in seats):
                await self._try(match.terms.id, {"do": "begin"}, match.n)
        else:
            self.computers.look(match)

    async def _try(self, id: str, event: Fields | None, n: int) -> None:
        try:
            await self.do(id, event, n)
        except Refusal as why:
            LOG.debug("table %s: %s", id, why)
        except TableError as error:
            LOG.error("table %s: %s", id, error)

    # -- timed events

    async def open(self) -> list[str]:
        """Load every match; return a sentence for each that can't go on."""
        notes = await self._look()
        since = await asyncio.to_thread(self.files.alive)
        for match in self.under_way():
            end = self.ms_now(match)
            if match.stage == "play" and (start := ms_up(match, since, end)) != end:
                await self._try(match.terms.id, {"do": "pause", "from": start, "to": end}, match.n)
        for match in self.under_way():  # the last process may have waited for players to be let in
            if (event := _due(match, self._t(), self.needs.days())) and event["do"] == "time":
                self._kept_out.add(match.terms.id)
        alone = not self.files.store.host  # another host may have its callers at play
        for match in self.under_way() if alone else ():  # a killed board could not adjourn live games
            if match.stage == "play" and is_live(match.clock):
                with self._isolate(match):
                    await self._try(match.terms.id, {"do": "adjourn"}, match.n)
        return notes

    async def refresh(self) -> list[str]:
        """End games whose time is up, ask computers to move, delete old matches;
        return sentences for the log."""
        t = self._t()
        unread, self._unread = self._unread, set()
        for changed in filter(None, map(self.get, unread)):
            await self.follow(changed.terms.id, changed.n + 1)
        for file in [file for file in self._known.values() if file.leaps < len(self.needs.leaps)]:
            with self._isolate(file.match):
                await self._try(file.match.terms.id, None, file.match.n)
        while self.files.renamed:
            if match := self.get(self.files.renamed.pop()):
                with self._isolate(match):
                    await self._match_lines.enter(match)
                with self._isolate(match):
                    await self._react_to_change(match)
        minute, before, self._minute = t[:16], self._minute, t[:16]
        notes = await self._look(not self.files.store.host) if minute != before else []
        under_way = self.under_way()
        if minute != before or any(is_live(match.clock) for match in under_way):
            await asyncio.to_thread(self.files.live_at, t)
        for match in under_way:
            is_slow = match.stage == "play" and not is_live(match.clock)  # 300 clocks of days cost 4 ms
            if minute != before or not is_slow:
                with self._isolate(match):
                    await self._look_at_clock(match, t)
        await self._forget_old()
        return notes

    async def _look_at_clock(self, match: Match, t: str) -> None:
        """Apply the event that is due in a match, deadlines in days only after a while. If none is due, and
        no other host has just written an event, do what the match waits for."""
        id, event = match.terms.id, self._unless_kept_out(match, _due(match, t, self.needs.days()), t)
        if event is None:
            self._late.pop(id, None)
            n, heard = self._theirs.get(id, (-1, 0.0))
            is_theirs = n == match.n and time.monotonic() - heard < THEIRS_SECONDS
            if not is_theirs:
                await self._go_on(match)
            return
        n, since = self._late.get(id, (-1, t))
        if n != match.n:
            self._late[id] = (match.n, t)
        elif stamp(datetime.fromisoformat(since) + LATE) <= t:
            await self._try(id, event, match.n)
            return
        if is_live(match.clock):
            await self._try(id, event, match.n)

    def _unless_kept_out(self, match: Match, event: Fields | None, t: str) -> Fields | None:
        """Return what is due, but let nobody lose on a clock of days while the board keeps them out.

        Nothing happens until they may play again. Then they have until the board keeps them out once more,
        or the whole time for a move if that is shorter.
        """
        id = match.terms.id
        if event is None or event["do"] != "time" or is_live(match.clock):
            self._kept_out.discard(id)
            return event
        seat, whole = int(event["seat"]), time_for(match.clock)
        let_in = self.needs.lets_in(match.seats[seat], match.terms.door)
        if let_in <= 0:
            self._kept_out.add(id)
        if id not in self._kept_out:
            return event
        if (left := min(let_in - LAST_MS, whole)) <= 0:
            return None
        due = match.since[seat] + whole
        start = max(due - left, match.since[seat], max((at for at, _ in match.changes), default=0))
        return {"do": "pause", "from": start, "to": match.ms_at(t)} if start < due else event

    async def _forget_old(self) -> None:
        """Delete booked matches that ended long ago, and withdrawn ones."""
        now = self.live.journal.now()
        old, withdrawn = stamp(now - KEPT), stamp(now - WITHDRAWN_KEPT)
        over = [file.match for file in self._known.values() if file.match.stage == "over"]
        for match in over:
            is_old = match.t < (withdrawn if match.end == "withdrawn" else old)
            if is_old and not self._match_lines.lacks(match):
                self._forget(match.terms.id)
                with self._isolate(match):
                    await asyncio.to_thread(self.files.delete, match.terms.id)

    def _forget(self, id: str) -> None:
        self._late.pop(id, None)
        self._told.pop(id, None)
        self._theirs.pop(id, None)
        self._kept_out.discard(id)
        if self._known.pop(id, None):
            for forget in self.forgetters:
                forget(id)

    async def _look(self, is_ours: bool = True) -> list[str]:
        """Load matches that are new or could not be read before, and forget those without a file. Unless it
        `is_ours`, another host does what a new one asks for."""
        before = set(self._known)
        ids, loaded, notes = await asyncio.to_thread(self.files.load_new)
        for id in before - ids:
            self._forget(id)
        for id, file in loaded.items():
            if file.match.stage != "over" and self._match_lines.has_ended(file.match):  # as after a power cut
                await asyncio.to_thread(self.files.delete, id)
                notes.append(tr.tables.table_outdated(id=id))
            else:
                file.leaps = len(self.needs.leaps)
                self._known[id] = file
                with self._isolate(file.match):
                    await self._match_lines.enter(file.match)
                with self._isolate(file.match):
                    await self._react_to_change(file.match, is_ours)
        return notes


def new_id() -> str:
    return secrets.token_hex(8)


def _by_age(matches: Iterable[Match]) -> list[Match]:
    return sorted(matches, key=lambda match: match.terms.t)


def _asked(match: Match, caller: str) -> bool:
    return match.stage == "forming" and match.terms.to.casefold() == caller.casefold() != ""


def _due(match: Match, t: str, days: int) -> Fields | None:
    """Return the event that is due, or None: a caller is out of time, a challenge was not answered, or an
    adjourned game has waited for `days`. With a clock of days, such a game resumes."""
    lapse, ms = {"do": "lapse", "days": days}, match.ms_at(t)
    seat = out_of_time(match, ms)
    if seat >= 0:
        return {"do": "time", "seat": seat}
    if match.adjourned and adjourned_time(match, ms) >= days * DAY_MS:
        return lapse if is_live(match.agreed) else {"do": "go"}
    return lapse if match.challenge_age(t) >= days * DAY_MS else None
