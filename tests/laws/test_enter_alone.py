"""Plain mode at every door: ENTER alone says again what one needs to decide, wherever a move is asked for."""

import re
from random import Random
from typing import Any

import pytest
from door_events import BY_SLUG
from seated import Call, Table

from door.games.game import elsewhere
from door.games.shutbox.rules import legal, move_text
from door.screens.doors import find
from door.screens.pages import help
from door.screens.state import is_hiding
from door.testing.stage import Stage

NEEDED = {
    "shutbox": (r"Roll: \d \+ \d = \d+", r"Open: [\d ]+"),
    "microlink": (r"Turn \d of 5.*", r"Roll: \d \+ \d = \d+", r"Open: [\d ]+"),
    "thieves": (r"Stack 1: .*", r"Stack 7: .*", r"Current: .*", r"Stock: \d+ .*"),
    "switchbox": (r"Round \d of 4, .*", r"Level 1, .*", r"Level 5, .*", r"Points: .*"),
    "mindbuster": (r"Colours: 1 R Red, .*",),
}
"""What is needed to decide, of all that a caller is told who comes to the game now: the last line of each
kind.  At MindBuster all rows are, too; at another door all that it says."""

MOVES = {
    "shutbox": lambda random, game: move_text(random.choice(legal(game.open, game.total))),
    "microlink": lambda random, game: move_text(random.choice(legal(game.box.open, game.box.total))),
    "thieves": lambda random, game: str(random.choice(game.fitting)) if game.fitting else "turn",
    "switchbox": lambda random, game: random.choice("12345678"),
    "mindbuster": lambda random, game: "".join(random.choices("RWBGYK", k=4)),
}


def needed(slug: str, told: tuple[str, ...], to_roll: bool = False) -> list[str]:
    """The lines of a whole telling that one needs to decide; who waits for a first roll hears whose turn."""
    kinds = NEEDED[slug][:1] if to_roll else NEEDED[slug]
    found = [[line for line in told if re.fullmatch(kind, line)] for kind in kinds]
    assert all(found), f"{slug}: {told}"
    rows = [line for line in told if re.match(r"\w+ \d+: [RWBGYK] ", line)] if slug == "mindbuster" else []
    return [*(lines[-1] for lines in found), *rows]


def onwards(stage: Stage) -> None:
    """Past whatever waits for ENTER."""
    while stage.state.frames:
        stage.say("")


def heard_again(stage: Stage) -> None:
    """ENTER alone says what one needs, and changes nothing."""
    before = stage.state
    slug, told = stage.door.INFO.slug, stage.door.tell(None, before).lines
    wanted = needed(slug, told) if slug in NEEDED else stage.door.game.words.say(None, before.table)
    *said, prompt = stage.say("")
    assert [line for line in wanted if line not in said] == [], said
    assert prompt == stage.door.tell(None, before).prompt
    assert stage.state.table == before.table and stage.state.scene == "play" and not stage.state.page.name


@BY_SLUG
@pytest.mark.parametrize("seed", [1, 2])
def test_enter_alone_says_again_what_one_needs_at_every_move(door, seed):
    stage, random = Stage(door, plain=True, straight=True, first_seed=seed), Random(seed)
    for _ in range(12):
        onwards(stage)
        if stage.state.scene != "play":
            break
        heard_again(stage)
        if door.INFO.slug not in MOVES:
            break
        stage.say(MOVES[door.INFO.slug](random, stage.position))


ASIDE = [("?", "q"), ("?", "x"), ("xyzzy",), ("t",), ("q", "play on"), ("new", "n"), ("settings", ""), ("u",)]


@BY_SLUG
@pytest.mark.parametrize("lines", ASIDE)
def test_so_it_does_after_help_errors_and_questions(door, lines):
    stage = Stage(door, plain=True, straight=True)
    onwards(stage)
    stage.say(*lines)
    heard_again(stage)


@BY_SLUG
def test_what_to_type_names_it(door):
    stage = Stage(door, plain=True)
    pages = {page.title: " ".join(page.lines) for page in help.help_pages(door.game, stage.state)}
    around = pages["Around the game"]
    assert "Enter alone says again what you need" in around
    assert "alone" in pages.get("What to type", around) and "Enter" in pages.get("What to type", around)


@pytest.mark.parametrize("slug", ["shutbox", "microlink"])
def test_a_choice_made_once_more_is_heard_again_too(slug):
    door, random = find(slug), Random(1)
    stage = Stage(door, plain=True, straight=True)
    while stage.state.scene == "play":
        onwards(stage)
        if stage.state.scene == "play":
            stage.say(MOVES[slug](random, stage.position))
    stage.say("c")
    told = stage.say("1")
    before = stage.state.again
    assert needed(slug, tuple(told))[-2:] == needed(slug, tuple(stage.say("")))[-2:]
    assert stage.state.again == before


TABLES = [
    ("switchbox", False), ("microlink", False), ("mindbuster", False), ("shutbox", True), ("thieves", True),
    ("mindbuster", True), ("switchbox", True), ("microlink", True),
]  # fmt: skip


