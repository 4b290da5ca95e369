"""The flat files of the board's company: the wall, the last callers, letters to the sysop."""

import json
import os
from datetime import UTC, datetime, timedelta

import pytest
from other_words import spoken
from records_kit import Clock
from store_kit import kept_in

from door.records.access import quota
from door.records.access.quota import Visits
from door.records.callers.caller_file import Caller
from door.records.callers.callers import Callers
from door.records.community.community import CALLS_KEPT, WALL_KEEPS, LastCall, LastCalls, Wall
from door.records.community.letters import MOST, MOST_IN_SYSOPS, SYSOP, Letters
from door.records.community.signed import signature_changes
from door.records.store import StoreRefused, Unit, rows
from door.records.store.rows import Rows
from door.ui import pseudo
from door.ui.texts import tr

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
T = "2026-11-21T12:00:00.000Z"


@pytest.fixture
def watch():
    return Clock(NOON)


@pytest.mark.files("it looks at the files")
def test_a_line_stands_on_the_wall_as_it_was_written(tmp_path):
    wall = Wall(kept_in(tmp_path), Clock(NOON))
    assert wall.oneliners() == ()
    assert wall.post("Alice", "  snake eyes again… ") == ""
    posted = wall.oneliners()[0]
    assert (posted.handle, posted.text, posted.t) == (
        "Alice",
        "snake eyes again…",
        "2026-11-21T12:00:00.000Z",
    )
    assert (tmp_path / "oneliners.jsonl").stat().st_mode & 0o777 == 0o600


def test_nothing_on_the_wall_can_act_on_a_terminal(tmp_path, watch):
    wall = Wall(kept_in(tmp_path), watch)
    assert wall.post("Alice", "\x1b[2Jboo\x07 \u202ewide 表 " + "x" * 100) == ""
    text = wall.oneliners()[0].text
    assert len(text) <= 70 and text.isprintable() and "\x1b" not in text and "表" not in text
    assert wall.post("Bob", "\x1b\x07").startswith("There's nothing to")
    line = {"handle": "Eve\x1b[31m", "text": "\x1b]0;gone\x07", "t": "2026-11-21T12:00:00Z"}
    (tmp_path / "oneliners.jsonl").write_text(json.dumps(line) + "\n")
    posted = wall.oneliners()[0]
    assert posted.handle.isprintable() and posted.text.isprintable(), "nor what was put into the file by hand"


def test_one_line_a_minute_from_each_caller_whatever_the_case_of_the_handle(tmp_path, watch):
    wall = Wall(kept_in(tmp_path), watch)
    assert wall.post("Alice", "one") == ""
    watch.moment += timedelta(seconds=20)
    assert wall.post("ALICE", "two") == "You can send one a minute. Please wait 40 seconds."
    assert wall.post("Bob", "mine") == ""
    watch.moment += timedelta(seconds=39)
    assert wall.post("Alice", "two") == "You can send one a minute. Please wait 1 second."
    watch.moment += timedelta(seconds=1)
    assert wall.post("Alice", "two") == ""
    watch.moment -= timedelta(days=2)
    assert wall.post("Alice", "a clock set back keeps nobody quiet") == ""
    assert [line.text for line in wall.oneliners()][:3] == ["one", "mine", "two"]


@pytest.mark.files("it looks at the files")
def test_the_wall_keeps_its_last_lines_and_the_file_does_not_grow(tmp_path, watch):
    wall = Wall(kept_in(tmp_path), watch)
    for number in range(2 * WALL_KEEPS + 5):
        assert wall.post(f"C{number}", f"line {number}") == ""
    lines = wall.oneliners()
    assert len(lines) == WALL_KEEPS and lines[-1].text == f"line {2 * WALL_KEEPS + 4}"
    assert len((tmp_path / "oneliners.jsonl").read_text().splitlines()) <= 2 * WALL_KEEPS


@pytest.mark.files("it looks at the files")
def test_long_lines_do_not_make_a_file_grow_past_what_is_read_of_it(tmp_path, monkeypatch):
    monkeypatch.setattr(rows, "MOST_BYTES", 1000)
    book, path = Rows(kept_in(tmp_path), "lines", "n", keep=5), tmp_path / "n.jsonl"
    for number in range(40):
        book.append({"n": number, "text": "x" * 130})
        assert path.stat().st_size <= 1000
        assert [line["n"] for line in book.read()] == list(range(max(0, number - 4), number + 1))


