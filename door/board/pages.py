"""The board's pages by name, for `Visit`."""

from __future__ import annotations

from typing import Any, Final

from door.board import (
    bulletins,
    goodbye,
    hall,
    help,
    logon,
    menu,
    more,
    news,
    profile,
    replays,
    settings,
    visit,
)
from door.board.community import caller, callers, chat, last_callers, letter, mail, wall, who
from door.board.sysop import account as sysop_caller
from door.board.sysop import accounts as sysop_callers
from door.board.sysop import bans as sysop_bans
from door.board.sysop import chat as sysop_chat
from door.board.sysop import config as sysop_config
from door.board.sysop import desk as sysop_desk
from door.board.sysop import events as sysop_events
from door.board.sysop import hours as sysop_hours
from door.board.sysop import log as sysop_log
from door.board.sysop import node as sysop_node
from door.board.sysop import setting as sysop_key
from door.board.sysop import watch as sysop_watch
from door.board.tables import gallery, ladder, new_table, tables, watch
from door.board.widgets.page import Page

PAGES: Final[dict[str, Page[Any]]] = {
    "logon": logon.PAGE,
    "menu": menu.PAGE,
    "bulletins": bulletins.PAGE,
    "hall": hall.PAGE,
    "news": news.PAGE,
    "tour": help.TOUR,
    "wall": wall.PAGE,
    "callers": last_callers.PAGE,
    "everybody": callers.PAGE,
    "caller": caller.PAGE,
    "who": who.PAGE,
    "tables": tables.PAGE,
    "new-table": new_table.PAGE,
    "ladder": ladder.PAGE,
    "watch": watch.PAGE,
    "gallery": gallery.PAGE,
    "inbox": mail.PAGE,
    "replays": replays.PAGE,
    "replay": replays.GAME,
    "chat": chat.PAGE,
    "page": chat.PAGE_THE_SYSOP,
    "profile": profile.PAGE,
    "feedback": letter.PAGE,
    "write": letter.PAGE,
    "letters": mail.LETTERS,
    "options": settings.PAGE,
    "help": help.PAGE,
    "goodbye": goodbye.PAGE,
    "splash": visit.SPLASH,
    "more": more.PAGE,
    "visit": visit.VISIT,
    "sysop": sysop_desk.PAGE,
    "sysop-node": sysop_node.PAGE,
    "sysop-callers": sysop_callers.PAGE,
    "sysop-caller": sysop_caller.PAGE,
    "sysop-config": sysop_config.PAGE,
    "sysop-key": sysop_key.PAGE,
    "sysop-hours": sysop_hours.PAGE,
    "sysop-bans": sysop_bans.PAGE,
    "sysop-events": sysop_events.PAGE,
    "sysop-announce": sysop_chat.ANNOUNCE_PAGE,
    "sysop-watch": sysop_watch.PAGE,
    "sysop-chat": sysop_chat.PAGE,
    "sysop-log": sysop_log.PAGE,
}
