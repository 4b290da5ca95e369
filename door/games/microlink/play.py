"""The coach, which is the box's turn by turn, and the caller's board.

Each turn is a box of its own, so par is the best play's average in the turns that were finished.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, Final, Literal, NamedTuple

from door.games import api
from door.games.microlink import boss, record
from door.games.microlink.choices import ALL, choosing, flip, is_on, who
from door.games.microlink.rules import LinkGame, apply, new_game, refusal
from door.games.shutbox.computer import BoxCoach, average
from door.games.shutbox.play import Typed, read_tiles
from door.games.shutbox.rules import MICROLINK, BoxGame, move_text, tiles_of, total_of
from door.term.keys import Key, Mouse
from door.ui.texts import tr
from door.ui.widgets import PAGE_COLS, Column, Hint, TextPage, heads, page_of, row_text
from door.ui.words import hundredths

our: Final = tr.microlink
# -- the coach -------------------------------------------------------------------------------------

_TURNS: Final = (
    Column(tr.door_heads.turn, 4, True), Column(tr.door_heads.points, 6, True),
    Column(tr.door_heads.luck, 7, True), Column(tr.door_heads.cost, 7, True),
)  # fmt: skip


class _WholeGameRules:
    """The whole game's.  The coach's own rules are those of a turn, which is a box."""

    new = staticmethod(new_game)
    apply = staticmethod(apply)


class TurnsCoach(BoxCoach):
    """The coach of a game whose turns are boxes."""

    clear = 1.5
    opened = our.coach_doors_open

    def rank(self, position: Any) -> Sequence[api.Worth]:
        return super().rank(position.box if isinstance(position, LinkGame) else position)

    def look(self, record: api.Record, step: int) -> tuple[api.CoachRow, ...]:
        """Return every roll in a person's turns, in the order of play.  A demonstration returns all turns."""
        game = api.play(_WholeGameRules, record).position
        return tuple(row for number in _of_people(game) for row in self.turn(game, number))

    def turn(self, game: LinkGame, number: int) -> tuple[api.CoachRow, ...]:
        return tuple(self.follow(_rolls(game, number), average(MICROLINK)))

    def par(self, options: api.Options, rows: Sequence[api.CoachRow]) -> float:
        return average(MICROLINK) * len(_by_turn(rows))

    def own(self, parts: Sequence[Any], table: api.GameView) -> tuple[api.CoachRow, ...]:
        seat = -1 if table.kind == "demo" else api.reader(table) if table.kind == api.AT_TABLE else 0
        return tuple(row for row in parts[0] if row.seat == seat)

    def score(self, table: api.GameView) -> float:
        totals: Sequence[int] = table.position.totals
        return totals[api.reader(table) if table.kind == api.AT_TABLE else 0]

    def pages(self, parts: Sequence[Any], table: api.GameView, plain: bool) -> tuple[TextPage, ...]:
        game, own = table.position, self.own(parts, table)
        everybody, dear = table.kind in ("practice", "demo") or not own, api.costliest(own)
        pages = [
            page
            for number, rows in zip(_of_people(game), _by_turn(parts[0]), strict=True)
            if everybody or rows[0].seat == own[0].seat
            for page in self.turn_pages(game, number, rows, dear, plain)
        ]
        return (*self._whole(own, table, plain), *pages) or (page_of(our.coach_nothing()),)

    def _whole(self, own: Sequence[api.CoachRow], table: api.GameView, plain: bool) -> Iterator[TextPage]:
        if not own:
            return
        made = self.account(own, table.options, self.score(table))
        best = our.coach_averages(average=f"{average(MICROLINK):.2f}")
        turns = (_turn_row(at, rows) for at, rows in enumerate(_by_turn(own), 1))
        table_of_turns = () if plain else ("", heads(_TURNS), *turns)
        title = tr.shutbox.coach_title(points=tr.count.points(n=round(made.score)), best=best)
        yield TextPage(title, (*self.sums(own, made, plain), *table_of_turns))

    def turn_pages(
        self,
        game: LinkGame,
        number: int,
        rows: Sequence[api.CoachRow],
        dear: Sequence[api.CoachRow],
        plain: bool,
    ) -> tuple[TextPage, ...]:
        turn = game.turns[number]
        title = our.coach_title(
            who=who(game, turn.seat), number=number // len(game.seats) + 1,
            points=tr.count.points(n=turn.score),
        )  # fmt: skip
        head = self.sums(rows, self.account(rows, {}, turn.score), plain)
        return self.table_pages(title, head, rows, dear, plain)


def _turn_row(at: int, rows: Sequence[api.CoachRow]) -> str:
    luck, cost = sum(row.luck for row in rows), sum(row.cost for row in rows)
    points = round(average(MICROLINK) + luck - cost)
    return row_text(_TURNS, (at, points, hundredths(luck, "+"), f"{cost:.2f}"))


