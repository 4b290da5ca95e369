"""Callers at tables: what each is sent and told, who may sit where, and what a lost line costs nobody."""

import asyncio
import json
from dataclasses import asdict, replace
from typing import Any

import pytest
from boardroom import boardroom
from callline import DUMB, XTERM
from seats import GAME, MICROLINK, SWITCHBOX, AtBoard, a_board, chosen, match_of, on_board, two

from door.call import known, navigation
from door.call.faults import DoorFaults
from door.call.roster import BigMoment
from door.features.menu import lobby
from door.features.tables import handlers as tables
from door.features.tables import hub, presence, rules
from door.features.tables.asks import (
    DECLINE,
    LADDER,
    TABLE_FORM,
    AskTables,
    FindOpponent,
    OpenTable,
    Sit,
    TableReady,
    TakeSeat,
)
from door.features.tables.hub import TableHub
from door.features.watching.pages import GAMES
from door.pages.api import Done
from door.play.books import DAYS
from door.play.match.values import Match
from door.play.match.view import Rated
from door.records.audit.audit import audit
from door.records.daily.rules import day_after
from door.records.ledger.ladder import Ladder, Rating, RatingChange, Strength
from door.screens.doors import find
from door.ui.screen import No
from door.ui.texts import tr


def notices(caller: AtBoard) -> list[str]:
    """All notices that wait for a caller."""
    return [notice.sentence for notice in caller.session.messages.notices]


def later(monkeypatch: pytest.MonkeyPatch, seconds: int) -> None:
    """So many seconds have passed since a caller was at a table."""
    time = asyncio.get_running_loop().time
    monkeypatch.setattr(presence, "_now", lambda: time() + seconds)


async def test_both_and_who_looks_on_are_sent_every_change(tmp_path):
    async with two(tmp_path) as (board, ann, bob, id):
        cid = await AtBoard.on(board, "Cid")
        cid.looks(id)
        assert cid.kept.followed.seat == -1
        event = chosen(GAME, match_of(board, id), 0)
        assert await ann.does(**event) == ""
        for one, seat in ((ann, 0), (bob, 1), (cid, -1)):
            followed = await one.follows(lambda f: len(f.match.made) == 1)
            assert (followed.seat, followed.match.made[0].move) == (seat, event["move"])
        assert await ann.does(**chosen(GAME, match_of(board, id), 1)) == "It isn't your move."
        assert await cid.does(do="resign") == "You aren't playing at this table."


async def test_tables_that_were_open_before_a_call_could_come_wait_for_callers(tmp_path):
    async with two(tmp_path) as (board, _, _, _):
        late = TableHub(board.store, board.services.roster, board.keep, lambda _: True, lambda *told: None)
        assert late.waiting.count("Ann") == board.services[TableHub].waiting.count("Ann") == 1


async def test_the_menu_suggests_the_move_that_somebody_waits_for(tmp_path):
    async with two(tmp_path) as (board, ann, bob, id):
        waiting = board.services[TableHub].waiting
        assert [waiting.mover(who) for who in ("ANN", "Bob", "Cid")] == ["Bob", "", ""]
        found = lobby.of_menu(ann.session).suggestion
        assert found is not None and found.text == "Bob is waiting for your move"
        await ann.does(**chosen(GAME, match_of(board, id), 0))
        assert (waiting.mover("Ann"), waiting.mover("Bob")) == ("", "Ann")
        await bob.does(do="resign")
        assert (waiting.mover("Ann"), waiting.mover("Bob")) == ("", "")


async def test_a_move_that_was_made_for_an_older_table_is_not_made(tmp_path):
    async with two(tmp_path) as (board, ann, bob, id):
        before = match_of(board, id)
        assert await bob.does(do="say", text="hello") == ""
        assert "Something changed" in await ann.does(n=before.n, **chosen(GAME, before, 0))
        assert match_of(board, id).made == ()


async def test_what_is_said_is_fit_for_other_terminals(tmp_path):
    async with two(tmp_path) as (board, ann, _, id):
        assert await ann.does(do="say", text="\x1b[2Jhi\r\n" + "x" * 200, who="Bob") == ""
        assert match_of(board, id).talk == (("Ann", ("[2Jhi  " + "x" * 200)[:70].strip()),)
        assert "haven't typed anything" in await ann.does(do="say", text=" \x07 ")


@pytest.mark.parametrize(
    "event",
    [
        {"do": "begin"}, {"do": "time", "seat": 1}, {"do": "pause", "from": 0, "to": 9},
        {"do": "end", "why": "x"},
        {"do": "sit", "seat": 1, "who": "Ann"}, {"do": "wibble"}, {},
    ],
)  # fmt: skip
async def test_what_only_the_board_does_is_refused(tmp_path, event):
    async with two(tmp_path) as (board, ann, _, id):
        before = match_of(board, id)
        assert await ann.does(**event) == "Only the board can do that."
        assert match_of(board, id) == before


async def test_a_seat_is_ones_own_whatever_is_asked(tmp_path):
    async with two(tmp_path) as (board, ann, bob, id):
        assert await bob.does(do="resign", seat=0) == ""
        match = match_of(board, id)
        assert (match.end, match.by) == ("resigned", 1)
        assert "Ann" not in ann.notice, "she saw it happen"


async def test_a_challenge_is_told_and_taken_up(tmp_path):
    async with on_board(tmp_path, "Ann", "Bob") as (board, ann, bob):
        id = await ann.opens(to="bob")
        assert (
            bob.notice == "Ann challenges you to Switchbox, 3 days, unrated (Ctrl-Y accepts, Ctrl-N declines)"
        )
        assert board.services[TableHub].waiting.count("Bob") == 1
        (row,) = (await bob.ask(AskTables())).mine
        assert (row.seat, row.mine_to_move, row.stand) == (-1, False, "Ann challenges Bob")
        await bob.sits(id)
        assert match_of(board, id).stage == "play"
        await board.until(lambda: "your move" in ann.notice)
        assert ann.notice == "It's your move at Switchbox against Bob (Ctrl-T)."
        waiting = board.services[TableHub].waiting
        assert (waiting.count("Bob"), waiting.count("Ann")) == (0, 1)


# -- one key from anywhere ---------------------------------------------------------------------------

YES, NO = "\x19", "\x0e"  # Ctrl-Y and Ctrl-N


async def test_a_key_keeps_a_seat_in_a_game_by_days_and_nobody_leaves_what_they_do(tmp_path):
    async with on_board(tmp_path, "Ann", "Bob") as (board, ann, bob):
        bob.line.type("2\rp")
        await board.until(lambda: bob.session.stack.top.game != "", "a game")
        door, id = bob.session.stack.top, await ann.opens(to="Bob")
        bob.line.type("y")
        await board.until(lambda: not bob.session.stack.busy)
        assert match_of(board, id).stage == "forming", "a stray Y accepts nothing"
        bob.line.type(YES)
        await board.until(lambda: match_of(board, id).stage == "play", "the game by days")
        await board.until(lambda: "You have a seat at Switchbox with Ann" in bob.notice)
        assert bob.session.stack.top is door and door.game


async def test_a_key_opens_a_live_game_over_what_waits_below_it(tmp_path):
    async with on_board(tmp_path, "Ann", "Bob") as (board, ann, bob):
        id = await ann.opens(to="Bob", clock="5+10")
        ann.looks(id)
        below = bob.session.stack.top
        bob.line.type(YES + "q")  # what is typed ahead must not leave the table
        await bob.line.shows("At table")
        followed = await bob.follows(lambda f: f.match.stage == "play")
        assert followed.seat == 1 and not bob.kept.refusals
        assert all("challenges you" not in text for text in notices(bob))
        bob.line.type("q")
        await board.until(lambda: bob.session.stack.top is below)


