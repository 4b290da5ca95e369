from typing import Final

from door.call.feature import Feature
from door.features.replays.pages import GAME, PAGE, TAKE_PAGE

FEATURE: Final = Feature("replays", (), {"replays": PAGE, "replay": GAME, "take": TAKE_PAGE})
