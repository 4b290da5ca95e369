"""What computers chose, in the audit: our own always pass, nonsense is named, and the cost is bounded."""

import hashlib
import itertools
import json
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import game_lines
import pytest
from effort import examples
from hypothesis import given
from hypothesis import strategies as st
from records_kit import NOON, write_journal

from door import cli
from door.games.chance import Chance, commitment
from door.games.game import COMPUTER
from door.games.microlink import rules as tiles
from door.games.record import Record
from door.games.switchbox import computer as search
from door.games.switchbox import rules as balls
from door.records.audit.audit import SAMPLE, Report, audit
from door.records.journal.lines import Fields, stamp
from door.screens.doors import DOORS, find
from door.settings.skeleton import init

pytestmark = pytest.mark.files("it has no store")

BY_SLUG = {door.INFO.slug: door for door in DOORS}
ALL = 1_000_000


def seed_of(number: int) -> bytes:
    return hashlib.sha256(f"computers {number}".encode()).digest()


def played(slug: str, options: dict[str, Any], seats: Sequence[str], seed: bytes, rng: Random) -> list[str]:
    """A game's moves: computers choose as at the board, the caller like one of the quick levels."""
    game = find(slug).game
    position = game.rules.new(game.info.complete(options), seats, Chance(seed))
    moves: list[str] = []
    while not (status := game.rules.status(position)).ended:
        made = next(filter(None, (choice(slug, position, seat, seats, rng) for seat in status.movers)))
        position = game.rules.apply(position, made)
        moves.append(made)
    return moves


def choice(slug: str, position: Any, seat: int, seats: Sequence[str], rng: Random) -> str:
    game = find(slug).game
    assert game.rules.computer is not None
    if seat:
        level = seats[seat].removeprefix(COMPUTER) if seat < len(seats) else game.info.players.computers[0]
        return game.rules.computer(position, seat, level)
    if slug == "mindbuster":
        code = "".join(rng.choices(position.palette, k=position.holes))
        return f"code {code}" if position.phase == "code" else code
    if slug == "switchbox" and seat != position.stand.mover:
        return balls.GIFT + balls.random_ball(position) if rng.random() < 0.2 else ""
    if slug == "switchbox":
        return balls.random_ball(position) if rng.random() < 0.3 else str(rng.randint(1, 8))
    return game.rules.computer(position, 0, rng.choice(game.info.players.computers))


def wrong(slug: str, options: dict[str, Any], seats: Sequence[str], seed: bytes, moves: list[str]) -> str:
    door = find(slug)
    return door.wrong_choice(
        Record(door.INFO.complete(options), tuple(seats), Chance(seed), tuple(moves)), ALL
    )[1]


SIZES = st.fixed_dictionaries({"holes": st.sampled_from((4, 5)), "colours": st.integers(3, 6)})
VARIANTS = st.fixed_dictionaries(
    {name: st.booleans() for name in ("gifts", "limited_passes", "go_on", "lowball")}
)


@st.composite
def games(draw: st.DrawFn) -> tuple[str, dict[str, Any], list[str]]:
    """A door, what differs from its options, and seats with a computer among them."""
    slug = draw(st.sampled_from(("microlink", "mindbuster", "switchbox")))
    levels = [
        f"{COMPUTER}{level}"
        for level in find(slug).INFO.players.computers
        if level not in ("expert", "master")
    ]
    if slug == "mindbuster":
        level = draw(st.sampled_from(levels))
        return slug, {**draw(SIZES), "level": level.removeprefix(COMPUTER)}, ["Ann", level]
    if slug == "switchbox":
        return slug, draw(VARIANTS), ["Ann", draw(st.sampled_from(levels))]
    return slug, {}, ["Ann", *draw(st.lists(st.sampled_from([*levels, "computer:expert"]), max_size=3))]