async def test_a_key_declines_and_without_a_challenge_it_is_the_page_s(tmp_path):
    async with a_board(tmp_path, "Ann", "Bob") as board:
        ann, bob = await AtBoard.on(board, "Ann"), await AtBoard.on(board, "Bob", DUMB)
        await bob.line.hears("choice|:")
        id = await ann.opens(to="Bob")
        await bob.line.hears("/y accepts, /n declines")
        bob.line.type("/n\r")
        await board.until(lambda: match_of(board, id).end == "withdrawn")
        await board.until(lambda: ann.notice == "Bob declined your challenge to Switchbox.")
        await bob.line.say("/y\r", "isn't one of the choices|Choose a door")


async def test_a_challenge_waits_while_the_callers_own_clock_runs(tmp_path):
    async with two(tmp_path, clock="5+10") as (board, _, bob, live):
        cid = await AtBoard.on(board, "Cid")
        id, top = await cid.opens(to="Bob", clock="5+10"), bob.session.stack.top
        bob.line.type(YES)
        await board.until(lambda: "Your clock is running here" in " ".join(notices(bob)))
        assert match_of(board, id).stage == "forming" and bob.session.stack.top is top
        assert match_of(board, live).stage == "play"


async def test_callers_who_are_open_hear_of_a_game_and_join_it_by_a_key(tmp_path):
    async with on_board(tmp_path, "Ann", "Bob", "Cid") as (_, ann, bob, cid):
        await bob.line.press("wo", "open to a game")
        await ann.opens(clock="5+10", to="Cid")
        assert bob.notice == "", "a challenge is for one caller"
        cid.session.messages.notices = ()
        id = await ann.opens(clock="5+10")
        assert bob.notice.startswith("Ann is looking for a game of Switchbox") and cid.notice == ""
        await bob.line.press(YES, "At table")
        await bob.follows(lambda f: f.match.terms.id == id and f.match.stage == "play")


async def test_two_who_want_to_be_paired_meet_and_the_nearest_rating_first(tmp_path):
    async with on_board(tmp_path, "Ann", "Bob", "Cid", "Dee") as (board, ann, bob, cid, dee):
        await board.register("Eve", expert="on", fast="on")
        ladder = board.store.ledger.read(lambda ledger: ledger.ladder)
        for who, rating in (("ann", 1900.0), ("bob", 1300.0), ("cid", 1350.0), ("eve", 1350.0)):
            ladder.strengths.setdefault("switchbox", {})[who] = Strength(Rating(rating), 20, "", "")
        wanted = FindOpponent(OpenTable("switchbox", "versus", "5+10"))
        quick = FindOpponent(replace(wanted.table, clock="3+2"))
        first, other = (await ann.ask(wanted)).id, (await dee.ask(quick)).id
        await bob.opens(clock="5+10")
        low = await bob.opens(clock="5+10", rated=True)
        eve = await AtBoard.on(board, "Eve")
        await eve.opens(clock="5+10", rated=True)
        await board.loses(eve.line, "Eve")
        assert len({first, other, low}) == 3, "another clock is another game"
        assert (await cid.ask(wanted)).id == low
        match = match_of(board, low)
        assert match.stage == "play" and match.terms.rated and match.seats == ("Bob", "Cid")


@pytest.mark.parametrize("looks", [False, True])
async def test_a_challenge_that_is_declined_is_gone(tmp_path, looks):
    async with on_board(tmp_path, "Ann", "Bob", "Cid") as (_, ann, bob, cid):
        id = await ann.opens(to="Bob")
        if looks:
            await ann.sits(id)
        assert isinstance(await cid.ask(DECLINE(id)), No)
        assert await bob.ask(DECLINE(id)) == Done()
        assert ann.notice == "Bob declined your challenge to Switchbox."
        assert isinstance(await bob.ask(TakeSeat(id)), No)
        assert (await bob.ask(AskTables())).mine == ()
        assert "taken back" not in bob.notice


async def test_a_challenge_that_is_taken_back_is_told_to_whom_it_went(tmp_path):
    async with on_board(tmp_path, "Ann", "Bob", "Cid") as (_, ann, bob, cid):
        id = await ann.opens(to="Bob")
        ann.looks(id)
        assert await ann.does(do="withdraw") == ""
        assert bob.notice == "Ann has withdrawn the challenge to Switchbox."
        assert (ann.notice, cid.notice) == ("", "")


async def test_a_challenge_that_nobody_answers_ends_and_who_made_it_is_told(tmp_path):
    async with on_board(tmp_path, "Ann", "Bob") as (board, ann, bob):
        id = await ann.opens(to="Bob")
        board.clock.on(days=3)
        await board.store.refresh()
        board.clock.on(minutes=1)
        await board.store.refresh()
        assert ann.notice == "Your challenge to Bob at Switchbox has expired."
        assert isinstance(await bob.ask(TakeSeat(id)), No)
        assert board.services[TableHub].waiting.count("Bob") == 0


async def test_at_the_log_on_one_is_told_what_waits(tmp_path):
    async with a_board(tmp_path, "Ann", "Bob", "Cid") as board:
        ann = await AtBoard.on(board, "Ann")
        for _ in range(2):
            await ann.opens(to="Bob")
        bob = await AtBoard.on(board, "Bob")
        assert bob.notice == "2 games are waiting for you; Ann is on node 1 (Ctrl-T)."
        assert (await AtBoard.on(board, "Cid")).notice == ""


async def test_who_is_elsewhere_is_told_that_it_is_their_move(tmp_path):
    async with two(tmp_path) as (board, ann, bob, id):
        bob.line.type("q")
        await ann.follows(lambda f: f.away == ((1, -1),))
        match = match_of(board, id)
        while 1 not in match.movers:
            await ann.does(**chosen(GAME, match, 0))
            match = match_of(board, id)
        assert bob.notice == "It's your move at Switchbox against Ann (Ctrl-T)."
        assert not rules.is_pressed(bob.session), "days are long"
        assert await ann.does(do="adjourn") == tr.tables.everybody_is_here()
        assert await ann.does(do="offer", what="clock 1d") == ""
        assert bob.notice == "Ann offers 1 day a move at Switchbox (Ctrl-T)."
        assert await ann.does(do="resign") == ""
        assert bob.notice == "Your game of Switchbox against Ann is over: you won (Ctrl-T)."


async def test_a_dropped_line_is_told_and_only_then_and_later_can_the_game_be_claimed(tmp_path, monkeypatch):
    async with two(tmp_path, clock="5+10", rated=True) as (board, ann, bob, id):
        assert await ann.does(do="claim") == "They have been away for less than a minute."
        assert "Everybody is here" in await ann.does(do="adjourn")
        bob.line.drop()
        followed = await ann.follows(lambda f: f.present == (0,))
        assert followed.away == ((1, 0),)
        assert await ann.does(do="claim", seat=1) == "They have been away for less than a minute."
        later(monkeypatch, 59)
        view = board.services[TableHub].presence.table_view(match_of(board, id), "Ann")
        assert view.away in (((1, 59),), ((1, 60),))
        later(monkeypatch, 61)
        assert await ann.does(do="claim", seat=1) == ""
        match = match_of(board, id)
        assert (match.end, match.by, match.places) == ("claimed", 1, (1, 2))


async def test_who_comes_back_plays_on_and_cannot_be_claimed_from(tmp_path, monkeypatch):
    async with two(tmp_path, clock="5+10", rated=True) as (board, ann, bob, id):
        bob.line.drop()
        await ann.follows(lambda f: f.away == ((1, 0),))
        later(monkeypatch, 61)
        again = await AtBoard.on(board, "Bob", replace(DUMB, kind="ssh"))
        await ann.follows(lambda f: f.away == ((1, -1),))
        again.looks(id)
        await ann.follows(lambda f: f.present == (0, 1))
        assert await ann.does(do="claim", seat=1) == "They have been away for less than a minute."
        assert again.kept.followed.match == match_of(board, id)


