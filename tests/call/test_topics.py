"""Topics: everybody gets every line once, nobody waits for a slow reader, the board looks once for all."""

import asyncio
import time
from dataclasses import replace
from typing import Any

import pytest
from hosts import hosts
from seats import AtBoard, SeatProbe

from door.call import bus, navigation, remote, time_limits
from door.call import topic as topic_module
from door.call.identity import Identity
from door.call.roster import At, Roster, TopicOver
from door.call.stack import Follows, Layer
from door.call.topic import (
    FIRST,
    KEPT,
    Follow,
    RemoteReader,
    SayThere,
    Talk,
    Topic,
    TopicReader,
    Unfollow,
    ViewUpdate,
)
from door.features.chat.room import Chat
from door.features.desk.asks import Glimpse, Say
from door.features.tables.hub import TableHub
from door.features.watching import channel
from door.features.watching.pages import WatchGame
from door.net.line import Hints
from door.play.match.view import Followed
from door.screens.doors import find
from door.ui.screen import No
from door.ui.sentence import _reader
from door.ui.texts import Language, language, tr


class Said(Topic):
    def view(self, reader: TopicReader, said: Any) -> Any:
        return said


class Caller:
    """A call as a topic sees it."""

    def __init__(self, handle: str) -> None:
        self.node, self.got = 1, list[Any]()
        self.who = Identity(Hints("telnet", "192.0.2.1"))
        self.who.handle = handle
        self.terminal: Any = type("Terminal", (), {"language": staticmethod(_reader.get())})

    def post(self, layer: Any, event: Any) -> None:
        self.got.append(event)


def layer() -> Any:
    return Layer(None, None, "")  # type: ignore[arg-type]


async def test_a_slow_reader_gets_all_lines_in_one_view_once_the_last_was_taken():
    topic, ann, bob = Said("x", Roster()), Caller("Ann"), Caller("Bob")
    here, there = topic.follow(ann, layer()), topic.follow(bob, layer())
    for n in range(50):
        topic.hear("Cid", "yes" if n % 2 else "no")
        topic.spread()
        here.took()
    assert [len(view) for view in ann.got] == [1] * 50, "the quick one has each by itself, though they repeat"
    assert [len(view) for view in bob.got] == [1]
    there.took()
    assert len(bob.got[-1]) == 49 and bob.got[-1][-2:] == (("Cid", "no"), ("Cid", "yes"))


async def test_who_comes_late_gets_the_latest_lines_and_a_closed_topic_says_why():
    topic, ann = Said("x", Roster()), Caller("Ann")
    for n in range(2 * KEPT):
        topic.hear("Cid", f"{n}")
    reader = topic.follow(ann, layer())
    assert [text for _, text in reader.begin()] == [f"{n}" for n in range(2 * KEPT - FIRST, 2 * KEPT)]
    topic.hear("Cid", "more")
    topic.spread()
    assert not ann.got, "the first view wasn't taken yet"
    reader.took()
    assert ann.got.pop() == (("Cid", "more"),)
    far = [RemoteReader(topic, At("elsewhere", n, 1, "Bob"), heard=n) for n in (-1, 0)]
    assert [one.heard for one in far] == [2 * KEPT + 1 - FIRST, 0], "one is new, one has heard nothing yet"
    topic.close(tr.watch.game_gone())
    assert ann.got == [No(tr.watch.game_gone())] and not topic.readers


async def test_a_screen_that_follows_twice_is_one_reader():
    topic, ann, its = Said("x", Roster()), Caller("Ann"), layer()
    assert topic.follow(ann, its) is topic.follow(ann, its)
    assert len(topic.readers) == 1 == len(its.ends)


def test_lines_of_whom_the_reader_ignores_are_left_out():
    talk = Talk()
    talk.add("Ann", "hello")
    talk.add("Bob", "buy it")
    ignores: Any = type("Cid", (), {"ignores": staticmethod(lambda who: who == "Bob")})
    assert talk.since(0, ignores) == (("Ann", "hello"),) and talk.count == 2


