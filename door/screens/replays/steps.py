"""Replay a finished game: its board after each move, the steps from one to the next, and its proof.

Seed, words, options, seats and moves are the only input; the rules decide the rest. Tables are made as in
play (`flow.table_after`), so a replay shows what the player saw. Coach and proof run in the background.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any, Final

from door.games.chance import commitment
from door.games.contract import Door
from door.games.game import AT_TABLE, EVERYBODY, Ending, GameView, computer_level
from door.games.record import Course, walk
from door.play.api import MOTION, Booked, Setup, Think, Thought
from door.play.replay import (
    CANNOT,
    RecordedGame,
    ReplayCheck,
    check_seats,
    ending,
    last_move_lines,
    looks_back,
)
from door.screens import looks
from door.screens.doors import find
from door.screens.flow import motion_frames, next_frame, show_frame, wake
from door.screens.pages.help import verdict
from door.screens.state import (
    CLOSED,
    STILL,
    BoardNews,
    Motion,
    NewsItem,
    Replay,
    State,
    Step,
    at_rest,
    chosen_values,
    notice,
    refuse,
    replay_of,
    say,
    table_of,
)
from door.ui.blocks import SILENT
from door.ui.screen import Effects, Tick, Wake
from door.ui.texts import MaybeSaid, reason_of, tr
from door.ui.words import sentences

KIND: Final = {"daily": tr.replay.headline_daily, AT_TABLE: tr.replay.headline_at_table}

PACE: Final = "pace"
PACES: Final = (4.0, 2.0, 1.2, 0.6, 0.3)
"""Seconds per position during autoplay, slowest first."""

READING_SECONDS: Final = 1.2
"""Seconds for a frame at which play waited for the player."""


def replay_state(game: Door, setup: Setup, finished: RecordedGame, side: int = 0, at: int = 0) -> State:
    """Return the replay before its first move. Raises one of `CANNOT` if the game can't be replayed."""
    setup = replace(setup, options=finished.options)
    booked = Booked(finished.id, finished.seed, setup.books)
    state = State(setup, dict(setup.prefs), scene="play", booked=booked)
    every = tables(game, finished, side, choices=chosen_values(game, state))
    remarks = game.coach.remarks((), every) if game.coach else {}
    return at_move(state._replace(replay=Replay(finished, every, side=side, remarks=remarks)), at)


def replaying(state: State, **changes: Any) -> State:
    return state._replace(replay=replay_of(state)._replace(**changes))


def at_move(state: State, at: int) -> State:
    """Show the table after that many moves (or the nearest possible number), at rest."""
    replay = replay_of(state)
    at = max(0, min(at, replay.last))
    table = replay.tables[at]
    return replaying(state, at=at)._replace(table=table, motion=STILL, note=SILENT, page=CLOSED)


# -- from move to move ----------------------------------------------------------------------


def forward(game: Door, state: State) -> Step:
    """Show the next move with its animation. At the end, stop autoplay."""
    replay = replay_of(state)
    if replay.at >= replay.last:
        return replaying(state, plays=False), ()
    state = at_move(state, replay.at + 1)
    before, after = replay.tables[replay.at], table_of(state)
    state = say(state, move_lines(game, state, (BoardNews(before, after),)))
    frames = () if state.still else motion_frames(game, state, before, after)
    seen = tuple(frame if frame.seconds else frame._replace(seconds=READING_SECONDS) for frame in frames)
    state = show_frame(state, Motion(seen, 0, before))
    return (state, wake(state)) if seen else come_to_rest(state)


def come_to_rest(state: State) -> Step:
    """Come to rest. In autoplay, schedule the next move."""
    replay = replay_of(state)
    plays = replay.plays and replay.at < replay.last
    return replaying(at_move(state, replay.at), plays=plays), (
        (Wake(PACES[replay.pace], PACE),) if plays else ()
    )


def to(game: Door, state: State, at: int) -> Step:
    state = replaying(at_move(state, at), plays=False)
    return say(state, move_lines(game, state, game.words.say(None, replay_of(state).shown_table))), ()


def play(game: Door, state: State) -> Step:
    """Start autoplay, from the beginning if it is at the end, or stop it."""
    replay = replay_of(state)
    if replay.plays:
        return replaying(at_move(state, replay.at), plays=False), ()
    if replay.at >= replay.last:
        return come_to_rest(replaying(at_move(state, 0), plays=True))
    return forward(game, replaying(state, plays=True))


def change_pace(state: State, by: int) -> Step:
    pace = max(0, min(replay_of(state).pace + by, len(PACES) - 1))
    return notice(replaying(state, pace=pace), tr.replay.pace_is(seconds=f"{PACES[pace]:g}")), ()