async def test_a_caller_whom_the_sysop_has_yet_to_validate_says_nothing_at_a_table(tmp_path):
    async with two(tmp_path) as (board, ann, bob, id):
        board.callers.change("Bob", lambda caller: replace(caller, unvalidated=True))
        assert await bob.does(do="say", text="Buy it!") == tr.logon.write_only_to_sysop()
        assert match_of(board, id).talk == ()
        assert rules.may_rate(board.services, bob.session.who) == tr.logon.unrated_not_validated()
        assert rules.may_challenge(bob.session, "switchbox", "Ann") == tr.logon.write_only_to_sysop()
        assert await ann.does(**chosen(GAME, match_of(board, id), 0)) == "", "their game goes on"
        assert await bob.does(**chosen(GAME, match_of(board, id), 1)) == ""


async def test_a_table_that_is_gone_is_said_to_be(tmp_path, monkeypatch):
    async with two(tmp_path) as (board, ann, bob, _):
        gone = tr.tables.table_is_gone()
        assert [(await ann.ask(ask)).why for ask in (TakeSeat("f" * 16), DECLINE("f" * 16))] == [gone] * 2
        ann.looks("f" * 16)
        await board.until(lambda: ann.kept.refusals == [gone], "the refusal")
        monkeypatch.setattr(board.services[TableHub].tables, "get", lambda id: None)
        assert await bob.does(do="resign") == gone


async def test_a_call_that_ends_before_it_came_to_the_table_has_no_grace_left_from_the_one_before(
    tmp_path, monkeypatch
):
    async with two(tmp_path, clock="5+10", rated=True) as (board, ann, bob, id):
        again = await AtBoard.on(board, "Bob", replace(DUMB, kind="ssh"))
        await bob.line.closed()
        await ann.follows(lambda f: f.away == ((1, -1),))
        later(monkeypatch, 61)
        again.line.drop()
        await board.until(lambda: again.session.over, "the end")
        assert board.services[TableHub].presence.table_view(match_of(board, id), "Ann").away == ((1, -1),)


async def test_who_waits_may_adjourn_and_it_goes_on_when_both_are_there(tmp_path):
    async with two(tmp_path, clock="5+10") as (board, ann, bob, id):
        bob.line.drop()
        await ann.follows(lambda f: f.present == (0,))
        assert await ann.does(do="adjourn") == ""
        assert match_of(board, id).adjourned
        assert await ann.does(do="go") == "Not everybody is at the table."
        assert board.services[TableHub].waiting.count("Bob") == 0, "both have to be there"
        cid = await AtBoard.on(board, "Cid")
        assert (await cid.ask(AskTables())).others == await cid.ask(GAMES()) == ()
        again = await AtBoard.on(board, "Bob")
        assert "Your game of Switchbox against Ann is adjourned (Ctrl-T)." in notices(again)
        assert not any("is waiting for you" in notice for notice in notices(again))
        again.looks(id)
        await again.follows(lambda f: f.match.clock == "5+10")


@pytest.mark.parametrize("how", ["closed", "sysop", "stop"])
async def test_a_caller_whom_the_board_sends_away_forfeits_nothing(tmp_path, how):
    async with two(tmp_path, clock="5+10", rated=True) as (board, ann, bob, id):
        sent = (ann, bob)[match_of(board, id).movers[0] ^ (how == "stop")]
        if how == "closed":
            board.change("board", hours=("03:00-04:00",))
            sent.session.timers.check()
        else:
            sent.session.evict("The board is going down.", why=how)
        await sent.line.closed()
        await board.until(lambda: match_of(board, id).adjourned, "the adjournment")


@pytest.mark.parametrize("to_move", [False, True])
async def test_an_idle_caller_escapes_no_game_by_not_moving(tmp_path, to_move):
    async with two(tmp_path, clock="5+10", rated=True) as (board, ann, bob, id):
        idle = ann if (0 in match_of(board, id).movers) == to_move else bob
        due = tr.hours.idle_too_long()
        idle.session.leave(due.in_english, due)
        idle.session.timers.check()
        await idle.line.closed()
        if to_move:
            waits = bob if idle is ann else ann
            await waits.follows(lambda f: len(f.present) == 1)
            assert not match_of(board, id).adjourned, "the clock runs, as after a dropped line"
        else:
            await board.until(lambda: match_of(board, id).adjourned, "the adjournment")


async def test_a_door_that_closes_adjourns_what_is_played_there(tmp_path):
    async with two(tmp_path, clock="5+10") as (board, _, bob, id):
        board.change_door("switchbox", hours=("03:00-04:00",))
        bob.session.timers.check()
        assert rules.is_pressed(bob.session)
        await board.until(lambda: match_of(board, id).adjourned, "the adjournment")
        assert not rules.is_pressed(bob.session) and not tables.table_of(bob.session.stack.top)
        answer = await bob.ask(OpenTable("switchbox", "versus", "3d"))
        assert isinstance(answer, No) and "closed right now" in answer.why


async def test_a_live_game_does_not_begin_without_who_opened_the_table(tmp_path, monkeypatch):
    monkeypatch.setattr(hub, "START_SECONDS", 0.0)
    async with on_board(tmp_path, "Ann", "Bob") as (board, ann, bob):
        id = await ann.opens(clock="5+10", rated=True)
        ann.line.drop()
        await bob.sits(id)
        await bob.follows(lambda f: f.match.adjourned)
        await board.loses(bob.line, "Bob")
        ann = await AtBoard.on(board, "Ann")
        assert notices(ann) == [], "nobody is there to play with"
        ann.looks(id)
        assert await ann.does(do="say", text="Hello?") == "" and match_of(board, id).adjourned
        bob = await AtBoard.on(board, "Bob")
        bob.looks(id)
        await bob.follows(lambda f: f.match.clock == "5+10" and f.present == (0, 1))
        board.services[TableHub].live.check_start(id)
        assert await ann.does(do="say", text="There you are") == "" and not match_of(board, id).adjourned


async def test_a_dropped_line_adjourns_nothing_by_itself(tmp_path, monkeypatch):
    async with two(tmp_path, clock="5+10") as (board, ann, bob, id):
        monkeypatch.setattr(hub, "START_SECONDS", 0.0)
        bob.line.drop()
        await ann.follows(lambda f: f.present == (0,))
        assert await ann.does(do="say", text="Hello?") == ""
        again = await AtBoard.on(board, "Bob")
        assert not match_of(board, id).adjourned
        assert not any("adjourned" in notice for notice in notices(again))
        second = await AtBoard.on(board, "Bob")
        await again.line.closed()
        second.looks(id)
        await ann.follows(lambda f: f.present == (0, 1))
        assert match_of(board, id).clock == "5+10"


async def test_nobody_aborts_alone_once_somebody_has_moved(tmp_path):
    async with two(tmp_path, rated=True) as (board, ann, bob, id):
        assert await ann.does(**chosen(GAME, match_of(board, id), 0)) == ""
        assert await ann.does(do="abort") == tr.tables.too_late_to_abort()
        assert await bob.does(do="abort") == tr.tables.too_late_to_abort(), "he knows her move"
        for one in (ann, bob):
            assert await one.does(do="offer", what="abort") == ""
        assert match_of(board, id).end == "aborted"


async def test_nobody_looks_at_a_box_and_aborts_then(tmp_path):
    async with two(tmp_path, slug="microlink", rated=True) as (board, ann, bob, id):
        while match_of(board, id).movers == (0,):
            assert await ann.does(**chosen(MICROLINK.game, match_of(board, id), 0)) == ""
            assert await bob.does(do="abort") == tr.tables.too_late_to_abort(), "not in her turn either"
        assert match_of(board, id).movers == (1,) and match_of(board, id).moves_of(1) == ()
        assert await bob.does(do="abort") == tr.tables.too_late_to_abort()


@pytest.mark.parametrize("seat", [0, 1])
async def test_before_the_first_move_either_may_abort_alone(tmp_path, seat):
    async with two(tmp_path, rated=True) as (board, ann, bob, id):
        assert await (ann, bob)[seat].does(do="abort") == ""
        assert (match_of(board, id).end, match_of(board, id).by) == ("aborted", seat)