async def test_chat_loses_no_line_however_slow_the_line_is_and_however_often_it_is_said(board):
    ann, bob = await board.at_menu("Ann"), await board.at_menu("Bob")
    ann.type("c")
    bob.type("c")
    chat = board.services[Chat]
    await board.until(lambda: len(chat.readers) == 2, "both")
    page = board.sessions[1].stack.top
    for _ in range(23):
        chat.hosts.say("chat", "Ann", "yes")
        await asyncio.sleep(0.06)
    await board.until(lambda: len(page.state.lines) == 23, "what is said again and again")
    bob.stall(True)
    for n in range(60):
        chat.hosts.say("chat", "Ann", f"line {n}")
        await asyncio.sleep(0.01)
    bob.stall(False)
    await board.until(lambda: len(page.state.lines) == 83, "what was said meanwhile")


async def test_the_board_looks_once_for_all_its_sets(board, monkeypatch):
    looks, seen = list[int](), list[int]()
    monkeypatch.setattr(channel, "SWITCH", 0.02)
    monkeypatch.setattr(channel, "playing", lambda services: looks.append(1) or iter(()))

    class Set:
        def look(self, games: Any) -> bool:
            seen.append(1)
            return len(seen) < 10 * len(looks)  # each is off after a while

    for _ in range(10):
        board.services[channel.Channel].add(board.services, Set())
    await board.until(lambda: len(seen) >= 10, "a look")
    assert len(looks) == 1


async def test_a_notice_is_drawn_without_a_look_at_limits_and_hours(board, monkeypatch):
    ann = await board.at_menu("Ann")
    await asyncio.sleep(0.3)
    looks = list[Any]()
    monkeypatch.setattr(time_limits, "check", looks.append)
    board.sessions[0].messages.notify(tr.people.now_open())
    await ann.shows("open to a game|like to play|open")
    assert looks == []


async def test_a_view_that_fails_ends_for_that_reader_alone(caplog):
    class Fails(Said):
        def view(self, reader: TopicReader, said: Any) -> Any:
            if reader.handle == "Bob":
                raise ZeroDivisionError
            return said

    topic, ann, bob = Fails("x", Roster()), Caller("Ann"), Caller("Bob")
    for one in (bob, ann):
        topic.follow(one, layer())
    topic.hear("Cid", "hello")
    topic.spread()
    assert ann.got == [(("Cid", "hello"),)]
    assert bob.got == [No(tr.watch.cannot_be_shown())] and [one.handle for one in topic.readers] == ["Ann"]
    assert "cannot follow x" in caplog.text and "ZeroDivisionError" in caplog.text


async def test_each_reader_s_view_is_made_in_their_language():
    spoken = list[Any]()

    class Asks(Said):
        def view(self, reader: TopicReader, said: Any) -> Any:
            spoken.append((reader.handle, language()))
            return said

    topic, ann, bob = Asks("x", Roster()), Caller("Ann"), Caller("Bob")
    german, english = Language(code="de"), language()
    bob.terminal.language = lambda: german
    for one in (ann, bob):
        topic.follow(one, layer())
    topic.hear("Cid", "hello")
    topic.spread()
    assert spoken == [("Ann", english), ("Bob", german)] and language() is english


def said_to(one: AtBoard) -> list[str]:
    """What a seat's screen was told that somebody has said."""
    return [text for event in one.kept.heard if isinstance(event, Followed) for _, text in event.said]


