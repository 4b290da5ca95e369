"""A match's rules: seats, words and codes before its game, then moves, offers, and how callers leave.

Pure. `after` is the only way to the next state, for live play and for replay.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from door.games.chance import Chance
from door.games.contract import Door
from door.games.game import COMPUTER, QUIT, IllegalMove
from door.games.record import Course
from door.games.record import play as course_of
from door.play.match.values import (
    DAY_MS,
    TALK_KEPT,
    Fields,
    Hidden,
    Match,
    Refusal,
    TimedMove,
    adjourned_time,
    budgets_of,
    go,
    is_live,
    may_be_set,
    note,
    pause,
    record_of,
    replace_at,
    restart_clock,
    seat_in,
    stop_clock,
    thinking_time,
    time_left,
    time_more,
    with_courses,
)
from door.ui.texts import reason_of, tr

CODE: Final = "code "
"""Prefix of the move that hides a code."""


def sit(game: Door, match: Match, event: Fields) -> Match:
    seat, who = seat_in(match, event), str(event["who"])
    if match.seats[seat]:
        raise Refusal(tr.match.seat_just_taken())
    if who.startswith(COMPUTER):
        if (
            who.removeprefix(COMPUTER) not in game.info.players.computers
            or match.terms.race
            or game.info.players.hides_codes
        ):
            raise Refusal(tr.match.no_computer_here())
    elif match.seat_of(who) >= 0:
        raise Refusal(tr.match.already_seated())
    elif match.terms.to and match.terms.to.casefold() != who.casefold():
        raise Refusal(tr.match.seat_is_kept_for(who=match.terms.to))
    return note(replace(match, seats=replace_at(match.seats, seat, who)), "sit", seat)


def may_seat_computer(match: Match) -> bool:
    """True if a computer may take a free seat. A rated game keeps two seats for callers."""
    return not match.terms.rated or len(match.people) + match.seats.count("") > 2


def stand(game: Door, match: Match, event: Fields) -> Match:
    seat = seat_in(match, event)
    if match.seats[seat] == match.terms.by:
        raise Refusal(tr.match.opener_withdraws())
    match = note(match, "stand", seat)
    return replace(
        match, seats=replace_at(match.seats, seat, ""), words=replace_at(match.words, seat, None),
        codes=replace_at(match.codes, seat, None),
    )  # fmt: skip


def word(game: Door, match: Match, event: Fields) -> Match:
    seat = seat_in(match, event)
    if match.words[seat] is not None:
        raise Refusal(tr.match.word_already_given())
    return replace(note(match, "word", seat), words=replace_at(match.words, seat, str(event["text"])))


def hide(game: Door, match: Match, event: Fields) -> Match:
    seat, code = seat_in(match, event), str(event["code"])
    if not game.info.players.hides_codes or match.terms.race:
        raise Refusal(tr.match.no_hidden_codes())
    if match.codes[seat]:
        raise Refusal(tr.match.code_already_hidden())
    try:
        game.rules.apply(game.rules.new(match.terms.options, match.seats, Chance(b"")), CODE + code)
    except IllegalMove as why:
        raise Refusal(reason_of(why)) from None
    hidden = Hidden(code, str(event["salt"]))
    return replace(note(match, "hide", seat, hidden.seal[:16]), codes=replace_at(match.codes, seat, hidden))


def waits_for(game: Door, match: Match, seat: int) -> str:
    """Return what a new table waits for from a seat: "caller", "word", "code" or ""."""
    who = match.seats[seat]
    if not who:
        return "caller"
    if who.startswith(COMPUTER):
        return ""
    if match.terms.words and match.words[seat] is None:
        return "word"
    return "code" if game.info.players.hides_codes and not match.terms.race and not match.codes[seat] else ""


def begin(game: Door, match: Match, event: Fields) -> Match:
    if any(waits_for(game, match, seat) for seat in range(len(match.seats))):
        raise Refusal(tr.match.not_all_ready())
    terms, count = match.terms, len(match.seats)
    made = tuple(TimedMove(seat, CODE + code.code, 0) for seat, code in enumerate(match.codes) if code)
    match = replace(note(match, "begin"), made=made)
    return replace(
        with_courses(game, match, courses_of(game, match)),
        stage="play",
        begun=str(event["t"]),
        clock=terms.clock,
        budgets=budgets_of(terms.clock, count),
        since=(0,) * count,
    )


def courses_of(game: Door, match: Match) -> tuple[Course, ...]:
    """Return the game after its moves, or in a race each seat's."""
    sides = range(len(match.seats)) if match.terms.race else (0,)
    try:
        return tuple(course_of(game.rules, record_of(match, side)) for side in sides)
    except (IllegalMove, KeyError, ValueError, TypeError) as error:
        raise Refusal(tr.match.cannot_play(error=reason_of(error))) from None


