"""The daily deal by the callers of a board: the same dice on every line, over a midnight, to the audit."""

import asyncio
import json
import re
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from boardroom import Boardroom
from boxplay import move_for
from callline import DUMB, CallDouble
from store_kit import loop_may_use

from door.features.bulletins.handlers import announcements
from door.features.doors.handlers import _begin_past, _may_begin_deal, _past, _past_deals
from door.games.chance import commitment
from door.net.line import Hints
from door.play.match.values import Refusal
from door.records.audit.audit import audit
from door.records.play.lifecycle import Lifecycle
from door.ui.screen import No
from door.ui.texts import tr

ASKED = r"Roll: \d \+ \d.*?Tiles to shut\?|Game over\. Score: \d+.*?(?:Enter.*?\):|Play again\?)"


async def play_deal(line: CallDouble) -> tuple[list[str], str]:
    """Plays the day's deal by lines of text; its rolls, and all that was said at its end."""
    line.type("d\ry\r")
    return await play_on(line, await line.hears(ASKED))


async def play_on(line: CallDouble, said: str) -> tuple[list[str], str]:
    """Plays a game on whose first roll was said; its rolls, and all that was said at its end."""
    rolls: list[str] = []
    while True:
        rolls += re.findall(r"Roll: (\d \+ \d)", said)
        if "Game over" in said:
            return rolls, said
        line.type(move_for(said) + "\r")
        said = await line.hears(ASKED)


async def at_the_title(board: Boardroom, caller: str) -> CallDouble:
    line = await board.at_menu(caller, DUMB)
    await line.say("1\r", "Daily deal: the same dice for all.*daily, .*quit\\)")
    return line


async def test_two_callers_have_the_same_dice_and_the_next_day_proves_it(tmp_path, board):
    board.options("shutbox", turns_per_day=1)
    alice, bob = await at_the_title(board, "Alice"), await at_the_title(board, "Bob")
    first, said = await play_deal(alice)
    second, _ = await play_deal(bob)
    assert first == second and len(first) > 1
    assert "Turns left today: 1." in said and "Today" in said and "shown tomorrow" in said
    assert board.lines("turn") == board.lines("game") == []
    await bob.say("d\r", r"You are 2nd today.*Today: 1\. Alice, \d+ 2\. Bob, \d+ .*Enter to go on")
    alice.type("g\r")  # and the contest goes on as ever
    await alice.hears("Tiles to shut")
    assert board.store.standings.books("shutbox", "Alice").turns_left == 0

    board.clock.now = datetime(2026, 11, 11, 1, 0, tzinfo=board.zone)
    await board.store.refresh()
    games = board.lines("daily_game")
    assert [game["caller"] for game in games] == ["Alice", "Bob"]
    assert {game["seed"] for game in games} == {games[0]["seed"]}
    (sealed, _, _), (revealed,) = board.lines("daily"), board.lines("reveal")
    assert commitment(bytes.fromhex(revealed["seed"])) == sealed["commit"]
    [thread] = await asyncio.to_thread(list, announcements(board.services, "2026-11-10"))
    assert thread.title == "Daily deal of 10 Nov: Alice won"
    assert [*await asyncio.to_thread(announcements, board.services, "2026-11-09")] == []
    assert thread.lines[0] == "2 callers finished the deal." and thread.lines[2].startswith("2. Bob: ")
    report = audit(tmp_path / "data" / "journal", board.doors)
    assert report.faults == () and report.games == 2


async def test_on_screen_a_dropped_deal_waits_and_goes_on(board):
    await board.register("Alice", fast="on")
    line, call = board.proved_call("Alice")
    await line.shows("Hello")
    await line.press("1", "Enter to play")
    await line.press("d", "The daily deal, 10 November 2026.*play it")
    screen = await line.press("\r", "the daily deal.*to match")
    line.drop()
    await call
    store = loop_may_use(board.store.journal.store)
    [save] = [store.get("deal", key) for key in store.keys("deal")]
    assert json.loads(save.body.splitlines()[0])["day"] == "2026-11-10"

    again = await board.at_menu("Alice")
    await again.press("1", "your game is waiting")
    await again.press("d", "resume")
    resumed = await again.press("\r", "to match.*Your game goes on")
    dice = re.compile(r"\d \+ \d = \d+")
    assert dice.search(resumed)[0] == dice.search(screen)[0]
    await again.press("qg", "Today 0, no place.*The seed will be shown tomorrow")
    assert len(board.lines("daily_turn")) == 1


