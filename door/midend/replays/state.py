"""One viewer's replay of a finished game, as one frozen value, and its steps from move to move.

Values only. Board and pages work as at any door (`State`). Nothing is recorded. The coach and the proof
run in the background.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from door.games.chance import keyed
from door.games.coaching import Coach
from door.games.contract import Game
from door.games.frames import Frame
from door.games.game import AT_TABLE, EVERYBODY, Ending, Table
from door.games.luck import Remark, Review
from door.midend import company
from door.midend.api import MOTION, Begun, Booked, Setup, Think, Thought
from door.midend.flow import framed, moving
from door.midend.replay import ending, looks_back
from door.midend.replays.finished import Finished, Found, is_proved, proved, tables, told
from door.midend.state import State, held, notice, refuse, say, table_of
from door.ui.screen import Effects, Tick, Wake
from door.ui.texts import MaybeSaid, tr
from door.ui.words import Lines, sentences

KIND: Final = {"daily": tr.replay.headline_daily, AT_TABLE: tr.replay.headline_at_table}

PACE: Final = "pace"
PACES: Final = (4.0, 2.0, 1.2, 0.6, 0.3)
"""Seconds per position during autoplay, slowest first."""

READING_SECONDS: Final = 1.2
"""Seconds for a frame at which play waited for the player."""


class Replay(NamedTuple):
    """A finished game on a viewer's screen.

    - `tables` are the positions before the first move and after each. `at` is the one shown.
    - `side` is the player whose board it is, in a race.
    - `title` says why it is shown, if the viewer didn't choose it, else "".
    - `plays`: autoplay is on, at `PACES[pace]`.
    - `remarks` are comments on single moves. `asked`: the coach was asked. `parts` are its results so far.
    - `proof` stays None until it is computed.
    """

    state: State
    finished: Finished
    tables: tuple[Table, ...]
    at: int = 0
    side: int = 0
    title: str = ""
    plays: bool = False
    pace: int = 2
    remarks: Mapping[int, Remark] = {}
    asked: bool = False
    parts: tuple[object, ...] = ()
    proof: tuple[Found, ...] | None = None

    @property
    def last(self) -> int:
        """The number of moves."""
        return len(self.tables) - 1

    @property
    def seen(self) -> Table:
        """The table shown, at rest. After the last move nothing is hidden."""
        table = self.tables[self.at]
        return table._replace(eyes=EVERYBODY) if self.at == self.last else table

    @property
    def marked(self) -> tuple[int, ...]:
        """The numbers of the marked moves."""
        return tuple(sorted(at for at, remark in self.remarks.items() if remark.marked))


ReplayStep = tuple[Replay, Effects]


def opened(game: Game, setup: Setup, finished: Finished, side: int = 0, at: int = 0) -> Replay:
    """Return the replay before its first move. Raises one of `CANNOT` if the game can't be replayed."""
    setup = replace(setup, options=finished.options)
    chance, seats = keyed(finished.seed, finished.words), finished.seats_of(side)
    begun = Begun(finished.id, chance, finished.commit, finished.options, seats, daily=finished.day)
    booked = Booked(finished.id, finished.seed, setup.books)
    state = State(setup, setup.books, dict(setup.prefs), scene="play", begun=begun, booked=booked)
    choices = held(game, state)
    every = tables(game, finished, side, choices=choices, keys=setup.keys)
    remarks = game.coach.remarks((), every) if game.coach else {}
    replay = Replay(state, finished, every, side=side, remarks=remarks)
    return shown(replay, at)


def shown(replay: Replay, at: int) -> Replay:
    """Show the table after that many moves (or the nearest possible number), at rest."""
    at = max(0, min(at, replay.last))
    state = replay.state._replace(table=replay.tables[at], frames=(), at=0, note="", bad=False, over="")
    return replay._replace(state=state, at=at)


# -- from move to move ----------------------------------------------------------------------


def forward(game: Game, replay: Replay) -> ReplayStep:
    """Show the next move with its animation. At the end, stop autoplay."""
    if replay.at >= replay.last:
        return replay._replace(plays=False), ()
    before, replay = replay.tables[replay.at], shown(replay, replay.at + 1)
    after = replay.tables[replay.at]
    replay = replay._replace(
        state=say(replay.state, move_lines(game, replay, company.told(game, before, after)))
    )
    frames = () if replay.state.still else moving(game, replay.state, before, after)
    seen = tuple(frame if frame.seconds else frame._replace(seconds=READING_SECONDS) for frame in frames)
    return _moving(replay, seen) if seen else rest(replay)


def _moving(replay: Replay, frames: tuple[Frame, ...]) -> ReplayStep:
    state = framed(replay.state, frames)
    return replay._replace(state=state), (Wake(frames[0].seconds, MOTION),)


