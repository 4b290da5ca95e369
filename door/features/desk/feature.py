from typing import Any, Final

from door.call.api import Services
from door.call.feature import Feature
from door.features.desk import calls, handlers, watching
from door.features.desk.pages import accounts, desk, node, played, settings, watch
from door.pages.page import Page

PAGES: Final[dict[str, Page[Any]]] = {
    "sysop": desk.PAGE,
    "letters": accounts.LETTERS_PAGE,
    "sysop-node": node.PAGE,
    "sysop-callers": accounts.ACCOUNTS_PAGE,
    "sysop-caller": accounts.ACCOUNT_PAGE,
    "sysop-config": settings.SETTINGS_PAGE,
    "sysop-key": settings.SETTING_PAGE,
    "sysop-hours": settings.HOURS_PAGE,
    "sysop-bans": accounts.BANS_PAGE,
    "sysop-doors": played.PAGE,
    "sysop-announce": watch.ANNOUNCE_PAGE,
    "sysop-watch": watch.PAGE,
    "sysop-chat": watch.CHAT_PAGE,
}


def _joins(services: Services) -> None:
    handlers.joins(services)
    calls.joins(services)


FEATURE: Final = Feature(
    "desk",
    (handlers.HANDLERS, calls.HANDLERS, watching.HANDLERS),
    PAGES,
    topics={"call": watching.watched_call, "chat-with": watching.chat},
    joins=_joins,
    spares=True,
)