async def test_a_race_is_not_aborted_by_who_has_moved_nor_once_somebody_has_finished(tmp_path):
    async with two(tmp_path, slug="microlink", kind="race", rated=True) as (board, ann, bob, id):
        assert await ann.does(**chosen(MICROLINK.game, match_of(board, id), 0)) == ""
        assert await ann.does(do="abort") == tr.tables.too_late_to_abort(), "she has seen how it goes"
        assert await ann.does(do="move", move="quit") == ""
        assert match_of(board, id).statuses[0].ended and match_of(board, id).moves_of(1) == ()
        assert await bob.does(do="abort") == tr.tables.too_late_to_abort(), "he knows her result"
        assert await ann.does(do="abort") == tr.tables.too_late_to_abort()
        for one in (ann, bob):
            assert await one.does(do="offer", what="abort") == ""
        assert match_of(board, id).end == "aborted"


async def test_who_has_finished_a_live_race_is_not_waited_for(tmp_path):
    terms = {"slug": "microlink", "kind": "race", "clock": "5+10", "rated": True}
    async with two(tmp_path, **terms) as (board, ann, bob, id):
        assert await ann.does(do="move", move="quit") == ""
        ann.session.evict("You were idle for too long.")
        await bob.follows(lambda f: f.present == (1,))
        assert not match_of(board, id).adjourned, "her bad result is not put off"
        assert "Everybody is here" in await bob.does(do="adjourn")
        bob.session.evict("You were idle for too long.")
        await board.until(lambda: match_of(board, id).adjourned)
        bob = await AtBoard.on(board, "Bob")
        bob.looks(id)
        await bob.follows(lambda f: f.match.clock == "5+10")


async def test_who_plays_a_race_elsewhere_is_told_that_the_other_has_finished(tmp_path):
    async with two(tmp_path, slug="microlink", kind="race", clock="5+10") as (board, ann, bob, _):
        cid = await AtBoard.on(board, "Cid")
        (watched,) = await cid.ask(GAMES())
        assert watched.stand.startswith("Ann 5:00 (0 moves), Bob 5:00"), watched.stand
        bob.line.type("q")
        await board.until(lambda: not tables.table_of(bob.session.stack.top), "the menu")
        assert await ann.does(do="move", move="quit") == ""
        assert "Ann has finished your race at MicroLink Shut The Box (Ctrl-T)." in notices(bob)
        assert not any("has finished" in notice for notice in notices(ann))


async def test_a_watched_game_s_clocks_have_names_in_the_lists(tmp_path):
    async with two(tmp_path, clock="5+10") as (board, _, _, _):
        cid = await AtBoard.on(board, "Cid")
        (table,), (watched,) = (await cid.ask(AskTables())).others, await cid.ask(GAMES())
        assert table.stand == watched.stand == "Ann to move, Ann 5:00, Bob 5:00"
        assert table.clocks == watched.clocks == "Ann 5:00, Bob 5:00"
        await cid.line.press("tv", "Watch.*Ann and Bob.*Ann 5:00, Bob 5:00")


async def test_a_rematch_has_the_seats_exchanged_and_takes_both_there(tmp_path):
    async with two(tmp_path, rated=True) as (board, ann, bob, id):
        await ann.does(do="resign")
        assert await ann.does(do="offer", what="again") == ""
        await bob.follows(lambda f: f.match.offers == ("again", ""))
        assert await bob.does(do="offer", what="again") == ""
        new = tables.table_of(ann.table)
        assert new != id == match_of(board, id).terms.id
        assert match_of(board, new).seats == ("Bob", "Ann")
        assert match_of(board, new).terms.rated
        await ann.follows(lambda f: (f.match.terms.id, f.seat, f.present) == (new, 1, (0, 1)))
        await bob.follows(lambda f: (f.match.terms.id, f.seat) == (new, 0))
        assert sum(bool(tables.table_of(layer)) for layer in ann.session.stack) == 1


async def test_a_rematch_goes_by_the_clock_agreed_on_last_and_says_that_it_will_be_unrated(tmp_path):
    async with two(tmp_path, rated=True) as (board, ann, bob, id):
        board.change("tables", per_day=1)
        for one in (ann, bob):
            await one.does(do="offer", what="clock 5+10")
        await ann.does(do="resign")
        for one in (ann, bob):
            await one.follows(lambda f: f.match.stage == "over" and not f.rates)
        for one in (ann, bob):
            await one.does(do="offer", what="again")
        new = match_of(board, tables.table_of(ann.table))
        assert new.terms.id != id and (new.terms.clock, new.terms.rated) == ("5+10", False)


async def test_another_game_for_terms_that_have_changed_is_asked_for_once_more(tmp_path):
    async with two(tmp_path, rated=True) as (board, ann, bob, _):
        await ann.does(do="resign")
        await bob.follows(lambda f: f.match.stage == "over" and f.rates)
        assert await ann.does(do="offer", what="again", rates=True) == ""
        board.change("tables", per_day=1)
        assert await bob.does(do="offer", what="again", rates=True) == tr.tables.terms_have_changed()
        for one in (ann, bob):
            await one.follows(lambda f: not f.rates)
        assert await bob.does(do="offer", what="again", rates=False) == ""
        assert not match_of(board, tables.table_of(bob.table)).terms.rated


async def test_a_rematch_tells_nobody_who_is_taken_there_that_it_is_their_move(tmp_path):
    async with two(tmp_path) as (board, ann, bob, id):
        told: list[str] = []
        for one in (ann, bob):
            one.session.messages.notify("")
            one.session.messages.notify = lambda text, about="": told.append(text)  # type: ignore[method-assign]
        await ann.does(do="resign")
        await ann.does(do="offer", what="again")
        await bob.does(do="offer", what="again")
        await ann.follows(lambda f: f.match.terms.id != id and f.match.stage == "play")
        await bob.follows(lambda f: f.match.terms.id != id)
        assert told == [] and not ann.kept.followed.match.terms.rated
        assert board.services[TableHub].instead_of == {}


async def test_a_rematch_comes_once_though_something_is_said_as_it_is_agreed_on(tmp_path):
    async with two(tmp_path) as (board, ann, bob, id):
        turn = asyncio.Event()
        ann.session.messages.take_turn = turn.wait  # type: ignore[method-assign, assignment]
        await ann.does(do="resign")
        await ann.does(do="offer", what="again")
        said = asyncio.ensure_future(ann.does(do="say", text="Well played."))
        await bob.does(do="offer", what="again")
        await ann.follows(lambda f: f.match.terms.id != id and f.match.stage == "play")
        turn.set()
        assert await said == "" and match_of(board, id).talk == (("Ann", "Well played."),)
        assert len(board.services[TableHub].tables.of("Ann")) == 1


async def test_both_who_agree_at_one_moment_open_one_rematch(tmp_path, monkeypatch):
    async with two(tmp_path, rated=True) as (board, ann, bob, id):
        await ann.does(do="resign")
        books = board.services[TableHub].tables._match_lines
        enter = books.enter

        async def slowly(match: Match) -> None:
            await asyncio.sleep(0)
            await asyncio.to_thread(lambda: None)
            await enter(match)

        monkeypatch.setattr(books, "enter", slowly)
        await asyncio.gather(*(one.does(do="offer", what="again") for one in (ann, bob)))
        (match,) = board.services[TableHub].tables.of("Ann")
        assert match.terms.id == match_of(board, id).again


async def test_a_rematch_that_the_other_s_call_has_opened_is_not_opened_again(tmp_path):
    async with two(tmp_path) as (board, ann, bob, id):
        await ann.does(do="resign")
        for one in (ann, bob):
            await one.does(do="offer", what="again")
        old, opened = match_of(board, id), [match.terms.id for match in board.store.tables.of("Ann")]
        await tables._again(bob.session, replace(old, again=""))
        assert [match.terms.id for match in board.store.tables.of("Ann")] == opened
        await ann.follows(lambda f: f.match.terms.id == old.again)
        table = ann.table
        board.services.roster.post.send(ann.session.node, presence.GoOn(id, old))
        await asyncio.sleep(0)
        assert ann.session.stack.top is table, "they look at another table by now"
        ann.session.stack.drop(table)
        ann.session.answer(presence.GoOn(id, old))
        assert not tables.table_of(ann.session.stack.top), "nor at one that they have left"


