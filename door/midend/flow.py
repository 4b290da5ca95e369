"""A game's course at any door: moves are made, things move, computers answer, it ends.

Law: `made` is the one way a move is made, whichever seat it comes from; `flow` is the one place
where things go on by themselves, from a move to wherever a key, a tick or a thought is needed.
The game decides what is legal, and a refusal is its sentence, with the bell.

A game that counts hands in every move as it is made and its score as soon as it is over, while
the end is still being shown.  A practice game hands in nothing until it has ended once, so that
moves can be taken back.  Among callers at a table (`AT_TABLE`) a move is only asked for, and comes and ends
by what the table says (`door.midend.seat`).
"""

from __future__ import annotations

from typing import Final

from door.games.frames import Frame
from door.games.game import AT_TABLE, EVERYBODY, WATCHER, Game, IllegalMove, Status, Table
from door.midend import company
from door.midend.api import MOTION, PACES, Begin, Finish, Moved, Think, Thought
from door.midend.match.api import AtTable
from door.midend.pages import coach
from door.midend.pages.result import booked_lines
from door.midend.replay import ending
from door.midend.state import PRACTICE, State, Step, refuse, ring, say, sitter, table_of, tabled
from door.ui.screen import Effects, Tick, Wake
from door.ui.texts import reason_of, tr

BEAT: Final = "beat"
IDLE: Final = "idle"
BEAT_SECONDS: Final = 0.8
"""Longer than a key is held down before it repeats itself, on most systems 0.25 to 0.66 s."""
IDLE_SECONDS: Final = 90.0
PAUSE_SECONDS: Final = 0.4
READ_SECONDS: Final = 0.5
"""A frame that is seen so long is there to be read."""


def idle(game: Game, state: State) -> Effects:
    """A title page that nobody touches starts a demonstration, where the door has one."""
    quiet = state.scene == "title" and not state.over and not state.setup.plain
    return (Wake(IDLE_SECONDS, IDLE),) if quiet and game.info.attract else ()


def enter(game: Game, state: State, move: str) -> Step:
    """The person at this keyboard makes a move, or lets the moment pass."""
    table = table_of(state)
    if table.kind == AT_TABLE:
        return state, (_asked_for(move),)
    if mover(game, state) != table.eyes:
        return refuse(state, tr.play.not_your_turn())
    if not move:
        return flow(game, _passed_on(state._replace(note="", bad=False), table.eyes))
    try:
        return flow(game, *made(game, state, move))
    except IllegalMove as why:
        return refuse(state, reason_of(why))


def _asked_for(move: str) -> AtTable:
    """A move that the table is asked for."""
    return AtTable({"do": "move", "move": move} if move else {"do": "let"})


def _passed_on(state: State, seat: int) -> State:
    """That seat lets the position be: whoever is behind it is asked."""
    return tabled(state, let=(*table_of(state).let, seat))


def made(game: Game, state: State, move: str) -> Step:
    """A move is made; IllegalMove says why it cannot be."""
    before = table_of(state)
    table = moved(game, before, move)
    status, practice = game.status(table.position), table.kind in PRACTICE
    state = state._replace(
        table=table, over="", note="", bad=False, awaited="",
        thought=None, parts=(), verdict=None, past=(*state.past, before.position) if practice else (),
    )  # fmt: skip
    effects: Effects = () if practice else (Moved(move),)
    state = seen(game, state, before)
    effects = (*effects, *rung(game, state, before, table))
    return (state, effects) if not status.over else handed_in(game, state, status, effects)


def moved(game: Game, before: Table, move: str) -> Table:
    """The table after a move, before whoever at this keyboard is to move then; IllegalMove says why it
    cannot be."""
    position = game.apply(before.position, move)
    moves = (*before.moves, move)
    table = before._replace(position=position, moves=moves, before=before.position, frame=None, let=())
    table = turned(game, table, game.status(position))
    return table._replace(board=game.board(table))


def turned(game: Game, table: Table, status: Status) -> Table:
    """The table seen by whoever at this keyboard is to move; no player's eyes stay what they are."""
    if table.eyes in (WATCHER, EVERYBODY):
        return table
    for seat in status.movers:
        if not sitter(game, table, seat):
            return table if table.eyes == seat else table._replace(eyes=seat)
    return table


