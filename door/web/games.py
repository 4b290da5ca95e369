"""Finished games from the journal, with the lines that prove them and the names that may be shown.

A caller who hides their handle, or has left the board, is "a caller" on every page. The lines of such a game
hold the handle, so they are not published, and the game has no page of its own.

Guarantees: one game, and the latest ones, cost the same however many games there are, apart from the search
for an id in a month's file. A month costs by its own games.
"""

from __future__ import annotations

import json
import mmap
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from door.records.files.disk import make_folder, replace_file
from door.records.journal.files import JournalOffset, journal_months
from door.records.journal.find import GAMES, TURNS
from door.records.journal.grammar import COMPUTER, fits
from door.records.journal.lines import Fields, caller_key, decode
from door.web.routes import game_path

Named = Callable[[str], str]
"""Returns a caller's handle, or "" if it isn't shown on the web."""

_OF_GAMES: Final = re.compile(rb'"kind":"(daily_game|daily_score|daily_turn|game|match|table|turn)"')
_ENDS: Final = re.compile(rb'"kind":"(daily_game|game|match)"')
_CHANGES: Final = re.compile(rb'"kind":"(?:rename|remove)"')
_REVEALS: Final = re.compile(rb'"day":"(\d{4}-\d\d-\d\d)","kind":"reveal"')


@dataclass(frozen=True, slots=True)
class FoundLine:
    """A line of the journal: its offset, its bytes without the newline, and its fields."""

    offset: JournalOffset
    raw: bytes
    fields: Fields

    @property
    def text(self) -> str:
        return self.raw.decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class PublicGame:
    """A finished game.

    - `began`, `ended`: its first and its last line, as fields. `lines`: every line that proves it, as texts.
    - `seats`: who played, as shown on the pages. "" is a caller without a name.
    """

    began: Fields
    ended: Fields
    lines: tuple[str, ...]
    seats: tuple[str, ...]

    @property
    def id(self) -> str:
        return str(self.ended["id"])

    @property
    def door(self) -> str:
        return str(self.began["door"])

    @property
    def month(self) -> str:
        """The month under which the game has its page: the one in which it ended."""
        return str(self.ended["t"])[:7]

    @property
    def path(self) -> str:
        """The path of its page."""
        return game_path(self.month, self.id)

    @property
    def day(self) -> str:
        """The day of its daily deal, or ""."""
        return str(self.ended["day"]) if self.ended["kind"] == "daily_game" else ""

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(self.ended.get("scores", ())) or (self.ended["score"],)

    @property
    def is_public(self) -> bool:
        """True if everybody in it may be named."""
        return all(self.seats)


# -- files ---------------------------------------------------------------------------------------------------


@contextmanager
def _open_month(folder: Path, month: str) -> Iterator[mmap.mmap | bytes]:
    """Yield a month's file, as bytes that can be searched."""
    with (folder / f"{month}.jsonl").open("rb") as file:
        try:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except ValueError:  # it is empty
            yield b""
            return
        with data:
            yield data


def _line_at(data: mmap.mmap | bytes, month: str, at: int) -> tuple[FoundLine | None, int]:
    """Return the whole line around an offset, and its own offset. None if it isn't well-formed."""
    begin = data.rfind(b"\n", 0, at) + 1
    end = data.find(b"\n", at)
    if end < 0:
        return None, begin
    raw = bytes(data[begin:end])
    fields = decode(raw)
    known = fields.get("kind") in (*TURNS, *GAMES, "daily_score", "daily", "reveal", "rename", "remove")
    return (FoundLine((month, begin), raw, fields) if known and fits(fields) else None), begin


def _back(data: mmap.mmap | bytes, month: str, sign: bytes, until: int) -> Iterator[FoundLine]:
    """Yield the lines that hold `sign`, the last one before `until` first."""
    while (at := data.rfind(sign, 0, until)) >= 0:
        line, until = _line_at(data, month, at)
        if line:
            yield line


def _on(data: mmap.mmap | bytes, month: str, sign: re.Pattern[bytes], at: int = 0) -> Iterator[FoundLine]:
    """Yield the lines that match, in order."""
    while found := sign.search(data, at):
        at = data.find(b"\n", found.end()) + 1
        line, _ = _line_at(data, month, found.start())
        if line:
            yield line
        if not at:
            return


def _lines_of(data: mmap.mmap | bytes, month: str, id: str, until: int) -> list[FoundLine]:
    """Return a game's lines before an offset, in order, from its turn on if that is in this file."""
    own = list[FoundLine]()
    for line in _back(data, month, f'"id":"{id}"'.encode(), until):
        if line.fields.get("id") == id:
            own.insert(0, line)
            if line.fields["kind"] in TURNS:
                break
    return own


# -- handles -------------------------------------------------------------------------------------------------


