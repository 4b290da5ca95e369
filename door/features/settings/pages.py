"""Settings of one caller: terminal, speed, bell, motion, password, and channels outside the board.

A new speed applies when the page is left, because at 300 bits a second the page would be too slow to use.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from door.games import game
from door.pages.api import CHECK_PASSWORD, NEW_PASSWORD, Done, Lobby, TrySize, Visit, preferences
from door.pages.lines import FormPage, values
from door.pages.page import PageState, doing, sending
from door.play.api import Remember
from door.ui.blocks import FormRow
from door.ui.commands import Command
from door.ui.screen import Act, Answer, Bell, Effects, Event, Leave, No, Query, Tick, Wake
from door.ui.texts import Sentence, tr
from door.ui.words import commas

VALUES: Final = {
    **game.VALUES,
    "auto": tr.settings.choice_auto,
    "mono": tr.settings.choice_mono,
    "ask": tr.settings.choice_ask,
    "numbers": tr.settings.choice_numbers,
    "numpad": tr.settings.choice_numpad,
    "letters": tr.settings.choice_letters,
}
"""Display texts of values. A value without one is shown as it is."""

LATER: Final = "speed"
PASSWORD: Final = "password"
SIZE: Final = "size"
TRIAL_SECONDS: Final = 15.0
"""Seconds after which a new screen size that nobody keeps is taken back."""

LEAST, LEAST_OF_SYSOPS, LONGEST = 6, 10, 128
"""Characters of a password."""


@dataclass(frozen=True, slots=True)
class SettingsState(PageState):
    """`speed` is the modem speed chosen, or "". `trial` is a screen size that the caller has yet to keep, or
    "". `old` and `new` are the passwords typed so far.
    """

    speed: str = ""
    trial: str = ""
    old: str = ""
    new: str = ""


Next = tuple[SettingsState, Effects]


def saved_choice(lobby: Lobby, key: str) -> str:
    """Return the caller's saved choice, or the default."""
    value, choices = lobby.prefs.get(key, ""), preferences(lobby)[key][1]
    return value if value in choices else choices[0]


class _SettingsPage(FormPage[SettingsState]):
    TITLE = tr.settings.title
    STATE = SettingsState
    FOOT = 3

    def count(self, state: SettingsState) -> str:
        return state.lobby.handle

    def hint(self, state: SettingsState) -> str:
        terminal = state.lobby.terminal
        term = terminal.get("term") or tr.sysop.fact_unknown()
        return tr.settings.your_terminal(term=term, size=terminal.get("size", ""))

    def prompt(self, state: SettingsState) -> str:
        return tr.settings.plain_prompt()

    def choices(self, state: SettingsState) -> tuple[FormRow, ...]:
        rows = [_choice(state.lobby, at, key) for at, key in enumerate(preferences(state.lobby), start=1)]
        told = partial(tr.settings.plain_password, number=len(rows) + 1)
        label, change = tr.settings.label_password(), tr.settings.change_password()
        return (*rows, FormRow(PASSWORD, label, change, told=told, run=self.password))

    def commands(self, state: SettingsState) -> tuple[Command[SettingsState], ...]:
        outside: Command[SettingsState] = Command("outside", "o", tr.keys.outside, doing(Visit("outside")))
        if not state.trial:
            return (outside,)
        keep: Command[SettingsState] = Command("keep", "y", tr.keys.keep_size, self.keep, also=("enter",))
        return (keep, Command("undo", "n", tr.keys.old_size, self.go_back, also=("esc",)), outside)

    # -- a new screen size is kept by a key, because the caller may not be able to read the page

    def keep(self, state: SettingsState) -> Next:
        size = state.trial
        return replace(state, trial="").say(tr.settings.size_kept(size=size)), (Remember(SIZE, size),)

    def go_back(self, state: SettingsState) -> Next:
        return replace(state, trial="").say(tr.settings.size_not_kept()), (TrySize(""),)

    def move(self, state: SettingsState, name: str) -> Next | None:
        moved = super().move(state, name)
        if moved is None or not moved[0].trial:
            return moved
        return moved[0].say(tr.settings.ask_keep_size()), moved[1]

    def changed_line(self, row: FormRow) -> str:
        return tr.settings.setting_changed(key=row.key, value=row.shown(row.value))

    def choose(self, state: SettingsState, key: str, value: str) -> Next:
        state = replace(state, lobby=_with(state.lobby, key, value))
        if key == LATER:
            return replace(state, speed=value).say(tr.settings.speed_applies_later()), ()
        if key == SIZE and value != "auto" and state.lobby.terminal.get("plain") != "on":
            state = replace(state, trial=value).say(tr.settings.ask_keep_size())
            return state, (TrySize(value), Wake(TRIAL_SECONDS, SIZE))
        return replace(state, trial="") if key == SIZE else state, (Remember(key, value),)

    def unknown(self, state: SettingsState, row: FormRow, value: str) -> Next:
        every = values(row.options, row.shown)
        if value:
            return state.refuse(tr.settings.not_one_of_choices(key=row.key, choices=every))
        shown = row.shown(row.value)
        return state.say(tr.settings.plain_setting_is(key=row.key, value=shown, choices=every)), ()

    def on_text(self, state: SettingsState, text: str) -> Next:
        return state.refuse(tr.settings.which_setting(rows=commas(preferences(state.lobby))))

    def leave(self, state: SettingsState) -> Next:
        back = (TrySize(""),) if state.trial else ()
        speed = (Remember(LATER, state.speed),) if state.speed else ()
        return replace(state, trial=""), (*back, *speed, Leave())

    def receive(self, state: SettingsState, reply: Event) -> Next | None:
        match reply:
            case Lobby():
                lobby = _with(_with(reply, LATER, state.speed), SIZE, state.trial)
                return replace(state, lobby=lobby), ()
            case Tick(name) if name == SIZE:
                return self.go_back(state) if state.trial else (state, ())
            case Done() if state.old and not state.new:
                return self._ask_new(state)
            case Done(note):
                return replace(state.say(note), old="", new=""), ()
            case No(why) if state.old:
                return self._wrong(self.password(state), why)
        return None

    # -- a new password: the current one is checked, then the new one is typed twice

    def password(self, state: SettingsState) -> Next:
        return self._ask(replace(state, old="", new=""), tr.settings.ask_current_password(), self.check)

    def check(self, state: SettingsState, text: str) -> Next:
        return replace(state.say(tr.common.one_moment()), old=text), (CHECK_PASSWORD(text),)

    def _ask_new(self, state: SettingsState) -> Next:
        return self._ask(state, tr.settings.ask_new_password(), self.repeat)

    def repeat(self, state: SettingsState, text: str) -> Next:
        least = LEAST_OF_SYSOPS if state.lobby.is_sysop else LEAST
        if len(text) < least:
            return self._wrong(self._ask_new(state), tr.settings.password_too_short(least=least))
        return self._ask(state, tr.settings.repeat_new_password(), partial(self.change, text))

    def change(self, new: str, state: SettingsState, text: str) -> Next:
        if new != text:
            return self._wrong(self._ask_new(state), tr.settings.passwords_differ())
        return replace(state.say(tr.common.one_moment()), new=new), (NEW_PASSWORD((state.old, new)),)

    def _ask(self, state: SettingsState, prompt: str, then: Callable[[SettingsState, str], Next]) -> Next:
        return state.ask(prompt, LONGEST, then, secret=True, gives_up=_keep_password)

    def _wrong(self, asked: Next, why: str) -> Next:
        return replace(asked[0], note=why, wrong=True, notes=asked[0].notes + 1), (Bell(),)


