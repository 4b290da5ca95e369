"""The meaning of a caller's keys, clicks and lines at any door.

There is a table for each place a caller can be in. At the board the game is asked first, then the midend. A
key or a click during a motion ends it and then does what it says, unless the game has ended: no key typed
for one page answers the next.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from door.games.contract import Door
from door.games.game import DEMO, NO, YES, Act, Choose, Do, Enter, Refuse, Show, Table, covered
from door.midend import flow, next_thing, play
from door.midend.api import NEXT_MOVE, PAST, PUZZLE, FreshEnter, OpenTables, Remember
from door.midend.pages import coach, daily, result, settings, title
from door.midend.screen import LOOKING_BACK, OVERLAYS, close, opens, read_out
from door.midend.seat import forming
from door.midend.seat import keys as table_keys
from door.midend.seat.board import end_hints, suggested
from door.midend.state import (
    PRACTICE,
    Action,
    State,
    Step,
    notice,
    recap,
    refuse,
    ring,
    say,
    seated,
    table_of,
)
from door.term.keys import Key, Line, Mouse
from door.ui.screen import Leave, Visit
from door.ui.texts import tr
from door.ui.widgets import Hint
from door.ui.words import no_choice

# -- the scenes' keys ---------------------------------------------------------------------------


def _leave(game: Door, state: State) -> Step:
    if state.awaited in (PAST.name, PUZZLE.name):
        return state._replace(awaited="", note=""), ()
    return state, (Leave(),)


def _practised(state: State) -> bool:
    return state.table is not None and state.table.kind in PRACTICE


def _again(game: Door, state: State) -> Step:
    if state.table and state.table.kind == "daily":
        return refuse(state, tr.play.daily_played_once())
    return play.practise(game, state) if _practised(state) else play.begin(game, state)


def _contest(game: Door, state: State) -> Step:
    daily = state.table is not None and state.table.kind == "daily"
    return play.begin(game, state) if daily else (state, ())


def _demo(game: Door, state: State) -> Step:
    """Let the computer play on for this keyboard, in practice."""
    if state.table is None or not _practised(state):
        return refuse(state, tr.play.no_demo_in_counting_game())
    on = state.table.choices.get(DEMO) != YES
    said = tr.play.demo_started() if on else tr.play.demo_stopped()
    state, effects = carried(game, state, state.table, Choose(DEMO, YES if on else NO, said))
    return (state, effects) if state.frames else flow.flow(game, state, effects)


def _quit(game: Door, state: State) -> Step:
    if state.seat is not None:
        return table_keys.leave_board(state)
    demo = state.table is not None and state.table.kind == "demo"
    return play.give_up(game, state) if demo else opens("leave")(game, state)


def _new(game: Door, state: State) -> Step:
    return table_keys.leave_board(state) if state.seat is not None else opens("new")(game, state)


def _replay(game: Door, state: State) -> Step:
    """Replay the recorded game move by move."""
    if _practised(state):
        return refuse(state, tr.play.practice_not_recorded())
    if state.table and state.table.kind == "daily":
        return refuse(state, tr.play.daily_not_open_yet())
    return state, ((Visit("replay", state.booked.id),) if state.booked else ())


def _tables(game: Door, state: State) -> Step:
    return (state, (OpenTables(),)) if state.setup.tables else opens("bulletin")(game, state)


def _next(game: Door, state: State) -> Step:
    """Do what the end page suggests."""
    found = result.suggestion(game, state)
    match found.what if found else "":
        case next_thing.MOVE:
            return state, (Visit("tables", NEXT_MOVE),)
        case next_thing.PUZZLE:
            return daily.ask_puzzle(game, state)
        case next_thing.DEAL:
            return daily.open_page(game, state)
        case next_thing.RIVAL | next_thing.UNPLAYED:
            return play.begin(game, state)
    return state, ()


_ANYWHERE: Final[dict[str, Action]] = {
    **dict.fromkeys(("h", "?", "f1"), opens("help")),
    **dict.fromkeys(("b", "t"), opens("bulletin")),
    "f3": settings.open_page,
    "ctrl-x": _leave,
}
_TITLE: Final[dict[str, Action]] = {
    **dict.fromkeys(("enter", "y"), play.begin),
    "p": play.practise,
    "d": daily.open_page,
    "s": settings.open_page,
    "t": _tables,
    "w": daily.ask_puzzle,
    "e": flow.show,
    **dict.fromkeys(("q", "esc", "n"), _leave),
}
_PLAY: Final[dict[str, Action]] = {
    **dict.fromkeys(("q", "esc", "ctrl-q"), _quit),
    **dict.fromkeys(("n", "f2"), _new),
    **dict.fromkeys(("u", "backspace"), play.undo),
}
_DONE: Final[dict[str, Action]] = {
    **LOOKING_BACK,
    "enter": play.to_title,
    **dict.fromkeys(("y", "f2"), _again),
    "g": _contest,
    "p": play.practise,
    "d": daily.open_page,
    "s": settings.open_page,
    "a": play.same_again,
    "e": play.play_rest,
    "r": _replay,
    "o": result.put_on_wall,
    "u": lambda game, state: play.undo(game, state) if _practised(state) else (state, ()),
    next_thing.KEY: _next,
    **dict.fromkeys(("q", "esc", "n"), _leave),
}
_SCENES: Final = {"title": _TITLE, "play": _PLAY, "done": _DONE}
_DOES: Final[dict[str, Action]] = {
    "help": opens("help"),
    "bulletin": opens("bulletin"),
    "settings": settings.open_page,
    "leave": _quit,
    "new": _new,
    "undo": play.undo,
    "coach": coach.open_page,
    "hint": coach.ask_hint,
    "demo": _demo,
}


def on_key(game: Door, state: State, key: Key) -> Step:
    name = key.name.lower()
    if name == "ctrl-x":
        return state._replace(over=""), (Leave(),)
    if state.over:
        return OVERLAYS[state.over].key(game, state, key)
    if state.seat is not None:
        state = seated(state, heard="") if state.seat.heard else state
        if (step := table_keys.on_key(game, state, key, name)) is not None:
            return step
    if state.attract:
        return play.give_up(game, state)
    if state.scene == "word":
        return title.word_key(game, state, key)
    if state.scene == "play" and state.table is not None:
        press = _moving_key if state.frames else _game_key
        return press(game, state, state.table, key, name)
    return _elsewhere(game, state, name)


def _elsewhere(game: Door, state: State, name: str) -> Step:
    if state.scene == "opening":
        return state, ()
    act = _SCENES[state.scene].get(name) or _ANYWHERE.get(name)
    return act(game, state) if act else (state, ())


def _moving_key(game: Door, state: State, table: Table, key: Key, name: str) -> Step:
    """Handle a key (its name in lower case) at the board while things still move."""
    if covered(table):
        return _game_key(game, state, table, key, name)
    if not state.frames[state.at].seconds:
        if name in _SKIPS:
            return flow.step(game, state._replace(note="", bad=False))
        return _game_key(game, state, table, key, name)
    return _skipped(game, state, lambda state: _key_after(game, state, key, name))


def _key_after(game: Door, state: State, key: Key, name: str) -> Step:
    """Apply the key that ended a motion.

    At rest it does everything; if something moves again (a computer's next move) it makes no move. Enter or
    a blank that could only be refused or held has already done its work.
    """
    table = table_of(state)
    act = game.board.key(table, key)
    if name in _SKIPS and (isinstance(act, Refuse) or (isinstance(act, Show) and act.hold)):
        return state, ()
    if state.frames:
        covers = isinstance(act, Show) and covered(table._replace(board=act.board))
        known = act is None and (name in _PLAY or name in _ANYWHERE)
        if not (covers or known or isinstance(act, (Choose, Do))):
            return state, ()
    return _game_key(game, state, table, key, name)


def _skipped(game: Door, state: State, then: Callable[[State], Step]) -> Step:
    """End the motion and apply the key or click that ended it."""
    state, effects = flow.skip(game, state)
    if state.scene != "play" or flow.mover(game, state) < 0:
        return state, effects
    state, more = then(state)
    return state, (*effects, *more)


_SKIPS: Final = frozenset(["enter", " "])
"""Keys that end a motion and may do nothing else."""


def _game_key(game: Door, state: State, table: Table, key: Key, name: str) -> Step:
    """Handle a key at the board at rest: the game's, or a key of the midend if none of its pages is open."""
    if name == "enter" and state.bad and not state.awaited and state.thought is None:
        again, effects = flow.flow(game, state)
        if effects:  # ask a computer that failed again
            return again, effects
    act = game.board.key(table, key)
    if act is not None:
        return carried(game, state, table, act)
    return (state, ()) if covered(table) else _elsewhere(game, state, name)


def carried(game: Door, state: State, table: Table, act: Act) -> Step:
    """Carry out the game's answer to a key or click at the `table`."""
    match act:
        case Show():
            state = state._replace(table=table._replace(board=act.board))
            if act.lines or act.note or state.note:
                state = notice(say(state, act.lines), act.note)
            return state, ((FreshEnter(),) if act.hold else ())
        case Enter():
            return flow.enter(game, state, act.move)
        case Refuse():
            if act.board is not None:
                state = state._replace(table=table._replace(board=act.board))
            return refuse(state, act.why)
        case Choose():
            table = table._replace(choices={**table.choices, act.key: act.value})
            state = state._replace(table=table, chosen={**state.chosen, act.key: act.value})
            return flow.reframed(game, notice(state, act.note), (Remember(act.key, act.value),))
        case Do():
            return _DOES[act.what](game, state)


# -- the mouse ------------------------------------------------------------------------------------


def on_mouse(game: Door, state: State, mouse: Mouse) -> Step:
    """Handle a click: on a key it is that key; anything else goes to the form or the game."""
    if state.attract:
        return play.give_up(game, state) if mouse.action == "press" else (state, ())
    if isinstance(mouse.target, Key):
        return on_key(game, state, mouse.target) if mouse.action == "press" else (state, ())
    if state.over and (click := OVERLAYS[state.over].mouse):
        return click(game, state, mouse)
    if state.over or state.scene != "play" or state.table is None:
        return state, ()
    if not state.frames or covered(state.table):
        return _clicked(game, state, mouse)
    if mouse.action != "press":
        return state, ()
    if not state.frames[state.at].seconds:
        return flow.skip(game, state)
    return _skipped(game, state, lambda state: (state, ()) if state.frames else _clicked(game, state, mouse))


def _clicked(game: Door, state: State, mouse: Mouse) -> Step:
    table = table_of(state)
    act = game.board.click(table, mouse)
    return carried(game, state, table, act) if act is not None else (state, ())


# -- lines: plain mode ------------------------------------------------------------------------------

_WORDS: Final = {
    "?": "?", "h": "?", "help": "?", "q": "q", "quit": "q", "leave": "q", "t": "b", "top": "b",
    "b": "b", "bulletin": "b", "n": "n", "new": "n", "u": "u", "undo": "u", "settings": "f3",
}  # fmt: skip

WHOLE_SEAL: Final = "v"
"""The word that reads the game's full commitment during play. Afterwards V is the proof."""

_TABLES: Final = {"t": "t", "tables": "t"}
"""The same for the title page of a board with tables."""


def on_line(game: Door, state: State, line: Line) -> Step:
    """Handle a line as entered. One without a meaning gets an error."""
    text = line.text.strip()
    state = state._replace(note="", bad=False)
    if state.attract:
        return play.give_up(game, state)
    more = state.setup.plain and coach.has_more(game, state)
    if more and not text:
        return coach.say_more(game, state), ()
    if read_out(state) or (state.over == "help" and text):
        asked = more or state.over == "help"
        done = state.scene != "play" if not text else asked and text.lower() == "q"
        state, _ = close(game, state)
        if done:
            return state, ()
    after, effects = _understood(game, state, text)
    if text and not effects and after == state and state.scene != "opening":
        return say(state, (no_choice(text),)), ring(state)
    return after, effects


def _understood(game: Door, state: State, text: str) -> Step:
    said = text.lower()
    if state.over:
        if line := OVERLAYS[state.over].line:
            return line(game, state, text)
        words = _ANSWERS
    elif state.scene == "word":
        return title.word_line(game, state, text)
    elif state.scene == "play":
        return _typed(game, state, text, said)
    else:
        words = _LONG | _WORDS | (_TABLES if state.setup.tables and state.scene == "title" else {})
    name = words.get(said) or ("" if state.over else labelled(game, state, said))
    if len(said) > 1 and not name:
        return state, ()
    return on_key(game, state, Key(name or said or "enter"))


def labelled(game: Door, state: State, said: str) -> str:
    """Return the key on the page's keys line that has this label, or "". The labels are words, too."""
    hints: tuple[Hint, ...] = ()
    if state.scene == "done" and state.table is not None:
        two = end_hints(game, state) if state.seat else (result.more(game, state), result.hints(game, state))
        hints = two[0] + two[1]
        text = suggested(state) if state.seat else result.next_text(game, state)
        hints += (Hint(next_thing.KEY, text),) if text else ()
    elif state.scene in ("title", "opening"):
        own = title.hints(game, state) + title.of_the_day(game, state)
        hints = forming.hints(game, state.seat) if state.seat else own
    return next((hint.key for hint in hints if hint.text.lower() == said), "")


_LONG: Final = {
    "yes": "y", "no": "n", "daily": "d", "practice": "p", "coach": "c", "look": "l", "again": "a", "on": "e",
    "wall": "o", "puzzle": "w", "way": "w", "setup": "s", "next": next_thing.KEY,
    "tab": next_thing.KEY, "demo": "e",
}  # fmt: skip
"""Words before and after a game."""

_ANSWERS: Final = {
    "yes": "y", "no": "n", "quit": "q", "later": "l", "give up": "g", "give it up": "g", "end it": "g",
    "play on": "enter",
}  # fmt: skip
"""Words that answer a question over the table. No other word is taken for its first letter."""


def _typed(game: Door, state: State, text: str, said: str) -> Step:
    """Handle a line at the board: the game's, or a word of the midend if the game refuses it."""
    table = table_of(state)
    if state.frames and not covered(table):
        if said in _WORDS:
            return _elsewhere(game, state, _WORDS[said])
        return (state, ()) if said else flow.step(game, state)
    act = game.board.line(table, text)
    if act is None or isinstance(act, Refuse):
        if not text:
            return say(state, recap(game, table)), ()
        if said == WHOLE_SEAL and table.commit:
            return say(state, (table.commit,)), ()
        if said in _WORDS:
            return _elsewhere(game, state, _WORDS[said])
    return carried(game, state, table, act) if act is not None else (state, ())