KEPT: Final = 1 << 20
"""Bytes of new lines after which the changes of handles are kept in a file."""


class HandleChanges:
    """Every `rename` and `remove` in a journal, in order. Only new lines are read. Earlier results are
    in the file `kept`."""

    def __init__(self, folder: Path, kept: Path | None = None) -> None:
        self._folder, self._kept = folder, kept
        self._offset, self._sign, self._lines = ("", 0), "", list[FoundLine]()

    def read(self) -> list[FoundLine]:
        """Return them as of now."""
        if not self._lines and not self._offset[0]:
            self._load()
        if not self._fits():
            self._offset, self._lines = ("", 0), []
        read = 0
        for month in journal_months(self._folder):
            if month < self._offset[0]:
                continue
            with _open_month(self._folder, month) as data:
                since = self._offset[1] if month == self._offset[0] else 0
                self._lines += _on(data, month, _CHANGES, since)
                end = data.rfind(b"\n") + 1
                read += end - since
                self._offset, self._sign = (month, end), _sign(data, end)
        if read > KEPT:
            self._save()
        return self._lines

    def _fits(self) -> bool:
        """True if the journal still has what was read, up to that offset."""
        month, offset = self._offset
        if not month:
            return True
        try:
            with _open_month(self._folder, month) as data:
                return len(data) >= offset and _sign(data, offset) == self._sign
        except OSError:
            return False

    def _load(self) -> None:
        with suppress(OSError, ValueError, KeyError, TypeError):
            kept = json.loads(self._kept.read_bytes()) if self._kept else {}
            found = [(month, at, raw.encode()) for month, at, raw in kept["lines"]]
            (month, offset), sign = kept["place"], str(kept["sign"])
            self._lines = [FoundLine((month, at), raw, decode(raw)) for month, at, raw in found]
            self._offset, self._sign = (str(month), int(offset)), sign

    def _save(self) -> None:
        if self._kept is None:
            return
        lines = [[*line.offset, line.text] for line in self._lines]
        body = json.dumps({"place": self._offset, "sign": self._sign, "lines": lines}).encode()
        with suppress(OSError):  # a cache, made again
            make_folder(self._kept.parent)
            replace_file(self._kept, body, lasting=False)


def _sign(data: mmap.mmap | bytes, end: int) -> str:
    """Return a digest of the bytes before an offset."""
    return sha256(data[max(0, end - 512) : end]).hexdigest()


class Names:
    """Today's names of the handles in the journal. Ask for the latest lines first."""

    def __init__(self, changes: Sequence[FoundLine], named: Named) -> None:
        self._changes, self._named = list(changes), named
        self._now: dict[str, str] = {}  # a key at this point of the journal → the handle today, "" for nobody

    def name_of(self, offset: JournalOffset, seat: str) -> str:
        """Return the name of a seat in the line at that offset, "" for a caller who isn't named."""
        while self._changes and self._changes[-1].offset > offset:
            self._go_back(self._changes.pop().fields)
        if seat.startswith(COMPUTER):
            return seat
        today = self._now.get(caller_key(seat), seat)
        return today and self._named(today)

    def _go_back(self, change: Fields) -> None:
        before = caller_key(change["caller"])
        if change["kind"] == "remove":
            self._now[before] = ""
            return
        after = caller_key(change["to"])
        today = self._now.get(after, str(change["to"]))
        self._now[after] = ""  # an earlier owner of that handle has left the board
        self._now[before] = today


# -- games ---------------------------------------------------------------------------------------------------


