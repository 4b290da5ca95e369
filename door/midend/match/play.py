"""A match from its first move to its end: moves, offers, and how callers leave.

Pure. `after` is the only way to the next state, for live play and for replay.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from door.games.contract import Game
from door.games.game import QUIT, IllegalMove
from door.midend.match import clocks, forming
from door.midend.match.clocks import is_live, spent, time_left, time_more
from door.midend.match.forming import CODE
from door.midend.match.values import TALK, Fields, Made, Match, Refusal, changed, laid, seat_in
from door.ui.texts import reason_of, tr

ADJOURN, ABORT, AGAIN, CLOCK = "adjourn", "abort", "again", "clock "
"""Possible offers. A clock's name follows the last."""


def after(game: Game, match: Match, event: Fields) -> Match:
    """Return the match after its next event. Raises Refusal if it is not allowed."""
    step = _STEPS.get(str(event.get("do")))
    if step is None:
        raise Refusal(tr.match.unknown_event())
    if match.stage == "over" and step not in (_offer, _again, _say, _remove, forming.rename):
        raise Refusal(tr.match.is_over())
    return replace(step(game, match, event), n=match.n + 1, t=str(event["t"]))


def _playing(match: Match) -> None:
    if match.stage != "play":
        raise Refusal(tr.match.is_not_begun())


def _mover(match: Match, event: Fields) -> int:
    """Return the seat that acts. A seat left to a computer is played by nobody else."""
    _playing(match)
    seat = seat_in(match, event)
    if seat not in match.movers:
        raise Refusal(tr.play.not_your_turn())
    if seat in match.left and not event.get("computer"):
        raise Refusal(tr.match.computer_plays_from_seat())
    return seat


def _move(game: Game, match: Match, event: Fields) -> Match:
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
        position = game.apply(match.positions[side], move)
    except IllegalMove as why:
        raise Refusal(reason_of(why)) from None
    budgets = match.budgets
    if is_live(match.clock):
        left = budgets[seat] - spent(match, seat, ms) + time_more(match.clock)
        budgets = changed(budgets, seat, left)
    match = replace(
        laid(game, match, changed(match.positions, side, position)), let=(), budgets=budgets,
        made=(*match.made, Made(seat, move, ms, own)), offers=("",) * len(match.seats),
    )  # fmt: skip
    since = tuple(
        ms if at == seat or not match.terms.race else match.since[at] for at in range(len(match.seats))
    )
    match = replace(match, since=since)
    return match if match.movers else _over(game, match, "over")


def _let(game: Game, match: Match, event: Fields) -> Match:
    seat = _mover(match, event)
    if match.terms.race or not replace(match, let=(*match.let, seat)).movers:
        raise Refusal(tr.match.nobody_else_may_move())
    ms = match.ms_at(str(event["t"]))
    return replace(match, let=(*match.let, seat), since=(ms,) * len(match.seats))


def _time(game: Game, match: Match, event: Fields) -> Match:
    _playing(match)
    seat = seat_in(match, event)
    left = time_left(match, seat, match.ms_at(str(event["t"])))
    if left is None or left > 0 or seat not in match.movers:
        raise Refusal(tr.match.their_time_is_not_over())
    return _gone(game, match, seat, "time")


def _adjourn(game: Game, match: Match, event: Fields) -> Match:
    _playing(match)
    if match.adjourned:
        raise Refusal(tr.match.already_adjourned())
    return clocks.stopped(match, match.ms_at(str(event["t"])))


def _offer(game: Game, match: Match, event: Fields) -> Match:
    seat, what = seat_in(match, event), str(event["what"])
    asked = match.people if match.stage == "over" else match.playing
    if seat not in asked:
        raise Refusal(tr.match.you_do_not_play_here())
    if (what == AGAIN) != (match.stage == "over"):
        raise Refusal(tr.match.is_over() if match.stage == "over" else tr.match.is_not_over())
    if match.stage == "forming":
        raise Refusal(tr.match.is_not_begun())
    if match.again:
        raise Refusal(tr.match.rematch_already_opened())
    if what == AGAIN and match.removed:
        raise Refusal(tr.match.opponents_left_board())
    if what not in (ADJOURN, ABORT, AGAIN, "") and not clocks.may_be_set(what.removeprefix(CLOCK)):
        raise Refusal(tr.match.cannot_be_offered())
    match = replace(match, offers=changed(match.offers, seat, what))
    if not what or any(match.offers[at] != what for at in asked):
        return match
    if what == AGAIN:
        return match
    match, ms = replace(match, offers=("",) * len(match.seats)), match.ms_at(str(event["t"]))
    if what == ABORT:
        return _over(game, match, "aborted")
    if what == ADJOURN:
        return match if match.adjourned else clocks.stopped(match, ms)
    return clocks.agreed(match, ms, what.removeprefix(CLOCK))


def all_want_another(match: Match) -> bool:
    """True if all players have offered a rematch and none is open yet."""
    return not match.again and not match.removed and all(match.offers[seat] == AGAIN for seat in match.people)


def _again(game: Game, match: Match, event: Fields) -> Match:
    if match.again:
        raise Refusal(tr.match.rematch_already_opened())
    if not all_want_another(match):
        raise Refusal(tr.match.rematch_not_agreed())
    return replace(match, again=str(event["id"]))