def _of_people(game: LinkGame) -> list[int]:
    """Return the numbers of people's finished turns, or of all turns if only computers play."""
    people = {seat for seat, name in enumerate(game.seats) if not api.computer_level(name)}
    return [number for number, turn in enumerate(game.turns) if not people or turn.seat in people]


def _rolls(game: LinkGame, number: int) -> Iterator[tuple[int, int, BoxGame, str]]:
    first = sum(step.shut > 0 for turn in game.turns[:number] for step in turn.steps)
    turn, points = game.turns[number], 0
    for at, step in enumerate(turn.steps, first):
        why = "" if step.shut else "stuck"
        box = BoxGame(MICROLINK, game.box.chance, step.open, step.dice, points, why)
        yield at, turn.seat, box, move_text(step.shut)
        points += step.total


def _by_turn(rows: Sequence[api.CoachRow]) -> list[tuple[api.CoachRow, ...]]:
    """Split the rows into turns.  Each turn begins with all doors open."""
    starts = [at for at, row in enumerate(rows) if not row.seen.closed_count]
    return [tuple(rows[at:end]) for at, end in pairwise([*starts, len(rows)])]


COACH: Final = TurnsCoach()


def last_turn(game: LinkGame, plain: bool = False) -> TextPage | None:
    """Return the page of the last turn that a person finished, None before there is one."""
    numbers = _of_people(game)
    if not numbers:
        return None
    rows = COACH.turn(game, numbers[-1])
    return COACH.turn_pages(game, numbers[-1], rows, (), plain)[0]


# -- the caller's board ----------------------------------------------------------------------------

TYPED: Final = Typed(our.typed_not_doors, our.typed_no_such_door, our.typed_door_twice)


class MicroLinkBoard(NamedTuple):
    """The door pointed at, the mask of doors shut since the last roll, and the open page."""

    at: int = 5
    chosen: int = 0
    page: Literal["", "scores", "coach", "boss"] = ""
    dos: boss.Dos | None = None

    @property
    def covers(self) -> bool:
        return bool(self.page)


def board(table: api.GameView) -> MicroLinkBoard:
    at = table.board.at if table.board is not None else MicroLinkBoard().at
    return MicroLinkBoard(min(tiles_of(table.position.box.open), key=lambda door: abs(door - at), default=at))


# -- doors ---------------------------------------------------------------------------------------


def enter(table: api.GameView, chosen: int) -> api.Act:
    reason = refusal(table.position, chosen)
    return api.Refuse(reason) if reason else api.Enter(move_text(chosen))


def _shut(table: api.GameView, number: int, down: bool) -> api.Act:
    """Shut a door or open it again; one shut on an earlier roll stays shut.

    Without the roll prompt, doors are entered as soon as they match the roll.
    """
    game, bit = table.position, 1 << number - 1
    if not game.box.open & bit:
        return api.Refuse(our.door_shut_for_turn(number=number))
    chosen = table.board.chosen | bit if down else table.board.chosen & ~bit
    if down and not is_on(table.choices, "r") and total_of(chosen) == game.box.total:
        return enter(table, chosen)
    return api.Show(table.board._replace(chosen=chosen, at=number))


def _toggle(table: api.GameView, number: int) -> api.Act:
    return _shut(table, number, not table.board.chosen >> number - 1 & 1)


def _point(table: api.GameView, step: int) -> api.Act:
    doors, at = tiles_of(table.position.box.open), table.board.at
    place = doors.index(at) if at in doors else 0
    return api.Show(table.board._replace(at=doors[(place + step) % len(doors)]))


DOOR_KEYS: Final = tuple(api.Binding(partial(_toggle, number=door), (str(door),)) for door in range(1, 10))
_CHOOSING: Final = (
    api.Binding(lambda table: enter(table, table.board.chosen), ("enter",), label=our.key_shut, shown="Enter",
            about=our.help_key_enter),
    api.Binding(lambda table: _toggle(table, table.board.at), (" ",), label=our.key_door, shown="1-9",
            about=our.help_key_turn),
    DOOR_KEYS[0]._replace(about=our.help_key_number, named="1-9"), *DOOR_KEYS[1:],
)  # fmt: skip
_ARROWS: Final = (
    api.Binding(partial(_point, step=-1), ("left",), about=our.help_key_point, named="◄  ►"),
    api.Binding(partial(_point, step=1), ("right",)),
    api.Binding(
        lambda table: _shut(table, table.board.at, True), ("down",), about=our.help_key_shut, named="↓  ↑"
    ),
    api.Binding(lambda table: _shut(table, table.board.at, False), ("up",)),
)
_NUMPAD: Final = (
    *(one._replace(keys=(key,)) for key, one in zip("4628", _ARROWS, strict=True)),
    _CHOOSING[0], _CHOOSING[1]._replace(label=our.key_move, shown="4628"), *_CHOOSING[2:],
)  # fmt: skip


# -- pages that cover the table ---------------------------------------------------------------------


