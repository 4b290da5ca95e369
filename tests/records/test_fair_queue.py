"""Who is next where work costs much: many pieces of one do not come before the one of another."""

import asyncio
import threading

import pytest
from argon2 import PasswordHasher
from effort import PATIENCE
from hypothesis import given
from hypothesis import strategies as st
from records_kit import right_password
from store_kit import kept_in

from door.records.callers import passwords as fair_queue
from door.records.callers.callers import Callers
from door.records.callers.passwords import FairQueue, Name, Passwords


class GatedQueue:
    """A queue behind one piece of work that goes on until `go`; `done` is whose came when."""

    def __init__(self, at_once: int = 1) -> None:
        self.queue, self.gate = FairQueue(at_once), threading.Event()
        self.done: list[Name] = []
        self.most = self._now = 0
        self._counting = threading.Lock()

    def ask(self, *name: str) -> asyncio.Task[None]:
        return asyncio.create_task(self.queue.run(name, lambda: self._work(name)))

    def _work(self, name: Name) -> None:
        with self._counting:
            self._now += 1
            self.most = max(self.most, self._now)
        self.gate.wait(30)
        with self._counting:
            self._now -= 1
            self.done.append(name)

    async def started(self, pieces: int) -> None:
        """Waits until so many are asked for, and as many as may be are under way."""
        for _ in range(10_000):
            if len(self.queue) >= pieces:
                return
            await asyncio.sleep(0)
        raise AssertionError(f"{len(self.queue)} wait, not {pieces}")

    async def settled(self) -> None:
        """Waits until nothing is under way."""
        for _ in range(10_000):
            if not self.queue.under_way:
                return
            await asyncio.sleep(0.001)
        raise AssertionError(f"{self.queue.under_way} are under way")

    async def all_of(self, *asked: asyncio.Task[None]) -> None:
        self.gate.set()
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*asked, return_exceptions=True)


async def test_one_who_comes_last_is_served_next_to_one_who_asks_two_hundred_times():
    desk = GatedQueue()
    many = [desk.ask("192.0.2.1", f"name {n}") for n in range(200)]
    await desk.started(199)
    one, other = desk.ask("198.51.100.1", "alice"), desk.ask("198.51.100.2", "bob")
    await desk.started(201)
    await desk.all_of(*many, one, other)
    assert desk.done[1:3] == [("198.51.100.1", "alice"), ("198.51.100.2", "bob")]
    assert desk.most == 1 and len(desk.done) == 202


async def test_of_one_address_s_share_a_handle_guessed_at_takes_no_more_than_another():
    """A proxy's callers share its address."""
    desk = GatedQueue()
    guesses = [desk.ask("192.0.2.1", "sysop") for _ in range(50)]
    await desk.started(49)
    one, elsewhere = desk.ask("192.0.2.1", "alice"), [desk.ask("192.0.2.9", "bob") for _ in range(3)]
    await desk.started(53)
    await desk.all_of(*guesses, one, *elsewhere)
    sysop, alice, bob = ("192.0.2.1", "sysop"), ("192.0.2.1", "alice"), ("192.0.2.9", "bob")
    assert desk.done[:7] == [sysop, bob, alice, bob, sysop, bob, sysop], "the addresses take turns"


async def test_of_one_address_a_handle_that_was_not_asked_for_lately_comes_first():
    desk = GatedQueue()
    many = [desk.ask("192.0.2.1", f"name {n}") for n in range(50)]
    await desk.started(49)
    await desk.all_of(*many)
    desk.gate.clear()
    again = [desk.ask("192.0.2.1", f"name {n}") for n in range(50)]
    await desk.started(49)
    one = desk.ask("192.0.2.1", "alice")
    await desk.started(50)
    await desk.all_of(*again, one)
    assert desk.done[50:53] == [("192.0.2.1", name) for name in ("name 0", "alice", "name 1")]


async def test_of_names_without_end_only_so_many_are_remembered(monkeypatch):
    monkeypatch.setattr(fair_queue, "MOST", 10)
    queue = FairQueue(2)
    for number in range(30):
        await queue.run((f"192.0.2.{number}", "alice"), int)
    assert len(queue.served) == 10


async def test_who_goes_away_gives_the_turn_back_and_work_begun_counts_until_it_is_done():
    desk = GatedQueue(at_once=2)
    first, second, third, fourth = (desk.ask("192.0.2.1", name) for name in "abcd")
    await desk.started(2)
    for gone in (first, third):
        gone.cancel()
    await asyncio.gather(first, third, return_exceptions=True)
    late = desk.ask("192.0.2.2", "e")
    await desk.started(2)
    assert not desk.done, "two are under way, though one has nobody who waits for it"
    await desk.all_of(second, fourth, late)
    await desk.settled()  # the first's work goes on though nobody waits for it any more
    assert sorted(name[1] for name in desk.done) == ["a", "b", "d", "e"] and desk.most == 2


async def test_work_that_fails_says_so_and_holds_up_nobody():
    queue = FairQueue(1)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            await queue.run(("a",), lambda: 1 // 0)
    assert await queue.run(("a",), lambda: 7) == 7


@given(
    st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from("xyz"), st.booleans()), max_size=30),
    st.integers(1, 3),
)
def test_whoever_comes_and_goes_all_are_served_and_none_is_left(steps, at_once):
    async def play() -> None:
        queue, asked, done = FairQueue(at_once), [], []
        for address, handle, goes in steps:
            task = asyncio.create_task(queue.run((address, handle), lambda: done.append(1)))
            asked.append(task)
            await asyncio.sleep(0)
            if goes:
                task.cancel()
        ends = await asyncio.gather(*asked, return_exceptions=True)
        assert await queue.run(("last",), lambda: len(done)) >= sum(end is None for end in ends)
        for _ in range(1_000_000):  # work that nobody waits for any more goes on to its end
            if not queue.under_way:
                break
            await asyncio.sleep(0)
        assert not (len(queue) or queue.under_way) and queue.free == at_once

    asyncio.run(play())


@pytest.mark.files("with a database, who is asked first is not who is looked up first")
async def test_guesses_from_one_address_hold_nobody_else_s_log_on_up(tmp_path):
    callers = Callers(kept_in(tmp_path), Passwords(PasswordHasher(1, 1024, 1)))
    await callers.register("Alice", "open sesame")
    wrong = [asyncio.create_task(right_password(callers, f"name {n}", "x", "192.0.2.1")) for n in range(200)]
    await asyncio.sleep(0)
    assert await right_password(callers, "Alice", "open sesame", "198.51.100.1")
    assert sum(task.done() for task in wrong) < 20, "it was among the next"
    assert not any(await asyncio.gather(*wrong))
