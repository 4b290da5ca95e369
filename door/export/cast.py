"""asciicast: a film as the bytes that a terminal would receive, for asciinema and its player.

Source: docs.asciinema.org, manual/asciicast/v2 and v3. A file has one JSON value per line: a header, then
events. An event is seconds (from the start in v2, from the event before in v3), a code ("o" output, "m"
marker, "x" exit in v3) and data.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, Final

from door.export.film import About, Shot
from door.term.diff import Painter
from door.term.profile import Profile

TERM: Final = "xterm-256color"


def cast(
    shots: Iterable[Shot], about: About, version: int = 2, charset: str = "utf-8", colours: str = "rgb"
) -> bytes:
    """Return the film as asciicast `version` 2 or 3, in UTF-8 or ASCII characters.

    With the `colours` "16" the player's theme must be the canvas's palette.
    """
    first, *rest = shots
    cols, rows = first.canvas.cols, first.canvas.rows
    painter = Painter(Profile(cols, rows, charset, colours, aix=True, ech=True, rich=True))
    lines = chain([_header(about, version, cols, rows)], _events([first, *rest], painter, version))
    return b"".join(json.dumps(line, ensure_ascii=False).encode() + b"\n" for line in lines)


def _header(about: About, version: int, cols: int, rows: int) -> dict[str, Any]:
    title, env = f"{about.title} ({about.by})", {"TERM": TERM}
    if version == 2:
        return {"version": 2, "width": cols, "height": rows, "title": title, "env": env}
    return {"version": 3, "term": {"cols": cols, "rows": rows, "type": TERM}, "title": title}


def _events(shots: list[Shot], painter: Painter, version: int) -> Iterator[list[Any]]:
    now = since = 0.0
    data = painter.opening()
    for shot in shots:
        at = round(now if version == 2 else now - since, 3)
        yield [at, "o", (data + painter.paint(shot.canvas)).decode()]
        if shot.mark:
            yield [at if version == 2 else 0, "m", shot.mark]
        data, since, now = b"", now, now + shot.seconds
    yield [round(now if version == 2 else now - since, 3), "o", ""]  # the last is seen for its time, too
    if version == 3:
        yield [0, "x", "0"]
