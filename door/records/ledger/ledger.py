"""The ledger: everything the tables show, folded out of the journal line by line.

Law: no disk, no clock.  `fold` takes lines in the journal's order, in pieces of any size,
and the same lines always make the same ledger; what a line holds wrongly is left out, never
an error, since saying so is the audit's work.  All of it goes to JSON and back
(`to_json`, `from_json`), so that a start need not read ten years.

A game counts for its month, once, only after its turn, and only until the month is declared;
of `winners` lines only what the games before them add up to is taken.  Callers are the same when their
handles are equal casefolded.  A `rename` moves all of a caller's books, the games begun and
not ended among them, and those end under either handle; from then on the old one is nobody's,
and who plays under it is somebody new.  Free turns are earned by finished games and kept until
they are used.

A board whose disk refuses writing folds its lines `ahead`: they count at once, and are
passed over when they come by in the journal.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import astuple, dataclass, replace
from typing import Any, Final

from door.midend.api import Door
from door.midend.books import Row
from door.records.daily.ledger import DailyLedger
from door.records.journal.grammar import RANKINGS, fits
from door.records.journal.lines import ZERO, Entry, Fields, encode, is_day, is_month
from door.records.ledger.contest import Places, Sum, place_of, rows_of, summed, top_rows
from door.records.ledger.recent import Recent, ended

LOG: Final = logging.getLogger("door.records")
VERSION: Final = 7
DAYS_KEPT: Final = 16
Days = dict[str, dict[tuple[str, str], int]]
"""Turns by day, and of each by the caller's key and the door."""

PLACES_KEPT: Final = 32
"""Months by door and ranking whose order is at hand; that of an older one is made when it is asked for."""


@dataclass(frozen=True, slots=True)
class Winners:
    """A month's declared top places, and the journal's head when they were.

    `rows` are as declared; `keys` tell, row by row, whose they are now.
    """

    ranking: str
    rows: tuple[Row, ...]
    head: str
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpenTurn:
    """A game begun and not finished: its door, its caller's key, whether it took a free turn,
    and the key that its turn was written under."""

    door: str
    caller: str
    free: bool
    begun_by: str


def caller_key(handle: str) -> str:
    """What makes two handles the same caller."""
    return handle.casefold()


