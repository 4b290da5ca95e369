"""How a match may end: honest ones of every kind are proved, results that contradict themselves are not."""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from each import each
from effort import share
from random_matches import KINDS, Played, after_it, legal_move, random_match
from records_kit import take_lines, write_journal

from door.play.match.values import out_of_time, time_left
from door.records.audit.audit import audit
from door.records.journal.grammar import fits
from door.records.journal.lines import ZERO, Fields, chain_lines, stamp
from door.records.ledger.ladder import Strength
from door.records.ledger.ledger import Ledger
from door.screens.doors import DOORS

pytestmark = pytest.mark.files("it has no store")

BY_SLUG = {door.INFO.slug: door for door in DOORS}
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
MATCHES = int(os.environ.get("DOOR_MATCHES", "150"))


def faults(folder: Path, *lines: Fields) -> list[str]:
    write_journal(folder, {"2026-11": list(lines)})
    return [fault.reason for fault in audit(folder, BY_SLUG).faults]


def test_honest_matches_of_every_kind_are_proved(tmp_path):
    lines, seen, now = list[Fields](), set[tuple[str, bool, str]](), NOON
    for number in range(MATCHES):
        played = random_match(Random(number), now, KINDS[number % len(KINDS)])
        lines += played.lines()
        seen.add((played.slug, played.race, played.match.end))
        now = after_it(played)
    assert all(map(fits, lines))
    assert {end for _, _, end in seen} == {"over", "time", "resigned", "aborted", "claimed"}
    write_journal(tmp_path, {"2026-11": lines})
    report = audit(tmp_path, BY_SLUG)
    assert (report.faults, report.games) == ((), MATCHES)


def a_match(end: str, door: str = "switchbox", race: bool = False, **terms: Any) -> tuple[Fields, Fields]:
    """The lines of a match of two callers that ended so."""
    played = Played(door, race, Random(1), NOON, agreed={"clock": "5+10", "rated": True, **terms})
    while played.match.stage == "play" and (end == "over" or len(played.match.made) < 6):
        played.now += timedelta(milliseconds=100)
        played.move()
    if end == "resigned":
        played.do("resign", seat=played.match.movers[0])
    elif end == "time":
        played.now += timedelta(days=1)
        played.do("time", seat=out_of_time(played.match, played.match.ms_at(stamp(played.now))))
    assert played.match.end == end
    return played.lines()


