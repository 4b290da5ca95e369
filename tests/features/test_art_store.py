"""Which art a terminal is shown, live; what stands in its placeholders; what `door check` finds wrong."""

import os
import re
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from boardroom import boardroom
from callline import SYNCTERM, XTERM

from door.commands.check import judge
from door.features.menu import lobby
from door.features.menu.art_store import (
    PLACEHOLDERS,
    ArtStore,
    ArtVariant,
    Wants,
    at_door,
    choose,
    everywhere,
    of_winner,
    time_left,
    variant,
)
from door.pages.api import DoorListing
from door.play.books import Books, PlaceRow
from door.settings.skeleton import SKELETON
from door.term.art import write_art
from door.term.canvas import BLACK, BROWN, GREEN, GREY, RED, SHIFT, WHITE, Canvas, style
from door.term.sauce import Sauce


def piece(text: str, cols: int = 80, rows: int = 2, comments: tuple[str, ...] = ()) -> bytes:
    canvas = Canvas(cols, rows)
    canvas.put(0, 0, text)
    return write_art(canvas, Sauce(title="Test", comments=comments))


def variants(*names: str) -> list[ArtVariant]:
    found = [variant(Path(name)) for name in names]
    assert None not in found
    return [one[1] for one in found if one]


def test_the_names_of_art():
    assert variant(Path("menu.ans")) == ("menu", ArtVariant(Path("menu.ans"), 0, 0, "ans"))
    assert variant(Path("menu.132x37.ans")) == ("menu", ArtVariant(Path("menu.132x37.ans"), 132, 37, "ans"))
    assert variant(Path("Menu.UTF8ANS")) == ("menu", ArtVariant(Path("Menu.UTF8ANS"), 0, 0, "utf8ans"))
    for name in ("README.md", "menu.ans.bak", ".menu.ans", "menu.9x9.ans", "menu.132.ans", "menu"):
        assert variant(Path(name)) is None, name


@pytest.mark.parametrize(
    ("wants", "shown"),
    [
        (Wants(80, 24, "cp437"), "menu.ans"),
        (Wants(131, 50, "cp437"), "menu.100x30.ans"),
        (Wants(132, 36, "cp437"), "menu.100x30.ans"),
        (Wants(132, 37, "cp437"), "menu.132x37.ans"),
        (Wants(500, 500, "utf-8"), "menu.132x37.ans"),
        (Wants(80, 24, "utf-8"), "menu.utf8ans"),
        (Wants(80, 24, "ascii"), "menu.asc"),
        (Wants(80, 24, "nonsense"), "menu.asc"),
    ],
)
def test_the_largest_that_fits_in_the_kind_that_suits(wants, shown):
    names = ("menu.132x37.ans", "menu.ans", "menu.asc", "menu.utf8ans", "menu.100x30.ans")
    chosen = choose(variants(*names), wants)
    assert chosen is not None and chosen.path.name == shown


def test_any_kind_is_better_than_none_and_one_too_large_is_none():
    only = choose(variants("menu.asc"), Wants(charset="utf-8"))
    assert only is not None and only.kind == "asc"
    assert choose(variants("menu.132x37.ans"), Wants()) is None


def test_art_is_read_anew_when_it_changes_and_when_a_variant_is_added(tmp_path):
    art_store = ArtStore(lambda: tmp_path)
    assert art_store.canvas("menu", {}) is None
    (tmp_path / "menu.ans").write_bytes(piece("one"))
    assert art_store.canvas("menu", {}).text().strip() == "one"
    (tmp_path / "menu.ans").write_bytes(piece("other"))
    assert art_store.canvas("menu", {}).text().strip() == "other"
    os.utime(tmp_path, ns=(1, 1))  # a folder that has not changed for long
    assert art_store.canvas("menu", {}).text().strip() == "other"
    (tmp_path / "menu.utf8ans").write_text("wide ♥")
    assert art_store.canvas("menu", {}, Wants(charset="utf-8")).text().strip() == "wide ♥"
    (tmp_path / "menu.utf8ans").unlink()
    assert art_store.canvas("menu", {}, Wants(charset="utf-8")).text().strip() == "other"


def test_files_are_looked_at_once_in_so_many_seconds(tmp_path):
    (tmp_path / "menu.ans").write_bytes(piece("one"))
    patient, eager = ArtStore(lambda: tmp_path, 3600.0), ArtStore(lambda: tmp_path, 0.0)
    assert patient.canvas("menu", {}).text() == eager.canvas("menu", {}).text()
    (tmp_path / "menu.ans").write_bytes(piece("other"))
    assert patient.canvas("menu", {}).text().strip() == "one"
    assert eager.canvas("menu", {}).text().strip() == "other"


