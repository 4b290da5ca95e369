"""The board's settings: every key, its default, its bounds, and when a change applies.

This is the only place that knows the keys of board.yaml. Checks, schemas, tests of the shipped file and
`door check` are derived from it. A new key is one line here, one in config/board.yaml, and its use.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Annotated, Any, Final, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from door.records.callers.passwords import KILOBYTES, PASSES
from door.settings.forms import (
    MENU,
    BoardKey,
    Code,
    Command,
    FilePath,
    Listener,
    MaybeHostName,
    MaybeMailAddress,
    MaybeSite,
    Name,
    Network,
    Shown,
    ShownName,
    Site,
    Span,
    Speed,
    Storage,
    Url,
    Word,
    Zone,
    address,
)
from door.ui.sentence import Sentence
from door.ui.texts import tr

When = Literal["live", "next call", "restart"]

LIVE: Final[When] = "live"
NEXT_CALL: Final[When] = "next call"
RESTART: Final[When] = "restart"


class SettingsSection(BaseModel):
    """A section: frozen, without unknown keys or conversions."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


def setting(default: Any, when: When, help: Sentence, *, secret: bool = False, **bounds: Any) -> Any:
    """Declare one key. `when` says when a change applies. A `secret` is never shown.

    Its description is the id of a sentence.
    """
    extra: dict[str, Any] = {"x-applies": when} | ({"x-secret": True} if secret else {})
    return Field(default, description=help.id, json_schema_extra=extra, **bounds)


def wrong(key: str, reason: str) -> PydanticCustomError:
    """Return an error for a key other than the one being checked."""
    return PydanticCustomError("other_key", "{reason}", {"key": key, "reason": str(reason)})


# -- board.yaml --------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _commands(menu: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((name, key) for key, _, name in (command.partition(" ") for command in menu))


class BoardSettings(SettingsSection):
    name: ShownName = setting("The Door", LIVE, tr.setting.board_name, min_length=1, max_length=40)
    sysop: ShownName = setting("Sysop", LIVE, tr.setting.board_sysop, min_length=1, max_length=20)
    location: Shown = setting("", LIVE, tr.setting.board_location, max_length=40)
    timezone: Zone = setting("UTC", RESTART, tr.setting.board_timezone)
    language: Code = setting("en", LIVE, tr.setting.board_language)
    data: FilePath = setting("data", RESTART, tr.setting.board_data, min_length=1)
    store: Storage = setting("files", RESTART, tr.setting.board_store, secret=True, max_length=1000)
    host: MaybeHostName = setting("", RESTART, tr.setting.board_host, max_length=60)
    art: FilePath = setting("ansi_art", RESTART, tr.setting.board_art, min_length=1)
    hours: tuple[Span, ...] = setting((), LIVE, tr.setting.board_hours, max_length=50)
    page_hours: tuple[Span, ...] = setting((), LIVE, tr.setting.board_page_hours, max_length=50)
    doors: tuple[Word, ...] = setting((), LIVE, tr.setting.board_doors, max_length=50)
    menu: tuple[Command, ...] = setting(
        tuple(f"{key} {name}" for name, key in MENU.items()),
        LIVE,
        tr.setting.board_menu,
        max_length=len(MENU),
    )
    closed_doors: Literal["shown", "hidden"] = setting("shown", LIVE, tr.setting.board_closed_doors)
    word: Literal["off", "ask"] = setting("off", LIVE, tr.setting.board_word)
    tv_at_welcome: bool = setting(True, LIVE, tr.setting.board_tv_at_welcome)

    @property
    def commands(self) -> tuple[tuple[str, str], ...]:
        """The main menu's commands, each with its key."""
        return _commands(self.menu)

    @model_validator(mode="after")
    def _leaves(self) -> BoardSettings:
        names, keys = [list(side) for side in zip(*self.commands, strict=True)] or ([], [])
        twice = next((one for side in (names, keys) for one in side if side.count(one) > 1), "")
        if twice or "goodbye" not in names:
            raise wrong("menu", tr.must.have_once(name=twice) if twice else tr.must.have_goodbye())
        return self


