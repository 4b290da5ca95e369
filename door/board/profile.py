"""A caller's own page: calls, games and places at each door, SSH keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from door.board.api import ADD_KEY, DROP_KEY, IGNORE, PROFILE, Done, DoorPast, Lobby, Profile, Visit
from door.board.replays.replays import MINE
from door.board.tables.ladder import own_rating
from door.board.widgets import look, pager, pager_input
from door.midend.books import streak_sums
from door.midend.replay import Tally
from door.records.ledger.standings import Month
from door.term.canvas import DARK, GREY, WHITE, YELLOW, style
from door.term.keys import Key, Line
from door.ui.screen import Answer, Bell, Effects, Event, No, Speech
from door.ui.texts import tr
from door.ui.widgets import Hint
from door.ui.words import commas, hundredths, month_name, ordinal

TITLE: Final = tr.profile.title
KEYS: Final = (
    Hint("r", tr.keys.replays),
    Hint("k", tr.keys.add_key),
    Hint("d", tr.keys.remove),
    Hint("i", tr.keys.ignore),
    *pager.READ,
)
KEY_LIMIT: Final = 4000
HANDLE: Final = 32
"""Characters of a handle."""

LONGEST: Final = 12
PROMPT: Final = tr.profile.plain_prompt


@dataclass(frozen=True, slots=True, kw_only=True)
class State(pager_input.State):
    """`open` is the purpose of the line being typed."""

    lobby: Lobby
    profile: Profile | None = None
    open: Literal["", "add", "drop", "ignore"] = ""


Next = tuple[State, Effects]


def start(lobby: Lobby, arg: str) -> Next:
    return State.titled(TITLE(), _keys(lobby.guest), lobby=lobby), (PROFILE(""),)


def _keys(guest: bool) -> tuple[Hint, ...]:
    return pager.READ if guest else KEYS


# -- the page -------------------------------------------------------------------------------


def lines_of(profile: Profile, guest: bool) -> list[pager.Styled]:
    """Return a caller's public lines."""
    lines = [*_calls(profile, guest), *((text, style(GREY)) for text in streak_sums(profile.runs))]
    for past in profile.doors:
        lines += [("", 0), *_door(past)]
    return lines


def sheet(profile: Profile, guest: bool) -> pager.Pager:
    """Return the whole page."""
    lines = lines_of(profile, guest)
    if not guest:
        lines += [("", 0), (tr.profile.section_ssh_keys(), style(YELLOW))]
        named = [f"{at:>3}. {name}" for at, (name, _) in enumerate(profile.keys, start=1)]
        lines += [(text, style(WHITE)) for text in named or [tr.profile.no_ssh_keys()]]
        lines += [("", 0), (tr.profile.section_ignored(), style(YELLOW))]
        lines += pager.sentence(
            commas(profile.ignored) or tr.profile.nobody_ignored(), style(WHITE), indent=5
        )
    return pager.Pager(f"{TITLE}: {profile.handle}", tuple(lines), keys=_keys(guest), foot=pager_input.FOOT)


def _calls(profile: Profile, guest: bool) -> list[pager.Styled]:
    if guest:
        return [(tr.profile.you_are_guest(), style(GREY))]
    told = [
        tr.profile.calls(calls=profile.calls),
        tr.profile.first_call(when=profile.since) if profile.since else "",
    ]
    told.append(tr.profile.last_call(when=profile.last_call) if profile.last_call else "")
    line = pager.Told("    ".join(filter(None, told)), style(GREY), commas(told))
    return [line, *([(profile.calling, style(GREY))] if profile.calling else [])]


def _door(past: DoorPast) -> list[pager.Styled]:
    told = past.history
    rated = (own_rating(past.ladder),) if past.ladder else ()
    puzzles = (_puzzles(past.puzzles),) if past.puzzles.tried else ()
    more = [(f"     {text}", style(GREY)) for text in (*rated, *streak_sums(told.runs), *puzzles)]
    more += [(f"     {badge.line()}", style(YELLOW)) for badge in told.badges]
    if not told.games:
        return [
            (past.name, style(past.accent)),
            *(more or [(f"     {tr.profile.no_game_finished}", style(DARK))]),
        ]
    games = tr.profile.games_and_best(games=tr.count.games(n=told.games), best=told.best)
    head = pager.Told(f"{past.name:<30}  {games}", style(past.accent), f"{past.name}: {games}")
    return [head, *more, *map(_month, told.months), *_luck(told.months)]


