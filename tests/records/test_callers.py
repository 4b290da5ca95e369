"""Callers on real files: handles, passwords, the sysop's edits, and files that are broken."""

import asyncio
import base64
import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from each import each
from effort import examples
from hypothesis import example, given
from hypothesis import strategies as st
from records_kit import broken, right_password
from store_kit import kept_in

from door.records.callers import callers as module
from door.records.callers.caller_file import Caller, CallerError, check_handle, looks_of, write_caller
from door.records.callers.callers import Callers
from door.records.callers.passwords import Passwords
from door.records.files import disk
from door.records.files.plain_yaml import dump, parse, simple
from door.records.store import Change, Doc, StoreRefused, Unit, files, kinds
from door.records.store.kinds import key_of
from door.ui.texts import MaybeSaid

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGyb9rC2Bt0ZlL0Tz0rM6n1cX0m1V0q9s3bK6k1h7v0d alice@home"


@pytest.fixture
def callers(tmp_path: Path) -> Callers:
    return Callers(kept_in(tmp_path), Passwords(PasswordHasher(1, 8, 1)))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "callers").mkdir(mode=0o700)
    return tmp_path / "callers"


def rename(callers: Callers, handle: str, to: str) -> Caller:
    callers.store.write(Unit(callers.renaming(handle, to)))
    return callers.get_or_raise(to)


# -- handles ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "handle", ["Al", "Zoë", "Bob the Builder", "R2-D2", "x_y.z", "O'Neil", "4ever", "A" * 20, "Ünsal"]
)
def test_good_handles(handle):
    assert check_handle(handle) == ""


@pytest.mark.parametrize(
    "handle",
    ["", "A", "A" * 21, " Alice", "Alice ", "Al  ice", "-Al", ".hidden", "..", "a/b", "a\\b", "a\0b", "a\nb",
     "a\x1b[2Jb", "Аlice", "Alice\u200b", "\u202eecilA", "Ａlice", "Ǆ", "a:b", "computer:easy", "a*b", "Łódź",
     "🙂🙂", "SysOp", "guest", "NEW", "a11", "A l l", "Computer"],
)  # fmt: skip
def test_bad_handles_are_refused_with_the_rule(handle):
    if handle == "A l l":
        assert check_handle(handle) == "", "a space makes it another word"
    else:
        fault = check_handle(handle)
        assert fault.endswith((".", "'")) and "\n" not in fault and "\x1b" not in fault


@given(st.text(max_size=24))
def test_a_handle_that_passes_is_safe_anywhere(text):
    if not check_handle(text):
        assert text.isprintable() and not set(text) & set('/\\:*?"<>|\0') and text[0] not in ".-' "


async def test_a_handle_taken_or_looking_like_one_is_refused(callers):
    await callers.register("Alice", "secret")
    for handle in ("alice", "ALICE"):
        assert "taken" in callers.check_handle(handle)
    for handle in ("A1ice", "Allce", "Alicé", "aIice"):
        assert "too much like" in callers.check_handle(handle)
    assert "reserved" in callers.check_handle("Bilbo", reserved=["bilbo"])
    assert callers.check_handle("Alicia") == ""
    with pytest.raises(CallerError, match="taken"):
        await callers.register("aLiCe", "secret")


FILES = st.sampled_from(["Alice", "alice", "A1ice", "Bob", "B0b", "Zoë"])
ASKED = st.sampled_from(["Alice", "ALICE", "Al1ce", "Bob", "BoB", "b0b", "Zoe", "Eve"])


@given(st.lists(st.tuples(st.sampled_from("+-"), FILES)), ASKED)
@pytest.mark.files("it changes what is in the files")
def test_look_alikes_are_those_of_the_files_there_are(tmp_path_factory, steps, asked):
    """Looked up, with files that come and go, as by comparing every handle."""
    data = tmp_path_factory.mktemp("data")
    (folder := data / "callers").mkdir()
    callers = Callers(kept_in(data))
    for step, name in steps:
        path = folder / f"{name}.yaml"
        path.write_text("") if step == "+" else path.unlink(missing_ok=True)
        known = [path.stem for path in sorted(folder.glob("*.yaml"))]
        same = {name for name in known if key_of(name) == key_of(asked)}
        alike = {name for name in known if looks_of(name) == looks_of(asked)}
        said = callers.why_taken(asked)
        assert ("taken" in said) == bool(same), (known, asked, said)
        assert bool(said) == bool(alike), (known, asked, said)
        assert set(callers.store.keys("caller")) == {key_of(name) for name in known}


