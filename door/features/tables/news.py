"""Notices for the status line about a caller's tables, while the caller looks at something else.

Law: pure. A sentence names the event, the game, the others and the key that opens the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from door.call.messages import ACCEPTS, DECLINES, TABLES
from door.games.contract import Door
from door.play.match.events import waits_for
from door.play.match.values import Match
from door.play.match.view import names, short_forms, stands
from door.screens.seat.news import offer_words
from door.ui.texts import MaybeSaid, Said, Sentence, tr

YOURS_FIRST: Final = {"word": tr.tables.brief_waits_your_word, "code": tr.tables.brief_waits_your_code}

News = tuple[str, Said]
"""A caller and a sentence for them."""


def news(game: Door, before: Match | None, match: Match) -> Iterator[News]:
    """Yield the events since `before` (None for a new table), for the callers concerned."""
    terms, name = match.terms, game.info.name()
    if match.stage == "forming":
        if terms.to and before is None and match.seat_of(terms.to) < 0:
            yield terms.to, tr.tables.challenged_you(who=terms.by, game=name, key=ACCEPTS, no=DECLINES)
        for at, who in enumerate(match.seats):
            if before and who and not before.seats[at] and who != terms.by:
                yield terms.by, tr.tables.seat_taken(who=who, game=name, key=TABLES)
    if before is None or match.stage == "forming" or before.stage == "over":
        if match.stage == "over" and before is not None:
            yield from _offers(before, match, name)
        return
    yield from _offers(before, match, name)
    yield from _race_news(before, match, name)
    turned: Sentence = tr.tables.race_begun if terms.race else tr.tables.your_move_at
    said = dict.fromkeys(_turned_to(before, match), turned)
    if match.adjourned and not before.adjourned:
        said = dict.fromkeys(match.playing, tr.tables.game_adjourned)
    if match.stage == "over":
        said = {} if match.end == "withdrawn" else dict.fromkeys(match.people, tr.tables.game_over)
        if match.lapsed and not said:
            yield terms.by, tr.tables.challenge_expired(who=terms.to, game=name)
        elif match.end == "withdrawn" and terms.to and match.by >= 0 > match.seat_of(terms.to):
            yield terms.to, tr.tables.challenge_taken_back(who=terms.by, game=name)
    for seat, sentence in said.items():
        others = _others(match, seat)
        yield (match.seats[seat], sentence(game=name, others=others, key=TABLES, result=result(match, seat)))


def adjourned_notice(game: Door, match: Match, seat: int) -> Said:
    """Return a notice about an adjourned game that could go on now."""
    return tr.tables.game_adjourned(game=game.info.name(), others=_others(match, seat), key=TABLES)


def _others(match: Match, seat: int) -> str:
    return names(match, (at for at in range(len(match.seats)) if at != seat))


def _turned_to(before: Match, match: Match) -> tuple[int, ...]:
    """Return the callers' seats that have got the move."""
    earlier = before.movers
    return tuple(seat for seat in match.movers if seat in match.playing and seat not in earlier)


def _race_news(before: Match, match: Match, name: str) -> Iterator[News]:
    """Yield a notice for each caller still racing, if another one has finished."""
    for seat in before.movers if match.terms.race and match.stage == "play" else ():
        if seat not in (*match.movers, *match.left):
            told = tr.tables.race_finished_by(who=match.seats[seat], game=name, key=TABLES)
            yield from ((match.seats[other], told) for other in match.movers)


def _offers(before: Match, match: Match, name: str) -> Iterator[News]:
    seats = match.people if match.stage == "over" else match.playing
    for seat in seats:
        what = match.offers[seat]
        if what and what != before.offers[seat]:
            for other in seats:
                if other != seat and match.offers[other] != what:
                    who, words = match.seats[seat], offer_words(what)
                    yield match.seats[other], tr.tables.offer_made(who=who, what=words, game=name, key=TABLES)


def victory(game: Door, match: Match) -> MaybeSaid:
    """Return what everybody may hear of a finished match: one caller has beaten others. Else ""."""
    first = [seat for seat, place in enumerate(match.places) if place == 1]
    if len(match.people) < 2 or len(first) != 1 or first[0] not in match.people:
        return ""
    who, others = match.seats[first[0]], names(match, (seat for seat in match.people if seat != first[0]))
    return tr.tables.victory(who=who, others=others, game=game.info.name())


def result(match: Match, seat: int) -> str:
    if match.lapsed:
        return tr.tables.result_not_all_back()
    if match.end == "aborted" or not any(match.places):
        return tr.tables.result_aborted()
    if len(set(match.places)) == 1:
        return tr.tables.result_draw()
    if match.places[seat] == 1:
        return tr.tables.result_won()
    if len(match.places) == 2:
        return tr.tables.result_lost()
    return tr.tables.result_place(place=match.places[seat])


def awaited_keys(game: Door, match: Match) -> frozenset[str]:
    """Return the keys of callers who must move, give a word or code, or answer a challenge.

    An adjourned game waits for nobody alone.
    """
    if match.stage == "over" or match.adjourned:
        return frozenset()
    if match.stage == "forming":
        seats = [seat for seat in match.playing if waits_for(game, match, seat)]
    else:
        seats = [seat for seat in match.movers if seat in match.playing]
    asked = [match.terms.to] if match.stage == "forming" and match.seat_of(match.terms.to) < 0 else []
    return frozenset(who.casefold() for who in [*asked, *(match.seats[seat] for seat in seats)] if who)


def standing(game: Door, match: Match, seat: int, ms: int) -> str:
    """Return the state of a table for a list: "Bob to move, 2 days", "waits for anybody".

    `seat` is the reader's, or `WATCHER`. `ms` is the time since the game began.
    """
    if match.stage != "forming":
        return stands(match, seat, ms)
    if match.terms.to and seat < 0:
        return tr.tables.brief_challenges(who=match.terms.by, whom=match.terms.to)
    for at in (seat, *range(len(match.seats))) if seat >= 0 else range(len(match.seats)):
        what = waits_for(game, match, at)
        if what == "caller":
            return tr.tables.brief_waits_for(who=match.terms.to or tr.tables.anybody())
        if what:
            return YOURS_FIRST[what]() if at == seat else tr.tables.brief_waits_for(who=match.seats[at])
    return tr.tables.brief_begins()


def clocks(match: Match, seat: int, ms: int) -> str:
    """Return only the clocks of a game, for a narrow list. Races have no common clocks: ""."""
    played = match.stage == "play" and match.movers and not match.terms.race
    return short_forms(match, seat, ms)[1] if played else ""


def greeting(waiting: int, online: Sequence[tuple[str, int]]) -> Said:
    """Return a notice for a caller who logs on: "3 games wait for you; Bob is on node 2 (Ctrl-T)." """
    games = (tr.tables.one_waits_for_you if waiting == 1 else tr.tables.some_wait_for_you)(
        games=tr.count.games(n=waiting)
    )
    if not online:
        return tr.tables.greeting(games=games, key=TABLES)
    who, node = online[0]
    return tr.tables.greeting_online(
        games=games, online=tr.tables.caller_is_on(who=who, node=node), key=TABLES
    )
