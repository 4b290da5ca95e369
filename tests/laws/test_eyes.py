"""What the eyes at a table may not know is in no picture, target, sentence or motion that they get.

Two games that differ by nothing but what is hidden (the other's code, the chance still to come) look, read
and answer every key alike.
"""

import itertools
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest
from at_table import DUEL, VIEW, moved, seated, seen
from effort import examples
from hypothesis import given
from hypothesis import strategies as st
from other_games import standing

from door.games.catalogue import GAMES
from door.games.chance import Chance
from door.games.company import line
from door.games.contract import Door as Game
from door.games.game import EVERYBODY, WATCHER, Act, Enter, GameView, Show
from door.games.microlink import DOOR as MICROLINK
from door.games.microlink.rules import legal as microlink_legal
from door.games.mindbuster import DOOR as MINDBUSTER
from door.games.mindbuster.rules import LETTERS, mark
from door.games.shutbox import DOOR as SHUTBOX
from door.games.shutbox.rules import legal as shutbox_legal
from door.games.shutbox.rules import move_text
from door.games.switchbox import DOOR as SWITCHBOX
from door.games.switchbox.rules import legal as switchbox_legal
from door.games.thieves import DOOR as THIEVES
from door.play.api import Setup, Sight
from door.screens.pages.result import brief
from door.screens.watch import WatchDoor
from door.term.keys import Key
from door.ui.screen import View

KEYS = [*"0123456789abcdefghijklmnopqrstuvwxyz+-=*. ", "enter", "left", "right", "up", "down", "home", "end",
        "backspace", "delete", "f5", "tab"]  # fmt: skip
LINES = ["", "3", "26", "rwbg", "1 2 3 4", "random", "=", "lines", "board", "box", "-", "a", "c"]
RANDOM = frozenset(["f4", "a", "*", "random"])
"""Keys by which a caller asks MindBuster for a row made of chance."""


def done(game: Game, table: GameView) -> list[Act | None]:
    """What every key and line comes to; a random ball is one, whichever it will be, and so is the row that
    ENTER picks."""
    acts = [game.board.key(table, Key(key)) for key in KEYS if key not in RANDOM]
    acts += [game.board.line(table, line) for line in LINES if line not in RANDOM]
    acts = [Show(table.board) if isinstance(act, Show) and act.hold else act for act in acts]
    return [Enter("+") if isinstance(act, Enter) and "+" in act.move else act for act in acts]


def told_apart(game: Game, one: GameView, other: GameView, before: tuple[GameView, GameView] | None) -> bool:
    """Whether these eyes can tell one game from the other, by what they see or by any key or line."""
    if seen(game, one, before and before[0]) != seen(game, other, before and before[1]):
        return True
    acts = done(game, one)
    if acts != done(game, other):
        return True
    for board in (act.board for act in acts if isinstance(act, Show)):
        if seen(game, one._replace(board=board)) != seen(game, other._replace(board=board)):
            return True
    return False


def changed(game: Game, table: GameView, change: Any) -> GameView:
    """The same table of a game in which something hidden is otherwise."""
    before = None if table.before is None else change(table.before)
    return standing(table, change(table.position), before)


def compared(game: Game, tables: list[GameView], change: Any) -> None:
    """No table of a game, move by move, shows that `change` has been made."""
    for last, table in itertools.pairwise([None, *tables]):
        other = changed(game, table, change)
        before = None if last is None else (last, changed(game, last, change))
        assert not told_apart(game, table, other, before)


CODE = st.text("RWBGYK", min_size=4, max_size=4)
ROW = st.text("RWBGYK-", min_size=4, max_size=4)


@lru_cache(maxsize=64)
def alike(code: str, rows: tuple[str, ...]) -> tuple[str, ...]:
    """The codes that would have scored those rows as this one did."""
    every = map("".join, itertools.product(LETTERS[:6], repeat=4))
    return tuple(other for other in every if all(mark(row, other) == mark(row, code) for row in rows))


@pytest.mark.parametrize("eyes", [0, 1, WATCHER])
@examples(25)
@given(CODE, CODE, st.lists(ROW, max_size=6), st.randoms(use_true_random=False))
def test_the_others_hidden_code_is_nowhere(eyes, own, hidden, rows, random):
    codes = [f"code {own}", f"code {hidden}"]
    tables = [seated(MINDBUSTER, codes[:n], eyes) for n in (0, 1)]
    tables.append(seated(MINDBUSTER, codes, eyes))
    for row in rows:
        if not MINDBUSTER.rules.status(tables[-1].position).ended:
            tables.append(moved(MINDBUSTER, tables[-1], row))
    game = tables[-1].position
    if game.over:
        tables.pop()
    others = random.choice(alike(hidden, game.guesses)), random.choice(alike(own, game.answers))

    def change(position: Any) -> Any:
        more = {} if eyes == 1 or not position.hidden else {"hidden": others[0]}
        return replace(position, **more, **({} if eyes == 0 or not position.own else {"own": others[1]}))

    compared(MINDBUSTER, tables, change)


