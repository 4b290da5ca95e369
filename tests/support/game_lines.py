"""The journal's lines about games, made by hand: what a board writes of one from its save."""

from collections.abc import Sequence

from door.records.journal.lines import Fields, plain


def turn(
    t: str, id: str, door: str, caller: str, day: str, free: bool, options: Fields, commit: str
) -> Fields:
    """A game starts: a turn is spent, and its chance is committed to."""
    return {
        "kind": "turn", "t": t, "id": id, "door": door, "caller": caller, "day": day, "free": free,
        "options": plain(options), "commit": commit,
    }  # fmt: skip


def game(
    t: str, id: str, door: str, caller: str, seats: Sequence[str], options: Fields, seed: str,
    moves: Sequence[str], score: int, month: str,
) -> Fields:  # fmt: skip
    """A game ends: its seed is shown, and everything that proves its score is here."""
    return {
        "kind": "game", "t": t, "id": id, "door": door, "caller": caller, "seats": list(seats),
        "options": plain(options), "seed": seed, "moves": list(moves), "score": score, "month": month,
    }  # fmt: skip


def daily_turn(t: str, id: str, door: str, caller: str, day: str, options: Fields, commit: str) -> Fields:
    """A caller begins the day's deal; no turn is spent."""
    return {
        "kind": "daily_turn", "t": t, "id": id, "door": door, "caller": caller, "day": day,
        "options": plain(options), "commit": commit,
    }  # fmt: skip


def daily_score(t: str, id: str, door: str, caller: str, day: str, score: int, seal: str) -> Fields:
    """And has ended it; what could give the deal away waits for the day's end."""
    return {
        "kind": "daily_score", "t": t, "id": id, "door": door, "caller": caller, "day": day,
        "score": score, "seal": seal,
    }  # fmt: skip


def daily_game(
    t: str, id: str, door: str, caller: str, day: str, seats: Sequence[str], options: Fields, seed: str,
    moves: Sequence[str], score: int,
) -> Fields:  # fmt: skip
    """A game of a day that is over, with everything that proves its score."""
    return {
        "kind": "daily_game", "t": t, "id": id, "door": door, "caller": caller, "day": day,
        "seats": list(seats), "options": plain(options), "seed": seed, "moves": list(moves), "score": score,
    }  # fmt: skip
