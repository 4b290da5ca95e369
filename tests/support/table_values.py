"""Tables as the pages around them are shown them: of every kind, at every stage, with long names."""

from dataclasses import replace
from typing import Any

from door.features.tables.asks import (
    TABLE_FORM,
    LadderFound,
    LadderRow,
    TableForm,
    TableGame,
    TableRow,
    TablesFound,
)
from door.play.match.values import Match, Terms, new_match
from door.screens.doors import infos
from door.ui.screen import Answer

LONG = "Wolfgang Amadeus M20"
ME = LONG
WILHELMINA = "Wilhelmina Frederika"


def match(
    id: str, door: str, *seats: str, stage: str = "play", clock: str = "3d", options: Any = None, **terms: Any
) -> Match:
    """A table whose first caller opened it."""
    info = infos()[door]
    more = (info.players.race if terms.get("race") else info.players.versus) or {}
    every = {**info.defaults(), **more, **(options or {})}
    known = Terms(
        id=id, door=door, options=every, seats=len(seats), clock=clock, by=seats[0],
        seed="ab" * 32, commit="cd" * 32, t="2026-11-10T18:00:00.000Z",
        **{"rated": True, **terms},
    )  # fmt: skip
    return replace(new_match(known), seats=seats, stage=stage, clock=clock if stage == "play" else "")


def row(match: Match, stand: str = "Not started.", mine: bool = False, *online: tuple[str, int]) -> TableRow:
    clocks = stand.replace(ME, "Wolfgan»").partition(", ")[2] if ":" in stand and not match.terms.race else ""
    return TableRow(match, match.seat_of(ME), mine, stand, online, clocks)


MINE = (
    row(match("m1", "switchbox", ME, "Bob"), "Your move, 2 days 3 hours", True, ("Bob", 2)),
    row(match("m2", "microlink", "Ann", ME, "computer:expert"), f"Your move, {ME} 4:12, Ann 3:50", True),
    row(match("m3", "shutbox", "Björn", "", stage="forming", race=True, to=ME, clock="5+10")),
    row(match("m4", "switchbox", "Ann", "", stage="forming", to=ME, rated=False), mine=True),
    row(match("m5", "switchbox", ME, WILHELMINA), f"{WILHELMINA} to move, 2 days 23 hours"),
    row(match("m6", "thieves", ME, "", stage="forming", race=True)),
    row(match("m7", "mindbuster", ME, "Ann", race=True), "2 days 3 hours, Ann: 4 moves"),
    row(replace(match("m9", "switchbox", ME, "Bob", clock="5+10"), clock=""), "Adjourned, 6 days left"),
    row(match("m8", "switchbox", "Ann", ME, stage="over"), f"{ME} won, Ann ran out of time"),
)  # fmt: skip
FREE = (
    row(match("f1", "microlink", "Björn", "", "", "computer:expert", stage="forming", clock="10+15")),
    row(match("f2", "mindbuster", "Ann", "", stage="forming", race=True, options={"holes": 5})),
)
OTHERS = (row(match("o1", "switchbox", "Ann", WILHELMINA), "Ann to move, 23 hours 59 minutes"),)
TABLES = TablesFound(MINE, FREE, OTHERS, 4)
FEW = TablesFound((), FREE, OTHERS)
NONE = TablesFound((), (), ())
FULL_FORM = TableForm(
    tuple(
        TableGame(
            info.slug, info.name(), info.accent, (2, 4) if info.slug == "microlink" else (2, 2), True,
            info.players.computers,
        ) if info.players.versus is not None else TableGame(info.slug, info.name(), info.accent, (0, 0), True)
        for info in infos().values()
    ),
    "3d", True, "", (("Ann", 2), (WILHELMINA, 64)),
)  # fmt: skip
UNRATED_FORM = replace(FULL_FORM, may_rate=False, why_not="You have used your 5 rated games for today.")
FORM, UNRATED = Answer(TABLE_FORM, FULL_FORM), Answer(TABLE_FORM, UNRATED_FORM)
RANKED = (
    LadderRow(1, "Ann", 1812, 54, 41, "WWLWDWWWLW"),
    LadderRow(2, ME, 1623, 61, 1234, "LWWDL"),
    LadderRow(3, "Björn", 1498, 70, 10, "L" * 10),
    LadderRow(0, "Cid", 1701, 211, 3, "WWL"),
)
LADDER = LadderFound("switchbox", "Switchbox", RANKED)