def test_what_is_not_ours_in_a_file_is_passed_over(tmp_path, watch):
    wall = Wall(kept_in(tmp_path), watch)
    wall.post("Alice", "first")
    with (tmp_path / "oneliners.jsonl").open("a") as file:
        file.write('nonsense\n[1]\n{"handle":3}\n{"handle":"Torn","te')
    watch.moment += timedelta(minutes=2)
    assert wall.post("Alice", "second") == "", "a torn last line stays alone"
    assert [line.text for line in wall.oneliners()] == ["first", "second"]


def test_the_last_calls_are_kept(tmp_path):
    calls = LastCalls(kept_in(tmp_path))
    for number in range(CALLS_KEPT + 7):
        calls.note_call(LastCall(f"C{number}", "2026-11-21T12:00:00.000Z", 1, number, ("shutbox",)))
    kept = calls.last_calls()
    assert len(kept) == CALLS_KEPT
    assert kept[-1] == LastCall("C56", "2026-11-21T12:00:00.000Z", 1, 56, ("shutbox",))


@pytest.mark.files("it looks at the files")
def test_letters_of_this_month_and_the_last_reach_the_sysop(tmp_path, watch):
    letters = Letters(kept_in(tmp_path), watch)
    assert letters.send("Alice", SYSOP, ["Dear sysop,", "", "the dice are fine.\x1b[A"]) == ""
    watch.moment = datetime(2026, 12, 1, tzinfo=UTC)
    assert letters.send("Bob", SYSOP, ["x" * 90] * 30) == ""
    assert letters.send("Carol", SYSOP, ["", "  "]).startswith("There's nothing to")
    alice, bob = letters.box(SYSOP)
    assert alice.lines == ("Dear sysop,", "", "the dice are fine.[A")
    assert len(bob.lines) == 20 and max(map(len, bob.lines)) == 70
    assert sorted(p.name for p in (tmp_path / "feedback").glob("*.jsonl")) == [
        "2026-11.jsonl",
        "2026-12.jsonl",
    ]
    watch.moment = datetime(2027, 1, 5, tzinfo=UTC)
    assert [letter.handle for letter in letters.box(SYSOP)] == ["Bob"]


@pytest.mark.files("the disk refuses")
def test_a_disk_that_refuses_is_one_sentence_and_no_harm(tmp_path):
    (tmp_path / "feedback").write_text("a file where a folder should be")
    (tmp_path / "oneliners.jsonl").mkdir()
    (tmp_path / "lastcalls.jsonl").mkdir()
    wall = Wall(kept_in(tmp_path), Clock(NOON))
    calls = LastCalls(kept_in(tmp_path))
    letters = Letters(kept_in(tmp_path), Clock(NOON))
    assert letters.send("Alice", SYSOP, ["hello"]) == tr.mail.board_cannot_write()
    assert wall.post("Alice", "hello") == tr.mail.board_cannot_write()
    calls.note_call(LastCall("Alice", "", 1, 1))
    assert (wall.oneliners(), calls.last_calls(), letters.box(SYSOP)) == ((), (), ())


def test_two_boards_share_a_document(tmp_path):
    ours, theirs = (Rows(kept_in(tmp_path), "lines", "n", 5) for _ in range(2))
    for number in range(8):
        (ours, theirs)[number % 2].append({"n": number})
    assert [line["n"] for line in ours.read()] == [3, 4, 5, 6, 7] == [line["n"] for line in theirs.read()]


@pytest.mark.files("it looks at the files")
def test_letters_are_kept_so_many_days_and_the_file_forgets_them(tmp_path, watch):
    letters = Letters(kept_in(tmp_path), watch, days=lambda: 3)
    assert letters.send("Bob", "Ann", ["one"]) == letters.send("Carl", "Ann", ["two"]) == ""
    first, second = letters.box("ANN")
    assert letters.mark_read("Ann", first.id) == "" and letters.unread("Ann") == 1
    assert letters.send("Bob", "Ann", ["Hello"]).startswith("You can send one a minute")
    watch.moment += timedelta(days=2)
    assert letters.send("Bob", "Ann", ["three"]) == ""
    watch.moment += timedelta(days=2)
    assert [one.lines for one in letters.box("Ann")] == [("three",)]
    letters.sweep()
    assert len((tmp_path / "letters" / "ann.jsonl").read_text().splitlines()) == 1
    watch.moment += timedelta(days=9)
    letters.sweep()
    assert letters.box("Ann") == () and second.lines == ("two",)