@pytest.mark.files("it changes what is in the files")
def test_an_unknown_handle_is_not_compared_with_every_other(callers, folder, monkeypatch):
    for number in range(300):
        (folder / f"Caller {number}.yaml").write_text("")
    os.utime(folder, (0, 0))
    assert "too much like" in callers.why_taken("Ca11er 7")
    compared: list[str] = []

    def noted(handle: str) -> str:
        compared.append(handle)
        return looks_of(handle)

    monkeypatch.setattr(module, "looks_of", noted)
    assert callers.why_taken("Zorro") == "" and "too much like" in callers.why_taken("Ca11er 8")
    assert set(compared) == {"Zorro", "Ca11er 8"}, "only what was asked for is looked at"


@pytest.mark.files("it changes what is in the files")
def test_of_two_files_of_one_caller_one_counts_and_then_the_other(callers, folder):
    for name in ("BOB", "Bob"):
        (folder / f"{name}.yaml").write_text(f"handle: {name}\n")
    assert callers.read("bob") == Caller("Bob")
    (folder / "Bob.yaml").unlink()
    assert callers.read("bob") == Caller("BOB") and "too much like" in callers.why_taken("B0b")
    (folder / "BOB.yaml").unlink()
    assert callers.read("bob") is None and callers.why_taken("B0b") == ""


# -- passwords ------------------------------------------------------------------------------------


@pytest.mark.files("it looks at the files")
async def test_passwords(callers, tmp_path):
    caller = await callers.register("Alice", "grüße 1")
    text = (tmp_path / "callers/Alice.yaml").read_text()
    assert caller.password.startswith("$argon2id$") and "grüße" not in text and "argon2" not in repr(caller)
    assert await right_password(callers, "aLICE", "grüße 1")
    assert await right_password(callers, "alice", "gru\u0308ße 1"), "as another terminal may send it"
    for handle, password in (
        ("Alice", "grüße 2"),
        ("Alice", ""),
        ("Nobody", "grüße 1"),
        ("Alice", "x" * 9999),
    ):
        assert not await right_password(callers, handle, password)
    await callers.set_password("alice", "another one")
    assert await right_password(callers, "Alice", "another one")
    assert not await right_password(callers, "Alice", "grüße 1")


@pytest.mark.parametrize("password", ["", "short", "x" * 129, "tab\tinside", "new\nline"])
async def test_a_password_that_breaks_the_rule_is_refused(callers, password):
    with pytest.raises(CallerError, match="A password"):
        await callers.register("Alice", password)
    assert callers.find("Alice") is None


async def test_a_sysop_s_new_password_is_longer_and_an_old_one_stays_good(callers):
    await callers.register("Sue", "ninechars")
    callers.change("Sue", lambda caller: replace(caller, sysop=True))
    with pytest.raises(CallerError, match="A sysop's password has at least 10 characters"):
        await callers.set_password("Sue", "nine more")
    assert await right_password(callers, "Sue", "ninechars"), "nothing has changed"
    await callers.set_password("Sue", "ten chars!")
    assert await right_password(callers, "Sue", "ten chars!")


async def test_a_sysop_s_short_password_of_old_is_hashed_again_at_other_costs(callers):
    await callers.register("Sue", "ninechars")
    before = callers.change("Sue", lambda caller: replace(caller, sysop=True)).password
    callers._passwords = Passwords(PasswordHasher(time_cost=2, memory_cost=8, parallelism=1))
    assert await right_password(callers, "Sue", "ninechars")
    assert callers.get_or_raise("Sue").password != before and await right_password(
        callers, "Sue", "ninechars"
    )


