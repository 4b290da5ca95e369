"""The board's pages by name, for `Visit`."""

from __future__ import annotations

from typing import Any, Final

from door.board import bulletins, goodbye, help, logon, menu, more, news, profile, replays, settings
from door.board.community import callers, chat, forum, letter, mail
from door.board.sysop import accounts, desk, node, watch
from door.board.sysop import settings as board_settings
from door.board.tables import ladder, new_table, tables, watching
from door.board.widgets.page import Page

PAGES: Final[dict[str, Page[Any]]] = {
    "logon": logon.PAGE,
    "menu": menu.PAGE,
    "bulletins": bulletins.PAGE,
    "hall": bulletins.HALL_PAGE,
    "news": news.PAGE,
    "tour": help.TOUR,
    "wall": chat.WALL_PAGE,
    "callers": callers.LAST,
    "everybody": callers.EVERYBODY,
    "caller": callers.CALLER,
    "who": callers.WHO_PAGE,
    "tables": tables.PAGE,
    "new-table": new_table.PAGE,
    "ladder": ladder.PAGE,
    "watch": watching.WATCH,
    "gallery": watching.GALLERY_PAGE,
    "inbox": mail.PAGE,
    "replays": replays.PAGE,
    "replay": replays.GAME,
    "puzzle": bulletins.PUZZLE_PAGE,
    "take": replays.TAKE_PAGE,
    "chat": chat.PAGE,
    "page": chat.PAGE_THE_SYSOP,
    "profile": profile.PAGE,
    "feedback": letter.PAGE,
    "write": letter.PAGE,
    "letters": mail.LETTERS,
    "forum": forum.AREAS_PAGE,
    "threads": forum.THREADS_PAGE,
    "thread": forum.THREAD_PAGE,
    "post": letter.POST_PAGE,
    "options": settings.PAGE,
    "outside": settings.OUTSIDE_PAGE,
    "help": help.PAGE,
    "goodbye": goodbye.PAGE,
    "splash": more.SPLASH,
    "more": more.PAGE,
    "visit": more.VISIT,
    "sysop": desk.PAGE,
    "sysop-node": node.PAGE,
    "sysop-callers": accounts.ACCOUNTS_PAGE,
    "sysop-caller": accounts.ACCOUNT_PAGE,
    "sysop-config": board_settings.SETTINGS_PAGE,
    "sysop-key": board_settings.SETTING_PAGE,
    "sysop-hours": board_settings.HOURS_PAGE,
    "sysop-bans": accounts.BANS_PAGE,
    "sysop-events": board_settings.EVENTS_PAGE,
    "sysop-announce": watch.ANNOUNCE_PAGE,
    "sysop-watch": watch.PAGE,
    "sysop-chat": watch.CHAT_PAGE,
    "sysop-log": desk.LOG_PAGE,
}