async def test_the_sysop_may_limit_the_deal_by_address(board, monkeypatch):
    near, far = replace(DUMB, address="203.0.113.7"), replace(DUMB, address="203.0.113.8")

    async def asks(caller: str, hints: Hints, heard: str) -> CallDouble:
        line, _ = board.proved_call(caller, hints)
        await line.hears("command\\?")
        await line.say("1\r", "quit\\)")
        await line.say("d\ry\r", heard)
        return line

    async def refuse_game(games: Lifecycle, kind: object, wish: object) -> No:
        return No("Not now.")

    for caller in ("Alice", "Bob", "Cy", "Dan", "Eve", "Fay"):
        await board.register(caller)
    await asks("Alice", near, "Tiles to shut")
    await asks("Bob", near, "Tiles to shut")
    board.change("limits", daily_per_address=1)
    await asks("Cy", near, "Tiles to shut")
    dan = await asks("Dan", near, "Today's deal has been played from your address")
    session = board.sessions[-1]
    assert not _may_begin_deal(session, "shutbox")
    session.who.console = True
    assert _may_begin_deal(session, "shutbox"), "the board's console has no address"
    session.who.console = False
    board.change("limits", trusted=(f"{near.address}/32",))
    assert _may_begin_deal(session, "shutbox"), "many callers may share a proxy's address"
    board.change("limits", trusted=())
    await dan.say("\r", "Tiles to shut")
    assert [turn["caller"] for turn in board.lines("turn")] == ["Dan"], "its address limits no other game"
    with monkeypatch.context() as patch:
        patch.setattr(Lifecycle, "begin", refuse_game)
        await asks("Fay", far, "Not now")
    await asks("Eve", far, "Tiles to shut")
    await asks("Fay", far, "Today's deal has been played from your address")
    await asks("Cy", near, "goes on")
    assert [f["caller"] for f in board.lines("daily_turn")] == ["Alice", "Bob", "Cy", "Eve"]
    board.clock.on(days=1)
    await asks("Dan", near, "Tiles to shut")


async def test_past_deals_are_played_again_by_date_and_count_nowhere(tmp_path, board):
    alice, bob = await at_the_title(board, "Alice"), await at_the_title(board, "Bob")
    rolls, _ = await play_deal(alice)
    await bob.say("d\ra\r", "Past deals: Shut The Box.*No day's deal has ended yet")

    board.clock.now = datetime(2026, 11, 11, 1, 30, tzinfo=board.zone)
    await board.store.refresh()
    score, size = board.lines("daily_game")[0]["score"], journal_bytes(tmp_path)
    carol = await at_the_title(board, "Carol")
    await carol.say("d\ra\r", rf"1\. 10 November 2026: won by Alice with {score}, of 1 caller\b")
    for wrong in ("yesterday", "2026-13-01", "10.11.2026"):
        await carol.say("d\r", "Date, such as")
        await carol.say(f"{wrong}\r", f"{wrong} isn't a date")
    for other in ("2026-11-11", "2026-11-09"):  # today's is open, and nobody played before
        await carol.say("d\r", "Date, such as")
        await carol.say(f"{other}\r", rf"There is no past deal of {other}\..*quit\)")
        await carol.say("d\ra\r", "Past deals")
    said = await carol.say("1\r", r"The deal of 10 November 2026, off the record.*Roll: .*Tiles to shut\?")
    assert rolls[0] in said
    again, ended = await play_on(carol, said)
    assert again == rolls and f"Score: {score}" in ended
    await carol.say("d\ra\rd\r", "Date, such as")
    await carol.say("2026-11-10\r", r"off the record.*Roll: " + rolls[0].replace("+", r"\+"))
    assert journal_bytes(tmp_path) == size, "nothing of it is in the journal"
    call = board.sessions[-1]
    with pytest.raises(Refusal, match=str(tr.daily.no_game_in_last_deal())):
        await _past(call, "shutbox")
    board.options("shutbox", daily=False)
    with pytest.raises(Refusal, match=str(tr.daily.no_daily_here())):
        _past_deals(call, "shutbox")
    with pytest.raises(Refusal, match=str(tr.daily.no_daily_here())):
        await _begin_past(call, call.stack.top, "2026-11-10")


def journal_bytes(folder: Path) -> int:
    return sum(file.stat().st_size for file in (folder / "data" / "journal").glob("*.jsonl"))


async def test_a_callers_past_deals_have_bars(board):
    await play_deal(await at_the_title(board, "Alice"))
    board.clock.now = datetime(2026, 11, 11, 1, 30, tzinfo=board.zone)
    await board.store.refresh()
    score = board.lines("daily_game")[0]["score"]
    again = await at_the_title(board, "Alice")
    await again.say("d\ra\r", rf"won by Alice with {score}, of 1 caller; yours {score}, 1st")
    told = await again.say("y\r", "Your deals: Shut The Box.*Enter to go back")
    assert "You have finished 1 deal of the last 1." in told and "1st: 1 deal" in told
    assert f"10 November 2026: {score}, 1st of 1 caller" in told and "█" not in told
    ansi = await board.at_menu("Alice")
    await ansi.press("1", "Daily deal", passing=1)
    await ansi.press("d", "past deals")
    shown = await ansi.press("a", "Your deals")
    assert re.search(rf"10 November 2026 +Alice +{score} +1 +{score} +1st\n", shown)
    assert re.search(r"1st +█{30} +1\n", await ansi.press("y", "YOUR PLACES"))
