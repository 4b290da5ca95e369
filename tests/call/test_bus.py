"""Two hosts of one board act as one."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import postgres_kit
import psycopg
import pytest
import store_kit
from boardroom import BEFORE, Boardroom
from boxplay import play_by_lines
from callline import DUMB, XTERM
from effort import PATIENCE
from hosts import End, Wire, hosts
from seats import GAME, SWITCHBOX, AtBoard, SeatProbe, chosen

from door.call import bus, navigation, topic
from door.call import remote as calls
from door.call.bus import CallBus, Gap, pack, unpack
from door.call.logbook import Logbook
from door.call.roster import CallInfo, Evict, Notify, RemoteCall, Roster, ToCall
from door.call.topic import Spoken
from door.features.chat.room import Chat
from door.features.desk import asks as desk
from door.features.desk.asks import NodeListing
from door.features.desk.calls import Describe, ListCalls, _listings_of, list_calls
from door.features.every import FEATURES
from door.features.forum.asks import BEGIN_THREAD
from door.features.ignoring.handlers import MOST as MOST_IGNORED
from door.features.letters.asks import PAGE_SYSOP, Write
from door.features.letters.handlers import LetterCame
from door.features.log import handlers as log
from door.features.logon.handlers import Password
from door.features.messages.asks import Send
from door.features.tables import hub
from door.features.tables.asks import DECLINE
from door.features.tables.hub import TableHub
from door.features.watching.channel import on_small_tv
from door.features.watching.pages import GAMES, LET_WATCH, WatchGame, WatchTv
from door.pages.api import Done
from door.play.api import SayToWatchers
from door.play.match.events import AGAIN
from door.play.match.values import Refusal
from door.records.access import bans
from door.records.access.bans import Bans
from door.records.access.failed_logons import FailedLogons
from door.records.callers.caller_file import Caller
from door.records.daily.rules import DailyAddresses
from door.records.store import MOST_SAID, Lease, StoreError, StoreRefused, Unit, message_bytes
from door.records.store.opening import store_of
from door.records.store.postgres import Cipher
from door.records.tables.table_files import TableBusy
from door.screens.seat.menu import SAY_WIDTH
from door.server.board import _free_slot
from door.server.jobs import background
from door.server.jobs.background import follow_journal
from door.ui.screen import Ask, DoAct, Effect
from door.ui.texts import tr

NOBODY = CallInfo(
    102, "Cy", "telnet", "", "2026-11-10T20:00:00.000Z", None, True, False, "", ("",), "", 0, 0, True, "no",
    frozenset(),
)  # fmt: skip
"""A call on a host that doesn't answer."""


FAR = replace(XTERM, address="10.9.8.7")

once = pytest.mark.parametrize("lost", [1], indirect=True)
"""For tests in which each kind of message is said once."""


async def known(board: Boardroom, handle: str) -> None:
    """Waits until a board knows of a call."""
    roster = board.services.roster
    await board.until(lambda: bool((on := roster.of(handle)) and on.caller and on.screens), handle)


async def asks(board: Boardroom, effect: Effect) -> Any:
    """What the first call's page is answered."""
    call = board.sessions[0]
    return await FEATURES.handlers.answer(call, call.stack.top, effect)


