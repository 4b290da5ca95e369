"""`events:` of board.yaml: programs at a time of day, checked with file, line and key."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from door.cli import main
from door.commands.check import check_board
from door.screens.doors import infos
from door.settings import SettingsError, load, write_snapshot
from door.settings.models import Event
from door.settings.reload import Watch
from door.settings.skeleton import init

ONE = '  backup: {at: "mon-fri 03:30", command: [/bin/true, a b], minutes: 30}\n'


@pytest.fixture
def board(tmp_path: Path) -> Path:
    init(tmp_path)
    return tmp_path


def put(board: Path, events: str) -> Path:
    file = board / "config" / "board.yaml"
    file.write_text(f"events:\n{events}")
    return file


def test_an_event_is_its_time_and_its_words(board: Path) -> None:
    put(board, ONE)
    assert load(board, infos()).events == {
        "backup": Event(at="mon-fri 03:30", command=("/bin/true", "a b"), minutes=30)
    }
    assert main(["--board", str(board), "check"]) == 0


@pytest.mark.parametrize(
    ("events", "line", "reason"),
    [
        ("  a: {at: 25:00, RUNS}", 2, "events.a.at: has a time that doesn't exist, in '25:00'"),
        ("  a: {at: mox 03:30, RUNS}", 2, "events.a.at: has a word that isn't a weekday"),
        ("  a: {at: 330, RUNS}", 2, "events.a.at: must be text, not 330; put it in quotes"),
        ("  a: {at: 03:30}", 2, "events.a.command: must be given"),
        ("  a: {RUNS}", 2, "events.a.at: must be given"),
        ("  a: {at: 03:30, command: rm -rf x}", 2, "events.a.command: must be a list, `[one, two]`"),
        ("  a: {at: 03:30, command: [true]}", 2, "events.a.command.0: must be text, not true"),
        ("  a: {at: 03:30, command: [rsync]}", 2, "events.a.command: must start with the program's whole"),
        ("  a: {at: 03:30, command: []}", 2, "events.a.command: must have at least 1 item, not 0"),
        ("  a:\n    at: 03:30\n    RUNS\n    minutes: 0", 5, "events.a.minutes: must be at least 1"),
        ("  a: {at: 03:30, RUNS, minuts: 5}", 2, "events.a.minuts: there is no such key; did you mean "
         "events.a.minutes?"),
        ("  a: {at: 03:30, RUNS, user: A b}", 2, "events.a.user: must be the name of a user"),
        ("  A b: {at: 03:30, RUNS}", 2, "events.A b: must be named with at most 20 small letters"),
        (ONE + "  again: {at: mon-fri 03:30, minutes: 30, command: [/bin/true, a b]}", 3,
         "events.again: is the same as events.backup"),
        (ONE + ONE, 3, "events.backup: is there twice, first on line 2"),
        ("  - {at: 03:30, RUNS}", 1, "events: must be a section, with keys of its own"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_one_sentence_with_its_place(
    board: Path, events: str, line: int, reason: str
) -> None:
    file = put(board, f"{events}\n".replace("RUNS", "command: [/bin/true]"))
    with pytest.raises(SettingsError) as caught:
        load(board, infos())
    (error, *more) = caught.value.errors
    assert error.startswith(f"{file}:{line}: {reason}") and not more


def test_a_program_that_is_not_there_is_told_by_door_check(
    board: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = put(board, "  a:\n    at: 03:30\n    command: [/no/such]\n    folder: nowhere\n")
    assert main(["--board", str(board), "check"]) == 1
    told = capsys.readouterr().err.splitlines()
    assert f"{file}:4: events.a.command: /no/such does not exist" in told
    assert f"{file}:5: events.a.folder: {board / 'nowhere'} is not a folder" in told


def test_what_changes_is_told_and_applies_at_once(board: Path) -> None:
    put(board, ONE)
    before = load(board, infos())
    write_snapshot(board, before)
    put(board, ONE.replace("03:30", "04:30") + '  b: {at: "5:00", command: [/bin/true]}\n')
    after = load(board, infos())
    assert list(map(str, Watch.compare(before, after))) == [
        "events.backup.at applies at once", "events.b applies at once"
    ]  # fmt: skip
    lines, _ = check_board(board, infos())
    assert "  events.backup.at: changed from 'mon-fri 03:30' to 'mon-fri 04:30'; applies at once" in lines
    assert "  events.b: a new event; applies at once" in lines


def test_editors_refuse_what_the_board_refuses() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    path = Path(__file__).parents[2] / "config" / "schema" / "board.schema.json"
    judge = jsonschema.Draft7Validator(json.loads(path.read_text()))

    def takes(**event: object) -> bool:
        return not list(judge.iter_errors({"events": {"a": event}}))

    good = {"at": "mon-fri 03:30", "command": ["/bin/true"]}
    assert takes(**good) and takes(**good, minutes=5)
    assert not (takes(at="03:30") or takes(**good, x=1) or takes(**(good | {"at": "mox 03:30"})))
    example = re.search(r"^#   (backup: .*)$", (path.parents[1] / "board.yaml").read_text(), re.M)
    assert example
