"""The computer's guesses, and the coach: the possible codes at each row, and Einstein's guess there.

A code is worth as many bits as it takes to tell it from all others.  A guess promises an average number of
bits.  If its score gives more, the difference is luck.  If the best guess promised more, the difference is
the guess's cost.  The caller's rows come first, then the computer's.

Only the worker process loads the computer, and numpy with it.  Loading takes a tenth of a second, and memory
that the board would waste.  The computer gets the size, its own rows with their scores, and secret bytes for
random choices.  It never gets a code.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from door.games.analysis import costliest
from door.games.chance import commitment
from door.games.coaching import Coach, Row
from door.games.game import Table, reader
from door.games.info import Options
from door.games.luck import SHOWN, Account, Dear, Remark, Review, Verdict
from door.games.mindbuster import art, rules
from door.games.mindbuster.art import Look
from door.games.mindbuster.card import ACCENT, INFO
from door.games.mindbuster.hand import spoken
from door.games.mindbuster.rules import CODE, LEVELS, MINE, THEIRS, Eye, Game, secret
from door.games.mindbuster.words import marks_text, name
from door.term.canvas import DARK, GREY, WHITE, Canvas
from door.ui.screen import COLS, ROWS, View
from door.ui.texts import tr
from door.ui.widgets import Column, Page, cut, heads, page_frame, row_text
from door.ui.words import Lines, hundredths, sentences

our: Final = tr.mindbuster
_BITS: Final = (
    Column(tr.door_heads.row, 3, True), Column(tr.door_heads.guess, 9),
    Column(tr.door_heads.gained, 5, True), Column(tr.door_heads.promised, 8, True),
    Column(tr.door_heads.luck, 5, True), Column(tr.door_heads.best, 9),
    Column(tr.door_heads.promised, 8, True), Column(tr.door_heads.cost, 6, True), Column("", 2),
)  # fmt: skip


def guess(game: Game, seat: int, level: str) -> str:
    from door.games.mindbuster import computer

    known = level if level in LEVELS else "watson"
    return computer.guess(game.holes, game.colours, game.history(), known, secret(game))


def by_secret(game: Game, seat: int, level: str, move: str) -> bool:
    """True if the computer could have made this guess."""
    return _might(game, level, move, secret(game))


def by_commitment(game: Game, seat: int, level: str, move: str) -> bool:
    """True if the first release, which used the commitment as salt, could have made this guess."""
    return _might(game, level, move, commitment(game.chance.seed))


def _might(game: Game, level: str, move: str, salt: str) -> bool:
    from door.games.mindbuster import computer

    return computer.might(game.holes, game.colours, game.history(), level, salt, move)


class SolversEye(Coach):
    """The coach of codes: it examines a row at a time, and judges guesses without ranking all of them."""

    has_luck = True
    clear = 0.01  # `computer.sharpness` sets the real limit

    # -- in a worker ------------------------------------------------------------------------

    def steps(self, table: Table) -> int:
        return len(table.position.guesses) + len(table.position.answers)

    def look(self, review: Review, step: int) -> tuple[Row]:
        from door.games.mindbuster import computer

        game = _played(review)
        mine = len(game.guesses)
        side, row = (MINE, step) if step < mine else (THEIRS, step - mine)
        eye = computer.solver_eye(game.holes, game.colours, game.history(side)[: row + 1], secret(game))
        codes = sum(move.startswith(CODE) for move in review.moves)
        at = codes + side + 2 * row if game.duel else row
        cost, luck = eye.most - eye.promised, eye.gained - eye.promised
        return (Row(at, side, eye, eye.guess, eye.best, cost, luck, ways=2),)

    def judge(self, position: Game, move: str) -> Dear:
        from door.games.mindbuster import computer

        history = position.history(THEIRS if position.phase == "answer" else MINE)
        promised, best, most, _ = computer.bits(position.holes, position.colours, history, move)
        return Dear(0, move, best, most - promised)

    def sharp(self, position: Game) -> float:
        from door.games.mindbuster import computer

        if position.phase != "guess":
            return 0.0
        return computer.sharpness(position.holes, position.colours, position.history(MINE))

    def luck(self, review: Review, seat: int) -> float:
        from door.games.mindbuster import computer

        game = _played(review)
        size, history = (game.holes, game.colours), game.history(seat)
        found = math.log2(computer.possible(*size, ()) / computer.possible(*size, history))
        promised = (computer.bits(*size, history[:at], guess)[0] for at, (guess, _) in enumerate(history))
        return found - sum(promised)

    def play(self, position: Game, seat: int, level: str) -> str:
        from door.games.mindbuster import computer

        return computer.guess(
            position.holes, position.colours, position.history(MINE), "watson", secret(position)
        )

    def hint(self, position: Game, seat: int) -> int:
        from door.games.mindbuster import computer

        return computer.possible(position.holes, position.colours, position.history(seat))

    # -- in words ---------------------------------------------------------------------------

    def hinted(self, found: int) -> str:
        return our.one_code_fits() if found == 1 else our.codes_fit(left=found)

    def account(self, rows: Sequence[Row], options: Options, score: float) -> Account:
        par, found = sum(row.seen.most for row in rows), sum(row.seen.gained for row in rows)
        cost = sum(row.cost for row in rows)
        return Account(found, par, found - par + cost, cost)

    def verdict(self, parts: Sequence[Any], table: Table) -> Verdict:
        """Return the account of the reader's bits, and the costliest guesses."""
        rows = self.own(parts, table)
        if not rows:
            return Verdict("")
        return Verdict(self.summary(rows), costliest(rows), self.account(rows, {}, 0))

    def summary(self, rows: Sequence[Row]) -> str:
        about = "" if all(row.seen.exact for row in rows) else our.eye_estimate()
        made = self.account(rows, {}, 0)
        return sentences(about, made.said(our.eye_chance(), our.eye_unit_bits()))

    def pages(self, parts: Sequence[Any], table: Table, plain: bool) -> tuple[Page, ...]:
        rows = [
            Page(
                _title(table, side),
                tuple(_row_in_words(at, row.seen) for at, row in enumerate(rows, 1)) * plain,
            )
            for side, rows in _sides(parts, table)
        ]
        own = self.own(parts, table)
        summed = (self._summed(own, plain),) if own and len(parts) == self.steps(table) else ()
        return (*rows, *summed)

    def _summed(self, own: Sequence[Row], plain: bool) -> Page:
        made = self.account(own, {}, 0)
        head = (self.summary(own), made.text(our.eye_score_bits, our.eye_best_guesses()))
        if plain:
            told = (_bits_in_words(at, row.seen) for at, row in enumerate(own, 1))
            return Page(our.title_luck_and_choices(), (*head, *told))
        marks = {one.at: f"◄{place}" for place, one in enumerate(costliest(own), 1)}
        rows = (
            row_text(_BITS, (at, *self._bits(row), marks.get(row.at, ""))) for at, row in enumerate(own, 1)
        )
        return Page(our.title_luck_and_choices_bits(), (*head, "", heads(_BITS), *rows))

    def _bits(self, row: Row) -> Lines:
        eye = row.seen
        return (
            spoken(eye.guess), f"{eye.gained:.2f}", f"{eye.promised:.2f}", hundredths(row.luck, "+"),
            spoken(eye.best), f"{eye.most:.2f}", self.cost_text(row),
        )  # fmt: skip

    def picture(self, parts: Sequence[Any], table: Table, page: int, view: View) -> Canvas | None:
        look = Look(view.tier, table.choices.get("numbers") == "on")
        every = _sides(parts, table)
        if page >= len(every):
            return None
        side, rows = every[page]
        canvas = Canvas(COLS, ROWS)
        page_frame(canvas, INFO.name(), ACCENT)
        canvas.put(4, 2, _title(table, side), ACCENT)
        code, own = table.position.code(side), max(reader(table), MINE)
        whose = our.label_your_code if side == 1 - reader(table) else our.label_the_code
        gap = 3 * len(code)
        canvas.right(COLS - 7 - gap, 2, whose(), GREY)
        _pegs(canvas, COLS - 5 - gap, 2, code, look)
        for x, head in zip((4, 8, 11 + gap, 29 + gap, 47 + gap), _HEADS, strict=True):
            canvas.put(x, 4, head(), DARK)
        for at, row in enumerate(rows):
            _row(canvas, at, row.seen, look)
        if len(rows) < len(table.position.rows(side)):
            canvas.put(4, 5 + len(rows), our.eye_looking(row=len(rows) + 1), GREY)
            return canvas
        canvas.put(4, 17, cut(our.eye_found_explained(), COLS - 6), GREY)
        if side == own:
            canvas.put(4, 18, cut(self.summary(rows), COLS - 6), WHITE)
        return canvas

    def remarks(self, parts: Sequence[Any], tables: Sequence[Table]) -> Mapping[int, Remark]:
        """Return how many codes each guess left possible.  A side's costliest guesses are marked, and
        guesses that leave one code.
        """
        remarks = dict[int, Remark]()
        for _, rows in _sides(parts, tables[-1]):
            marked = costliest(rows)
            for row in rows:
                eye = row.seen
                left = our.eye_codes_possible(codes=tr.count.codes(n=eye.before), after=eye.after)
                words = our.eye_remark(left=left, best=spoken(eye.einstein))
                remarks[row.at + 1] = Remark(words, row.dear in marked or eye.after == 1 < eye.before)
        return remarks