async def test_a_caller_without_a_password_cannot_log_on_with_an_empty_one(callers):
    callers.create(Caller("Alice"))
    assert not await right_password(callers, "Alice", "")
    assert not await right_password(callers, "Alice", "nobody's password")


async def test_an_unknown_handle_costs_what_a_known_one_costs(tmp_path):
    callers = Callers(kept_in(tmp_path), Passwords(PasswordHasher(2, 8192, 1)))
    await callers.register("Alice", "secret")
    await right_password(callers, "Alice", "wrong")
    spent = []
    for handle in ("Alice", "Nobody") * 3:
        start = time.process_time()
        await right_password(callers, handle, "wrong")
        spent.append(time.process_time() - start)
    assert min(spent[1::2]) > min(spent[::2]) / 3


async def test_a_hash_made_at_another_cost_is_renewed(callers):
    await callers.register("Alice", "secret")
    dearer = Callers(callers.store, Passwords(PasswordHasher(2, 8, 1)))
    assert await right_password(dearer, "Alice", "secret")
    renewed = dearer.find("Alice")
    assert renewed and "t=2" in renewed.password
    assert await right_password(dearer, "Alice", "secret")


async def test_a_hash_that_is_no_hash_fits_nothing(callers):
    callers.create(Caller("Alice", password="plain text"))
    assert not await right_password(callers, "Alice", "plain text")


# -- files ----------------------------------------------------------------------------------------


@pytest.mark.files("it changes what is in the files")
def test_an_edit_right_after_the_board_s_own_is_seen(callers, folder):
    callers.create(Caller("Alice"))
    callers.change("Alice", lambda caller: replace(caller, calls=3))
    path = folder / "Alice.yaml"
    path.write_text(path.read_text().replace("calls: 3", "calls: 45"))
    edited = callers.find("Alice")
    assert edited and edited.calls == 45


@pytest.mark.files("it looks at the files")
def test_a_caller_comes_back_as_they_were(callers, tmp_path):
    full = Caller(
        "NO",
        created="2025-11-21T12:00:00.000Z",
        last_call="2025-11-21T13:00:00+01:00",
        calls=7,
        sysop=True,
        level=50,
        banned="yes: a # reason",
        keys=(KEY,),
        prefs={"charset": "utf-8", "mouse": "off", "n": "010"},
        doors={"shutbox": {"keys": "1"}},
        extra={"note": "met at 12:30:45", "tags": (1, True, None)},
    )
    callers.create(full)
    assert Callers(kept_in(tmp_path)).find("no") == full
    path = tmp_path / "callers/NO.yaml"
    assert path.stat().st_mode & 0o777 == 0o600 and path.parent.stat().st_mode & 0o777 == 0o700


@given(st.dictionaries(st.text(max_size=8), st.text(max_size=12), max_size=4))
def test_what_is_written_is_read_the_same(prefs):
    clean = {k: v for k, v in prefs.items() if (k + v).isprintable()}
    assert parse("", dump({"prefs": clean})).values == {"prefs": clean}


@pytest.mark.files("it changes what is in the files")
def test_a_sysops_edit_counts_at_the_next_look(callers, tmp_path):
    callers.create(Caller("Alice"))
    path = tmp_path / "callers/Alice.yaml"
    found = callers.find("Alice")
    assert found and not found.banned
    path.write_text(
        "# a comment\nhandle: Alice\nbanned: true\nlevel: 010\nsysop: false\nprefs: {plain: true}\n"
    )
    edited = callers.find("alice")
    assert edited and edited.banned == "banned by the sysop" and edited.level == 10
    assert edited.prefs == {"plain": "yes"}
    path.rename(tmp_path / "callers/Bob.yaml")
    assert callers.find("Alice") is None and callers.find("Bob") is None


def test_changes_made_at_the_same_time_are_all_kept(callers):
    callers.create(Caller("Alice"))
    other = Callers(callers.store)
    other.find("Alice")
    callers.change("Alice", lambda c: replace(c, calls=c.calls + 1))
    other.change("ALICE", lambda c: replace(c, banned="rude"))
    other.change("Alice", lambda c: c.remember("shutbox", "keys", "wasd").prefer("charset", "cp437"))
    alice = callers.find("Alice")
    assert alice and (alice.calls, alice.banned) == (1, "rude")
    assert alice.doors == {"shutbox": {"keys": "wasd"}} and alice.prefs == {"charset": "cp437"}


