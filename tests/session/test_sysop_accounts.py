"""The sysop's books in the board: callers found and changed, settings edited, hours seen; and
that nobody else gets at them."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from boardroom import PASSWORD, boardroom
from callline import DUMB, XTERM

from door.board.sysop.acts import ON_ACCOUNTS
from door.board.sysop.effects import ACCOUNT, ChangeSetting, SysopAct
from door.midend.doors import find
from door.session.call.stack import Layer
from door.session.effects import refresh
from door.session.effects.dispatch import HANDLERS
from door.session.sysop.desk import made_up
from door.settings import load
from door.settings.skeleton import init

shutbox = find("shutbox")
thieves = find("thieves")

BACK = "\x7f" * 80


@pytest.fixture
async def board(tmp_path):
    init(tmp_path)
    for path in (tmp_path / "config" / "doors").glob("*.yaml"):
        if path.stem not in ("shutbox", "thieves"):
            path.unlink()
    async with boardroom(tmp_path, "Europe/Berlin", (shutbox, thieves)) as open_board:

        def reload():
            open_board.settings = load(tmp_path, {slug: door.INFO for slug, door in open_board.doors.items()})
            open_board.services.roster.post.send_to_all(refresh.Refresh(look=True))

        reload()
        open_board.services = replace(open_board.services, reload=reload)
        for handle in ("Ann", "Bo", "Maggie"):
            await open_board.register(handle)
        open_board.callers.change("Maggie", lambda caller: replace(caller, sysop=True))
        yield open_board


async def at_desk(board, keys=""):
    """A sysop's call, at the desk, and what they press there."""
    line, _ = board.proved_call("Maggie")
    await line.shows("Hello, Maggie")
    line.type(f"!{keys}")
    return line


async def plain_desk(board, entry):
    line, _ = board.proved_call("Maggie", DUMB)
    await line.hears("Main menu command?")
    line.type("!\r")
    await line.hears("Enter to go back")
    line.type(f"{entry}\r")
    return line


async def at_caller(board, handle="Ann"):
    """The sysop's page of one caller."""
    line = await at_desk(board, "c")
    await line.shows("3 callers")
    line.type(f"f{handle}\r")
    await line.shows(f"1 caller with '{handle}'")
    line.type("\r")
    await line.shows(f"Caller: {handle}")
    return line


