"""The journal's grammar: the fields of each kind of line, with their types, ranges and times.

Guarantees: `LINE_SHAPES` has the words of docs/journal.md, and a test compares the two. Only a line by
itself is checked here; the audit compares it with earlier lines. Unknown kinds and fields belong to other
programs and pass. Only `Wrong` is raised, and its reasons are short plain ASCII, fit for a log.

The board's zone is not in the journal. So a date or a month is right if it is right anywhere on Earth at
`t`, from UTC-12 to UTC+14. A step that began before midnight gets a minute more.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeGuard

from door.play.match.values import is_clock
from door.records.journal.lines import VERSION, Fields, is_day, is_month
from door.ui.sentence import Sentence
from door.ui.texts import tr

TIME: Final = re.compile(r"(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)\.\d{3}(Z|\+00:00)", re.A)
HEX_64: Final = re.compile(r"[0-9a-fA-F]{64}")
HEX_32: Final = re.compile(r"[0-9a-fA-F]{32}")
ENDS: Final = ("over", "resigned", "time", "aborted", "claimed")
RANKINGS: Final = ("total", "best")

COMPUTER: Final = "computer:"
"""The prefix of a computer's seat, before its level."""

WEST: Final = timedelta(hours=12, minutes=1)
EAST: Final = timedelta(hours=14)


class Wrong(Exception):
    """A line breaks a rule; the text is the reason."""


def short(text: object) -> str:
    """Return a text from the file in a form fit for a sentence."""
    shown = str(text)
    return ascii(shown if len(shown) <= 40 else shown[:37] + "...")


# -- time -----------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _dates(minute: str) -> tuple[str, str]:
    moment = datetime.fromisoformat(minute)
    try:
        return (moment - WEST).date().isoformat(), (moment + EAST).date().isoformat()
    except OverflowError:
        return minute[:10], minute[:10]


def dates_at(t: str) -> tuple[str, str]:
    """Return the first and the last date anywhere on Earth at `t` (UTC)."""
    return _dates(t[:16])


