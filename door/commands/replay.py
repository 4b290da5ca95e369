"""`door replay ID`."""

from __future__ import annotations

from pathlib import Path

from door.commands import CommandError
from door.commands.shared import door_of, settings
from door.games.chance import keyed
from door.games.game import IllegalMove
from door.records.journal.find import find_game
from door.records.journal.lines import Fields, RecordsError
from door.settings.doors import complete


def replay(board: Path, id: str) -> int:
    """Shows a finished game, found by the beginning of its id, move by move."""
    try:
        turn, game = find_game(settings(board).data / "journal", id)
    except RecordsError as error:
        raise CommandError(str(error)) from None
    try:
        lines = [*_head(turn, game), "", *_narrated(turn, game)]
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
        **({"Word": turn["words"][0]} if turn.get("words") else {}),
    }
    return [f"{name + ':':<12}{value}" for name, value in facts.items()]


def _ended(turn: Fields, game: Fields) -> str:
    """When it ended and where it counts; a daily deal is laid open after its day."""
    if game["kind"] == "daily_game":
        return f"the daily deal of {game['day']}, laid open {game['t']}"
    return f"{game['t']}, counted in {game['month']}"


def _narrated(turn: Fields, game: Fields) -> tuple[str, ...]:
    door = door_of(game["door"])
    options = complete(door.INFO, game["options"])
    return door.narrate(options, game["seats"], keyed(game["seed"], turn.get("words", ())), game["moves"])


def _plain(line: str) -> str:
    """A journal may be anybody's: nothing of it may act on the sysop's terminal."""
    return "".join(c if c.isprintable() else "?" for c in line)
