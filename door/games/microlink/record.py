"""The door's tables (the Top Ten and the statistics), and the pages of scores.

    {"games": N, "top": [[score, name, day, host], …],
     "callers": {name: figures}, "levels": {level: figures}}

`host` is the caller at whose keyboard somebody else made a Top Ten score, "" for callers themselves.
Computers are not in the Top Ten.  A game that was given up counts as played and is in no other figure.  The
same holds for a seat that left a game between callers, or that had fewer than five turns in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import Any, Final

from door.games import api
from door.games.microlink.choices import INFO, short, sight, who
from door.games.microlink.computer import LEVELS
from door.games.microlink.rules import PERFECT_GAME, TURNS, LinkGame, Turn, dots
from door.term.canvas import BLINK, BRIGHT_CYAN, BRIGHT_GREEN, CYAN, DARK, GREY, WHITE, YELLOW, Canvas
from door.term.keys import Key
from door.ui.lettering import figure
from door.ui.screen import COLS, ROWS, Tier, View
from door.ui.texts import Sentence, tr
from door.ui.widgets import CLOSE, Column, Hint, cut, keys_line, panel
from door.ui.words import Lines, bar, rows_of, sentences
from door.ui.words import names as listed

our: Final = tr.microlink

# -- the tables ------------------------------------------------------------------------------------

KEPT: Final = 10
DOORS: Final = 9
FRESH: Final[Mapping[str, Any]] = {
    "played": 0, "ended": 0, "against": 0, "won": 0, "sum": 0, "best": 0, "perfect": 0,
    "most": 0, "least": DOORS, "doors": [0] * DOORS,
}  # fmt: skip
"""The figures of a caller or a level before the first game.

They count games played, ended, ended against others, and won.  `sum` and `best` are over totals, `perfect`
counts rounds, `most` and `least` are doors shut in a turn, and `doors` counts how often each was shut.
"""


def status(game: LinkGame) -> api.Status:
    return api.Status(game.over, game.totals, (game.seat,), used=game.box.chance.used)


def entries(game: api.FinishedGame) -> Iterator[api.TallyEntry]:
    yield api.TallyEntry(("games",), api.tallies.add, 1)
    if game.position is None:
        return
    end, caller, rows = game.position, game.caller, []
    for at, seat in enumerate(game.seats):
        level = api.computer_level(seat)
        if at == 0 or level:
            path = ("levels", level) if level else ("callers", caller)
            turns = None if end.given_up else end.turns_of(at)
            yield api.TallyEntry(path, _add_seat, (turns, len(end.seats) > 1, at in end.winners))
        if at == 0 or not level:
            rows.append([end.totals[at], seat if at else caller, game.day, caller if at else ""])
    if not end.given_up:
        yield api.TallyEntry(("top",), api.tallies.top(KEPT), rows)


def of_match(match: api.FinishedGame) -> Iterator[api.TallyEntry]:
    """Yield the entries of a game between callers.  Each seat counts as if it were at its own keyboard."""
    yield api.TallyEntry(("games",), api.tallies.add, 1)
    turns = _turns(match)
    if turns is None:
        return
    seats, left = match.seats, match.line.get("left") or [match.line.get("by")]
    totals = [sum(turn.score for turn in own) for own in turns]
    done = [at for at in range(len(seats)) if at not in left and len(turns[at]) == TURNS]
    best = max((totals[at] for at in done), default=0)
    for at, seat in enumerate(seats):
        level = api.computer_level(seat)
        if level or seat:
            path = ("levels", level) if level else ("callers", seat)
            own = turns[at] if at in done else None
            yield api.TallyEntry(path, _add_seat, (own, len(turns) > 1, totals[at] == best))
    people = [at for at in done if seats[at] and not api.computer_level(seats[at])]
    yield api.TallyEntry(
        ("top",), api.tallies.top(KEPT), [[totals[at], seats[at], match.day, ""] for at in people]
    )


def _rename_hosts(rows: Sequence[Any], old: str, new: str) -> list[Any]:
    """Rename callers and hosts.  A host's guests keep their names."""
    hosts = api.tallies.column(3)(rows, old, new)
    return [row if row[3] else api.tallies.column(1)([row], old, new)[0] for row in hosts]


TABLES: Final = api.TallyTables(
    entries, ((("top",), _rename_hosts), (("callers",), api.tallies.keys)), of_match
)


def _turns(match: api.FinishedGame) -> list[tuple[Turn, ...]] | None:
    """Return each seat's turns in a game between callers.  In a race, each caller has played alone."""
    if not isinstance(match.moves[0] if match.moves else "", list):
        game = match.position
        return None if game is None else [game.turns_of(seat) for seat in range(len(game.seats))]
    ends = [match.having(seats=[""], moves=own).position for own in match.moves]
    return None if len(ends) != len(match.seats) or None in ends else [end.turns for end in ends]


