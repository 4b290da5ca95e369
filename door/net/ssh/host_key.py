"""The board's SSH host keys: made once, and never replaced by us, except by those of the other hosts.

Clients remember them, and warn their users if one changes. So a file that can't be read is an error for the
sysop, never a reason to make a new key. All clients see the Ed25519 key; the RSA key is for clients that
know nothing newer.
"""

from __future__ import annotations

import contextlib
import logging
import os
import secrets
from pathlib import Path
from typing import Final

import asyncssh

from door.records.files.disk import descriptor, give_name, make_folder, read_file, replace_file, write_all
from door.records.store import Change, Conflict, Store, Unit
from door.ui.texts import tr

log = logging.getLogger("door.net")

NAME: Final = "ssh_host_ed25519_key"
OLD_NAME: Final = "ssh_host_rsa_key"
RSA_BITS: Final = 3072
LARGEST: Final = 100_000


class BadHostKey(ValueError):
    """An unusable host key. The text is one sentence that names the file."""


def host_keys(folder: Path) -> list[asyncssh.SSHKey]:
    """Return the Ed25519 key of `folder` (see `host_key`), and the RSA key if there is a usable one.

    Making the RSA key can take seconds, so a thread does that later. A damaged one keeps only old clients
    out.
    """
    keys = [host_key(folder)]
    if (folder / OLD_NAME).exists():
        with contextlib.suppress(BadHostKey):  # the thread that makes missing keys reports it
            keys.append(host_key(folder, OLD_NAME))
    return keys


def host_key(folder: Path, name: str = NAME) -> asyncssh.SSHKey:
    """Return the key called `name` in `folder`. Make it if it is missing.

    The folder gets mode 700 and the file 600. Looser modes are repaired and logged. Raises BadHostKey if the
    file is not a private key, or can't be read or made.
    """
    path = folder / name
    try:
        make_folder(folder)
        _tighten(folder, 0o700)
        with contextlib.suppress(FileExistsError):
            if not path.exists():
                _make(path)
        _tighten(path, 0o600)
    except OSError as error:
        raise BadHostKey(
            tr.command.host_key_unwritable(path=error.filename or path, why=error.strerror)
        ) from None
    return read_key(path)


def share_key(store: Store, folder: Path, name: str = NAME) -> None:
    """Have the key called `name`, as `host_key` does. All hosts on a database get the first one's, as a file.

    Raises BadHostKey or StoreError.
    """
    path = folder / name
    doc = None if store.never_waits else store.get("key", name)
    if doc is None:
        host_key(folder, name)
        if store.never_waits:
            return
        with contextlib.suppress(Conflict):  # another host was faster
            store.write(Unit([Change("put", "key", name, 0, path.read_bytes())]))
        doc = store.get("key", name)
    try:
        if doc and (not path.exists() or read_file(path, LARGEST) != doc.body):
            make_folder(folder)
            if path.exists():
                path.replace(path.with_name(f"{name}.before"))
                log.warning("%s: the other hosts' key is used; this host's is now %s.before", path, name)
            replace_file(path, doc.body)
    except OSError as error:
        raise BadHostKey(tr.command.host_key_unwritable(path=path, why=error.strerror)) from None


def read_key(path: Path) -> asyncssh.SSHKey:
    """Return the key in that file. Raises BadHostKey if it has none or can't be read."""
    try:
        kept = read_file(path, LARGEST)
    except OSError as error:
        raise BadHostKey(tr.command.host_key_unreadable(path=path, why=error.strerror)) from None
    try:
        return asyncssh.import_private_key(kept)
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError, ValueError) as error:
        raise BadHostKey(tr.command.host_key_unusable(path=path, why=error)) from None


def _make(path: Path) -> None:
    """Write a new key to a draft, then give it its name. If another process was faster, its key stays."""
    size = {"key_size": RSA_BITS} if path.name == OLD_NAME else {}
    kind = "ssh-rsa" if path.name == OLD_NAME else "ssh-ed25519"
    text = asyncssh.generate_private_key(kind, comment="door", **size).export_private_key("openssh")
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}.new")
    try:
        with descriptor(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL) as fd:
            write_all(fd, text)
            os.fsync(fd)
        give_name(draft, path)
        log.info("made the SSH host key %s", path)
    finally:
        draft.unlink(missing_ok=True)


def _tighten(path: Path, mode: int) -> None:
    """Remove permissions beyond `mode`. Raises FileNotFoundError."""
    was = path.stat().st_mode & 0o777
    if was & ~mode:
        path.chmod(mode)
        log.warning("%s was open to others (mode %03o): now %03o", path, was, mode)
