from typing import Final

from door.call.feature import Feature
from door.features.settings.handlers import CHANNELS, HANDLERS
from door.features.settings.pages import OUTSIDE_PAGE, PAGE

FEATURE: Final = Feature("settings", (HANDLERS, CHANNELS), {"options": PAGE, "outside": OUTSIDE_PAGE})
