"""Check a DOS door for `door check`: this machine, the door's folder, and the walls that hold here."""

from __future__ import annotations

import os
import pwd
import re
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Final

from door.external.dos import bridge
from door.external.dos.orders import BRIDGE, program_of
from door.external.dos.visit import NAME, DosDoor
from door.external.launch import Orders, ProgramStartError, launch, user_ids
from door.ui.catalogue import tr

VERSION: Final = "0.74-3"
SMALL: Final = 4096
"""Most bytes of a file that is taken for a door's settings."""

TOLD: Final = 3
"""Most warnings of a kind for a door."""

_SETTINGS: Final = re.compile(r".*\.(?:cfg|ctl|ini|def|[0-9]+)|node.*\..*", re.I)
_PLACE: Final = re.compile(r"(?:[A-Z]:|\.\.)\\[^\s\"]*", re.I)
_DROP_FILE: Final = re.compile(r".*(?:door(?:32)?\.sys|dorinfo.\.def|chain\.txt)", re.I)
_WALLS: Final = {
    "user": tr.program.wall_user, "network": tr.program.wall_network, "files": tr.program.wall_files,
    "ports": tr.program.wall_ports, "signals": tr.program.wall_signals,
}  # fmt: skip


def faults(door: DosDoor, setup: str, user: str) -> Iterator[tuple[str, str]]:
    """Yield faults as (the setting's key, the reason)."""
    if not Path(bridge.DOSBOX).is_file():
        yield "dos", tr.program.no_dosbox()
    folder = door.program.parent
    if not folder.is_dir():
        yield "dos", tr.program.no_folder(folder=folder)
        return
    for key, name in (("dos", door.program.name), ("setup", setup.partition(" ")[0])):
        if name and program_of(DosDoor(folder / name)) is None:
            yield key, tr.program.is_no_file(program=folder / name)
    try:
        ids = user_ids(user)
    except ProgramStartError as error:
        yield "user", str(error)
        return
    if locked := _first_locked(folder, ids):
        who = user or _name_of(os.geteuid())
        yield "dos", tr.program.not_writable(path=locked, user=who)
    has, link = bridge.measure(folder)
    if has > door.megabytes << 20:
        yield "folder_megabytes", tr.program.folder_too_large(folder=folder, megabytes=has >> 20)
    if link:
        yield "dos", tr.program.link_leads_out(path=link)


def warnings(name: str, door: DosDoor) -> Iterator[str]:
    """Yield sentences that the sysop should read although nothing is wrong for certain."""
    version = _version()
    if version and version != VERSION:
        yield tr.program.other_dosbox(version=version, tried=VERSION)
    for path in islice(_long_names(door.program.parent), TOLD):
        yield tr.program.no_dos_name(name=name, path=path)
    for path, line, place in islice(_foreign_places(door.program.parent), TOLD):
        yield tr.program.foreign_path(name=name, path=path, line=line, place=place)


def walls(name: str, user: str) -> str:
    """Return a line with the walls that hold for a door on this machine, and those that don't."""
    holds = {*_probe(user)} - {"user"} | ({"user"} if user else set())
    has = ", ".join(said() for wall, said in _WALLS.items() if wall in holds)
    lacks = ", ".join(said() for wall, said in _WALLS.items() if wall not in holds)
    if not lacks:
        return tr.program.walls_hold(name=name, walls=has)
    return tr.program.walls_lack(name=name, walls=has or tr.program.no_walls(), lack=lacks)


def _probe(user: str) -> list[str]:
    """Return the walls that the bridge could build as that user."""
    try:
        found = launch(Orders(("walls",), {"PATH": "/usr/bin:/bin"}, "/", user, script=str(BRIDGE)))
    except (ProgramStartError, OSError):
        return []
    data = b""
    with suppress(OSError):  # EIO at its end
        while piece := os.read(found.terminal, 1024):
            data += piece
    os.close(found.terminal)
    found.process.wait()
    return data.decode("ascii", "replace").split()


def _version() -> str:
    with suppress(OSError, subprocess.SubprocessError):
        ran = subprocess.run([bridge.DOSBOX, "-version"], capture_output=True, text=True, timeout=10)
        found = re.search(r"DOSBox(?:-X)? version ([^\s,]+)", ran.stdout + ran.stderr)
        return found[1] if found else ""
    return ""


def _first_locked(folder: Path, ids: tuple[int, int] | None) -> Path | None:
    """Return the first file or folder that the door could not write as that user."""
    if ids is None and os.geteuid() == 0:
        return None
    uid, gid = ids or (os.geteuid(), os.getegid())
    groups = {gid}
    with suppress(KeyError):
        groups |= {*os.getgrouplist(pwd.getpwuid(uid).pw_name, gid)}
    for path in (folder, *sorted(folder.rglob("*"))):
        with suppress(OSError):
            found = path.lstat()
            shift = 6 if found.st_uid == uid else 3 if found.st_gid in groups else 0
            if not path.is_symlink() and not found.st_mode >> shift & 2:
                return path
    return None


def _name_of(uid: int) -> str:
    """Return an account's name, or its number if it has none."""
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)


def _long_names(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if not NAME.fullmatch(path.name))


def _foreign_places(folder: Path) -> Iterator[tuple[Path, int, str]]:
    """Yield lines of the door's own settings that look for drop files elsewhere: another board's paths."""
    for path in sorted(folder.iterdir()):
        with suppress(OSError):
            if not _SETTINGS.fullmatch(path.name) or path.stat().st_size > SMALL:
                continue
            for number, row in enumerate(path.read_bytes().decode("cp437").splitlines(), 1):
                places = (word for word in row.split() if _PLACE.fullmatch(word))
                if place := next((one for one in places if _is_foreign(folder, one)), ""):
                    yield path, number, place
                    break


def _is_foreign(folder: Path, place: str) -> bool:
    """True if a DOS path is not on D: and not a part of C:."""
    if place[:2].upper() == "D:":
        return False
    if _DROP_FILE.fullmatch(place):
        return True
    rest = place.partition("\\")[2].strip("\\")
    return place.startswith("..") or (bool(rest) and not (folder / rest.replace("\\", "/")).exists())
