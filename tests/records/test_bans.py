"""Addresses that the sysop keeps out: for how long, how wide, and what a damaged file does."""

import ipaddress
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from records_kit import Clock
from store_kit import kept_in

from door.records.access.bans import LARGEST, MOST, NAME, Ban, BanError, Bans, lies_in
from door.records.access.failed_logons import FailedLogons

FAR = "203.0.113.9"


def bans(folder: Path, clock: Clock | None = None, trusted: str = "127.0.0.1") -> Bans:
    return Bans(kept_in(folder), clock or Clock(), lambda address: address == trusted)


def test_a_ban_lasts_as_long_as_it_was_said(tmp_path):
    clock = Clock()
    known = bans(tmp_path, clock)
    assert known.ban(FAR, 7, "Maggie").length == "until 2025-11-28 12:00 UTC"
    assert known.ban("198.51.100.0/24", None, "Maggie").length == "until you lift it"
    clock.pass_by(days=7, seconds=-1)
    assert known.keeps_out(FAR) and known.keeps_out("198.51.100.200")
    clock.pass_by(seconds=1)
    assert not known.keeps_out(FAR) and known.keeps_out("198.51.100.200")
    assert [ban.address for ban in known.standing()] == ["198.51.100.0/24"]
    clock.pass_by(days=4000)
    assert known.keeps_out("198.51.100.1") and not known.keeps_out("198.51.101.1")


def test_only_the_ban_of_just_that_network_is_lifted(tmp_path):
    known = bans(tmp_path)
    with pytest.raises(BanError, match=r"^203\.0\.113\.9 is not banned\.$"):
        known.lift(FAR)
    known.ban("203.0.113.0/24", None, "Maggie")
    with pytest.raises(BanError, match=r"203\.0\.113\.0/24"):
        known.lift(FAR)
    assert known.keeps_out(FAR)
    assert known.lift("203.0.113.0/24").by == "Maggie" and not known.keeps_out(FAR)


@pytest.mark.files("a board on a database looks every second")
def test_a_board_that_runs_sees_what_a_command_does(tmp_path):
    board, command = bans(tmp_path), bans(tmp_path)
    failed_logons = FailedLogons(kept_out=board.keeps_out)
    assert not failed_logons.wait("Ann", FAR, 0.0).banned
    command.ban(FAR, None, "Maggie")
    assert failed_logons.wait("Ann", FAR, 0.0).banned
    assert not failed_logons.wait("Ann", "203.0.113.8", 0.0).banned
    assert command.lift(FAR).address == FAR
    assert not failed_logons.wait("Ann", FAR, 0.0).banned
    assert (tmp_path / NAME).stat().st_mode & 0o777 == 0o600


@pytest.mark.files("it changes what is in the files")
def test_a_board_does_not_start_without_its_bans(tmp_path):
    """Those that can't be read are not none."""
    bans(tmp_path).look()
    (tmp_path / NAME).write_text("{")
    with pytest.raises(BanError, match=r"bans.json is damaged; mend it, or delete it to lift all bans."):
        bans(tmp_path).look()


@pytest.mark.files("it changes what is in the files")
def test_every_row_of_the_file_counts_and_each_network_is_parsed_once(tmp_path, monkeypatch):
    """A file written by hand may have more bans than the board would add."""
    command = bans(tmp_path)
    rows = [
        {"address": f"10.{n >> 8}.{n & 255}.0/24", "since": "", "until": "", "by": "Maggie"}
        for n in range(MOST + 9)
    ]
    rows[7]["until"] = "2020-01-01T00:00:00.000Z"
    (tmp_path / NAME).write_text(json.dumps({"v": 1, "bans": [*rows, rows[7] | {"until": ""}]}))
    assert command.keeps_out("10.0.0.1") and command.keeps_out("10.3.240.1") and command.keeps_out("10.0.7.1")
    parsed = list[object]()
    parse = ipaddress.ip_network
    monkeypatch.setattr(ipaddress, "ip_network", lambda *words: parsed.append(words) or parse(*words))
    monkeypatch.setattr(json, "loads", parsed.append)  # of a file that has not changed
    asked = list[Ban]()
    holds = Ban.holds
    monkeypatch.setattr(Ban, "holds", lambda ban, now: asked.append(ban) or holds(ban, now))
    assert not command.keeps_out("203.0.113.9") and command.keeps_out("10.0.7.2")
    assert (len(parsed), len(asked)) == (0, 2)


def test_banned_again_is_banned_for_the_new_length(tmp_path):
    known = bans(tmp_path)
    known.ban("203.0.113.0/24", None, "Maggie")
    known.ban("203.0.113.77/24", 1, "Bart")
    assert [(ban.address, ban.by, bool(ban.until)) for ban in known.standing()] == [
        ("203.0.113.0/24", "Bart", True)
    ]
    with pytest.raises(BanError, match=r"203.0.113.9 is not banned itself. Its network 203.0.113.0/24 is"):
        known.lift(FAR)


def test_of_ipv6_the_first_half_counts(tmp_path):
    known = bans(tmp_path)
    assert known.ban("2001:db8:1:2:3:4:5:6", None, "Maggie").address == "2001:db8:1:2::/64"
    assert known.keeps_out("2001:db8:1:2::ffff") and not known.keeps_out("2001:db8:1:3::1")
    assert known.lift("2001:db8:1:2::1").address == "2001:db8:1:2::/64"


