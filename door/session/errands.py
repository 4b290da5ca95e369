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
from door.session import (
    backoffice,
    breakin,
    choices,
    company,
    external,
    gaming,
    oversight,
    reception,
    shoulder,
    ways,
)
from door.session.stack import Layer
from door.session.timekeeper import Look

if TYPE_CHECKING:
    from door.session.loop import Session

Errand = Callable[["Session", "Layer", Any], Awaitable[Any]]


def carry_out(session: Session, layer: Layer, effect: Any) -> None:
    """Does what the effect says, or sends an errand for it."""
    at_once = AT_ONCE.get(type(effect))
    if at_once is not None:
        at_once(session, layer, effect)
        return
    patient = session.terminal.plain or not isinstance(effect, api.Think)
    layer.busy += patient
    session.services.keep(_run(session, layer, effect, patient))


async def _run(session: Session, layer: Layer, effect: Any, patient: bool) -> None:
    """Runs an errand to its end, even when the call is gone by then."""
    from door.session.loop import Failed

    try:
        answer = await ERRANDS[type(effect)](session, layer, effect)
    except Exception as error:
        session.post(None, Failed(error))
        return
    finally:
        layer.busy -= patient
    session.post(*((layer, answer) if answer is not None else (None, Look())))


AT_ONCE: Final[dict[type, Callable[[Any, Any, Any], None]]] = {
    sysop.Watch: shoulder.watch,
    sysop.BreakIn: breakin.break_in,
    sysop.Say: breakin.say,
    sysop.Took: oversight.took,
    **gaming.AT_ONCE,
    **choices.AT_ONCE,
    **ways.AT_ONCE,
    **external.AT_ONCE,
}
ERRANDS: Final[dict[type, Errand]] = {
    **gaming.ERRANDS,
    **reception.ERRANDS,
    **company.ERRANDS,
    **backoffice.ERRANDS,
    **oversight.ERRANDS,
    **external.ERRANDS,
}
