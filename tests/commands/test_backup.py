"""`door backup` and `door restore`: with and without a running board, and files that must be refused."""

import gzip
import io
import json
import os
import re
import shutil
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest
from served import door, ready_folder, served, settle

from door import cli
from door.commands.parts.shared import doors
from door.records.files import backup as backups
from door.records.files.disk import lock_file
from door.records.files.homes import make_home
from door.records.files.owner import FIRST, NOTE, RELEASE, NewerRelease, check_release, note_release, owning
from door.records.journal.files import lines_since
from door.records.ledger import live_ledger


def seal(text: str) -> str:
    found = re.search(r"Seal: +\w+", text)
    assert found
    return found[0]


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A board with a finished game, and one that waits."""
    folder = ready_folder(tmp_path_factory.mktemp("here") / "a board", "Ann", "Bo")
    assert (
        door("play", "shutbox", "--plain", "--caller", "Bo", board=folder, text="\nq\ng\nn\n").returncode == 0
    )
    assert door("play", "shutbox", "--plain", "--caller", "Ann", board=folder, text="\n").returncode == 0
    (folder / "pages").mkdir()
    (folder / "pages" / "base.html").write_text("{{ t.board }}")
    return folder


@pytest.fixture(scope="module")
def backup(board: Path) -> Path:
    """The board's backup, made while it runs."""
    file = board.parent / "board.tar.gz"
    with served(board, "--telnet", "127.0.0.1:0", "--ssh", "off", "--rlogin", "127.0.0.1:0"):
        ran = door("backup", str(file), board=board)
    assert (ran.returncode, ran.stderr) == (0, "") and "Keep it where only you can read it" in ran.stdout
    return file


def test_a_restored_board_is_proved_and_its_games_go_on(board, backup, tmp_path):
    assert backup.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in backup.parent.iterdir() if path.name.startswith(".")] == []
    back = tmp_path / "back"
    ran = door("restore", str(backup), str(back), board=tmp_path)
    assert ran.returncode == 0 and "all proved" in ran.stdout, ran.stderr
    for kept in ("config/board.yaml", "data/callers/Ann.yaml", "ansi_art/menu.ans", "pages/base.html"):
        assert (back / kept).read_bytes() == (board / kept).read_bytes()
    assert (back / "data").stat().st_mode & 0o777 == 0o700
    goes_on = door("play", "shutbox", "--plain", "--caller", "Ann", board=back, text="\n").stdout
    first = door("play", "shutbox", "--plain", "--caller", "Ann", board=board, text="\n").stdout
    assert "Your game goes on" in goes_on and seal(goes_on) == seal(first)
    again = door("restore", str(backup), str(back), board=tmp_path)
    assert (again.returncode, again.stderr) == (1, f"{back} is not empty. Restore to a new folder.\n")


