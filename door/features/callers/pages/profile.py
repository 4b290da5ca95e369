"""A caller's own page: calls, games and places at each door, SSH keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from door.features.replays.pages import MINE
from door.features.tables.pages.ladder import own_rating
from door.pages.api import ADD_KEY, DROP_KEY, IGNORE, PROFILE, CallerProfile, DoorPast, Visit
from door.pages.page import asking, doing, sending
from door.pages.sheets import SheetPage, SheetState
from door.play.books import streak_sums
from door.play.next_thing import PuzzleTally
from door.records.ledger.closed_months import Own
from door.term.canvas import DARK, GREY, WHITE, YELLOW, style
from door.ui import look
from door.ui.blocks import WIDTH, Styled, Text, Told, sentence
from door.ui.commands import Command
from door.ui.screen import Effects
from door.ui.texts import tr
from door.ui.words import commas, hundredths, month_name, ordinal

TITLE: Final = tr.profile.title
KEY_LIMIT: Final = 4000
HANDLE: Final = 32
"""Characters of a handle."""

LONGEST: Final = 12
"""Characters of the longest bar."""

SIDE: Final = 30
"""Columns beside the doors on a wide screen."""


State = SheetState
Next = tuple[State, Effects]

# -- the page -------------------------------------------------------------------------------


def sheet(title: str, profile: CallerProfile, guest: bool = False, own: bool = False) -> Text:
    """Return the whole page. A wide screen has the doors beside the rest."""
    doors = [line for past in profile.doors for line in (("", 0), *_door(past))]
    narrow = [*_calls(profile, guest), *((text, style(GREY)) for text in streak_sums(profile.runs))]
    narrow += doors
    side = [
        line
        for text in (*_facts(profile, guest), profile.calling, *streak_sums(profile.runs))
        for line in sentence(text, style(GREY), width=SIDE)
    ]
    if own:
        narrow += _own(profile, WIDTH)
        side += _own(profile, SIDE)
    return Text(title, tuple(narrow), wide=(tuple(doors[1:]), tuple(side)))


def _own(profile: CallerProfile, width: int) -> list[Styled]:
    """Return what only the caller sees: SSH keys and ignored callers."""
    ink = style(WHITE)
    keys = (f"{at:>3}. {name}" for at, (name, _) in enumerate(profile.keys, start=1))
    named = [line for key in keys for line in sentence(key, ink, width=width)]
    none = sentence(tr.profile.no_ssh_keys(), ink, 5, width)
    ignored = sentence(commas(profile.ignored) or tr.profile.nobody_ignored(), ink, 5, width)
    heads = [(text(), style(YELLOW)) for text in (tr.profile.section_ssh_keys, tr.profile.section_ignored)]
    return [("", 0), heads[0], *(named or none), ("", 0), heads[1], *ignored]


def _facts(profile: CallerProfile, guest: bool) -> list[str]:
    """Return how long and how often the caller has been calling."""
    if guest:
        return [tr.profile.you_are_guest()]
    told: list[str] = [tr.profile.calls(calls=profile.calls)]
    told += [tr.profile.first_call(when=profile.since)] if profile.since else []
    return told + ([tr.profile.last_call(when=profile.last_call)] if profile.last_call else [])


def _calls(profile: CallerProfile, guest: bool) -> list[Styled]:
    """Return the facts in one line, and since when the caller has been calling."""
    told = _facts(profile, guest)
    line = Told("    ".join(told), style(GREY), commas(told))
    return [line, *([(profile.calling, style(GREY))] if profile.calling else [])]


def _door(past: DoorPast) -> list[Styled]:
    told = past.history
    rated = (own_rating(past.ladder),) if past.ladder else ()
    puzzles = (_puzzles(past.puzzles),) if past.puzzles.tried else ()
    facts = ((text, GREY) for text in (*rated, *streak_sums(told.runs), *puzzles))
    badges = ((badge.line(), YELLOW) for badge in told.badges)
    more = [line for text, ink in (*facts, *badges) for line in sentence(text, style(ink), 5)]
    if not told.games:
        return [
            (past.name, style(past.accent)),
            *(more or [(f"     {tr.profile.no_game_finished}", style(DARK))]),
        ]
    games = tr.profile.games_and_best(games=tr.count.games(n=told.games), best=told.best)
    head = Told(f"{past.name:<30}  {games}", style(past.accent), f"{past.name}: {games}")
    return [head, *more, *map(_month, told.months), *_luck(told.months)]


def _puzzles(of: PuzzleTally) -> str:
    if of.streak > 1:
        days = tr.count.days(n=of.streak)
        return tr.profile.puzzles_solved_running(solved=of.solved, tried=of.tried, days=days)
    return tr.profile.puzzles_solved(solved=of.solved, tried=of.tried)


def _month(of: Own) -> Styled:
    """Return a line with a month's score at a door."""
    name, place = month_name(of.month), ordinal(of.place)
    games = tr.count.games(n=of.games)
    text = tr.profile.month_line(
        month=f"{name:<16}", score=f"{of.score:>9}", games=f"{games:>10}", place=place
    )
    told = tr.profile.plain_month(month=name, score=of.score, games=games, place=place)
    return Told(f"     {text}", style(look.medal(of.place)), told)


