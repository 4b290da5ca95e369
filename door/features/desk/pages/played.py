"""Is it played? Each door with the visits of this month and the last, for the sysop."""

from __future__ import annotations

from typing import Final

from door.features.desk.asks import DOORS_PLAYED
from door.pages.lists import ListPage, ListState
from door.records.access.played import DoorMonth, DoorPlayed
from door.ui.blocks import Row
from door.ui.texts import tr
from door.ui.widgets import Column

State = ListState[DoorPlayed]


class _PlayedPage(ListPage[State, DoorPlayed]):
    TITLE = tr.sysop.title_played
    QUERY = DOORS_PLAYED
    KEY = "slug"
    COLUMNS = (
        Column(tr.heads.door, 22, grow=1, most=33),
        Column(tr.sysop.head_visits, 11, True),
        Column(tr.sysop.head_played_minutes, 13, True),
        Column(tr.sysop.head_callers, 9, True),
        Column(tr.sysop.head_back, 9, True),
    )

    def count(self, state: State) -> str:
        return tr.sysop.this_month_and_last()

    def row(self, state: State, one: DoorPlayed) -> Row:
        pairs = zip(_numbers(one.now), _numbers(one.before), strict=True)
        cells = (tr.sysop.now_and_before(now=now, before=before) for now, before in pairs)
        said = tr.sysop.plain_played(
            door=one.name, this=_month_line(one.now), last=_month_line(one.before),
        )  # fmt: skip
        return Row((one.name, *cells), told=said)


def _numbers(tally: DoorMonth) -> tuple[int, int, int, int]:
    return tally.visits, tally.seconds // 60, tally.callers, tally.back


def _month_line(tally: DoorMonth) -> str:
    visits, minutes, callers, back = _numbers(tally)
    return tr.sysop.plain_month_played(
        visits=tr.count.visits(n=visits), minutes=tr.count.minutes(n=minutes),
        callers=tr.count.callers(n=callers), back=back,
    )  # fmt: skip


PAGE: Final = _PlayedPage()