def seen(game: Game, state: State, before: Table | None) -> State:
    """What has come about is said, and set in motion."""
    table = table_of(state)
    state = say(state, company.told(game, before, table))
    frames = moving(game, state, before, table)
    if table.kind == "demo":
        frames = (
            (*frames, Frame(0, None, tr.play.plain_prompt_next_move()))
            if state.still
            else (*frames, Frame(PAUSE_SECONDS, None))
        )
    return framed(state, frames)


def moving(game: Game, state: State, before: Table | None, after: Table) -> tuple[Frame, ...]:
    """The motion, as far as this caller is shown one."""
    frames, plain = game.frames(before, after), state.setup.plain
    if not state.still:
        times = PACES.get(state.chosen.get(MOTION, ""), 1.0)
        return frames if times == 1 else tuple(_timed(frame, times) for frame in frames)
    return tuple(frame for frame in frames if not frame.seconds and (frame.prompt or not plain))


def _timed(frame: Frame, times: float) -> Frame:
    """A frame for so many times as long; a fanfare, and what is to be read, keep their time."""
    kept = frame.moment or frame.seconds >= READ_SECONDS
    return frame if kept else frame._replace(seconds=frame.seconds * times)


def rung(game: Game, state: State, before: Table, after: Table) -> Effects:
    """The bell of a moment, for a caller who is shown no fanfare."""
    missed = game.frames(before, after) if state.still else ()
    return ring(state) if any(frame.moment and frame.bell for frame in missed) else ()


def reframed(game: Game, state: State, effects: Effects) -> Step:
    """The rest of the motion, as a choice made meanwhile has it."""
    table = state.table
    if table is None or not state.frames:
        return state, effects
    before = table._replace(position=table.before, moves=table.moves[:-1]) if table.moves else None
    frames = moving(game, state, before, table)
    shows = [frame.show for frame in frames]
    left = (shows.index(frame.show) for frame in state.frames[state.at :] if frame.show in shows)
    at = next(left, -1)
    if at < 0:
        return flow(game, still(state), effects)
    return flow(game, framed(state, frames, at), effects)


def handed_in(game: Game, state: State, status: Status, effects: Effects) -> Step:
    """The game is over: on the books at once, then shown."""
    if state.filed:
        return state, effects
    table = table_of(state)
    if table.kind in PRACTICE:
        effects = (*effects, *map(Moved, table.moves))
    result = status.detail if game.info.result else None
    state = tabled(state, tally=state.books.tally)  # as it is before this game
    return state._replace(filed=True), (*effects, Finish(status.scores[0], result))


def mover(game: Game, state: State) -> int:
    """The seat that is asked for a move now, WATCHER for none."""
    table = state.table
    if table is None or state.scene != "play":
        return WATCHER
    return _asked(game.status(table.position), table)


def _asked(status: Status, table: Table) -> int:
    movers = () if status.over else status.movers
    return next((seat for seat in movers if seat not in table.let), WATCHER)


def flow(game: Game, state: State, effects: Effects = ()) -> Step:
    """From where something has come about to where a key, a tick or a thought is needed."""
    while state.scene == "play" and state.table is not None:
        status = game.status(state.table.position)
        seat, away = _asked(status, state.table), state.table.kind == AT_TABLE
        level = sitter(game, state.table, seat)
        if state.frames:
            state, more = _think(game, state, seat, level)
            return state, (*effects, *_wake(state), *more)
        if status.over:
            state, more = (state, ()) if away else _ended(game, state)
            return state, (*effects, *more)
        if not level:  # a person is to move: the table is theirs
            yours = not away and seat != WATCHER and table_of(state).eyes != WATCHER
            return (tabled(state, eyes=seat) if yours else state), effects
        move = _answer(game, state, seat, level)
        if move is None:
            state, more = _think(game, state, seat, level)
            return state, (*effects, *more)
        if not move:
            state = _passed_on(state._replace(thought=None, awaited=""), seat)
            continue
        if away:
            return state, (*effects, _asked_for(move))
        state, more = made(game, state, move)
        effects = (*effects, *more)
    return state, effects