def test_the_property_sees_a_code_that_shows():
    """It is not blind: once the codes lie open, they tell the games apart."""
    codes = ("code YYYB", "code YYRB")
    tables = [seated(MINDBUSTER, ["code RWBG", code, "KKKK", "RWBG"], 0) for code in codes]
    pictures = [MINDBUSTER.picture.draw(table._replace(eyes=EVERYBODY), VIEW).cells for table in tables]
    assert pictures[0] != pictures[1]
    assert told_apart(MINDBUSTER, *(seated(MINDBUSTER, [code], 0) for code in codes), None)


def otherwise(position: Any) -> Any:
    """The position with all other chance to come: dice, switches, cards that lie face down."""
    box = getattr(position, "box", None)
    if hasattr(box, "chance"):
        return replace(position, box=otherwise(box))
    more = {"stock": position.stock[::-1]} if hasattr(position, "stock") else {}
    return replace(position, chance=Chance(bytes(32), position.chance.used), **more)


def choices(game: Game, position: Any) -> list[str]:
    """Moves that can be made there."""
    if game is MICROLINK:
        return list(microlink_legal(position))
    if game is SHUTBOX:
        return [move_text(shut) for shut in shutbox_legal(position.open, position.total)]
    if game is SWITCHBOX:
        return list(switchbox_legal(position))
    if game is THIEVES:
        return [str(at) for at in position.fitting] or ["turn"]
    return ["RRWW", "BBGG", "RWBG", "YYKK"]


VERSUS: dict[str, tuple[Game, tuple[str, ...], dict[str, Any]]] = {
    "switchbox": (SWITCHBOX, DUEL, {"gifts": True, "limited_passes": True}),
    "microlink": (MICROLINK, DUEL, {}),
    "microlink of four": (MICROLINK, ("Ann", "Bob", "computer:expert", "Dot"), {}),
    "mindbuster": (MINDBUSTER, DUEL, {}),
}
RACES = {f"{game.info.slug} race": (game, ("Ann",), dict(game.info.players.race)) for game in GAMES
         if game.info.players.race is not None}  # fmt: skip
CASES = {**VERSUS, **RACES}


def test_every_game_of_tables_is_among_these():
    together = [game.info.slug for game in GAMES if game.info.players.versus is not None]
    assert set(together) == {game.info.slug for game, _, _ in VERSUS.values()}
    assert len(RACES) == 5


@pytest.mark.parametrize("case", CASES)
@examples(12, deadline=None)
@given(seed=st.integers(1, 500), steps=st.integers(0, 14), random=st.randoms(use_true_random=False))
def test_chance_to_come_is_nowhere(case, seed, steps, random):
    game, seats, more = CASES[case]
    options = {**(game.info.players.versus or {}), **more} if len(seats) > 1 else more
    made = ["code RWBG", "code YYKB"] if case == "mindbuster" else []
    for eyes in (*(at for at, seat in enumerate(seats) if not seat.startswith("computer:")), WATCHER):
        tables = [seated(game, made, eyes, seats, options, seed)]
        for _ in range(steps):
            if game.rules.status(tables[-1].position).ended:
                break
            tables.append(moved(game, tables[-1], random.choice(choices(game, tables[-1].position))))
        compared(game, tables[-3:], otherwise)


ALONE = {f"{game.info.slug} alone": (game, ("Ann",), {})
         for game in (SHUTBOX, MICROLINK, MINDBUSTER, THIEVES, SWITCHBOX)}  # fmt: skip


@pytest.mark.parametrize("case", ALONE)
@examples(10, deadline=None)
@given(seed=st.integers(1, 500), steps=st.integers(0, 14), random=st.randoms(use_true_random=False))
def test_who_watches_a_game_alone_sees_nothing_that_its_player_does_not(case, seed, steps, random):
    """Neither the chance to come nor MindBuster's code."""
    game, seats, options = ALONE[case]
    options = {"players": 1} if game is MINDBUSTER else options
    table = seated(game, [], WATCHER, seats, options, seed)
    for _ in range(steps):
        if not game.rules.status(table.position).ended:
            table = moved(game, table, random.choice(choices(game, table.position)))
    other = otherwise(table.position)
    if game is MINDBUSTER and not game.rules.status(table.position).ended:
        other = replace(other, hidden=random.choice(alike(other.hidden, other.guesses)))
    if game.rules.status(table.position).ended:
        return
    screen, drawn, said = WatchDoor(game), [], []
    for position in (table.position, other):
        shown = standing(table, position, None, kind="contest")._replace(caller="", board=None)
        look, _ = screen.start(Setup("Cid", game.info.defaults()), Sight("Ann", shown.course, ("Cid",)))
        pictures = [screen.draw(look, view) for view in (VIEW, View(132, 49))]
        drawn.append([(picture.cells, picture.spots) for picture in pictures])
        said.append((screen.tell(None, look), brief(game, shown)))
    assert drawn[0] == drawn[1] and said[0] == said[1]