async def test_one_rematch_comes_of_one_game(tmp_path):
    async with two(tmp_path, rated=True) as (board, ann, bob, id):
        await ann.does(do="resign")
        for one in (ann, bob):
            await one.does(do="offer", what="again")
        await ann.follows(lambda f: f.match.terms.id != id)
        bob.looks(id)
        assert await bob.does(do="offer", what="again") == "The rematch is already open."
        assert len(board.services[TableHub].tables.of("Ann")) == 1


@pytest.mark.parametrize(("clock", "why"), [("5+10", "Not everybody is at the table."), ("3d", "")])
async def test_a_live_rematch_begins_when_both_are_there(tmp_path, clock, why):
    async with two(tmp_path, clock=clock, rated=True) as (board, ann, bob, _):
        await ann.does(do="resign")
        await ann.does(do="offer", what="again")
        ann.line.type("q")
        await bob.follows(lambda f: f.present == (1,))
        assert await bob.does(do="offer", what="again") == why
        assert len(board.services[TableHub].tables.of("Ann")) == (not why)


async def test_who_comes_to_look_on_has_what_was_said_before_and_hears_it_as_nothing_new(tmp_path):
    async with two(tmp_path) as (board, ann, _, id):
        board.services[TableHub].presence.hosts.say(f"table/{id}", "Zoe", "Who leads?")
        cid = await AtBoard.on(board, "Cid")
        cid.looks(id)
        assert cid.kept.followed.aside == (("Zoe", "Who leads?"),) and ann.kept.followed.aside == ()


async def test_a_notice_of_a_table_is_gone_once_that_is_opened(tmp_path):
    async with two(tmp_path) as (_, ann, bob, id):
        await ann.line.press("q", "Main Menu")
        await bob.does(do="offer", what="adjourn")
        await ann.line.shows("Bob offers to adjourn|Bob offers")
        assert ann.notice
        ann.looks(id)
        await ann.line.shows("At table")
        assert ann.notice == "" and "offers" not in ann.line.screen
        await ann.line.press("q", "Main Menu")
        assert "offers" not in ann.line.screen
        ann.session.messages.notify("Something else.")
        ann.looks(id)
        await ann.line.shows("At table")
        assert ann.notice == "Something else."


async def test_guests_play_live_and_unrated_and_are_gone_with_their_call(tmp_path):
    async with a_board(tmp_path, "Ann") as board:
        board.change("callers", guests=True)
        ann = await AtBoard.on(board, "Ann")
        line, _ = board.call()
        await line.press("guest\r", "A guest's games are not ranked")
        guest = AtBoard(board, line, board.sessions[-1])
        form = await guest.ask(TABLE_FORM())
        assert (form.may_rate, form.why_not) == (False, "Guests play unrated games.")
        assert (await guest.ask(AskTables())).rated_left is None, "none of their games counts towards a limit"
        rated, slow = await ann.opens(rated=True, clock="5+10"), await ann.opens()
        assert "Guests play unrated games" in (await guest.ask(TakeSeat(rated))).why
        assert "live games only" in (await guest.ask(TakeSeat(slow))).why
        live, three = await ann.opens(clock="5+10"), await ann.opens("microlink", seats=3, clock="5+10")
        await guest.sits(live)
        await guest.sits(three)
        own = await guest.opens(clock="5+10")
        line.drop()
        await board.until(lambda: match_of(board, live).end == "resigned", "the end")
        await board.until(lambda: match_of(board, own).end == "withdrawn", "the table's end")
        await board.until(lambda: match_of(board, three).seats == ("Ann", "", ""), "the free seat")


async def test_a_sysop_plays_unrated(tmp_path):
    async with a_board(tmp_path, "Ann", "Bob") as board:
        board.callers.change("Bob", lambda caller: replace(caller, sysop=True))
        ann, bob = await AtBoard.on(board, "Ann"), await AtBoard.on(board, "Bob")
        assert (await bob.ask(TABLE_FORM())).why_not == "A sysop's games are unrated."
        assert isinstance(await bob.ask(OpenTable("switchbox", "versus", "3d", rated=True)), No)
        id = await ann.opens(rated=True)
        assert (await bob.ask(TakeSeat(id))).why == "This table is rated. A sysop's games are unrated."


async def test_two_of_one_address_play_unrated(tmp_path):
    async with a_board(tmp_path, "Ann", "Bob", "Cid") as board:
        ann = await AtBoard.on(board, "Ann", replace(XTERM, address="2001:db8::1"))
        bob = await AtBoard.on(board, "Bob", replace(XTERM, address="2001:db8::2"))
        cid = await AtBoard.on(board, "Cid", replace(XTERM, address="192.0.2.9"))
        id = await ann.opens(rated=True)
        why = "You and Ann call from the same address, so your games are unrated."
        assert (await bob.ask(TakeSeat(id))).why == f"This table is rated. {why}"
        challenge = OpenTable("switchbox", "versus", "3d", rated=True, to="Ann")
        assert (await bob.ask(challenge)).why == why
        await bob.sits(await ann.opens())
        await cid.sits(id)


async def test_the_address_of_the_board_s_own_proxy_tells_nothing(tmp_path):
    async with a_board(tmp_path, "Ann", "Bob") as board:
        board.change("limits", trusted=("192.0.2.0/24",))
        ann = await AtBoard.on(board, "Ann", replace(XTERM, address="192.0.2.7"))
        bob = await AtBoard.on(board, "Bob", replace(XTERM, address="192.0.2.7"))
        await bob.sits(await ann.opens(rated=True))
        await board.loses(ann.line, "Ann")
        challenge = OpenTable("switchbox", "versus", "3d", rated=True, to="Ann")
        assert isinstance(await bob.ask(challenge), TableReady), "by the address in her file, too"
        board.change("limits", trusted=())
        assert (await bob.ask(challenge)).why == tr.tables.same_address_unrated(who="Ann")


async def test_rated_games_of_a_day_are_counted(tmp_path):
    async with a_board(tmp_path, "Ann", "Bob") as board:
        board.change("tables", per_day=2)
        ann, bob = await AtBoard.on(board, "Ann"), await AtBoard.on(board, "Bob")
        id = await ann.opens(rated=True)
        assert (await ann.ask(AskTables())).rated_left == 1
        await bob.sits(id)
        assert (await ann.ask(AskTables())).rated_left == 1, "the same game"
        await ann.opens(rated=True)
        again = await ann.ask(OpenTable("switchbox", "versus", "3d", rated=True))
        assert again.why == "You have used your 2 rated games for today."
        await ann.opens()
        board.clock.on(days=1)
        await bob.opens(rated=True, to="Ann")
        assert (await ann.ask(AskTables())).rated_left == 1, "a challenge costs the challenger"
        board.change("tables", per_day=0)
        assert (await ann.ask(AskTables())).rated_left is None


@pytest.mark.parametrize(
    ("terms", "why"),
    [
        ({"to": "Ann"}, "You can't challenge yourself."),
        ({"to": "Nobody"}, "Nobody here is called Nobody."),
        ({"slug": "chess"}, "That table is gone."),
        ({"slug": "thieves"}, "This game can't be played that way at a table."),
        ({"clock": "2d"}, "'2d' is not a valid clock."),
        ({"seats": 3}, "This game takes 2."),
        ({"computers": ("wizard",)}, "Computers can't play at this table."),
        ({"kind": "race", "computers": ("novice",)}, "Computers can't play at this table."),
    ],
)
async def test_no_such_table(tmp_path, terms, why):
    async with a_board(tmp_path, "Ann", "Bob") as board:
        ann = await AtBoard.on(board, "Ann")
        wanted = {"slug": "switchbox", "kind": "versus", "clock": "3d", **terms}
        assert await ann.ask(OpenTable(**wanted)) == No(why)
        found = await ann.ask(AskTables())
        assert not found.mine and not found.free


