"""Events for doors, and checks that hold after any of them."""

from __future__ import annotations

import string
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from hypothesis import strategies as st

from door.games.game import Front, Status
from door.play.api import Booked, News, Sealed, Thought
from door.play.books import Books, Daily, PlaceRow
from door.screens.door import GameDoor
from door.term.canvas import CODE
from door.term.charset import CP437
from door.term.keys import NAMED, Key, Line, Mouse
from door.testing.stage import Stage
from door.ui.screen import No, Tick, View
from door.ui.texts import tr
from door.ui.widgets import centre

VIEWS = (View(), View(132, 49), View(80, 23, mono=True), View(80, 23, ascii=True), View(200, 60, mouse=True))
GLYPHS = frozenset(CP437) | set(" ▖▗▘▝▚▞▙▛▜▟")
ROWS = tuple(PlaceRow(place, f"Caller {place}", 999_999 - place, 1000) for place in range(1, 11))
DAILY = Daily("2026-11-21", "ab" * 32, may_play=True, month=ROWS, last_day="2026-11-20", last=ROWS[:3])
FULL = Books("2026-11", ROWS, "2026-10", ROWS[:3], 7, 123_456, 999, 99, daily=DAILY)
NAMES: Final = st.sampled_from(
    ("", " ", "Bob", "bob ", "Guest 2", " guest 2", "Guest 3", "ZOË", "computer:expert", "a|b", "x" * 30, "½")
)
TYPED = [*string.ascii_letters, *string.digits, *string.punctuation, " ", "é", "☺"]

KEYS = st.sampled_from(sorted(NAMED) + TYPED).map(Key)
LINES = st.sampled_from(
    ["", *"?ptynv1hlgcsdu-+q", "2 6", "box", "name2 Bob", "new", "x" * 200, "9 9", "²"]
).map(Line)
MOUSE = st.builds(
    Mouse,
    st.integers(-2, 140),
    st.integers(-2, 60),
    st.sampled_from(["press", "drag", "release", "wheel-up", "wheel-down"]),
    st.sampled_from(["left", "middle", "right", ""]),
    st.sampled_from([None, "nonsense", 7, Key("enter"), ("tile", 99)]),
)
OTHERS = st.sampled_from(
    [
        *(Tick(name) for name in ("motion", "idle", "")),
        *(Thought("think"), Thought("think", None, tr.play.computer_could_not_work_it_out())),
        *(
            News(Books()),
            News(FULL),
            Sealed("ab" * 32),
            No(tr.play.no_turns_left()),
            Booked("1", "00" * 32, Books()),
        ),
    ]
)


class ClickSpot(NamedTuple):
    """A click on one of the spots on the screen."""

    number: int


SPOTS = st.integers(0, 60).map(ClickSpot)
ENTER = st.just(Key("enter"))
EVENTS = st.one_of(KEYS, SPOTS, SPOTS, SPOTS, ENTER, LINES, MOUSE, OTHERS)


def happen(stage: Stage, event: Any) -> None:
    """Let an event happen. Check what the door says of it, and its scores."""
    before = stage.state
    if isinstance(event, ClickSpot):
        spots = stage.canvas.spots
        spot = spots[event.number % len(spots)] if spots else None
        stage.click(*((max(spot.x, 0), max(spot.y, 0)) if spot else (0, 0)))
    else:
        stage.send(event)
    speech = stage.door.tell(before, stage.state)
    assert all(line.isprintable() for line in (*speech.lines, speech.prompt))
    assert all(isinstance(game.score, int) for game in stage.games if game.score is not None)


def draw_choices(door: GameDoor, data: Any, caller: str = "Ann") -> dict[str, str]:
    """Draw what a caller has chosen at a door. It may be edited by hand, or come from a different release."""
    info, drawn = door.INFO, dict[str, str]()
    for _ in range(2):
        for row in door.game.board.choices(Front(info.defaults(), caller, chosen=drawn)):
            value = st.sampled_from(row.values) if row.values else NAMES
            drawn[row.key] = data.draw(value | NAMES if row.values else value, row.key)
    return drawn


def check_picture(door: GameDoor, state: Any, views: Iterable[View] = VIEWS) -> None:
    """Draw and say a state. Check what holds of any canvas and any speech."""
    for view in views:
        canvas = centre(door.draw(state, view), view.cols, view.rows)
        assert (canvas.cols, canvas.rows) == (view.cols, view.rows)
        cells = set().union(*canvas.cells)
        glyphs = {chr(cell & CODE) for cell in cells}
        assert glyphs <= GLYPHS, glyphs - GLYPHS
        assert chr(canvas.cells[-1][-1] & CODE) == " ", "the bottom-right cell is never written"
        assert all(cell >> 21 >> 4 & 15 <= 7 for cell in cells), "no bright backgrounds"
        if (rest := door.rest(state)) is not None:
            kept = centre(door.draw_rest(rest, view), view.cols, view.rows)
            door.draw_over(state, kept, view)
            assert (kept.cells, kept.spots) == (canvas.cells, canvas.spots), (
                "message, keys line and `draw` must not depend on the board: `hand` draws it"
            )
    speech = door.tell(None, state)
    assert all("\n" not in line and line.isprintable() for line in (*speech.lines, speech.prompt))


def check_scores(stage: Stage) -> None:
    """Check that every finished game replays to the same score."""
    for game in stage.games:
        if game.score is not None:
            outcome = stage.replay(game)
            assert isinstance(outcome, Status) and outcome.ended
            assert outcome.score == game.score
            full = stage.door.INFO.complete(game.options)
            assert stage.door.free_turns(full, game.moves) == outcome.free_turns
            narrated = stage.door.narrate(game.record._replace(options=full))
            assert narrated and all("\n" not in line for line in narrated)