COACH: Final = SolversEye()


def _played(review: Review) -> Game:
    game = rules.new_game(review.options, review.seats, review.chance)
    for move in review.moves:
        game = rules.apply(game, move)
    return game


def _sides(parts: Sequence[Any], table: Table) -> tuple[tuple[int, tuple[Row, ...]], ...]:
    found = tuple(row for part in parts for row in part)
    sides = [side for side in (MINE, THEIRS) if table.position.rows(side)]
    return tuple((side, tuple(row for row in found if row.seat == side)) for side in sides)


def _title(table: Table, side: int) -> str:
    mine = side == reader(table)
    whose = our.eye_your_rows() if mine else our.eye_rows_of(name=name(table, side))
    return our.title_eye(whose=whose)


def _row_in_words(at: int, eye: Eye) -> str:
    return (our.plain_eye_row_one_code if eye.before == 1 else our.plain_eye_row)(
        at=at, guess=spoken(eye.guess), marks=marks_text(eye.marks), codes=tr.count.codes(n=eye.before),
        after=eye.after, best=spoken(eye.einstein),
    )  # fmt: skip


def _bits_in_words(at: int, eye: Eye) -> str:
    gave = our.eye_promised(
        at=at, guess=spoken(eye.guess), promised=f"{eye.promised:.2f}", gained=f"{eye.gained:.2f}"
    )
    if eye.most - eye.promised < SHOWN:
        return our.eye_promised_most(gave=gave)
    return our.eye_promised_more(gave=gave, best=spoken(eye.best), most=f"{eye.most:.2f}")


_HEADS: Final = (
    our.head_eye_row, our.head_eye_guess, our.head_eye_score, our.head_eye_codes_possible,
    our.head_eye_einstein,
)  # fmt: skip


def _row(canvas: Canvas, at: int, eye: Eye, look: Look) -> None:
    y, gap = 5 + at, 3 * len(eye.guess)
    canvas.right(6, y, f"{at + 1}", GREY)
    _pegs(canvas, 8, y, eye.guess, look)
    _pegs(canvas, 47 + gap, y, eye.einstein, look)
    canvas.put(11 + gap, y, marks_text(eye.marks), WHITE)
    canvas.right(35 + gap, y, f"{eye.before:,}", GREY)
    canvas.put(37 + gap, y, "─►", DARK)
    canvas.right(45 + gap, y, f"{eye.after:,}", WHITE)


def _pegs(canvas: Canvas, x: int, y: int, pegs: str, look: Look) -> None:
    for hole, peg in enumerate(pegs):
        art.small_peg(canvas, x + 3 * hole, y, peg, look, art.FLAT)
