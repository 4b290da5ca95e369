"""A game's course: moves are made, things move, computers answer, the game ends.

`make_move` is the only way to make a move, for every seat. `flow` advances the game until it needs a key, a
tick or a thought. The game decides what is legal; a refusal is its sentence, with the bell.

A contest game reports every move as it is made, and its score as soon as it is over, while the end is still
being shown. A practice game reports nothing before its end, so moves can be taken back. At a table
(`AT_TABLE`) a move is only requested, and happens when the table says so (`door.screens.seat`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from door.games.contract import Door
from door.games.frames import Frame
from door.games.game import WATCHER, GameView, IllegalMove, Status, covered
from door.games.record import Course
from door.play.api import MOTION, PACES, Begin, Finish, FreshEnter, SaveMove, Think, Thought
from door.play.replay import ending, example_record, has_example, play_solo
from door.screens import looks
from door.screens.pages.result import booked_lines
from door.screens.state import (
    CHARGED,
    CLOSED,
    COACH,
    NO_LOOK,
    NO_THOUGHT,
    PRACTICE,
    STILL,
    BoardNews,
    GameRun,
    Motion,
    State,
    Step,
    Thinking,
    at_rest,
    chosen_values,
    idea,
    refuse,
    request,
    ring,
    say,
    seal_lines,
    sitter,
    table_after,
    table_of,
    with_run,
    with_table,
)
from door.ui.blocks import SILENT
from door.ui.screen import Aside, Effects, Tick, Wake
from door.ui.texts import reason_of, tr

IDLE: Final = "idle"
IDLE_SECONDS: Final = 90.0
FIRST_SECONDS: Final = 8.0
"""Seconds from a caller's first visit, with the title art, to the demonstration."""

SHOWN: Final = "shown"
SHOWN_SECONDS: Final = 20.0
SHOWN_MOVES: Final = 4
"""Moves of a demonstration in plain mode."""

TOLD_MOVES: Final = 5
"""Most moves of a recorded example in plain mode."""

SHOWN_PAUSE: Final = 1.5
PAUSE_SECONDS: Final = 0.4
READ_SECONDS: Final = 0.5
"""A frame shown for at least this long is meant to be read."""


def idle(game: Door, state: State) -> Effects:
    """Start a demonstration on a title page that nobody touches: soon on a first visit."""
    if state.scene != "title" or state.page.name or state.setup.plain:
        return ()
    if state.setup.new and has_example(game) and not state.still:
        return (Wake(FIRST_SECONDS, IDLE),)
    return (Wake(IDLE_SECONDS, IDLE),) if game.info.face.attract else ()


def show(game: Door, state: State) -> Step:
    """Play a demonstration, which ends after a while. In plain mode it is told."""
    if not has_example(game):
        return state, ()
    demo = state.demo._replace(is_running=True)
    state = state._replace(scene="opening", demo=demo, note=SILENT, thinking=NO_THOUGHT)
    if game.info.face.examples:
        record = example_record(game, state.setup.caller, state.demo.shown)
        skip = game.info.face.examples[state.demo.shown % len(game.info.face.examples)].skip
        skip = max(skip, len(record.moves) - TOLD_MOVES) if state.setup.plain else skip
        state = state._replace(demo=state.demo._replace(example=record, shown=state.demo.shown + 1))
        return flow(game, announce(game, put_on_table(game, state, play_solo(game, record.upto(skip))), None))
    options = {} if game.info.face.attract else game.info.deal
    return state, (Begin(options, game.info.face.attract, ranked=False), Wake(SHOWN_SECONDS, SHOWN))


def put_on_table(game: Door, state: State, course: Course) -> State:
    """Return the state with this game on the table at rest."""
    if state.demo.is_running:
        course = course._replace(record=course.record._replace(kind="demo"))
    record = course.record
    table = GameView(
        course, None, WATCHER if record.kind == "demo" else 0, choices=chosen_values(game, state),
        tally=state.books.tally, caller=state.setup.caller,
    )  # fmt: skip
    state = state._replace(
        setup=replace(state.setup, waiting=True) if record.kind in CHARGED else state.setup,
        scene="play", page=CLOSED, table=at_rest(game, table), motion=STILL, thinking=NO_THOUGHT,
        run=GameRun(len(record.moves), state.run.is_guided), booked=None, look=NO_LOOK, again=None,
    )  # fmt: skip
    if state.demo.is_running:
        return say(
            state, (idea(game), tr.play.demonstration_begins(), Aside(tr.play.plain_demonstration_ends()))
        )
    return say(state, seal_lines(table))