class TestCallers:
    async def test_are_listed_and_found_by_a_part_of_the_handle(self, board):
        other, _ = board.proved_call("Bo")
        await other.shows("Hello, Bo")
        line = await at_desk(board, "c")
        screen = await line.shows("3 callers")
        assert re.search(r"Ann +0 +10 +31 Oct, 21:00", screen)
        assert re.search(r"Bo +1 +10 +10 Nov, 20:00 +on node 1", screen)
        assert re.search(r"Maggie .*sysop", screen)
        line.type("fO\r")
        screen = await line.shows("1 caller with 'O'")
        assert "Ann" not in screen.split("Callers", 2)[-1]
        line.type("f\r")
        await line.shows("3 callers")
        line.type("fzz\r")
        await line.shows("No such caller")

    async def test_everything_kept_of_one_is_shown_but_no_secret(self, board):
        other, _ = board.proved_call("Ann")
        await other.shows("Hello, Ann")
        line = await at_caller(board)
        screen = await line.shows("on node 1")
        for told in ("Calls: +1", "Last call: +10 Nov, 20:00", "From: +127.0.0.1", "Level: +10",
                     "Banned: +no", "Password: +set", r"Shut The Box \(shutbox\): no game"):  # fmt: skip
            assert re.search(told, screen), told
        assert "argon2" not in screen

    async def test_turns_granted_are_a_line_of_the_journal_and_seen_at_once(self, board):
        caller, _ = board.proved_call("Ann")
        await caller.shows("Shut The Box +5 ")
        line = await at_caller(board)
        line.type("tshutbox 3\r")
        await line.shows(r"Ann has 3 more turns at Shut The Box on 2026-11-10")
        (grant,) = board.lines("grant")
        assert (grant["caller"], grant["door"], grant["turns"], grant["by"]) == (
            "Ann",
            "shutbox",
            3,
            "Maggie",
        )
        await caller.shows("Shut The Box +8 ")
        for wrong, said in (("chess 3", "There is no door called 'chess'"), ("shutbox", "There is no door"),
                            ("shutbox 9999", "must be a whole number"), ("shutbox 0", "than 0")):  # fmt: skip
            line.type(f"t{wrong}\r")
            await line.shows(said)
        assert len(board.lines("grant")) == 1

    async def test_level_and_ban_hold_at_once(self, board):
        caller, call = board.proved_call("Ann")
        await caller.shows("Hello, Ann")
        line = await at_caller(board)
        line.type("l42\r")
        await line.shows("Ann has access level 42")
        await line.shows("Level: +42")
        line.type("lmany\r")
        await line.shows("An access level must be a whole number")
        line.type("btoo loud\r")
        await line.shows("Ann is banned: too loud")
        await caller.closed()
        await call
        assert "You are banned from this board: too loud" in caller.screen
        await line.shows("Unban")
        line.type("u")
        await line.shows("Ann may call again")
        assert (board.callers.find("Ann").level, board.callers.find("Ann").banned) == (42, "")

    async def test_a_password_typed_twice_or_made(self, board):
        line = await at_caller(board)
        line.type("pnew words\r")
        screen = await line.shows("Type it again")
        assert "new words" not in screen
        line.type("other words\r")
        await line.shows("passwords don't match")
        assert await board.callers.check_password("Ann", PASSWORD)
        line.type("pnew words\rnew words\r")
        await line.shows("Ann has a new password")
        assert await board.callers.check_password("Ann", "new words")
        line.type("p\r")
        screen = await line.shows("shown only once")
        made = re.search(r"new password: (\S+)", screen)[1]
        assert await board.callers.check_password("Ann", made)
        line.type("pabc\rabc\r")
        await line.shows("A password has 6 to 128 characters")

    async def test_a_new_name_takes_everything_along_and_tells_the_caller(self, board):
        caller, call = board.proved_call("Ann")
        await caller.shows("Hello, Ann")
        line = await at_caller(board)
        line.type("rBo\r")
        await line.shows("The handle Bo is taken")
        line.type("rAnna\r")
        await line.shows("Ann is now Anna")
        await line.shows("Caller: Anna")
        await caller.closed()
        await call
        assert board.callers.find("Anna") and board.callers.find("Ann") is None
        assert board.lines("rename")[0]["to"] == "Anna"

    async def test_a_game_in_progress_goes_on_under_the_new_name(self, board):
        caller, call = board.proved_call("Ann")
        await caller.shows("Hello, Ann")
        caller.type("1")
        await caller.shows("Go on")
        caller.type(" ")
        await caller.shows("Enter to play")
        caller.type("\r")
        await caller.shows("to match")
        turn = board.lines("turn")[0]
        line = await at_caller(board)
        line.type("rAnna\r")
        await line.shows("Ann is now Anna")
        await caller.closed()
        await call
        again, _ = board.proved_call("Anna", DUMB)
        await again.hears("1 Shut The Box: turns left 4, your game is waiting.")
        again.type("1\r\r")
        await again.hears("Your game goes on")
        assert [one["id"] for one in board.lines("turn")] == [turn["id"]]

    async def test_removing_asks_and_keeps_the_games(self, board):
        line = await at_caller(board)
        line.type("dyes\r")
        await line.shows("Nothing was changed")
        assert board.callers.find("Ann")
        line.type("dYES\r")
        await line.shows("Ann is removed. The games stay")
        assert board.callers.find("Ann") is None
        assert board.lines("remove")[0]["caller"] == "Ann"
        line.type("q")
        await line.shows("No such caller")

    async def test_the_game_that_waits_goes_with_its_caller(self, board):
        caller, _ = board.proved_call("Ann")
        await caller.shows("Hello, Ann")
        caller.type("1")
        await caller.shows("Go on")
        caller.type(" ")
        await caller.shows("Enter to play")
        caller.type("\r")
        await board.until(lambda: board.store.waiting("shutbox", "Ann"))
        line = await at_caller(board)
        line.type("dYES\r")
        await line.shows("Ann is removed")
        await caller.closed()
        assert not list((board.folder / "data" / "saves").glob("shutbox_*"))

    async def test_a_new_caller(self, board):
        line = await at_desk(board, "c")
        await line.shows("3 callers")
        line.type("nZed\r\r")
        await line.shows("Zed has a new password: .*shown only once")
        await line.shows("Caller: Zed")
        line.type("q")
        await line.shows("4 callers")
        line.type("nsysop\r\r")
        await line.shows("The handle sysop is reserved")
        line.type("q")
        await line.shows("4 callers")
        line.type("n\x1b")
        await line.shows("4 callers")

    async def test_ssh_keys_are_added_and_removed_by_their_numbers(self, board):
        line = await at_caller(board)
        key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f ann@home"
        line.type(f"k{key}\r")
        await line.shows("The key was added to Ann")
        await line.shows("1. ssh-ed25519 SHA256:[^ ]+ ann@home")
        line.type("kssh-ed25519 nonsense\r")
        await line.shows("That is not a line of an OpenSSH public key|doesn't match")
        line.type("k2\r")
        await line.shows("Ann has no key number 2")
        line.type("k1\r")
        await line.shows("Key 1 of Ann was removed")
        assert board.callers.find("Ann").keys == ()

    async def test_sysops_do_not_lock_themselves_out(self, board):
        line = await at_caller(board, "Maggie")
        for keys in ("bgone\r", "dYES\r", "ono\r", "rMargaret\r"):
            line.type(keys)
            await line.shows("You can't do that to your own account")
            line.type("zz")  # keys of no meaning
        caller = board.callers.find("Maggie")
        assert caller.sysop and not caller.banned

    async def test_another_may_be_made_a_sysop(self, board):
        caller, _ = board.proved_call("Ann")
        screen = await caller.shows("Hello, Ann")
        assert "Sysop's desk" not in screen
        line = await at_caller(board)
        line.type("oyes\r")
        await line.shows("Ann is now a sysop")
        await caller.shows("Sysop's desk")

    async def test_a_broken_file_is_a_sentence(self, board):
        line = await at_caller(board)
        path = board.folder / "data" / "callers" / "Ann.yaml"
        path.write_text("handle: [\n")
        line.type("l5\r")
        await line.shows("Ann.yaml:")
        assert path.read_text() == "handle: [\n"

    async def test_in_plain_mode(self, board):
        for number in range(30):
            await board.register(f"Caller {number:02d}")
        line = await plain_desk(board, "c")
        said = await line.hears("Enter to go back")
        assert "33 callers" in said and "1. Ann: 0 calls, level 10, last call 31 Oct, 21:00." in said
        assert "13 more. Type + for the next." in said
        line.type("+\r")
        await line.hears("21. Caller 18")
        line.type("ann\r")
        await line.hears("1. Ann")
        line.type("1\r")
        said = await line.hears("Level: 10.*Enter to go back")
        assert "T Turns" in said
        line.type("l\r")
        await line.hears("Access level, 0 to 1000:")
        line.type("7\r")
        await line.hears("Ann has access level 7")
        line.type("p\r")
        await line.hears("New password")
        line.type("secret words\r")
        said = await line.hears("Type it again")
        assert "secret words" not in said
        line.type("secret words\r")
        await line.hears("Ann has a new password")
        line.type("banana\r")
        await line.hears('"banana" is not one of the choices')
        line.type("\r")
        await line.hears("1. Ann: 0 calls, level 7")