def test_a_full_mailbox_takes_no_more_until_one_goes(tmp_path):
    letters = Letters(kept_in(tmp_path), Clock(NOON))
    for at in range(MOST):
        assert letters.send(f"C{at}", "Ann", ["Hello"]) == ""
    assert letters.send("Bob", "Ann", ["Hello"]) == "Ann's mailbox is full."
    assert letters.send("Bob", SYSOP, ["Hello"]) == "", "the sysop's is never full"
    assert letters.delete("Ann", letters.box("Ann")[7].id) == ""
    assert letters.send("Bob", "Ann", ["Hello"]) == ""
    assert [one.handle for one in letters.box("Ann")][-2:] == ["C49", "Bob"]


def test_no_sender_fills_a_mailbox_alone_and_the_sysop_can_always_write(tmp_path, watch):
    letters = Letters(kept_in(tmp_path), watch)
    for _ in range(10):
        assert letters.send("Bob", "Ann", ["Hello"]) == ""
        watch.moment += timedelta(hours=1)
    enough = "Ann already has 10 letters from you. Wait until some are deleted."
    assert letters.send("Bob", "Ann", ["Hello"]) == enough
    for at in range(MOST - 10):
        assert letters.send(f"C{at}", "Ann", ["Hello"]) == ""
    assert letters.send("Sue", "Ann", ["Hello"]) == "Ann's mailbox is full."
    assert letters.send("Sue", "Ann", ["Hello"], by_sysop=True) == ""
    assert letters.send("Sue", "Ann", ["You are validated."], "validated") == ""
    assert len(letters.box("Ann")) == MOST + 2, "no letter has made room for another"
    for _ in range(30):
        assert letters.send("Bob", SYSOP, ["Hello"]) == ""
        watch.moment += timedelta(hours=1)
    assert letters.send("Bob", SYSOP, ["Hello"]) == "The sysop already has 30 letters from you this month."


def test_letters_to_everybody_in_a_row_are_limited(tmp_path, watch):
    letters = Letters(kept_in(tmp_path), watch)
    sent = [letters.send("Bob", f"C{at}", ["Buy it!"]) for at in range(30)]
    assert sent[:20] == [""] * 20 and sent[20] == "You do that too often. Please try again in 60 minutes."
    assert letters.send("Bob", "Ann", ["Hello"]) == sent[20] and letters.send("Sue", "Ann", ["Hello"]) == ""
    assert [letters.send("Sue", f"C{at}", ["Hello"], by_sysop=True) for at in range(30)] == [""] * 30
    watch.moment += timedelta(hours=1)
    assert letters.send("Bob", "Ann", ["Hello"]) == ""


def test_one_caller_does_not_fill_the_wall(tmp_path, watch):
    wall = Wall(kept_in(tmp_path), watch)
    for _ in range(20):
        assert wall.post("Ann", "Hello") == ""
        watch.moment += timedelta(minutes=2)
    enough = "You have put 20 lines on the wall within a day. Please leave room for others."
    assert wall.post("Ann", "Hello") == wall.post("ann", "Hello") == enough
    assert wall.post("Bob", "Hello") == ""
    watch.moment += timedelta(hours=24)
    assert wall.post("Ann", "Hello") == ""


def test_a_letter_of_last_month_s_to_the_sysop_can_be_deleted(tmp_path, watch):
    letters = Letters(kept_in(tmp_path), watch)
    letters.send("Ann", SYSOP, ["one"])
    letters.send("Zoe", SYSOP, ["Hi"], "joined")
    assert letters.send("Zoe", SYSOP, ["I like it here."]) == "", "the board wrote the first"
    watch.moment += timedelta(days=15)
    letters.send("Ann", SYSOP, ["two"])
    assert letters.delete(SYSOP, letters.box(SYSOP)[0].id) == ""
    assert [one.lines[0] for one in letters.box(SYSOP)] == ["Hi", "I like it here.", "two"]


