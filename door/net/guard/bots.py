"""Distinguishes programs that connect to every port from callers, by the first bytes they send.

Guarantees: people never notice. Only a client that has reported nothing about its terminal is checked, and
people's programs report something. Its bytes must then belong to another protocol, or to a shell that we
never offered. Nobody has to solve a riddle, so slow callers and screen readers are not kept out.
"""

from __future__ import annotations

import re
from typing import Final

LISTENED: Final = 512
"""Bytes at the beginning of a call that are checked."""

_PROTOCOL: Final = re.compile(
    rb"(?:GET|POST|HEAD|PUT|OPTIONS|CONNECT|PRI|DESCRIBE) \S+ (?:HTTP|RTSP|SIP)/|SSH-\d\.|"
    rb"\x16\x03|\x03\x00\x00|\x00\x00\x00.\xff?SMB|EHLO |HELO |USER \S+ \S+ |\{\"|\x04\x01|\x05\x01\x00"
)
_SHELL: Final = re.compile(
    rb"(?:^|[\r\n])(?:enable|shell|sh|linuxshell|bash|su|debug|start|config terminal|ping ;sh|cat /proc\S*.*"
    rb"|(?:cd|wget|curl|chmod|tftp|rm|echo|mount) .*|.*/bin/busybox.*|.*busybox .*)[\r\n]",
    re.I,
)


def is_program(said: bytes) -> bool:
    """True if the first bytes of a call are a program's."""
    return bool(_PROTOCOL.match(said) or _SHELL.search(said))
