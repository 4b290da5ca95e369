"""The daily deal on real files: one deal for all, sealed before and revealed after, proved in the end."""

import asyncio
import json
import shutil
import stat
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import game_lines
import pytest
from daily_kit import DOORS, begin, opened, play
from ledger_lines import told
from records_kit import VIENNA, WRITERS, Clock, journal_lines, kinds, make_store, moved, path_of, take_lines
from store_kit import kept_in, loop_may_use
from testdoor import TestDoor

from door.games.chance import Chance, commitment
from door.games.record import Record
from door.play.api import Begun
from door.play.books import PastDeal, PlaceRow
from door.records.audit.audit import audit
from door.records.bulletins import daily_sheet
from door.records.daily import days
from door.records.daily.rules import closing, door_seed, fits, seal_of, today_at
from door.records.journal import lines
from door.records.journal.find import find_game, revealed_deal
from door.records.ledger.deals import DAYS_KEPT, Deals
from door.records.ledger.ledger import Ledger
from door.records.ledger.standings import past_days, past_deal
from door.records.play.lifecycle import GameWish
from door.records.store import Forbidden, StoreRefused, Unit, tail
from door.ui.screen import No
from door.ui.texts import tr


@pytest.fixture
async def store(tmp_path, clock):
    return await opened(tmp_path, clock)


def of_kind(data: Path, *kinds: str) -> list[dict[str, Any]]:
    return [line for line in journal_lines(data / "journal") if line["kind"] in kinds]


def clean(data: Path) -> bool:
    report = audit(data / "journal", DOORS)
    assert report.faults == (), report.faults
    return True


def secrets_of(data: Path) -> dict[str, str]:
    store = loop_may_use(kept_in(data))
    return {day: store.get("seed", day).body.decode().strip() for day in store.keys("seed")}


def files_of(data: Path) -> list[Path]:
    return [path for path in data.rglob("*") if path.is_file()]


# -- one deal for all ------------------------------------------------------------------------


async def test_everybody_gets_the_same_deal_and_another_door_another(tmp_path):
    store = await opened(tmp_path, Clock())
    alice, bob = await begin(store, "Alice"), await begin(store, "Bob")
    cards = await begin(store, "Alice", "cards")
    assert alice.record.chance == bob.record.chance
    assert alice.record.commit == bob.record.commit == commitment(alice.record.chance.seed)
    assert alice.record.day == "2025-11-21" and alice.record.kind not in ("practice", "demo")
    assert alice.record.kind != "free" and alice.record.id != bob.record.id
    assert cards.record.chance != alice.record.chance
    day = bytes.fromhex(secrets_of(tmp_path)["2025-11-21"])
    assert alice.record.chance.seed == door_seed(day, "dice")
    assert cards.record.chance.seed == door_seed(day, "cards")


async def test_another_day_is_another_deal(clock, store):
    today = await begin(store)
    clock.pass_by(days=1, hours=2)
    await store.roll_over()
    assert (await begin(store)).record.chance != today.record.chance


async def test_a_door_that_offers_none_has_none(tmp_path):
    store = await opened(tmp_path, Clock())
    assert isinstance(await store.games.begin(store.daily, GameWish("plain", "Alice")), No)
    assert store.standings.books("plain", "Alice").daily is None
    none = make_store(tmp_path / "other", Clock(), doors={"plain": TestDoor("plain")})
    await none.open()
    assert journal_lines(tmp_path / "other" / "journal") == []


async def test_a_sysop_may_turn_it_off_at_one_door_and_on_again(tmp_path):
    off, doors, clock = {"dice"}, {"dice": DOORS["dice"], "cards": DOORS["cards"]}, Clock()
    store = make_store(tmp_path, clock, doors=doors)
    defaults = store.options_for
    store.options_for = store.days.options_for = store.standings.options_for = lambda slug: {
        **defaults(slug),
        "daily": slug not in off,
    }
    await store.open()
    refused = await store.games.begin(store.daily, GameWish("dice", "Alice"))
    assert isinstance(refused, No) and refused.why == tr.daily.no_daily_here()
    assert store.standings.books("dice", "Alice").daily is None
    assert store.standings.books("cards", "Alice").daily is not None
    assert journal_lines(tmp_path / "journal") == []
    off.clear()
    await play(store, "Alice")
    off |= {"dice", "cards"}
    clock.pass_by(days=1)
    await store.refresh()
    assert kinds(tmp_path) == ["daily", "daily", "daily_turn", "daily_score", "reveal", "daily_game"]
    assert clean(tmp_path), "what was begun is laid open; no further day is sealed"


async def test_the_options_of_the_days_first_game_are_everybodys(tmp_path, clock):
    first = await opened(tmp_path, clock, length=2)
    await play(first, "Alice", "die", "die")
    await first.close()
    later = await opened(tmp_path, clock, length=5)
    assert (await begin(later, "Bob")).record.options["length"] == 2
    assert (await begin(later, "Bob", "cards")).record.options["length"] == 5, "at that door it is the first"
    clock.pass_by(days=1)
    await later.refresh()
    assert (await begin(later, "Bob")).record.options["length"] == 5 and clean(tmp_path)


# -- the seal ----------------------------------------------------------------------------------


async def test_the_commitment_is_made_the_day_before_and_the_first_is_said_to_be_late(tmp_path, clock, store):
    daily = store.standings.books("dice", "Alice").daily
    assert kinds(tmp_path) == [] and (daily.sealed, daily.may_play) == ("", True)
    await begin(store)
    sealed = of_kind(tmp_path, "daily")
    assert [(line["day"], line["late"]) for line in sealed] == [("2025-11-21", True), ("2025-11-22", False)]
    assert store.standings.books("dice", "Alice").daily.late
    clock.set("2025-11-22 00:00")
    assert await store.roll_over() == []
    sealed = of_kind(tmp_path, "daily")
    assert sealed[1]["t"][:10] == "2025-11-21" and sealed[2]["day"] == "2025-11-23"
    daily = store.standings.books("dice", "Alice").daily
    assert (daily.day, daily.late, daily.sealed) == ("2025-11-22", False, sealed[1]["commit"])
    assert await store.roll_over() == [] and len(of_kind(tmp_path, "daily")) == 3


async def test_days_are_sealed_ahead_while_somebody_plays_them(tmp_path, clock, store):
    await play(store)
    for _ in range(20):
        clock.pass_by(days=1)
        await store.roll_over()
    assert [line["day"] for line in of_kind(tmp_path, "daily")][-1] == "2025-11-29"
    await play(store)
    assert [(line["day"], line["late"]) for line in of_kind(tmp_path, "daily")][-2:] == [
        ("2025-12-11", True),
        ("2025-12-12", False),
    ]
    clock.pass_by(days=1)
    await store.roll_over()
    assert of_kind(tmp_path, "daily")[-1]["day"] == "2025-12-13" and clean(tmp_path)


