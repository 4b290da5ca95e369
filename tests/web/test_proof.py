"""proof.js, run by node: its verdict is the audit's, on every honest game and on forged lines."""

import json
from collections import Counter
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from forgeries import NODE, NOON, SCRIPT, differences, faults, honest, proofs, solo, verdicts
from random_matches import KINDS, random_match
from records_kit import write_journal

from door.play.replay import play_solo
from door.records.journal.lines import ZERO, chain_lines, stamp
from door.screens.doors import find
from door.web.games import Games, HandleChanges

RELEASES = Path(__file__).parents[1] / "releases"

pytestmark = pytest.mark.skipif(NODE is None, reason="node is not installed")

Lines = list[str]


def games_of(journal: Path) -> list[Lines]:
    """The lines of every finished game of a journal."""
    games = Games(journal, HandleChanges(journal).read(), lambda handle: handle)
    months = sorted(path.stem for path in journal.glob("*.jsonl"))
    return [list(game.lines) for month in months for game in games.month(month)]


released = cache(games_of)


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


def test_the_script_is_short_enough_to_read():
    lines = SCRIPT.read_text().splitlines()
    assert len(lines) <= 480
    assert [line for line in lines if len(line) > 110] == []


@pytest.mark.parametrize("journal", GOLDEN, ids=lambda path: f"{path.relative_to(RELEASES)}")
def test_every_game_of_every_release_is_proved(journal):
    said = verdicts(released(journal))
    assert {verdict for verdict, _, _ in said} <= {"proved"}, next(one for one in said if one[0] != "proved")


def test_matches_of_every_kind_are_proved(matches):
    assert {verdict for verdict, _, _ in verdicts(matches)} == {"proved"}


@pytest.mark.whole("forgeries")
def test_its_verdict_on_forged_lines_is_the_audits(tmp_path):
    rng, seen = Random(4), Counter[str]()
    assert differences(honest(rng), rng, 700, tmp_path, seen) == []
    assert seen["proved"] > 100 and seen["refused"] > 200


def both(lines: list[dict[str, Any]], folder: Path) -> tuple[list[str], str]:
    """The audit's faults and the script's verdict on these lines."""
    raws = [line.raw for line in chain_lines(lines, ZERO, "2026-11")]
    [(verdict, _, _)] = verdicts([[raw.decode() for raw in raws]])
    return faults(raws, folder), verdict


def rename(line: dict[str, Any], caller: str, to: str) -> dict[str, Any]:
    return {"kind": "rename", "t": line["t"], "caller": caller, "to": to, "id": ""}


@pytest.mark.parametrize(
    ("handle", "later", "same"),
    [
        ("Straße", "STRASSE", True), ("ΣΑΣ", "σας", True), ("ﬁn", "FIN", True), ("ᾳ", "ΑΙ", True),
        ("Iı", "iı", True), ("Iı", "II", False), ("Zoë", "Zoe", False), ("Ann", "Ann ", False),
    ],
)  # fmt: skip
def test_handles_are_the_same_for_both(tmp_path, handle, later, same):
    turn, game = solo(Random(1), "shutbox")
    why, verdict = both([{**turn, "caller": handle}, {**game, "caller": later, "seats": [later]}], tmp_path)
    assert (not why, verdict == "proved") == (same, same)


@pytest.mark.parametrize(
    ("seats", "fine"),
    [
        (["Straße", "STRASSE"], False), (["Ann", "ann "], False), (["Ann", "\u3000ANN"], False),
        (["Ann", "\x1cAnn"], False), (["Ann", "\ufeffAnn"], True), (["ı", "i"], True),
    ],
)  # fmt: skip
def test_nobody_sits_twice_for_both(tmp_path, seats, fine):
    table, match = random_match(Random(7), NOON, ("switchbox", False)).lines()
    assert len(match["seats"]) == 2 and not any(seat.startswith("computer:") for seat in match["seats"])
    why, verdict = both([{**table, "seats": seats}, {**match, "seats": seats}], tmp_path)
    assert (not why, verdict == "proved") == (fine, fine)


@pytest.mark.parametrize(
    ("changes", "now", "fine"),
    [
        (["Bea", "Cleo"], "Ann", True), (["Bea", "Cleo"], "Bea", True), (["Bea", "Cleo"], "Cleo", True),
        (["Bea", "Cleo"], "Dora", False), (["Bea", ""], "Bea", True), (["", "Bea"], "Bea", False),
    ],
)  # fmt: skip
def test_a_match_may_end_under_any_handle_since(tmp_path, changes, now, fine):
    table, match = random_match(Random(7), NOON, ("switchbox", False)).lines()
    handle, between = "Ann", []
    for to in changes:
        gone = {"kind": "remove", "t": table["t"], "caller": handle}
        between.append(rename(table, handle, to) if to else gone)
        handle = to or handle
    lines = [table, *between, {**match, "seats": [now, match["seats"][1]]}]
    why, verdict = both(lines, tmp_path)
    assert (not why, verdict == "proved") == (fine, fine)
    write_journal(tmp_path / "page", {"2026-11": lines})
    if fine:
        [own] = games_of(tmp_path / "page")
        assert verdicts([own])[0][0] == "proved"


