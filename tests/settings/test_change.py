"""Keys listed with what they mean, and one set: refused as `door check` would, or put in place whole."""

import os
import stat
from pathlib import Path

import pytest
from other_words import spoken

from door.commands.check import check_board
from door.records.files import disk
from door.screens.doors import infos
from door.settings import SettingsError, defaults, load
from door.settings.change import KeyRefused, put
from door.settings.keys import by_group, keys
from door.settings.reload import flat
from door.settings.skeleton import init
from door.ui import pseudo

INFOS = infos()


@pytest.fixture
def board(tmp_path):
    init(tmp_path)
    return tmp_path


def key(board, name):
    return next(key for key in keys(board, INFOS) if key.name == name)


def files(board):
    return {path: path.read_bytes() for path in sorted((board / "config").rglob("*.yaml"))}


def test_every_key_is_listed_with_its_comment_and_its_bounds(board):
    listed = keys(board, INFOS)
    assert [one.name for one in listed] == list(flat(defaults(board, INFOS)))
    assert all(one.help.endswith((".", ".)")) for one in listed)
    assert not any(one.changed for one in listed)
    idle = key(board, "limits.idle_minutes")
    assert idle.help.startswith("Minutes without a key before the board hangs up, 1 to 1440")
    assert (idle.file, idle.shown, idle.allowed, idle.when) == (
        Path("config/board.yaml"), "10", "a whole number, 0 to 1440", "next call",
    )  # fmt: skip
    assert key(board, "doors.shutbox.tiles").allowed == "9 or 12"
    assert key(board, "doors.switchbox.goals").allowed == "a list of 4"
    assert key(board, "board.hours").allowed == "a list, such as [one, two]; [] is empty"
    assert list(by_group(listed))[:3] == ["board", "listen", "tls"]
    assert "doors.shutbox" in by_group(listed)


def test_the_comment_of_a_sysop_is_what_a_key_means(board):
    path = board / "config" / "board.yaml"
    path.write_text(path.read_text().replace("# Calls at once from one address.", "# Ours: the library."))
    assert key(board, "limits.per_address").help == "Ours: the library."
    (board / "config" / "doors" / "shutbox.yaml").unlink()
    assert key(board, "doors.shutbox.top").help == "Places in the monthly bulletin."


def test_whoever_edits_and_never_ends_is_not_waited_for(board, monkeypatch):
    waits, before = disk._wait_for, files(board)
    monkeypatch.setattr(disk, "_wait_for", lambda fd, patience: waits(fd, patience / 1000))
    with disk.lock_file(board / "config"), pytest.raises(TimeoutError, match="holds the lock"):
        put(board, INFOS, "board.name", "Ours")
    assert files(board) == before
    put(board, INFOS, "board.name", "Ours")


def test_secrets_are_not_told(board):
    put(board, INFOS, "callers.new_password", "tadpole")
    put(board, INFOS, "callers.boards", "VERT horse-battery-staple")
    shown = [str(one) for one in keys(board, INFOS)]
    assert not any("tadpole" in text or "battery" in text for text in shown)
    assert key(board, "callers.new_password").shown == "(secret)"
    assert load(board, INFOS).callers.new_password == "tadpole"
    assert put(board, INFOS, "callers.new_password", "frog").before == "(secret)"
    with pytest.raises(SettingsError) as error:
        put(board, INFOS, "callers.boards", "[VERT short]")
    assert "short]" not in str(error.value).replace("VERT short", "")


