"""Settings with a form of their own, checked by the board and by editors.

Pure. A text stays as it was written.
"""

from __future__ import annotations

import ipaddress
import re
import zoneinfo
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Any, Final, Literal, NamedTuple

from pydantic import AfterValidator, BeforeValidator, WithJsonSchema

from door.settings import hours
from door.settings.text import nearest
from door.ui.texts import tr


class Address(NamedTuple):
    """A listener's address. Port 0 lets the system choose."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    def meets(self, other: Address) -> bool:
        """True if nobody can listen at both. 0.0.0.0 and :: are every address of their family."""
        if not self.port or self.port != other.port:
            return False
        here, there = _ip_or_name(self.host), _ip_or_name(other.host)
        if isinstance(here, str) or isinstance(there, str) or here.version != there.version:
            return here == there
        return here == there or here.is_unspecified or there.is_unspecified


def _ip_or_name(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | str:
    """Return a host's IP address, or the name itself if it isn't one. localhost is 127.0.0.1."""
    name = host.casefold()
    try:
        return ipaddress.ip_address("127.0.0.1" if name == "localhost" else name)
    except ValueError:
        return name


_HOST: Final = re.compile(
    r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*"
)
_ADDRESS: Final = re.compile(r"(?:\[([^\[\]]+)\]|([^:\[\]]+)):([0-9]{1,5})")


def address(text: str) -> Address | None:
    """Parse `HOST:PORT` or `[IPv6]:PORT`; None for `off`. ValueError says what was expected."""
    if text == "off":
        return None
    found = _ADDRESS.fullmatch(text)
    if not found or int(found[3]) > 65535 or not _is_host(found[1], found[2]):
        raise ValueError(tr.must.be_address(text=repr(text[:60])))
    return Address(found[1] or found[2], int(found[3]))


def _is_host(bracketed: str | None, plain: str | None) -> bool:
    try:
        if bracketed is not None:
            return bool(ipaddress.IPv6Address(bracketed))
        if plain is not None and re.fullmatch(r"[0-9.]+", plain):
            return ipaddress.IPv4Address(plain) is not None
    except ValueError:
        return False
    return plain is not None and len(plain) <= 253 and _HOST.fullmatch(plain) is not None


def _no_bare_port(value: Any) -> Any:
    if type(value) is int:
        raise ValueError(tr.must.be_host_and_port(port=value))
    return value


def _must_parse(parse: Callable[[str], object]) -> AfterValidator:
    """Check that `parse` accepts the text, and return it unchanged."""

    def check(text: str) -> str:
        parse(text)
        return text

    return AfterValidator(check)


def _must(fits: Callable[[str], object], reason: Callable[[], str]) -> AfterValidator:
    """Check that the text matches."""

    def check(text: str) -> str:
        if not fits(text):
            raise ValueError(reason())
        return text

    return AfterValidator(check)


_OFFSET: Final = re.compile(r"(?:GMT|UTC)([-+])(0?[0-9]|1[0-4])(?::?00)?", re.I)


def _zone(text: str) -> str:
    try:
        zoneinfo.ZoneInfo(text)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError(_not_a_zone(text)) from None
    return text


def _not_a_zone(text: str) -> str:
    given = repr(text[:60])
    if offset := _OFFSET.fullmatch(text):
        turned = "-" if offset[1] == "+" else "+"
        return tr.must.be_zone_not_offset(text=given, offset=text, zone=f"Etc/GMT{turned}{int(offset[2])}")
    if near := nearest(text, zoneinfo.available_timezones()):
        return tr.common.did_you_mean(what=tr.must.be_zone(text=given), near=near)
    return tr.must.be_zone_such_as(text=given)


def _network(text: str) -> None:
    try:
        ipaddress.ip_network(text)
    except ValueError as error:
        raise ValueError(tr.must.be_network(error=error)) from None


_BOARD_KEY: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,11} [!-~]{12,128}")


Shown = Annotated[str, _must(str.isprintable, tr.must.be_one_line)]
ShownName = Annotated[Shown, _must(str.strip, tr.must.not_be_empty)]
FilePath = Annotated[str, _must(lambda text: "\0" not in text and text == text.strip(), tr.must.be_path)]
# Patterns for editors, in ECMA 262.  They accept everything that the board accepts.
_PORT: Final = "(6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[0-5][0-9]{4}|[0-9]{1,4})"
_HOST_PORT: Final = rf"^(off|(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?):{_PORT})$"
_AREAS: Final = (
    "Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico"
    "|Pacific|US"
)
_ZONE_NAME: Final = rf"^(({_AREAS})/[A-Za-z0-9_+/-]+|[A-Za-z][A-Za-z0-9+-]*)$"


def _matching(pattern: str) -> WithJsonSchema:
    return WithJsonSchema({"type": "string", "pattern": pattern})


Listener = Annotated[str, BeforeValidator(_no_bare_port), _must_parse(address), _matching(_HOST_PORT)]
Zone = Annotated[str, AfterValidator(_zone), _matching(_ZONE_NAME)]
CODE: Final = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
"""A language code: `de`, `pt-BR`."""

Code = Annotated[str, _must(CODE.fullmatch, tr.must.be_language)]
Network = Annotated[str, _must_parse(_network)]
_URL: Final = re.compile(
    r"https?://(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?)(?::([0-9]{1,5}))?([/?][!-\"$-~]*)?"
)
_URL_LENGTH: Final = 500
_MAIL: Final = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_{|}~-]{1,64}@([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)")


def is_url(text: str) -> bool:
    """True if a webhook may have that address: http or https, on a port that is the web's or above 1023."""
    found = _URL.fullmatch(text) if len(text) <= _URL_LENGTH else None
    port = int(found[2]) if found and found[2] else 443
    return found is not None and (port in (80, 443) or 1023 < port < 65536)


