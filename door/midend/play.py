"""A game's course at any door: it begins, moves are made, things move, computers answer, it ends.

Law: `made` is the one way a move is made, whichever seat it comes from; `flow` is the one place
where things go on by themselves, from a move to wherever a key, a tick or a thought is needed.
The game decides what is legal, and a refusal is its sentence, with the bell.

A game that counts hands in every move as it is made and its score as soon as it is over, while
the end is still being shown.  A practice game hands in nothing until it has ended once, so that
moves can be taken back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from door.games.game import QUIT, WATCHER, Frame, Game, IllegalMove, Status, Table
from door.midend.api import Begin, Begun, Booked, Finish, Moved, News, Refused, Setup, Think, Thought
from door.midend.daily import opening
from door.midend.replay import ending, played
from door.midend.result import booked_lines
from door.midend.state import (
    CHARGED,
    PRACTICE,
    State,
    Step,
    front,
    kind_of,
    notice,
    refuse,
    ring,
    say,
    sitter,
)
from door.midend.words import turns_line
from door.ui.screen import Effects, Tick, Wake

MOTION: Final = "motion"
BEAT: Final = "beat"
IDLE: Final = "idle"
BEAT_SECONDS: Final = 0.6
IDLE_SECONDS: Final = 90.0
PAUSE_SECONDS: Final = 0.4
HOLD: Final = Frame(0, None, "Enter for the next move, q ends:")


# -- beginning ---------------------------------------------------------------------------


def start(game: Game, setup: Setup) -> Step:
    """The title page, or the game at once where `setup.straight` asks for it."""
    chosen = dict(setup.prefs)
    unknown: tuple[str, ...] = ()
    state = State(setup, setup.books, chosen, waiting=setup.waiting)
    if setup.argv:
        by_words, unknown = words(game, state, setup.argv)
        state = state._replace(chosen={**chosen, **by_words})
    if unknown:
        return refuse(state, f"This door does not know {', '.join(unknown)}.")
    return begin(game, state) if setup.straight else (state, idle(game, state))


def words(game: Game, state: State, argv: Sequence[str]) -> tuple[dict[str, str], tuple[str, ...]]:
    """What the command line's words choose, and those that choose nothing; a word that may be meant
    for a contest is not meant for practice."""
    if game.words is not None:
        return game.words(argv, front(state))
    chosen: dict[str, str] = {}
    unknown = []
    for word in argv:
        key, _, value = word.lower().rpartition("=")
        fitting = [c for c in game.choices(front(state)) if value in c.values and key in ("", c.key)]
        found = [c for c in fitting if not c.practice] or fitting
        if len(found) == 1:
            chosen[found[0].key] = value
        else:
            unknown.append(f'"{word[:20]}"')
    return chosen, tuple(unknown)


def idle(game: Game, state: State) -> Effects:
    """A title page that nobody touches starts a demonstration, where the door has one."""
    quiet = state.scene == "title" and not state.over and not state.setup.plain
    return (Wake(IDLE_SECONDS, IDLE),) if quiet and game.info.attract else ()


def begin(game: Game, state: State) -> Step:
    """Asks for a contest game, or for the one that waits."""
    plan = game.plan(front(state), False)
    return _asked(state), (Begin(plan.options, plan.seats, plan.ranked),)


def practise(game: Game, state: State) -> Step:
    """Asks for a practice game with the caller's own choices."""
    plan = game.plan(front(state), True)
    return _asked(state), (Begin(plan.options, plan.seats, ranked=False),)


def begin_daily(game: Game, state: State) -> Step:
    """Asks for the day's deal."""
    return _asked(state), (Begin(game.info.deal, daily=True),)


def _asked(state: State) -> State:
    return state._replace(
        scene="opening", over="", field=None, frames=(), booked=None, another="", note="", bad=False,
        attract=False, beat=False,
    )  # fmt: skip


def on_begun(game: Game, state: State, begun: Begun) -> Step:
    """The game comes to the table, or a dropped one goes on."""
    try:
        position = played(game, begun.options, begun.seats, begun.chance, begun.moves)
    except IllegalMove as error:
        return refuse(state._replace(scene="title"), f"This game cannot be played on: {error}")
    state = _dealt(game, state, begun, position)
    if begun.resumed:
        state = _rested(game, notice(state, f"Your game goes on: the same {game.info.alike}."))
        status = game.status(position)  # its last move may have been kept, and not its end
        return flow(game, *(_handed_in(game, state, status, ()) if status.over else (state, ())))
    return flow(game, _seen(game, notice(state, _welcome(game, begun)), None))