def marks(game: api.FinishedGame) -> api.MonthPoints | None:
    lost = len(game.seats) > 1 and game.position and 0 not in game.position.winners
    return None if lost else api.MonthPoints(game.score, game.score)


def badges(game: api.FinishedGame) -> tuple[Sentence, ...]:
    return INFO.badges * any(turn.perfect for turn in (game.position.turns_of(0) if game.position else ()))


def _add_seat(old: Any, seat: tuple[tuple[Turn, ...] | None, bool, bool]) -> dict[str, Any]:
    """Fold a seat's turns (None if it gave up) into the figures of a caller or a level, and whether it played
    against others and won.
    """
    (turns, against, won), old = seat, old or FRESH
    new = {**old, "played": old["played"] + 1}
    if turns is None:
        return new
    total, doors = sum(turn.score for turn in turns), [turn.doors for turn in turns]
    return new | {
        "ended": old["ended"] + 1,
        "against": old["against"] + against,
        "won": old["won"] + (against and won),
        "sum": old["sum"] + total,
        "best": max(old["best"], total),
        "perfect": old["perfect"] + sum(turn.perfect for turn in turns),
        "most": max([old["most"], *doors]),
        "least": min([old["least"], *doors]),
        "doors": [n + sum(turn.shut >> at & 1 for turn in turns) for at, n in enumerate(old["doors"])],
    }


# -- what the tables say --------------------------------------------------------------------------


def top_ten(tables: Any) -> list[tuple[int, str, str]]:
    """Return the ten highest scores with name and day, best first."""
    return [
        (score, our.player_with_host(name=name, host=host) if host else name, day)
        for score, name, day, host in (tables or {}).get("top", ())
    ]


def range_of_ten(tables: Any, more: Sequence[tuple[int, str]] = ()) -> tuple[int, int] | None:
    """Return the lowest and highest score in the Top Ten with `more` (score, name), None if it is empty."""
    known_rows = (tables or {}).get("top", ())
    known = {(score, name) for score, name, *_ in known_rows}
    rows = api.tallies.top(KEPT)(known_rows, [row for row in more if row not in known])
    return (rows[-1][0], rows[0][0]) if rows else None


ROWS_A_PAGE: Final = 12
BAR: Final = 40
"""Columns of a bar."""

_SHUT: Final = (Column(tr.door_heads.door, 4, True), Column("", BAR), Column(tr.door_heads.times, 5, True))
_TEN: Final = (Column("", 2, True), Column("", 21), Column("", 4, True))
_FIGURES: Final = (
    Column("", 14), Column(tr.door_heads.games, 5, True), Column(tr.door_heads.won, 5, True),
    Column(tr.door_heads.mean, 5, True), Column(tr.door_heads.best, 4, True),
    Column(tr.door_heads.full, 4, True), Column(tr.door_heads.most, 4, True),
    Column(tr.door_heads.least, 5, True), Column(tr.door_heads.liked, 5, True),
    Column(tr.door_heads.rare, 4, True),
)  # fmt: skip


def sheets(front: api.Front) -> tuple[api.Sheet, ...]:
    own, known = (front.tally or {}).get("callers", {}), (front.tally or {}).get("levels", {})
    callers = sorted(own.items(), key=lambda row: (row[0] != front.caller, -row[1]["best"], row[0]))
    levels = [(level, known[level]) for level in reversed([*LEVELS]) if level in known]
    ten = top_ten(front.tally)
    rows = tuple((f"{place}", name, f"{score}") for place, (score, name, _) in enumerate(ten, 1))
    return (
        api.Sheet(our.title_top_ten(), _TEN, rows, rows_of(rows, front.caller)),
        *_figures(our.title_statistics(), callers, front.caller),
        *_doors_shut(own.get(front.caller, FRESH)),
        *_figures(our.title_statistics_computers(), levels, "") * bool(levels),
    )


def _figures(title: str, table: Sequence[tuple[str, Mapping[str, Any]]], mine: str) -> tuple[api.Sheet, ...]:
    rows = tuple(_row(name, of) for name, of in table)
    legend = tuple(our.statistics_legend().split("\n")) if rows else ()
    words = tuple(_row_words(name, of) for name, of in table)
    parts = [slice(at, at + ROWS_A_PAGE) for at in range(0, max(len(rows), 1), ROWS_A_PAGE)]
    return tuple(
        api.Sheet(title, _FIGURES, rows[part], rows_of(rows[part], mine, 0), legend, words[part])
        for part in parts
    )


