from typing import Final

from door.call.feature import Feature
from door.features.chat.handlers import HANDLERS
from door.features.chat.pages import PAGE

FEATURE: Final = Feature("chat", (HANDLERS,), {"chat": PAGE})