def _dealt(game: Game, state: State, begun: Begun, position: object) -> State:
    """The state with this game on the table, nothing moving yet."""
    kind = kind_of(begun)
    choices = {choice.key: value_of(choice.values, state.chosen.get(choice.key), choice.default)
               for choice in game.choices(front(state))}  # fmt: skip
    table = Table(
        position, None, WATCHER if kind == "demo" else 0, begun.options, begun.seats, begun.moves,
        kind=kind, commit=begun.commit, choices=choices, keys=state.setup.keys,
        tally=begun.books.tally, caller=state.setup.caller,
    )  # fmt: skip
    table = table._replace(board=game.board(_turned(game, state, table)))
    state = state._replace(
        scene="play", over="", table=_turned(game, state, table), begun=begun, booked=None, books=begun.books,
        frames=(), at=0, past=(), filed=False, awaited="", thought=None, parts=(),
        waiting=state.waiting or kind in CHARGED,
    )  # fmt: skip
    return say(state, _opened(game, begun))


def value_of(values: Sequence[str], chosen: str | None, default: str) -> str:
    """What holds for a choice: the chosen text where it is one of `values` (or they are typed)."""
    return chosen if chosen is not None and (not values or chosen in values) else default


def _welcome(game: Game, begun: Begun) -> str:
    if begun.daily:
        return opening(begun, game.info.alike)
    kind = kind_of(begun)
    if kind == "demo":
        return "A demonstration: the computers play."
    if kind == "practice":
        return "PRACTICE: nothing counts, and U takes a move back."
    return "A free turn!" if begun.free else ""


def _opened(game: Game, begun: Begun) -> tuple[str, ...]:
    """What plain mode says of any game as it comes to the table."""
    return (f"Commitment: {begun.commit}",)


def on_refused(game: Game, state: State, no: Refused) -> Step:
    """No game: back at the title page, and why."""
    return refuse(state._replace(scene="title", over="", books=no.books, another=""), no.reason)


def on_booked(game: Game, state: State, booked: Booked) -> Step:
    """The books' answer to a game that is over."""
    if state.begun is None or state.begun.id != booked.id:
        return state._replace(books=booked.books), ()
    waiting = state.waiting and kind_of(state.begun) not in CHARGED
    state = state._replace(booked=booked, books=booked.books, waiting=waiting)
    if state.scene != "play":  # an end that is still being shown is told first
        state = say(state, booked_lines(state, booked))
    if booked.note:
        state = notice(state, booked.note, bad=True)
    return _onwards(game, state)


def _onwards(game: Game, state: State) -> Step:
    """The game that was asked for in place of the one that has ended, where there is one."""
    if state.another == "contest":
        return begin(game, state)
    return practise(game, state) if state.another == "practice" else (state, ())


def on_news(game: Game, state: State, news: News) -> Step:
    """The books have changed."""
    return state._replace(books=news.books), ()


# -- moves -------------------------------------------------------------------------------


def enter(game: Game, state: State, move: str) -> Step:
    """The person at this keyboard makes a move, or lets the moment pass."""
    table = state.table
    assert table is not None
    if mover(game, state) != table.eyes:
        return refuse(state, "It is not your turn.")
    if not move:
        return flow(game, _passed_on(state._replace(note="", bad=False), table.eyes))
    try:
        return flow(game, *made(game, state, move))
    except IllegalMove as why:
        return refuse(state, str(why))


def _passed_on(state: State, seat: int) -> State:
    """That seat lets the position be: whoever is behind it is asked."""
    table = state.table
    assert table is not None
    return state._replace(table=table._replace(let=(*table.let, seat)))


def made(game: Game, state: State, move: str) -> Step:
    """A move is made; IllegalMove says why it cannot be."""
    table, before = state.table, state.table
    assert table is not None and before is not None
    position = game.apply(table.position, move)
    status = game.status(position)
    moves = (*table.moves, move)
    table = table._replace(position=position, moves=moves, before=before.position, frame=None, let=())
    table = _turned(game, state._replace(table=table), table, status)
    practice = table.kind in PRACTICE
    state = state._replace(
        table=table._replace(board=game.board(table)), over="", note="", bad=False, awaited="",
        thought=None, past=(*state.past, before.position) if practice else (),
    )  # fmt: skip
    effects: Effects = () if practice else (Moved(move),)
    state = _seen(game, state, before)
    return (state, effects) if not status.over else _handed_in(game, state, status, effects)


