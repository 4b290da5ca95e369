from typing import Any, Final

from door.call.feature import Feature
from door.features.callers.handlers import HANDLERS
from door.features.callers.pages import callers, profile
from door.pages.page import Page

PAGES: Final[dict[str, Page[Any]]] = {
    "callers": callers.LAST, "everybody": callers.EVERYBODY, "caller": callers.CALLER,
    "who": callers.WHO_PAGE, "profile": profile.PAGE,
}  # fmt: skip
FEATURE: Final = Feature("callers", (HANDLERS,), PAGES)
