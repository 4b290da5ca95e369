"""The board's settings: every key, its default, its bounds, and when a change of it applies.

Law: this is the one place that knows the keys of board.yaml.  The file's checks, the schema
for editors, the shipped file's tests and the answers of `door check` all come from it, so a
new key is one line here, one in config/board.yaml, and its use.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from door.records.callers.passwords import KILOBYTES, PASSES
from door.settings.forms import (
    MENU,
    At,
    BoardKey,
    Code,
    Command,
    FilePath,
    Listener,
    Name,
    Network,
    Shown,
    Span,
    Speed,
    User,
    Word,
    Zone,
    address,
)

When = Literal["live", "next call", "restart"]

LIVE: Final[When] = "live"
NEXT_CALL: Final[When] = "next call"
RESTART: Final[When] = "restart"


class Part(BaseModel):
    """A section: frozen, every key known, nothing converted."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


def setting(default: Any, when: When, help: str, *, secret: bool = False, **bounds: Any) -> Any:
    """One key.  `when` says when a change of it applies; a `secret` one is never shown."""
    extra: dict[str, Any] = {"x-applies": when} | ({"x-secret": True} if secret else {})
    return Field(default, description=help, json_schema_extra=extra, **bounds)


# -- board.yaml --------------------------------------------------------------------------