@pytest.mark.parametrize("far", [False, True])
async def test_no_line_at_a_table_is_lost_to_callers_who_stall(tmp_path, far):
    async with hosts(tmp_path, find("switchbox"), callers=("Ann", "Bob", "Cid")) as boards:
        for board in boards:
            board.services[TableHub].screens = {slug: SeatProbe() for slug in board.doors}
        here, there = boards[0], boards[far]
        ann, bob, cid = [await AtBoard.on(*one) for one in ((here, "Ann"), (there, "Bob"), (there, "Cid"))]
        id = await ann.opens()
        ann.looks(id)
        await there.until(lambda: there.store.tables.get(id) is not None, "the table")
        await bob.sits(id)
        cid.looks(id)
        for line in (bob.line, cid.line):
            line.stall()
        presence, lines = here.services[TableHub].presence, ["yes" if n % 2 else f"{n}" for n in range(100)]
        for text in lines:
            await here.store.tables.do(id, {"do": "say", "who": "Ann", "text": text})
            presence.hosts.say(f"table/{id}", "Dot", f"aside {text}")
        for line in (bob.line, cid.line):
            line.stall(False)
        await there.until(lambda: len(said_to(cid)) == 200 and len(said_to(bob)) == 100, "all lines")
        assert said_to(bob) == lines, "who plays doesn't hear the watchers"
        for whose in (lines, [f"aside {text}" for text in lines]):
            assert [text for text in said_to(cid) if text in whose] == whose


@pytest.mark.parametrize("far", [False, True])
async def test_no_line_of_a_sysop_s_chat_is_lost_to_a_side_that_stalls(tmp_path, far, monkeypatch):
    monkeypatch.setattr(topic_module, "FAR", 0.01)
    async with hosts(tmp_path, callers=("Maggie", "Bob")) as boards:
        here, there = boards[0], boards[far]
        here.callers.change("Maggie", lambda caller: replace(caller, sysop=True))
        maggie, bob = await here.at_menu("Maggie"), await there.at_menu("Bob")
        await here.until(lambda: bool((on := here.services.roster.of("Bob")) and on.screens), "Bob")
        sysop, call = here.sessions[0], there.sessions[-1]
        navigation.open_page(sysop, "sysop-chat", f"{call.node} Bob")
        await bob.shows("has broken in to chat")
        for line in (maggie, bob):
            line.stall()
        for n in range(100):
            for one in (sysop, call):
                one.carry_out(one.stack.top, Say("да" * 40 if n % 2 else f"{one.who.handle} {n}"))
        for line in (maggie, bob):
            line.stall(False)

        def heard(one: Any) -> list[str]:
            return [text for _, text in one.stack.top.state.lines]

        for one, other in ((sysop, "Bob"), (call, "Maggie")):
            await here.until(lambda one=one: len(heard(one)) >= 100, f"what {other} said")
            assert heard(one) == ["да" * 40 if n % 2 else f"{other} {n}" for n in range(100)]


@pytest.mark.parametrize("first_behind", ["chat", "game"])
async def test_lines_that_a_gap_has_swallowed_are_asked_for_again(tmp_path, monkeypatch, first_behind):
    monkeypatch.setattr(bus, "KEPT", 2)
    monkeypatch.setattr(remote, "EVERY", 0.05)
    monkeypatch.setattr(topic_module, "FAR", 0.01)
    async with hosts(tmp_path, breaks=True, callers=("Ann", "Bob", "Cid")) as (first, second):
        ann, bob, cid = [
            await board.at_menu(who) for board, who in ((first, "Ann"), (second, "Bob"), (second, "Cid"))
        ]
        await ann.press("1\r\r", "Tiles to shut|Turns|1 2 3")
        there = second.services.roster
        await second.until(lambda: bool((on := there.of("Ann")) and on.plays), "the game")
        call, chats = second.sessions
        call.carry_out(call.stack.top, WatchGame(1))
        await bob.shows("Watching Ann")
        cid.type("c")
        chat, gallery = first.services[Chat], first.sessions[0].stack.top.gallery
        await second.until(lambda: bool(second.services[Chat].readers), "who chats")
        mirror, heard = call.stack.top.link.source, list[str]()
        monkeypatch.setattr(mirror, "view", _noting(mirror.view, heard))
        chat.hosts.say("chat", "Ann", "first")
        page = chats.stack.top
        await second.until(lambda: mirror.is_shown and len(page.state.lines) == 1, "a first line")
        there.bus._speaker.is_cut = True
        for _ in range(30):
            gallery.hear("Ann", "yes")
            chat.hosts.say("chat", "Ann", "yes")
            await asyncio.sleep(0.01)
        there.bus._speaker.is_cut = False
        if first_behind == "chat":
            chat.hosts.say("chat", "Ann", "last")
        gallery.hear("Ann", "last")
        [reader] = gallery.readers
        reader.took()
        reader.offer()
        if first_behind == "game":
            chat.hosts.say("chat", "Ann", "last")
        await second.until(lambda: heard == [*["yes"] * 30, "last"], "what a watcher has missed")
        lines = ("first", *["yes"] * 30, "last")
        await second.until(
            lambda: tuple(text for _, text in page.state.lines) == lines, "what Chat has missed"
        )


