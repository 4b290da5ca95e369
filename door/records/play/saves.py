"""Games in progress: one small file each, exact to the last entered move.

Law: the first line tells what the game is, its secret seed too (mode 600), and is on the
disk before the turn is charged; every entered move is another line, written before the
screen shows it.  A killed process loses nothing, a torn last line is dropped.  Whoever plays
a game holds its file's lock, so that two processes never play the same one.

There is one file for each caller and door; its name holds no character of the handle that a
path could trip over.  What the disk refuses stays in memory and is written with the next
move.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import logging
import os
import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from door.games.chance import Chance, keyed
from door.records.files import disk
from door.records.files.disk import (
    OddFile,
    delete_drafts,
    give_name,
    open_file,
    open_regular,
    read_file,
    sync_folder,
    try_lock,
    write_all,
)
from door.records.journal.lines import Fields, RecordsError, caller_key, reason, stamp
from door.ui.texts import tr

LOG: Final = logging.getLogger("door.records")

LARGEST: Final = 4 << 20
"""Bytes of a saved game."""

_KINDS: Final[Mapping[str, type]] = {
    "id": str, "door": str, "caller": str, "seats": list, "options": dict, "seed": str, "commit": str,
    "day": str, "free": bool, "t": str,
}  # fmt: skip


class SaveError(RecordsError):
    """A saved game that cannot be played on; the text is one plain sentence."""


class SaveBusy(SaveError):
    """The game cannot be opened just now."""


class SaveLocked(SaveBusy):
    """Another process plays that game just now."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a game is: `options` whole as JSON has them, `seed` in hex, `t` when it began; `words` are the
    caller's, as the journal has them, none where none was given."""

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
        """Its stream, from the start."""
        return keyed(self.seed, self.words)

    def line(self, kind: str, moment: datetime, **fields: Any) -> Fields:
        """A line of the journal about this game, of a kind of `journal.grammar`."""
        about = {"id": self.id, "door": self.door, "caller": self.caller}
        return {"kind": kind, "t": stamp(moment), **about, **fields}


@lru_cache(maxsize=4096)  # every menu asks for each door's: 0.05 ms of a log-on
def save_name(slug: str, caller: str) -> str:
    """The name of the file: readable, and as good as unique whatever the handle is."""
    key = caller_key(caller)
    readable = re.sub(r"[^a-z0-9]", "_", f"{slug}.{key}".replace(".", "-", 1).lower())
    return f"{readable[:40]}.{hashlib.sha256(f'{slug}/{key}'.encode()).hexdigest()[:16]}.jsonl"


class Save:
    """A game that is being played here: its header, its moves, and its file, locked."""

    def __init__(
        self, header: Header, path: Path, moves: tuple[str, ...] = (), fd: int = -1, size: int = 0
    ) -> None:
        self.header, self.path, self.moves = header, path, list(moves)
        self._fd, self._size = fd, size
        self._owed = b""

    def add(self, move: str) -> str:
        """Keeps a move; "" or a sentence about what the disk refused (it is tried again)."""
        self.moves.append(move)
        self._owed += _line(move)
        return self.flush()

    def flush(self) -> str:
        """Writes what is owed; "" or a sentence about what the disk refused."""
        try:
            self.write()
        except OSError as error:
            return _unsaved(error)
        return ""

    def write(self) -> None:
        """The same; OSError where the disk refuses it."""
        if self._fd < 0:
            self._create()
        elif self._owed:
            self._append()

    def begin(self) -> None:
        """A new game: what it is, on the disk; what that refuses is told to the log, and written later.

        SaveBusy where its caller has one in that place already (begun by another process).
        """
        try:
            self._create()
        except FileExistsError:
            raise SaveBusy(tr.play.game_begun_elsewhere()) from None
        except OSError as error:
            LOG.error("game %s: %s", self.header.id, _unsaved(error), extra={"crowd": self.header.caller})

    def _create(self) -> None:
        """Puts the whole file in place at once, locked, under a name that nobody else has."""
        draft = self.path.with_name(f".{secrets.token_hex(8)}.new")
        text = _line(asdict(self.header)) + b"".join(map(_line, self.moves))
        fd = open_file(draft, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL)
        try:
            try_lock(fd)
            write_all(fd, text)
            os.fsync(fd)
            give_name(draft, self.path)
            sync_folder(self.path.parent)
        except OSError:
            os.close(fd)
            raise
        finally:
            draft.unlink(missing_ok=True)
        self._fd, self._size, self._owed = fd, len(text), b""

    def _append(self) -> None:
        try:
            write_all(self._fd, self._owed)
        except OSError:
            with contextlib.suppress(OSError):
                os.ftruncate(self._fd, self._size)
            raise
        self._size, self._owed = self._size + len(self._owed), b""

    def close(self) -> None:
        """Lets the file go; the game waits in it."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def keep(self) -> str:
        """The game has ended and its file stays: all of it is on the disk, and let go.

        "" or a sentence about what the disk refused; it may be tried again.
        """
        if refused := self.flush():
            return refused
        try:
            os.fsync(self._fd)
        except OSError as error:
            return f"{self.path.name} cannot be kept just now: {reason(error)}."
        self.close()
        return ""

    def set_aside(self) -> str:
        """Keep the file under another name, so that the next game can begin; a sentence about it."""
        told = _set_aside(self.path) if self._fd >= 0 else "it has no file"
        self.close()
        return told

    def delete(self) -> None:
        """The game is on the books, or never was: its file goes, and no other game's."""
        if self._fd >= 0:
            with contextlib.suppress(OSError):
                if os.path.samestat(os.fstat(self._fd), self.path.stat()):
                    self.path.unlink(missing_ok=True)
        self.close()


