"""The journal's lines about a match: `table` when it begins, `match` when it has ended."""

from __future__ import annotations

from typing import Any

from door.games.game import Game
from door.midend.match.values import Match
from door.records.journal.lines import Fields, plain


def table_line(game: Game, match: Match, day: str) -> Fields:
    """What callers agreed on, and all that is sealed, before the first move; `day` is the board's date."""
    terms = match.terms
    line: dict[str, Any] = {
        "kind": "table", "id": terms.id, "door": terms.door, "seats": list(match.seats), "day": day,
        "options": plain(game.info.recorded(terms.options)), "clock": terms.clock, "rated": terms.rated,
        "commit": terms.commit,
    }  # fmt: skip
    if any(match.words):
        line["words"] = [word or "" for word in match.words]
    if any(match.codes):
        line["seals"] = [code.seal if code else "" for code in match.codes]
    if terms.race:
        line["race"] = True
    return line


def match_line(match: Match) -> Fields:
    """All of it: seed, salts, moves and their times, and what it came to."""
    line: dict[str, Any] = {
        "kind": "match", "id": match.terms.id, "seats": list(match.seats), "seed": match.terms.seed,
        "scores": list(match.scores), "places": list(match.places), "end": match.end,
        "moves": [made.move for made in match.made], "times": [made.ms for made in match.made],
    }  # fmt: skip
    if match.terms.race:
        sides = [[made for made in match.made if made.seat == seat] for seat in range(len(match.seats))]
        line["moves"] = [[made.move for made in side] for side in sides]
        line["times"] = [[made.ms for made in side] for side in sides]
    if any(match.codes):
        line["salts"] = [code.salt if code else "" for code in match.codes]
    if match.by >= 0:
        line["by"] = match.by
    if match.changes:
        line["clocks"] = [list(change) for change in match.changes]
    if match.left:
        line["left"] = list(match.left)
    return line