def enter(game: Door, state: State, move: str) -> Step:
    """Make a move for the person at this keyboard, or pass."""
    if state.seat is not None:
        return request(state, move)
    table = table_of(state)
    if mover(game, state) != table.eyes:
        return refuse(state, tr.play.not_your_turn())
    if not move:
        return flow(game, _pass_seat(state._replace(note=SILENT), table.eyes))
    try:
        return flow(game, *make_move(game, state, move))
    except IllegalMove as why:
        return refuse(state, reason_of(why))


def _pass_seat(state: State, seat: int) -> State:
    """The seat passes; the next seat in line is asked."""
    return with_table(state, let=(*table_of(state).let, seat))


def make_move(game: Door, state: State, move: str) -> Step:
    """Make a move. Raises IllegalMove with the reason."""
    before = table_of(state)
    table = table_after(game, before, move)
    status, practice = game.rules.status(table.position), table.kind in PRACTICE
    state = state._replace(table=table, page=CLOSED, note=SILENT, thinking=NO_THOUGHT, look=NO_LOOK)
    effects: Effects = () if practice else (SaveMove(move),)
    state = announce(game, state, before)
    effects = (*effects, *moment_bell(game, state, before, table))
    is_handed_in = status.ended and state.demo.example is None
    return hand_in(game, state, status, effects) if is_handed_in else (state, effects)


def announce(game: Door, state: State, before: GameView | None) -> State:
    """Announce what has happened and start its motion."""
    table = table_of(state)
    state = say(state, (BoardNews(before, table),))
    frames = motion_frames(game, state, before, table)
    if state.demo.is_running:
        frames = () if state.setup.plain else (*frames, Frame(SHOWN_PAUSE, None))
    elif table.kind == "demo":
        frames = (
            (*frames, Frame(0, None, tr.play.plain_prompt_next_move()))
            if state.still
            else (*frames, Frame(PAUSE_SECONDS, None))
        )
    return show_frame(state, Motion(frames, 0, before))


def motion_frames(game: Door, state: State, before: GameView | None, after: GameView) -> tuple[Frame, ...]:
    """Return the motion that this caller sees."""
    frames, plain = game.picture.frames(before, after), state.setup.plain
    if not state.still:
        times = PACES.get(state.chosen.get(MOTION, ""), 1.0)
        return frames if times == 1 else tuple(_frame_at_pace(frame, times) for frame in frames)
    return tuple(frame for frame in frames if not frame.seconds and (frame.prompt or not plain))


def _frame_at_pace(frame: Frame, times: float) -> Frame:
    """Scale the frame's duration. Fanfares and frames meant to be read keep theirs."""
    kept = frame.moment or frame.seconds >= READ_SECONDS
    return frame if kept else frame._replace(seconds=frame.seconds * times)


def follow_moves(game: Door, state: State, moves: Sequence[str]) -> tuple[State, GameView]:
    """Make moves that came from elsewhere, each among the news. Return the table before the last one, too."""
    state = stop_motion(state._replace(note=SILENT, thinking=NO_THOUGHT))
    before = table_of(state)
    for move in moves:
        before = table_of(state)
        table = table_after(game, before, move)
        state = say(state._replace(table=table), (BoardNews(before, table),))
    return state, before


def moment_bell(game: Door, state: State, before: GameView, after: GameView) -> Effects:
    """Return the bell of a moment for a caller who sees no fanfare."""
    missed = game.picture.frames(before, after) if state.still else ()
    return ring(state) if any(frame.moment and frame.bell for frame in missed) else ()


