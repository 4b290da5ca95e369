"""The bulletin of daily deals: what is laid open and no more, in three forms, from the journal alone."""

from datetime import UTC
from pathlib import Path

from daily_kit import DOORS, begin, opened, play
from records_kit import Clock, make_store
from testdoor import Name

from door.games.info import Info
from door.pages.bulletin_files import forms, running, sheet_box, sheet_canvas, sheet_text
from door.play.books import PlaceRow
from door.records.bulletins import DailySheet, daily_sheet
from door.records.daily.rules import Today, today_at
from door.records.ledger.ledger import Ledger
from door.term.art import read_art

ROWS = tuple(PlaceRow(place, f"Zoë the Great 12345{place}", 1_234_567 - place, 31) for place in range(1, 11))
FULL = DailySheet(
    Info("dice", Name("Dice"), Name(""), 10), "2025-11",
    ROWS, "2025-11-20", "ab" * 32, ROWS, "2025-11-21", 2, False,
    "cd" * 32,
)  # fmt: skip


def names(data: Path) -> set[str]:
    return {path.name for path in (data / "bulletins").iterdir() if "daily" in path.name}


async def test_a_month_of_days_is_written_and_the_running_day_kept_back(tmp_path):
    clock = Clock()
    store = await opened(tmp_path, clock)
    await store.refresh()
    assert names(tmp_path) == set(), "nobody has played yet"
    await play(store, "Alice", "jackpot")
    await begin(store, "Bob")
    await store.refresh()
    assert names(tmp_path) == {f"dice-2025-11-daily.{kind}" for kind in ("txt", "asc", "ans")}
    path = tmp_path / "bulletins" / "dice-2025-11-daily.txt"
    text = path.read_text()
    assert "Today's, 21 November 2025: 1 caller so far. Its table is at the door." in text
    assert "Alice" not in text and "Seed" not in text
    clock.pass_by(days=1)
    await store.refresh()
    text = path.read_text()
    seed = store.ledger.read(lambda ledger: ledger.deals.days["2025-11-21"].seed)
    assert "21 November 2025, won by Alice" in text and f"Seed {seed}" in text
    assert "  1. Alice                        100   1 day\n  2. Bob" in text
    assert "Today's, 22 November 2025: nobody so far." in text

    before = {name: (tmp_path / "bulletins" / name).read_bytes() for name in names(tmp_path)}
    for name in before:
        (tmp_path / "bulletins" / name).unlink()
    await store.close()
    again = await opened(tmp_path, clock)
    assert {name: (tmp_path / "bulletins" / name).read_bytes() for name in names(tmp_path)} == before
    await again.close()


async def test_the_months_last_day_is_added_when_it_is_laid_open(tmp_path):
    clock = Clock()
    clock.set("2025-11-30 23:00")
    store = await opened(tmp_path, clock)
    await play(store, "Alice", "jackpot")
    clock.set("2025-12-01 00:30")
    await store.refresh()

    def of_month() -> DailySheet | None:
        today = today_at(clock(), UTC)
        return store.ledger.read(lambda ledger: daily_sheet(ledger, DOORS["dice"].INFO, "2025-11", today))

    open_still = of_month()
    assert open_still and not open_still.final
    clock.set("2025-12-01 02:00")
    await store.refresh()
    sheet = of_month()
    assert sheet and sheet.final and running(sheet) == "" and [row.caller for row in sheet.rows] == ["Alice"]
    assert "November 2025, final" in (tmp_path / "bulletins" / "dice-2025-11-daily.txt").read_text()
    await store.close()


async def test_a_door_that_has_it_off_has_no_sheet(tmp_path):
    store = await opened(tmp_path, Clock())
    await play(store, "Alice", "jackpot")
    await store.close()
    off = make_store(tmp_path / "off", Clock(), doors=DOORS, daily=False)
    await off.open()
    assert names(tmp_path / "off") == set()
    await off.close()


def test_the_forms_at_their_widest():
    text, box = sheet_text(FULL), sheet_box(FULL)
    assert max(map(len, text.splitlines())) <= 79 and "won by Zoë the Great 123451" in text
    lines = box.split("\r\n")
    assert {len(line) for line in lines[:-2]} == {78} and box.isascii()
    assert "ab" * 32 in box and "cd" * 32 in box
    canvas = sheet_canvas(FULL)
    drawn = canvas.text().splitlines()
    assert all(row[1] in "╔║╟╚" and row[78] in "╗║╢╝" for row in drawn)
    assert "2 callers so far" in drawn[-5] and "ab" * 32 in drawn[-4] and "1,234,566" in drawn[5]
    art = read_art(forms(FULL)["ans"])
    assert art.canvas.cols == 80


def test_nobody_is_no_sheet():
    assert (
        daily_sheet(Ledger(DOORS), DOORS["dice"].INFO, "2025-11", Today("2025-11-21", "2025-11-20")) is None
    )