@pytest.mark.files("it looks at the files")
async def test_nothing_readable_gives_the_deal_away_before_it_is_revealed(tmp_path, store):
    booked = await play(store)
    await begin(store, "Bob")
    assert booked.seed == "" and booked.note == ""
    day = secrets_of(tmp_path)["2025-11-21"]
    hidden = [day, door_seed(bytes.fromhex(day), "dice").hex()]
    for path in files_of(tmp_path):
        tells = any(secret.encode() in path.read_bytes() for secret in hidden)
        assert tells is (path.parent.name == "daily" and "2025-11-22" not in path.name), path
        assert not tells or stat.S_IMODE(path.stat().st_mode) == 0o600, path
    assert stat.S_IMODE((tmp_path / "daily").stat().st_mode) == 0o700
    assert '"die"' not in (tmp_path / "journal" / "2025-11.jsonl").read_text()
    (score,) = of_kind(tmp_path, "daily_score")
    assert score["seal"] == seal_of(bytes.fromhex(hidden[1]), ["die"] * 3)


async def test_the_day_after_the_seed_is_revealed_and_every_game_is_proved(tmp_path, clock, store, caplog):
    for caller in ("Alice", "Bob"):
        await play(store, caller)
    secret, before = secrets_of(tmp_path)["2025-11-21"], store.standings.books("dice", "Alice").daily.today
    assert clean(tmp_path) and of_kind(tmp_path, "reveal", "daily_game", "turn", "game") == []
    clock.set("2025-11-22 00:59")
    await store.roll_over()
    assert of_kind(tmp_path, "reveal") == []
    clock.set("2025-11-22 01:00")
    await store.refresh()
    (revealed,) = of_kind(tmp_path, "reveal")
    assert revealed["seed"] == secret and fits(secret, of_kind(tmp_path, "daily")[0]["commit"])
    games = of_kind(tmp_path, "daily_game")
    assert [game["caller"] for game in games] == ["Alice", "Bob"]
    assert all(game["moves"] == ["die"] * 3 and game["options"] == {} for game in games)
    for month, count in ((None, 2), ("2025-11", 2), ("2025-12", 0)):
        report = audit(tmp_path / "journal", DOORS, month)
        assert report.faults == () and report.games == count
    daily = store.standings.books("dice", "Carol").daily
    assert (daily.last_day, daily.last_seed, daily.last) == ("2025-11-21", secret, before)
    assert "2025-11-21" not in secrets_of(tmp_path) and not list((tmp_path / "daily").glob("*.jsonl"))
    turn, game = find_game(tmp_path / "journal", games[0]["id"][:8])
    assert turn["commit"] == commitment(bytes.fromhex(game["seed"]))
    assert "there is no seed" not in caplog.text


async def test_a_board_that_was_off_for_days_reveals_what_is_over_and_seals_late(tmp_path, clock, store):
    await play(store)
    await begin(store, "Bob")
    await store.close()
    clock.pass_by(days=40)
    store = await opened(tmp_path, clock)
    assert [line["day"] for line in of_kind(tmp_path, "reveal")] == ["2025-11-21", "2025-11-22"]
    assert [game["caller"] for game in of_kind(tmp_path, "daily_game")] == ["Alice", "Bob"]
    assert [line["late"] for line in of_kind(tmp_path, "daily")] == [True, False]
    await begin(store)
    assert [line["late"] for line in of_kind(tmp_path, "daily")] == [True, False, True, False]
    assert store.standings.books("dice", "Alice").daily.day == "2025-12-31" and clean(tmp_path)
    assert set(secrets_of(tmp_path)) == {"2025-12-31", "2026-01-01"}


# -- once a day, and free of charge ----------------------------------------------------------------


async def test_once_a_day(tmp_path, clock, store):
    assert store.standings.books("dice", "Alice").daily.may_play
    await play(store)
    again = await store.games.begin(store.daily, GameWish("dice", "ALICE"))
    assert isinstance(again, No) and again.why == tr.daily.already_played_today()
    assert not store.standings.books("dice", "Alice").daily.may_play
    await play(store, slug="cards")
    clock.pass_by(days=1)
    await play(store)
    assert len(of_kind(tmp_path, "daily_turn")) == 3 and clean(tmp_path)


async def test_a_deal_is_begun_once_and_on_its_day_as_the_journal_decides(clock, store):
    await begin(store, "Zoe")
    asked, now = await store.daily.new(GameWish("dice", "Alice")), clock()
    assert store.daily.turn_line(asked, now)
    assert store.daily.turn_line(asked, now + timedelta(hours=12)) is None, "midnight came first"
    await begin(store)
    assert store.daily.turn_line(asked, now) is None, "another call came first"


async def test_neither_turns_nor_free_turns_nor_the_months_contest_are_touched(tmp_path, clock):
    store = await opened(tmp_path, clock, turns_per_day=1)
    before = store.standings.books("dice", "Alice")
    await play(store, "Alice", "jackpot")
    after = store.standings.books("dice", "Alice")
    assert after._replace(daily=None) == before._replace(daily=None)
    begun = await store.games.begin(store.ranked, GameWish("dice", "Alice"))
    await moved(store, begun.record.id, "stop")
    await store.games.finish(begun.record.id)
    assert store.standings.books("dice", "Alice").turns_left == 0
    clock.pass_by(days=1)
    await store.roll_over()
    books = store.standings.books("dice", "Alice")
    assert (books.score, books.free_turns, books.standing[0].games) == (0, 0, 1)
    await play(store)  # also with no turn left
    clock.set("2025-12-01 02:00")
    await store.roll_over()
    (won,) = of_kind(tmp_path, "winners")
    assert won["top"] == [{"caller": "Alice", "games": 1, "score": 0}] and clean(tmp_path)


async def test_a_contest_game_that_waits_and_the_days_deal_do_not_disturb_each_other(tmp_path):
    store = await opened(tmp_path, Clock())
    contest = await store.games.begin(store.ranked, GameWish("dice", "Alice"))
    await moved(store, contest.record.id, "die")
    daily = await begin(store)
    await moved(store, daily.record.id, "die")
    await moved(store, daily.record.id, "die")
    for id in (contest.record.id, daily.record.id):
        store.games.forget(id)
    assert store.ranked.waits("dice", "Alice") and store.standings.books("dice", "Alice").daily.waiting
    again = await begin(store)
    assert again.resumed and again.record.moves == ("die", "die") and again.record.id == daily.record.id
    contest = await store.games.begin(store.ranked, GameWish("dice", "Alice"))
    assert contest.resumed and contest.record.moves == ("die",) and contest.record.day == ""


