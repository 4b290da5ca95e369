"""A caller whom another ignores: nothing they say reaches that one, and they are told so in a sentence."""

from dataclasses import replace

import pytest
from boardroom import Boardroom
from seats import GAME, AtBoard, a_board, chosen, match_of, on_board, two

from door.features.callers.asks import WHO
from door.features.callers.pages.callers import CALLER
from door.features.ignoring import handlers
from door.features.letters.asks import ADDRESSEE, MAIL, MailContents
from door.features.messages.asks import Send
from door.features.tables.asks import AskTables, OpenTable, TakeSeat
from door.features.tables.hub import TableHub
from door.pages.api import IGNORE, PROFILE, CallerProfile, Done, Lobby
from door.records.callers.caller_file import parse_caller, write_caller
from door.records.store import Unit
from door.ui.screen import No

THEY, YOU = No("Ann isn't taking your messages."), No("You are ignoring Bob.")
CHALLENGE = OpenTable("switchbox", "versus", "3d")


async def test_no_message_and_no_challenge_reaches_who_ignores(tmp_path):
    async with on_board(tmp_path, "Ann", "Bob") as (board, ann, bob):
        assert await ann.ask(IGNORE("bob")) == Done("You are now ignoring Bob.")
        for ask in (Send(1, "Ann", "hello"), replace(CHALLENGE, to="Ann")):
            assert await bob.ask(ask) == THEY
        for ask in (Send(2, "Bob", "hello"), replace(CHALLENGE, to="Bob")):
            assert await ann.ask(ask) == YOU
        assert (await ann.ask(MAIL(False)), ann.notice) == (MailContents((), ()), "")
        assert (await ann.ask(AskTables())).mine == ()
        assert board.store.tables.all() == []
        assert await bob.ask(TakeSeat(await ann.opens())) == THEY
        assert [row.ignored for row in await ann.ask(WHO())] == [False, True]
        assert label_of(await ann.ask(PROFILE("bob"))) == "Hear"
        assert await ann.ask(IGNORE("Bob")) == Done("You can hear Bob again.")
        assert await bob.ask(Send(1, "Ann", "hello")) == Done("Sent to Ann.")
        await bob.opens(to="Ann")
        assert [row.ignored for row in await ann.ask(WHO())] == [False, False]
        assert label_of(await ann.ask(PROFILE("bob"))) == "Ignore"


def label_of(found: CallerProfile) -> str:
    """What the key I does on that caller's page."""
    state = replace(CALLER.first(Lobby("", "", 1), found.handle), found=found)
    return next(one.text for one in CALLER.commands(state) if one.key == "i")


async def test_it_is_kept_in_the_caller_s_own_file_and_holds_while_they_are_off(tmp_path):
    async with a_board(tmp_path, "Ann", "Bob") as board:
        ann = await AtBoard.on(board, "Ann")
        await ann.ask(IGNORE("BOB"))
        assert board.callers.get_or_raise("Ann").ignored == ("Bob",)
        await board.loses(ann.line, "Ann")
        bob = await AtBoard.on(board, "Bob")
        assert await bob.ask(replace(CHALLENGE, to="ann")) == THEY
        again = await AtBoard.on(board, "Ann")
        assert (await again.ask(PROFILE(""))).ignored == ("Bob",)
        assert (await bob.ask(ADDRESSEE("ann"))) == THEY
        assert await bob.ask(Send(again.session.node, "Ann", "hello")) == THEY
        await board.loses(bob.line, "Bob")
        board.callers.store.write(Unit(board.callers.removing("Bob")))
        assert await again.ask(IGNORE("bob")) == Done("You can hear bob again.")
        assert board.callers.get_or_raise("Ann").ignored == ()


async def test_a_challenge_that_waits_is_gone(tmp_path):
    async with on_board(tmp_path, "Ann", "Bob") as (board, ann, bob):
        id, three = await bob.opens(to="Ann"), await bob.opens("microlink", seats=3)
        await ann.sits(three)
        await ann.ask(IGNORE("Bob"))
        assert (match_of(board, id).end, match_of(board, three).end) == ("withdrawn", "")
        assert bob.notice == "Ann declined your challenge to Switchbox."
        assert board.services[TableHub].waiting.count("Ann") == 0


async def test_words_at_a_table_are_left_out_and_the_game_goes_on(tmp_path):
    async with two(tmp_path) as (board, ann, bob, id):
        assert await bob.does(do="say", text="you again") == ""
        await ann.follows(lambda f: f.match.talk == (("Bob", "you again"),))
        assert await ann.does(do="ignore", who="Bob") == ""
        assert ann.notice == "You are now ignoring Bob."
        await ann.follows(lambda f: f.match.talk == () and f.ignored == (1,))
        assert await bob.does(do="say", text="hello?") == "Ann isn't taking your messages."
        assert await ann.does(do="say", text="good luck") == ""
        await bob.follows(lambda f: f.match.talk == (("Bob", "you again"), ("Ann", "good luck")))
        await ann.follows(lambda f: f.match.talk == (("Ann", "good luck"),))
        assert await ann.does(**chosen(GAME, match_of(board, id), 0)) == ""
        assert await bob.does(**chosen(GAME, match_of(board, id), 1)) == ""
        assert await ann.does(do="resign") == ""
        assert await bob.does(do="offer", what="again") == "Ann isn't taking your messages."
        assert await ann.does(do="ignore", who="Bob") == ""
        await ann.follows(lambda f: len(f.match.talk) == 2 and f.ignored == ())