class TestBans:
    async def test_are_listed_lifted_and_made(self, board, caplog):
        caplog.set_level("INFO", "door.sysop")
        board.callers.change("Bo", lambda caller: replace(caller, banned="too loud"))
        board.services.bans.ban("203.0.113.9", 3, "Maggie")
        line = await at_desk(board, "b")
        screen = await line.shows("2 banned")
        assert re.search(r"Bo +too loud", screen)
        assert re.search(r"203\.0\.113\.9 +until 2026-11-13 19:00 UTC, by Maggie", screen)
        line.type("\ry")
        await line.shows("Bo may call again")
        assert not board.callers.find("Bo").banned
        line.type("\rn")
        await line.shows("Nothing was changed")
        line.type("\ry")
        await line.shows("Nobody is banned")
        assert not board.services.bans.standing()
        line.type("a198.51.100.0/24 7\r")
        await line.shows("198.51.100.0/24 +until 2026-11-17 19:00 UTC, by Maggie")
        line.type("a")
        for wrong, said in (("here", "is not an address"), ("192.0.2.1 soon", "number of days"),
                            ("0.0.0.0/0", "is too wide"), ("127.0.0.1", "from that address yourself"),
                            ("192.0.2.1 9999", "1 to 3650 days")):  # fmt: skip
            line.type(f"\x15{wrong}\r")
            await line.shows(said)
        assert [ban.address for ban in board.services.bans.standing()] == ["198.51.100.0/24"]
        for act in ("unban by='Maggie' about='Bo'", "let-in by='Maggie' about='203.0.113.9'",
                    "keep-out by='Maggie' about='198.51.100.0/24' text='7'"):  # fmt: skip
            assert f"sysop {act}" in caplog.text

    async def test_a_damaged_file_is_a_sentence(self, board):
        (board.settings.data / "bans.json").write_text("{")
        line = await at_desk(board, "b")
        await line.shows("bans.json is damaged")

    async def test_in_plain_mode(self, board):
        board.services.bans.ban("203.0.113.9", None, "Maggie")
        line = await plain_desk(board, "b")
        await line.hears("1. 203.0.113.9: since 2026-11-10, until you lift it, by Maggie.")
        line.type("a\r")
        await line.hears("Address, or address and days")
        line.type("198.51.100.7\r")
        await line.hears("198.51.100.7 is banned until you lift it.")
        line.type("1\r")
        await line.hears("Lift the ban on 203.0.113.9?")
        line.type("y\r")
        await line.hears("203.0.113.9 may call again.")


