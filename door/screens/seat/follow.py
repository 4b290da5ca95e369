"""Follow a match on a caller's screen: make its moves on the board, announce and animate them.

A latecomer sees the same as everybody else, because every move is made in turn. Only the last of several
moves is animated.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from door.games.chance import chance_for
from door.games.contract import Door
from door.games.game import WATCHER, GameView
from door.games.record import Course, play
from door.play.api import Booked, FreshEnter, Setup
from door.play.match.events import waits_for
from door.play.match.values import DAY_MS, HOUR_MS, MINUTE_MS, Match, is_live, record_of, time_left
from door.play.match.view import GRACE, IN_SECONDS, Followed, names, outcome
from door.play.replay import ending
from door.screens import looks
from door.screens.flow import flow, follow_moves, moment_bell, motion_frames, show_frame
from door.screens.seat.board import ask_luck, closing, end_lines, places, race_result_line, ratings
from door.screens.seat.menu import TALKING, TITLES
from door.screens.seat.news import news
from door.screens.state import (
    CLOSED,
    NO_THOUGHT,
    STILL,
    BoardNews,
    Motion,
    Seat,
    State,
    Step,
    at_rest,
    chosen_values,
    is_hiding,
    notice,
    recap,
    refuse,
    ring,
    say,
    seat_of,
    table_of,
    with_seat,
)
from door.ui.blocks import SILENT, PageNotice
from door.ui.screen import Effects, Leave, Wake
from door.ui.texts import MaybeSaid, tr
from door.ui.words import Talk

CLOCK: Final = "clock"
OFTEN: Final = 1
"""Seconds between two updates of a clock that shows seconds."""

READING_SECONDS: Final = 1.5
"""Seconds for a frame that waits for another player's Enter."""

_OF_STAGE: Final = frozenset([*TITLES, "sure", "word"])
"""Overlays that belong to one stage of the match."""


# -- a table comes on the screen --------------------------------------------------------------


def open_table(game: Door, setup: Setup, followed: Followed) -> Step:
    setup = replace(setup, options=followed.match.terms.options)
    state = State(setup, dict(setup.prefs), scene="opening", seat=Seat(followed))
    effects: Effects = ()
    if followed.match.positions:
        state, effects = flow(game, _put_on_table(game, state))
        state = with_seat(state, ended=bool(_own_end(game, state)))
    return end_if_still(game, state, (*effects, *at_work(state)))


def _put_on_table(game: Door, state: State) -> State:
    """Put the board with all moves on the screen. A race has no board for watchers."""
    seat = seat_of(state)
    match, whose = seat.match, _whose(seat)
    state = state._replace(scene="play", table=None, motion=STILL)
    if whose is None:
        return state
    table = _viewer_table(game, state, match.courses[whose])
    return state._replace(table=table._replace(let=match.let))


def _viewer_table(game: Door, state: State, course: Course) -> GameView:
    """Return the game in this caller's view."""
    seat = seat_of(state)
    return at_rest(game, GameView(
        course, None, 0 if seat.match.terms.race else seat.me, choices=chosen_values(game, state),
        tally=state.books.tally, caller=state.setup.caller if seat.me >= 0 else "",
    ))  # fmt: skip


def at_hiding(game: Door, state: State) -> State:
    """Show the game's own board, empty, so that this caller can hide a code.

    A code picked at random has a seed of its own per seat, so nobody can compute it.
    """
    seat = seat_of(state)
    seats = tuple(who or tr.tables.anybody() for who in seat.match.seats)
    chance = chance_for(seat.match.terms.seed, (f"a code for seat {seat.me}",))
    record = record_of(seat.match)._replace(seats=seats, chance=chance, moves=())
    table = _viewer_table(game, state, play(game.rules, record))
    state = with_seat(state, asked=None)._replace(scene="play", table=table, note=SILENT)
    return say(state, game.words.say(None, table))


def without_board(state: State) -> State:
    page = state.page if state.page.name in TALKING else CLOSED
    return with_seat(state, asked=None)._replace(scene="opening", table=None, motion=STILL, page=page)


def _whose(seat: Seat) -> int | None:
    """Return the seat whose moves are on this caller's board, or None for a watcher of a race under way.

    In a race it is the caller's own, afterwards the winner's for watchers. In other games it is 0, for all.
    """
    match = seat.match
    if not match.terms.race:
        return 0
    if seat.me != WATCHER:
        return seat.me
    return match.places.index(min(match.places)) if match.stage == "over" else None


# -- what has happened ------------------------------------------------------------------------


