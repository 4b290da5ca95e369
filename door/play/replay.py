"""A game for the records: replayed, described, counted, and searched for the day's puzzle.

Seed, options, seats and moves are the only input. The game's rules decide the rest. A recorded game is a
`RecordedGame`, the results of its checks are `ReplayCheck`s.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

from door.games.analysis import Account
from door.games.chance import Chance, chance_for, commitment
from door.games.contract import Door, Rules
from door.games.game import (
    COMPUTER,
    EVERYBODY,
    QUIT,
    Ending,
    GameView,
    IllegalMove,
    MonthPoints,
    Status,
    computer_level,
    mover_of,
)
from door.games.info import ALL, FREE_TURN, Info, Options
from door.games.record import Course, Record, play, steps, walk
from door.games.seating import seat_name
from door.games.tallies import (
    FinishedGame,
    TallyEntry,
    TallyTables,
    add,
    column,
    fold_entries,
    rename_caller,
    top,
)
from door.play.match.events import CODE
from door.play.match.values import Hidden
from door.ui.texts import Sentence, again, tr
from door.ui.words import names

BEST_KEPT: Final = 5


def check_seats(info: Info, seats: Sequence[str]) -> None:
    """Raise IllegalMove if these players can't sit down together."""
    players = info.players
    low, high = players.seats
    if not low <= (len(seats) or 1) <= high:
        raise IllegalMove(tr.play.wrong_seat_count(n=len(seats), low=low, high=high))
    people = [seat.strip().casefold() for seat in seats if not seat.startswith(COMPUTER)]
    if "" in people:
        raise IllegalMove(tr.play.nameless_seat())
    if len(set(people)) < len(people):
        raise IllegalMove(tr.play.two_seats())
    if len(people) > 1 and not players.people:
        raise IllegalMove(tr.play.one_person())
    for seat in seats:
        if seat.startswith(COMPUTER) and (level := computer_level(seat)) not in players.computers:
            raise IllegalMove(tr.play.no_computer_level(level=repr(level[:20])))


def play_solo(game: Door, record: Record) -> Course:
    """Return a solo game after its moves. IllegalMove names an invalid one, from 1."""
    check_seats(game.info, record.seats)
    return play(game.rules, record)


def _could_choose(rules: Rules, position: Any, seat: int, level: str, move: str) -> bool:
    if rules.could_choose:
        return rules.could_choose(position, seat, level, move)
    return bool(rules.computer and rules.computer(position, seat, level) == move)


def _choices(
    before: Status, after: Status, seats: Sequence[str], move: str
) -> Iterator[tuple[int, str, str]]:
    """Yield the computers that were asked at a move: seat, level and choice.

    The level is "" for a seat without a name, the choice "" for passing. Anybody may give up.
    """
    movers = before.movers
    if move == QUIT or not movers:
        return
    mover = mover_of(before, after)
    for seat in movers[: movers.index(mover) + 1]:
        if seat >= max(len(seats), 1) or (seats and seats[seat].startswith(COMPUTER)):
            level = computer_level(seats[seat]) if seat < len(seats) else ""
            yield seat, level, move if seat == mover else ""


def ending(game: Door, table: GameView) -> Ending:
    """Return the game's ending, in its own words or in plain ones."""
    if game.words.ending is not None:
        return game.words.ending(table)
    score = game.rules.status(table.position).scores[0]
    return Ending(tr.replay.game_over(), (), (tr.play.game_over_score(score=score),))


def last_move_lines(game: Door, table: GameView) -> tuple[str, ...]:
    """Return the last move as lines of the record, with the ending after the final move."""
    lines = game.words.describe(table.before, table.moves[-1] if table.moves else "", table.position)
    if not game.rules.status(table.position).ended:
        return tuple(lines)
    end = ending(game, table._replace(eyes=EVERYBODY))
    return tuple(lines) if end.described else (*lines, *end.lines)


def looks_back(game: Door, table: GameView) -> bool:
    """True if the coach can look back on this game: it is over, and has a move."""
    moved = any(move != QUIT for move in table.moves)
    over = moved and game.rules.status(table.position).ended
    return over and game.coach is not None and game.coach.steps(table) > 0


