"""Callers with different languages: each reads their own, whoever a sentence comes from."""

import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest
from boardroom import Boardroom, boardroom
from callline import DUMB, CallDouble
from other_words import other_words, spoken
from seats import SWITCHBOX, AtBoard, a_board

from door.call import refresh
from door.features.desk import calls
from door.features.desk import watching as watch
from door.features.desk.asks import BreakIn, CallAct
from door.features.menu.pages.menu import MenuLobby
from door.records.callers.caller_file import CallerError
from door.records.community.community import Wall
from door.records.community.letters import Letters
from door.server.log import formatter
from door.settings.texts import Texts
from door.ui.texts import SHIPPED, Said, tr

GERMAN = other_words(
    {
        tr.menu.plain_prompt: "Befehl?",
        tr.menu.plain_prompt_again: "Befehl?",
        tr.menu.hello: "Hallo, {handle}.",
        tr.settings.label_language: "Sprache",
        tr.tables.challenged_you: "{who} fordert dich heraus: {game} ({key}, {no}).",
        tr.tables.your_move_at: "Du bist am Zug: {game} gegen {others} ({key}).",
        tr.menu.one_in_chat: "{who} plaudert ({key}).",
        tr.people.title_who: "Wer da ist",
        tr.people.who_says: "{who} sagt: {text}",
        tr.people.no_such_handle: "{who} kennt hier niemand.",
        tr.people.wall_game: "{door} am {day}.",
        tr.mail.one_a_minute: "Warte noch {seconds}.",
        tr.count.seconds: "{n} Sekunden",
        tr.count.minutes: "{n} Minuten",
        tr.common.date_and_time: "{time} Uhr",
        tr.sysop.message_sender: "Leitung",
        tr.sysop.minutes_given: "Du hast {minutes} mehr.",
        tr.play.not_your_turn: "Du bist nicht am Zug.",
        tr.sysop.chat_over: "Gespräch vorbei.",
        tr.accounts.you_are_validated: "Du bist geprüft.",
        tr.logon.handle_banned_no_reason: "Du bist gesperrt.",
        tr.hours.left_on_this_call: "Noch {minutes}.",
        tr.refused.board_going_down: "Das Brett schließt.",
    },
    "de",
)


def speaks_german_too(board: Boardroom) -> None:
    board.settings = replace(board.settings, texts=Texts({"en": SHIPPED, "de": GERMAN}))


async def test_a_caller_s_choice_holds_at_once_and_on_the_next_call(tmp_path):
    async with boardroom(tmp_path) as board:
        speaks_german_too(board)
        for handle in ("Ann", "Bob"):
            await board.register(handle)
        ann, _ = board.proved_call("Ann")
        bob, _ = board.proved_call("Bob", DUMB)
        await ann.shows("Hello, Ann.")
        await bob.hears("Main menu command\\?")
        await bob.say("s\rlanguage fr\r", "language can be one of auto, en, de.")
        await bob.say("language de\rq\r", "language is now de.*Befehl\\?")
        await ann.press("s", "Language *auto")
        board.change("board", language="de")
        await ann.press("q", "Hallo, Ann.", passing=1)
        bob.type("g\r\r")
        await board.until(lambda: not bob.open)
    async with boardroom(tmp_path) as board:
        speaks_german_too(board)
        bob, _ = board.proved_call("Bob", DUMB)
        await bob.hears("Befehl\\?")


async def test_a_board_with_one_language_asks_nobody(board):
    await board.register("Ann")
    ann, _ = board.proved_call("Ann", DUMB)
    said = await ann.say("s\rlanguage\r", "Type one of.*password")
    assert "language" not in said.rpartition("Type one of")[2]


