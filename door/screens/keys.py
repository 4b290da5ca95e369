"""The meaning of a caller's keys, clicks and lines at any door.

There is a table for each place a caller can be in. At the board the game is asked first, then the keys of all
doors. A key or a click during a motion ends it and then does what it says, unless the game has ended: no key
typed for one page answers the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from door.games.contract import Door
from door.games.game import DEMO, NO, YES, Act, Choose, Do, Enter, GameView, Refuse, Show, covered
from door.play import next_thing
from door.play.api import NEXT_MOVE, PAST, PUZZLE, FreshEnter, OpenTables, Remember
from door.play.match.events import AGAIN
from door.screens import flow, looks, play
from door.screens.layouts import TURNS
from door.screens.pages import again, coach, daily, help, result, word
from door.screens.screen import OVERLAYS, opens, read_out, scene_layout
from door.screens.seat import board, forming, menu
from door.screens.seat import keys as table_keys
from door.screens.seat.follow import at_hiding
from door.screens.state import (
    CLOSED,
    NO_THOUGHT,
    Action,
    OpenPage,
    State,
    Step,
    is_shared,
    notice,
    recap,
    refuse,
    ring,
    say,
    seat_of,
    table_of,
    with_seat,
)
from door.term.keys import Key, Line, Mouse
from door.ui.blocks import SILENT
from door.ui.commands import Command
from door.ui.screen import Leave, Visit
from door.ui.texts import tr
from door.ui.words import no_choice

# -- the scenes' keys ---------------------------------------------------------------------------


def _leave(game: Door, state: State) -> Step:
    if state.thinking.name in (PAST.name, PUZZLE.name):
        return state._replace(thinking=NO_THOUGHT, note=SILENT), ()
    return state, (Leave(),)


def _again(game: Door, state: State) -> Step:
    if state.seat is not None:
        return rows[0].run(state) if (rows := menu.again(state.seat)) else (state, ())
    if state.table and state.table.kind == "daily":
        return refuse(state, tr.play.daily_played_once())
    return play.practise(game, state) if state.practised else play.begin(game, state)


def _decline(game: Door, state: State) -> Step:
    """Decline a rematch."""
    return menu.decline(AGAIN)(state)


def _contest(game: Door, state: State) -> Step:
    daily = state.table is not None and state.table.kind == "daily"
    return play.begin(game, state) if daily else (state, ())


def _demo(game: Door, state: State) -> Step:
    """Let the computer play on for this keyboard, in practice."""
    if state.table is None or not state.practised:
        return refuse(state, tr.play.no_demo_in_counting_game())
    on = state.table.choices.get(DEMO) != YES
    said = tr.play.demo_started() if on else tr.play.demo_stopped()
    state, effects = do_act(game, state, state.table, Choose(DEMO, YES if on else NO, said))
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
    if state.practised:
        return refuse(state, tr.play.practice_not_recorded())
    if state.table and state.table.kind == "daily":
        return refuse(state, tr.play.daily_not_open_yet())
    return state, ((Visit("replay", state.booked.id),) if state.booked else ())


def _tables(game: Door, state: State) -> Step:
    return (state, (OpenTables(),)) if state.setup.tables else opens("bulletin")(game, state)


def _take_along(game: Door, state: State) -> Step:
    """Open the board's page on which callers take a recorded game along."""
    if state.practised:
        return refuse(state, tr.play.practice_not_recorded())
    if table_of(state).kind == "daily" and is_shared(state):
        return refuse(state, tr.play.daily_not_open_yet())
    if state.booked is None:
        return refuse(state, tr.proof.game_being_recorded())
    return state, (Visit("take", state.booked.id),)


def _next(game: Door, state: State) -> Step:
    """Do what the end page suggests."""
    if state.seat is not None:
        return state, ((Visit("tables", NEXT_MOVE),) if board.suggestion(state) else ())
    found = result.suggestion(game, state)
    match found.what if found else "":
        case next_thing.MOVE:
            return state, (Visit("tables", NEXT_MOVE),)
        case next_thing.PUZZLE:
            return daily.ask_puzzle(game, state)
        case next_thing.DEAL:
            return _daily(game, state)
        case next_thing.GUIDED:
            return play.practise(game, state, guided=True)
        case next_thing.RIVAL | next_thing.UNPLAYED:
            return play.begin(game, state)
    return state, ()


def _daily(game: Door, state: State) -> Step:
    return opens("daily")(game, state) if state.books.daily else (state, ())


def _ignore(game: Door, state: State) -> Step:
    rows = menu.ignore(seat_of(state)) if seat_of(state).plays else ()
    return rows[0].run(state) if rows else (state, ())