async def test_levels_and_closed_tables_are_respected(tmp_path):
    async with a_board(tmp_path, "Ann", "Bob", "Cid") as board:
        board.callers.change("Ann", lambda caller: replace(caller, level=50))
        ann, bob = await AtBoard.on(board, "Ann"), await AtBoard.on(board, "Bob")
        id = await ann.opens()
        board.change_door("switchbox", access_level=50)
        assert "access level 50" in (await bob.ask(TakeSeat(id))).why
        assert (await bob.ask(AskTables())).free == ()
        bob.session.carry_out(bob.session.stack.top, Sit(id))
        assert not tables.table_of(bob.session.stack.top)
        challenge = OpenTable("switchbox", "versus", "3d", to="Bob")
        assert (await ann.ask(challenge)).why == "Bob can't enter this door."
        board.callers.change("Cid", lambda caller: replace(caller, sysop=True))
        assert isinstance(await ann.ask(replace(challenge, to="Cid")), TableReady), "levels aren't for sysops"
        before = board.callers.get_or_raise("Bob").level
        for level, kind in ((50, TableReady), (before, No)):
            board.callers.change("Bob", lambda caller, level=level: replace(caller, level=level))
            assert isinstance(await ann.ask(challenge), kind)
        assert "switchbox" not in [game.slug for game in (await bob.ask(TABLE_FORM())).games]
        assert navigation.setup_for(ann.session, "switchbox").tables
        board.change("tables", enabled=False)
        assert not navigation.setup_for(ann.session, "switchbox").tables
        assert "closed the tables" in (await ann.ask(OpenTable("switchbox", "versus", "3d"))).why
        assert (await ann.ask(TABLE_FORM())).games == ()


async def test_a_seat_that_was_taken_a_moment_ago(tmp_path):
    async with a_board(tmp_path, "Ann", "Bob", "Cid", "Dot") as board:
        ann, bob, cid = [await AtBoard.on(board, name) for name in ("Ann", "Bob", "Cid")]
        id = await ann.opens()
        answers = await asyncio.gather(bob.ask(TakeSeat(id)), cid.ask(TakeSeat(id)))
        (refused,) = [answer for answer in answers if answer != TableReady(id)]
        assert refused in (No(TAKEN), No(tr.match.already_begun()))
        three = await ann.opens("microlink", seats=3)
        for one in (bob, cid):
            await one.sits(three)
        dot = await AtBoard.on(board, "Dot")
        assert [await dot.ask(TakeSeat(table)) for table in (id, three)] == [No(TAKEN)] * 2


GONE, TAKEN = "That table is gone.", "Somebody has just taken that seat."


async def test_what_is_withdrawn_over_or_somebody_else_s_is_not_sat_down_at(tmp_path):
    async with on_board(tmp_path, "Ann", "Bob", "Cid") as (board, ann, bob, cid):
        withdrawn, kept, over = await ann.opens(), await ann.opens(to="Bob"), await ann.opens()
        ann.looks(withdrawn)
        assert await ann.does(do="withdraw") == ""
        await bob.sits(over)
        assert await bob.does(do="resign") == ""
        before = [match_of(board, id) for id in (withdrawn, kept, over)]
        assert await cid.ask(TakeSeat(withdrawn)) == No(GONE)
        assert await cid.ask(TakeSeat("0" * 16)) == No(GONE)
        assert await cid.ask(TakeSeat(kept)) == No("This seat is kept for Bob.")
        assert await cid.ask(TakeSeat(over)) == No(TAKEN)
        assert await cid.ask(DECLINE(kept)) == No("That challenge isn't for you.")
        ann.looks(over)
        for asked in ({"do": "move", "move": "3"}, {"do": "resign"}, {"do": "offer", "what": "abort"}):
            assert await ann.does(**asked) == "This game is over."
        assert [match_of(board, id) for id in (withdrawn, kept, over)] == before


async def test_who_takes_no_messages_is_not_challenged(tmp_path):
    async with a_board(tmp_path, "Ann", "Bob", "Cyd") as board:
        for caller in ("Bob", "Cyd"):
            board.callers.change(caller, lambda one: replace(one, prefs={**one.prefs, "messages": "off"}))
        ann, _ = await AtBoard.on(board, "Ann"), await AtBoard.on(board, "Bob")
        for caller in ("Bob", "Cyd"):
            asks = OpenTable("switchbox", "versus", "3d", to=caller)
            assert await ann.ask(asks) == No(f"{caller} isn't taking messages."), "whether on or away"
        assert not board.store.tables.all()


async def test_a_challenge_to_a_door_that_is_closed(tmp_path):
    async with on_board(tmp_path, "Ann", "Bob") as (board, ann, bob):
        id = await ann.opens(to="Bob")
        for changes in ({"hours": ("03:00-04:00",)}, {"enabled": False}):
            board.change_door("switchbox", **changes)
            challenge = await ann.ask(OpenTable("switchbox", "versus", "3d", to="Bob"))
            answer = await bob.ask(TakeSeat(id))
            assert isinstance(challenge, No) and challenge == answer, "both are told the same"
            assert "closed" in answer.why
        assert [match.terms.id for match in board.store.tables.all()] == [id]
        assert match_of(board, id).seats == ("Ann", "")


async def test_a_table_of_a_game_that_this_release_does_not_know(tmp_path):
    async with on_board(tmp_path, "Ann") as (board, ann):
        other = "ab" * 8
        file = board.folder / "data" / "tables" / f"{other}.jsonl"
        terms = {**asdict(match_of(board, await ann.opens()).terms), "id": other, "door": "chess"}
        file.write_text(json.dumps(terms) + "\n")
        await board.store.refresh()
        assert len((await ann.ask(AskTables())).mine) == 1
        for ask in (TakeSeat(other), DECLINE(other)):
            assert await ann.ask(ask) == No(GONE)
        ann.session.carry_out(ann.session.stack.top, Sit(other))
        assert not tables.table_of(ann.session.stack.top)
        assert json.loads(file.read_text())["door"] == "chess", "another release goes on with it"


async def test_words_are_asked_at_rated_tables_where_the_sysop_wants_it(tmp_path):
    async with on_board(tmp_path, "Ann", "Bob", "Cid") as (board, ann, bob, cid):
        board.change("tables", word="ask")
        plain, rated = await ann.opens(), await ann.opens(rated=True)
        assert (match_of(board, plain).terms.words, match_of(board, rated).terms.words) == (False, True)
        await bob.sits(rated)
        ann.looks(rated)
        assert [row.stand for row in (await bob.ask(AskTables())).mine] == ["waiting for your word"]
        assert [row.match.terms.id for row in (await cid.ask(AskTables())).free] == [plain]
        assert await bob.does(do="word", text="pear\x1b") == ""
        assert await ann.does(do="word", text="") == ""
        assert match_of(board, rated).words == ("", "pear")
        assert match_of(board, rated).stage == "play"


async def test_computers_sit_down_and_play(tmp_path):
    async def think(task: Any, args: tuple[Any, ...]) -> Any:
        return task(*args)

    async with a_board(tmp_path, "Ann", "Bob") as board:
        board.store.tables.computers.think = think
        ann, bob = await AtBoard.on(board, "Ann"), await AtBoard.on(board, "Bob")
        level = board.doors["microlink"].INFO.players.computers[0]
        games = MICROLINK.game, find("mindbuster").game
        assert [bool(tables._playable(game).computers) for game in games] == [True, False]
        id = await ann.opens("microlink", seats=3, computers=(level,), rated=True)
        assert match_of(board, id).seats == ("Ann", "", f"computer:{level}")
        await bob.sits(id)
        assert match_of(board, id).stage == "play"
        alone = await ann.opens("microlink", seats=2, computers=(level,), rated=True)
        assert match_of(board, alone).stage == "play"
        assert not match_of(board, alone).terms.rated, "nobody is there to be rated with"
        pair = await ann.opens("microlink", seats=2, rated=True)
        ann.looks(pair)
        refused = await ann.does(do="sit", seat=1, who=f"computer:{level}")
        assert refused == "A rated game needs two callers." and match_of(board, pair).stage == "forming"
    assert audit(board.folder / "data" / "journal", board.doors).faults == ()