class Ledger:
    """The books as they stand after the lines folded so far.

    `doors` tell which turns a game earned and, unless `asking` is off, make the doors' own tables;
    a game of another door still counts in its month.
    """

    def __init__(self, doors: Mapping[str, Door], asking: bool = True) -> None:
        self.doors, self.asking = doors, asking
        self.games = 0
        self.head = ZERO
        self.months: dict[str, dict[str, dict[str, Sum]]] = {}
        self.names: dict[str, str] = {}
        self.used: Days = {}
        self.granted: Days = {}
        self.free: dict[tuple[str, str], int] = {}
        self.open: dict[str, OpenTurn] = {}
        self.winners: dict[tuple[str, str], Winners] = {}
        self.undeclared: set[tuple[str, str]] = set()
        self.tallies: dict[str, Any] = {}
        self.recent = Recent()
        self.deals = DailyLedger()
        self._ahead: set[tuple[str, str]] = set()
        self._places: dict[tuple[str, str, str], Places] = {}

    # -- folding

    def fold(self, entries: Iterable[Entry]) -> None:
        """Takes lines of the journal in."""
        for entry in entries:
            self.head = entry.hash
            self.take(entry.fields)

    def take(self, fields: Fields) -> None:
        """Takes in what one line says."""
        step = _STEPS.get(str(fields.get("kind")))
        if step and not (self._ahead and self._came_ahead(fields)):
            step(self, fields)

    def take_ahead(self, fields: Fields) -> None:
        """Takes in a line that waits to be written."""
        self.take(fields)
        self._ahead.add(_mark(fields))

    def _came_ahead(self, fields: Fields) -> bool:
        mark = _mark(fields)
        if mark in self._ahead:
            self._ahead.discard(mark)
            return True
        return False

    def _turn(self, f: Fields) -> None:
        match f:
            case {"id": str(id), "door": str(door), "caller": str(caller), "day": day, "free": bool(free)}:
                if id in self.open or not is_day(day):
                    return
                key = self._name(caller)
                self.open[id] = OpenTurn(door, key, free, key)
                if free:
                    self.free[key, door] = self.free.get((key, door), 0) - 1
                else:
                    _add(self.used, (key, door), day, 1)

    def _game(self, f: Fields) -> None:
        match f:
            case {"id": str(id), "door": str(door), "caller": str(caller), "month": month, "score": score}:
                turn, key = self.open.get(id), caller_key(caller)
                if turn is None or turn.door != door or key not in (turn.caller, turn.begun_by):
                    return
                if not is_month(month) or isinstance(score, bool) or not isinstance(score, int):
                    return
                del self.open[id]
                if key == turn.caller:
                    self._name(caller)
                self._score(month, door, turn.caller, score)
                self.recent.add(turn.caller, ended(str(f.get("t", "")), door, score))
                if door in self.doors:
                    self._ask_door(door, turn.caller, f)

    def _score(self, month: str, door: str, key: str, score: int) -> None:
        self.games += 1
        if (month, door) in self.winners:  # it is closed: the audit tells
            return
        sums = self.months.setdefault(month, {}).setdefault(door, {})
        known = sums.get(key)
        sums[key] = summed(known, score, self.games)
        self.undeclared.add((month, door))
        for ranking in RANKINGS:
            if places := self._places.get((month, door, ranking)):
                places.moved(key, known)

    def _ask_door(self, slug: str, key: str, game: Fields) -> None:
        """The door's own part: free turns and tables.  What it cannot take is left out."""
        door = self.doors[slug]
        try:
            earned = door.free_turns(door.INFO.complete(game["options"]), game["moves"])
            if earned:
                self.free[key, slug] = self.free.get((key, slug), 0) + earned
            if not self.asking:
                return
            if game["caller"] != self.names[key]:
                game = {**game, "caller": self.names[key]}
            self.tallies[slug] = door.tally(self.tallies.get(slug), game)
        except Exception as error:  # a line that was edited by hand must not stop the board
            if self.asking:
                LOG.warning("game %s: %s cannot read it: %r", game.get("id"), slug, error)

    def _winners(self, f: Fields) -> None:
        if not fits(f) or self.unfounded(f):
            return
        rows = rows_of(f["top"])
        keys = tuple(caller_key(row.caller) for row in rows)
        self.winners[f["month"], f["door"]] = Winners(f["ranking"], rows, self.head, keys)
        self.undeclared.discard((f["month"], f["door"]))

    def unfounded(self, f: Fields) -> str:
        """What is wrong with a `winners` line of the right shape, "" where nothing is: it says what
        the games before it add up to, and a month is declared once.  The same words again change
        nothing: that is what two processes leave that a failing disk kept apart."""
        month, door, ranking, rows = f["month"], f["door"], f["ranking"], rows_of(f["top"])
        if len(rows) < len(f["top"]):
            return f"these are not the winners of {month}: a place is a caller, a score and games"
        if known := self.winners.get((month, door)):
            same = (known.ranking, known.rows) == (ranking, rows)
            return "" if same else f"{month} was declared before, and otherwise"
        standing = self.standing(month, door, ranking)
        true = standing and rows and top_rows(standing[: len(rows)]) == top_rows(rows)
        return "" if true else f"these are not the winners of {month}: the games before say otherwise"

    def _grant(self, f: Fields) -> None:
        match f:
            case {"caller": str(caller), "door": str(door), "day": day, "turns": int(turns)} if (
                is_day(day) and turns is not True and turns is not False
            ):
                _add(self.granted, (caller_key(caller), door), day, turns)

    def _rename(self, f: Fields) -> None:
        match f:
            case {"caller": str(caller), "to": str(to)}:
                old, new = caller_key(caller), caller_key(to)
                shown = self.names.pop(old, caller)
                if old != new:
                    self._bury(new)
                    self._move(old, new)
                    self._places.clear()
                self.names[new] = to
                self._rename_in_tallies(shown, to)
                self._names_changed()

    def _bury(self, key: str) -> None:
        """Whatever stood under a handle that somebody takes over now is no longer anybody's."""
        for doors in self.months.values():
            for sums in doors.values():
                sums.pop(key, None)
        for books in (*self.used.values(), *self.granted.values(), self.free):
            for pair in [pair for pair in books if pair[0] == key]:
                del books[pair]
        for days in (self.used, self.granted):
            for day in [day for day, turns in days.items() if not turns]:
                del days[day]
        self.open = {id: turn for id, turn in self.open.items() if turn.caller != key}
        self.recent.move(key, "")
        self.deals.remove(key)
        self._move_winners(key, "")

    def _move(self, old: str, new: str) -> None:
        self.deals.move(old, new)
        self.recent.move(old, new)
        self._move_winners(old, new)
        for doors in self.months.values():
            for sums in doors.values():
                if old in sums:
                    sums[new] = sums.pop(old)
        for books in (*self.used.values(), *self.granted.values(), self.free):
            for key, door in [pair for pair in books if pair[0] == old]:
                books[new, door] = books.pop((key, door))
        self.open = {
            id: replace(turn, caller=new) if turn.caller == old else turn for id, turn in self.open.items()
        }

    def _move_winners(self, old: str, new: str) -> None:
        for place, won in self.winners.items():
            if old in won.keys:
                keys = tuple(new if key == old else key for key in won.keys)
                self.winners[place] = replace(won, keys=keys)

    def _rename_in_tallies(self, old: str, new: str) -> None:
        """The doors' own tables know callers by their handles."""
        for slug, tally in self.tallies.items():
            try:
                self.tallies[slug] = self.doors[slug].renamed(tally, old, new)
            except Exception as error:  # as for a game that a door cannot read
                LOG.warning("a rename: %s cannot follow it: %r", slug, error)

    def _remove(self, f: Fields) -> None:
        """Off the months that have no winners yet, and no game of theirs is open any more."""
        match f:
            case {"caller": str(caller)}:
                key = caller_key(caller)
                for month, door in self.undeclared:
                    self.months.get(month, {}).get(door, {}).pop(key, None)
                self.open = {id: turn for id, turn in self.open.items() if turn.caller != key}
                self.deals.remove(key)
                self._places.clear()
                self._names_changed()

    def _deal(self, f: Fields) -> None:
        """A line of the daily deal's."""
        caller = f.get("caller")
        if f["kind"] == "daily_turn" and isinstance(caller, str):
            self._name(caller)
        self.deals.take(f, caller_key(caller) if isinstance(caller, str) else "")

    def _name(self, caller: str) -> str:
        """Notes how a caller writes their handle; the caller's key."""
        key = caller_key(caller)
        if self.names.get(key) != caller:
            self.names[key] = caller
            self._names_changed()
        return key

    # -- what stands there

    def standing(self, month: str, door: str, ranking: str) -> tuple[Row, ...]:
        """Everybody's place in a month, first place first."""
        return self._in(month, door, ranking).rows()

    def top(self, month: str, door: str, ranking: str) -> tuple[Row, ...]:
        """The first of them, `contest.TOP` at most."""
        return self._in(month, door, ranking).top()

    def place(self, month: str, door: str, ranking: str, caller: str) -> Row | None:
        """One caller's place in a month, None before their first game; of a month that nobody else
        asks for, the others are not put in order."""
        key, known = caller_key(caller), self._places.get((month, door, ranking))
        if known is not None:
            return known.of(key)
        return place_of(self._sums(month, door), self.names, ranking, self._fewer(door), key)

    def _in(self, month: str, door: str, ranking: str) -> Places:
        known = self._places.get((month, door, ranking))
        if known is None:
            sums = self._sums(month, door)
            known = Places(sums, self.names, ranking, self._fewer(door))
            if not sums:
                return known
            if len(self._places) >= PLACES_KEPT:
                del self._places[next(iter(self._places))]
            self._places[month, door, ranking] = known
        return known

    def _sums(self, month: str, door: str) -> dict[str, Sum]:
        return self.months.get(month, {}).get(door, {})

    def _fewer(self, door: str) -> bool:
        return door in self.doors and self.doors[door].INFO.fewer_is_better

    def won(self, month: str, door: str) -> tuple[Row, ...]:
        """A closed month's declared places, under the handles their callers have now."""
        won = self.winners.get((month, door))
        if won is None:
            return ()
        shown = (self.names.get(key, row.caller) for key, row in zip(won.keys, won.rows, strict=True))
        return tuple(replace(row, caller=name) for name, row in zip(shown, won.rows, strict=True))

    def _names_changed(self) -> None:
        for places in self._places.values():
            places.renamed()
        self.deals.renamed()

    def due(self, month: str) -> list[tuple[str, str]]:
        """The months before `month`, with their doors, that have games and no winners declared since."""
        return sorted((m, d) for m, d in self.undeclared if m < month and self.months.get(m, {}).get(d))

    def turns_used(self, caller: str, door: str, day: str) -> int:
        """Paid turns spent on that day."""
        return self.used.get(day, {}).get((caller_key(caller), door), 0)

    def turns_granted(self, caller: str, door: str, day: str) -> int:
        """Turns the sysop gave for that day (below 0: took)."""
        return self.granted.get(day, {}).get((caller_key(caller), door), 0)

    def free_turns(self, caller: str, door: str) -> int:
        """Free turns earned and not used yet."""
        return max(0, self.free.get((caller_key(caller), door), 0))

    # -- kept between two starts

    @property
    def is_ahead(self) -> bool:
        """Whether it counts lines that are not in the journal yet."""
        return bool(self._ahead)

    def to_json(self) -> dict[str, Any]:
        """The whole ledger as JSON values; nothing in it is folded ahead."""
        return {
            "version": VERSION, "games": self.games, "head": self.head, "names": self.names,
            "months": [
                [month, door, *(cell for key, entry in sums.items() for cell in (key, *entry))]
                for month, doors in self.months.items() for door, sums in doors.items()
            ],
            "used": [[*pair, day, n] for day, turns in self.used.items() for pair, n in turns.items()],
            "granted": [[*pair, day, n] for day, turns in self.granted.items() for pair, n in turns.items()],
            "free": [[*pair, n] for pair, n in self.free.items()],
            "open": [[id, *astuple(turn)] for id, turn in self.open.items()],
            "winners": [
                [*pair, won.ranking, won.head, [[r.caller, r.score, r.games] for r in won.rows], won.keys]
                for pair, won in self.winners.items()
            ],
            "undeclared": [list(pair) for pair in sorted(self.undeclared)],
            "tallies": self.tallies, "deals": self.deals.to_json(),
            "recent": self.recent.to_json(),
        }  # fmt: skip

    @classmethod
    def from_json(cls, doors: Mapping[str, Door], kept: Any) -> Ledger:
        """The ledger of `to_json`; ValueError, KeyError or TypeError where it is none."""
        if kept["version"] != VERSION:
            raise ValueError("another version")
        ledger = cls(doors)
        ledger.games, ledger.head = int(kept["games"]), str(kept["head"])
        ledger.names, ledger.tallies = kept["names"], kept["tallies"]
        for month, door, *cells in kept["months"]:
            ledger.months.setdefault(month, {})[door] = dict(_sums(cells))
        for name, days in (("used", ledger.used), ("granted", ledger.granted)):
            for key, door, day, n in kept[name]:
                _add(days, (key, door), day, n)
        ledger.free = {(key, door): n for key, door, n in kept["free"]}
        ledger.open = {id: OpenTurn(*turn) for id, *turn in kept["open"]}
        for month, door, ranking, head, rows, keys in kept["winners"]:
            places = tuple(Row(place, *row) for place, row in enumerate(rows, start=1))
            ledger.winners[month, door] = Winners(ranking, places, head, tuple(keys))
        ledger.undeclared = {(month, door) for month, door in kept["undeclared"]}
        ledger.deals, ledger.recent = DailyLedger.from_json(kept["deals"]), Recent.from_json(kept["recent"])
        return ledger


