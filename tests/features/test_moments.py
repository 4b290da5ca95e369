"""A big moment of one caller, once on the status line of the others."""

from dataclasses import replace

from boardroom import boardroom
from boxplay import deal, play_by_lines
from callline import DUMB
from seats import AtBoard, a_board

from door.call import messages
from door.call.roster import BigMoment
from door.features.tables.hub import TableHub
from door.ui.texts import tr

SHUTS = (3).to_bytes(32, "big")
"""A seed with which a plain player shuts the box."""

SHUT = "A box shut! Ann at Shut The Box."
BEATEN = "Ann has beaten Bob at Switchbox."


async def test_everybody_hears_of_a_shut_box(tmp_path, monkeypatch):
    deal(monkeypatch, SHUTS)
    async with boardroom(tmp_path) as board:
        bob, cid = [await board.at_menu(handle, DUMB) for handle in ("Bob", "Cid")]
        ann_line = await board.at_menu("Ann", DUMB)
        ann_line.type("1\ry\r")
        assert await play_by_lines(ann_line) == 435
        await bob.hears(SHUT)
        await cid.hears(SHUT)
        ann = next(one for one in board.sessions if one.who.handle == "Ann")
        assert all(SHUT not in notice.sentence for notice in ann.messages.notices)


async def test_a_box_shut_in_practice_is_nobodys_news(tmp_path, monkeypatch):
    async with boardroom(tmp_path) as board:
        bob, ann = [await board.at_menu(handle, DUMB) for handle in ("Bob", "Ann")]
        monkeypatch.setattr("door.records.play.lifecycle.secrets.token_bytes", lambda _: SHUTS)
        ann.type("1\rpractice\r")
        assert await play_by_lines(ann) == 435
        assert "A box shut" not in await bob.say("w\r", "Who's online.*Ann")


async def test_callers_who_ignore_the_winner_or_want_no_messages_hear_nothing(tmp_path):
    async with a_board(tmp_path, "Ann", "Bob", "Cid", "Dot", "Eve") as board:
        board.callers.change("Cid", lambda caller: replace(caller, ignored=("ann",)))
        board.callers.change("Dot", lambda caller: caller.prefer("messages", "off"))
        ann, bob, cid, dot, eve = [
            await AtBoard.on(board, handle) for handle in ("Ann", "Bob", "Cid", "Dot", "Eve")
        ]
        id = await ann.opens(to="Bob")
        await bob.sits(id)
        ann.looks(id)
        await ann.follows(lambda followed: followed.match.stage == "play")
        assert await bob.does(do="resign") == ""
        assert board.services[TableHub].tables.get(id).places[0] == 1
        assert eve.notice == BEATEN
        assert BEATEN not in (ann.notice, bob.notice, cid.notice, dot.notice)


async def test_a_moment_waits_for_no_other_notice_and_comes_once_a_minute(tmp_path):
    async with a_board(tmp_path, "Ann", "Eve") as board:
        eve = await AtBoard.on(board, "Eve")
        everybody = board.services.roster.post
        eve.session.messages.notify(tr.match.ask_say())
        everybody.send_to_all(BigMoment(tr.tables.victory(who="A", others="B", game="C"), ()))
        assert len(eve.session.messages.notices) == 1
        board.pass_time(messages.NOTICE_TIME)
        assert eve.session.messages.notice == ""
        for who in ("First", "Second"):
            everybody.send_to_all(BigMoment(tr.tables.victory(who=who, others="B", game="C"), ()))
            assert eve.notice == "First has beaten B at C."
        board.pass_time(messages.NOTICE_TIME)
        everybody.send_to_all(BigMoment(tr.tables.victory(who="Third", others="B", game="C"), ()))
        assert eve.session.messages.notice == ""
        board.pass_time(messages.MOMENT_WAIT)
        everybody.send_to_all(BigMoment(tr.tables.victory(who="Fourth", others="B", game="C"), ()))
        assert eve.notice == "Fourth has beaten B at C."