def _over(name: str) -> Action:
    return lambda game, state: (state._replace(page=OpenPage(name)), ())


_DOES: Final[dict[str, Action]] = {
    "help": help.open_page, "bulletin": opens("bulletin"), "settings": opens("settings"),
    "leave": _quit, "new": _new, "undo": play.undo, "away": _leave, "hint": looks.ask_hint, "demo": _demo,
    "begin": play.begin, "practice": play.practise, "daily": _daily, "puzzle": daily.ask_puzzle,
    "example": flow.show, "tables": _tables, "title": play.to_title,
    "play-again": _again, "decline": _decline, "contest": _contest, "same": play.same_again,
    "rest": play.play_rest, "next": _next,
    "replay": _replay, "take": _take_along, "share": result.share, "wall": result.ask_for_wall,
    "coach": coach.open_page, "look": opens("board"), "way": coach.open_way, "proof": opens("proof"),
    **{f"retry {number}": again.opens(number) for number in again.NUMBERS},
    "talk": lambda game, state: (menu.open_talk(state, "talk"), ()),
    "chat": lambda game, state: (menu.open_talk(state, "chat"), ()),
    "ignore": _ignore, "computer": _over("computer"), "word": forming.open_word, "way-out": forming.stand_up,
    "code": lambda game, state: (at_hiding(game, state), ()),
}  # fmt: skip
"""The actions of the keys around a board, and those that a game asks for."""

AT_BOARD: Final[tuple[Command[State], ...]] = (
    Command("help", "h", tr.door_keys.help, also=("?", "f1")),
    Command("leave", "q", tr.door_keys.leave, also=("esc", "ctrl-q"), words=("quit",)),
    Command("new", "n", also=("f2",)),
    Command("undo", "u", also=("backspace",)),
    Command("bulletin", "b", also=("t",), words=("top",)),
    Command("settings", "f3"),
)


def _scene(game: Door, state: State) -> Iterable[Command[State]]:
    """Return the keys of the page or board that is open. The first one with a key counts."""
    if state.scene == "opening" and state.seat is None:
        return ()
    page = scene_layout(game, state)
    return page.commands if page else AT_BOARD if state.table is not None else ()


def on_key(game: Door, state: State, key: Key) -> Step:
    name = key.name.lower()
    if name == "ctrl-x":
        return state._replace(page=CLOSED), (Leave(),)
    if state.page.name:
        return OVERLAYS[state.page.name].on_key(game, state, key)
    if state.seat is not None:
        state = with_seat(state, heard="") if state.seat.heard else state
        if (step := table_keys.on_key(game, state, key, name)) is not None:
            return step
        state = notice(state, "") if state.table is None or state.scene != "play" else state
    if state.demo.is_running:
        return play.give_up(game, state)
    if state.scene == "word":
        return word.on_input(game, state, key)
    if state.scene == "play" and state.table is not None:
        press = _moving_key if state.frames else _game_key
        return press(game, state, state.table, key, name)
    return elsewhere(game, state, name)


def elsewhere(game: Door, state: State, name: str) -> Step:
    found = next((one for one in _scene(game, state) if one.pressed(name)), None)
    return _DOES[found.id](game, state) if found else (state, ())


def _moving_key(game: Door, state: State, table: GameView, key: Key, name: str) -> Step:
    """Handle a key (its name in lower case) at the board while things still move."""
    if covered(table):
        return _game_key(game, state, table, key, name)
    if not state.frames[state.at].seconds:
        if name in _SKIPS:
            return flow.step(game, state._replace(note=SILENT))
        return _game_key(game, state, table, key, name)
    return _skip_motion(game, state, lambda state: _key_after(game, state, key, name))


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
        known = act is None and any(one.pressed(name) for one in AT_BOARD)
        if not (covers or known or isinstance(act, (Choose, Do))):
            return state, ()
    return _game_key(game, state, table, key, name)


def _skip_motion(game: Door, state: State, then: Callable[[State], Step]) -> Step:
    """End the motion and apply the key or click that ended it."""
    state, effects = flow.skip(game, state)
    if state.scene != "play" or flow.mover(game, state) < 0:
        return state, effects
    state, more = then(state)
    return state, (*effects, *more)


_SKIPS: Final = frozenset(["enter", " "])
"""Keys that end a motion and may do nothing else."""


