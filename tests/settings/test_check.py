"""`door check` and `door init`, as functions."""

import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from effort import PATIENCE
from testdoor import Name

from door.commands.check import check_board
from door.games.info import Info
from door.settings import load, write_snapshot
from door.settings.skeleton import SKELETON, InitError, init

DOORS = {"box": Info("box", Name("The Box"), Name("a box"), 2)}


@pytest.fixture
def board(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = tmp_path.relative_to(tmp_path)
    (folder / "config" / "doors").mkdir(parents=True)
    (folder / "ansi_art").mkdir()
    (folder / "config" / "board.yaml").write_text("board: {}\n")
    return folder


def save(board, text):
    (board / "config" / "board.yaml").write_text(text)


def test_before_the_first_start_changes_are_told_against_the_defaults(board):
    assert check_board(board, DOORS) == (
        ["Settings: 1 file read. Doors open: 1 of 1.", "No key differs from the defaults."], []
    )  # fmt: skip
    save(board, "board: {name: The Attic}\nlisten: {ssh: off}\nlimits: {nodes: 3}\n")
    lines, errors = check_board(board, DOORS)
    assert errors == []
    assert lines[1:] == [
        "Keys that differ from the defaults:",
        "  board.name: changed from 'The Door' to 'The Attic'; applies at once",
        "  listen.ssh: changed from '127.0.0.1:2222' to 'off'; applies after a restart",
        "  limits.nodes: changed from 250 to 3; applies from the next call on",
    ]


def test_after_a_start_changes_are_told_against_what_runs(board):
    save(board, "board: {name: The Attic}\ncallers: {new_password: tadpole}\n")
    write_snapshot(board, load(board, DOORS))
    assert check_board(board, DOORS)[0][1:] == ["Every key is as it was when the board last ran."]
    save(board, "callers: {new_password: frog, reserved: [Batman]}\n")
    (board / "config" / "doors" / "box.yaml").write_text("enabled: false\n")
    assert check_board(board, DOORS)[0] == [
        "Settings: 2 files read. Doors open: 0 of 1.",
        "Keys changed since the board last ran:",
        "  board.name: changed from 'The Attic' to 'The Door'; applies at once",
        "  callers.new_password: changed; applies at once",
        "  callers.reserved: changed from [] to ['Batman']; applies at once",
        "  doors.box.enabled: changed from true to false; applies at once",
    ]


def test_settings_and_art_are_both_told_of(board):
    save(board, "limits: {nods: 3}\n")
    (board / "ansi_art" / "wide.ans").write_bytes(b"wide")
    (board / "ansi_art" / "good.ANS").write_bytes(b"good")
    (board / "ansi_art" / "README.md").write_bytes(b"not art")
    lines, errors = check_board(
        board, DOORS, lambda name, data: [] if data == b"good" else ["81 columns", "no SAUCE"]
    )
    assert lines == []
    assert errors == [
        "config/board.yaml:1: limits.nods: there is no such key; did you mean limits.nodes?",
        "ansi_art/wide.ans:1: 81 columns",
        "ansi_art/wide.ans:1: no SAUCE",
    ]


def test_missing_art_is_a_warning_and_a_missing_folder_an_error(board):
    (board / "ansi_art" / "menu.ans").write_bytes(b"")
    lines, _ = check_board(board, DOORS, lambda name, data: [], ["welcome", "menu"])
    assert lines[2:] == ["Warning: ansi_art/welcome.ans is missing, so its screen is shown without art"]
    save(board, "board: {art: nowhere}\n")
    assert check_board(board, DOORS, lambda name, data: [])[1] == [
        "nowhere:1: board.art: cannot be read: No such file or directory"
    ]


def test_art_whose_name_is_nearly_right_is_a_warning(board):
    for name in ("welcom.ans", "Hall.ANS", "onlin.132x37.utf8ans", "robots.ans", "forum.asc"):
        (board / "ansi_art" / name).write_bytes(b"")
    lines, _ = check_board(board, DOORS, lambda name, data: [])
    assert lines[2:] == [
        "Warning: ansi_art/onlin.132x37.utf8ans is never shown; did you mean online?",
        "Warning: ansi_art/welcom.ans is never shown; did you mean welcome?",
    ]


def test_folders_that_may_not_be_entered_are_named_and_the_check_goes_on(board, monkeypatch):
    (board / "data").mkdir()
    closed, ask, listed = (str(board / "ansi_art"), str(board / "data")), Path.stat, Path.iterdir

    def refuse(path, **more):
        if str(path).startswith(closed) and str(path) not in closed:
            raise PermissionError(13, "Permission denied", str(path))
        return ask(path, **more)

    def refuse_list(path):
        if str(path).startswith(closed):
            raise PermissionError(13, "Permission denied", str(path))
        return listed(path)

    monkeypatch.setattr(Path, "stat", refuse)
    monkeypatch.setattr(Path, "iterdir", refuse_list)
    lines, errors = check_board(board, DOORS, lambda name, data: [], ["menu"])
    assert not any("menu.ans" in line for line in lines), lines
    assert "ansi_art:1: board.art: cannot be read: Permission denied" in errors


def test_loose_permissions_are_warned_of(board):
    keys = board / "data" / "keys"
    keys.mkdir(parents=True)
    (keys / "host").write_text("secret")
    (keys / "host.pub").write_text("public")
    for path, mode in (
        (board / "data", 0o750),
        (keys, 0o700),
        (keys / "host", 0o644),
        (keys / "host.pub", 0o644),
    ):
        path.chmod(mode)
    warnings = [line for line in check_board(board, DOORS)[0] if line.startswith("Warning")]
    assert [line.partition(". Run")[2] for line in warnings] == [
        " chmod 700 data",
        " chmod 600 data/keys/host",
    ]


def warnings(board):
    return [line.removeprefix("Warning: ") for line in check_board(board, DOORS)[0] if line.startswith("W")]


def test_secret_files_that_others_can_read_are_warned_of(board):
    save(board, 'callers: {new_password: "@file:word"}\nmetrics: {token: "@file:token"}\n')
    for name, mode in (("word", 0o640), ("token", 0o600)):
        (board / name).write_text("sixteen-letters-or-more\n")
        (board / name).chmod(mode)
    (warning,) = warnings(board)
    assert warning.startswith("word ") and warning.endswith("chmod 600 word")


def test_files_that_are_never_read_are_warned_of(board):
    for name in ("texts.yml", "text.yaml", "Board.yaml", "news.yaml", "texts.yaml~"):
        (board / "config" / name).write_text("menu.title: x\n")
    assert warnings(board) == [
        "config/Board.yaml is never read. Did you mean config/board.yaml?",
        "config/news.yaml is never read. Did you mean board.yaml, texts.yaml?",
        "config/text.yaml is never read. Did you mean config/texts.yaml?",
        "config/texts.yml is never read. Did you mean config/texts.yaml?",
    ]


def test_listeners_for_proxies_need_a_trusted_one(board):
    save(board, "listen: {proxied: [telnet, ssh]}\nlimits: {trusted: []}\n")
    assert warnings(board) == [
        "listen.proxied has telnet, ssh, but limits.trusted is empty, so no proxy may connect there"
    ]


def test_a_file_of_texts_that_cannot_be_read_is_one_warning(board):
    (board / "config" / "texts.yaml").write_text("menu.title: {clock} Moin\n")
    (warning,) = warnings(board)
    assert warning.startswith(
        "config/texts.yaml:1: is not YAML: the value ends before this; put the whole value in"
    )


def test_a_language_without_its_file_is_warned_of(board):
    save(board, "board: {language: de}\n")
    assert warnings(board) == [
        "config/languages/de.yaml is missing, and board.language is de: callers read English"
    ]
    (board / "config" / "languages").mkdir()
    (board / "config" / "languages" / "de.yaml").write_text('menu.title: "Menü"\n')
    assert not warnings(board)


def tree(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def test_init_writes_a_board_that_can_be_loaded(tmp_path):
    target = tmp_path / "new" / "board"
    lines = init(target)
    assert str(target) in lines[0]
    assert sorted(path.name for path in target.iterdir()) == ["ansi_art", "config"]
    for name in ("config", "ansi_art"):
        assert tree(target / name) == tree(SKELETON / name)
    assert stat.S_IMODE(target.stat().st_mode) == 0o777 & ~_umask()
    assert os.access(target / "config" / "board.yaml", os.W_OK)


def _umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_init_never_overwrites(tmp_path):
    (tmp_path / "file").write_text("x")
    (tmp_path / "has" / "ansi_art").mkdir(parents=True)
    (tmp_path / "dangling").mkdir()
    (tmp_path / "dangling" / "config").symlink_to("nowhere")
    before = tree(tmp_path)
    for name, said in (("file", "is a file"), ("has", "ansi_art exists"), ("dangling", "config exists")):
        with pytest.raises(InitError, match=said):
            init(tmp_path / name)
    with pytest.raises(InitError):
        init(tmp_path / "file" / "below")
    assert tree(tmp_path) == before


def test_init_into_an_empty_or_other_folder_keeps_what_is_there(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    init(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ansi_art", "config", "notes.txt"]


@pytest.mark.parametrize("broken", ["copyfile", "rename"])
def test_a_failed_init_leaves_nothing_behind(tmp_path, monkeypatch, broken):
    calls = iter(range(100))

    def fails_at_the_second(*args, **kwargs):
        if next(calls):
            raise OSError(28, "No space left on device", str(args[0]))
        return real(*args, **kwargs)

    if broken == "copyfile":
        import shutil as home
    else:
        from pathlib import Path as home
    real = getattr(home, broken)
    monkeypatch.setattr(home, broken, fails_at_the_second)
    with pytest.raises(InitError, match="No space left on device"):
        init(tmp_path / "a" / "b")
    assert tree(tmp_path) == []


@pytest.mark.whole("full disks")
def test_init_says_why_the_disk_refuses_and_leaves_nothing(tmp_path):
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64));"
        "from door.cli import main; raise SystemExit(main())"
    )
    argv = [sys.executable, "-B", "-c", code, "init", str(tmp_path / "b")]  # -B: no bytecode cut at 64 bytes
    made = subprocess.run(argv, capture_output=True, text=True, timeout=PATIENCE)
    assert (made.returncode, made.stdout) == (1, "") and list(tmp_path.iterdir()) == []
    assert re.fullmatch(r"[\w.-]+: File too large\.\n", made.stderr)


def test_a_straight_way_into_no_door_is_warned_of(board):
    save(board, "callers: {straight: [robots, rbots]}\n")
    warnings = [line for line in check_board(board, DOORS)[0] if "names" in line]
    assert warnings == ["Warning: callers.straight names 'robots', which is not a door's slug",
                        "Warning: callers.straight names 'rbots', which is not a door's slug"]  # fmt: skip
