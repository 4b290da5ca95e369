"""A board for the benchmarks: a temporary folder with many callers and no small limits."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from argon2 import PasswordHasher

CONFIG = """\
listen: {telnet: "127.0.0.1:0", ssh: "127.0.0.1:0"}
limits: {nodes: 10000, unproved: 10000, idle_minutes: 0}
callers: {password_kilobytes: 32, password_passes: 1}
log: {level: error, file: ""}
"""
DOOR = "turns_per_day: 0\n"
CALLER = "handle: {name}\ncreated: 2026-01-01T00:00:00.000Z\npassword: {hashed}\n"


def make(folder: Path, callers: int) -> None:
    """Makes the board: callers Bot1, Bot2, … all with the password of `callers.ssh`."""
    subprocess.run([sys.executable, "-m", "door", "init", str(folder)], check=True, stdout=subprocess.DEVNULL)
    (folder / "config" / "board.yaml").write_text(CONFIG)
    (folder / "config" / "doors" / "shutbox.yaml").write_text(DOOR)
    files = folder / "data" / "callers"
    files.mkdir(parents=True)
    hashed = PasswordHasher(time_cost=1, memory_cost=32).hash("secret1")
    for number in range(1, callers + 1):
        name = f"Bot{number}"
        (files / f"{name}.yaml").write_text(CALLER.format(name=name, hashed=hashed))