@pytest.mark.parametrize(
    ("address", "days", "said"),
    [
        ("example.org", None, "not an address"), ("", None, "not an address"),
        ("1.2.3", None, "not an address"),
        ("0.0.0.0/0", None, "too wide"), ("::/0", None, "too wide"), (FAR, 0, "1 to 3650 days"),
        (FAR, -5, "1 to 3650 days"), (FAR, 99_999, "1 to 3650 days"), ("127.0.0.1", None, "limits.trusted"),
    ],
)  # fmt: skip
def test_what_cannot_be_banned(tmp_path, address, days, said):
    with pytest.raises(BanError, match=said):
        bans(tmp_path).ban(address, days, "Maggie")
    assert not (tmp_path / NAME).exists()


def test_who_is_trusted_is_let_in_whatever_network_is_banned(tmp_path):
    known = bans(tmp_path, trusted="203.0.113.5")
    known.ban("203.0.113.0/24", None, "Maggie")
    assert not known.keeps_out("203.0.113.5") and known.keeps_out("203.0.113.6")
    assert not known.keeps_out("") and not known.keeps_out("nowhere")


@pytest.mark.files("it looks at the files")
def test_there_is_a_most_of_them(tmp_path):
    known = bans(tmp_path)
    known.ban(FAR, None, "Maggie")
    tree = json.loads((tmp_path / NAME).read_text())
    tree["bans"] = [tree["bans"][0] | {"address": f"10.1.{n // 256}.{n % 256}"} for n in range(MOST)]
    (tmp_path / NAME).write_text(json.dumps(tree))
    with pytest.raises(BanError, match="use a firewall"):
        known.ban(FAR, None, "Maggie")
    known.ban("10.1.0.0", 3, "Maggie")


@pytest.mark.parametrize(
    "content",
    [
        b"", b"{", b"[]", b'{"bans": 5}', b'{"bans": [5]}', b"\xff", b" " * 2_000_000, b"[" * 100_000,
        b'{"bans": [{"address": "x", "since": "", "until": "", "by": ""}]}',
        b'{"bans": [{"address": 1, "since": "", "until": "", "by": ""}]}',
        b'{"bans": [{"address": "1.2.3.4", "since": "", "until": "", "by": 1}]}',
        b'{"bans": [{"address": "1.2.3.4", "since": "", "until": "soon", "by": ""}]}',
        b'{"bans": [{"address": "1.2.3.4", "since": "", "until": "2025-01-01T00:00:00", "by": ""}]}',
    ],
)  # fmt: skip
@pytest.mark.files("it changes what is in the files")
def test_a_damaged_file_is_never_overwritten_and_what_held_holds(tmp_path, content, caplog):
    known = bans(tmp_path)
    known.ban(FAR, None, "Maggie")
    assert known.keeps_out(FAR)
    (tmp_path / NAME).write_bytes(content)
    assert known.keeps_out(FAR) and known.keeps_out(FAR) and not known.keeps_out("1.2.3.4")
    assert [line for line in caplog.messages if "damaged" in line] == [
        "bans.json is damaged; mend it, or delete it to lift all bans."
    ]
    for change in (lambda: known.ban("198.51.100.1", None, "Maggie"), lambda: known.lift(FAR)):
        with pytest.raises(BanError, match="damaged"):
            change()
    assert (tmp_path / NAME).read_bytes() == content


@pytest.mark.files("it changes what is in the files")
def test_a_file_has_a_largest_size(tmp_path):
    known = bans(tmp_path)
    known.ban(FAR, None, "Maggie")
    text = (tmp_path / NAME).read_text()
    assert json.loads(text)["v"] == 1
    (tmp_path / NAME).write_text(text.ljust(LARGEST))
    assert [ban.address for ban in known.standing()] == [FAR]
    (tmp_path / NAME).write_text(text.ljust(LARGEST + 1))
    with pytest.raises(BanError, match="damaged"):
        known.standing()


@given(st.text(max_size=30))
def test_whatever_is_asked_for_is_banned_or_a_sentence(tmp_path_factory, text):
    known = bans(tmp_path_factory.getbasetemp())
    try:
        made = known.ban(text, None, "Maggie")
    except BanError as error:
        assert "\n" not in str(error)
    else:
        assert known.lift(made.address) == made


def test_who_is_banned_twice_is_not_said_to_be_let_in(tmp_path):
    known = bans(tmp_path)
    for address in ("203.0.113.0/24", FAR):
        known.ban(address, None, "Maggie")
    with pytest.raises(
        BanError, match=r"ban on 203.0.113.9 is lifted, but its network 203.0.113.0/24 is still banned"
    ):
        known.lift(FAR)
    assert known.keeps_out(FAR) and [ban.address for ban in known.standing()] == ["203.0.113.0/24"]
    known.lift("203.0.113.0/24")
    assert not known.keeps_out(FAR)


def test_the_longest_ban_and_the_widest_networks_are_allowed(tmp_path):
    clock = Clock()
    known = bans(tmp_path, clock)
    assert known.ban(FAR, 3650, "Maggie").length == "until 2035-11-19 12:00 UTC"
    for widest, wider in (("10.0.0.0/8", "10.0.0.0/7"), ("2001::/16", "2000::/15")):
        assert known.ban(widest, None, "Maggie").address == widest
        with pytest.raises(BanError):
            known.ban(wider, None, "Maggie")


def test_a_call_without_an_address_comes_from_nowhere():
    network = ipaddress.ip_network("0.0.0.0/8")
    assert lies_in("0.1.2.3", network) and not lies_in("", network) and not lies_in("pipe", network)