async def test_an_event_loop_asks_no_database(callers, monkeypatch):
    alice = callers.create(Caller("Alice"))
    monkeypatch.setattr(callers.store, "never_waits", False)
    assert Callers(callers.store).recall("Alice") is None
    assert callers.recall("aLICE") is alice
    callers.forget("ALICE")
    assert callers.recall("Alice") is None and callers.recall("Alice", alice) is alice
    await callers.remember("Alice", "Nobody")
    assert callers.recall("Alice") == alice and callers.recall("Nobody") is None


async def test_many_edits_at_once(callers):
    callers.create(Caller("Alice"))
    edits = (callers.edit("Alice", lambda c: replace(c, calls=c.calls + 1)) for _ in range(20))
    await asyncio.gather(*edits)
    alice = callers.find("Alice")
    assert alice and alice.calls == 20


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("handle: Alice\ncalls: many\n", "calls must be a whole number"),
        ("handle: Alice\nsysop: yes\n", "sysop must be true or false"),
        ("handle: Alice\nlevel: 1\nlevel: 2\n", "Alice.yaml:3: level: is there twice, first on line 2"),
        ("handle: Alice\n\tlevel: 1\n", "Alice.yaml:2: is not YAML: "),
        ("handle: [", "Alice.yaml:1: is not YAML: "),
        ("handle: [Alice]\n", "handle must be text"),
        ("level: 1\n", "including a handle"),
        ("- Alice\n", "keys with values"),
        ("", "is empty"),
        ("handle: Bob\n", "is not the file's name"),
        ("handle: Alice\n? [a, b]\n: c\n", "a key must be a plain word"),
        ("handle: !!python/object/apply:os.system ['true']\n", "Alice.yaml:1:"),
        ("[" * 5000, "Alice.yaml"),
        ("handle: Alice\nnote: " + "x" * 70_000, "too large (70,020 bytes)"),
        ("handle: Alice\nprefs: 7\n", "prefs must be keys and values"),
        ("handle: Alice\nkeys: abc\n", "keys must be a list"),
    ],
)
@pytest.mark.files("it changes what is in the files")
def test_a_broken_file_gives_a_sentence_and_is_never_overwritten(callers, tmp_path, caplog, text, told):
    callers.create(Caller("Alice"))
    path = tmp_path / "callers/Alice.yaml"
    path.write_text(text)
    assert callers.find("Alice") is None and told in caplog.text
    assert broken(callers) and told in broken(callers)[0] and "\n" not in broken(callers)[0]
    for attempt in (
        lambda: callers.add(Caller("Alice")),
        lambda: callers.create(Caller("Alice")),
        lambda: callers.change("Alice", lambda c: c),
        lambda: callers.renaming("Alice", "Ann"),
        lambda: callers.read("Alice"),
    ):
        with pytest.raises(CallerError):
            attempt()
    assert path.read_text() == text and "taken" in callers.check_handle("Alice")


@pytest.mark.files("it changes what is in the files")
def test_bytes_that_are_no_text(callers, tmp_path):
    callers.create(Caller("Alice"))
    (tmp_path / "callers/Alice.yaml").write_bytes(b"handle: \xff\xfe\n")
    assert callers.find("Alice") is None and "UTF-8" in broken(callers)[0]