# -- tables -----------------------------------------------------------------------------------------


async def test_the_days_table_is_for_those_who_have_played_and_the_month_adds_days(clock, store):
    await play(store, "Alice", "die", "stop")
    await play(store, "Bob", "die", "jackpot")
    for looker, sees in (("Alice", 2), ("Bob", 2), ("Carol", 0)):
        daily = store.standings.books("dice", looker).daily
        assert len(daily.today) == len(daily.month) == sees
    assert (daily.rank, daily.score, daily.month_rank, daily.month_score) == (0, 0, 0, 0), "Carol's"
    daily = store.standings.books("dice", "Alice").daily
    assert [(row.place, row.caller) for row in daily.today] == [(1, "Bob"), (2, "Alice")]
    assert (daily.rank, daily.score) == (2, daily.today[1].score) and daily.played
    one = daily.today[0].score
    clock.set("2025-11-22 12:00")
    await store.refresh()
    await play(store, "Bob", "die", "jackpot")
    daily = store.standings.books("dice", "Bob").daily
    assert daily.month[0].games == 2 and daily.month[0].score == one + daily.score == daily.month_score
    assert store.standings.books("dice", "Alice").daily.month[0].score == one  # today is left out for her
    clock.set("2025-12-01 12:00")
    await store.refresh()
    assert store.standings.books("dice", "Alice").daily.month == ()


async def test_of_equal_scores_the_first_stands_first_before_and_after(clock, store):
    for caller in ("Carol", "Alice", "Bob"):
        await play(store, caller)
    before = [row.caller for row in store.standings.books("dice", "Bob").daily.today]
    clock.pass_by(days=1)
    await store.refresh()
    assert (
        [row.caller for row in store.standings.books("dice", "Bob").daily.last]
        == before
        == ["Carol", "Alice", "Bob"]
    )


async def test_the_tables_come_from_the_journal_alone(tmp_path, monkeypatch):
    monkeypatch.setattr("door.records.ledger.live_ledger.WORTH", 1)
    clock = Clock(datetime(2025, 11, 30, 12, tzinfo=UTC))
    store = await opened(tmp_path, clock)
    await play(store, "Alice")
    clock.pass_by(days=1)
    await store.refresh()
    await play(store, "Bob")
    want = store.standings.books("dice", "Bob").daily
    await store.close()
    for _ in range(2):  # once from the kept ledger, once from the journal alone
        store = await opened(tmp_path, clock)
        assert store.standings.books("dice", "Bob").daily == want
        await store.close()
        (tmp_path / "cache" / "ledger.jsonl").unlink()


@pytest.mark.files("it changes what is in the files")
async def test_a_score_that_was_never_proved_leaves_the_tables(tmp_path, clock, store):
    await play(store, "Alice")
    await play(store, "Bob")
    assert len(store.standings.books("dice", "Bob").daily.today) == 2
    alice = of_kind(tmp_path, "daily_turn")[0]["id"]
    path_of(store, store.daily.saves, "2025-11-21", alice).unlink()
    clock.pass_by(days=1)
    await store.refresh()
    assert [row.caller for row in store.standings.books("dice", "Bob").daily.last] == ["Bob"]
    (fault,) = audit(tmp_path / "journal", DOORS).faults
    assert fault.reason == "the deal of 2025-11-21 is laid open, and this game is not"


async def test_a_caller_who_is_renamed_keeps_the_deal_and_one_removed_leaves_it(tmp_path, clock, store):
    begun = await begin(store, "Alice")
    await moved(store, begun.record.id, "die")
    store.games.forget(begun.record.id)
    await play(store, "Bob")
    await store.journal.decide([lines.rename("2025-11-21T12:00:00.000Z", "Alice", "Eve")])
    await store.journal.decide([lines.remove("2025-11-21T12:00:00.000Z", "Bob")])
    again = await begin(store, "Eve")
    assert again.resumed and again.record.moves == ("die",)
    await moved(store, again.record.id, "stop")
    await store.games.finish(again.record.id)
    assert [row.caller for row in store.standings.books("dice", "Eve").daily.today] == ["Eve"]
    clock.pass_by(days=1)
    await store.refresh()
    assert [row.caller for row in store.standings.books("dice", "Eve").daily.last] == ["Eve"]
    assert clean(tmp_path)


async def test_somebody_new_under_an_old_handle_has_a_deal_of_their_own(tmp_path, clock, store):
    begun = await begin(store, "Alice")
    await store.journal.decide([lines.rename("2025-11-21T12:00:00.000Z", "Alice", "Eve")])
    assert (await begin(store, "Alice")).record.id != begun.record.id
    await play(store, "Alice", "jackpot")
    await moved(store, begun.record.id, "stop")  # Eve's call goes on under the handle it began with
    await store.games.finish(begun.record.id)
    refused = await store.games.begin(store.daily, GameWish("dice", "Eve"))
    assert isinstance(refused, No) and refused.why == tr.daily.already_played_today()
    for day in range(2):
        clock.pass_by(days=day)
        await store.refresh()
        daily = store.standings.books("dice", "Eve").daily
        rows = daily.today or daily.last
        assert [(row.caller, row.score) for row in rows] == [("Alice", 100), ("Eve", 0)] and clean(tmp_path)
        assert daily.played_last if day else (daily.played, daily.rank, daily.score) == (True, 2, 0)


# -- over midnight --------------------------------------------------------------------------------


@pytest.mark.parametrize("zone", [VIENNA, UTC])
async def test_a_deal_begun_before_midnight_may_be_ended_for_an_hour(tmp_path, clock, zone):
    store = await opened(tmp_path, clock, zone)
    clock.set("2025-11-21 23:59", zone)
    begun = await begin(store)
    await moved(store, begun.record.id, "die")
    store.games.forget(begun.record.id)
    clock.set("2025-11-22 00:40", zone)
    await store.roll_over()
    assert store.standings.books("dice", "Alice").daily.waiting
    again = await begin(store)
    assert again.resumed and again.record.day == "2025-11-21"
    await moved(store, again.record.id, "stop")
    assert (await store.games.finish(again.record.id)).note == ""
    today = await begin(store)  # and then the new day's
    assert not today.resumed and today.record.day == "2025-11-22"
    clock.set("2025-11-22 01:00", zone)
    await store.refresh()
    (game,) = of_kind(tmp_path, "daily_game")
    assert game["moves"] == ["die", "stop"] and game["day"] == "2025-11-21" and clean(tmp_path)
    assert await moved(store, today.record.id, "die") == ""  # the new day's goes on


