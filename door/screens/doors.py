"""The doors of this board: the games of the catalogue and of installed packages, each with its screens.

Other packages name their doors as entry points of the group `door.games`. A package that can't be loaded, or
whose door can't begin a game, is refused, and the board does without it. An installed package has the
board's rights: this protects from mistakes, not from malice.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from importlib.metadata import EntryPoint, entry_points
from typing import Final, NamedTuple

from door.games import catalogue
from door.games.chance import Chance, commitment
from door.games.contract import Door
from door.games.game import Front
from door.games.info import Info
from door.games.record import Record
from door.play.api import Begun, Setup
from door.play.runaway import call_in_time, timer
from door.screens.door import GameDoor
from door.ui.screen import View
from door.ui.texts import Said, tr

GROUP: Final = "door.games"
SECONDS: Final = 10.0
"""CPU time that a package may take to load and to begin a game."""

SLUG: Final = re.compile(r"[a-z][a-z0-9]{1,15}")
RESERVED: Final = frozenset(("enabled", "access_level", "hours"))
"""Keys that the settings file of every door has, so no option may be named like that."""

_SEED: Final = bytes(32)


class Unfit(Exception):
    """The package's door breaks the contract. The argument is a sentence that says how."""


class RefusedPackage(NamedTuple):
    """A package that is left out, such as "door-pig 0.1.0", and the error."""

    package: str
    error: BaseException

    def __str__(self) -> str:
        """Say which package is refused and why."""
        reason = self.error.args[0] if isinstance(self.error, Unfit) else ""
        raised = f"{type(self.error).__name__}: {self.error}".rstrip(": ")
        why = reason.again() if isinstance(reason, Said) else tr.check.door_raised(error=raised)
        return tr.check.package_refused(package=self.package, why=why)


def installed_doors(taken: Iterable[str]) -> tuple[tuple[GameDoor, ...], tuple[RefusedPackage, ...]]:
    """Return the doors of installed packages, and the refused packages. Slugs in `taken` are refused."""
    doors, refused, slugs = [], [], set(taken)
    for package, entry in sorted((_package(entry), entry) for entry in entry_points(group=GROUP)):
        try:
            with timer(SECONDS):
                doors.append(call_in_time(_load_door, entry, package, slugs))
            slugs.add(doors[-1].INFO.slug)
        except (Exception, SystemExit) as error:
            refused.append(RefusedPackage(package, error))
    return tuple(sorted(doors, key=lambda door: door.INFO.slug)), tuple(refused)


def is_editable(entry: EntryPoint) -> bool:
    """True if the package was installed with `pip install -e`, so its code changes between two plays."""
    written = entry.dist.read_text("direct_url.json") if entry.dist else None
    try:
        return bool(written and json.loads(written)["dir_info"]["editable"])
    except (ValueError, TypeError, LookupError):
        return False


def _package(entry: EntryPoint) -> str:
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.value


def _load_door(entry: EntryPoint, package: str, taken: set[str]) -> GameDoor:
    """Return the package's door, after it has begun a game."""
    made = entry.load()
    if not isinstance(made, Door):
        raise Unfit(tr.check.door_is_no_game(entry=entry.value))
    slug, options = made.info.slug, {option.name for option in made.info.options}
    if not SLUG.fullmatch(slug):
        raise Unfit(tr.check.door_has_bad_slug(slug=repr(slug)))
    if slug in taken:
        raise Unfit(tr.check.door_slug_is_taken(slug=slug))
    if reserved := sorted(options & RESERVED):
        raise Unfit(tr.check.door_option_is_reserved(option=reserved[0]))
    door = GameDoor(replace(made, info=replace(made.info, package=package)))
    _begin(door)
    return door


def _begin(door: GameDoor) -> None:
    """Begin a game, draw it and say it, as a caller would meet it. Raises any exception of the game."""
    info, options = door.INFO, door.INFO.complete({})
    for said in (info.name, info.tagline, *(option.help for option in info.options)):
        said()
    state, _ = door.start(Setup("Ann", options))
    door.draw(state, View())
    plan = door.game.board.plan(Front(options, "Ann"), False)
    options, seats = {**options, **plan.options}, plan.seats or ("Ann",)
    state, _ = door.update(
        state, Begun(Record(options, seats, Chance(_SEED), (), "0" * 16, commit=commitment(_SEED)))
    )
    door.draw(state, View())
    door.tell(None, state)


OWN: Final = tuple(map(GameDoor, catalogue.GAMES))
OUTSIDE, REFUSED = installed_doors(door.INFO.slug for door in OWN)
DOORS: Final[tuple[GameDoor, ...]] = (*OWN, *OUTSIDE)
_BY_SLUG: Final = {door.INFO.slug: door for door in DOORS}


def find(slug: str) -> GameDoor | None:
    return _BY_SLUG.get(slug)


def infos() -> dict[str, Info]:
    """Return every door's card by slug, in the catalogue's order."""
    return {door.INFO.slug: door.INFO for door in DOORS}
