"""Wrong passwords that outlive a restart, and what an address is counted as."""

import asyncio
import json
import logging
import unicodedata
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from store_kit import kept_in

from door.records.access.failed_logons import (
    LONGEST_FOR_OTHERS,
    MOST,
    NAME,
    FailedLogons,
    Strike,
    Wait,
    block_of,
    delay,
    read_failed_logons,
    write_failed_logons,
)
from door.server.jobs import background

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def after_a_restart(
    failed_logons: FailedLogons, path: Path, seconds: float = 0, time: float = 5.0
) -> FailedLogons:
    """The counts as the next process has them, `seconds` later; its own clock stands at `time`."""
    write_failed_logons(kept_in(path.parent), failed_logons.strikes(1000.0), NOON)
    kept, note = read_failed_logons(kept_in(path.parent), NOON + timedelta(seconds=seconds))
    assert not note
    fresh = FailedLogons()
    fresh.restore(kept, time)
    return fresh


def guessed(times: int, address: str = "203.0.113.9") -> FailedLogons:
    failed_logons = FailedLogons()
    for _ in range(times):
        failed_logons.miss("Alice", address, 1000.0)
    return failed_logons


def test_a_ban_outlives_a_restart_and_ends_when_it_should(tmp_path):
    path, failed_logons = tmp_path / NAME, guessed(20)
    assert failed_logons.wait("Bob", "203.0.113.9", 1000.0).banned
    assert after_a_restart(failed_logons, path, 60).wait("Bob", "203.0.113.9", 5.0).banned
    assert after_a_restart(failed_logons, path, 899).wait("Bob", "203.0.113.9", 5.0).banned
    assert not after_a_restart(failed_logons, path, 901).wait("Bob", "203.0.113.9", 5.0).banned
    assert not after_a_restart(failed_logons, path, 60).wait("Bob", "203.0.113.9", 5.0 + 841).banned
    assert after_a_restart(failed_logons, path, 3601).strikes(5.0) == []


def test_a_handle_stays_slow_over_a_restart(tmp_path):
    fresh = after_a_restart(guessed(6), tmp_path / NAME, 60)
    assert fresh.wait("ALICE", "203.0.113.9", 5.0).seconds == delay(6)
    assert fresh.wait("ALICE", "198.51.100.1", 5.0).seconds == LONGEST_FOR_OTHERS < delay(6)
    fresh.hit("alice", "203.0.113.9")
    assert fresh.wait("Alice", "198.51.100.1", 5.0).seconds == 0
    assert fresh.wait("Alice", "203.0.113.9", 5.0).seconds == delay(6), "the address still waits"


@pytest.mark.parametrize("spelling", ["JOSÉ", unicodedata.normalize("NFD", "José")])
def test_however_a_handle_is_spelt_it_is_one_caller_s(spelling):
    failed_logons = FailedLogons()
    for _ in range(6):
        failed_logons.miss("José", "203.0.113.9", 1000.0)
    assert failed_logons.wait(spelling, "198.51.100.1", 1000.0).seconds == LONGEST_FOR_OTHERS
    failed_logons.hit(spelling, "198.51.100.1")
    assert not failed_logons.wait("José", "198.51.100.1", 1000.0).seconds


def test_what_is_being_checked_counts_until_it_is_known():
    failed_logons = guessed(18)
    with ExitStack() as stack:
        tried = [stack.enter_context(failed_logons.trying("203.0.113.9", 1000.0)) for _ in range(3)]
        assert tried == [True, True, False]
        assert stack.enter_context(failed_logons.trying("203.0.113.8", 1000.0))
    with failed_logons.trying("203.0.113.9", 1000.0) as again:
        assert again


@pytest.mark.parametrize("misses", [3, 7, 19, 400])
def test_however_many_guess_at_a_handle_its_owner_waits_a_few_seconds(misses):
    failed_logons = FailedLogons()
    for n in range(misses):
        failed_logons.miss("Alice", f"203.0.113.{n % 40}", 1000.0 + n)
    after = 1000.0 + misses
    owner, guesser = (failed_logons.wait("Alice", a, after) for a in ("198.51.100.1", "203.0.113.0"))
    assert 0 < owner.seconds <= 4 and not owner.banned
    assert guesser.seconds >= owner.seconds or guesser.banned


def test_a_clock_set_back_forgives_nobody_and_one_set_forward_forgives_early(tmp_path):
    path, failed_logons = tmp_path / NAME, guessed(20)
    assert after_a_restart(failed_logons, path, -86_400).wait("Bob", "203.0.113.9", 5.0).banned
    assert not after_a_restart(failed_logons, path, 86_400).wait("Bob", "203.0.113.9", 5.0).banned


