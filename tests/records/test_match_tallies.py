"""Games at tables in a door's own tables: MicroLink's Top Ten and statistics, folded from `match` lines."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from seated import Table, to_the_end

from door.games.microlink import record
from door.games.shutbox.rules import legal, move_text
from door.records.journal.lines import Fields
from door.records.ledger.ledger import Ledger
from door.records.tables.tables import match_line, table_line
from door.screens.doors import find

pytestmark = pytest.mark.files("it has no store")

MICROLINK = find("microlink")
T = "2026-11-22T20:00:00.000Z"


def played(*callers: str, race: bool = False, seed: int = 1, **terms: Any) -> Table:
    """A table of Ann's with those callers, played to its end."""
    table = Table("microlink", seed=seed, seats=len(callers) + 1, race=race, **terms)
    calls = [table.follow("Ann"), *(table.follow(who) for who in callers if ":" not in who)]
    table.sat(*(who for who in callers))
    to_the_end(table, *calls)
    return table


def lines(table: Table, id: str = "7ab1e") -> list[Fields]:
    """What the journal has of it."""
    match = replace(table.match, terms=replace(table.match.terms, id=id))
    game = table.game
    return [
        {"v": 1, "t": T, "prev": "", **line}
        for line in (table_line(game, match, "2026-11-22"), match_line(match))
    ]


def folded(*every: Fields) -> Ledger:
    ledger = Ledger({"microlink": MICROLINK})
    for fields in every:
        ledger.take(fields)
    return ledger


def ten(ledger: Ledger) -> list[tuple[int, str]]:
    return [(score, name) for score, name, _ in record.top_ten(ledger.tallies["microlink"])]


@pytest.mark.parametrize("race", [False, True])
def test_every_caller_s_score_at_a_table_enters_the_top_ten(race):
    table = played("Bob", race=race)
    scores = table.match.scores
    ledger = folded(*lines(table))
    assert sorted(ten(ledger)) == sorted([(scores[0], "Ann"), (scores[1], "Bob")])
    tally = ledger.tallies["microlink"]
    best = max(scores)
    for at, who in enumerate(("Ann", "Bob")):
        of = tally["callers"][who]
        assert (of["played"], of["ended"], of["against"], of["best"]) == (1, 1, 1, scores[at])
        assert of["won"] == (scores[at] == best)
    assert ten(folded(*lines(table), *lines(played("Bob", race=race, seed=2), "second")))[0][0] >= best


def test_computers_have_figures_and_no_place():
    table = played("Bob", "computer:expert")
    ledger = folded(*lines(table))
    assert sorted(name for _, name in ten(ledger)) == ["Ann", "Bob"]
    level = ledger.tallies["microlink"]["levels"]["expert"]
    assert (level["played"], level["best"]) == (1, table.match.scores[2])


def test_words_are_part_of_the_dice():
    table = Table("microlink", words=True)
    ann, bob = table.follow("Ann"), table.follow("Bob")
    table.sat("Bob")
    table.do(do="word", seat=0, text="a word")
    table.do(do="word", seat=1, text="")
    to_the_end(table, ann, bob)
    opened, ended = lines(table)
    assert opened["words"] == ["a word", ""]
    assert {score for score, _ in ten(folded(opened, ended))} == set(table.match.scores)
    wordless = {name: value for name, value in opened.items() if name != "words"}
    assert folded(wordless, ended).tallies["microlink"] == {"games": 1}, "other dice: no such game"


def at_random(table: Table, moves: int) -> None:
    """So many moves by whoever is to move."""
    random = Random(7)
    for _ in range(moves):
        seat = table.match.movers[0]
        game = table.match.positions[seat if table.match.terms.race else 0]
        table.do(do="move", seat=seat, move=move_text(random.choice(legal(game.box.open, game.box.total))))


@pytest.mark.parametrize("race", [False, True])
def test_a_game_that_was_resigned_is_played_and_no_more(race):
    table = Table("microlink", race=race).sat("Bob")
    at_random(table, 6)
    table.do(do="resign", seat=1)
    ledger = folded(*lines(table))
    tally = ledger.tallies["microlink"]
    assert tally["top"] == [] and {of["played"] for of in tally["callers"].values()} == {1}
    assert all(of["ended"] == of["won"] == 0 for of in tally["callers"].values())


def test_whoever_leaves_has_no_score_though_a_computer_plays_on():
    table = Table("microlink", seats=3).sat("Bob", "Cyd")
    table.do(do="resign", seat=1)
    calls = [table.follow(who) for who in ("Ann", "Cyd")]
    to_the_end(table, *calls)
    ledger = folded(*lines(table))
    assert sorted(name for _, name in ten(ledger)) == ["Ann", "Cyd"]
    assert ledger.tallies["microlink"]["callers"]["Bob"]["ended"] == 0


def test_an_aborted_game_is_in_no_table():
    table = Table("microlink").sat("Bob")
    table.do(do="abort", seat=0)
    assert "microlink" not in folded(*lines(table)).tallies


def test_a_renamed_caller_keeps_the_score_and_a_removed_one_gets_none():
    opened, ended = lines(played("Bob"))
    rename = {"v": 1, "t": T, "prev": "", "kind": "rename", "caller": "Bob", "to": "Rob"}
    remove = {"v": 1, "t": T, "prev": "", "kind": "remove", "caller": "Bob"}
    assert {name for _, name in ten(folded(opened, rename, ended))} == {"Ann", "Rob"}
    assert {name for _, name in ten(folded(opened, ended, rename))} == {"Ann", "Rob"}
    assert {name for _, name in ten(folded(opened, remove, ended))} == {"Ann"}


def test_the_words_of_an_open_table_are_kept_between_two_starts():
    opened, _ = lines(played("Bob"))
    ledger = folded({**opened, "words": ["", "a word"]})
    again = Ledger.from_json(ledger.doors, json.loads(json.dumps(ledger.to_json())))
    assert again.ladder.open == ledger.ladder.open
    assert again.ladder.open["7ab1e"].words == ("", "a word")


def test_a_line_that_cannot_be_read_is_an_error_and_one_that_cannot_be_played_has_no_position():
    door = find("shutbox")
    line = {
        "options": {},
        "seats": ["Ann"],
        "seed": "ab" * 32,
        "moves": ["quit"],
        "score": 0,
        "caller": "Ann",
    }
    assert door.read(line).position is not None
    assert door.read({**line, "moves": ["99"]}).position is None
    for changed in ({"options": {"no_such": 1}}, {"seed": None}):
        broken = {key: value for key, value in {**line, **changed}.items() if value is not None}
        with pytest.raises(KeyError):
            assert door.read(broken).position