class GameReader:
    """A game for the records.

    The same arguments always give the same results. `options` are complete (`Info.complete`). A `line` is an
    entry of the journal: of a finished game, or of a match with the `words` of its table and the callers'
    present handles. The game's own tables are JSON values, None before the first entry, and never changed in
    place.
    """

    def __init__(self, game: Door) -> None:
        self.game = game
        self.INFO: Info = game.info

    def prove(self, record: Record) -> tuple[Status, Any]:
        """Return how the game stands after its moves, and its position. Raises IllegalMove."""
        position = play_solo(self.game, record).position
        return self.game.rules.status(position), position

    def replay(self, record: Record) -> Status:
        return self.prove(record)[0]

    def wrong_choice(self, record: Record, most: int) -> tuple[int, str]:
        """Recompute the computers' first `most` choices. Return their number, and the fault of the first
        that its level doesn't choose ("" for none).

        Raises as `play_solo` does.
        """
        check_seats(self.INFO, record.seats)
        count, rules, options = 0, self.game.rules, record.options
        for number, (move, (position, after)) in enumerate(steps(rules, record), start=1):
            before, then = rules.status(position), rules.status(after)
            for seat, level, choice in _choices(before, then, record.seats, move):
                if count >= most:
                    return count, ""
                count += 1
                named = (str(options["level"]),) if "level" in options else ()
                levels = (level,) if level else (*self.INFO.players.computers[:1], *named)
                if not any(_could_choose(rules, position, seat, one, choice) for one in levels):
                    made = ascii(choice[:20]) if choice else "nothing"
                    who = f"{COMPUTER}{levels[0]}"
                    return count, tr.audit.computer_chose_otherwise(number=number, computer=who, made=made)
        return count, ""

    def free_turns(self, options: Options, moves: Sequence[str]) -> int:
        return int(bool(options.get(FREE_TURN) and self.feat({"options": options, "moves": moves})))

    def narrate(self, record: Record) -> tuple[str, ...]:
        """Return the finished game move by move as plain lines, with its end."""
        tables = (GameView(course, eyes=EVERYBODY) for course in walk(self.game.rules, record))
        return tuple(line for table in tables for line in last_move_lines(self.game, table))

    @cached_property
    def _tables(self) -> TallyTables:
        """The game's tables, or by default its number of games and best scores."""
        if self.game.honours.tables is not None:
            return self.game.honours.tables
        best = top(BEST_KEPT, self.INFO.fewer_is_better)

        def entries(game: FinishedGame) -> Iterator[TallyEntry]:
            yield TallyEntry(("games",), add, 1)
            yield TallyEntry(("best",), best, [[game.score, game.caller, game.month]])

        return TallyTables(entries, ((("best",), column(1)),))

    def tally(self, old: Any, line: Mapping[str, Any] | FinishedGame) -> Any:
        return fold_entries(old, self._tables.entries(self._game_of_line(line)))

    def tally_match(self, old: Any, line: Mapping[str, Any]) -> Any:
        return fold_entries(old, self._tables.of_match(self._game_of_line(line)))

    def _game_of_line(self, line: Mapping[str, Any] | FinishedGame) -> FinishedGame:
        return line if isinstance(line, FinishedGame) else FinishedGame(line, self.INFO, self._position)

    def _position(self, record: Record) -> Any:
        return play(self.game.rules, record).position

    def read(self, line: Mapping[str, Any], position: Any = None) -> FinishedGame:
        """Return the game of a line, of which marks, tables and badges are asked.  It is replayed once, or
        not at all if its `position` is known.
        """
        game = self._game_of_line(line)
        if position is not None:
            game.position = position
        return game

    def marks(self, line: Mapping[str, Any] | FinishedGame) -> dict[str, int]:
        """Return a finished game's value in its month, by the group that it is ranked in (`Info.among`).

        Return an empty mapping if it was lost or given up.
        """
        game = self._game_of_line(line)
        if QUIT in game.moves[-1:]:
            return {}
        marks = self.game.honours.marks
        worth = marks(game) if marks else MonthPoints(game.line["score"], game.line["score"])
        if worth is None:
            return {}
        like = self.INFO.alike_in(game.options)
        return {ALL: worth.mixed} | ({like: worth.own} if like else {})

    def feat(self, line: Mapping[str, Any] | FinishedGame) -> bool | None:
        return self.game.honours.feat(self._game_of_line(line)) if self.game.honours.feat else None

    def badges(self, line: Mapping[str, Any] | FinishedGame) -> tuple[Sentence, ...]:
        return self.game.honours.badges(self._game_of_line(line))

    def account(self, line: Mapping[str, Any]) -> Account | None:
        """Return the parts of a finished game's score, if an exact coach can tell them."""
        record = self.record_of(line)
        return self.account_of(record, self.look(record), line["score"])

    def look(self, record: Record) -> tuple[Any, ...] | None:
        """Return an exact coach's look at a finished game, or None."""
        coach = self.game.coach
        return coach.look(record, 0) if coach is not None and coach.exact else None

    def account_of(self, record: Record, look: Sequence[Any] | None, score: float) -> Account | None:
        """Return the account of the caller's score, from such a look."""
        coach = self.game.coach
        if coach is None or look is None:
            return None
        return coach.account([row for row in look if row.seat == 0], record.options, score)

    def record_of(self, line: Mapping[str, Any]) -> Record:
        """Return the game of a line. Raises KeyError if an option is unknown."""
        return self._game_of_line(line).record

    def rename_caller(self, old: Any, caller: str, to: str) -> Any:
        return rename_caller(old, self._tables.handles, caller, to)


def games_of(doors: Mapping[str, GameReader]) -> dict[str, Door]:
    """Return the games of doors that have one, by slug."""
    return {slug: door.game for slug, door in doors.items() if isinstance(door, GameReader)}


