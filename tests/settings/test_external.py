"""External doors' files: read, refused with a place and a reason, checked against the machine."""

import os
import pwd
import re
from pathlib import Path

import pytest
import yaml
from testdoor import Name

from door.cli import main
from door.dropfile import DropFile
from door.external import launch
from door.external.command import ProgramVisit, environment, fill_in, user_word
from door.games.info import Info
from door.screens.doors import DOORS as SHIPPED
from door.settings import SettingsError, SettingsWatch, load
from door.settings.doors import KEYS_BY_KIND, ExternalFile
from door.settings.reload import flat, in_force, when, write_snapshot
from door.settings.skeleton import SKELETON, init

EXAMPLE = SKELETON / "config" / "external" / "robots.yaml.example"
DOORS = {"box": Info("box", Name("The Box"), Name("a box"), 2)}
GOOD = "name: Robots\ncommand: [/bin/true]\n"


@pytest.fixture
def board(tmp_path):
    (tmp_path / "config" / "external").mkdir(parents=True)
    (tmp_path / "config" / "board.yaml").write_text("board: {}\n")
    return tmp_path


def put(board: Path, text: str, name: str = "robots.yaml") -> Path:
    path = board / "config" / "external" / name
    path.write_text(text)
    return path


def refused(board: Path) -> str:
    with pytest.raises(SettingsError) as error:
        load(board, DOORS)
    return str(error.value)


def test_a_file_is_a_door(board):
    put(board, GOOD)
    (found,) = load(board, DOORS).externals.items()
    assert found[0] == "robots" and found[1].command == ("/bin/true",) and found[1].enabled
    assert (found[1].charset, found[1].term, found[1].limits) == ("utf-8", "xterm", {})


def test_two_lines_are_a_dos_door(board):
    put(board, "name: LORD\ndos: [/srv/lord/LORD.EXE, '%N', /D]\n", "lord.yaml")
    found = load(board, DOORS).externals["lord"]
    assert (found.kind, found.charset, found.term, found.fixed_size) == ("dos", "cp437", "ansi", True)
    assert (found.seats, found.speed, found.memory, found.grace, found.rows) == (1, 10_000, 4, 10, 24)
    door = found.dos_door()
    assert (str(door.program), door.words, door.console) == ("/srv/lord/LORD.EXE", ("%N", "/D"), False)
    door = found.dos_door("LORDCFG.EXE /A")
    assert (str(door.program), door.words, door.console) == ("/srv/lord/LORDCFG.EXE", ("/A",), True)


