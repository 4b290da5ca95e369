"""The sysop's files as settings: every fault at once, with file, line, dotted key and a hint."""

import dataclasses
import shutil

import pytest
from pydantic import ValidationError
from testdoor import Name

from door.commands.check import check_board
from door.games.info import RANKING, TOP, TURNS_PER_DAY, Info, Option
from door.settings import Address, SettingsError, address, defaults, load
from door.settings.load import config_files
from door.settings.text import nearest
from door.ui.texts import tr

BOX = Info(
    "box", Name("The Box"), Name("a box"), 2,
    (TURNS_PER_DAY, Option("tiles", 9, tr.shutbox.option_tiles, low=9, high=12),
     Option("free", True, tr.shutbox.option_free_turn),
     Option("goals", (10, 40), tr.switchbox.option_goals, low=-5, high=100),
     Option("word", "", tr.setting.board_word), RANKING, TOP),
)  # fmt: skip
CARD = Info("cards", Name("Cards"), Name("cards"), 3, (TURNS_PER_DAY,))
DOORS = {"box": BOX, "cards": CARD}


@pytest.fixture
def board(tmp_path, monkeypatch):
    """A board's folder; call it with the files' texts."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path.relative_to(tmp_path)

    def make(board="board: {}\n", **doors):
        (tmp_path / "config" / "doors").mkdir(parents=True, exist_ok=True)
        (tmp_path / "config" / "board.yaml").write_text(board, encoding="utf-8")
        for slug, text in doors.items():
            (tmp_path / "config" / "doors" / f"{slug}.yaml").write_text(text, encoding="utf-8")
        return folder

    return make


def errors(folder):
    with pytest.raises(SettingsError) as caught:
        load(folder, DOORS)
    return list(caught.value.errors)


def test_files_that_say_nothing_are_the_defaults(board):
    folder = board("board:\n")
    assert load(folder, DOORS) == defaults(folder, DOORS)
    assert load(folder, DOORS).doors["box"].options == BOX.defaults()


def test_values_arrive_and_are_frozen(board):
    text = "board: {name: NO, timezone: Europe/Berlin, data: /srv/bbs}\nlisten: {ssh: off}\nlog: {file: ''}\n"
    settings = load(board(text, box="tiles: 12\ngoals: [1, -5]\n", cards="enabled: false\n"), DOORS)
    assert settings.board.name == "NO"
    assert str(settings.zone) == "Europe/Berlin"
    assert str(settings.data) == "/srv/bbs"
    assert str(settings.art) == "ansi_art"
    assert settings.log_file is None
    assert address(settings.listen.ssh) is None
    assert settings.doors["box"].options["tiles"] == 12
    assert settings.doors["box"].options["goals"] == (1, -5)
    assert settings.doors["box"].options["turns_per_day"] == 5
    assert not settings.doors["cards"].enabled
    with pytest.raises(ValidationError):
        settings.board.name = "x"
    with pytest.raises(dataclasses.FrozenInstanceError):
        settings.board = None
    with pytest.raises(TypeError):
        settings.doors["box"].options["tiles"] = 9


def test_a_value_in_quotes_and_a_section_in_another_are_told(board):
    sections = (
        "board:\n  tv_at_welcome: 'true'\n  listen:\n",
        "limits:\n  nodes: '5'\n  idle_minutes: 'yes'\n",
    )
    assert errors(board("".join(sections))) == [
        "config/board.yaml:2: board.tv_at_welcome: must be true or false, not 'true'; take it out of its "
        "quotes",
        "config/board.yaml:3: board.listen: there is no such key; did you mean listen?",
        "config/board.yaml:5: limits.nodes: must be a whole number, not '5'; take it out of its quotes",
        "config/board.yaml:6: limits.idle_minutes: must be a whole number, not 'yes'",
    ]


def test_an_empty_text_is_offered_for_texts_alone(board):
    assert errors(board("board:\n  name:\nlimits:\n  idle_minutes:\n")) == [
        'config/board.yaml:2: board.name: has no value; give it one ("" for none), or delete the line',
        "config/board.yaml:4: limits.idle_minutes: has no value; give it one, or delete the line",
    ]


def test_every_fault_of_every_file_is_told_at_once(board):
    folder = board(
        "bord: {name: x}\n"
        "nodes: 5\n"
        "listen: 5\n"
        "limits:\n"
        "  nods: 3\n"
        "  idle_minutes: yes\n"
        "  nodes: 0\n"
        "  per_address: 3.5\n"
        "  nodes: 4\n"
        "board:\n"
        "  sysop: 5\n"
        "  data:\n"
        "  timezone: Europe/berln\n"
        "callers:\n"
        "  new: pasword\n"
        "  new_password: 90210\n"
        "  reserved: [Batman, 5]\n"
        "terminal: {speed: 57601, charset: true}\n",
        box="turns: 1\nfree: no\ntop: 11\ntiles: 08\nranking: totl\ngoals: [1]\n",
        carts="enabled: true\n",
    )
    assert errors(folder) == [
        "config/board.yaml:1: bord: there is no such key; did you mean board?",
        "config/board.yaml:2: nodes: there is no such key; did you mean limits.nodes?",
        "config/board.yaml:3: listen: must be a section, with keys of its own on the lines below, not 5",
        "config/board.yaml:5: limits.nods: there is no such key; did you mean limits.nodes?",
        "config/board.yaml:6: limits.idle_minutes: must be a whole number, not 'yes'",
        "config/board.yaml:8: limits.per_address: must be a whole number, not 3.5",
        "config/board.yaml:9: limits.nodes: is there twice, first on line 7",
        "config/board.yaml:11: board.sysop: must be text, not 5; put it in quotes",
        'config/board.yaml:12: board.data: has no value; give it one ("" for none), or delete the line',
        "config/board.yaml:13: board.timezone: 'Europe/berln' is not a time zone of the tz database; "
        "did you mean Europe/Berlin?",
        "config/board.yaml:15: callers.new: must be 'open', 'validate', 'password' or 'closed', not "
        "'pasword'; did you mean password?",
        "config/board.yaml:16: callers.new_password: must be text, not (secret); put it in quotes",
        "config/board.yaml:17: callers.reserved.1: must be text, not 5; put it in quotes",
        "config/board.yaml:18: terminal.charset: must be 'auto', 'cp437', 'utf-8' or 'ascii', not true",
        "config/board.yaml:18: terminal.speed: must be 0, 300, 1200, 2400, 4800, 9600, 14400, 19200, 28800, "
        "33600, 38400 or 57600, not 57601",
        "config/doors/carts.yaml:1: there is no door 'carts'; did you mean cards.yaml?",
        "config/doors/box.yaml:1: turns: there is no such key; did you mean turns_per_day?",
        "config/doors/box.yaml:2: free: must be true or false, not 'no'",
        "config/doors/box.yaml:3: top: must be at most 10, not 11",
        "config/doors/box.yaml:4: tiles: must be at least 9, not 8",
        "config/doors/box.yaml:5: ranking: must be 'total' or 'best', not 'totl'; did you mean total?",
        "config/doors/box.yaml:6: goals: must have at least 2 items, not 1",
    ]


def test_a_folder_that_is_no_board_names_door_init(tmp_path):
    assert "`door init DIR`" in errors(tmp_path)[0]
    assert errors(tmp_path)[0].startswith(f"{tmp_path}/config/board.yaml:1: there is no such file")


def test_door_files_under_wrong_names_are_not_silently_ignored(board):
    folder = board()
    (folder / "config" / "doors" / "box.yml").write_text("tiles: 12\n")
    (folder / "config" / "doors" / "boxx.yaml").write_text("a: 1\n")
    (folder / "config" / "doors" / ".box.yaml.swp").write_text("an editor's\n")
    (folder / "config" / "doors" / "box.yaml~").write_text("an editor's\n")
    assert errors(folder) == [
        "config/doors/box.yml:1: must be named box.yaml to be read",
        "config/doors/boxx.yaml:1: there is no door 'boxx'; did you mean box.yaml?",
    ]


@pytest.mark.parametrize("slug", ["zebra", "boards"])  # one is a little like `cards`
def test_a_door_that_is_not_installed_stops_nothing(board, slug):
    folder = board(f"board: {{doors: [{slug}, box]}}\n", **{slug: "enabled: false\na: 1\n"})
    settings = load(folder, DOORS)
    assert list(settings.missing) == [slug] and list(settings.doors) == list(DOORS)
    warned = check_board(folder, DOORS)[0]
    said = f"config/doors/{slug}.yaml: the door {slug} is not installed"
    assert any(line.startswith(f"Warning: {said}") for line in warned)


def test_an_installed_door_is_closed_until_it_has_a_file(board):
    doors = {"box": dataclasses.replace(DOORS["box"], package="door-box 1.0"), "cards": DOORS["cards"]}
    assert not load(board(), doors).doors["box"].enabled
    assert load(board(), doors).doors["cards"].enabled
    assert load(board(box="tiles: 9\n"), doors).doors["box"].enabled


def test_a_form_fault_of_one_file_does_not_hide_another_files(board):
    folder = board("board: [\n", box="tiles: 7\n")
    found = errors(folder)
    assert found[0].startswith("config/board.yaml:1: is not YAML")
    assert found[1:] == ["config/doors/box.yaml:1: tiles: must be at least 9, not 7"]


def test_a_word_for_new_callers_is_asked_for_and_never_shown(board):
    assert errors(board("callers:\n  new: password\n  new_password: ''\n")) == [
        "config/board.yaml:3: callers.new_password: must not be empty if callers.new is password"
    ]
    for secret in ("hunter2" * 30, "[hunter2, hunter2]", "{a: hunter2}"):
        assert "hunter2" not in "".join(errors(board(f"callers: {{new_password: {secret}}}\n")))
    assert load(board("callers: {new: password, new_password: '1 2'}\n"), DOORS).callers.new_password == "1 2"


def test_two_listeners_cannot_be_at_one_place(board):
    assert errors(board("listen:\n  telnet: 127.0.0.1:2323\n  ssh: 127.0.0.1:2323\n")) == [
        "config/board.yaml:3: listen.ssh: must differ from listen.telnet"
    ]
    for apart in ("telnet: 127.0.0.1:0\n  ssh: 127.0.0.1:0", "ssh: 'off'\n  telnet: 'off'"):
        load(board(f"listen:\n  {apart}\n"), DOORS)


@pytest.mark.parametrize(
    ("one", "other", "met"),
    [
        ("0.0.0.0:23", "127.0.0.1:23", True), ("localhost:23", "0.0.0.0:23", True),
        ("LocalHost:23", "127.0.0.1:23", True), ("[::]:23", "[::1]:23", True),
        ("[0::1]:23", "[::1]:23", True), ("bbs.example:23", "BBS.example:23", True),
        ("0.0.0.0:23", "127.0.0.1:24", False), ("0.0.0.0:0", "0.0.0.0:0", False),
        ("127.0.0.1:23", "127.0.0.2:23", False), ("[::]:23", "0.0.0.0:23", False),
        ("bbs.example:23", "0.0.0.0:23", False),
    ],
)  # fmt: skip
def test_one_place_by_another_name_is_one_place(one, other, met):
    assert address(one).meets(address(other)) is met
    assert address(other).meets(address(one)) is met


@pytest.mark.parametrize("value", ["''", "' '", '"a\\nb"', '"\\e[2J"', '"' + "x" * 41 + '"', '"a\\u202eb"'])
def test_names_that_callers_see_are_printable(board, value):
    found = errors(board(f"board: {{name: {value}}}\n"))
    assert len(found) == 1
    assert found[0].startswith("config/board.yaml:1: board.name: must")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("off", None),
        ("127.0.0.1:2323", ("127.0.0.1", 2323)),
        ("[::1]:0", ("::1", 0)),
        ("[::]:65535", ("::", 65535)),
        ("bbs.example.org:23", ("bbs.example.org", 23)),
        ("localhost:2323", ("localhost", 2323)),
    ],
)
def test_addresses(text, meant):
    assert address(text) == meant
    assert meant is None or str(Address(*meant)) == text


@pytest.mark.parametrize(
    "text",
    ["", "Off", "2323", ":2323", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "::1:2323", "[::1]", "[::1:23",
     "[127.0.0.1]:23", "1.2.3:23", "256.0.0.1:23", "-a.b:23", "a..b:23", "a b:23", "host:2 3", "host:-1",
     "host:٣", "*:23", "host:23\n"],
)  # fmt: skip
def test_addresses_that_are_none(text, board):
    with pytest.raises(ValueError, match=r"must be HOST:PORT .* or off"):
        address(text)


def test_a_bad_address_names_its_line(board):
    found = errors(board("listen:\n  # a comment\n  telnet: 2323\n  ssh: 'localhost'\n"))
    assert (
        found[0]
        == "config/board.yaml:3: listen.telnet: must be HOST:PORT, such as 127.0.0.1:2323, not a port alone"
    )
    assert found[1].startswith("config/board.yaml:4: listen.ssh: must be HOST:PORT (such as 127.0.0.1:2323")


@pytest.mark.parametrize(
    "zone", ["../../etc/passwd", "America", "''", "/etc/localtime", "Mars/Base", '"a\\0b"']
)
def test_time_zones_are_of_the_tz_database(board, zone):
    assert errors(board(f"board: {{timezone: {zone}}}\n"))[0].startswith(
        "config/board.yaml:1: board.timezone: "
    )


@pytest.mark.parametrize("value", ["true", "1.0", "'5'", "5.0e0", "[5]", "{a: 5}", "~"])
def test_numbers_are_whole_numbers(board, value):
    assert len(errors(board(f"limits: {{nodes: {value}}}\n"))) == 1
    assert len(errors(board(box=f"tiles: {value}\n"))) == 1


def test_lists_of_numbers_are_checked_item_by_item(board):
    assert errors(board(box="goals:\n  - 5\n  - 101\n")) == [
        "config/doors/box.yaml:3: goals.1: must be at most 100, not 101"
    ]
    assert errors(board(box="goals: 5\n")) == [
        "config/doors/box.yaml:1: goals: must be a list, `[one, two]`, not 5"
    ]


@pytest.mark.parametrize(
    ("word", "words", "near"),
    [
        ("dor.sys", ["DOOR32.SYS", "DOOR.SYS"], "DOOR.SYS"), ("EUROPE", ["Europe/Berlin"], "Europe/Berlin"),
        ("Nods", ["nodes"], "nodes"), ("chat", ["chat_lines_kept"], "chat_lines_kept"),
        ("cha", ["chat_lines_kept"], ""), ("xyz", ["DOOR.SYS", "nodes"], ""), ("", [], ""),
    ],
)  # fmt: skip
def test_what_was_probably_meant_is_found_in_any_case(word, words, near):
    assert nearest(word, words) == near


def test_a_folder_of_doors_that_cannot_be_read_opens_none(board):
    folder = board()
    shutil.rmtree(folder / "config" / "doors")
    (folder / "config" / "doors").write_text("no folder")
    assert errors(folder) == ["config/doors:1: cannot be read: Not a directory"]
    assert folder / "config" / "board.yaml" in config_files(folder)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("board: {timezone: GMT+1}\n", "'GMT+1' is not a time zone of the tz database; GMT+1 is Etc/GMT-1,"),
        (
            "board: {timezone: utc-05:00}\n",
            "utc-05:00 is Etc/GMT+5, and Europe/Berlin or the like has summer",
        ),
        ("board:\n  hours: [sat,sun 10:00-02:00]\n", "not 'sat'; put one that has a comma in it in quotes"),
    ],
)
def test_what_was_probably_meant_is_told(board, text, said):
    assert said in "\n".join(errors(board(text)))


SECRETS = 'callers: {new: password, new_password: "@file:word", boards: ["VERT @file:keys/vert"]}\n'


def test_passwords_and_keys_come_from_files(board, monkeypatch, tmp_path):
    folder = board(SECRETS)
    (folder / "word").write_text("open sesame\n")
    (folder / "keys").mkdir()
    (folder / "keys" / "vert").write_text("a-long-secret-of-ours\n")
    callers = load(folder, DOORS).callers
    assert callers.new_password == "open sesame" and callers.boards == ("VERT a-long-secret-of-ours",)
    credentials = tmp_path / "credentials"
    credentials.mkdir()
    (credentials / "word").write_text("mellon")
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(credentials))
    callers = load(folder, DOORS).callers
    assert callers.new_password == "mellon" and callers.boards == ("VERT a-long-secret-of-ours",)


def test_secrets_of_the_running_service_are_found_and_commands_go_without(board, monkeypatch, tmp_path):
    folder = board('callers: {new: password, new_password: "@file:word"}\n')
    monkeypatch.delenv("CREDENTIALS_DIRECTORY", raising=False)
    monkeypatch.setattr("door.settings.text.CREDENTIALS", str(tmp_path))
    first, second = (load(folder, DOORS, secrets=False).callers.new_password for _ in range(2))
    assert first != second and "word" not in first
    (tmp_path / "word").write_text("mellon")
    assert load(folder, DOORS).callers.new_password == "mellon"


def test_secrets_without_their_files_are_faults_and_are_not_shown(board):
    folder = board(SECRETS)
    (folder / "word").write_bytes(b"\xff")
    assert [fault.partition(" cannot be read: ")[0] for fault in errors(folder)] == [
        "config/board.yaml:1: callers.boards.0: the file keys/vert",
        "config/board.yaml:1: callers.new_password: the file word",
    ]
    (folder / "word").write_text("a word")
    (folder / "keys").mkdir()
    (folder / "keys" / "vert").write_text("short")
    (fault,) = errors(folder)
    assert "callers.boards.0: must be a board's NAME" in fault and "short" not in fault