def _turned(game: Game, state: State, table: Table, status: Status | None = None) -> Table:
    """The table seen by whoever at this keyboard is to move."""
    status = status or game.status(table.position)
    if table.eyes == WATCHER:
        return table
    for seat in status.movers:
        if not sitter(game, state._replace(table=table), seat):
            return table if table.eyes == seat else table._replace(eyes=seat)
    return table


def _seen(game: Game, state: State, before: Table | None) -> State:
    """What has come about is said, and set in motion."""
    table = state.table
    assert table is not None
    state = say(state, game.say(before, table))
    frames = _moving(game, state, before, table)
    if table.kind == "demo":
        frames = (*frames, HOLD) if state.still else (*frames, Frame(PAUSE_SECONDS, None))
    return _framed(state._replace(frames=frames, at=0))


def _moving(game: Game, state: State, before: Table | None, after: Table) -> tuple[Frame, ...]:
    """The motion, as far as this caller is shown one."""
    frames, plain = game.frames(before, after), state.setup.plain
    if not state.still:
        return frames
    return tuple(frame for frame in frames if not frame.seconds and (frame.prompt or not plain))


def chosen(game: Game, state: State, effects: Effects) -> Step:
    """What is left of the motion, as a choice made meanwhile has it."""
    table = state.table
    if table is None or not state.frames:
        return state, effects
    before = table._replace(position=table.before, moves=table.moves[:-1]) if table.moves else None
    frames = _moving(game, state, before, table)
    shows = [frame.show for frame in frames]
    left = (shows.index(frame.show) for frame in state.frames[state.at :] if frame.show in shows)
    at = next(left, -1)
    if at < 0:
        return flow(game, still(state), effects)
    return flow(game, _framed(state._replace(frames=frames, at=at)), effects)


def _rested(game: Game, state: State) -> State:
    """The table as it lies, all of it said."""
    assert state.table is not None
    return say(state, game.say(None, state.table))


def _handed_in(game: Game, state: State, status: Status, effects: Effects) -> Step:
    """The game is over: on the books at once, then shown."""
    table = state.table
    assert table is not None
    if state.filed:
        return state, effects
    if table.kind in PRACTICE:
        effects = (*effects, *map(Moved, table.moves))
    result = status.detail if game.info.result else None
    table = table._replace(tally=state.books.tally)  # as it is before this game
    return state._replace(table=table, filed=True), (*effects, Finish(status.scores[0], result))


def mover(game: Game, state: State) -> int:
    """The seat that is asked for a move now, WATCHER for none."""
    table = state.table
    if table is None or state.scene != "play":
        return WATCHER
    status = game.status(table.position)
    if status.over:
        return WATCHER
    return next((seat for seat in status.movers if seat not in table.let), WATCHER)


# -- what goes on by itself ----------------------------------------------------------------


def flow(game: Game, state: State, effects: Effects = ()) -> Step:
    """From where something has come about to where a key, a tick or a thought is needed."""
    while state.scene == "play" and state.table is not None:
        status = game.status(state.table.position)
        if state.frames:
            state, more = _ahead(game, state)
            return state, (*effects, *_wake(state), *more)
        if status.over:
            state, more = _ended(game, state)
            return state, (*effects, *more)
        seat = mover(game, state)
        level = sitter(game, state, seat) if seat >= 0 else ""
        if not level:
            return _yours(state, seat), effects
        move = _answer(game, state, seat, level)
        if move is None:
            state, more = _ahead(game, state)
            return state, (*effects, *more)
        if not move:
            state = _passed_on(state._replace(thought=None, awaited=""), seat)
            continue
        state, more = made(game, state, move)
        effects = (*effects, *more)
    return state, effects


def _yours(state: State, seat: int) -> State:
    """A person is to move: the table is theirs."""
    table = state.table
    if table is None or seat < 0 or table.eyes in (seat, WATCHER):
        return state
    return state._replace(table=table._replace(eyes=seat))


def _answer(game: Game, state: State, seat: int, level: str) -> str | None:
    """The computer's move where it is there already or costs nothing; None where it has to think."""
    assert state.table is not None and game.computer is not None
    if state.thought is not None:
        return state.thought
    return game.computer(state.table.position, seat, level) if level in game.info.quick else None