ListenerKind = Literal["telnet", "ssh", "web", "rlogin", "telnet_tls", "web_tls", "finger", "metrics"]
LISTENERS: Final[tuple[str, ...]] = get_args(ListenerKind)
"""The kinds of listeners, each the name of its setting."""

WITH_TLS: Final = ("telnet_tls", "web_tls")
"""Kinds that need a certificate."""


TOKEN: Final = 16
"""Characters of a token, at least."""


class Listen(SettingsSection):
    """The listeners' addresses."""

    telnet: Listener = setting("127.0.0.1:2323", RESTART, tr.setting.listen_telnet)
    ssh: Listener = setting("127.0.0.1:2222", RESTART, tr.setting.listen_ssh)
    web: Listener = setting("127.0.0.1:8080", RESTART, tr.setting.listen_web)
    rlogin: Listener = setting("off", RESTART, tr.setting.listen_rlogin)
    telnet_tls: Listener = setting("off", RESTART, tr.setting.listen_telnet_tls)
    web_tls: Listener = setting("off", RESTART, tr.setting.listen_web_tls)
    finger: Listener = setting("off", RESTART, tr.setting.listen_finger)
    metrics: Listener = setting("off", RESTART, tr.setting.listen_metrics)
    proxied: tuple[ListenerKind, ...] = setting((), RESTART, tr.setting.listen_proxied, max_length=8)

    @model_validator(mode="after")
    def _apart(self) -> Listen:
        addresses = {kind: address(getattr(self, kind)) for kind in LISTENERS}
        for (other, there), (kind, here) in combinations(addresses.items(), 2):
            if here and there and here.meets(there):
                raise wrong(kind, tr.must.not_be_where(key=f"listen.{other}"))
        return self


class Tls(SettingsSection):
    """The certificate of the listeners with TLS."""

    certificate: FilePath = setting("", LIVE, tr.setting.tls_certificate)
    key: FilePath = setting("", LIVE, tr.setting.tls_key)


class Web(SettingsSection):
    """The pages of the web listener."""

    origins: tuple[Site, ...] = setting((), LIVE, tr.setting.web_origins, max_length=100)
    url: MaybeSite = setting("", LIVE, tr.setting.web_url)
    pages: bool = setting(True, LIVE, tr.setting.web_pages)
    handles: Literal["shown", "hidden"] = setting("shown", LIVE, tr.setting.web_handles)
    journal: bool = setting(False, LIVE, tr.setting.web_journal)


class OutsideSettings(SettingsSection):
    """How callers may be told outside the board that it is their turn."""

    feeds: bool = setting(True, LIVE, tr.setting.outside_feeds)
    webhooks: bool = setting(True, LIVE, tr.setting.outside_webhooks)
    networks: tuple[Network, ...] = setting((), LIVE, tr.setting.outside_networks, max_length=100)


class MailSettings(SettingsSection):
    """The server that sends the board's e-mail."""

    host: MaybeHostName = setting("", LIVE, tr.setting.mail_host)
    port: int = setting(587, LIVE, tr.setting.mail_port, ge=1, le=65535)
    tls: Literal["starttls", "tls", "off"] = setting("starttls", LIVE, tr.setting.mail_tls)
    user: str = setting("", LIVE, tr.setting.mail_user, max_length=254)
    password: str = setting("", LIVE, tr.setting.mail_password, secret=True, max_length=1000)
    sender: MaybeMailAddress = setting("", LIVE, tr.setting.mail_sender)

    @model_validator(mode="after")
    def _can_send(self) -> MailSettings:
        if self.host and not self.sender:
            raise wrong("sender", tr.must.be_given_for(key="mail.host"))
        if self.user and not self.password:
            raise wrong("password", tr.must.be_given_for(key="mail.user"))
        if self.password and self.tls == "off" and self.host not in ("localhost", "127.0.0.1"):
            raise wrong("tls", tr.must.hide_password())
        return self