@lru_cache(maxsize=8)  # every call has them: 3 KB of each caller's memory
def _commands(menu: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((name, key) for key, _, name in (command.partition(" ") for command in menu))


class Board(Part):
    """The board itself."""

    name: Shown = setting(
        "The Door", LIVE, "the board's name, as callers see it", min_length=1, max_length=40
    )
    sysop: Shown = setting("Sysop", LIVE, "the sysop's name, as callers see it", min_length=1, max_length=20)
    location: Shown = setting("", LIVE, "where the board is, as callers see it; may be empty", max_length=40)
    timezone: Zone = setting(
        "UTC", RESTART, "tz database name of the zone whose midnight ends the day and the month"
    )
    language: Code = setting(
        "en", LIVE, "language of callers who have not chosen one: en, or a file in config/languages"
    )
    data: FilePath = setting(
        "data", RESTART, "folder of everything the board keeps; from the board's folder", min_length=1
    )
    art: FilePath = setting(
        "ansi_art", RESTART, "folder of the .ans files; from the board's folder", min_length=1
    )
    hours: tuple[Span, ...] = setting(
        (), LIVE, "when callers are let in, by the board's time zone; none means always", max_length=50
    )
    page_hours: tuple[Span, ...] = setting(
        (),
        LIVE,
        "when callers may page the sysop, by the board's time; none means always",
        max_length=50,
    )
    doors: tuple[Word, ...] = setting(
        (),
        LIVE,
        "doors in the order that menus list them, by their short names; others follow",
        max_length=50,
    )
    menu: tuple[Command, ...] = setting(
        tuple(f"{key} {name}" for name, key in MENU.items()),
        LIVE,
        "the main menu's commands in their order, each a key and a name",
        max_length=len(MENU),
    )
    closed_doors: Literal["shown", "hidden"] = setting(
        "shown", LIVE, "doors that a caller may not enter just now: shown with the reason, or hidden"
    )
    word: Literal["off", "ask"] = setting(
        "off", LIVE, "whether a caller is asked for a word before a game alone, which goes into the dice"
    )
    tv_at_welcome: bool = setting(
        False, LIVE, "whether the welcome screen shows board TV small: what is played just now, and by whom"
    )

    @property
    def commands(self) -> tuple[tuple[str, str], ...]:
        """The main menu's commands, each with its key."""
        return _commands(self.menu)

    @model_validator(mode="after")
    def _leaves(self) -> Board:
        names, keys = [list(side) for side in zip(*self.commands, strict=True)] or ([], [])
        twice = next((one for side in (names, keys) for one in side if side.count(one) > 1), "")
        if twice or "goodbye" not in names:
            reason = f"has {twice} twice" if twice else "must have goodbye, such as g goodbye"
            raise PydanticCustomError("other_key", "{reason}", {"key": "menu", "reason": reason})
        return self


class Listen(Part):
    """Where callers come in."""

    telnet: Listener = setting("127.0.0.1:2323", RESTART, "telnet listener, HOST:PORT or off")
    ssh: Listener = setting("127.0.0.1:2222", RESTART, "SSH listener, HOST:PORT or off")
    rlogin: Listener = setting("off", RESTART, "rlogin listener for other boards, HOST:PORT or off")

    @model_validator(mode="after")
    def _apart(self) -> Listen:
        places = {kind: address(getattr(self, kind)) for kind in ("telnet", "ssh", "rlogin")}
        for (other, there), (kind, here) in combinations(places.items(), 2):
            if here and there and here.meets(there):
                raise PydanticCustomError(
                    "other_key", "must not be where listen.{other} is", {"key": kind, "other": other}
                )
        return self


class Limits(Part):
    """How many callers, and for how long."""

    nodes: int = setting(250, NEXT_CALL, "callers at once", ge=1, le=10_000)
    per_address: int = setting(8, NEXT_CALL, "calls at once from one address", ge=1, le=10_000)
    daily_per_address: int = setting(
        0, LIVE, "callers who may begin a door's deal of the day from one address; 0 is no limit",
        ge=0, le=10_000,
    )  # fmt: skip
    connects_per_minute: int = setting(
        60, LIVE, "connections a minute from one address; 0 is no limit", ge=0, le=1_000_000
    )
    unproved: int = setting(32, NEXT_CALL, "callers at once who have not logged on yet", ge=1, le=10_000)
    trusted: tuple[Network, ...] = setting(
        ("127.0.0.0/8", "::1/128"),
        NEXT_CALL,
        "networks of proxies and of this machine: their calls and wrong passwords are not counted by address",
        max_length=100,
    )
    logon_seconds: int = setting(120, NEXT_CALL, "seconds a caller has to log on", ge=10, le=3600)
    logon_attempts: int = setting(3, LIVE, "wrong passwords before the call is ended", ge=1, le=20)
    idle_minutes: int = setting(
        10, NEXT_CALL, "minutes without a keystroke before the call is ended; 0 is no limit", ge=0, le=1440
    )
    minutes_per_call: int = setting(0, NEXT_CALL, "minutes a call may last; 0 is no limit", ge=0, le=1440)
    minutes_per_day: int = setting(
        0, NEXT_CALL, "minutes a caller may be on line each day; 0 is no limit", ge=0, le=1440
    )
    send_seconds: int = setting(
        30, RESTART, "seconds a caller's line may refuse what is sent before it is dropped", ge=5, le=600
    )


class Callers(Part):
    """Who may become a caller."""

    new: Literal["open", "validate", "password", "closed"] = setting(
        "open",
        LIVE,
        "new callers: open to all, their games counting once you validate them, open to who knows"
        " new_password, or closed",
    )
    new_password: str = setting(
        "", LIVE, "what a new caller must know, where new is password", secret=True, max_length=128
    )
    guests: bool = setting(
        False, LIVE, "whether GUEST is let in without a password, for games that are not ranked"
    )
    new_level: int = setting(10, LIVE, "access level of new callers", ge=0, le=1000)
    guest_level: int = setting(5, LIVE, "access level of guests", ge=0, le=1000)
    letter_days: int = setting(60, LIVE, "days that letters to callers are kept", ge=1, le=3650)
    reserved: tuple[Annotated[Shown, Field(min_length=1, max_length=20)], ...] = setting(
        (),
        LIVE,
        "handles nobody may take, besides the board's own such as sysop and guest",
        max_length=1000,
    )
    password_kilobytes: int = setting(
        KILOBYTES, RESTART, "memory that checking a password costs (argon2id); OWASP asks for no less",
        ge=32, le=4_194_304,
    )  # fmt: skip
    password_passes: int = setting(PASSES, RESTART, "passes over that memory", ge=1, le=100)
    boards: tuple[BoardKey, ...] = setting(
        (),
        LIVE,
        "boards whose callers are let in by rlogin, as NAME KEY",
        secret=True,
        max_length=100,
    )

    @model_validator(mode="after")
    def _knows(self) -> Callers:
        if self.new == "password" and not self.new_password:
            raise PydanticCustomError(
                "other_key", "must not be empty where callers.new is password", {"key": "new_password"}
            )
        return self


class Tables(Part):
    """Games that callers play with each other."""

    enabled: bool = setting(True, LIVE, "whether callers may open tables and sit down at them")
    days: Literal[1, 3, 7] = setting(
        3, LIVE, "days a move that a new table begins with, and that an adjourned game and a challenge wait"
    )
    per_day: int = setting(
        5, LIVE, "rated games a caller may begin each day at tables; 0 is no limit", ge=0, le=1000
    )
    word: Literal["off", "ask"] = setting(
        "off", LIVE, "whether each at a new rated table is asked for a word, which goes into the dice"
    )
    watchable: Literal["yes", "ask", "no"] = setting(
        "yes", LIVE, "whether others may watch the games that a caller plays alone, who has not chosen"
    )


class Event(Part):
    """A program of the sysop's at a time of day."""

    at: At = setting(..., LIVE, "when it is run, HH:MM or days and HH:MM, by the board's time zone")
    command: tuple[Word, ...] = setting(
        ..., LIVE, "the program's path and its words, one an item", min_length=1, max_length=100
    )
    minutes: int = setting(60, LIVE, "minutes it may take before it is ended", ge=1, le=1440)
    folder: FilePath = setting("", LIVE, 'folder it starts in, from the board\'s folder; "" is that one')
    user: User = setting("", LIVE, 'user it runs as, by a board that root runs; "" is the board\'s own')

    @model_validator(mode="after")
    def _is_program(self) -> Event:
        if not self.command[0].startswith("/"):
            raise PydanticCustomError(
                "other_key", "must begin with the program's whole path, such as /usr/bin/rsync",
                {"key": "command"},
            )  # fmt: skip
        return self


def _apart(events: dict[str, Event]) -> dict[str, Event]:
    """No two alike."""
    for (other, there), (name, here) in combinations(events.items(), 2):
        if here == there:
            raise PydanticCustomError(
                "other_key", "is the same as events.{other}", {"key": name, "other": other}
            )
    return events


class Log(Part):
    """What is written down of what happens."""

    level: Literal["debug", "info", "warning", "error"] = setting("info", LIVE, "the least that is logged")
    file: FilePath = setting(
        "data/log/door.log", RESTART, "the log's file, from the board's folder; empty for none"
    )
    kilobytes: int = setting(1024, RESTART, "size at which the log's file is put aside", ge=16, le=1_048_576)
    keep: int = setting(5, RESTART, "files put aside that are kept", ge=0, le=100)


class Terminal(Part):
    """What is assumed of terminals."""

    charset: Literal["auto", "cp437", "utf-8", "ascii"] = setting(
        "auto", NEXT_CALL, "character set of callers who have not chosen one; auto asks their terminal"
    )
    probe_ms: int = setting(700, NEXT_CALL, "milliseconds a terminal has to answer", ge=100, le=5000)
    speed: Speed = setting(0, LIVE, "bits a second that output is paced to, as a modem; 0 is unpaced")


class BoardFile(Part):
    """config/board.yaml."""

    board: Board = Field(default=Board(), description="the board itself")
    listen: Listen = Field(default=Listen(), description="where callers come in")
    limits: Limits = Field(default=Limits(), description="how many callers, and for how long")
    callers: Callers = Field(default=Callers(), description="who may become a caller")
    tables: Tables = Field(default=Tables(), description="games that callers play with each other")
    events: Annotated[dict[Name, Event], Field(max_length=50), AfterValidator(_apart)] = Field(
        default={}, description="programs run at a time of day, each under a name of its own"
    )
    log: Log = Field(default=Log(), description="what is written down of what happens")
    terminal: Terminal = Field(default=Terminal(), description="what is assumed of terminals")


# Those whose keys are known; the others' have names that the sysop gives.
SECTIONS: Final[dict[str, type[Part]]] = {
    name: field.annotation
    for name, field in BoardFile.model_fields.items()
    if isinstance(field.annotation, type) and issubclass(field.annotation, Part)
}
