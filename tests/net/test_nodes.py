import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from effort import PATIENCE
from hostile import Client
from other_words import other_words
from wire import NAWS, TTYPE, TelnetClient, telnet_board

from door.net.guard.nodes import Nodes
from door.net.line import CallLine, Hints, HungUp, LineEvent, LostCaller
from door.settings.models import LimitSettings
from door.ui.texts import speak, tr


class Caller:
    """A line without a wire: what was sent to it is kept."""

    def __init__(self, address: str = "192.0.2.1", kind: str = "telnet", **more: Any) -> None:
        self.hints = Hints(kind, address, **more)
        self.shown = b""
        self.hung_up = False
        self._events: asyncio.Queue[LineEvent] = asyncio.Queue()

    async def receive(self) -> LineEvent:
        return HungUp() if self.hung_up else await self._events.get()

    async def send(self, data: bytes) -> None:
        if self.hung_up:
            raise LostCaller
        self.shown += data

    async def hang_up(self) -> None:
        self.hung_up = True
        self._events.put_nowait(HungUp())


async def stay(line: CallLine, node: int) -> None:
    while not isinstance(await line.receive(), HungUp):
        pass


@pytest.fixture
async def nodes_of():
    """Makes nodes. At the end they are shut, and their calls are over."""
    made = list[Nodes]()

    def make(limits=None, **more):
        made.append(Nodes(stay, limits or LimitSettings(), **more))
        return made[-1]

    yield make
    for nodes in made:
        await nodes.shut("", 1)
        assert not nodes.calls


async def calling(nodes: Nodes, *lines: Caller) -> list[asyncio.Task[None]]:
    tasks = [asyncio.create_task(nodes.answer(line)) for line in lines]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    return tasks


async def until(condition: Callable[[], object]) -> None:
    """Let the tasks take their steps until it is so."""
    for _ in range(1000):
        if condition():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never was")


async def test_who_has_logged_on_is_known_by_the_line(nodes_of):
    nodes = nodes_of()
    lines = [Caller(), Caller("127.0.0.1"), Caller(proved=True)]
    await calling(nodes, *lines)
    assert [nodes.has_proved(line) for line in lines] == [False, False, True]
    nodes.trust(1)
    nodes.trust(2)
    assert all(map(nodes.has_proved, lines)) and not nodes.has_proved(Caller())


async def test_calls_of_other_hosts_count_too():
    nodes = Nodes(
        stay, LimitSettings(nodes=4, per_address=2), elsewhere=lambda: ("192.0.2.1", "192.0.2.9")
    )  # fmt: skip
    lines = Caller(), Caller(), Caller("192.0.2.8"), Caller("192.0.2.7")
    tasks = await calling(nodes, *lines)
    assert [line.hung_up for line in lines] == [False, True, False, True]
    assert tr.refused.too_many_from_address().encode() in lines[1].shown
    assert tr.refused.all_nodes_busy().encode() in lines[3].shown
    await nodes.shut("", 1)
    await asyncio.gather(*tasks)


async def test_a_node_whose_program_is_still_saving_is_nobody_s(nodes_of):
    """It is not given to the next caller, and counts as one of the board's nodes."""
    held = {1}
    nodes = nodes_of(LimitSettings(nodes=3), held=lambda: held)
    lines = Caller(), Caller("192.0.2.8"), Caller("192.0.2.7")
    await calling(nodes, *lines)
    assert set(nodes.calls) == {2, 3} and [line.hung_up for line in lines] == [False, False, True]
    held.clear()
    late = Caller("192.0.2.6")
    await calling(nodes, late)
    assert set(nodes.calls) == {1, 2, 3} and not late.hung_up


async def test_a_host_s_node_numbers_follow_those_of_the_hosts_before_it():
    nodes = Nodes(stay, LimitSettings(nodes=4))
    nodes.slot = 2
    tasks = await calling(nodes, Caller(), Caller())
    assert set(nodes.calls) == {9, 10}
    for node in (9, 10):
        await nodes.shut("", node)
    await asyncio.gather(*tasks)


