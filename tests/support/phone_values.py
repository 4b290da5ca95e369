"""What the page on a phone held upright is sent of a screen, checked against the law for all screens."""

import json
import re
from typing import Any

from door.call.phone import PhoneView
from door.call.status import StatusFields, key_bar
from door.term.decoder import Decoder
from door.term.profile import UPRIGHT, Profile

MOST = 16_384
STATUS = StatusFields("Ann", 1, "Main Menu")
PROFILE = Profile(80, 24, "utf-8", "256", mouse=True, term=UPRIGHT)


def values_in(sent: bytes) -> dict[str, Any]:
    """Return the values behind the picture's bytes, {} if nothing has changed."""
    found = re.search(rb"\x1b\]7437;([^\x07]*)\x07$", sent)
    assert found is None or len(found[1]) < MOST
    values: dict[str, Any] = json.loads(found[1]) if found else {}
    return values


def check_values(screen: Any, state: Any) -> dict[str, Any]:
    """Check that a screen is readable on a phone and has all its keys there. Return what is sent of it."""
    view = PhoneView(PROFILE, Decoder())
    values = values_in(view.show(screen, state, STATUS))
    canvas = screen.draw(state, view.view)
    page, closeup = values["page"], values["closeup"]
    if closeup:
        x, y, width, height = closeup
        assert min(x, y) >= 0 and x + width <= 80 and y + height <= 24 and width * height > 0
    assert all(0 <= x < 80 and 0 < y < 24 for _, x, y in values["taps"])
    if page:
        labels = [label for _, label in page["buttons"]]
        labels += [label for row in page.get("rows", ()) for _, label in row["buttons"]]
        said = [page["hint"], *(line for line, *_ in page.get("text", ()) if page["hint"])]
        assert page["hint"] not in said[1:], "a page's note is there once"
        entry = screen.layout(state).entry if hasattr(screen, "layout") else None
        assert ("cancel" in page) == (entry is not None and not entry.is_question), "a line can be given up"
    else:
        keys = values["keys"] + values["more"]
        labels = [label for _, label in keys]
        reached = {key for key, *_ in keys + values["taps"]}
        cursor = {*screen.closeup(state).cursor} if values["taps"] else set()
        keys_alone = {key for key, label in key_bar(canvas).keys if label.strip("0123456789-") == ""}
        wanted = {key for key, _ in key_bar(canvas).keys} - cursor - keys_alone
        assert reached >= wanted, "each key of the screen is a button"
        assert not {key for key, _ in keys} & cursor, "a tap needs no cursor"
        assert values["lines"] or closeup, "there is something to read or to look at"
    assert all(any(map(str.isalnum, label)) for label in labels), "no button is empty"
    return values
