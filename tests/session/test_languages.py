"""Callers with different languages: each reads their own, whoever a sentence comes from."""

from dataclasses import replace
from pathlib import Path

from boardroom import Boardroom, boardroom
from callline import DUMB
from other_words import other_words
from seats import AtBoard, a_board

from door.settings.texts import Texts
from door.ui.texts import SHIPPED, tr

GERMAN = other_words(
    {
        tr.menu.plain_prompt: "Befehl?",
        tr.menu.plain_prompt_again: "Befehl?",
        tr.menu.hello: "Hallo, {handle}.",
        tr.settings.label_language: "Sprache",
        tr.tables.challenged_you: "{who} fordert dich heraus: {game} ({key}).",
        tr.tables.your_move_at: "Du bist am Zug: {game} gegen {others} ({key}).",
        tr.menu.one_in_chat: "{who} plaudert ({key}).",
    },
    "de",
)


def speaks_german_too(board: Boardroom) -> None:
    board.settings = replace(board.settings, texts=Texts({"en": SHIPPED, "de": GERMAN}))


async def test_a_caller_s_choice_holds_at_once_and_on_the_next_call(tmp_path: Path) -> None:
    async with boardroom(tmp_path) as board:
        speaks_german_too(board)
        for handle in ("Ann", "Bob"):
            await board.register(handle)
        ann, _ = board.proved_call("Ann")
        bob, _ = board.proved_call("Bob", DUMB)
        await ann.shows("Hello, Ann.")
        await bob.hears("Main menu command\\?")
        bob.type("s\rlanguage fr\r")
        await bob.hears("language can be one of auto, en, de.")
        bob.type("language de\rq\r")
        await bob.hears("language is now de.*Befehl\\?")
        ann.type("s")
        await ann.shows("Language *auto")
        own = board.settings.board.model_copy(update={"language": "de"})
        board.settings = replace(board.settings, board=own)
        ann.type("q")
        await ann.shows("Hallo, Ann.")
        bob.type("g\r\r")
        await board.until(lambda: not bob.open)
    async with boardroom(tmp_path) as board:
        speaks_german_too(board)
        bob, _ = board.proved_call("Bob", DUMB)
        await bob.hears("Befehl\\?")


async def test_a_board_with_one_language_asks_nobody(tmp_path: Path) -> None:
    async with boardroom(tmp_path) as board:
        await board.register("Ann")
        ann, _ = board.proved_call("Ann", DUMB)
        ann.type("s\rlanguage\r")
        said = await ann.hears("Type one of.*password")
        assert "language" not in said.rpartition("Type one of")[2]


async def test_each_of_a_table_reads_their_own_language(tmp_path: Path) -> None:
    async with a_board(tmp_path, "Ann", "Bob") as board:
        speaks_german_too(board)
        ann, bob = await AtBoard.on(board, "Ann", DUMB), await AtBoard.on(board, "Bob", DUMB)
        bob.line.type("s\rlanguage de\rq\r")
        await bob.line.hears("language is now de.*Befehl\\?")
        id = await ann.opens(to="Bob")
        await bob.line.hears("Ann fordert dich heraus: Switchbox \\(/t\\)")
        await bob.sits(id)
        await ann.line.hears("It is your move at Switchbox against Bob \\(/t\\)")
        back = await bob.opens(to="Ann")
        await ann.line.hears("Bob challenges you to Switchbox. Press /t to answer")
        await ann.sits(back)


async def test_who_enters_the_chat_is_told_to_each_in_their_language(tmp_path: Path) -> None:
    async with a_board(tmp_path, "Ann", "Bob", "Cid") as board:
        speaks_german_too(board)
        ann, bob, cid = [await AtBoard.on(board, name, DUMB) for name in ("Ann", "Bob", "Cid")]
        bob.line.type("s\rlanguage de\rq\r")
        await bob.line.hears("Befehl\\?")
        ann.line.type("c\r")
        await bob.line.hears("Ann plaudert \\(C\\)")
        await cid.line.hears("Ann is in Chat. Press C to join")
