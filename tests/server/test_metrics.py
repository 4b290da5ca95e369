"""The board's numbers for Prometheus: each is true, and its page has each."""

import asyncio
import re
from pathlib import Path

import pytest
from outside_servers import post_office
from served import open_board, ready_folder

from door.cli import main
from door.notify.mail import MailError, send
from door.notify.words import BoardAddress, code_mail
from door.records.journal import lines
from door.records.journal.lines import RecordsError
from door.server.board import RunningBoard, read_settings
from door.server.jobs.background import measure_delays
from door.server.metrics import numbers
from door.settings.models import MailSettings

PAGE = (Path(__file__).parents[2] / "docs" / "metrics.md").read_text()
LINE = re.compile(r'door_[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.e+]+')


async def lines_of(board: RunningBoard) -> list[str]:
    return (await numbers(board)).splitlines()


async def test_every_line_is_one_that_prometheus_reads_and_is_on_the_page(tmp_path):
    folder = ready_folder(tmp_path / "board", "Alice")
    async with open_board(folder, read_settings(folder)) as board:
        board.nodes.answered["telnet"] += 3
        lines = await lines_of(board)
    named = [line.split()[2] for line in lines if line.startswith("# HELP")]
    assert len(named) == len(set(named)) >= 30
    assert all(line.startswith("# ") or LINE.fullmatch(line) for line in lines), lines
    assert 'door_calls_total{kind="telnet"} 3' in lines and 'door_calls{kind="web"} 0' in lines
    assert "Alice" not in "".join(lines)
    assert {line.split()[2] for line in lines if line.startswith("# TYPE")} == set(named)
    table = PAGE.partition("## Every number")[2]
    assert set(re.findall(r"`(door_[a-z_]+)`", table)) == set(named)
    assert set(re.findall(r"door_[a-z_]+", PAGE.partition("## Every number")[0])) <= set(named)


async def test_games_failed_log_ons_and_delays_are_counted(tmp_path):
    folder = ready_folder(tmp_path / "board", "Alice")
    async with open_board(folder, read_settings(folder)) as board:
        services = await board.load_services()
        with pytest.raises(RecordsError):
            await board.records.logons.password("Alice", "wrong", "203.0.113.1")
        journal, now = services.store.journal, services.now()
        day = lines.day_of(now, journal.zone)
        await journal.decide([lines.grant(lines.stamp(now), "Alice", "shutbox", day, 2, "Sysop")])
        assert journal.written == {("grant", "shutbox"): 1}
        journal.written.update({("turn", "shutbox"): 2, ("game", "shutbox"): 1, ("match", "thieves"): 4})
        board.delays.extend((0.25, 0.125))
        told = await lines_of(board)
    assert "door_logons_failed_total 1" in told and "door_loop_delay_seconds 0.25" in told
    assert 'door_games_begun_total{door="shutbox"} 2.0' in told
    assert 'door_games_ended_total{door="shutbox"} 1.0' in told and "door_matches_ended_total 4" in told
    assert "door_store_up 1" in told and "door_decisions_waiting 0" in told


async def test_a_store_that_is_away_is_down(tmp_path, monkeypatch):
    folder = ready_folder(tmp_path / "board")
    async with open_board(folder, read_settings(folder)) as board:
        monkeypatch.setattr(type(board.records.store.journal), "fault", lambda self: "away")
        assert "door_store_up 0" in await lines_of(board)


async def test_a_backup_is_noted_with_its_time(tmp_path):
    folder = ready_folder(tmp_path / "board")
    async with open_board(folder, read_settings(folder)) as board:
        assert "door_last_backup_time_seconds 0.0" in await lines_of(board)
    assert main(["--board", str(folder), "backup", str(tmp_path / "b.tar.gz")]) == 0
    async with open_board(folder, read_settings(folder)) as board:
        (line,) = [one for one in await lines_of(board) if one.startswith("door_last_backup")]
    assert abs(float(line.split()[1]) - (tmp_path / "b.tar.gz").stat().st_mtime) < 60


async def test_mails_are_counted_by_their_ends(tmp_path):
    from datetime import UTC, datetime

    letter = code_mail("a@example.org", "1", BoardAddress("B", ""), "b@example.org", datetime.now(UTC))
    folder = ready_folder(tmp_path / "board")

    async def counts(board: RunningBoard) -> list[float]:
        lines = [line for line in await lines_of(board) if 'channel="mail"' in line]
        return [float(line.split()[1]) for line in lines]

    async with open_board(folder, read_settings(folder)) as board, post_office(RCPT="550 no") as post:
        before = await counts(board)
        mail = MailSettings(host="127.0.0.1", port=post.port, tls="off", sender="b@example.org")
        with pytest.raises(MailError):
            await send(mail, letter)
        post.refuses.clear()
        await send(mail, letter)
        assert [after - was for after, was in zip(await counts(board), before, strict=True)] == [1, 1]


async def test_a_loop_that_is_held_up_is_measured(monkeypatch):
    from collections import deque

    delays: deque[float] = deque(maxlen=60)
    loop = asyncio.get_running_loop()
    times = iter((10.0, 12.5))

    async def no_time(seconds: float) -> None:
        if delays:
            raise asyncio.CancelledError

    monkeypatch.setattr(loop, "time", lambda: next(times, 0.0))
    monkeypatch.setattr(asyncio, "sleep", no_time)
    with pytest.raises(asyncio.CancelledError):
        await measure_delays(delays)
    assert list(delays) == [1.5]
