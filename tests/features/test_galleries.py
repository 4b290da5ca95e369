"""Watching those who play alone: who may, what they see, what is said, and that nobody waits for them."""

import asyncio
import pickle
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from boardroom import Boardroom, boardroom
from callline import DUMB, SYNCTERM, XTERM, CallDouble
from effort import PATIENCE
from other_games import standing
from seats import AtBoard

from door.call import messages, refresh
from door.call.loop import Session
from door.features.logon.pages import logon
from door.features.tables.presence import table_of
from door.features.watching import channel, galleries, tv
from door.features.watching import handlers as effects
from door.features.watching.channel import film, look_up
from door.features.watching.pages import GameRow, WatchGame
from door.games.shutbox.rules import legal, move_text
from door.net.line import Hints
from door.play.api import SayToWatchers
from door.play.match.values import Refusal
from door.records.community.community import Wall
from door.records.journal.find import BestGame
from door.records.ledger.ladder import Rating
from door.screens.door import SeatDoor
from door.screens.doors import find
from door.screens.replays import steps
from door.screens.replays.screen import ReplayScreen
from door.screens.state import CLOSED
from door.screens.watch import WatchDoor
from door.term.keys import Line
from door.ui.texts import tr

pytestmark = pytest.mark.files("it is about screens: its records are those of any call")

WIDE = replace(XTERM, size=(132, 50))
WEAK = Rating().rating / 1000
"""What a game without rated players is worth more on TV."""


@pytest.fixture
async def board(tmp_path: Path) -> AsyncIterator[Boardroom]:
    async with boardroom(tmp_path, doors=tuple(map(find, ("shutbox", "mindbuster")))) as open_board:
        yield open_board


async def calls(board: Boardroom, handle: str, hints: Hints = XTERM, **prefs: str) -> CallDouble:
    await board.register(handle, expert="on", fast="on", **prefs)
    line, _ = board.proved_call(handle, hints)
    await (line.hears("command") if hints is DUMB else line.shows("Tables"))
    return line


async def plays(board: Boardroom, handle: str = "Ann", **prefs: str) -> CallDouble:
    """A caller at a game of Shut The Box."""
    ann = await calls(board, handle, **prefs)
    await ann.press("1", "dice are sealed|Enter")
    await ann.press("\r", "Tile Total")
    return ann


async def ends_the_deal(line: CallDouble) -> None:
    """Gives up the daily deal of Shut The Box."""
    await line.press("1", "Enter")
    await line.press("d\r", "Tile Total")
    await line.press("q", "[Gg]ive")
    await line.press("g", "same again")


async def watches(board: Boardroom, handle: str, hints: Hints = XTERM) -> CallDouble:
    line = await calls(board, handle, hints)
    if hints is DUMB:
        await line.say("t\r", "Enter to go back")
        await line.say("v\r", "Number: Watch")
        line.type("1\r")
    else:
        await line.press("t", "New table")
        await line.press("v", "Played by.*Ann")
        line.type("\r")
    return line


def rows(board: Boardroom, node: int) -> tuple[GameRow, ...]:
    """What the call on that node is listed."""
    return tuple(effects._alone(board.sessions[node - 1]))


async def test_all_see_the_same_game_each_on_their_own_terminal(board):
    ann = await plays(board)
    ascii = replace(XTERM, size=(80, 24))
    lines = [await watches(board, "Bob", SYNCTERM), await watches(board, "Cid", WIDE)]
    lines += [await watches(board, "Dot", DUMB), await watches(board, "Eve", ascii)]
    await lines[0].shows("Watching Ann")
    await lines[1].shows("Watching: 4.*Ann is playing")
    await lines[2].hears("Roll: .*Watching Ann")
    await ann.shows(r"\(•\) 4")
    (game,) = rows(board, 2)
    assert (game.who, game.door, game.watchers, game.asks) == ("Ann", "Shut The Box", 4, False)
    assert game.stand == "░░░░░░░░░ all open"
    await ann.press("q", "[Gg]ive")
    ann.type("g")
    for line in lines[:2]:
        await line.shows("Given up")
    await lines[2].hears("Game over. Score: 0")
    ann.type("q")
    await lines[1].shows("Ann has left the door")
    await lines[2].say("\r", "Watch. 0 games")
    assert rows(board, 2) == ()


async def test_a_player_s_setting_says_who_may(board):
    await plays(board, "Ann", watchable="no")
    bob = await calls(board, "Bob")
    assert rows(board, 2) == ()
    tables = board.settings.tables.model_copy(update={"watchable": "no"})
    await plays(board, "Cid", watchable="yes")
    await plays(board, "Dot")
    assert [row.who for row in rows(board, 2)] == ["Cid", "Dot"]
    board.settings = replace(board.settings, tables=tables)
    assert [row.who for row in rows(board, 2)] == ["Cid"]
    assert "Watching" not in bob.screen


