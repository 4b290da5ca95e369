"""The end of a match: winner and scores, codes and seed, rematch. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from door.games.contract import Game
from door.games.game import QUIT, WATCHER, Table
from door.games.luck import Review, lucks, net
from door.midend.api import PutOnWall, ShowReplay, Think, Thought
from door.midend.match.play import AGAIN
from door.midend.match.values import Terms
from door.midend.match.view import name, names, outcome, terms_again, winners
from door.midend.pages.coach import open_page
from door.midend.pages.over import open_board, put_on_wall
from door.midend.pages.proof import TITLE, checked
from door.midend.pages.result import Closing, page, shown
from door.midend.replay import ending, looks_back
from door.midend.replays.screen import code_lines
from door.midend.seat import menu
from door.midend.seat.state import Seat, SeatStep, carried
from door.midend.state import say
from door.term.canvas import WHITE, YELLOW, Canvas
from door.term.keys import Key
from door.ui.screen import Effects, Leave, View
from door.ui.texts import tr
from door.ui.widgets import Hint, Page, draw_page, fitted, keys_line, turn_page
from door.ui.words import hundredths, ordinal

NONE: Final = "-"
"""Shown instead of a score."""

LABELS, SIDE = 24, 25
"""Columns for a handle with its score, and for the text beside the scores."""

WALL: Final = 39
"""Most characters of a game's result on the wall."""

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


def finished(game: Game, seat: Seat) -> str:
    """Return that this caller has finished a race that others still play, with the result, or ""."""
    match, me = seat.match, seat.me
    if not match.terms.race or match.stage != "play" or not seat.plays or me in match.movers:
        return ""
    score, waits = game.status(match.positions[me]).scores[0], names(match, match.movers)
    missed = game.info.missed and score == game.info.missed
    if missed:
        return tr.match.you_have_finished(names=waits)
    return tr.match.you_have_finished_with(score=score, names=waits)


def figure(game: Game, seat: Seat) -> str:
    """Return the score to show large: the caller's own, or the winner's for a watcher."""
    won = winners(seat.match)
    return _score(game, seat, seat.me if seat.me != WATCHER else won[0] if won else 0)


def _score(game: Game, seat: Seat, at: int) -> str:
    """Return a seat's score, or NONE if the game ended early and the score only means that."""
    score, info = seat.match.scores[at], game.info
    return NONE if seat.match.end != "over" and info.missed and score == info.missed else str(score)


def laid_open(game: Game, seat: Seat) -> Table:
    """Return the table after the end with nothing hidden, even if somebody gave up."""
    table = seat.state.table
    assert table is not None
    if game.hides and seat.match.end != "over" and not game.status(table.position).over:
        table = table._replace(position=game.apply(table.position, QUIT))
    return shown(table)


def sums(game: Game, seat: Seat, placed: bool = True) -> tuple[tuple[str, str], ...]:
    """Return every seat with its score, best first, with places if `placed`."""
    match = seat.match
    order = sorted(range(len(match.seats)), key=lambda at: match.places[at])
    places = {at: _place(match.places[at]) if placed else "" for at in order}
    return tuple((f"{places[at]}{name(match, at)}", _score(game, seat, at)) for at in order)


def _fitted(game: Game, seat: Seat) -> tuple[tuple[str, str], ...]:
    """Return the same, without places if they don't fit: the order shows them."""
    told = sums(game, seat)
    fits = all(len(label + value) <= LABELS for label, value in told)
    return told if fits else sums(game, seat, placed=False)


def _place(place: int) -> str:
    return f"{place}. " if place else ""


def _side(game: Game, seat: Seat) -> Iterator[str]:
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
    return (
        tr.match.you_lose()
        if seat.me not in won
        else tr.match.you_win()
        if len(won) == 1
        else tr.match.a_tie()
    )


# -- net luck -------------------------------------------------------------------------------------

LUCK: Final = "luck"


def ask_luck(game: Game, seat: Seat) -> Effects:
    """Ask for each caller's luck, if the coach can tell it and all have played to the end."""
    match, coach = seat.match, game.coach
    terms, begun = match.terms, seat.state.begun
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


def on_luck(game: Game, seat: Seat, thought: Thought) -> SeatStep:
    """Handle the result."""
    if thought.value is None or thought.name != f"{LUCK} {seat.match.terms.id}":
        return seat, ()
    seat = seat._replace(lucks=thought.value)
    return seat._replace(state=say(seat.state, (tr.common.full_stop(text=_net(game, seat)),))), ()


def _net(game: Game, seat: Seat) -> str:
    mine = net(seat.lucks, seat.match.people.index(seat.me))
    return tr.match.net_luck(net=hundredths(mine, "+"), unit=game.info.luck())


def hints(seat: Seat) -> tuple[tuple[Hint, ...], tuple[Hint, ...]]:
    """Return the keys that look back, and the keys that lead on."""
    wall = (Hint("o", tr.door_keys.wall),) if seat.plays and not seat.state.walled else ()
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