def rest(replay: Replay) -> ReplayStep:
    """Come to rest. In autoplay, schedule the next move."""
    replay = shown(replay, replay.at)
    plays = replay.plays and replay.at < replay.last
    return replay._replace(plays=plays), ((Wake(PACES[replay.pace], PACE),) if plays else ())


def to(game: Game, replay: Replay, at: int) -> ReplayStep:
    """Jump to that table."""
    replay = shown(replay, at)._replace(plays=False)
    lines = move_lines(game, replay, game.say(None, replay.seen))
    return replay._replace(state=say(replay.state, lines)), ()


def play(game: Game, replay: Replay) -> ReplayStep:
    """Start autoplay, from the beginning if it is at the end, or stop it."""
    if replay.plays:
        return shown(replay, replay.at)._replace(plays=False), ()
    if replay.at >= replay.last:
        replay = shown(replay, 0)
        return rest(replay._replace(plays=True))
    return forward(game, replay._replace(plays=True))


def paced(replay: Replay, by: int) -> ReplayStep:
    """Make autoplay faster or slower."""
    replay = replay._replace(pace=max(0, min(replay.pace + by, len(PACES) - 1)))
    told = tr.replay.pace_is(seconds=f"{PACES[replay.pace]:g}")
    return replay._replace(state=notice(replay.state, told)), ()


def on_tick(game: Game, replay: Replay, tick: Tick) -> ReplayStep:
    """Show the next frame of an animation, or the next move."""
    state = replay.state
    if state.over:
        return replay, ((Wake(PACES[replay.pace], tick.name),) if replay.plays or state.frames else ())
    if tick.name == PACE:
        return forward(game, replay) if replay.plays and not state.frames else (replay, ())
    if tick.name != MOTION or not state.frames:
        return replay, ()
    if state.at + 1 >= len(state.frames):
        return rest(replay)
    state = framed(state, state.frames, state.at + 1)
    return replay._replace(state=state), (Wake(state.frames[state.at].seconds, MOTION),)


def marked(game: Game, replay: Replay, ahead: bool) -> ReplayStep:
    """Jump to the next or previous marked move, wrapping around."""
    moves = replay.marked
    if not moves:
        more: MaybeSaid = tr.replay.or_ask_the_coach() if can_ask(game, replay) else ""
        state, bell = refuse(replay.state, sentences(tr.replay.no_move_marked(), more))
        return replay._replace(state=state), bell
    there = [at for at in moves if (at > replay.at if ahead else at < replay.at)] or moves
    return to(game, replay, there[0] if ahead else there[-1])


# -- in words ---------------------------------------------------------------------------------


def place(replay: Replay) -> str:
    """Return "Move 3 of 12"."""
    return (
        tr.replay.move_of_moves(at=replay.at, last=replay.last)
        if replay.at
        else tr.replay.before_first_move(last=replay.last)
    )


def move_lines(game: Game, replay: Replay, said: Lines) -> tuple[str, ...]:
    """Return the move shown for plain mode: its number, the lines `said`, and the remark."""
    move = f": {replay.seen.moves[-1]}" if replay.at else ""
    remark = replay.remarks.get(replay.at)
    remarks = (remark.words,) if remark else ()
    end = _ending(game, replay)
    return (f"{place(replay)}{move}.", *said, *remarks, *(end.lines if end else ()))


def _ending(game: Game, replay: Replay) -> Ending | None:
    """Return the ending if the replay is at the end."""
    over = replay.at == replay.last and game.status(replay.seen.position).over
    return ending(game, replay.seen) if over else None


def line(game: Game, replay: Replay, room: int) -> str:
    """Return the first text that fits the message line: headline, remark, the game's message, or the move."""
    said = [game.message(table_of(replay.state))]
    if not replay.at:
        said[:0] = headline(game, replay.finished), f"{replay.finished.players}, {_scores(replay.finished)}"
    elif not replay.state.frames:
        before, after, remark = replay.tables[replay.at - 1], replay.seen, replay.remarks.get(replay.at)
        said += [*told(game, before, after)[-1:], *game.say(before, after)[:1]]
        said[:0] = _end_in_short(game, replay) or ((remark.words,) if remark else ())
    said += [text.partition(": ")[2] for text in said]
    return next((text for text in said if 0 < len(text) <= room), " ")


def _end_in_short(game: Game, replay: Replay) -> tuple[str, ...]:
    """Return the ending with its result, and the result alone. Return () before the end."""
    if (end := _ending(game, replay)) is None:
        return ()
    stop = "" if end.headline.endswith((".", "!")) else "."
    return f"{end.headline}{stop} {end.lines[-1]}", end.lines[-1]


