"""Notices for the status line about a caller's tables, while the caller looks at something else.

Law: pure. A sentence names the event, the game, the others and the key that opens the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from door.call.messages import ACCEPTS, DECLINES, TABLES
from door.games.contract import Door
from door.games.seating import seat_name
from door.play.match.events import waits_for
from door.play.match.values import Match
from door.play.match.view import BRIEF, all_clocks, names, stands, terms_again
from door.screens.seat.news import offer_words
from door.ui.texts import MaybeSaid, Said, Sentence, tr

YOURS_FIRST: Final = {"word": tr.tables.brief_waits_your_word, "code": tr.tables.brief_waits_your_code}

News = tuple[str, Said]
"""A caller and a sentence for them."""


def news(game: Door, match: Match, since: int) -> Iterator[News]:
    """Yield what has happened since that event (-1 for a new table), for the callers concerned."""
    terms, name = match.terms, game.info.name()
    if since < 0:
        if match.stage == "forming" and terms.to and match.seat_of(terms.to) < 0:
            challenge = tr.tables.challenged_you
            words = terms_again(match, terms.rated)
            yield terms.to, challenge(who=terms.by, game=name, terms=words, key=ACCEPTS, no=DECLINES)
        return
    said: dict[int, Sentence] = {}
    for event in match.events_after(since):
        who = seat_name(event.who)
        match event.what:
            case "sit" if event.who != terms.by and match.stage == "forming":
                yield terms.by, tr.tables.seat_taken(who=who, game=name, key=TABLES)
            case "offer":
                words = offer_words(event.text)
                for seat in match.people if match.stage == "over" else match.playing:
                    if seat != event.seat and match.offers[seat] != event.text:
                        offer = tr.tables.offer_made(who=who, what=words, game=name, key=TABLES)
                        yield match.seats[seat], offer
            case "finish":
                notice = tr.tables.race_finished_by(who=who, game=name, key=TABLES)
                yield from ((match.seats[seat], notice) for seat in match.movers)
            case "turn" if event.seat in match.playing and event.seat in match.movers:
                said[event.seat] = tr.tables.race_begun if terms.race else tr.tables.your_move_at
            case "adjourn" if match.adjourned:
                said = dict.fromkeys(match.playing, tr.tables.game_adjourned)
            case "over":
                said = {} if match.end == "withdrawn" else dict.fromkeys(match.people, tr.tables.game_over)
                yield from _end_of_challenge(match, name)
    for seat, sentence in said.items():
        others = _others(match, seat)
        yield (match.seats[seat], sentence(game=name, others=others, key=TABLES, result=result(match, seat)))


def _end_of_challenge(match: Match, name: str) -> Iterator[News]:
    terms = match.terms
    if match.end == "withdrawn" and match.lapsed:
        yield terms.by, tr.tables.challenge_expired(who=terms.to, game=name)
    elif match.end == "withdrawn" and terms.to and match.by >= 0 > match.seat_of(terms.to):
        yield terms.to, tr.tables.challenge_taken_back(who=terms.by, game=name)


def adjourned_notice(game: Door, match: Match, seat: int) -> Said:
    """Return a notice about an adjourned game that could go on now."""
    return tr.tables.game_adjourned(game=game.info.name(), others=_others(match, seat), key=TABLES)


def _others(match: Match, seat: int) -> str:
    return names(match, (at for at in range(len(match.seats)) if at != seat))


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
    return all_clocks(match, seat, ms, BRIEF) if played else ""


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