def test_a_backup_without_a_running_board_cuts_a_torn_line_and_overwrites_only_by_force(board, tmp_path):
    folder, file = tmp_path / "copy", tmp_path / "one.tar.gz"
    assert door("backup", str(file), board=board).returncode == 0
    assert door("restore", str(file), str(folder), board=tmp_path).returncode == 0
    (journal,) = (folder / "data" / "journal").glob("*.jsonl")
    whole = journal.read_bytes()
    journal.write_bytes(whole + b'{"torn":')
    refused = door("backup", str(file), board=folder)
    assert refused.returncode == 1 and "--force" in refused.stderr
    assert door("backup", "--force", str(file), board=folder).returncode == 0
    ran = door("restore", str(file), str(tmp_path / "back"), board=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert (tmp_path / "back" / "data" / "journal" / journal.name).read_bytes() == whole


def test_a_backup_that_cannot_be_written_names_its_file(board, tmp_path):
    ran = door("backup", str(tmp_path / "nowhere" / "x.tar.gz"), board=board)
    assert (ran.returncode, ran.stderr) == (1, f"{tmp_path}/nowhere/x.tar.gz: No such file or directory.\n")


def test_data_elsewhere_comes_into_the_restored_board(tmp_path):
    folder, file = ready_folder(tmp_path / "board", "Ann"), tmp_path / "b.tar.gz"
    (folder / "data").rename(tmp_path / "elsewhere")
    settle(folder / "config" / "board.yaml", data=tmp_path / "elsewhere")
    assert door("backup", str(file), board=folder).returncode == 0
    ran = door("restore", str(file), str(tmp_path / "back"), board=tmp_path)
    assert ran.returncode == 0 and f"board.data was {tmp_path / 'elsewhere'}. It is data now" in ran.stdout
    assert (tmp_path / "back" / "data" / "callers" / "Ann.yaml").is_file()


def test_homes_come_back_with_hidden_files_and_without_what_their_links_lead_to(tmp_path):
    folder, file = ready_folder(tmp_path / "board", "Ann"), tmp_path / "b.tar.gz"
    home = make_home(folder / "homes", "hack", "0123456789abcdef", None)
    (home / "sub").mkdir()
    (home / "sub" / ".rc").write_text("color")
    (home / "sub" / ".rc").chmod(0o640)
    (home / os.fsdecode(b"\xff\nodd")).write_text("odd")
    (home / "key").symlink_to(folder / "data" / "callers" / "Ann.yaml")
    (home / "data").symlink_to(folder / "data")
    os.mkfifo(home / "pipe")
    ran = door("backup", str(file), board=folder)
    assert ran.returncode == 0, ran.stderr
    ran = door("restore", str(file), str(tmp_path / "back"), board=tmp_path)
    assert ran.returncode == 0, ran.stderr
    back = tmp_path / "back" / "homes" / "hack" / home.name
    assert {path.relative_to(back) for path in back.rglob("*")} == {
        Path("sub"), Path("sub/.rc"), Path(os.fsdecode(b"\xff\nodd"))
    }  # fmt: skip
    assert (back / "sub" / ".rc").read_text() == "color" and back.stat().st_mode & 0o777 == 0o700
    assert (back / "sub" / ".rc").stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("shrinks", [False, True])
def test_a_home_that_is_written_meanwhile_or_too_large_does_not_stop_a_backup(
    tmp_path, monkeypatch, caplog, shrinks
):
    home = make_home(tmp_path / "board" / "homes", "hack", "0123456789abcdef", None)
    (home / "save").write_bytes(b"x" * 100_000)
    (tmp_path / "board" / "data").mkdir()

    class Shrinks(backups._Padded):
        def read(self, size: int = -1) -> bytes:
            os.truncate(home / "save", 10)
            return super().read(size)

    if shrinks:
        monkeypatch.setattr(backups, "_Padded", Shrinks)
    else:
        with (home / "holes").open("wb") as holes:
            holes.truncate(1 << 40)
    with (tmp_path / "b.tar.gz").open("w+b") as file:
        roots = {name: tmp_path / "board" / name for name in ("data", "homes")}
        backup = backups.Backup(file.fileno(), roots)
        backup.add_documents()
        assert backup.finish() == 1
        file.seek(0)
        backups.restore(file, tmp_path / "back")
    back = (tmp_path / "back" / "homes" / "hack" / home.name / "save").read_bytes()
    assert back == (b"x" * 10).ljust(100_000, b"\0") if shrinks else back == b"x" * 100_000
    assert shrinks or "holes is left out, because its home is too large" in caplog.text


def backed_up(board: Path, file: Path) -> int:
    """Back a folder's config, data and homes up to a file; return the number of files."""
    with file.open("w+b") as out:
        roots = {path.name: path for path in board.iterdir()}
        backup = backups.Backup(out.fileno(), roots)
        backup.add_documents()
        return backup.finish()


def test_a_home_has_no_more_in_a_backup_than_a_home_may_have(tmp_path, monkeypatch):
    monkeypatch.setattr(backups, "LARGEST_HOME", 200)
    home = make_home(tmp_path / "board" / "homes", "hack", "0123456789abcdef", None)
    (tmp_path / "board" / "data").mkdir()
    for name in "abcd":
        (home / name).write_bytes(bytes(100))
    assert backed_up(tmp_path / "board", tmp_path / "b.tar.gz") == 2


def test_what_a_board_makes_again_and_what_is_hidden_is_not_backed_up(tmp_path):
    kept = {"data/saves/cache/a", "data/b", "pages/web/c", "pages/tmp/d"}
    gone = {"data/cache/e", "data/tmp/f", "data/.lock", "data/saves/.new/g", "pages/.draft"}
    for path in (tmp_path / "board" / name for name in kept | gone):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    (tmp_path / "board" / "data" / "folder").symlink_to(tmp_path / "board" / "pages")
    (tmp_path / "board" / "data" / "h").symlink_to("cache/e")
    kept.add("data/h")
    assert backed_up(tmp_path / "board", tmp_path / "b.tar.gz") == len(kept)
    with tarfile.open(tmp_path / "b.tar.gz") as tar:
        assert set(tar.getnames()) == {*kept, backups.MANIFEST}


@pytest.mark.parametrize(("mode", "back"), [(0o600, 0o600), (0o400, 0o600), (0o640, 0o640), (0o777, 0o644)])
def test_a_restored_file_is_open_to_no_more_than_it_was(tmp_path, mode, back):
    for name in ("data", "config"):
        (tmp_path / "board" / name).mkdir(parents=True)
    secret = tmp_path / "board" / "config" / "secret"
    secret.touch()
    secret.chmod(mode)
    backed_up(tmp_path / "board", tmp_path / "b.tar.gz")
    with (tmp_path / "b.tar.gz").open("rb") as file:
        backups.restore(file, tmp_path / "back")
    assert (tmp_path / "back" / "config" / "secret").stat().st_mode & 0o777 == back


Capsys = pytest.CaptureFixture[str]


def restored(capsys: Capsys, file: Path, target: Path) -> tuple[int, str]:
    """Try to restore a file: the exit code and stderr."""
    return cli.main(["restore", str(file), str(target)]), capsys.readouterr().err


Change = Callable[[dict[str, tuple[tarfile.TarInfo, bytes]]], None]


def rewritten(backup: Path, target: Path, change: Change) -> None:
    """Write the backup again after changing its members."""
    with tarfile.open(backup) as tar:
        members = {one.name: (one, tar.extractfile(one).read()) for one in tar}  # type: ignore[union-attr]
    change(members)
    with tarfile.open(target, "w:gz") as tar:
        for one, data in members.values():
            one.size = len(data)
            tar.addfile(one, io.BytesIO(data))


def renamed(name: str) -> Change:
    def change(members: dict[str, tuple[tarfile.TarInfo, bytes]]) -> None:
        members["config/board.yaml"][0].name = name

    return change


def linked(kind: bytes, to: str) -> Change:
    def change(members: dict[str, tuple[tarfile.TarInfo, bytes]]) -> None:
        link = tarfile.TarInfo("data/callers")
        link.type, link.linkname = kind, to
        first = {"link": (link, b"")}
        rest = dict(members)
        members.clear()
        members |= first | rest

    return change


def manifest(**values: object) -> Change:
    def change(members: dict[str, tuple[tarfile.TarInfo, bytes]]) -> None:
        one, data = members["MANIFEST.json"]
        members["MANIFEST.json"] = one, json.dumps({**json.loads(data), **values}).encode()

    return change


def other_bytes(members: dict[str, tuple[tarfile.TarInfo, bytes]]) -> None:
    one, data = members["config/board.yaml"]
    members["config/board.yaml"] = one, data + b"\n"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (renamed("/etc/passwd"), "/etc/passwd, which doesn't belong to a board"),
        (renamed("config/../../passwd"), "doesn't belong"),
        (renamed("data//x"), "doesn't belong"),
        (renamed("bin/sh"), "bin/sh, which doesn't belong"),
        (renamed("config/" + "x" * 300), f"config/{'x' * 300}: File name too long.\n"),
        (renamed("data/release.json"), "data/release.json"),
        (linked(tarfile.SYMTYPE, "/tmp"), "data/callers, which is not a file"),
        (linked(tarfile.LNKTYPE, "config/board.yaml"), "is not a file"),
        (linked(tarfile.FIFOTYPE, ""), "is not a file"),
        (linked(tarfile.DIRTYPE, ""), "is not a file"),
        (other_bytes, "config/board.yaml isn't what the manifest says"),
        (lambda members: members.pop("config/board.yaml") and None, "config/board.yaml isn't what"),
        (lambda members: members.pop("MANIFEST.json") and None, "manifest is missing"),
        (manifest(format=2), "another format"),
        (manifest(files=[]), "another format"),
        (manifest(release="9.1.0", readable_since="9.0.0"), "Only release 9.0.0 or newer can read it"),
    ],
)  # fmt: skip
def test_a_forged_backup_restores_nothing(capsys, backup, tmp_path, change, why):
    rewritten(backup, tmp_path / "forged", change)
    code, err = restored(capsys, tmp_path / "forged", tmp_path / "back")
    assert code == 1 and why in err and err.count("\n") == 1, err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["forged"]


