"""The door's card and choices, and its record.

A caller starts with the sysop's options.  Their own choices are remembered, override those, and apply from
the next game on.

The month ranks each caller's best game by its guesses against the par of its size.  Games of other sizes are
practice, unless the sysop lets callers choose the size.  The door's own tables (`record`) keep every size
and opponent apart.

tables   size ("4x6") → mode ("solo", or the computer's level) → games, won, lost, drawn,
         guesses (the sum over broken codes), broken, and the best games, fewest first
callers  caller → mode, or "duel" for all duels → won, lost, drawn, streak, longest
         caller → "used" → how many games took so many guesses ("4"), or didn't break the code ("11")
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from door.games import api
from door.games.mindbuster import rules
from door.games.mindbuster.rules import CODE, GUESSES, LEVELS, MINE, NOT_BROKEN, OPTIONS, THEIRS, MindGame
from door.term.canvas import BRIGHT_MAGENTA, MAGENTA
from door.ui.texts import Sentence, tr
from door.ui.widgets import Column
from door.ui.words import bar

our: Final = tr.mindbuster
# -- card and choices ------------------------------------------------------------------------------

ACCENT: Final = BRIGHT_MAGENTA
PAR: Final[Mapping[object, int]] = {
    (4, 3): 304, (4, 4): 354, (4, 5): 394, (4, 6): 434, (4, 7): 468, (4, 8): 500,
    (5, 3): 336, (5, 4): 386, (5, 5): 432, (5, 6): 477, (5, 7): 515, (5, 8): 549,
}  # fmt: skip
"""The best known average of guesses for each (holes, colours), in hundredths."""

CHOOSE_SIZE: Final = api.Option("choose_size", False, our.option_choose_size, recorded=False)
INFO: Final = api.Info(
    slug="mindbuster",
    name=our.name,
    tagline=our.tagline,
    accent=ACCENT,
    options=(*OPTIONS, CHOOSE_SIZE),
    fewer_is_better=True,
    daily=True,
    deal={"players": 1},
    alike=tr.play.chance_word_code,
    unit=tr.count.guesses,
    luck=tr.play.unit_bits,
    missed=NOT_BROKEN,
    badges=(our.badge_einstein_beaten, our.badge_last_guess),
    given_up=our.rule_given_up,
    feat=api.Feat(our.goal_codes_broken, tr.count.codes),
    numpad=("keypad", "on"),
    face=api.Face(
        idea=our.idea,
        examples=(
            api.Example(8, "BYYG,BYWR,RYYK,BKRG", options={"players": 1}),
            api.Example(11, "YGKR,BWBK,BKBB,KBBK", options={"players": 1}),
            api.Example(43, "GRWB,YRRK,GGYG,GGGY", options={"players": 1}),
        ),
        edge=MAGENTA,
        credits=(our.credits_source, our.credits_history),
    ),
    players=api.Players(
        seats=(1, 2),
        people=False,
        computers=LEVELS,
        versus={"players": 2},
        hides_codes=True,
        race={"players": 1},
    ),
    month=api.MonthRules(
        contest="best",
        like=("holes", "colours"),
        mixes="choose_size",
        hundredths=True,
        measure=tr.play.measure_par,
    ),
)


class ComputerPlayer(NamedTuple):
    """A computer player: its full name, its way of playing in a sentence, its face and voice."""

    name: Sentence
    how: Sentence
    character: api.Character


PLAYERS: Final = {
    level: ComputerPlayer(name, how, api.Character(level, *voice))
    for level, name, how, *voice in (
        ("homer", our.homer_name, our.homer_plays, our.homer_greeting, our.homer_good, our.homer_bad,
         our.homer_win, our.homer_loss),
        ("bart", our.bart_name, our.bart_plays, our.bart_greeting, our.bart_good, our.bart_bad,
         our.bart_win, our.bart_loss),
        ("lisa", our.lisa_name, our.lisa_plays, our.lisa_greeting, our.lisa_good, our.lisa_bad,
         our.lisa_win, our.lisa_loss),
        ("watson", our.watson_name, our.watson_plays, our.watson_greeting, our.watson_good, our.watson_bad,
         our.watson_win, our.watson_loss),
        ("holmes", our.holmes_name, our.holmes_plays, our.holmes_greeting, our.holmes_good, our.holmes_bad,
         our.holmes_win, our.holmes_loss),
        ("einstein", our.einstein_name, our.einstein_plays, our.einstein_greeting, our.einstein_good,
         our.einstein_bad, our.einstein_win, our.einstein_loss),
    )
}  # fmt: skip


def full_name(level: str) -> str:
    """Return the computer player's name.  An unknown level becomes its own name."""
    return PLAYERS[level].name() if level in PLAYERS else api.level_name(level)