async def test_who_has_left_a_game_has_no_say_in_it(tmp_path):
    async with on_board(tmp_path, "Ann", "Bob", "Cid") as (board, ann, bob, cid):
        id = await ann.opens("microlink", seats=3, clock="5+10", rated=True)
        for caller in (bob, cid):
            await caller.sits(id)
            caller.looks(id)
        assert await cid.does(do="resign") == ""
        assert [rules.is_pressed(one.session) for one in (bob, cid)] == [True, False]
        for act in ("abort", "adjourn", "claim", "resign"):
            assert await cid.does(do=act) == "You aren't playing at this table."
        assert await cid.does(do="say", text="Bye!") == ""
        assert match_of(board, id).stage == "play"


async def test_the_ladder_is_shown_with_handles_as_they_are_written(tmp_path):
    async with two(tmp_path, rated=True) as (_, ann, bob, _):
        await bob.does(do="resign")
        first, second = (await ann.ask(LADDER("switchbox"))).rows
        assert (first.handle, first.place, first.games, first.results) == ("Ann", 0, 1, "W")
        assert second.rating < 1500 < first.rating
        assert (await ann.ask(LADDER("microlink"))).rows == ()
        new = await ann.opens()
        ann.looks(new)
        assert ann.kept.followed.ratings == (f"{first.rating}?", "")


async def test_both_and_who_opens_it_later_learn_what_a_rated_game_has_done_to_the_ratings(tmp_path):
    async with two(tmp_path, rated=True) as (board, ann, bob, id):
        await bob.does(do="resign")
        for one in (ann, bob):
            await one.follows(lambda f: bool(f.rated))
        first, second = (await ann.ask(LADDER("switchbox"))).rows
        assert ann.kept.followed.rated == (Rated(1500, first.rating, 0), Rated(1500, second.rating, 0))
        ladder = Ladder()
        ladder.load(json.loads(json.dumps(board.store.ledger.read(lambda ledger: ledger.ladder.to_json()))))
        assert ladder.changes[id] == (RatingChange(1500, first.rating), RatingChange(1500, second.rating))
        cid = await AtBoard.on(board, "Cid")
        cid.looks(id)
        assert cid.kept.followed.rated == ann.kept.followed.rated


async def test_one_table_is_opened_once_and_comes_back_to_the_top(tmp_path):
    async with two(tmp_path) as (board, ann, _, id):
        layer = ann.table
        ann.looks(id)
        assert ann.table is layer and ann.session.stack.top is layer
        assert len(board.services[TableHub].presence.followers(id)) == 2


OFTEN = "You do that too often"


async def test_tables_that_one_caller_opens_are_limited_and_ring_nobody_without_end(tmp_path):
    async with a_board(tmp_path, "Ann", "Bob", "Cid") as board:
        ann, bob = await AtBoard.on(board, "Ann"), await AtBoard.on(board, "Bob")
        told: list[str] = []
        bob.session.messages.notify = lambda text, about="": told.append(text)  # type: ignore[method-assign]
        opened = 0
        for _ in range(50):
            ready = await ann.ask(OpenTable("switchbox", kind="versus", clock="3d", to="Bob"))
            if isinstance(ready, TableReady):
                opened += 1
                ann.looks(ready.id)
                assert await ann.does(do="withdraw") == ""
                ann.line.type("q")
        assert isinstance(ready, No) and ready.why.startswith(OFTEN)
        assert opened == 6 and len(told) == 12
        board.services[TableHub].quotas = hub.TableQuotas()  # a new process, as each call is with `door run`
        again = await ann.ask(OpenTable("switchbox", kind="versus", clock="3d", to="Bob"))
        assert isinstance(again, No) and again.why.startswith(OFTEN) and len(told) == 12
        await bob.opens(to="Ann")
        board.clock.on(minutes=1)
        await board.store.refresh()
        board.clock.on(seconds=1)
        await board.store.refresh()
        assert len(board.services[TableHub].tables._told) == len(board.services[TableHub].tables.all()) == 1
        assert isinstance(await ann.ask(OpenTable("switchbox", kind="versus", clock="3d")), TableReady)


async def test_offers_and_seats_that_are_taken_and_left_are_limited(tmp_path):
    async with two(tmp_path) as (board, ann, bob, id):
        refused = [
            await ann.does(do="offer", what=what) for _ in range(20) for what in ("clock 1d", "adjourn", "")
        ]
        assert sum(not reason for reason in refused) == 15 and refused[-1].startswith(OFTEN)
        for _ in range(6):
            board.services[TableHub].quotas.opens.count("Bob", board.clock.now)
        assert await bob.does(do="offer", what="abort") == "", "it costs the others nothing"
        assert await ann.does(**chosen(GAME, match_of(board, id), 0)) == ""
        assert await ann.does(do="resign") == ""
        assert (await bob.does(do="offer", what="again")).startswith(OFTEN), "a rematch is a table"
        free = await ann.opens("microlink", seats=3)
        cid = await AtBoard.on(board, "Cid")
        sat = 0
        for _ in range(20):
            if isinstance(await cid.ask(TakeSeat(free)), TableReady):
                sat += 1
                cid.looks(free)
                assert await cid.does(do="withdraw") == tr.tables.only_opener_withdraws()
                if await cid.does(do="stand"):
                    break
        assert sat == 8 and (await cid.does(do="stand")).startswith(OFTEN)


async def test_nothing_is_followed_after_the_calls(tmp_path):
    async with two(tmp_path) as (board, ann, bob, id):
        await ann.ask(AskTables())
        for one in (ann, bob):
            one.line.drop()
        await board.until(lambda: all(one.session.over for one in (ann, bob)), "the end")
        hub = board.services[TableHub]
        assert hub.presence.followers(id) == [] and not hub.listings.readers
        assert hub.presence.note_return("Ann") == []
        assert match_of(board, id).stage == "play"


async def test_ctrl_t_opens_the_tables_over_a_game_which_is_there_again_afterwards(tmp_path):
    async with two(tmp_path) as (_, ann, _, id):
        await ann.line.press("q", "Main Menu")
        await ann.line.press("1", r"Press Enter to play")
        layers, state = list(ann.session.stack), ann.session.stack.top.state
        await ann.line.press("\x14", r"Your move.*Switchbox")
        ann.line.type("\x14")  # they lie there already
        await ann.line.press("\r", "At table")
        assert tables.table_of(ann.session.stack.top) == id
        await ann.line.press("\x14", "New table")
        assert tables.table_of(ann.session.stack.top) == ""
        ann.line.type("q")
        await ann.board.until(lambda: ann.session.stack == layers, "the game")
        assert ann.session.stack.top.state == state


async def test_ctrl_t_marks_the_challenge_though_another_row_was_marked_before(tmp_path):
    async with two(tmp_path) as (board, ann, bob, _):
        assert await bob.does(do="resign") == ""
        await ann.line.press("q\x14", "► Switchbox")
        await ann.line.press("\r", "At table")
        others = [await bob.opens(to="Ann") for _ in range(2)]
        await ann.line.press("\x14", "Challenges to you")
        assert ann.session.stack.top.state.marked_row.id in others
        await ann.line.press("a", "At table")
        assert sorted(match_of(board, other).stage for other in others) == ["forming", "play"]