AGAINST = {
    "mindbuster": (MINDBUSTER, ("Ann", "computer:lisa"), {}),
    "expanded": (MINDBUSTER, ("Ann", "computer:homer"), {"holes": 5, "colours": 8}),
    "microlink": (MICROLINK, ("Ann", "computer:expert", "Bob", "computer:expert"), {}),
    "switchbox": (SWITCHBOX, ("Ann", "computer:random"), {}),
    "variants": (SWITCHBOX, ("Ann", "computer:random"), {"gifts": True, "go_on": True, "lowball": True}),
}


def moves(game: Game, position: Any) -> list[str]:
    """The same, of any size and phase."""
    if game is not MINDBUSTER:
        return choices(game, position)
    rows = [
        "".join(row) for row in zip(*[iter(position.palette * position.holes)] * position.holes, strict=False)
    ]
    return [f"code {row}" for row in rows] if position.phase == "code" else rows


@pytest.mark.parametrize("case", AGAINST)
@examples(8, deadline=None)
@given(seed=st.integers(1, 500), random=st.randoms(use_true_random=False))
def test_what_a_computer_says_is_no_hint_and_never_what_it_said_last(case, seed, random):
    game, seats, more = AGAINST[case]
    table, heard = seated(game, [], 0, seats, more, seed), []
    for _ in range(60):
        position = table.position
        other = otherwise(position)
        if game is MINDBUSTER and position.holes == 4:
            other = replace(other, hidden=random.choice(alike(position.hidden, position.guesses)))
        said = game.picture.company(table, table)
        assert said == game.picture.company(*(standing(table, other),) * 2)
        if said.mood and (said.mood, said.number) not in [known for known, _ in heard[-1:]]:
            heard.append(((said.mood, said.number), line(said, table.commit)))
        if game.rules.status(position).ended:
            break
        table = moved(game, table, random.choice(moves(game, position)))
    assert heard[0][0] == ("greeting", 0) and len(heard) > 1
    assert all(one[1] != other[1] for one, other in itertools.pairwise(heard)), heard


@pytest.mark.parametrize("case", RACES)
def test_a_race_is_the_same_game_for_everybody(case):
    game, _, more = RACES[case]
    one, other = (seated(game, [], 0, (name,), more) for name in ("Ann", "Bob"))
    pictures = [game.picture.draw(table, VIEW).text() for table in (one, other)]
    assert pictures[0] == pictures[1].replace("Bob", "Ann")
    looked_on = game.picture.draw(seated(game, [], WATCHER, ("Ann",), more), VIEW).text()
    assert looked_on.strip() and "You " not in looked_on.splitlines()[0]


def test_a_race_gives_no_free_turn():
    options = SHUTBOX.info.complete(SHUTBOX.info.players.race)
    assert not options["free_turn"]


@pytest.mark.parametrize("case", ["switchbox", "microlink", "mindbuster"])
@examples(20, deadline=None)
@given(seed=st.integers(1, 200), steps=st.integers(0, 20), random=st.randoms(use_true_random=False))
def test_no_key_of_a_seat_makes_anothers_move(case, seed, steps, random):
    game, seats, more = VERSUS[case]
    made = ["code RWBG", "code YYKB"] if case == "mindbuster" else []
    table = seated(game, made, 0, seats, {**(game.info.players.versus or {}), **more}, seed)
    for _ in range(steps):
        if not game.rules.status(table.position).ended:
            table = moved(game, table, random.choice(choices(game, table.position)))
    status = game.rules.status(table.position)
    movers = () if status.ended else status.movers
    for let in ((), movers[:1])[: max(len(movers), 1)]:
        asked = [seat for seat in movers if seat not in let][:1]
        for eyes in (0, 1, WATCHER):
            mine = table._replace(eyes=eyes, let=let)
            entered = [act for act in done(game, mine) if isinstance(act, Enter)]
            assert bool(game.words.prompt(mine)) == ([eyes] == asked)
            assert not entered or [eyes] == asked