async def test_of_three_the_one_who_ignores_is_left_out(tmp_path):
    async with on_board(tmp_path, "Ann", "Bob", "Cid") as (board, ann, bob, cid):
        id = await ann.opens("microlink", seats=3)
        ann.looks(id)
        await bob.sits(id)
        await cid.sits(id)
        await ann.ask(IGNORE("Bob"))
        assert await bob.does(do="say", text="hello all") == ""
        await cid.follows(lambda f: f.match.talk == (("Bob", "hello all"),))
        await ann.follows(lambda f: f.match.n == match_of(board, id).n and f.match.talk == ())


@pytest.mark.parametrize(
    ("who", "why"),
    [
        ("ann", "You can't ignore yourself."),
        ("Zoe", "Nobody here is called Zoe."),
        ("", "Nobody here is called ."),
        ("Cid", "Cid is a sysop. You can't ignore a sysop."),
    ],
)
async def test_who_cannot_be_ignored(tmp_path, who, why):
    async with a_board(tmp_path, "Ann", "Cid") as board:
        board.callers.change("Cid", lambda caller: replace(caller, sysop=True))
        ann = await AtBoard.on(board, "Ann")
        assert await ann.ask(IGNORE(who)) == No(why)
        assert board.callers.get_or_raise("Ann").ignored == ()


async def test_a_caller_s_file_is_not_written_without_end(tmp_path):
    async with a_board(tmp_path, "Ann", "Bob") as board:
        ann = await AtBoard.on(board, "Ann")
        answers = [await ann.ask(IGNORE("Bob")) for _ in range(11)]
        assert [type(one) for one in answers] == [Done] * 10 + [No]


async def test_a_sysop_is_heard_by_who_ignored_them_before(tmp_path):
    async with on_board(tmp_path, "Ann", "Bob") as (board, ann, bob):
        await ann.ask(IGNORE("Bob"))
        board.callers.change("Bob", lambda caller: replace(caller, sysop=True))
        assert await bob.ask(Send(1, "Ann", "the board goes down")) == Done("Sent to Ann.")


async def guest_of(board: Boardroom) -> AtBoard:
    board.change("callers", guests=True)
    line, _ = board.call()
    await line.press("guest\r", "A guest's games are not ranked")
    return AtBoard(board, line, board.sessions[-1])


async def test_a_guest_ignores_and_is_ignored_for_one_call(tmp_path):
    async with on_board(tmp_path, "Ann", "Bob") as (board, ann, bob):
        guest = await guest_of(board)
        name = guest.session.who.handle
        assert await guest.ask(IGNORE("Ann")) == Done("You are ignoring Ann for the rest of this call.")
        assert await ann.ask(Send(guest.session.node, name, "hello")) == No(
            f"{name} isn't taking your messages."
        )
        assert await bob.ask(IGNORE(name)) == Done(f"You are ignoring {name} for the rest of this call.")
        assert board.callers.get_or_raise("Bob").ignored == ()
        assert await guest.ask(Send(bob.session.node, "Bob", "hello")) == No(
            "Bob isn't taking your messages."
        )
        assert await bob.ask(IGNORE(name)) == Done(f"You can hear {name} again.")
        assert await guest.ask(Send(bob.session.node, "Bob", "hello")) == Done("Sent to Bob.")


async def test_by_the_keys_of_who_s_online_and_the_profile(tmp_path):
    async with on_board(tmp_path, "Ann", "Bob") as (_, ann, _):
        await ann.line.press("w", "► +2 +Bob")
        await ann.line.press("i", "ignored, Main Menu.*You are now ignoring Bob.*\\[I\\] Hear ")
        await ann.line.press("qpi", "Handle to ignore")
        await ann.line.press("bob\r", "You can hear Bob again")


async def test_enter_in_who_s_online_challenges(tmp_path):
    async with on_board(tmp_path, "Ann", "Bob") as (board, ann, bob):
        await ann.line.press("w", "► +2 +Bob")
        await ann.line.press("\r", "New table.*Bob")
        ann.line.type("\r")
        await board.until(lambda: "challenges you" in bob.notice, "the challenge")


def test_files_without_and_with_it():
    old = parse_caller("handle: Ann\nnickname: Annie\n", "Ann.yaml")
    assert (old.ignored, old.extra) == ((), {"nickname": "Annie"})
    assert "ignored" not in write_caller(old)
    new = replace(old, ignored=("Bob", "Björn"))
    assert parse_caller(write_caller(new), "Ann.yaml") == new
    assert new.ignores("BJÖRN") and not new.ignores("Cid")


async def test_as_many_as_the_limit_can_be_ignored(tmp_path, monkeypatch):
    monkeypatch.setattr(handlers, "MOST", 2)
    async with on_board(tmp_path, "Ann", "Bob", "Cid", "Dee") as (_, ann, *_others):
        said = [await ann.ask(IGNORE(who)) for who in ("Bob", "Cid", "Dee")]
    assert [isinstance(one, Done) for one in said] == [True, True, False]