async def test_each_of_a_table_reads_their_own_language(tmp_path):
    async with a_board(tmp_path, "Ann", "Bob") as board:
        speaks_german_too(board)
        ann, bob = await AtBoard.on(board, "Ann", DUMB), await AtBoard.on(board, "Bob", DUMB)
        await bob.line.say("s\rlanguage de\rq\r", "language is now de.*Befehl\\?")
        id = await ann.opens(to="Bob")
        await bob.line.hears("Ann fordert dich heraus: Switchbox \\(/y, /n\\)")
        await bob.sits(id)
        await ann.line.hears("It's your move at Switchbox against Bob \\(/t\\)")
        back = await bob.opens(to="Ann")
        await ann.line.hears("Bob challenges you to Switchbox, 3 days, unrated \\(/y accepts, /n declines\\)")
        await ann.sits(back)


async def test_a_move_that_is_refused_at_a_table_is_refused_in_the_mover_s_language(tmp_path):
    async with boardroom(tmp_path, doors=(SWITCHBOX,)) as board:
        speaks_german_too(board)
        await board.register("Ann")
        await board.register("Bob", language="de")
        ann, bob = await AtBoard.on(board, "Ann", DUMB), await AtBoard.on(board, "Bob", DUMB)
        id = await ann.opens(to="Bob")
        ann.looks(id)
        await bob.sits(id)
        await ann.line.hears("Ann: which entry")
        await bob.line.say("3\r", "Du bist nicht am Zug\\.")
        await ann.line.say("3\r", "Bob to move")
        await ann.line.say("3\r", "It isn't your move")


async def test_who_enters_the_chat_is_told_to_each_in_their_language(tmp_path):
    async with a_board(tmp_path, "Ann", "Bob", "Cid") as board:
        speaks_german_too(board)
        ann, bob, cid = [await AtBoard.on(board, name, DUMB) for name in ("Ann", "Bob", "Cid")]
        await bob.line.say("s\rlanguage de\rq\r", "Befehl\\?")
        ann.line.type("c\r")
        await bob.line.hears("Ann plaudert \\(C\\)")
        await cid.line.hears("Ann is in Chat .C")


@asynccontextmanager
async def ann_and_bob(folder: Path) -> AsyncIterator[tuple[Boardroom, CallDouble, CallDouble]]:
    """Ann, a sysop who reads English, and Bob, who reads German, in plain mode at the main menu."""
    async with a_board(folder) as board:
        speaks_german_too(board)
        await board.register("Ann")
        await board.register("Bob", language="de")
        board.callers.change("Ann", lambda caller: replace(caller, sysop=True))
        ann = await board.at_menu("Ann", DUMB)
        bob, _ = board.proved_call("Bob", DUMB)
        await bob.hears("Befehl\\?")
        yield board, ann, bob


async def test_a_refusal_is_read_by_the_one_it_is_for(tmp_path):
    async with ann_and_bob(tmp_path) as (_, ann, bob):
        for line in (ann, bob):
            line.type("m\rn\rNobody\r")
        await ann.hears(str(tr.people.no_such_handle(who="Nobody")))
        await bob.hears("Nobody kennt hier niemand\\.")


async def test_what_the_sysop_does_is_told_in_the_caller_s_language(tmp_path):
    async with ann_and_bob(tmp_path) as (board, _, bob):
        services = board.services
        await calls.act(services, "Ann", CallAct("message", 2, "Hallo!"))
        await bob.hears("Leitung sagt: Hallo!")
        await bob.say("m\r", "Leitung: Hallo!")
        board.sessions[1].clock.limit(0, 600, None)
        await calls.act(services, "Ann", CallAct("minutes", 2, "3"))
        await bob.hears("Du hast 3 Minuten mehr\\.")
        await calls.act(services, "Ann", CallAct("ban", 2))
        await bob.hears("Du bist gesperrt\\.")


async def test_a_farewell_is_read_in_the_caller_s_language_and_logged_in_english(tmp_path, caplog):
    async with ann_and_bob(tmp_path) as (board, ann, bob):
        for session in board.sessions:
            session.evict(tr.refused.board_going_down(), tr.refused.game_saved())
        await ann.hears(tr.refused.board_going_down())
        await bob.hears("Das Brett schließt\\.")
    with spoken(GERMAN):
        record = logging.LogRecord("door", 20, "", 0, "%s: %r", (CallerError(minutes()), minutes()), None)
        assert minutes() == "Noch 2 Minuten."
        assert (
            formatter()
            .format(record)
            .endswith("2 minutes left on this call.: '2 minutes left on this call.'")
        )