@pytest.mark.files("it looks at the files")
def test_the_file_is_private_and_holds_no_password(tmp_path):
    write_failed_logons(kept_in(tmp_path), guessed(3).strikes(1000.0), NOON)
    assert (tmp_path / NAME).stat().st_mode & 0o777 == 0o600
    assert json.loads((tmp_path / NAME).read_text()) == {
        "v": 1,
        "strikes": [
            ["handle", "alice", 3, "2026-11-21T12:00:00.000Z"],
            ["address", "203.0.113.9", 3, "2026-11-21T12:00:00.000Z"],
        ],
    }


@pytest.mark.parametrize(
    "content",
    [
        b"", b"{", b"[]", b"null", b'{"strikes": 5}', b'{"strikes": [5]}', b"\xff\xfe", b"[" * 200_000,
        b'{"strikes": [["address", "x", 1, "yesterday"]]}', b'{"strikes": [["address", "x", 1, null]]}',
        b'{"strikes": [["address", "x", true, "2026-11-21T12:00:00Z"]]}',
        b'{"strikes": [["address", "x", -5, "2026-11-21T12:00:00Z"]]}',
        b'{"strikes": [["planet", "x", 5, "2026-11-21T12:00:00Z"]]}',
        b'{"strikes": [["address", "x", 5, "2026-11-21T12:00:00"]]}', b" " * 5_000_000,
    ],
)  # fmt: skip
@pytest.mark.files("it changes what is in the files")
def test_a_damaged_file_is_one_sentence(tmp_path, content):
    (tmp_path / NAME).write_bytes(content)
    assert read_failed_logons(kept_in(tmp_path), NOON) == (
        [], "strikes.json is damaged; wrong passwords are counted anew."
    )  # fmt: skip


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=9) | st.floats(),
                    lambda inner: st.lists(inner, max_size=5), max_leaves=20))  # fmt: skip
def test_whatever_json_holds(tmp_path_factory, value):
    path = tmp_path_factory.getbasetemp() / NAME
    path.write_text(json.dumps({"strikes": value}))
    kept, note = read_failed_logons(kept_in(path.parent), NOON)
    assert (kept == [] and "damaged" in note) or all(strike.age >= 0 for strike in kept)


@pytest.mark.files("it changes what is in the files")
def test_a_file_that_cannot_be_opened_is_one_sentence(tmp_path):
    (tmp_path / NAME).mkdir()
    kept, note = read_failed_logons(kept_in(tmp_path), NOON)
    assert kept == [] and note.startswith("strikes.json ")
    assert read_failed_logons(kept_in(tmp_path / "absent"), NOON) == ([], "")


def test_what_is_restored_is_bounded_and_never_undoes_what_was_counted_since():
    failed_logons = guessed(20)
    failed_logons.restore([Strike("address", "203.0.113.9", 1, 0.0)], 1000.0)
    assert failed_logons.wait("Bob", "203.0.113.9", 1000.0).banned
    failed_logons.restore([Strike("address", f"10.0.0.{n}", 1, 0.0) for n in range(MOST + 50)], 1000.0)
    assert len(failed_logons.strikes(1000.0)) == MOST
    assert failed_logons.wait("Bob", "203.0.113.9", 1000.0).banned


@pytest.mark.parametrize(
    ("address", "block"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("::1", "::/64"),
        ("", ""),
        ("nowhere", "nowhere"),
    ],
)
def test_what_an_address_is_counted_as(address, block):
    assert block_of(address) == block


def test_a_new_ipv6_address_for_every_guess_is_one_guesser():
    failed_logons = FailedLogons()
    for n in range(20):
        failed_logons.miss(f"name{n}", f"2001:db8::{n:x}", 0.0)
    assert failed_logons.wait("Alice", "2001:db8::ffff", 1.0).banned
    assert not failed_logons.wait("Alice", "2001:db8:0:1::1", 1.0).banned


