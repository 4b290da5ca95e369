"""The sysop's webhooks: who has won, who has set a record, who is new, and whether the board is up."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from boardroom import Boardroom, boardroom
from boxplay import deal, play_one
from outside_servers import Hook, web_hook

from door.notify.happenings import Happenings
from door.pages.api import ON_WEB
from door.records.ledger import callers as ledger_callers
from door.settings.models import OutsideSettings, Webhook


@asynccontextmanager
async def told(tmp_path: Path, form: str = "json", **more: Any) -> AsyncIterator[tuple[Boardroom, Hook]]:
    """A board with a webhook on loopback, and the server behind it."""
    async with boardroom(tmp_path) as board, web_hook() as hook:
        webhook = Webhook(url=hook.url, format=form, **more)  # type: ignore[arg-type]
        outside = OutsideSettings(networks=("127.0.0.0/8",))
        board.settings = replace(board.settings, webhooks={"mine": webhook}, outside=outside)
        sending = board.keep(board.services[Happenings].outbox.run())
        yield board, hook
        sending.cancel()


async def heard(hook: Hook, count: int) -> list[Any]:
    await Boardroom.until(lambda: len(hook.bodies) >= count, f"{count} messages")
    return [json.loads(body) for body in hook.bodies]


async def test_a_record_and_a_month_s_winner_are_told_once(tmp_path, monkeypatch):
    monkeypatch.setattr(ledger_callers, "EARLY", 0)
    deal(monkeypatch)
    async with told(tmp_path) as (board, hook):
        for name in ("Ann", "Bob"):
            await board.register(name)
        board.callers.change("Bob", lambda caller: caller.prefer(ON_WEB, "no"))
        happenings = board.services[Happenings]
        await play_one(board, "Ann", poorly=True)
        score = await play_one(board, "Bob")
        await happenings.look()
        await happenings.look()
        board.clock.now = datetime(2026, 12, 1, 0, 1, tzinfo=board.zone)
        await board.store.roll_over()
        await happenings.look()
        await happenings.look()
        record, winner = await heard(hook, 2)
    assert record == {
        "event": "records", "text": f"a caller has set a record at Shut The Box: {score}.", "score": score,
        "board": "The Door", "t": "2026-11-10T20:00:00.000Z", "caller": "a caller", "door": "shutbox",
    }  # fmt: skip
    assert winner["text"].startswith("a caller has won November 2026 at Shut The Box: ")
    assert "Bob" not in "".join(hook.bodies), "who hides on the web is hidden here, too"


async def test_a_new_caller_is_told_to_discord_without_pinging_anybody(tmp_path):
    async with told(tmp_path, "discord") as (board, hook):
        await board.register("Ann_of_VERT")
        await board.services[Happenings].report_caller("Ann_of_VERT")
        assert await heard(hook, 1) == [
            {"content": "Ann\\_of\\_VERT has joined The Door.", "allowed_mentions": {"parse": []}}
        ]


async def test_the_board_is_up_and_down_and_nothing_else_if_the_sysop_wants_no_more(tmp_path):
    async with told(tmp_path, events=("board",)) as (board, hook):
        happenings = board.services[Happenings]
        happenings.up()
        await heard(hook, 1)
        await happenings.report_caller("Nobody")
        await happenings.down()
        up, down = await heard(hook, 2)
    assert (up["text"], up["up"]) == ("The Door is up.", True)
    assert (down["text"], down["up"]) == ("The Door is down for now.", False)
