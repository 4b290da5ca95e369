"""A visit to a DOS door: its files, its start and end, and what `door check` asks."""

from __future__ import annotations

import json
import os
import pwd
import re
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Final

from door.dropfile.files import DropFile, drop_file_bytes
from door.external import workdir
from door.external.command import ProgramVisit, fill_in
from door.external.dos import bridge
from door.external.launch import Orders, ProgramStartError, launch, user_ids
from door.ui.sentence import MaybeSaid
from door.ui.texts import tr

# -- the files of a visit --------------------------------------------------------------------------
#
# DOSBox's configuration, and the folder that DOS sees as D:. C: is the folder of the sysop's program. D:
# belongs to the visit and has the drop files and FOSSIL.COM, which dials the bridge on COM1.
#
# The words of the sysop's command are written into DOSBox's own batch file. Nothing parses them on the way.
# Characters that DOS would not take as text are refused when the settings are read. In a caller's handle they
# are replaced.

PORT: Final = "@PORT@"
"""The bridge writes its port here."""

BOX: Final = "box"
DROP: Final = "drop"
LONGEST: Final = 120
"""Most characters of a program and its words. DOS has 126 for all that follows the program's name."""

MOST_MINUTES: Final = 540
"""Many DOS doors count the caller's seconds in 16 bits."""

NAME: Final = re.compile(r"[A-Za-z0-9!#$'()@^_`{}~-]{1,8}(?:\.[A-Za-z0-9!#$'()@^_`{}~-]{1,3})?")
"""A name that DOS knows: 8.3."""

PROGRAM: Final = re.compile(r".*\.(?:com|exe|bat)", re.I)
_NOT_TEXT: Final = re.compile(r'[^ -~]|[|<>"%&^]')
DROP_FILES: Final = ("DOOR32.SYS", "DOOR.SYS", "DORINFO1.DEF", "CHAIN.TXT")

_CONF: Final = """\
[sdl]
output=surface
priority=normal,normal
mapperfile={box}/none
[dosbox]
machine=svga_s3
captures={box}
memsize={memory}
[render]
frameskip=10
aspect=false
[cpu]
core=auto
cputype=auto
cycles=fixed {speed}
[mixer]
nosound=true
[midi]
mpu401=none
mididevice=none
[sblaster]
sbtype=none
oplmode=none
[gus]
gus=false
[speaker]
pcspeaker=false
tandy=off
disney=false
[joystick]
joysticktype=none
[serial]
serial1=modem listenport:0
serial2=disabled
serial3=disabled
serial4=disabled
[dos]
xms=true
ems=true
umb=true
[ipx]
ipx=false
[autoexec]
@echo off
mount c "{folder}"
mount d "{drop}"
config -securemode
set PATH=Z:\\;C:\\
set NODE={node}
c:
cls
d:\\fossil.com /D {port}{console}
if errorlevel 1 goto end
call {command}
:end
d:\\fossil.com /E
exit
"""


@dataclass(frozen=True, slots=True)
class DosDoor:
    """A DOS door's settings: the program's path, its words, and the machine that it runs on.

    `speed` is DOSBox's cycles, `memory` and `megabytes` (the most that its folder may have) are megabytes.
    """

    program: Path
    words: tuple[str, ...] = ()
    speed: int = 10_000
    memory: int = 4
    megabytes: int = 64
    console: bool = False


def wrong_character(word: str) -> str:
    """Return the first character of the sysop's word that can't be handed to DOS, or ""."""
    found = _NOT_TEXT.search(re.sub(r"%[A-Z]", "", word))
    return found[0] if found else ""


def command_line(door: DosDoor, visit: ProgramVisit) -> str:
    """Return the line that starts the program. In a caller's values, `_` replaces what DOS would not take.

    Raises ValueError if it is too long.
    """
    words = [door.program.name, *(_NOT_TEXT.sub("_", word) for word in fill_in(door.words, visit))]
    line = " ".join(words)
    if len(line) > LONGEST:
        raise ValueError(f"{len(line)} characters")
    return line