async def test_nodes_are_numbered_from_one_and_the_lowest_free_is_given(nodes_of):
    nodes = nodes_of(LimitSettings(per_address=3))
    lines = [Caller(), Caller(), Caller()]
    tasks = await calling(nodes, *lines)
    assert {node: call.line for node, call in nodes.calls.items()} == {1: lines[0], 2: lines[1], 3: lines[2]}
    await lines[1].hang_up()
    await tasks[1]
    assert set(nodes.calls) == {1, 3}
    await calling(nodes, Caller(), late := Caller())
    assert set(nodes.calls) == {1, 2, 3} and late.hung_up, "the call that has ended is not counted"
    assert nodes.answered == {"telnet": 4}


@pytest.mark.parametrize(
    ("limits", "others", "newcomer", "sentence"),
    [
        (LimitSettings(nodes=1), [Caller()], Caller("192.0.2.9"), b"All nodes are busy."),
        (LimitSettings(per_address=2), [Caller(), Caller()], Caller(), b"too many calls from your address"),
        (LimitSettings(unproved=1), [Caller()], Caller("192.0.2.9"), b"logging on right now"),
    ],
)
async def test_one_call_too_many_hears_why(nodes_of, limits, others, newcomer, sentence, caplog):
    nodes = nodes_of(limits)
    await calling(nodes, *others)
    await nodes.answer(newcomer)
    assert sentence in newcomer.shown
    assert newcomer.shown.count(b"\r\n") == 2
    assert newcomer.hung_up
    assert len(nodes.calls) == len(others)
    assert any(newcomer.hints.address in r.getMessage() for r in caplog.records)


async def test_who_is_banned_takes_no_node(nodes_of):
    nodes = nodes_of(kept_out={"203.0.113.9"}.__contains__)
    await calling(nodes, Caller())
    banned = Caller("203.0.113.9", proved=True)
    await nodes.answer(banned)
    assert banned.shown == b"\r\nYour address is banned from this board.\r\n"
    assert banned.hung_up and len(nodes.calls) == 1


async def test_proved_callers_are_no_strangers(nodes_of):
    nodes = nodes_of(LimitSettings(unproved=1))
    await calling(nodes, Caller("192.0.2.1"))
    await calling(nodes, Caller("192.0.2.2", proved=True))
    assert len(nodes.calls) == 2
    nodes.trust(1)
    await calling(nodes, Caller("192.0.2.3"))
    assert len(nodes.calls) == 3


async def test_a_crash_is_a_sentence_to_the_caller_and_a_line_in_the_log(caplog):
    async def crash(line: CallLine, node: int) -> None:
        raise ExceptionGroup("many", [ValueError("bad\nthing"), KeyError("x")])

    caller = Caller("192.0.2.5")
    await Nodes(crash, LimitSettings()).answer(caller)
    assert caller.shown == b"\r\nA fault on the board has ended this call. Please call again.\r\n"
    assert caller.hung_up
    errors = [r.getMessage() for r in caplog.records if r.levelname == "ERROR"]
    assert len(errors) == 1
    assert errors[0].startswith("crash node=1 from 192.0.2.5: ValueError: bad thing")
    assert "Traceback" not in caplog.text


async def test_a_lost_caller_is_no_crash(caplog):
    async def lose(line: CallLine, node: int) -> None:
        raise LostCaller("gone")

    await Nodes(lose, LimitSettings()).answer(Caller())
    assert not [r for r in caplog.records if r.levelname == "ERROR"]


async def test_at_the_close_everyone_is_told_and_nobody_comes_in():
    nodes = Nodes(stay, LimitSettings())
    lines = [Caller(), Caller()]
    tasks = await calling(nodes, *lines)
    await nodes.shut("The board is closing.", 1)
    assert [line.shown for line in lines] == [b"\r\nThe board is closing.\r\n"] * 2
    assert all(task.done() for task in tasks)
    late = Caller()
    await nodes.answer(late)
    assert b"closing" in late.shown


async def test_the_close_waits_for_no_one_for_ever(caplog):
    ended = []

    async def stubborn(line: CallLine, node: int) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(node)

    nodes = Nodes(stubborn, LimitSettings())
    tasks = await calling(nodes, Caller())
    await nodes.shut("", 0.01)
    assert ended == [1]
    assert tasks[0].done()
    assert any("did not end in time" in r.getMessage() for r in caplog.records)


async def test_a_call_that_closes_the_board_does_not_wait_for_itself():
    async def close(line: CallLine, node: int) -> None:
        await nodes.shut("", 10 * PATIENCE)

    nodes = Nodes(close, LimitSettings())
    await asyncio.wait_for(nodes.answer(Caller()), PATIENCE)


async def greet(line: CallLine, node: int) -> None:
    await line.send(b"node %d> " % node)
    await stay(line, node)


async def test_over_telnet_a_refusal_arrives_whole():
    nodes = Nodes(greet, LimitSettings(per_address=1, trusted=()))
    async with telnet_board(SimpleNamespace(run=nodes.answer)) as (_, port):
        first = await TelnetClient({24}).call(port)
        await first.see(b"node 1> ")
        second = await TelnetClient({24}).call(port)
        assert b"too many calls from your address.\r\n" in await second.closed()
        closed = asyncio.create_task(first.closed())
        await nodes.shut("bye", 2)
        assert await closed == b"\r\nbye\r\n"


async def test_who_is_refused_hears_it_in_the_sysop_s_words_as_they_are_now(caplog):
    said = other_words({tr.refused.too_many_from_address: "Später!"})
    speak(lambda: said)

    nodes = Nodes(greet, LimitSettings(per_address=1, trusted=()))
    async with telnet_board(SimpleNamespace(run=nodes.answer)) as (_, port):
        first = await TelnetClient({24}).call(port)
        await first.see(b"node 1> ")
        second = await TelnetClient({24}).call(port)
        assert b"\r\nSpater!\r\n" in await second.closed(), "nothing is known of its letters"
        said = other_words({tr.refused.too_many_from_address: "Nie!"})
        third = await TelnetClient({24}).call(port)
        assert b"\r\nNie!\r\n" in await third.closed()
        await nodes.shut("", 1)
        await first.closed()
    assert "There are too many calls" in caplog.text and "Nie!" not in caplog.text, "the log is as shipped"


async def test_a_trusted_network_is_counted_by_nodes_alone(nodes_of):
    nodes = nodes_of(LimitSettings(nodes=3, per_address=1, unproved=1, trusted=("192.0.2.0/24",)))
    await calling(nodes, *[Caller("192.0.2.1") for _ in range(3)])
    assert len(nodes.calls) == 3
    fourth = Caller("192.0.2.1")
    await nodes.answer(fourth)
    assert b"All nodes are busy." in fourth.shown


@pytest.mark.parametrize("limits", [LimitSettings(unproved=2), LimitSettings(nodes=2)])
async def test_programs_that_sit_at_the_log_on_make_room_for_a_caller(nodes_of, limits, caplog):
    nodes = nodes_of(limits)
    sitting = [Caller("192.0.2.1", "web"), Caller("192.0.2.2")]
    await calling(nodes, *sitting)
    another, person = Caller("192.0.2.3"), Caller("192.0.2.4", "web", size=(80, 25))
    await nodes.answer(another)
    assert another.hung_up, "a third that says nothing is refused"
    await calling(nodes, person)
    await until(lambda: sitting[0].hung_up and len(nodes.calls) == 2)
    assert not person.hung_up and person in [call.line for call in nodes.calls.values()]
    assert sitting[0].hung_up and b"The board is full" in sitting[0].shown and not sitting[1].hung_up
    assert any("192.0.2.1: makes room" in r.getMessage() for r in caplog.records)


async def test_callers_who_tell_their_terminal_or_have_logged_on_are_never_sent_away(nodes_of):
    nodes = nodes_of(LimitSettings(unproved=2, nodes=3))
    person, silent = Caller("192.0.2.1", term="vt100"), Caller("192.0.2.2")
    await calling(nodes, person, silent)
    nodes.trust(2)
    for n in range(3, 9):
        late = Caller(f"192.0.2.{n}", term="xterm")
        await calling(nodes, late)
    assert not person.hung_up and not silent.hung_up and late.hung_up
    assert len(nodes.calls) == 3


