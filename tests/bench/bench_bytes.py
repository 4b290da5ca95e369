"""Bytes on the wire for each thing a caller does in Shut The Box, beside a full redraw.

python tests/bench/bench_bytes.py

The door's own frames go through the painter of each kind of terminal, by the name it gives: what
is counted is what a session sends.  A roll is everything from ENTER until the dice lie, first as
callers with fast mode see it, then with every frame of their tumbling.
"""

import statistics
import sys
from collections import defaultdict
from itertools import combinations
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parent.parent / "support"))
from door.games.shutbox.rules import tiles_of
from door.screens.doors import find
from door.term.diff import Painter
from door.term.keys import Key
from door.term.profile import Profile
from door.testing.stage import Stage
from door.ui.screen import View

shutbox = find("shutbox")

GAMES: Final = 24
TERMS: Final = (
    *("ansi", "syncterm", "ansi-256color", "linux", "screen", "xterm", "xterm-256color", "xterm-kitty"),
    *("vt100", "vt100-m", "xterm-m"),
)
TARGETS: Final = {"cursor": 40, "roll": 400}  # bytes
ACTIONS: Final = ("cursor", "tile", "roll", "tumbled", "screen")
Costs = dict[str, list[int]]


class Player:
    """One caller who shuts the highest tiles that fit, and counts what each action costs."""

    def __init__(self, profile: Profile, seed: int, fast: bool, costs: Costs) -> None:
        view = View(ascii=profile.charset == "ascii", mono=profile.colours == "mono")
        self.stage = Stage(shutbox, view, first_seed=seed, patient=True, fast=fast)
        self.painter, self.costs = Painter(profile), costs
        self.roll = "roll" if fast else "tumbled"
        self.sent()
        self.press("enter")
        self.painter.forget()
        costs["screen"].append(self.sent())

    def sent(self) -> int:
        """The bytes that bring the terminal up to date."""
        return len(self.painter.paint(shutbox.draw(self.stage.state, self.stage.view)))

    def press(self, key: str) -> int:
        """One key, and all that moves by itself after it."""
        self.stage.send(Key(key))
        total = self.sent()
        while self.stage.state.frames:
            self.stage.tick()
            total += self.sent()
        return total

    def turn(self) -> bool:
        """One roll answered; False once the game is over."""
        if not self.stage.asked:
            return False
        game = self.stage.position
        standing = tiles_of(game.open)
        fits = (of for many in range(1, 5) for of in combinations(standing, many) if sum(of) == game.total)
        for tile in next(fits):
            while self.stage.board.cursor != tile:
                self.costs["cursor"].append(self.press("6"))
            self.costs["tile"].append(self.press("2"))
        cost = self.press("enter")
        if self.stage.asked:
            self.costs[self.roll].append(cost)
        return True


def measure(term: str) -> Costs:
    """What each action cost, in bytes, on that kind of terminal."""
    costs: Costs = defaultdict(list)
    for fast in (True, False):
        for seed in range(1, GAMES + 1):
            player = Player(Profile.from_hints(term), seed, fast, costs)
            while player.turn():
                pass
    return costs


def main() -> None:
    print("bytes: mean (most); the share of a full redraw behind it\n")
    print(f"{'terminal':<15}" + "".join(f"{action:>20}" for action in ACTIONS) + "   above the target")
    for term in TERMS:
        costs = measure(term)
        screen = statistics.mean(costs["screen"])
        means = {action: statistics.mean(costs[action]) for action in ACTIONS}
        cells = (
            f"{means[action]:>7.0f} ({max(costs[action]):>4}) {means[action] / screen:>5.0%}"
            for action in ACTIONS
        )
        above = ", ".join(
            f"{sum(cost > most for cost in costs[action])} of {len(costs[action])} {action}s"
            for action, most in TARGETS.items()
        )
        print(f"{term:<15}" + "".join(f"{cell:>20}" for cell in cells) + f"   {above}")


if __name__ == "__main__":
    main()