# -- the coach and the proof --------------------------------------------------------------------


def can_ask(game: Game, replay: Replay) -> bool:
    """True if a coach can look at the game and has not been asked."""
    return not replay.asked and looks_back(game, replay.tables[-1])


def ask_coach(game: Game, replay: Replay) -> ReplayStep:
    """Ask the coach, who looks at the game part by part."""
    if not looks_back(game, replay.tables[-1]):
        why = tr.play.no_coach() if game.coach is None else tr.play.coach_nothing_to_see()
        state, bell = refuse(replay.state, why)
        return replay._replace(state=state), bell
    if replay.asked:
        return replay._replace(state=notice(replay.state, tr.replay.coach_already_asked())), ()
    state = notice(replay.state, tr.play.coach_is_looking())
    replay = replay._replace(state=state, asked=True)
    return replay, _next_part(game, replay)


def by_itself(game: Game, replay: Replay) -> ReplayStep:
    """Start autoplay, and ask the coach without being told to."""
    replay, effects = rest(replay._replace(plays=True))
    if not can_ask(game, replay):
        return replay, effects
    return replay._replace(asked=True), (*effects, *_next_part(game, replay))


def _name(replay: Replay) -> str:
    return f"coach {replay.finished.id} {replay.side} {len(replay.parts)}"


def _next_part(game: Game, replay: Replay) -> Effects:
    begun = replay.state.begun
    assert begun is not None and game.coach is not None
    review = Review(begun.options, begun.seats, begun.chance, replay.tables[-1].moves)
    return (Think(game.coach.look, (review, len(replay.parts)), _name(replay)),)


def on_thought(game: Game, replay: Replay, thought: Thought) -> ReplayStep:
    """Handle a part of the coach's result, or the proof."""
    if thought.name == _proof_name(replay):
        replay = replay._replace(proof=thought.value or (Found("played", False, (("why", thought.error),)),))
        return replay._replace(state=say(replay.state, verdict(replay))), ()
    if thought.name != _name(replay):
        return replay, ()
    if thought.value is None:
        state, bell = refuse(replay.state, thought.error or tr.play.coach_could_not_look())
        return replay._replace(state=state, asked=False), bell
    replay = replay._replace(parts=(*replay.parts, thought.value))
    coach = game.coach
    assert coach is not None
    if len(replay.parts) < coach.steps(replay.tables[-1]):
        return replay, _next_part(game, replay)
    known, remarks = replay.remarks, coach.remarks(replay.parts, replay.tables)
    replay = replay._replace(remarks=remarks)
    return replay._replace(state=notice(replay.state, _seen(coach, replay, marks=remarks != known))), ()


def _seen(coach: Coach, replay: Replay, marks: bool) -> str:
    """Return the coach's verdict on the whole game, or that it has commented on moves."""
    if not marks:
        return coach.verdict(replay.parts, replay.tables[-1]).line
    goes = tr.replay.marks_found() if replay.marked else tr.replay.marks_none()
    return tr.replay.coach_has_looked(goes=goes)


def _proof_name(replay: Replay) -> str:
    return f"proof {replay.finished.id}"


def verdict(replay: Replay) -> tuple[str, ...]:
    """Return the verdict on the proof, then the result of each check."""
    if replay.proof is None:
        return (tr.replay.being_proved(),)
    head = tr.replay.proved if is_proved(replay.proof) else tr.replay.not_proved
    return (head(), *(found.said() for found in replay.proof))


def ask_proof(replay: Replay) -> Effects:
    """Replay the whole game in the background, once, as its proof."""
    return () if replay.proof else (Think(proved, (replay.finished,), _proof_name(replay)),)


def other_side(game: Game, replay: Replay) -> ReplayStep:
    """In a race, show the same move on the next player's board."""
    finished = replay.finished
    if not finished.race:
        return replay, ()
    side = (replay.side + 1) % len(finished.sides)
    old = replay.state
    new = opened(game, old.setup, finished, side, replay.at)
    new = new._replace(pace=replay.pace, proof=replay.proof)
    state = notice(
        new.state._replace(log=old.log, said=old.said), tr.replay.board_of(who=finished.seats[side])
    )
    return new._replace(state=state), ()


def headline(game: Game, finished: Finished) -> str:
    """Return which game it is: "Shut The Box: Ann, 96. 22 Nov 2026"."""
    form = KIND.get(finished.kind, tr.replay.headline)
    scores = _scores(finished)
    return form(game=game.info.name(), day=finished.day, players=finished.players, scores=scores)


def _scores(finished: Finished) -> str:
    return ":".join(map(str, finished.scores))
