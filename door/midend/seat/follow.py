"""Follow a match on a caller's screen: make its moves on the board, announce and animate them.

A latecomer sees the same as everybody else, because every move is made in turn. Only the last of several
moves is animated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from door.games.chance import Chance, keyed
from door.games.contract import Game
from door.games.frames import Frame
from door.games.game import AT_TABLE, WATCHER, Table
from door.midend import company
from door.midend.api import Begun, Booked, Setup
from door.midend.flow import beaten, flow, framed, moving, rung, still
from door.midend.match.play import waits_for
from door.midend.match.values import DAY_MS, HOUR_MS, MINUTE_MS, Match, is_live, time_left
from door.midend.match.view import GRACE, IN_SECONDS, Followed, NotDone, names, outcome
from door.midend.pages import coach
from door.midend.replay import ending
from door.midend.seat.news import news
from door.midend.seat.over import ask_luck, finished, lines, places
from door.midend.seat.state import OFTEN, Seat, SeatStep, answers, bell, carried, is_mine, talking_on
from door.midend.state import State, held, notice, recap, refuse, say
from door.ui.screen import Effects, Leave, Wake
from door.ui.texts import tr
from door.ui.words import said_since

CLOCK: Final = "clock"
READING_SECONDS: Final = 1.5
"""Seconds for a frame that waits for another player's Enter."""


# -- a table comes on the screen --------------------------------------------------------------


def opened(game: Game, setup: Setup, followed: Followed) -> SeatStep:
    """Return the table as it is, at rest."""
    setup = replace(setup, options=followed.match.terms.options)
    state = State(setup, setup.books, dict(setup.prefs), scene="opening", seated=True)
    effects: Effects = ()
    seat = Seat(state, followed, followed.ticks)
    if followed.match.positions:
        seat = _dealt(game, seat)
        seat, effects = carried(seat, flow(game, seat.state))
        seat = seat._replace(ended=bool(_own_end(game, seat, seat.state)))
    return settled(game, seat, (*effects, *at_work(game, seat)))


def _dealt(game: Game, seat: Seat) -> Seat:
    """Put the board with all moves on the screen. A race has no board for watchers."""
    match, state, whose = seat.match, seat.state, _whose(seat)
    terms = match.terms
    chance = keyed(terms.seed, [word or "" for word in match.words] if any(match.words) else ())
    begun = Begun(terms.id, chance, terms.commit, terms.options, match.seats, ranked=terms.rated)
    state = state._replace(scene="play", begun=begun, table=None, frames=(), at=0)
    if whose is None:
        return seat._replace(state=state)
    seats = (match.seats[whose],) if terms.race else match.seats
    table = _laid(game, seat, seats, chance)
    for move in _moves(match, whose):
        table = _moved(game, table, move)
    return seat._replace(state=state._replace(table=table._replace(let=match.let)))


def _laid(game: Game, seat: Seat, seats: tuple[str, ...], chance: Chance) -> Table:
    """Return the first position in this caller's view."""
    state, terms = seat.state, seat.match.terms
    choices = held(game, state)
    table = Table(
        game.new(terms.options, seats, chance), None, 0 if terms.race else seat.me, terms.options, seats,
        kind=AT_TABLE, commit=terms.commit, choices=choices, keys=state.setup.keys, tally=state.books.tally,
        caller=state.setup.caller if seat.me >= 0 else "",
    )  # fmt: skip
    return table._replace(board=game.board(table))


def at_hiding(game: Game, seat: Seat) -> Seat:
    """Show the game's own board, empty, so that this caller can hide a code.

    A code picked at random has a seed of its own per seat, so nobody can compute it.
    """
    seats = tuple(who or tr.tables.anybody() for who in seat.match.seats)
    table = _laid(game, seat, seats, keyed(seat.match.terms.seed, (f"a code for seat {seat.me}",)))
    state = seat.state._replace(scene="play", table=table, note="", bad=False)
    return seat._replace(state=say(state, game.say(None, table)), over="code", asked=None)


def without_board(seat: Seat) -> Seat:
    """Return to the table before its game."""
    state = seat.state._replace(scene="opening", table=None, frames=(), over="")
    return seat._replace(state=state, over="", asked=None)


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


def _moves(match: Match, whose: int) -> tuple[str, ...]:
    return match.moves_of(whose) if match.terms.race else tuple(made.move for made in match.made)


def _moved(game: Game, table: Table, move: str) -> Table:
    """Return the table after a move. An open page of the game's own stays open."""
    position, moves = game.apply(table.position, move), (*table.moves, move)
    after = table._replace(position=position, moves=moves, before=table.position, frame=None, let=())
    return after if game.covered(table) else after._replace(board=game.board(after))


