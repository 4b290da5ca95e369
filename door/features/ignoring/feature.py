from typing import Final

from door.call.feature import Feature
from door.features.ignoring.handlers import HANDLERS, Ignoring

FEATURE: Final = Feature("ignoring", (HANDLERS,), makes=Ignoring)