def dosbox_conf(door: DosDoor, visit: ProgramVisit) -> str:
    """Return dosbox.conf, with PORT in it."""
    folder, drop = Path(visit.folder) / BOX, Path(visit.folder) / DROP
    return _CONF.format(
        box=folder, drop=_quote(drop), folder=_quote(door.program.parent), memory=door.memory,
        speed=door.speed, node=visit.caller.node, port=PORT, console=" /C" if door.console else "",
        command=command_line(door, visit),
    )  # fmt: skip


def _quote(path: Path) -> str:
    return str(path).replace("%", "%%")


def drop_files(caller: DropFile, now: datetime) -> Iterator[tuple[str, bytes]]:
    """Yield the names and bytes of all drop files, on COM1 and with a time that fits into 16 bits."""
    caller = replace(caller, seconds=min(caller.seconds, MOST_MINUTES * 60))
    for kind in DROP_FILES:
        name, data = drop_file_bytes(kind, caller, now, port=1)
        yield name.upper(), data
        if kind == "DORINFO1.DEF" and 1 < caller.node <= 9:
            yield f"DORINFO{caller.node}.DEF", data


def driver() -> bytes:
    """Return FOSSIL.COM."""
    return (files("door.external.dos") / "fossil.com").read_bytes()


def environment(zone: str) -> Mapping[str, str]:
    """Return DOSBox's whole environment, with the board's time zone, and nothing to show or hear."""
    return {
        "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8",
        "TZ": zone,
    }  # fmt: skip


# -- start and end ---------------------------------------------------------------------------------

BRIDGE: Final = Path(bridge.__file__)
COLS: Final = 80
WHY: Final = {
    bridge.NO_DOSBOX: (tr.external.dos_not_started, tr.program.dos_no_dosbox),
    bridge.NO_ANSWER: (tr.external.dos_not_started, tr.program.dos_no_answer),
    bridge.FULL: (tr.external.dos_folder_full, tr.program.dos_full),
    bridge.BROKEN: (tr.external.dos_broke_off, tr.program.dos_broken),
    bridge.CPU: (tr.external.dos_used_its_time, tr.program.dos_cpu),
    bridge.SILENT: (tr.external.dos_said_nothing, tr.program.dos_silent),
    bridge.LINK: (tr.external.dos_not_started, tr.program.dos_link),
    bridge.CLOSED: (tr.external.dos_not_started, tr.program.dos_closed),
}
"""For each of the bridge's exit codes, a sentence for the caller and one for the log."""


def orders(
    door: DosDoor,
    of: ProgramVisit,
    now: datetime,
    zone: str,
    ids: tuple[int, int] | None,
    log: int,
    grace: float = 10.0,
) -> Orders:
    """Write the visit's files, give its folder to its user, and return the orders for the bridge.

    The end of DOSBox's log goes to the open file `log`. Nobody else can reach into the folder before all is
    written. Raises StartError or OSError.
    """
    if program_of(door) is None:
        raise ProgramStartError(tr.program.is_no_file(program=door.program))
    try:
        configuration = dosbox_conf(door, of)
    except ValueError as error:
        raise ProgramStartError(tr.program.too_long_for_dos(why=error)) from None
    folder = Path(of.folder)
    box, drop = (workdir.inner(folder, name, ids) for name in (BOX, DROP))
    workdir.leave(box, "dosbox.conf", configuration.encode(), ids)
    workdir.leave(drop, "FOSSIL.COM", driver(), ids)
    for name, data in drop_files(of.caller, now):
        workdir.leave(drop, name, data, ids)
    workdir.give(folder, ids)
    spec = bridge.Spec(
        str(door.program.parent), of.folder, grace, door.megabytes << 20, dict(environment(zone)), log
    )
    return Orders(
        (json.dumps(spec._asdict()),), {"PATH": "/usr/bin:/bin"}, of.folder, cols=COLS, rows=of.rows,
        utf8=False, echo=False, script=str(BRIDGE), hands=(log,),
    )  # fmt: skip


def program_of(door: DosDoor) -> Path | None:
    """Return the door's program, whatever the case of its name, or None if its folder has none."""
    wanted = door.program.name.lower()
    try:
        return next((one for one in door.program.parent.iterdir() if one.name.lower() == wanted), None)
    except OSError:
        return None