class Saves:
    """The folder `saves/`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, slug: str, caller: str) -> Path:
        """Where that caller's game at that door is kept, or a day's game of that id."""
        return self.folder / save_name(slug, caller)

    def has(self, path: Path) -> bool:
        """Whether anything is kept there; quickly, on any thread."""
        return path.exists()

    def load(self, path: Path, slug: str = "") -> Save | None:
        """The game that waits there, locked for us, or None.

        Raises SaveBusy while another process plays it, SaveError if it cannot be read or is not a game of
        the door `slug` ("" for any door).
        """
        try:
            fd = open_regular(path, os.O_RDWR | os.O_APPEND)
            try:
                if not try_lock(fd):
                    raise SaveLocked(tr.play.game_played_elsewhere())
                if os.fstat(fd).st_nlink == 0:  # finished and deleted while we waited for it
                    raise FileNotFoundError
                data = _whole(fd, path)
                sound = data.rfind(b"\n") + 1
                header, moves = _parse(data[:sound], path)
                if slug not in ("", header.door):
                    raise SaveError(f"{path.parent.name}/{path.name} is a game of another door.")
                if sound < len(data):
                    os.ftruncate(fd, sound)
                return Save(header, path, moves, fd, sound)
            except BaseException:
                os.close(fd)
                raise
        except FileNotFoundError:
            return None
        except OddFile as error:
            raise SaveError(f"{path.parent.name}/{path.name} is not a saved game: {reason(error)}.") from None
        except OSError as error:
            raise SaveBusy(f"{path.parent.name}/{path.name} cannot be opened: {reason(error)}.") from None

    def peek(self) -> Iterator[tuple[Header, tuple[str, ...]]]:
        """Every game that is kept here and its moves, read without its lock; what cannot be
        read is left out."""
        for path in sorted(self.folder.glob("*.jsonl")):
            try:
                data = read_file(path, LARGEST)
                yield _parse(data[: data.rfind(b"\n") + 1], path)
            except SaveError as error:
                LOG.error("%s", error)
            except OSError as error:
                LOG.error("%s/%s cannot be read: %s.", path.parent.name, path.name, reason(error))

    def move(self, old: str, new: str, slugs: Iterable[str]) -> None:
        """A caller was renamed: their games follow, where none has been begun since."""
        for slug in slugs:
            if not self.path(slug, new).exists():
                with contextlib.suppress(FileNotFoundError):
                    self.path(slug, old).rename(self.path(slug, new))

    def drop(self, caller: str, slugs: Iterable[str]) -> None:
        """A caller was removed: the games that wait for them go."""
        for slug in slugs:
            with contextlib.suppress(OSError):
                self.path(slug, caller).unlink(missing_ok=True)

    def sweep(
        self, is_open: Callable[[str], bool], is_over: Callable[[str], bool], told: bool = False
    ) -> list[str]:
        """Deletes the games that are on the books already.  One of which the books know nothing is set aside:
        they may be what is wrong, or the board died before its turn was charged.  One that cannot be read
        stays for its caller to be `told`, or is set aside.

        A sentence for each; games that another process plays are left alone.
        """
        delete_drafts(self.folder, ".*.new")
        files = sorted(self.folder.glob("*.jsonl"))
        return [note for path in files if (note := self._swept(path, is_open, is_over, told))]

    def _swept(
        self, path: Path, is_open: Callable[[str], bool], is_over: Callable[[str], bool], told: bool = False
    ) -> str:
        try:
            save = self.load(path)
        except SaveLocked:
            return ""
        except SaveBusy as error:
            return str(error)
        except SaveError as error:
            if told:
                return f"{error} Its caller is told at the door."
            return set_aside(path, error)
        if save is None:
            return ""
        if is_open(save.header.id):
            save.close()
            return ""
        if not is_over(save.header.id):  # the journal may be an older one, put back
            done = save.set_aside()
        else:
            done = "it was deleted"
            save.delete()
        return f"{path.parent.name}/{path.name}: no turn is open for this game; {done}."


def id_in(path: Path) -> str | None:
    """The id of the game in that file, read without its lock; "" where it cannot be read, None without a
    file."""
    try:
        with os.fdopen(open_regular(path), "rb") as file:
            return _parse(file.readline(LARGEST), path)[0].id
    except FileNotFoundError:
        return None
    except (OSError, SaveError):
        return ""


def _unsaved(error: OSError) -> str:
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
        raise SaveError(f"{path.parent.name}/{path.name} is no saved game.") from None


def set_aside(path: Path, error: SaveError) -> str:
    """Keep a file that cannot be read under another name, so that the next game can begin; a sentence."""
    told = _set_aside(path)
    return f"{error} {told[0].upper()}{told[1:]}."


def _set_aside(path: Path) -> str:
    try:
        return f"it was kept as {disk.set_aside(path).name}"
    except OSError as error:
        return f"it cannot be set aside: {reason(error)}"


def _whole(fd: int, path: Path) -> bytes:
    if (size := os.fstat(fd).st_size) > LARGEST:
        raise OddFile(errno.EFBIG, f"Too large ({size:,} bytes)", str(path))
    with open(fd, "rb", closefd=False) as file:
        return file.read()


def _line(value: Any) -> bytes:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "replace") + b"\n"