def resume_motion(game: Door, state: State, effects: Effects) -> Step:
    """Return the rest of the motion after a setting was changed meanwhile."""
    table = state.table
    if table is None or not state.frames:
        return state, effects
    frames = motion_frames(game, state, state.motion.before, table)
    shows = [frame.show for frame in frames]
    left = (shows.index(frame.show) for frame in state.frames[state.at :] if frame.show in shows)
    at = next(left, -1)
    if at < 0:
        return flow(game, stop_motion(state), effects)
    return flow(game, show_frame(state, state.motion._replace(frames=frames, at=at)), effects)


def hand_in(game: Door, state: State, status: Status, effects: Effects) -> Step:
    """Report the finished game at once, then show the end."""
    if state.run.is_handed_in:
        return state, effects
    table = table_of(state)
    if table.kind in PRACTICE:
        effects = (*effects, *map(SaveMove, table.moves))
    state = with_table(state, tally=state.books.tally)
    return with_run(state, is_handed_in=True), (*effects, Finish())


def mover(game: Door, state: State) -> int:
    """Return the seat that must move now, or WATCHER for none."""
    table = state.table
    if table is None or state.scene != "play":
        return WATCHER
    return _seat_to_move(game.rules.status(table.position), table)


def _seat_to_move(status: Status, table: GameView) -> int:
    movers = () if status.ended else status.movers
    return next((seat for seat in movers if seat not in table.let), WATCHER)


def flow(game: Door, state: State, effects: Effects = ()) -> Step:
    """Advance the game until it needs a key, a tick or a thought."""
    while state.scene == "play" and state.table is not None:
        status = game.rules.status(state.table.position)
        seat, away = _seat_to_move(status, state.table), state.seat is not None
        level = sitter(game, state.table, seat)
        if state.frames:
            state, more = _think(game, state, seat, level)
            return state, (*effects, *_wake(state), *more)
        if status.ended or _has_shown(state):
            state, more = (state, ()) if away else _show_end(game, state)
            return state, (*effects, *more)
        if state.demo.is_running and state.demo.example:
            state, more = make_move(game, state, state.demo.example.moves[len(table_of(state).moves)])
            effects = (*effects, *more)
            continue
        if not level:
            yours = not away and seat != WATCHER and table_of(state).eyes != WATCHER
            state = with_table(state, eyes=seat) if yours else state
            return state, (
                *effects,
                *(looks.hint_for_move(game, state) if yours and state.run.is_guided else ()),
            )
        move = _answer(game, state, seat, level)
        if move is None:
            state, more = _think(game, state, seat, level)
            return state, (*effects, *more)
        if not move:
            state = _pass_seat(state._replace(thinking=NO_THOUGHT), seat)
            continue
        if away:
            state, more = request(state, move)
            return state, (*effects, *more)
        state, more = make_move(game, state, move)
        effects = (*effects, *more)
    return state, effects


def _has_shown(state: State) -> bool:
    """True if a demonstration has made all the moves that it shows."""
    moves = table_of(state).moves
    if state.demo.is_running and state.demo.example:
        return len(moves) >= len(state.demo.example.moves)
    return state.demo.is_running and state.setup.plain and len(moves) >= SHOWN_MOVES


def _answer(game: Door, state: State, seat: int, level: str) -> str | None:
    if state.thinking.move is not None:
        return state.thinking.move
    return (
        _player(game, level)(table_of(state).position, seat, level)
        if level in game.info.players.quick
        else None
    )


def _player(game: Door, level: str) -> Callable[[Any, int, str], str]:
    """Return the function that chooses that level's moves."""
    if level == COACH and game.coach is not None:
        return game.coach.play
    assert game.rules.computer is not None
    return game.rules.computer


def _think(game: Door, state: State, seat: int, level: str) -> Step:
    """Ask the computer whose turn it is, once. It may think while things still move."""
    if not level or level in game.info.players.quick or state.thinking != NO_THOUGHT:
        return state, ()
    table = table_of(state)
    name = f"move {table.course.record.id} {len(table.moves)} {seat}"
    asked = Think(_player(game, level), (table.position, seat, level), name)
    return state._replace(thinking=Thinking(name)), (asked,)