@pytest.fixture(params=[1, 2, 3])
def lost(request: pytest.FixtureRequest) -> Any:
    """Which message of each kind is the first one that is lost."""
    if store_kit.chosen == "postgres" and request.param > 1:
        pytest.skip("a database needs no second and third way to lose messages")
    return request.param


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hosts look at their calls more often than on a real board."""
    monkeypatch.setattr(calls, "EVERY", 0.05)
    monkeypatch.setattr(bus, "AGAIN", 0.02)
    monkeypatch.setattr(topic, "FAR", 0.05)
    monkeypatch.setattr(bus, "PATIENCE", 30)


def test_values_arrive_as_they_were():
    notice = Notify(tr.watch.own_game(), "mail", True)
    for value in (
        None, True, 7, 1.5, "text", ("a", ("b",)), frozenset({"x", "y"}), {"a": ("b",)}, notice,
        LetterCame(notice), LetterCame(None), Evict(tr.refused.board_going_down(), "", "why"),
    ):  # fmt: skip
        assert unpack(pack(value)) == value
    with pytest.raises(TypeError):
        pack(object())
    with pytest.raises(ValueError, match="no host sends"):
        unpack({"Stack": {}})


async def test_many_values_are_said_in_few_messages(tmp_path, caplog):
    wire = Wire(tmp_path)
    teller, hearer = bus.CallBus(End(wire, "a")), bus.CallBus(End(wire, "b"))
    heard: list[CallInfo] = []
    hearer.hears(CallInfo, lambda on, host: heard.append(on))
    many = [NOBODY._replace(node=node) for node in range(100)]
    teller.say(*many)
    await asyncio.sleep(0)
    assert heard == many and len(wire.said) < 10
    assert all(len(message_bytes(message)) <= MOST_SAID for message in wire.said)
    teller.say(many[0], NOBODY._replace(where="x" * MOST_SAID), many[1])
    await Boardroom.until(lambda: len(heard) > 101, "the last")
    assert heard == [*many, *many[:2]], "one that is too long takes no others with it"
    assert "CallInfo can't be told" in caplog.text


async def test_the_other_hosts_hear_of_a_caller_who_ignores_as_many_as_a_caller_may(tmp_path):
    wire = Wire(tmp_path)
    teller, hearer = bus.CallBus(End(wire, "a" * 60)), bus.CallBus(End(wire, "b"))
    heard: list[CallInfo] = []
    hearer.hears(CallInfo, lambda on, host: heard.append(on))
    six = "2001:db8:1234:5678:9abc:def0:1234:5678"
    handles = tuple(f"{n:Щ>24}" for n in range(MOST_IGNORED))
    caller = Caller("Щ" * 24, level=10, ignored=handles, address=six)
    on = NOBODY._replace(handle=caller.handle, address=six, caller=caller, where="Shut The Box (MicroLink)")
    teller.say(on)
    await asyncio.sleep(0)
    assert heard == [on]
    cipher = Cipher(b"the board's key")
    assert all(len(cipher.encrypt(message_bytes(message))) < 8000 for message in wire.said)


async def test_calls_of_another_host_are_listed_however_long_their_names_are(tmp_path):
    wire = Wire(tmp_path)
    here, there = [CallBus(End(wire, name)) for name in "ab"]
    roster = Roster(there)
    for node in range(1, 41):
        where, client = tr.play.game_has_fault(door="Shut The Box"), "telnet xterm-256color"
        shown = NodeListing(node, "я" * 24, where, 1, 2, 3, "telnet", "2001:db8::1", client, "utf-8 80x24")
        roster.add(SimpleNamespace(node=node, receive=lambda message, shown=shown: shown))  # type: ignore[arg-type]
    there.hears(ListCalls, lambda asked, host: list_calls(roster, asked))
    assert [listing.node for listing in await _listings_of(here, there.id)] == [*range(1, 41)]
    assert len(wire.said) < 12


async def test_everybody_is_known_on_both_hosts(tmp_path, lost):
    async with hosts(tmp_path, lost=lost, callers=("Ann", "Bob")) as (first, second):
        ann = await first.at_menu("Ann")
        await second.at_menu("Bob")
        rosters = [board.services.roster for board in (first, second)]
        for roster in rosters:
            await first.until(lambda roster=roster: [bool(one.caller) for one in roster.on()] == [True] * 2)
        there = rosters[1].of("ann")
        assert there and (there.node, there.handle, there.address) == (1, "Ann", XTERM.address)
        assert there.caller and not there.caller.password, "secrets stay at home"
        assert [call.address for call in rosters[1].remote()] == [XTERM.address], "it counts for limits"
        await ann.press("w", "Bob")
        await ann.press("q", "Hello, Ann")
        ann.type("1")
        await first.until(lambda: (on := rosters[1].call(1)) is not None and on.screens[-1:] == ("shutbox",))
        ann.drop()
        await first.until(lambda: rosters[1].nodes() == [101] and rosters[1].calls() == rosters[1].on())


async def test_a_call_that_one_on_another_host_has_replaced_gives_its_name_back(tmp_path):
    wire = Wire(tmp_path)
    first, second = [End(wire, name) for name in "ab"]
    roster, tasks = Roster(CallBus(first)), list[Any]()
    calls.RemoteHosts(roster, first, tasks.append, lambda key: asyncio.sleep(0))
    call: Any = SimpleNamespace(node=1, info=lambda: NOBODY, receive=lambda message: None)
    before: Any = SimpleNamespace(node=2, receive=lambda message: None, wait_closed=lambda: asyncio.sleep(0))
    assert [await roster.enter(NOBODY.handle, one) for one in (before, call)] == [False, True], "took over"
    roster.put(RemoteCall(roster.bus, "b", NOBODY._replace(admitted="2026-11-10T20:00:01.000Z")))
    roster.leave(NOBODY.handle, call)
    await asyncio.gather(*tasks)
    assert second.take("on/cy")


async def test_a_new_host_hears_how_long_each_call_has_lasted(tmp_path):
    wire = Wire(tmp_path)
    ends = [End(wire, name) for name in "ab"]
    rosters = [Roster(CallBus(end)) for end in ends]
    old, new = [calls.RemoteHosts(roster, end, id, id) for roster, end in zip(rosters, ends, strict=True)]  # type: ignore[arg-type]
    now = NOBODY._replace(minutes=7, idle=59)
    call = SimpleNamespace(node=NOBODY.node, info=lambda: now, receive=lambda message: None)
    rosters[0].add(call)  # type: ignore[arg-type]
    wire.hosts.remove(ends[1])
    old.look()
    wire.hosts.append(ends[1])
    new.look()
    await Boardroom.until(lambda: rosters[1].call(NOBODY.node), "the call")
    assert rosters[1].calls() == [now._replace(idle=0)]
    said, now = len(wire.said), now._replace(idle=31)
    old.look()
    await asyncio.sleep(0)
    assert [list(one) for one in wire.said[-1]["it"]] == [["Pulse"]] and len(wire.said) == said + 1
    now = now._replace(idle=61)
    old.look()
    await asyncio.sleep(0)
    assert rosters[1].calls()[0].idle == 60


async def test_a_call_of_another_host_is_known_as_it_was_last_told(tmp_path, monkeypatch):
    wire, evict = Wire(tmp_path), Evict(tr.sysop.farewell())
    here, there = End(wire, "a"), CallBus(End(wire, "b"))
    roster, received = Roster(CallBus(here)), list[Any]()
    calls.RemoteHosts(roster, here, id, id)  # type: ignore[arg-type]
    ann = NOBODY._replace(node=1, handle="Ann", caller=Caller("Ann", ignored=("Cy",)))
    roster.add(SimpleNamespace(node=1, info=lambda: ann, answer=received.append))  # type: ignore[arg-type]

    async def tell(**changes: Any) -> None:
        there.say(calls.Came(NOBODY._replace(**changes)))
        await asyncio.sleep(0)

    await tell(handle="", admitted="")
    assert [on.node for on in roster.calls()] == [1, 102] and roster.count == 0
    await tell(minutes=7, idle=60)
    assert roster.nodes() == [102] and roster.of("cy") == NOBODY._replace(minutes=7, idle=60)
    await tell(handle="Dot")
    assert [on.handle for on in roster.on()] == ["Dot"], "another caller has that node"
    for node, who in ((1, "Zoe"), (102, "Dot"), (7, "Ann")):
        await there.ask(roster.bus.id, ToCall(node, who, evict))
    assert not received, "that caller isn't there"
    await there.ask(roster.bus.id, ToCall(1, "Ann", evict))
    assert received == [evict]
    assert ann.ignores("cy") and NOBODY._replace(ignored_here=frozenset({"cy"})).ignores("Cy")
    assert not ann.ignores("Bob") and not NOBODY.ignores("Cy")
    await tell(minutes=7, idle=60)
    loop = asyncio.get_running_loop()
    now = loop.time()
    monkeypatch.setattr(loop, "time", lambda: now + 180.5)
    on = roster.of("cy")
    assert (on.minutes, on.idle // 10) == (10, 24)


async def test_a_name_is_given_back_once_the_database_is_there_again(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(calls, "EVERY", 0.0)
    wire = Wire(tmp_path)
    first, second = End(wire, "a"), End(wire, "b")
    roster = Roster(CallBus(first))
    others = calls.RemoteHosts(roster, first, asyncio.ensure_future, lambda key: asyncio.sleep(0))
    release, asked = first.release, 0

    def refuse(lease: Lease) -> None:
        nonlocal asked
        if (asked := asked + 1) < 3:
            raise StoreRefused("the connection to the database was lost")
        release(lease)

    monkeypatch.setattr(first, "release", refuse)
    assert not await others.claim("cy")
    others.free("cy")
    await Boardroom.until(lambda: asked == 3, "the name's end")
    await asyncio.sleep(0)
    assert second.take("on/cy") and caplog.text.count("the connection to the database was lost") == 1


async def test_to_ask_if_a_name_is_free_does_not_take_it(tmp_path, monkeypatch):
    wire = Wire(tmp_path)
    first, second = [End(wire, name) for name in "ab"]
    others = calls.RemoteHosts(Roster(CallBus(first)), first, id, id)  # type: ignore[arg-type]
    assert await others.is_free("cy")
    assert second.take("on/cy") and not await others.is_free("cy")

    def fails(name: str) -> None:
        raise StoreError(tr.records.database_silent())

    monkeypatch.setattr(first, "take", fails)
    assert not await others.is_free("dot"), "nobody knows"


@once
async def test_one_line_messages_cross_and_their_sender_is_told_the_truth(tmp_path, lost, monkeypatch):
    async with hosts(tmp_path, lost=lost, callers=("Ann", "Bob")) as (first, second):
        ann = await first.at_menu("Ann")
        bob = await second.at_menu("Bob")
        sends = Send(101, "Bob", "Hello over there")
        await known(first, "Bob")
        assert await asks(first, sends) == Done(tr.people.message_sent(handle="Bob"))
        await bob.shows("Hello over there")
        await bob.press("\x12", "Ann")
        roster = first.services.roster
        roster.put(RemoteCall(roster.bus, "nobody", NOBODY))
        monkeypatch.setattr(bus, "PATIENCE", 0.05)
        with pytest.raises(Refusal, match="answer"):
            await roster.post.ask(102, Evict(tr.sysop.farewell()))
        assert ann.open


@once
async def test_a_caller_changed_on_another_host_is_read_again(tmp_path, lost):
    async with hosts(tmp_path, lost=lost, callers=("Ann", "Bob")) as (first, second):
        ann, bob = await first.at_menu("Ann"), await first.at_menu("Bob")
        second.callers.change("Ann", lambda caller: replace(caller, level=7))
        await first.until(lambda: first.services.roster.of("Ann").caller.level == 7, "her new level")
        second.callers.store.write(Unit(second.callers.renaming("Bob", "Rob")))
        second.callers.changed("Bob")
        await bob.closed()
        assert ann.open


@once
async def test_a_second_log_on_anywhere_ends_the_first(tmp_path, lost):
    async with hosts(tmp_path, lost=lost, callers=("Ann",)) as (first, second):
        here = await first.at_menu("Ann")
        there = await second.at_menu("Ann")
        await here.closed()
        for board in (first, second):
            await first.until(lambda board=board: board.services.roster.nodes() == [101], "one call")
        again = await first.at_menu("Ann")
        await there.closed()
        assert again.open


async def test_a_dead_host_s_callers_vanish_and_call_again(tmp_path, monkeypatch):
    async with hosts(tmp_path, breaks=True, callers=("Ann", "Bob")) as (first, second):
        here = await first.at_menu("Ann")
        await known(second, "Ann")
        (speaker := first.services.roster.bus._speaker).die()
        monkeypatch.setattr(calls, "DEAD", 0.2)
        await second.until(lambda: second.services.roster.of("Ann") is None, "the end of the host")
        second.clock.on(seconds=11)
        there = await second.at_menu("Ann")
        assert second.services.roster.nodes() == [101]
        speaker.is_cut = False  # the host was only cut off
        await here.closed()
        assert there.open


async def test_a_host_that_ends_is_forgotten_with_all_that_it_says_afterwards(tmp_path):
    async with hosts(tmp_path, callers=("Ann", "Bob")) as (first, second):
        ann = await first.at_menu("Ann")
        await known(second, "Ann")
        others, gaps = second.services.roster.others, list[Any]()
        second.services.roster.bus.hears(Gap, lambda gap, host: gaps.append(gap))
        [telling] = [task for task in first.tasks if task.get_coro().__qualname__ == "RemoteHosts.run"]
        telling.cancel()
        first.services.roster.others.end()
        await second.until(lambda: second.services.roster.of("Ann") is None, "the end of the host")
        ann.drop()
        await first.until(lambda: not any(first.services.roster.here()), "the end of her call")
        first.services[Chat].hosts.say("chat", "Ann", "Good night")
        await second.until(
            lambda: second.services[Chat].talk.latest(None) == (("Ann", "Good night"),), "a last word"
        )
        assert not others._heard and not gaps


async def test_a_sysop_s_acts_reach_calls_on_another_host(tmp_path, lost):
    async with hosts(tmp_path, lost=lost, callers=("Maggie", "Bob", "Cy", "Di")) as (first, second):
        first.callers.change("Maggie", lambda caller: replace(caller, sysop=True))
        second.change("limits", minutes_per_call=60)
        await first.at_menu("Maggie")
        bob, cy, di = [await second.at_menu(handle, FAR) for handle in ("Bob", "Cy", "Di")]
        for handle in ("Bob", "Cy", "Di"):
            await known(first, handle)
        listed = (await asks(first, Ask(desk.NODES, 0))).value
        assert [one.handle for one in listed] == ["Maggie", "Bob", "Cy", "Di"]
        assert [one.node for one in (await asks(first, Ask(desk.NODES, 101))).value] == [101]
        answers = [
            await asks(first, desk.CallAct(do, 101, text, "Bob"))
            for do, text in (("message", "Mind the gap"), ("minutes", "+7"))
        ]
        assert [type(answer) for answer in answers] == [Done, Done], answers
        await bob.shows("Mind the gap")
        assert "left" in answers[1].note
        await asks(first, DoAct(desk.ANNOUNCE, "Supper is ready"))
        for call in second.sessions:
            await second.until(lambda call=call: "Supper is ready" in call.messages.notices[-1].sentence)
        await asks(first, desk.CallAct("hang-up", 101, "Good night", "Bob"))
        await bob.closed()
        await asks(first, desk.CallAct("ban", 102, "rude", "Cy"))
        await cy.closed()
        await asks(first, desk.SysopAct("level", "Di", "33"))
        await first.until(lambda: second.sessions[2].who.caller.level == 33, "the new level")
        await asks(first, desk.CallAct("ban-address", 103, "1", "Di"))
        await di.closed()


@once
async def test_other_settings_are_told_in_the_log_of_both_once(tmp_path, lost, caplog):
    async with hosts(tmp_path, lost=lost) as boards:
        heard = list[object]()
        for board in boards:
            board.services.roster.bus.hears(calls.Pulse, lambda pulse, host: heard.append(pulse))
        boards[1].change("limits", nodes=7)
        boards[1].options("shutbox", turns_per_day=9)
        names = ("doors.shutbox, limits",) * 2
        await boards[0].until(lambda: told(caplog) == names, "a line of each")
        heard.clear()
        await boards[0].until(lambda: len(heard) > 6)
        assert told(caplog) == names, "once"


async def test_the_log_of_another_host_is_read(tmp_path, lost, monkeypatch):
    async with hosts(tmp_path, lost=lost) as (first, second):
        for number in range(300):
            for board, name in ((first, "a"), (second, "b")):
                text = f"{number:03} {name} {'x' * 40}"
                board.services[Logbook].handle(logging.LogRecord("door", logging.INFO, "", 0, text, (), None))
        ours, theirs = (list(board.services[Logbook].since()[1]) for board in (first, second))
        seen, lines = await log.read(first.services, {}, "b")
        assert list(lines) == theirs
        assert await log.read(first.services, seen, "b") == (seen, ())
        assert list((await log.read(first.services, {})).lines) == ours
        with pytest.raises(Refusal, match=r"no host c\. Its hosts: a, b"):
            await log.read(first.services, {}, "c")
        second.services.roster.bus._speaker.say = lambda message: None
        monkeypatch.setattr(bus, "PATIENCE", 0.05)
        with pytest.raises(Refusal, match="doesn't answer"):
            await log.read(first.services, {}, "b")


def told(caplog: pytest.LogCaptureFixture) -> tuple[str, ...]:
    """The settings that differ, as the hosts' logs name them."""
    lines = [line.partition(" runs other settings: ") for line in caplog.messages]
    return tuple(names for _, found, names in lines if found)