@pytest.mark.parametrize(
    ("name", "words", "value"),
    [
        ("limits.idle_minutes", "20", 20),
        ("limits.idle_minutes", " 020 ", 20),
        ("board.name", "No", "No"),
        ("board.name", "'The Attic'", "The Attic"),
        ("board.location", '""', ""),
        ("board.location", "", ""),
        ("listen.ssh", "off", "off"),
        ("callers.guests", "true", True),
        ("callers.reserved", "Batman, Robin", ("Batman", "Robin")),
        ("callers.reserved", "[007, No]", ("007", "No")),
        ("callers.reserved", "[]", ()),
        ("limits.trusted", "10.0.0.0/8, ::1/128", ("10.0.0.0/8", "::1/128")),
        ("board.hours", "mon-fri 18:00-23:30, sat-sun 10:00-02:00",
         ("mon-fri 18:00-23:30", "sat-sun 10:00-02:00")),
        ("terminal.speed", "2400", 2400),
        ("doors.switchbox.goals", "1,2,3,4", (1, 2, 3, 4)),
        ("doors.shutbox.tiles", "12", 12),
        ("doors.mindbuster.level", "homer", "homer"),
    ],
)  # fmt: skip
def test_a_value_is_set_and_nothing_else(board, name, words, value):
    before, loaded = files(board), load(board, INFOS)
    saved = put(board, INFOS, name, words)
    after = files(board)
    assert flat(load(board, INFOS))[name] == value
    assert saved.faults == ()
    differ = [path for path in before if before[path] != after[path]]
    assert len(differ) == (flat(loaded)[name] != value)
    for path in differ:
        old, new = before[path].splitlines(), after[path].splitlines()
        assert len(old) == len(new)
        assert sum(a != b for a, b in zip(old, new, strict=True)) == 1
    assert {**flat(load(board, INFOS)), name: 0} == {**flat(loaded), name: 0}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("limits.idle_minutes", "abc"), ("limits.idle_minutes", "-1"), ("limits.idle_minutes", ""),
        ("limits.idle_minutes", "1.5"), ("limits.idle_minutes", "5 # five"),
        ("limits.idle_minutes", "[1, 2]"),
        ("board.timezone", "Europe/Berlim"), ("board.name", ""), ("callers.guests", "yes"),
        ("callers.new", "password"), ("callers.new", "shut"), ("listen.ssh", "nowhere"),
        ("doors.shutbox.tiles", "10"), ("doors.switchbox.goals", "1,2"), ("doors.switchbox.goals", "1,2,x,4"),
        ("board.hours", "evenings"), ("board.hours", "18:00-19:00, x"), ("terminal.speed", "1201"),
    ],
)  # fmt: skip
def test_what_the_check_would_refuse_is_refused_in_its_words_and_nothing_is_written(board, name, words):
    before = files(board)
    with pytest.raises(SettingsError) as error:
        put(board, INFOS, name, words)
    assert files(board) == before
    own = name.removeprefix("doors.").partition(".")[2] if name.startswith("doors.") else name
    (told,) = error.value.errors
    assert own.split(".")[-1] in told or "new_password" in told
    assert told.startswith(str(board / "config"))


def test_the_words_are_those_of_the_check(board):
    with pytest.raises(SettingsError) as error:
        put(board, INFOS, "limits.idle_minutes", "abc")
    path = board / "config" / "board.yaml"
    path.write_text(path.read_text().replace("idle_minutes: 10", "idle_minutes: abc"))
    assert list(error.value.errors) == check_board(board, INFOS)[1]


def test_a_broken_value_can_be_mended_and_other_faults_are_told(board):
    path = board / "config" / "board.yaml"
    path.write_text(path.read_text().replace("nodes: 250", "nodes: many").replace("keep: 5", "keep: -5"))
    saved = put(board, INFOS, "limits.nodes", "9")
    assert [fault.partition("keep")[1] for fault in saved.faults] == ["keep"]
    assert put(board, INFOS, "log.keep", "5").faults == ()
    assert load(board, INFOS).limits.nodes == 9