def on_tick(game: Door, state: State, tick: Tick) -> Step:
    """Show the next frame of an animation, or the next move."""
    replay = replay_of(state)
    if state.page.name:
        return state, ((Wake(PACES[replay.pace], tick.name),) if replay.plays or state.frames else ())
    if tick.name == PACE:
        return forward(game, state) if replay.plays and not state.frames else (state, ())
    if tick.name != MOTION or not state.frames:
        return state, ()
    return next_frame(state) or come_to_rest(state)


def jump_to_mark(game: Door, state: State, ahead: bool) -> Step:
    """Jump to the next or previous marked move, wrapping around."""
    replay = replay_of(state)
    moves = replay.marked_moves
    if not moves:
        more: MaybeSaid = tr.replay.or_ask_the_coach() if can_ask(game, replay) else ""
        return refuse(state, sentences(tr.replay.no_move_marked(), more))
    there = [at for at in moves if (at > replay.at if ahead else at < replay.at)] or moves
    return to(game, state, there[0] if ahead else there[-1])


def other_side(game: Door, state: State) -> Step:
    """In a race, show the same move on the next player's board."""
    replay = replay_of(state)
    finished = replay.finished
    if not finished.race:
        return state, ()
    side = (replay.side + 1) % len(finished.sides)
    new = replay_state(game, state.setup, finished, side, replay.at)._replace(news=state.news)
    new = replaying(new, pace=replay.pace, proof=replay.proof)
    return notice(new, tr.replay.board_of(who=finished.seats[side])), ()


# -- in words ---------------------------------------------------------------------------------


def move_count(replay: Replay) -> str:
    """Return "Move 3 of 12"."""
    if replay.at:
        return tr.replay.move_of_moves(at=replay.at, last=replay.last)
    return tr.replay.before_first_move(last=replay.last)


def move_lines(game: Door, state: State, said: Sequence[NewsItem]) -> tuple[NewsItem, ...]:
    """Return the move shown for plain mode: its number, what is `said`, and the remark."""
    replay = replay_of(state)
    move = f": {replay.shown_table.moves[-1]}" if replay.at else ""
    remark = replay.remarks.get(replay.at)
    end = _ending(game, replay)
    return (
        f"{move_count(replay)}{move}.",
        *said,
        *((remark.words,) if remark else ()),
        *(end.lines if end else ()),
    )


def _ending(game: Door, replay: Replay) -> Ending | None:
    over = replay.at == replay.last and game.rules.status(replay.shown_table.position).ended
    return ending(game, replay.shown_table) if over else None


def line(game: Door, state: State, room: int) -> str:
    """Return the first text that fits the message line: headline, remark, the game's message, or the move."""
    replay = replay_of(state)
    said = [game.words.message(table_of(state))]
    if not replay.at:
        said[:0] = headline(game, replay.finished), f"{replay.finished.players}, {_scores(replay.finished)}"
    elif not state.frames:
        before, after, remark = (
            replay.tables[replay.at - 1],
            replay.shown_table,
            replay.remarks.get(replay.at),
        )
        said += [*last_move_lines(game, after)[-1:], *game.words.say(before, after)[:1]]
        if end := _ending(game, replay):
            stop = "" if end.headline.endswith((".", "!")) else "."
            said[:0] = f"{end.headline}{stop} {end.lines[-1]}", end.lines[-1]
        elif remark:
            said.insert(0, remark.words)
    said += [text.partition(": ")[2] for text in said]
    return next((text for text in said if 0 < len(text) <= room), " ")


def headline(game: Door, finished: RecordedGame) -> str:
    """Return which game it is: "Shut The Box: Ann, 96. 22 Nov 2026"."""
    form = KIND.get(finished.kind, tr.replay.headline)
    scores = _scores(finished)
    return form(game=game.info.name(), day=finished.day, players=finished.players, scores=scores)


def _scores(finished: RecordedGame) -> str:
    return ":".join(map(str, finished.scores))


# -- the coach and the proof --------------------------------------------------------------------


def can_ask(game: Door, replay: Replay) -> bool:
    return not replay.asked and looks_back(game, replay.tables[-1])


def ask_coach(game: Door, state: State) -> Step:
    replay = replay_of(state)
    if not looks_back(game, replay.tables[-1]):
        return refuse(state, tr.play.no_coach() if game.coach is None else tr.play.coach_nothing_to_see())
    if replay.asked:
        return notice(state, tr.replay.coach_already_asked()), ()
    return replaying(notice(state, tr.play.coach_is_looking()), asked=True), looks.ask(game, state)


def by_itself(game: Door, state: State) -> Step:
    """Start autoplay, and ask the coach without being told to."""
    state, effects = come_to_rest(replaying(state, plays=True))
    if not can_ask(game, replay_of(state)):
        return state, effects
    return replaying(state, asked=True), (*effects, *looks.ask(game, state))