async def test_who_asks_waits_until_they_are_let_in(board):
    ann = await plays(board, "Ann", watchable="ask")
    bob = await watches(board, "Bob")
    await bob.shows("Ann has been asked whether you may watch")
    assert [row.asks for row in rows(board, 2)] == [True]
    await ann.shows("Bob would like to watch. \\(Ctrl-W to answer\\)")
    assert "Tile Total" not in bob.screen and "(•)" not in ann.screen
    ann.type("\x17")
    assert "would like to watch" not in await ann.shows("Ask to watch.*Bob, node 2"), "she sees it"
    ann.type("a")
    await bob.shows("Tile Total")
    await ann.shows("Watching ─.*Bob, node 2")
    ann.type("d")
    await bob.shows("Ann is playing without watchers now")
    await ann.shows("Nobody is watching you")
    await bob.press("x", "Played by.*Ann")
    await bob.press("\r", "Ann doesn't want to be watched")
    cid, dot = await watches(board, "Cid"), await watches(board, "Dot")
    there = board.sessions[0]
    for line in (cid, dot):
        await line.shows("Ann has been asked")
    await effects._answer_watcher(there, ("Dot", True))
    await dot.shows("Tile Total")
    assert [one.is_in for one in (await effects._answer_watcher(there, ("Dot", False))).rows] == [False]
    await dot.shows("Ann is playing without watchers now")
    await effects._remark(board.sessions[3], board.sessions[3].stack.top, SayToWatchers("Still here"))
    assert not effects._own(there).talk.count, "who was sent away says nothing more"
    assert "Ann has been asked" in cid.screen, "who isn't answered still waits"


async def test_whom_one_ignores_does_not_watch_either(board):
    ann = await plays(board)
    board.sessions[0].who.ignore_here("Bob", True)
    bob = await watches(board, "Bob")
    await bob.shows("Ann doesn't want to be watched")
    cid = await watches(board, "Cid")
    await cid.shows("Tile Total")
    there, here, number = *board.sessions[:2], board.sessions[0].stack.top.number
    found = [galleries.gallery_of(there, galleries.game_topic(there.node, n)) for n in (number, number - 1)]
    assert found == [there.stack.top.gallery, None], "another game than the one asked for is not shown"
    assert galleries.gallery_of(here, galleries.game_topic(here.node, number)) is None
    board.sessions[0].who.ignore_here("Cid", True)
    ann.type("q")
    await cid.shows("Ann is playing without watchers now")


async def test_watchers_talk_and_the_player_hears_them_where_they_like(board):
    ann = await plays(board)
    bob, cid = await watches(board, "Bob", WIDE), await watches(board, "Cid", WIDE)
    await bob.shows("Tile Total")
    bob.type("tnice roll\r")
    await cid.shows("Bob: nice roll")
    assert not (notice := board.sessions[0].messages).notice, "she doesn't hear them yet"
    await ann.press("\x17", "Bob: nice roll.*Unmute")
    await ann.press("h", "You hear what they say")
    ann.type("tthank you\r")
    await cid.shows("Ann: thank you")
    assert "thank you" not in notice.notice
    await ann.press("q", "Tile Total")
    cid.type("twelcome\r")
    await ann.shows(r"Cid \(watching\): welcome")
    for handle in ("Ann", "Cid"):
        board.callers.change(handle, lambda caller: replace(caller, unvalidated=True))
    for line, keys in ((cid, "tunheard\r"), (ann, "\x17tunheard\r")):
        line.type(keys)
        await line.shows("You can write only to the sysop until")
    gallery = effects._own(board.sessions[0])
    assert "unheard" not in str(gallery.talk.latest(None))


async def test_the_deal_of_the_day_is_not_seen_before_one_s_own(board):
    ann = await calls(board, "Ann")
    await ann.press("1", "Enter")
    await ann.press("d\r", "Tile Total")
    bob = await watches(board, "Bob")
    await bob.shows("Play today's deal first. Ann is playing the same one")
    assert [row.stand for row in rows(board, 2)] == [tr.watch.game_is_daily()]