def test_a_key_or_a_file_that_is_not_there_is_added_with_its_comment(board):
    path = board / "config" / "board.yaml"
    lines = path.read_text().splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if "per_address" in line)
    path.write_text("".join(lines[: at - 1] + lines[at + 1 :]))
    put(board, INFOS, "limits.per_address", "3")
    assert path.read_text() == "".join(lines).replace("per_address: 8", "per_address: 3")
    door = board / "config" / "doors" / "shutbox.yaml"
    door.unlink()
    put(board, INFOS, "doors.shutbox.tiles", "12")
    assert door.read_text() == "# Tiles in the box: 9, or 12 for the long box.\ntiles: 12\n"
    assert load(board, INFOS).doors["shutbox"].options["tiles"] == 12


def test_an_external_doors_file_is_one_of_them(board):
    path = board / "config" / "external" / "robots.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text("# Ours.\nname: Robots\ncommand: [/usr/games/robots]  # from Debian\n")
    assert key(board, "external.robots.name").help == "Ours."
    assert key(board, "external.robots.minutes").default == "0"
    put(board, INFOS, "external.robots.command", "/usr/games/robots, -s")
    with spoken(pseudo.language()):
        put(board, INFOS, "external.robots.minutes", "20")
        assert key(board, "external.robots.minutes").help.startswith(pseudo.OPEN)
    assert pseudo.OPEN not in path.read_text("utf-8"), "a file's comments are English"
    assert path.read_text() == (
        '# Ours.\nname: Robots\ncommand: [/usr/games/robots, "-s"]  # from Debian\n\n'
        "# Minutes a visit may last; 0 means no limit.\nminutes: 20\n"
    )
    with pytest.raises(SettingsError, match=r"robots\.yaml:\d+: minutes: must be at most 1440"):
        put(board, INFOS, "external.robots.minutes", "2000")
    with pytest.raises(KeyRefused, match="There is no key"):
        put(board, INFOS, "external.chess.minutes", "20")


def test_marks_modes_and_links_stay(board):
    path = board / "config" / "board.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    path.chmod(0o640)
    real = board / "elsewhere.yaml"
    path.rename(real)
    path.symlink_to(real)
    before = real.read_bytes()
    put(board, INFOS, "limits.nodes", "9")
    assert path.is_symlink()
    assert real.read_bytes() == before.replace(b"nodes: 250", b"nodes: 9")
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert {entry.name for entry in (board / "config").iterdir()} == {
        "board.yaml",
        "doors",
        "external",
        "schema",
    }


def test_nothing_is_made_where_there_is_no_board(tmp_path):
    with pytest.raises(SettingsError, match="door init"):
        put(tmp_path, INFOS, "doors.shutbox.tiles", "12")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("limits.idle", "; did you mean limits.idle_minutes?"),
        ("idle_minutes", "; did you mean limits.idle_minutes?"),
        ("tiles", "; did you mean doors.shutbox.tiles?"),
        ("doors.chess.tiles", ""),
        ("x", "."),
    ],
)
def test_an_unknown_key_is_answered_with_those_near_it(board, name, near):
    with pytest.raises(KeyRefused) as error:
        put(board, INFOS, name, "1")
    assert str(error.value).startswith(f"There is no key {name!r}")
    assert str(error.value).endswith(near)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_leaves_the_file(board):
    (board / "config").chmod(0o500)
    try:
        with pytest.raises(OSError):
            put(board, INFOS, "limits.nodes", "9")
    finally:
        (board / "config").chmod(0o700)
    assert load(board, INFOS).limits.nodes == 250


def test_an_edit_that_another_hand_made_meanwhile_is_not_lost(board, monkeypatch):
    from door.records.files import disk

    path, real = board / "config" / "board.yaml", disk.write_all

    def meanwhile(fd, data):
        path.write_text(path.read_text().replace("name: The Door", "name: Mine"))
        real(fd, data)

    monkeypatch.setattr(disk, "write_all", meanwhile)
    with pytest.raises(KeyRefused, match=r"board\.yaml has just been saved by somebody else"):
        put(board, INFOS, "limits.nodes", "9")
    assert (load(board, INFOS).board.name, load(board, INFOS).limits.nodes) == ("Mine", 250)
