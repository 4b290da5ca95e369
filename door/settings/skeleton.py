"""Make a board folder as a copy of the one in the package."""

from __future__ import annotations

import os
import shlex
import shutil
import tempfile
from pathlib import Path
from typing import Final

import door
from door.records.files.disk import make_folder
from door.ui.texts import tr

FOLDERS: Final = ("config", "ansi_art")
PACKAGE: Final = Path(door.__file__).parent
SKELETON: Final = PACKAGE / "skeleton" if (PACKAGE / "skeleton" / "config").is_dir() else PACKAGE.parent
"""The folder with the shipped config/ and ansi_art/: in a wheel's package, or a checkout."""


class InitError(Exception):
    """No board folder was made. The text is the reason, one sentence."""


def init(target: Path) -> list[str]:
    """Make a board in the folder `target`, which may be new. Return the instructions for the sysop.

    Raises InitError, and leaves nothing behind, if there is a board already or it can't be written.
    """
    if target.exists() and not target.is_dir():
        raise InitError(tr.command.init_target_is_file(target=target))
    for name in FOLDERS:
        if (target / name).exists() or (target / name).is_symlink():
            raise InitError(tr.command.init_exists(path=target / name))
    try:
        _copy(target)
    except OSError as error:
        raise InitError(f"{error.filename or target}: {error.strerror or error}.") from None
    target = target.absolute()
    return [
        tr.command.init_ready(target=target),
        tr.command.init_settings(path=target / "config" / "board.yaml"),
        tr.command.init_start(target=shlex.quote(str(target))),
    ]


def _copy(target: Path) -> None:
    """Copy beside the target first, then rename the folders into place."""
    made = _make(target)
    placed: list[Path] = []
    try:
        with tempfile.TemporaryDirectory(dir=target, prefix=".door-init-") as aside:
            for name in FOLDERS:
                shutil.copytree(SKELETON / name, Path(aside, name), copy_function=_copy_file)
            _give(Path(aside), target)
            for name in FOLDERS:
                Path(aside, name).rename(target / name)
                placed.append(target / name)
    except BaseException:
        for folder in placed:
            shutil.rmtree(folder, ignore_errors=True)
        for folder in made:
            folder.rmdir()
        raise


def _copy_file(source: str, target: str) -> None:
    """Copy like `shutil.copyfile`, but let the first error end all copying."""
    try:
        shutil.copyfile(source, target)
    except OSError as error:
        raise InitError(f"{Path(target).name}: {error.strerror or error}.") from None


def _give(folder: Path, target: Path) -> None:
    """Give everything that root copied to the owner of the board's folder."""
    if os.geteuid() == 0:
        owner = target.stat()
        for path in folder.rglob("*"):
            os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)


def _make(target: Path) -> list[Path]:
    """Make the folder and its parents. Return the new ones, innermost first."""
    new = [folder for folder in (target, *target.parents) if not folder.exists()]
    make_folder(target, 0o777)
    return new
