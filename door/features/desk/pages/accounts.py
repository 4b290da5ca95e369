"""The board's callers, for the sysop: a list that can be searched, and one account with everything that can
be done to it. Banned handles and addresses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from door.features.desk.asks import ACCOUNT, ACCOUNTS, BANS, AccountFacts, AccountRow, Barred, SysopAct
from door.features.desk.pages.acts import ON_ACCOUNTS, YES
from door.features.letters.pages import mail
from door.pages.api import Done, Lobby, Visit
from door.pages.lists import ListPage, ListState, visiting
from door.pages.page import asking, doing, on_reply
from door.pages.sheets import SheetPage, SheetState
from door.term.canvas import DARK, GREY, YELLOW, style
from door.ui.blocks import Row, Text
from door.ui.commands import Command
from door.ui.screen import Bell, Effects, Event, Leave, No
from door.ui.texts import tr
from door.ui.widgets import Column
from door.ui.words import commas, month_name, ordinal

_Listed = tuple[ListState[AccountRow], Effects]


class _AccountsPage(ListPage[ListState[AccountRow], AccountRow]):
    """The argument is part of a handle."""

    TITLE = tr.sysop.title_callers
    QUERY = ACCOUNTS
    BY_ARG = True
    EMPTY = tr.sysop.no_such_caller
    COLUMNS = (
        Column(tr.heads.handle, 24, grow=1, most=33),
        Column(tr.heads.calls, 7, True),
        Column(tr.heads.level, 5, True),
        Column(tr.heads.last_call, 14),
        Column("", 16, grow=3),
    )

    def count(self, state: ListState[AccountRow]) -> str:
        count = tr.count.callers(n=len(state.rows or ()))
        return tr.sysop.callers_found(callers=count, word=repr(state.arg)) if state.arg else count

    def row(self, state: ListState[AccountRow], one: AccountRow) -> Row:
        last = one.last or tr.people.never_called()
        marks = commas((tr.people.on_node(node=one.online) if one.online else "", one.marks))
        calls = tr.count.calls(n=one.calls)
        said = tr.sysop.plain_caller(handle=one.handle, calls=calls, level=one.level, last=last)
        told = tr.common.full_stop(text=commas((said, marks)))
        return Row((one.handle, one.calls, one.level, last, marks), bool(one.online), told)

    def commands(self, state: ListState[AccountRow]) -> tuple[Command[ListState[AccountRow]], ...]:
        find = asking(tr.sysop.ask_find_callers, 20, self.on_text, may_be_empty=True)
        return (
            Command("open", "enter", tr.keys.open, visiting("sysop-caller", "handle"), on_row=True),
            Command("find", "f", tr.keys.find, find, also=("/",)),
            Command("new", "n", tr.keys.new_caller, doing(Visit("sysop-caller"))),
        )

    def on_text(self, state: ListState[AccountRow], text: str) -> _Listed:
        return self.anew(replace(state, arg=text))


ACCOUNTS_PAGE: Final = _AccountsPage()


TITLE: Final = tr.sysop.title_account
MONTHS: Final = 3
"""Months shown per door."""


@dataclass(frozen=True, slots=True)
class AccountState(SheetState):
    """`arg` is the handle. `doing` names the act that was sent, `handle` the caller's name after it. `gone`:
    only leaving is left.
    """

    doing: str = ""
    handle: str = ""
    gone: bool = False


Next = tuple[AccountState, Effects]


class _AccountPage(SheetPage[AccountState]):
    """The account of the handle in the argument, or without one the questions for a new caller."""

    TITLE = TITLE
    STATE = AccountState
    QUERY = ACCOUNT
    FOOT = 3
    GIVEN_UP = tr.common.nothing_changed

    def load(self, state: AccountState) -> Effects:
        return (ACCOUNT(state.arg),) if state.arg else ()

    def start(self, lobby: Lobby, arg: str) -> Next:
        return (
            super().start(lobby, arg)
            if arg
            else self.ask(AccountState(lobby, sheet=Text(TITLE())), "add", ())
        )

    def sheet(self, state: AccountState) -> Text:
        account: AccountFacts | None = state.found
        if account is None:
            return state.sheet
        note = tr.people.on_node(node=account.online) if account.online else ""
        return Text(f"{TITLE}: {account.handle}", tuple(lines_of(account)), note)

    def commands(self, state: AccountState) -> tuple[Command[AccountState], ...]:
        """Return the acts. A banned caller can't be banned, nor a validated one validated, and one who is
        not validated has no posts."""
        account: AccountFacts | None = state.found
        if account is None or state.gone:
            return ()
        hidden = "ban" if account.banned else "unban", "posts" if account.unvalidated else "validate"
        return tuple(
            Command(name, act.key, act.label, partial(self.begin, name), menu=True)
            for name, act in ON_ACCOUNTS.items()
            if act.label and act.key and name not in hidden
        )

    def begin(self, name: str, state: AccountState) -> Next:
        return self.ask(state, name, ())

    def ask(self, state: AccountState, name: str, answers: tuple[str, ...]) -> Next:
        """Ask the next question of an act, or do it."""
        act, ended = ON_ACCOUNTS[name], bool(answers) and not answers[-1]
        if not ended and len(answers) < len(act.questions):
            asked = act.questions[len(answers)]
            then = partial(self.take_answer, name, answers)
            return state.ask(
                asked.prompt(who=state.arg), asked.limit, then, secret=asked.secret,
                may_be_empty=asked.may_be_empty, gives_up=None if state.found else self.leave,
            )  # fmt: skip
        if act.sure and answers[-1] != YES:
            return state.say(tr.common.nothing_changed()), ()
        if len(answers) > 1 and act.secret and not ended and answers[-1] != answers[-2]:
            return state.refuse(tr.sysop.passwords_differ())
        about, text, *_ = (*answers, "") if name == "add" else (state.arg, *answers, "")
        handle = answers[0] if name in ("rename", "add") else state.arg
        state = replace(state.say(tr.common.one_moment()), doing=name, handle=handle)
        return state, (SysopAct(name, about, text),)

    def take_answer(self, name: str, answers: tuple[str, ...], state: AccountState, text: str) -> Next:
        return self.ask(state, name, (*answers, text))

    def receive(self, state: AccountState, reply: Event) -> Next | None:
        match reply:
            case Done(note) if state.doing == "remove":
                return replace(state.say(note), gone=True), ()
            case Done() if state.doing:
                return on_reply(self, replace(state, arg=state.handle, doing=""), reply)
            case No(why):
                gone = state.found is None and not state.doing
                return replace(state.say(why, wrong=True), gone=gone, doing=""), (Bell(),)
        return super().receive(state, reply)

    def move(self, state: AccountState, name: str) -> Next | None:
        return (state, (Leave(),)) if state.gone else super().move(state, name)


def lines_of(account: AccountFacts) -> Iterator[tuple[str, int]]:
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


ACCOUNT_PAGE: Final = _AccountPage()


_Barred = tuple[ListState[Barred], Effects]


class _BansPage(ListPage[ListState[Barred], Barred]):
    QUERY = BANS
    TITLE = tr.sysop.title_bans
    EMPTY = tr.sysop.no_bans
    GIVEN_UP = tr.common.nothing_changed
    COLUMNS = (
        Column(tr.heads.address_or_handle, 24, grow=1, most=43),
        Column(tr.heads.reason_or_length, 40, grow=1),
    )

    def count(self, state: ListState[Barred]) -> str:
        return tr.sysop.bans_count(count=len(state.rows or ()))

    def about(self, state: ListState[Barred]) -> str:
        one = state.marked_row
        if one.since:
            return tr.sysop.banned_since(name=one.name, day=one.since, told=one.details)
        return tr.sysop.banned_told(name=one.name, told=one.details)

    def row(self, state: ListState[Barred], one: Barred) -> Row:
        about = self.about(ListState(state.lobby, rows=(one,)))
        return Row((one.name, one.details), told=tr.common.full_stop(text=about))

    def commands(self, state: ListState[Barred]) -> tuple[Command[ListState[Barred]], ...]:
        return (
            Command("lift", "enter", tr.keys.lift, self.lift, on_row=True),
            Command(
                "ban", "a", tr.keys.ban_an_address, asking(tr.sysop.ask_ban_address, 60, self.ban_address)
            ),
        )

    def lift(self, state: ListState[Barred]) -> _Barred:
        one = state.marked_row
        return state.ask(tr.sysop.confirm_lift_ban(name=one.name), 1, doing(one.lift))

    def ban_address(self, state: ListState[Barred], text: str) -> _Barred:
        address, _, days = text.partition(" ")
        return state, (SysopAct("keep-out", address, days.strip()),)


BANS_PAGE: Final = _BansPage()


class _LettersPage(mail.MailPage):
    def more(self, state: mail.State) -> tuple[Command[mail.State], ...]:
        if not any(map(mail.waits, (state.marked_row,) if state.reads else state.rows or ())):
            return ()
        return (Command("validate", "v", tr.keys.validate, self.validate, on_row=True),)

    def validate(self, state: mail.State) -> mail.Next:
        """Validate the new caller whom the marked letter is about."""
        if not mail.waits(state.marked_row):
            return state.refuse(tr.mail.select_waiting_caller())
        return state, (SysopAct("validate", state.marked_row.handle),)


LETTERS_PAGE: Final = _LettersPage(tr.mail.title_sysop, sysops=True)
