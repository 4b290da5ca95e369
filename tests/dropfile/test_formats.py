"""Drop files of other boards: every format, and whatever else a file may hold."""

import os
import re
from datetime import UTC, datetime, timedelta

import pytest
from dropfiles import CHAIN, COMMENTED, DOOR32, DOOR_SYS, DORINFO, SHIFTED, SYNCHRONET, dos, without
from hypothesis import given
from hypothesis import strategies as st

from door.dropfile import DropFile, DropFileError, parse, read
from door.dropfile.files import LARGEST

NAMES = ["DOOR32.SYS", "DOOR.SYS", "CHAIN.TXT", "DORINFO3.DEF"]


def test_door32():
    assert parse("door32.sys", dos(DOOR32)) == DropFile(
        "DOOR32.SYS", "Jos\xe9", "Jose Perez", "Vertrauen 1.0", node=4, seconds=3600,
        security=50, handle=7,
    )  # fmt: skip


@pytest.mark.parametrize(("comm", "handle", "socket"), [("0", "7", None), ("2", "-1", None), ("2", "0", 0)])
def test_door32_on_standard_input_and_output(comm, handle, socket):
    assert parse("DOOR32.SYS", dos([comm, handle, *DOOR32[2:]])).handle == socket


@pytest.mark.parametrize(("emulation", "ansi"), [("0", False), ("1", True), ("2", True), ("4", True)])
def test_door32_emulation(emulation, ansi):
    assert parse("DOOR32.SYS", dos([*DOOR32[:9], emulation, "1"])).ansi is ansi


BBSDEV = ["1.0", "stdio", "", "Jörg", "42", "132", "50", "Y", "N", "", "", "UTF-8", "en-US", "ENiGMA 1.0",
          "Attic", "Sysop", "50", "3", "N"]  # fmt: skip


def bbsdev(**lines):
    """Parse that file with other lines: `_2="socket"`."""
    changed = {int(name[1:]): text for name, text in lines.items()}
    text = "\r\n".join(changed.get(at, line) for at, line in enumerate(BBSDEV, 1))
    return parse("bbsdev.drp", f"{text}\r\n".encode())


def test_bbsdev_drp():
    assert bbsdev() == DropFile(
        "BBSDEV.DRP", "Jörg", bbs="Attic", sysop="Sysop", node=3, seconds=86_400, cols=132, rows=50,
        security=50, charset="utf-8",
    )  # fmt: skip
    assert bbsdev(_2="socket", _3="7").handle == 7 and not bbsdev(_8="N").ansi
    assert (bbsdev(_12="IBM437").charset, bbsdev(_12="KOI8-R").charset) == ("cp437", "")
    soon = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
    assert 3590 <= bbsdev(_11=soon).seconds <= 3600 and bbsdev(_11="2020-01-01T00:00:00Z").seconds == 0


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ({"_1": "2.0"}, ":1: expected the format's version, 1.0, not '2.0'"),
        ({"_2": "fossil"}, ":2: expected stdio or socket, not 'fossil'"),
        ({"_3": "", "_2": "socket"}, ":3: expected the number of a socket"),
        ({"_4": ""}, ":4: expected the caller's name"),
        ({"_11": "noon"}, ":11: expected the time of the logoff"),
        ({"_11": "2026-11-26T20:00:00"}, ":11: expected the time of the logoff"),
    ],
)
def test_a_bbsdev_drp_that_will_not_do(lines, why):
    with pytest.raises(DropFileError, match=re.escape(why)):
        bbsdev(**lines)


def test_door_sys_of_52_and_of_31_lines():
    long = parse("DOOR.SYS", dos(DOOR_SYS))
    assert long == DropFile(
        "DOOR.SYS", "Alice", "Alice Liddell", sysop="The Sysop", node=2, seconds=7530, rows=24,
        security=30,
    )  # fmt: skip
    assert long.minutes == 126
    short = parse("DOOR.SYS", dos(DOOR_SYS[:31]))
    assert (short.alias, short.sysop, short.seconds) == ("Alice Liddell", "", 7530)


