"""Programs that knock at every port, told from callers by what they say first.

Law: a person pays nothing for this.  Only a client that has told nothing of its terminal is
listened to at all, and every program that people call with tells something; what such a client
says must then be the words of another protocol, or of a shell that was never offered.  Nobody is
asked a riddle: who is slow, or hears the board by a screen reader, meets no gate.
"""

from __future__ import annotations

import re
from typing import Final

LISTENED: Final = 512
"""Bytes at the beginning of a call that are listened to."""

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
    """Whether these, the first bytes of a call, are no person's."""
    return bool(_PROTOCOL.match(said) or _SHELL.search(said))
