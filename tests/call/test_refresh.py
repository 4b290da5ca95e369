"""What others do reaches open doors: the rank on the status line, quietly; handles that are gone."""

import asyncio
from typing import Any

import pytest
from boardroom import Boardroom, boardroom
from boxplay import deal, play_by_keys, play_one, type_lines
from callline import DUMB, CallDouble

from door.call import refresh
from door.call.refresh import spread
from door.notify.happenings import Happenings
from door.records.journal import lines
from door.records.store import Unit
from door.screens.doors import find
from door.server.jobs import background
from door.ui.texts import tr

shutbox = find("shutbox")
thieves = find("thieves")


async def at_the_door(board: Boardroom, caller: str, key: str = "1") -> CallDouble:
    line = await board.at_menu(caller, fast="on")
    await line.press(key, "Rank")
    await board.services.writes.settled(caller)
    return line


async def quiet(board: Boardroom, *callers: CallDouble) -> list[int]:
    """How much each caller has been sent once everything on its way has come."""
    before = [-1]
    for _ in range(500):
        now = [len(line.sent) for line in callers]
        if now == before:
            break
        before = now
        await asyncio.sleep(0.02)
    return before


async def test_the_rank_moves_when_others_finish_and_nobody_else_hears_of_it(tmp_path, monkeypatch):
    deal(monkeypatch)
    async with boardroom(tmp_path, doors=(shutbox, thieves)) as board:
        score = await play_one(board, "Alice", poorly=True)
        alice = await at_the_door(board, "Alice")
        carla = await at_the_door(board, "Carla", "2")
        await alice.shows(rf"Rank 1 \({score}\)")
        await board.store.refresh()
        before = await quiet(board, alice, carla)
        assert await play_one(board, "Bob") > score
        assert await board.store.refresh()
        await spread(board.services.roster)
        await alice.shows(rf"Rank 2 \({score}\)")
        after = await quiet(board, alice, carla)
        assert 0 < after[0] - before[0] < 1000, "a difference, no new screen"
        assert after[1] == before[1], "at another door nothing has changed"
        await spread(board.services.roster)
        assert await quiet(board, alice, carla) == after


async def test_a_running_board_spreads_by_itself(tmp_path, monkeypatch):
    monkeypatch.setattr(background, "LOOK_SECONDS", 0.01)
    deal(monkeypatch)
    async with boardroom(tmp_path) as board:
        await play_one(board, "Alice", poorly=True)
        alice = await at_the_door(board, "Alice")
        follower = asyncio.create_task(
            background.follow_journal(board.store, board.services.roster, board.services[Happenings].look)
        )
        await play_one(board, "Bob")
        await alice.shows("Rank 2")
        follower.cancel()


async def test_in_the_middle_of_a_game_and_in_plain_mode_nothing_is_said_aloud(tmp_path, monkeypatch):
    deal(monkeypatch)
    async with boardroom(tmp_path) as board:
        line = await board.at_menu("Alice", DUMB)
        await line.say("1\r\r", "Tiles to shut\\?")
        (before,) = await quiet(board, line)
        await play_one(board, "Bob")
        await board.store.refresh()
        await spread(board.services.roster)
        assert await quiet(board, line) == [before]
        score = await type_lines(board, line, "Alice")
        await line.hears(f"This month: {score}, 2nd place")


async def renamed(board: Boardroom, old: str, new: str) -> None:
    """As `door callers rename` does it, from another process."""
    board.callers.store.write(Unit(board.callers.renaming(old, new)))
    board.callers.changed(old)
    stamp = lines.stamp(board.clock())
    await board.store.journal.decide([lines.rename(stamp, old, new)])
    board.store.journal.store.write(
        Unit(list(board.store.ranked.saves.rename_changes(old, new, board.doors)))
    )


