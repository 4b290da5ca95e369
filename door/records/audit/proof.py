"""Checks a game: its options, its owner, and that its replay proves it.

Guarantees: as for the grammar, only `Wrong` is raised, and reasons are short and plain ASCII.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final, NamedTuple, Self

from door.games.chance import chance_for, commitment
from door.games.game import IllegalMove
from door.games.info import Option, Options
from door.games.record import Record
from door.play.replay import GameReader
from door.records.journal.grammar import COMPUTER, Wrong, short
from door.records.journal.lines import Fields, caller_key
from door.ui.texts import tr


def complete(door: GameReader, options: Mapping[str, Any]) -> Options:
    """Return the options with the defaults filled in. Raises Wrong if the door does not allow one."""
    if not options:
        return door.INFO.defaults()
    try:
        full = door.INFO.complete(options)
    except KeyError as error:
        raise Wrong(tr.audit.no_option(option=short(error.args[0]))) from None
    for option in door.INFO.options:
        if option.recorded and option.name in options and not _allowed(option, full[option.name]):
            raise Wrong(tr.audit.option_not_allowed(option=option.name))
    return full


def _allowed(option: Option, value: Any) -> bool:
    if type(value) is not type(option.default):
        return False
    if isinstance(value, tuple):
        fits = len(value) == len(option.default)  # type: ignore[arg-type]  # both are tuples here
        return fits and all(type(n) is int and option.low <= n <= option.high for n in value)
    if isinstance(value, str):
        return not option.choices or value in option.choices
    if option.numbers:
        return value in option.numbers
    return isinstance(value, bool) or option.low <= value <= option.high


def same_options(door: GameReader, options: Options, others: Mapping[str, Any]) -> bool:
    """True if both agree on the options that belong to the rules."""
    recorded = door.INFO.journal_options
    return recorded(options) == recorded(complete(door, others))


class Claim(NamedTuple):
    """A finished game as its line has it, and its score. `computers` asks to check the computers' choices
    too."""

    door: str
    record: Record
    score: int
    computers: bool = False


def move_refused(error: IllegalMove) -> str:
    return tr.audit.move_refused(why=ascii(str(error)[:200])[1:-1])


def wrong_with(doors: Mapping[str, GameReader], claim: Claim) -> str:
    """Return what disproves the claim, or "". The moves must lead from the seed to the end,
    and to the score."""
    try:
        outcome = doors[claim.door].replay(claim.record)
    except IllegalMove as error:
        return move_refused(error)
    except Exception as error:  # any error a hostile line causes in the rules is the line's fault
        return tr.audit.no_replay(error=type(error).__name__)
    if not outcome.ended:
        return tr.audit.moves_stop()
    if outcome.score != claim.score:
        return tr.audit.other_score(score=str(claim.score)[:20], outcome=outcome.score)
    return wrong_choice(doors, claim, sys.maxsize)[1] if claim.computers else ""


def has_computer(door: GameReader, claim: Claim) -> bool:
    """True if a computer plays: one is named, or the second of two seats is nobody's."""
    seats, alone = (
        claim.record.seats,
        door.INFO.players.seats[1] != 2 or claim.record.options.get("players") == 1,
    )
    return any(seat.startswith(COMPUTER) for seat in seats) or (len(seats) < 2 and not alone)


def wrong_choice(doors: Mapping[str, GameReader], claim: Claim, most: int) -> tuple[int, str]:
    """Check the first `most` choices of the game's computers. Return how many were checked, and the first
    wrong one or "". A game that can't be replayed has no choices."""
    try:
        return doors[claim.door].wrong_choice(claim.record, most)
    except IllegalMove:
        return 0, ""
    except Exception as error:  # as in `wrong_with`
        return 0, tr.audit.computer_not_worked_out(error=type(error).__name__)


PORTION: Final = 250
"""Claims to send at a time. With fewer, no process is started."""

AHEAD: Final = 4
"""Most portions that wait for a process, so that a long journal doesn't fill the memory."""

FileLine = tuple[str, int]
"""A line of the journal: its file's name and its number."""


