from functools import partial
from typing import Any, Final

from door.call.api import Services
from door.call.feature import Feature
from door.features.tables import handlers, hub, rules
from door.features.tables.pages import ladder, new_table, tables
from door.notify.outside import Outside
from door.pages.page import Page

PAGES: Final[dict[str, Page[Any]]] = {
    "tables": tables.PAGE,
    "new-table": new_table.PAGE,
    "ladder": ladder.PAGE,
}


def _hub(services: Services) -> hub.TableHub:
    rates = partial(rules.rates_again, services)
    return hub.TableHub(services.store, services.roster, services.keep, rates, services[Outside].tell)


FEATURE: Final = Feature(
    "tables",
    (handlers.HANDLERS,),
    PAGES,
    makes=(_hub,),
    joins=hub.joins,
    anywhere={
        **dict.fromkeys(("ctrl-t", "/t", "/tables"), handlers.open_list),
        **dict.fromkeys(("ctrl-y", "/y", "/yes"), handlers.accept),
        **dict.fromkeys(("ctrl-n", "/n", "/no"), handlers.refuse),
    },
)