@pytest.mark.files("the disk refuses")
def test_a_disk_that_refuses_leaves_the_old_file(callers, tmp_path, monkeypatch):
    callers.create(Caller("Alice"))
    folder = tmp_path / "callers"
    before = sorted((path.name, path.read_bytes()) for path in folder.iterdir())

    def refuse(fd: int, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(disk, "write_all", refuse)
    with pytest.raises(CallerError, match=r"Alice.yaml: cannot be written: no space left"):
        callers.change("Alice", lambda c: replace(c, calls=1))
    assert sorted((path.name, path.read_bytes()) for path in folder.iterdir()) == before


async def test_a_disk_that_refuses_a_fresh_hash_keeps_nobody_out(callers, monkeypatch):
    cheap = PasswordHasher(time_cost=1, memory_cost=16, parallelism=1)
    callers.create(Caller("Alice", password=cheap.hash("open sesame")))

    def refuse(fd: int, data: bytes) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(disk, "write_all", refuse)
    assert await right_password(callers, "Alice", "open sesame")
    assert not await right_password(callers, "Alice", "open says me")


# -- renamed, removed, keys -------------------------------------------------------------------------


@pytest.mark.files("it looks at the files")
def test_renaming_keeps_the_old_handle_reserved_for_its_owner(callers, folder):
    callers.create(Caller("Alice", calls=3))
    callers.create(Caller("Bob"))
    assert rename(callers, "alice", "Ann").calls == 3
    assert callers.find("Alice") is None and [c.handle for c in callers.each()] == ["Ann", "Bob"]
    assert "taken" in callers.check_handle("Alice")
    for old, new in (("Bob", "Alice"), ("Bob", "Ann"), ("Bob", "sysop"), ("Nobody", "Somebody")):
        with pytest.raises(CallerError):
            rename(callers, old, new)
    assert rename(callers, "Ann", "Anna").handle == "Anna"
    assert rename(callers, "Anna", "Alice").handle == "Alice", "their first handle, two renames ago"
    assert callers.find("Ann") is None and "taken" in callers.check_handle("Ann")
    assert rename(callers, "Alice", "ALICE").handle == "ALICE"
    assert [path.name for path in sorted(folder.glob("*.yaml"))] == ["Alice.yaml", "Bob.yaml"]


@pytest.mark.files("it looks at the files")
def test_a_removed_callers_handle_stays_taken(callers, folder):
    callers.create(Caller("Alice"))
    callers.store.write(Unit(callers.removing("ALICE")))
    assert callers.find("Alice") is None and list(callers.each()) == []
    assert "taken" in callers.check_handle("Alice") and "too much like" in callers.check_handle("A1ice")
    assert [path.name for path in (folder / "removed").iterdir()] == ["Alice.yaml"]
    with pytest.raises(CallerError, match="no caller"):
        callers.removing("Alice")


def test_one_caller_has_so_many_keys(callers):
    callers.create(Caller("Alice"))
    head = b"\0\0\0\x0bssh-ed25519\0\0\0\x20"
    for at in range(20):
        callers.add_key("Alice", f"ssh-ed25519 {base64.b64encode(head + bytes([at] * 32)).decode()}")
    with pytest.raises(CallerError, match="You have 20 SSH keys already"):
        callers.add_key("Alice", KEY)
    assert len(callers.get_or_raise("Alice").keys) == 20


def test_keys(callers):
    callers.create(Caller("Alice"))
    assert callers.add_key("alice", f"  {KEY}  ").keys == (KEY,)
    assert callers.add_key("alice", KEY.replace("alice@home", "again")).keys == (KEY,)
    odd = "ssh-ed25519 !!!", "ssh-ed25519 schlüssel", "-----BEGIN", "x" * 9000
    for bad in ("", "ssh-ed25519", "ssh-rsa " + KEY.split()[1], *odd):
        with pytest.raises(CallerError, match=r"key|type"):
            callers.add_key("Alice", bad)


@pytest.mark.files("it changes what is in the files")
def test_what_is_cached_is_bounded(folder):
    for number in range(5):
        (folder / f"Caller {number}.yaml").write_text(f"handle: Caller {number}\n")
    callers = Callers(kept_in(folder.parent), most=3)
    first = callers.read("Caller 4")
    assert [caller.handle for caller in callers.each()] == [f"Caller {n}" for n in range(5)]
    assert callers.read("Caller 4") is first, "a list drives nobody out"
    for number in (0, 1, 2, 3):
        assert callers.read(f"Caller {number}")
    assert callers.read("Caller 4") is not first
    (folder / "Caller 3.yaml").unlink()
    assert callers.read("Caller 3") is None and len(list(callers.each())) == 4


async def test_a_folder_that_is_not_there_yet_has_nobody(callers):
    assert callers.find("Alice") is None and list(callers.each()) == [] and broken(callers) == []
    assert not await right_password(callers, "Alice", "secret")


def test_a_handle_that_looks_like_a_number_stays_text(callers):
    for handle in ("1E5", "007", "0E0", "NO", "1.5"):
        callers.create(Caller(handle))
        assert Callers(callers.store).find(handle) is not None, handle


@pytest.mark.files("it changes what is in the files")
def test_names_are_listed_once_while_only_we_write(callers, folder, monkeypatch):
    callers.create(Caller("Alice"))
    monkeypatch.setattr(kinds, "GRAIN", 0)
    assert callers.find("Nobody") is None
    listed: list[object] = []
    real = os.listdir
    monkeypatch.setattr(os, "listdir", lambda path: listed.append(path) or real(path))
    callers.change("Alice", lambda c: replace(c, calls=1))
    callers.create(Caller("Carol"))
    assert callers.find("Nobody") is None and callers.find("carol")
    assert callers.check_handle("Caro1").endswith("too much like an existing one.")
    assert not [path for path in listed if path == folder]
    (folder / "Bob.yaml").write_text("handle: Bob\n")
    assert callers.find("bob") == Caller("Bob")


@pytest.mark.files("it changes what is in the files")
def test_a_file_that_came_while_we_wrote_is_seen_within_a_minute(callers, folder, monkeypatch):
    callers.create(Caller("Alice"))
    monkeypatch.setattr(kinds, "GRAIN", 0)
    assert callers.find("Bob") is None

    def replaced(path: Path, *rest: object, **more: object) -> None:
        (folder / "Bob.yaml").write_text("handle: Bob\n")
        disk.replace_file(path, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(files, "replace_file", replaced)
    callers.change("Alice", lambda c: replace(c, calls=1))
    monkeypatch.setattr(kinds, "TRUSTED", -1.0)
    assert callers.find("bob") == Caller("Bob")


@pytest.mark.files("it changes what is in the files")
def test_a_file_that_goes_within_a_tick_of_the_clock_is_missed_at_once(callers, folder, monkeypatch):
    monkeypatch.setattr(kinds, "GRAIN", 0)

    def within_the_tick_of_a_write(take_away: Callable[[], object]) -> list[str]:
        assert callers.store.keys("caller") == []
        callers.create(Caller("Alice"))
        assert callers.store.keys("caller") == ["alice"]
        tick = folder.stat().st_mtime_ns
        take_away()
        os.utime(folder, ns=(tick, tick))
        return callers.store.keys("caller")

    assert within_the_tick_of_a_write(lambda: callers.store.set_aside("caller", "Alice")) == []
    delete = Unit([Change("delete", "caller", "alice", None)])
    assert within_the_tick_of_a_write(lambda: callers.store.write(delete)) == []


# -- a file read without the parser ------------------------------------------------------------------

WORDS = (
    "", "''", "'it''s'", "'a # b'", "[]", "{}", "no", "null", "~", "0x1F", "010", "1e5", "1_000", "a: b",
    "a #b", "Zoë K.", "$argon2id$v=19$m=19456,t=2,p=1$sd/f+A$dd", "- a", "9" * 19, "x-", "a  b", "@a",
    "2026-11-01", "é", "12:30:45", "&a", "*a", "!!str 1", "a ", "y", "[a]", '"a"', "a\tb", "'a\tb'",
    ".5", "-1",
)  # fmt: skip


@each("word", [*WORDS, "9" * 18])
def test_each_word_is_read_without_the_parser_as_the_parser_reads_it(word):
    reads_as_the_parser(f"a:{word and ' '}{word}\nb: 1\n")


def reads_as_the_parser(text: str) -> None:
    if (tree := simple(text)) is not None:
        document = parse("a", text)
        assert document.values == tree and not document.faults
        assert [type(value) for value in tree.values()] == [type(value) for value in document.values.values()]


@examples(300)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["", "  ", "    ", " ", "- "]),
            st.sampled_from(["a", "b", "c", "null", "1", "é"]),
            st.sampled_from(WORDS),
        ),
        max_size=6,
    ),
    st.sampled_from(["\n", "", "\n\n", "\r\n"]),
)
@example([("", "a", "no"), ("", "b", "no")], "")
@example([("", "a", "no"), ("  ", "b", "no")], "\n")
@example([("", "a", ""), ("  ", "b", "no"), ("", "b", "no"), ("  ", "c", "no")], "\n")
def test_what_is_read_without_the_parser_is_what_the_parser_reads(lines, end):
    reads_as_the_parser("\n".join(f"{indent}{key}:{word and ' '}{word}" for indent, key, word in lines) + end)


