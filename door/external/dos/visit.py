r"""The files of a visit to a DOS door: DOSBox's configuration, and the folder that DOS sees as D:.

C: is the folder of the sysop's program. D: belongs to the visit and has the drop files and FOSSIL.COM, which
dials the bridge on COM1. The words of the sysop's command are written into DOSBox's own batch file. Nothing
parses them on the way. Characters that DOS would not take as text are refused when the settings are read. In
a caller's handle they are replaced.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from typing import Final

from door.dropfile.lines import DropFile
from door.dropfile.write import drop_file_bytes
from door.external.command import ProgramVisit, fill_in

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


def configuration(door: DosDoor, visit: ProgramVisit) -> str:
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