class Games:
    """The finished games of a journal, in its folder."""

    def __init__(self, folder: Path, changes: Sequence[FoundLine], named: Named) -> None:
        self._folder, self._changes, self._named = folder, changes, named

    def game(self, month: str, id: str) -> PublicGame | None:
        """Return the game with that id which ended in that month, or None."""
        sign = f'"id":"{id}"'.encode()
        with suppress(FileNotFoundError), _open_month(self._folder, month) as data:
            for line in _back(data, month, sign, len(data)):
                if line.fields["kind"] in GAMES and line.fields.get("id") == id:
                    return self._whole(data, line, Names(self._changes, self._named))
        return None

    def latest(self, most: int) -> list[PublicGame]:
        """Return at most that many games, the latest first."""
        found, names = list[PublicGame](), Names(self._changes, self._named)
        for month in reversed(journal_months(self._folder)):
            with _open_month(self._folder, month) as data:
                end = data.rfind(b"\n") + 1  # without a torn line
                while end > 0 and len(found) < most:
                    line, end = _last(data, month, end)
                    if line and line.fields["kind"] in GAMES and (game := self._whole(data, line, names)):
                        found.append(game)
            if len(found) == most:
                break
        return found

    def month(self, month: str) -> list[PublicGame]:
        """Return the games that ended in a month, in order."""
        with suppress(FileNotFoundError), _open_month(self._folder, month) as data:
            lines: dict[str, list[FoundLine]] = {}
            for line in _on(data, month, _OF_GAMES):
                lines.setdefault(str(line.fields["id"]), []).append(line)
            ended = [own for own in lines.values() if own[-1].fields["kind"] in GAMES]
            ended.sort(key=lambda own: own[-1].offset)
            names = Names(self._changes, self._named)
            found = [self._join(data, own[-1], own[:-1], names) for own in reversed(ended)]
            return [game for game in reversed(found) if game]
        return []

    def day(self, day: str) -> list[PublicGame]:
        """Return the games of a day's revealed deal, in order; none for a day that isn't revealed."""
        sign = f'"day":"{day}","kind":"reveal"'.encode()
        for month in (one for one in journal_months(self._folder) if one >= day[:7]):
            with _open_month(self._folder, month) as data:
                if (at := data.find(sign)) < 0:
                    continue
                lines = [line for line in _on(data, month, _ENDS, at) if line.fields.get("day") == day]
                names = Names(self._changes, self._named)
                found = [self._whole(data, line, names) for line in reversed(lines)]
                return [game for game in reversed(found) if game]
        return []

    def days(self) -> list[str]:
        """Return the days whose daily deal has been revealed and played, in order."""
        days = set[str]()
        for month in journal_months(self._folder):
            path = self._folder / f"{month}.jsonl"
            key = str(path), path.stat().st_size
            if key not in _DAYS:
                with _open_month(self._folder, month) as data:
                    _DAYS[key] = tuple(found[1].decode() for found in _REVEALS.finditer(data))
            days.update(_DAYS[key])
        return sorted(days)

    def _whole(self, data: mmap.mmap | bytes, ended: FoundLine, names: Names) -> PublicGame | None:
        """Return the game that ends with that line, with its earlier lines in the same file and before."""
        month, end = ended.offset
        return self._join(data, ended, _lines_of(data, month, str(ended.fields["id"]), end), names)

    def _join(
        self, data: mmap.mmap | bytes, ended: FoundLine, own: list[FoundLine], names: Names
    ) -> PublicGame | None:
        """Return the game with its day's lines, and those of its callers' handles. None without its first
        line."""
        month, id = ended.offset[0], str(ended.fields["id"])
        if not (own and own[0].fields["kind"] in TURNS):
            own = [*self._earlier(month, id), *own]
        if not (own and own[0].fields["kind"] in TURNS):
            return None
        began, lines = own[0].fields, [*own, ended]
        if ended.fields["kind"] == "daily_game":
            lines += self._of_day(data, month, str(ended.fields["day"]))
        seats = {caller_key(seat) for seat in began.get("seats") or [began["caller"]]}
        for change in self._changes:
            keys = [caller_key(change.fields[name]) for name in ("caller", "to") if name in change.fields]
            if own[0].offset < change.offset < ended.offset and not seats.isdisjoint(keys):
                lines.append(change)
                follows = {keys[-1]} if keys[0] in seats and len(keys) > 1 else set[str]()
                seats = seats.difference(keys) | follows
        lines.sort(key=lambda line: line.offset)
        shown = tuple(names.name_of(ended.offset, seat) for seat in ended.fields["seats"])
        return PublicGame(began, ended.fields, tuple(line.text for line in lines), shown)

    def _earlier(self, month: str, id: str) -> list[FoundLine]:
        """Return the lines of a game that began in an earlier month."""
        found = list[FoundLine]()
        for earlier in reversed([one for one in journal_months(self._folder) if one < month]):
            with _open_month(self._folder, earlier) as data:
                found = _lines_of(data, earlier, id, len(data)) + found
            if found and found[0].fields["kind"] in TURNS:
                return found
        return []

    def _of_day(self, data: mmap.mmap | bytes, month: str, day: str) -> list[FoundLine]:
        """Return the commitment and the seed of a day's deal."""
        found = list[FoundLine]()
        for kind in ("daily", "reveal"):
            sign = f'"day":"{day}","kind":"{kind}"'.encode()
            line = next(_back(data, month, sign, len(data)), None)
            for other in reversed(journal_months(self._folder)) if line is None else ():
                if other <= month:
                    with _open_month(self._folder, other) as file:
                        line = next(_back(file, other, sign, len(file)), None)
                if line or other < day[:7]:
                    break
            found += [line] if line else []
        return found


_DAYS: Final[dict[tuple[str, int], tuple[str, ...]]] = {}
"""The revealed days of each file, by its path and size."""


def _last(data: mmap.mmap | bytes, month: str, end: int) -> tuple[FoundLine | None, int]:
    """Return the line that ends just before `end`, and its offset."""
    begin = data.rfind(b"\n", 0, end - 1) + 1
    if not _ENDS.search(data, begin, end):
        return None, begin
    return _line_at(data, month, begin)
