"""Games in progress: one small file for each caller and door, exact to the last move.

Guarantees: the first line describes the game, with its secret seed (mode 600), and is on the disk before the
turn is charged. Each move is one more line, written before the screen shows it. A torn last line is dropped.

File names contain no special characters of handles. Moves that the disk refuses stay in memory and are
written with the next one.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from door.games.chance import Chance, keyed
from door.records.files import disk
from door.records.files.disk import OddFile, delete_drafts, open_to_read, read_file
from door.records.journal.lines import Fields, RecordsError, caller_key, reason, stamp
from door.records.store.pieces import Pieces, whole
from door.ui.texts import MaybeSaid, Said, tr

LOG: Final = logging.getLogger("door.records")

LARGEST: Final = 4 << 20
"""Bytes of a saved game."""

_KINDS: Final[Mapping[str, type]] = {
    "id": str, "door": str, "caller": str, "seats": list, "options": dict, "seed": str, "commit": str,
    "day": str, "free": bool, "t": str,
}  # fmt: skip


class SaveError(RecordsError):
    """The saved game can't be used. The text is one plain sentence."""


class SaveBusy(SaveError):
    """The save can't be opened right now."""


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a save. `options` are complete and as JSON has them, and `seed` is in hex. The game
    began at `t`. `words` are the caller's for the dice."""

    id: str
    door: str
    caller: str
    seats: tuple[str, ...]
    options: Mapping[str, Any]
    seed: str = field(repr=False)
    commit: str
    day: str
    free: bool
    t: str
    words: tuple[str, ...] = ()

    @property
    def chance(self) -> Chance:
        return keyed(self.seed, self.words)

    def line(self, kind: str, moment: datetime, **fields: Any) -> Fields:
        """Return a line of the journal about this game."""
        about = {"id": self.id, "door": self.door, "caller": self.caller}
        return {"kind": kind, "t": stamp(moment), **about, **fields}


@lru_cache(maxsize=4096)  # every menu needs one for each door
def save_name(slug: str, caller: str) -> str:
    """Return the file's name: readable, and practically unique for any handle."""
    key = caller_key(caller)
    readable = re.sub(r"[^a-z0-9]", "_", f"{slug}.{key}".replace(".", "-", 1).lower())
    return f"{readable[:40]}.{hashlib.sha256(f'{slug}/{key}'.encode()).hexdigest()[:16]}.jsonl"


class Save:
    """A game in play here: header, moves, and the file, None until the disk has taken it."""

    def __init__(
        self, header: Header, path: Path, moves: tuple[str, ...] = (), pieces: Pieces | None = None
    ) -> None:
        self.header, self.path, self.moves, self._pieces = header, path, list(moves), pieces
        self._owed = b""

    def add(self, move: str) -> MaybeSaid:
        """Save a move; return "", or a sentence if the disk refused (it is tried again)."""
        self.moves.append(move)
        self._owed += _line(move)
        return self.flush()

    def flush(self) -> MaybeSaid:
        """Write moves that wait; return "", or a sentence if the disk refused."""
        try:
            self.write()
        except OSError as error:
            return _unsaved(error)
        return ""

    def write(self) -> None:
        """Write moves that wait. Raises OSError."""
        if self._pieces is None:
            text = _line(asdict(self.header)) + b"".join(map(_line, self.moves))
            self._pieces = Pieces.create(self.path, text)
        elif self._owed:
            self._pieces.add(self._owed)
        self._owed = b""

    def begin(self) -> None:
        """Save a new game. If the disk refuses, log it and try again later."""
        if refused := self.flush():
            LOG.error("game %s: %s", self.header.id, refused, extra={"crowd": self.header.caller})

    def close(self) -> None:
        """Close the file; the game waits in it."""
        if self._pieces:
            self._pieces.close()

    def keep(self) -> MaybeSaid:
        """fsync and close a finished game's file, which stays; return "", or a sentence if the disk
        refused."""
        try:
            self.write()
            if self._pieces:
                self._pieces.sync()
        except OSError as error:
            return _unsaved(error)
        self.close()
        return ""

    def set_aside(self) -> str:
        """Rename the file so that the next game can begin; return a clause about it."""
        told = _set_aside(self.path) if self._pieces and self._pieces.is_open else "it has no file"
        self.close()
        return told

    def delete(self) -> None:
        """Delete the file, unless another game's has taken its place."""
        if self._pieces and self._pieces.is_open:
            self._pieces.delete()
        self.close()


