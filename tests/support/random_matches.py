"""Matches of every kind played at random by the events that callers, clocks and the sysop can make."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from door.games.chance import commitment
from door.games.contract import Door as Game
from door.games.microlink import computer as link_computer
from door.games.microlink import rules as link
from door.games.mindbuster import rules as mind
from door.games.shutbox import rules as box
from door.games.switchbox import rules as switch
from door.games.thieves import rules as cards
from door.play.match.events import after, waits_for
from door.play.match.values import DAY_MS, Match, Refusal, Terms, new_match, out_of_time
from door.records.journal.lines import Fields, stamp
from door.records.tables.tables import match_line, table_line
from door.screens.doors import DOORS

GAMES = {door.INFO.slug: door.game for door in DOORS}
KINDS = tuple(
    (slug, race)
    for slug, game in GAMES.items()
    for race in (False, True)
    if (game.info.players.race if race else game.info.players.versus) is not None
)
"""Every door's kinds of match: (slug, whether it is a race)."""

CLOCKS = ("1d", "3d", "1+0", "5+10", "3+2")
NAMES = ("Ann", "Bob", "Cid", "Dot")
SECOND = timedelta(seconds=1)


def legal_move(position: Any, rng: Random) -> str:
    """A move of any of the games; "" if nobody has to move there."""
    match position:
        case box.BoxGame():
            return box.move_text(rng.choice(box.legal(position.open, position.total)))
        case link.LinkGame():  # at random it takes thousands of moves
            return link_computer.move(position, position.seat, "expert")
        case cards.ThievesGame():
            return rng.choice(cards.legal(position))
        case switch.SwitchGame():
            return rng.choice(switch.legal(position))
        case mind.MindGame():
            pegs = "".join(rng.choices(position.palette, k=position.holes))
            return f"{mind.CODE}{pegs}" if position.phase == "code" else pegs
    raise AssertionError(type(position))


@dataclass
class Played:
    """A match under way; `now` is the time there, `haste` the chance that the next event is a move."""

    slug: str
    race: bool
    rng: Random
    now: datetime
    haste: float = 0.8
    agreed: Mapping[str, Any] = field(default_factory=dict)  # terms that are not left to chance
    match: Match = field(init=False)

    def __post_init__(self) -> None:
        rng, info = self.rng, self.game.info
        more = (info.players.race if self.race else info.players.versus) or {}
        pair = self.race or self.agreed
        seats = 2 if pair else rng.randint(max(2, info.players.seats[0]), info.players.seats[1])
        people = 2 if pair or self.game.info.players.hides_codes else rng.randint(1, seats)
        seed = rng.randbytes(32)
        terms: dict[str, Any] = {
            "id": rng.randbytes(8).hex(), "door": self.slug, "options": {**info.defaults(), **more},
            "seats": seats, "clock": rng.choice(CLOCKS), "rated": people > 1 and rng.random() < 0.8,
            "race": self.race, "words": rng.random() < 0.3, "by": NAMES[0], "seed": seed.hex(),
            "commit": commitment(seed), "t": stamp(self.now),
        }  # fmt: skip
        self.match = new_match(Terms(**{**terms, **self.agreed}))
        for seat in range(1, seats):
            who = NAMES[seat] if seat < people else f"computer:{rng.choice(info.players.computers)}"
            self.do("sit", seat=seat, who=who)
        for seat in self.match.people:
            if waits_for(self.game, self.match, seat) == "word":
                self.do("word", seat=seat, text=rng.choice(("", "pear", "é 9")))
            if waits_for(self.game, self.match, seat) == "code":
                pegs = "RWBG"
                self.do("hide", seat=seat, code="".join(rng.sample(pegs, 4)), salt=rng.randbytes(16).hex())
        self.do("begin")

    @property
    def game(self) -> Game:
        return GAMES[self.slug]

    def do(self, what: str, /, **event: Any) -> None:
        self.match = after(self.game, self.match, {"do": what, "t": stamp(self.now), **event})

    def attempt(self, what: str, /, **event: Any) -> None:
        try:
            self.do(what, **event)
        except Refusal:
            pass

    def move(self) -> None:
        """Whoever has to move does so."""
        seat = self.rng.choice(self.match.movers)
        position = self.match.positions[seat if self.race else 0]
        self.attempt("move", seat=seat, move=legal_move(position, self.rng), computer=True)

    def happen(self) -> None:
        """Something other than a move."""
        rng, match = self.rng, self.match
        seat, ms = rng.randrange(len(match.seats)), match.ms_at(stamp(self.now))
        what = rng.choice(
            ("adjourn", "go", "offer", "clock", "pause", "gone", "let", "abort", "rename", "lapse")
        )
        if what == "offer":
            offer = rng.choice(("adjourn", "abort"))
            for each in match.playing:
                self.attempt("offer", seat=each, what=offer)
        elif what == "clock":
            clock = rng.choice(CLOCKS)
            for each in match.playing:
                self.attempt("offer", seat=each, what=f"clock {clock}")
        elif what == "pause":
            self.now += timedelta(seconds=rng.choice((90, 4000, 300_000)))
            start = max(0, ms - rng.choice((0, 59_000)))
            self.attempt("pause", **{"from": start, "to": match.ms_at(stamp(self.now))})
        elif what == "gone":
            self.attempt(rng.choice(("resign", "claim", "time")), seat=seat)
        elif what == "lapse":
            self.now += timedelta(days=3)
            self.attempt("lapse", days=3)
        elif what == "remove":
            self.attempt("remove", who=rng.choice(match.seats))
        elif what == "rename":
            self.attempt("rename", who="Ann", to="Zoë")
        elif what == "let" or seat in match.people:
            self.attempt(what, seat=seat)

    def to_the_end(self) -> Match:
        for _ in range(3_000):
            if self.match.stage == "over":
                return self.match
            slow = self.rng.random() < 0.02
            self.now += SECOND * (
                self.rng.choice((90, 400, DAY_MS // 900)) if slow else self.rng.random() * 5
            )
            ms = self.match.ms_at(stamp(self.now))
            if (seat := out_of_time(self.match, ms)) >= 0:
                self.do("time", seat=seat)
            if self.match.stage == "play":
                self.move() if self.rng.random() < self.haste and self.match.clock else self.happen()
            assert ms <= self.match.ms_at(stamp(self.now))
        raise AssertionError(f"{self.slug}: no end in sight")

    def lines(self) -> tuple[Fields, Fields]:
        """What the journal has of it, as it is at the end."""
        table = table_line(self.game, self.match, self.match.begun[:10])
        return {"t": self.match.begun, **table}, {"t": stamp(self.now), **match_line(self.match)}


def random_match(rng: Random, now: datetime, kind: tuple[str, bool] | None = None) -> Played:
    """A match of a kind, played to its end."""
    slug, race = kind or rng.choice(KINDS)
    played = Played(slug, race, rng, now, haste=rng.choice((0.8, 0.99, 1.0)))
    played.to_the_end()
    return played


def after_it(played: Played) -> datetime:
    """When the next one may begin."""
    return played.now.astimezone(UTC) + timedelta(seconds=1)