def test_what_was_read_beforehand_is_not_read_again_until_it_changes(tmp_path):
    (tmp_path / "menu.ans").write_bytes(piece("one"))
    (tmp_path / "goodbye.ans").write_bytes(b"\x1b[" + b"9" * 99)  # whatever it makes of that
    art_store = ArtStore(lambda: tmp_path)
    art_store.read_all()
    with (tmp_path / "menu.ans").open("r+b") as file:  # behind the store's back
        state = os.fstat(file.fileno())
        file.write(piece("two"))
    os.utime(tmp_path / "menu.ans", ns=(state.st_atime_ns, state.st_mtime_ns))
    assert art_store.canvas("menu", {}).text().strip() == "one"
    os.utime(tmp_path / "menu.ans", ns=(1, 1))
    assert art_store.canvas("menu", {}).text().strip() == "two"


def test_plain_text_is_art_too(tmp_path):
    (tmp_path / "menu.asc").write_bytes(b"Hello @ALIAS-L10@!\r\nnode @NODE@")
    canvas = ArtStore(lambda: tmp_path).canvas("menu", {"ALIAS": "Ann", "NODE": "3"}, Wants(charset="ascii"))
    assert canvas.text().splitlines() == ["Hello Ann        !", "node 3"], (
        "a placeholder's own cells are all used up"
    )


def test_in_ascii_no_picture_is_shown_that_is_made_of_blocks(tmp_path, caplog):
    art_store, ascii = ArtStore(lambda: tmp_path), Wants(charset="ascii")
    (tmp_path / "menu.ans").write_bytes(piece("▄█▀ ░▒▓ @ALIAS@"))
    (tmp_path / "frame.ans").write_bytes(piece("╔══════╗ news ▄"))
    assert art_store.canvas("menu", {}, ascii) is None and art_store.canvas("menu", {}) is not None
    assert art_store.canvas("frame", {}, ascii) is not None
    assert not caplog.records
    (tmp_path / "menu.asc").write_bytes(b"The menu")
    os.utime(tmp_path, ns=(1, 1))
    shown = art_store.canvas("menu", {}, ascii)
    assert shown is not None and shown.text() == "The menu"


@pytest.mark.parametrize("path", [*(SKELETON / "ansi_art").glob("*.ans")], ids=lambda path: path.name)
def test_the_boards_own_pictures_are_none_for_ascii(path):
    assert ArtStore(lambda: path.parent).canvas(path.stem, {}, Wants(charset="ascii")) is None


def test_in_mono_a_picture_on_a_coloured_ground_stands_on_black(tmp_path):
    canvas = Canvas(20, 4)
    canvas.fill(0, 0, 20, 4, " ", style(GREY, GREEN))
    canvas.put(2, 1, "5h  ", style(RED, GREY))
    canvas.put(8, 1, "▄█", style(BLACK, GREEN))
    canvas.put(12, 1, "▀", style(GREEN, GREY))
    canvas.put(14, 1, "text", style(BLACK, GREEN))
    (tmp_path / "cards.ans").write_bytes(write_art(canvas, Sauce()))
    canvas.fill(0, 0, 20, 4, " ", style(GREY, BLACK))
    canvas.put(0, 0, "a", style(WHITE, GREEN))
    (tmp_path / "other.ans").write_bytes(write_art(canvas, Sauce()))
    art_store, mono = ArtStore(lambda: tmp_path), Wants(mono=True)
    shown = art_store.canvas("cards", {}, mono)
    assert shown is not None
    looks = {x: shown.cells[1][x] >> SHIFT for x in (0, 2, 8, 12, 14)}
    assert looks == {
        0: style(GREY, BLACK), 2: style(RED, GREY), 8: style(BLACK, BLACK), 12: style(BLACK, GREY),
        14: style(GREY, BLACK),
    }  # fmt: skip
    canvas = Canvas(20, 4)
    for y in range(4):
        canvas.put(0, y, "▀▀▀▀ " * 4, style(BLACK, BROWN))
    (tmp_path / "bricks.ans").write_bytes(write_art(canvas, Sauce()))
    for name, wants in (("cards", Wants()), ("other", mono), ("bricks", mono)):
        assert art_store.canvas(name, {}, wants) is art_store.art(name, wants).canvas


TOP = (PlaceRow(1, "Ann", 312, 4),)
HERE = DoorListing("box", "The Box", "", 2, Books("2026-11", TOP, "2026-10", TOP, 2, 99, 3))
THERE = DoorListing("tin", "The Tin", "", 2, Books("2026-11", rank=7, turns_left=2))


