"""`door callers`: accounts changed from the command line, with the journal told."""

import json
import os
import pty
import shutil
import subprocess
import sys
from functools import partial

import pytest
import yaml
from effort import PATIENCE
from records_kit import true_game, write_journal
from served import settle

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f ann@home"


@pytest.fixture
def callers(door):
    return partial(door, "callers")


def kept(board, name):
    return yaml.safe_load((board / "data" / "callers" / f"{name}.yaml").read_text())


def journal(board):
    files = sorted((board / "data" / "journal").glob("*.jsonl"))
    return [json.loads(line) for path in files for line in path.read_text().splitlines()]


def test_a_password_costs_what_the_settings_say(board, callers):
    settle(board / "config" / "board.yaml", password_kilobytes=64, password_passes=2)
    assert callers("add", "Ann", stdin="correct horse\n")[0] == 0
    assert "$m=64,t=2," in kept(board, "Ann")["password"]
    settle(board / "config" / "board.yaml", password_kilobytes=128, password_passes=1)
    assert callers("passwd", "ann", stdin="another horse\n")[0] == 0
    assert "$m=128,t=1," in kept(board, "Ann")["password"]


def test_add_takes_the_password_from_a_pipe(board, callers):
    short = callers("add", "Ann Lee", "--sysop", stdin="horse 123\n")
    assert short == (1, "", "A sysop's password has at least 10 characters.\n"), "nobody was added"
    assert callers("add", "Ann Lee", "--sysop", stdin="correct horse\n") == (
        0, "Added Ann Lee, a sysop.\n", ""
    )  # fmt: skip
    assert kept(board, "Ann Lee")["sysop"] is True
    assert kept(board, "Ann Lee")["password"].startswith("$argon2id$")
    code, out, _ = callers("show", "ann lee")
    assert code == 0
    assert "Password:  set" in out and "argon2" not in out
    assert callers("add", "ANN LEE", stdin="other words\n")[0] == 1
    code, out, _ = callers("list")
    assert out.splitlines()[1].split() == ["Ann", "Lee", "0", "10", "never", "sysop"]
    (board / "data" / "callers" / "Visitor.yaml").write_text("handle: Bartholomew Simpson1@SPRINGFIELD\n")
    head, *rows = callers("list")[1].splitlines()
    assert {row.index(" never") for row in rows} == {head.index("  last call") + 1}


@pytest.mark.parametrize(
    ("name", "stdin"), [("x", "good enough\n"), ("Ann", "short\n"), ("Ann", ""), ("../Ann", "abcdef")]
)
def test_add_refuses_with_the_rule(board, callers, name, stdin):
    code, out, err = callers("add", name, stdin=stdin)
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert not list((board / "data").rglob("*.yaml")) if (board / "data").exists() else True


@pytest.mark.whole("processes")
def test_the_password_is_asked_for_twice_on_a_terminal(board):
    def add(*answers):
        leader, follower = pty.openpty()
        with subprocess.Popen(
            [sys.executable, "-m", "door", "--board", str(board), "callers", "add", "Ann"],
            stdin=follower, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
        ) as child:  # fmt: skip
            for prompt, answer in zip((b"Password: ", b"Again: "), answers, strict=True):
                seen = b""
                while prompt not in seen and (byte := child.stderr.read(1)):
                    seen += byte
                os.write(leader, answer + b"\n")
            out, err = child.communicate(timeout=PATIENCE)
        os.close(leader)
        os.close(follower)
        return child.returncode, out.decode(), err.decode()

    code, _, err = add(b"first words", b"other words")
    assert code == 1
    assert err.splitlines()[-1].endswith("The passwords don't match. Nothing was changed.")
    assert add(b"same words", b"same words")[:2] == (0, "Added Ann.\n")


def test_a_handle_the_sysop_reserved_is_the_sysops_to_give(board, callers):
    config = board / "config" / "board.yaml"
    config.write_text(config.read_text().replace("reserved: []", "reserved: [Batman]"))
    assert callers("add", "Batman", stdin="robin & alfred\n")[0] == 0
    assert "reserved" in callers("add", "sysop", stdin="robin & alfred\n")[2]