async def test_a_deal_not_ended_by_then_is_given_up_with_the_score_that_stood(tmp_path, clock, store):
    held, dropped = await begin(store, "Alice"), await begin(store, "Bob")
    for id in (held.record.id, dropped.record.id):
        await moved(store, id, "die")
    store.games.forget(dropped.record.id)
    clock.set("2025-11-22 01:00")
    await store.refresh()
    assert [game["moves"] for game in of_kind(tmp_path, "daily_game")] == [["die", "quit"]] * 2
    assert await moved(store, held.record.id, "die") == tr.play.daily_closed_score_counts()
    late = await store.games.finish(held.record.id)
    assert (late.note, late.seed) == (tr.play.daily_closed_score_counts(), "")
    assert [row.caller for row in store.standings.books("dice", "Bob").daily.last] == ["Alice", "Bob"]
    assert clean(tmp_path) and await begin(store, "Alice")


async def test_a_past_deal_is_dealt_again_from_the_journal_alone_and_only_once_revealed(tmp_path, clock):
    clock.set("2025-11-30 12:00")
    store, folder = await opened(tmp_path, clock), tmp_path / "journal"
    alice = await begin(store, "Alice")
    booked = await play(store, "Alice")
    await play(store, "Bob")
    assert revealed_deal(folder, "dice", "2025-11-30") is None, "not while it is open"
    clock.set("2025-12-01 00:59")
    await store.refresh()
    assert revealed_deal(folder, "dice", "2025-11-30") is None, "nor in the hour after"
    clock.set("2025-12-01 01:00")
    await store.refresh()
    before = journal_lines(folder)
    past = revealed_deal(folder, "dice", "2025-11-30")  # which is in the next month's file
    assert past is not None and past.options == {}
    store.games.options_for = lambda slug: {**DOORS[slug].INFO.defaults(), "length": 7}
    for deal, length in ((past._replace(options=None), 7), (past, 3)):
        again = await store.games.begin(None, GameWish("dice", "Carol", past=deal))
        assert isinstance(again, Begun) and again.record.options["length"] == length
    assert (again.record.kind, again.record.day) == ("practice", "2025-11-30")
    assert again.record.chance.seed == alice.record.chance.seed
    for _ in range(3):
        await moved(store, again.record.id, "die")
    assert (await store.games.finish(again.record.id)).score == booked.score
    assert journal_lines(folder) == before
    assert revealed_deal(folder, "dice", "2025-12-01") is revealed_deal(folder, "dice", "1999-01-01") is None

    def ask(caller: str) -> PastDeal:
        return store.ledger.read(lambda ledger: past_deal(ledger, DOORS["dice"].INFO, "2025-11-30", caller))

    best = PlaceRow(1, "Alice", booked.score or 0)
    assert ask("alice") == PastDeal("2025-11-30", best, 2, booked.score, 1)
    assert (ask("Bob").callers, ask("Bob").place, ask("Carol").score) == (2, 2, None)
    assert store.ledger.read(lambda ledger: past_days(ledger, "2025-12-01")) == ("2025-11-30",)
    clock.set("2025-12-02 01:00")
    await store.refresh()
    assert revealed_deal(folder, "dice", "2025-12-01"), "it was sealed in November"
    await store.close()


async def test_a_revealed_seed_that_does_not_fit_is_no_deal(tmp_path):
    folder, day = tmp_path / "journal", "2025-11-21"
    folder.mkdir()
    moment = datetime(2025, 11, 21, tzinfo=UTC)
    sealed = lines.daily(lines.stamp(moment), day, commitment(bytes(32)), late=True)
    turns = [
        game_lines.daily_turn(lines.stamp(moment), slug, slug, "Alice", day, {"length": length}, "0" * 64)
        for slug, length in (("cards", 9), ("dice", 5), ("dice", 6))
    ]
    for seed, fits_seal in ((bytes(31) + b"1", False), (bytes(32), True)):
        made = lines.chain_lines(
            [sealed, *turns, lines.reveal(lines.stamp(moment), day, seed.hex())], lines.ZERO, "2025-11"
        )
        (folder / "2025-11.jsonl").write_bytes(b"".join(one.raw + b"\n" for one in made))
        deals = [revealed_deal(folder, slug, day) for slug in ("cards", "dice")]
        assert [deal.options["length"] for deal in deals if deal] == [9, 5] * fits_seal


def test_the_closing_hour_follows_the_boards_clock():
    assert closing("2025-11-21", VIENNA).isoformat() == "2025-11-22T00:00:00+00:00"
    assert closing("2026-03-28", VIENNA).isoformat() == "2026-03-29T00:00:00+00:00"
    assert closing("2026-03-29", VIENNA).isoformat() == "2026-03-29T23:00:00+00:00"


# -- crashes and bad disks -----------------------------------------------------------------------------


@pytest.mark.files("two boards in one folder")
async def test_a_crash_in_the_game_or_after_its_last_move_loses_nothing(tmp_path, clock, store):
    begun = await begin(store)
    for move in ("die", "stop"):
        await moved(store, begun.record.id, move)
    store = await opened(tmp_path, clock)
    again = await begin(store)
    assert again.resumed and again.record.moves == ("die", "stop")
    clock.pass_by(days=1)
    store = await opened(tmp_path, clock)  # ended, and never handed in: it counts as it was ended
    (game,) = of_kind(tmp_path, "daily_game")
    assert game["moves"] == ["die", "stop"] and clean(tmp_path)


@pytest.mark.files("it looks at the files")
async def test_a_save_without_its_turn_is_no_game(tmp_path, clock, store, monkeypatch):

    await play(store, "Bob")

    class Killed(BaseException):
        pass

    dead = asyncio.Event()
    loop = asyncio.get_running_loop()

    def killed(*_: Any) -> None:
        loop.call_soon_threadsafe(dead.set)
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(tail.JournalTail, "append", killed)
        asking = asyncio.create_task(store.games.begin(store.daily, GameWish("dice", "Alice")))
        await dead.wait()
    assert len(list((tmp_path / "daily").glob("*.jsonl"))) == 2
    asking.cancel()
    store = await opened(tmp_path, clock)
    assert len(list((tmp_path / "daily").glob("*.jsonl"))) == 1
    assert not (await begin(store)).resumed


async def a_cut_short_reveal(data, clock, store):
    """The day is revealed, and a power cut loses the games behind that; their saves are there still."""
    kept = {path: path.read_bytes() for path in (data / "daily").iterdir()}
    clock.pass_by(days=1)
    await store.refresh()
    path = data / "journal" / "2025-11.jsonl"
    every = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(every[: 1 + kinds(data).index("reveal")]))
    for file, before in kept.items():
        file.write_bytes(before)


async def test_a_reveal_cut_short_is_finished_at_the_next_start(tmp_path, clock, store):
    await play(store)
    await a_cut_short_reveal(tmp_path, clock, store)
    store = await opened(tmp_path, clock)
    assert kinds(tmp_path).count("reveal") == kinds(tmp_path).count("daily_game") == 1 and clean(tmp_path)
    assert not list((tmp_path / "daily").glob("*.jsonl")) and "2025-11-21" not in secrets_of(tmp_path)