def level_of(seats: Sequence[str], options: api.Options) -> str:
    return (api.computer_level(seats[1]) if len(seats) > 1 else "") or str(options.get("level", "watson"))


def record_of(tally: Any, caller: str, kind: str) -> Mapping[str, Any]:
    """Return a caller's record of a kind of game, empty before the first one."""
    found: Mapping[str, Any] = ((tally or {}).get("callers", {}).get(caller) or {}).get(kind) or {}
    return found


# -- the caller's choices -----------------------------------------------------------------------

_SWITCH: Final = ("off", "on")


def choices(front: api.Front) -> tuple[api.Choice, ...]:
    own = {name: str(front.options[name]) for name in ("colours", "holes", "players")}
    names = tuple(PLAYERS[level].name for level in LEVELS)
    beaten = (level for level in LEVELS if record_of(front.tally, front.caller, level).get("won"))
    level = api.Choice(
        "level", our.label_computer, LEVELS, api.seating.next_rival(INFO, front, beaten), "", names
    )
    rival = PLAYERS[level.value(front.chosen)]
    alone = not front.options["choose_size"]
    return (
        api.Choice(
            "colours", our.label_colours, tuple("345678"), own["colours"], our.about_colours, practice=alone
        ),
        api.Choice("holes", our.label_holes, ("4", "5"), own["holes"], our.about_holes, practice=alone),
        api.Choice(
            "players", our.label_players, ("1", "2"), own["players"], our.about_players,
            (our.choice_solo, our.choice_duel),
        ),
        replace(
            level, help=our.about_player(name=rival.name, how=rival.how()),
            grows=api.seating.grows(INFO, front),
        ),
        api.Choice("sound", our.label_sound, _SWITCH, "on", our.about_sound),
        api.Choice("numbers", our.label_colour_numbers, _SWITCH, "off", our.about_numbers),
        api.Choice("keypad", our.label_keypad, _SWITCH, "off", our.about_keypad),
    )  # fmt: skip


def plan(front: api.Front, practice: bool) -> api.GamePlan:
    """Return the game that the caller asks for.  A solo game has the default level."""
    held = {
        row.key: row.value(front.chosen) if practice or not row.practice else row.default
        for row in choices(front)
    }
    colours, holes = int(held["colours"]), int(held["holes"])
    if held["players"] == "1":
        level = INFO.defaults()["level"]
        return api.GamePlan(
            {"holes": holes, "colours": colours, "players": 1, "level": level}, (front.caller,)
        )
    rival = held["level"]
    options: api.Options = {"holes": holes, "colours": colours, "players": 2, "level": rival}
    return api.GamePlan(options, (front.caller, f"{api.COMPUTER}{rival}"))


def about(front: api.Front) -> str:
    options = plan(front, False).options
    solo, board = options["players"] == 1, str(front.options["level"])
    now = str(options["level"])
    if not solo and front.chosen.get("level") not in LEVELS and LEVELS.index(now) < LEVELS.index(board):
        following = LEVELS[LEVELS.index(now) + 1]
        return our.duel_grows(who=api.level_name(now), next=api.level_name(following))
    against = our.mode_solo() if solo else our.mode_duel_with(who=full_name(now))
    return our.options_line(holes=options["holes"], colours=options["colours"], against=against)


