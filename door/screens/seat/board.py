"""A table's board with its message line, standing and keys, and the page of its end. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from door.games.analysis import lucks, net
from door.games.contract import Door
from door.games.game import WATCHER, GameView
from door.play.api import SUGGEST, Think, Thought
from door.play.match.events import AGAIN
from door.play.match.values import is_live
from door.play.match.view import GRACE, Followed, Rated, name, names, outcome, terms_again, winners
from door.play.next_thing import KEY
from door.play.replay import ending, looks_back
from door.screens.pages import help, scene
from door.screens.pages.result import (
    Closing,
    draw_end,
    end_page,
    looking_back,
    revealed_at_end,
    revealed_table,
)
from door.screens.seat import menu
from door.screens.seat.news import dropped_words, offer_words
from door.screens.state import Seat, State, Step, is_hiding, notice, say, seat_of, table_of, with_seat
from door.term.canvas import Canvas, picture
from door.term.keys import Key
from door.ui.blocks import Layout, PageNotice
from door.ui.commands import Command
from door.ui.screen import ROWS, Effects, View
from door.ui.texts import tr
from door.ui.widgets import Hint, cut
from door.ui.words import Lines, commas, hundredths, ordinal

KEYS: Final = tr.door_keys
_GONE: Final = (
    Hint("w", tr.door_keys.keep_waiting),
    Hint("a", tr.door_keys.adjourn),
    Hint("c", tr.door_keys.claim),
)
_RESUME: Final = Hint("g", tr.door_keys.resume)
_TABLE: Final = Hint("q", tr.door_keys.table)
_NOT_HERE: Final = frozenset(["n", "f2", "u", "t"])
"""Keys of a game alone (new game, take back), and keys with a different meaning here."""
_BACK: Final = Hint("q", tr.door_keys.back)
_TALK: Final = Hint("t", tr.door_keys.talk)
_LEAVE: Final = Hint("q", tr.door_keys.leave)
_T: Final = Key("t")


def draw_lower(game: Door, state: State, canvas: Canvas, view: View) -> None:
    """Draw the message line with the standing, and the keys."""
    seat, last = seat_of(state), canvas.origin[1] + ROWS - 1
    standing = () if is_hiding(state) else _standing(game, state)
    scene.note_row(game, state, canvas, view, _line(game, state), standing)
    if is_asked_to_wait(seat):
        scene.keys_row(state, canvas, view, _GONE if seat.match.terms.rated else _GONE[:2], game.info.accent)
    elif last not in [spot.y for spot in canvas.spots]:  # else the game draws the last row itself
        scene.keys_row(state, canvas, view, _hints(game, state), game.info.accent)


def _standing(game: Door, state: State) -> Iterator[str]:
    """Yield the standing in ever fewer columns, without the player to move if the message names them."""
    followed = seat_of(state).followed
    if not _is_said(game, state):
        yield followed.standing
        yield followed.brief
    yield from followed.short


def _is_said(game: Door, state: State) -> bool:
    """True if the message line already says whose move it is, or who has finished a race."""
    seat, note = seat_of(state), state.note.text
    match = seat.match
    if note and match.terms.race:
        return any(part in note for part in seat.followed.standing.split(", "))
    now = match.movers
    if note or not now or now[0] == seat.me or _line(game, state):
        return False
    return name(match, now[0]) in game.words.message(table_of(state))


def _line(game: Door, state: State) -> str:
    """Return the text that replaces the game's message, or "".

    It is a dropped connection, talk, whom an adjourned game waits for, an offer, or that this caller has
    finished a race.
    """
    seat = seat_of(state)
    away = seat.followed.drop_seconds
    if away and not seat.is_mine:
        who, left, live = names(seat.match, away), GRACE - min(away.values()), is_live(seat.match.clock)
        return tr.match.not_back(names=who) if live and left <= 0 else dropped_words(who, left, live)
    if seat.heard:
        return seat.heard
    if seat.match.adjourned and seat.plays and seat.missing:
        return tr.match.waits_for_all(names=names(seat.match, seat.missing))
    if what := seat.followed.open_offer:
        by = next(at for at in seat.followed.others if seat.match.offers[at] == what)
        offers = tr.match.plain_offered if seat.plays else tr.match.who_offers
        return offers(name=name(seat.match, by), offer=offer_words(what))
    return race_result_line(game, seat)


def _hints(game: Door, state: State) -> tuple[Hint, ...]:
    seat, table, hides = seat_of(state), table_of(state), is_hiding(state)
    own = tuple(game.board.hints(table))
    talk = (_TALK,) if seat.talks and not hides and talks(game, seat, table, _T) else ()
    if seat.plays and seat.match.adjourned:
        resumes = (_RESUME,) if any(row.key == _RESUME.key for row in menu.rows(game, seat)) else ()
        return (*resumes, *talk, help.hint(talk), _TABLE)
    if hides or seat.is_mine or (seat.plays and state.frames):
        return _all_hints(own, talk, _BACK if hides else _TABLE)
    return (*talk, help.hint(talk), _TABLE if seat.plays else _LEAVE)


@picture
def _all_hints(own: tuple[Hint, ...], talk: tuple[Hint, ...], last: Hint) -> tuple[Hint, ...]:
    """Return the game's own keys that mean the same here, and the table's."""
    mine = (*(hint for hint in own if hint.key not in _NOT_HERE), *talk)
    return (*mine, help.hint(mine), last)


def talks(game: Door, seat: Seat, table: GameView, key: Key) -> bool:
    """True if a key opens talk and isn't the game's own. A watcher doesn't use the game's keys."""
    return seat.me == WATCHER or game.board.key(table, key) is None


def is_asked_to_wait(seat: Seat) -> bool:
    """True if this caller waits for somebody who has gone, and has not yet said what to do."""
    if seat.waits or not seat.followed.absent_seats:
        return False
    return seat.match.stage == "play" and is_live(seat.match.clock) and seat.plays and not seat.is_mine


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


def race_result_line(game: Door, seat: Seat) -> str:
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
    yield from _rated_lines(seat)
    if seat.plays:
        yield tr.match.act_another_game(terms=terms_again(match, seat.followed.rates))
    if seat.lucks:
        yield _net(game, seat)
    yield tr.count.moves(n=sum(made.own for made in match.made) - sum(map(bool, match.codes)))


def _rated_lines(seat: Seat) -> Iterator[str]:
    """Yield what the game has done to the ratings, the caller's own first, or if it is rated at all."""
    match, changes = seat.match, seat.followed.rated
    if not any(changes):
        yield tr.match.is_rated() if match.terms.rated and match.end != "aborted" else tr.play.not_rated()
    for at in sorted(range(len(changes)), key=lambda at: at != seat.me):
        if change := changes[at]:
            yield _change(change, "" if at == seat.me else name(match, at))