@pytest.mark.parametrize(("now", "fine"), [("Ann", True), ("Bea", False), ("Cleo", True)])
def test_a_game_alone_may_end_under_its_first_or_its_present_handle(tmp_path, now, fine):
    turn, game = solo(Random(1), "shutbox")
    between = [rename(turn, "Ann", "Bea"), rename(turn, "Bea", "Cleo")]
    lines = [{**turn, "caller": "Ann"}, *between, {**game, "caller": now, "seats": [now]}]
    why, verdict = both(lines, tmp_path)
    assert (not why, verdict == "proved") == (fine, fine)


@pytest.mark.parametrize(
    ("t", "fine"),
    [
        ("T12:00:60.000Z", True),
        ("T12:00:60.999+00:00", True),
        ("T12:00:61.000Z", False),
        ("T24:00:00.000Z", False),
    ],
)
def test_a_leap_second_is_a_time_for_both(tmp_path, t, fine):
    turn, game = solo(Random(1), "shutbox")
    why, verdict = both(
        [{**turn, "t": f"2026-11-21{t}"}, {**game, "t": "2026-11-21T13:00:00.000Z"}], tmp_path
    )
    assert (not why, verdict == "proved") == (fine, fine)


@pytest.mark.parametrize(
    ("slug", "option", "fine"),
    [
        ("thieves", "choose_jokers", True), ("shutbox", "choose_jokers", False), ("shutbox", "daily", True),
        ("thieves", "contest_levels", False), ("shutbox", "constructor", False),
    ],
)  # fmt: skip
def test_options_of_other_doors_are_unknown_to_both(tmp_path, slug, option, fine):
    turn, game = solo(Random(1), slug)
    options = {**turn["options"], option: True}
    why, verdict = both([{**turn, "options": options}, {**game, "options": options}], tmp_path)
    assert (not why, verdict == "proved") == (fine, fine)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"score":', '"score":999,"score":'), ('"v":1', '"v": 1'), ('"v":1', '"v":1,"a":1'),
        ('"v":1', '"v":1,"zz":' + 100 * "[" + 100 * "]"), ('"v":1', '"v":1,"zz":1.'),
    ],
)  # fmt: skip
def test_spellings_that_both_refuse(tmp_path, old, new):
    turn, game = (line.raw for line in chain_lines(solo(Random(1), "shutbox"), ZERO, "2026-11"))
    odd = game.decode().replace(old, new, 1)
    assert odd != game.decode()
    [(honest, _, _), (verdict, _, _)] = verdicts([[turn.decode(), game.decode()], [turn.decode(), odd]])
    assert (honest, verdict) == ("proved", "refused")
    assert faults([turn, odd.encode()], tmp_path)


def test_odd_numbers_in_fields_that_nobody_knows_harm_neither(tmp_path):
    turn, game = (line.raw.decode() for line in chain_lines(solo(Random(1), "shutbox"), ZERO, "2026-11"))
    table, match = (
        line.raw.decode()
        for line in chain_lines(random_match(Random(7), NOON, ("switchbox", False)).lines(), ZERO, "2026-11")
    )
    for first, last in ((turn, game), (table, match)):
        odd = last[:-1] + ',"zz":1e999}'
        assert faults([first.encode(), odd.encode()], tmp_path) == []
        assert verdicts([[first, odd]])[0][0] == "proved"


@pytest.mark.parametrize(("seconds", "fine"), [(0, True), (60, True), (61, False), (4 * 86_400, False)])
def test_an_unsealed_daily_game_follows_its_reveal_within_a_minute(tmp_path, seconds, fine):
    lines = next(
        game
        for game in (solo(Random(n), "shutbox", daily=True) for n in range(99))
        if len(game) == 4 and game[-1]["moves"][-1] != "quit"
    )
    *before, last = lines
    late = stamp(datetime.fromisoformat(last["t"]) + timedelta(seconds=seconds))
    why, verdict = both([*before, {**last, "t": late}], tmp_path)
    assert (not why, verdict == "proved") == (fine, fine)


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
def test_it_says_why(change, verdict, reason):
    turn, game = next(
        lines
        for journal in GOLDEN
        for lines in released(journal)
        if '"kind":"game"' in lines[-1] and '"door":"shutbox"' in lines[-1]
    )
    changed = json.dumps({**json.loads(game), **change}, sort_keys=True, separators=(",", ":"))
    assert [one[:2] for one in verdicts([[turn, changed], [game], [turn, "{"]])] == [
        (verdict, reason), ("unknown", "line_missing"), ("refused", "not_json"),
    ]  # fmt: skip


def test_each_guess_shows_its_pegs():
    """A step of a code game has the pegs that the board gave for it, in place of a score."""
    rng, door = Random(11), find("mindbuster")
    games = [solo(rng, "mindbuster") for _ in range(6)]
    texts = [[one.raw.decode() for one in chain_lines(game, ZERO, "2026-11")] for game in games]
    for (began, ended), (verdict, _, _, steps) in zip(games, proofs(texts), strict=True):
        record = door.record_of({**ended, "words": began.get("words", ())})
        rows = play_solo(door.game, record).position.history(0)
        pegs = ["●" * black + "○" * white or "–" for _, (black, white) in rows]
        guesses = [step for step in steps if step["move"] != "quit"]
        assert (verdict, [step["score"] for step in guesses]) == ("proved", pegs) and pegs
        assert {step["given"] for step in guesses} == {"guess"}
