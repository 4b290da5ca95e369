"""Handles that stay taken: those of callers who were renamed or removed, as files in `callers/removed/`.

Law: each step of a rename may have been done before.  The file is moved, so that there is one caller
all the time, and then says its new handle.  For whoever holds the callers' lock.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from door.records.callers.caller_file import CallerError, parse_caller, write_caller
from door.records.callers.caller_folder import LARGEST, CallerFolder, telling
from door.records.callers.handles import key_of
from door.records.files.disk import make_folder, read_file, replace_file
from door.records.files.plain_yaml import YamlError, dump, parse
from door.ui.texts import tr


def give_name(files: CallerFolder, old: str, new: str, reserving: bool) -> bool:
    """Gives the caller `old` the handle `new`, and reserves the old one; False where somebody else has
    taken the new one since, so that the old one is kept."""
    files.forget()
    target, here, there = files.folder / f"{new}.yaml", files.path_of(key_of(old)), files.path_of(key_of(new))
    path = here or there
    if path is None:
        raise CallerError(tr.accounts.no_such_caller(handle=old))
    with telling(path):
        if here and there and here != there:
            _free(files, old)
            return False
        if here != there and reserving:
            make_folder(files.removed)
            replace_file(files.removed / f"{old}.yaml", dump({"handle": old, "renamed": new}).encode())
        if path != target:
            path.rename(target)
        caller = parse_caller(read_file(target, LARGEST).decode("utf-8-sig"), target.name)
        replace_file(target, write_caller(replace(caller, handle=new)).encode())
        _free(files, new)
    files.forget()
    return True


def _free(files: CallerFolder, handle: str) -> None:
    """A handle that somebody has is not reserved."""
    for name in files.removed.glob("*.yaml"):
        if key_of(name.stem) == key_of(handle):
            name.unlink()


def was_theirs(path: Path, now: str) -> bool:
    """Whether the reserved handle of that file was once that of the caller who is called `now`."""
    try:
        renamed = parse(path.name, read_file(path, LARGEST).decode()).values.get("renamed", "")
    except (OSError, ValueError, YamlError):
        return False
    return bool(now) and key_of(str(renamed)) == key_of(now)
