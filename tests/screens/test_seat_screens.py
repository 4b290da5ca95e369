"""What a table shows to each pair of eyes: screens as they were looked at, and nothing that is hidden."""

from dataclasses import replace

import golden
import pytest
from effort import examples
from heard import heard
from hypothesis import assume, given
from hypothesis import strategies as st
from seated import Table
from whole import against_borders

from door.games.chance import Chance
from door.play.match.view import Rated
from door.term.keys import Key, Line
from door.ui.screen import Tick, View

SMALL, WIDE = View(), View(132, 49)
VIEWS = (SMALL, WIDE, View(mono=True), View(ascii=True))


def forming():
    table = Table("switchbox", words=True, clock="5+10", to="Bob")
    table.ratings = ("1512", "1500?")
    return table.follow("Ann")


def playing():
    table = Table("switchbox", clock="5+10").sat("Bob")
    table.ratings = ("1512", "1500?")
    ann, bob = table.follow("Ann"), table.follow("Bob")
    ann.rest().press("3")
    bob.press("q 1")
    bob.rest()
    return ann.rest()


def listed():
    ann = playing()
    ann.table.do(do="offer", seat=1, what="clock 3d")
    return ann.press("q")


def gone():
    ann = playing()
    ann.table.drops(ann.table.calls[1], 60)
    return ann.press("left")


def over():
    table = Table("mindbuster", clock="3d").sat("Bob")
    ann, bob = table.follow("Ann"), table.follow("Bob")
    ann.press("c g g y k enter")
    bob.press("c r w b g enter")
    for call, keys in ((ann, "r r w w"), (bob, "y y g g"), (ann, "r w b g"), (bob, "k k k k")):
        call.rest().press(f"{keys} enter")
    bob.rest().press("y")
    table.rated = (Rated(1662, 1701, 3), Rated(1533, 1499, 0))
    table.tell()
    return ann.rest()


def ready():
    table = Table("mindbuster", clock="3d").sat("Bob")
    table.do(do="say", who="Bob", text="hello")
    return table.follow("Ann")


def ignoring():
    table = Table("microlink", seats=4).sat("Bob", "computer:expert", "Cid")
    ann = table.follow("Ann")
    ann.send(replace(table.followed(0), ignored=(3,)))
    return ann.rest().press("q i")


def talking(key="t"):
    ann = playing()
    for who, text in (("Bob", "Hello, Ann!"), ("Ann", "Hello!"), ("Bob", "w" * 70), ("Bob", "Good luck!")):
        ann.table.do(do="say", who=who, text=text)
    return ann.rest().press(key).type("Thanks")


SCENES = {
    "talking": talking,
    "chatting": lambda: talking("c"),
    "ready": ready,
    "ignoring": ignoring,
    "forming": forming,
    "playing": playing,
    "list": listed,
    "gone": gone,
    "over": over,
}
WIDES = {"playing_wide": playing, "list_wide": listed}


@golden.screens("seat", SCENES)
def test_screens_as_they_were_looked_at(name):
    call = SCENES[name]()
    golden.check_canvas(f"seat_{name}", call.door.draw(call.state, SMALL), SMALL)


@golden.screens("seat", WIDES)
def test_wide_screens_as_they_were_looked_at(name):
    view = View(112, 23)
    call = WIDES[name]()
    golden.check_canvas(f"seat_{name}", call.door.draw(call.state, view), view)


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("view", VIEWS)
def test_every_key_on_the_last_rows_is_one_that_can_be_clicked_and_nothing_is_cut(name, view):
    call = SCENES[name]()
    canvas = call.door.draw(call.state, view)
    assert canvas.cols <= view.cols and canvas.rows == 23
    assert "»" not in canvas.text()
    assert any(isinstance(spot.target, Key) for spot in canvas.spots if spot.y == 22)


@pytest.mark.parametrize("cols", [100, 132])
def test_who_sits_at_a_live_rated_table_stands_beside_it_by_name(cols):
    ann, bob = "Wilhelmina Frederika", "Bartholomew Fitz-Ann"
    table = Table("switchbox", clock="15+10", by=ann).sat(bob)
    table.ratings = ("1512", "1500?")
    call = table.follow(ann).rest()
    text = call.door.draw(call.state, View(cols, 49)).text()
    assert against_borders("\n".join(row[80:] for row in text.split("\n"))) == []
    seats = [line for line in text.split("\n") if any(who[: cols - 90] in line[80:] for who in (ann, bob))]
    assert len(seats) == 2 and text.count("15 min") == 3 and "1512 15 min" in text