def is_mail_address(text: str) -> bool:
    """True if it is an e-mail address, without a name beside it."""
    return len(text) <= 254 and _MAIL.fullmatch(text) is not None


Url = Annotated[str, _must(is_url, tr.must.be_url)]
MaybeMailAddress = Annotated[
    str, _must(lambda text: not text or is_mail_address(text), tr.must.be_mail_address)
]
MaybeHostName = Annotated[str, _must(lambda text: not text or _is_host(None, text), tr.must.be_host_name)]
_SITE: Final = re.compile(r"https?://[a-z0-9.-]+(:[0-9]+)?")


def _site(text: str) -> object:
    """Accept the address of a site. Raises ValueError with what to write in its place, if that is clear."""
    if _SITE.fullmatch(text):
        return text
    found = re.match(r"(?i)(https?)://([\w.-]+)(:[0-9]+)?/?$", text.strip())
    with suppress(UnicodeError):
        if found and found[2]:
            site = f"{found[1].lower()}://{found[2].lower().encode('idna').decode()}{found[3] or ''}"
            if _SITE.fullmatch(site):
                raise ValueError(tr.must.be_this_site(site=site))
    raise ValueError(tr.must.be_site())


Site = Annotated[str, _must_parse(_site)]
MaybeSite = Annotated[str, _must_parse(lambda text: text and _site(text))]
STORAGE: Final = re.compile(r"files|(postgres(ql)?://|https://unreadable\.invalid/)\S+")
Storage = Annotated[str, _must(STORAGE.fullmatch, tr.must.be_store)]
BoardKey = Annotated[str, _must(_BOARD_KEY.fullmatch, tr.must.be_board_key)]
MENU: Final = {
    "tables": "t", "bulletins": "b", "oneliners": "o", "callers": "l", "settings": "s", "forum": "a",
    "help": "h", "profile": "p", "messages": "m", "who": "w", "feedback": "f", "chat": "c", "page": "y",
    "goodbye": "g",
}  # fmt: skip
"""The main menu's commands in order, each with its key."""

_TAKEN: Final = "dr"
"""Keys that the menu uses itself: more doors, and the game that waits."""


def _command(text: str) -> str:
    key, _, name = text.partition(" ")
    if name not in MENU:
        said, near = tr.must.be_menu_command(text=repr(text[:40])), nearest(name, MENU)
        if near:
            raise ValueError(tr.common.did_you_mean(what=said, near=near))
        raise ValueError(tr.must.be_one_of_commands(what=said, commands=", ".join(MENU)))
    if not re.fullmatch("[a-z]", key) or key in _TAKEN:
        raise ValueError(tr.must.be_menu_key(key=repr(key[:20])))
    return text


Command = Annotated[str, AfterValidator(_command)]
Span = Annotated[str, _must_parse(hours.span), _matching(hours.PATTERN)]
Speed = Literal[0, 300, 1200, 2400, 4800, 9600, 14400, 19200, 28800, 33600, 38400, 57600]

SLUG: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,19}")
_USER: Final = re.compile(r"([a-z_][a-z0-9_-]{0,31}\$?)?")
Name = Annotated[str, _must(SLUG.fullmatch, tr.must.be_name)]
User = Annotated[str, _must(_USER.fullmatch, tr.must.be_user)]
Word = Annotated[str, _must(lambda text: "\0" not in text, tr.must.have_no_null)]
