"""One caller, for the sysop: the account, and everything that can be done to it.

Its questions are asked in turn, and the answers go to the session as one act.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from door.board.api import Done, Lobby
from door.board.sysop.acts import ON_ACCOUNTS, YES
from door.board.sysop.effects import ACCOUNT, Account, SysopAct
from door.board.widgets import pager, pager_input
from door.term.canvas import DARK, GREY, YELLOW, Canvas, style
from door.term.keys import Key, Line
from door.ui.screen import Answer, Bell, Effects, Event, Leave, No, Speech, View
from door.ui.texts import tr
from door.ui.widgets import Hint, keys_line
from door.ui.words import commas, month_name, no_choice, ordinal

TITLE: Final = tr.sysop.title_account
FOOT: Final = pager_input.FOOT + 1
ABOVE: Final = 4
"""Hints above the open line. The others are in the last row."""

MONTHS: Final = 3
"""Months shown per door."""


KEYS: Final = {act.key: name for name, act in ON_ACCOUNTS.items() if act.key}


@dataclass(frozen=True, slots=True, kw_only=True)
class State(pager_input.State):
    """`doing` names the act being asked about, with the `answers` so far. `gone`: only leaving is left."""

    handle: str
    account: Account | None = None
    doing: str = ""
    answers: tuple[str, ...] = ()
    gone: bool = False


Next = tuple[State, Effects]


def start(lobby: Lobby, arg: str) -> Next:
    """Open the account of the handle `arg`, or ask for a new caller's."""
    state = State.titled(TITLE(), (pager.BACK,), handle=arg)
    return (state, _look(arg)) if arg else (_ask(replace(state, doing="add")), ())


def _look(handle: str) -> Effects:
    return (ACCOUNT(handle),)


def update(state: State, event: Event) -> Next:
    match event:
        case Answer(_, Account() as account):
            return _shown(state, account), ()
        case Done(note):
            return _done(state, note)
        case No(note):
            gone = state.account is None and not state.doing
            return state.said(note, wrong=True, gone=gone, doing=""), (Bell(),)
        case Key() | Line() if state.entry and state.doing:
            return _typed(state, state.entry, event)
        case Key() | Line() if state.gone:
            return state, (Leave(),)
        case Key(name) if name.lower() in available(state):
            return _begin(state, KEYS[name.lower()])
        case Line(text) if text.strip().lower() in available(state):
            return _begin(state, KEYS[text.strip().lower()])
        case Line(text) if text.strip().lower() not in ("", "q"):
            return state.said(no_choice(text.strip()), wrong=True), ()
    return state.turned(event)


def available(state: State) -> tuple[str, ...]:
    """Return the keys that work now. A banned caller can't be banned, nor a validated one validated."""
    if state.account is None or state.gone:
        return ()
    hidden = ("b" if state.account.banned else "u", *(() if state.account.unvalidated else ("v",)))
    return tuple(key for key in KEYS if key not in hidden)


def _hints(state: State) -> tuple[Hint, ...]:
    acts = (ON_ACCOUNTS[KEYS[key]] for key in available(state))
    return tuple(Hint(act.key, act.label) for act in acts if act.label)


def _shown(state: State, account: Account) -> State:
    state = replace(state, account=account, handle=account.handle)
    keys = (*_hints(state)[ABOVE:], pager.BACK)
    note = tr.people.on_node(node=account.online) if account.online else ""
    sheet = pager.Pager(
        f"{TITLE}: {account.handle}", tuple(lines_of(account)), note, keys, state.sheet.top, FOOT
    )
    return replace(state, sheet=sheet)


# -- asking and doing --------------------------------------------------------------------------


def _begin(state: State, doing: str) -> Next:
    return _ask_or_do(replace(state, doing=doing, answers=()))


def _ask(state: State) -> State:
    """Open the next question."""
    question = ON_ACCOUNTS[state.doing].questions[len(state.answers)]
    return state.asking(question.prompt(who=state.handle), question.limit, secret=question.secret)


def _typed(state: State, open: pager_input.Entry, event: Key | Line) -> Next:
    text = state.typed(open, event)
    if isinstance(text, tuple):
        return text
    question = ON_ACCOUNTS[state.doing].questions[len(state.answers)]
    given_up = isinstance(event, Key) and event.name != "enter"
    if given_up or not (text or question.may_be_empty):
        state = state.said(tr.common.nothing_changed(), doing="", answers=())
        return state, () if state.account else (Leave(),)
    if question.secret and isinstance(event, Line):
        text = event.text
    state = replace(state, answers=(*state.answers, text))
    return _ask_or_do(state, ended=not text)


def _ask_or_do(state: State, ended: bool = False) -> Next:
    act, answers = ON_ACCOUNTS[state.doing], state.answers
    if not ended and len(answers) < len(act.questions):
        return _ask(state), ()
    if act.sure and answers[-1] != YES:
        return state.said(tr.common.nothing_changed(), doing=""), ()
    if len(answers) > 1 and act.secret and not ended and answers[-1] != answers[-2]:
        return state.said(tr.sysop.passwords_differ(), wrong=True, doing=""), (Bell(),)
    about, text, *_ = (*answers, "") if state.doing == "add" else (state.handle, *answers, "")
    return state.said(tr.common.one_moment()), (SysopAct(state.doing, about, text),)


def _done(state: State, note: str) -> Next:
    """Show the result, and load the account again."""
    doing, answers = state.doing, state.answers
    state = state.said(note, doing="", answers=())
    if doing == "remove":
        return replace(state, gone=True), ()
    if doing in ("rename", "add"):
        state = replace(state, handle=answers[0])
    return state, _look(state.handle)


# -- screen ----------------------------------------------------------------------------------


def lines_of(account: Account) -> Iterator[tuple[str, int]]:
    """Return the facts, then each door with its last months."""
    for name, value in account.facts:
        yield f"{name + ':':<12}{value}", style(GREY)
    for at, key in enumerate(account.keys, start=1):
        yield f"{at:>2}. {key}", style(GREY)
    yield "", 0
    for slug, name, past in account.doors:
        games = (
            tr.sysop.account_games(games=tr.count.games(n=past.games), best=past.best)
            if past.games
            else tr.sysop.account_no_game()
        )
        yield f"{name} ({slug}): {games}", style(YELLOW if past.games else DARK)
        for month in past.months[:MONTHS]:
            told = tr.sysop.account_month(
                month=month_name(month.month),
                score=month.score,
                games=month.games,
                place=ordinal(month.place),
            )
            yield f"     {told}", style(GREY)


def draw(state: State, view: View) -> Canvas:
    canvas = pager_input.draw(state, view)
    if not state.entry:
        keys_line(canvas, _hints(state)[:ABOVE], y=canvas.rows - FOOT)
    return canvas


def tell(before: State | None, after: State) -> Speech:
    """Say the account and the acts at first, after that only the sentence."""
    if after.account is None and not after.note and not after.entry:
        return Speech()
    lines: list[str] = []
    if after.account and (before is None or before.account is None):
        lines += pager.tell(None, after.sheet).lines
        lines.append(
            tr.common.full_stop(text=commas(f"{hint.key.upper()} {hint.text}" for hint in _hints(after)))
        )
    prompt = tr.common.plain_prompt_letter() if available(after) else tr.common.plain_prompt_go_back()
    return pager_input.told(lines, before, after, prompt)
