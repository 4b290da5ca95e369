"""A board in the sysop's own words: at once, for every call, for each board its own, nowhere in its books."""

from contextlib import AsyncExitStack
from dataclasses import replace

from boardroom import Boardroom, boardroom
from callline import DUMB
from other_words import every, other_words

from door.screens.doors import DOORS, find
from door.settings.texts import Texts
from door.ui.texts import SHIPPED, Language, sentence, tr


def say(board: Boardroom, language: Language) -> None:
    """As a file that was saved is taken in."""
    board.settings = replace(board.settings, texts=Texts({"en": language}))


MOIN = other_words(
    {
        tr.menu.hello: "Moin, {handle}.",
        tr.menu.plain_prompt: "Was nun?",
        tr.keys.goodbye: "Tschüs",
        sentence("shutbox.name"): "Klapp zu!",
    }
)


async def test_what_is_saved_is_said_from_the_next_screen_on(board):
    for handle in ("Ann", "Bob"):
        await board.register(handle)
    ann, _ = board.proved_call("Ann")
    await ann.shows("Hello, Ann. This is call 1.*Goodbye")
    bob, _ = board.proved_call("Bob", DUMB)
    await bob.hears("main menu.*Main menu command\\?")
    say(board, MOIN)
    await ann.press("w", "Who's online")
    await ann.press("\x1b", "Klapp zu!.*Moin, Ann.*Tschüs")
    await bob.say("tschüs\r", "Hang up")
    say(board, SHIPPED)
    await bob.say("n\r", "Main menu command\\?")


async def test_two_boards_of_one_process_have_their_own(tmp_path):
    async with AsyncExitStack() as stack:
        here, there = [await stack.enter_async_context(boardroom(tmp_path / name)) for name in ("a", "b")]
        say(here, MOIN)
        for board in (here, there):
            await board.register("Ann")
        ann, other = here.proved_call("Ann")[0], there.proved_call("Ann")[0]
        await ann.shows("Moin, Ann.")
        await other.shows("Hello, Ann. This is call 1.")


async def test_the_menu_has_the_sysop_s_commands_and_the_doors_their_order(tmp_path):
    async with boardroom(tmp_path, doors=(find("shutbox"), find("thieves"))) as board:
        await board.register("Ann")
        own = {"doors": ("thieves", "shutbox"), "menu": ("z who", "t goodbye")}
        board.change("board", **own)
        ann, _ = board.proved_call("Ann", DUMB)
        said = await ann.hears("1 Forty Thieves.*2 Shut The Box.*command\\?")
        assert "Z Who's online, T Goodbye." in said and "Bulletins" not in said
        await ann.say("b\rz\r", "Choose a door.*Node 1, Ann")
        await ann.say("\rq\r", "Hang up\\?")


async def test_nothing_that_is_said_otherwise_is_written_down(tmp_path):
    async with boardroom(tmp_path, doors=DOORS) as board:
        await board.register("Ann")
        say(board, every(lambda id, text: f"¿{text}"))
        ann, _ = board.proved_call("Ann", DUMB)
        await ann.hears("¿.*Main menu command\\?")
        for number in range(1, len(DOORS) + 1):
            await ann.say(f"{number}\r", "¿Play\\?")
            await ann.say("\r", "¿Turns left|¿Duel|¿Roll|¿Solo|¿Round|¿Stack")
            await ann.say("q\rg\r", "¿Play again\\?")
            await ann.say("n\r", "¿.*Main menu command\\?")
            await board.until(lambda played=number: len(board.lines("game")) == played)
    written = [file for file in (tmp_path / "data").rglob("*") if file.is_file()]
    assert [
        file for file in written if b"\xc2\xbf" in file.read_bytes() or b"\\u00bf" in file.read_bytes()
    ] == []
