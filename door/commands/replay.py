"""`door replay ID`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from door.commands import CommandError
from door.commands.shared import door_of, settings
from door.games.api import IllegalMove
from door.games.chance import Chance
from door.records.journal import journal_months
from door.records.lines import Fields, decode
from door.settings.doors import complete

SHOWN: Final = 5
TURNS: Final = ("turn", "daily_turn")
GAMES: Final = ("game", "daily_game")


def replay(board: Path, id: str) -> int:
    """Shows a finished game, found by the beginning of its id, move by move."""
    turn, game = _find(settings(board).data / "journal", id)
    try:
        lines = [*_head(turn, game), "", *_narrated(game)]
    except (IllegalMove, ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        reason = str(error) or type(error).__name__
        raise CommandError(f"The game {game['id']} cannot be replayed (see `door audit`): {reason}") from None
    print("\n".join(_plain(line) for line in lines))
    return 0


def _head(turn: Fields, game: Fields) -> list[str]:
    facts = {
        "Game": game["id"],
        "Door": door_of(game["door"]).INFO.name,
        "Players": ", ".join(game["seats"]),
        "Ended": _ended(turn, game),
        "Options": ", ".join(f"{name} {value}" for name, value in game["options"].items()) or "as shipped",
        "Commitment": turn.get("commit", "none on the books"),
        "Seed": game["seed"],
    }
    return [f"{name + ':':<12}{value}" for name, value in facts.items()]


def _ended(turn: Fields, game: Fields) -> str:
    """When it ended and where it counts; a daily deal is laid open after its day."""
    if game["kind"] == "daily_game":
        return f"the daily deal of {game['day']}, laid open {game['t']}"
    return f"{game['t']}, counted in {game['month']}"


def _narrated(game: Fields) -> tuple[str, ...]:
    door = door_of(game["door"])
    options = complete(door.INFO, game["options"])
    return door.narrate(options, game["seats"], Chance(bytes.fromhex(game["seed"])), game["moves"])


def _find(folder: Path, id: str) -> tuple[Fields, Fields]:
    """The `turn` line (or {}) and the `game` line of the one game that is meant."""
    turns: dict[str, Fields] = {}
    games: dict[str, Fields] = {}
    for fields in _lines(folder, id):
        (turns if fields["kind"] in TURNS else games).setdefault(fields["id"], fields)
    found = [id] if id in games else list(games)
    if not found:
        if turns:
            raise CommandError(f"The game {next(iter(turns))} is not finished yet.")
        raise CommandError(f"There is no game {id!r} on the books.")
    if len(found) > 1:
        more = ", …" if len(found) > SHOWN else ""
        raise CommandError(f"{len(found)} games begin with {id!r}: {', '.join(found[:SHOWN])}{more}.")
    return turns.get(found[0], {}), games[found[0]]


def _lines(folder: Path, id: str) -> Iterator[Fields]:
    """The lines of games whose id begins that way."""
    sign = id.encode()
    for month in journal_months(folder) if id else ():
        with (folder / f"{month}.jsonl").open("rb") as file:
            for raw in file:
                fields = decode(raw) if not id.isascii() or sign in raw else {}
                if fields.get("kind") in (*TURNS, *GAMES) and str(fields.get("id", "")).startswith(id):
                    yield fields


def _plain(line: str) -> str:
    """A journal may be anybody's: nothing of it may act on the sysop's terminal."""
    return "".join(c if c.isprintable() else "?" for c in line)