def test_a_restored_journal_is_counted_already(capsys, monkeypatch, backup, tmp_path):
    monkeypatch.setattr(live_ledger, "WORTH", 1)
    assert restored(capsys, backup, tmp_path / "back") == (0, "")
    files = tmp_path / "back" / "data" / "journal"
    counted = live_ledger.read_cache(files, doors(), tmp_path / "back" / "data" / "cache")
    assert counted and not list(lines_since(files, counted.offset))


def test_a_secret_that_no_backup_has_is_named_and_the_journal_audited_all_the_same(capsys, board, tmp_path):
    folder, file = tmp_path / "copy", tmp_path / "b.tar.gz"
    shutil.copytree(board, folder, ignore=shutil.ignore_patterns("control", ".owner", "stderr.log"))
    settle(folder / "config" / "board.yaml", new_password='"@file:word"')
    (folder / "word").write_text("sesame")
    (folder / "word").chmod(0o600)
    assert door("backup", str(file), board=folder).returncode == 0
    assert cli.main(["restore", str(file), str(tmp_path / "back")]) == 0
    out, err = capsys.readouterr()
    first, secret = err.splitlines()
    assert "all proved" in out and "before you start" in first
    assert "callers.new_password" in secret and "word" in secret
    (tmp_path / "back" / "word").write_text("sesame")
    assert cli.main(["check", "--board", str(tmp_path / "back")]) == 0