def later(line: Fields, **time: float) -> Fields:
    """The line at a later time."""
    moment = datetime.fromisoformat(line["t"]) + timedelta(**time)
    return {**line, "t": moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")}


def without(line: Fields, *names: str) -> Fields:
    return {name: value for name, value in line.items() if name not in names}


def lost(f: Fields, seat: int, end: str) -> Fields:
    """The same match, ended so by that seat, which is last."""
    return {**f, "end": end, "by": seat, "left": [seat], "places": [2, 1] if seat == 0 else [1, 2]}


def winner(f: Fields) -> int:
    return int(f["places"].index(1))


def last(f: Fields) -> int:
    """When the last move was made, in milliseconds."""
    return max(f["times"], default=0)


Forgery = Callable[[Fields], Fields]
FORGED: dict[str, tuple[dict[str, Any], Forgery, str]] = {
    "a winner who left": (
        {"end": "over"},
        lambda f: without(lost(f, winner(f), "over"), "by"),
        "all callers but one had left",
    ),
    "a whole game that was resigned": (
        {"end": "over"},
        lambda f: lost(f, winner(f), "resigned"),
        "go on to the end",
    ),
    "a whole race that was resigned": (
        {"end": "over", "race": True},
        lambda f: lost(f, winner(f), "resigned"),
        "go on to the end",
    ),
    "a whole race that was lost on time": (
        {"end": "over", "race": True},
        lambda f: lost(f, winner(f), "time"),
        "go on to the end",
    ),
    "a whole race that was claimed": (
        {"end": "over", "race": True},
        lambda f: lost(f, winner(f), "claimed"),
        "go on to the end",
    ),
    "a whole game that was aborted": (
        {"end": "over"},
        lambda f: {**f, "end": "aborted", "places": [0, 0]},
        "go on to the end",
    ),
    "time of the seat that was not to move, by days": (
        {"end": "time", "clock": "1d"},
        lambda f: later(lost(f, 1 - f["by"], "time"), days=9),
        "not by's turn",
    ),
    "time of the seat that was not to move, live": (
        {"end": "time", "clock": "1+0"},
        lambda f: later(lost(f, 1 - f["by"], "time"), days=9),
        "not by's turn",
    ),
    "time that was not over": (
        {"end": "resigned", "clock": "3d"},
        lambda f: {**f, "end": "time"},
        "was not over",
    ),
    "time on a clock that stood": (
        {"end": "time", "clock": "1+0"},
        lambda f: {**f, "clocks": [[last(f), ""]]},
        "time was not over",
    ),
    "a game by days that was claimed": (
        {"end": "time", "clock": "1d"},
        lambda f: {**f, "end": "claimed"},
        "can be claimed",
    ),
    "a claimed game that was not rated": (
        {"end": "time", "clock": "5+10", "rated": False},
        lambda f: {**f, "end": "claimed"},
        "can be claimed",
    ),
    "a game claimed while it was adjourned": (
        {"end": "time", "clock": "5+10"},
        lambda f: {**f, "end": "claimed", "clocks": [[1, ""], [0, "1+0"]]},
        "can be claimed",
    ),
    "aborted by one when all had moved": (
        {"end": "time"},
        lambda f: {**without(f, "left"), "end": "aborted", "places": [0, 0]},
        "everybody had moved",
    ),
    "nobody who left": ({"end": "resigned"}, lambda f: without(f, "by", "left"), "left must list"),
    "another who left": ({"end": "resigned"}, lambda f: {**f, "left": [1 - f["by"]]}, "left last"),
    "both left": ({"end": "resigned"}, lambda f: {**f, "left": [1 - f["by"], f["by"]]}, "all callers have"),
    "one who left twice": ({"end": "resigned"}, lambda f: {**f, "left": [f["by"]] * 2}, "each once"),
    "a seat that is not there": (
        {"end": "resigned"},
        lambda f: {**f, "left": [7, f["by"]]},
        "left must list",
    ),
    "by a seat that is not there": (
        {"end": "resigned"},
        lambda f: {**f, "by": 7, "left": [7]},
        "left must list",
    ),
    "by somebody, and played to its end": ({"end": "over"}, lambda f: {**f, "by": 1}, "nobody ended"),
    "places turned round": (
        {"end": "over", "race": True},
        lambda f: {**f, "places": [3 - place for place in f["places"]]},
        "the places don't match",
    ),
    "negative times": (
        {"end": "over"},
        lambda f: {**f, "times": [-5, *f["times"][1:]]},
        "before the start",
    ),
    "times in the future": (
        {"end": "over"},
        lambda f: {**f, "times": [*f["times"][:-1], last(f) + 10**8]},
        "after the end",
    ),
    "a line a minute and a bit before the last move": (
        {"end": "over"},
        lambda f: later(f, minutes=-1, milliseconds=-1),
        "after the end",
    ),
    "a move that the rules refuse": (
        {"end": "over"},
        lambda f: {**f, "moves": [*f["moves"][:2], "no", *f["moves"][3:]]},
        "a move is refused: move 3: ",
    ),
    "a move without its time": (
        {"end": "over"},
        lambda f: {**f, "times": f["times"][:-1]},
        "times must have one entry per move",
    ),
    "a race of one": (
        {"end": "over", "race": True},
        lambda f: {**f, "places": [1], **{name: f[name][:1] for name in ("moves", "times", "scores")}},
        "times must have one entry per move",
    ),
    "a clock in the future": (
        {"end": "over"},
        lambda f: {**f, "clocks": [[10**9, "1+0"]]},
        "after the end",
    ),
    "a clock before the beginning": (
        {"end": "over"},
        lambda f: {**f, "clocks": [[-1, "1+0"]]},
        "before the start",
    ),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_result_that_contradicts_itself_is_named(tmp_path, name):
    wanted, forge, reason = FORGED[name]
    table, match = a_match(**wanted)
    assert faults(tmp_path, table, match) == faults(tmp_path, table, later(match, minutes=-1)) == []
    (told,) = faults(tmp_path, table, forge(match))
    assert reason in told


def under_way(door: str, race: bool, clock: str, what: str = "", seconds: Sequence[float] = ()) -> Played:
    """A rated match. After three moves its callers agree on something, or the board stops for an hour, which
    is noted from half a minute before the last move on."""
    played = Played(door, race, Random(1), NOON, agreed={"clock": clock, "rated": True})
    for number, gap in enumerate(seconds):
        ms = played.match.ms_at(stamp(played.now))
        played.now += timedelta(seconds=gap)
        if number == 3 and what == "stop":
            played.now += timedelta(hours=1)
            played.do("pause", **{"from": ms - 30_000, "to": ms + 3_600_000})
        elif number == 3 and what:
            for seat in (0, 1):
                played.do("offer", seat=seat, what=what)
            if what == "adjourn":
                played.now += timedelta(hours=1)
                for seat in (0, 1):
                    played.attempt("go", seat=seat)
        seat = number % 2 if race else played.match.movers[0]
        move = legal_move(played.match.positions[seat if race else 0], played.rng)
        played.do("move", seat=seat, move=move, computer=True)
    assert played.match.movers == ((0, 1) if race else (1,))
    return played


@each("what", ["", "adjourn", "clock 3d", "clock 3+2", "stop"])
@pytest.mark.parametrize("clock", ["1d", "5+10"])
@pytest.mark.parametrize(("door", "race"), [("switchbox", False), ("microlink", True)])
def test_time_is_over_when_the_board_says_so(tmp_path, door, race, clock, what):
    """The line may be a minute early, and no more."""
    played = under_way(door, race, clock, what, (5, 70, 90, 33, 20))
    ms = played.match.ms_at(stamp(played.now))
    left, seat = min((time_left(played.match, seat, ms), seat) for seat in played.match.movers)
    played.now += timedelta(milliseconds=left)
    played.do("time", seat=seat)
    table, match = played.lines()
    assert faults(tmp_path, table, match) == faults(tmp_path, table, later(match, minutes=-1)) == []
    (told,) = faults(tmp_path, table, later(match, minutes=-1, milliseconds=-1))
    assert told == "its time was not over"


@pytest.mark.parametrize(("gap", "why"), [(120, []), (120.001, ["another seat ran out of time first"])])
def test_of_two_whose_time_is_over_at_a_race_the_first_loses_give_or_take_two_minutes(tmp_path, gap, why):
    played = under_way("microlink", True, "1d", seconds=(5, 70, 9, gap, gap))
    played.now += timedelta(days=2)
    played.do("time", seat=1)
    table, match = played.lines()
    assert faults(tmp_path, table, match) == []
    assert faults(tmp_path, table, lost(match, 0, "time")) == why


def test_two_of_four_play_on_without_the_others(tmp_path):
    table, match = random_match(Random(11), NOON, ("microlink", False)).lines()
    assert (len(match["seats"]), match["left"], match["end"]) == (4, [3, 0], "over")
    assert faults(tmp_path, table, match) == []
    assert "all callers but one had left" in faults(tmp_path, table, {**match, "left": [3, 0, 1]})[0]


def test_a_match_has_the_computers_of_its_table(tmp_path):
    expert, skilled = ({"seats": ["Ann", f"computer:{level}"]} for level in ("expert", "skilled"))
    table, match = a_match("over", rated=False)
    assert faults(tmp_path, {**table, **expert}, {**match, **expert}) == []
    assert "differ from those of its table" in faults(tmp_path, {**table, **expert}, {**match, **skilled})[0]


def test_a_race_of_three_and_a_race_with_a_computer(tmp_path):
    table, match = a_match("over", race=True)
    three = [{**f, "seats": [*f["seats"], "Cid"]} for f in (table, match)]
    assert "with a caller in at least one" in faults(tmp_path, three[0])[0]
    assert (
        "no computer" in faults(tmp_path, {**table, "rated": False, "seats": ["Ann", "computer:expert"]})[0]
    )
    assert "seals belong to hidden codes" in faults(tmp_path, {**table, "seals": ["0" * 64] * 2})[0]
    assert "after the line's time" in faults(tmp_path, {**table, "begun": later(table, hours=1)["t"]})[0]


def ratings(*lines: Fields) -> dict[str, dict[str, Strength]]:
    ledger = Ledger(BY_SLUG)
    take_lines(ledger, chain_lines(lines, ZERO, "2026-11"))
    return ledger.ladder.strengths


def bent(match: Fields, rng: Random) -> Iterator[Fields]:
    """The line with one to three of its fields changed, the places made to fit or not."""
    seats = len(match["seats"])
    change: dict[str, Callable[[], Any]] = {
        "end": lambda: rng.choice(("over", "resigned", "time", "aborted", "claimed")),
        "by": lambda: rng.choice((None, 0, 1, seats - 1, seats, -1, True)),
        "left": lambda: rng.choice((None, [], [0], [1], [0, 1], [1, 0], [1, 1], [seats], [-1])),
        "places": lambda: rng.choice(([1, 2], [2, 1], [1, 1], [0, 0], [1, 2, 3], [], match["places"][::-1])),
        "scores": lambda: rng.choice((match["scores"][::-1], [0] * seats, match["scores"][:-1])),
        "clocks": lambda: rng.choice(
            (None, [[0, ""]], [[0, "1+0"]], [[5, "7d"], [4, ""]], [[-9, "1d"]], [["0", ""]])
        ),
        "times": lambda: rng.choice(
            (match["times"][::-1], match["times"][:-1], [[]], [], [0] * len(match["times"]))
        ),
        "seats": lambda: rng.choice((match["seats"][::-1], match["seats"][:-1], [*match["seats"], "Eve"])),
        "salts": lambda: rng.choice((None, [], ["0" * 32] * 2)),
    }
    while True:
        made = dict(match)
        for name in rng.sample(sorted(change), rng.randint(1, 3)):
            if (value := change[name]()) is None:
                made.pop(name, None)
            else:
                made[name] = value
        if rng.random() < 0.5 and type(seat := made.get("by")) is int and 0 <= seat < 2:
            made |= {"places": [2, 1] if seat == 0 else [1, 2], "left": [seat]}
        yield made


def no_journal_can_tell(match: Fields, forged: Fields) -> bool:
    """Who gave up a game that did not end, whether all agreed to abort it or on another clock, and at a race
    whose time was over first within two minutes."""
    if match["end"] == "over" or forged["end"] == "over":
        return False
    race = bool(match["moves"]) and isinstance(match["moves"][0], list)
    another_clock = match.get("clocks") != forged.get("clocks")
    return forged["end"] != "time" or another_clock or (race and match["end"] == "time")


@pytest.mark.whole("forgeries")
def test_no_other_result_passes(tmp_path):
    passed, rng = [], Random(1)
    for number in range(share(MATCHES) // 2):
        table, match = random_match(Random(number), NOON, KINDS[number % len(KINDS)]).lines()
        want, forgeries = ratings(table, match), bent(match, rng)
        for _ in range(20):
            forged = next(forgeries)
            told = faults(tmp_path, table, forged)
            if not told and ratings(table, forged) != want and not no_journal_can_tell(match, forged):
                passed.append((match, forged))
    assert passed == [], json.dumps(passed[0])