def _row_words(name: str, of: Mapping[str, Any]) -> str:
    games = tr.count.games(n=of["played"])
    if not of["ended"]:
        return our.plain_figures_none(name=name, games=games)
    often, seldom = of["doors"].index(max(of["doors"])) + 1, of["doors"].index(min(of["doors"])) + 1
    said = our.plain_figures(
        name=name, games=games, average=f"{of['sum'] / of['ended']:.1f}", best=of["best"],
        boxes=tr.count.boxes(n=of["perfect"]), often=often, seldom=seldom,
    )  # fmt: skip
    won = our.plain_figures_won(won=of["won"], games=tr.count.games(n=of["against"])) if of["against"] else ""
    return sentences(said, won)


def _doors_shut(of: Mapping[str, Any]) -> tuple[api.Sheet, ...]:
    """Return how often the caller has shut each door, as bars, or nothing before the first game."""
    most = max(of["doors"])
    rows = tuple((f"{door}", bar(shut, most, BAR), f"{shut}") for door, shut in enumerate(of["doors"], 1))
    return (api.Sheet(our.title_doors_shut(), _SHUT, rows),) * bool(most)


def _row(name: str, of: Mapping[str, Any]) -> tuple[str, ...]:
    played = str(of["played"])
    if not of["ended"]:
        return (name, played, *("-",) * (len(_FIGURES) - 2))
    won = f"{of['won']}/{of['against']}" if of["against"] else "-"
    doors = of["doors"]
    often, seldom = doors.index(max(doors)) + 1, doors.index(min(doors)) + 1
    return (
        name, played, won, f"{of['sum'] / of['ended']:.1f}", str(of["best"]), str(of["perfect"]),
        str(of["most"]), str(of["least"]), str(often), str(seldom),
    )  # fmt: skip


# -- the pages of scores ---------------------------------------------------------------------------

DOTS: Final = 50
_ALL_SCORES: Final = (Hint("a", our.key_allscores),)


def ending(table: api.GameView) -> api.Ending:
    game, seat = table.position, api.reader(table)
    own = [turn.score for turn in game.turns_of(max(seat, 0))]
    sums: tuple[tuple[str, str], ...] = tuple(
        (our.turn_number(number=number), str(points)) for number, points in enumerate(own, 1)
    )
    if table.kind == api.AT_TABLE and seat < 0:
        sums = tuple((who(game, at), str(total)) for at, total in enumerate(game.totals))
    said = our.given_up() if game.given_up else our.not_finished() if not game.over else _verdict(game)
    return api.Ending(verdict(game, 48), sums, (said, api.seating.over_line(table, game.totals)))


def verdict(game: LinkGame, room: int) -> str:
    """Return the winner and the score in a sentence of at most `room` characters."""
    if game.given_up:
        return our.given_up_after(turns=len(game.turns_of(0)), most=TURNS)
    if not game.over:
        return our.not_finished()
    if len(game.seats) == 1:
        return our.perfect_game() if game.totals[0] == PERFECT_GAME else _verdict(game)
    best = max(game.totals)
    said = our.wins_with(won=_verdict(game).removesuffix("."), best=best)
    if len(said) <= room or len(game.winners) == 1:
        return said
    return our.share_with(players=tr.count.players(n=len(game.winners)), best=best)


def _verdict(game: LinkGame) -> str:
    names = [who(game, seat) for seat in game.winners]
    if len(game.seats) == 1:
        return our.all_turns_played()
    if len(names) > 1:
        return our.share_the_win(names=listed(names))
    return our.player_wins(name=names[0])


def last(table: api.GameView, view: View) -> Canvas:
    """Draw everybody's final graph, with the Top Ten's range.  The figures are in the panels below."""
    game = table.position
    canvas = Canvas(COLS, ROWS)
    canvas.put(4, 0, "MicroLink Shut The Box", WHITE)
    if table.kind == "daily":
        canvas.right(75, 0, api.KINDS["daily"](), YELLOW)
    canvas.put(4, 2, our.dots_explained(), GREY)
    _graphs(canvas, table, game.totals, 3)
    return canvas


def beside(table: api.GameView) -> tuple[str, Lines]:
    game, alone = table.position, len(table.position.seats) == 1
    names = (
        our.turn_number(number=at) if alone else cut(short(game, turn.seat), 10)
        for at, turn in enumerate(game.turns, 1)
    )
    turns = zip(names, game.turns, strict=True)
    return our.label_turns(), tuple(f"{name:<10} {turn.score:>4}" for name, turn in turns)


