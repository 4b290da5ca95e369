"""Lays a release's data folder: `python tests/support/lay_folder.py release_1_0_0` at the root.

Each game and match in it waits to be played on, and callers have written everything that a board keeps. It is
run once for a release, and never changes after that.
"""

import asyncio
import shutil
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent))
from boardroom import Boardroom, boardroom
from journal_players import sit_down
from random_matches import legal_move

from door.play.api import Begun
from door.play.match.values import Match, Proposal
from door.records.access.bans import Bans
from door.records.access.failed_logons import FailedLogons, write_failed_logons
from door.records.community.community import LastCall, LastCalls, Wall
from door.records.community.forum import Forum
from door.records.community.letters import SYSOP, Letters
from door.records.files.owner import note_release
from door.records.play.lifecycle import GameWish
from door.screens.doors import DOORS
from door.settings.skeleton import init

FOLDERS = Path(__file__).parents[1] / "releases" / "folders"
MADE_AGAIN = ("cache", "bulletins", "web", "log", "control", ".owner", "keys", "running.json")
TABLES = (
    ("switchbox", False, "3d"), ("mindbuster", False, "3d"), ("microlink", False, "7d"),
    ("shutbox", True, "3d"), ("thieves", True, "3d"), ("switchbox", True, "1d"),
)  # fmt: skip


async def fill(board: Boardroom) -> None:
    """Play and write on an empty board."""
    for handle in ("Ann", "Zoë", "Bob"):
        await board.register(handle)
    board.callers.change("Zoë", lambda caller: replace(caller, level=255, prefs={"keys": "letters"}))
    rng = Random(1)
    for caller in ("Zoë", "Ann", "Bob"):
        for slug in board.doors:
            await _play(board, slug, caller, rng, to_the_end=slug == "shutbox" or caller != "Ann")
    for slug in ("shutbox", "thieves"):
        await _play(board, slug, "Ann", rng, to_the_end=False, daily=True)
    await _play(board, "shutbox", "Ann", rng, to_the_end=False)
    for slug, race, clock in TABLES:
        match = await _sit(board, slug, race, clock)
        for _ in range(3):
            match = await _step(board, match, rng)
    await _sit(board, "switchbox", False, "3d", to="Bob", forming=True)
    services = board.services
    assert not services[Wall].post("Zoë", "The box is never shut.")
    assert not services[Letters].send("Zoë", SYSOP, ["Dear sysop,", "thank you."])
    assert not services[Letters].send("Zoë", "Ann", ["A letter."])
    assert not services[Forum].begin("Ann", "general", "Hello", ["A post."])
    services[LastCalls].note_call(LastCall("Zoë", "2026-11-10T19:00:00.000Z", 1, 12))
    board.services[Bans].ban("198.51.100.0/24", None, "Sysop")
    for _ in range(4):
        board.services[FailedLogons].miss("Zoë", "192.0.2.7", board.time())
    strikes = board.services[FailedLogons].strikes(board.time())
    write_failed_logons(board.store.journal.store, strikes, board.clock())
    await board.store.refresh()


async def _play(
    board: Boardroom, slug: str, caller: str, rng: Random, to_the_end: bool, daily: bool = False
) -> None:
    begun = await board.store.games.begin(
        board.store.daily if daily else board.store.ranked, GameWish(slug, caller)
    )
    assert isinstance(begun, Begun), (slug, caller)
    table, id = sit_down(slug, begun.record, rng), begun.record.id
    while not table.over and (to_the_end or not table.moves):
        assert board.store.games.add_move(id, table.move("well")) == ""
    if to_the_end:
        await board.store.games.finish(id)
    else:
        assert not table.over
        board.store.games.forget(id)


async def _sit(
    board: Boardroom, slug: str, race: bool, clock: str, to: str = "", forming: bool = False
) -> Match:
    info, tables = board.doors[slug].INFO, board.store.tables
    options = {**info.defaults(), **(info.players.race if race else info.players.versus)}
    offer = Proposal(door=slug, options=options, seats=2, clock=clock, race=race, to=to)
    match = await tables.open_table("Ann", offer)
    id = match.terms.id
    if forming:
        return match
    match = await tables.do(id, {"do": "sit", "seat": 1, "who": "Bob"})
    for seat, code in ((0, "RWBG"), (1, "YYKB")) if slug == "mindbuster" else ():
        match = await tables.do(id, {"do": "hide", "seat": seat, "code": code, "salt": f"{seat}" * 32})
    return match


async def _step(board: Boardroom, match: Match, rng: Random) -> Match:
    seat = rng.choice(match.movers)
    move = legal_move(match.positions[seat if match.terms.race else 0], rng)
    return await board.store.tables.do(match.terms.id, {"do": "move", "seat": seat, "move": move})


async def lay(name: str) -> None:
    """Play, and keep the folder. Raises FileExistsError if that release has one."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "board"
        init(home)
        async with boardroom(home, doors=DOORS) as board:
            await fill(board)
        note_release(home / "data")
        (home / "data").rename(Path(folder) / "data")
        for made in MADE_AGAIN:
            path = Path(folder) / "data" / made
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        shutil.copytree(Path(folder) / "data", FOLDERS / name / "data")
        for path in sorted((home / "config").rglob("*.yaml")):
            target = FOLDERS / name / path.relative_to(home)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)


if __name__ == "__main__":
    asyncio.run(lay(sys.argv[1]))