class LimitSettings(SettingsSection):
    """Limits on callers and their time."""

    nodes: int = setting(250, NEXT_CALL, tr.setting.limits_nodes, ge=1, le=10_000)
    per_address: int = setting(8, NEXT_CALL, tr.setting.limits_per_address, ge=1, le=10_000)
    daily_per_address: int = setting(
        0, LIVE, tr.setting.limits_daily_per_address,
        ge=0, le=10_000,
    )  # fmt: skip
    connects_per_minute: int = setting(60, LIVE, tr.setting.limits_connects_per_minute, ge=0, le=1_000_000)
    requests_per_minute: int = setting(600, LIVE, tr.setting.limits_requests_per_minute, ge=0, le=1_000_000)
    unproved: int = setting(32, NEXT_CALL, tr.setting.limits_unproved, ge=1, le=10_000)
    trusted: tuple[Network, ...] = setting(
        ("127.0.0.0/8", "::1/128"), NEXT_CALL, tr.setting.limits_trusted, max_length=100
    )
    logon_seconds: int = setting(120, NEXT_CALL, tr.setting.limits_logon_seconds, ge=10, le=3600)
    logon_attempts: int = setting(3, LIVE, tr.setting.limits_logon_attempts, ge=1, le=20)
    idle_minutes: int = setting(10, NEXT_CALL, tr.setting.limits_idle_minutes, ge=0, le=1440)
    minutes_per_call: int = setting(0, NEXT_CALL, tr.setting.limits_minutes_per_call, ge=0, le=1440)
    minutes_per_day: int = setting(0, NEXT_CALL, tr.setting.limits_minutes_per_day, ge=0, le=1440)
    send_seconds: int = setting(30, RESTART, tr.setting.limits_send_seconds, ge=5, le=600)


ALL_DOORS: Final = "all"
"""Stands for every door in `callers.straight`."""


class CallerSettings(SettingsSection):
    """Accounts, new callers and guests."""

    new: Literal["open", "validate", "password", "closed"] = setting("open", LIVE, tr.setting.callers_new)
    new_password: str = setting("", LIVE, tr.setting.callers_new_password, secret=True, max_length=128)
    guests: bool = setting(False, LIVE, tr.setting.callers_guests)
    new_level: int = setting(10, LIVE, tr.setting.callers_new_level, ge=0, le=1000)
    guest_level: int = setting(5, LIVE, tr.setting.callers_guest_level, ge=0, le=1000)
    letter_days: int = setting(60, LIVE, tr.setting.callers_letter_days, ge=1, le=3650)
    forum_days: int = setting(365, LIVE, tr.setting.callers_forum_days, ge=1, le=3650)
    reserved: tuple[Annotated[Shown, Field(min_length=1, max_length=20)], ...] = setting(
        (), LIVE, tr.setting.callers_reserved, max_length=1000
    )
    password_kilobytes: int = setting(
        KILOBYTES, RESTART, tr.setting.callers_password_kilobytes,
        ge=32, le=4_194_304,
    )  # fmt: skip
    password_passes: int = setting(PASSES, RESTART, tr.setting.callers_password_passes, ge=1, le=100)
    straight: tuple[Word, ...] = setting((ALL_DOORS,), LIVE, tr.setting.callers_straight, max_length=100)
    boards: tuple[BoardKey, ...] = setting((), LIVE, tr.setting.callers_boards, secret=True, max_length=100)

    @model_validator(mode="after")
    def _knows(self) -> CallerSettings:
        if self.new == "password" and not self.new_password:
            raise wrong("new_password", tr.must.have_new_password())
        return self


class Desk(SettingsSection):
    """The sysop's desk."""

    unencrypted: bool = setting(False, LIVE, tr.setting.sysop_unencrypted)


class TableSettings(SettingsSection):
    """Games that callers play with each other."""

    enabled: bool = setting(True, LIVE, tr.setting.tables_enabled)
    days: Literal[1, 3, 7] = setting(3, LIVE, tr.setting.tables_days)
    per_day: int = setting(5, LIVE, tr.setting.tables_per_day, ge=0, le=1000)
    word: Literal["off", "ask"] = setting("off", LIVE, tr.setting.tables_word)
    watchable: Literal["yes", "ask", "no"] = setting("yes", LIVE, tr.setting.tables_watchable)