async def open_keys_of(line, group):
    rows = (await line.shows(f"{group} +config")).split("\n")
    first, there = (
        next(at for at, row in enumerate(rows) if f" {name} " in row) for name in ("board", group)
    )
    line.type("\x1b[B" * (there - first) + "\r")


class TestSettings:
    async def test_a_key_is_explained_changed_and_in_force(self, board):
        caller, _ = board.proved_call("Ann")
        await caller.shows("Hello, Ann")
        line = await at_desk(board, "o")
        await line.shows("doors.thieves +config/doors/thieves.yaml")
        line.type("\r")
        await line.shows("name +The Door +at once")
        line.type("\r")
        await line.shows("The board's name, as callers see it.*Allowed: +text")
        line.type(f"\r{BACK}The Attic\r")
        await line.shows("The Door -> The Attic; applies at once")
        assert "  name: The Attic\n" in (board.folder / "config" / "board.yaml").read_text()
        assert board.settings.board.name == "The Attic"
        line.type("d")
        await line.shows("The Attic -> The Door")

    async def test_what_the_check_refuses_is_refused_in_its_words(self, board):
        before = (board.folder / "config" / "board.yaml").read_text()
        line = await at_desk(board, "o")
        await open_keys_of(line, "limits")
        await line.shows("nodes +250")
        line.type("\r")
        await line.shows("Callers at once")
        line.type(f"\r{BACK}0\r")
        await line.shows(r"config/board.yaml:\d+: limits.nodes: must be at least 1, not 0")
        line.type("\r")
        await line.shows("New value: +0")
        line.type("\x1b")
        assert (board.folder / "config" / "board.yaml").read_text() == before

    async def test_secrets_are_not_shown_nor_logged(self, board, caplog):
        caplog.set_level("INFO", "door")
        line = await at_desk(board, "o")
        await open_keys_of(line, "callers")
        await line.shows("new_password")
        line.type("\x1b[B\r")
        await line.shows("New user password")
        line.type("\rtadpole\r")
        screen = await line.shows(r"-> \(secret\)")
        assert "tadpole" not in screen
        assert board.settings.callers.new_password == "tadpole"
        assert "sysop set by='Maggie' about='callers.new_password'" in caplog.text
        assert "tadpole" not in caplog.text

    async def test_broken_files_are_told_and_left(self, board):
        path = board.folder / "config" / "board.yaml"
        path.write_text("board: [\n")
        line = await at_desk(board, "o")
        await line.shows("board.yaml:.*is not YAML")

    async def test_in_plain_mode(self, board):
        line = await plain_desk(board, "o")
        said = await line.hears("Number: Open, Enter to go back.")
        assert re.search(r"\d\. limits, \d+ keys, 0 changed from the default, in config/board.yaml\.", said)
        line.type("limits\r")
        await line.hears("idle_minutes: 10")
        line.type("idle_minutes\r")
        said = await line.hears("E: Change")
        assert "Minutes without a key" in said and "Now: 10" in said
        line.type("e\r")
        await line.hears("New value:")
        line.type("lots\r")
        said = await line.hears("Not changed.")
        assert "limits.idle_minutes: must be a whole number, not 'lots'" in " ".join(said.split())
        line.type("e\r25\r")
        await line.hears("10 -> 25; applies from the next call on.")
        assert board.settings.limits.idle_minutes == 25


