from typing import Final

from door.call.feature import Feature
from door.features.log.handlers import HANDLERS, joins
from door.features.log.pages import PAGE

FEATURE: Final = Feature("log", (HANDLERS,), {"sysop-log": PAGE}, joins=joins, spares=True)