async def test_the_deal_played_again_for_practice_is_not_seen_before_one_s_own(board):
    wanted(board)
    ann, bob = await calls(board, "Ann"), await calls(board, "Bob")
    await ends_the_deal(ann)
    await ann.press("a", "for practice")
    there, here = board.sessions
    layer = galleries.plays(there)
    assert layer is not None and layer.state.table.kind == "practice"
    assert [row.stand for row in rows(board, 2)] == [tr.watch.game_is_daily()]
    assert list(channel.playing(board.services)) == []
    assert channel.on_small_tv(board.services).title == ""
    assert effects.why_not(
        here, there.info(), there.receive(galleries.AskLoneGame())
    ) == tr.watch.play_daily_first(who="Ann")
    await ends_the_deal(bob)
    async with asyncio.timeout(PATIENCE):
        while why_not(here, there):  # noqa: ASYNC110  # his deal is being written
            await asyncio.sleep(0)


def why_not(here: Session, there: Session) -> str:
    game = there.receive(galleries.AskLoneGame())
    assert game is not None
    return effects.why_not(here, there.info(), game)


async def test_yesterday_s_deal_is_not_seen_until_it_is_laid_open(board):
    ann, _ = await calls(board, "Ann"), await calls(board, "Bob")
    await ends_the_deal(ann)
    await ann.press("a", "for practice")
    there, here = board.sessions
    board.clock.on(hours=4.5)
    await board.store.refresh()
    await refresh.spread(board.services.roster)
    assert effects.why_not(
        here, there.info(), there.receive(galleries.AskLoneGame())
    ) == tr.watch.play_daily_first(who="Ann")
    board.clock.on(hours=1)
    await board.store.refresh()
    await refresh.spread(board.services.roster)
    assert why_not(here, there) == ""


async def test_a_player_is_not_asked_without_end(board):
    await plays(board, "Ann", watchable="ask")
    await calls(board, "Bob")
    there, here = board.sessions
    for node in (here.node, 99):
        with pytest.raises(Refusal, match=str(tr.watch.game_gone())):
            effects._watch(there, there.stack.top, WatchGame(node))
    here.messages.stay_silent()
    with pytest.raises(Refusal, match=str(tr.watch.asked_just_now())):
        effects._watch(here, here.stack.top, WatchGame(there.node))
    asked = 1
    for _ in range(20):
        top, here.messages.silent_until = here.stack.top, 0.0
        here.carry_out(top, WatchGame(there.node))
        asked += here.stack.top is not top
        here.stack.drop(here.stack.top) if here.stack.top is not top else None
    assert asked == 5


async def test_a_deal_that_begins_while_one_is_watched_is_not_seen(board):
    ann = await plays(board)
    bob = await watches(board, "Bob")
    await bob.shows("Watching Ann")
    await ann.press("q", "end it|[Gg]ive")
    ann.type("g")
    await bob.shows("Given up")
    await ann.press("d\r", "Tile Total")
    await bob.shows("Ann is playing the daily deal. Play it first to see this game")
    assert "Tile Total" not in bob.screen


async def test_a_slow_watcher_skips_what_lies_between_and_holds_nobody_up(board, monkeypatch):
    monkeypatch.setattr(galleries.Gallery, "soon", 0.0)
    ann = await plays(board)
    bob = await watches(board, "Bob")
    await bob.shows("Watching Ann")
    handed: list[Any] = []
    gallery = board.sessions[0].stack.top.gallery
    assert isinstance(gallery, galleries.Gallery)
    (watcher,) = gallery.readers
    monkeypatch.setattr(watcher.call, "post", lambda layer, event: handed.append(event))
    loop = asyncio.get_running_loop()
    monkeypatch.setattr(loop, "call_later", lambda seconds, step, *args: step(*args))
    state = gallery.layer.state
    for commit in "abcdefgh":
        gallery.layer.state = state._replace(table=standing(state.table, commit=commit))
        gallery.spread()
    gallery.layer.state = state
    assert len(handed) == 1, "the next is handed once the last was taken in"
    monkeypatch.undo()
    monkeypatch.setattr(watcher.call, "post", lambda layer, event: handed.append(event))
    watcher.took()
    assert len(handed) == 2 and handed[-1].course.record.commit == state.table.commit
    await ann.press("q", "[Gg]ive")


async def test_a_player_who_types_steadily_wakes_a_gallery_once_and_once_for_each_watcher(board, monkeypatch):
    ann = await plays(board)
    await (await watches(board, "Bob")).shows("Watching Ann")
    await (await watches(board, "Cid")).shows("Watching Ann")
    gallery = board.sessions[0].stack.top.gallery
    assert isinstance(gallery, galleries.Gallery)
    await board.until(lambda: gallery._due is None and not gallery._next)
    loop, timers = asyncio.get_running_loop(), list[Any]()
    later = loop.call_later

    def call_later(seconds: float, step: Any, *args: Any) -> asyncio.TimerHandle:
        timers.append(step)
        return later(3600, step, *args)

    monkeypatch.setattr(loop, "call_later", call_later)
    for _ in range(200):
        gallery.announce_change()
    assert timers == [gallery.spread]
    timers.clear()
    gallery._fresh = True
    gallery.spread()
    while timers == [gallery._hand]:
        timers.clear()
        gallery._hand()
    assert timers == [] and not gallery._next, "nothing is asked again while there is nothing to hand on"
    assert not gallery.is_new()
    monkeypatch.undo()
    await ann.press("q", "[Gg]ive")


