"""What a match says of its events. Who hears only those knows who sits and plays, and if the game goes on."""

from datetime import UTC, datetime
from random import Random

import pytest
from random_matches import GAMES, KINDS, Played

from door.games.chance import commitment
from door.play.match.events import after
from door.play.match.values import EVENTS_KEPT, Match, MatchEvent, Terms, new_match
from door.play.match.view import Followed
from door.screens.seat.news import news

NOW = datetime(2026, 11, 28, 20, tzinfo=UTC)
T = "2026-11-28T20:00:00.000Z"


class Listener:
    """Follows a match by its events alone."""

    def __init__(self, match: Match) -> None:
        self.n, self.seats, self.stage, self.stops = match.n, list(match.seats), match.stage, False
        self.left = list[int]()
        self.movers = set[int]()

    def hear(self, match: Match) -> None:
        for event in match.events_after(self.n):
            assert event.n == match.n and (event.seat >= 0) == bool(event.who)
            self.take(event, match.terms.race)
        self.n = match.n

    def take(self, event: MatchEvent, race: bool) -> None:
        match event.what:
            case "sit":
                self.seats[event.seat] = event.who
            case "stand":
                assert self.seats[event.seat] == event.who
                self.seats[event.seat] = ""
            case "begin":
                self.stage = "play"
            case "over":
                self.stage, self.stops = "over", False
            case "adjourn" | "go":
                self.stops = event.what == "adjourn"
            case "leave":
                self.left.append(event.seat)
            case "turn":
                self.movers = self.movers | {event.seat} if race else {event.seat}
            case "finish":
                self.movers -= {event.seat}


class Told(Played):
    """A match at random, and somebody who hears its events."""

    listener: Listener

    def do(self, what: str, /, **event: object) -> None:
        if not self.match.n:
            self.listener = Listener(self.match)
        super().do(what, **event)
        match, heard = self.match, self.listener
        heard.hear(match)
        if what == "rename":  # a screen sees that by itself
            heard.seats = list(match.seats)
        assert (tuple(heard.seats), heard.stage) == (match.seats, match.stage)
        assert len(match.events) <= EVENTS_KEPT
        if match.stage == "play":
            assert heard.stops == match.adjourned and tuple(heard.left) == match.left
            assert set(match.movers) <= heard.movers


@pytest.mark.parametrize(("slug", "race"), KINDS)
def test_who_hears_the_events_knows_the_match(slug, race):
    for seed in range(3):
        match = Told(slug, race, Random(seed), NOW, haste=(0.8, 0.97, 1.0)[seed]).to_the_end()
        assert match.events[-1].what == "over"


def table(seats: int = 3) -> Match:
    game = GAMES["shutbox"]
    terms = Terms(
        door="shutbox", options=game.info.defaults(), seats=seats, clock="3d", id="0" * 16, by="Ann",
        seed="00" * 32, commit=commitment(bytes(32)), t=T,
    )  # fmt: skip
    return new_match(terms)


def on(match: Match, *events: tuple[str, dict[str, object]]) -> Match:
    for what, fields in events:
        match = after(GAMES["shutbox"], match, {"do": what, "t": T, **fields})
    return match


def sentences(before: Match, match: Match, me: int = 0) -> tuple[str, ...]:
    return news(Followed(before, me, 0), Followed(match, me, 0), frozenset(), plain=False)


def test_a_slow_screen_hears_of_who_came_and_went_meanwhile():
    begun = table()
    cid = {"seat": 1, "who": "Cid"}
    after_all = on(begun, ("sit", cid), ("stand", cid), ("sit", {"seat": 1, "who": "Bob"}))
    assert sentences(begun, after_all) == (
        "Cid has joined.", "Cid has given up the seat.", "Bob has joined.",
    )  # fmt: skip
    assert sentences(after_all, after_all) == ()


def test_the_only_offer_that_is_taken_back_is_heard_and_one_in_force_is_none():
    match = on(table(2), ("sit", {"seat": 1, "who": "Bob"}), ("begin", {}))
    offered = on(match, ("offer", {"seat": 1, "what": "adjourn"}))
    assert sentences(match, offered) == ("Bob offers to adjourn.",)
    assert sentences(match, on(offered, ("offer", {"seat": 1, "what": "adjourn"}))) == (
        "Bob offers to adjourn.",
    )
    assert sentences(offered, on(offered, ("offer", {"seat": 1, "what": ""}))) == (
        "Bob has withdrawn the offer.",
    )
    declined = on(offered, ("decline", {"seat": 0, "what": "adjourn"}))
    assert sentences(offered, declined, me=1) == ("Ann declines to adjourn.",)
    assert declined.offers == ("", "") and sentences(offered, declined) == ()
    mine = on(match, ("offer", {"seat": 0, "what": "adjourn"}), ("offer", {"seat": 1, "what": "abort"}))
    for what, left in (("abort", ("adjourn", "")), ("adjourn", mine.offers), ("again", mine.offers)):
        assert on(mine, ("decline", {"seat": 0, "what": what})).offers == left, (
            "only the others' of that kind"
        )
    agreed = on(offered, ("offer", {"seat": 0, "what": "adjourn"}))
    assert agreed.adjourned and len(sentences(offered, agreed)) == 1