def test_synchronet_has_the_name_for_chats_on_line_36_and_the_user_s_own_on_line_10():
    for chosen in ("Ally", "Bob", ""):
        drop = parse("DOOR.SYS", dos([*SYNCHRONET[:35], chosen, *SYNCHRONET[36:]]))
        assert (drop.alias, drop.note) == ("Alice", "")
    assert parse("DOOR.SYS", dos(SYNCHRONET)).other == "Ally"


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (COMMENTED, "that of course is not my password!)"),
        (SHIFTED, "Sysop"),
        ([*DOOR_SYS[:35], "Sysop", *DOOR_SYS[36:]], "Sysop"),
        ([*DOOR_SYS[:35], "---", *DOOR_SYS[36:]], "---"),
        ([*DOOR_SYS[:35], "; nobody", *DOOR_SYS[36:]], "; nobody"),
    ],
)
def test_a_line_36_that_is_nobody_s_name_makes_no_caller(lines, found):
    drop = parse("DOOR.SYS", dos(lines))
    assert drop.alias == lines[9]
    assert drop.note == f"DOOR.SYS:36: expected the caller's alias, not {found!r}: callers go by line 10"


def test_a_sysop_who_is_called_so_is():
    lines = [*DOOR_SYS[:9], "SYSOP", *DOOR_SYS[10:35], "Sysop", *DOOR_SYS[36:]]
    assert (parse("DOOR.SYS", dos(lines)).alias, parse("DOOR.SYS", dos(lines)).note) == ("Sysop", "")


@pytest.mark.parametrize("name", NAMES)
def test_comments_and_lines_are_nobody_s_name(name):
    lines = {"DOOR32.SYS": DOOR32, "DOOR.SYS": DOOR_SYS[:31], "CHAIN.TXT": CHAIN, "DORINFO3.DEF": DORINFO}[
        name
    ]
    for text in ("; the caller", "----", "# 1"):
        changed = [text if "Alice" in line or "Jos" in line or line == "Liddell" else line for line in lines]
        with pytest.raises(DropFileError, match="expected the caller's name"):
            parse(name, dos(changed))


@pytest.mark.parametrize(
    ("seconds", "minutes", "left"),
    [("90", "1", 90), ("90", "2", 90), ("0", "60", 3600), ("x", "5", 300), ("-5", "-1", 0)],
)
def test_door_sys_time(seconds, minutes, left):
    assert parse("DOOR.SYS", dos([*DOOR_SYS[:17], seconds, minutes, *DOOR_SYS[19:]])).seconds == left


def test_door_sys_graphics():
    for word, ansi in (("gr", True), ("NG", False), ("7E", False)):
        assert parse("DOOR.SYS", dos([*DOOR_SYS[:19], word, *DOOR_SYS[20:]])).ansi is ansi


def test_dorinfo_takes_its_node_from_its_name():
    drop = parse("dorinfo3.def", dos(DORINFO))
    assert drop == DropFile(
        "DORINFO3.DEF", "Alice Liddell", "Alice Liddell", "Wonderland", "Lewis Carroll", node=3,
        seconds=2700, security=20,
    )  # fmt: skip
    nodes = [parse(f"DORINFO{letter}.DEF", dos(DORINFO)).node for letter in "19A0F"]
    assert nodes == [1, 9, 10, 10, 15]


def test_chain_of_32_and_of_30_lines():
    drop = parse("CHAIN.TXT", dos(CHAIN))
    assert drop == DropFile(
        "CHAIN.TXT", "Alice", "Alice Liddell", "Wonderland", "Lewis Carroll", node=6, seconds=1234,
        cols=132, rows=50, security=30,
    )  # fmt: skip
    assert parse("CHAIN.TXT", dos(CHAIN[:30])).node == 1
    assert parse("CHAIN.TXT", dos([*CHAIN[:8], "0", "0", *CHAIN[10:]])).cols is None


