"""The settings in a door's file: a game's, and an external door's."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, Field, create_model, model_validator

from door.external.command import PLACEHOLDERS, invalid_placeholder, uses
from door.external.dos import orders
from door.external.far.values import BBSLINK, DOORPARTY, PORTS, FarAddress, FarDoor, parse_address
from door.games.info import Info, Option, Value
from door.settings import forms
from door.settings.forms import FilePath, Shown, Span, User
from door.settings.models import LIVE, SettingsSection, setting, wrong
from door.ui.texts import tr


@dataclass(frozen=True, slots=True)
class DoorSettings:
    """The sysop's settings for one door. `options` has every option that the door declares.

    `access_level` is the lowest that may enter; `hours` are spans as in `door.settings.hours`.
    """

    enabled: bool
    options: Mapping[str, Value]
    access_level: int = 0
    hours: tuple[str, ...] = ()


class DoorFile(SettingsSection):
    """The keys that every door has."""

    enabled: bool = setting(True, LIVE, tr.setting.door_enabled)
    access_level: int = setting(0, LIVE, tr.setting.door_access_level, ge=0, le=1000)
    hours: tuple[Span, ...] = setting((), LIVE, tr.setting.door_hours, max_length=50)


def model(info: Info) -> type[DoorFile]:
    """Return the model of that door's file: `enabled`, then every option.

    A game in progress keeps its options, so every option may change live.
    """
    return _model(info.slug, info.options)


@cache
def _model(slug: str, options: tuple[Option, ...]) -> type[DoorFile]:
    fields: dict[str, Any] = {
        option.name: (_kind(option), setting(option.default, LIVE, option.help, **_size(option)))
        for option in options
    }
    made: type[DoorFile] = create_model(f"{slug} door", __base__=DoorFile, **fields)
    return made


def door_settings(info: Info, read: DoorFile) -> DoorSettings:
    """Return the checked file as settings."""
    options = {option.name: getattr(read, option.name) for option in info.options}
    return DoorSettings(read.enabled, MappingProxyType(options), read.access_level, read.hours)


def _kind(option: Option) -> Any:
    number = Annotated[int, Field(ge=option.low, le=option.high)]
    if isinstance(option.default, bool):
        return bool
    if isinstance(option.default, tuple):
        return tuple[number, ...]
    if option.numbers:
        return Literal[option.numbers]
    if isinstance(option.default, int):
        return number
    return Literal[option.choices] if option.choices else str


def _size(option: Option) -> dict[str, Any]:
    if not isinstance(option.default, tuple):
        return {}
    return {"min_length": len(option.default), "max_length": len(option.default)}


# -- external doors ------------------------------------------------------------------------------


_ADDITION: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=.*", re.S)


def _word(text: str) -> str:
    if wrong := invalid_placeholder(text):
        raise ValueError(tr.must.be_placeholder(word=wrong, places=", ".join(f"%{c}" for c in PLACEHOLDERS)))
    return text


def _addition(text: str) -> str:
    if not _ADDITION.fullmatch(text):
        raise ValueError(tr.must.be_assignment())  # it may be a secret
    return _word(text)


def _be_printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError(tr.must.be_printable())
    return text


Told = Annotated[str, AfterValidator(_be_printable)]
"""A text sent to the other side: printable characters, so that nothing breaks out of its field."""

USUAL: Final = {"ssh": "%U", "doorparty": "%U"}
"""The name sent if the file has no `name`. The other kinds send the handle."""

Word = Annotated[forms.Word, AfterValidator(_word)]
Addition = Annotated[forms.Word, AfterValidator(_addition)]


KEYS_BY_KIND: Final[Mapping[str, tuple[str, ...]]] = {
    "command": ("folder", "drop_file", "home", "home_megabytes"),
    "dos": ("speed", "memory", "folder_megabytes", "console", "setup"),
    "rlogin": ("login", "password", "rlogin_telnet"),
    "telnet": (),
    "ssh": ("login", "password", "ssh_key", "remote_command"),
    "door_server": ("login", "password", "door", "system", "auth", "scheme", "tag"),
}
"""The keys that say what kind of door a file is, and the other keys that only doors of that kind have."""

EXAMPLES: Final = {"command": "/usr/games/robots", "dos": "/srv/doors/lord/LORD.EXE"}
"""A program of each kind of door that runs on this machine."""

FAR: Final = frozenset(("rlogin", "telnet", "ssh", "door_server"))
"""The kinds of doors on other machines."""

OF_PROGRAMS: Final = ("grace", "user", "environment", "cpu_seconds", "memory_megabytes", "processes")
"""Keys that only doors on this machine have."""

NEEDED: Final = {"bbslink": ("door", "system", "auth", "scheme"), "doorparty": ("login", "password", "tag")}
"""Settings that each door server needs."""

AS_DOS: Final[Mapping[str, Any]] = {
    "charset": "cp437", "terminal": "ansi", "fixed_size": True, "callers": 1, "cpu_seconds": 3600,
    "memory_megabytes": 768,
}  # fmt: skip
"""Defaults of a DOS door that differ from other kinds'."""