def rename(game: Door, match: Match, event: Fields) -> Match:
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
    return with_courses(game, after, courses_of(game, after)) if match.courses else after


def withdraw(game: Door, match: Match, event: Fields) -> Match:
    return replace(match, stage="over", end="withdrawn", by=int(event.get("seat", -1)))


ADJOURN, ABORT, AGAIN, CLOCK = "adjourn", "abort", "again", "clock "
"""Possible offers. A clock's name follows the last."""


def after(game: Door, match: Match, event: Fields) -> Match:
    """Return the match after its next event. Raises Refusal if it is not allowed."""
    do = str(event.get("do"))
    step = _STEPS.get(do)
    if step is None:
        raise Refusal(tr.match.unknown_event())
    if match.stage == "over" and do not in _ALWAYS:
        raise Refusal(tr.match.is_over())
    if match.stage == "play" and do in _FORMING:
        raise Refusal(tr.match.already_begun())
    if match.stage == "forming" and do in _PLAYING:
        raise Refusal(tr.match.is_not_begun())
    then = step(game, match, event)
    for seat in then.movers:
        then = then if seat in match.movers else note(then, "turn", seat)
    then = note(then, "over") if then.stage == "over" != match.stage else then
    return replace(then, n=match.n + 1, t=str(event["t"]))


def _mover(match: Match, event: Fields) -> int:
    """Return the seat that acts. A seat left to a computer is played by nobody else."""
    seat = seat_in(match, event)
    if seat not in match.movers:
        raise Refusal(tr.play.not_your_turn())
    if seat in match.left and not event.get("computer"):
        raise Refusal(tr.match.computer_plays_from_seat())
    return seat


def _move(game: Door, match: Match, event: Fields) -> Match:
    seat, move, ms = _mover(match, event), str(event["move"]), match.ms_at(str(event["t"]))
    if not match.clock:
        raise Refusal(tr.match.is_adjourned())
    if move == QUIT and not match.terms.race:
        raise Refusal(tr.match.resign_to_give_up())
    time = time_left(match, seat, ms)  # a computer has no clock: it plays on after the seat's time was up
    if time is not None and time <= 0:
        raise Refusal(tr.match.your_time_is_over())
    side = seat if match.terms.race else 0
    own = not match.terms.race or match.statuses[side].movers[:1] == (0,)
    try:
        course = match.courses[side].after(game.rules, move)
    except IllegalMove as why:
        raise Refusal(reason_of(why)) from None
    budgets = match.budgets
    if is_live(match.clock):
        left = budgets[seat] - thinking_time(match, seat, ms) + time_more(match.clock)
        budgets = replace_at(budgets, seat, left)
    match = replace(
        with_courses(game, match, replace_at(match.courses, side, course)), let=(), budgets=budgets,
        made=(*match.made, TimedMove(seat, move, ms, own)), offers=("",) * len(match.seats),
    )  # fmt: skip
    since = tuple(
        ms if at == seat or not match.terms.race else match.since[at] for at in range(len(match.seats))
    )
    match = replace(match, since=since)
    if not match.movers:
        return _end_match(game, match, "over")
    return note(match, "finish", seat) if match.terms.race and seat not in match.movers else match


def _pass_seat(game: Door, match: Match, event: Fields) -> Match:
    seat = _mover(match, event)
    if match.terms.race or not replace(match, let=(*match.let, seat)).movers:
        raise Refusal(tr.match.nobody_else_may_move())
    ms = match.ms_at(str(event["t"]))
    return replace(match, let=(*match.let, seat), since=(ms,) * len(match.seats))


def _time(game: Door, match: Match, event: Fields) -> Match:
    seat = seat_in(match, event)
    left = time_left(match, seat, match.ms_at(str(event["t"])))
    if left is None or left > 0 or seat not in match.movers:
        raise Refusal(tr.match.their_time_is_not_over())
    return _remove_player(game, match, seat, "time")


