"""What a door's screen is told of its caller."""

from __future__ import annotations

from door.call.api import Call
from door.games.seating import GENTLE
from door.play import api


def setup_for(call: Call, slug: str) -> api.Setup:
    """Return the setup for any screen of that door: the caller and their choices."""
    services, terminal = call.services, call.terminal
    tables = services.settings().tables.enabled and slug in services.store.tables.games
    return api.Setup(
        caller=call.who.handle,
        options=services.settings().doors[slug].options,
        prefs=_door_prefs(call, slug),
        plain=terminal.plain,
        may_join=call.who.guest and services.settings().callers.new != "closed",
        tables=tables and not call.who.console,
        keys=terminal.prefs.get("keys", "numbers"),
    )


def _door_prefs(call: Call, slug: str) -> dict[str, str]:
    """Return the caller's saved choices for that door, and the choices that hold at all doors.

    The caller's key set provides the default for the door's keys.
    """
    numpad = call.services.doors[slug].INFO.numpad
    asked = dict([numpad]) if numpad and call.terminal.prefs.get("keys") == "numpad" else {}
    kept = call.who.caller.doors.get(slug, {}) if call.who.caller else {}
    chosen = {key: call.terminal.prefs.get(key, value) for key, value in api.EVERYWHERE.items()}
    guest = {api.SUGGEST: "off"} if call.who.guest else {}
    return {GENTLE: "on", **asked, **kept, **chosen, **guest}