Happening = Literal["winners", "records", "callers", "board"]


class Webhook(SettingsSection):
    """An address of the sysop's that is told what happens on the board."""

    url: Url = setting(..., LIVE, tr.setting.webhook_url, secret=True)
    events: tuple[Happening, ...] = setting(
        get_args(Happening), LIVE, tr.setting.webhook_events, min_length=1, max_length=4
    )
    format: Literal["json", "discord"] = setting("json", LIVE, tr.setting.webhook_format)


class LogSettings(SettingsSection):
    """The log's level, file and rotation."""

    level: Literal["debug", "info", "warning", "error"] = setting("info", LIVE, tr.setting.log_level)
    file: FilePath = setting("data/log/door.log", RESTART, tr.setting.log_file)
    format: Literal["text", "json"] = setting("text", RESTART, tr.setting.log_format)
    kilobytes: int = setting(1024, RESTART, tr.setting.log_kilobytes, ge=16, le=1_048_576)
    keep: int = setting(5, RESTART, tr.setting.log_keep, ge=0, le=100)


class Metrics(SettingsSection):
    """Who may read the board's numbers at `listen.metrics`."""

    token: str = setting("", LIVE, tr.setting.metrics_token, secret=True, max_length=1000)

    @model_validator(mode="after")
    def _is_long(self) -> Metrics:
        if self.token and len(self.token) < TOKEN:
            raise wrong("token", tr.must.have_characters(least=TOKEN))
        return self


class TerminalSettings(SettingsSection):
    """Assumptions about callers' terminals."""

    charset: Literal["auto", "cp437", "utf-8", "ascii"] = setting(
        "auto", NEXT_CALL, tr.setting.terminal_charset
    )
    probe_ms: int = setting(700, NEXT_CALL, tr.setting.terminal_probe_milliseconds, ge=100, le=5000)
    speed: Speed = setting(0, LIVE, tr.setting.terminal_speed)


class BoardFile(SettingsSection):
    """config/board.yaml."""

    board: BoardSettings = Field(default=BoardSettings(), description=tr.setting.section_board.id)
    listen: Listen = Field(default=Listen(), description=tr.setting.section_listen.id)
    tls: Tls = Field(default=Tls(), description=tr.setting.section_tls.id)
    web: Web = Field(default=Web(), description=tr.setting.section_web.id)
    outside: OutsideSettings = Field(default=OutsideSettings(), description=tr.setting.section_outside.id)
    mail: MailSettings = Field(default=MailSettings(), description=tr.setting.section_mail.id)
    limits: LimitSettings = Field(default=LimitSettings(), description=tr.setting.section_limits.id)
    callers: CallerSettings = Field(default=CallerSettings(), description=tr.setting.section_callers.id)
    sysop: Desk = Field(default=Desk(), description=tr.setting.section_sysop.id)
    tables: TableSettings = Field(default=TableSettings(), description=tr.setting.section_tables.id)
    webhooks: Annotated[dict[Name, Webhook], Field(max_length=20)] = Field(
        default={}, description=tr.setting.section_webhooks.id
    )
    log: LogSettings = Field(default=LogSettings(), description=tr.setting.section_log.id)
    metrics: Metrics = Field(default=Metrics(), description=tr.setting.section_metrics.id)
    terminal: TerminalSettings = Field(default=TerminalSettings(), description=tr.setting.section_terminal.id)

    @model_validator(mode="after")
    def _has_address(self) -> BoardFile:
        if self.mail.host and not self.web.url:
            raise wrong("mail", tr.must.have_web_url())
        return self

    @model_validator(mode="after")
    def _has_certificate(self) -> BoardFile:
        for kind in WITH_TLS:
            if address(getattr(self.listen, kind)) and not (self.tls.certificate and self.tls.key):
                raise wrong("tls", tr.must.have_certificate(key=f"listen.{kind}"))
        return self


SECTIONS: Final[dict[str, type[SettingsSection]]] = {
    name: field.annotation
    for name, field in BoardFile.model_fields.items()
    if isinstance(field.annotation, type) and issubclass(field.annotation, SettingsSection)
}
