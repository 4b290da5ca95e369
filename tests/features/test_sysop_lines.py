"""Which lines a sysop may work over: the desk is refused on an unencrypted line from another machine."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from boardroom import Boardroom
from callline import PIPE, XTERM
from sysop_calls import sysops_board

from door.call.access import sysops_only
from door.call.identity import Identity
from door.net.line import Hints
from door.ui.texts import tr

FAR = replace(XTERM, address="203.0.113.7")
REFUSED = "This needs an encrypted line"


@pytest.fixture
async def board(tmp_path: Path) -> AsyncIterator[Boardroom]:
    async with sysops_board(tmp_path) as board:
        yield board


@pytest.mark.parametrize(
    ("hints", "is_private"),
    [
        (Hints("telnet", "203.0.113.7"), False), (Hints("rlogin", "2001:db8::7"), False),
        (Hints("web", "10.0.0.1"), False), (Hints("telnet", "unknown"), False), (Hints("telnet", ""), False),
        (Hints("telnet", "203.0.113.7", encrypted=True), True), (Hints("telnet", "127.0.0.1"), True),
        (Hints("web", "::1"), True), (PIPE, True), (Hints("local", ""), True),
    ],
)  # fmt: skip
def test_a_line_is_private_if_it_is_encrypted_or_stays_on_this_machine(hints, is_private):
    assert Identity(hints).private is is_private


async def test_the_desk_is_refused_on_an_unencrypted_line_from_elsewhere(board):
    line = await board.at_menu("Maggie", FAR)
    shown = await line.press("!", REFUSED)
    assert "in use" not in shown and "telnet" not in shown, "the desk lists no calls"


async def test_every_act_of_the_sysop_s_is_refused_there(board):
    await board.at_menu("Maggie", FAR)
    call: Any = board.sessions[0]
    assert sysops_only(call) == tr.sysop.line_unencrypted()
    board.change("sysop", unencrypted=True)
    assert sysops_only(call) == "", "the setting applies at once"
    board.change("sysop", unencrypted=False)
    board.callers.change("Maggie", lambda caller: replace(caller, sysop=False))
    assert sysops_only(call) == tr.sysop.sysops_only()


@pytest.mark.parametrize("hints", [XTERM, replace(FAR, encrypted=True)])
async def test_the_desk_opens_on_this_machine_and_on_an_encrypted_line(board, hints):
    line = await board.at_menu("Maggie", hints)
    assert REFUSED not in await line.press("!", "in use")