def _change(rated: Rated, who: str) -> str:
    """Return "1662 → 1701 (+39), 3rd" for the caller. For `who`: "Bob: 1499? (-34)", with a place if it fits.

    A question mark stands for a provisional rating.
    """
    before, after, place = rated
    now, by = f"{after}{'' if place else '?'}", f"{after - before:+}"
    if not who:
        return commas(
            (tr.match.rating_change(before=before, after=now, change=by), ordinal(place) if place else "")
        )
    told = tr.match.rating_now(rating=now, change=by)
    whole = f"{who}: {commas((told, ordinal(place) if place else ''))}"
    return whole if len(whole) <= SIDE else f"{cut(who, SIDE - 2 - len(told))}: {told}"


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
    seat, coach = seat_of(state), game.coach
    match, terms = seat.match, seat.match.terms
    if coach is None or not (coach.has_luck and seat.plays):
        return ()
    if match.end != "over" or len(match.people) < 2:
        return ()
    seats = tuple(
        (match.courses[at].record, 0) if terms.race else (match.courses[0].record, at) for at in match.people
    )
    return (Think(lucks, (coach.luck, seats), f"{LUCK} {terms.id}"),)


def on_luck(game: Door, state: State, thought: Thought) -> Step:
    if thought.value is None or thought.name != f"{LUCK} {seat_of(state).match.terms.id}":
        return state, ()
    state = with_seat(state, lucks=thought.value)
    state = say(state, (tr.common.full_stop(text=_net(game, seat_of(state))),))
    return (state if state.note.text else notice(state, tr.match.net_luck_explained())), ()


