from typing import Final

from door.call.api import Call
from door.call.feature import Feature
from door.call.navigation import lay_over
from door.features.watching import channel, galleries, handlers, pages, tv


def _own_watchers(call: Call) -> bool:
    lay_over(call, "gallery")
    return True


FEATURE: Final = Feature(
    "watching",
    (handlers.HANDLERS, galleries.HANDLERS, tv.HANDLERS),
    {"watch": pages.WATCH, "gallery": pages.GALLERY_PAGE},
    anywhere=dict.fromkeys(("ctrl-w", "/w", "/watchers"), _own_watchers),
    makes=(lambda services: channel.Channel(),),
    topics={"game": galleries.gallery_of},
)