class TestHours:
    async def test_are_seen_and_changed(self, board):
        caller, _ = board.proved_call("Ann")
        await caller.shows("Hello, Ann")
        line = await at_desk(board, "h")
        screen = await line.shows("now Tuesday 20:00 CET")
        assert re.search("The board +always open +-", screen)
        line.type("\x1b[B\r")
        await line.shows("doors.shutbox.hours")
        line.type(f"\r{BACK}wed 18:00-19:00\r")
        await line.shows("applies at once")
        await caller.shows("This door is closed right now. It opens tomorrow at 18:00")
        line.type("q")
        await line.shows("Shut The Box +closed, opens tomorrow at 18:00 +0")
        line.type("l")
        await line.shows("doors.shutbox.access_level")
        line.type("q")
        await line.shows("Hours and access")
        line.type("\x1b[Al")
        await line.shows("Access levels apply to doors")

    async def test_that_would_send_callers_away_now_are_asked_about_first(self, board):
        caller, _ = board.proved_call("Ann")
        await caller.shows("Hello, Ann")
        line = await at_desk(board, "h")
        await line.shows("Hours and access")
        line.type("\r")
        await line.shows("board.hours")
        line.type(f"\r{BACK}wed 18:00-19:00\r")
        await line.shows("This closes the board now, with 1 caller inside. Go ahead")
        line.type("n")
        await line.shows("Nothing was changed")
        assert caller.open and board.settings.board.hours == ()
        line.type("\r")
        await line.shows("New value: wed 18:00-19:00")
        line.type("\ry")
        await line.shows("applies at once")
        await caller.closed()
        assert "The board closes now. It opens tomorrow at 18:00 (CET)." in caller.screen

    async def test_that_send_nobody_away_are_not_asked_about(self, board):
        line = await at_desk(board, "h")
        await line.shows("Hours and access")
        line.type("\r")
        await line.shows("board.hours")
        line.type(f"\r{BACK}wed 18:00-19:00\r")
        await line.shows("applies at once")

    async def test_in_plain_mode(self, board):
        line = await plain_desk(board, "h")
        await line.hears("2. Shut The Box: always open; hours always; level 0.")
        line.type("l 2\r")
        await line.hears("doors.shutbox.access_level")


class TestTheRest:
    async def test_nobody_but_a_sysop_gets_an_answer(self, board):
        """Whatever page asks: the session looks at the caller's file."""
        line, _ = board.proved_call("Ann")
        await line.shows("Hello, Ann")
        session = board.sessions[-1]
        acts = (SysopAct(act, "Bo", "x") for act in ON_ACCOUNTS)
        for effect in (ACCOUNT("Bo"), ChangeSetting("Bo", "x"), *acts):
            answer = await HANDLERS.answer(session, Layer(None, None, ""), effect)
            assert answer.why == "Sysops only."
        assert board.callers.find("Bo").level == 10

    async def test_one_who_is_a_sysop_no_more_is_stopped_on_the_page(self, board):
        line = await at_caller(board)
        board.callers.change("Maggie", lambda caller: replace(caller, sysop=False))
        line.type("l99\r")
        await line.shows("Sysops only")
        assert board.callers.find("Ann").level == 10

    async def test_every_change_is_a_line_of_the_log_without_passwords(self, board, caplog):
        caplog.set_level("INFO", "door")
        line = await at_caller(board)
        line.type("l7\r")
        await line.shows("level 7")
        line.type("phush hush\rhush hush\r")
        await line.shows("new password")
        assert "sysop level by='Maggie' about='Ann' text='7'" in caplog.text
        assert "sysop password by='Maggie' about='Ann'" in caplog.text
        assert "hush" not in caplog.text

    async def test_a_disk_that_refuses_is_a_sentence(self, board):
        line = await at_caller(board)
        journal = board.folder / "data" / "journal"
        for path in journal.iterdir():
            path.unlink()
        journal.rmdir()
        journal.write_text("a file where the folder should be")
        line.type("tshutbox 3\r")
        await line.shows("cannot be written")
        journal.unlink()

    def test_made_passwords_differ_and_can_be_read_out(self):
        made = {made_up() for _ in range(50)}
        assert len(made) == 50
        assert all(re.fullmatch(r"([b-df-hj-np-tv-z][aeiou]){4}-\d{4}", word) for word in made)
        assert not any("q" in word or "x" in word for word in made)

    async def test_what_another_hand_changed_in_the_file_stays(self, board):
        path = board.folder / "data" / "callers" / "Ann.yaml"
        path.write_text(path.read_text() + "note: from the library\n")
        line = await at_caller(board)
        line.type("l7\r")
        await line.shows("level 7")
        assert "note: from the library" in path.read_text()
        assert json.dumps(7) in path.read_text()
        assert line.hints == replace(XTERM, handle="Maggie", proved=True)