@pytest.mark.files("the disk refuses")
def test_a_letter_survives_a_torn_line_and_a_disk_that_refuses(tmp_path):
    letters = Letters(kept_in(tmp_path), Clock(NOON))
    assert letters.send("Bob", "Ann", ["one"]) == ""
    path = tmp_path / "letters" / "ann.jsonl"
    with path.open("a") as file:
        file.write('{"handle":"Torn","li')
    assert letters.send("Carl", "Ann", ["two"]) == ""
    assert [one.handle for one in letters.box("Ann")] == ["Bob", "Carl"]
    assert letters.delete("Ann", letters.box("Ann")[0].id) == ""
    assert [one.handle for one in letters.box("Ann")] == ["Carl"]
    path.unlink()
    path.mkdir()
    assert letters.send("Dora", "Ann", ["three"]) == tr.mail.board_cannot_write() and letters.box("Ann") == ()


@pytest.mark.files("it looks at the files")
def test_of_many_callers_the_files_written_last_are_listed(tmp_path):
    callers = Callers(kept_in(tmp_path))
    assert callers.latest("", 3) == ([], 0)
    for at in range(6):
        callers.add(Caller(f"Caller {at}x", last_call=f"2026-11-0{6 - at}T12:00:00.000Z"))
        os.utime(tmp_path / "callers" / f"Caller {at}x.yaml", ns=(at, at))
    (tmp_path / "callers" / "Broken.yaml").write_text("[")
    found, count = callers.latest("CALLER", 3)
    assert [one.handle for one in found] == ["Caller 3x", "Caller 4x", "Caller 5x"] and count == 6
    assert callers.latest("2X", 3)[0][0].handle == "Caller 2x"
    assert callers.latest("broken", 3) == ([], 1)


@pytest.mark.files("it looks at the files")
def test_a_busy_day_gives_nobody_their_visits_back(tmp_path, monkeypatch):
    monkeypatch.setattr(quota, "MANY", 20)
    visits = Visits(kept_in(tmp_path))
    for day in ("2026-11-09", "2026-11-10"):
        for n in range(60):
            assert visits.charge(T, f"Caller {n}", "robots", day, 2) == ""
        for n in range(60):
            assert visits.charge(T, f"caller {n}", "robots", day, 2) == ""
    visits.give_back(T, "Caller 7", "robots", "2026-11-10")
    assert [visits.count(f"Caller {n}", "robots", "2026-11-10") for n in range(60)] == [
        1 if n == 7 else 2 for n in range(60)
    ]
    assert "no visits left" in Visits(kept_in(tmp_path)).charge(T, "Caller 8", "robots", "2026-11-10", 2)
    text = (tmp_path / "external" / "visits.jsonl").read_text()
    assert "2026-11-09" not in text and len(text.splitlines()) <= 2 * 60 + 1


@pytest.mark.files("it looks at the files")
def test_what_the_board_writes_is_read_by_each_in_their_language(tmp_path, watch):
    board = Wall(kept_in(tmp_path), watch)
    letters = Letters(kept_in(tmp_path), watch)
    with spoken(pseudo.language()):
        what = tr.people.wall_game(door="The Box", day=10, month="Nov", text=tr.count.points(n=7))
        assert board.post("Ann", what) == ""
        assert letters.send("Ann", "Bob", ("Hello,", tr.mail.letter_i_have_joined())) == ""
        assert board.oneliners()[0].text == what
        assert letters.box("Bob")[0].lines == ("Hello,", tr.mail.letter_i_have_joined())
    assert board.oneliners()[0].text == "The Box 10 Nov: 7 points"
    assert letters.box("Bob")[0].lines == ("Hello,", "I have joined the board.")
    wall = tmp_path / "oneliners.jsonl"
    assert "⟦" not in wall.read_text("utf-8")
    wall.write_text(wall.read_text("utf-8").replace("7 points", "moderated"), "utf-8")
    with spoken(pseudo.language()):
        assert board.oneliners()[0].text == "The Box 10 Nov: moderated", "the sysop has edited it"
        longer = tr.people.wall_game(door="D" * 60, day=10, month="Nov", text="W" * 20)
        watch.moment += timedelta(minutes=2)
        assert board.post("Ann", longer) == ""
        assert board.oneliners()[1].text == f"{longer[:69]}»"