# -- what has happened ------------------------------------------------------------------------


def on_followed(game: Game, seat: Seat, followed: Followed) -> SeatStep:
    """Handle an update from the table."""
    old, match = seat.followed, followed.match
    renamed = bool(old.match.positions) and match.seats != old.match.seats
    if followed.seat != old.seat or match.terms.id != old.match.terms.id or renamed:
        return _elsewhere(game, seat, followed)
    mine, now = is_mine(seat), old.match.movers
    met = seat.met.union(old.present, (at for at, seconds in old.away if seconds >= 0))
    told, talk = news(old, followed, met, seat.state.setup.plain), said_since(old.aside, followed.aside)
    if followed.ignored == old.ignored:
        talk = (*said_since(old.match.talk, match.talk), *talk)
    state = say(seat.state, (*told, *(f"{who}: {text}" for who, text in talk)))
    seat = seat.follows(followed)._replace(state=state, met=met)
    if answers(old.match, old.seat) != answers(match, followed.seat):
        seat = seat._replace(asked=None)
    if not seat.followed.gone:
        seat = seat._replace(waits=False)
    if seat.over == "code" and waits_for(game, match, seat.me) != "code":
        seat = without_board(seat)
    begins = bool(match.positions) and not old.match.positions
    if match.end == "withdrawn" and match.seat_of(match.terms.by) == followed.seat and not talk:
        return seat, (Leave(),)
    seat, effects = _begun(game, seat) if begins else _played(game, seat)
    offered = followed.offered not in ("", old.offered)
    seat = _heard(seat, ("",) if offered else told, talk)
    if match.movers not in ((), now):
        mine_ended = (finished(game, seat),) if mine and finished(game, seat) else ()
        seat = seat._replace(state=say(seat.state, (*mine_ended, f"{seat.followed.standing}.")))
    rings = bell(seat) if is_mine(seat) and not mine else ()
    return settled(game, seat, (*effects, *rings, *at_work(game, seat)))


def _elsewhere(game: Game, seat: Seat, followed: Followed) -> SeatStep:
    """Handle a different table, seat or handle, keeping the log. Leave if the caller gave up their seat."""
    if seat.me != WATCHER and followed.seat == WATCHER:
        return seat.follows(followed), (Leave(),)
    new, effects = opened(game, seat.state.setup, followed)
    state = new.state._replace(log=seat.state.log, said=seat.state.said)
    new = talking_on(seat, new._replace(state=state))
    return new._replace(state=say(state, whole(game, new))), effects


def _begun(game: Game, seat: Seat) -> SeatStep:
    """Show the first position: the game starts."""
    seat = _dealt(game, talking_on(seat, seat._replace(over="", field=None, sure=None)))
    table = seat.state.table
    if table is None:
        return seat, ()
    state = say(seat.state, company.told(game, None, table))
    return _set_going(game, seat._replace(state=state), _paced(seat, moving(game, state, None, table)))


def _played(game: Game, seat: Seat) -> SeatStep:
    """Make the new moves on the board."""
    state, whose = seat.state, _whose(seat)
    table = state.table
    if table is None or whose is None:
        return (_dealt(game, seat) if state.begun and whose is not None else seat), ()
    moves = _moves(seat.match, whose)[len(table.moves) :]
    if not moves:
        return seat._replace(state=state._replace(table=table._replace(let=seat.match.let))), ()
    state = still(state._replace(note="", bad=False, awaited="", thought=None))
    before = table = table._replace(frame=None)
    for move in moves:
        before, table = table, _moved(game, table, move)
        state = say(state, company.told(game, before, table))
    state = state._replace(table=table._replace(let=seat.match.let))
    ended = _own_end(game, seat, state)
    state = say(state, ended)
    seat = seat._replace(state=state, heard="", ended=bool(ended))
    seat, effects = _set_going(game, seat, _paced(seat, moving(game, state, before, table)))
    return seat, (*effects, *rung(game, state, before, table))


def _set_going(game: Game, seat: Seat, frames: Sequence[Frame]) -> SeatStep:
    state = framed(seat.state, tuple(frames))
    return carried(seat, flow(game, state))


def _paced(seat: Seat, frames: Sequence[Frame]) -> tuple[Frame, ...]:
    """Time the frames that would wait for Enter, because a clock may run.

    Only the next player's last one waits. With animations off the others are dropped.
    """
    waits = [at for at, frame in enumerate(frames) if not frame.seconds]
    last = waits[-1] if waits and is_mine(seat) else -1
    quick = seat.state.still
    return tuple(
        frame if frame.seconds or at == last else frame._replace(seconds=READING_SECONDS)
        for at, frame in enumerate(frames)
        if frame.seconds or at == last or not quick
    )


