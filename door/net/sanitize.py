"""Cleans everything a client reports about itself, to keep, log and compare it.

Guarantees: pure functions over untrusted text. Every value from the wire passes here before we use it.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

LONGEST: Final = 40
"""Most characters of a name or value from a client."""

LARGEST: Final = 500
"""Most columns and rows of a window."""

UNKNOWN: Final = "unknown"
"""The address of a caller whose proxy names none that we can read. Nobody trusts it."""

VARIABLES: Final = frozenset(["LANG", "LC_ALL", "LC_CTYPE", "COLORTERM", "TERM_PROGRAM"])
"""The variables to read from a program's environment."""

_CHARSETS: Final = {
    "utf-8": ("utf8", "65001"),
    "cp437": ("cp437", "ibm437", "437", "pc8", "cp850", "ibm850", "cp858"),
    "ascii": ("usascii", "ascii", "ansix341968", "iso646us"),
}
_CHARSET_OF: Final = {alias: name for name, aliases in _CHARSETS.items() for alias in aliases}


def printable(text: str, longest: int = LONGEST) -> str:
    """Return the printable ASCII of `text`, trimmed, at most `longest` characters."""
    return "".join(c for c in text[: longest * 4] if " " <= c <= "~").strip()[:longest].rstrip()


def term_name(text: str) -> str:
    """Clean a terminal's name: printable ASCII, lower case, at most 40 characters."""
    return printable(text).lower()


def window(cols: int, rows: int) -> tuple[int, int] | None:
    """Return columns × rows within 1..500, or None if a side is 0 (RFC 1073: not known)."""
    if cols <= 0 or rows <= 0:
        return None
    return min(cols, LARGEST), min(rows, LARGEST)


def charset_name(text: str) -> str:
    """Return "utf-8", "cp437" or "ascii" for any usual spelling, else ""."""
    return _CHARSET_OF.get("".join(c for c in text[:LONGEST].lower() if c.isalnum()), "")


def charset_of_locale(environ: Mapping[str, str]) -> str:
    """Return the character set of LC_ALL, LC_CTYPE or LANG (POSIX order), else ""."""
    locale = next((v for k in ("LC_ALL", "LC_CTYPE", "LANG") if (v := environ.get(k))), "")
    _, dot, codeset = locale.partition(".")
    return charset_name(codeset.partition("@")[0]) if dot else ""


def pick_variables(environ: Mapping[str, str], wanted: frozenset[str]) -> dict[str, str]:
    """Return the `wanted` variables of an untrusted environment, cleaned and without empty ones."""
    kept = ((name, printable(environ.get(name, ""))) for name in sorted(wanted))
    return {name: value for name, value in kept if value}


def address(peer: object) -> str:
    """Return the caller's address as plain text, "" if unknown. `peer` comes from `getpeername`. IPv4 within
    IPv6 (::ffff:a.b.c.d) becomes IPv4, and a zone (%eth0) is dropped, so that a caller has one address."""
    host = peer[0] if isinstance(peer, tuple | list) and peer else ""
    found = ip_address(str(host).partition("%")[0])
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return str(mapped or found or "")


def hop_address(hop: str) -> str:
    """Return the address in a hop of X-Forwarded-For, or `UNKNOWN` if there is none that we can read.

    Proxies write an address, "[2001:db8::1]", and either with a port; some of them in quotes.
    """
    found = _HOP.fullmatch(hop.strip().strip('"'))
    return address((next(filter(None, found.groups())),) if found else ()) or UNKNOWN


_HOP: Final = re.compile(r"\[([0-9A-Fa-f:.]+)\](?::[0-9]{1,5})?|([0-9.]+)(?::[0-9]{1,5})?|([0-9A-Fa-f:.]+)")


@lru_cache(maxsize=1024)  # each connection's address is needed several times
def ip_address(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return an address; None for other text."""
    try:
        return ipaddress.ip_address(address)
    except ValueError:
        return None
