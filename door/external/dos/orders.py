"""Start a visit to a DOS door, and say how it ended."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from door.external import workdir
from door.external.command import ProgramVisit
from door.external.dos import bridge, visit
from door.external.dos.visit import BOX, DROP, DosDoor
from door.external.launch import Orders, ProgramStartError
from door.ui.catalogue import tr
from door.ui.sentence import MaybeSaid

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
        configuration = visit.configuration(door, of)
    except ValueError as error:
        raise ProgramStartError(tr.program.too_long_for_dos(why=error)) from None
    folder = Path(of.folder)
    box, drop = (workdir.inner(folder, name, ids) for name in (BOX, DROP))
    workdir.leave(box, "dosbox.conf", configuration.encode(), ids)
    workdir.leave(drop, "FOSSIL.COM", visit.driver(), ids)
    for name, data in visit.drop_files(of.caller, now):
        workdir.leave(drop, name, data, ids)
    workdir.give(folder, ids)
    spec = bridge.Spec(
        str(door.program.parent), of.folder, grace, door.megabytes << 20, dict(visit.environment(zone)), log
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
    if status == 0 and kept is None:
        return "", ""
    told = read_log(log)
    if kept is not None:
        with suppress(OSError):
            kept.write_text(told, "utf-8")
    if status not in WHY:
        return "", tr.program.dos_bridge(status=status) if status else ""
    detail = told.rpartition(bridge.DETAIL)[2].strip()
    said, logged = WHY[status]
    return said(name=name), logged(detail=detail)