async def test_a_few_addresses_that_sit_at_the_log_on_keep_nobody_out():
    """They tell their terminal as people do, from few networks or from one, the newcomer's or not."""
    nodes = Nodes(greet, LimitSettings(unproved=8, per_address=2, trusted=()))
    async with telnet_board(SimpleNamespace(run=nodes.answer)) as (_, port):
        sitting = []
        for address in ("127.0.4.1", "127.0.4.2", "127.0.5.1", "127.0.6.1"):
            for _ in range(2):
                sitting.append(await Client(address, {TTYPE, NAWS}).call(port))
                await sitting[-1].see(b"node ")
        elsewhere = await Client("127.0.7.1", {TTYPE, NAWS}).call(port)
        await elsewhere.see(b"node ")
        bare = await Client("127.0.4.3", set()).call(port)
        bare.send(b"\r\n")
        await bare.see(b"node ")
        third = await Client("127.0.6.2", {TTYPE, NAWS}).call(port)
        await third.see(b"node ")
        for gone in (sitting[0], sitting[2], sitting[6]):
            assert b"The board is full, and you hadn't logged on yet" in await gone.closed()
        await nodes.shut("", 2)


async def test_what_trusted_strangers_take_is_nobody_else_s_room(nodes_of):
    nodes = nodes_of(LimitSettings(nodes=5, unproved=2, trusted=("192.0.2.0/24",)))
    proxied = [Caller("192.0.2.1", term="xterm"), Caller("192.0.2.1"), Caller("192.0.2.1", term="xterm")]
    others = [Caller("198.51.100.1", term="xterm"), Caller("198.51.101.1", term="xterm")]
    await calling(nodes, *proxied, *others)
    assert len(nodes.calls) == 5 and not any(line.hung_up for line in (*proxied, *others))
    person = Caller("203.0.113.1", proved=True, term="xterm")
    await calling(nodes, person)
    await until(lambda: person in [call.line for call in nodes.calls.values()])
    assert [line.hung_up for line in proxied] == [False, True, False], "who says nothing makes room"
    assert not person.hung_up
    late = Caller("203.0.113.1", proved=True, term="xterm")
    await nodes.answer(late)
    assert b"All nodes are busy." in late.shown


async def test_who_has_been_at_the_log_on_for_long_makes_room_on_a_full_board(nodes_of):
    time = [0.0]
    nodes = nodes_of(LimitSettings(unproved=2), clock=lambda: time[0])
    there = [Caller(f"192.0.{n}.1", term="xterm") for n in range(2)]
    await calling(nodes, *there)
    late = [Caller("198.51.100.1", term="xterm") for _ in range(2)]
    await nodes.answer(late[0])
    assert b"Please call again in a minute" in late[0].shown
    time[0] = 30.0
    await calling(nodes, late[1])
    await until(lambda: late[1] in [call.line for call in nodes.calls.values()])
    assert [line.hung_up for line in there] == [True, False] and not late[1].hung_up


async def test_only_so_many_may_be_leaving_to_make_room(nodes_of):
    time, sent = [0.0], asyncio.Event()
    nodes = nodes_of(LimitSettings(unproved=2, nodes=3), clock=lambda: time[0])

    class Slow(Caller):
        async def send(self, data: bytes) -> None:
            await sent.wait()

    lines = [kind(f"192.0.{n}.1", term="xterm") for n, kind in enumerate((Slow, Slow, Caller, Caller))]
    await calling(nodes, *lines[:2])
    time[0] = 30.0
    await calling(nodes, *lines[2:])
    time[0] = 60.0
    late = [Caller(f"198.51.{n}.1", term="xterm") for n in range(2)]
    await calling(nodes, late[0], Caller("203.0.113.1", proved=True))
    assert len(nodes.calls) == 5 and late[0].hung_up and not lines[2].hung_up, "who leaves has no node"
    sent.set()
    await until(lambda: len(nodes.calls) == 3)
    await calling(nodes, late[1])
    assert lines[2].hung_up and not late[1].hung_up
