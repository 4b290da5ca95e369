"""Kills boards at random moments while callers play each other, and holds them to their word.

    python tests/support/table_kills.py --kills 200

The board is a process of its own, and plays for everybody: it opens tables, takes seats,
moves wherever somebody is to move, resigns now and then, and prints what it was told has happened.
Whatever was printed must be in the journal in the end: no move lost, none doubled, no table with two
stories; the audit finds no fault, and the ladder is what the journal gives.
"""

import argparse
import asyncio
import json
import secrets
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

from door.play.match.values import Match, Proposal, Refusal
from door.records.audit.audit import audit
from door.records.ledger.ladder import Ladder
from door.records.ledger.live_ledger import read_ledger
from door.records.play.game_store import GameStore
from door.records.store.files import Folder
from door.screens.doors import DOORS

EVERY = {door.INFO.slug: door for door in DOORS}
CALLERS = ("Ann", "Bob", "Cid", "Dot")
GAMES = (("switchbox", False), ("microlink", False), ("microlink", True), ("mindbuster", False))
MOST_TABLES = 4


class Broken(AssertionError):
    """A promise that does not hold."""


def move_for(match: Match, seat: int, random: Random) -> str:
    game = EVERY[match.terms.door].game
    position = match.positions[seat if match.terms.race else 0]
    if game.info.players.hides_codes and not match.terms.race:
        return "".join(random.choice(position.palette) for _ in range(position.holes))
    assert game.rules.computer is not None
    return game.rules.computer(position, seat, game.info.players.computers[0])


async def board(folder: Path, seed: int) -> None:
    """Plays until it is killed."""
    random = Random(seed)
    options = {slug: door.INFO.defaults() for slug, door in EVERY.items()}
    store = GameStore(Folder(folder), EVERY, options.__getitem__, UTC, lambda: datetime.now(UTC))
    await store.open()
    while True:
        await store.refresh()
        under_way = [match for match in store.tables.all() if match.stage != "over"]
        if len(under_way) < MOST_TABLES:
            door, race = random.choice(GAMES)
            one, two = random.sample(CALLERS, 2)
            what = Proposal(door=door, options=options[door], clock="1d", rated=True, race=race, to=two)
            await store.tables.open_table(one, what)
        for match in under_way:
            with suppress(Refusal):  # a computer was faster
                await step(store, match, random)
            await asyncio.sleep(0)


async def step(store: GameStore, match: Match, random: Random) -> None:
    id, tables = match.terms.id, store.tables
    if match.stage == "forming":
        if "" in match.seats:
            await tables.do(id, {"do": "sit", "seat": 1, "who": match.terms.to}, match.n)
        elif EVERY[match.terms.door].game.info.players.hides_codes and not match.terms.race:
            seat = match.codes.index(None) if None in match.codes else 0
            await tables.do(
                id, {"do": "hide", "seat": seat, "code": "RWBG", "salt": secrets.token_hex(16)}, match.n
            )
        return
    for seat in match.movers[:1]:
        if random.random() < 0.01:
            await tables.do(id, {"do": "resign", "seat": seat}, match.n)
            return
        move = move_for(match, seat, random)
        event = {"do": "move", "move": move} if move else {"do": "let"}
        after = await tables.do(id, {**event, "seat": seat, "computer": seat in match.left}, match.n)
        if move:
            print(json.dumps([id, match.n + 1, seat, move, after.made[len(match.made)].ms]), flush=True)


@dataclass
class Ring:
    """`acted` is what boards have printed: by table and event, who moved what, and when."""

    folder: Path
    random: Random
    acted: dict[tuple[str, int], list[Any]] = field(default_factory=dict)
    outputs: list[Path] = field(default_factory=list)
    kills: int = 0

    def start(self) -> subprocess.Popen[str]:
        output = self.folder.parent / f"out-{len(self.outputs)}"
        self.outputs.append(output)
        with output.open("w") as file:
            return subprocess.Popen(
                [sys.executable, __file__, "--board", str(self.folder), "--seed", str(self.random.random()),
                ],
                stdout=file, stderr=subprocess.STDOUT, text=True,
            )  # fmt: skip

    def run(self, kills: int, minutes: float) -> None:
        limit = time.monotonic() + minutes * 60
        self.board = self.start()
        while self.kills < kills and time.monotonic() < limit:
            self.let_it_play()
            self.kill()
        self.let_it_play()
        self.close()

    def let_it_play(self) -> None:
        """Wait until the board has told of moves, and then for a moment, which is what is tried."""
        ends = time.monotonic() + 60
        while not self.outputs[-1].stat().st_size and time.monotonic() < ends:
            time.sleep(0.02)
        time.sleep(self.random.uniform(0, 0.5))

    def kill(self) -> None:
        """The board dies, and another takes its place."""
        self.close()
        self.kills += 1
        self.board = self.start()

    def close(self) -> None:
        self.board.kill()
        self.board.wait()

    def check(self) -> None:
        """Broken says which promise does not hold."""
        for output in self.outputs:
            text = output.read_text()
            for line in text.splitlines(keepends=True):
                if not line.startswith("["):
                    raise Broken(f"{output.name} says {text[text.index(line) :]}")
                if line.endswith("\n"):
                    id, n, *what = json.loads(line)
                    if self.acted.setdefault((id, n), what) != what:
                        raise Broken(f"event {n} of table {id} was told in two ways")
        asyncio.run(self._settle())
        events = {path.stem: self._events(path) for path in (self.folder / "tables").glob("[0-9a-f]*.jsonl")}
        for (id, n), (seat, move, _) in self.acted.items():
            event = events[id].get(n, {})
            if (event.get("do"), event.get("seat"), event.get("move")) != ("move", seat, move):
                raise Broken(f"table {id}, event {n}: {move!r} was told, {event} is there")
        report = audit(self.folder / "journal", EVERY)
        if report.faults:
            raise Broken("; ".join(map(str, report.faults[:5])))
        self._check_ladder()

    @staticmethod
    def _events(path: Path) -> dict[int, dict[str, Any]]:
        """The events of a table's file by their numbers, which are their places behind its terms."""
        return dict(enumerate(map(json.loads, path.read_text().splitlines()[1:]), 1))

    async def _settle(self) -> None:
        """A last board puts right what the killed ones left."""
        options = {slug: door.INFO.defaults() for slug, door in EVERY.items()}
        store = GameStore(Folder(self.folder), EVERY, options.__getitem__, UTC, lambda: datetime.now(UTC))
        if notes := [note for note in await store.open() if "torn" not in note]:
            raise Broken(f"the board says {notes}")
        self.kept = store.ledger.read(lambda ledger: ledger.ladder.to_json())
        self.ended = sum(match.stage == "over" for match in store.tables.all())
        await store.close()

    def _check_ladder(self) -> None:
        files = self.folder / "journal"
        with tempfile.TemporaryDirectory() as nothing:
            anew = read_ledger(files, EVERY, Path(nothing)).ladder
        kept = Ladder()
        kept.load(self.kept)
        if anew.strengths != kept.strengths:
            raise Broken("the ladder is not what the journal gives")

    def __str__(self) -> str:
        return f"{self.kills} kills, {len(self.acted)} moves told, {self.ended} games ended: all held."


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--board", type=Path)
    told = parser.parse_args()
    if told.board:
        asyncio.run(board(told.board, hash(told.seed)))
        return
    with tempfile.TemporaryDirectory() as folder:
        ring = Ring(Path(folder) / "data", Random(told.seed))
        ring.run(told.kills, told.minutes)
        ring.check()
        print(ring)


if __name__ == "__main__":
    main()
