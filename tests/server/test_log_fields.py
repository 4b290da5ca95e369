"""A line of the JSON log has fields, which a program needn't pick out of its sentence."""

import json
import logging

import pytest

from door.net.calls import log_refusal
from door.server.log import Json


def entry(message: str, *args: object) -> dict[str, object]:
    record = logging.LogRecord("door.call", logging.INFO, "", 0, message, args, None)
    made: dict[str, object] = json.loads(Json("%(message)s").format(record))
    return made


@pytest.mark.parametrize(
    ("message", "args", "fields"),
    [
        ("log-on node=%d caller=%r%s", (2, "Ann", ""), {"node": 2, "caller": "Ann"}),
        ("e-mail to caller %r: %s", ("Ann", "450 later"), {"caller": "Ann"}),
        ("%d%% of node=%d", (5, 3), {"node": 3}),
        ("nothing named: %s", ("x=y",), None),
        ("caller=%r", ("a=b 'c'",), {"caller": "a=b 'c'"}),
    ],
)  # fmt: skip
def test_a_line_has_what_it_names(message, args, fields):
    made = entry(message, *args)
    assert made.get("fields") == fields and made["message"] == message % args


def test_a_refusal_has_its_kind_address_and_reason(caplog):
    with caplog.at_level(logging.WARNING, "door.net"):
        log_refusal("ssh", "203.0.113.1", "connects too often")
    made = json.loads(Json("%(message)s").format(caplog.records[-1]))
    assert made["fields"] == {"kind": "ssh", "address": "203.0.113.1", "reason": "connects too often"}
