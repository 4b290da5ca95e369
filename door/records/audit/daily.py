"""The audit of the daily deal: seals made in time, the same deal for all, and every score proved in the
end.

Guarantees: exactly as strict as `daily`. A day that isn't over yet is in order.

A day is over once the board has written a line hours after that day ended everywhere on Earth, because a
board reveals past days before it does anything else. By the end of the journal every game of a day that is
over or revealed must be there whole, unless its caller has left the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from door.games.chance import commitment
from door.games.game import QUIT
from door.records.audit.proof import FileLine, GameCheck, complete, same_options
from door.records.daily.rules import day_after, door_seed, fits, seal_of
from door.records.journal.grammar import Wrong, dates_at, seconds_between, short
from door.records.journal.lines import Fields, caller_key
from door.records.ledger.deals import DealDay
from door.records.ledger.ledger import Ledger
from door.ui.texts import tr

SYSOPS: Final = frozenset(("grant", "rename", "remove"))
"""Lines that may also be written while no board runs."""

FIRST_CLOSING: Final = "T10:59"
"""The time, less a minute, when a day's deal closes where the day ends first, at UTC+14."""

SETTLED: Final = 40
"""Days after which missing proofs count as faults. The ledger still knows such a day."""


AT_ONCE: Final = 60.0
"""Seconds after its reveal within which a day's unfinished games are written. Boards write them together."""


@dataclass(slots=True)
class _DealGame:
    """A game of a day between lines: its turn and the line of that, its score, its seal, and whether its
    `daily_game` line has come."""

    turn: Fields
    file_line: FileLine
    score: int | None = None
    seal: str = ""
    is_whole: bool = False