@pytest.mark.files("who renames on another host says so on the bus, see test_bus")
async def test_a_caller_renamed_on_line_is_told_and_finds_everything_at_the_next_call(tmp_path, monkeypatch):
    deal(monkeypatch)
    async with boardroom(tmp_path) as board:
        score = await play_one(board, "Alice")
        line = await at_the_door(board, "Alice")
        await line.press("\r", "to match")
        begun = board.lines("turn")[-1]["id"]
        await renamed(board, "Alice", "Anna")
        await board.store.refresh()
        await spread(board.services.roster)
        await line.closed()
        assert tr.call.handle_changed().split(".")[0] in line.sent.decode()
        again = await board.at_menu("Anna")
        await again.press("1", rf"waiting.*|Rank 1 \({score}\)")
        again.type("\r")
        await play_by_keys(board, again, "Anna")
        assert board.lines("game")[-1]["id"] == begun and len(board.lines("turn")) == 2
        standing = board.store.standings.books("shutbox", "Anna").standing
        assert [(row.caller, row.games) for row in standing] == [("Anna", 2)]


async def test_no_turn_is_ever_taken_under_a_handle_that_is_gone(board):
    line = await at_the_door(board, "Alice")
    board.callers.store.write(Unit(board.callers.renaming("Alice", "Anna")))
    line.type("\r")
    await line.closed()
    assert not board.lines("turn")


async def test_a_menu_keeps_no_tables_that_name_every_caller_and_is_fresh_after_a_door(tmp_path):
    """A thousand callers would each keep others of them."""
    async with boardroom(tmp_path, doors=(shutbox, thieves)) as board:
        await play_one(board, "Alice", poorly=True)
        bob = await board.at_menu("Bob", fast="on")
        (session,) = board.sessions
        (menu,) = session.stack
        (card, _) = menu.state.lobby.doors
        assert card.books.tally is None and len(card.books.standing) == 1
        await bob.press("\x1b[B\r", "Forty Thieves.*Rank")
        menu, door = session.stack
        assert door.slug == "thieves"
        await play_one(board, "Carla")
        await bob.press("q", "Hello, Bob.*")
        assert menu.state.at == 1, "the marker stays where it was"
        assert [len(card.books.standing) for card in menu.state.lobby.doors] == [2, 0]


async def test_the_menu_hears_of_turns_that_the_sysop_gave_and_of_nothing_else(board, monkeypatch):
    await board.register("Alice")
    alice, _ = board.proved_call("Alice")
    await alice.shows("Hello, Alice.*")
    before = await quiet(board, alice)
    session, posted = board.sessions[0], list[Any]()
    with monkeypatch.context() as patch:
        patch.setattr(session, "post", lambda *event: posted.append(event))
        await play_one(board, "Bob")
        await spread(board.services.roster)
    assert await quiet(board, alice) == before and not posted, "another's game is none of the menu's business"
    grant = lines.grant(lines.stamp(board.clock()), "Alice", "shutbox", "2026-11-10", 37, "sysop")
    await board.store.journal.decide([grant])
    await spread(board.services.roster)
    await alice.shows("1 Shut The Box +42")
    board.options("shutbox", turns_per_day=9)
    for session in board.sessions:
        session.receive(refresh.Refresh(look=True))
    await alice.shows("1 Shut The Box +46")
    assert (await quiet(board, alice))[0] - before[0] < 300, "a difference, no new screen"


async def test_a_change_of_the_turns_a_day_leaves_one_answer_at_the_door(tmp_path, monkeypatch):
    async with boardroom(tmp_path, doors=(shutbox,)) as board:
        board.options("shutbox", turns_per_day=1)
        await play_one(board, "Alice")
        alice = await at_the_door(board, "Alice")
        await alice.press("\r", "You have no turns left today")
        board.options("shutbox", turns_per_day=37)
        board.sessions[-1].receive(refresh.Refresh(look=True))
        await alice.shows("Turns left today: 36")
        assert "no turns left" not in alice.screen
        await alice.press("h" + "\x1b[6~" * 5, "Turns a day: 37")
        board.options("shutbox", turns_per_day=9)
        board.sessions[-1].receive(refresh.Refresh(look=True))
        await alice.shows("Turns a day: 9")
        posted = list[Any]()
        with monkeypatch.context() as patch:
            patch.setattr(board.sessions[-1], "post", lambda *event: posted.append(event))
            board.sessions[-1].receive(refresh.Refresh())
        assert not posted, "nothing has changed"
