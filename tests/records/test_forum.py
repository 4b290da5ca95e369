"""The forum's records: threads, posts, what callers have read, and files that are odd."""

from __future__ import annotations

import json
import logging
import resource
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from records_kit import Clock
from store_kit import kept_in

from door.records.community import forum
from door.records.community.forum import GENERAL, QUIET_DAYS, Announcement, Forum, ForumReader
from door.records.community.signed import signature_changes
from door.records.store import Unit
from door.ui.texts import tr

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
FIRST = "2026-11-20T00:00:00.000Z"
ANN, BEA, CYD = (ForumReader(handle, FIRST) for handle in ("Ann", "Bea", "Cyd"))


class Board:
    """A forum whose callers wait two minutes between their posts."""

    def __init__(self, data: Path, days: int = 365) -> None:
        self.data, self.store, self.watch = data, kept_in(data), Clock(NOON)
        self.forum = Forum(self.store, self.watch, lambda: days)

    def wait(self, **time: float) -> None:
        self.watch.pass_by(**time)

    def begin(self, who: ForumReader, title: str, *lines: str, area: str = GENERAL) -> str:
        self.wait(minutes=2)
        assert self.forum.begin(who.handle, area, title, lines or ("Hello.",)) == ""
        return self.forum.thread_rows(who)[0].id

    def post(self, who: ForumReader, id: str, *lines: str) -> None:
        self.wait(minutes=2)
        assert self.forum.post(who.handle, id, lines) == ""

    def read(self, who: ForumReader, id: str) -> list[str]:
        """Read a whole thread."""
        window = self.forum.window(who, id, 1, 100)
        assert window
        self.forum.mark(who, id, window.last)
        self.forum.keep_marks(who)
        return [f"{one.handle}: {' '.join(one.lines)}" for one in window.posts]

    def unread(self, who: ForumReader) -> tuple[int, int]:
        posts, threads = self.forum.unread(who)
        return posts, len(threads)

    def again(self) -> Board:
        """Restart the board."""
        board = Board(self.data)
        board.watch.moment = self.watch.moment
        return board


@pytest.fixture
def board(tmp_path: Path) -> Board:
    return Board(tmp_path)


def test_posts_are_new_until_they_are_read_and_ones_own_never_are(board):
    id = board.begin(ANN, "The puzzle", "I chose 9.")
    board.post(BEA, id, "So did I.")
    assert board.unread(ANN) == (1, 1), "her own post is not new"
    assert board.unread(CYD) == (2, 1)
    assert board.forum.thread_rows(ANN)[0].first == 2
    assert board.read(CYD, id) == ["Ann: I chose 9.", "Bea: So did I."]
    board.post(ANN, id, "Good.")
    board.begin(ANN, "Switchbox", area="switchbox")
    assert board.again().unread(CYD) == (2, 2), "after a restart too"
    assert [row.new for row in board.forum.thread_rows(CYD, GENERAL)] == [1]
    assert board.forum.next_new(CYD, but=id) == board.forum.thread_rows(CYD)[0]
    board.forum.mark_all(CYD)
    assert board.unread(CYD) == (0, 0) and board.forum.next_new(CYD) is None


def test_a_newcomer_is_not_behind_and_a_guest_has_nothing_new(board):
    board.begin(ANN, "Old")
    board.wait(days=1)
    assert board.unread(ForumReader("Dan", board.watch.moment.isoformat())) == (0, 0)
    assert board.unread(ForumReader("")) == (0, 0)
    assert [row.title for row in board.forum.thread_rows(ForumReader(""))] == ["Old"], "but reads everything"


def test_ignored_callers_are_neither_shown_nor_counted(board):
    id = board.begin(ANN, "The puzzle", "I chose 9.")
    board.post(BEA, id, "Nonsense!")
    board.begin(BEA, "Only me")
    deaf = CYD._replace(ignored=frozenset({"bea"}))
    assert board.unread(deaf) == (1, 1)
    assert [(row.title, row.posts, row.last_by) for row in board.forum.thread_rows(deaf)] == [
        ("The puzzle", 1, "Ann")
    ]
    assert board.read(deaf, id) == ["Ann: I chose 9."]
    assert board.forum.window(deaf, board.forum.thread_rows(BEA)[0].id, 1, 9) is None


def test_a_thread_is_read_in_windows_forward_and_back(board):
    id = board.begin(ANN, "Long", "1")
    for at in range(2, 8):
        board.post(ANN, id, str(at))

    def numbers(first: int, back: bool = False) -> list[int]:
        window = board.forum.window(BEA, id, first, 3, back)
        assert window and window.last == 7
        return [post.number for post in window.posts]

    assert numbers(1) == [1, 2, 3]
    assert numbers(5) == [5, 6, 7]
    assert numbers(4, back=True) == [1, 2, 3]
    assert numbers(1, back=True) == []
    assert board.forum.delete_post(id, 5) == ""
    assert numbers(4) == [4, 6, 7], "numbers stay"