async def test_whoever_watches_is_let_go_when_a_call_ends(board):
    ann = await plays(board)
    bob = await watches(board, "Bob")
    await bob.shows("Watching Ann")
    ann.drop()
    await bob.shows("Ann has left the door")
    await bob.press("q", "Nobody is playing now")
    cid = await plays(board, "Cid")
    await bob.press("r", "Shut The Box +Cid")
    bob.type("\r")
    await cid.shows(r"\(•\) 1")
    bob.drop()
    await board.until(lambda: getattr(board.sessions[2].stack.top.gallery, "count", 0) == 0)


async def test_a_game_s_end_goes_on_the_wall(board):
    ann = await plays(board)
    await ann.press("q", "[Gg]ive")
    await ann.press("g", "Final score.*wall")
    await ann.press("o", "Put it on the wall.*0 shut, 0 points")
    assert board.services[Wall].oneliners() == (), "nothing is posted before the answer"
    await ann.press("y", "Your line is on the wall")
    await ann.press("o", "already on the wall")
    (posted,) = board.services[Wall].oneliners()
    assert (posted.handle, posted.text) == ("Ann", "Shut The Box 10 Nov: ░░░░░░░░░ 0 shut, 0 points")
    dot = await calls(board, "Dot", DUMB)
    said = await dot.say("o\r", "O: Write a line")
    assert "Shut The Box 10 Nov: 0 shut, 0 points" in said


# -- board TV --------------------------------------------------------------------------------------


async def tunes_in(board: Boardroom, handle: str, hints: Hints = XTERM) -> CallDouble:
    line = await calls(board, handle, hints)
    await line.press("t", "New table")
    await line.press("v", "Board TV")
    line.type("v")
    return line


async def ended(board: Boardroom, handle: str) -> None:
    """That caller ends a game of Shut The Box, and their call."""
    line = await plays(board, handle)
    while board.state.scene == "play":
        table = board.state.table
        assert table is not None
        top, made = board.sessions[-1].stack.top, len(table.moves)
        move = move_text(next(iter(legal(table.position.open, table.position.total))))
        board.sessions[-1].stack.feed(top, Line(move))
        assert board.state.table is not None and len(board.state.table.moves) > made
    await board.until(lambda: board.state.booked is not None)
    line.drop()


async def test_tv_shows_the_books_until_somebody_plays_and_then_the_livelier(board, monkeypatch):
    monkeypatch.setattr(channel, "SWITCH", 0.02)
    monkeypatch.setattr(tv, "SWITCH", 0.02)
    monkeypatch.setattr(tv, "AFTER", 0.1)
    monkeypatch.setattr(steps, "PACES", (0.02,) * 5)
    sets, on = list[tv.Tv](), tv.Tv.on
    monkeypatch.setattr(tv.Tv, "on", lambda one: sets.append(one) or on(one))
    nobody = await tunes_in(board, "Zoe")
    await nobody.shows("nothing to watch right now")
    nobody.drop()
    await ended(board, "Ann")
    board.clock.on(days=1)
    eve = await tunes_in(board, "Eve", WIDE)
    await eve.shows("Ann: best of yesterday")
    watching = board.sessions[-1].stack
    await board.until(lambda: bool(watching.top.state.look.parts), "the coach's word")
    await eve.press("v", "PROVED just now")
    practice = await calls(board, "Bob")
    await practice.press("1", "Enter")
    await practice.press("p", "Tile Total")
    sets[-1].look(channel.liveliest(board.services))
    assert watching.top.state.replay.title, "who reads is left in peace"
    reads = watching.top.state
    assert tv.busy(reads) and tv.busy(reads._replace(replay=reads.replay._replace(plays=True, at=0)))
    for plays_on, at, is_busy in ((True, 0, False), (False, 0, True), (False, reads.replay.last, False)):
        shown = reads.replay._replace(plays=plays_on, at=at)
        assert tv.busy(reads._replace(page=CLOSED, replay=shown)) is is_busy
        sets[-1]._turn(reads._replace(replay=shown), ())
        assert sets[-1]._since_end == (0.02 if shown.at else 0.0), "its end is shown for a while"
    await eve.press("\r", "Ann: best of yesterday")
    await eve.press("e", "Watching Bob")
    dot = await plays(board, "Dot")
    await dot.shows("Tile Total")
    there = watching.top
    sets[-1].look(games := channel.liveliest(board.services))
    assert watching.top is there, "a contest is not clearly livelier than practice"
    assert [(one.who, one.worth) for one in games] == [("Dot", 5 + WEAK), ("Bob", 4 + WEAK)]
    with monkeypatch.context() as patch:
        patch.setattr(channel, "IDLE", 0.0)
        assert channel.liveliest(board.services)[0].worth == 3 + WEAK
    monkeypatch.setattr(tv, "AFTER", 3600.0)
    await practice.press("q", "end it")
    practice.type("g")
    await board.until(lambda: len(channel.liveliest(board.services)) == 1)
    sets[-1].look(channel.liveliest(board.services))
    assert watching.top is there, "a game that has ended stays for a while"
    monkeypatch.setattr(tv, "AFTER", 0.1)
    assert "has been asked" not in await eve.shows("Watching Dot")
    await eve.press("q", "Played by.*Dot")
    await board.until(lambda: not board.services[channel.Channel]._sets, "the end of the set")
    await dot.shows("Tile Total")
    await board.until(lambda: getattr(board.sessions[-1].stack.top.gallery, "count", 0) == 0)