def test_without_the_folder_there_are_none(board):
    (board / "config" / "external").rmdir()
    assert load(board, DOORS).externals == {}


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("command: [/bin/true]\n", 1, "name: must be given"),
        ("name: ' '\ncommand: [/bin/true]\n", 1, "name: must be given"),
        ("name: X\n", 1, "command: must be given, or one of dos, rlogin, telnet, ssh, door_server"),
        ("name: X\ndos: []\n", 2, "dos: must be given"),
        ("name: X\ndos: [/A.EXE]\n", 2, "dos: must name a program in a folder of its own"),
        ("name: X\ncommand: [robots]\n", 2, "command: must start with the program's whole path"),
        ("name: X\ncommand: [/bin/x, '%Z']\n", 2, "command.1: %Z is not a placeholder; use %N, %H"),
        ("name: X\ncommand: [/bin/x, '%O']\n", 1, "home: must be true, because %O is used"),
        ("name: X\ncommand: [/bin/x]\nenvironment: [A=%O]\nhome: false\n", 4, "home: must be true"),
        ("name: X\ndos: [/x/A.EXE]\nhome: true\n", 3, "home: is not a key of a door that has dos"),
        ("name: X\ntelnet: owl\nhome: true\n", 3, "home: is not a key of a door that has telnet"),
        ("name: X\ncommand: [/bin/x]\nhome_megabytes: 0\n", 3, "home_megabytes: must be at least 1, not 0"),
        ("name: X\ncommand: [/bin/x, '50%']\n", 2, "command.1: % is not a placeholder"),
        ("name: X\ncommand: /bin/x\n", 2, "command: must be a list"),
        ("name: X\ncommand: [/bin/x]\ncharset: latin-1\n", 3, "charset: must be 'utf-8' or 'cp437'"),
        ("name: X\ncommand: [/bin/x]\nuser: Not A User\n", 3, "user: must be the name of a user"),
        ("name: X\ncommand: [/bin/x]\nenvironment: [A]\n", 3, "environment.0: must be NAME=VALUE"),
        ("name: X\ncommand: [/bin/x]\ndrop_file: DOORS.SYS\n", 3, "drop_file: must be 'none', 'DOOR32.SYS'"),
        ("name: X\ncommand: [/bin/x]\nrows: 2\n", 3, "rows: must be at least 5, not 2"),
        ("name: X\ncommand: [/bin/x]\ndos: [/x/A.EXE]\n", 3, "dos: is not a key of a door that has command"),
        ("name: X\ndos: [/x/A.EXE]\nfolder: /x\n", 3, "folder: is not a key of a door that has dos"),
        ("name: X\ncommand: [/bin/x]\nspeed: 9999\n", 3, "speed: is not a key of a door that has command"),
        ("name: X\nrlogin: owl/a b\n", 2, "rlogin: must be HOST, HOST:PORT, HOST/DOOR, not 'owl/a b'"),
        ("name: X\ntelnet: owl:99999\n", 2, "telnet: must be HOST, HOST:PORT, not 'owl:99999'"),
        ("name: X\nssh: owl/lord\n", 2, "ssh: must be USER@HOST, USER@HOST:PORT, not 'owl/lord'"),
        ("name: X\ndoor_server: exodus\n", 2, "door_server: must be"),
        (
            "name: X\ndoor_server: bbslink\nsystem: a\n",
            1,
            "door: must be given, because door_server: bbslink is",
        ),
        ("name: X\ndoor_server: doorparty\nlogin: a\n", 1, "password: must be given"),
        ("name: X\nrlogin: owl\nuser: games\n", 3, "user: is not a key of a door that has rlogin"),
        ("name: X\ncommand: [/bin/x]\nrlogin: owl\n", 3, "rlogin: is not a key of a door that has command"),
        ("name: X\ntelnet: owl\npassword: x\n", 3, "password: is not a key of a door that has telnet"),
        ("name: X\nrlogin: owl\nlogin: '%Z'\n", 3, "login: %Z is not a placeholder"),
        ('name: X\nrlogin: owl\nlogin: "a\\0b"\n', 3, "login: must have printable characters only"),
        ("name: X\nrlogin: owl\npassword: '@file:no.key'\n", 3, "password: "),
        (
            "name: X\ndos: [A.EXE]\n",
            2,
            "dos: must start with the program's whole path, such as /srv/doors/lord/LORD.EXE",
        ),
        (
            "name: X\ndos: [/x/LONGPROGRAM.EXE]\n",
            2,
            "dos: must name a .COM, .EXE or .BAT file that DOS knows",
        ),
        ("name: X\ndos: [/x/A.SH]\n", 2, "dos: must name a .COM, .EXE or .BAT file that DOS knows"),
        ("name: X\ndos: [/x/A.EXE, 'a|b']\n", 2, "dos: can't hand '|' to DOS, in 'a|b'"),
        ("name: X\ndos: [/x/A.EXE, '%%PATH%%']\n", 2, "dos: can't hand '%' to DOS"),
        ("name: X\ndos: [/x/A.EXE, '%Z']\n", 2, "dos.1: %Z is not a placeholder"),
        ("name: X\ndos: [/x/A.EXE]\nsetup: SETUP\n", 3, "setup: must name a .COM, .EXE or .BAT file"),
        ("name: X\ndos: [/x/A.EXE]\ncallers: 0\n", 3, "callers: must be at least 1, not 0"),
        (f"name: X\ndos: [/x/A.EXE, {'a' * 130}]\n", 2, "dos: must have at most 120 characters"),
        ("name: X\ncommand: [/bin/x]\nturns_per_day: 2\n", 3, "turns_per_day: there is no such key"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(board, text, line, reason):
    path = put(board, text)
    assert re.search(rf"^{re.escape(str(path))}:{line}: {reason}", refused(board), re.M), refused(board)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("robots.yml", "must be named robots.yaml to be read"),
        ("Robots.yaml", "must be named with at most 20 small letters"),
        ("box.yaml", "there is a door 'box' already"),
    ],
)
def test_a_files_name_is_the_doors(board, name, reason):
    put(board, GOOD, name)
    assert reason in refused(board)


