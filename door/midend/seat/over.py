"""The end of a match: winner and scores, codes and seed, rematch. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from door.games.contract import Door
from door.games.game import WATCHER
from door.games.luck import Review, lucks, net
from door.midend.api import ShowReplay, Think, Thought
from door.midend.match.play import AGAIN
from door.midend.match.view import name, names, outcome, terms_again, winners
from door.midend.pages.result import Closing, page, put_on_wall, revealed, shown
from door.midend.replay import ending, looks_back
from door.midend.seat import menu
from door.midend.state import Seat, State, Step, say, seat_of, seated, table_of
from door.term.canvas import WHITE, YELLOW, Canvas
from door.ui.screen import Effects, Leave, View
from door.ui.texts import tr
from door.ui.widgets import Hint
from door.ui.words import hundredths, ordinal

NONE: Final = "-"
"""Shown instead of a score."""

LABELS, SIDE = 24, 25
"""Columns for a handle with its score, and for the text beside the scores."""

ENDS: Final = {
    "resigned": tr.match.ends_resigned,
    "time": tr.match.ends_out_of_time,
    "claimed": tr.match.ends_claimed,
    "aborted": tr.match.ends_aborted,
}


def rematch(seat: Seat) -> str:
    """Return who offers a rematch, as a sentence, or ""."""
    match = seat.match
    asking = [at for at in match.people if match.offers[at] == AGAIN]
    if not asking:
        return ""
    if len(asking) == len(match.people):
        return tr.match.another_game_agreed()
    if seat.me in asking:
        waits = [at for at in seat.followed.others if at not in asking]
        return tr.match.you_offer_another_game(names=names(match, waits))
    return tr.match.they_offer_another_game(names=names(match, asking))


def finished(game: Door, seat: Seat) -> str:
    """Return that this caller has finished a race that others still play, with the result, or ""."""
    match, me = seat.match, seat.me
    if not match.terms.race or match.stage != "play" or not seat.plays or me in match.movers:
        return ""
    score, waits = game.rules.status(match.positions[me]).scores[0], names(match, match.movers)
    missed = game.info.missed and score == game.info.missed
    if missed:
        return tr.match.you_have_finished(names=waits)
    return tr.match.you_have_finished_with(score=score, names=waits)


def figure(game: Door, seat: Seat) -> str:
    """Return the score to show large: the caller's own, or the winner's for a watcher."""
    won = winners(seat.match)
    return _score(game, seat, seat.me if seat.me != WATCHER else won[0] if won else 0)


def _score(game: Door, seat: Seat, at: int) -> str:
    """Return a seat's score, or NONE if the game ended early and the score only means that."""
    score, info = seat.match.scores[at], game.info
    return NONE if seat.match.end != "over" and info.missed and score == info.missed else str(score)


def sums(game: Door, seat: Seat, most: int = 0) -> list[tuple[str, str]]:
    """Return every seat with its score, best first. Without places if one is wider than `most` columns."""
    match = seat.match
    order = sorted(range(len(match.seats)), key=lambda at: match.places[at])
    scores = [(name(match, at), _score(game, seat, at)) for at in order]
    placed = [
        (f"{match.places[at]}. {who}" if match.places[at] else who, score)
        for at, (who, score) in zip(order, scores, strict=True)
    ]
    return scores if most and any(len(label + score) > most for label, score in placed) else placed


def _side(game: Door, seat: Seat) -> Iterator[str]:
    """Yield the lines beside the scores, at most `SIDE` columns each."""
    match = seat.match
    if seat.me != WATCHER and match.places[seat.me]:
        yield (
            tr.match.your_place_is(place=ordinal(match.places[seat.me]))
            if len(match.seats) > 2
            else _duel(seat)
        )
    if match.end in ENDS:
        how = ENDS[match.end]()
        who = f"{how}: {name(match, match.by)}" if match.by >= 0 else how
        yield who if len(who) <= SIDE else how
    yield tr.count.moves(n=sum(made.own for made in match.made) - sum(map(bool, match.codes)))
    yield tr.match.is_rated() if match.terms.rated and match.end != "aborted" else tr.play.not_rated()
    if seat.plays:
        yield tr.match.act_another_game(terms=terms_again(match, seat.followed.rates))
    if seat.lucks:
        yield _net(game, seat)


def _duel(seat: Seat) -> str:
    won = winners(seat.match)
    if seat.me not in won:
        return tr.match.you_lose()
    if len(won) == 1:
        return tr.match.you_win()
    return tr.match.a_tie()