class ReplayPool:
    """Takes claims (`take`) and gives the wrong ones in the end (`wrong`). `jobs` processes help, 0 for
    none; `away` are the portions they have."""

    def __init__(self, doors: Mapping[str, GameReader], jobs: int = 0) -> None:
        self.doors, self.jobs = doors, jobs
        self._claims: list[tuple[FileLine, Claim]] = []
        self._wrong: list[tuple[FileLine, str]] = []
        self.away: deque[tuple[list[tuple[FileLine, Claim]], Future[list[str]]]] = deque()
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        if self._pool:
            self._pool.shutdown(cancel_futures=True)

    def take(self, file_line: FileLine, claim: Claim) -> None:
        self._claims.append((file_line, claim))
        if len(self._claims) >= PORTION:
            self._send()

    def wrong(self) -> Iterator[tuple[FileLine, str]]:
        """Yield the wrong claims with the reasons, once all are checked."""
        while self.away:
            self._collect()
        self._prove(self._claims)
        yield from self._wrong

    def _send(self) -> None:
        """Send a portion to a process, or check it here without one."""
        portion, self._claims = self._claims, []
        if not self.jobs:
            self._prove(portion)
            return
        try:
            self._pool = self._pool or _pool(self.doors, self.jobs)
            self.away.append((portion, self._pool.submit(_prove_all, [claim for _, claim in portion])))
        except (OSError, RuntimeError):  # no more processes, or the pool is broken
            self._prove(portion)
        if len(self.away) > self.jobs * AHEAD:
            self._collect()

    def _collect(self) -> None:
        portion, future = self.away.popleft()
        try:
            self._note(portion, future.result())
        except (BrokenProcessPool, OSError):
            self._prove(portion)

    def _prove(self, portion: Sequence[tuple[FileLine, Claim]]) -> None:
        self._note(portion, [wrong_with(self.doors, claim) for _, claim in portion])

    def _note(self, portion: Sequence[tuple[FileLine, Claim]], said: Sequence[str]) -> None:
        self._wrong += [(file_line, why) for (file_line, _), why in zip(portion, said, strict=True) if why]


# -- in the other processes ----------------------------------------------------------------

_DOORS: dict[str, GameReader] = {}
"""Filled by `_begin`, the only way to hand them to a process."""


def _pool(doors: Mapping[str, GameReader], jobs: int) -> ProcessPoolExecutor:
    """Fork the processes, so that doors needn't be sent. An audit has no other threads."""
    return ProcessPoolExecutor(jobs, multiprocessing.get_context("fork"), _begin, (doors,))


def _begin(doors: Mapping[str, GameReader]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is for the audit, which ends us
    _DOORS.update(doors)


def _prove_all(claims: list[Claim]) -> list[str]:
    return [wrong_with(_DOORS, claim) for claim in claims]


# -- the games of an audit -----------------------------------------------------------------------


class GameCheck:
    """The games of an audit, or only one `month`'s.

    `file_line` is the current line and `games` the number of games checked. `computers` has the lines of
    games with computers, and their callers' words. With `choices` all those games are checked move by move.
    `ids` are those of all turns.
    """

    def __init__(
        self, doors: Mapping[str, GameReader], month: str | None, replays: ReplayPool, choices: bool
    ) -> None:
        self._doors, self._month, self._replays, self._choices = doors, month, replays, choices
        self.computers: dict[FileLine, tuple[str, ...]] = {}
        self.ids: set[str] = set()
        self.file_line: FileLine = ("", 0)
        self.games = 0

    def door(self, slug: str) -> GameReader:
        door = self._doors.get(slug)
        if door is None:
            raise Wrong(tr.audit.no_door(door=short(slug)))
        return door

    def take_id(self, id: str) -> None:
        """Note a turn's id. Raises Wrong if it is taken."""
        if id in self.ids:
            raise Wrong(tr.audit.id_twice(id=short(id)))
        self.ids.add(id)

    def check_owner(self, f: Fields, turn: Fields, now: str) -> None:
        """Raise Wrong if the game isn't its turn's. The caller may have another key `now`."""
        if turn["door"] != f["door"]:
            raise Wrong(tr.audit.turn_other_door(door=short(turn["door"])))
        if caller_key(f["caller"]) not in (caller_key(turn["caller"]), now):
            raise Wrong(tr.audit.turn_other_caller(caller=short(turn["caller"])))

    def is_asked(self, month: str) -> bool:
        """True if games of that month are to be checked."""
        return self._month in (None, month)

    def prove(self, f: Fields, turn: Fields, month: str) -> None:
        """Check commitment, players, options, every move, the end and the score of a game of that month."""
        if not self.is_asked(month):
            return
        self.games += 1
        if commitment(bytes.fromhex(f["seed"])) != turn["commit"].lower():
            raise Wrong(tr.audit.seed_not_of_turn())
        check_seats(f["seats"], f["caller"])
        door, claim = self.door(f["door"]), self.claim(f, tuple(turn.get("words", ())))
        if f["options"] != turn["options"] and not same_options(door, claim.record.options, turn["options"]):
            raise Wrong(tr.audit.options_not_of_turn())
        if has_computer(door, claim):
            self.computers[self.file_line] = claim.record.words
            claim = claim._replace(computers=self._choices)
        self._replays.take(self.file_line, claim)

    def claim(self, f: Fields, words: tuple[str, ...]) -> Claim:
        """Return what a game's line claims. Its turn had these `words`."""
        options, chance = complete(self.door(f["door"]), f["options"]), chance_for(f["seed"], words)
        record = Record(options, tuple(f["seats"]), chance, tuple(f["moves"]), words=words)
        return Claim(f["door"], record, f["score"])


def check_seats(seats: Sequence[str], caller: str) -> None:
    """Raise Wrong unless the caller has the first seat. The replay checks the others."""
    if caller_key(seats[0]) != caller_key(caller) or seats[0].startswith(COMPUTER):
        raise Wrong(tr.audit.first_seat())