ARGV: Final = {
    "solo": {"players": "1"},
    "duel": {"players": "2"},
    **{level: {"players": "2", "level": level} for level in LEVELS},
    **{f"{h}x{c}": {"holes": h, "colours": c} for h in "45" for c in "345678"},
}


# -- status and tables -----------------------------------------------------------------------------

MODE_NAMES: Final = {"solo": our.label_mode_solo, "duel": our.label_mode_duel}

BEST_KEPT: Final = 5
USED: Final = "used"
"""A caller's games by the guesses that they took."""


def status(game: MindGame) -> api.Status:
    """Return the status.  At the end a score is the number of guesses, 11 if the code was not broken."""
    sides = (MINE, THEIRS) if game.between_callers else (MINE,)
    return api.Status(
        game.over, tuple(rules.score(game, side) for side in sides), () if game.over else (game.mover,),
        used=game.chance.used,
    )  # fmt: skip


def outcome(game: api.FinishedGame) -> str:
    """Return "won", "lost" or "drawn", from the score and the moves alone."""
    moves, broken, duel = game.moves, game.score < NOT_BROKEN, game.options["players"] == 2
    if api.QUIT in moves[-1:]:
        return "lost"
    if duel and broken == ("".join(moves[:1]).removeprefix(CODE) in moves[2::2]):
        return "drawn"
    return "won" if broken else "lost"


def marks(game: api.FinishedGame) -> api.MonthPoints | None:
    mark = 100 * game.score - PAR[game.options["holes"], game.options["colours"]]
    return api.MonthPoints(mark, mark) if game.score < NOT_BROKEN else None


def badges(game: api.FinishedGame) -> tuple[Sentence, ...]:
    best = _mode(game) == LEVELS[-1] and outcome(game) == "won"
    return (*INFO.badges[:1] * best, *INFO.badges[1:] * (game.score == GUESSES))


def _mode(game: api.FinishedGame) -> str:
    return level_of(game.seats, game.options) if game.options["players"] == 2 else "solo"


def entries(game: api.FinishedGame) -> Iterator[api.TallyEntry]:
    """Yield a game's entries in the tables.  The module's docstring shows their shape."""
    score, broken, mode = game.score, game.score < NOT_BROKEN, _mode(game)
    result, path = outcome(game), ("tables", "{holes}x{colours}".format(**game.options), mode)
    counts = {"games": 1, "won": 0, "lost": 0, "drawn": 0, "broken": int(broken), "guesses": score * broken}
    yield api.TallyEntry(path, api.tallies.add_each, counts | {result: 1})
    best = [[score, game.caller, game.month]] * broken
    yield api.TallyEntry((*path, "best"), api.tallies.top(BEST_KEPT, fewer_is_better=True), best)
    for kind in (mode, *["duel"] * (mode != "solo")):
        yield api.TallyEntry(("callers", game.caller, kind), with_one_more, result)
    yield api.TallyEntry(("callers", game.caller, USED), api.tallies.add_each, {str(score): 1})


TABLES: Final = api.TallyTables(
    entries,
    (
        (("tables", api.tallies.ANY, api.tallies.ANY, "best"), api.tallies.column(1)),
        (("callers",), api.tallies.keys),
    ),
)


def with_one_more(record: Any, result: str) -> dict[str, Any]:
    """Fold a result into a caller's record.  A draw or a loss ends the streak of games won."""
    old = record or {"won": 0, "lost": 0, "drawn": 0, "streak": 0, "longest": 0}
    streak = old["streak"] + 1 if result == "won" else 0
    return {**old, result: old[result] + 1, "streak": streak, "longest": max(old["longest"], streak)}


def table_of(tally: Any, size: str, mode: str) -> Mapping[str, Any]:
    """Return a table, empty before its first game."""
    found: Mapping[str, Any] = ((tally or {}).get("tables", {}).get(size) or {}).get(mode) or {}
    return found


Best = tuple[tuple[int, str], ...]
"""The best games of a table: guesses and caller, fewest first."""


def best_of(tally: Any, holes: int, colours: int) -> Best:
    rows = table_of(tally, f"{holes}x{colours}", "solo").get("best", ())
    return tuple((int(score), str(caller)) for score, caller, _ in rows)


