"""One caller, for the sysop: all that is kept of them, and everything that can be done to them.

Each way of changing the account is a row of `DOINGS`: its questions are asked one after the
other, and the answers go to the session as one act.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from door.board.api import Denied, Done, Lobby
from door.board.sysop.effects import (
    Account,
    AccountAct,
    AddCaller,
    BanHandle,
    ChangeKeys,
    GrantTurns,
    RemoveCaller,
    RenameCaller,
    SetLevel,
    SetPassword,
    SetSysop,
    ShowAccount,
    UnbanHandle,
    ValidateCaller,
)
from door.board.widgets import pager, pager_input
from door.term.canvas import DARK, GREY, YELLOW, Canvas, style
from door.term.keys import Key, Line
from door.ui.screen import Bell, Effects, Event, Leave, Speech, View
from door.ui.texts import Sentence, tr
from door.ui.widgets import Hint, keys_line
from door.ui.words import commas, month_name, no_choice, ordinal

TITLE: Final = tr.sysop.title_account
YES: Final = "YES"
FOOT: Final = pager_input.FOOT + 1
ABOVE: Final = 4
"""The ways stand in two rows: that many above what is typed, the others on the last."""

MONTHS: Final = 3
"""Months of each door that are shown."""


@dataclass(frozen=True, slots=True)
class Question:
    """A line that is asked for; {who} is the caller, {doors} the doors' short names.  Where an
    empty answer is one, it ends the questions: nothing more is asked."""

    prompt: Sentence
    limit: int
    secret: bool = False
    may_be_empty: bool = False


@dataclass(frozen=True, slots=True)
class Doing:
    """A way of changing the account: its label, the act, and its questions.  `sure` ones are only
    done where the last answer is YES."""

    label: Sentence
    act: type[AccountAct]
    questions: tuple[Question, ...]
    sure: bool = False


PASSWORD: Final = (
    Question(tr.sysop.ask_new_password, 128, secret=True, may_be_empty=True),
    Question(tr.sysop.repeat_new_password, 128, secret=True),
)
NEW: Final = Doing(tr.keys.new_caller, AddCaller, (Question(tr.sysop.ask_new_caller, 20), *PASSWORD))
DOINGS: Final[dict[str, Doing]] = {
    "v": Doing(tr.keys.validate, ValidateCaller, ()),
    "t": Doing(tr.sysop.act_turns, GrantTurns, (Question(tr.sysop.ask_grant_turns, 30),)),
    "l": Doing(tr.sysop.act_level, SetLevel, (Question(tr.sysop.ask_access_level, 4),)),
    "p": Doing(tr.sysop.act_password, SetPassword, PASSWORD),
    "k": Doing(
        tr.sysop.fact_ssh_keys,
        ChangeKeys,
        (Question(tr.sysop.ask_public_key, 4000),),
    ),
    "r": Doing(tr.sysop.act_rename, RenameCaller, (Question(tr.sysop.ask_rename, 20),)),
    "b": Doing(tr.sysop.act_ban, BanHandle, (Question(tr.sysop.ask_account_ban_reason, 120),)),
    "u": Doing(tr.sysop.act_unban, UnbanHandle, ()),
    "o": Doing(tr.sysop.act_sysop, SetSysop, (Question(tr.sysop.confirm_make_sysop, 3),)),
    "d": Doing(
        tr.keys.remove,
        RemoveCaller,
        (Question(tr.sysop.confirm_remove_caller, 3),),
        sure=True,
    ),
}


WAYS: Final = tuple(Hint(key, doing.label) for key, doing in DOINGS.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class State(pager_input.State):
    """`account` is None until it was looked up; `doing` is what is being asked about, with the
    `answers` so far.  `gone` says that there is nothing more to be done here."""

    handle: str
    account: Account | None = None
    doing: Doing | None = None
    answers: tuple[str, ...] = ()
    gone: bool = False


Next = tuple[State, Effects]


def start(lobby: Lobby, arg: str) -> Next:
    """The caller of the handle `arg`; with none, a new one."""
    state = State.titled(TITLE(), (pager.BACK,), handle=arg)
    return (state, _look(arg)) if arg else (_ask(replace(state, doing=NEW)), ())


def _look(handle: str) -> Effects:
    return (ShowAccount(handle),)


def update(state: State, event: Event) -> Next:
    match event:
        case Account() as account:
            return _shown(state, account), ()
        case Done(note):
            return _done(state, note)
        case Denied(note):
            gone = state.account is None and state.doing is None
            return state.said(note, wrong=True, gone=gone, doing=None), (Bell(),)
        case Key() | Line() if state.entry and state.doing:
            return _typed(state, state.entry, state.doing, event)
        case Key() | Line() if state.gone:
            return state, (Leave(),)
        case Key(name) if name.lower() in available(state):
            return _begin(state, DOINGS[name.lower()])
        case Line(text) if text.strip().lower() in available(state):
            return _begin(state, DOINGS[text.strip().lower()])
        case Line(text) if text.strip().lower() not in ("", "q"):
            return state.said(no_choice(text.strip()), wrong=True), ()
    return state.turned(event)


def available(state: State) -> tuple[str, ...]:
    """The keys that mean something now: nobody is banned, or validated, twice."""
    if state.account is None or state.gone:
        return ()
    hidden = ("b" if state.account.banned else "u", *(() if state.account.unvalidated else ("v",)))
    return tuple(key for key in DOINGS if key not in hidden)


def _hints(state: State) -> tuple[Hint, ...]:
    return tuple(hint for hint in WAYS if hint.key in available(state))


def _shown(state: State, account: Account) -> State:
    state = replace(state, account=account, handle=account.handle)
    keys = (*_hints(state)[ABOVE:], pager.BACK)
    note = tr.people.on_node(node=account.online) if account.online else ""
    sheet = pager.Pager(
        f"{TITLE}: {account.handle}", tuple(lines_of(account)), note, keys, state.sheet.top, FOOT
    )
    return replace(state, sheet=sheet)


# -- asking and doing --------------------------------------------------------------------------


def _begin(state: State, doing: Doing) -> Next:
    return _ask_or_do(replace(state, doing=doing, answers=()))


def _ask(state: State) -> State:
    """With the next question open."""
    assert state.doing is not None
    question = state.doing.questions[len(state.answers)]
    prompt = question.prompt(who=state.handle)
    return state.asking(prompt, question.limit, secret=question.secret)


def _typed(state: State, open: pager_input.Entry, doing: Doing, event: Key | Line) -> Next:
    text = state.typed(open, event)
    if isinstance(text, tuple):
        return text
    question = doing.questions[len(state.answers)]
    given_up = isinstance(event, Key) and event.name != "enter"
    if given_up or not (text or question.may_be_empty):
        state = state.said(tr.common.nothing_changed(), doing=None, answers=())
        return state, () if state.account else (Leave(),)
    if question.secret and isinstance(event, Line):
        text = event.text
    state = replace(state, answers=(*state.answers, text))
    return _ask_or_do(state, ended=not text)


def _ask_or_do(state: State, ended: bool = False) -> Next:
    doing, answers = state.doing, state.answers
    assert doing is not None
    if not ended and len(answers) < len(doing.questions):
        return _ask(state), ()
    if doing.sure and answers[-1] != YES:
        return state.said(tr.common.nothing_changed(), doing=None), ()
    if len(answers) > 1 and doing.questions[-1].secret and not ended and answers[-1] != answers[-2]:
        return state.said(tr.sysop.passwords_differ(), wrong=True, doing=None), (Bell(),)
    about = answers[0] if doing is NEW else state.handle
    text = answers[1] if doing is NEW else answers[0] if answers else ""
    return state.said(tr.common.one_moment()), (doing.act(about, text),)


def _done(state: State, note: str) -> Next:
    """Carried out: what is shown is looked up again."""
    doing, answers = state.doing, state.answers
    state = state.said(note, doing=None, answers=())
    if doing is not None and doing.act is RemoveCaller:
        return replace(state, gone=True), ()
    if doing is not None and answers and doing.act in (RenameCaller, AddCaller):
        state = replace(state, handle=answers[0])
    return state, _look(state.handle)


# -- screen ----------------------------------------------------------------------------------


def lines_of(account: Account) -> Iterator[tuple[str, int]]:
    """The facts, then the doors with the last months."""
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
    """All of it at first, and what can be done; then only the sentence."""
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