async def test_chat_is_one_room(tmp_path, lost):
    async with hosts(tmp_path, lost=lost, callers=("Ann", "Bob")) as (first, second):
        ann = await first.at_menu("Ann")
        bob = await second.at_menu("Bob")
        ann.type("c")
        await bob.shows("Ann.*Chat|Chat.*Ann")
        bob.type("c")
        await ann.shows("Bob")
        ann.type("Good evening\r")
        await bob.shows("Good evening")
        bob.type("Likewise\r")
        await ann.shows("Likewise")
        ann.type("\x1b")
        await first.until(lambda: not first.services[Chat].readers)
        who = second.sessions[0].who
        await second.until(lambda: second.services[Chat].others(who.handle, who) == ())


@once
async def test_letters_and_posts_ring_everywhere(tmp_path, lost):
    async with hosts(tmp_path, lost=lost, callers=("Ann", "Bob", "Maggie")) as (first, second):
        first.callers.change("Maggie", lambda caller: replace(caller, sysop=True))
        await first.at_menu("Ann")
        bob = await second.at_menu("Bob")
        maggie = await second.at_menu("Maggie")
        await known(first, "Bob")
        await known(first, "Maggie")
        assert isinstance(await asks(first, Write(("Dear Bob,",), "Bob")), Done)
        await bob.shows("Ann.*letter|letter.*Ann|mail")
        await second.until(lambda: second.sessions[0].messages.letters == 1)
        assert isinstance(await asks(first, DoAct(PAGE_SYSOP, "Fire!")), Done)
        await maggie.shows("Fire!")
        await asks(first, DoAct(BEGIN_THREAD, ("general", "Tea", ("Milk first?",))))
        await second.until(lambda: second.sessions[0].messages.posts[0] == 1)


