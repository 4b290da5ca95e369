"""Checks that apply to every kind of game: its owner, and that its replay proves it.

Guarantees: as for the audit. A turn is its journal line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from door.games.chance import commitment
from door.midend.api import Door
from door.records.audit.proof import Claim, Place, ReplayPool, complete, has_computer, same_options
from door.records.journal.grammar import COMPUTER, Wrong, short
from door.records.journal.lines import Fields, caller_key
from door.ui.catalogue import tr


class GameCheck:
    """The games of an audit, or only one `month`'s.

    `place` is the current line and `games` the number of games checked. `computers` has the lines of games
    with computers, and their callers' words. With `choices` all those games are checked move by move.
    """

    def __init__(
        self, doors: Mapping[str, Door], month: str | None, replays: ReplayPool, choices: bool
    ) -> None:
        self._doors, self._month, self._replays, self._choices = doors, month, replays, choices
        self.computers: dict[Place, tuple[str, ...]] = {}
        self._ids: set[str] = set()
        self.place: Place = ("", 0)
        self.games = 0

    def door(self, slug: str) -> Door:
        """Return the door of that slug."""
        door = self._doors.get(slug)
        if door is None:
            raise Wrong(tr.audit.no_door(door=short(slug)))
        return door

    def take_id(self, id: str) -> None:
        """Note a turn's id. Raises Wrong if it is taken."""
        if id in self._ids:
            raise Wrong(tr.audit.id_twice(id=short(id)))
        self._ids.add(id)

    def check_owner(self, f: Fields, turn: Fields) -> None:
        """Raise Wrong if the game isn't its turn's."""
        if turn["door"] != f["door"]:
            raise Wrong(tr.audit.turn_other_door(door=short(turn["door"])))
        if caller_key(turn["caller"]) != caller_key(f["caller"]):
            raise Wrong(tr.audit.turn_other_caller(caller=short(turn["caller"])))

    def prove(self, f: Fields, turn: Fields, month: str) -> None:
        """Check commitment, players, options, every move, the end and the score of a game of that month."""
        if self._month not in (None, month):
            return
        self.games += 1
        if commitment(bytes.fromhex(f["seed"])) != turn["commit"].lower():
            raise Wrong(tr.audit.seed_not_of_turn())
        check_seats(f["seats"], f["caller"])
        door, claim = self.door(f["door"]), self.claim(f, tuple(turn.get("words", ())))
        if f["options"] != turn["options"] and not same_options(door, claim.options, turn["options"]):
            raise Wrong(tr.audit.options_not_of_turn())
        if has_computer(door, claim):
            self.computers[self.place] = claim.words
            claim = claim._replace(computers=self._choices)
        self._replays.take(self.place, claim)

    def claim(self, f: Fields, words: tuple[str, ...]) -> Claim:
        """Return what a game's line claims. Its turn had these `words`."""
        options = complete(self.door(f["door"]), f["options"])
        result = f.get("result") if f["kind"] == "game" else None
        return Claim(
            f["door"], options, tuple(f["seats"]), f["seed"], tuple(f["moves"]), f["score"], result,
            words=words,
        )  # fmt: skip


def check_seats(seats: Sequence[str], caller: str) -> None:
    """Raise Wrong if callers' names differ only by case. Computers may share a name."""
    if caller_key(seats[0]) != caller_key(caller):
        raise Wrong(tr.audit.first_seat())
    names = [caller_key(seat.strip()) for seat in seats if not seat.startswith(COMPUTER)]
    if len(seats) > 1 and (len(names) > len(set(names)) or "" in names):
        raise Wrong(tr.audit.player_twice_or_nameless())