async def test_whom_a_player_ignores_does_not_see_them_on_tv_either(board):
    await plays(board)
    board.sessions[0].who.ignore_here("Bob", True)
    await calls(board, "Bob")
    assert not tv.Tv(board.sessions[1]).on()
    await calls(board, "Cid")
    assert tv.Tv(board.sessions[2]).on()


async def test_a_game_that_cannot_be_played_again_is_not_shown(board):
    await ended(board, "Ann")
    board.clock.on(days=1)
    eve = await calls(board, "Eve")
    await look_up(board.services)
    hub = board.services[channel.Channel]
    (best,) = hub.best
    shown, _ = film(board.services, best)
    assert pickle.loads(pickle.dumps(shown)) == shown, "a helper process takes it to the coach"
    hub.best = (best._replace(game={**best.game, "moves": ["9 9 9"]}),)
    assert not tv.Tv(board.sessions[-1]).on()
    gone = best._replace(player="Gone")
    hub.best = (*hub.best, gone)
    tv_set = tv.Tv(board.sessions[-1])
    assert tv_set.on() and tv_set._show_books(), "it passes over the other one each time"
    board.sessions[-1].timers.check()
    await eve.shows("Somebody: best of yesterday")
    hub.best = ()
    await look_up(board.services)
    assert hub.best == (best,), "it looks again if there was none"
    board.clock.on(days=1)
    await look_up(board.services)
    assert hub.day == "2026-11-11", "and once a day"


async def test_the_day_s_deal_and_who_minds_are_not_on_tv(board):
    await plays(board, "Ann", watchable="ask")
    bob = await calls(board, "Bob")
    await bob.press("1", "Enter")
    await bob.press("d\r", "Tile Total")
    assert list(channel.playing(board.services)) == []
    assert channel.on_small_tv(board.services).title == ""


def wanted(board: Boardroom) -> None:
    """The sysop wants board TV below the welcome screen."""
    board.change("board", tv_at_welcome=True)


async def test_the_welcome_shows_what_is_played_where_the_sysop_likes(board):
    await plays(board)
    board.change("board", tv_at_welcome=False)
    stranger, _ = board.call()
    await stranger.shows("Your handle")
    assert "On now" not in stranger.screen
    wanted(board)
    for hints in (XTERM, WIDE, replace(XTERM, charset="ascii")):
        stranger, _ = board.call(hints)
        await stranger.shows("On now: Ann at Shut The")
    plain, _ = board.call(DUMB)
    await plain.hears("On now: Ann at Shut The Box.")


async def test_the_small_picture_follows_the_game_and_is_drawn_once_for_all(board, monkeypatch):
    monkeypatch.setattr(channel, "EVERY", 0.0)
    monkeypatch.setattr(logon, "TV_SECONDS", 0.01)
    wanted(board)
    stranger, _ = board.call()
    await stranger.shows("Your handle")
    ann = await plays(board)
    await stranger.shows("On now: Ann at Shut The")
    await stranger.shows("all open")
    top = board.sessions[1].stack.top
    table = top.state.table
    position = replace(table.position, open=0b111, points=39)
    top.state = top.state._replace(table=standing(table, position))
    await stranger.shows("6 shut, 39 points")
    monkeypatch.setattr(channel, "EVERY", 60.0)
    assert channel.on_small_tv(board.services) is channel.on_small_tv(board.services)
    await stranger.press("Ann\r", "Password for Ann")
    ann.drop()


