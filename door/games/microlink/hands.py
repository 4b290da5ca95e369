"""The caller's hand: what keys and the mouse do, by scene and by what lies over it.

Law: a key or a click becomes an action out of a table; what then happens to the game is
`table`'s.  Any key is fine in any state.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from door.games.microlink import boss, seating, table, toggles
from door.games.microlink.help import PAGES
from door.games.microlink.pages import coach_pages, stats_pages
from door.games.microlink.state import IN_PLAY, Answer, DoorSpot, Over, SeatSpot, State, counts
from door.games.microlink.toggles import DEMO, NO, YES
from door.games.shutbox.rules import tiles_of
from door.midend.api import Begin, Remember
from door.term.keys import Key, Mouse
from door.ui.screen import Bell, Leave, Wake
from door.ui.widgets import turn_page

FLASH_SECONDS: Final = 0.5

# -- beginning and leaving -------------------------------------------------------------------------


def _play(state: State) -> Answer:
    """From the title page: to the game that waits, or to the set-up page."""
    if state.waiting and state.wants_rank:
        return replace(state, scene="opening", note=""), (Begin(),)
    return replace(state, scene="seating", note="", seating=replace(state.seating, row=0, note="")), ()


def sit_down(state: State) -> Answer:
    """Begins with the players of the set-up page, or says in place why they cannot sit down."""
    if state.waiting and state.wants_rank and not state.seating.practice:
        return replace(state, scene="opening"), (Begin(),)
    if reason := seating.refusal(state.seating):
        return replace(state, seating=replace(state.seating, note=reason)), (Bell(),)
    seats, ranked = seating.seats(state.seating), counts(state)
    kept = Remember("seats", seating.SEPARATOR.join(seats[1:]))
    known = state.setup.prefs.get("seats", "") == kept.value or seats[0] != state.setup.caller
    return replace(state, scene="opening"), (*(() if known else (kept,)), Begin(seats=seats, ranked=ranked))


def _again(state: State) -> Answer:
    """After a game: the set-up page, or back to the contest game that waits."""
    if state.back:
        return replace(state, scene="opening", back=False, on=state.on - {DEMO}, note=""), (Begin(),)
    return _play(state)


def _leave(state: State) -> Answer:
    return _again(state) if state.back else (state, (Leave(),))


def _ask(state: State) -> Answer:
    """Esc in a game: a demonstration ends, anything else asks."""
    if state.demo and not state.ranked:
        return table.put_away(state)
    return replace(state, over="ask", note=""), ()


def _for_later(state: State) -> Answer:
    return (replace(state, over=""), (Leave(),)) if state.ranked else (state, ())


# -- toggles ---------------------------------------------------------------------------------------


def _flip(state: State, letter: str) -> Answer:
    toggle = toggles.find(letter)
    assert toggle is not None
    if letter == DEMO and state.scene in IN_PLAY:
        if state.ranked:
            return replace(state, over="demo", note=""), ()
        if state.back:
            return table.put_away(state)
    on = toggles.flip(state.on, letter)
    state = replace(state, on=on, note=toggles.said(on, toggle))
    kept = Remember(letter, YES if letter in on else NO)
    after, effects = table.hand_over(state)
    return after, (kept, *effects)


def demonstrate(state: State, seats: tuple[str, ...]) -> Answer:
    return replace(state, scene="opening", over=""), (Begin(seats=seats, ranked=False),)


def _watch_demo(state: State) -> Answer:
    """The contest game waits, and the computer shows how it plays."""
    seats = state.game.seats if state.game is not None else ()
    return demonstrate(replace(state, back=True, on=state.on | {DEMO}, note=""), seats)


# -- keys ------------------------------------------------------------------------------------------

Act = Callable[[State], Answer]


def _point(state: State, step: int) -> Answer:
    """To the next door that can be moved, around the end."""
    assert state.game is not None
    doors = tiles_of(state.game.box.open)
    at = doors.index(state.at) if state.at in doors else 0
    return replace(state, at=doors[(at + step) % len(doors)], note=""), ()


def _number(state: State, number: int) -> Answer:
    return table.shut(state, number, not state.chosen >> number - 1 & 1)


def _press_number(number: int) -> Act:
    return lambda state: _number(state, number)


_CHOOSING: Final[dict[str, Act]] = {
    "left": lambda state: _point(state, -1),
    "right": lambda state: _point(state, 1),
    "down": lambda state: table.shut(state, state.at, True),
    "up": lambda state: table.shut(state, state.at, False),
    " ": lambda state: _number(state, state.at),
    "enter": lambda state: table.enter(state, state.chosen),
    **{str(number): _press_number(number) for number in range(1, 10)},
}
_NUMPAD: Final = {"4": "left", "6": "right", "2": "down", "8": "up"}
_GO_ON: Final[dict[str, Act]] = dict.fromkeys(("enter", " "), table.skip)


def lay(over: Over) -> Act:
    def act(state: State) -> Answer:
        effects = (Wake(FLASH_SECONDS, "flash"),) if over == "scores" and not state.still else ()
        dos = boss.boot(state.books.month) if over == "boss" else state.dos
        return replace(state, over=over, page=0, dos=dos), effects

    return act


def _coach(state: State) -> Answer:
    if coach_pages(state):
        return lay("coach")(state)
    silent = "The coach says nothing during a contest game; ask when it is over."
    return replace(state, note=silent if state.ranked else "The coach has nothing to look back on."), (
        Bell(),
    )


_BETWEEN: Final[dict[str, Act]] = {
    **dict.fromkeys(("enter", "y"), _play),
    **dict.fromkeys(("q", "esc"), _leave),
    "s": lay("stats"),
}
_SCENES: Final[dict[str, dict[str, Act]]] = {
    "title": _BETWEEN,
    "ready": _GO_ON,
    "choosing": _CHOOSING,
    "stuck": _GO_ON,
    "turn": {**_GO_ON, "c": _coach},
    "done": {**_BETWEEN, **dict.fromkeys(("enter", "y"), _again), "a": lay("scores"),
             "c": _coach},
}  # fmt: skip
_ANYWHERE: Final[dict[str, Act]] = {
    **dict.fromkeys(("h", "?", "f1"), lay("help")),
    "t": lay("ten"),
    "b": lay("boss"),
}
_DURING: Final[dict[str, Act]] = {
    "a": lay("scores"),
    "c": _coach,
    **dict.fromkeys(("q", "esc"), _ask),
}


def press(state: State, key: Key) -> Answer:
    if state.over:
        return _OVER[state.over](state, key)
    if state.idle:
        return table.put_away(state) if state.scene in IN_PLAY else (state, ())
    if state.scene == "seating":
        return _in_seating(state, key)
    name = key.name.lower()
    if "m" in state.on and state.scene == "choosing":
        name = _NUMPAD.get(name, name)
    act = act_for(state, name)
    if act is not None:
        return act(state)
    return table.skip(state) if state.scene in ("rolling", "watching") else (state, ())


def act_for(state: State, name: str) -> Act | None:
    """What that key does in this scene: its own, then what holds everywhere, then the toggles."""
    if state.scene in ("opening", "closing"):
        return None
    act = _SCENES.get(state.scene, {}).get(name) or _ANYWHERE.get(name)
    if act is None and state.scene in IN_PLAY:
        act = _DURING.get(name)
    among = toggles.ALL if state.scene == "title" else toggles.PLAY if state.scene in IN_PLAY else ()
    if act is None and toggles.find(name, among):
        return lambda state: _flip(state, name)
    return act


# -- the set-up page -------------------------------------------------------------------------------


def _in_seating(state: State, key: Key) -> Answer:
    now = state.seating
    if key.name in ("?", "f1"):
        return lay("help")(state)
    if key.name in ("esc", "ctrl-c"):
        return replace(state, scene="title", note=""), ()
    if key.name == "enter" and now.row != now.adding:
        return sit_down(state)
    after = seating.add(now) if key.name == "enter" else seating.press(now, key)
    return replace(state, seating=after), (Bell(),) if after.note else ()


def _seat_clicked(state: State, spot: SeatSpot) -> Answer:
    now = state.seating
    if not 0 <= spot.row <= now.counting:
        return state, ()
    if spot.part == "remove":
        return replace(state, seating=seating.remove(now, spot.row)), ()
    if spot.part == "kind" or spot.row == now.counting:
        return replace(state, seating=seating.turn(now, spot.row, 1)), ()
    after = seating.add(now) if spot.row == now.adding else replace(now, row=spot.row, note="")
    return replace(state, seating=after), ()


# -- what lies over --------------------------------------------------------------------------------


def close(state: State) -> Answer:
    """Back to the scene, which moves on where it had stopped."""
    return table.flow(replace(state, over="", page=0))


def _paged(count: Callable[[State], int]) -> Callable[[State, Key], Answer]:
    def turned(state: State, key: Key) -> Answer:
        page = turn_page(state.page, count(state), key)
        return close(state) if page is None else (replace(state, page=page), ())

    return turned


def _glanced(state: State, key: Key) -> Answer:
    """A page that any key closes."""
    return close(state)


def _in_boss(state: State, key: Key) -> Answer:
    if state.dos is None:
        return close(state)
    dos, done = boss.press(state.dos, key)
    return close(replace(state, dos=None)) if done else (replace(state, dos=dos), ())


_ASKING: Final[dict[str, Act]] = {
    "l": _for_later,
    "g": table.give_up,
    **dict.fromkeys(("esc", "enter", "n", "p"), close),
}
_OFFERED: Final[dict[str, Act]] = {
    **dict.fromkeys(("y", "d"), _watch_demo),
    **dict.fromkeys(("esc", "enter", "n", "p"), close),
}


def _asked(acts: dict[str, Act]) -> Callable[[State, Key], Answer]:
    def answered(state: State, key: Key) -> Answer:
        act = acts.get(key.name.lower())
        return act(state) if act else (state, ())

    return answered


_OVER: Final[dict[str, Callable[[State, Key], Answer]]] = {
    "help": _paged(lambda state: len(PAGES)),
    "stats": _paged(lambda state: len(stats_pages(state))),
    "coach": _paged(lambda state: max(len(coach_pages(state)), 1)),
    "scores": _glanced,
    "ten": _glanced,
    "boss": _in_boss,
    "ask": _asked(_ASKING),
    "demo": _asked(_OFFERED),
}


# -- mouse -----------------------------------------------------------------------------------------


def click(state: State, mouse: Mouse) -> Answer:
    if mouse.action != "press":
        return state, ()
    target = mouse.target
    if isinstance(target, Key):
        return press(state, target)
    if state.over:
        return state, ()
    if state.idle:
        return press(state, Key("enter"))
    if isinstance(target, SeatSpot) and state.scene == "seating":
        return _seat_clicked(state, target)
    if isinstance(target, DoorSpot) and state.scene == "choosing" and 1 <= target.number <= 9:
        return _number(state, target.number)
    return table.skip(state) if state.scene in ("rolling", "watching") else (state, ())
