"""Load the sysop's files as one frozen value, or raise all their faults at once."""

from __future__ import annotations

import os
import zoneinfo
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeVar

from door.games.info import Info
from door.records.files import plain_yaml
from door.records.files.plain_yaml import FILE, Document, YamlFault, dotted_path
from door.records.store.opening import Where
from door.settings import text, texts
from door.settings.doors import DoorSettings, ExternalFile, door_settings, model
from door.settings.environment import Variables, below, variables_of, with_variables
from door.settings.forms import SLUG
from door.settings.models import (
    BoardFile,
    BoardSettings,
    CallerSettings,
    Desk,
    LimitSettings,
    Listen,
    LogSettings,
    MailSettings,
    Metrics,
    OutsideSettings,
    TableSettings,
    TerminalSettings,
    Tls,
    Web,
    Webhook,
)
from door.settings.text import SettingsError, nearest, refuse, refuse_file
from door.settings.texts import Texts
from door.settings.validate import check
from door.ui import pseudo
from door.ui.sentence import ENGLISH
from door.ui.texts import tr

BOARD_FILE: Final = Path("config", "board.yaml")
DOORS_FOLDER: Final = Path("config", "doors")
EXTERNAL_FOLDER: Final = Path("config", "external")
OF_FILES: Final = ("doors", "external")
"""The first words of keys that have files of their own."""

Drafts = Mapping[Path, str]
"""Unsaved texts by the paths of their files."""

NO_DRAFTS: Final[Drafts] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings. `folder` is the board's; relative paths start from it."""

    folder: Path
    board: BoardSettings
    listen: Listen
    tls: Tls
    web: Web
    outside: OutsideSettings
    mail: MailSettings
    limits: LimitSettings
    callers: CallerSettings
    sysop: Desk
    tables: TableSettings
    webhooks: Mapping[str, Webhook]
    log: LogSettings
    metrics: Metrics
    terminal: TerminalSettings
    doors: Mapping[str, DoorSettings]
    externals: Mapping[str, ExternalFile] = field(default_factory=dict)
    texts: Texts = texts.NONE
    missing: Mapping[str, Path] = field(default_factory=dict)
    """Files of doors that are not installed, by slug."""

    variables: Mapping[str, str] = field(default_factory=dict)
    """Environment variables that set keys, by the dotted key."""

    @property
    def data(self) -> Path:
        return self.folder / self.board.data

    @property
    def where(self) -> Where:
        """Where the records are kept: the arguments of `store_of`."""
        return self.data, self.board.store, self.board.host

    @property
    def art(self) -> Path:
        return self.folder / self.board.art

    @property
    def homes(self) -> Path:
        """The folder with each caller's homes at external doors."""
        return self.folder / "homes"

    @property
    def folders(self) -> dict[str, Path]:
        """The board's folders, by their names on a new board."""
        return {
            "config": self.folder / "config",
            "ansi_art": self.art,
            "news": self.folder / "news",
            "pages": self.folder / "pages",
            "data": self.data,
            "homes": self.homes,
        }

    @property
    def log_file(self) -> Path | None:
        """The log's file, or None if the board keeps no log file."""
        return self.folder / self.log.file if self.log.file else None

    @property
    def certificate(self) -> tuple[Path, Path]:
        return self.folder / self.tls.certificate, self.folder / self.tls.key

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        return zoneinfo.ZoneInfo(self.board.timezone)


