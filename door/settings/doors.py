"""What a door's file may say: a game's, and an external door's."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, Field, create_model, model_validator

from door.external.command import PLACES, wrong_place
from door.games.info import Info, Option, Value
from door.settings import forms
from door.settings.forms import FilePath, Shown, Span, User
from door.settings.models import LIVE, Part, setting, wrong
from door.ui.catalogue import tr


@dataclass(frozen=True, slots=True)
class DoorSettings:
    """The sysop's settings for one door. `options` has every option that the door declares.

    `access_level` is the lowest that may enter; `hours` are spans as in `door.settings.hours`.
    """

    enabled: bool
    options: Mapping[str, Value]
    access_level: int = 0
    hours: tuple[str, ...] = ()


class DoorFile(Part):
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
    if wrong := wrong_place(text):
        raise ValueError(tr.must.be_placeholder(word=wrong, places=", ".join(f"%{c}" for c in PLACES)))
    return text


def _addition(text: str) -> str:
    if not _ADDITION.fullmatch(text):
        raise ValueError(tr.must.be_assignment())  # it may be a secret
    return _word(text)


Word = Annotated[forms.Word, AfterValidator(_word)]
Addition = Annotated[forms.Word, AfterValidator(_addition)]


class ExternalFile(DoorFile):
    """config/external/<slug>.yaml; every change applies to the next visit."""

    name: Shown = setting("", LIVE, tr.setting.external_name, max_length=30)
    tagline: Shown = setting("", LIVE, tr.setting.external_tagline, max_length=66)
    command: tuple[Word, ...] = setting((), LIVE, tr.setting.external_command, max_length=100)
    folder: FilePath = setting("", LIVE, tr.setting.external_folder)
    drop_file: Literal["none", "DOOR32.SYS", "DOOR.SYS", "DORINFO1.DEF", "CHAIN.TXT"] = setting(
        "none", LIVE, tr.setting.external_drop_file
    )
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
    guests: bool = setting(False, LIVE, tr.setting.external_guests)
    user: User = setting("", LIVE, tr.setting.program_user)
    environment: tuple[Addition, ...] = setting(
        (), LIVE, tr.setting.external_environment, secret=True, max_length=100
    )
    cpu_seconds: int = setting(0, LIVE, tr.setting.external_cpu_seconds, ge=0, le=86_400)
    memory_megabytes: int = setting(0, LIVE, tr.setting.external_memory_megabytes, ge=0, le=1_048_576)
    processes: int = setting(0, LIVE, tr.setting.external_processes, ge=0, le=100_000)

    @model_validator(mode="after")
    def _is_complete(self) -> ExternalFile:
        for key in ("name", "command"):
            if not getattr(self, key):
                raise wrong(key, tr.must.be_given())
        if not self.command[0].startswith("/"):
            raise wrong("command", tr.must.begin_with_path())
        return self

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
        return slug

    @property
    def limits(self) -> dict[str, int]:
        """The limits in use, as `door.external.launch.Orders` has them."""
        found = {"cpu": self.cpu_seconds, "memory": self.memory_megabytes << 20, "processes": self.processes}
        return {name: most for name, most in found.items() if most}