def _noting(view: Any, heard: list[str]) -> Any:
    def noting(reader: TopicReader, said: Any) -> Any:
        heard.extend(text for _, text in said)
        return view(reader, said)

    return noting


@pytest.mark.parametrize("far", [False, True])
async def test_sysops_cannot_watch_each_other_nor_in_a_ring(tmp_path, far):
    async with hosts(tmp_path, callers=("Ann", "Bob", "Cid")) as boards:
        sysops = []
        for board, who in zip((boards[0], boards[far], boards[0]), ("Ann", "Bob", "Cid"), strict=True):
            boards[0].callers.change(who, lambda caller: replace(caller, sysop=True))
            sysops.append((board, await board.at_menu(who), board.sessions[-1]))
        for board in boards[: 1 + far]:
            await board.until(
                lambda of=board.services.roster: [bool(on.screens) for on in of.on()] == [True] * 3,
                "the callers",
            )
        for at, (_, line, own) in enumerate(sysops):
            other = sysops[(at + 1) % 3][2]
            navigation.open_page(own, "sysop-watch", f"{other.node}")
            if at == 2:
                await line.shows(f"{other.who.handle} on node {other.node} is watching you")
                break
            await line.shows(f"Watching {other.who.handle}")
            for board in boards[: 1 + far]:
                roster, node = board.services.roster, own.node
                await board.until(lambda of=roster, node=node: bool(of.call(node).follows), "who watches")
        last = [time.monotonic()]
        for _, _, call in sysops:
            call.post = _noting_glimpses(call.post, last)
        await boards[0].until(lambda: time.monotonic() - last[0] > 0.6, "quiet, when nobody does anything")


def _noting_glimpses(post: Any, last: list[float]) -> Any:
    def noting(layer: Any, event: Any) -> None:
        if isinstance(event, Glimpse):
            last[0] = time.monotonic()
        post(layer, event)

    return noting


async def test_a_topic_that_is_unknown_here_is_refused_and_the_call_goes_on(board):
    await board.at_menu("Ann")
    call, links = board.sessions[0], board.services.roster.links
    heard = list[Any]()
    own = Layer(None, None, "")  # type: ignore[arg-type]
    own.link = type("Link", (Follows,), {"hear_of": lambda self, message: heard.append(message)})()
    at = links.expose(own, 7, "Zoe")
    links.tell(links.expose(layer(), 7, "Zoe"), "a page that follows nothing")
    for name in ("", "nothing/1", "game/1.99", "chat-with/1"):
        call.receive(Follow(name, at, -1, True))
    assert [type(one) for one in heard] == [TopicOver] * 3 + [ViewUpdate], "a chat opens, the others are gone"
    call.receive(SayThere(at._replace(number=99), "hello"))
    call.receive(Unfollow(at))
    assert not call.over and not links.readers and not call.clock.held