def _puzzles(of: Tally) -> str:
    if of.streak > 1:
        days = tr.count.days(n=of.streak)
        return tr.profile.puzzles_solved_running(solved=of.solved, tried=of.tried, days=days)
    return tr.profile.puzzles_solved(solved=of.solved, tried=of.tried)


def _month(of: Month) -> pager.Styled:
    """Return a line with a month's score at a door."""
    name, place = month_name(of.month), ordinal(of.place)
    games = tr.count.games(n=of.games)
    text = tr.profile.month_line(
        month=f"{name:<16}", score=f"{of.score:>9}", games=f"{games:>10}", place=place
    )
    told = tr.profile.plain_month(month=name, score=of.score, games=games, place=place)
    return pager.Told(f"     {text}", style(look.medal(of.place)), told)


def _luck(months: Sequence[Month]) -> list[pager.Styled]:
    """Return the average luck and choices per game, month by month, with choices drawn as bars."""
    known = [month for month in months if month.luck.games]
    most = max((month.luck.cost / month.luck.games for month in known), default=0)
    rows: list[pager.Styled] = []
    for month in known:
        made, name = month.luck, month_name(month.month)
        lucky = hundredths(made.luck / made.games / 100, "+")
        lost = hundredths(-made.cost / made.games / 100)
        bar = "▄" * round(LONGEST * made.cost / made.games / most) if most else ""
        text = tr.profile.luck_and_choices(month=f"{name:<16}", luck=f"{lucky:>8}", choices=f"{lost:>8}")
        told = tr.profile.plain_luck_and_choices(month=name, luck=lucky, choices=lost)
        rows.append(pager.Told(f"     {text}  {bar}".rstrip(), style(DARK), told))
    return [*rows, pager.Told(f"     {tr.profile.bars_explained}", style(DARK), "")] if most else rows


# -- input ----------------------------------------------------------------------------------


def update(state: State, event: Event) -> Next:
    match event:
        case Answer(_, Profile() as profile):
            fresh = replace(sheet(profile, state.lobby.guest), top=state.sheet.top)
            return replace(state, sheet=fresh, profile=profile), ()
        case Done(note):
            return state.said(note), (PROFILE(""),)
        case No(note):
            return state.said(note, wrong=True), ()
        case Key() | Line() if state.entry:
            return _typed(state, state.entry, event)
        case Key("k" | "K") | Line("k" | "K" | "add") if not state.lobby.guest:
            return state.asking(tr.profile.ask_ssh_key(), KEY_LIMIT, open="add"), ()
        case Key("r" | "R") | Line("r" | "R" | "replays") if not state.lobby.guest:
            return state, (Visit("replays", MINE),)
        case Key("d" | "D") | Line("d" | "D" | "remove") if not state.lobby.guest:
            return _remove(state)
        case Key("i" | "I") | Line("i" | "I" | "ignore") if not state.lobby.guest:
            return state.asking(tr.profile.ask_ignore(), HANDLE, open="ignore"), ()
    return state.turned(event)


def _remove(state: State) -> Next:
    if state.profile is None or not state.profile.keys:
        return state.said(tr.profile.no_key_to_remove(), wrong=True), (Bell(),)
    return state.asking(tr.profile.ask_key_to_remove(), 3, open="drop"), ()


def _typed(state: State, open: pager_input.Entry, event: Key | Line) -> Next:
    text = state.typed(open, event)
    if isinstance(text, tuple):
        return text
    if not text or state.profile is None:
        return state.said(""), ()
    waiting = state.said(tr.common.one_moment())
    if state.open != "drop":
        return waiting, (ADD_KEY(text) if state.open == "add" else IGNORE(text),)
    keys = state.profile.keys
    if not (text.isdecimal() and 0 < int(text) <= len(keys)):
        return state.said(tr.profile.no_such_key(number=text), wrong=True), (Bell(),)
    return waiting, (DROP_KEY(keys[int(text) - 1][1]),)


draw: Final = pager_input.draw


def tell(before: State | None, after: State) -> Speech:
    if not after.sheet.lines:
        return Speech()
    prompt = tr.common.plain_prompt_go_back() if after.lobby.guest else PROMPT()
    return pager_input.tell(before, after, prompt)