@pytest.mark.files("it looks at the files")
def test_nothing_in_the_forum_can_act_on_a_terminal(board):
    id = board.begin(ANN, "\x1b[2JBoo " + "x" * 100, "\x07\u202ewide 表 " + "y" * 100)
    [row] = board.forum.thread_rows(BEA)
    assert row.title.isprintable() and len(row.title) <= forum.TITLE
    path = board.data / "forum" / f"{id}.jsonl"
    post = {"n": 2, "handle": "Eve\x1b[31m", "lines": ["\x1b]0;gone\x07"], "t": "2026-11-21T12:05:00Z"}
    with path.open("a") as file:
        file.write(json.dumps(post) + "\n[]\n" + json.dumps(post) + "\n")
    window = board.forum.window(BEA, id, 1, 9)
    assert window and len(window.posts) == 2, "a number that was there before is not a post"
    assert all(line.isprintable() for post in window.posts for line in (post.handle, *post.lines))
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_caller_writes_only_so_often(board):
    id = board.begin(ANN, "One")
    assert board.forum.post("Ann", id, ("Two",)) == tr.common.too_often(time=tr.count.seconds(n=60))
    assert board.forum.post("Ann", id, ("Two",), by_sysop=True) == ""
    for number in range(4):
        board.begin(ANN, f"Thread {number}")
    board.wait(minutes=2)
    assert board.forum.begin("Ann", GENERAL, "Six", ("x",)), "five threads an hour"
    assert board.forum.post("Ann", id, ("But posts go on",)) == ""
    assert board.forum.post("Bea", id, ("  ", "\x07")) == tr.mail.letter_empty()
    assert board.forum.post("Bea", "0" * 16, ("x",)) == tr.forum.no_such_thread()
    assert board.forum.post("Bea", "../callers/ann", ("x",)) == tr.forum.no_such_thread()


def test_the_sysop_moves_and_deletes(board):
    id = board.begin(ANN, "Wrong place")
    assert board.forum.move(id, "shutbox") == ""
    assert [row.area for row in board.forum.thread_rows(BEA)] == ["shutbox"]
    assert board.forum.delete_post(id, 1) == ""
    assert board.forum.thread_rows(BEA) == () and not list((board.data / "forum").glob("*.jsonl"))
    other = board.begin(ANN, "Gone too")
    assert board.forum.delete(other) == "" == board.forum.delete(other)


def test_old_posts_go_and_numbers_and_marks_stay(tmp_path):
    board = Board(tmp_path, days=30)
    id = board.begin(ANN, "Old and new", "old")
    gone = board.begin(ANN, "Old")
    board.read(CYD, id)
    board.wait(days=29)
    board.post(ANN, id, "new")
    board.wait(days=2)
    board.forum.sweep()
    assert [row.id for row in board.forum.thread_rows(CYD)] == [id] != [gone]
    assert board.unread(CYD) == (1, 1)
    assert board.read(CYD, id) == ["Ann: new"]
    assert board.forum.thread_rows(CYD)[0].first == 2


@pytest.mark.files("it changes what is in the files")
def test_a_thread_of_the_board_goes_soon_unless_somebody_answers(board):
    threads = [
        Announcement("shutbox", about, tr.count.callers(n=3), (tr.count.games(n=2),))
        for about in ("puzzle", "deal")
    ]
    for _ in range(2):
        board.forum.announce("2026-11-20", threads)
    (board.data / "forum" / "announced").unlink()
    board.forum.announce("2026-11-20", threads)  # a board that was killed before it had noted the day
    answered, quiet = (row.id for row in board.forum.thread_rows(ANN))
    board.post(ANN, answered, "I chose 9.")
    board.wait(days=QUIET_DAYS)
    board.forum.sweep()
    assert [row.id for row in board.forum.thread_rows(ANN)] == [answered] != [quiet]


def test_two_hosts_that_begin_the_board_s_threads_at_once_begin_them_once(tmp_path, monkeypatch):
    one, other = Board(tmp_path), Board(tmp_path)
    threads = [Announcement("shutbox", "deal 2026-11-20", tr.forum.no_head(), (tr.forum.no_head(),))]
    write = one.store.write

    def first_the_other(unit: Unit) -> list[int]:
        other.forum.announce("2026-11-20", threads)
        return write(unit)

    monkeypatch.setattr(one.store, "write", first_the_other)
    one.forum.announce("2026-11-20", threads)
    assert len(one.forum.thread_rows(ANN)) == 1


