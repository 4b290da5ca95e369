"""What callers are told who see no screen: why they are not let in, or what ends their call.

Law: nothing is known of most of these terminals; what their character set lacks is drawn by a look-alike.
"""

from __future__ import annotations

from door.term.charset import encode


def line_of(sentence: str, charset: str) -> bytes:
    """The sentence on a line of its own; `charset` is "" where it is not known."""
    return b"\r\n%s\r\n" % encode(sentence, charset)