class DealCheck:
    """Checks daily deals. `ledger` is the audit's own, folded up to the line before."""

    def __init__(self, ledger: Ledger, games: GameCheck) -> None:
        self.ledger, self.games = ledger, games
        self._board = ""
        self._laid_open = ""  # the revealed day whose games follow just now
        self._laid_open_at = ""
        self._unproved: list[tuple[FileLine, str]] = []
        self._begun: dict[str, _DealGame] = {}
        self._by_day: dict[str, list[str]] = {}
        self.rules = {
            "daily": self._daily, "daily_turn": self._turn, "daily_score": self._score,
            "reveal": self._reveal, "daily_game": self._game,
        }  # fmt: skip

    def note_line(self, f: Fields) -> None:
        """Note a sound line. The sysop's lines don't show that the board was up."""
        if f["kind"] not in SYSOPS:
            self._board = max(self._board, f["t"])
        if f["kind"] not in ("reveal", "daily_game"):
            self._laid_open = ""

    def unproved_games(self) -> list[tuple[FileLine, str]]:
        """Return the games that should be proved by the journal's end but aren't, by their first lines."""
        for day in list(self._by_day):
            if self.ledger.deals.revealed(day) or day_after(day, 2) <= self._board:
                self._settle(day)
        return self._unproved

    def _settle(self, day: str) -> None:
        """Report the missing games of a day that is over."""
        revealed = self.ledger.deals.revealed(day)
        said = tr.audit.deal_open_without_game if revealed else tr.audit.deal_never_open
        for id in self._by_day.pop(day):
            if not self._begun[id].is_whole and self.ledger.deals.by_id(day, id):
                self._unproved.append((self._begun[id].file_line, said(day=day)))

    def _deal(self, day: str) -> DealDay:
        deal = self.ledger.deals.days.get(day)
        if deal is None:
            raise Wrong(tr.audit.day_unsealed(day=short(day)))
        return deal

    def _daily(self, f: Fields) -> None:
        known = self.ledger.deals.days.get(f["day"])
        if known and known.commit != f["commit"].lower():
            raise Wrong(tr.audit.day_sealed_otherwise(day=f["day"]))
        first, last = dates_at(f["t"])
        if not f["late"] and not known and first >= f["day"]:
            raise Wrong(tr.audit.day_sealed_late(day=f["day"]))
        if not first <= f["day"] <= day_after(last):
            raise Wrong(tr.audit.day_out_of_range(day=f["day"]))
        for day in [day for day in self._by_day if day_after(day, SETTLED) < f["day"]]:
            self._settle(day)

    def _turn(self, f: Fields) -> None:
        self.games.take_id(f["id"])
        deal = self._deal(f["day"])
        if deal.seed:
            raise Wrong(tr.audit.deal_revealed(day=f["day"]))
        if self.ledger.deals.of(f["day"], f["door"], caller_key(f["caller"])):
            raise Wrong(tr.audit.deal_begun_before(caller=short(f["caller"]), day=f["day"]))
        door = self.games.door(f["door"])
        options, first = complete(door, f["options"]), deal.options.get(f["door"])
        if first is not None and not same_options(door, options, first):
            raise Wrong(tr.audit.deal_other_options(day=f["day"]))
        self._begun[f["id"]] = _DealGame(f, self.games.file_line)
        self._by_day.setdefault(f["day"], []).append(f["id"])

    def _game_of(self, f: Fields) -> _DealGame:
        game = self._begun.get(f["id"])
        if game is None:
            raise Wrong(tr.audit.daily_no_turn(id=short(f["id"])))
        if game.turn["day"] != f["day"]:
            raise Wrong(tr.audit.daily_other_day())
        owners = self._deal(f["day"]).with_id(f["id"])
        self.games.check_owner(f, game.turn, next((key for (_, key), _ in owners), ""))
        return game

    def _score(self, f: Fields) -> None:
        game = self._game_of(f)
        if game.score is not None or game.is_whole:
            raise Wrong(tr.audit.daily_has_score(id=short(f["id"])))
        if self._deal(f["day"]).seed:
            raise Wrong(tr.audit.deal_revealed(day=f["day"]))
        if day_after(f["day"]) < f["t"][:10]:
            raise Wrong(tr.audit.deal_was_over(day=f["day"]))
        game.score, game.seal = f["score"], f["seal"].lower()

    def _reveal(self, f: Fields) -> None:
        if not fits(f["seed"], self._deal(f["day"]).commit):
            raise Wrong(tr.audit.seed_not_sealed(day=short(f["day"])))
        if f["t"] < f"{f['day']}{FIRST_CLOSING}":
            raise Wrong(tr.audit.deal_not_over(day=f["day"]))
        self._laid_open, seed = f["day"], bytes.fromhex(f["seed"])
        self._laid_open_at = f["t"]
        for id in self._by_day.get(f["day"], ()):
            turn = self._begun[id].turn
            if turn["commit"].lower() != commitment(door_seed(seed, turn["door"])):
                raise Wrong(tr.audit.daily_other_deal(id=short(id), day=f["day"]))

    def _game(self, f: Fields) -> None:
        game = self._game_of(f)
        if f["seats"] != [f["caller"]]:
            raise Wrong(tr.audit.daily_alone())
        if game.is_whole:
            raise Wrong(tr.audit.daily_twice(id=short(f["id"])))
        game.is_whole = True
        if not (day_seed := self._deal(f["day"]).seed):
            raise Wrong(tr.audit.deal_not_revealed(day=f["day"]))
        if f["seed"].lower() != door_seed(bytes.fromhex(day_seed), f["door"]).hex():
            raise Wrong(tr.audit.daily_other_seed())
        if game.score not in (None, f["score"]):
            raise Wrong(tr.audit.daily_other_score(score=str(game.score)[:20]))
        if game.score is not None and game.seal != seal_of(bytes.fromhex(f["seed"]), f["moves"]):
            raise Wrong(tr.audit.daily_other_moves())
        is_late = self._laid_open != f["day"] or seconds_between(self._laid_open_at, f["t"]) > AT_ONCE
        if game.score is None and is_late and f["moves"] != [QUIT]:
            raise Wrong(tr.audit.daily_ended_late(day=f["day"]))
        self.games.prove(f, game.turn, f["day"][:7])