LOOKS = (
    "h",
    "a",
    "b",
    "c",
    "l",
    "q",
    "v",
    "t",
    "esc",
    "f1",
    "f5",
    "enter",
    "motion",
    "clock",
    "left",
    "time",
)


def sees(call):
    """All that a caller's terminal is sent: every picture, and all that plain mode has to say."""
    pictures = tuple(call.door.draw(call.state, view) for view in VIEWS)
    return [(canvas.cells, canvas.cursor) for canvas in pictures], call.door.tell(None, call.state)


def same(one, other, keys):
    """Whether two callers see and hear the same, whichever of these they press."""
    for key in ("", *keys):
        for call in (one, other):
            event = Tick(key) if key in ("motion", "clock") else Line("time") if key == "time" else Key(key)
            if key:
                call.send(event)
        assert sees(one) == sees(other), key
        assert one.door.tell(one.state, one.state) == other.door.tell(other.state, other.state)
        assert heard(one) == heard(other)
        assert one.effects == other.effects


def sealed_alike(*tables):
    """The same seal for all: it tells nothing, and would be the only difference."""
    for table in tables:
        table.match = replace(table.match, terms=replace(table.match.terms, commit="ab" * 32))


codes = st.text("RWBGYK", min_size=4, max_size=4)
looks = st.lists(st.sampled_from(LOOKS), max_size=8)


def duel(code, before):
    table = Table("mindbuster", words=True).sat("Bob")
    table.do(do="word", seat=1, text=code if before == "word" else "pear")
    if before == "word":
        return table
    table.do(do="word", seat=0, text="")
    if before == "play":
        table.do(do="hide", seat=0, code="RWBG", salt="11" * 16)
    table.do(do="hide", seat=1, code=code, salt="22" * 16)
    return table


@examples(15, deadline=None)
@given(codes, codes, looks, st.sampled_from(("Ann", "Eve")), st.sampled_from(("word", "hidden", "play")))
def test_nobody_sees_the_other_code_or_word(one, other, keys, caller, before):
    guesses = caller == "Ann" and before == "play" and {"a", "enter"} <= {*keys}
    assume(not guesses)  # a guess made is scored: that may differ
    tables = duel(one, before), duel(other, before)
    sealed_alike(*tables)
    for table in tables:  # what is sealed is shown; that two seals differ says nothing of the codes
        hidden = [code and SealedAlike(*code) for code in table.match.codes]
        table.match = replace(table.match, codes=tuple(hidden))
    same(*(table.follow(caller) for table in tables), keys)


class SealedAlike(tuple):
    """A hidden code whose seal is as any other's."""

    def __new__(cls, code, salt):
        return super().__new__(cls, (code, salt))

    code = property(lambda self: self[0])
    salt = property(lambda self: self[1])
    seal = "cd" * 32


def first_rolls():
    """Two seeds of which the first roll is the same, and the second is not."""
    found = {}
    for number in range(1, 400):
        chance = Chance(seed_bytes(number))
        first, after = chance.roll()
        second, _ = after.roll()
        if first in found and found[first][1] != second:
            return found[first][0], number
        found.setdefault(first, (number, second))
    raise AssertionError("none found")


def seed_bytes(number):
    return bytes.fromhex(Table("microlink", seed=number).match.terms.seed)


@examples(15, deadline=None)
@given(looks, st.sampled_from(("Ann", "Bob", "Eve")), st.booleans())
def test_nobody_sees_the_next_dice(keys, caller, race):
    tables = [Table("microlink", seed=number, race=race) for number in first_rolls()]
    sealed_alike(*tables)
    same(*(table.sat("Bob").follow(caller) for table in tables), keys)


@examples(15, deadline=None)
@given(st.data(), looks, st.sampled_from(("Bob", "Eve")))
def test_of_who_races_nobody_sees_which_moves_were_made(data, keys, caller):
    tables = [Table("thieves", race=True).sat("Bob") for _ in range(2)]
    made = []
    for table in tables:
        for _ in range(2):
            options = [move for move in ("turn", *"1234567") if playable(table, move)]
            made.append(data.draw(st.sampled_from(options)))
            table.do(do="move", seat=0, move=made[-1])
    assume(made[:2] != made[2:])
    same(*(table.follow(caller) for table in tables), keys)


def playable(table, move):
    try:
        table.game.rules.apply(table.match.positions[0], move)
    except Exception:
        return False
    return True
