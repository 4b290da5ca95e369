"""What the session does when a screen asks: for each effect, who carries it out.

Law: effects are carried out in the order given.  What is done at once (`AT_ONCE`) is done
before the next screen is shown; what takes time (`ERRANDS`) runs beside the loop and its
answer comes back as an event to the screen that asked.  While an errand is under way, the
caller's further keys wait for its screen to hear the answer; but while a `Think` is, only in plain
mode, where every line answers a prompt (and the end of a pipe comes after all that was in it).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

from door.board.sysop import values as sysop
from door.midend import api
from door.session.call.stack import Layer
from door.session.clock.timekeeper import Look
from door.session.effects import (
    choices,
    community,
    external,
    games,
    logon,
    navigation,
    sysop_accounts,
    sysop_chat,
    sysop_nodes,
    watch,
)

if TYPE_CHECKING:
    from door.session.call.loop import Session

Errand = Callable[["Session", "Layer", Any], Awaitable[Any]]


def carry_out(session: Session, layer: Layer, effect: Any) -> None:
    """Does what the effect says, or sends an errand for it."""
    if session.plan.trace:
        session.plan.trace(f"{layer.where}\t> {effect!r}\n")
    at_once = AT_ONCE.get(type(effect))
    if at_once is not None:
        at_once(session, layer, effect)
        return
    patient = session.terminal.plain or not isinstance(effect, api.Think)
    layer.busy += patient
    session.services.keep(_run(session, layer, effect, patient))


async def _run(session: Session, layer: Layer, effect: Any, patient: bool) -> None:
    """Runs an errand to its end, even when the call is gone by then."""
    from door.session.call.loop import Failed

    try:
        answer = await ERRANDS[type(effect)](session, layer, effect)
    except Exception as error:
        session.post(None, Failed(error))
        return
    finally:
        layer.busy -= patient
    session.post(*((layer, answer) if answer is not None else (None, Look())))


AT_ONCE: Final[dict[type, Callable[[Any, Any, Any], None]]] = {
    sysop.Watch: watch.watch,
    sysop.BreakIn: sysop_chat.break_in,
    sysop.Say: sysop_chat.say,
    sysop.Took: sysop_nodes.took,
    **games.AT_ONCE,
    **choices.AT_ONCE,
    **navigation.AT_ONCE,
    **external.AT_ONCE,
}
ERRANDS: Final[dict[type, Errand]] = {
    **games.ERRANDS,
    **logon.ERRANDS,
    **community.ERRANDS,
    **sysop_accounts.ERRANDS,
    **sysop_nodes.ERRANDS,
    **external.ERRANDS,
}