def test_turns_and_rank_are_the_door_s_at_its_title_and_all_doors_elsewhere():
    now = datetime(2026, 11, 21, 20, 5)
    both = everywhere(now, (HERE, THERE))
    assert (both["TURNS"], both["RANK"], both["TIME"]) == ("5", "2", "20:05")
    free = replace(THERE, books=Books(turns_left=None))
    assert everywhere(now, (HERE, free))["TURNS"] == "no limit"
    assert everywhere(now, ())["RANK"] == "-"
    assert (at_door(THERE)["TURNS"], at_door(THERE)["RANK"], at_door(THERE)["WINNER"]) == ("2", "7", "-")
    assert of_winner(HERE)["MONTH"] == "October 2026" and of_winner(HERE)["SCORE"] == "312"
    assert (time_left(None), time_left(5)) == ("no limit", "5 min")


async def test_every_placeholder_is_filled_in_on_a_live_screen(tmp_path):
    names = list(PLACEHOLDERS)
    rows = "\r\n".join(f"{name.title()}: @{name}-L20@;" for name in names)
    (tmp_path / "art").mkdir()
    for name in ("menu", "shutbox", "welcome"):
        (tmp_path / "art" / f"{name}.asc").write_text(rows)
    async with boardroom(tmp_path) as board:
        board.services[ArtStore].folder = lambda: tmp_path / "art"
        await board.register("Alice")
        alice, _ = board.proved_call("Alice", SYNCTERM)
        await alice.shows("Hello, Alice")
        art = {**lobby.of_menu(board.sessions[0]).art, **lobby.with_doors(board.sessions[0]).art}
        told = art["menu"].text()
        assert "@" not in told and "Alias: Alice" in told and "Node: 1" in told and "Calls: 1" in told
        assert "@" not in art["shutbox"].text() and "Door: Shut The Box" in art["shutbox"].text()
        bob, _ = board.call(SYNCTERM)
        await bob.shows("Your handle")
        assert "@" not in board.sessions[1].stack.top.state.lobby.art["welcome"].text()


async def test_a_larger_window_gets_its_own_art_at_once(tmp_path):
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "menu.ans").write_bytes(piece("the small one"))
    (tmp_path / "art" / "menu.132x37.ans").write_bytes(piece("the large one", 132, 36))
    async with boardroom(tmp_path) as board:
        board.services[ArtStore].folder = lambda: tmp_path / "art"
        await board.register("Alice")
        alice, _ = board.proved_call("Alice", XTERM)
        await alice.shows("the small one.*Hello, Alice")
        alice.resize(132, 37)
        screen = await alice.shows("the large one.*Hello, Alice")
        assert screen.split("\n")[1].startswith("the large one"), "art for the whole screen begins at its top"


def test_the_readme_names_every_placeholder():
    readme = (SKELETON / "ansi_art" / "README.md").read_text()
    told = set(re.findall(r"^\| `@([A-Z]+)@` \|", readme, re.M))
    assert told == set(PLACEHOLDERS)


def test_shipped_art_is_right():
    for path in (SKELETON / "ansi_art").glob("*.ans"):
        assert judge(path.name, path.read_bytes()) == []


def test_what_is_wrong_with_art_is_told():
    assert judge("menu.ans", b"x") == ["has no SAUCE record, which holds its title and width"]
    assert judge("menu.ans", piece("x", 81)) == ["is 81 columns wide, more than 80"]
    assert judge("menu.132x37.ans", piece("x", 132)) == []
    assert judge("menu.asc", b"x" * 81) == ["line 1 has 81 columns, more than 80"]
    assert judge("menu.utf8ans", ("\x1b[1;31m" + "♥" * 80 + "\x1b[0m\r\n" + "♥" * 82).encode()) == [
        "line 2 has 82 columns, more than 80"
    ]
    for comment in ("sky", "sky: 4", "water=2", "waters 2", "sky 0", "sky 1000", "water 2 rows"):
        (fault,) = judge("menu.ans", piece("x", comments=(comment,)))
        assert fault.startswith(
            f"the comment {comment} in its SAUCE record shades nothing; write sky or water"
        )
    for comment in ("Sky 4", "water 2", "The sky at 4", "Water colours by Bob"):
        assert judge("menu.ans", piece("x", comments=(comment,))) == []
    assert judge("menu.utf8ans", b"\xff") == ["byte 0 is not UTF-8"]
    assert judge("menu.wide.ans", piece("x"))[0].startswith("is never shown; name it NAME.ans")
    assert judge("menu.ans", piece("@ALIAS@ |")) == ["row 1: @ALIAS@ may not fit, and would be cut"]
    assert judge("menu.ans", piece("@DATE@ @TIME@      |")) == judge("menu.ans", piece("@ALIAS-L12@ |")) == []
    assert judge("menu.ans", piece("@ALIAS@ @ALAIS-L20@ a@b.c")) == [
        "row 1, column 9: @ALAIS@ is not a placeholder; did you mean @ALIAS@?"
    ]
