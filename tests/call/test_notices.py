"""Notices: each caller gets all of them, one after the other on a screen and at once in plain mode."""

import pytest
from callline import DUMB, PIPE
from seats import AtBoard, a_board, on_board

from door.call import messages
from door.pages.api import CallerLine
from door.records.community.letters import SYSOP, Letters

SAID = ("Ann challenges you to Switchbox", "Your letter to the sysop isn't finished", "Ann says: hello")


async def test_at_the_log_on_every_notice_is_shown_in_turn(tmp_path):
    async with a_board(tmp_path, "Ann", "Bob") as board:
        ann = await AtBoard.on(board, "Ann")
        await ann.opens(to="Bob")
        board.services[Letters].keep_draft("Bob", SYSOP, ["The dice"])
        bob, _ = board.proved_call("Bob")
        await bob.until("1 game is waiting for you; Ann is on node 1")
        board.pass_time(messages.NOTICE_TIME)
        await bob.until("Your letter to the sysop isn't finished")


async def test_notices_of_one_moment_follow_each_other(tmp_path):
    async with on_board(tmp_path, "Ann") as (board, ann):
        await ann.line.shows("Main Menu")
        since = len(ann.line.sent)
        for text in SAID[:2]:
            ann.session.messages.notify(text)
        ann.session.messages.hear(CallerLine("Ann", 2, "20:00", "hello"))
        for text in SAID:
            await ann.line.until(text, since)
            board.pass_time(messages.NOTICE_TIME)
        await ann.line.shows("^ Ann .*Node 1.*[+]1 mail")


@pytest.mark.parametrize("hints", [DUMB, PIPE], ids=["dumb", "pipe"])
async def test_plain_mode_says_all_notices_of_one_moment_and_each_once(tmp_path, hints):
    async with a_board(tmp_path, "Ann") as board:
        ann = await AtBoard.on(board, "Ann", hints)
        await ann.line.hears("command\\?")
        for text in (*SAID, SAID[2]):
            ann.session.messages.notify(text)
        await ann.line.hears(".*".join((*SAID, SAID[2])))
        heard = await ann.line.say("w\r", "Who's online")
        assert not any(text in heard for text in SAID)


async def test_notices_that_wait_are_few_and_the_newest_stay(tmp_path):
    async with on_board(tmp_path, "Ann") as (_, ann):
        for number in range(50):
            ann.session.messages.notify(f"Notice {number}.")
        waiting = ann.session.messages.notices
        assert len(waiting) == messages.MOST and waiting[-1].sentence == "Notice 49."


async def test_reading_the_mail_drops_the_notices_of_it_and_no_others(tmp_path):
    async with on_board(tmp_path, "Ann") as (_, ann):
        notes = ann.session.messages
        notes.notify("A letter has joined.", messages.MAIL)
        notes.notify("It is your move.", "table")
        notes.hear(CallerLine("Bob", 2, "20:00", "hello"))
        notes.read()
        assert notes.notice == "It is your move." and len(notes.notices) == 1


async def test_plain_mode_repeats_what_a_player_needs_after_a_notice(tmp_path):
    async with a_board(tmp_path, "Ann") as board:
        ann = await AtBoard.on(board, "Ann", DUMB)
        await ann.line.say("forty thieves\rpractice\r", "Current:.*Score: 0")
        since = len(ann.line.sent)
        ann.session.messages.notify("Bob has left you a letter.")
        await ann.line.until("Current:", since)