def on_followed(game: Door, state: State, followed: Followed) -> Step:
    seat = seat_of(state)
    old, match = seat.followed, followed.match
    renamed = bool(old.match.positions) and match.seats != old.match.seats
    if followed.seat != old.seat or match.terms.id != old.match.terms.id or renamed:
        return _elsewhere(game, state, followed)
    mine, now, hiding = seat.is_mine, old.match.movers, is_hiding(state)
    met = seat.met.union(old.present, (at for at, seconds in old.away if seconds >= 0))
    told, talk = news(old, followed, met, state.setup.plain), followed.said
    followed = replace(followed, said=()) if talk else followed
    if state.setup.plain and state.scene == "done" and followed.rated and not old.rated:
        told = (*told, *ratings(game, followed))
    answered = _answers(old.match, old.seat) != _answers(match, followed.seat)
    seat = seat._replace(
        followed=followed, met=met, asked=None if answered else seat.asked,
        waits=seat.waits and bool(followed.absent_seats),
    )  # fmt: skip
    state = say(state._replace(seat=seat), (*told, *_lines(talk)))
    if hiding and waits_for(game, match, seat.me) != "code":
        state = without_board(state)
    begins = bool(match.positions) and not old.match.positions
    if match.end == "withdrawn" and match.seat_of(match.terms.by) == followed.seat and not talk:
        return state, (Leave(),)
    state, effects = _follow_start(game, state) if begins else _follow_moves(game, state)
    offered = followed.open_offer not in ("", old.open_offer)
    state = _show_news(state, ("",) if offered else told, talk)
    seat = seat_of(state)
    if match.movers not in ((), now):
        mine_ended = (race_result_line(game, seat),) if mine and race_result_line(game, seat) else ()
        state = say(state, (*mine_ended, f"{followed.standing}."))
    rings = ring(state) if seat.is_mine and not mine else ()
    return end_if_still(game, state, (*effects, *rings, *at_work(state)))


def _answers(match: Match, me: int) -> tuple[Any, ...]:
    if me < 0:
        return (match.stage,)
    made = match.moves_of(me) if match.terms.race else match.made
    return match.terms.id, match.stage, len(made), match.let, match.codes[me]


def _elsewhere(game: Door, state: State, followed: Followed) -> Step:
    """Handle a different table, seat or handle, keeping the log. Leave if the caller gave up their seat."""
    if seat_of(state).me != WATCHER and followed.seat == WATCHER:
        return with_seat(state, followed=followed), (Leave(),)
    new, effects = open_table(game, state.setup, followed)
    new = talking_on(state, new._replace(news=state.news))
    return say(new, (*_lines(followed.said), *all_lines(game, new))), effects


def _lines(talk: Talk) -> tuple[str, ...]:
    return tuple(f"{who}: {text}" for who, text in talk)


def talking_on(before: State, after: State) -> State:
    """Keep the typed talk open, whatever happens at the table, so that no letter of it becomes a move."""
    return after._replace(page=before.page) if before.page.name in TALKING else after


def _follow_start(game: Door, state: State) -> Step:
    state = _put_on_table(game, _next_stage(state))
    table = state.table
    if table is None:
        return state, ()
    state = say(state, (BoardNews(None, table),))
    return _set_going(game, state, None, table)


def _next_stage(state: State) -> State:
    return state._replace(page=CLOSED) if state.page.name in _OF_STAGE else state


def _follow_moves(game: Door, state: State) -> Step:
    seat, table = seat_of(state), state.table
    match, whose = seat.match, _whose(seat)
    if table is None or whose is None:
        return (_put_on_table(game, state) if match.courses and whose is not None else state), ()
    moves = match.courses[whose].record.moves[len(table.moves) :]
    if not moves:
        return state._replace(table=table._replace(let=match.let)), ()
    state, before = follow_moves(game, state, moves)
    table = table_of(state)
    state = state._replace(table=table._replace(let=match.let))
    ended = _own_end(game, state)
    state = with_seat(say(state, ended), heard="", ended=bool(ended))
    state, effects = _set_going(game, state, before, table)
    return state, (*effects, *moment_bell(game, state, before, table))


def _set_going(game: Door, state: State, before: GameView | None, after: GameView) -> Step:
    """Start the motion to this table. Frames that would wait for Enter are timed, because a clock may run.

    Only the next player's last one waits. With animations off the others are dropped.
    """
    frames = motion_frames(game, state, before, after)
    waits = [at for at, frame in enumerate(frames) if not frame.seconds]
    last = waits[-1] if waits and seat_of(state).is_mine else -1
    timed = (
        frame if frame.seconds or at == last else frame._replace(seconds=READING_SECONDS)
        for at, frame in enumerate(frames)
        if frame.seconds or at == last or not state.still
    )
    return flow(game, show_frame(state, Motion(tuple(timed), 0, before)))


def _show_news(state: State, told: tuple[str, ...], talk: Talk) -> State:
    """Show news or talk on the message line. A dropped connection has a message of its own."""
    if heard := _lines(talk):
        return with_seat(notice(state, ""), heard=heard[-1])
    seat = seat_of(state)
    note = "" if seat.followed.drop_seconds and not seat.is_mine else " ".join(told)
    return state._replace(note=PageNotice(note)) if told else state


