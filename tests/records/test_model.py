"""A board against a simple model of what a caller is owed: games begun, moved, dropped,
resumed and finished, handles changed, midnights, a disk that fills and one that holds again."""

import asyncio
import errno
import os
import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from effort import examples
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from records_kit import WRITERS, Clock, journal_lines, make_store
from testdoor import TestDoor

from door.games.chance import Chance
from door.games.record import Record
from door.play.api import Begun
from door.records.audit.audit import audit
from door.records.callers.accounts import Accounts
from door.records.callers.caller_file import Caller
from door.records.callers.callers import Callers
from door.records.play.game_store import GameStore
from door.records.play.lifecycle import GameWish
from door.records.store.files import Folder
from door.ui.screen import No

pytestmark = pytest.mark.files("it is about disks that fail")

DICE = TestDoor()
NAMES = ("Ann", "Bob")
WHO = st.integers(0, len(NAMES) - 1)
QUOTA, LENGTH = 3, 3
LETTERS = "abcdefghjkpqstxz"
"""None that looks like another: such a handle would be refused."""


@dataclass
class Owed:
    """What the books owe one caller: the game that is open, with its moves, and how many calls have it;
    `ranked` are the scores of games not given up, which rank."""

    handle: str
    spent: int = 0
    free: int = 0
    open: Begun | None = None
    moves: list[str] = field(default_factory=list)
    playing: int = 0
    told: bool = False
    ended: dict[str, int] = field(default_factory=dict)
    scores: dict[str, list[int]] = field(default_factory=dict)
    ranked: dict[str, list[int]] = field(default_factory=dict)

    def outcome(self, moves: list[str]) -> Any:
        assert self.open
        return DICE.replay(
            Record(self.open.options, tuple(self.open.seats), Chance(self.open.chance.seed), tuple(moves))
        )


