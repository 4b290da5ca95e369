from typing import Final

from door.call.feature import Feature
from door.features.externals.handlers import HANDLERS
from door.features.externals.pages import KEEP_PAGE, PAGE, SPLASH, VISIT
from door.features.externals.seating import Seating

FEATURE: Final = Feature(
    "externals",
    (HANDLERS,),
    {"splash": SPLASH, "more": PAGE, "visit": VISIT, "keep-visit": KEEP_PAGE},
    makes=Seating,
)
