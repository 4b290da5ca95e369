from typing import Final

from door.call.feature import Feature
from door.features.menu.handlers import HANDLERS
from door.features.menu.pages import goodbye, help, menu

FEATURE: Final = Feature("menu", (HANDLERS,), {"menu": menu.PAGE, "help": help.PAGE, "goodbye": goodbye.PAGE})
