"""One line of the journal: how it is written, read and chained; and our lines that are about no game.

Law: a line is the truth, byte for byte.  It is one JSON object, keys sorted, no spaces after
separators, UTF-8; `prev` is the SHA-256 of the line before it without its newline, across
files, and 64 zeros before the first.  Nothing here touches a disk or asks for the time.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from typing import Any, Final

VERSION: Final = 1
ZERO: Final = "0" * 64

Fields = Mapping[str, Any]


class RecordsError(Exception):
    """Something on disk could not be read or kept; the text is one plain sentence."""


def reason(error: OSError) -> str:
    """What the system says went wrong, as the end of a sentence: "no space left on device"."""
    text = error.strerror or str(error) or type(error).__name__
    return text[:1].lower() + text[1:]


@dataclass(frozen=True, slots=True)
class Entry:
    """A whole line of `month`'s file: its bytes without the newline, and what they say.

    `fields` is empty where the bytes are not a JSON object; they still take part in the chain.
    """

    month: str
    raw: bytes
    fields: Fields

    @property
    def hash(self) -> str:
        """SHA-256 of the bytes, in hex: the next line's `prev`."""
        return digest(self.raw)


def digest(raw: bytes) -> str:
    """SHA-256 of a line without its newline, 64 hexadecimal digits."""
    return hashlib.sha256(raw).hexdigest()


def encode(fields: Fields) -> bytes:
    """The line's bytes, without the newline; ValueError for NaN, TypeError for what JSON lacks.  A lone
    surrogate, which a foreign journal may hold, is written as the escape it came as."""
    text = json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8", "backslashreplace")


def decode(raw: bytes) -> dict[str, Any]:
    """What a line says, or {} where it is not a JSON object."""
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def chained(lines: Sequence[Fields], prev: str, month: str) -> list[Entry]:
    """The lines as entries that follow the line whose hash is `prev`."""
    entries = []
    for fields in lines:
        whole = {**fields, "v": VERSION, "prev": prev}
        raw = encode(whole)
        entries.append(Entry(month, raw, whole))
        prev = digest(raw)
    return entries


def never_back(lines: Sequence[Fields], t: str) -> list[Fields]:
    """Return the lines with times that don't go back; `t` is the time of the line before, "" for none."""
    made = []
    for fields in lines:
        t = max(t, str(fields["t"]), key=_order)
        made.append(fields if fields["t"] == t else _at(fields, t))
    return made


def _at(f: Fields, t: str) -> Fields:
    """Return the line at a later time; a table still says when play began."""
    return {"begun": f["t"], **f, "t": t} if f["kind"] == "table" else {**f, "t": t}


def _order(t: str) -> str:
    """Return what orders times: they end in Z, or in +00:00 if another program wrote them."""
    return t[:23]


def caller_key(handle: str) -> str:
    """What makes two handles the same caller's."""
    return handle.casefold()


# -- time as the journal tells it ------------------------------------------------------


def stamp(moment: datetime) -> str:
    """RFC 3339 in UTC, milliseconds: 2025-11-21T05:58:00.123Z."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def day_of(moment: datetime, zone: tzinfo) -> str:
    """The board's date, YYYY-MM-DD."""
    return moment.astimezone(zone).date().isoformat()


def next_midnight(moment: datetime, zone: tzinfo) -> datetime:
    """When the board's next day begins, in its zone."""
    return datetime.combine(moment.astimezone(zone).date() + timedelta(days=1), time(), zone)


def hours_left(moment: datetime, zone: tzinfo) -> int:
    """Hours until the board's midnight, from 1 on: one that has begun counts whole."""
    midnight = next_midnight(moment, zone).astimezone(UTC)
    return max(1, -((moment.astimezone(UTC) - midnight) // timedelta(hours=1)))


def month_of(moment: datetime, zone: tzinfo) -> str:
    """The board's month, YYYY-MM."""
    return day_of(moment, zone)[:7]


def month_before(month: str) -> str:
    """The month before `month`, both YYYY-MM."""
    year, number = int(month[:4]), int(month[5:7])
    return f"{year - 1:04d}-12" if number == 1 else f"{year:04d}-{number - 1:02d}"


def is_month(text: object) -> bool:
    """Whether `text` is a month as the journal writes it, YYYY-MM."""
    return isinstance(text, str) and len(text) == 7 and is_day(f"{text}-01")


def is_day(text: object) -> bool:
    """Whether `text` is a date as the journal writes it, YYYY-MM-DD."""
    return isinstance(text, str) and len(text) == 10 and _is_date(text)


@lru_cache(maxsize=256)
def _is_date(text: str) -> bool:
    try:
        return text.isascii() and date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


# -- kinds of ours that are about no game; the journal adds `v` and `prev` ------------------


def winners(
    t: str, door: str, month: str, ranking: str, top: Sequence[Fields], among: str = "",
    ladder: Sequence[Fields] = (),
) -> Fields:  # fmt: skip
    """A month is closed: `top` holds {caller, score, games} in order of their places, `among` says of
    which games; without it all of them count by their scores, as they once did.  `ladder` holds
    {caller, rating, games} of the first of the game's ladder then."""
    line: dict[str, Any] = {"door": door, "month": month, "ranking": ranking, "top": list(top)}
    line |= {"among": among} if among else {}
    return {"kind": "winners", "t": t, **line, **({"ladder": list(ladder)} if ladder else {})}


def grant(t: str, caller: str, door: str, day: str, turns: int, by: str) -> Fields:
    """The sysop gives (or, below 0, takes) `turns` on one day."""
    return {"kind": "grant", "t": t, "caller": caller, "door": door, "day": day, "turns": turns, "by": by}


def rename(t: str, caller: str, to: str, id: str = "") -> Fields:
    """A caller goes by another handle from here on; their books move along.  By its `id` a rename
    that was cut off is known to be on the books."""
    return {"kind": "rename", "t": t, "id": id, "caller": caller, "to": to}


def remove(t: str, caller: str) -> Fields:
    """A caller leaves the board: off every standing that is not closed yet."""
    return {"kind": "remove", "t": t, "caller": caller}


def daily(t: str, day: str, commit: str, late: bool) -> Fields:
    """A day's seed is sealed: the day before, or `late`."""
    return {"kind": "daily", "t": t, "day": day, "commit": commit, "late": late}


def reveal(t: str, day: str, seed: str) -> Fields:
    """A day is over, its seed is shown."""
    return {"kind": "reveal", "t": t, "day": day, "seed": seed}


def plain(options: Fields) -> Fields:
    """Options as JSON has them: lists for tuples."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in options.items()}