def _heard(seat: Seat, told: tuple[str, ...], talk: Sequence[tuple[str, str]]) -> Seat:
    """Show news or talk on the message line. A dropped connection has a message of its own."""
    caller = seat.state.setup.caller.casefold()
    heard = [f"{who}: {text}" for who, text in talk if who.casefold() != caller]
    if heard:
        return seat._replace(state=notice(seat.state, ""), heard=heard[-1])
    note = "" if seat.followed.dropped and not is_mine(seat) else " ".join(told)
    return seat._replace(state=seat.state._replace(note=note, bad=False)) if told else seat


def on_not_done(game: Game, seat: Seat, no: NotDone) -> SeatStep:
    """Show the table's refusal, with the bell. If other events came first, repeat the request."""
    asked = seat.asked
    seat = seat._replace(asked=None)
    if asked is not None and asked.n is not None and asked.n < seat.match.n:
        again = replace(asked, n=seat.match.n)
        return seat._replace(asked=again), (again,)
    state, effects = refuse(seat.state, no.reason)
    return seat._replace(state=state), effects


# -- the clock ----------------------------------------------------------------------------------


def at_work(game: Game, seat: Seat) -> Effects:
    """Schedule the next update of a visible clock."""
    seconds = _pause(seat)
    return (Wake(float(seconds), CLOCK),) if seconds else ()


def _pause(seat: Seat) -> int:
    """Return the seconds to the next update, or 0. Plain mode only announces the end of a grace time."""
    if seat.match.stage != "play":
        return 0
    live = is_live(seat.match.clock)
    graces = [GRACE - gone for gone in seat.followed.dropped.values() if gone < GRACE] if live else []
    if seat.state.setup.plain:
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


def on_clock(game: Game, seat: Seat) -> SeatStep:
    """Update the clocks."""
    before = seat.followed.gone
    seat = seat.follows(seat.followed.after(_pause(seat)))
    late = [at for at in seat.followed.gone if at not in before]
    if late and is_live(seat.match.clock):
        told = tr.match.still_away(names=names(seat.match, late))
        seat = seat._replace(state=notice(seat.state, told))
    return seat, at_work(game, seat)


# -- the end ------------------------------------------------------------------------------------


def settled(game: Game, seat: Seat, effects: Effects = ()) -> SeatStep:
    """Show the end, with the seed, once nothing moves."""
    state, match = seat.state, seat.followed.match
    if match.stage != "over" or state.scene != "play" or state.frames or not match.positions:
        return seat, effects
    booked = Booked(match.terms.id, match.terms.seed, state.books)
    state = state._replace(scene="done", booked=booked, awaited="", thought=None, note="", bad=False)
    state, more = beaten(say(state, _ended(game, seat, state)))
    seat = talking_on(seat, seat._replace(state=state, over="", sure=None, asked=None))
    return seat, (*effects, *more, *coach.glance(game, state), *ask_luck(game, seat))


def _ended(game: Game, seat: Seat, state: State) -> tuple[str, ...]:
    """Return the end in words without repetition: the headline has the winner, the places have the scores."""
    if seat.match.end != "over":
        return (f"{outcome(seat.match)}.",)
    came_to = () if seat.ended else _came_to(game, state)
    if came_to and not seat.match.terms.race:
        return (*came_to[:-1], *places(game, seat))
    return (*came_to, *lines(game, seat))


def _came_to(game: Game, state: State) -> tuple[str, ...]:
    """Return the game's own words for its end, if it ended by its rules."""
    table = state.table
    if table is None or not game.status(table.position).over:
        return ()
    return ending(game, table).lines


def _own_end(game: Game, seat: Seat, state: State) -> tuple[str, ...]:
    """Return the same for a caller's own race. Games with codes wait until all have finished."""
    return _came_to(game, state) if seat.match.terms.race and not game.hides else ()


# -- plain mode: all of it -----------------------------------------------------------------------


def whole(game: Game, seat: Seat) -> tuple[str, ...]:
    """Return everything that a caller who opens the table needs."""
    table = seat.state.table
    board = game.say(None, table) if table is not None and seat.match.stage == "play" else ()
    return (*board, *_so_far(game, seat))


def _so_far(game: Game, seat: Seat) -> tuple[str, ...]:
    """Return the result of this caller's own race, and the standing."""
    ended = (*_own_end(game, seat, seat.state), finished(game, seat))
    return (*filter(None, ended), f"{seat.followed.standing}.")


def standing(game: Game, seat: Seat) -> tuple[str, ...]:
    """Return a shorter form for a caller who has seen it: the board, if any, and the clocks."""
    table = seat.state.table
    board = recap(game, table) if table is not None else ()
    if seat.match.stage != "play":
        return board
    return (*board, *_so_far(game, seat))