async def test_wrong_passwords_count_on_all_hosts(tmp_path, lost):
    async with hosts(tmp_path, lost=lost) as (first, second):
        one, other = (board.services[FailedLogons] for board in (first, second))
        for _ in range(20):
            one.miss("Ann", "10.9.8.7", first.time())
        await first.until(lambda: other.wait("Zoe", "10.9.8.7", first.time()).banned, "the ban")
        assert other.wait("ann", "10.1.1.1", first.time()).seconds
        other.hit("ANN", "10.1.1.1")
        await first.until(lambda: not one.wait("Ann", "10.1.1.1", first.time()).seconds, "the right one")


async def test_daily_deals_by_address_count_on_all_hosts(tmp_path, lost):
    async with hosts(tmp_path, lost=lost) as (first, second):
        one, other = (board.services[DailyAddresses] for board in (first, second))
        begun = "2026-11-10", "shutbox", "10.1.1.1"
        assert one.admit(*begun, "Ann", 1)
        await first.until(lambda: bool(other._begun), "the message")
        assert not other.admit(*begun, "Bob", 1)
        one.forget("shutbox", "10.1.1.1", "Ann")
        await first.until(lambda: other.admit(*begun, "Bob", 1), "Ann is not counted")


async def test_chores_are_one_host_s_and_another_s_when_that_is_gone(tmp_path, monkeypatch):
    monkeypatch.setattr(background, "LEASE_SECONDS", 0.01)
    monkeypatch.setattr(End, "never_waits", False)
    wire = Wire(tmp_path / "data")
    ends = [End(wire, "a"), End(wire, "b")]
    chores = [background.Chores(end) for end in ends]
    jobs = [asyncio.create_task(one.keep()) for one in chores]
    await Boardroom.until(lambda: [one.are_ours for one in chores].count(True) == 1, "a host for them")
    first = 0 if chores[0].are_ours else 1
    jobs[first].cancel()
    ends[first].die()
    await Boardroom.until(lambda: chores[1 - first].are_ours, "the next one")
    jobs[1 - first].cancel()