def read_log(log: int) -> str:
    """Return the lines of DOSBox's log, an open file, without control characters of a DOS program's."""
    try:
        data = os.pread(log, 2 * bridge.END_OF_LOG, 0)
    except OSError:
        return ""
    lines = ("".join(filter(str.isprintable, line)) for line in data.decode("utf-8", "replace").splitlines())
    return "\n".join(filter(None, lines))


def explain(name: str, log: int, kept: Path | None, status: int) -> tuple[MaybeSaid, str]:
    """Return the sentence for the caller, and words for the log, of a visit that ended with that status.

    `log` is the open file that the bridge had. Its text is written to the file `kept`, if there is one.
    """
    told = read_log(log)
    if kept is not None:
        with suppress(OSError):
            kept.write_text(told, "utf-8")
    if status not in WHY:
        return "", tr.program.dos_bridge(status=status) if status else ""
    detail = told.rpartition(bridge.DETAIL)[2].strip()
    said, logged = WHY[status]
    return said(name=name), logged(detail=detail)


# -- check -----------------------------------------------------------------------------------------
#
# This machine, the door's folder, and the walls that hold here.

VERSION: Final = "0.74-3"
SMALL: Final = 4096
"""Most bytes of a file that is taken for a door's settings."""

TOLD: Final = 3
"""Most warnings of a kind for a door."""

_SETTINGS: Final = re.compile(r".*\.(?:cfg|ctl|ini|def|[0-9]+)|node.*\..*", re.I)
_DOS_PATH: Final = re.compile(r"(?:[A-Z]:|\.\.)\\[^\s\"]*", re.I)
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
        who = user or name_of(os.geteuid())
        yield "dos", tr.program.not_writable(path=locked, user=who)
    has, link = bridge.measure(folder)
    if has > door.megabytes << 20:
        size = tr.count.megabytes(n=has >> 20)
        yield "folder_megabytes", tr.program.folder_too_large(folder=folder, size=size)
    if link:
        yield "dos", tr.program.link_leads_out(path=link)


def warnings(name: str, door: DosDoor) -> Iterator[str]:
    """Yield sentences that the sysop should read although nothing is wrong for certain."""
    version = _version()
    if version and version != VERSION:
        yield tr.program.other_dosbox(version=version, tried=VERSION)
    for path in islice(_long_names(door.program.parent), TOLD):
        yield tr.program.no_dos_name(name=name, path=path)
    for path, line, foreign in islice(_foreign_paths(door.program.parent), TOLD):
        yield tr.program.foreign_path(name=name, path=path, line=line, place=foreign)


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
    for path in (folder, *_entries(folder)):
        with suppress(OSError):
            found = path.lstat()
            shift = 6 if found.st_uid == uid else 3 if found.st_gid in groups else 0
            if not path.is_symlink() and not found.st_mode >> shift & 2:
                return path
    return None


def name_of(uid: int) -> str:
    """Return an account's name, or its number if it has none."""
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)


def _entries(folder: Path) -> list[Path]:
    """Return everything below a folder, except what can't be listed."""
    return sorted(Path(at, name) for at, folders, files in os.walk(folder) for name in (*folders, *files))


def _long_names(folder: Path) -> Iterator[Path]:
    return (path for path in _entries(folder) if not NAME.fullmatch(path.name))


def _foreign_paths(folder: Path) -> Iterator[tuple[Path, int, str]]:
    """Yield lines of the door's own settings that look for drop files elsewhere: another board's paths."""
    files = next(os.walk(folder), ("", [], []))[2]  # none if it can't be listed
    for path in sorted(folder / name for name in files if _SETTINGS.fullmatch(name)):
        with suppress(OSError):
            if path.stat().st_size > SMALL:
                continue
            for number, row in enumerate(path.read_bytes().decode("cp437").splitlines(), 1):
                paths = (word for word in row.split() if _DOS_PATH.fullmatch(word))
                if foreign := next((one for one in paths if _is_foreign(folder, one)), ""):
                    yield path, number, foreign
                    break


def _is_foreign(folder: Path, dos_path: str) -> bool:
    """True if a DOS path is not on D: and not a part of C:."""
    if dos_path[:2].upper() == "D:":
        return False
    if _DROP_FILE.fullmatch(dos_path):
        return True
    rest = dos_path.partition("\\")[2].strip("\\")
    return dos_path.startswith("..") or (bool(rest) and not (folder / rest.replace("\\", "/")).exists())