def _ahead(game: Game, state: State) -> Step:
    """Asks the computer whose turn it is, once; it may think while things still move."""
    seat = mover(game, state)
    level = sitter(game, state, seat) if seat >= 0 else ""
    if not level or level in game.info.quick or state.awaited or state.thought is not None:
        return state, ()
    assert state.table is not None and state.begun is not None and game.computer is not None
    name = f"move {state.begun.id} {len(state.table.moves)} {seat}"
    return state._replace(awaited=name), (Think(game.computer, (state.table.position, seat, level), name),)


def on_thought(game: Game, state: State, thought: Thought) -> Step:
    """The computer's move; where it failed, its weakest brother's."""
    if state.table is None or not state.awaited or thought.name != state.awaited:
        return state, ()
    value = thought.value
    if not isinstance(value, str):
        return refuse(
            state._replace(awaited=""), f"{thought.error or 'No move was found.'} ENTER asks again."
        )
    state = state._replace(awaited="", thought=value)
    return (state, ()) if state.frames else _thought_made(game, state)


def _thought_made(game: Game, state: State) -> Step:
    try:
        return flow(game, state)
    except IllegalMove as why:
        return refuse(state._replace(thought=None), str(why))


def _framed(state: State) -> State:
    """The table with the frame that is shown now."""
    table = state.table
    if table is None:
        return state
    shown = state.frames[state.at].show if state.frames else None
    return state if table.frame is shown else state._replace(table=table._replace(frame=shown))


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
    state = _framed(state._replace(at=state.at + 1))
    return state, _wake(state)


def still(state: State) -> State:
    """The table at rest, whatever of a motion was left."""
    return _framed(state._replace(frames=(), at=0))


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
    assert state.table is not None
    end = ending(game, state.table)
    state = say(state._replace(scene="done", over="", page=0), end.lines)
    state, effects = _beaten(say(state, booked_lines(state, state.booked)) if state.booked else state)
    return state, (*(ring(state) if end.bell else ()), *effects)


def _beaten(state: State) -> Step:
    """ENTER is held back for a moment, so that no key typed for one page answers the next."""
    return (state, ()) if state.setup.plain else (state._replace(beat=True), (Wake(BEAT_SECONDS, BEAT),))


def to_title(game: Game, state: State) -> Step:
    """The title page again."""
    state, effects = _beaten(state._replace(scene="title", over="", frames=(), note="", bad=False))
    return say(state, (turns_line(state.books),)), (*effects, *idle(game, state))


def give_up(game: Game, state: State, another: str = "") -> Step:
    """The game ends here; `another` is the kind of game to begin once it is booked."""
    table = state.table
    if table is None or state.scene != "play" or game.status(table.position).over:
        return state._replace(over=""), ()
    quiet, known = table.kind == "demo", state.filed
    state, effects = made(game, state._replace(over="", another=another), QUIT)
    state = still(state)
    if quiet:
        return state._replace(scene="title", attract=False, table=None, note=""), effects
    if known and another:  # the books have heard of it before, and will not answer
        return _onwards(game, state)
    return flow(game, state, effects)


def undo(game: Game, state: State) -> Step:
    """Takes the caller's last move of a practice game back, and whatever answered it."""
    table = state.table
    if table is None or table.kind not in PRACTICE:
        return refuse(state, "Moves cannot be taken back in a game that counts.")
    for back in range(1, len(state.past) + 1):
        position, moves = state.past[-back], table.moves[:-back]
        earlier = table._replace(position=position, moves=moves, before=None, frame=None, let=())
        status = game.status(position)
        if any(not sitter(game, state._replace(table=earlier), seat) for seat in status.movers):
            earlier = _turned(game, state, earlier, status)
            earlier = earlier._replace(board=game.board(earlier))
            state = state._replace(
                table=earlier,
                past=state.past[:-back],
                scene="play",
                frames=(),
                awaited="",
                thought=None,
            )
            return say(notice(state, "The last move is taken back."), game.say(None, earlier)), ()
    return refuse(state, "There is no move to take back.")


def same_again(game: Game, state: State) -> Step:
    """The game just played, from its start once more, for practice: the books hear nothing of it."""
    old = state.begun
    if old is None or state.scene != "done":
        return state, ()
    begun = replace(old, moves=(), ranked=False, resumed=False, free=False, daily="")
    position = game.new(begun.options, begun.seats, begun.chance)
    booked = state.booked
    state = _dealt(game, _asked(state), begun, position)._replace(filed=True, booked=booked)
    return flow(game, _seen(game, notice(state, f"The same {game.info.alike} again, for practice."), None))
