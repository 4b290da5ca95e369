"""Files of finished games for callers: who gets them, how often, and from where."""

import asyncio
from concurrent.futures import Executor, Future
from dataclasses import replace
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from boardroom import Boardroom
from records_kit import forged, write_journal

from door.net.web.http import read
from door.net.web.site import Site, WebAnswer
from door.pages.api import ON_WEB
from door.records.callers.caller_file import Caller, write_caller
from door.records.journal.lines import Fields
from door.screens.doors import infos
from door.settings import Settings, load
from door.settings.skeleton import SKELETON
from door.web.drawing import PER_MINUTE, Drawing
from door.web.takeaway import OFFER_SECONDS, OFFERS_EACH, NotTaken, Takeaway

NEAR, FAR = "127.0.0.1", "203.0.113.9"


class Here(Executor):
    """Does the work at once, and counts it."""

    def __init__(self) -> None:
        self.done = 0

    def submit(self, task: Any, /, *args: Any, **named: Any) -> Future[Any]:
        self.done += 1
        answer: Future[Any] = Future()
        answer.set_result(task(*args, **named))
        return answer


def lay(data: Path, *lines: Fields, **prefs: dict[str, str]) -> Settings:
    """A board with those lines in its journal, and callers with their choices."""
    write_journal(data / "journal", {"2026-02": list(lines)})
    (data / "callers").mkdir()
    for handle, chosen in prefs.items():
        caller = Caller(handle, created="2026-01-01T00:00:00.000Z", prefs=chosen)
        (data / "callers" / f"{handle}.yaml").write_text(write_caller(caller))
    settings = load(SKELETON, infos())
    return replace(settings, board=settings.board.model_copy(update={"data": str(data)}))


def game(caller: str) -> list[Fields]:
    return forged(caller, ["quit"], 45, datetime(2026, 2, 3, 12, tzinfo=UTC), "shutbox")


async def test_a_caller_gets_their_own_games_and_those_in_which_everybody_is_shown(tmp_path):
    hers, his = game("Ann"), game("Bob")
    rename = {"v": 1, "t": "2026-02-09T12:00:00.000Z", "kind": "rename", "caller": "Cy", "to": "Ann"}
    old = game("Cy")
    settings = lay(tmp_path, *hers, *his, *old, rename, Ann={ON_WEB: "no"}, Bob={})
    take = Takeaway(Drawing(Here(), lambda address: True), lambda: settings)
    for mine in (hers, old):
        taken = await take.draw(mine[0]["id"], "txt", "ann", NEAR)
        assert taken.body.decode().startswith("Game:") and not taken.is_public
        for who in ("Bob", ""):
            with pytest.raises(NotTaken, match="doesn't want to be named"):
                await take.draw(mine[0]["id"], "txt", who, NEAR)
    taken = await take.draw(his[0]["id"], "cast", "", NEAR)
    assert taken.body.startswith(b'{"version": 2') and taken.is_public
    assert taken.path == f"games/2026-02/{his[0]['id']}/"


@pytest.mark.parametrize("id", ["../../x", "", "x" * 65, "a b", "é", "0" * 16])
async def test_what_is_no_id_gets_one_sentence(tmp_path, id):
    settings = lay(tmp_path, *game("Bob"))
    with pytest.raises(NotTaken, match=r"^The journal has no game [^\n]+$"):
        await Takeaway(Drawing(Here(), lambda address: True), lambda: settings).draw(id, "cast", "", NEAR)


async def test_a_closed_door_s_games_are_not_given(tmp_path):
    lines = game("Bob")
    settings = lay(tmp_path, *lines)
    shut = {**settings.doors, "shutbox": replace(settings.doors["shutbox"], enabled=False)}
    with pytest.raises(NotTaken):
        take = Takeaway(Drawing(Here(), lambda address: True), lambda: replace(settings, doors=shut))
        await take.draw(lines[0]["id"], "txt", "Bob", NEAR)


async def test_files_are_drawn_one_at_a_time_once_and_so_many_for_an_address(tmp_path):
    lines = [game("Bob") for _ in range(PER_MINUTE + 1)]
    settings, here = lay(tmp_path, *(line for one in lines for line in one)), Here()
    take = Takeaway(Drawing(here, lambda address: address == NEAR), lambda: settings)
    ids = [one[0]["id"] for one in lines]
    same = await asyncio.gather(*(take.draw(ids[0], "txt", "", FAR) for _ in range(3)))
    assert here.done == 1 and same[0] is same[1] is same[2]
    for id in ids[1 : PER_MINUTE - 2]:
        await take.draw(id, "txt", "", FAR)
    with pytest.raises(NotTaken, match="try again in a minute"):
        await take.draw(ids[-1], "txt", "", FAR)
    assert (await take.draw(ids[-1], "txt", "", NEAR)).is_public, "others still get theirs"
    assert (await take.draw(ids[0], "txt", "", FAR)) is same[0], "what is drawn already costs nothing"


async def test_an_address_works_once_and_for_a_while(tmp_path):
    lines = game("Bob")
    settings = lay(tmp_path, *lines)
    take = Takeaway(Drawing(Here(), lambda address: True), lambda: settings)
    taken = await take.draw(lines[0]["id"], "txt", "", NEAR)
    site = Site({}, collect=take.collect)

    def ask(path: str, method: str = "GET") -> WebAnswer:
        return site.page(read(f"{method} {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode()), NEAR)

    path = take.offer(taken, "Bob")
    assert ask(path, "HEAD").status == HTTPStatus.NOT_FOUND, "which a program looks at before it fetches"
    page = ask(path)
    assert page.body == taken.body and taken.name in page.headers["Content-Disposition"]
    assert page.headers["Cache-Control"] == "no-store"
    assert ask(path).status == HTTPStatus.NOT_FOUND
    assert ask("/take/").status == ask("/take/../take/x.txt").status == HTTPStatus.NOT_FOUND
    others = take.offer(taken, "Ann")
    many = [take.offer(taken, "Bob") for _ in range(OFFERS_EACH + 1)]
    assert [ask(path).status for path in (many[0], others)] == [HTTPStatus.NOT_FOUND, HTTPStatus.OK]
    late = take.offer(taken, "Bob")
    Boardroom.pass_time(OFFER_SECONDS + 1)
    assert ask(late).status == HTTPStatus.NOT_FOUND