async def test_t_at_a_door_opens_its_tables_alone(tmp_path):
    async with on_board(tmp_path, "Ann", "Bob") as (board, ann, bob):
        await bob.opens("switchbox")
        await bob.opens("microlink")
        where = list(board.doors).index("microlink") + 1
        await ann.line.press(f"{where}", "Press Enter to play")
        door = ann.session.stack.top
        await ann.line.press("t", "Tables: MicroLink")
        await ann.line.shows("1 table")
        assert "Switchbox" not in ann.line.screen
        await ann.line.press("n", "Game +MicroLink")
        await ann.line.press("q\x14", "Switchbox")
        await ann.line.press("q", "Tables: MicroLink")
        ann.line.type("q")
        await board.until(lambda: ann.session.stack.top is door, "the door")


async def test_t_is_the_bulletin_at_a_door_where_tables_are_off(tmp_path):
    async with a_board(tmp_path, "Ann") as board:
        board.change("tables", enabled=False)
        ann = await AtBoard.on(board, "Ann")
        await ann.line.press("1", "Press Enter to play")
        assert "tables" not in ann.line.screen
        ann.line.type("t")
        await board.until(lambda: ann.session.stack.top.state.page.name == "bulletin", "the bulletin")


async def test_tables_that_lay_below_are_heard_as_they_stand_now(tmp_path):
    async with a_board(tmp_path, "Ann", "Bob") as board:
        ann, bob = await AtBoard.on(board, "Ann", DUMB), await AtBoard.on(board, "Bob")
        id = await ann.opens()
        await bob.sits(id)
        await ann.line.say("/t\r1\r", "Your move: 1. Switchbox with Bob.*At table")
        assert await ann.does(**chosen(GAME, match_of(board, id), 0)) == ""
        await ann.line.say("/t\r", "Waiting for others: 1. Switchbox with Bob")


async def test_in_plain_mode_a_line_opens_the_tables(tmp_path):
    async with a_board(tmp_path, "Ann", "Bob") as board:
        ann, bob = await AtBoard.on(board, "Ann"), await AtBoard.on(board, "Bob", DUMB)
        await bob.line.hears("Your choice|Choice|choice|:")
        await ann.opens(to="Bob")
        await bob.line.hears("Ann challenges you to Switchbox, 3 days, unrated \\(/y accepts, /n declines\\)")
        await bob.line.say("/T\r", "Challenges to you: 1. Switchbox with Ann")


async def test_a_list_of_tables_is_shown_anew_when_they_change(tmp_path, monkeypatch):
    monkeypatch.setattr("door.features.tables.hub.LIST_SECONDS", 0.01)
    async with on_board(tmp_path, "Ann", "Bob") as (_, ann, bob):
        await bob.line.press("t", "Nobody is at a table right now")
        await ann.opens(to="Bob")
        await bob.line.shows(r"Challenges to you.*Switchbox", passing=1)
        bob.line.type("d")
        await ann.line.shows("Bob declined your challenge")
        await bob.line.shows("Nobody is at a table right now")


async def test_a_whole_rated_game_by_the_real_screens(tmp_path):
    """From the menu to the ladder, by what two callers type: the board's pages and the seats' own screens."""
    async with boardroom(tmp_path, doors=(SWITCHBOX,)) as board:
        for handle in ("Ann", "Bob"):
            await board.register(handle, expert="on")
        ann, bob = await AtBoard.on(board, "Ann"), await AtBoard.on(board, "Bob")
        id = await ann.opens(rated=True, to="Bob")
        await bob.line.press("\x14", "Challenges to you")
        await bob.line.press("a", "Ann is to move")
        await ann.line.press("\x14", "Your move.*Switchbox")
        ann.line.type("\r")
        hub = board.services[TableHub]
        await board.until(lambda: hub.presence.here(match_of(board, id)) == (0, 1), "both")
        ann.line.type("3\r")
        await bob.line.shows("Your move")
        assert match_of(board, id).made[0].move.endswith("3")
        bob.line.type("5\r")
        await ann.line.shows("Your move")
        await bob.line.press("q", "resign")
        await bob.line.press("r", "Resign this game")
        bob.line.type("y")
        for one in (ann, bob):
            await one.line.shows("Bob resigned")
        match = match_of(board, id)
        assert (match.end, match.places) == ("resigned", (1, 2))
        await board.until(lambda: [line["end"] for line in board.lines("match")] == ["resigned"], "its line")
        await ann.line.shows("play again")
        ann.session.stray.arm()  # she has seen for a while that it is over
        await ann.line.press("ytGood", "Say: Good")
        await bob.line.press("y", "Your move")
        ann.line.type(" luck\r")  # what is typed as the next game comes is said there, and is no move
        await bob.line.shows("Ann: Good luck")


async def test_a_day_in_a_row_is_told_at_a_table_s_end(tmp_path):
    async with two(tmp_path) as (board, ann, bob, id):
        day = board.store.ledger.read(lambda ledger: ledger.ladder.day_of(id))
        board.store.ledger.read(lambda ledger: ledger.streaks.count_game("ann", day_after(day, -1)))
        to_all = list[Any]()
        board.services.roster.post.send_to_all = lambda message, **_: to_all.append(message)
        victory = BigMoment(tr.tables.victory(who="Ann", others="Bob", game="Switchbox"), ("Ann", "Bob"))
        for who, event, told in (
            (ann, {"do": "say", "text": "Hello"}, []),
            (bob, {"do": "resign"}, [victory]),
            (ann, {"do": "say", "text": "Well played"}, [victory]),
        ):
            assert (await who.does(**event), to_all) == ("", told)
        assert (ann.notice, bob.notice) == ("Record: 2 days in a row.", "")
        await board.until(lambda: not board.store.ledger.read(lambda ledger: ledger.ladder.open), "the books")
        run = board.store.ledger.read(lambda ledger: ledger.streaks.days("ann", day)[DAYS])
        assert run.now == run.most == run.all == 2


async def test_who_looks_on_is_counted_for_all_at_the_table(tmp_path):
    async with two(tmp_path) as (board, ann, bob, id):
        cid = await AtBoard.on(board, "Cid")

        def count() -> list[int]:
            return [known.status(one.session).watchers for one in (ann, bob, cid)]

        assert count() == [0, 0, 0]
        cid.looks(id)
        assert count() == [1, 1, 1]
        bob.session.stack.drop(bob.table)
        bob.looks(id)
        assert count() == [1, 1, 1]
        cid.session.stack.drop(cid.table)
        assert count() == [0, 0, 0]


async def test_a_caller_sits_at_so_many_tables_and_no_more(tmp_path, monkeypatch):
    monkeypatch.setattr(rules, "MOST", 2)
    async with on_board(tmp_path, "Ann", "Bob") as (board, ann, bob):
        theirs = await bob.opens()
        for _ in range(2):
            await ann.opens()
        why = No(tr.tables.too_many_tables(tables=tr.count.tables(n=2)))
        assert await ann.ask(OpenTable("switchbox", "versus", "3d")) == await ann.ask(TakeSeat(theirs)) == why
        await bob.opens()
        monkeypatch.setattr(rules, "MOST", 3)
        for at in range(9):
            now = asyncio.get_running_loop().time()
            board.services[DoorFaults].note("switchbox", f"Caller {at}", f"192.0.{at}.1", now)
        closed = No(tr.play.door_has_faults(door="Switchbox"))
        assert await bob.ask(OpenTable("switchbox", "versus", "3d")) == closed


async def test_a_move_asks_nothing_that_only_talk_offers_and_the_end_need(tmp_path, monkeypatch):
    async with two(tmp_path) as (board, ann, bob, id):
        asked = list[str]()
        monkeypatch.setattr(rules, "may_say", lambda *args: asked.append("who ignores whom"))
        monkeypatch.setattr(rules, "rates_again", lambda *args: asked.append("is it rated"))
        monkeypatch.setattr(hub, "_days", lambda *args: asked.append("streaks") or ("", {}))
        for _ in range(2):
            match = match_of(board, id)
            player = (ann, bob)[match.movers[0]]
            assert await player.does(**chosen(GAME, match, match.movers[0])) == ""
        assert asked == []
        await ann.does(do="say", text="Well played")
        assert asked == ["who ignores whom"]