def load(
    board: Path, doors: Mapping[str, Info], drafts: Drafts = NO_DRAFTS, *, secrets: bool = True,
    environ: Mapping[str, str] = os.environ,
) -> Settings:  # fmt: skip
    """Load the board's settings, from its files and the variables in `environ`. `doors` are the catalogue's
    cards by slug.

    Raises SettingsError with every fault of every file, except that faults in texts are only warnings.
    `drafts` replace the content of their files. Without `secrets`, those that can't be read are no faults.
    """
    files, missing, strays = _door_files(board, doors, drafts)
    faults: list[str] = []
    variables = variables_of(environ)
    own = {key_path: one for key_path, one in variables.items() if key_path[0] not in OF_FILES}
    root = _attempt(faults, lambda: _board_file(board, {*doors, *missing}, drafts, secrets, own))
    faults.extend(str(stray) for stray in strays)
    chosen = {
        slug: _attempt(
            faults, partial(_door, info, files.get(slug), drafts, below(("doors", slug), variables))
        )
        for slug, info in doors.items()
    }
    paths = _yaml_files(board / EXTERNAL_FOLDER)
    externals = {}
    for path in paths:
        own = below(("external", path.stem), variables)
        external = partial(_external, board, path, doors, drafts, secrets, own)
        externals[path.stem] = _attempt(faults, external)
    known = {*(("doors", slug) for slug in (*doors, *missing)), *(("external", path.stem) for path in paths)}
    faults += [
        str(YamlFault(name, 0, dotted_path(key_path), tr.check.no_such_key()))
        for key_path, (name, _) in variables.items()
        if key_path[0] in OF_FILES and (len(key_path) != 3 or key_path[:2] not in known)
    ]
    if faults or root is None:
        raise SettingsError(tuple(faults))
    made = _settings(board, root, _only_valid(chosen), _only_valid(externals))
    named = {dotted_path(key_path): name for key_path, (name, _) in variables.items()}
    spoken, code = _texts(board, drafts), made.board.language
    if code not in (ENGLISH, pseudo.CODE, *spoken.languages):
        lost = tr.check.no_language_file(file=texts.LANGUAGES / f"{code}.yaml", code=code)
        spoken = replace(spoken, warnings=(str(lost), *spoken.warnings))
    return replace(made, texts=spoken, missing=missing, variables=named)


def defaults(board: Path, doors: Mapping[str, Info]) -> Settings:
    """Return the settings of a board with empty files."""
    return _settings(board, BoardFile(), {slug: _door(info, None) for slug, info in doors.items()}, {})


def config_files(board: Path) -> list[Path]:
    """Return every file that the settings are read from now."""
    return [
        board / BOARD_FILE, *([] if is_missing(board / texts.TEXTS_FILE) else [board / texts.TEXTS_FILE]),
        *_readable(board / texts.LANGUAGES), *_readable(board / DOORS_FOLDER),
        *_readable(board / EXTERNAL_FOLDER),
    ]  # fmt: skip


def is_missing(path: Path) -> bool:
    """True if the file doesn't exist. An inaccessible file does: reading it gives the reason."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        pass
    return False


def _readable(folder: Path) -> list[Path]:
    try:
        return _yaml_files(folder)
    except SettingsError:
        return []


def _yaml_files(folder: Path) -> list[Path]:
    return sorted(p for p in _entries(folder) if p.suffix in (".yaml", ".yml") and not p.name.startswith("."))


def _settings(
    board: Path, root: BoardFile, doors: Mapping[str, DoorSettings], externals: Mapping[str, ExternalFile]
) -> Settings:
    return Settings(board, **dict(root), doors=MappingProxyType(doors), externals=MappingProxyType(externals))


_Made = TypeVar("_Made")


def _only_valid(found: Mapping[str, _Made | None]) -> dict[str, _Made]:
    return {slug: made for slug, made in found.items() if made is not None}


def _attempt(faults: list[str], make: Callable[[], _Made]) -> _Made | None:
    """Return the result of `make`, or None after adding its faults to the list."""
    try:
        return make()
    except SettingsError as error:
        faults.extend(error.errors)
        return None


# -- files -------------------------------------------------------------------------------


def _board_file(
    board: Path, doors: Collection[str], drafts: Drafts, secrets: bool, variables: Variables
) -> BoardFile:
    path = board / BOARD_FILE
    if path not in drafts and is_missing(path):
        reason = tr.check.no_board_here()
        if (board / BOARD_FILE.name).is_file():
            reason = tr.check.board_is_elsewhere(folder=board.absolute().parent)
        raise refuse_file(path, reason)
    document = with_variables(_read(path, drafts), BoardFile, variables)
    document = text.with_secrets(board, document, secrets)
    made = check(BoardFile, document)
    unknown = [("board", "doors", at) for at, slug in enumerate(made.board.doors) if slug not in doors]
    if unknown:
        reason = tr.check.no_such_door(doors=", ".join(doors))
        raise refuse([document.fault(key_path, reason) for key_path in unknown])
    return made


def _read(path: Path, drafts: Drafts, most: int = text.BYTES, values: int = plain_yaml.VALUES) -> Document:
    return text.parse(str(path), drafts[path], values) if path in drafts else text.read(path, most, values)


def _texts(board: Path, drafts: Drafts) -> Texts:
    """Return the board's sentences and languages. An unusable file becomes a warning."""
    unread, odd = list[texts.UnreadFile](), list[str]()
    own = _texts_file(board / texts.TEXTS_FILE, ENGLISH, drafts, unread)
    languages = {}
    for path in _readable(board / texts.LANGUAGES):
        if code := texts.code_of(path):
            languages[code] = _texts_file(path, code, drafts, unread)
        else:
            odd.append(texts.language_warning(path))
    return texts.speaking(own, _only_valid(languages), tuple(odd), tuple(unread))