def test_a_caller_s_file_as_we_write_it_is_read_without_the_parser():
    caller = Caller("Zoë K.", password="$argon2id$v=19$m=19456,t=2,p=1$sd/f+A$dd", doors={"a": {"b": "No"}})
    assert simple(write_caller(caller)) is not None


@pytest.mark.files("its hosts share one store")
def test_of_two_hosts_only_one_adds_a_caller_who_looks_like_the_other_s(tmp_path):
    """The other host tries between the first one's look and its writing."""
    store = kept_in(tmp_path)
    one, other = Callers(store), Callers(store)
    taken = one.why_taken

    def meanwhile(handle: str, but: str = "") -> MaybeSaid:
        with pytest.raises(CallerError, match="taken"):
            other.create(Caller("A1ice"))
        return taken(handle, but)

    one.why_taken = meanwhile  # type: ignore[method-assign]
    one.create(Caller("Alice"))
    assert [caller.handle for caller in other.each()] == ["Alice"]
    with pytest.raises(CallerError, match="too much like"):
        other.create(Caller("A1ice"))


@pytest.mark.files("it looks at the files")
def test_a_folder_that_cannot_be_read_is_one_sentence_in_the_log(callers, monkeypatch, caplog):
    def refused(kind: str, part: str = "") -> list[str]:
        raise StoreRefused("permission denied")

    monkeypatch.setattr(callers.store, "keys", refused)
    callers.list_all()
    assert [record.getMessage() for record in caplog.records] == [
        "callers: cannot be read: permission denied."
    ]