def test_password_keys_and_bans(board, callers, tmp_path):
    callers("add", "Ann", stdin="correct horse\n")
    before = kept(board, "Ann")["password"]
    assert callers("passwd", "ann", stdin="battery staple\n") == (0, "Ann has a new password.\n", "")
    assert kept(board, "Ann")["password"] != before
    (tmp_path / "id.pub").write_text(f"# mine\n{KEY}\n")
    assert callers("key", "Ann") == (0, "Ann has no SSH keys.\n", "")
    assert callers("key", "Ann", str(tmp_path / "id.pub")) == (0, f"1  {KEY}\n", "")
    assert callers("key", "Ann", "-", stdin=KEY)[1] == f"1  {KEY}\n"
    assert callers("key", "Ann", "-", stdin="ssh-ed25519 nonsense\n")[0] == 1
    assert (
        callers("key", "Ann", str(tmp_path / "none.pub"))[2]
        == f"{tmp_path}/none.pub: No such file or directory.\n"
    )
    assert callers("key", "Ann", "/dev/zero") == (1, "", "/dev/zero: this isn't the text of a public key.\n")
    for number in ("2", "-1"):
        assert callers("key", "Ann", "--remove", number)[2] == f"Ann has no key number {number}.\n"
    assert callers("key", "Ann", "--remove", "1") == (0, "Ann has no SSH keys.\n", "")
    assert callers("ban", "Ann", "too", "loud")[1] == "Ann is banned: too loud\n"
    assert kept(board, "Ann")["banned"] == "too loud"
    assert callers("ban", "Ann", "\x1b[2J")[0] == 1
    assert callers("unban", "Ann")[1] == "Ann may call again.\n"
    assert callers("unban", "Ann")[1] == "Ann is not banned.\n"
    assert not kept(board, "Ann")["banned"]
    assert callers("validate", "Ann")[1] == "Ann has already been validated.\n"
    path = board / "data" / "callers" / "Ann.yaml"
    path.write_text(path.read_text() + "unvalidated: true\n")
    assert "Validated: no" in callers("show", "Ann")[1] and "not validated" in callers("list")[1]
    assert callers("validate", "Ann")[1] == "Ann has been validated.\n"
    assert "unvalidated" not in kept(board, "Ann")


def test_a_handle_that_somebody_has_already_is_no_rename(board, callers):
    callers("add", "Ann", stdin="correct horse\n")
    assert callers("rename", "ann", "Ann") == (1, "", "Ann has this handle already.\n")
    for none in ("", " ", "x"):
        assert callers("rename", "ann", none) == (1, "", "A handle has 2 to 20 characters.\n")
    assert callers("rename", "ann", "ANN") == (0, "Ann is now ANN.\n", "")
    assert [line["to"] for line in journal(board)] == ["ANN"]


def test_a_caller_s_posts_are_deleted_at_once(board, callers):
    callers("add", "Ann", stdin="correct horse\n")
    assert callers("clear-posts", "Ann") == (0, "0 posts of Ann deleted.\n", "")
    folder = board / "data" / "forum"
    folder.mkdir(mode=0o700)
    post = {"n": 1, "handle": "Ann", "lines": ["Buy!"], "t": "2026-11-21T12:05:00.000Z"}
    head = {"title": "Buy", "area": "general", "handle": "Ann"}
    (folder / "0123456789abcdef.jsonl").write_text(f"{json.dumps(head)}\n{json.dumps(post)}\n")
    assert callers("clear-posts", "ann") == (0, "1 post of Ann deleted.\n", "")
    assert not list(folder.glob("*.jsonl"))
    assert callers("clear-posts", "Bob")[0] == 1


def test_turns_rename_and_remove_are_lines_of_the_journal(board, callers):
    callers("add", "Ann", stdin="correct horse\n")
    assert callers("turns", "ann", "shutbox", "3")[0] == 0
    assert callers("rename", "ann", "Anna")[1] == "Ann is now Anna.\n"
    assert callers("remove", "Anna")[0] == 0
    grant, rename, remove = journal(board)
    assert (grant["kind"], grant["caller"], grant["door"], grant["turns"], grant["by"]) == (
        "grant", "Ann", "shutbox", 3, "Sysop",
    )  # fmt: skip
    assert (rename["kind"], rename["caller"], rename["to"]) == ("rename", "Ann", "Anna")
    assert (remove["kind"], remove["caller"]) == ("remove", "Anna")
    assert callers("add", "Ann", stdin="correct horse\n")[0] == 1, "the handle is reserved"


def test_nobody_is_renamed_into_somebody_else_s_games(board, callers):
    callers("add", "Ann", stdin="correct horse\n")
    write_journal(board / "data" / "journal", {"2025-11": true_game("Zed", door="shutbox")})
    code, out, err = callers("rename", "Ann", "zed")
    assert (code, out) == (1, "")
    assert err == "Somebody else's games are recorded under zed. Choose another handle.\n"
    assert kept(board, "Ann")["handle"] == "Ann" and len(journal(board)) == 2
    assert callers("rename", "Ann", "Anna")[0] == callers("rename", "Anna", "Ann")[0] == 0