async def test_a_stranger_sees_no_door_that_a_new_caller_may_not_enter(board):
    await plays(board)
    assert channel.on_small_tv(board.services).title
    board.change_door("shutbox", access_level=board.settings.callers.new_level + 1)
    board.services[channel.Channel].until = 0.0
    assert not channel.on_small_tv(board.services).title


async def test_when_nobody_plays_a_stranger_sees_the_books(board, monkeypatch):
    monkeypatch.setattr(channel, "EVERY", 0.0)
    await ended(board, "Ann")
    await board.until(lambda: not list(channel.playing(board.services)))
    board.clock.on(days=1)
    tv_set = board.services[channel.Channel]
    assert channel.on_small_tv(board.services).title == ""
    await board.until(lambda: bool(tv_set.best), "the books")
    seen = [channel.on_small_tv(board.services)]
    while (tv_set.film is not None and len(seen) < 60 and seen[-1].stand != seen[0].stand) or len(seen) < 2:
        seen.append(channel.on_small_tv(board.services))
    assert seen[0].title == "Ann: best of yesterday at Shut The Box"
    assert seen[0].picture is not None and seen[0].picture.text() != seen[1].picture.text()
    (best,) = tv_set.best
    tv_set.best, tv_set.film = (best._replace(game={**best.game, "moves": ["9 9 9"]}),), iter(())
    assert channel.on_small_tv(board.services).title == "", "one that cannot be played again is not shown"


# -- at tables ---------------------------------------------------------------------------------------


async def test_a_table_s_watchers_talk_among_themselves_and_to_whoever_hears_them(tmp_path, monkeypatch):
    monkeypatch.setattr(messages, "SEND_WAIT", 0.0)
    async with boardroom(tmp_path, doors=(find("switchbox"),)) as board:
        for handle in ("Ann", "Bob", "Cid", "Dot"):
            await board.register(handle, expert="on", fast="on")
        ann, bob = await AtBoard.on(board, "Ann"), await AtBoard.on(board, "Bob")
        id = await ann.opens()
        ann.looks(id)
        await bob.sits(id)
        await ann.line.shows("GOAL")
        cid, dot = await AtBoard.on(board, "Cid", WIDE), await AtBoard.on(board, "Dot")
        cid.looks(id)
        dot.looks(id)
        await cid.line.shows("GOAL")
        await ann.line.shows(r"\(•\) 2")
        dot.line.type("tPass!\r")
        await cid.line.shows("Dot: Pass!")
        assert "Pass!" not in ann.line.screen and "Pass!" not in bob.line.screen
        await ann.line.press("\x17", "Cid, node 3.*Dot, node 4.*Recent talk.*Dot: Pass!")
        await ann.line.press("h", "You hear what they say.*Mute")
        cid.line.type("tTwo!\r")
        await ann.line.shows(r"Cid \(watching\): Two!")
        bob.session.who.ignore_here("Cid", True)
        await bob.line.press("\x17", "Unmute")
        assert "Pass!" in bob.line.screen and "Two!" not in bob.line.screen
        await bob.line.press("h", "Mute")
        cid.line.type("tThree!\r")
        await ann.line.shows(r"Cid \(watching\): Three!", passing=1)
        assert "Three!" not in bob.line.screen
        await cid.line.press("\x17", "Cid, node 3.*Dot, node 4")
        assert "Unmute" not in cid.line.screen, "who looks on has heard it"
        (row,) = tuple(effects._tables(board.sessions[2]))
        assert (row.who, row.watchers) == ("Ann and Bob", 2)


