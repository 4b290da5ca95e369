from typing import Final

from door.call.feature import Feature
from door.features.logon.handlers import HANDLERS
from door.features.logon.pages import logon

FEATURE: Final = Feature("logon", (HANDLERS,), {"logon": logon.PAGE})