def _texts_file(path: Path, code: str, drafts: Drafts, unread: list[texts.UnreadFile]) -> texts.Read | None:
    if path not in drafts and is_missing(path):
        return None
    try:
        return texts.read(_read(path, drafts, texts.BYTES, texts.VALUES), code)
    except SettingsError as error:
        unread += (texts.UnreadFile(code, warning) for warning in error.errors)
        return None


def _door(
    info: Info, path: Path | None, drafts: Drafts = NO_DRAFTS, variables: Variables = MappingProxyType({})
) -> DoorSettings:
    """Read a door's file. Without one, a door of this house is open, and an installed one is closed."""
    kind = model(info)
    document = _read(path, drafts) if path else Document("", {"enabled": not info.package}, {})
    made = check(kind, with_variables(document, kind, variables))
    return door_settings(info, made)


def _door_files(
    board: Path, doors: Mapping[str, Info], drafts: Drafts
) -> tuple[dict[str, Path], dict[str, Path], list[YamlFault]]:
    """Return the doors' files by slug, those of doors that are not installed, and a fault for each other."""
    paths = _yaml_files(board / DOORS_FOLDER)
    paths += [path for path in drafts if path not in paths and path.parent == board / DOORS_FOLDER]
    found = {path.stem: path for path in paths if path.suffix == ".yaml" and path.stem in doors}
    strays = [path for path in paths if path not in found.values()]
    missing = {path.stem: path for path in strays if _is_of_package(path, doors)}
    strays = [path for path in strays if path not in missing.values()]
    return found, missing, [YamlFault(str(path), 1, FILE, _stray(path, doors)) for path in strays]


def _external(
    board: Path, path: Path, doors: Mapping[str, Info], drafts: Drafts, secrets: bool, variables: Variables
) -> ExternalFile:
    """Read an external door's file. Its name must differ from every built-in door's."""
    slug, reason = path.stem, ""
    if path.suffix != ".yaml":
        reason = tr.check.named_for_door(name=slug)
    elif not SLUG.fullmatch(slug):
        reason = tr.check.named_as_slug()
    elif slug in doors:
        reason = tr.check.door_exists(slug=repr(slug))
    if reason:
        raise refuse_file(path, reason)
    document = with_variables(_read(path, drafts), ExternalFile, variables)
    external = check(ExternalFile, text.with_secrets(board, document, secrets))
    if external.dos and board.resolve().is_relative_to(folder := Path(external.dos[0]).parent.resolve()):
        reason = tr.must.have_its_own_folder(folder=folder)
        raise refuse([YamlFault(str(path), document.line(("dos",)), "dos", reason)])
    return external


def _is_of_package(path: Path, doors: Mapping[str, Info]) -> bool:
    """True if the file is well named, and not a slip for a door that there is: "shutbx", but not "coin"."""
    named = path.suffix == ".yaml" and SLUG.fullmatch(path.stem) is not None
    return named and path.stem not in doors and not nearest(path.stem, doors, 0.8)


def _stray(path: Path, doors: Mapping[str, Info]) -> str:
    if path.stem in doors:
        return tr.check.named_for_door(name=path.stem)
    said = tr.check.no_door_of_file(slug=repr(path.stem))
    if near := nearest(path.stem, doors):
        return tr.common.did_you_mean(what=said, near=f"{near}.yaml")
    return tr.check.the_doors_are(what=said, doors=", ".join(sorted(doors)))


def _entries(folder: Path) -> list[Path]:
    """List a folder, or nothing if it is missing.

    An unreadable folder is a fault, because doors closed by files in it would be open.
    """
    try:
        return list(folder.iterdir())
    except FileNotFoundError:
        return []
    except OSError as error:
        raise refuse_file(folder, tr.check.cannot_be_read(why=error.strerror or error)) from None