@pytest.mark.files("it changes what is in the files")
async def test_moves_that_a_save_gets_after_the_reveal_do_not_count(tmp_path, clock, store):
    """A power cut may leave the reveal without the games that follow it. By then anybody knows the dice."""
    begun = await begin(store, "Bob")
    await moved(store, begun.record.id, "die")
    store.games.forget(begun.record.id)
    await a_cut_short_reveal(tmp_path, clock, store)
    with path_of(store, store.daily.saves, "2025-11-21", begun.record.id).open("a") as save:
        save.write('"jackpot"\n')
    await opened(tmp_path, clock)
    assert [line["moves"] for line in of_kind(tmp_path, "daily_game")] == [["quit"]] and clean(tmp_path)


@pytest.mark.files("it changes what is in the files")
async def test_a_seed_that_is_gone_is_said_and_never_made_anew(tmp_path, clock, store, caplog):
    begun = await begin(store, "Bob")
    store.games.forget(begun.record.id)
    (tmp_path / "daily" / "2025-11-21.seed").write_text("00" * 32)
    refused = await store.games.begin(store.daily, GameWish("dice", "Alice"))
    assert isinstance(refused, No) and refused.why == tr.daily.no_deal_today()
    assert "daily deal of 2025-11-21: there is no seed for it" in caplog.text
    path_of(store, store.daily.saves, "2025-11-21", begun.record.id).unlink()
    assert (await store.games.begin(store.daily, GameWish("dice", "Bob"))).why == tr.daily.game_cannot_go_on()
    await store.close()
    clock.pass_by(days=1)
    store = make_store(tmp_path, clock, doors=DOORS)
    assert any("2025-11-21" in note and "missing" in note for note in await store.open())
    assert of_kind(tmp_path, "reveal") == [] and clean(tmp_path)
    assert not await store.refresh()


@pytest.mark.parametrize(("error", "is_lost"), [(StoreRefused, False), (Forbidden, True)])
@pytest.mark.files("the disk refuses")
async def test_a_save_that_cannot_be_read_for_a_moment_is_not_taken_for_lost_and_a_forbidden_one_is(
    tmp_path, clock, store, monkeypatch, error, is_lost
):
    begun = await begin(store, "Bob")
    assert await moved(store, begun.record.id, "die") == ""
    store.games.forget(begun.record.id)
    read, lost = store.journal.store.get, {"seed"}

    def away(kind: str, key: str) -> object:
        if kind in lost:
            raise error("the connection to the database was lost")
        return read(kind, key)

    with monkeypatch.context() as patch:
        patch.setattr(store.journal.store, "get", away)
        refused = await store.games.begin(store.daily, GameWish("dice", "Alice"))
        why = tr.daily.no_deal_today if is_lost else tr.play.records_busy
        assert isinstance(refused, No) and refused.why == why()
        lost = {"deal"}
        clock.pass_by(days=1, hours=2)
        await store.refresh()
    assert len(of_kind(tmp_path, "reveal", "daily_game")) == 2 * is_lost
    await store.refresh()
    [proof] = of_kind(tmp_path, "daily_game")
    assert proof["moves"] == ["die", "quit"][is_lost:] and clean(tmp_path)


@pytest.mark.files("the disk refuses")
async def test_a_full_disk_is_told_and_the_game_counts(tmp_path, clock, store, monkeypatch):
    begun = await begin(store)

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        for module in WRITERS:
            patch.setattr(module, "write_all", full)
        assert await moved(store, begun.record.id, "die") != ""
        await moved(store, begun.record.id, "stop")
        booked = await store.games.finish(begun.record.id)
        assert booked.note == tr.play.disk_refuses_writing()
        clock.pass_by(days=1)
        await store.refresh()
        assert of_kind(tmp_path, "daily_score", "reveal") == []
        assert "2025-11-21" in secrets_of(tmp_path)
    await store.refresh()
    await store.refresh()
    assert [len(of_kind(tmp_path, kind)) for kind in ("daily_score", "reveal", "daily_game")] == [1, 1, 1]
    assert of_kind(tmp_path, "daily_game")[0]["moves"] == ["die", "stop"] and clean(tmp_path)
    assert "2025-11-21" not in secrets_of(tmp_path)


@pytest.mark.files("the disk refuses")
async def test_a_deal_that_waits_is_told_to_the_sysop_in_words_for_one(tmp_path, caplog):
    store = await opened(tmp_path, Clock())
    shutil.rmtree(tmp_path / "journal")
    (told,) = await store.daily.days.keep(asked=True)
    assert told.startswith("The daily deal waits: The journal") and "please" not in told
    refused = await store.games.begin(store.daily, GameWish("dice", "Alice"))
    assert isinstance(refused, No) and refused.why == tr.play.records_busy()
    assert "there is no seed" not in caplog.text, "it isn't lost"


# -- the audit -------------------------------------------------------------------------------------------


async def a_day(data: Path) -> list[dict[str, Any]]:
    """The lines of a day with two games, revealed."""
    clock = Clock()
    store = await opened(data, clock)
    await play(store, "Alice")
    await play(store, "Bob", "die", "stop")
    clock.pass_by(days=1)
    await store.refresh()
    await store.close()
    return journal_lines(data / "journal")


def faults(folder: Path, edited: list[dict[str, Any]]) -> str:
    """What the audit says of these lines, chained anew."""
    folder.mkdir(parents=True)
    entries = lines.chain_lines(edited, lines.ZERO, "2025-11")
    (folder / "2025-11.jsonl").write_bytes(b"".join(entry.raw + b"\n" for entry in entries))
    return "\n".join(map(str, audit(folder, DOORS).faults))