def test_the_example_reads_and_has_every_key_with_its_default(board):
    put(board, EXAMPLE.read_text())
    found = load(board, DOORS).externals["robots"]
    plain = ExternalFile(name=found.name, command=found.command, tagline=found.tagline)
    assert found == plain
    of_others = {key for kind, keys in KEYS_BY_KIND.items() if kind != "command" for key in (kind, *keys)}
    keys = [key for key in ExternalFile.model_fields if key not in of_others]
    assert list(yaml.safe_load(EXAMPLE.read_text())) == keys


def test_the_example_of_a_dos_door_reads_and_has_its_defaults(board):
    text = (EXAMPLE.parent / "lord.yaml.example").read_text()
    put(board, text, "lord.yaml")
    found, given = load(board, DOORS).externals["lord"], yaml.safe_load(text)
    needed = {key: given[key] for key in ("name", "dos", "setup")}
    assert found == ExternalFile.model_validate({**needed, "dos": tuple(given["dos"])})
    assert set(KEYS_BY_KIND["dos"]) <= set(given), "each key is explained"
    lines = EXAMPLE.read_text().splitlines()
    for number, text in enumerate(lines):
        if re.match(r"\w+: ", text) and not text.startswith("rows:"):
            assert lines[number - 1].startswith("#"), text
    assert (EXAMPLE.parent / "../schema/external.schema.json").is_file()


def test_a_new_board_has_the_example_and_no_external_door(tmp_path):
    init(tmp_path / "new")
    assert (tmp_path / "new/config/external/robots.yaml.example").is_file()


def test_a_saved_file_is_seen_and_applies_at_once(board):
    watch, before = SettingsWatch(board), load(board, DOORS)
    put(board, GOOD)
    assert watch.changed()
    after = load(board, DOORS)
    assert [str(change) for change in SettingsWatch.compare(before, after)] == [
        "external.robots applies at once"
    ]
    put(board, GOOD + "minutes: 9\n")
    third = load(board, DOORS)
    assert [str(change) for change in SettingsWatch.compare(after, third)] == [
        "external.robots.minutes applies at once"
    ]
    assert in_force(before, third).externals["robots"].minutes == 9
    assert when("external.robots.minutes") == "live" and flat(third)["external.robots.minutes"] == 9
    assert [str(change) for change in SettingsWatch.compare(third, before)] == [
        "external.robots applies at once"
    ]


def test_a_programs_secrets_are_told_nowhere(board):
    """Its environment may hold passwords: kept as a digest, and not repeated in a fault."""
    put(board, GOOD + "environment: [TOKEN=tadpole]\n")
    settings = load(board, DOORS)
    assert str(flat(settings)["external.robots.environment"]).startswith("sha256:")
    write_snapshot(board, settings)
    assert "tadpole" not in (settings.data / "running.json").read_text()
    put(board, GOOD + "environment: TOKEN=tadpole\n")
    assert "tadpole" not in refused(board)


def test_the_machine_is_asked(tmp_path):
    assert list(launch.faults("/bin/true", tmp_path, pwd.getpwuid(os.geteuid()).pw_name)) == []
    plain = tmp_path / "plain"
    plain.write_text("no program")
    assert list(launch.faults(str(plain), tmp_path / "none", "nobody-such")) == [
        ("command", f"{plain} is not executable; run chmod +x"),
        ("folder", f"{tmp_path / 'none'} is not a folder"),
        ("user", "this machine has no user 'nobody-such'"),
    ]
    assert list(launch.faults("/no/such", None, "")) == [("command", "/no/such does not exist")]
    assert list(launch.faults("/usr", None, "")) == [("command", "/usr is a folder, not a program")]


def test_door_check_says_it_with_the_line(tmp_path, capsys):
    init(tmp_path / "new")
    path = put(tmp_path / "new", "name: X\n\ncommand: [/no/such]\nuser: nobody-such\n")
    assert main(["check", "--board", str(tmp_path / "new")]) == 1
    told = capsys.readouterr()
    assert f"{path}:3: command: /no/such does not exist" in told.err
    assert f"{path}:4: user: this machine has no user 'nobody-such'" in told.err
    path.write_text(f"name: X\ncommand: [/bin/true]\nuser: {pwd.getpwuid(os.geteuid()).pw_name}\n")
    assert main(["check", "--board", str(tmp_path / "new")]) == 0
    assert f"Doors open: {len(SHIPPED)} of {len(SHIPPED)}, external doors: 1 of 1." in capsys.readouterr().out


