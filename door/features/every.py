"""The list of all features. Whoever adds one writes it here."""

from __future__ import annotations

from typing import Final

from door.call import navigation, refresh, topic
from door.call.feature import Feature, Features
from door.features.bulletins.feature import FEATURE as BULLETINS
from door.features.callers.feature import FEATURE as CALLERS
from door.features.chat.feature import FEATURE as CHAT
from door.features.desk.feature import FEATURE as DESK
from door.features.doors.feature import FEATURE as DOORS
from door.features.externals.feature import FEATURE as EXTERNALS
from door.features.forum.feature import FEATURE as FORUM
from door.features.ignoring.feature import FEATURE as IGNORING
from door.features.letters.feature import FEATURE as LETTERS
from door.features.log.feature import FEATURE as LOG
from door.features.logon.feature import FEATURE as LOGON
from door.features.logon.handlers import first_screen
from door.features.menu import lobby
from door.features.menu.feature import FEATURE as MENU
from door.features.messages.feature import FEATURE as MESSAGES
from door.features.news.feature import FEATURE as NEWS
from door.features.replays.feature import FEATURE as REPLAYS
from door.features.settings.feature import FEATURE as SETTINGS
from door.features.tables.feature import FEATURE as TABLES
from door.features.wall.feature import FEATURE as WALL
from door.features.watching.feature import FEATURE as WATCHING

CALL: Final = Feature("call", (navigation.HANDLERS, refresh.HANDLERS, topic.HANDLERS), joins=topic.join)

FEATURES: Final = Features(
    CALL, LOGON, MENU, BULLETINS, NEWS, WALL, IGNORING, CALLERS, TABLES, WATCHING, REPLAYS, CHAT, MESSAGES,
    LETTERS, FORUM, SETTINGS, DOORS, EXTERNALS, DESK, LOG,
    first_screen=first_screen, seen=lobby.of,
)  # fmt: skip
PAGES: Final = FEATURES.pages