def test_an_account_does_not_change_where_the_journal_cannot_be_written(board, callers):
    callers("add", "Ann", stdin="correct horse\n")
    shutil.rmtree(board / "data" / "journal")
    (board / "data" / "journal").write_text("a file where the folder should be")
    for words in (["rename", "Ann", "Anna"], ["remove", "Ann"], ["turns", "Ann", "shutbox", "1"]):
        code, out, err = callers(*words)
        assert (code, out, err.count("\n")) == (1, "", 1)
        assert kept(board, "Ann")["handle"] == "Ann"


def test_who_is_not_there(callers):
    for words in (["show"], ["ban"], ["unban"], ["remove"], ["key"], ["passwd"]):
        assert callers(words[0], "Nobody", stdin="good enough\n")[::2] == (
            1,
            "There is no caller called Nobody.\n",
        )
    assert callers("rename", "Nobody", "Somebody")[2] == "There is no caller called Nobody.\n"
    assert callers("turns", "Nobody", "shutbox", "1")[2] == "There is no caller called Nobody.\n"


def test_an_unknown_door_is_answered_with_the_doors(callers):
    callers("add", "Ann", stdin="correct horse\n")
    assert callers("turns", "Ann", "chess", "1")[2].startswith(
        "There is no door called 'chess'. The doors are shutbox"
    )


def test_a_broken_file_is_told_and_the_others_are_listed(board, callers):
    callers("add", "Ann", stdin="correct horse\n")
    (board / "data" / "callers" / "Bob.yaml").write_text("handle: [\n")
    code, out, err = callers("list")
    assert (code, len(out.splitlines()), err.count("\n")) == (0, 2, 1)
    assert "Bob.yaml" in err
    assert callers("bans") == (0, "Nobody is banned.\n", err), "nobody knows whether Bob is"


def test_levels_and_sysops(board, callers):
    callers("add", "Ann", stdin="correct horse\n")
    assert callers("level", "ann", "20") == (0, "Ann has access level 20.\n", "")
    assert kept(board, "Ann")["level"] == 20
    for wrong in ("many", "-1", "1001", "", "2.5", "٣"):
        code, out, err = callers("level", "Ann", "--", wrong)
        assert (code, out) == (1, "")
        assert err == f"An access level must be a whole number from 0 to 1000, not {wrong!r}.\n"
    assert callers("sysop", "Ann", "yes")[1] == "Ann is now a sysop.\n"
    assert kept(board, "Ann")["sysop"] is True
    assert callers("sysop", "Ann", "no")[1] == "Ann is not a sysop.\n"
    assert callers("sysop", "Ann", "perhaps")[0] == 2
    assert callers("level", "Nobody", "5")[::2] == (1, "There is no caller called Nobody.\n")


def test_new_callers_begin_at_the_level_of_the_settings(board, callers):
    config = board / "config" / "board.yaml"
    config.write_text(config.read_text().replace("new_level: 10", "new_level: 3"))
    callers("add", "Ann", stdin="correct horse\n")
    assert kept(board, "Ann")["level"] == 3


def test_list_finds_by_a_part_of_the_handle(callers):
    for name in ("Ann", "Bob", "Joanna"):
        callers("add", name, stdin="correct horse\n")
    assert [line.split()[0] for line in callers("list", "AN")[1].splitlines()] == ["handle", "Ann", "Joanna"]
    assert callers("list", "zz")[1].count("\n") == 1


def test_no_turns_are_refused(callers):
    callers("add", "Ann", stdin="correct horse\n")
    assert callers("turns", "Ann", "shutbox", "0")[0] == 2
    assert callers("turns", "Ann", "shutbox", "--", "-2")[1].startswith(
        "Ann has 2 fewer turns at Shut The Box on "
    )
    assert callers("turns", "Ann", "shutbox", "1")[1].startswith("Ann has 1 more turn at Shut The Box on ")


def test_bans_are_listed_and_what_cannot_be_banned_is_a_sentence(callers):
    callers("add", "Ann", stdin="correct horse\n")
    callers("ban", "Ann", "too", "loud")
    assert callers("ban-address", "203.0.113.9") == (0, "203.0.113.9 is banned until you lift it.\n", "")
    listed = callers("bans")[1].splitlines()
    assert [line.split()[0] for line in listed] == ["Ann", "203.0.113.9"] and "too loud" in listed[0]
    assert callers("unban-address", "203.0.113.8")[::2] == (1, "203.0.113.8 is not banned.\n")
    assert callers("ban-address", "127.0.0.1")[::2] == (
        1, "127.0.0.1 is in limits.trusted, so it can't be banned.\n"
    )  # fmt: skip
    assert callers("ban-address", "everybody")[0] == 1
    assert callers("ban-address", "203.0.113.9", "--days", "x")[0] == 2


def test_a_list_of_nobody_says_so(board, callers):
    code, _, err = callers("list", "Nobody")
    assert (code, err) == (1, "No caller has 'Nobody' in their handle.\n")
    assert callers("list")[0] == 0