def _adjourn(game: Door, match: Match, event: Fields) -> Match:
    if match.adjourned:
        raise Refusal(tr.match.already_adjourned())
    return stop_clock(match, match.ms_at(str(event["t"])))


def _offer(game: Door, match: Match, event: Fields) -> Match:
    seat, what = seat_in(match, event), str(event["what"])
    asked = match.people if match.stage == "over" else match.playing
    if seat not in asked:
        raise Refusal(tr.match.you_do_not_play_here())
    if what and (what == AGAIN) != (match.stage == "over"):
        raise Refusal(tr.match.is_over() if match.stage == "over" else tr.match.is_not_over())
    if match.stage == "forming":
        raise Refusal(tr.match.is_not_begun())
    if match.again:
        raise Refusal(tr.match.rematch_already_opened())
    if what == AGAIN and match.removed:
        raise Refusal(tr.match.opponents_left_board())
    if what not in (ADJOURN, ABORT, AGAIN, "") and not may_be_set(what.removeprefix(CLOCK)):
        raise Refusal(tr.match.cannot_be_offered())
    was, match = match.offers[seat], replace(match, offers=replace_at(match.offers, seat, what))
    if what in ("", AGAIN) or any(match.offers[at] != what for at in asked):
        return match if what == was else note(match, "offer" if what else "retract", seat, what or was)
    match, ms = replace(match, offers=("",) * len(match.seats)), match.ms_at(str(event["t"]))
    if what == ABORT:
        return _end_match(game, match, "aborted")
    if what == ADJOURN:
        return match if match.adjourned else stop_clock(match, ms)
    return restart_clock(match, ms, what.removeprefix(CLOCK))


def _decline(game: Door, match: Match, event: Fields) -> Match:
    """Drop the others' offers of that kind. If there is none any more, nothing happens."""
    seat, what = seat_in(match, event), str(event["what"])
    if seat not in (match.people if match.stage == "over" else match.playing):
        raise Refusal(tr.match.you_do_not_play_here())
    if match.again:
        raise Refusal(tr.match.rematch_already_opened())
    offers = tuple(own if at == seat or own != what else "" for at, own in enumerate(match.offers))
    return match if offers == match.offers else note(replace(match, offers=offers), "decline", seat, what)


def all_want_another(match: Match) -> bool:
    """True if all players have offered a rematch and none is open yet."""
    return not match.again and not match.removed and all(match.offers[seat] == AGAIN for seat in match.people)


def _again(game: Door, match: Match, event: Fields) -> Match:
    if match.again:
        raise Refusal(tr.match.rematch_already_opened())
    if not all_want_another(match):
        raise Refusal(tr.match.rematch_not_agreed())
    return replace(match, again=str(event["id"]))


def may_abort(match: Match, seat: int) -> bool:
    """True if that seat may still abort alone: nobody has seen anything of the game that could be a reason.

    Nobody has moved. In a race, where the others see no position, that seat has not moved and nobody has
    finished.
    """
    if match.stage != "play":
        return False
    if match.terms.race:
        return seat not in _seats_with_moves(match) and not any(status.ended for status in match.statuses)
    return not _seats_with_moves(match)


def _seats_with_moves(match: Match) -> set[int]:
    """Return the seats that have made a move, hidden codes not counted."""
    return {made.seat for made in match.made if made.own and not made.move.startswith(CODE)}


def _abort(game: Door, match: Match, event: Fields) -> Match:
    """Allow more than `may_abort` does, because older tables have such events."""
    if _seats_with_moves(match).issuperset(match.people):
        raise Refusal(tr.match.all_have_moved())
    return replace(_end_match(game, match, "aborted"), by=seat_in(match, event))


def _claim(game: Door, match: Match, event: Fields) -> Match:
    """Claim the game from a seat whose caller has gone away."""
    if not match.terms.rated or not is_live(match.clock):
        raise Refusal(tr.match.only_rated_can_be_claimed())
    return _remove_player(game, match, seat_in(match, event), "claimed")


def _remove_player(game: Door, match: Match, seat: int, end: str) -> Match:
    """Remove a caller from play. If two others play on (in a race: one), a computer takes the seat or it
    stays as it is. Otherwise the match ends.
    """
    if seat not in match.playing or (match.terms.race and seat not in match.movers):
        raise Refusal(tr.match.nobody_in_seat())
    match = replace(match, left=(*match.left, seat))
    still = match.playing
    if len(still) > 1 and (match.terms.race or game.info.players.computers):
        return note(match, "leave", seat)
    return replace(_end_match(game, match, end), by=seat)


