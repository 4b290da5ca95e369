"""What doors are told from the records: a day's deal, not played yet and played, and a month's tables."""

from dataclasses import replace

from door.play.books import Books, Daily, PlaceRow
from door.screens.doors import find

ROWS = tuple(PlaceRow(place, f"Caller {place}", 500 - place, 31) for place in range(1, 11))
DEAL = Daily("2026-11-21", "ab" * 32, may_play=True, month=ROWS, last_day="2026-11-20", last=ROWS[:3],
             last_seed="cd" * 32)  # fmt: skip
PLAYED = Daily("2026-11-21", "ab" * 32, played=True, today=ROWS, rank=12, score=88, month=ROWS, month_rank=11,
               month_score=123, late=True)  # fmt: skip


def books(daily=DEAL, turns=5):
    """The books of a door that offers this deal."""
    return Books("2026-11", (), "2026-10", turns_left=turns, daily=daily)


STANDING = Books(
    month="2026-11",
    standing=(PlaceRow(1, "Grace", 812, 6), PlaceRow(2, "Ann", 640, 5), PlaceRow(3, "Bob Fisher", 431, 4)),
    last_month="2026-10",
    winners=(PlaceRow(1, "Dee", 2411, 31), PlaceRow(2, "Grace", 2380, 29), PlaceRow(3, "Old Tom", 1999, 22)),
    rank=2,
    score=640,
    turns_left=4,
)
WON = ["code RRRR", "WWWW", "BBBB", "WBWB", "GGGG"]
LOST = ["code RRRR", "WWWW", "BBBB", "WWWW", "RRRR"]
DUELS = (("Ann", 4, WON), ("Zed", 3, WON), ("Ann", 11, LOST), ("Grace", 5, ["RRRR"]))
TALLIES = {
    "shutbox": {"games": 310, "shut": 21, "best": [[435, "Dee", "2026-10"], [124, "Bob", "2026-09"]]},
    "thieves": {
        "2": [[310, "Dee", "2026-10-02"], [150, "Ann", "2026-11-03"]], "5": [[900, "Tom", "2026-01-31"]],
    },
    "microlink": {
        "games": 12,
        "top": [[201 - 4 * n, name, f"2026-10-{n + 10}", host] for n, (name, host) in enumerate(
            [("Grace", ""), ("Ann", ""), ("Old Tom", ""), ("Grandad", "Ann"), ("Dee", ""), ("Ann", "")])],
        "callers": {"Ann": {"played": 22, "ended": 20, "against": 11, "won": 6, "sum": 3311, "best": 197,
                            "perfect": 7, "most": 9, "least": 2,
                            "doors": [60, 61, 70, 62, 64, 80, 81, 90, 95]}},
        "levels": {"expert": {"played": 9, "ended": 9, "against": 9, "won": 5, "sum": 1530, "best": 201,
                              "perfect": 4, "most": 9, "least": 3,
                              "doors": [30, 31, 32, 33, 29, 40, 41, 42, 44]}},
    },
    "switchbox": {
        "games": 40,
        "levels": {
            "regular": {"played": 30, "won": 11, "tied": 1, "by": {"Ann": 4, "Dee": 7}},
            "expert": {"played": 10, "won": 1, "tied": 0, "by": {"Dee": 1}},
        },
        "totals": [[812, "Dee", "2026-10-04", "regular"], [640, "Ann", "2026-11-02", "regular"]],
        "drops": [[212, "Dee", "2026-10-04", "expert"]],
    },
}  # fmt: skip


def kept(slug):
    """The books of a door in the middle of a month."""
    if slug != "mindbuster":
        return STANDING._replace(tally=TALLIES[slug])
    tally = None
    for who, score, moves in DUELS:
        duel = len(moves) > 1
        seats, options = [who, "computer:watson"][: 1 + duel], {} if duel else {"players": 1}
        game = {"door": slug, "caller": who, "score": score, "moves": moves, "month": "2026-11"}
        tally = find(slug).tally(tally, {**game, "options": options, "seats": seats})
    standing, winners = (
        tuple(replace(row, score=score) for score, row in enumerate(rows, 2))
        for rows in (STANDING.standing, STANDING.winners)
    )
    return STANDING._replace(standing=standing, winners=winners, score=3, tally=tally)