async def test_a_ban_made_on_one_host_holds_on_the_other_until_it_is_lifted(tmp_path, monkeypatch):
    monkeypatch.setattr(bans, "LOOK_SECONDS", 0.02)
    async with hosts(tmp_path) as (first, second):
        here, there = (board.services[Bans] for board in (first, second))
        follows = second.keep(there.follow())
        await asyncio.to_thread(here.ban, "10.9.8.0/24", None, "Maggie")
        await second.until(lambda: there.keeps_out("10.9.8.7"), "the ban")
        await asyncio.to_thread(here.lift, "10.9.8.0/24")
        await second.until(lambda: not there.keeps_out("10.9.8.7"), "the end of the ban")
        follows.cancel()


async def test_no_two_hosts_have_the_same_node_numbers(tmp_path):
    async with hosts(tmp_path) as (first, second):
        stores = [board.store.journal.store for board in (first, second)]
        assert [await asyncio.to_thread(_free_slot, store) for store in stores] == [0, 1]


@once
async def test_a_game_moves_the_ranks_on_the_other_host_and_who_is_passed_hears_of_it(tmp_path, lost):
    async with hosts(tmp_path, lost=lost, callers=("Ann", "Bob")) as (first, second):
        for board in (first, second):
            board.options("shutbox", turns_per_day=0)
        ann, bob = await first.at_menu("Ann", DUMB), await second.at_menu("Bob", DUMB)
        follows = second.keep(follow_journal(second.store, second.services.roster, second.store.roll_over))
        ann.type("1\r\r")
        await play_by_lines(ann)
        listed = second.services.store.standings.books
        await second.until(lambda: [row.caller for row in listed("shutbox", "Bob").standing] == ["Ann"])
        await known(second, "Ann")
        bob.type("1\r\r")
        while listed("shutbox", "Bob").rank != 1:
            await play_by_lines(bob)
            bob.type("y\r")
        await ann.hears("Bob passed you at Shut The Box. You are 2nd this month")
        follows.cancel()


async def test_what_was_missed_for_too_long_is_looked_at_again(tmp_path, monkeypatch):
    monkeypatch.setattr(bus, "KEPT", 2)
    async with hosts(tmp_path, breaks=True, callers=("Ann", "Bob", "Cy")) as (first, second):
        first.callers.change("Bob", lambda caller: replace(caller, created=BEFORE))
        _, _, cy = [
            await board.at_menu(handle) for board, handle in ((first, "Ann"), (second, "Bob"), (first, "Cy"))
        ]
        await cy.press("1\r\r", "Tiles to shut|Turns|1 2 3")
        here, there = (board.services.roster for board in (first, second))
        await known(first, "Bob")
        await second.until(lambda: bool((on := there.of("Cy")) and on.plays), "the game")
        call, end = second.sessions[0], there.bus._speaker
        end.is_cut = True
        said = here.bus._said
        await asks(first, Write(("Dear Bob,",), "Bob"))
        await asks(first, DoAct(BEGIN_THREAD, ("general", "Tea", ("Milk first?",))))
        first.callers.change("Bob", lambda caller: replace(caller, level=44))
        call.carry_out(call.stack.top, WatchGame(2))
        await first.until(lambda: here.bus._said > said + 3 and call.stack.top.link is not None)
        assert not call.messages.letters and call.stack.top.state.table is None
        end.is_cut = False
        await second.until(lambda: call.messages.letters == 1, "the letter")
        await second.until(lambda: call.messages.posts[0] == 1, "the post")
        await second.until(lambda: call.who.caller.level == 44, "the level")
        await second.until(lambda: call.stack.top.state.table is not None, "the sight")
        assert first.sessions[1].stack.top.onlookers == 1


