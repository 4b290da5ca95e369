from typing import Any, Final

from door.call.feature import Feature
from door.features.forum.handlers import HANDLERS
from door.features.forum.pages import forum as pages
from door.features.forum.pages import post
from door.pages.page import Page

PAGES: Final[dict[str, Page[Any]]] = {
    "forum": pages.AREAS_PAGE, "threads": pages.THREADS_PAGE, "thread": pages.THREAD_PAGE,
    "post": post.PAGE,
}  # fmt: skip
FEATURE: Final = Feature("forum", (HANDLERS,), PAGES)