def seconds_between(early: str, late: str) -> float:
    """Return the seconds from one `t` to another."""
    minutes = datetime.fromisoformat(late[:16]) - datetime.fromisoformat(early[:16])
    ms = int(late[17:19] + late[20:23]) - int(early[17:19] + early[20:23])
    return (minutes // timedelta(milliseconds=1) + ms) / 1000  # whole until here, so that a minute is 60.0


def _is_today(day: Any, t: str) -> bool:
    first, last = dates_at(t)
    return is_day(day) and first <= day <= last


def _is_this_month(month: Any, t: str) -> bool:
    first, last = dates_at(t)
    return is_month(month) and first[:7] <= month <= last[:7]


def _is_over(month: Any, t: str) -> bool:
    return is_month(month) and bool(month < dates_at(t)[1][:7])


# -- fields ---------------------------------------------------------------------------------

Holds = Callable[[Any, str], Any]


class LineField(NamedTuple):
    """A field's type, a check of its value at the line's `t`, and the reason if that fails. `said`
    describes it in docs/journal.md."""

    kind: type
    said: str
    holds: Holds | None = None
    reason: Sentence = tr.audit.field_empty


def _are_texts(value: Any, t: str) -> bool:
    return {str}.issuperset(map(type, value))


def _each_like(pattern: re.Pattern[str]) -> Holds:
    return lambda value, t: all(isinstance(one, str) and pattern.fullmatch(one) for one in value)


def _lists_of(kind: type) -> Holds:
    """True for one list for the match, or one for each seat of a race."""

    def holds(value: list[Any], t: str) -> bool:
        lists = value if value and all(type(each) is list for each in value) else [value]
        return all({kind}.issuperset(map(type, each)) for each in lists)

    return holds


def _is_change(value: Any) -> bool:
    return (
        type(value) is list and [type(each) for each in value] == [int, str]
        and (not value[1] or is_clock(value[1]))
    )  # fmt: skip


TEXT: Final = LineField(str, "text", lambda value, t: value, tr.audit.field_empty)
ANY_TEXT: Final = LineField(str, "any text")
FLAG: Final = LineField(bool, "true or false")
NUMBER: Final = LineField(int, "whole number")
OPTIONS: Final = LineField(dict, "names and values")
HEX: Final = LineField(
    str, "64 hexadecimal digits", lambda value, t: HEX_64.fullmatch(value), tr.audit.field_no_hash
)
TODAY: Final = LineField(str, "date of `t`", _is_today, tr.audit.field_not_today)
MONTH: Final = LineField(str, "month of `t`", _is_this_month, tr.audit.field_not_this_month)
CLOSED: Final = LineField(str, "month before that of `t`", _is_over, tr.audit.field_not_over)
DAY: Final = LineField(str, "date", lambda value, t: is_day(value), tr.audit.field_no_date)
MOMENT: Final = LineField(str, "time", lambda value, t: is_time(value), tr.audit.field_no_time)
SEATS: Final = LineField(
    list, "list of players' names", lambda value, t: value and _are_texts(value, t) and all(value),
    tr.audit.field_no_players,
)  # fmt: skip
MOVES: Final = LineField(list, "list of texts", _are_texts, tr.audit.field_no_texts)
WORDS: Final = LineField(
    list,
    "list of texts, empty ones too",
    lambda value, t: value and _are_texts(value, t),
    tr.audit.field_no_texts,
)
NUMBERS: Final = LineField(
    list,
    "list of whole numbers",
    lambda value, t: {int}.issuperset(map(type, value)),
    tr.audit.field_no_numbers,
)
SEALS: Final = LineField(
    list, "list of 64 hexadecimal digits each", _each_like(HEX_64), tr.audit.field_no_seals
)
SALTS: Final = LineField(
    list, "list of 32 hexadecimal digits each", _each_like(HEX_32), tr.audit.field_no_salts
)
MADE: Final = LineField(
    list, "list of texts, or at a race a list of them a seat", _lists_of(str), tr.audit.field_no_moves
)
TIMES: Final = LineField(
    list, "milliseconds since the table opened, one a move", _lists_of(int), tr.audit.field_no_times
)
CLOCK: Final = LineField(
    str, "`1d`, `3d`, `7d` or minutes and seconds, `5+10`", lambda value, t: is_clock(value),
    tr.audit.field_no_clock,
)  # fmt: skip
END: Final = LineField(
    str,
    "`over`, `resigned`, `time`, `aborted` or `claimed`",
    lambda value, t: value in ENDS,
    tr.audit.field_no_end,
)
CHANGES: Final = LineField(
    list, "list of pairs: milliseconds since the table opened, and the clock from then on, empty for none",
    lambda value, t: all(map(_is_change, value)), tr.audit.field_no_changes,
)  # fmt: skip
RANKING: Final = LineField(
    str, "`total` or `best`", lambda value, t: value in RANKINGS, tr.audit.field_no_ranking
)
PLACES: Final = LineField(list, "list of `caller` (text), `score` and `games` (whole numbers)")
RATINGS: Final = LineField(list, "list of `caller` (text), `rating` and `games` (whole numbers)")

_TYPES: Final[Mapping[type, Sentence]] = {
    str: tr.audit.field_not_text, int: tr.audit.field_not_number, bool: tr.audit.field_not_truth,
    list: tr.audit.field_not_list, dict: tr.audit.field_not_object,
}  # fmt: skip


class Shape:
    """The fields that a line must have, and others that it may have."""

    def __init__(self, needs: Mapping[str, LineField], may: Mapping[str, LineField] | None = None) -> None:
        self.needs, self.may = needs, may or {}

    def check(self, f: Fields) -> None:
        """Raise Wrong for the first field that is missing, has another type, or is invalid."""
        for name, field in self.needs.items():
            if type(f.get(name)) is not field.kind:
                raise Wrong((tr.audit.field_missing if name not in f else _TYPES[field.kind])(field=name))
        for name, field in (*self.needs.items(), *self.may.items()):
            if name not in f:
                continue
            if type(f[name]) is not field.kind:
                raise Wrong(_TYPES[field.kind](field=name))
            if field.holds and not field.holds(f[name], f["t"]):
                raise Wrong(field.reason(field=name, value=short(f[name])))


# -- the table ------------------------------------------------------------------------------

_GAME: Final = {"id": TEXT, "door": TEXT, "caller": TEXT}
_PLAYED: Final = {"seats": SEATS, "options": OPTIONS, "seed": HEX, "moves": MOVES, "score": NUMBER}

LINE_SHAPES: Final[Mapping[str, Shape]] = {
    "turn": Shape({**_GAME, "day": TODAY, "free": FLAG, "options": OPTIONS, "commit": HEX}, {"words": WORDS}),
    "game": Shape({**_GAME, **_PLAYED, "month": MONTH}),
    "table": Shape({
        "id": TEXT, "door": TEXT, "seats": SEATS, "options": OPTIONS, "clock": CLOCK, "rated": FLAG,
        "commit": HEX,
    }, {"words": WORDS, "seals": SEALS, "day": TODAY, "race": FLAG, "begun": MOMENT}),
    "match": Shape({
        "id": TEXT, "seats": SEATS, "seed": HEX, "moves": MADE, "times": TIMES, "scores": NUMBERS,
        "places": NUMBERS, "end": END,
    }, {"salts": SALTS, "by": NUMBER, "clocks": CHANGES, "left": NUMBERS}),
    "winners": Shape(
        {"door": TEXT, "month": CLOSED, "ranking": RANKING, "top": PLACES}, {"among": TEXT, "ladder": RATINGS}
    ),
    "grant": Shape({"caller": TEXT, "door": TEXT, "day": TODAY, "turns": NUMBER, "by": ANY_TEXT}),
    "rename": Shape({"caller": TEXT, "to": TEXT}, {"id": ANY_TEXT}),
    "remove": Shape({"caller": TEXT}),
    "daily": Shape({"day": DAY, "commit": HEX, "late": FLAG}),
    "daily_turn": Shape({**_GAME, "day": TODAY, "options": OPTIONS, "commit": HEX}),
    "daily_score": Shape({**_GAME, "day": DAY, "score": NUMBER, "seal": HEX}),
    "reveal": Shape({"day": DAY, "seed": HEX}),
    "daily_game": Shape({**_GAME, "day": DAY, **_PLAYED}),
}  # fmt: skip
"""All of our kinds."""


def check_frame(f: Fields) -> None:
    """Check the fields that every line has."""
    if f.get("v") != VERSION or type(f.get("v")) is not int:
        raise Wrong(tr.audit.version())
    if not is_time(f.get("t")):
        raise Wrong(tr.audit.no_time())
    if not isinstance(f.get("kind"), str):
        raise Wrong(tr.audit.no_kind())


def is_time(t: object) -> TypeGuard[str]:
    """True if `t` is a time as the journal writes it: RFC 3339 in UTC, with milliseconds."""
    return isinstance(t, str) and bool(TIME.fullmatch(t)) and is_day(t[:10])


def time_of(fields: Fields) -> str:
    """Return a line's time, "" if it doesn't have a valid one."""
    t = fields.get("t")
    return t if is_time(t) and t[17:19] != "60" else ""


def fault_in(f: Fields) -> str:
    """Return the fault in a line's time or in the fields of its kind, or ""."""
    try:
        if not is_time(f.get("t")):
            return tr.audit.no_time()
        if shape := LINE_SHAPES.get(f["kind"]):
            shape.check(f)
    except Wrong as wrong:
        return str(wrong)
    return ""


def fits(f: Fields) -> bool:
    """True if the line obeys `LINE_SHAPES`."""
    return not fault_in(f)


_UNSPACED: Final = re.compile(r'[^"\s]*+(?:"[^"\\]*+(?:\\.[^"\\]*+)*+"[^"\s]*+)*+')
"""Quoted texts, with no white space between them. It never backtracks, whatever a line holds."""


_BRACKETS: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[{]|[\]}]')
DEEPEST: Final = 100
"""Most lists and objects inside each other. No line of ours has more than three."""