def _net(game: Door, seat: Seat) -> str:
    mine = net(seat.lucks, seat.match.people.index(seat.me))
    return tr.match.net_luck(net=hundredths(mine, "+"), unit=game.info.luck())


def _end_ways(game: Door, state: State) -> Iterator[Command[State]]:
    """Yield the keys of the end page that lead on."""
    seat = seat_of(state)
    yield Command("away", "enter", KEYS.go_on)
    again = KEYS.play_again if menu.again(seat) else ""
    yield Command("play-again", "y", again, words=("yes", "accept", "again"))
    if seat.talks:
        yield Command("talk", "t", KEYS.talk)
    yield Command("help", "h", KEYS.help, also=("?", "f1"))
    if seat.plays and seat.followed.open_offer == AGAIN:
        yield Command("decline", "n", KEYS.decline, words=("no",))
    yield Command("away", "q", KEYS.back, also=("esc", "n"), words=("quit", "back", "leave", "no"))
    yield Command("next", KEY)
    yield Command("ignore", "i")


def end_layout(game: Door, state: State) -> Layout:
    """Return the page of the end. News of the others beat what was said about this caller's own keys."""
    seat = seat_of(state)
    headline = "" if _is_cut_short(seat) else ending(game, revealed_table(table_of(state))).headline
    news = "" if state.note.wrong else seat.heard or rematch(seat)
    notice = PageNotice(news) if news else state.note
    commands = (*_end_ways(game, state), *looking_back(game, state))
    picture, words = partial(_draw_end, game, state), partial(_end_words, game, state)
    asked = _end_prompt(game, state)
    return end_page(game, suggestion(state), picture, commands, notice, headline, asked, words)


def _is_cut_short(seat: Seat) -> bool:
    """True if the board shows no end of all players' game: somebody gave up, or it was a race."""
    return seat.match.end != "over" or seat.match.terms.race


def _draw_end(game: Door, state: State, view: View) -> Canvas:
    seat = seat_of(state)
    end = Closing(
        figure(game, seat), outcome(seat.match), sums(game, seat, LABELS), tuple(_side(game, seat)),
        suggestion(state),
    )  # fmt: skip
    return draw_end(game, revealed_at_end(game, state), view, end, last=not _is_cut_short(seat))


def _end_words(game: Door, state: State) -> Lines:
    return (*end_lines(game, seat_of(state)), *closing(game, state))


def suggestion(state: State) -> str:
    """Return the move that somebody waits for at another table, unless the caller wants no suggestions."""
    mover = seat_of(state).followed.mover
    return tr.next.move(who=mover) if mover and state.chosen.get(SUGGEST) != "off" else ""


def end_lines(game: Door, seat: Seat) -> tuple[str, ...]:
    return (f"{outcome(seat.match)}.", *places(game, seat))


def places(game: Door, seat: Seat) -> Iterator[str]:
    for label, value in sums(game, seat):
        yield f"{label}." if value == NONE else f"{label}: {value}."


def closing(game: Door, state: State) -> Iterator[str]:
    """Yield what follows a finished game in plain mode: the ratings, and a move that somebody waits for."""
    yield from ratings(game, seat_of(state).followed)
    if text := suggestion(state):
        yield tr.play.plain_next(what=text, does=tr.next.to_move())


def ratings(game: Door, followed: Followed) -> Iterator[str]:
    for at, rated in enumerate(followed.rated):
        if rated:
            who, change = name(followed.match, at), f"{rated.after - rated.before:+}"
            told = tr.match.plain_rating_change(
                who=who, before=rated.before, after=rated.after, change=change
            )
            place, provisional = tr.match.plain_ladder_place, tr.match.plain_rating_provisional
            ranks = place(place=ordinal(rated.place), game=game.info.name()) if rated.place else provisional()
            yield tr.common.full_stop(text=commas((told, ranks)))


def _end_prompt(game: Door, state: State) -> str:
    seat, table = seat_of(state), state.table
    if not seat.plays:
        return tr.play.plain_prompt_go_back()
    coached = table is not None and looks_back(game, table)
    asked = tr.match.plain_prompt_over_coach if coached else tr.match.plain_prompt_over
    return asked(terms=terms_again(seat.match, seat.followed.rates))