class Cable:
    """A store for messages between hosts that stay here until they are handed over."""

    host = "a"

    def __init__(self) -> None:
        self.said: list[Any] = []

    def say(self, message: Any) -> None:
        if len(str(message.get("it"))) > 200:
            raise StoreError("too long")
        self.said.append(message)

    def listen(self, heard: Any) -> None:
        self.hear = heard


def joined() -> tuple[Cable, CallBus, Cable, list[Any]]:
    """A host that speaks, and one that has heard its first message, with what that hears from it."""
    (here, speaker), (there, listener) = [(cable, CallBus(cable)) for cable in (Cable(), Cable())]
    heard = list[Any]()
    for kind in (Password, Gap):
        listener.hears(kind, lambda message, host: heard.append(message))
    number(speaker, 1)
    there.hear(here.said.pop())
    assert heard.pop() == Password("1", "", True)
    return here, speaker, there, heard


def number(speaker: CallBus, n: int) -> None:
    speaker.say(Password(str(n), "", True))


@pytest.mark.files("it has no store")
@pytest.mark.parametrize("order", list(permutations(range(4))))
async def test_messages_arrive_once_and_in_order_whatever_is_late_doubled_or_lost(order):
    here, speaker, there, heard = joined()
    for n in range(5):
        number(speaker, n)
    lost, *said = here.said
    for at in (*order, *order):
        there.hear(said[at])
    assert not heard
    again, *_ = there.said
    here.said.clear()
    here.hear(again)
    assert here.said[0] == lost
    for message in here.said:
        there.hear(message)
    assert [message.handle for message in heard] == ["0", "1", "2", "3", "4"]


async def test_a_message_that_cannot_be_said_or_is_not_wanted_any_more_leaves_no_hole(monkeypatch):
    monkeypatch.setattr(bus, "PATIENCE", 0)
    here, speaker, there, heard = joined()
    with pytest.raises(Refusal):
        await speaker.ask("", Password("late", "", True))
    speaker.say(Password("x" * 200, "", True))
    number(speaker, 4)
    there.hear(here.said.pop())
    here.hear(there.said.pop())
    for message in here.said[-2:]:
        there.hear(message)
    assert [message.handle for message in heard] == ["4"]


async def test_a_message_of_another_release_takes_no_others_with_it(caplog):
    here, speaker, there, heard = joined()
    number(speaker, 2)
    [said] = here.said
    there.hear({**said, "it": [{"Newer": {}}, *said["it"]]})
    assert [message.handle for message in heard] == ["2"] and "no host sends 'Newer'" in caplog.text


async def test_a_host_that_has_missed_too_much_hears_of_a_gap(monkeypatch):
    monkeypatch.setattr(bus, "KEPT", 3)
    here, speaker, there, heard = joined()
    for n in range(4):
        number(speaker, n)
    there.hear(here.said.pop())
    assert heard == [Gap(), Password("3", "", True)]
    again = {"do": "again", "to": speaker.id, "n": [1, 2, 3, 9]}
    here.said.clear()
    here.hear(again)
    assert [message["n"] for message in here.said] == [3]
    CallBus(here)
    speaker = CallBus(here)
    number(speaker, 0)
    number(speaker, 1)
    there.hear(here.said.pop())
    assert heard[2:] == [Gap(), Password("1", "", True)], "a host whose first message we don't know"


@pytest.mark.whole("database")
@pytest.mark.files("it chooses its stores by itself")
async def test_what_is_said_while_the_database_breaks_its_connections_arrives(tmp_path):
    url = postgres_kit.server().emptied()
    stores = [store_of(tmp_path / name, url, name) for name in "ab"]
    connection = await psycopg.AsyncConnection.connect(url, autocommit=True)
    try:
        for store in stores:
            await asyncio.to_thread(store.open)
        speaker, listener = map(CallBus, stores)
        heard = list[str]()
        listener.hears(Spoken, lambda line, host: heard.append(line.text))
        speaker.say(Spoken("chat", 1, "Ann", "0"))
        await Boardroom.until(lambda: bool(heard), "the first line")
        for n in range(1, 6):
            await connection.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()"
            )
            speaker.say(Spoken("chat", 1, "Ann", str(n)))
        async with asyncio.timeout(PATIENCE):
            while "5" not in heard:
                speaker.say(calls.Pulse("a"))
                await asyncio.sleep(0.05)
        assert heard == list("012345")
    finally:
        await connection.close()
        for store in stores:
            await asyncio.to_thread(store.close)


# -- tables ------------------------------------------------------------------------------------------


@asynccontextmanager
async def two_at_a_table(
    folder: Path, lost: int = 0, **terms: Any
) -> AsyncIterator[tuple[AtBoard, AtBoard, str]]:
    """Ann and Bob, on different hosts, at a table that is under way."""
    handles = ("Ann", "Bob", "Cid")
    async with hosts(folder, SWITCHBOX, lost=lost, callers=handles) as (first, second):
        for board in (first, second):
            board.services[TableHub].screens = {slug: SeatProbe() for slug in board.doors}
        ann, bob = await AtBoard.on(first, "Ann"), await AtBoard.on(second, "Bob")
        id = await ann.opens(**terms)
        ann.looks(id)
        await second.until(lambda: second.store.tables.get(id) is not None, "the table")
        await bob.sits(id)
        for one in (ann, bob):
            await one.follows(lambda f: f.match.stage == "play" and f.present == (0, 1))
        yield ann, bob, id