def test_a_removed_caller_s_letters_say_so_in_the_reader_s_language(tmp_path):
    store = kept_in(tmp_path)
    letters = Letters(store, Clock(NOON))
    letters.send("Ann", "Bob", ("Hello",))
    with spoken(pseudo.language()):
        store.write(Unit(list(signature_changes(store, "Ann", ""))))
        assert letters.box("Bob")[0].handle == tr.mail.removed_caller(who="Ann")
    assert letters.box("Bob")[0].handle == "Ann (removed)"


def test_a_refused_letter_and_the_boards_own_use_up_nobodys_quota(tmp_path):
    """A sender may write to 20 callers within an hour."""
    letters = Letters(kept_in(tmp_path), Clock(NOON))
    for at in range(MOST):
        assert letters.send(f"C{at}", "Full", ["Hello"], by_sysop=True) == ""
    for at in range(20):
        assert letters.send("Bob", "Full", ["Hello"]) == "Full's mailbox is full."
        assert letters.send("Sue", f"D{at}", ["Hello"], by_sysop=True) == ""
    for sender in ("Bob", "Sue"):
        assert [letters.send(sender, f"C{at}", ["Hello"]) for at in range(20)] == [""] * 20
        assert letters.send(sender, "Dan", ["Hello"]).startswith("You do that too often.")


def test_a_day_of_letters_is_24_hours(tmp_path, watch):
    letters = Letters(kept_in(tmp_path), watch)
    for at in range(60):
        assert letters.send("Bob", f"C{at}", ["Hello"]) == ""
        watch.moment += timedelta(minutes=4)
    assert letters.send("Bob", "Ann", ["Hello"]) == "You do that too often. Please try again in 20 hours."
    watch.moment += timedelta(hours=20) - timedelta(seconds=1)
    assert letters.send("Bob", "Ann", ["Hello"]) != ""
    watch.moment += timedelta(seconds=1)
    assert letters.send("Bob", "Ann", ["Hello"]) == ""


def test_a_letter_that_was_read_is_not_counted_as_unread(tmp_path):
    letters = Letters(kept_in(tmp_path), Clock(NOON))
    for sender in ("Bob", "Carl", "Dee"):
        assert letters.send(sender, "Ann", ["Hello"]) == ""
    assert letters.mark_read("Ann", letters.box("Ann")[1].id) == ""
    assert [(one.handle, one.read) for one in letters.box("Ann")] == [
        ("Bob", False),
        ("Carl", True),
        ("Dee", False),
    ]
    assert letters.unread("Ann") == 2


def test_the_sysops_box_takes_no_more_than_so_many_a_month(tmp_path):
    letters = Letters(kept_in(tmp_path), lambda: datetime(2026, 11, 28, 12, 0, tzinfo=UTC))
    for n in range(MOST_IN_SYSOPS):
        assert letters.send(f"New{n}", SYSOP, ["I have joined."], "joined") == ""
    assert letters.send("Another", SYSOP, ["I have joined."], "joined") == tr.mail.sysops_box_full()
    assert letters.send("Ann", SYSOP, ["Dear sysop"]) == tr.mail.sysops_box_full()
    assert len(letters.box(SYSOP)) == MOST_IN_SYSOPS


def test_a_draft_that_replaces_another_is_never_lost_between_two_writes(tmp_path, monkeypatch):
    store = kept_in(tmp_path)
    letters = Letters(store, Clock(NOON))
    assert letters.keep_draft("Bob", "Ann", ["Dear Ann"]) == ""
    write, units = store.write, []

    def once(unit):
        units.append(unit)
        if len(units) > 1:
            raise StoreRefused("no space left on device")
        return write(unit)

    monkeypatch.setattr(store, "write", once)
    assert letters.keep_draft("Bob", "Ann", ["Dear Ann,", "how are you?"]) == ""
    assert [draft.lines for draft in letters.drafts("Bob")] == [("Dear Ann,", "how are you?")]
    assert letters.keep_draft("Bob", "Cid", []) == "" and len(units) == 1, "an empty one writes nothing"
