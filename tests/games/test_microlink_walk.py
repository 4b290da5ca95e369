"""MicroLink under any hands: keys, lines, ticks and clicks in any order, and every game still proves."""

from hypothesis import given, settings
from hypothesis import strategies as st

from door.games.microlink.board import DoorSpot
from door.midend import doors
from door.midend.api import News, Thought
from door.midend.books import Books
from door.term.keys import Key, Line, Mouse
from door.testing.stage import Stage
from door.ui.screen import No, Tick, View

DOOR = doors.find("microlink")
KEYS = (
    "enter enter enter enter d y n g l esc a t b h c r f k p m w s o u 1 2 3 4 5 6 7 8 9 up down left right"
    " insert delete f1 f2 f3 pgdn q x"
)
LINES = ["", *"123456789qgdynbcta", "2 6", "ok", "dir", "a:", "settings", "seat2 expert", "practice"]
EVENTS = st.one_of(
    *[st.sampled_from([*KEYS.split(), " "]).map(Key)] * 3,
    st.sampled_from(LINES).map(Line),
    st.sampled_from(["motion", "idle", "beat"]).map(Tick),
    st.sampled_from([DoorSpot(number) for number in range(-1, 12)]).map(
        lambda target: Mouse(1, 1, target=target)
    ),
    st.sampled_from([Thought("think"), News(Books()), No("No.")]),
)
ARGV = st.sampled_from([(), ("D",), ("T",), ("R", "N"), ("B", "K", "zz")])
SEATS = st.dictionaries(
    st.sampled_from(["seat1", "seat2", "seat3", "seat4"]),
    st.sampled_from(["you", "person", "nobody", "expert", "casual", "deep"]),
)
VIEWS = (View(), View(132, 49), View(mono=True), View(ascii=True))


@settings(max_examples=150)
@given(
    st.lists(EVENTS, max_size=50),
    st.integers(1, 40),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    ARGV,
    SEATS,
)
def test_any_hands(events, seed, patient, fast, straight, argv, seats):
    stage = Stage(
        DOOR, first_seed=seed, patient=patient, fast=fast, straight=straight, argv=argv, prefs=seats
    )
    for number, event in enumerate(events):
        before = stage.state
        stage.send(event)
        speech = DOOR.tell(before, stage.state)
        assert all(line.isprintable() for line in (*speech.lines, speech.prompt))
        if number % 6 == 0:
            stage.view = VIEWS[number % len(VIEWS)]
            assert stage.canvas.rows == stage.view.rows
    for game in stage.games:
        if game.score is not None:
            assert stage.replayed(game).over and stage.replayed(game).score == game.score
        assert not game.ranked or game.seats[0] == "Ann"
