"""Build HTML from Python calls. Every text is escaped, unless it is already `Html`."""

from __future__ import annotations

import html

VOID = frozenset(("br", "img", "input", "link", "meta"))
"""Elements without content."""


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


def text(value: object) -> Html:
    return value if isinstance(value, Html) else Html(html.escape(str(value), quote=False))


def join(*parts: object) -> Html:
    return Html("".join(map(text, parts)))


def tag(name: str, /, *content: object, **attributes: object) -> Html:
    """Return an element. Attributes that are None or False are left out; `class_` and `data_x` become `class`
    and `data-x`.
    """
    pairs = ((key.rstrip("_").replace("_", "-"), value) for key, value in attributes.items())
    shown = "".join(
        f" {key}" if value is True else f' {key}="{html.escape(str(value))}"'
        for key, value in pairs
        if value is not None and value is not False
    )
    return Html(f"<{name}{shown}>" if name in VOID else f"<{name}{shown}>{join(*content)}</{name}>")
