"""The list of all features. Add a new one here."""

from __future__ import annotations

from typing import Final

from door.call import known, navigation, refresh, remote, topic
from door.call.feature import Feature, Features
from door.features.bulletins.handlers import FEATURE as BULLETINS
from door.features.callers.handlers import FEATURE as CALLERS
from door.features.chat.handlers import FEATURE as CHAT
from door.features.desk.feature import FEATURE as DESK
from door.features.doors.handlers import FEATURE as DOORS
from door.features.externals.handlers import FEATURE as EXTERNALS
from door.features.forum.handlers import FEATURE as FORUM
from door.features.ignoring.handlers import FEATURE as IGNORING
from door.features.letters.handlers import FEATURE as LETTERS
from door.features.log.handlers import FEATURE as LOG
from door.features.logon.handlers import FEATURE as LOGON
from door.features.logon.handlers import first_screen
from door.features.menu import lobby
from door.features.menu.handlers import FEATURE as MENU
from door.features.messages.handlers import FEATURE as MESSAGES
from door.features.news.handlers import FEATURE as NEWS
from door.features.replays.handlers import FEATURE as REPLAYS
from door.features.settings.handlers import FEATURE as SETTINGS
from door.features.tables.feature import FEATURE as TABLES
from door.features.wall.handlers import FEATURE as WALL
from door.features.watching.feature import FEATURE as WATCHING
from door.pages.api import Lobby

CALL: Final = Feature(
    "call",
    (navigation.HANDLERS, refresh.HANDLERS, topic.HANDLERS),
    sees={Lobby: known.lobby},
    joins=remote.join,
)

FEATURES: Final = Features(
    CALL, LOGON, MENU, BULLETINS, NEWS, WALL, IGNORING, CALLERS, SETTINGS, TABLES, WATCHING, REPLAYS, CHAT,
    MESSAGES, LETTERS, FORUM, DOORS, EXTERNALS, DESK, LOG,
    first_screen=first_screen, face=lobby.face,
)  # fmt: skip
PAGES: Final = FEATURES.pages
