"""The caller on a call, and what the call has been to."""

from door.call.identity import CallHistory, Identity
from door.net.line import Hints
from door.records.callers.caller_file import Caller


def test_the_last_call_is_the_one_before_this_one():
    who = Identity(Hints("telnet", "192.0.2.7"))
    for caller in (
        None,
        Caller("Ann", last_call="2026-11-09T20:00:00Z"),
        Caller("Ann", last_call="2026"),
    ):
        who.set_caller(caller)
    assert (who.since, who.caller) == ("2026-11-09T20:00:00Z", caller)


def test_each_door_that_was_opened_is_noted_once():
    history = CallHistory()
    for slug in ("shutbox", "thieves", "shutbox"):
        history.visit(slug)
    assert history.doors == ("shutbox", "thieves")