def draw(game: Game, seat: Seat, view: View) -> Canvas:
    """Draw the end page on 80×23."""
    table, state, match = seat.state.table, seat.state, seat.match
    assert table is not None
    note = (state.bad and state.note) or seat.heard or rematch(seat) or state.note or _words(game, seat)
    back, onwards = hints(seat)
    coach = (Hint("c", tr.door_keys.coach),) if looks_back(game, table) else ()
    return page(game, laid_open(game, seat), view, Closing(
        figure(game, seat), outcome(match), _fitted(game, seat), tuple(_side(game, seat)),
        note, YELLOW if note != _words(game, seat) else WHITE, (*coach, *back), onwards,
    ), last=match.end == "over" and not match.terms.race)  # fmt: skip


def _words(game: Game, seat: Seat) -> str:
    """Return the game's own headline, if it ended by its rules."""
    table = seat.state.table
    if table is None or seat.match.end != "over" or seat.match.terms.race:
        return ""
    return ending(game, shown(table)).headline


def key(game: Game, seat: Seat, name: str) -> SeatStep | None:
    """Handle a key: Y rematch, V proof, R replay, C coach, L board, O wall; Enter leaves."""
    state = seat.state
    if name == "y":
        return menu.take(seat, *rows) if (rows := menu.again(seat)) else (seat, ())
    if name == "v":
        return seat._replace(state=say(state._replace(over="proof", page=0), proof_lines(game, seat))), ()
    if name == "l" and state.table is not None:
        opened, effects = open_board(game, state._replace(table=laid_open(game, seat)))
        return carried(seat, (opened._replace(table=state.table), effects))
    if name == "r" and seat.match.positions:
        return seat, (ShowReplay(seat.match.terms.id),)
    if name == "o" and seat.plays:
        return _put_on_wall(game, seat)
    if name == "c":
        return carried(seat, open_page(game, state))
    if name in ("q", "esc", "n") or (name == "enter" and not state.beat):
        return seat, (Leave(),)
    return None


def _against(put: PutOnWall, names: str) -> PutOnWall:
    text = tr.match.result_against(text=put.text, names=names)
    return replace(put, text=text) if len(text) <= WALL else put


def _put_on_wall(game: Game, seat: Seat) -> SeatStep:
    """Put the result on the wall as at any door, with the opponents' names if they fit."""
    state, effects = put_on_wall(game, seat.state)
    others = names(seat.match, seat.followed.others)
    longer = (_against(put, others) if isinstance(put, PutOnWall) else put for put in effects)
    return seat._replace(state=state), tuple(longer)


# -- the proof ------------------------------------------------------------------------------------


def proof(game: Game, seat: Seat) -> tuple[Page, ...]:
    """Return the proof as pages: seal and seed, hidden codes and words."""
    return fitted((Page(TITLE(), proof_lines(game, seat)),))


def proof_lines(game: Game, seat: Seat) -> tuple[str, ...]:
    """Return the same in words, one value per line."""
    match = seat.match
    chance = () if any(match.codes) else _chance(match.terms)
    return (tr.proof.game_id(id=match.terms.id), *chance, *_words_given(seat), *_codes(seat))


def _chance(terms: Terms) -> tuple[str, ...]:
    return (
        tr.match.seal_shown_before(seal=terms.commit),
        tr.proof.plain_seed(seed=terms.seed),
        checked(terms.seed, terms.commit),
    )


def _words_given(seat: Seat) -> Iterator[str]:
    match = seat.match
    if any(match.words):
        for at, word in enumerate(match.words):
            yield tr.replay.word_of(who=name(match, at), word=word or tr.replay.no_word())


def _codes(seat: Seat) -> Iterator[str]:
    for at, code in enumerate(seat.match.codes):
        if code:
            yield from code_lines(name(seat.match, at), code, code.seal)


def draw_proof(game: Game, seat: Seat) -> Canvas:
    """Draw the proof on 80×23."""
    canvas, pages = Canvas(80, 23), proof(game, seat)
    draw_page(canvas, pages, seat.state.page, game.info.accent, game.info.name(), keys=len(pages) > 1)
    if len(pages) == 1:
        keys_line(canvas, (Hint("enter", tr.door_keys.back),), game.info.accent)
    return canvas


def proof_key(game: Game, seat: Seat, key: Key) -> SeatStep:
    """Turn or close the pages."""
    at = turn_page(seat.state.page, len(proof(game, seat)), key)
    state = seat.state._replace(over="", page=0) if at is None else seat.state._replace(page=at)
    return seat._replace(state=state), ()


def lines(game: Game, seat: Seat) -> tuple[str, ...]:
    """Return the end in words: the outcome and each place."""
    return (f"{outcome(seat.match)}.", *places(game, seat))


def places(game: Game, seat: Seat) -> Iterator[str]:
    """Yield each place in words."""
    for label, value in sums(game, seat):
        yield f"{label}." if value == NONE else f"{label}: {value}."


def prompt(game: Game, seat: Seat) -> str:
    """Return plain mode's question at the end."""
    if not seat.plays:
        return tr.play.plain_prompt_go_back()
    table = seat.state.table
    coached = table is not None and looks_back(game, table)
    asked = tr.match.plain_prompt_over_coach if coached else tr.match.plain_prompt_over
    return asked(terms=terms_again(seat.match, seat.followed.rates))
