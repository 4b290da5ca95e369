from typing import Final

from door.call.feature import Feature
from door.features.wall.handlers import HANDLERS
from door.features.wall.pages import PAGE

FEATURE: Final = Feature("wall", (HANDLERS,), {"wall": PAGE})
