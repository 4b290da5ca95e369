"""proof.js, run by node: its verdict is the audit's, on every honest game and on forged lines."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest
from random_matches import KINDS, random_match
from records_kit import write_journal

from door.records.audit.audit import audit
from door.records.journal.lines import ZERO, chained, decode
from door.screens.doors import DOORS
from door.web.games import Games, HandleChanges

NODE = shutil.which("node")
SCRIPT = Path(str(files("door.net.web"))) / "static" / "proof.js"
RELEASES = Path(__file__).parents[1] / "releases"
BY_SLUG = {door.INFO.slug: door for door in DOORS}
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
RUN = """
import {{ prove }} from {script};
import fs from "node:fs";
const games = JSON.parse(fs.readFileSync(0, "utf8"));
console.log(JSON.stringify(games.map((lines) => {{
  const {{ verdict, reason, values }} = prove(lines);
  return [verdict, reason, values];
}})));
"""

pytestmark = pytest.mark.skipif(NODE is None, reason="node is not installed")

Lines = list[str]


def verdicts(games: list[Lines], folder: Path) -> list[tuple[str, str, dict[str, Any]]]:
    """What the script says of each game's lines."""
    runner = folder / "run.mjs"
    runner.write_text(RUN.format(script=json.dumps(SCRIPT.as_uri())))
    command = [str(NODE), str(runner)]
    done = subprocess.run(command, input=json.dumps(games), capture_output=True, text=True, timeout=60)
    assert not done.stderr
    return [(verdict, reason, values) for verdict, reason, values in json.loads(done.stdout)]


def games_of(journal: Path) -> list[Lines]:
    """The lines of every finished game of a journal."""
    games = Games(journal, HandleChanges(journal).read(), lambda handle: handle)
    months = sorted(path.stem for path in journal.glob("*.jsonl"))
    return [list(game.lines) for month in months for game in games.month(month)]


@pytest.fixture(scope="module")
def matches(tmp_path_factory: pytest.TempPathFactory) -> list[Lines]:
    """Matches of every kind and end."""
    folder = tmp_path_factory.mktemp("matches")
    lines = [random_match(Random(n), NOON, KINDS[n % len(KINDS)]).lines() for n in range(150)]
    games = []
    for pair in lines:
        write_journal(folder, {"2026-11": list(pair)})
        games += games_of(folder)
    assert {json.loads(game[-1])["end"] for game in games} == {
        "over", "resigned", "time", "aborted", "claimed",
    }  # fmt: skip
    return games


GOLDEN = sorted(RELEASES.glob("*/*/journal")) + sorted(RELEASES.glob("*/*/data/journal"))


def test_the_script_is_short_enough_to_read() -> None:
    lines = SCRIPT.read_text().splitlines()
    assert len(lines) <= 400
    assert [line for line in lines if len(line) > 110] == []


@pytest.mark.parametrize("journal", GOLDEN, ids=lambda path: f"{path.relative_to(RELEASES)}")
def test_every_game_of_every_release_is_proved(tmp_path: Path, journal: Path) -> None:
    games = games_of(journal)
    said = verdicts(games, tmp_path)
    assert {verdict for verdict, _, _ in said} <= {"proved"}, next(one for one in said if one[0] != "proved")


def test_matches_of_every_kind_are_proved(tmp_path: Path, matches: list[Lines]) -> None:
    assert {verdict for verdict, _, _ in verdicts(matches, tmp_path)} == {"proved"}


# -- forged lines ------------------------------------------------------------------------------------

ELSEWHERE = {"kind", "v", "prev", "t", "id", "free", "day", "late", "door", "caller"}
"""Fields that the game alone doesn't decide. The audit compares them with the whole journal."""

MAY_HAVE = {
    "match": ("by", "left", "clocks", "salts", "end", "places", "times"),
    "table": ("words", "seals", "race"), "turn": ("words",), "game": ("result",),
}  # fmt: skip
LIKELY: dict[str, list[Any]] = {
    "end": ["over", "resigned", "time", "aborted", "claimed"], "by": [None, 0, 1, 2, -1, True],
    "left": [None, [], [0], [1], [0, 1], [1, 0], [1, 1], [-1]],
    "clocks": [None, [[0, ""]], [[0, "1+0"]], [[5, "7d"], [4, ""]], [[-9, "1d"]]],
    "places": [[1, 2], [2, 1], [1, 1], [0, 0], [1, 2, 3]], "salts": [None, []],
    "words": [["a", "b"], [""], []], "seals": [[], ["0" * 64] * 2], "race": [True, False],
    "clock": ["1d", "5d", "5+10", "100+5"], "moves": [[[]], [["quit"]], [["quit"], ["quit"]]],
    "times": [[[0]], [[0], [0]], [[], []]], "result": [{}, {"winner": None}, {"no_such": None}],
    "seats": [["Ann", "ann"], ["Ann", " "], ["Ann", "computer:expert"], ["Ann", "computer:nobody"]],
}  # fmt: skip
OPTIONS: list[dict[str, Any]] = [
    {"tiles": 12}, {"tiles": 10}, {"jokers": 3}, {"jokers": 3.0}, {"level": "expert"}, {"players": 1},
    {"go_on": True}, {"goals": [1, 2, 3, 4]}, {"goals": [1]}, {"no_such": 1},
]  # fmt: skip