class ExternalFile(DoorFile):
    """config/external/<slug>.yaml; every change applies to the next visit."""

    name: Shown = setting("", LIVE, tr.setting.external_name, max_length=30)
    tagline: Shown = setting("", LIVE, tr.setting.external_tagline, max_length=66)
    command: tuple[Word, ...] = setting((), LIVE, tr.setting.external_command, max_length=100)
    dos: tuple[Word, ...] = setting((), LIVE, tr.setting.external_dos, max_length=30)
    rlogin: str = setting("", LIVE, tr.setting.external_rlogin, max_length=300)
    telnet: str = setting("", LIVE, tr.setting.external_telnet, max_length=300)
    ssh: str = setting("", LIVE, tr.setting.external_ssh, max_length=300)
    door_server: Literal["", "bbslink", "doorparty"] = setting("", LIVE, tr.setting.external_door_server)
    login: Told = setting("", LIVE, tr.setting.external_login, max_length=60)
    password: Told = setting("", LIVE, tr.setting.external_password, secret=True, max_length=200)
    rlogin_telnet: bool = setting(False, LIVE, tr.setting.external_rlogin_telnet)
    ssh_key: str = setting("", LIVE, tr.setting.external_ssh_key, secret=True, max_length=8000)
    remote_command: Told = setting("", LIVE, tr.setting.external_remote_command, max_length=300)
    door: Told = setting("", LIVE, tr.setting.external_door, max_length=30)
    system: Told = setting("", LIVE, tr.setting.external_system, max_length=60)
    auth: Told = setting("", LIVE, tr.setting.external_auth, secret=True, max_length=200)
    scheme: Told = setting("", LIVE, tr.setting.external_scheme, secret=True, max_length=200)
    tag: Told = setting("", LIVE, tr.setting.external_tag, max_length=30)
    folder: FilePath = setting("", LIVE, tr.setting.external_folder)
    drop_file: Literal["none", "DOOR32.SYS", "DOOR.SYS", "DORINFO1.DEF", "CHAIN.TXT"] = setting(
        "none", LIVE, tr.setting.external_drop_file
    )
    home: bool = setting(False, LIVE, tr.setting.external_home)
    home_megabytes: int = setting(16, LIVE, tr.setting.external_home_megabytes, ge=1, le=1000)
    charset: Literal["utf-8", "cp437"] = setting("utf-8", LIVE, tr.setting.external_charset)
    terminal: Literal["auto", "ansi", "linux", "screen", "vt100", "xterm"] = setting(
        "auto", LIVE, tr.setting.external_terminal
    )
    columns: int = setting(80, LIVE, tr.setting.external_columns, ge=20, le=500)
    rows: int = setting(24, LIVE, tr.setting.external_rows, ge=5, le=500)
    fixed_size: bool = setting(False, LIVE, tr.setting.external_fixed_size)
    minutes: int = setting(0, LIVE, tr.setting.external_minutes, ge=0, le=1440)
    visits_per_day: int = setting(0, LIVE, tr.setting.external_visits_per_day, ge=0, le=1000)
    callers: int = setting(0, LIVE, tr.setting.external_callers, ge=0, le=250)
    grace: int = setting(10, LIVE, tr.setting.external_grace, ge=0, le=60)
    speed: int = setting(10_000, LIVE, tr.setting.external_speed, ge=300, le=500_000)
    memory: int = setting(4, LIVE, tr.setting.external_memory, ge=1, le=63)
    folder_megabytes: int = setting(64, LIVE, tr.setting.external_folder_megabytes, ge=1, le=2000)
    console: bool = setting(False, LIVE, tr.setting.external_console)
    setup: str = setting("", LIVE, tr.setting.external_setup, max_length=100)
    guests: bool = setting(False, LIVE, tr.setting.external_guests)
    user: User = setting("", LIVE, tr.setting.program_user)
    environment: tuple[Addition, ...] = setting(
        (), LIVE, tr.setting.external_environment, secret=True, max_length=100
    )
    cpu_seconds: int = setting(0, LIVE, tr.setting.external_cpu_seconds, ge=0, le=86_400)
    memory_megabytes: int = setting(0, LIVE, tr.setting.external_memory_megabytes, ge=0, le=1_048_576)
    processes: int = setting(0, LIVE, tr.setting.external_processes, ge=0, le=100_000)

    @model_validator(mode="before")
    @classmethod
    def _has_its_kinds_defaults(cls, values: Any) -> Any:
        """Raises an error for a key of another kind of door."""
        if not isinstance(values, dict):
            return values
        kind = next((kind for kind in KEYS_BY_KIND if kind in values), "command")
        own = {kind, *KEYS_BY_KIND[kind]}
        others = [key for other, keys in KEYS_BY_KIND.items() for key in (other, *keys) if key not in own]
        others += OF_PROGRAMS if kind in FAR else ()
        if wrongly := [key for key in others if key in values]:
            raise wrong(wrongly[0], tr.must.not_stand_beside(key=kind))
        if kind in FAR and kind != "ssh":
            return {"charset": "cp437", **values}
        rows = {"rows": 25} if values.get("console") is True else {}
        return {**AS_DOS, **rows, **values} if kind == "dos" else values

    @model_validator(mode="after")
    def _is_complete(self) -> ExternalFile:
        written = next((kind for kind in KEYS_BY_KIND if kind in self.model_fields_set), "")
        if not self.name.strip():
            raise wrong("name", tr.must.be_given())
        if not written:
            raise wrong("command", tr.must.be_given_or(others=", ".join([*KEYS_BY_KIND][1:])))
        if not getattr(self, written):
            raise wrong(written, tr.must.be_given())
        if not self.home and uses("O", (*self.command, *self.dos, *self.environment, self.login)):
            raise wrong("home", tr.must.be_true_for(key="%O"))
        if self.kind in FAR:
            self._is_far()
            return self
        if not getattr(self, self.kind)[0].startswith("/"):
            raise wrong(self.kind, tr.must.begin_with_path(example=EXAMPLES[self.kind]))
        if self.kind == "dos":
            self._is_dos()
        return self

    def _is_dos(self) -> None:
        """Raises an error if DOS can't run the program."""
        program = Path(self.dos[0])
        if '"' in self.dos[0] or not self.dos[0].isprintable():
            raise wrong("dos", tr.must.be_a_path_for_dos(path=self.dos[0]))
        for key, name in (("dos", program.name), ("setup", self.setup.partition(" ")[0])):
            if name and not (orders.NAME.fullmatch(name) and orders.PROGRAM.fullmatch(name)):
                raise wrong(key, tr.must.be_dos_program(name=repr(name)))
        for key, word in (*(("dos", word) for word in self.dos[1:]), ("setup", self.setup)):
            if found := orders.wrong_character(word):
                raise wrong(key, tr.must.not_have_for_dos(character=repr(found), word=repr(word)))
        if sum(map(len, (program.name, *self.dos[1:]))) + len(self.dos) > orders.LONGEST:
            raise wrong("dos", tr.must.be_short_for_dos(limit=orders.LONGEST))
        if not self.callers:
            raise wrong("callers", tr.must.be_at_least(given=0, low=1))

    def _is_far(self) -> None:
        """Raises an error for a door elsewhere that can't be called so."""
        try:
            self.far_door()
            _word(self.login)
        except ValueError as error:
            raise wrong("login" if invalid_placeholder(self.login) else self.kind, str(error)) from None
        for key in NEEDED.get(self.door_server, ()):
            if not getattr(self, key):
                raise wrong(key, tr.must.be_given_for(key=f"door_server: {self.door_server}"))

    def far_door(self) -> FarDoor:
        """Return a remote door's address and account. Raises ValueError if it isn't an address."""
        kind: Any = self.door_server or self.kind
        servers = {"bbslink": BBSLINK, "doorparty": DOORPARTY}
        where = (
            FarAddress(servers[kind], PORTS[kind])
            if kind in servers
            else parse_address(getattr(self, kind), kind)
        )
        return FarDoor(
            kind, self.name, where.host, where.port, self.login or where.user or USUAL.get(kind, "%H"),
            self.password, self.door or where.door, self.remote_command, self.ssh_key, self.rlogin_telnet,
            self.system, self.auth, self.scheme, self.tag,
        )  # fmt: skip

    @property
    def kind(self) -> str:
        """One of `KEYS_BY_KIND`."""
        return next((kind for kind in KEYS_BY_KIND if getattr(self, kind)), "command")

    def dos_door(self, program: str = "") -> orders.DosDoor:
        """Return what DOSBox runs: the door, or another program of its folder and its words, by console."""
        path, words, console = Path(self.dos[0]), self.dos[1:], self.console
        if program:
            name, *rest = program.split(" ")
            path, words, console = path.with_name(name), tuple(rest), True
        return orders.DosDoor(path, words, self.speed, self.memory, self.folder_megabytes, console)

    @property
    def term(self) -> str:
        """The program's TERM."""
        if self.terminal != "auto":
            return self.terminal
        return "ansi" if self.charset == "cp437" else "xterm"

    @property
    def seats(self) -> int:
        """How many callers may be inside at once, 0 for no limit."""
        return self.callers

    def seat_of(self, slug: str) -> str:
        """Return the name of the door's seats. Doors that share it never run at the same time."""
        if self.kind == "dos":
            with suppress(OSError):
                there = Path(self.dos[0]).parent.stat()
                return f"dos-{there.st_dev:x}-{there.st_ino:x}"
        return slug

    @property
    def limits(self) -> dict[str, int]:
        """The limits in use, as `door.external.launch.Orders` has them."""
        found = {"cpu": self.cpu_seconds, "memory": self.memory_megabytes << 20, "processes": self.processes}
        return {name: most for name, most in found.items() if most}