async def test_tv_follows_two_to_their_next_table(tmp_path, monkeypatch):
    monkeypatch.setattr(channel, "SWITCH", 0.02)
    monkeypatch.setattr(tv, "SWITCH", 0.02)
    async with boardroom(tmp_path, doors=(find("switchbox"),)) as board:
        for handle in ("Ann", "Bob", "Cid"):
            await board.register(handle, expert="on", fast="on")
        ann, bob = await AtBoard.on(board, "Ann"), await AtBoard.on(board, "Bob")
        id = await ann.opens(clock="5+10")
        assert channel.liveliest(board.services) == (), "nobody plays there yet"
        ann.looks(id)
        await bob.sits(id)
        cid = await AtBoard.on(board, "Cid", WIDE)
        (game,), sessions = channel.liveliest(board.services), (ann.session, bob.session, cid.session)
        assert [len(tuple(effects._tables(one))) for one in sessions] == [0, 0, 1]
        assert [tv.Tv(one)._may_see(game) for one in sessions] == [False, False, True]
        assert game.worth == 2 * 2 + 4 + 2 * game.match.terms.rated + WEAK
        kept = board.settings
        board.change_door("switchbox", access_level=60)
        assert not tv.Tv(cid.session)._may_see(game)
        board.settings = kept
        tv_set = tv.Tv(cid.session)
        assert tv_set.on()
        cid.session.timers.check()
        await cid.line.shows("The table.*Ann")
        await board.register("Dot", expert="on")
        dot = await AtBoard.on(board, "Dot", DUMB)
        dot.looks(id)
        dot.session.timers.check()
        await dot.line.hears("Ann against Bob.*The table")
        assert await bob.does(do="resign") == ""
        assert await ann.does(do="offer", what="again") == ""
        assert await bob.does(do="offer", what="again") == ""
        await board.until(
            lambda: cid.session.stack.top.slug == "switchbox" and table_of(cid.session.stack.top) != id
        )
        await board.until(lambda: tv_set.layer is cid.session.stack.top, "the set to follow them")
        await dot.line.hears("Bob against Ann.*The table")


# -- pictures that fail ------------------------------------------------------------------------------


def fails(*_: Any) -> Any:
    raise LookupError("a fault of the game's")


@pytest.mark.parametrize(
    ("part", "hints"), [("draw", XTERM), ("draw", WIDE), ("update", XTERM), ("start", XTERM), ("tell", DUMB)]
)
async def test_a_picture_that_fails_ends_no_watcher_s_call(board, monkeypatch, part, hints, caplog):
    ann = await plays(board)
    monkeypatch.setattr(WatchDoor, part, fails)
    bob = await watches(board, "Bob", hints)
    await (bob.hears if hints is DUMB else bob.shows)("That game can't be shown")
    assert "LookupError: a fault of the game's" in caplog.text
    await ann.press("1", "Tile Total")
    assert bob.open and ann.open
    top = board.sessions[0].stack.top
    await board.until(lambda: getattr(top.gallery, "readers", ()) == ())
    bob.type("\r" if hints is DUMB else "q")
    await (bob.hears("N: New table") if hints is DUMB else bob.shows("New table"))


async def test_a_picture_that_begins_to_fail_ends_no_watcher_s_call(board, monkeypatch):
    ann = await plays(board)
    bob = await watches(board, "Bob")
    await bob.shows("Watching Ann")
    monkeypatch.setattr(WatchDoor, "draw", fails)
    ann.type("1")
    await bob.shows("That game can't be shown")
    assert ann.open


async def test_words_that_fail_leave_the_list_of_games_alone(board, monkeypatch, caplog):
    await plays(board)
    monkeypatch.setattr(galleries, "brief", fails)
    bob = await watches(board, "Bob")
    await bob.shows("Watching Ann")
    assert caplog.text.count("shutbox cannot be shown to others") == 1


async def test_a_stranger_is_shown_another_game_in_place_of_one_that_fails(board, monkeypatch, caplog):
    wanted(board)
    await plays(board)
    monkeypatch.setattr(channel, "EVERY", 0.0)
    draw = WatchDoor.draw
    monkeypatch.setattr(
        WatchDoor, "draw", lambda door, *args: fails() if door.INFO.slug == "shutbox" else draw(door, *args)
    )
    for hints in (XTERM, DUMB):
        stranger, _ = board.call(hints)
        await (stranger.hears("handle") if hints is DUMB else stranger.shows("Your handle"))
    assert channel.on_small_tv(board.services).title == ""
    eve = await calls(board, "Eve")
    await eve.press("2", "Enter")
    eve.type("\r")
    await board.until(lambda: "Eve" in channel.on_small_tv(board.services).title, "the other game")
    assert caplog.text.count("shutbox cannot be shown to others") == 1


async def test_tv_goes_on_to_another_game_where_one_fails(board, monkeypatch):
    await plays(board)
    start = WatchDoor.start
    monkeypatch.setattr(
        WatchDoor, "start", lambda door, *args: fails() if door.INFO.slug == "shutbox" else start(door, *args)
    )
    bob = await calls(board, "Bob")
    await bob.press("2", "Enter")
    bob.type("\r")
    await board.until(lambda: len(list(channel.playing(board.services))) == 2)
    eve = await tunes_in(board, "Eve")
    await eve.shows("Watching Bob")


async def test_the_best_game_is_of_a_door_on_the_board_where_more_is_better(board, monkeypatch):
    asked = list[Any]()
    monkeypatch.setattr(channel, "best_games", lambda *args: asked.append(args[-1]) or ())
    await look_up(board.services)
    assert list(filter(asked[0], ("shutbox", "mindbuster", "gone"))) == ["shutbox"]