@examples(40, deadline=None)
@given(games(), st.binary(min_size=32, max_size=32), st.randoms(use_true_random=False))
def test_what_our_computers_choose_is_what_their_levels_choose(game, seed, rng):
    slug, options, seats = game
    moves = played(slug, options, seats, seed, rng)
    assert wrong(slug, options, seats, seed, moves) == ""
    assert wrong(slug, options, seats, seed, [*moves[: len(moves) // 2], "quit"]) == "", "anybody may give up"


@pytest.mark.whole("computers")
def test_the_deepest_thinkers_choose_the_same_again():
    for level in ("expert", "master"):
        seats = ["Ann", COMPUTER + level]
        game = find("switchbox").game.rules.new(find("switchbox").INFO.defaults(), seats, Chance(seed_of(1)))
        moves = []
        for _ in range(6):
            moves.append("3" if game.stand.mover == 0 else search.choose(game, level))
            game = balls.apply(game, moves[-1])
        assert wrong("switchbox", {}, seats, seed_of(1), moves) == ""


def stopped(looks: int) -> search.Clock:
    """A clock by which the time is up after so many looks."""
    return itertools.chain([0.0] * (looks + 1), itertools.repeat(9.9)).__next__


@pytest.mark.parametrize("looks", [0, 1, 5, 40, 150])
def test_a_computer_that_a_busy_machine_stopped_is_not_accused(looks):
    """Wherever the clock ends its thinking."""
    seats = ["Ann", "computer:master"]
    game = balls.new_game(find("switchbox").INFO.defaults(), seats, Chance(seed_of(2)))
    moves = ["4"]
    game = balls.apply(game, "4")
    moves.append(search.choose(game, "master", stopped(looks)))
    assert wrong("switchbox", {}, seats, seed_of(2), moves) == ""


@pytest.mark.whole("computers")
def test_nor_is_one_that_was_stopped_while_it_thought_of_a_gift():
    seats, rng, options = ["Ann", "computer:skilled"], Random(6), {"gifts": True}
    for number in range(12):
        moves = played("switchbox", options, seats, seed_of(number), rng)
        position = balls.new_game(find("switchbox").INFO.complete(options), seats, Chance(seed_of(number)))
        for at, move in enumerate(moves):
            if balls.movers(position)[:1] == (1,) and position.stand.mover == 0:
                for looks in (0, 3, 9, 15):
                    if search.gives_ball(position, "skilled", stopped(looks)):
                        made = [*moves[:at], balls.GIFT + balls.random_ball(position), "quit"]
                        assert wrong("switchbox", options, seats, seed_of(number), made) == ""
            position = balls.apply(position, move)


def test_the_level_of_a_seat_that_nobody_is_named_for_is_judged_too():
    seed = seed_of(4)
    options = {"level": "lisa"}
    named = played("mindbuster", options, ["Ann", "computer:lisa"], seed, Random(4))
    assert wrong("mindbuster", options, ["Ann"], seed, named) == ""
    nonsense = ["code RRRR", "WWWW", "RRRW", "WWWW", "KKKK", "quit"]
    assert "computer:homer would not" in wrong("mindbuster", options, ["Ann"], seed, nonsense)


def booked(
    slug: str, seats: Sequence[str], seed: bytes, moves: list[str], number: int, **options: Any
) -> list[Fields]:
    """The `turn` and `game` lines of a game, as a forger would write them."""
    door, id, t = find(slug), f"{number:016x}", stamp(NOON + timedelta(minutes=number))
    full = door.INFO.complete(options)
    outcome = door.replay(Record(full, tuple(seats), Chance(seed), tuple(moves)))
    kept, who = door.INFO.journal_options(full), seats[0]
    turn = game_lines.turn(t, id, slug, who, "2025-11-21", False, kept, commitment(seed))
    game = game_lines.game(t, id, slug, who, list(seats), kept, seed.hex(), moves, outcome.score, "2025-11")
    return [turn, game]


def nonsense(slug: str, number: int) -> list[Fields]:
    """A game whose computer plays what its level never would, given up after that."""
    if slug == "mindbuster":
        seats, moves = ["Ann", "computer:watson"], ["code RWBG", "KKKK", "KKKK", "YYYY", "KKKK", "quit"]
        return booked(slug, seats, seed_of(number), moves, number)
    seats = ["Ann", "computer:expert" if slug == "microlink" else "computer:skilled"]
    game, seed = find(slug).game, seed_of(number)
    position, moves = game.rules.new(game.info.defaults(), seats, Chance(seed)), []
    while True:
        (seat,) = game.rules.status(position).movers
        assert game.rules.computer is not None
        made = game.rules.computer(position, seat, seats[1].removeprefix(COMPUTER))
        if seat:
            others = [move for move in legal(slug, position) if move != made]
            if others:
                return booked(slug, seats, seed, [*moves, others[0], "quit"], number)
        moves.append(made)
        position = game.rules.apply(position, made)


def legal(slug: str, position: Any) -> Sequence[str]:
    return tiles.legal(position) if slug == "microlink" else [str(entry) for entry in range(1, 9)]


def of(folder: Path, fields: list[Fields], **more: Any) -> Report:
    write_journal(folder, {"2025-11": fields})
    return audit(folder, BY_SLUG, **more)


@pytest.mark.parametrize("slug", ["mindbuster", "microlink", "switchbox"])
@pytest.mark.parametrize("computers", [False, True], ids=["plain", "--computers"])
def test_a_computer_that_played_nonsense_is_named(tmp_path, slug, computers):
    report = of(tmp_path, nonsense(slug, 7), computers=computers)
    assert [(fault.line, "would not have chosen" in fault.reason) for fault in report.faults] == [(2, True)]
    assert (report.with_computers, report.sampled) == (1, None)


def test_a_gift_that_nobody_would_give_is_named_and_so_is_one_withheld():
    seats, rng = ["Ann", "computer:beginner"], Random(5)
    for number in range(40):
        seed = seed_of(100 + number)
        moves = played("switchbox", {"gifts": True}, seats, seed, rng)
        given = [at for at, move in enumerate(moves) if move.startswith(balls.GIFT)]
        for at in given:
            door = find("switchbox")
            position = door.game.rules.new(door.INFO.complete({"gifts": True}), seats, Chance(seed))
            for move in moves[:at]:
                position = door.game.rules.apply(position, move)
            if position.stand.by == 1:
                kept_back = [*moves[:at], "1", "quit"]
                told = f"move {at + 1}: computer:beginner would not have chosen nothing there"
                assert wrong("switchbox", {"gifts": True}, seats, seed, kept_back) == told
                return
    pytest.fail("no computer gave a ball away")


def duels(count: int) -> list[Fields]:
    """Honest duels with Watson, then one of nonsense."""
    seats, fields = ["Ann", "computer:watson"], []
    for number in range(count):
        moves = played("mindbuster", {}, seats, seed_of(number), Random(number))
        fields += booked("mindbuster", seats, seed_of(number), moves, number)
    return [*fields, *nonsense("mindbuster", count)]


@pytest.mark.whole("computers")
def test_a_sample_is_bounded_told_and_the_same_for_the_same_journal(tmp_path):
    fields = duels(30)
    seen = set()
    for extra in range(12):  # a line more, another head: another sample
        weather = [{"kind": "weather", "t": stamp(NOON + timedelta(days=1)), "n": n} for n in range(extra)]
        report = of(tmp_path, [*fields, *weather])
        assert (report.with_computers, report.sampled) == (31, SAMPLE)
        assert of(tmp_path, [*fields, *weather]) == report
        seen.add(len(report.faults))
    assert seen == {0, 1}, "now and then the forged one is among them"
    whole = of(tmp_path, fields, computers=True)
    assert [fault.line for fault in whole.faults] == [62] and whole.sampled is None


def test_a_sample_of_games_without_a_computer_s_move_has_none(tmp_path):
    seats = ["Ann", "computer:expert"]
    games = [booked("microlink", seats, seed_of(at), ["quit"], at) for at in range(SAMPLE + 1)]
    report = of(tmp_path, [line for game in games for line in game])
    assert (report.faults, report.with_computers, report.sampled) == ((), SAMPLE + 1, 0)


def test_the_command_says_what_it_looked_at(tmp_path, capsys):
    init(tmp_path / "board")
    journal = tmp_path / "board" / "data" / "journal"
    journal.mkdir(parents=True)
    write_journal(journal, {"2025-11": duels(30)})
    cli.main(["--board", str(tmp_path / "board"), "audit"])
    told = "Computers played in 31 games: 32 of their moves were checked"
    assert told in capsys.readouterr().out
    assert cli.main(["--board", str(tmp_path / "board"), "audit", "--computers"]) == 1
    said = capsys.readouterr()
    assert "Computers played in 31 games: all their moves were checked." in said.out
    assert "2025-11.jsonl:62: move " in said.err and "computer:watson would not have chosen" in said.err
    assert json.loads(journal.joinpath("2025-11.jsonl").read_bytes().splitlines()[61])["kind"] == "game"