def test_a_backup_of_an_earlier_release_is_restored(capsys, backup, tmp_path):
    rewritten(backup, tmp_path / "old", manifest(release=FIRST, readable_since=FIRST))
    assert restored(capsys, tmp_path / "old", tmp_path / "back") == (0, "")


def test_a_backup_from_before_the_first_release_is_refused(capsys, backup, tmp_path):
    rewritten(backup, tmp_path / "old", manifest(release="0.1.9", readable_since="0.1.0"))
    code, err = restored(capsys, tmp_path / "old", tmp_path / "back")
    assert code == 1 and "before the first release (1.0.0)" in err and err.count("\n") == 1
    assert not (tmp_path / "back").exists()


@pytest.mark.parametrize("left", [0.0, 0.001, 0.5, 0.99])
def test_a_cut_backup_restores_nothing(capsys, backup, tmp_path, left):
    data = backup.read_bytes()
    (tmp_path / "cut").write_bytes(data[: int(len(data) * left)])
    (tmp_path / "back").mkdir()
    code, err = restored(capsys, tmp_path / "cut", tmp_path / "back")
    assert code == 1 and "incomplete or damaged" in err and err.count("\n") == 1
    assert list((tmp_path / "back").iterdir()) == []


def test_something_else_is_no_backup(capsys, tmp_path):
    for name, data in (("text", b"hello"), ("gz", gzip.compress(b"hello"))):
        (tmp_path / name).write_bytes(data)
        code, err = restored(capsys, tmp_path / name, tmp_path / "back")
        assert code == 1 and "Nothing was restored." in err
    code, err = restored(capsys, tmp_path / "none", tmp_path / "back")
    assert code == 1 and err == f"{tmp_path / 'none'}: No such file or directory.\n"
    assert not (tmp_path / "back").exists()


@pytest.mark.parametrize(
    ("since", "can"), [("0.1.0", True), (NOTE["release"], True), ("1.10.0", False), ("9", False)]
)
def test_a_folder_of_a_newer_release_is_refused_unless_we_can_read_it(tmp_path, capsys, since, can):
    folder = ready_folder(tmp_path, "Ann")
    note = folder / "data" / RELEASE
    note.write_text(json.dumps({"release": "9.2.0", "readable_since": since}))
    for words in (["check"], ["callers", "level", "Ann", "20"]):
        assert cli.main([*words, "--board", str(folder)]) == (0 if can else 1)
        assert ("was written by release 9.2.0. Only release" in capsys.readouterr().err) == (not can)
    assert (json.loads(note.read_text())["release"] == "9.2.0") == (not can)


def test_boards_on_a_newer_release_s_folder_do_not_start(tmp_path):
    folder = ready_folder(tmp_path)
    (folder / "data").mkdir()
    (folder / "data" / RELEASE).write_text('{"release": "9.2.0", "readable_since": "9.0.0"}')
    with pytest.raises(AssertionError, match=r"was written by release 9\.2\.0"), served(folder):
        pass
    ran = door("play", "--plain", board=folder)
    assert ran.returncode == 1 and "was written by release 9.2.0" in ran.stderr


@pytest.mark.parametrize("text", ["", "[]", "{", '{"readable_since": null}', "\0" * 20_000])
def test_a_broken_note_refuses_nobody(tmp_path, text):
    (tmp_path / RELEASE).write_text(text)
    note_release(tmp_path)
    assert check_release(tmp_path) == NOTE


def test_a_folder_is_asked_before_it_is_owned(tmp_path):
    (tmp_path / RELEASE).write_text('{"readable_since": "99.0"}')
    with pytest.raises(NewerRelease), owning(tmp_path):
        pass
    with lock_file(tmp_path / ".owner", 0):
        pass  # and it is owned no more