def on_thought(game: Door, state: State, thought: Thought) -> Step:
    """Handle a part of the coach's result, or the proof."""
    replay, coach = replay_of(state), game.coach
    if thought.name == _proof_name(replay):
        found = thought.value or (ReplayCheck("played", False, (("why", thought.error),)),)
        return say(replaying(state, proof=found), verdict(found)), ()
    if coach is None or not looks.is_part(state, thought):
        return state, ()
    if thought.value is None:
        return refuse(replaying(state, asked=False), thought.error or tr.play.coach_could_not_look())
    state = looks.add(game, state, thought.value)
    found = state.look.verdict
    if found is None:
        return state, looks.ask(game, state)
    state = replaying(state, remarks=coach.remarks(state.look.parts, replay.tables))
    if replay_of(state).remarks == replay.remarks:
        return notice(state, found.line), ()
    goes = tr.replay.marks_found() if replay_of(state).marked_moves else tr.replay.marks_none()
    return notice(state, tr.replay.coach_has_looked(goes=goes)), ()


def _proof_name(replay: Replay) -> str:
    return f"proof {replay.finished.id}"


def ask_proof(replay: Replay) -> Effects:
    """Replay the whole game in the background, once, as its proof."""
    return () if replay.proof else (Think(proof_checks, (replay.finished,), _proof_name(replay)),)


# -- a game's positions and proof ----------------------------------------------------------------


def tables(
    game: Door, finished: RecordedGame, side: int = 0, choices: Mapping[str, str] = {}
) -> tuple[GameView, ...]:
    """Return the table before the first move and after each. Raises IllegalMove at an invalid one.
    `choices` are the viewer's.

    A caller's own game is shown from the caller's view. Nothing is hidden in a match.
    """
    between = finished.kind == AT_TABLE and not finished.race
    courses = walk(game.rules, finished.record(side))
    table = GameView(next(courses), eyes=EVERYBODY if between else 0, choices=choices)

    def after(table: GameView, course: Course) -> GameView:
        return at_rest(game, table._replace(course=course))

    return tuple(accumulate(courses, after, initial=at_rest(game, table)))


def coach_lines(game: Door, finished: RecordedGame) -> Iterator[str]:
    """Yield the coach's comments for every player. Raises one of `CANNOT` if the game can't be replayed."""
    people = [seat for seat, name in enumerate(finished.seats) if not computer_level(name)]
    for seat in people if finished.kind == AT_TABLE else (0,):
        side, who = seat if finished.race else 0, finished.seats[seat]
        table = tables(game, finished, side)[-1]._replace(caller=who)
        yield from (f"{who}:",) if finished.kind == AT_TABLE else ()
        yield from _lines_for_table(game, table)


def _lines_for_table(game: Door, table: GameView) -> Iterator[str]:
    if game.coach is None:
        yield tr.play.no_coach()
    elif not looks_back(game, table):
        yield tr.play.coach_nothing_to_see()
    else:
        record = table.course.record
        parts = tuple(game.coach.look(record, step) for step in range(game.coach.steps(table)))
        for page in game.coach.pages(parts, table, True):
            yield from (line for line in (f"{page.title}:", *page.lines) if line)


def proof_checks(finished: RecordedGame) -> tuple[ReplayCheck, ...]:
    """Check that the record follows from seed and moves. Picklable: long games take a moment."""
    door = find(finished.door)
    if door is None:
        return (ReplayCheck("door", False, (("door", finished.door),)),)
    try:
        return tuple(_check_each(door.game, finished))
    except CANNOT as error:
        return (ReplayCheck("played", False, (("why", reason_of(error) or type(error).__name__),)),)


def _check_each(game: Door, finished: RecordedGame) -> Iterator[ReplayCheck]:
    if finished.seals:
        shown = [seal.lower() for seal in finished.seals]
        yield ReplayCheck("codes", [code.seal for code in finished.hidden_codes] == shown)
    else:
        yield ReplayCheck("seal", commitment(bytes.fromhex(finished.seed)) == finished.commit.lower())
    if finished.kind != AT_TABLE:
        check_seats(game.info, finished.seats)
    ends = [tables(game, finished, side)[-1].position for side in range(len(finished.sides))]
    stands = list(map(game.rules.status, ends))
    yield ReplayCheck("rules", True)
    yield ReplayCheck("end", finished.end != "over" or all(stand.ended for stand in stands))
    scores = _final_scores(stands, finished)
    listed = (("scores", _score_list(scores)), ("books", _score_list(finished.scores)))
    yield ReplayCheck("scores", scores == finished.scores, listed)


def _final_scores(stands: Sequence[Any], finished: RecordedGame) -> tuple[int, ...]:
    if finished.race:
        return tuple(stand.scores[0] for stand in stands)
    return tuple(stands[0].scores) if finished.kind == AT_TABLE else (stands[0].scores[0],)


def _score_list(scores: Sequence[int]) -> str:
    return ", ".join(map(str, scores))
