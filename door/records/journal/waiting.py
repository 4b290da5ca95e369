"""Lines that waited while the disk refused them: what is still to be said of them when it takes them.

Law: pure.  Such a line was decided under the lock, and counts at once; but nobody else could read it,
and another process may have decided the same since.  What it has written comes first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import Final

from door.records.journal.grammar import dates_at
from door.records.journal.lines import Fields, caller_key


def never_back(lines: Sequence[Fields], t: str) -> list[Fields]:
    """The lines, none of an earlier time than the one before it; `t` is the last line's, "" for none."""
    made = []
    for fields in lines:
        t = max(t, str(fields["t"]), key=_order)
        made.append(fields if fields["t"] == t else _at(fields, t))
    return made


def _at(f: Fields, t: str) -> Fields:
    """The line at a later time; a table still says when play began."""
    return {"begun": f["t"], **f, "t": t} if f["kind"] == "table" else {**f, "t": t}


def _order(t: str) -> str:
    """What orders times: they end in Z, or in +00:00 where another program wrote them."""
    return t[:23]


def still_due(waiting: Iterable[Fields], others: Iterable[Fields], t: str, today: str) -> list[Fields]:
    """The lines that are still to be written after `others`, the last of them at `t`; `today` is the
    board's date.

    A day is sealed and revealed once, and begun once by a caller at a door; a month is declared once, with
    no word of the ladder, which others may have changed.  A deal is begun on its day and ended by the next.
    A game that ended in a month which is closed by now is one of the month it is written in.
    """
    said = {place for fields in others for place in _decides(fields)}
    void: set[str] = set()
    due = []
    for fields in waiting:
        kind, id = fields["kind"], str(fields.get("id"))
        late = kind in _DEAL and _is_late(fields, t)
        if late or said.intersection(_needs(fields)) or (kind == "daily_score" and id in void):
            void.add(id)
        else:
            due.append(_of_today(fields, said, t, today))
    return due


Place = tuple[str, ...]

_DEAL: Final = ("daily_turn", "daily_score")


def _decides(f: Fields) -> list[Place]:
    """What a line decides for everybody."""
    match f:
        case {"kind": "winners", "month": str(month), "door": str(door)}:
            return [("winners", month, door)]
        case {"kind": "daily" | "reveal" as kind, "day": str(day)}:
            return [(kind, day)]
        case {"kind": "daily_turn", "day": str(day), "door": str(door), "caller": str(caller)}:
            return [("daily_turn", day, door, caller_key(caller))]
    return []


def _needs(f: Fields) -> list[Place]:
    """What must not be decided yet, or the line says nothing any more."""
    if f["kind"] in _DEAL:
        return [*_decides(f), ("reveal", f["day"])]
    return _decides(f)


def _of_today(f: Fields, said: set[Place], t: str, today: str) -> Fields:
    """A turn, a table, a grant or a game of a day or month that is past or closed, as one of today."""
    t = max(t, f["t"], key=_order)
    first, last = dates_at(t)
    if f["kind"] in ("turn", "table", "grant") and not _is_of_today(f, t):
        return {**_at(f, t), "day": today}
    if f["kind"] == "winners":
        return {name: value for name, value in f.items() if name != "ladder"}
    if f["kind"] == "game":
        closed = ("winners", f["month"], f["door"]) in said
        if closed or not first[:7] <= f["month"] <= last[:7]:
            return {**f, "t": t, "month": max(today[:7], first[:7])}
    return f


def _is_of_today(f: Fields, t: str) -> bool:
    """True if the day that the line names may be the date of its time, which is `t` or later."""
    first, last = dates_at(max(t, f["t"], key=_order))
    return bool(first <= f.get("day", first) <= last)


def _is_late(f: Fields, t: str) -> bool:
    """True if a line of the day's deal can no longer be written, at `t`."""
    if f["kind"] == "daily_turn":
        return not _is_of_today(f, t)
    following = date.fromisoformat(f["day"]) + timedelta(days=1)
    return following.isoformat() < _order(max(t, str(f["t"]), key=_order))[:10]
