from typing import Final

from door.call.feature import Feature
from door.features.messages.handlers import HANDLERS

FEATURE: Final = Feature("messages", (HANDLERS,))