async def test_books_that_cannot_be_read_end_no_set(board, monkeypatch):
    monkeypatch.setattr("door.features.watching.channel.best_games", fails)
    nobody = await tunes_in(board, "Zoe")
    await nobody.shows("nothing to watch right now")


async def test_a_move_that_cannot_be_drawn_ends_no_call_at_a_table(tmp_path, monkeypatch):
    async with boardroom(tmp_path, doors=(find("switchbox"),)) as board:
        for handle in ("Ann", "Bob"):
            await board.register(handle, expert="on", fast="on")
        ann, bob = await AtBoard.on(board, "Ann"), await AtBoard.on(board, "Bob")
        id = await ann.opens()
        ann.looks(id)
        await bob.sits(id)
        await ann.line.shows("GOAL")
        for part in ("draw", "draw_rest", "draw_over"):  # a picture is kept without the caller's hand
            monkeypatch.setattr(SeatDoor, part, fails)
        assert await bob.does(do="say", who="Bob", text="Hello") == ""
        for one in (ann, bob):
            await one.line.shows("That game can't be shown")
            assert one.line.open


async def test_a_replay_that_cannot_be_drawn_ends_no_call(board, monkeypatch):
    await ended(board, "Ann")
    board.clock.on(days=1)
    monkeypatch.setattr(ReplayScreen, "draw", fails)
    eve = await tunes_in(board, "Eve")
    await eve.shows("That game can't be shown")
    assert eve.open


async def test_a_fault_in_what_one_call_is_told_of_the_books_is_logged_and_everybody_goes_on(
    board, monkeypatch, caplog
):
    bob = await calls(board, "Bob")
    await board.register("Ann", expert="on", fast="on")
    ann, _ = board.proved_call("Ann")
    await ann.shows("Tables")
    follow, told = refresh.follow, list[str]()

    def follows(call: Any) -> None:
        told.append(call.who.handle)
        if call.who.handle == "Ann":
            fails()
        follow(call)

    monkeypatch.setattr(refresh, "follow", follows)
    await refresh.spread(board.services.roster)
    assert sorted(told) == ["Ann", "Bob"] and "LookupError" in caplog.text and "Traceback" in caplog.text
    for line in (ann, bob):
        await line.press("w", "Who's online")


@pytest.mark.parametrize("hints", [XTERM, DUMB], ids=["screen", "plain"])
@pytest.mark.parametrize("keys", [("ctrl-t", "/t"), ("ctrl-w", "/w"), ("ctrl-r", "/r")], ids=str)
async def test_a_page_that_opens_over_anything_is_there_once(board, hints, keys):
    line, call = await calls(board, "Ann", hints), board.sessions[-1]
    key, said = keys
    for _ in range(6):
        line.type(f"{said}\r" if hints is DUMB else chr(ord(key[-1]) - ord("a") + 1))
    await board.until(lambda: len(call.stack) == 2 and not call.stack.busy, "the page")
    line.type("\r" if hints is DUMB else "q")
    await board.until(lambda: len(call.stack) == 1, "the way back")


async def test_ctrl_w_in_a_letter_erases_a_word_and_leaves_the_letter_where_it_is(board):
    line = await calls(board, "Ann")
    await line.press("f", "Feedback to")
    await line.press("Dear sysop", "Dear sysop")
    line.type("\x17")
    await board.until(lambda: "Dear sysop" not in line.screen)
    assert "► Dear" in line.screen and len(board.sessions[-1].stack) == 2
    await line.press("\x14", "New table")
    await line.press("q", "► Dear")


async def test_board_tv_names_the_month_of_a_recorded_game_and_its_player_who_is_still_here(board):
    line = {
        "kind": "game", "door": "shutbox", "caller": "Ann", "options": {}, "seed": "00" * 32, "score": 0,
        "moves": ["quit"], "id": "1", "t": "2026-10-31T20:00:00.000Z", "month": "2026-10", "seats": ["Ann"],
    }  # fmt: skip
    await board.register("Ann")
    await board.services.callers.remember("Ann")
    for player, since, who in (
        ("Ann", "2026-10-01", "Ann"), ("Ann", "2026-11-01", "Somebody"), ("", "2026-10-01", "Somebody"),
        ("Eve", "2026-10-01", "Somebody"),
    ):  # fmt: skip
        board.callers.change("Ann", lambda caller, since=since: replace(caller, created=f"{since}T10:00:00Z"))
        await board.services.callers.remember(player)
        game, title = channel.film(board.services, BestGame(False, line, {}, player))
        assert title == f"{who}: best of October 2026" and game.seats == (who,)
