"""Check for `door check` what `door serve` would stumble over.

Only `refresh` changes anything. Faults keep the board from starting or working, each as `file:line: key:
reason`; unwise settings are warnings.
"""

from __future__ import annotations

import errno
import grp
import ipaddress
import os
import pwd
import socket
import stat
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from door.games.info import Info
from door.net.control_wire import LONGEST_PATH, SOCKET, folder_of, socket_name
from door.net.guard.gate import files_for, most_files
from door.net.tls import BadCertificate, load_context, warning_of
from door.records.access.bans import NAME as BANS
from door.records.access.bans import WIDEST, BanError, Bans
from door.records.callers.callers import Callers
from door.records.clock import span
from door.records.files.disk import make_folder, replace_file
from door.records.files.owner import NewerRelease, check_release
from door.records.files.plain_yaml import FILE, YamlFault, dotted_path
from door.records.journal.files import last_time
from door.records.play.game_store import FOLDERS, MADE_AGAIN
from door.records.store import Store, StoreError, StoreRefused
from door.records.store.opening import store_of
from door.screens.doors import infos
from door.settings import address
from door.settings.load import BOARD_FILE, Settings
from door.settings.models import LISTENERS, WITH_TLS
from door.settings.schema import schemas, to_json
from door.settings.text import FROM_FILE, read
from door.ui.texts import tr

SCHEMAS: Final = Path("config", "schema")
NAMED: Final = 20
"""Files of one kind to name."""

AHEAD: Final = 60.0
"""Seconds that the journal may be ahead of the clock."""


def examine(settings: Settings) -> tuple[list[str], list[str]]:
    """Return the warnings and the faults of a board."""
    foreign, unusable = _owners(settings)
    return [*_warnings(settings), *foreign], [*_faults(settings), *unusable]


def _ahead(settings: Settings) -> float:
    """Return by how many seconds the journal is ahead of the clock."""
    with suppress(OSError):  # a fault, reported elsewhere
        if last := last_time(settings.data / "journal"):
            return (datetime.fromisoformat(last) - datetime.now(UTC)).total_seconds()
    return 0.0


def _faults(settings: Settings) -> Iterator[str]:
    """Return what `door serve` would refuse or could not do."""
    yield from _listeners(settings)
    broken = [*_data(settings)]
    yield from broken
    if not broken:
        yield from _control(folder_of(settings.data))
        yield from _log(settings)
        yield from _host_keys(settings)
        yield from _records(settings)


def _warnings(settings: Settings) -> Iterator[str]:
    """Return what works but is unwise."""
    from door.web.board import TEMPLATES  # with jinja2: a command that only looks at the clock needs neither
    from door.web.pages import faults

    for fault in faults(settings.folder / TEMPLATES):
        yield tr.check.template_unused(fault=fault)
    if any(address(getattr(settings.listen, kind)) for kind in WITH_TLS):
        host = urlsplit(settings.web.url).hostname if address(settings.listen.web_tls) else ""
        if warning := warning_of(settings.certificate[0], datetime.now(UTC), host or ""):
            yield warning
    for text in settings.limits.trusted:
        network = ipaddress.ip_network(text)
        if network.prefixlen < WIDEST[network.version]:
            yield tr.check.trusts_the_world(network=text)
    with suppress(StoreError), closing(store_of(*settings.where)) as kept:  # a fault is told elsewhere
        if advice := kept.advice():
            yield advice
    path = settings.folder / BOARD_FILE
    callers = read(path).values.get("callers") or {}
    secrets = [callers.get("new_password") or "", *(callers.get("boards") or ())]
    mode = _mode(path)
    if mode & 0o044 and any(secret and FROM_FILE not in secret for secret in secrets):
        yield tr.check.secrets_readable(path=path, mode=f"{mode:o}")
    stray = path.with_suffix(".yml")
    if stray.exists():
        yield tr.check.stray_settings(path=stray, name=path.name)
    if (ahead := _ahead(settings)) > AHEAD:
        yield tr.check.journal_ahead(span=span(ahead))
    files, wanted = most_files(), files_for(settings.limits.nodes)
    if files < wanted:
        yield tr.check.few_open_files(n=settings.limits.nodes, wanted=wanted, files=files)
    if old := _old_files(settings):
        yield tr.check.old_files(names=", ".join(old))


def refresh(settings: Settings) -> int:
    """Write this release's schemas. Return how many files have changed."""
    fresh = _old_schemas(settings, infos())
    make_folder(settings.folder / SCHEMAS, 0o777)
    for path, data in fresh.items():
        replace_file(path, data, ready=lambda fd: os.fchmod(fd, 0o644))
    return len(fresh)


