"""Callers' choices in the day's puzzle, and the month's solvers."""

from __future__ import annotations

from typing import Final, NamedTuple

from door.board.widgets.blocks import PLACE, Lines, Styled, Text, Told, head, line
from door.board.widgets.sheets import SheetPage, SheetState
from door.records.community.crowd import Chosen, Solver
from door.term.canvas import GREY, WHITE, YELLOW, style
from door.ui.screen import Query
from door.ui.texts import tr
from door.ui.widgets import Column, cut
from door.ui.words import capitals, month_name

MOST: Final = 6
"""Most moves that have a line of their own."""

TOP: Final = 10
BAR: Final = 24
"""Columns of a bar."""

COLUMNS: Final = (
    PLACE,
    Column(tr.heads.caller, 30, bare=True),
    Column(tr.puzzle.head_solved, 8, True),
    Column(tr.puzzle.head_tried, 8, True),
    Column(tr.puzzle.head_streak, 8, True),
)


class Crowd(NamedTuple):
    """A puzzle's answers. `own` is the caller's move, "" if it isn't known. `solvers` have their streaks."""

    door: str
    day: str
    chosen: tuple[Chosen, ...]
    own: str
    month: str
    solvers: tuple[tuple[Solver, int], ...]


CROWD: Final[Query[str, Crowd]] = Query("crowd")
"""The answers to a puzzle, by its door's slug and its day ("shutbox 2026-11-21")."""


class _Page(SheetPage[SheetState]):
    """The argument is the query's."""

    TITLE = tr.puzzle.title
    QUERY = CROWD
    BY_ARG = True

    def sheet(self, state: SheetState) -> Text:
        crowd: Crowd = state.found
        handle = state.lobby.handle
        rows = [
            line(
                COLUMNS,
                (f"{place}.", one.caller, one.solved, one.tried, streak or "-"),
                style(YELLOW if one.caller == handle else GREY),
            )
            for place, (one, streak) in enumerate(crowd.solvers[:TOP], start=1)
        ]
        month = tr.puzzle.section_solvers(month=capitals(month_name(crowd.month)))
        table = (("", 0), (month, style(YELLOW)), head(COLUMNS), *rows) if rows else ()
        return Text(tr.puzzle.title_at(door=crowd.door), (*_chosen(crowd), *table), crowd.day)


def _chosen(crowd: Crowd) -> Lines:
    """Return a line for each of the moves chosen most often, and one for the others."""
    total = sum(one.callers for one in crowd.chosen)
    if not total:
        return ((tr.puzzle.nobody_yet(), style(WHITE)),)
    right = sum(one.callers for one in crowd.chosen if one.right)
    lines: list[Styled] = [
        (tr.puzzle.how_many_solved(solved=right, callers=tr.count.callers(n=total)), style(WHITE)), ("", 0)
    ]  # fmt: skip
    for one in crowd.chosen[:MOST]:
        words = [tr.puzzle.right_choice()] * one.right + [tr.puzzle.your_choice()] * (one.move == crowd.own)
        lines.append(_bar(one.move, one.callers, total, ", ".join(words), one.right))
    if others := sum(one.callers for one in crowd.chosen[MOST:]):
        lines.append(_bar(tr.puzzle.other_choices(), others, total, "", False))
    return tuple(lines)


def _bar(move: str, callers: int, total: int, note: str, right: bool) -> Styled:
    percent, full = round(100 * callers / total), round(BAR * callers / total)
    bar = "█" * full + "░" * (BAR - full)
    text = f"{cut(move, 16):<16} {bar} {percent:>3} %{callers:>6}  {note}"
    told = tr.puzzle.plain_chosen(move=move, percent=percent, callers=tr.count.callers(n=callers))
    return Told(text, style(WHITE if right else GREY), f"{told}, {note}" if note else told)


PAGE: Final = _Page()