def _end_match(game: Door, match: Match, end: str) -> Match:
    """End the match: places follow the scores, and callers who left come after all others."""
    if match.terms.race:
        scores = tuple(status.scores[0] for status in match.statuses)
    else:
        scores = match.statuses[0].scores
    places = (
        (0,) * len(scores) if end == "aborted" else places_of(scores, match.left, game.info.fewer_is_better)
    )
    return replace(match, stage="over", clock="", end=end, scores=scores, places=places)


def places_of(scores: Sequence[int], left: Sequence[int], fewer: bool) -> tuple[int, ...]:
    """Return a place from 1 on for each score. Equal scores share one. Callers who `left` come last, the
    first to leave at the very end.
    """

    def rank(seat: int) -> tuple[int, int]:
        gone = len(left) - left.index(seat) if seat in left else 0
        return gone, 0 if gone else scores[seat] if fewer else -scores[seat]

    ranks = [rank(seat) for seat in range(len(scores))]
    return tuple(1 + sum(other < mine for other in ranks) for mine in ranks)


def _lapse(game: Door, match: Match, event: Fields) -> Match:
    """End an old challenge or a live game that stayed adjourned. It doesn't count."""
    t, most = str(event["t"]), int(event["days"]) * DAY_MS
    if asked := match.challenge_age(t):
        if asked < most:
            raise Refusal(tr.match.challenge_still_open())
        return replace(match, stage="over", end="withdrawn", lapsed=True)
    if not match.adjourned or not is_live(match.agreed):
        raise Refusal(tr.match.waits_for_nobody())
    if adjourned_time(match, match.ms_at(t)) < most:
        raise Refusal(tr.match.may_come_back())
    return replace(_end_match(game, match, "aborted"), lapsed=True)


def _end(game: Door, match: Match, event: Fields) -> Match:
    """End the match as the sysop, with a reason for its players."""
    match = _add_talk(match, "Sysop", str(event["why"]))
    if match.stage == "forming":
        return replace(match, stage="over", end="withdrawn")
    return _end_match(game, match, "aborted")


def _remove(game: Door, match: Match, event: Fields) -> Match:
    """Remove a caller for good. A new owner of the handle has nothing here."""
    who = str(event["who"])
    seat = match.seat_of(who)
    if match.stage == "forming":
        if who.casefold() in (match.terms.to.casefold(), match.terms.by.casefold()):
            removed = (seat,) if seat >= 0 else ()
            return replace(match, stage="over", end="withdrawn", removed=removed)
        return stand(game, match, {**event, "seat": seat})
    if seat < 0:
        raise Refusal(tr.match.no_such_player(old=who))
    if match.stage == "play" and seat in match.needed_seats:
        match = _remove_player(game, match, seat, "resigned")
    return replace(match, removed=(*match.removed, seat), offers=replace_at(match.offers, seat, ""))


def _say(game: Door, match: Match, event: Fields) -> Match:
    return _add_talk(match, str(event["who"]), str(event["text"]))


def _add_talk(match: Match, who: str, text: str) -> Match:
    return replace(match, talk=(*match.talk, (who, text))[-TALK_KEPT:], said=match.said + 1)


_FORMING: Final = frozenset(["sit", "stand", "word", "hide", "begin", "withdraw"])
_PLAYING: Final = frozenset(["move", "let", "time", "adjourn", "abort", "resign", "claim"])
_ALWAYS: Final = frozenset(["offer", "decline", "again", "say", "remove", "rename"])
"""Events that only happen before the game, only during it, and also after it."""

_STEPS: Final[Mapping[str, Callable[[Door, Match, Fields], Match]]] = {
    "sit": sit, "stand": stand, "word": word, "hide": hide,
    "begin": begin, "withdraw": withdraw, "rename": rename, "move": _move,
    "let": _pass_seat, "adjourn": _adjourn, "go": go, "pause": pause, "time": _time, "offer": _offer,
    "decline": _decline, "abort": _abort, "claim": _claim, "lapse": _lapse, "end": _end, "say": _say,
    "again": _again, "remove": _remove,
    "resign": lambda game, match, event: _remove_player(game, match, seat_in(match, event), "resigned"),
}  # fmt: skip