def minutes() -> Said:
    return tr.hours.left_on_this_call(minutes=tr.count.minutes(n=2))


async def test_a_letter_of_the_board_and_its_lines_on_the_wall_are_read_in_each_language(tmp_path):
    async with ann_and_bob(tmp_path) as (board, ann, bob):
        letters, wall = board.services[Letters], board.services[Wall]
        assert letters.send("Ann", "Bob", (tr.accounts.you_are_validated(),), "validated") == ""
        assert wall.post("Ann", tr.people.wall_game(door="Box", day=3, month="May", text="7 shut")) == ""
        await bob.say("m\r1\r", "Du bist geprüft\\.")
        await bob.say("q\rq\ro\r", "Box am 3\\.")
        await ann.say("o\r", "Box 3 May: 7 shut")


async def test_where_a_caller_is_reads_in_the_language_of_who_asks(tmp_path):
    async with ann_and_bob(tmp_path) as (_, ann, bob):
        await ann.say("w\r", "Ann, Who's online")
        await bob.say("w\r", "Ann, Wer da ist.*Bob, Wer da ist")


async def test_a_page_that_others_refresh_stays_in_its_reader_s_language(tmp_path):
    async with ann_and_bob(tmp_path) as (board, _, _bob):
        session, heard = board.sessions[1], list[MenuLobby]()
        top = session.stack.top
        assert isinstance(top.lobby, MenuLobby)
        first = top.lobby.doors[0]
        other = replace(first, books=first.books._replace(turns_left=99))
        top.state = replace(top.state, lobby=replace(top.lobby, doors=(other,)))  # a turn has been given
        with patch.object(session, "post", lambda layer, event: heard.append(event)):
            await refresh.spread(board.services.roster)
        assert [lobby.clock[-4:] for lobby in heard] == [" Uhr"]


async def test_a_chat_that_the_sysop_breaks_in_for_is_in_the_caller_s_language(tmp_path):
    async with ann_and_bob(tmp_path) as (board, _, bob):
        ann = board.sessions[0]
        layer = ann.stack.top
        watch.break_in(ann, layer, BreakIn(2))
        assert board.sessions[1].stack.top.state.other == "Leitung"
        await bob.hears("broken in to chat.*Say:")
        for end in layer.ends:
            end()
        await bob.hears("Gespräch vorbei")


def hostile_recipes() -> list[object]:
    deep: object = "x"
    for _ in range(400):
        deep = ["common.as_it_is", {"text": deep}]
    return [
        ["no.such_sentence", {}], ["people.wall_game", {}], ["count.games", {"n": "many"}], deep, 5, {},
        ["people.wall_game", {"door": "{x.__class__}", "day": [], "month": {}, "text": "\x1b[2J"}],
        ["../en/people.wall_game", {}], ["common.place", {"nth": 10**400}], [["a"], "b"],
    ]  # fmt: skip


@pytest.mark.files("it changes what is in the files")
async def test_recipes_that_cannot_be_said_leave_the_words_in_the_file(tmp_path):
    async with ann_and_bob(tmp_path) as (board, _, bob):
        bob.type("g\r\r")
        await board.until(lambda: not bob.open)
        wall, box = tmp_path / "data" / "oneliners.jsonl", tmp_path / "data" / "letters" / "bob.jsonl"
        box.parent.mkdir(exist_ok=True)
        for at, said in enumerate(hostile_recipes()):
            t = f"2027-01-01T00:00:{at:02}.000Z"
            with wall.open("a") as file:
                print(json.dumps({"handle": "Ann", "t": t, "text": f"line {at}", "said": said}), file=file)
            letter = {"handle": "Ann", "t": t, "lines": [f"letter {at}"], "said": [said], "by": said}
            with box.open("a") as file:
                print(json.dumps(letter), file=file)
        bob = await board.at_menu("Bob", DUMB)
        await bob.say("o\r", "line 0.*line 9")
        await bob.say("q\rm\r", "letter 9.*letter 0")
