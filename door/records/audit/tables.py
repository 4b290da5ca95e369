"""The audit of matches: what was sealed before the first move, whose moves they were, and the result.

Guarantees: exactly as strict as docs/journal.md. Ratings are in no line, because they follow from these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from door.games.chance import commitment, keyed
from door.games.contract import Game
from door.games.game import IllegalMove, mover_of
from door.games.info import Options
from door.midend.api import Door
from door.midend.door import games_of
from door.midend.match.play import CODE
from door.midend.match.values import Hidden
from door.records.audit.endings import Side, check_end
from door.records.audit.games import GameCheck
from door.records.audit.proof import complete
from door.records.journal.grammar import COMPUTER, Wrong, seconds_between, short
from door.records.journal.lines import Fields
from door.records.ledger.ladder import seat_keys
from door.records.ledger.ledger import Ledger
from door.ui.catalogue import tr


class TableCheck:
    """Checks matches. `ledger` is the audit's own, folded up to the line before."""

    def __init__(self, doors: Mapping[str, Door], ledger: Ledger, games: GameCheck) -> None:
        self.ledger, self.games, self._games = ledger, games, games_of(doors)
        self._open: dict[str, Fields] = {}
        self.rules: Mapping[str, Callable[[Fields], None]] = {"table": self._table, "match": self._match}

    def _table(self, f: Fields) -> None:
        self.games.take_id(f["id"])
        self._open[f["id"]] = f
        options = complete(self.games.door(f["door"]), f["options"])
        game = self._game(f)
        count, race = len(f["seats"]), _is_race(f, game, options)
        people = [key for key in seat_keys(f["seats"]) if key]
        if len(set(people)) < len(people):
            raise Wrong(tr.audit.player_twice())
        low, high = (2, 2) if race else (max(2, game.info.seats[0]), game.info.seats[1])
        if not people or not low <= count <= high:
            raise Wrong(tr.audit.seat_count(low=low, high=high))
        if race and len(people) < count:
            raise Wrong(tr.audit.computer_in_race())
        for level in (seat.removeprefix(COMPUTER) for seat in f["seats"] if seat.startswith(COMPUTER)):
            if level not in game.info.computers:
                raise Wrong(tr.audit.no_level(level=short(level)))
        if f["rated"] and len(people) < 2:
            raise Wrong(tr.audit.rated_alone())
        for name in ("words", "seals"):
            if name in f and len(f[name]) != count:
                raise Wrong(tr.audit.not_one_a_seat(field=name))
        if ("seals" in f) != bool(game.hides and not race):
            raise Wrong(tr.audit.seals_wrong())
        if seconds_between(f.get("begun", f["t"]), f["t"]) < 0:
            raise Wrong(tr.audit.begun_late())

    def _game(self, table: Fields) -> Game:
        game = self._games.get(table["door"])
        if game is None:
            raise Wrong(tr.audit.no_tables_at_door(door=short(table["door"])))
        return game

    def _match(self, f: Fields) -> None:
        table = self._open.pop(f["id"], None)
        if table is None:
            raise Wrong(tr.audit.match_no_table(id=short(f["id"])))
        known = self.ledger.ladder.open.get(f["id"])
        if known is None or not known.who(f["seats"]):
            raise Wrong(tr.audit.seats_not_of_table())
        if commitment(bytes.fromhex(f["seed"])) != table["commit"].lower():
            raise Wrong(tr.audit.seed_not_of_table())
        self.games.games += 1
        game, options = self._game(table), complete(self.games.door(table["door"]), table["options"])
        try:
            self._prove(game, options, table, f)
        except IllegalMove as why:
            raise Wrong(tr.audit.move_refused(why=ascii(str(why)[:200])[1:-1])) from None
        except (KeyError, ValueError, TypeError, IndexError) as error:
            raise Wrong(tr.audit.no_replay(error=type(error).__name__)) from None

    def _prove(self, game: Game, options: Options, table: Fields, f: Fields) -> None:
        race, count = _is_race(table, game, options), len(f["seats"])
        if race != bool(f["moves"] and isinstance(f["moves"][0], list)):
            raise Wrong(tr.audit.moves_not_of_race())
        sides = f["moves"] if race else [f["moves"]]
        times = f["times"] if race else [f["times"]]
        if [len(side) for side in sides] != [len(side) for side in times] or (race and len(sides) != count):
            raise Wrong(tr.audit.times_not_of_moves())
        chance = keyed(f["seed"], table.get("words", ()))
        played = []
        for seat, (moves, at) in enumerate(zip(sides, times, strict=True)):
            seats = (f["seats"][seat],) if race else tuple(f["seats"])
            played.append(_played(game, game.new(options, seats, chance), moves, at, seat if race else None))
        _check_codes(table, f, sides[0])
        check_end(game, table, f, played, race)


def _is_race(table: Fields, game: Game, options: Options) -> bool:
    """True if all callers play alone: the line says so, or the game has no other way."""
    return bool(table.get("race")) or game.info.versus is None


def _played(game: Game, position: Any, moves: Sequence[str], times: Sequence[int], racer: int | None) -> Side:
    """Return the game after these moves. At a race one caller made them all, except the game's own."""
    steps, moved = [], set[int]()
    for number, (move, ms) in enumerate(zip(moves, times, strict=True), start=1):
        before = game.status(position)
        try:
            position = game.apply(position, move)
        except IllegalMove as why:
            raise IllegalMove(f"move {number}: {why}") from None
        seat = mover_of(before, game.status(position)) if racer is None else racer
        if not move.startswith(CODE) and (racer is None or before.movers[:1] == (0,)):
            moved.add(seat)
        steps.append((ms, seat))
    return Side(steps, frozenset(moved), game.status(position))


def _check_codes(table: Fields, f: Fields, moves: Sequence[str]) -> None:
    """Raise Wrong if the hidden codes are not the sealed ones."""
    seals, salts = table.get("seals", []), f.get("salts", [])
    if len(salts) != len(seals):
        raise Wrong(tr.audit.salts_not_of_seals())
    codes = [move.removeprefix(CODE) for move in moves[: len(seals)] if move.startswith(CODE)]
    if len(codes) != len(seals):
        raise Wrong(tr.audit.codes_not_first())
    for code, salt, seal in zip(codes, salts, seals, strict=True):
        if Hidden(code, salt).seal != seal.lower():
            raise Wrong(tr.audit.code_not_sealed())
