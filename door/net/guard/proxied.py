"""The PROXY protocol, versions 1 and 2: how a proxy names the caller before the first byte of a call.

Pure. What follows the head belongs to the call, so a reader asks for `missing` bytes and never for more.
"""

from __future__ import annotations

import ipaddress
import re
from typing import Final

MARK: Final = b"\r\n\r\n\x00\r\nQUIT\n"
"""The first bytes of version 2."""

BINARY: Final = 16
"""Bytes of a binary head that say how long it is."""

LONGEST_LINE: Final = 107
LONGEST: Final = 1024
"""Most bytes of a line (version 1), and of a binary head with what else the proxy has to tell."""

SHORTEST: Final = len(b"PROXY UNKNOWN\r\n")

_LINE: Final = re.compile(r"PROXY TCP([46]) ([0-9a-fA-F:.]{3,45}) [0-9a-fA-F:.]{3,45} \d{1,5} \d{1,5}\r\n")
_SIZES: Final = {0x11: 4, 0x21: 16}
"""Bytes of an address, by family: TCP over IPv4 and over IPv6."""


class BadHead(Exception):
    """The proxy's head is malformed. The text says how."""


def missing(data: bytes) -> int:
    """Return how many bytes the head still has at least: 0 if it is complete. Raises BadHead."""
    if data.startswith(MARK):
        if len(data) < BINARY:
            return BINARY - len(data)
        whole = BINARY + int.from_bytes(data[14:16], "big")
        if whole > LONGEST:
            raise BadHead("the proxy's head is too long")
        return whole - len(data)
    begun = data[: len(MARK)]
    if not MARK.startswith(begun) and not b"PROXY ".startswith(begun[:6]):
        raise BadHead("there is no PROXY head")
    if len(data) >= SHORTEST and data.endswith(b"\r\n"):
        return 0
    if len(data) >= LONGEST_LINE:
        raise BadHead("the proxy's head is too long")
    return max(SHORTEST - len(data), 1 if data.endswith(b"\r") else 2)


def named(head: bytes) -> str:
    """Return the address that a complete head names, "" if the proxy calls for itself. Raises BadHead."""
    try:
        return _from_bytes(head) if head.startswith(MARK) else _from_line(head.decode("latin-1"))
    except ValueError:
        raise BadHead("the proxy's head names no address") from None


def _from_line(line: str) -> str:
    if line.startswith("PROXY UNKNOWN"):
        return ""
    if not (found := _LINE.fullmatch(line)):
        raise BadHead("the proxy's head is malformed")
    address = ipaddress.ip_address(found[2])
    if address.version != int(found[1]):
        raise BadHead("the proxy's head is malformed")
    return str(address)


def _from_bytes(head: bytes) -> str:
    if head[12] == 0x20:  # version 2, "LOCAL"
        return ""
    size = _SIZES.get(head[13], 0)
    if head[12] != 0x21 or not size or len(head) < BINARY + 2 * size + 4:
        raise BadHead("the proxy's head is malformed")
    return str(ipaddress.ip_address(head[BINARY : BINARY + size]))