@pytest.mark.parametrize(
    ("name", "lines", "error"),
    [
        ("DOOR32.SYS", [], "DOOR32.SYS:1: expected 0 (standard input and output) or 2 (a socket), not"),
        ("DOOR32.SYS", ["1", *DOOR32[1:]], "DOOR32.SYS:1: expected 0 (standard input and output) or 2"),
        ("DOOR32.SYS", ["2", "x", *DOOR32[2:]], "DOOR32.SYS:2: expected the number of a socket, not 'x'"),
        ("DOOR32.SYS", without(without(DOOR32, 6), 7), "DOOR32.SYS:7: expected the caller's name, not ''"),
        ("DOOR32.SYS", without(DOOR32, 9), "DOOR32.SYS:9: expected the minutes left, not ''"),
        ("DOOR32.SYS", DOOR32[:10], "DOOR32.SYS:11: expected the node's number, but the file ends"),
        ("DOOR.SYS", DOOR_SYS[:30], "DOOR.SYS:31: expected 31 or 52 lines, but the file ends after line 30"),
        ("DOOR.SYS", without(DOOR_SYS, 20), "DOOR.SYS:20: expected GR, NG or 7E, not ''"),
        ("DORINFO1.DEF", DORINFO[:5], "DORINFO1.DEF:6: expected 12 lines, but the file ends after line 5"),
        ("CHAIN.TXT", without(CHAIN, 16), "CHAIN.TXT:16: expected the seconds left, not ''"),
        ("PCBOARD.SYS", [], "PCBOARD.SYS:1: expected a file named DOOR32.SYS"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_file_and_line(name, lines, error):
    with pytest.raises(DropFileError) as caught:
        parse(name, dos(lines))
    assert str(caught.value).startswith(error)


def test_a_file_ends_where_dos_says_and_may_not_be_large():
    assert parse("DOOR32.SYS", dos(DOOR32) + b"\x1a\0\0garbage").node == 4
    with pytest.raises(DropFileError, match="at most"):
        parse("DOOR32.SYS", b"2\r\n" * LARGEST)


def test_unix_line_ends_and_controls():
    data = "\n".join(DOOR32).replace("Jos", "J\x1bo\x07s").encode("cp437")
    assert parse("DOOR32.SYS", data).alias == "Jos\xe9"


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "cp437"])
@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_every_way_to_write_a_text(coding, end):
    data = "".join(line + end for line in DOOR32).encode(coding)
    assert parse("DOOR32.SYS", data).alias == "Jos\xe9"


@pytest.mark.parametrize("name", NAMES)
@given(data=st.binary(max_size=400))
def test_no_bytes_do_anything_else(name, data):
    try:
        parse(name, data)
    except DropFileError:
        pass


FIELD = st.one_of(st.text("0123456789-+.GRN7E xé\x00", max_size=12), st.sampled_from(["1", "2", "GR", "60"]))


@pytest.mark.parametrize("name", NAMES)
@given(fields=st.lists(FIELD, max_size=54))
def test_no_lines_do_anything_else(name, fields):
    try:
        drop = parse(name, dos(fields))
    except DropFileError as error:
        assert 1 <= error.line <= 55
        assert "\n" not in str(error)
    else:
        assert drop.alias.isprintable() and 0 < len(drop.alias) <= 161
        assert 0 <= drop.seconds <= 86400 and 0 <= drop.node <= 65535


def test_a_path_matches_in_any_case(tmp_path):
    (tmp_path / "door32.sys").write_bytes(dos(DOOR32))
    assert read(tmp_path / "DOOR32.SYS").alias == "José"


def test_the_best_of_a_folder(tmp_path):
    for name, lines in (("dorinfo1.def", DORINFO), ("Chain.txt", CHAIN), ("door.sys", DOOR_SYS)):
        (tmp_path / name).write_bytes(dos(lines))
    assert read(tmp_path).kind == "DOOR.SYS"
    (tmp_path / "DOOR32.SYS").write_bytes(dos(DOOR32))
    assert read(tmp_path).kind == "DOOR32.SYS"


def test_what_an_earlier_caller_left_is_passed_over(tmp_path):
    for name, lines in (("DOOR32.SYS", DOOR32), ("DORINFO1.DEF", DORINFO)):
        (tmp_path / name).write_bytes(dos(lines))
    os.utime(tmp_path / "DOOR32.SYS", (1e9, 1e9))
    assert read(tmp_path).kind == "DORINFO1.DEF"


def test_nothing_to_read_is_an_error_too(tmp_path):
    missing = "cannot be read: No such file or directory"
    for path, why in (
        (tmp_path, "expected "), (tmp_path / "DOOR.SYS", missing), (tmp_path / "no" / "DOOR.SYS", missing),
    ):  # fmt: skip
        with pytest.raises(DropFileError) as caught:
            read(path)
        assert str(caught.value).startswith(f"{path}: {why}")
