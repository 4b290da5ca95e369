from typing import Any, Final

from door.call.feature import Feature
from door.features.bulletins import pages
from door.features.bulletins.handlers import HANDLERS
from door.pages.page import Page

PAGES: Final[dict[str, Page[Any]]] = {
    "bulletins": pages.PAGE,
    "hall": pages.HALL_PAGE,
    "puzzle": pages.PUZZLE_PAGE,
}
FEATURE: Final = Feature("bulletins", (HANDLERS,), PAGES)