def _keep_password(state: SettingsState) -> Next:
    return replace(state, old="", new="").say(tr.settings.password_unchanged()), ()


def _with(lobby: Lobby, key: str, value: str) -> Lobby:
    """Return the lobby with that choice, unless it is ""."""
    return replace(lobby, prefs={**lobby.prefs, key: value}) if value else lobby


def _value(value: str) -> str:
    return str(VALUES.get(value, value))


def _choice(lobby: Lobby, number: int, key: str) -> FormRow:
    """Return a setting's row. Behind "auto" stands the value in force."""
    label, options = preferences(lobby)[key]
    value = saved_choice(lobby, key)
    in_force = lobby.terminal.get(key, "") if value == "auto" else ""
    aside = f"({_value(in_force)})" if in_force else ""
    told = partial(_choice_line, number, key, label, options, value, in_force)
    return FormRow(key, label(), value, options, _value, aside, told=told)


def _choice_line(
    number: int, key: str, label: Sentence, options: tuple[str, ...], value: str, in_force: str
) -> str:
    """Return the row in plain mode."""
    shown = _value(value)
    if in_force:
        shown = tr.settings.value_in_force(value=shown, in_force=_value(in_force))
    return tr.settings.plain_setting(
        number=number, key=key, label=label, value=shown, choices=values(options, _value)
    )


PAGE: Final = _SettingsPage()


OFF, ON = "off", "on"
FORMS: Final = {"text": tr.outside.form_text, "json": tr.outside.form_json}
ADDRESS_LENGTH: Final = 500
CODE_LENGTH: Final = 6


@dataclass(frozen=True, slots=True)
class Channels:
    """A caller's channels.

    - `feed` is its address, `webhook` and `mail` theirs; "" if it is off. `form` is one of `FORMS`.
    - `waits` is the e-mail address that a code was sent to, or "". `failed`: e-mail has failed since then.
    - `offered`: the rows that the board offers ("feed", "webhook", "mail").
    """

    feed: str = ""
    webhook: str = ""
    form: str = "text"
    mail: str = ""
    waits: str = ""
    offered: tuple[str, ...] = ()
    failed: str = ""


CHANNELS: Final[Query[None, Channels]] = Query("channels")
FEED: Final[Act[bool]] = Act("feed")
"""Turn the feed on, at a new address, or off."""