@pytest.mark.parametrize("lost", [0, 1, 2, 3], indirect=True)
async def test_a_match_across_hosts_is_played_to_its_end(tmp_path, lost):
    async with two_at_a_table(tmp_path, lost, clock="3d") as (ann, bob, id):
        players = {0: ann, 1: bob}
        for _ in range(400):
            match = ann.kept.followed.match
            if match.stage == "over":
                break
            if lost and match.n > 12:
                assert await bob.does(do="resign") == ""
                break
            seat = match.movers[0]
            player = players[seat]
            await player.follows(lambda f, n=match.n: f.match.n >= n)
            assert await player.does(match.n, **chosen(GAME, match, seat)) == ""
            await ann.follows(lambda f, n=match.n: f.match.n > n)
        ends = [await one.follows(lambda f: f.match.stage == "over") for one in (ann, bob)]
        assert ends[0].match == ends[1].match and ends[0].match.stage == "over"
        [line] = ann.board.lines("match")
        assert line["id"] == id
        assert await ann.does(do="offer", what=AGAIN) == ""
        await bob.follows(lambda f: f.match.offers[0] == AGAIN)
        assert await bob.does(do="offer", what=AGAIN) == ""
        for one in (ann, bob):
            await one.board.until(lambda one=one: one.kept.followed.match.terms.id != id, "the rematch")


async def test_a_move_that_can_not_be_read_yet_is_read_as_soon_as_the_store_is_back(tmp_path, monkeypatch):
    async with two_at_a_table(tmp_path, clock="3d") as (ann, bob, _):
        tried = []

        def away(id: str) -> None:
            tried.append(id)
            raise TableBusy(tr.records.database_silent())

        match = ann.kept.followed.match
        first, second = (ann, bob) if match.movers[0] == 0 else (bob, ann)
        with monkeypatch.context() as patch:
            patch.setattr(second.board.store.tables.files, "load", away)
            assert await first.does(match.n, **chosen(GAME, match, match.movers[0])) == ""
            await second.board.until(lambda: bool(tried), "the message")
        await second.board.store.refresh()
        await second.follows(lambda f: f.match.n > match.n)


async def test_what_is_said_and_who_is_there_crosses(tmp_path, lost):
    async with two_at_a_table(tmp_path, lost=lost, clock="5+10") as (ann, bob, id):
        assert await bob.does(do="say", text="Good luck") == ""
        await ann.follows(lambda f: f.match.talk[-1:] == (("Bob", "Good luck"),))
        cid = await AtBoard.on(bob.board, "Cid")
        cid.looks(id)
        presence = ann.board.services[TableHub].presence
        await ann.board.until(lambda: presence.watchers(id) == [("Cid", 102)])
        for _ in range(2):  # these are numbered by themselves
            bob.board.services[Chat].hosts.say("chat", "Cid", "Hello, all")
        await FEATURES.handlers.answer(cid.session, cid.table, SayToWatchers("Who leads?"))
        await ann.board.until(
            lambda: (
                ann.board.services[TableHub].presence.topic(id).talk.latest(None) == (("Cid", "Who leads?"),)
            )
        )
        bob.line.drop()
        await ann.follows(lambda f: f.present == (0,) and f.away[0][1] >= 0)
        bob = await AtBoard.on(ann.board, "Bob")
        bob.looks(id)
        await ann.follows(lambda f: f.present == (0, 1))


async def test_a_dead_host_s_live_games_are_adjourned(tmp_path, monkeypatch):
    monkeypatch.setattr(hub, "LEASE_LATE", 0)
    monkeypatch.setattr(hub, "START_SECONDS", 600.0)
    handles = ("Ann", "Bob")
    async with hosts(tmp_path, SWITCHBOX, breaks=True, callers=handles) as (first, second):
        for board in (first, second):
            board.services[TableHub].screens = {slug: SeatProbe() for slug in board.doors}
        ann, bob = [await AtBoard.on(first, handle) for handle in handles]
        id = await ann.opens(clock="5+10")
        ann.looks(id)
        await bob.sits(id)
        await second.until(lambda: bool((match := second.store.tables.get(id)) and match.stage == "play"))
        first.services.roster.bus._speaker.die()
        monkeypatch.setattr(calls, "DEAD", 0.2)
        await second.until(lambda: second.store.tables.get(id).adjourned, "the pause")


@once
async def test_challenges_and_turns_are_told_on_the_host_of_their_caller(tmp_path, lost):
    async with hosts(tmp_path, SWITCHBOX, lost=lost, callers=("Ann", "Bob")) as (first, second):
        ann, bob = await AtBoard.on(first, "Ann"), await AtBoard.on(second, "Bob")
        await known(first, "Bob")
        id = await ann.opens(to="Bob")
        await second.until(lambda: "Ann" in bob.notice, "the challenge")
        assert await bob.ask(DoAct(DECLINE, id)) == Done("")
        await first.until(lambda: "Bob" in ann.notice, "the answer")


# -- watching ----------------------------------------------------------------------------------------