def others(value: Any, rng: Random) -> Iterator[Any]:
    """What a field could say instead."""
    yield from (None, True, False, 0, 1, -1, 10**30, 0.5, "", "x", [], {}, [[]], "9" * 64)
    match value:
        case bool():
            yield not value
        case int():
            yield from (value + 1, value - 1, -value, float(value), str(value))
        case str():
            yield from (value.upper(), value.lower(), value + " ", value[:-1], value[::-1], [value])
        case list():
            yield from (value[:-1], value[::-1], [*value, *value[-1:]], [*value, "quit"], value[1:])
            if value:
                at = rng.randrange(len(value))
                before, after = value[:at], value[at + 1 :]
                yield from (before + after, [*before, "quit", *after], [*before, "1", *after])
                if isinstance(value[at], int):
                    yield [*before, value[at] + 1, *after]
        case dict():
            yield from ({**value, name: other} for name in value for other in (7, None, [1], True))
            yield from ({**value, **more} for more in OPTIONS)


def forged(lines: Lines, rng: Random) -> list[dict[str, Any]]:
    """The game's lines with a field changed, or some."""
    fields = [decode(line.encode()) for line in lines]
    for _ in range(rng.choice((1, 1, 2, 3))):
        at = rng.choice([at for at, line in enumerate(fields) if line["kind"] not in ("rename", "daily")])
        line = fields[at]
        names = [name for name in (*line, *MAY_HAVE.get(line["kind"], ())) if name not in ELSEWHERE]
        name = rng.choice(names)
        value = rng.choice([*others(line.get(name), rng), *LIKELY.get(name, []) * 4])
        fields[at] = {**line, name: value}
        if value is None and rng.random() < 0.5:
            del fields[at][name]
    return fields


def test_its_verdict_on_forged_lines_is_the_audits(tmp_path: Path, matches: list[Lines]) -> None:
    by_kind: dict[tuple[str, str], list[Lines]] = {}
    for lines in [*(game for journal in GOLDEN for game in games_of(journal)), *matches]:
        began, ended = json.loads(lines[0]), json.loads(lines[-1])
        by_kind.setdefault((ended["kind"], ended.get("door") or began["door"]), []).append(lines)
    assert len(by_kind) >= 12
    rng, games, faults = Random(4), list[Lines](), list[list[str]]()
    for kind in sorted(by_kind):
        for _ in range(60):
            entries = chained(forged(rng.choice(by_kind[kind]), rng), ZERO, "2026-11")
            (tmp_path / "2026-11.jsonl").write_bytes(b"".join(entry.raw + b"\n" for entry in entries))
            faults.append([fault.reason for fault in audit(tmp_path, BY_SLUG).faults])
            games.append([entry.raw.decode() for entry in entries])
    said = verdicts(games, tmp_path)
    differ = [
        (why, verdict, lines)
        for lines, why, verdict in zip(games, faults, said, strict=True)
        if (not why) != (verdict[0] == "proved") and not any(map(is_beyond_the_game, why))
    ]
    assert differ == []
    assert sum(verdict == "proved" for verdict, _, _ in said) > 30


def is_beyond_the_game(reason: str) -> bool:
    """True for what the script says that it doesn't check."""
    return "would not have chosen" in reason or "free turn" in reason


@pytest.mark.parametrize(
    ("change", "verdict", "reason"),
    [
        ({"options": {"no_such": 1}}, "unknown", "option_unknown"),
        ({"door": "pig"}, "refused", "other_turn"),
        ({"score": 5.5}, "refused", "field_wrong"),
        ({"kind": ["game"]}, "refused", "field_wrong"),
        ({"kind": "constructor"}, "unknown", "line_missing"),
        ({"moves": ["quit"]}, "refused", "other_score"),
        ({"seed": "00" * 32}, "refused", "other_seed"),
        ({"month": "2026-01"}, "refused", "other_month"),
    ],
)
def test_it_says_why(tmp_path: Path, change: dict[str, Any], verdict: str, reason: str) -> None:
    turn, game = next(
        lines
        for journal in GOLDEN
        for lines in games_of(journal)
        if '"kind":"game"' in lines[-1] and '"door":"shutbox"' in lines[-1]
    )
    changed = json.dumps({**json.loads(game), **change})
    assert [one[:2] for one in verdicts([[turn, changed], [game], [turn, "{"]], tmp_path)] == [
        (verdict, reason), ("unknown", "line_missing"), ("refused", "not_json"),
    ]  # fmt: skip