def test_words_are_filled_and_never_split():
    caller = DropFile("", "Mad 'H; rm -rf %F $(x)", node=3, seconds=90)
    visit = ProgramVisit(caller, "/tmp/v", "/tmp/v/DOOR.SYS", "ansi", "cp437", 80, 25)
    words = ("/bin/x", "-u%H", "%N%N", "%M", "%F", "%D", "%C", "%R", "%T", "%%H", "plain")
    assert fill_in(words, visit) == (
        "/bin/x", "-uMad 'H; rm -rf %F $(x)", "33", "2", "/tmp/v/DOOR.SYS", "/tmp/v", "80", "25", "ansi",
        "%H", "plain",
    )  # fmt: skip
    assert user_word("Éa b-C9") == "_a_b_c9"


def test_the_environment_is_these_and_no_more():
    visit = ProgramVisit(DropFile("", "Alice"), "/tmp/v", charset="cp437", terminal="ansi")
    found = environment(visit, "/home/x", ("PATH=/x", "A=b=c"))
    assert found == {
        "PATH": "/x", "HOME": "/home/x", "SHELL": "/bin/sh", "TERM": "ansi", "USER": "alice",
        "LOGNAME": "alice", "LANG": "C", "A": "b=c",
    }  # fmt: skip


def test_three_lines_are_a_door_elsewhere(board):
    (board / "owl.key").write_text("a long secret\n")
    put(board, "name: Owl\nrlogin: owl.example:2513/shutbox\npassword: '@file:owl.key'\n", "owl.yaml")
    found = load(board, DOORS).externals["owl"]
    assert (found.kind, found.charset, found.term) == ("rlogin", "cp437", "ansi")
    far = found.far_door()
    assert (far.host, far.port, far.door, far.login, far.password) == (
        "owl.example", 2513, "shutbox", "%H", "a long secret"
    )  # fmt: skip
    assert "a long secret" not in repr(far)


def test_the_other_ways_out(board):
    put(board, "name: C\nssh: crawl@owl.example\nremote_command: play\n", "crawl.yaml")
    put(board, "name: P\ndoor_server: doorparty\nlogin: us\npassword: x\ntag: OWL\n", "party.yaml")
    found = load(board, DOORS).externals
    crawl, party = found["crawl"].far_door(), found["party"].far_door()
    assert (crawl.login, crawl.port, crawl.command, found["crawl"].charset) == ("crawl", 22, "play", "utf-8")
    assert (party.host, party.port, party.login, party.tag) == ("dp.throwbackbbs.com", 2022, "us", "OWL")


def test_the_example_of_a_door_elsewhere_reads(board):
    (board / "owl.key").write_text("a long secret\n")
    put(board, (EXAMPLE.parent / "owl.yaml.example").read_text(), "owl.yaml")
    assert load(board, DOORS).externals["owl"].far_door().at == "owl.example:2513"


@pytest.mark.parametrize("folder", ["none", "closed"])
def test_door_check_goes_on_behind_a_dos_door_whose_folder_cannot_be_listed(
    tmp_path, capsys, monkeypatch, folder
):
    init(tmp_path / "new")
    (tmp_path / "closed").mkdir()
    listdir = os.scandir

    def refuse(path="."):
        if "closed" in str(path):
            raise PermissionError(13, "Permission denied", path)
        return listdir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    path = put(tmp_path / "new", f"name: X\ndos: [{tmp_path / folder / 'LORD.EXE'}]\n")
    (tmp_path / "new/ansi_art/menu.ans").write_bytes(b"no SAUCE record")
    assert main(["check", "--board", str(tmp_path / "new")]) == 1
    told = capsys.readouterr()
    why = "is not a folder" if folder == "none" else "LORD.EXE does not exist"
    assert re.search(rf"{re.escape(str(path))}:2: dos: .*{why}", told.err), told.err
    assert "menu.ans" in told.err, "the check has not gone on"


def test_door_check_names_news_that_are_no_folder(tmp_path, capsys):
    init(tmp_path / "new")
    (tmp_path / "new/news").write_text("a file in the folder's place")
    assert main(["check", "--board", str(tmp_path / "new")]) == 1
    assert f"{tmp_path}/new/news:1: cannot be read: Not a directory" in capsys.readouterr().err