async def test_a_game_alone_is_watched_from_another_host(tmp_path, lost):
    async with hosts(tmp_path, lost=lost, callers=("Ann", "Bob")) as (first, second):
        ann = await first.at_menu("Ann")
        bob = await second.at_menu("Bob")
        await known(second, "Ann")
        await ann.press("1\r\r", "Tiles to shut|Turns|1 2 3")
        roster = second.services.roster
        await second.until(lambda: bool((on := roster.of("Ann")) and on.plays), "the game")
        call = second.sessions[0]
        rows = (await FEATURES.handlers.answer(call, call.stack.top, Ask(GAMES, None))).value
        assert [(row.who, row.node, row.minutes) for row in rows] == [("Ann", 1, 0)]
        assert "Ann" in on_small_tv(second.services).title
        await FEATURES.handlers.answer(call, call.stack.top, WatchTv())
        await bob.shows("Watching Ann")
        layer, there = call.stack.top, first.sessions[0].stack.top
        await second.until(lambda: layer.state.table is not None, "the sight")
        assert layer.state.table.position == there.state.table.position
        assert there.onlookers == 1
        await ann.press("q", "[Gg]ive")
        ann.type("g")
        await bob.shows("Given up|0 tiles")
        assert layer.state.table.moves == there.state.table.moves != ()
        await FEATURES.handlers.answer(call, layer, SayToWatchers("Bad luck"))
        await first.until(lambda: there.gallery.talk.latest(None) == (("Bob", "Bad luck"),), "the remark")
        await second.until(lambda: layer.state.watch.sight.talk == (("Bob", "Bad luck"),), "its echo")
        for _ in range(20):
            there.gallery.hear("Zoe", "я" * SAY_WIDTH)
        long = (("Zoe", "я" * SAY_WIDTH),) * 20
        await second.until(lambda: layer.state.watch.sight.talk == long, "as many lines as there is room for")
        ann.type("q")
        await bob.shows("Ann has left|left the door")
        assert not there.gallery.readers


@once
async def test_who_asks_first_watches_when_let_in(tmp_path, lost, monkeypatch):
    async with hosts(tmp_path, lost=lost, callers=("Ann", "Bob", "Cid")) as (first, second):
        ann = await first.at_menu("Ann")
        first.sessions[0].terminal.prefs["watchable"] = "ask"
        bob, cid = await second.at_menu("Bob"), await second.at_menu("Cid")
        await ann.press("1\r\r", "Tiles to shut|Turns|1 2 3")
        roster = second.services.roster
        await second.until(lambda: bool((on := roster.of("Ann")) and on.plays and on.watchable == "ask"))
        call = second.sessions[0]
        call.carry_out(call.stack.top, WatchGame(1))
        await first.until(lambda: any("Bob" in one.sentence for one in first.sessions[0].messages.notices))
        await bob.shows("asked|Ann")
        reader = call.stack.top.link
        updates, take = list[Any](), reader.source.hear_of
        monkeypatch.setattr(
            reader.source, "hear_of", lambda message: (updates.append(message), take(message))
        )
        reader.source.say(reader, "Let me in!")
        gallery = first.sessions[0].stack.top.gallery
        gallery.hear("Zoe", "among us")
        await roster.post.ask(1, Describe())  # so she has heard it
        await second.until(lambda: bool(updates), "a change")
        let = await FEATURES.handlers.answer(
            first.sessions[0], first.sessions[0].stack.top, Ask(LET_WATCH, ("Bob", True))
        )
        assert [row.handle for row in let.value.rows] == ["Bob"]
        await second.until(lambda: call.stack.top.state.table is not None, "the sight")
        assert [lines for _, lines, _, may, _ in updates if not may and lines] == [], "not yet among them"
        await second.until(
            lambda: call.stack.top.state.watch.sight.talk == (("Zoe", "among us"),), "the talk"
        )
        await known(first, "Cid")
        cid.drop()
        await first.until(lambda: first.services.roster.of("Cid") is None, "the end of another's call")
        assert len(gallery.readers) == 1 and gallery.talk.count == 1
        ann.drop()
        await bob.shows("left the door|[Nn]ode 1")


async def test_a_sysop_watches_and_chats_with_a_caller_of_another_host(tmp_path, lost):
    hints = DUMB if lost == 2 else XTERM
    async with hosts(tmp_path, lost=lost, callers=("Maggie", "Bob")) as (first, second):
        first.callers.change("Maggie", lambda caller: replace(caller, sysop=True))
        maggie = await first.at_menu("Maggie")
        bob, _ = second.proved_call("Bob", hints)
        await (bob.hears("Main menu command") if hints is DUMB else bob.shows("Hello, Bob"))
        await known(first, "Bob")
        sysop, call = first.sessions[0], second.sessions[0]
        navigation.open_page(sysop, "sysop-watch", "101")
        await maggie.shows("Bob.*Who's online|Main menu")
        bob.type("s\r" if hints is DUMB else "s")
        await maggie.shows("Motion|motion")
        assert len(call.terminal.watched.readers) == 1
        if hints is DUMB:
            call.terminal.watched.note(b"a long page " * 1000 + b"\r\nand its end\r\n")
            await maggie.shows("and its end")
        maggie.type("c")
        await (bob.hears if hints is DUMB else bob.shows)("has broken in to chat")
        maggie.type("Good evening\r")
        await (bob.hears if hints is DUMB else bob.shows)("Good evening")
        bob.type("Evening, boss\r")
        await maggie.shows("Evening, boss")
        maggie.type("\x1b")
        await second.until(lambda: not call.clock.held, "the end of the chat")
        await maggie.shows("Motion|motion")
        maggie.type("\r")
        await second.until(lambda: not call.terminal.watched, "the end of the watch")


async def test_a_chat_ends_with_the_host_of_its_other_end(tmp_path, monkeypatch):
    async with hosts(tmp_path, breaks=True, callers=("Maggie", "Bob")) as (first, second):
        first.callers.change("Maggie", lambda caller: replace(caller, sysop=True))
        maggie = await first.at_menu("Maggie")
        bob = await second.at_menu("Bob")
        await known(first, "Bob")
        navigation.open_page(first.sessions[0], "sysop-chat", "101 Bob")
        await bob.shows("has broken in to chat")
        first.services.roster.bus._speaker.die()
        monkeypatch.setattr(calls, "DEAD", 0.2)
        await second.until(lambda: not second.sessions[0].clock.held, "the end of the chat")
        await bob.shows("Hello, Bob")
        await maggie.shows(re.escape(tr.people.node_empty(node=101)))
