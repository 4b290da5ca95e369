"""An external door's settings file, config/external/<slug>.yaml: a native program of the sysop's.

Law: values and their bounds only.  Whether the program is there is the machine's to say, and is
asked by `door check` and again at every start; settings stay the same wherever they are read.
"""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, model_validator
from pydantic_core import PydanticCustomError

from door.external.command import PLACES, wrong_place
from door.settings import forms
from door.settings.doors import DoorFile
from door.settings.forms import FilePath, Shown, User
from door.settings.models import LIVE, setting

_ADDITION: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=.*", re.S)


def _word(text: str) -> str:
    if wrong := wrong_place(text):
        raise ValueError(f"{wrong} is no placeholder; there are {', '.join(f'%{c}' for c in PLACES)} and %%")
    return text


def _addition(text: str) -> str:
    if not _ADDITION.fullmatch(text):
        raise ValueError("must be NAME=VALUE, such as NETHACKOPTIONS=color")  # it may be a secret
    return _word(text)


Word = Annotated[forms.Word, AfterValidator(_word)]
Addition = Annotated[forms.Word, AfterValidator(_addition)]


class ExternalFile(DoorFile):
    """config/external/<slug>.yaml; every change applies to the next visit."""

    name: Shown = setting("", LIVE, "its name in the menu; required", max_length=30)
    tagline: Shown = setting("", LIVE, "a line about it, below its name", max_length=66)
    command: tuple[Word, ...] = setting(
        (), LIVE, "the program's path and its arguments, one per item; required", max_length=100
    )
    folder: FilePath = setting(
        "",
        LIVE,
        'folder it starts in, which is also its HOME; "" is a new folder for each visit',
    )
    drop_file: Literal["none", "DOOR32.SYS", "DOOR.SYS", "DORINFO1.DEF", "CHAIN.TXT"] = setting(
        "none", LIVE, "drop file written for each visit"
    )
    charset: Literal["utf-8", "cp437"] = setting("utf-8", LIVE, "its character set")
    terminal: Literal["auto", "ansi", "linux", "screen", "vt100", "xterm"] = setting(
        "auto", LIVE, "its TERM; auto is ansi for cp437, else xterm"
    )
    columns: int = setting(80, LIVE, "smallest number of columns", ge=20, le=500)
    rows: int = setting(24, LIVE, "smallest number of rows", ge=5, le=500)
    fixed_size: bool = setting(False, LIVE, "always give it exactly that size")
    minutes: int = setting(0, LIVE, "minutes a visit may last; 0 means no limit", ge=0, le=1440)
    visits_per_day: int = setting(
        0, LIVE, "visits a caller may make each day; 0 means no limit", ge=0, le=1000
    )
    guests: bool = setting(False, LIVE, "let guests use it")
    user: User = setting("", LIVE, 'user it runs as, if root runs the board; "" is the board\'s own user')
    environment: tuple[Addition, ...] = setting(
        (),
        LIVE,
        "extra environment variables, each as NAME=VALUE",
        secret=True,
        max_length=100,
    )
    cpu_seconds: int = setting(
        0, LIVE, "CPU seconds for each of its processes; 0 means no limit", ge=0, le=86_400
    )
    memory_megabytes: int = setting(
        0, LIVE, "megabytes for each of its processes; 0 means no limit", ge=0, le=1_048_576
    )
    processes: int = setting(
        0, LIVE, "processes its user may have on the whole machine; 0 means no limit", ge=0, le=100_000
    )

    @model_validator(mode="after")
    def _is_complete(self) -> ExternalFile:
        for key in ("name", "command"):
            if not getattr(self, key):
                raise PydanticCustomError("other_key", "must be given", {"key": key})
        if not self.command[0].startswith("/"):
            raise PydanticCustomError(
                "other_key", "must begin with the program's whole path, such as /usr/games/robots",
                {"key": "command"},
            )  # fmt: skip
        return self

    @property
    def term(self) -> str:
        """Its TERM."""
        if self.terminal != "auto":
            return self.terminal
        return "ansi" if self.charset == "cp437" else "xterm"

    @property
    def limits(self) -> dict[str, int]:
        """What is limited, as `door.external.launch.Orders` has it."""
        found = {"cpu": self.cpu_seconds, "memory": self.memory_megabytes << 20, "processes": self.processes}
        return {name: most for name, most in found.items() if most}