class Books(RuleBasedStateMachine):
    """`disk` says whether it takes what is written, `settled` whether the board has written all that it
    owed since it last did not. What was decided meanwhile, the journal says."""

    @initialize()
    def start(self) -> None:
        self.data = Path(tempfile.mkdtemp())
        self.loop = asyncio.new_event_loop()
        self.clock = Clock()
        self.clock.set("2025-11-29 12:00")
        self.disk, self.settled, self.renamed = True, True, 0
        self.patch = pytest.MonkeyPatch()
        for module in WRITERS:
            self.patch.setattr(module, "write_all", self._writer(module.write_all))
        self.callers = [Owed(name) for name in NAMES]
        for name in NAMES:
            Callers(Folder(self.data)).create(Caller(name))
        self.board = self._opened()

    def _writer(self, real: Any) -> Any:
        def write(fd: int, data: bytes) -> None:
            if self.disk:
                return real(fd, data)
            real(fd, data[: len(data) // 2])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        return write

    def _opened(self) -> GameStore:
        store = make_store(self.data, self.clock, turns_per_day=QUOTA)
        self.loop.run_until_complete(store.open())
        return store

    def _settled(self) -> None:
        """The board has written what it owes."""
        for _ in range(2):
            self.loop.run_until_complete(self.board.refresh())
        self.settled = self.disk
        if self.settled:
            self._reread()

    def _reread(self) -> None:
        """After a time without a disk: each game that was charged counts once, and no other."""
        lines = journal_lines(self.data / "journal")
        charged = {line["id"] for line in lines if line["kind"] == "turn"}
        ends = {line["id"]: line for line in lines if line["kind"] == "game"}
        assert len(ends) == sum(line["kind"] == "game" for line in lines) and ends.keys() <= charged
        for caller in self.callers:
            mine = {id: ends[id] for id in caller.ended if id in charged}
            assert all(mine[id]["score"] == caller.ended[id] for id in mine)
            caller.scores, caller.ranked = {}, {}
            for line in mine.values():
                caller.scores.setdefault(line["month"], []).append(line["score"])
                if line["moves"][-1] != "quit":
                    caller.ranked.setdefault(line["month"], []).append(line["score"])
            books = self.board.standings.books("dice", caller.handle)
            assert books.turns_left is not None and 0 <= books.turns_left <= QUOTA
            caller.spent, caller.free = QUOTA - books.turns_left, books.free_turns
            if caller.open and caller.open.id not in charged:  # it has become practice
                for _ in range(caller.playing):
                    self.board.games.forget(caller.open.id)
                caller.open, caller.playing = None, 0

    # -- what callers do

    @rule(who=WHO)
    def begin(self, who: int) -> None:
        caller = self.callers[who]
        answer = self.loop.run_until_complete(
            self.board.games.begin(self.board.ranked, GameWish("dice", caller.handle))
        )
        if not self.settled and isinstance(answer, No):
            return
        if self.settled and not caller.open and caller.spent >= QUOTA and not caller.free:
            assert isinstance(answer, No), "there is no turn left"
            return
        assert isinstance(answer, Begun), answer
        game = answer.record
        if caller.open:
            assert answer.resumed and game.id == caller.open.id and list(game.moves) == caller.moves
        else:
            assert not answer.resumed and game.moves == ()
            is_free = game.kind == "free"
            assert not self.settled or is_free is (caller.spent >= QUOTA), (
                "a free turn is taken when no paid one is left"
            )
            caller.spent, caller.free = caller.spent + (not is_free), caller.free - is_free
            caller.moves = []
        caller.open, caller.playing = game, caller.playing + 1
        caller.told = bool(answer.note) or (caller.told and not self.disk)

    def _in_play(self, who: int) -> Owed | None:
        caller = self.callers[who]
        return caller if caller.playing else None

    @rule(who=WHO)
    def move(self, who: int) -> None:
        caller = self._in_play(who)
        if caller and caller.open and len(caller.moves) < LENGTH - 1:
            note = self.board.games.add_move(caller.open.id, "die")
            caller.moves.append("die")
            caller.told = bool(note) or (caller.told and not self.disk)
            assert self.disk or caller.told, "what is not saved is told, once"

    @rule(who=WHO)
    def drop(self, who: int) -> None:
        if (caller := self._in_play(who)) and caller.open:
            self.board.games.forget(caller.open.id)
            caller.playing -= 1

    @rule(who=WHO, end=st.sampled_from(("stop", "jackpot", "quit")))
    def finish(self, who: int, end: str) -> None:
        if not (caller := self._in_play(who)) or not caller.open:
            return
        store = self.board
        store.games.add_move(caller.open.id, end)
        outcome = caller.outcome([*caller.moves, end])
        booked = self.loop.run_until_complete(store.games.finish(caller.open.id))
        assert booked.note or self.disk
        assert not booked.note or not self.settled
        assert booked.seed == caller.open.chance.seed.hex()
        caller.ended[caller.open.id] = outcome.score
        caller.scores.setdefault(self.month, []).append(outcome.score)
        if end != "quit":
            caller.ranked.setdefault(self.month, []).append(outcome.score)
        caller.free += outcome.free_turns
        caller.open, caller.playing = None, 0

    # -- what befalls the board

    @property
    def month(self) -> str:
        return self.clock().strftime("%Y-%m")

    @precondition(lambda self: self.settled)
    @rule(who=WHO)
    def rename(self, who: int) -> None:
        caller = self.callers[who]
        if any(one.playing for one in self.callers):
            return
        self._settled()
        self.renamed += 1
        to = f"{NAMES[who]} {LETTERS[self.renamed % 16] * (1 + self.renamed // 16)}"
        store = self.board
        known = Callers(Folder(self.data))
        saves = store.ranked.saves
        hand = Accounts(known, store.journal, saves, {"dice": "Dice"}, lambda key: False, "Sysop",
                        store.tables.files)  # fmt: skip
        hand.rename(caller.handle, to)
        caller.handle = to
        self._settled()

    @rule()
    def midnight(self) -> None:
        self.clock.pass_by(days=1)
        self.loop.run_until_complete(self.board.roll_over())
        for caller in self.callers:
            caller.spent = 0

    @rule()
    def disk_fills(self) -> None:
        self.disk = self.settled = False

    @precondition(lambda self: not self.disk)
    @rule(retried=st.booleans())
    def disk_holds_again(self, retried: bool) -> None:
        """The journal's own next try may come before anybody tidies up."""
        self.disk = True
        if retried:
            self.loop.run_until_complete(self.board.journal.retry())

    @precondition(lambda self: self.disk and not self.settled)
    @rule()
    def settle(self) -> None:
        self._settled()

    @precondition(lambda self: self.settled)
    @rule()
    def restart(self) -> None:
        """A clean stop: its callers are hung up on, and another process takes its place."""
        for caller in self.callers:
            if caller.open:
                for _ in range(caller.playing):
                    self.board.games.forget(caller.open.id)
                caller.playing = 0
        self.loop.run_until_complete(self.board.close())
        self.board = self._opened()

    # -- what must hold

    @invariant()
    def a_game_waits_for_whoever_has_one(self) -> None:
        """Whatever the disk does."""
        for caller in self.callers:
            assert self.board.ranked.waits("dice", caller.handle) or not caller.open

    @precondition(lambda self: self.settled)
    @invariant()
    def every_caller_has_their_due(self) -> None:
        for caller in self.callers:
            books = self.board.standings.books("dice", caller.handle)
            assert (books.turns_left, books.free_turns) == (QUOTA - caller.spent, caller.free)
            assert books.score == sum(caller.ranked.get(self.month, ()))

    @precondition(lambda self: self.settled)
    @invariant()
    def the_journal_proves_it(self) -> None:
        """On a sound disk the audit finds nothing."""
        self._settled()
        due = {c.handle: sum(scores) for c in self.callers if (scores := c.ranked.get(self.month))}
        store = self.board
        assert {row.caller: row.score for row in store.standings.books("dice", "Ann").standing} == due
        for caller in self.callers:
            assert store.standings.turns_left("dice", caller.handle) == QUOTA - caller.spent
            assert store.ranked.waits("dice", caller.handle) is (caller.open is not None)
        report = audit(self.data / "journal", {"dice": DICE})
        assert report.faults == ()
        assert report.games == sum(len(scores) for c in self.callers for scores in c.scores.values())

    def teardown(self) -> None:
        if hasattr(self, "board"):
            self.disk = True
            self.loop.run_until_complete(self.board.close())
            self.loop.close()
            self.patch.undo()
            shutil.rmtree(self.data)


TestBooks = Books.TestCase
TestBooks.settings = examples(20, stateful_step_count=30, deadline=None)
