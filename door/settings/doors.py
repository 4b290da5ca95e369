"""A door's settings file, config/doors/<slug>.yaml. Its model is made from the door's card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError, create_model

from door.games.info import Info, Option, Options, Value
from door.settings.forms import Span
from door.settings.models import LIVE, Part, setting
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
    fields: dict[str, Any] = {
        option.name: (_kind(option), setting(option.default, LIVE, option.help, **_size(option)))
        for option in info.options
    }
    made: type[DoorFile] = create_model(f"{info.slug} door", __base__=DoorFile, **fields)
    return made


def door_settings(info: Info, read: DoorFile) -> DoorSettings:
    """Return the checked file as settings."""
    options = {option.name: getattr(read, option.name) for option in info.options}
    return DoorSettings(read.enabled, MappingProxyType(options), read.access_level, read.hours)


def complete(info: Info, options: Mapping[str, Any]) -> Options:
    """Lay the journal's options over the defaults. ValueError names those the door doesn't allow."""
    if common := sorted(DoorFile.model_fields.keys() & options.keys()):
        raise ValueError(tr.must.allow_options(names=", ".join(common)))
    given = {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}
    try:
        return door_settings(info, model(info).model_validate(given)).options
    except ValidationError as error:
        names = sorted({str(detail["loc"][0]) for detail in error.errors()})
        raise ValueError(tr.must.allow_options(names=", ".join(names))) from None


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