def on_thought(game: Door, state: State, thought: Thought) -> Step:
    """Make the computer's move. If thinking failed, say why; Enter asks again."""
    if state.table is None or not state.thinking.name or thought.name != state.thinking.name:
        return state, ()
    value = thought.value
    if not isinstance(value, str):
        why = thought.error or tr.play.computer_found_no_move()
        return refuse(state._replace(thinking=NO_THOUGHT), tr.play.enter_asks_again(why=why))
    state = state._replace(thinking=Thinking(move=value))
    try:
        return (state, ()) if state.frames else flow(game, state)
    except IllegalMove as why:
        return refuse(state._replace(thinking=NO_THOUGHT), reason_of(why))


def show_frame(state: State, motion: Motion) -> State:
    """Return the table with that frame of the motion shown."""
    table, shown = table_of(state), motion.frames[motion.at].show if motion.frames else None
    if table.frame is not shown:
        table = table._replace(frame=shown)
    return state._replace(motion=motion, table=table)


def wake(state: State) -> Effects:
    """Return the effect that shows the next frame later, unless this one waits for Enter."""
    seconds = state.frames[state.at].seconds if state.frames else 0
    return (Wake(seconds, MOTION),) if seconds else ()


def next_frame(state: State) -> Step | None:
    """Show the motion's next frame. Return None at its end."""
    if state.at + 1 >= len(state.frames):
        return None
    state = show_frame(state, state.motion._replace(at=state.at + 1))
    return state, wake(state)


def _wake(state: State) -> Effects:
    """Do the same, and ring if the frame has a bell."""
    return (*(ring(state) if state.frames[state.at].bell else ()), *wake(state))


def on_tick(game: Door, state: State, tick: Tick) -> Step:
    """Show the next frame, allow Enter to leave a page, or start the demonstration."""
    if tick.name == IDLE and state.scene == "title" and not state.page.name:
        by_itself = game.info.face.attract or state.setup.new
        return show(game, mark_title_seen(state)) if by_itself else (state, ())
    if tick.name == SHOWN and state.demo.is_running:
        return _show_end(game, state)
    if tick.name != MOTION or not state.frames or not state.frames[state.at].seconds:
        return state, ()
    if state.page.name or (state.table and covered(state.table)):
        return state, (Wake(state.frames[state.at].seconds, MOTION),)
    return step(game, state)


def mark_title_seen(state: State) -> State:
    """Return the state of a caller who has seen the door's title page."""
    return state._replace(setup=replace(state.setup, new=False)) if state.setup.new else state


def step(game: Door, state: State) -> Step:
    found = next_frame(state)
    return (found[0], _wake(found[0])) if found else flow(game, stop_motion(state))


def stop_motion(state: State) -> State:
    """Bring the table to rest, dropping the rest of the motion."""
    return show_frame(state, STILL)


def skip(game: Door, state: State) -> Step:
    """Skip to the next frame that waits for the caller, or to the end."""
    after = (at for at in range(state.at + 1, len(state.frames)) if not state.frames[at].seconds)
    at = next(after, len(state.frames))
    return step(game, state._replace(motion=state.motion._replace(at=at - 1)))


def to_front(game: Door, state: State) -> Step:
    """Close a demonstration: back to the title page."""
    state = state._replace(
        scene="title", page=CLOSED, note=SILENT, table=None, motion=STILL, thinking=NO_THOUGHT,
        demo=state.demo.after_end,
    )  # fmt: skip
    return say(state, (tr.play.demonstration_over(),)), idle(game, state)


def _show_end(game: Door, state: State) -> Step:
    """Show the end. A demonstration on the title page just closes."""
    table = table_of(state)
    if state.demo.is_running:
        ended = game.rules.status(table.position).ended
        return to_front(game, say(state, ending(game, table).lines if ended else ()))
    end = ending(game, table)
    state = say(state._replace(scene="done", page=CLOSED), (*end.lines, end.advice))
    state = say(state, booked_lines(game, state, state.booked)) if state.booked else state
    state, asked = looks.at_end(game, state) if state.booked else (state, ())
    return state, (*(ring(state) if end.bell else ()), FreshEnter(), *asked)
