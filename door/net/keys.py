"""Keys of a terminal that xterm sends differently."""

from __future__ import annotations

import re
from collections.abc import Mapping


class Keys:
    """Translates this terminal's key sequences into xterm's, however they are cut."""

    def __init__(self, sent: Mapping[bytes, bytes]) -> None:
        self.sent = sent
        longest = sorted(sent, key=len, reverse=True)
        self._any = re.compile(b"|".join(map(re.escape, longest)) or rb"(?!)", re.S)
        self._begun = {one[:end] for one in longest for end in range(1, len(one))}
        self._longest = len(longest[0]) if longest else 0
        self.held = b""

    def feed(self, data: bytes) -> bytes:
        """Return the bytes for the decoder. The possible beginning of a key is `held` back."""
        data = self._any.sub(lambda found: self.sent[found[0]], self.held + data)
        tails = (data[at:] for at in range(max(len(data) - self._longest, 0), len(data)))
        self.held = next((tail for tail in tails if tail in self._begun), b"")
        return data.removesuffix(self.held)

    def flush(self) -> bytes:
        """Return the bytes held back, because nothing more has come for a while."""
        held, self.held = self.held, b""
        return held
