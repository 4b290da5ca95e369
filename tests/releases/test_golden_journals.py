"""The journals of every release, proved for ever.

Law: a changed rule is a new option whose default is the old way.  Whatever a release wrote into a
journal the next ones must prove, move by move, and add up to the same tables; so each release's
journal lies under tests/releases/journals/, with what it came to beside it, and nothing there is ever changed
or taken away.  A release adds its own (`tests/support/lay_journal.py`), and it is tested here as it
lies there.

A door's tables may learn to tell more than they did, and the words of a replay may change; scores,
moves, standings, winners and what the tables told before may not.
"""

import json
import re
import shutil
from pathlib import Path

import pytest
from effort import some
from journal_facts import GAMES, facts_of, kept, lines_of, told

from door import cli
from door.games.chance import Chance
from door.games.record import Record
from door.records.journal.lines import ZERO, digest, encode
from door.screens.doors import DOORS
from door.settings.skeleton import init

RELEASES = sorted(path for path in (Path(__file__).parent / "journals").iterdir() if path.is_dir())
BY_SLUG = {door.INFO.slug: door for door in DOORS}
whole = pytest.mark.whole("examples")
HEX = re.compile(r"[0-9a-f]{16,}")


@pytest.fixture(params=RELEASES, ids=lambda path: path.name)
def release(request):
    return request.param


@pytest.fixture
def laid(release):
    """The facts laid down beside the journal."""
    return json.loads((release / "facts.json").read_text(encoding="utf-8"))


@pytest.fixture
def board(release, tmp_path):
    """A board whose journal is a copy of the release's."""
    home = tmp_path / "board"
    init(home)
    shutil.copytree(release / "journal", home / "data" / "journal")
    return home


@pytest.fixture
def door(board, capsys):
    def run(*words):
        code = cli.main(["--board", str(board), *words])
        return code, *capsys.readouterr()

    return run


def test_there_are_journals():
    assert "release_1_0_0" in [path.name for path in RELEASES]


def test_the_audit_proves_every_game(laid, door):
    code, out, err = door("audit")
    assert (code, err) == (0, "")
    lines, games = (int(number.replace(",", "")) for number in re.findall(r"[\d,]+", out)[:2])
    assert (lines, games) == (sum(laid["lines"].values()), len(laid["scores"]))
    assert laid["head"] in out


@pytest.mark.whole("computers")
def test_every_computer_chose_as_its_level_did_in_that_release(release):
    """The first choices of each game: the whole of one against the master takes seconds."""
    looked_at = 0
    for game in some([line for line in lines_of(release / "journal") if line["kind"] in GAMES]):
        door = BY_SLUG[game["door"]]
        options, chance = door.INFO.complete(game["options"]), Chance(bytes.fromhex(game["seed"]))
        count, why = door.wrong_choice(
            Record(options, tuple(game["seats"]), chance, tuple(game["moves"])), 12
        )
        assert why == "", game["id"]
        looked_at += count
    assert looked_at > 100


def test_the_tables_are_what_they_were(laid, board, tmp_path):
    now = facts_of(board / "data" / "journal", BY_SLUG, tmp_path)
    for name in ("lines", "head", "scores", "standings", "winners", "daily"):
        assert now[name] == laid[name], name
    for slug, tally in laid["tallies"].items():
        assert kept(tally, now["tallies"][slug]), slug


def test_replays_tell_the_same_moves(laid, door):
    for id, text in laid["replays"].items():
        code, out, err = door("replay", id)
        assert (code, err) == (0, "")
        assert told(out) == told(text), id
        assert set(HEX.findall(text)) <= set(HEX.findall(out)), "its id, seed and commitment"


def altered(journal, change):
    """Changes the last game of each kind at each door, and makes the chain fit again; which lines
    these are, and which declare winners."""
    games = {(f["kind"], f["door"]): f["id"] for f in lines_of(journal) if f["kind"] in GAMES}
    prev, touched, winners = ZERO, set(), set()
    for path in sorted(journal.glob("*.jsonl")):
        rows = [json.loads(line) for line in path.read_bytes().splitlines()]
        for number, row in enumerate(rows, start=1):
            if games.get((row["kind"], row.get("door"))) == row.get("id", ""):
                row.update(change(row))
                touched.add(f"{path.name}:{number}")
            elif row["kind"] == "winners":
                winners.add(f"{path.name}:{number}")
            row["prev"] = prev
            prev = digest(encode(row))
        path.write_bytes(b"".join(encode(row) + b"\n" for row in rows))
    assert games and len(touched) == len(games)
    return touched, winners


@pytest.mark.whole("forgeries")
@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda game: {"score": game["score"] + 1}, marks=whole),
        lambda game: {"moves": game["moves"][:-1]},
        pytest.param(lambda game: {"moves": [*game["moves"], game["moves"][-1]]}, marks=whole),
        lambda game: {"seed": game["seed"][2:] + game["seed"][:2]},
    ],
    ids=["score", "move left out", "move put in", "seed"],
)
def test_the_audit_refuses_an_altered_game(laid, board, door, change):
    touched, winners = altered(board / "data" / "journal", change)
    code, _, err = door("audit")
    named = {line.partition(": ")[0] for line in err.splitlines()}
    assert code == 1
    assert touched <= named <= touched | winners, "each altered line is named, and no honest game"


@pytest.mark.whole("forgeries")
def test_the_tables_show_an_altered_score(laid, board, tmp_path):
    altered(board / "data" / "journal", lambda game: {"score": game["score"] + 1})
    now = facts_of(board / "data" / "journal", BY_SLUG, tmp_path)
    assert not any(now[name] == laid[name] for name in ("head", "scores", "standings"))
    assert not all(kept(tally, now["tallies"][slug]) for slug, tally in laid["tallies"].items())


def test_what_is_kept_may_grow_and_not_shrink():
    laid = {"games": 2, "best": [[5, "Ann"]], "levels": {"casual": {"won": 1}}}
    assert kept(laid, {**laid, "levels": {"casual": {"won": 1, "tied": 0}, "expert": {}}})
    assert not kept(laid, {**laid, "levels": {"casual": {"won": 2}}})
    assert not kept(laid, {**laid, "best": [[5, "Ann"], [4, "Bob"]]})
    assert not kept(laid, {"games": 2, "best": [[5, "Ann"]]})