def test_renamed_and_removed_callers(board):
    id = board.begin(ANN, "Who am I")
    board.post(BEA, id, "Ann")
    board.read(ANN, id)
    board.store.write(Unit(list(signature_changes(board.store, "ann", "Anna"))))
    board = board.again()
    assert board.read(BEA, id) == ["Anna: Hello.", "Bea: Ann"]
    assert board.unread(ForumReader("Anna", FIRST)) == (0, 0), "what she has read moves along"
    board.store.write(Unit(list(signature_changes(board.store, "Anna", ""))))
    board.store.write(Unit(list(signature_changes(board.store, "Anna", ""))))
    board = board.again()
    assert board.read(BEA, id) == ["Anna (removed): Hello.", "Bea: Ann"]
    assert board.unread(ForumReader("Anna", FIRST)) == (2, 1), "somebody else has the handle"


@pytest.mark.files("it changes what is in the files")
def test_odd_files_are_set_aside_and_the_log_says_so(board, caplog):
    id = board.begin(ANN, "Sound")
    folder = board.data / "forum"
    (folder / "aaaa.jsonl").write_bytes(b"\x00\xff\n" * 9)
    (folder / "bbbb.jsonl").write_text('{"title": 7, "area": "general"}\n')
    (folder / "cccc.jsonl").mkdir()
    (folder / "dddd.jsonl").write_bytes(b"")
    (folder / "read").mkdir()
    (folder / "read" / "bea.json").write_text("{[")
    with caplog.at_level(logging.ERROR):
        assert [row.id for row in board.forum.thread_rows(BEA)] == [id]
    assert {one.name for one in folder.glob("*.broken")} == {f"{4 * name}.jsonl.broken" for name in "abcd"}
    assert caplog.text.count("is not a thread") == 4
    assert board.unread(BEA) == (1, 1)
    with (folder / f"{id}.jsonl").open("ab") as file:
        file.write(b'{"n": 2, "torn')
    board.post(BEA, id, "Whole")
    assert board.again().read(BEA, id) == ["Ann: Hello.", "Bea: Whole"], "a torn line is cut off"


def test_everything_that_a_caller_has_written_goes_at_once(board):
    spam, own = board.begin(BEA, "Buy", "Now!"), board.begin(ANN, "Mine", "One")
    both = board.begin(BEA, "Buy more", "Now!")
    for id, who, text in ((own, BEA, "Buy!"), (own, CYD, "Two"), (both, ANN, "No."), (spam, BEA, "Buy!")):
        board.post(who, id, text)
    threads = forum.Threads(board.store)
    assert threads.delete_all_of("bea") == 4 and threads.delete_all_of("Bea") == 0
    assert {row.id: row.posts for row in board.forum.thread_rows(CYD)} == {own: 2, both: 1}
    assert board.read(CYD, own) == ["Ann: One", "Cyd: Two"]
    board.post(BEA, own, "Sorry.")
    assert board.read(CYD, own)[-1] == "Bea: Sorry."


@pytest.mark.files("it looks at the files")
def test_a_post_in_a_long_thread_is_one_append(board):
    id = board.begin(ANN, "Ten thousand")
    path = board.data / "forum" / f"{id}.jsonl"
    line = {"handle": "Bea", "lines": ["A line that somebody wrote."], "t": "2026-11-21T12:05:00.000Z"}
    with path.open("a") as file:
        file.writelines(json.dumps({"n": at, **line}) + "\n" for at in range(2, 10_001))
    window = board.forum.window(CYD, id, 9_990, 40)
    assert window and [post.number for post in window.posts] == [*range(9_990, 10_001)]
    before, inode = path.read_bytes(), path.stat().st_ino
    board.post(CYD, id, "One more.")
    assert path.stat().st_ino == inode and path.read_bytes().startswith(before), "nothing was written again"
    window = board.forum.window(CYD, id, 10_001, 40)
    assert window and window.posts[0].lines == ("One more.",)


@pytest.mark.files("the disk refuses")
def test_a_full_disk_gives_a_sentence(board, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # it would be cut, too
    id = board.begin(ANN, "One")
    path = board.data / "forum" / f"{id}.jsonl"
    before, (soft, hard) = path.read_bytes(), resource.getrlimit(resource.RLIMIT_FSIZE)
    board.wait(minutes=2)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 10, hard))
    try:
        refused = board.forum.post("Ann", id, ("Two",))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert refused == tr.mail.board_cannot_write() and path.read_bytes() == before
    assert board.forum.post("Ann", id, ("Two",)) == "", "and it did not count"
