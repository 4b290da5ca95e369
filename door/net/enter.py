"""ENTER as terminals send it: CR NUL, CR LF or CR, and here always CR; a bare LF stays one."""

from __future__ import annotations

import re
from typing import Final

_ENTER: Final = re.compile(rb"\r[\0\n]")


class Enter:
    """Makes every ENTER one CR, however the stream was cut."""

    def __init__(self) -> None:
        self._after_cr = False

    def feed(self, data: bytes) -> bytes:
        """The bytes with CR NUL and CR LF made CR."""
        if self._after_cr and data[:1] in (b"\0", b"\n"):
            data = data[1:]
            self._after_cr = False
        if data:
            self._after_cr = data.endswith(b"\r")
        return _ENTER.sub(b"\r", data) if b"\r" in data else data
