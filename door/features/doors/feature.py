from typing import Final

from door.call.feature import Feature
from door.features.doors import handlers, opening

FEATURE: Final = Feature("doors", (handlers.HANDLERS, opening.HANDLERS))