def _luck(months: Sequence[Own]) -> list[Styled]:
    """Return the average luck and choices per game, month by month, with choices drawn as bars."""
    known = [month for month in months if month.luck.games]
    most = max((month.luck.cost / month.luck.games for month in known), default=0)
    rows: list[Styled] = []
    for month in known:
        made, name = month.luck, month_name(month.month)
        lucky = hundredths(made.luck / made.games / 100, "+")
        lost = hundredths(-made.cost / made.games / 100)
        bar = "▄" * round(LONGEST * made.cost / made.games / most) if most else ""
        text = tr.profile.luck_and_choices(month=f"{name:<16}", luck=f"{lucky:>8}", choices=f"{lost:>8}")
        told = tr.profile.plain_luck_and_choices(month=name, luck=lucky, choices=lost)
        rows.append(Told(f"     {text}  {bar}".rstrip(), style(DARK), told))
    return [*rows, Told(f"     {tr.profile.bars_explained}", style(DARK), "")] if most else rows


class _ProfilePage(SheetPage[State]):
    TITLE = TITLE
    QUERY = PROFILE
    BY_ARG = True
    FRESH = False
    FOOT = 3

    def sheet(self, state: State) -> Text:
        found, guest = state.found, state.lobby.guest
        return sheet(f"{TITLE}: {found.handle}", found, guest, own=not guest)

    def commands(self, state: State) -> tuple[Command[State], ...]:
        if state.lobby.guest:
            return ()
        return (
            Command("replays", "r", tr.keys.replays, doing(Visit("replays", MINE))),
            Command("add", "k", tr.keys.add_key, asking(tr.profile.ask_ssh_key, KEY_LIMIT, sending(ADD_KEY))),
            Command("remove", "d", tr.keys.remove_key, self.remove),
            Command("ignore", "i", tr.keys.ignore, asking(tr.profile.ask_ignore, HANDLE, sending(IGNORE))),
        )

    def remove(self, state: State) -> Next:
        if not state.found or not state.found.keys:
            return state.refuse(tr.profile.no_key_to_remove())
        return state.ask(tr.profile.ask_key_to_remove(), 3, self.remove_key)

    def remove_key(self, state: State, text: str) -> Next:
        keys = state.found.keys
        if not (text.isdecimal() and 0 < int(text) <= len(keys)):
            return state.refuse(tr.profile.no_such_key(number=text))
        return state, (DROP_KEY(keys[int(text) - 1][1]),)


PAGE: Final = _ProfilePage()
