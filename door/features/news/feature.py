from typing import Final

from door.call.feature import Feature
from door.features.news.handlers import HANDLERS
from door.features.news.pages import news, tour

FEATURE: Final = Feature("news", (HANDLERS,), {"news": news.PAGE, "tour": tour.PAGE})