_STEPS: Final = {
    "turn": Ledger._turn,
    "game": Ledger._game,
    "winners": Ledger._winners,
    "grant": Ledger._grant,
    "rename": Ledger._rename,
    "remove": Ledger._remove,
    **dict.fromkeys(("daily", "daily_turn", "daily_score", "reveal", "daily_game"), Ledger._deal),
}


def _sums(cells: list[Any]) -> Iterator[tuple[str, Sum]]:
    """Callers' keys and sums, out of one long row: made of many short ones a start takes longer."""
    keys, *columns = (cells[at :: 1 + len(Sum._fields)] for at in range(1 + len(Sum._fields)))
    return zip(keys, map(Sum._make, zip(*columns, strict=True)), strict=True)


def _mark(fields: Fields) -> tuple[str, str]:
    """What tells a line that was folded ahead from every other."""
    own = {name: value for name, value in fields.items() if name not in ("v", "prev")}
    return str(fields.get("kind")), str(fields.get("id") or encode(own))


def _add(days: Days, pair: tuple[str, str], day: str, n: int) -> None:
    """Counts on a day.  Only the newest days are asked for, so that only they are kept."""
    turns = days.setdefault(day, {})
    turns[pair] = turns.get(pair, 0) + n
    if len(days) > DAYS_KEPT:
        del days[min(days)]
