"""Games in progress that others may watch, and how lively they are.

Only this module reads the callers' setting. Games that count, games between callers and games of strong
players are livelier.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Final, NamedTuple

from door.games.contract import Game
from door.midend.match.values import Match, is_live
from door.midend.match.view import names
from door.midend.pages.result import brief
from door.midend.state import State
from door.midend.watch import deal_of, seen
from door.records.ledger.ladder import Rating
from door.session.call.api import Call, Services
from door.session.call.stack import Layer
from door.session.tables.presence import AtBoard
from door.ui.texts import tr

LOG: Final = logging.getLogger("door.call")
MOST_FAULTS: Final = 100
"""Maximum number of faults logged."""

IDLE: Final = 60.0
"""Seconds without a key until a caller counts as away from their game."""

CLEARLY: Final = 2.0
"""How much livelier a game must be to replace the one on TV."""


def watchable(call: Call) -> str:
    """Return the watching setting in force for that caller: "yes", "ask" or "no"."""
    own = call.terminal.prefs.get("watchable", "auto")
    return own if own in ("yes", "ask", "no") else call.services.settings().tables.watchable


def plays(call: AtBoard) -> Layer | None:
    """Return the screen of the game that a caller plays alone now, or None."""
    return next((layer for layer in reversed(call.stack.layers) if _is_played(layer)), None)


def _is_played(layer: Layer) -> bool:
    state = layer.state
    if not isinstance(state, State) or state.scene != "play" or state.table is None:
        return False
    return not state.seated and state.table.kind != "demo"


def stand(game: Game, state: State) -> str:
    """Describe a game for a watcher. A daily deal is only named."""
    table = seen(state)
    return tr.watch.game_is_daily() if table is None or deal_of(state) else brief(game, table)


def stand_or_none(services: Services, game: Game, state: State) -> str:
    """Describe a game for a list, or return "" if the game raises."""
    try:
        return stand(game, state)
    except Exception as error:
        note_fault(services, game.info.slug, error)
        return ""


def note_fault(services: Services, slug: str, error: Exception) -> None:
    """Log once that a game can't be shown."""
    faults, told = services.tables.tv.faults, f"{slug}: {error!r}"
    if told not in faults and len(faults) < MOST_FAULTS:
        faults.add(told)
        LOG.error("door %s cannot be shown to others: %r", slug, error, exc_info=error)


# -- board TV ----------------------------------------------------------------------------


class Playing(NamedTuple):
    """A game that may be shown: a `match` at a table, or the game of a `call` on its `layer`."""

    worth: float
    game: Game
    who: str
    match: Match | None = None
    call: Call | None = None
    layer: Layer | None = None


def playing(services: Services) -> Iterator[Playing]:
    """Yield the games that everybody may see. Daily deals and players who object are left out."""
    hub = services.tables
    for match in hub.tables.under_way():
        here = len(hub.presence.here(match))
        if match.stage == "play" and not match.adjourned and here:
            worth = 2 * here + 4 * is_live(match.clock) + 2 * match.terms.rated
            strength = _strength(services, match.terms.door, *match.seats)
            yield Playing(worth + strength, hub.game(match), names(match, range(len(match.seats))), match)
    for call in services.roster.on():
        layer = plays(call)
        if layer is None or watchable(call) != "yes" or deal_of(layer.state):
            continue
        counts = layer.state.table.kind in ("contest", "free")
        worth = 2 + 2 * (call.clock.idle < IDLE) + counts
        strength = _strength(services, layer.slug, call.who.handle)
        game = hub.watched[layer.slug].game
        yield Playing(worth + strength, game, call.who.handle, call=call, layer=layer)


def _strength(services: Services, slug: str, *handles: str) -> float:
    """Return the best of their ratings, in thousands."""
    rows = (services.tables.ladders.of(slug, handle) for handle in handles)
    return max((row.rating if row else Rating().rating for row in rows), default=0.0) / 1000