def may_abort(match: Match, seat: int) -> bool:
    """True if that seat may still abort alone: it has not moved, and in a race nobody has finished."""
    finished = match.terms.race and any(status.over for status in match.statuses)
    return match.stage == "play" and seat not in _moved(match) and not finished


def _moved(match: Match) -> set[int]:
    """Return the seats that have made a move, hidden codes not counted."""
    return {made.seat for made in match.made if made.own and not made.move.startswith(CODE)}


def _abort(game: Game, match: Match, event: Fields) -> Match:
    """Allow more than `may_abort` does, because older tables have such events."""
    _playing(match)
    if _moved(match).issuperset(match.people):
        raise Refusal(tr.match.all_have_moved())
    return replace(_over(game, match, "aborted"), by=seat_in(match, event))


def _resign(game: Game, match: Match, event: Fields) -> Match:
    _playing(match)
    return _gone(game, match, seat_in(match, event), "resigned")


def _claim(game: Game, match: Match, event: Fields) -> Match:
    """Claim the game from a seat whose caller has gone away."""
    _playing(match)
    if not match.terms.rated or not is_live(match.clock):
        raise Refusal(tr.match.only_rated_can_be_claimed())
    return _gone(game, match, seat_in(match, event), "claimed")


def _gone(game: Game, match: Match, seat: int, end: str) -> Match:
    """Remove a caller from play. If two others play on (in a race: one), a computer takes the seat or it
    stays as it is. Otherwise the match ends.
    """
    if seat not in match.playing or (match.terms.race and seat not in match.movers):
        raise Refusal(tr.match.nobody_in_seat())
    match = replace(match, left=(*match.left, seat))
    still = match.playing
    if len(still) > 1 and (match.terms.race or game.info.computers):
        return match
    return replace(_over(game, match, end), by=seat)


def _over(game: Game, match: Match, end: str) -> Match:
    """End the match: places follow the scores, and callers who left come after all others."""
    if match.terms.race:
        scores = tuple(status.scores[0] for status in match.statuses)
    else:
        scores = match.statuses[0].scores
    places = (0,) * len(scores) if end == "aborted" else placed(scores, match.left, game.info.fewer_is_better)
    return replace(match, stage="over", clock="", end=end, scores=scores, places=places)


def placed(scores: Sequence[int], left: Sequence[int], fewer: bool) -> tuple[int, ...]:
    """Return a place from 1 on for each score. Equal scores share one. Callers who `left` come last, the
    first to leave at the very end.
    """

    def rank(seat: int) -> tuple[int, int]:
        gone = len(left) - left.index(seat) if seat in left else 0
        return gone, 0 if gone else scores[seat] if fewer else -scores[seat]

    ranks = [rank(seat) for seat in range(len(scores))]
    return tuple(1 + sum(other < mine for other in ranks) for mine in ranks)


def _lapse(game: Game, match: Match, event: Fields) -> Match:
    """End an old challenge or a live game that stayed adjourned. It doesn't count."""
    t, most = str(event["t"]), max(1, int(event["days"])) * clocks.DAY_MS
    if asked := match.unanswered(t):
        if asked < most:
            raise Refusal(tr.match.challenge_still_open())
        return replace(match, stage="over", end="withdrawn", lapsed=True)
    if not match.adjourned or not is_live(match.agreed):
        raise Refusal(tr.match.waits_for_nobody())
    if clocks.stood(match, match.ms_at(t)) < most:
        raise Refusal(tr.match.may_come_back())
    return replace(_over(game, match, "aborted"), lapsed=True)


def _end(game: Game, match: Match, event: Fields) -> Match:
    """End the match as the sysop, with a reason for its players."""
    talk = (*match.talk, ("Sysop", str(event["why"])))[-TALK:]
    if match.stage == "forming":
        return replace(match, stage="over", end="withdrawn", talk=talk)
    return replace(_over(game, match, "aborted"), talk=talk)


def _remove(game: Game, match: Match, event: Fields) -> Match:
    """Remove a caller for good. A new owner of the handle has nothing here."""
    who = str(event["who"])
    seat = match.seat_of(who)
    if match.stage == "forming":
        if who.casefold() in (match.terms.to.casefold(), match.terms.by.casefold()):
            removed = (seat,) if seat >= 0 else ()
            return replace(match, stage="over", end="withdrawn", removed=removed)
        return forming.stand(game, match, {**event, "seat": seat})
    if seat < 0:
        raise Refusal(tr.match.no_such_player(old=who))
    if match.stage == "play" and seat in match.needed:
        match = _gone(game, match, seat, "resigned")
    return replace(match, removed=(*match.removed, seat), offers=changed(match.offers, seat, ""))


def _say(game: Game, match: Match, event: Fields) -> Match:
    said = (str(event["who"]), str(event["text"]))
    return replace(match, talk=(*match.talk, said)[-TALK:])


_STEPS: Final[Mapping[str, Callable[[Game, Match, Fields], Match]]] = {
    "sit": forming.sit, "stand": forming.stand, "word": forming.word, "hide": forming.hide,
    "begin": forming.begin, "withdraw": forming.withdraw, "rename": forming.rename, "move": _move,
    "let": _let, "adjourn": _adjourn, "go": clocks.go, "pause": clocks.pause, "time": _time, "offer": _offer,
    "abort": _abort, "resign": _resign, "claim": _claim, "lapse": _lapse, "end": _end, "say": _say,
    "again": _again, "remove": _remove,
}  # fmt: skip
