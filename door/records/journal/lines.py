"""One line of the journal: its bytes, its chain, and the kinds of line that are about no game.

Guarantees: a line counts byte for byte. It is one JSON object in UTF-8, with sorted keys and no spaces.
`prev` is the SHA-256 of the line before, without its newline, across files, and 64 zeros for the first. No
disk and no clock here.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from door.ui.texts import Said

VERSION: Final = 1
ZERO: Final = "0" * 64

Fields = Mapping[str, Any]


class RecordsError(Exception):
    """A file can't be read or written, and why."""

    def __init__(self, reason: Said) -> None:
        super().__init__(reason)


def reason(error: OSError) -> str:
    """Return the system's reason as the end of a sentence: "no space left on device"."""
    text = error.strerror or str(error) or type(error).__name__
    return text[:1].lower() + text[1:]


class JournalLine(NamedTuple):
    """A whole line of `month`'s file: its bytes without the newline, their SHA-256 in hex (the next line's
    `prev`), and its fields.

    `fields` is empty if the bytes are not a JSON object, or nobody needs them.
    """

    month: str
    raw: bytes
    hash: str
    fields: Fields = MappingProxyType({})

    @classmethod
    def of(cls, month: str, raw: bytes) -> JournalLine:
        """Make a line of its bytes."""
        return cls(month, raw, digest(raw), decode(raw))


def digest(raw: bytes) -> str:
    """Return the SHA-256 of a line without its newline, 64 hexadecimal digits."""
    return hashlib.sha256(raw).hexdigest()


def encode(fields: Fields) -> bytes:
    """Return the line's bytes, without the newline. A lone surrogate from a foreign journal keeps its escape.
    Raises ValueError for NaN, TypeError for anything JSON can't hold."""
    text = json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8", "backslashreplace")


def decode(raw: bytes) -> dict[str, Any]:
    """Return a line's fields, {} if it is not a JSON object."""
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def chain_lines(lines: Sequence[Fields], prev: str, month: str) -> list[JournalLine]:
    """Chain the lines behind the line whose hash is `prev`."""
    made = []
    for fields in lines:
        whole = {**fields, "v": VERSION, "prev": prev}
        raw = encode(whole)
        prev = digest(raw)
        made.append(JournalLine(month, raw, prev, whole))
    return made


caller_key: Final[Callable[[str], str]] = str.casefold
"""Returns the key by which handles are compared. They are in normal form, as lines and files have them."""


def removed_key(key: str) -> str:
    """Return the key under which a removed caller's games stay on the books; no caller can have it."""
    return f"({key})"


# -- time as the journal tells it ------------------------------------------------------


def stamp(moment: datetime) -> str:
    """Return a time in RFC 3339, UTC, with milliseconds: 2025-11-21T05:58:00.123Z."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def day_of(moment: datetime, zone: tzinfo) -> str:
    """Return the board's date, YYYY-MM-DD."""
    return moment.astimezone(zone).date().isoformat()


def next_midnight(moment: datetime, zone: tzinfo) -> datetime:
    """Return when the board's next day begins, in its zone."""
    return datetime.combine(moment.astimezone(zone).date() + timedelta(days=1), time(), zone)


def hours_left(moment: datetime, zone: tzinfo) -> int:
    """Return the hours until the board's midnight, rounded up, at least 1."""
    midnight = next_midnight(moment, zone).astimezone(UTC)
    return max(1, -((moment.astimezone(UTC) - midnight) // timedelta(hours=1)))


def month_of(moment: datetime, zone: tzinfo) -> str:
    """Return the board's month, YYYY-MM."""
    return day_of(moment, zone)[:7]


def month_before(month: str) -> str:
    """Return the month before `month`, both YYYY-MM."""
    year, number = int(month[:4]), int(month[5:7])
    return f"{year - 1:04d}-12" if number == 1 else f"{year:04d}-{number - 1:02d}"


def is_month(text: object) -> bool:
    """True if `text` is a month, YYYY-MM."""
    return isinstance(text, str) and len(text) == 7 and is_day(f"{text}-01")


def is_day(text: object) -> bool:
    """True if `text` is a date, YYYY-MM-DD."""
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
    """Return the line that closes a month. `top` holds {caller, score, games} by place, `ladder` {caller,
    rating, games} of the best players. `among` says which games count; without it all do."""
    line: dict[str, Any] = {"door": door, "month": month, "ranking": ranking, "top": list(top)}
    line |= {"among": among} if among else {}
    return {"kind": "winners", "t": t, **line, **({"ladder": list(ladder)} if ladder else {})}


def grant(t: str, caller: str, door: str, day: str, turns: int, by: str) -> Fields:
    """Return the line by which the sysop grants turns for one day (or takes them, below 0)."""
    return {"kind": "grant", "t": t, "caller": caller, "door": door, "day": day, "turns": turns, "by": by}


def rename(t: str, caller: str, to: str, id: str = "") -> Fields:
    """Return the line by which a caller gets another handle, along with their games."""
    return {"kind": "rename", "t": t, "id": id, "caller": caller, "to": to}


def remove(t: str, caller: str) -> Fields:
    """Return the line that removes a caller from every standing that is not closed yet."""
    return {"kind": "remove", "t": t, "caller": caller}


def daily(t: str, day: str, commit: str, late: bool) -> Fields:
    """Return the line that commits to a day's seed, the day before or `late`."""
    return {"kind": "daily", "t": t, "day": day, "commit": commit, "late": late}


def reveal(t: str, day: str, seed: str) -> Fields:
    """Return the line that reveals a day's seed once the day is over."""
    return {"kind": "reveal", "t": t, "day": day, "seed": seed}


def plain(options: Fields) -> Fields:
    """Return options as JSON has them: lists for tuples."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in options.items()}