# -- net luck -------------------------------------------------------------------------------------

LUCK: Final = "luck"


def ask_luck(game: Door, state: State) -> Effects:
    """Ask for each caller's luck, if the coach can tell it and all have played to the end."""
    seat, coach, begun = seat_of(state), game.coach, state.begun
    match, terms = seat.match, seat.match.terms
    if coach is None or begun is None or not (coach.has_luck and seat.plays):
        return ()
    if match.end != "over" or len(match.people) < 2:
        return ()
    everything = tuple(made.move for made in match.made)
    seats = tuple(
        (Review(terms.options, (match.seats[at],), begun.chance, match.moves_of(at)), 0)
        if terms.race
        else (Review(terms.options, match.seats, begun.chance, everything), at)
        for at in match.people
    )
    return (Think(lucks, (coach.luck, seats), f"{LUCK} {terms.id}"),)


def on_luck(game: Door, state: State, thought: Thought) -> Step:
    if thought.value is None or thought.name != f"{LUCK} {seat_of(state).match.terms.id}":
        return state, ()
    state = seated(state, lucks=thought.value)
    return say(state, (tr.common.full_stop(text=_net(game, seat_of(state))),)), ()


def _net(game: Door, seat: Seat) -> str:
    mine = net(seat.lucks, seat.match.people.index(seat.me))
    return tr.match.net_luck(net=hundredths(mine, "+"), unit=game.info.luck())


def _hints(state: State, seat: Seat) -> tuple[tuple[Hint, ...], tuple[Hint, ...]]:
    """Return the keys that look back, and the keys that lead on."""
    wall = (Hint("o", tr.door_keys.wall),) if seat.plays and not state.walled else ()
    back = (
        Hint("l", tr.door_keys.look_at_board),
        Hint("r", tr.door_keys.replay),
        Hint("v", tr.door_keys.proof),
        *wall,
    )
    talk = (Hint("t", tr.door_keys.talk),) if seat.talks else ()
    again = (Hint("y", tr.door_keys.play_again),) if menu.again(seat) else ()
    return back, (
        Hint("enter", tr.door_keys.back_to_tables),
        *again,
        *talk,
        Hint("h", tr.door_keys.help),
        Hint("q", tr.door_keys.leave),
    )


def draw(game: Door, state: State, view: View) -> Canvas:
    table, seat = table_of(state), seat_of(state)
    match = seat.match
    words = "" if match.end != "over" or match.terms.race else ending(game, shown(table)).headline
    note = (state.bad and state.note) or seat.heard or rematch(seat) or state.note or words
    back, onwards = _hints(state, seat)
    coach = (Hint("c", tr.door_keys.coach),) if looks_back(game, table) else ()
    return page(game, revealed(game, state), view, Closing(
        figure(game, seat), outcome(match), sums(game, seat, LABELS), tuple(_side(game, seat)),
        note, YELLOW if note != words else WHITE, (*coach, *back), onwards,
    ), last=match.end == "over" and not match.terms.race)  # fmt: skip


def key(game: Door, state: State, name: str) -> Step | None:
    """Handle a key: Y rematch, R replay, O wall; Enter leaves. Return None for other keys."""
    seat = seat_of(state)
    if name == "y":
        return menu.take(state, *rows) if (rows := menu.again(seat)) else (state, ())
    if name == "r" and seat.match.positions:
        return state, (ShowReplay(seat.match.terms.id),)
    if name == "o" and seat.plays:
        return put_on_wall(game, state)
    if name in ("q", "esc", "n") or (name == "enter" and not state.beat):
        return state, (Leave(),)
    return None


def lines(game: Door, seat: Seat) -> tuple[str, ...]:
    return (f"{outcome(seat.match)}.", *places(game, seat))


def places(game: Door, seat: Seat) -> Iterator[str]:
    for label, value in sums(game, seat):
        yield f"{label}." if value == NONE else f"{label}: {value}."


def prompt(game: Door, state: State) -> str:
    """Return plain mode's question at the end."""
    seat, table = seat_of(state), state.table
    if not seat.plays:
        return tr.play.plain_prompt_go_back()
    coached = table is not None and looks_back(game, table)
    asked = tr.match.plain_prompt_over_coach if coached else tr.match.plain_prompt_over
    return asked(terms=terms_again(seat.match, seat.followed.rates))
