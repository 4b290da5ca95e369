"""A board for the benchmarks: a temporary folder with many callers and no small limits."""

import asyncio
import resource
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent.parent))
from door.records.callers.caller_file import Caller, write_caller
from door.records.callers.passwords import Passwords

CREATED, LAST_CALL = "2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z"

PASSWORD = "open sesame"
DOORS = ("shutbox", "microlink", "mindbuster", "thieves", "switchbox")
CONFIG = """\
listen: {{telnet: "127.0.0.1:0", ssh: "127.0.0.1:0", web: "off"}}
limits: {{nodes: 10000, unproved: {unproved}, idle_minutes: 0, {limits}}}
callers: {{{passwords}}}
log: {{level: {level}, file: "{log}", kilobytes: 1048576}}
"""
DOOR = "turns_per_day: 0\n"


def make(
    folder: Path,
    callers: int,
    *,
    log: str = "",
    level: str = "error",
    limits: str = "",
    unproved: int = 10000,
    passwords: tuple[int, int] | None = (1, 32),
    chosen: Mapping[str, Any] | None = None,
) -> None:
    """Makes the board: callers Bot0, Bot1, Bot2, … all with PASSWORD, hashed at little cost.

    `log` is the log's file, "" for none; `limits` are more of them, as YAML; `passwords` are passes and
    kilobytes, None for the board's own; `chosen` what their files have besides.
    """
    subprocess.run([sys.executable, "-m", "door", "init", str(folder)], check=True, stdout=subprocess.DEVNULL)
    cost = "password_passes: {}, password_kilobytes: {}".format(*passwords) if passwords else ""
    config = CONFIG.format(log=log, level=level, limits=limits, unproved=unproved, passwords=cost)
    (folder / "config" / "board.yaml").write_text(config)
    for slug in DOORS:
        (folder / "config" / "doors" / f"{slug}.yaml").write_text(DOOR)
    files = folder / "data" / "callers"
    files.mkdir(parents=True)
    hashed = asyncio.run(Passwords.at_cost(*passwords or ()).hash(PASSWORD))
    for number in range(callers + 1):
        name = f"Bot{number}"
        caller = Caller(name, created=CREATED, last_call=LAST_CALL, password=hashed, **(chosen or {}))
        (files / f"{name}.yaml").write_text(write_caller(caller))


def many_files() -> int:
    """Lets this process and those it starts have as many open files as the system allows; how many."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard
