"""The sysop's books in the board: callers found and changed, settings edited, hours seen; and
that nobody else gets at them."""

import json
import re
from dataclasses import replace

import pytest
from boardroom import PASSWORD, boardroom
from callline import DUMB, XTERM
from records_kit import right_password

from door.call import access, refresh
from door.call.api import Upkeep
from door.call.stack import Layer
from door.features.desk.asks import ACCOUNT, ChangeSetting, SysopAct
from door.features.desk.handlers import made_up, refusal
from door.features.desk.pages.acts import ON_ACCOUNTS
from door.features.every import FEATURES
from door.records.access.bans import Bans
from door.records.access.played import note
from door.records.journal.lines import day_of, month_before
from door.screens.doors import find
from door.settings import load
from door.settings.reload import flat, note_changes
from door.settings.skeleton import init
from door.ui.texts import tr

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

        def reload(by):
            before = flat(open_board.settings)
            open_board.settings = load(tmp_path, {slug: door.INFO for slug, door in open_board.doors.items()})
            note_changes(before, flat(open_board.settings), by)
            open_board.services.roster.post.send_here(refresh.Refresh(look=True))

        reload("")
        open_board.services.parts[Upkeep] = replace(open_board.services[Upkeep], reload=reload)
        for handle in ("Ann", "Bo", "Maggie"):
            await open_board.register(handle, sysop=handle == "Maggie")
        yield open_board


async def at_desk(board, keys=""):
    """A sysop's call, at the desk, and what they press there."""
    line = await board.at_menu("Maggie")
    line.type(f"!{keys}")
    return line


async def plain_desk(board, entry):
    line = await board.at_menu("Maggie", DUMB)
    await line.say("!\r", "Enter to go back")
    line.type(f"{entry}\r")
    return line


async def at_caller(board, handle="Ann"):
    """The sysop's page of one caller."""
    line = await at_desk(board, "c")
    await line.shows("3 callers")
    await line.press(f"f{handle}\r", f"1 caller with '{handle}'")
    await line.press("\r", f"Caller: {handle}")
    return line


class TestCallers:
    async def test_are_listed_and_found_by_a_part_of_the_handle(self, board):
        await board.at_menu("Bo")
        await board.services.writes.settled("Bo")
        line = await at_desk(board, "c")
        screen = await line.shows("3 callers")
        assert re.search(r"Ann +0 +10 +31 Oct, 21:00", screen)
        assert re.search(r"Bo +1 +10 +10 Nov, 20:00 +on node 1", screen)
        assert re.search(r"Maggie .*sysop", screen)
        screen = await line.press("fO\r", "1 caller with 'O'")
        assert "Ann" not in screen.split("Callers", 2)[-1]
        await line.press("f\r", "3 callers")
        await line.press("fzz\r", "No such caller")

    async def test_everything_kept_of_one_is_shown_but_no_secret(self, board):
        await board.at_menu("Ann")
        await board.services.writes.settled("Ann")
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
        await line.press("tshutbox 3\r", r"Ann has 3 more turns at Shut The Box on 2026-11-10")
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
            await line.press(f"t{wrong}\r", said)
        assert len(board.lines("grant")) == 1

    async def test_level_and_ban_hold_at_once(self, board):
        caller, call = board.proved_call("Ann")
        await caller.shows("Hello, Ann")
        line = await at_caller(board)
        await line.press("l42\r", "Ann has access level 42")
        await line.shows("Level: +42")
        await line.press("lmany\r", "An access level must be a whole number")
        await line.press("btoo loud\r", "Ann is banned: too loud")
        await caller.closed()
        await call
        assert "You are banned from this board: too loud" in caller.screen
        await line.shows("Unban")
        await line.press("u", "Ann may call again")
        assert (board.callers.find("Ann").level, board.callers.find("Ann").banned) == (42, "")

    async def test_a_password_typed_twice_or_made(self, board):
        line = await at_caller(board)
        screen = await line.press("pnew words\r", "Type it again")
        assert "new words" not in screen
        await line.press("other words\r", "passwords don't match")
        assert await right_password(board.callers, "Ann", PASSWORD)
        await line.press("pnew words\rnew words\r", "Ann has a new password")
        assert await right_password(board.callers, "Ann", "new words")
        screen = await line.press("p\r", "shown only once")
        made = re.search(r"new password: (\S+)", screen)[1]
        assert await right_password(board.callers, "Ann", made)
        await line.press("pabc\rabc\r", "A password has 6 to 128 characters")

    async def test_a_new_name_takes_everything_along_and_tells_the_caller(self, board):
        caller, call = board.proved_call("Ann")
        await caller.shows("Hello, Ann")
        line = await at_caller(board)
        await line.press("rBo\r", "The handle Bo is taken")
        await line.press("rAnna\r", "Ann is now Anna")
        await line.shows("Caller: Anna")
        await caller.closed()
        await call
        assert board.callers.find("Anna") and board.callers.find("Ann") is None
        assert board.lines("rename")[0]["to"] == "Anna"

    async def test_a_game_in_progress_goes_on_under_the_new_name(self, board):
        caller, call = board.proved_call("Ann")
        await caller.shows("Hello, Ann")
        await caller.press("1", "Go on")
        await caller.press(" ", "Enter to play")
        await caller.press("\r", "to match")
        turn = board.lines("turn")[0]
        line = await at_caller(board)
        await line.press("rAnna\r", "Ann is now Anna")
        await caller.closed()
        await call
        again, _ = board.proved_call("Anna", DUMB)
        await again.hears("1 Shut The Box: turns left 4, your game is waiting.")
        await again.say("1\r\r", "Your game goes on")
        assert [one["id"] for one in board.lines("turn")] == [turn["id"]]

    async def test_removing_asks_and_keeps_the_games(self, board):
        line = await at_caller(board)
        await line.press("fyes\r", "Nothing was changed")
        line.type("zz")  # keys of no meaning
        await line.press("dyes\r", "Nothing was changed")
        assert board.callers.find("Ann")
        await line.press("dYES\r", "Ann is removed. The games stay")
        assert board.callers.find("Ann") is None
        assert board.lines("remove")[0]["caller"] == "Ann"
        await line.press("q", "No such caller")

    async def test_the_game_that_waits_goes_with_its_caller(self, board):
        caller = await board.at_menu("Ann")
        await caller.press("1", "Go on")
        await caller.press(" ", "Enter to play")
        caller.type("\r")
        await board.until(lambda: board.store.ranked.waits("shutbox", "Ann"))
        line = await at_caller(board)
        await line.press("dYES\r", "Ann is removed")
        await caller.closed()
        assert not list((board.folder / "data" / "saves").glob("shutbox_*"))

    async def test_a_new_caller(self, board):
        line = await at_desk(board, "c")
        await line.shows("3 callers")
        await line.press("nZed\r\r", "Zed has a new password: .*shown only once")
        await line.shows("Caller: Zed")
        await line.press("q", "4 callers")
        await line.press("nsysop\r\r", "The handle sysop is reserved")
        await line.press("q", "4 callers")
        await line.press("n\x1b", "4 callers")

    async def test_ssh_keys_are_added_and_removed_by_their_numbers(self, board):
        line = await at_caller(board)
        key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f ann@home"
        await line.press(f"k{key}\r", "The key was added to Ann")
        await line.shows("1. ssh-ed25519 SHA256:[^ ]+ ann@home")
        line.type("kssh-ed25519 nonsense\r")
        await line.shows("That is not a line of an OpenSSH public key|doesn't match")
        await line.press("k2\r", "Ann has no key number 2")
        await line.press("k0000011\r", "Ann has no key number 0000011")
        await line.press("k1\r", "Key 1 of Ann was removed")
        assert board.callers.find("Ann").keys == ()

    async def test_sysops_do_not_lock_themselves_out(self, board):
        line = await at_caller(board, "Maggie")
        await line.press("bgone\r", "You can't do that to your own account")
        (session,) = board.sessions
        for act in ("ban", "remove", "sysop", "rename"):
            answer = await FEATURES.handlers.answer(session, session.stack.top, SysopAct(act, "maggie", "no"))
            assert answer.why == tr.sysop.own_account()
        await line.press("l7\r", "Maggie has access level 7")
        caller = board.callers.find("Maggie")
        assert caller.sysop and not caller.banned and caller.level == 7

    async def test_another_may_be_made_a_sysop(self, board):
        caller, _ = board.proved_call("Ann")
        screen = await caller.shows("Hello, Ann")
        assert "Sysop's desk" not in screen
        line = await at_caller(board)
        await line.press("oyes\r", "Ann is now a sysop")
        await caller.shows("Sysop's desk")

    @pytest.mark.files("it changes what is in the files")
    async def test_a_broken_file_is_a_sentence(self, board):
        line = await at_caller(board)
        path = board.folder / "data" / "callers" / "Ann.yaml"
        path.write_text("handle: [\n")
        await line.press("l5\r", "Ann.yaml:")
        assert path.read_text() == "handle: [\n"

    async def test_in_plain_mode(self, board):
        for number in range(30):
            await board.register(f"Caller {number:02d}")
        line = await plain_desk(board, "c")
        said = await line.hears("Enter to go back")
        assert "33 callers" in said and "1. Ann: 0 calls, level 10, last call 31 Oct, 21:00." in said
        assert "13 more. Type + for the next." in said
        await line.say("+\r", "21. Caller 18")
        await line.say("ann\r", "1. Ann")
        said = await line.say("1\r", "Level: 10.*Enter to go back")
        assert "T Turns" in said
        await line.say("l\r", "Access level, 0 to 1000:")
        await line.say("7\r", "Ann has access level 7")
        await line.say("p\r", "New password")
        said = await line.say("secret words\r", "Type it again")
        said += await line.say("secret words\r", "Ann has a new password")
        assert "secret words" not in said
        await line.say("banana\r", '"banana" is not one of the choices')
        await line.say("\r", "1. Ann: 0 calls, level 7")


class TestBans:
    async def test_are_listed_lifted_and_made(self, board, caplog):
        caplog.set_level("INFO", "door.sysop")
        board.callers.change("Bo", lambda caller: replace(caller, banned="too loud"))
        board.services[Bans].ban("203.0.113.9", 3, "Maggie")
        line = await at_desk(board, "b")
        screen = await line.shows("2 banned")
        assert re.search(r"Bo +too loud", screen)
        assert re.search(r"203\.0\.113\.9 +until 2026-11-13 19:00 UTC, by Maggie", screen)
        await line.press("\ry", "Bo may call again")
        assert not board.callers.find("Bo").banned
        await line.press("\rn", "Nothing was changed")
        await line.press("\ry", "Nobody is banned")
        assert not board.services[Bans].standing()
        await line.press("a198.51.100.0/24 7\r", "198.51.100.0/24 +until 2026-11-17 19:00 UTC, by Maggie")
        line.type("a")
        for wrong, said in (("here", "is not an address"), ("192.0.2.1 soon", "number of days"),
                            ("0.0.0.0/0", "is too wide"), ("127.0.0.1", "from that address yourself"),
                            ("192.0.2.1 9999", "1 to 3650 days")):  # fmt: skip
            await line.press(f"\x15{wrong}\r", said)
        assert [ban.address for ban in board.services[Bans].standing()] == ["198.51.100.0/24"]
        for act in ("unban by='Maggie' about='Bo' before='too loud' after=''",
                    "let-in by='Maggie' about='203.0.113.9'",
                    "keep-out by='Maggie' about='198.51.100.0/24' before='' after='7'"):  # fmt: skip
            assert f"trail {act}" in caplog.text

    @pytest.mark.files("it changes what is in the files")
    async def test_a_damaged_file_is_a_sentence(self, board):
        (board.settings.data / "bans.json").write_text("{")
        line = await at_desk(board, "b")
        await line.shows("bans.json is damaged")

    async def test_in_plain_mode(self, board):
        board.services[Bans].ban("203.0.113.9", None, "Maggie")
        line = await plain_desk(board, "b")
        await line.hears("1. 203.0.113.9: since 2026-11-10, until you lift it, by Maggie.")
        await line.say("a\r", "Address, or address and days")
        await line.say("198.51.100.7\r", "198.51.100.7 is banned until you lift it.")
        await line.say("1\r", "Lift the ban on 203.0.113.9?")
        await line.say("y\r", "203.0.113.9 may call again.")


async def open_keys_of(line, group):
    rows = (await line.shows(f"{group} +config")).split("\n")
    first, there = (
        next(at for at, row in enumerate(rows) if f" {name} " in row) for name in ("board", group)
    )
    line.type("\x1b[B" * (there - first) + "\r")


class TestSettings:
    async def test_a_key_is_explained_changed_and_in_force(self, board):
        await board.at_menu("Ann")
        line = await at_desk(board, "o")
        await line.shows("doors.thieves +config/doors/thieves.yaml")
        await line.press("\r", "name +The Door +at once")
        await line.press("\r", "The board's name, as callers see it.*Allowed: +text")
        await line.press(f"\r{BACK}The Attic\r", "The Door -> The Attic; applies at once")
        assert "  name: The Attic\n" in (board.folder / "config" / "board.yaml").read_text()
        assert board.settings.board.name == "The Attic"
        await line.press("d", "The Attic -> The Door")
        before = (board.folder / "config" / "board.yaml").read_text()
        await line.press("\r\r", "It is already The Door")
        assert (board.folder / "config" / "board.yaml").read_text() == before

    async def test_what_the_check_refuses_is_refused_in_its_words(self, board):
        before = (board.folder / "config" / "board.yaml").read_text()
        line = await at_desk(board, "o")
        await open_keys_of(line, "limits")
        await line.shows("nodes +250")
        await line.press("\r", "Callers at once")
        await line.press(f"\r{BACK}0\r", r"config/board.yaml:\d+: limits.nodes: must be at least 1, not 0")
        await line.press("\r", "New value: +0")
        line.type("\x1b")
        assert (board.folder / "config" / "board.yaml").read_text() == before

    async def test_secrets_are_not_shown_nor_logged(self, board, caplog):
        caplog.set_level("INFO", "door")
        line = await at_desk(board, "o")
        await open_keys_of(line, "callers")
        await line.shows("new_password")
        await line.press("\x1b[B\r", "New user password")
        screen = await line.press("\rtadpole\r", r"-> \(secret\)")
        assert "tadpole" not in screen
        assert board.settings.callers.new_password == "tadpole"
        line = "trail setting by='Maggie' about='callers.new_password' before='\"\"' after='***'"
        assert line in caplog.text
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
        await line.say("limits\r", "idle_minutes: 10")
        said = await line.say("idle_minutes\r", "E: Change")
        assert "Minutes without a key" in said and "Now: 10" in said
        await line.say("e\r", "New value:")
        said = await line.say("lots\r", "Not changed.")
        assert "limits.idle_minutes: must be a whole number, not 'lots'" in " ".join(said.split())
        await line.say("e\r25\r", "10 -> 25; applies from the next call on.")
        assert board.settings.limits.idle_minutes == 25


class TestHours:
    async def test_are_seen_and_changed(self, board):
        caller = await board.at_menu("Ann")
        line = await at_desk(board, "h")
        screen = await line.shows("now Tuesday 20:00 CET")
        assert re.search("The board +always open +-", screen)
        await line.press("\x1b[B\r", "doors.shutbox.hours")
        await line.press(f"\r{BACK}wed 18:00-19:00\r", "applies at once")
        await caller.shows("This door is closed right now. It opens tomorrow at 18:00")
        await line.press("q", "Shut The Box +closed, opens tomorrow at 18:00 +0")
        await line.press("l", "doors.shutbox.access_level")
        await line.press("q", "Hours and access")
        await line.press("\x1b[Al", "Access levels apply to doors")

    async def test_that_would_send_callers_away_now_are_asked_about_first(self, board):
        caller = await board.at_menu("Ann")
        line = await at_desk(board, "h")
        assert [access.inside(board.services, slug) for slug in ("", "shutbox")] == [1, 0]
        await caller.press("1", "Go on")
        assert [access.inside(board.services, slug) for slug in ("", "shutbox", "thieves")] == [1, 1, 0]
        await line.shows("Hours and access")
        await line.press("\r", "board.hours")
        line.type(f"\r{BACK}wed 18:00-19:00\r")
        await line.shows("This closes the board now, with 1 caller inside. Go ahead")
        await line.press("n", "Nothing was changed")
        assert caller.open and board.settings.board.hours == ()
        await line.press("\r", "New value: wed 18:00-19:00")
        await line.press("\ry", "applies at once")
        await caller.closed()
        assert "The board closes now. It opens tomorrow at 18:00 (CET)." in caller.screen

    async def test_that_send_nobody_away_are_not_asked_about(self, board):
        line = await at_desk(board, "h")
        await line.shows("Hours and access")
        await line.press("\r", "board.hours")
        await line.press(f"\r{BACK}wed 18:00-19:00\r", "applies at once")

    async def test_in_plain_mode(self, board):
        line = await plain_desk(board, "h")
        await line.hears("2. Shut The Box: always open; hours always; level 0.")
        await line.say("l 2\r", "doors.shutbox.access_level")


class TestTheRest:
    async def test_nobody_but_a_sysop_gets_an_answer(self, board):
        """Whatever page asks: the session looks at the caller's file."""
        await board.at_menu("Ann")
        session = board.sessions[-1]
        acts = (SysopAct(act, "Bo", "x") for act in ON_ACCOUNTS)
        for effect in (ACCOUNT("Bo"), ChangeSetting("Bo", "x"), *acts):
            answer = await FEATURES.handlers.answer(session, Layer(None, None, ""), effect)
            assert answer.why == "Sysops only."
        assert board.callers.find("Bo").level == 10

    async def test_one_who_is_a_sysop_no_more_is_stopped_on_the_page(self, board):
        line = await at_caller(board)
        board.callers.change("Maggie", lambda caller: replace(caller, sysop=False))
        await line.press("l99\r", "Sysops only")
        assert board.callers.find("Ann").level == 10

    async def test_every_change_is_a_line_of_the_log_without_passwords(self, board, caplog):
        caplog.set_level("INFO", "door")
        line = await at_caller(board)
        await line.press("l7\r", "level 7")
        await line.press("phush hush\rhush hush\r", "new password")
        assert "trail level by='Maggie' about='Ann' before='10' after='7'" in caplog.text
        assert "trail password by='Maggie' about='Ann' before='' after=''" in caplog.text
        assert "hush" not in caplog.text

    @pytest.mark.files("the disk refuses")
    async def test_a_disk_that_refuses_is_a_sentence(self, board):
        line = await at_caller(board)
        journal = board.folder / "data" / "journal"
        for path in journal.iterdir():
            path.unlink()
        journal.rmdir()
        journal.write_text("a file where the folder should be")
        await line.press("tshutbox 3\r", "cannot be written")
        journal.unlink()

    async def test_only_what_a_sysop_can_mend_is_said_and_a_fault_is_logged(self, board):
        await board.at_menu("Maggie")
        full = OSError(28, "No space left on device", "board.yaml")
        assert refusal(board.sessions[-1], full) == "board.yaml: No space left on device."
        assert "No space left" in refusal(board.sessions[-1], OSError(28, "No space left on device"))
        assert refusal(board.sessions[-1], ZeroDivisionError("x")) == ""

    def test_made_passwords_differ_and_can_be_read_out(self):
        made = {made_up() for _ in range(50)}
        assert len(made) == 50
        assert all(re.fullmatch(r"([b-df-hj-np-tv-z][aeiou]){4}-\d{4}", word) for word in made)
        assert not any("q" in word or "x" in word for word in made)

    @pytest.mark.files("it changes what is in the files")
    async def test_what_another_hand_changed_in_the_file_stays(self, board):
        path = board.folder / "data" / "callers" / "Ann.yaml"
        path.write_text(path.read_text() + "note: from the library\n")
        line = await at_caller(board)
        await line.press("l7\r", "level 7")
        assert "note: from the library" in path.read_text()
        assert json.dumps(7) in path.read_text()
        assert line.hints == replace(XTERM, handle="Maggie", proved=True)


async def test_the_desk_tells_which_doors_are_played_this_month_and_the_last(board):
    store = board.store.journal.store
    month = day_of(board.services.now(), board.settings.zone)[:7]
    for slug, who, day, seconds in (
        ("thieves", "Ann", f"{month}-01", 600), ("thieves", "Ann", f"{month}-02", 660),
        ("thieves", "Bo", f"{month}-02", 60), ("shutbox", "Bo", f"{month_before(month)}-28", 120),
    ):  # fmt: skip
        note(store, slug, who, day, seconds)
    line = await at_desk(board, "d")
    shown = await line.shows(r"Forty Thieves +3 / 0 +22 / 0 +2 / 0 +1 / 0")
    assert re.search(r"Shut The Box +0 / 1 +0 / 2 +0 / 1 +0 / 0", shown)
    assert shown.index("Forty Thieves") < shown.index("Shut The Box"), "the most visited first"
    line = await plain_desk(board, "d")
    await line.shows("Forty Thieves: this month 3 visits, 22 minutes, 2 callers, 1 came back")