def _answer(game: Game, state: State, seat: int, level: str) -> str | None:
    """The computer's move where it is there already or costs nothing; None where it has to think."""
    assert game.computer is not None
    if state.thought is not None:
        return state.thought
    return game.computer(table_of(state).position, seat, level) if level in game.info.quick else None


def _think(game: Game, state: State, seat: int, level: str) -> Step:
    """Asks the computer whose turn it is, once; it may think while things still move."""
    if not level or level in game.info.quick or state.awaited or state.thought is not None:
        return state, ()
    assert state.begun is not None and game.computer is not None
    table = table_of(state)
    name = f"move {state.begun.id} {len(table.moves)} {seat}"
    return state._replace(awaited=name), (Think(game.computer, (table.position, seat, level), name),)


def on_thought(game: Game, state: State, thought: Thought) -> Step:
    """The computer's move; where it failed, its weakest brother's."""
    if state.table is None or not state.awaited or thought.name != state.awaited:
        return state, ()
    value = thought.value
    if not isinstance(value, str):
        why = thought.error or tr.play.computer_found_no_move()
        return refuse(state._replace(awaited=""), tr.play.enter_asks_again(why=why))
    state = state._replace(awaited="", thought=value)
    try:
        return (state, ()) if state.frames else flow(game, state)
    except IllegalMove as why:
        return refuse(state._replace(thought=None), reason_of(why))


def framed(state: State, frames: tuple[Frame, ...], at: int = 0) -> State:
    """The table with that frame of the motion shown."""
    table, shown = table_of(state), frames[at].show if frames else None
    if table.frame is not shown:
        table = table._replace(frame=shown)
    return state._replace(frames=frames, at=at, table=table)


def _wake(state: State) -> Effects:
    frame = state.frames[state.at]
    bell = ring(state) if frame.bell else ()
    return (*bell, Wake(frame.seconds, MOTION)) if frame.seconds else bell


def on_tick(game: Game, state: State, tick: Tick) -> Step:
    """The next frame; or a page may be left by ENTER now; or nobody has touched the title page."""
    if tick.name == BEAT:
        return state._replace(beat=False), ()
    if tick.name == IDLE and state.scene == "title" and not state.over:
        attract = state._replace(scene="opening", attract=True, note="", bad=False)
        return attract, (Begin(seats=game.info.attract, ranked=False),)
    if tick.name != MOTION or not state.frames or not state.frames[state.at].seconds:
        return state, ()
    if state.over or (state.table and game.covered(state.table)):  # something lies over it: it waits
        return state, (Wake(state.frames[state.at].seconds, MOTION),)
    return step(game, state)


def step(game: Game, state: State) -> Step:
    """The next frame, or rest."""
    if state.at + 1 >= len(state.frames):
        return flow(game, still(state))
    state = framed(state, state.frames, state.at + 1)
    return state, _wake(state)


def still(state: State) -> State:
    """The table at rest, whatever of a motion was left."""
    return framed(state, ())


def skip(game: Game, state: State) -> Step:
    """On to where the motion waits for the caller, or to its end."""
    after = (at for at in range(state.at + 1, len(state.frames)) if not state.frames[at].seconds)
    at = next(after, len(state.frames))
    return step(game, state._replace(at=at - 1))


def _ended(game: Game, state: State) -> Step:
    """The end is shown; a demonstration that started by itself just goes away."""
    if state.attract:
        state = state._replace(scene="title", attract=False, table=None, note="")
        return state, idle(game, state)
    end = ending(game, table_of(state))
    state = say(state._replace(scene="done", over="", page=0), end.lines)
    state, effects = beaten(say(state, booked_lines(game, state, state.booked)) if state.booked else state)
    looks = coach.glance(game, state)
    if looks and state.setup.plain:  # nobody is told anything behind a prompt
        state = state._replace(awaited=looks[0].name)
    return state, (*(ring(state) if end.bell else ()), *effects, *looks)


def beaten(state: State) -> Step:
    """ENTER is held back for a moment, so that no key typed for one page answers the next, nor one held
    down."""
    return (state, ()) if state.setup.plain else (state._replace(beat=True), (Wake(BEAT_SECONDS, BEAT),))