Line = Mapping[str, Any]


class Puzzle(NamedTuple):
    """A position, as the first moves of a game.

    `gap` is how much better the best choice is than any other. `day` is "YYYY-MM-DD". `by` is the player's
    name, or "" unless they allow it.
    """

    day: str
    record: Record
    gap: float
    by: str = ""


def has_example(game: Door) -> bool:
    """True if the door has a recorded example, or a computer or a coach can play one."""
    return bool(game.info.face.examples or game.info.players.computers or game.coach)


def example_record(game: Door, caller: str, number: int = 0) -> Record:
    """Return a recorded example with all its moves. Numbers beyond the last one begin again."""
    one = game.info.face.examples[number % len(game.info.face.examples)]
    options, seed = game.info.complete(one.options or {}), one.seed.to_bytes(32, "big")
    seats, moves = one.seats or (caller,), tuple(one.moves.split(","))
    return Record(options, seats, Chance(seed), moves, kind="demo", commit=commitment(seed))


def has_puzzles(game: Door) -> bool:
    """True if the game's coach can tell when a move is clearly the best."""
    return game.coach is not None and game.coach.clear > 0


def order(lines: Iterable[Line], day: str, head: str) -> list[Line]:
    """Return the month's games in the order in which the day tries them."""
    return sorted(lines, key=lambda line: hashlib.sha256(f"{day} {head} {line['id']}".encode()).digest())


def puzzle_from(game: Door, record: Record, day: str) -> Puzzle | None:
    """Return the caller's clearest decision in that game, or None. Raises if the game can't be replayed."""
    assert game.coach is not None
    seats = tuple(
        seat if seat.startswith(COMPUTER) else f"Player {at}" for at, seat in enumerate(record.seats, 1)
    )
    record = record._replace(seats=seats, kind="practice")
    check_seats(game.info, seats)
    best, at = 0.0, 0
    for number, (_, (position, _)) in enumerate(steps(game.rules, record)):
        if game.rules.status(position).movers[:1] == (0,) and (gap := game.coach.sharp(position)) > best:
            best, at = gap, number
    return Puzzle(day, record.upto(at), best) if best else None


FOUND: Final = {
    "door": (tr.replay.no_such_door, tr.replay.no_such_door),
    "played": (tr.replay.cannot_be_played, tr.replay.cannot_be_played),
    "seal": (tr.replay.check_seal_failed, tr.replay.check_seal),
    "rules": (tr.replay.check_rules, tr.replay.check_rules),
    "codes": (tr.replay.check_codes_failed, tr.replay.check_codes),
    "end": (tr.replay.check_end_failed, tr.replay.check_end),
    "scores": (tr.replay.check_scores_failed, tr.replay.check_scores),
}
"""Sentences for each check, failed and passed."""

CANNOT: Final = (IllegalMove, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""Errors that an entry edited by hand may cause in the rules."""


class RecordedGame(NamedTuple):
    """A recorded game.

    - `kind` is the table's ("contest", "free", "daily" or "table"). `t` is its end (RFC 3339, UTC), `day` the
      daily deal's.
    - `options` are complete. `sides` holds the moves in one list, or in a race one list per seat.
    - `scores` is one per seat at a table, else the caller's alone.
    - `places`, `end`, and the `seals` and `salts` of hidden codes are a match's.
    - `commit` is "" if none was recorded.
    """

    id: str
    door: str
    kind: str
    t: str
    options: Options
    seats: tuple[str, ...]
    seed: str
    sides: tuple[tuple[str, ...], ...]
    scores: tuple[int, ...]
    words: tuple[str, ...] = ()
    commit: str = ""
    day: str = ""
    month: str = ""
    places: tuple[int, ...] = ()
    end: str = "over"
    race: bool = False
    seals: tuple[str, ...] = ()
    salts: tuple[str, ...] = ()

    @property
    def players(self) -> str:
        return names([seat_name(seat) for seat in self.seats])

    @property
    def hidden_codes(self) -> tuple[Hidden, ...]:
        """The hidden codes at the start of the moves, if callers hid any."""
        return tuple(
            Hidden(move.removeprefix(CODE), salt)
            for move, salt in zip(self.sides[0], self.salts, strict=False)
        )

    def record(self, side: int = 0) -> Record:
        """Return the game, in a race that of one seat."""
        seats = (self.seats[side],) if self.race else self.seats
        chance = chance_for(self.seed, self.words)
        return Record(
            self.options,
            seats,
            chance,
            self.sides[side],
            self.id,
            self.kind,
            self.commit,
            self.day,
            self.words,
        )


class ReplayCheck(NamedTuple):
    """The result of one check of a game (`FOUND`): `good` is True if it passed."""

    what: str
    good: bool
    values: tuple[tuple[str, str], ...] = ()

    def sentence(self) -> str:
        return FOUND[self.what][self.good](**{name: again(value) for name, value in self.values})


def is_proved(found: Sequence[ReplayCheck]) -> bool:
    return all(one.good for one in found)