# -- as sheets --------------------------------------------------------------------------------

BAR: Final = 40
"""Columns of a bar."""

_USED: Final = (Column("", 12), Column("", BAR), Column(tr.door_heads.games, 5, True))
_MODES: Final = ("solo", *LEVELS)
_MINE: Final = (
    Column("", 15), Column(tr.door_heads.won, 4, True), Column(tr.door_heads.lost, 4, True),
    Column(tr.door_heads.drew, 4, True),
)  # fmt: skip
_GAMES: Final = (
    Column("", 15), Column(tr.door_heads.games, 5, True), Column(tr.door_heads.won, 4, True),
    Column(tr.door_heads.lost, 4, True), Column(tr.door_heads.drawn, 5, True),
    Column(tr.door_heads.mean, 5, True), Column(tr.door_heads.fewest_guesses, 23),
)  # fmt: skip


def sheets(front: api.Front) -> tuple[api.Sheet, ...]:
    tally = front.tally
    if not tally:
        return ()
    now = plan(front, False)
    size = "{holes}x{colours}".format(**now.options)
    mode = "solo" if now.options["players"] == 1 else str(now.options["level"])
    others = (other for other in sorted(tally["tables"]) if other != size)
    return (_own(front), *(_games(tally, each, mode) for each in (size, *others)), *_guesses_used(front))


def _own(front: api.Front) -> api.Sheet:
    records = [(kind, record_of(front.tally, front.caller, kind)) for kind in ("solo", "duel", *LEVELS)]
    rows = tuple((kind_name(kind), *_counts(kind, of)) for kind, of in records if of)
    notes = tuple(
        our.plain_streak_longest(kind=kind_name(kind), streak=of['streak'], longest=of['longest'])
        for kind, of in records[:2] if of
    )  # fmt: skip
    return api.Sheet(our.title_your_games(), _MINE, rows, (), notes)


def _guesses_used(front: api.Front) -> tuple[api.Sheet, ...]:
    """Return the caller's games by the guesses that they took, as bars, or nothing before the first one."""
    used = record_of(front.tally, front.caller, USED)
    names = (*(tr.count.guesses(n=score) for score in range(1, NOT_BROKEN)), our.result_not_broken())
    often = [used.get(str(score), 0) for score in range(1, NOT_BROKEN + 1)]
    rows = tuple((name, bar(n, max(often), BAR), f"{n}") for name, n in zip(names, often, strict=True))
    return (api.Sheet(our.title_guesses_used(), _USED, rows),) * bool(used)


def _games(tally: Any, size: str, mode: str) -> api.Sheet:
    rows = tuple(_games_row(each, table_of(tally, size, each)) for each in _MODES)
    holes, _, colours = size.partition("x")
    return api.Sheet(
        our.title_everybodys_games(holes=holes, colours=colours), _GAMES, rows, (_MODES.index(mode),),
        (our.average_explained(),),
    )  # fmt: skip


def _counts(kind: str, of: Mapping[str, Any]) -> tuple[str, str, str]:
    return (f"{of['won']}", f"{of['lost']}", "" if kind == "solo" else f"{of['drawn']}")


def _games_row(mode: str, of: Mapping[str, Any]) -> tuple[str, ...]:
    if not of:
        return (kind_name(mode), *("-" for _ in range(5)), "")
    average = f"{of['guesses'] / of['broken']:.2f}" if of["broken"] else "-"
    ranked = [f"{score} {caller}" for score, caller, _ in of["best"][:2]]
    if len(", ".join(ranked)) > _GAMES[-1].width:
        ranked = ranked[:1]
    best = ", ".join(ranked) or our.no_code_broken_yet()
    return (kind_name(mode), f"{of['games']}", *_counts(mode, of), average, best)


def kind_name(kind: str) -> str:
    """Return a mode in words: "Solo", "All duels", "Albert Einstein"."""
    return MODE_NAMES[kind]() if kind in MODE_NAMES else full_name(kind)