def _game_key(game: Door, state: State, table: GameView, key: Key, name: str) -> Step:
    """Handle a key at the board at rest: the game's, or a key of all doors if no page of the game is open."""
    if name == "enter" and state.note.wrong and not state.thinking.name and state.thinking.move is None:
        again, effects = flow.flow(game, state)
        if effects:  # ask a computer that failed again
            return again, effects
    act = game.board.key(table, key)
    if act is not None:
        return do_act(game, state, table, act)
    return (state, ()) if covered(table) else elsewhere(game, state, name)


def do_act(game: Door, state: State, table: GameView, act: Act) -> Step:
    """Carry out the game's answer to a key or click at the `table`."""
    match act:
        case Show():
            state = state._replace(table=table._replace(board=act.board))
            if act.lines or act.note or state.note.text:
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
            return flow.resume_motion(game, notice(state, act.note), (Remember(act.key, act.value),))
        case Do():
            return _DOES[act.what](game, state)


# -- the mouse ------------------------------------------------------------------------------------


def on_mouse(game: Door, state: State, mouse: Mouse) -> Step:
    """Handle a click: on a key it is that key; anything else goes to the form or the game."""
    if state.demo.is_running:
        return play.give_up(game, state) if mouse.action == "press" else (state, ())
    if isinstance(mouse.target, Key):
        return on_key(game, state, mouse.target) if mouse.action == "press" else (state, ())
    if state.page.name:
        return OVERLAYS[state.page.name].on_mouse(game, state, mouse)
    if state.scene != "play" or state.table is None:
        return state, ()
    if not state.frames or covered(state.table):
        return _click(game, state, mouse)
    if mouse.action != "press":
        return state, ()
    if not state.frames[state.at].seconds:
        return flow.skip(game, state)
    return _skip_motion(
        game, state, lambda state: (state, ()) if state.frames else _click(game, state, mouse)
    )


def _click(game: Door, state: State, mouse: Mouse) -> Step:
    table = table_of(state)
    act = game.board.click(table, mouse)
    return do_act(game, state, table, act) if act is not None else (state, ())


# -- lines: plain mode ------------------------------------------------------------------------------

WHOLE_SEAL: Final = "v"
"""The word that reads the game's full commitment during play. Afterwards V is the proof."""


def on_line(game: Door, state: State, line: Line) -> Step:
    """Handle a line as entered. One without a meaning gets an error."""
    text = line.text.strip()
    state = state._replace(note=SILENT)
    if state.demo.is_running:
        return play.give_up(game, state)
    more = state.setup.plain and coach.has_more(game, state)
    if more and not text:
        return coach.say_more(game, state), ()
    helps = state.page.name == "help" and text and text.lower() not in TURNS
    if state.setup.plain and (read_out(state) or helps):
        asked = more or state.page.name == "help"
        done = state.scene != "play" if not text else asked and text.lower() == "q"
        state = state._replace(page=CLOSED)
        if done:
            return state, ()
    after, effects = _read_line(game, state, text)
    if text and not effects and after == state and state.scene != "opening":
        return say(state, (no_choice(text),)), ring(state)
    return after, effects


def _read_line(game: Door, state: State, text: str) -> Step:
    said = text.lower()
    if state.page.name:
        return OVERLAYS[state.page.name].on_line(game, state, text)
    if state.scene == "word":
        return word.on_input(game, state, Line(text))
    if state.scene == "play":
        return _board_line(game, state, text, said)
    name = key_of_word(game, state, said)
    if len(said) > 1 and not name:
        return state, ()
    return on_key(game, state, Key(name or said or "enter"))


def key_of_word(game: Door, state: State, said: str) -> str:
    """Return the key that this word means on the page that is open, or "". Labels are words, too."""
    for one in _scene(game, state):
        if one.typed(said):
            return one.key
    suggests = state.scene == "done" and not state.page.name and state.table is not None
    next_one = board.suggestion(state) if state.seat else result.next_text(game, state) if suggests else ""
    return next_thing.KEY if said and suggests and said == next_one.lower() else ""


def _board_line(game: Door, state: State, text: str, said: str) -> Step:
    """Handle a line at the board: the game's, or a word of all doors if the game refuses it."""
    table = table_of(state)
    if state.frames and not covered(table):
        return elsewhere(game, state, key_of_word(game, state, said)) if said else flow.step(game, state)
    act = game.board.line(table, text)
    if act is None or isinstance(act, Refuse):
        if not text:
            return say(state, recap(game, table)), ()
        if said == WHOLE_SEAL and table.commit:
            return say(state, (table.commit,)), ()
        if name := key_of_word(game, state, said):
            return elsewhere(game, state, name)
    return do_act(game, state, table, act) if act is not None else (state, ())