@pytest.mark.files("the disk refuses")
async def test_they_are_written_soon_and_at_the_end(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(background, "STRIKES_SECONDS", 0.01)
    path, failed_logons = tmp_path / "later" / NAME, FailedLogons()
    path.parent.touch()
    chore = asyncio.create_task(
        background.keep_failed_logons(failed_logons, kept_in(path.parent), lambda: NOON)
    )
    failed_logons.miss("Alice", "203.0.113.9", asyncio.get_running_loop().time())
    with caplog.at_level(logging.ERROR, "door.board"):
        await until(lambda: bool(caplog.records))
        await asyncio.sleep(0.05)
        assert [r.getMessage() for r in caplog.records] == [
            "strikes.json cannot be written: not a directory"
        ], "told of once"
    path.parent.unlink()
    await until(path.exists)
    assert len(read_failed_logons(kept_in(path.parent), NOON)[0]) == 2
    monkeypatch.setattr(background, "STRIKES_SECONDS", 600)
    await asyncio.sleep(0.03)
    failed_logons.miss("Bob", "203.0.113.10", asyncio.get_running_loop().time())
    chore.cancel()
    await asyncio.gather(chore, return_exceptions=True)
    assert {strike.name for strike in read_failed_logons(kept_in(path.parent), NOON)[0]} >= {
        "bob",
        "203.0.113.10",
    }


async def until(condition: Callable[[], object]) -> None:
    for _ in range(1000):
        if condition():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it never came to be")


def test_what_comes_through_a_trusted_proxy_is_never_banned():
    failed_logons = FailedLogons(spared=lambda address: address == "203.0.113.9")
    for address in ("203.0.113.9", "203.0.113.77"):
        for _ in range(40):
            failed_logons.miss("Alice", address, 1000.0)
    assert failed_logons.wait("Bob", "203.0.113.77", 1000.0).banned
    assert failed_logons.wait("Bob", "203.0.113.9", 1000.0) == Wait(0.0, False)
    with failed_logons.trying("203.0.113.9", 1000.0) as may:
        assert may


def test_an_address_that_is_trusted_from_now_on_is_banned_no_more_however_many_try_at_once():
    trusted = set[str]()
    failed_logons = FailedLogons(spared=trusted.__contains__)
    for _ in range(40):
        failed_logons.miss("Alice", "203.0.113.9", 1000.0)
    assert failed_logons.wait("Bob", "203.0.113.9", 1000.0).banned
    trusted.add("203.0.113.9")
    assert not failed_logons.wait("Bob", "203.0.113.9", 1000.0).banned
    with ExitStack() as tries:
        assert all(tries.enter_context(failed_logons.trying("203.0.113.9", 1000.0)) for _ in range(40))


def test_the_wait_doubles_up_to_a_quarter_of_a_minute():
    assert [delay(misses) for misses in (0, 2, 3, 4, 5, 6, 7, 8, 5000)] == [0, 0, 1, 2, 4, 8, 15, 15, 15]
    assert guessed(6).wait("Alice", "198.51.100.1", 1000.0).seconds == 4
    assert guessed(5).wait("Alice", "198.51.100.1", 1000.0).seconds == 4
    assert guessed(4).wait("Alice", "198.51.100.1", 1000.0).seconds == 2


def test_a_wrong_password_counts_for_an_hour():
    failed_logons = guessed(4)
    assert len(failed_logons.strikes(4600.0)) == 2 and failed_logons.strikes(4600.1) == []
    assert failed_logons.wait("Alice", "203.0.113.9", 4600.0).seconds == 2
    assert failed_logons.wait("Alice", "203.0.113.9", 4600.1).seconds == 0


def test_a_ban_ends_after_so_many_seconds():
    failed_logons = FailedLogons(limit=3, ban=60.0)
    for _ in range(3):
        assert not failed_logons.wait("Bob", "203.0.113.9", 1000.0).banned
        failed_logons.miss("Alice", "203.0.113.9", 1000.0)
    assert failed_logons.wait("Bob", "203.0.113.9", 1059.9).banned
    assert not failed_logons.wait("Bob", "203.0.113.9", 1060.0).banned


def test_only_so_many_are_counted_and_the_oldest_are_forgotten():
    failed_logons = FailedLogons()
    for n in range(MOST):
        failed_logons.count("", f"10.0.{n >> 8}.{n & 255}", 1000.0)
    assert len(failed_logons.strikes(1000.0)) == MOST
    failed_logons.count("", "203.0.113.9", 1000.0)
    names = [strike.name for strike in failed_logons.strikes(1000.0)]
    assert len(names) == MOST and names[0] == "10.0.0.1" and names[-1] == "203.0.113.9"


@pytest.mark.parametrize("age", [0.0, 600.0])
def test_a_restart_makes_nothing_younger_or_older(tmp_path, age):
    write_failed_logons(kept_in(tmp_path), guessed(3).strikes(1000.0 + age), NOON)
    assert read_failed_logons(kept_in(tmp_path), NOON) == (
        [Strike("handle", "alice", 3, age), Strike("address", "203.0.113.9", 3, age)],
        "",
    )


def test_other_hosts_hear_of_each_password_and_what_changes_is_written():
    heard = list[tuple[str, str, bool]]()
    failed_logons = FailedLogons(spared=lambda address: address == "203.0.113.77")
    failed_logons.followers.append(lambda *told: heard.append(told))
    failed_logons.miss("Alice", "2001:db8::1", 1000.0)
    failed_logons.miss("Alice", "203.0.113.77", 1000.0)
    failed_logons.hit("ALICE", "203.0.113.9")
    failed_logons.count("Alice", "203.0.113.50", 1000.0)  # another host has heard it
    assert heard == [("alice", "2001:db8::/64", False), ("alice", "", False), ("alice", "", True)]
    assert failed_logons.misses_here == 2
    failed_logons.clear("Alice")
    version = failed_logons.version
    failed_logons.hit("Alice", "203.0.113.9")
    assert failed_logons.version == version, "there was nothing left to forget"
    failed_logons.miss("Alice", "203.0.113.9", 1000.0)
    failed_logons.hit("Alice", "203.0.113.9")
    assert failed_logons.version > version + 1