def _boss(table: api.GameView) -> api.Act:
    dos = boss.boot()
    return api.Show(table.board._replace(page="boss", dos=dos), lines=(*dos.lines, our.plain_type_ok()))


def _coach(table: api.GameView, page: Literal["", "coach"] = "coach") -> api.Act:
    """Show the last turn of a practice game.  Afterwards the end page shows the whole game."""
    if table.shared:
        return api.Refuse(our.coach_others_first())
    if table.kind not in ("practice", "demo"):
        return api.Refuse(our.coach_after_the_game())
    turn = last_turn(table.position, True)
    if turn is None:
        return api.Refuse(our.coach_no_turn_ended())
    return api.Show(table.board._replace(page=page), lines=(f"{turn.title}:", *turn.lines))


_PAGES: Final = (
    api.Binding(lambda table: api.Show(table.board._replace(page="scores")), ("a",), label=our.key_all,
            about=our.help_key_all_scores),
    api.Binding(lambda table: api.Show(table.board, lines=record.lines(table)), words=("a",),
            about=our.help_key_all_scores),
    api.Binding(api.Do("bulletin"), ("t",), ("t",), label=our.key_ten, about=our.help_key_bulletin),
    api.Binding(_boss, ("b",), ("boss",), label=our.key_boss, about=our.help_key_looks_like_work),
    api.Binding(_coach, ("c",), about=our.help_key_last_turn),
    api.Binding(partial(_coach, page=""), words=("c",), about=our.help_key_last_turn),
)  # fmt: skip
_ALWAYS: Final = (
    *_PAGES,
    *(api.Binding(partial(flip, toggle=toggle), (toggle.key,), (toggle.key,)) for toggle in ALL),
)
LOOK: Final = (*api.Keys(*_PAGES).hints, Hint("h", our.key_help))
CHOOSE: Final = api.Keys(*_CHOOSING).hints
CHOOSE_BY_NUMPAD: Final = api.Keys(*_NUMPAD).hints
KEYS: Final = api.Keys(_CHOOSING[2], *_ARROWS, _CHOOSING[1], _CHOOSING[0], *_PAGES)
"""All keys but the toggles, in the order of the help."""

_ONLY_PAGES: Final = api.Keys(*_ALWAYS)
_AND_DOORS: Final = api.Keys(*_CHOOSING, *_ARROWS, *_ALWAYS)
_AND_NUMPAD: Final = api.Keys(*_NUMPAD, *_ARROWS, *_ALWAYS)


def pages(options: api.Options, plain: bool) -> tuple[TextPage, ...]:
    pressed = (our.help_plain if plain else our.help_keys)(keys=KEYS.help(plain))
    rows = [f"{toggle.key.upper()}  {api.VALUES[toggle.default]():<3}  {toggle.help}" for toggle in ALL]
    if not plain:
        rows = [line for row in rows for line in textwrap.wrap(row, PAGE_COLS, subsequent_indent=" " * 8)]
    toggles = our.help_toggles(rows="\n".join(rows))
    return tuple(map(page_of, (our.help_game(), pressed, toggles, our.help_players())))


def keys(table: api.GameView) -> api.Keys:
    if not choosing(table):
        return _ONLY_PAGES
    return _AND_NUMPAD if is_on(table.choices, "m") else _AND_DOORS


def _in_boss(table: api.GameView, dos: boss.Dos, done: bool) -> api.Act:
    if done:
        return _close_page(table)
    answered = dos.count != table.board.dos.count
    return api.Show(table.board._replace(dos=dos), lines=dos.answer if answered else ())


def _close_page(table: api.GameView) -> api.Act:
    return api.Show(table.board._replace(page="", dos=None))


# -- keys, the mouse, lines ---------------------------------------------------------------------------


def other_key(table: api.GameView, key: Key) -> api.Act | None:
    """Return the effect of a key on a page that covers the table."""
    if not table.board.page:
        return None
    return _in_boss(table, *boss.press(table.board.dos, key)) if table.board.dos else _close_page(table)


def click(table: api.GameView, mouse: Mouse) -> api.Act | None:
    """Shut the clicked door, or open it again if it was shut for this roll.  A click on a page closes it."""
    if table.board.page:
        return _close_page(table) if mouse.action == "press" and not table.board.dos else None
    return api.effect_of_click(table, mouse) if choosing(table) else None


def line(table: api.GameView, text: str) -> api.Act | None:
    """Read the doors to shut, or a command to the boss's DOS."""
    if table.board.dos:
        return _in_boss(table, *boss.enter(table.board.dos, text))
    if not text:
        return None
    game = table.position
    if not game.over and api.elsewhere(table, game.seat):
        return api.Refuse(our.turn_of_other(who=who(game, game.seat)))
    chosen = read_tiles(text, MICROLINK.tiles, TYPED)
    return api.Refuse(chosen) if isinstance(chosen, str) else enter(table, chosen)
