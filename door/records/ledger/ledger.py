"""The ledger: everything in the standings, folded from the journal line by line.

Guarantees: no disk, no clock. The same lines make the same ledger, in pieces of any size. Wrong values are
left out and are never an error, because the audit reports them. `to_json` and `from_json` keep all of it, so
that a start needn't read ten years.

A game counts once, and only after its turn. Handles that are equal casefolded belong to the same caller. A
`rename` moves all of a caller's data, and games in progress may end under either handle. After that, anybody
who plays under the old handle is somebody new.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from door.games.analysis import Account
from door.play.replay import GameReader
from door.records.journal.grammar import COMPUTER
from door.records.journal.lines import ZERO, Fields, caller_key, is_day, is_month, removed_key
from door.records.ledger.callers import (
    RECORD,
    Bests,
    CountedGame,
    OpenGames,
    OpenTurn,
    PlayDays,
    Recent,
    Streaks,
    Turns,
)
from door.records.ledger.closed_months import ClosedMonths
from door.records.ledger.contest import Luck
from door.records.ledger.deals import Deals
from door.records.ledger.ladder import Ladder, OpenMatch
from door.records.ledger.months import AllMonths
from door.records.ledger.shelf import Shelf, ShelfFile

LOG: Final = logging.getLogger("door.records")
VERSION: Final = 23

Part: TypeAlias = (
    Turns | OpenGames | AllMonths | Recent | Deals | Ladder | Luck | ClosedMonths | Bests | PlayDays
)
"""A part of the ledger, with callers by their keys. `to_json` returns it as JSON values, and `load` takes
them. `load` raises ValueError, TypeError, IndexError or AttributeError if they are damaged."""


@dataclass(slots=True)
class KnownGame:
    """What a board knows of a game whose line is being written: its last position and its account, and in the
    end how it `counted`."""

    position: Any = None
    account: Account | None = None
    counted: CountedGame | None = None


class Ledger:
    """The ledger after the lines folded so far.

    `names` are the callers' handles, `tallies` the doors' own statistics. `doors` decide which turns a game
    earned. They also make the tallies, unless `asking` is False. A game of an unknown door still counts in
    its month.
    """

    def __init__(self, doors: Mapping[str, GameReader], asking: bool = True) -> None:
        self.doors, self.asking = doors, asking
        self.head = ZERO
        self.tallies: dict[str, Any] = {}
        self.names, free, runs, badges, pasts = map(Shelf, ("names", "free", "runs", "badges", "pasts"))
        closed = Shelf("closed", 1)
        shelves = (self.names, free, runs, badges, pasts, closed)
        self.shelves = {shelf.name: shelf for shelf in shelves}
        self.turns, self.open, self.recent = Turns(free), OpenGames(), Recent()
        self.closed, self.play_days = ClosedMonths(closed, pasts), PlayDays()
        self.streaks = Streaks(runs, badges, self.play_days)
        self.months = AllMonths(doors, self.names, self.closed)
        self.deals, self.ladder = Deals(self.names), Ladder()
        self.luck = Luck(self.names, self.closed.luck)
        self.bests = Bests()
        self.known: dict[str, KnownGame] = {}
        """Games whose lines are being written, by id."""
        self._parts: dict[str, Part] = {
            "turns": self.turns, "open": self.open, "months": self.months, "recent": self.recent,
            "deals": self.deals, "ladder": self.ladder, "luck": self.luck, "closed": self.closed,
            "bests": self.bests, "play_days": self.play_days,
        }  # fmt: skip

    # -- folding

    def take(self, fields: Fields, hash: str = ZERO) -> None:
        """Fold the journal's next line."""
        self.head = hash
        step = _STEPS.get(str(fields.get("kind")))
        if step:
            step(self, fields)

    def _turn(self, f: Fields) -> None:
        match f:
            case {"id": str(id), "door": str(door), "caller": str(caller), "day": day, "free": bool(free)}:
                if id not in self.open.turns and is_day(day):
                    key = self._name(caller)
                    self.open.begin(id, OpenTurn(door, key, free, key, _words(f), str(day)))
                    self.turns.spend((key, door), day, free)
                    self.play_days.add(day)

    def _game(self, f: Fields) -> None:
        match f:
            case {"id": str(id), "door": str(door), "caller": str(caller), "month": month, "score": score}:
                key = caller_key(caller)
                turn = self.open.turn_of(id, door, key)
                if turn is None or not is_month(month) or type(score) is not int:
                    return
                self.open.end(id)
                if key == turn.caller:
                    self._name(caller)
                known = self.known.get(id) or KnownGame()
                whole = {**f, "caller": self.names.get(turn.caller, caller)}
                whole = {**whole, "words": turn.words} if turn.words else whole
                game = self.doors[door].read(whole, known.position) if door in self.doors else None
                marks, counts = self._marks(door, game), (month, door) not in self.months.winners
                before = self.months.score(month, door, turn.caller, score, marks)
                self.streaks.count_game(turn.caller, turn.day)
                earned: tuple[str, ...] = ()
                if door in self.doors:
                    earned = self._ask_door(door, turn.caller, game, whole)
                    if self.bests.beaten(door, marks, self.doors[door].INFO.fewer_is_better):
                        earned += (RECORD,)
                    if marks and counts and self.asking:
                        made = known.account or _account(self.doors[door], whole)
                        if made:
                            self.luck.add(month, door, turn.caller, made)
                known.counted = CountedGame(str(f.get("t", "")), door, score, month, before, earned)
                self.recent.add(turn.caller, known.counted)

    def _marks(self, slug: str, game: Any) -> Mapping[str, int]:
        """Return a game's marks in its month; none if the door can't read it, which the audit reports."""
        try:
            return self.doors[slug].marks(game)
        except Exception:  # a hand-edited line must not stop the board
            return {}

    def _ask_door(self, slug: str, key: str, game: Any, line: Fields) -> tuple[str, ...]:
        """Let the door count free turns, its tally and badges; return the badges. Errors are left out."""
        door = self.doors[slug]
        try:
            self.turns.earn((key, slug), door.free_turns(door.INFO.complete(line["options"]), line["moves"]))
            if (so := door.feat(game)) is not None:
                self.streaks.came_off(key, slug, so)
            if self.asking:
                self.tallies[slug] = door.tally(self.tallies.get(slug), game)
            earned = tuple(badge.id for badge in door.badges(game))
            for what in earned:
                self.streaks.give_badge(key, slug, what, str(line["month"]), str(line["id"]))
            return earned
        except Exception as error:  # a hand-edited line must not stop the board
            if self.asking:
                LOG.warning("game %s: %s cannot read it: %r", line.get("id"), slug, error)
            return ()

    def _grant(self, f: Fields) -> None:
        match f:
            case {"caller": str(caller), "door": str(door), "day": day, "turns": turns}:
                if is_day(day) and type(turns) is int:
                    self.turns.give((caller_key(caller), door), day, turns)

    def _rename(self, f: Fields) -> None:
        match f:
            case {"caller": str(caller), "to": str(to)}:
                self._rename_in_tallies(self.names.get(caller_key(caller), caller), to)
                self._rekey(caller_key(caller), caller_key(to), to)

    def _rekey(self, old: str, new: str, shown: str) -> None:
        """Give a caller another key, and the handle `shown`."""
        self.names.pop(old, "")
        if old != new:
            for part in (
                self.turns, self.open, self.months, self.recent, self.deals, self.ladder, self.luck,
                self.closed, self.streaks,
            ):  # fmt: skip
                part.move(old, new)
        self.names[new] = shown

    def _rename_in_tallies(self, old: str, new: str) -> None:
        """Rename a caller in the doors' tallies, which know callers by their handles."""
        for slug, tally in self.tallies.items():
            try:
                self.tallies[slug] = self.doors[slug].rename_caller(tally, old, new)
            except Exception as error:  # as for a game
                LOG.warning("a rename: %s cannot follow it: %r", slug, error)

    def _remove(self, f: Fields) -> None:
        """Take a caller off the months without winners and end their open games.

        The rest stays under a key that nobody can have, so that the handle's next owner gets none of it. The
        doors' tallies keep the handle.
        """
        match f:
            case {"caller": str(caller)}:
                key = caller_key(caller)
                self.months.remove(key)
                for part in (
                    self.open, self.recent, self.deals, self.ladder, self.luck, self.streaks, self.closed,
                ):  # fmt: skip
                    part.bury(key)
                new = removed_key(key)
                while new in self.names:
                    new = removed_key(new)
                self._rekey(key, new, self.names.get(key, caller))

    def _deal(self, f: Fields) -> None:
        """Fold a line about the daily deal."""
        caller = f.get("caller")
        if f["kind"] == "daily_turn" and isinstance(caller, str):
            self._name(caller)
            if is_day(day := f.get("day")):
                self.play_days.add(str(day), deal=True)
        if whose := self.deals.take(f, caller_key(caller) if isinstance(caller, str) else ""):
            self.streaks.count_game(whose, f["day"], deal=True)

    def _table(self, f: Fields) -> None:
        """Fold the beginning or the end of a match."""
        if f["kind"] == "match":
            if table := self.ladder.end(f):
                for key in filter(None, table.seats if table.day else ()):
                    self.streaks.count_game(key, table.day)
                self._tally_match(table, f)
            return
        seats = f.get("seats")
        for seat in seats if isinstance(seats, list) else ():
            if isinstance(seat, str) and not seat.startswith(COMPUTER):
                self._name(seat)
        if is_day(day := f.get("day")):
            self.play_days.add(str(day))
        self.ladder.begin(f)

    def _tally_match(self, table: OpenMatch, f: Fields) -> None:
        """Let the door add a match to its tally, under the callers' current handles."""
        door = self.doors.get(table.door)
        if door is None or not self.asking:
            return
        try:
            names = [self.names[key] if key else "" for key in table.seats]
            seats = [seat if seat.startswith(COMPUTER) else names[at] for at, seat in enumerate(f["seats"])]
            match = {**f, "seats": seats, "words": table.words}
            self.tallies[table.door] = door.tally_match(self.tallies.get(table.door), match)
        except Exception as error:  # as for a game
            LOG.warning("game %s: %s cannot read it: %r", f.get("id"), table.door, error)

    def _name(self, caller: str) -> str:
        """Note how a caller spells their handle; return the caller's key."""
        key = caller_key(caller)
        self.names[key] = caller
        return key

    # -- kept between two starts

    def to_json(self) -> dict[str, Any]:
        """Return all of the ledger that is in memory as JSON values."""
        parts = {name: part.to_json() for name, part in self._parts.items()}
        shelves = {name: shelf.new for name, shelf in self.shelves.items()}
        return {"version": VERSION, "head": self.head, "tallies": self.tallies, "shelves": shelves, **parts}

    @classmethod
    def from_json(cls, doors: Mapping[str, GameReader], kept: Any, file: ShelfFile | None = None) -> Ledger:
        """Return the ledger of `to_json`, with its shelves in that file. Raises ValueError, KeyError,
        TypeError or AttributeError if it is damaged."""
        if kept["version"] != VERSION:
            raise ValueError("another version")
        ledger = cls(doors)
        ledger.head, ledger.tallies = str(kept["head"]), kept["tallies"]
        for name, shelf in ledger.shelves.items():
            shelf.attach(file)
            shelf.new.update(kept["shelves"][name])
        for name, part in ledger._parts.items():
            part.load(kept[name])
        return ledger


def _winners(ledger: Ledger, f: Fields) -> None:
    """Fold the line that closes a month."""
    ledger.months.declare(f, ledger.head, ledger.ladder.first(str(f.get("door")), ledger.names))


_STEPS: Final = {
    "turn": Ledger._turn,
    "game": Ledger._game,
    "winners": _winners,
    "grant": Ledger._grant,
    "rename": Ledger._rename,
    "remove": Ledger._remove,
    "table": Ledger._table,
    "match": Ledger._table,
    **dict.fromkeys(("daily", "daily_turn", "daily_score", "reveal", "daily_game"), Ledger._deal),
}


def _words(turn: Fields) -> tuple[str, ...]:
    """Return the words in a line that begins a game; none if they are missing or invalid."""
    words = turn.get("words")
    return tuple(words) if isinstance(words, list) and {str}.issuperset(map(type, words)) else ()


def _account(door: GameReader, game: Fields) -> Account | None:
    """Return the parts of a game's score, or None if the door can't replay it. The audit reports that."""
    try:
        return door.account(game)
    except Exception:  # as for its marks
        return None
