"""The end of the log in memory, and the desk's page of it."""

import logging

import pytest
from boardroom import boardroom
from callline import DUMB, SYNCTERM
from hypothesis import given
from hypothesis import strategies as st

from door.call.logbook import Logbook
from door.features.desk.pages.watch import typed_on
from door.features.log import pages as page
from door.features.log.pages import LOG, LogLines
from door.pages.api import Lobby
from door.pages.lines import TalkState
from door.server.log import formatter, noted_in
from door.ui.screen import Answer


def record(text: str, *args: object) -> logging.LogRecord:
    return logging.LogRecord("door.test", logging.INFO, "", 0, text, args, None)


class TestLogbook:
    def test_keeps_the_last_lines_and_says_what_is_new(self):
        book = Logbook(kept=3)
        for number in range(5):
            book.handle(record("line %d", number))
        assert book.since() == (5, ("line 2", "line 3", "line 4"))
        assert book.since(4) == (5, ("line 4",))
        assert book.since(5) == (5, ())
        assert book.since(99) == (5, ())

    def test_a_line_is_printable_and_bounded(self):
        book = Logbook()
        book.handle(record("a\x1b[2J\nb" + "x" * 9000))
        (line,) = book.since()[1]
        assert line.startswith("a[2J bxx") and len(line) == 500 and line.isprintable()

    def test_a_record_that_cannot_be_written_harms_nobody(self, capsys):
        book = Logbook()
        book.handle(record("%d", "no number"))
        assert book.since() == (0, ())
        capsys.readouterr()

    def test_is_filled_while_the_board_is_open(self):
        book = Logbook()
        with noted_in(book):
            logging.getLogger("door.test").error("one")
        logging.getLogger("door.test").error("two")
        (line,) = book.since()[1]
        assert line.endswith("Z ERROR door.test one")


@given(st.lists(st.integers(0, 9), max_size=12), st.integers(0, 30))
def test_a_reader_never_misses_what_is_kept(burst, kept):
    """Reading now and then gives what reading at once would, as far as it is kept."""
    book, told, seen = Logbook(kept=40), [], 0
    for at, size in enumerate(burst):
        for number in range(size):
            book.handle(record(f"{at}-{number}"))
        seen, lines = book.since(seen)
        told += lines
    assert told == [f"{at}-{number}" for at, size in enumerate(burst) for number in range(size)]


@given(st.lists(st.text(alphabet="ab \r\n\b", max_size=8), max_size=10))
def test_text_in_pieces_is_the_text(pieces):
    """However a plain caller's text was cut, the watcher reads the same lines."""
    joined = typed_on(("",), "".join(pieces))
    lines = ("",)
    for piece in pieces:
        lines = typed_on(lines, piece)
    assert [line.rstrip() for line in lines] == [line.rstrip() for line in joined]


@given(st.lists(st.sampled_from("abc"), max_size=6), st.lists(st.sampled_from("abc"), max_size=6))
def test_what_is_new_in_a_chat(known, more):
    """Lines that repeat are new, too."""
    lines = tuple(("other", text) for text in more)
    before = TalkState(Lobby("", "", 0)).hear(tuple(("other", text) for text in known))
    assert before.hear(lines).since(before) == lines and before.since(before) == ()


@pytest.fixture
async def board(tmp_path):
    async with boardroom(tmp_path) as open_board:
        await open_board.register("Maggie", fast="on", expert="on", sysop=True)
        open_board.services[Logbook].setFormatter(formatter())
        yield open_board


def logged(board, text, level=logging.INFO):
    board.services[Logbook].handle(logging.LogRecord("door.call", level, "", 0, text, (), None))


class TestPage:
    async def test_follows_live_and_finds_a_word(self, board):
        for number in range(40):
            logged(board, f"call node={number}")
        sysop = await board.at_menu("Maggie", SYNCTERM)
        await sysop.press("!", "Log")
        screen = await sysop.press("l", "call node=39")
        assert "node=5 " not in screen and "door.call" not in screen
        logged(board, "log-on failed node=3 handle='Mallory'", logging.WARNING)
        await sysop.shows("Mallory", passing=1)
        await sysop.press("\x1b[5~", "16 more below")
        await sysop.press("f", "Lines with:")
        screen = await sysop.press("node=1\r", "lines with 'node=1'")
        assert "node=10" in screen and "node=20" not in screen and "Mallory" not in screen
        await sysop.press("q", "node in use")

    async def test_in_plain_mode(self, board):
        for number in range(40):
            logged(board, f"call node={number}")
        sysop = await board.at_menu("Maggie", DUMB)
        await sysop.say("!\r", "Enter to go back")
        said = await sysop.say("log\r", "call node=28.*call node=39\\s.*A word to look for")
        assert "node=27" not in said
        logged(board, "call node=77")
        await sysop.hears("call node=77", passing=1)
        await sysop.say("node=3\r", "call node=3\\s.*call node=39")
        await sysop.say("nothing like it\r", "The log has no lines with nothing like it")
        await sysop.say("\r", "Enter to go back")

    def test_a_line_of_another_shape_is_told_as_it_is(self):
        state, _ = page.PAGE.start(Lobby("", "", 1), "")
        state, _ = page.PAGE.update(state, Answer(LOG, LogLines({"": 1}, ("no shape",))))
        assert page.PAGE.tell(None, state).lines == ("no shape",)
