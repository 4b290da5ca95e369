from typing import Any, Final

from door.call.feature import Feature
from door.features.tables import challenges, handlers
from door.features.tables.pages import ladder, new_table, tables
from door.pages.page import Page

PAGES: Final[dict[str, Page[Any]]] = {
    "tables": tables.PAGE,
    "new-table": new_table.PAGE,
    "ladder": ladder.PAGE,
}
FEATURE: Final = Feature(
    "tables",
    (handlers.HANDLERS, challenges.HANDLERS),
    PAGES,
    anywhere={
        **dict.fromkeys(("ctrl-t", "/t", "/tables"), handlers.open_list),
        **dict.fromkeys(("ctrl-y", "/y", "/yes"), challenges.accept),
        **dict.fromkeys(("ctrl-n", "/n", "/no"), challenges.refuse),
    },
)