@pytest.mark.parametrize(
    ("kind", "change", "says"),
    [
        ("daily", {"late": False, "t": "2025-11-22T12:00:00.000Z"}, "not said to be late"),
        ("daily", {"commit": "0" * 64}, "not the one that was sealed"),
        ("daily_turn", {"commit": "0" * 64}, "did not have the deal"),
        ("daily_turn", {"day": "2025-11-20"}, "no seal before it"),
        ("daily_score", {"score": 999}, "was written as 999"),
        ("daily_score", {"seal": "0" * 64}, "differ from those sealed"),
        ("daily_score", {"caller": "Mallory"}, "another caller's"),
        ("reveal", {"seed": "0" * 64}, "not the one that was sealed"),
        ("daily_game", {"seed": "0" * 64}, "its seed is not the day's"),
        ("daily_game", {"moves": ["die"]}, "differ from those sealed"),
        ("daily_game", {"score": 1000}, "was written as"),
        ("daily_game", {"moves": 7}, "moves is not a list"),
        ("daily_game", {"door": "cards"}, "another door"),
        ("daily_game", {"day": []}, "day is not text"),
        ("daily_game", {"day": "2025-11-25"}, "its turn was on another day"),
        ("daily_game", {"seats": ["Alice", "Bob"]}, "is played alone"),
        ("daily_score", {"seal": "x"}, "seal is not 64"),
        ("daily_score", {"score": True}, "score is not a whole number"),
        ("daily_score", {"t": "2025-11-23T00:00:00.000Z"}, "was over when this score was written"),
        ("daily_turn", {"id": ""}, "id is empty"),
        ("daily", {"day": "2025-11-24"}, "neither today nor tomorrow"),
        ("daily", {"day": "2025-11-19"}, "neither today nor tomorrow"),
        ("reveal", {"t": "2025-11-21T10:58:59.999Z"}, "is not over yet"),
        ("reveal", {"t": "2025-11-21T10:59:00.000Z"}, "t goes back"),
    ],
)
async def test_a_line_that_is_changed_is_found(tmp_path, kind, change, says):
    every = await a_day(tmp_path)
    at = next(n for n, line in enumerate(every) if line["kind"] == kind)
    assert says in faults(tmp_path / "forged", [*every[:at], {**every[at], **change}, *every[at + 1 :]])


@pytest.mark.parametrize(
    ("kind", "times", "says"),
    [
        ("daily", 2, ""),
        ("reveal", 2, ""),
        ("daily_game", 2, "is on the books already"),
        ("daily_turn", 2, "was used before"),
        ("daily_score", 2, "has its score already"),
        ("daily_turn", 0, "no turn before it"),
        ("daily", 0, "no seal before it"),
        ("reveal", 0, "not revealed yet"),
        ("daily_game", 0, "2025-11.jsonl:3: the deal of 2025-11-21 is laid open, and this game is not"),
    ],
)
async def test_a_line_that_comes_twice_or_is_missing(tmp_path, kind, times, says):
    every = await a_day(tmp_path)
    at = next(n for n, line in enumerate(every) if line["kind"] == kind)
    said = faults(tmp_path / "forged", [*every[:at], *[every[at]] * times, *every[at + 1 :]])
    assert says in said if says else said == ""


async def test_a_second_deal_for_one_caller_and_one_after_the_reveal_are_found(tmp_path):
    every = await a_day(tmp_path)
    turn = next(line for line in every if line["kind"] == "daily_turn")
    again = {**turn, "id": "again"}
    at = every.index(turn) + 1
    assert "has begun the deal" in faults(tmp_path / "one", [*every[:at], again, *every[at:]])
    assert "was revealed before" in faults(tmp_path / "two", [*every, {**again, "caller": "Carol"}])
    eased = {**again, "caller": "Carol", "options": {"length": 9}}
    assert "with other options" in faults(tmp_path / "three", [*every[:at], eased, *every[at:]])


async def test_a_game_that_was_played_after_its_day_is_found(tmp_path, clock):
    store = await opened(tmp_path / "own", clock)
    await store.games.begin(store.daily, GameWish("dice", "Alice"))
    clock.pass_by(days=1)
    await store.refresh()
    await store.close()
    every = journal_lines(tmp_path / "own" / "journal")
    at, game = next((n, line) for n, line in enumerate(every) if line["kind"] == "daily_game")
    assert game["moves"] == ["quit"] and faults(tmp_path / "good", every) == ""
    seed, played = bytes.fromhex(game["seed"]), [*("die" for _ in range(3))]
    score = (
        TestDoor().replay(Record(TestDoor().INFO.defaults(), ("Alice",), Chance(seed), tuple(played))).score
    )
    late = {**game, "moves": played, "score": score}
    between = lines.grant(game["t"], "Dan", "dice", game["t"][:10], 1, "sysop")
    told = "was not ended before the deal of 2025-11-21 was laid open"
    assert told in faults(tmp_path / "late", [*every[:at], between, late, *every[at + 1 :]])
    assert every[at - 1]["kind"] == "reveal" and faults(tmp_path / "next", [*every[:at], late]) == ""
    revealed = datetime.fromisoformat(late["t"])
    soon, later = ({**late, "t": lines.stamp(revealed + timedelta(seconds=each))} for each in (60, 60.001))
    assert faults(tmp_path / "soon", [*every[:at], soon]) == ""
    assert told in faults(tmp_path / "later", [*every[:at], later]), "not at once"
    assert faults(tmp_path / "given up", [*every[:at], between, *every[at:]]) == ""


async def test_a_renamed_caller_s_deal_ends_under_either_handle(tmp_path):
    every = await a_day(tmp_path)
    at = next(n for n, line in enumerate(every) if line["kind"] == "daily_turn") + 1
    old, new = every[at - 1]["caller"], "Zoe"
    seats = {"seats": [new]}
    ended = [
        {**line, "caller": new, **(seats if "seats" in line else {})} if line.get("caller") == old else line
        for line in every[at:]
    ]
    renamed = [*every[:at], lines.rename(every[at - 1]["t"], old, new)]
    assert (
        faults(tmp_path / "new", [*renamed, *ended])
        == faults(tmp_path / "old", [*renamed, *every[at:]])
        == ""
    )
    assert "another caller's" in faults(tmp_path / "other", [*every[:at], *ended])


async def test_a_daily_turn_and_a_turn_share_no_id(tmp_path):
    every = await a_day(tmp_path)
    at, daily = next((n, line) for n, line in enumerate(every) if line["kind"] == "daily_turn")
    turn = game_lines.turn(daily["t"], daily["id"], "dice", "Dan", daily["day"], False, {}, "0" * 64)
    for made in ([*every[:at], turn, *every[at:]], [*every[: at + 1], turn, *every[at + 1 :]]):
        assert "was used before" in faults(tmp_path / str(made.index(turn)), made)


async def test_a_day_that_was_never_laid_open_is_found_once_the_board_has_gone_on(tmp_path):
    every = [line for line in await a_day(tmp_path) if line["kind"] not in ("reveal", "daily_game")]
    turn, score = (
        next(line for line in every if line["kind"] == f"daily_{what}") for what in ("turn", "score")
    )
    forged = [{**line, "score": 999} if line is score else line for line in every]
    told = "2025-11.jsonl:3: the deal of 2025-11-21 was never laid open: nothing proves it"
    assert faults(tmp_path / "still", forged) == "", "nobody can tell yet"
    later = {"t": "2025-11-23T00:00:00.000Z", "caller": "Dan", "door": "dice", "day": "2025-11-23"}
    off = lines.grant(later["t"], later["caller"], later["door"], later["day"], 1, "sysop")
    assert faults(tmp_path / "off", [*forged, off]) == "", "the board may be off"
    on = game_lines.turn(later["t"], "7", later["door"], later["caller"], later["day"], False, {}, "0" * 64)
    assert faults(tmp_path / "on", [*forged, off, on]).split("\n")[0] == told
    gone = lines.remove(later["t"], turn["caller"])
    assert told not in faults(tmp_path / "gone", [*forged, gone, on])
    old = [lines.daily(f"2025-{m}-01T12:00:00.000Z", f"2025-{m}-02", "0" * 64, False) for m in ("12",)]
    late = [{**old[0], "t": "2026-02-01T12:00:00.000Z", "day": "2026-02-02"}]
    assert told in faults(tmp_path / "long", [*forged, *old, *late])


