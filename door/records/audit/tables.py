"""The audit of matches: what was sealed before the first move, whose moves they were, and the result.

Guarantees: exactly as strict as docs/journal.md. Ratings are in no line, because they follow from these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

from door.games.chance import chance_for, commitment
from door.games.contract import Door
from door.games.game import IllegalMove, Status, mover_of
from door.games.info import Options
from door.play.match.events import CODE, places_of
from door.play.match.values import Hidden, is_live, time_for, time_more
from door.play.replay import GameReader, games_of
from door.records.audit.proof import GameCheck, complete, move_refused
from door.records.journal.grammar import COMPUTER, Wrong, seconds_between, short
from door.records.journal.lines import Fields, caller_key
from door.records.ledger.ladder import ABORTED, seat_keys
from door.records.ledger.ledger import Ledger
from door.ui.texts import tr

SLACK_MS: Final = 60_000
"""Milliseconds allowed between the start of a match and its line, and between its end and that line."""

SEEN_MS: Final = 120_000
"""Milliseconds within which the time of two callers at a race may run out, so that either may lose. Boards
check clocks of days once a minute."""

OVER, TIME, CLAIMED = "over", "time", "claimed"
GIVEN_UP: Final = ("resigned", TIME, CLAIMED)
NOBODY: Final = -1


class Side(NamedTuple):
    """The match's one game, or a caller's own at a race.

    `steps` are milliseconds and seat of each move, `moved` the seats that have made a move of their own.
    """

    steps: Sequence[tuple[int, int]]
    moved: frozenset[int]
    status: Status


def check_end(game: Door, table: Fields, f: Fields, sides: Sequence[Side], race: bool) -> None:
    """Raise Wrong if the match cannot have ended as its line says."""
    stands = [side.status for side in sides]
    scores = [status.scores[0] for status in stands] if race else list(stands[0].scores)
    if f["scores"] != scores:
        raise Wrong(tr.audit.other_scores())
    over = [status.ended for status in stands]
    if all(over) != (f["end"] == OVER):
        raise Wrong(tr.audit.moves_go_on() if all(over) else tr.audit.moves_stop())
    people = [seat for seat, key in enumerate(seat_keys(f["seats"])) if key]
    left = _check_who_left(f, people)
    lasted, clock = _check_times(table, f, sides), _clock_at_the_end(table, f)
    by = f.get("by", NOBODY)
    if f["end"] in GIVEN_UP and race and over[by]:
        raise Wrong(tr.audit.by_had_ended())
    if f["end"] == TIME:
        if not race and by not in stands[0].movers:
            raise Wrong(tr.audit.by_not_to_move())
        overtime = _overtime(table, f, sides[by if race else 0], by, lasted)
        if not clock or overtime < 0:
            raise Wrong(tr.audit.time_not_over())
        others = [seat for seat in range(len(sides)) if race and not over[seat]]
        if any(_overtime(table, f, sides[seat], seat, lasted) > overtime + SEEN_MS for seat in others):
            raise Wrong(tr.audit.other_time_over())
    if f["end"] == CLAIMED and not (table["rated"] and is_live(clock)):
        raise Wrong(tr.audit.no_claim())
    moved = frozenset[int]().union(*(side.moved for side in sides))
    if f["end"] == ABORTED and by != NOBODY and moved.issuperset(people):
        raise Wrong(tr.audit.no_abort())
    places = [0] * len(scores) if f["end"] == ABORTED else places_of(scores, left, game.info.fewer_is_better)
    if f["places"] != list(places):
        raise Wrong(tr.audit.other_places())


def _check_who_left(f: Fields, people: Sequence[int]) -> Sequence[int]:
    """Return the seats that have left, in that order."""
    by, end = f.get("by", NOBODY), f["end"]
    left: Sequence[int] = f.get("left", [by] if end in GIVEN_UP else [])
    if len(set(left)) < len(left) or not set(left).issubset(people):
        raise Wrong(tr.audit.left_no_seats())
    if end in GIVEN_UP:
        if left[-1:] != [by]:
            raise Wrong(tr.audit.by_not_last())
        if len(left) > max(1, len(people) - 1):
            raise Wrong(tr.audit.all_left())
    elif left and len(people) - len(left) < 2:
        raise Wrong(tr.audit.ended_before())
    elif "by" in f and (end == OVER or by not in people):
        raise Wrong(tr.audit.by_not_needed() if end == OVER else tr.audit.by_no_caller())
    return left


def _check_times(table: Fields, f: Fields, sides: Sequence[Side]) -> int:
    """Return the milliseconds from the start of play to the line of its end, plus a minute."""
    lasted = round(seconds_between(table.get("begun", table["t"]), f["t"]) * 1000) + SLACK_MS
    for times in ([ms for ms, _ in side.steps] for side in sides):
        if times != sorted(times):
            raise Wrong(tr.audit.times_go_back())
    every = chain((ms for side in sides for ms, _ in side.steps), (ms for ms, _ in f.get("clocks", [])))
    if any(not 0 <= ms <= lasted for ms in every):
        raise Wrong(tr.audit.time_outside())
    return lasted


def _changes(f: Fields) -> list[tuple[int, str]]:
    """Return the changes of the clock by time. A stop of the board may be noted after a later change."""
    return sorted(((ms, clock) for ms, clock in f.get("clocks", [])), key=lambda change: change[0])


def _clock_at_the_end(table: Fields, f: Fields) -> str:
    changes = _changes(f)
    return changes[-1][1] if changes else str(table["clock"])


def _overtime(table: Fields, f: Fields, side: Side, seat: int, lasted: int) -> int:
    """Return for how many milliseconds that seat's time had run out when a match of `lasted` milliseconds
    ended on a running clock. Negative if some was left."""
    clock = table["clock"]
    agreed, budget, since, ran = clock, time_for(clock), 0, 0
    changes = [(ms, -1, new) for ms, new in _changes(f)]
    steps = sorted((*changes, *((ms, mover, "") for ms, mover in side.steps)), key=lambda step: step[0])
    for ms, mover, new in steps:
        if clock or mover >= 0:  # a move shows that the board was up until then, which is noted once a minute
            ran += ms - since
        since = ms
        if mover >= 0:
            if mover == seat and is_live(agreed):
                budget += time_more(agreed) - ran
            ran = 0
            continue
        if new and new != agreed:  # by agreement: all callers' time starts again
            agreed, budget, ran = new, time_for(new), 0
        clock = new
    return ran + lasted - since - budget


# -- matches -------------------------------------------------------------------------------------


class TableCheck:
    """Checks matches. `ledger` is the audit's own, folded up to the line before."""

    def __init__(self, doors: Mapping[str, GameReader], ledger: Ledger, games: GameCheck) -> None:
        self.ledger, self.games, self._games = ledger, games, games_of(doors)
        self._open: dict[str, Fields] = {}
        self.rules: Mapping[str, Callable[[Fields], None]] = {"table": self._table, "match": self._match}

    def _table(self, f: Fields) -> None:
        self.games.take_id(f["id"])
        self._open[f["id"]] = f
        options = complete(self.games.door(f["door"]), f["options"])
        game = self._game(f)
        count, race = len(f["seats"]), _is_race(f, game, options)
        people = [caller_key(seat.strip()) for seat in f["seats"] if not seat.startswith(COMPUTER)]
        if len(set(people)) < len(people) or "" in people:
            raise Wrong(tr.audit.player_twice_or_nameless())
        low, high = (2, 2) if race else (max(2, game.info.players.seats[0]), game.info.players.seats[1])
        if not people or not low <= count <= high:
            raise Wrong(tr.audit.seat_count(low=low, n=high))
        if race and len(people) < count:
            raise Wrong(tr.audit.computer_in_race())
        for level in (seat.removeprefix(COMPUTER) for seat in f["seats"] if seat.startswith(COMPUTER)):
            if level not in game.info.players.computers:
                raise Wrong(tr.audit.no_level(level=short(level)))
        if f["rated"] and len(people) < 2:
            raise Wrong(tr.audit.rated_alone())
        for name in ("words", "seals"):
            if name in f and len(f[name]) != count:
                raise Wrong(tr.audit.not_one_a_seat(field=name))
        if ("seals" in f) != bool(game.info.players.hides_codes and not race):
            raise Wrong(tr.audit.seals_wrong())
        if seconds_between(f.get("begun", f["t"]), f["t"]) < 0:
            raise Wrong(tr.audit.begun_late())

    def _game(self, table: Fields) -> Door:
        game = self._games.get(table["door"])
        if game is None:
            raise Wrong(tr.audit.no_tables_at_door(door=short(table["door"])))
        return game

    def _match(self, f: Fields) -> None:
        if (table := self._open.pop(f["id"], None)) is None:
            raise Wrong(tr.audit.match_no_table(id=short(f["id"])))
        known = self.ledger.ladder.open.get(f["id"])
        if known is None or not known.is_played_by(f["seats"]) or _computers(f) != _computers(table):
            raise Wrong(tr.audit.seats_not_of_table())
        if not self.games.is_asked(self.games.file_line[0].removesuffix(".jsonl")):
            return
        if commitment(bytes.fromhex(f["seed"])) != table["commit"].lower():
            raise Wrong(tr.audit.seed_not_of_table())
        self.games.games += 1
        game, options = self._game(table), complete(self.games.door(table["door"]), table["options"])
        try:
            self._prove(game, options, table, f)
        except IllegalMove as why:
            raise Wrong(move_refused(why)) from None
        except (KeyError, ValueError, TypeError, IndexError) as error:
            raise Wrong(tr.audit.no_replay(error=type(error).__name__)) from None

    def _prove(self, game: Door, options: Options, table: Fields, f: Fields) -> None:
        race, count = _is_race(table, game, options), len(f["seats"])
        if race != bool(f["moves"] and isinstance(f["moves"][0], list)):
            raise Wrong(tr.audit.moves_not_of_race())
        sides = f["moves"] if race else [f["moves"]]
        times = f["times"] if race else [f["times"]]
        if [len(side) for side in sides] != [len(side) for side in times] or (race and len(sides) != count):
            raise Wrong(tr.audit.times_not_of_moves())
        chance = chance_for(f["seed"], table.get("words", ()))
        played = []
        for seat, (moves, at) in enumerate(zip(sides, times, strict=True)):
            seats = (f["seats"][seat],) if race else tuple(f["seats"])
            first = game.rules.new(options, seats, chance)
            played.append(_side_after(game, first, moves, at, seat if race else None))
        _check_codes(table, f, sides[0])
        check_end(game, table, f, played, race)


def _computers(f: Fields) -> list[str]:
    return [seat for seat in f["seats"] if seat.startswith(COMPUTER)]


def _is_race(table: Fields, game: Door, options: Options) -> bool:
    """True if all callers play alone: the line says so, or the game has no other way."""
    return bool(table.get("race")) or game.info.players.versus is None


def _side_after(
    game: Door, position: Any, moves: Sequence[str], times: Sequence[int], racer: int | None
) -> Side:
    """Return the game after these moves. At a race one caller made them all, except the game's own."""
    steps, moved = [], set[int]()
    for number, (move, ms) in enumerate(zip(moves, times, strict=True), start=1):
        before = game.rules.status(position)
        try:
            position = game.rules.apply(position, move)
        except IllegalMove as why:
            raise IllegalMove(f"move {number}: {why}") from None
        seat = mover_of(before, game.rules.status(position)) if racer is None else racer
        if not move.startswith(CODE) and (racer is None or before.movers[:1] == (0,)):
            moved.add(seat)
        steps.append((ms, seat))
    return Side(steps, frozenset(moved), game.rules.status(position))


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
