"""A table before its game starts: seats are taken, words given, codes hidden."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from door.games.chance import keyed
from door.games.contract import Game
from door.games.game import COMPUTER, IllegalMove
from door.midend.match.clocks import budgets_of
from door.midend.match.values import Fields, Hidden, Made, Match, Refusal, changed, laid, seat_in
from door.ui.texts import reason_of, tr

CODE: Final = "code "
"""Prefix of the move that hides a code."""


def _forming(match: Match) -> None:
    if match.stage != "forming":
        raise Refusal(tr.match.already_begun())


def sit(game: Game, match: Match, event: Fields) -> Match:
    _forming(match)
    seat, who = seat_in(match, event), str(event["who"])
    if match.seats[seat]:
        raise Refusal(tr.match.seat_just_taken())
    if who.startswith(COMPUTER):
        if who.removeprefix(COMPUTER) not in game.info.computers or match.terms.race or game.hides:
            raise Refusal(tr.match.no_computer_here())
    elif match.seat_of(who) >= 0:
        raise Refusal(tr.match.already_seated())
    elif match.terms.to and match.terms.to.casefold() != who.casefold():
        raise Refusal(tr.match.seat_is_kept_for(who=match.terms.to))
    return replace(match, seats=changed(match.seats, seat, who))


def may_seat_computer(match: Match) -> bool:
    """True if a computer may take a free seat. A rated game keeps two seats for callers."""
    return not match.terms.rated or len(match.people) + match.seats.count("") > 2


def stand(game: Game, match: Match, event: Fields) -> Match:
    _forming(match)
    seat = seat_in(match, event)
    if match.seats[seat] == match.terms.by:
        raise Refusal(tr.match.opener_withdraws())
    return replace(
        match, seats=changed(match.seats, seat, ""), words=changed(match.words, seat, None),
        codes=changed(match.codes, seat, None),
    )  # fmt: skip


def word(game: Game, match: Match, event: Fields) -> Match:
    _forming(match)
    seat = seat_in(match, event)
    if match.words[seat] is not None:
        raise Refusal(tr.match.word_already_given())
    return replace(match, words=changed(match.words, seat, str(event["text"])))


def hide(game: Game, match: Match, event: Fields) -> Match:
    _forming(match)
    seat, code = seat_in(match, event), str(event["code"])
    if game.hides is None or match.terms.race:
        raise Refusal(tr.match.no_hidden_codes())
    if match.codes[seat]:
        raise Refusal(tr.match.code_already_hidden())
    if why := game.hides(match.terms.options, code):
        raise Refusal(why)
    return replace(match, codes=changed(match.codes, seat, Hidden(code, str(event["salt"]))))


def waits_for(game: Game, match: Match, seat: int) -> str:
    """Return what a new table waits for from a seat: "caller", "word", "code" or ""."""
    who = match.seats[seat]
    if not who:
        return "caller"
    if who.startswith(COMPUTER):
        return ""
    if match.terms.words and match.words[seat] is None:
        return "word"
    return "code" if game.hides and not match.terms.race and not match.codes[seat] else ""


def begin(game: Game, match: Match, event: Fields) -> Match:
    _forming(match)
    if any(waits_for(game, match, seat) for seat in range(len(match.seats))):
        raise Refusal(tr.match.not_all_ready())
    terms, count = match.terms, len(match.seats)
    made = tuple(Made(seat, CODE + code.code, 0) for seat, code in enumerate(match.codes) if code)
    match = replace(match, made=made)
    return replace(
        laid(game, match, played(game, match)), stage="play", begun=str(event["t"]), clock=terms.clock,
        budgets=budgets_of(terms.clock, count), since=(0,) * count,
    )  # fmt: skip


def played(game: Game, match: Match) -> tuple[Any, ...]:
    """Return the positions from the first on, after each move."""
    terms = match.terms
    words = [word or "" for word in match.words] if any(match.words) else []
    chance = keyed(terms.seed, words)
    sides = [(who,) for who in match.seats] if terms.race else [match.seats]
    try:
        positions = tuple(game.new(terms.options, seats, chance) for seats in sides)
        for made in match.made:
            side = made.seat if terms.race else 0
            positions = changed(positions, side, game.apply(positions[side], made.move))
    except (IllegalMove, KeyError, ValueError, TypeError) as error:
        raise Refusal(tr.match.cannot_play(error=reason_of(error))) from None
    return positions


def rename(game: Game, match: Match, event: Fields) -> Match:
    """Rename a caller at any stage. Seat, challenge and their words stay theirs."""
    old, new, terms = str(event["who"]), str(event["to"]), match.terms

    def now(name: str, at: int = -1) -> str:
        return new if name.casefold() == old.casefold() and at not in match.removed else name

    seats = tuple(now(name, at) for at, name in enumerate(match.seats))
    after = replace(
        match, seats=seats, terms=replace(terms, by=now(terms.by), to=now(terms.to)),
        talk=tuple((now(who), text) for who, text in match.talk),
    )  # fmt: skip
    if after == match:
        raise Refusal(tr.match.no_such_player(old=old))
    return laid(game, after, played(game, after)) if match.positions else after


def withdraw(game: Game, match: Match, event: Fields) -> Match:
    """Withdraw the table for the caller who opened it."""
    _forming(match)
    return replace(match, stage="over", end="withdrawn", by=int(event.get("seat", -1)))