@pytest.mark.files("it changes what is in the files")
async def test_a_score_that_is_not_proved_when_its_day_is_over_counts_no_more(tmp_path, clock, store):
    await play(store, "Alice", "jackpot")
    (tmp_path / "daily" / "2025-11-21.seed").unlink()
    for day, counts in (("2025-11-21 23:59", True), ("2025-11-22 00:59", True), ("2025-11-22 01:00", False)):
        clock.set(day)
        await store.refresh()
        month = store.standings.books("dice", "Alice").daily.month
        assert [row.caller for row in month] == ["Alice"] * counts
    await play(store, "Alice", "jackpot")
    assert store.standings.books("dice", "Alice").daily.month_score == 100
    await store.refresh()
    assert "100" not in (tmp_path / "bulletins" / "dice-2025-11-daily.txt").read_text().split("Chain")[0]


@pytest.mark.parametrize(
    "kept", [None, [], "{", ["die"], ["die", "cheat"], ["die", "cheat", "die"], ["cheat"]]
)
@pytest.mark.files("it changes what is in the files")
async def test_a_game_not_ended_whose_save_is_lost_or_no_good_is_given_up_where_it_stood(
    tmp_path, clock, store, kept
):
    begun = await begin(store)
    await store.journal.decide([lines.rename(lines.stamp(clock()), "Alice", "Eve")])
    path = path_of(store, store.daily.saves, "2025-11-21", begun.record.id)
    store.games.forget(begun.record.id)
    if kept is None:
        path.unlink()
    elif kept == "{":
        path.write_text(kept)
    else:
        header = path.read_text().splitlines()[0]
        path.write_text("\n".join([header, *map(json.dumps, kept), ""]))
        answer = await store.games.begin(store.daily, GameWish("dice", "Eve"))
        if "cheat" in kept:
            assert isinstance(answer, No) and answer.why == tr.daily.game_cannot_go_on()
    clock.pass_by(days=1)
    await store.refresh()
    (game,) = of_kind(tmp_path, "daily_game")
    assert game["moves"] == [*("die" for _ in (kept or [])[:1] if kept[0] == "die"), "quit"]
    daily = store.standings.books("dice", "Eve").daily
    assert clean(tmp_path) and daily.played_last
    assert [row.caller for row in daily.last] == ["Eve"] * bool(game["score"]), (
        "nobody stands first with a loss"
    )


@pytest.mark.parametrize("changed", ["seed", "score"])
@pytest.mark.files("it changes what is in the files")
async def test_a_save_of_other_dice_or_another_score_proves_nothing(tmp_path, clock, store, changed, caplog):
    begun = await begin(store)
    path = path_of(store, store.daily.saves, "2025-11-21", begun.record.id)
    await moved(store, begun.record.id, "jackpot")
    header, *moves = path.read_text().splitlines()
    if changed == "score":
        await store.games.finish(begun.record.id)
        moves = ['"die"', '"stop"']
    else:
        store.games.forget(begun.record.id)
        other = bytes(32)
        header = json.dumps({**json.loads(header), "seed": other.hex(), "commit": commitment(other)})
    path.write_text("\n".join([header, *moves, ""]))
    clock.pass_by(days=1)
    await store.refresh()
    assert len(of_kind(tmp_path, "reveal")) == 1 and of_kind(tmp_path, "daily_game") == []
    assert "daily game" in caplog.text and "cannot be proved" in caplog.text


async def test_a_score_is_not_taken_when_the_day_is_over(tmp_path, clock, store):
    begun = await begin(store)
    await moved(store, begun.record.id, "jackpot")
    clock.set("2025-11-22 01:00")
    assert (await store.games.finish(begun.record.id)).note == tr.play.daily_closed_score_counts()
    assert of_kind(tmp_path, "daily_score") == []
    await store.refresh()
    (game,) = of_kind(tmp_path, "daily_game")
    assert (game["moves"], game["score"]) == (["jackpot"], 100) and clean(tmp_path)


async def test_the_ledger_and_its_kept_form_agree_at_every_line(tmp_path):
    entries = lines.chain_lines(await a_day(tmp_path), lines.ZERO, "2025-11")
    whole = Ledger(DOORS)
    take_lines(whole, entries)
    for cut in range(len(entries)):
        first = Ledger(DOORS)
        take_lines(first, entries[:cut])
        kept = Ledger.from_json(DOORS, json.loads(json.dumps(first.to_json())))
        take_lines(kept, entries[cut:])
        assert told(kept) == told(whole)


def test_wrong_lines_are_left_out_of_the_tables():
    deals = Deals({})
    deals.take({"kind": "daily", "day": "2025-11-21", "commit": "00" * 32}, "")
    for f in (
        {"kind": "daily", "day": [], "commit": ""}, {"kind": "daily_turn", "day": "2025-11-21"},
        {"kind": "daily_score", "id": "x", "door": "dice", "day": "2025-11-21", "score": 7},
        {"kind": "reveal", "day": "2025-11-21", "seed": "zz"}, {"kind": "daily_game", "score": None},
    ):  # fmt: skip
        deals.take(f, "alice")
    assert deals.days["2025-11-21"].games == {} and not deals.revealed("2025-11-21")


def test_a_score_counts_for_its_game_alone_and_what_is_proved_is_counted_off():
    deals, seed, day = Deals({}), bytes(32), {"day": "2025-11-21"}
    deals.take({"kind": "daily", **day, "commit": commitment(seed)}, "")
    for caller in ("alice", "bob"):
        deals.take({"kind": "daily_turn", **day, "id": f"of {caller}", "door": "dice"}, caller)
    score = {"kind": "daily_score", **day, "id": "of alice", "door": "dice", "score": 7}
    assert deals.take(score, "bob") == deals.take({**score, "door": "cards"}, "alice") == ""
    assert deals.take({**score, "id": "of nobody"}, "alice") == ""
    assert deals.take(score, "alice") == "alice" and deals.take({**score, "score": 9}, "alice") == ""
    today = deals.days["2025-11-21"]
    assert (today.games["dice", "alice"].score, today.unproved) == (7, 2)
    deals.take({"kind": "reveal", **day, "seed": seed.hex()}, "")
    for at, left in enumerate((1, 1, 0)):
        caller = ("alice", "alice", "bob")[at]
        deals.take({**score, "kind": "daily_game", "id": f"of {caller}"}, caller)
        assert today.unproved == left
    assert deals.is_unproved("of alice") is False