WEBHOOK: Final[Act[tuple[str, str]]] = Act("webhook")
"""Have that address told, in that form; "" for none."""

MAIL: Final[Act[str]] = Act("mail")
"""Send a code to that e-mail address; "" turns e-mail off."""

CODE: Final[Act[str]] = Act("mail-code")
"""Turn e-mail on with that code."""

_Step = tuple[PageState, Effects]


class _OutsidePage(FormPage[PageState]):
    TITLE = tr.outside.title
    QUERY = CHANNELS
    FOOT = 3

    def hint(self, state: PageState) -> str:
        if not state.found:
            return ""
        return tr.outside.hint() if state.found.offered else tr.outside.nothing_offered()

    def prompt(self, state: PageState) -> str:
        return (tr.outside.plain_prompt_feed if self._has_feed(state) else tr.outside.plain_prompt)()

    def summary(self, state: PageState) -> str:
        return tr.outside.your_feed(address=state.found.feed) if self._has_feed(state) else ""

    def changed_line(self, row: FormRow) -> str:
        return row.told()

    def choices(self, state: PageState) -> tuple[FormRow, ...]:
        own = state.found
        if own is None:
            return ()
        on = {True: tr.outside.value_on(), False: tr.outside.value_off()}
        feed, hook, mail = on[bool(own.feed)], own.webhook or on[False], own.mail or on[False]
        about = tr.outside.about_feed()
        about_mail = tr.outside.mail_fails(since=own.failed) if own.failed else tr.outside.about_mail()
        code = tr.outside.about_code(address=own.waits) if own.waits else about_mail
        rows = {
            "feed": FormRow(
                "feed", tr.outside.label_feed(), ON if own.feed else OFF, (OFF, ON),
                lambda value: on[value == ON], about=about,
                told=partial(tr.outside.plain_feed, value=feed, about=about),
            ),
            "webhook": FormRow(
                "webhook", tr.outside.label_webhook(), hook, about=tr.outside.about_webhook,
                told=partial(tr.outside.plain_webhook, value=hook, about=tr.outside.about_webhook),
                run=self.webhook,
            ),
            "form": FormRow(
                "form", tr.outside.label_form(), own.form, tuple(FORMS), lambda value: FORMS[value](),
                about=tr.outside.about_form,
                told=partial(tr.outside.plain_form, value=FORMS[own.form], about=tr.outside.about_form),
            ),
            "mail": FormRow(
                "mail", tr.outside.label_mail(), mail, about=code,
                told=partial(tr.outside.plain_mail, value=mail, about=code), run=self.mail,
            ),
        }  # fmt: skip
        shown = [*own.offered, *(["form"] if own.webhook and "webhook" in own.offered else [])]
        return tuple(row for key, row in rows.items() if key in shown)

    def commands(self, state: PageState) -> tuple[Command[PageState], ...]:
        return (Command("new", "n", tr.keys.new_address, doing(FEED(True))),) if self._has_feed(state) else ()

    @staticmethod
    def _has_feed(state: PageState) -> bool:
        return bool(state.found and state.found.feed)

    def choose(self, state: PageState, key: str, value: str) -> _Step:
        if key == "feed":
            return state, (FEED(value == ON),)
        return state.say(tr.outside.testing()), (WEBHOOK((state.found.webhook, value)),)

    def webhook(self, state: PageState) -> _Step:
        own = state.found
        return state.ask(
            tr.outside.ask_webhook(), ADDRESS_LENGTH,
            lambda state, text: (state.say(tr.outside.testing()), (WEBHOOK((text.strip(), own.form)),)),
            own.webhook, may_be_empty=True,
        )  # fmt: skip

    def mail(self, state: PageState) -> _Step:
        if state.found.waits:
            return state.ask(
                tr.outside.ask_code(), CODE_LENGTH, sending(CODE), gives_up=doing(MAIL("")),
            )  # fmt: skip
        if state.found.mail:
            return state, (MAIL(""),)
        return state.ask(tr.outside.ask_mail(), ADDRESS_LENGTH, sending(lambda text: MAIL(text.strip())))

    def receive(self, state: PageState, reply: Event) -> _Step | None:
        if not (isinstance(reply, Answer) and isinstance(reply.value, Channels)):
            return None
        waited = state.found.waits if state.found else reply.value.waits
        state = replace(state, found=reply.value)
        if reply.value.waits and not waited:
            at = next(at for at, row in enumerate(self.choices(state)) if row.key == "mail")
            return self.mail(replace(state, at=at))
        return state, ()

    def on_text(self, state: PageState, text: str) -> _Step:
        if rows := [row.key for row in self.choices(state)]:
            return state.refuse(tr.outside.which(rows=commas(rows)))
        if state.found:
            return state.refuse(tr.outside.nothing_offered())
        return state, self.load(state)  # if the board has refused it, its reason comes again


OUTSIDE_PAGE: Final = _OutsidePage()