class Saves:
    """The folder `saves/`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, slug: str, caller: str) -> Path:
        """Return the path of the caller's save at that door, or of a day's game with that id."""
        return self.folder / save_name(slug, caller)

    def has(self, path: Path) -> bool:
        """True if there is a save. Quick, on any thread."""
        return path.exists()

    def load(self, path: Path, slug: str = "") -> Save | None:
        """Load the game that waits there, or return None.

        Raises SaveBusy if it can't be read just now, SaveError if it is damaged or not a game of the door
        `slug` ("" for any door).
        """
        try:
            pieces, data = Pieces.load(path, LARGEST)
            try:
                header, moves = _parse(data, path)
                if slug not in ("", header.door):
                    raise SaveError(tr.records.save_of_other_door(folder=path.parent.name, file=path.name))
            except SaveError:
                pieces.close()
                raise
            return Save(header, path, moves, pieces)
        except FileNotFoundError:
            return None
        except OddFile as error:
            raise SaveError(
                tr.records.save_damaged(folder=path.parent.name, file=path.name, reason=reason(error))
            ) from None
        except OSError as error:
            raise SaveBusy(
                tr.records.save_unreadable(folder=path.parent.name, file=path.name, reason=reason(error))
            ) from None

    def peek(self) -> Iterator[tuple[Header, tuple[str, ...]]]:
        """Yield each saved game and its moves. Skip those that can't be read."""
        for path in sorted(self.folder.glob("*.jsonl")):
            try:
                yield _parse(whole(read_file(path, LARGEST)), path)
            except SaveError as error:
                LOG.error("%s", error)
            except OSError as error:
                LOG.error("%s/%s cannot be read: %s.", path.parent.name, path.name, reason(error))

    def move(self, old: str, new: str, slugs: Iterable[str]) -> None:
        """Move a renamed caller's games along, unless games have been begun under the new handle."""
        for slug in slugs:
            if not self.path(slug, new).exists():
                with contextlib.suppress(FileNotFoundError):
                    self.path(slug, old).rename(self.path(slug, new))

    def drop(self, caller: str, slugs: Iterable[str]) -> None:
        """Delete a removed caller's games."""
        for slug in slugs:
            with contextlib.suppress(OSError):
                self.path(slug, caller).unlink(missing_ok=True)

    def sweep(
        self, is_open: Callable[[str], bool], is_over: Callable[[str], bool], told: bool = False
    ) -> list[str]:
        """Delete saves of booked games; return a sentence for each.

        A game that the journal doesn't know is set aside: the board died before its turn was charged, or the
        journal is wrong. A damaged save stays so that its caller can be `told`, or is set aside.
        """
        delete_drafts(self.folder, ".*.new")
        files = sorted(self.folder.glob("*.jsonl"))
        return [note for path in files if (note := self._swept(path, is_open, is_over, told))]

    def _swept(
        self, path: Path, is_open: Callable[[str], bool], is_over: Callable[[str], bool], told: bool = False
    ) -> str:
        try:
            save = self.load(path)
        except SaveBusy as error:
            return str(error)
        except SaveError as error:
            if told:
                return tr.records.caller_is_told(why=error)
            return set_aside(path, error)
        if save is None:
            return ""
        if is_open(save.header.id):
            save.close()
            return ""
        if not is_over(save.header.id):  # the journal may come from an older backup
            done = save.set_aside()
        else:
            done = "it was deleted"
            save.delete()
        return f"{path.parent.name}/{path.name}: no turn is open for this game; {done}."


def id_in(path: Path) -> str | None:
    """Return the id of the game in that file. "" if it can't be read, None if it doesn't exist."""
    try:
        with open_to_read(path) as file:
            return _parse(file.readline(LARGEST), path)[0].id
    except FileNotFoundError:
        return None
    except (OSError, SaveError):
        return ""


def _unsaved(error: OSError) -> Said:
    return tr.play.game_cannot_be_saved(why=reason(error))


def _parse(data: bytes, path: Path) -> tuple[Header, tuple[str, ...]]:
    try:
        tree, *moves = [json.loads(line) for line in data.splitlines()]
        if not all(isinstance(tree[name], kind) for name, kind in _KINDS.items()):
            raise ValueError("a value is of another kind")
        header = Header(**{**tree, "seats": tuple(tree["seats"]), "words": tuple(tree.get("words", ()))})
        bytes.fromhex(header.seed)
        if not all(isinstance(text, str) for text in (*moves, *header.seats, *header.words)):
            raise ValueError("a move, a seat or a word must be text")
        return header, tuple(moves)
    except (ValueError, TypeError, KeyError, RecursionError):
        raise SaveError(tr.records.no_save(folder=path.parent.name, file=path.name)) from None


def set_aside(path: Path, error: SaveError) -> str:
    """Rename a file that can't be read so that the next game can begin; return a sentence."""
    told = _set_aside(path)
    return f"{error} {told[0].upper()}{told[1:]}."


def _set_aside(path: Path) -> str:
    try:
        return f"it was kept as {disk.set_aside(path).name}"
    except OSError as error:
        return f"it cannot be set aside: {reason(error)}"


def _line(value: Any) -> bytes:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "replace") + b"\n"