def brief(table: api.GameView) -> str:
    """Return the reader's turns (or the first seat's), darker for more doors shut, and the totals, theirs
    first: "▒▓█▒· 158 to 141".
    """
    game, me = table.position, max(api.reader(table), 0)
    turns = "".join("░▒▓█"[turn.doors // 3] for turn in game.turns_of(me))
    others = [total for seat, total in enumerate(game.totals) if seat != me]
    totals = (
        reduce(lambda first, second: our.score_to(first=first, second=second), (game.totals[me], *others))
        if others
        else tr.count.points(n=game.totals[0])
    )
    return f"{turns.ljust(TURNS, '·')} {totals}"


# -- all scorecards ------------------------------------------------------------------------------------


def hints(table: api.GameView) -> tuple[Hint, ...]:
    return _ALL_SCORES * (table.eyes == api.EVERYBODY and table.position.over)


def _cards(canvas: Canvas, game: LinkGame, totals: Sequence[int], of: Tier) -> None:
    """Draw every player's card side by side, with a flashing arrow above the highest."""
    many = len(game.seats)
    w = 19 if many > 3 else 24
    x = (COLS - many * w - (many - 1)) // 2
    best = max(totals)
    for seat, total in enumerate(totals):
        first = total == best
        panel(canvas, x, 1, w, 9, "", BRIGHT_CYAN if first else CYAN)
        name = cut(short(game, seat) if many > 3 else who(game, seat), w - 2)
        canvas.centre(2, name, WHITE if first else GREY, x, w)
        if first and many > 1:
            canvas.centre(0, our.mark_highest(), YELLOW | BLINK, x, w)
        small = many > 3
        digits = figure(total, YELLOW if first else GREY, of == "ascii", small, drop=small)
        canvas.blit_centred(digits, 4, x, w)
        canvas.centre(8, our.dots_of_most(dots=dots(total), most=DOTS), DARK, x, w)
        x += w + 1


def all_scores(table: api.GameView, of: Tier) -> Canvas:
    """Draw every player's card, and below them the graphs on one scale with the Top Ten's range."""
    canvas, game = Canvas(COLS, ROWS), table.position
    totals = sight(table).totals
    canvas.put(4, 11, cut(our.label_all_scores(), 10), BRIGHT_CYAN)
    canvas.put(15, 11, cut(our.dots_explained(), 64), GREY)
    _cards(canvas, game, totals, of)
    _graphs(canvas, table, totals, 12)
    keys_line(canvas, (CLOSE,), BRIGHT_CYAN)
    canvas.hot(0, 0, COLS, ROWS - 1, Key("enter"))
    return canvas


def _graphs(canvas: Canvas, table: api.GameView, totals: Sequence[int], top: int) -> None:
    """Draw all players' graphs on one scale from row `top` on, with a flashing arrow at the highest."""
    game, many, left = table.position, len(totals), 23
    panel(canvas, 1, top, 78, many + 4, "", CYAN)
    for seat, total in enumerate(totals):
        y, first, filled = top + 2 + seat, total == max(totals), dots(total)
        canvas.put(2, y, "►" if first and many > 1 else " ", YELLOW | BLINK)
        canvas.put(4, y, cut(who(game, seat), 18), WHITE if first else GREY)
        canvas.put(left, y, "■" * filled, YELLOW if first else BRIGHT_CYAN)
        canvas.put(left + filled, y, "·" * (DOTS - filled), DARK)
        if many > 1 or not game.over:  # if alone, the end page shows it in large digits
            canvas.right(76, y, str(total), WHITE)
    _marks(canvas, table, left, top, top + many + 3)


def _range(table: api.GameView) -> tuple[int, int] | None:
    """Return the Top Ten's range, including the scores of a game that has just entered it."""
    game = table.position
    counts = table.kind in ("contest", "free", api.AT_TABLE) and game.over and not game.given_up
    seated = zip(game.totals, table.seats, strict=False)
    return range_of_ten(
        table.tally, [row for row in seated if not api.computer_level(row[1])] if counts else ()
    )


def _marks(canvas: Canvas, table: api.GameView, left: int, top: int, bottom: int) -> None:
    """Draw lines from above and below at the ends of the Top Ten's range."""
    span = _range(table)
    if span is None:
        canvas.put(4, bottom + 1, our.no_top_ten(), GREY)
        return
    low, high = (left + max(dots(points) - 1, 0) for points in span)
    for y, post in ((top, "╥"), (top + 1, "║"), (bottom - 1, "║"), (bottom, "╨")):
        canvas.put(low, y, post, BRIGHT_GREEN)
        canvas.put(high, y, post, BRIGHT_GREEN)
    for y in (top, bottom):
        canvas.put(low + 1, y, "─" * (high - low - 1), BRIGHT_GREEN)
    canvas.put(4, bottom + 1, our.top_ten_range(low=span[0], high=span[1]), BRIGHT_GREEN)


def lines(table: api.GameView) -> tuple[str, ...]:
    game, totals, span = table.position, sight(table).totals, _range(table)
    best = max(totals)
    said = (
        (our.plain_dots_highest if total == best and len(totals) > 1 else our.plain_dots)(
            who=who(game, seat), total=total, dots=dots(total), most=DOTS
        )
        for seat, total in enumerate(totals)
    )
    return (*said, our.plain_top_ten_range(low=span[0], high=span[1]) if span else our.no_top_ten())