class Unreadable(Exception):
    """Not a journal line. The text says why."""


def _no_number(name: str) -> Any:
    raise Unreadable(tr.audit.no_json_number(name=name))


def _ordered_dict(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Unreadable(tr.audit.key_twice())
    if list(found) != sorted(found):
        raise Unreadable(tr.audit.keys_unsorted())
    return found


_READER: Final = json.JSONDecoder(parse_constant=_no_number, object_pairs_hook=_ordered_dict)


def _is_too_deep(text: str) -> bool:
    if text.count("[") + text.count("{") <= DEEPEST:
        return False
    depth = 0
    for found in _BRACKETS.finditer(text):
        depth += (found[0] in "[{") - (found[0] in "]}")
        if depth > DEEPEST:
            return True
    return False


def read_line(raw: bytes) -> dict[str, Any]:
    """Parse a line. Raises Unreadable."""
    try:
        text = raw.decode("utf-8")
        if _is_too_deep(text):
            raise Unreadable(tr.audit.too_deep())
        value = _READER.decode(text)
    except UnicodeDecodeError:
        raise Unreadable(tr.audit.not_utf_eight()) from None
    except ValueError:
        raise Unreadable(tr.audit.not_json()) from None
    if not isinstance(value, dict):
        raise Unreadable(tr.audit.no_object())
    if not _UNSPACED.fullmatch(text):
        raise Unreadable(tr.audit.spaces())
    return value