def _old_files(settings: Settings) -> list[str]:
    """Return the names of files that `refresh` would change, unless the sysop has deleted the schemas."""
    own = {slug: info for slug, info in infos().items() if not info.package}
    schemas = _old_schemas(settings, own) if (settings.folder / SCHEMAS).is_dir() else {}
    return [str(SCHEMAS)] * bool(schemas)


def _old_schemas(settings: Settings, doors: Mapping[str, Info]) -> dict[Path, bytes]:
    fresh = {settings.folder / SCHEMAS / name: schema for name, schema in schemas(doors).items()}
    return {
        path: data for path, schema in fresh.items() if _bytes(path) != (data := to_json(schema).encode())
    }


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def _at(settings: Settings, key: tuple[str, ...], reason: str) -> str:
    path = settings.folder / BOARD_FILE
    return str(YamlFault(str(path), read(path).line(key), dotted_path(key), reason))


def _file(path: Path, reason: str) -> str:
    name = "".join(char if char.isprintable() else "?" for char in str(path))
    return str(YamlFault(name, 1, FILE, reason))


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode & 0o777
    except OSError:
        return 0


def _listeners(settings: Settings) -> Iterator[str]:
    addresses = {kind: address(getattr(settings.listen, kind)) for kind in LISTENERS}
    if not any(addresses.values()):
        yield _at(settings, ("listen",), tr.check.all_off())
    for kind, one in addresses.items():
        if one and (why := _not_ours(one.host, one.port)):
            yield _at(settings, ("listen", kind), tr.check.cannot_listen(place=one, why=why))
    if any(addresses[kind] for kind in WITH_TLS):
        try:
            load_context(*settings.certificate)
        except BadCertificate as error:
            yield _at(settings, ("tls",), str(error))