def test_games_count_before_the_reveal_alone_and_a_removed_caller_s_are_not_waited_for():
    deals, seed, day = Deals({}), bytes(32), {"day": "2025-11-21"}
    deals.take({"kind": "daily", **day, "commit": commitment(seed)}, "")
    turn = {"kind": "daily_turn", **day, "door": "dice"}
    for caller in ("alice", "bob", "", "cid"):
        deals.take({**turn, "id": f"of {caller}"}, caller)
    deals.move("alice", "eve")
    deals.bury("cid")
    deals.take({"kind": "reveal", **day, "seed": seed.hex()}, "")
    deals.take({**turn, "id": "late"}, "dot")
    today = deals.days["2025-11-21"]
    assert (sorted(today.games), today.unproved) == ([("dice", "bob"), ("dice", "eve")], 2)


def test_so_many_days_are_kept():
    deals, first = Deals({}), date(2025, 1, 1)
    sealed = [f"{first + timedelta(days=n)}" for n in range(DAYS_KEPT + 1)]
    for day in sealed:
        deals.take({"kind": "daily", "day": day, "commit": "00" * 32}, "")
        assert [*deals.days] == sealed[: sealed.index(day) + 1][-DAYS_KEPT:]


@pytest.mark.files("it changes what is in the files")
async def test_a_forged_score_counts_until_the_hour_after_its_day_and_no_longer(tmp_path, clock, store):
    """Whoever can write into the journal, and has no seed, has no place once the deal is closed."""
    await play(store, "Alice", "jackpot")
    begun = next(line for line in of_kind(tmp_path, "daily_turn"))
    turn = {**begun, "id": "forged", "caller": "Mallory"}
    score = game_lines.daily_score(begun["t"], "forged", "dice", "Mallory", begun["day"], 999, "0" * 64)
    await store.journal.decide([{**line, "t": lines.stamp(clock())} for line in (turn, score)])
    await store.refresh()

    def standing(caller: str) -> dict[str, list[str]]:
        """Who stands where, for a caller of those that have played, in the books and in the bulletin."""
        daily, info, today = (
            store.standings.books("dice", caller).daily,
            DOORS["dice"].INFO,
            today_at(clock(), UTC),
        )
        assert daily is not None
        sheet = store.ledger.read(lambda ledger: daily_sheet(ledger, info, "2025-11", today))
        tables = {
            "today": daily.today,
            "month": daily.month,
            "last": daily.last,
            "hung": sheet.rows if sheet else (),
        }
        return {name: [row.caller for row in rows] for name, rows in tables.items()}

    assert standing("Alice")["today"] == ["Mallory", "Alice"], "nobody can tell yet"
    (tmp_path / "daily" / "2025-11-21.seed").rename(tmp_path / "seed")
    clock.set("2025-11-22 00:59")
    assert standing("Alice")["month"] == ["Mallory", "Alice"]
    clock.set("2025-11-22 01:00")
    await store.refresh()
    assert not of_kind(tmp_path, "reveal"), "the seed is lost: nothing is proved"
    assert not any(standing("Alice").values())
    (tmp_path / "seed").rename(tmp_path / "daily" / "2025-11-21.seed")
    await store.close()
    store = await opened(tmp_path, clock)
    await store.refresh()
    assert standing("Alice") == {"today": [], "month": ["Alice"], "last": ["Alice"], "hung": ["Alice"]}
    await store.close()
    said = audit(tmp_path / "journal", DOORS)
    assert [fault.reason for fault in said.faults] == [
        "the deal of 2025-11-21 is laid open, and this game is not"
    ]


async def test_a_day_with_many_games_is_written_a_few_at_a_time(tmp_path, monkeypatch):
    """No other game waits for all of them; unfinished ones follow their reveal directly."""
    monkeypatch.setattr(days, "TOGETHER", 2)
    clock = Clock()
    store = await opened(tmp_path, clock)
    for n in range(5):
        game = await begin(store, f"Caller {n}")
        await moved(store, game.record.id, "stop")
        await store.games.finish(game.record.id)
    left = await begin(store, "Nobody")
    await moved(store, left.record.id, "die")
    clock.pass_by(days=1, hours=2)
    units, write = list[int](), store.journal.store.write

    def noted(unit: Unit) -> list[int]:
        units.append(len(unit.lines))
        return write(unit)

    monkeypatch.setattr(store.journal.store, "write", noted)
    reads, load = list[str](), store.days.saves.load
    monkeypatch.setattr(store.days.saves, "load", lambda *args: [reads.append(args[0][1]), load(*args)][1])
    assert await store.roll_over() == []
    games = of_kind(tmp_path, "reveal", "daily_game")
    assert [line["kind"] for line in games] == ["reveal"] + ["daily_game"] * 6
    assert [line["caller"] for line in games[1:4]] == ["Caller 0", "Caller 1", "Nobody"]
    assert [count for count in units if count] == [5, 2, 1], "with the lines that seal two days"
    assert len(reads) == len(set(reads)) == 6, "each is read once, outside the journal's turn"
    assert clean(tmp_path) and not list((tmp_path / "daily").glob("*.jsonl"))


@pytest.mark.files("it copies the files")
async def test_what_a_kill_has_left_of_a_day_is_written_at_the_next_start(tmp_path, monkeypatch):
    """A day that is revealed, and whose next days are sealed, may still have games to prove."""
    monkeypatch.setattr(days, "TOGETHER", 2)
    clock, killed = Clock(), tmp_path / "killed"
    store = await opened(tmp_path / "data", clock)
    for n in range(3):
        game = await begin(store, f"Caller {n}")
        await moved(store, game.record.id, "stop")
        await store.games.finish(game.record.id)
    clock.pass_by(days=1, hours=2)
    write = store.journal.store.write

    def copied(unit: Unit) -> list[int]:
        if of_kind(tmp_path / "data", "reveal"):
            shutil.copytree(tmp_path / "data", killed, dirs_exist_ok=True)
        return write(unit)

    monkeypatch.setattr(store.journal.store, "write", copied)
    assert await store.roll_over() == []
    monkeypatch.undo()
    assert len(of_kind(killed, "daily_game")) == 2
    assert await make_store(killed, clock, doors=DOORS).open() == []
    assert len(of_kind(killed, "daily_game")) == 3 and clean(killed)
    assert not list((killed / "daily").glob("*.jsonl"))