def by_lines(door: str, race: bool) -> tuple[Table, Call, Call]:
    """Ann and Bob at the board, both in plain mode, codes hidden where there are any."""
    table = Table(door, race=race, clock="5+10").sat("Bob")
    for seat in (0, 1) if door == "mindbuster" and not race else ():
        table.do(do="hide", seat=seat, code="RWBG", salt=f"{seat}" * 32)
    return table, table.follow("Ann", plain=True), table.follow("Bob", plain=True)


def at_table(call: Call, slug: str, before: Any) -> None:
    """ENTER alone says the board and the clocks to that caller."""
    game = call.position
    to_roll = slug == "microlink" and elsewhere(before.table, game.seat) and not game.steps
    wanted = needed(slug, call.door.tell(None, before).lines, to_roll)
    said = call.say("")
    assert [line for line in wanted if line not in said] == [], said
    assert f"{call.state.seat.followed.standing}." in said
    assert call.state.seat.match == before.seat.match and not call.left and not call.state.page.name


@pytest.mark.parametrize(("slug", "race"), TABLES)
def test_both_at_a_table_and_who_looks_on_hear_the_board_again(slug, race):
    table, ann, bob = by_lines(slug, race)
    eve, random = table.follow("Eve", plain=True), Random(3)
    for _ in range(5):
        if table.match.stage != "play":
            break
        mover = next(call for call in (ann, bob) if call.seat in table.match.movers)
        for call in (ann, bob) if race else (ann, bob, eve):
            if call.state.frames:
                call.say("")
            if race and call.seat not in table.match.movers:  # its own game is over
                assert call.state.seat.followed.standing in call.say("")[-2]
            else:
                at_table(call, slug, call.state)
        mover.say(MOVES[slug](random, mover.position))
    if race:
        assert eve.say("")[:1] == [f"{find(slug).INFO.name()}, a table."] and not eve.left


@pytest.mark.parametrize(("slug", "race"), TABLES)
@pytest.mark.parametrize(
    "lines",
    [
        ("say hello",),
        ("time",),
        ("resign", "n"),
        ("q", ""),
        ("q", "say hi Bob", ""),
        ("?", "q"),
        ("xyzzy",),
        ("adjourn",),
        ("chat", ""),
    ],
)
def test_so_they_do_after_talk_the_time_and_the_table_s_list(slug, race, lines):
    table, ann, bob = by_lines(slug, race)
    table.do(do="say", seat=1, who="Bob", text="Good luck!")
    for call in (ann, bob):
        if call.state.frames:
            call.say("")
        call.say(*lines)
        at_table(call, slug, call.state)


def test_the_table_s_list_takes_what_the_prompt_promised():
    _, ann, bob = by_lines("switchbox", False)
    before = bob.state
    assert "Ann: hi Bob" in ann.say("q", "say hi Bob") and "Ann: hi Bob" in bob.hears(before)
    *_, told, prompt = ann.say("time")
    assert told.startswith("Your move") and prompt == "Which? (Enter goes back)"


def test_before_the_game_it_says_the_table_and_gives_no_word():
    table = Table("switchbox", words=True)
    ann = table.follow("Ann", plain=True)
    for _ in range(2):
        assert ann.say("")[0] == "Switchbox, a table."
    table.sat("Bob")
    eve = table.follow("Eve", plain=True)
    assert eve.say("") and eve.left == (table.match.stage != "play")


def test_a_code_is_hidden_with_its_colours_said_again():
    table = Table("mindbuster").sat("Bob")
    ann = table.follow("Ann", plain=True)
    assert ann.say("")[0] == "MindBuster!, a table."
    ann.say("c")
    assert ann.say("")[0].startswith("Colours: 1 R Red") and is_hiding(ann.state)


@pytest.mark.parametrize("at_table", [False, True])
def test_the_coach_speaks_a_page_at_a_time(at_table):
    random = Random(1)
    if at_table:
        table, ann, _ = by_lines("microlink", False)
        while table.match.stage != "over":
            seat = table.match.movers[0]
            table.do(do="move", seat=seat, move=MOVES["microlink"](random, table.match.positions[0]))
        stage: Any = ann
        ann.rest()
    else:
        stage = Stage(find("microlink"), plain=True, straight=True)
        while stage.state.scene == "play":
            onwards(stage)
            if stage.state.scene == "play":
                stage.say(MOVES["microlink"](random, stage.position))
    more = "Enter for more, q to stop:"
    *said, prompt = stage.say("c")
    pages = [said]
    assert prompt == more and len(said) < 20
    while prompt == more:
        *said, prompt = stage.say("")
        pages.append(said)
    assert len(pages) > 2 and sum(map(len, pages)) > 20 and all(len(page) < 20 for page in pages)
    assert prompt.startswith("Rematch, " if at_table else "Play again?")
    stage.say("" if not at_table else "time")
    assert stage.say("c", "q")[-1] == prompt and not stage.left
    assert stage.say("c", "xyzzy")[-2].startswith('"xyzzy" is not one')
    assert any("instead?" in line for line in stage.say("c", "1"))