@pytest.mark.files("it looks at the files")
def test_states_are_those_of_each_file_alone(callers, folder):
    for handle in ("Bob", "Ann"):
        callers.create(Caller(handle))
    (folder / ".Cat.yaml.draft.new").write_text("x")
    (folder / "notes.txt").write_text("x")
    before = callers.store.states("caller")
    assert list(before) == ["ann", "bob"]
    callers.change("Ann", lambda one: replace(one, level=9))
    after = callers.store.states("caller")
    assert after["bob"] == before["bob"] and after["ann"] > before["ann"]


@pytest.mark.files("it looks at the files")
def test_a_rename_reads_only_files_that_have_changed_for_who_ignores_them(callers, folder, monkeypatch):
    for n in range(30):
        callers.create(Caller(f"Caller {n}", ignored=("Ann",) if n == 7 else ()))
    assert callers.ignoring("ANN") == ["caller 7"] and callers.ignoring("Bob") == []
    read, get = list[str](), callers.store.get

    def noted(kind: str, key: str) -> Doc | None:
        read.append(key)
        return get(kind, key)

    monkeypatch.setattr(callers.store, "get", noted)
    assert callers.ignoring("Ann") == ["caller 7"] and read == []
    callers.change("Caller 3", lambda one: replace(one, ignored=("ann", "Bob")))
    path = folder / "Caller 7.yaml"
    path.write_text(path.read_text().replace("Ann", "Bob"))  # the sysop's edit
    (folder / "Caller 9.yaml").unlink()
    read.clear()
    assert callers.ignoring("Ann") == ["caller 3"] and sorted(read) == ["caller 3", "caller 7"]
    assert sorted(callers.ignoring("bob")) == ["caller 3", "caller 7"]
    assert callers.ignoring("Caller 3") == []