def _not_ours(host: str, port: int) -> str:
    """Return why nobody could listen there. A port in use doesn't count: the running board may use it."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, kind, proto, _, one in found:
            with socket.socket(family, kind, proto) as own:
                own.bind(one)
    except OSError as error:
        return "" if error.errno == errno.EADDRINUSE else (error.strerror or str(error)).lower()
    return ""


def _data(settings: Settings) -> Iterator[str]:
    """Return why the board's folder, or a folder in it, can't be used."""
    if why := _unusable(settings.data):
        yield _at(settings, ("board", "data"), f"{settings.data}: {why}")
        return
    try:
        check_release(settings.data)
    except NewerRelease as error:
        yield _file(settings.data, str(error))
    for name in FOLDERS:
        if name not in MADE_AGAIN and (why := _unusable(settings.data / name)):
            yield _file(settings.data / name, why)


def _control(folder: Path) -> Iterator[str]:
    """Return why `door` commands couldn't reach the board. It makes the folder, and replaces a socket that a
    killed board has left."""
    if why := _unusable(folder):
        yield _file(folder, why)
    elif (folder / SOCKET).is_dir():
        yield _file(folder / SOCKET, tr.check.is_a_folder())
    elif folder.is_dir():
        try:
            with socket_name(folder) as name:
                os.stat(name.removesuffix(f"/{SOCKET}"))  # noqa: PTH116
        except OSError:
            yield _file(folder, tr.check.socket_path_too_long(limit=LONGEST_PATH))


def _log(settings: Settings) -> Iterator[str]:
    path = settings.log_file
    if path is None:
        return
    why = _unusable(path.parent)
    if not why and path.exists():
        writable = os.access(path, os.W_OK)
        why = tr.check.not_a_file() if not path.is_file() else "" if writable else tr.check.not_writable()
    if why:
        yield _at(settings, ("log", "file"), f"{path}: {why}")


def _unusable(folder: Path) -> str:
    """Return why nothing can be written to a folder, which may be missing, or ""."""
    there = next(
        (one for one in (folder, *folder.absolute().parents) if one.exists() or one.is_symlink()), folder
    )
    if not there.is_dir():
        return tr.check.not_a_folder() if there == folder else tr.check.parent_not_a_folder(path=there)
    if there == folder and os.access(there, os.R_OK | os.W_OK | os.X_OK):
        return ""
    try:
        with tempfile.TemporaryDirectory(dir=there, prefix=".door-check-"):
            return ""
    except OSError as error:
        said = tr.check.cannot_be_written if there == folder else tr.check.cannot_be_made
        return said(why=(error.strerror or str(error)).lower())


def _records(settings: Settings) -> Iterator[str]:
    try:
        with closing(store_of(*settings.where)) as kept:
            kept.never_waits or kept.keys("list")
            yield from _bans(settings, kept)
            yield from _callers(kept)
    except StoreRefused as error:
        yield tr.records.database_unusable(why=str(error))
    except StoreError as error:
        yield str(error)


def _bans(settings: Settings, kept: Store) -> Iterator[str]:
    bans = Bans(kept, lambda: datetime.now(UTC))
    try:
        bans.look()
    except BanError as error:
        yield _file(settings.data / BANS, str(error))


def _host_keys(settings: Settings) -> Iterator[str]:
    keys = settings.data / "keys"
    if address(settings.listen.ssh) is None or not keys.is_dir():
        return
    from door.net.ssh.host_key import NAME, OLD_NAME, BadHostKey, read_key

    for path in (keys / NAME, keys / OLD_NAME):
        try:
            if path.exists():
                read_key(path)
        except BadHostKey as error:
            yield _file(path, str(error).removeprefix(f"{path}: "))


def _callers(kept: Store) -> Iterator[str]:
    broken = list[str]()
    for _ in Callers(kept).each(fault=broken.append):
        pass
    yield from broken


# -- whose the files are -----------------------------------------------------------------------


def _owners(settings: Settings) -> tuple[list[str], list[str]]:
    """Warn about files of another account, and report files that the board's account can't use."""
    owner, foreign, unusable = _owner(settings), list[tuple[Path, int]](), list[Path]()
    control = folder_of(settings.data)
    for path, state, writes in _files(settings):
        is_theirs = path == control and state.st_uid != owner.pw_uid  # the board must set its mode
        if owner.pw_uid and (is_theirs or not _can_use(owner, state, writes)):
            unusable.append(path)
        elif writes and state.st_uid != owner.pw_uid:
            foreign.append((path, state.st_uid))
    name = owner.pw_name
    warnings: list[str] = [
        tr.check.foreign_file(path=path, account=_account(uid).pw_name, owner=name)
        for path, uid in foreign[:NAMED]
    ]
    if len(foreign) > NAMED:
        warnings.append(tr.check.more_foreign_files(n=len(foreign) - NAMED, owner=name))
    faults = [_file(path, tr.check.unusable_file(owner=name, path=path)) for path in unusable[:NAMED]]
    if len(unusable) > NAMED:
        more = tr.check.more_unusable_files(n=len(unusable) - NAMED, owner=name)
        faults.append(_file(settings.folder, more))
    return warnings, faults


def _owner(settings: Settings) -> pwd.struct_passwd:
    """Return the board's account: the owner of its data."""
    there = settings.data if settings.data.exists() else settings.folder
    return _account(there.stat().st_uid)


@lru_cache
def _account(uid: int) -> pwd.struct_passwd:
    try:
        return pwd.getpwuid(uid)
    except KeyError:
        return pwd.struct_passwd((str(uid), "", uid, -1, "", "", ""))


@lru_cache
def _groups(owner: pwd.struct_passwd) -> frozenset[int]:
    named = {group.gr_gid for group in grp.getgrall() if owner.pw_name in group.gr_mem}
    return frozenset({owner.pw_gid, *named})


def _files(settings: Settings) -> Iterator[tuple[Path, os.stat_result, bool]]:
    """Yield every file and folder of the board, and whether the board writes it."""
    for root in (settings.folder / "config", settings.art, settings.folder / "news", settings.data):
        for folder, folders, names in os.walk(root):  # which leaves out what it can't read
            inside = (Path(folder, name) for name in sorted([*folders, *names]))
            for path in (*([root] if Path(folder) == root else ()), *inside):
                try:
                    yield path, path.stat(), root == settings.data
                except OSError:  # gone meanwhile, or a link to nowhere
                    continue


def _can_use(owner: pwd.struct_passwd, state: os.stat_result, writes: bool) -> bool:
    """True if that account can read the file, and also write it if the board `writes` it."""
    own, group = state.st_uid == owner.pw_uid, state.st_gid in _groups(owner)
    shift = 6 if own else 3 if group else 0
    wanted = stat.S_IROTH
    if stat.S_ISDIR(state.st_mode):
        wanted |= stat.S_IXOTH
    if writes and not own:
        wanted |= stat.S_IWOTH
    return (state.st_mode >> shift) & wanted == wanted