def on_not_done(state: State, why: MaybeSaid) -> Step:
    """Show the table's refusal, with the bell. If other events came first, repeat the request."""
    seat = seat_of(state)
    asked = seat.asked
    if asked is not None and asked.n is not None and asked.n < seat.match.n:
        again = replace(asked, n=seat.match.n)
        return with_seat(state, asked=again), (again,)
    return refuse(with_seat(state, asked=None), why)


# -- the clock ----------------------------------------------------------------------------------


def at_work(state: State) -> Effects:
    """Schedule the next update of a visible clock."""
    seconds = _pause(seat_of(state), state.setup.plain)
    return (Wake(float(seconds), CLOCK),) if seconds else ()


def _pause(seat: Seat, plain: bool) -> int:
    """Return the seconds to the next update, or 0. Plain mode only announces the end of a grace time."""
    if seat.match.stage != "play":
        return 0
    live = is_live(seat.match.clock)
    graces = [GRACE - gone for gone in seat.followed.drop_seconds.values() if gone < GRACE] if live else []
    if plain:
        return min(graces, default=0)
    if graces:
        return OFTEN
    if not seat.match.clock:
        return 0
    found = (time_left(seat.match, at, seat.followed.ms) for at in seat.match.movers)
    lefts = [max(0, left) for left in found if left is not None]
    return min((reads_so(left, live) for left in lefts), default=OFTEN if live else 0)


def reads_so(left: int, live: bool) -> int:
    """Return for how many seconds a time left (in milliseconds) is shown unchanged.

    A clock of days changes with its hours, and on its last day with its minutes.
    """
    if live and left < IN_SECONDS:
        return OFTEN
    return left % (MINUTE_MS if live or left < DAY_MS else HOUR_MS) // 1000 + 1


def on_clock(game: Door, state: State) -> Step:
    seat, plain = seat_of(state), state.setup.plain
    before = seat.followed.absent_seats
    seat = seat._replace(followed=seat.followed.after(_pause(seat, plain)))
    state = state._replace(seat=seat)
    late = [at for at in seat.followed.absent_seats if at not in before]
    if late and is_live(seat.match.clock):
        state = notice(state, tr.match.still_away(names=names(seat.match, late)))
    return state, at_work(state)


# -- the end ------------------------------------------------------------------------------------


def end_if_still(game: Door, state: State, effects: Effects = ()) -> Step:
    """Show the end, with the seed, once nothing moves."""
    match = seat_of(state).match
    if match.stage != "over" or state.scene != "play" or state.frames or not match.positions:
        return state, effects
    booked = Booked(match.terms.id, match.terms.seed, state.books)
    state = state._replace(scene="done", booked=booked, thinking=NO_THOUGHT, note=SILENT)
    state = say(state, (*_end_words(game, state), *closing(game, state)))
    state = with_seat(_next_stage(state), asked=None)
    ended_by = match.made[-1].seat if match.end == "over" and match.made else match.by
    typing = ended_by != seat_of(state).me
    return state, (*effects, FreshEnter(typing), *looks.glance(game, state), *ask_luck(game, state))


def _end_words(game: Door, state: State) -> tuple[str, ...]:
    """Return the end in words without repetition: the headline has the winner, the places have the scores."""
    seat = seat_of(state)
    if seat.match.end != "over":
        return (f"{outcome(seat.match)}.",)
    came_to = () if seat.ended else _came_to(game, state)
    if came_to and not seat.match.terms.race:
        return (*came_to[:-1], *places(game, seat))
    return (*came_to, *end_lines(game, seat))


def _came_to(game: Door, state: State) -> tuple[str, ...]:
    table = state.table
    if table is None or not game.rules.status(table.position).ended:
        return ()
    return ending(game, table).lines


def _own_end(game: Door, state: State) -> tuple[str, ...]:
    """Return the same for a caller's own race. Games with codes wait until all have finished."""
    return (
        _came_to(game, state) if seat_of(state).match.terms.race and not game.info.players.hides_codes else ()
    )


# -- plain mode: all of it -----------------------------------------------------------------------


def all_lines(game: Door, state: State) -> tuple[str, ...]:
    """Return everything that a caller who opens the table needs."""
    playing = state.table is not None and seat_of(state).match.stage == "play"
    board = game.words.say(None, table_of(state)) if playing else ()
    return (*board, *_so_far(game, state))


def _so_far(game: Door, state: State) -> tuple[str, ...]:
    seat = seat_of(state)
    return (
        *filter(None, (*_own_end(game, state), race_result_line(game, seat))),
        f"{seat.followed.standing}.",
    )


def standing(game: Door, state: State) -> tuple[str, ...]:
    """Return a shorter form for a caller who has seen it: the board, if any, and the clocks."""
    board = recap(game, state.table) if state.table is not None else ()
    return (*board, *_so_far(game, state)) if seat_of(state).match.stage == "play" else board
