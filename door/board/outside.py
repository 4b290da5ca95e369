"""A caller's channels outside the board: a feed, a webhook and e-mail."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from door.board.widgets.blocks import Choice
from door.board.widgets.lines import FormPage
from door.board.widgets.page import PageState, doing, sending
from door.ui.commands import Command
from door.ui.screen import Act, Answer, Effects, Event, Query
from door.ui.texts import tr
from door.ui.words import commas

OFF, ON = "off", "on"
FORMS: Final = {"text": tr.outside.form_text, "json": tr.outside.form_json}
LONGEST: Final = 500
CODE_LENGTH: Final = 6


@dataclass(frozen=True, slots=True)
class Channels:
    """A caller's channels.

    - `feed` is its address, `webhook` and `mail` theirs; "" if it is off. `form` is one of `FORMS`.
    - `waits` is the e-mail address that a code was sent to, or "".
    - `offered`: the rows that the board offers ("feed", "webhook", "mail").
    """

    feed: str = ""
    webhook: str = ""
    form: str = "text"
    mail: str = ""
    waits: str = ""
    offered: tuple[str, ...] = ()


CHANNELS: Final[Query[None, Channels]] = Query("channels")
FEED: Final[Act[bool]] = Act("feed")
"""Turn the feed on, at a new address, or off."""

WEBHOOK: Final[Act[tuple[str, str]]] = Act("webhook")
"""Have that address told, in that form; "" for none."""

MAIL: Final[Act[str]] = Act("mail")
"""Send a code to that e-mail address; "" turns e-mail off."""

CODE: Final[Act[str]] = Act("mail-code")
"""Turn e-mail on with that code."""

State = PageState
Next = tuple[State, Effects]


class _Page(FormPage[State]):
    TITLE = tr.outside.title
    QUERY = CHANNELS
    FOOT = 3

    def hint(self, state: State) -> str:
        if not state.found:
            return ""
        return tr.outside.hint() if state.found.offered else tr.outside.nothing_offered()

    def prompt(self, state: State) -> str:
        return (tr.outside.plain_prompt_feed if self._has_feed(state) else tr.outside.plain_prompt)()

    def summary(self, state: State) -> str:
        return tr.outside.your_feed(address=state.found.feed) if self._has_feed(state) else ""

    def changed(self, row: Choice) -> str:
        return row.told

    def choices(self, state: State) -> tuple[Choice, ...]:
        own = state.found
        if own is None:
            return ()
        on = {True: tr.outside.value_on(), False: tr.outside.value_off()}
        feed, hook, mail = on[bool(own.feed)], own.webhook or on[False], own.mail or on[False]
        about = tr.outside.about_feed()
        code = tr.outside.about_code(address=own.waits) if own.waits else tr.outside.about_mail()
        rows = {
            "feed": Choice(
                "feed", tr.outside.label_feed(), ON if own.feed else OFF, (OFF, ON),
                lambda value: on[value == ON], about=about,
                told=tr.outside.plain_feed(value=feed, about=about),
            ),
            "webhook": Choice(
                "webhook", tr.outside.label_webhook(), hook, about=tr.outside.about_webhook(),
                told=tr.outside.plain_webhook(value=hook, about=tr.outside.about_webhook()), run=self.webhook,
            ),
            "form": Choice(
                "form", tr.outside.label_form(), own.form, tuple(FORMS), lambda value: FORMS[value](),
                about=tr.outside.about_form(),
                told=tr.outside.plain_form(value=FORMS[own.form](), about=tr.outside.about_form()),
            ),
            "mail": Choice(
                "mail", tr.outside.label_mail(), mail, about=code,
                told=tr.outside.plain_mail(value=mail, about=code), run=self.mail,
            ),
        }  # fmt: skip
        shown = [*own.offered, *(["form"] if own.webhook and "webhook" in own.offered else [])]
        return tuple(row for key, row in rows.items() if key in shown)

    def commands(self, state: State) -> tuple[Command[State], ...]:
        return (Command("new", "n", tr.keys.new_address, doing(FEED(True))),) if self._has_feed(state) else ()

    @staticmethod
    def _has_feed(state: State) -> bool:
        return bool(state.found and state.found.feed)

    def choose(self, state: State, key: str, value: str) -> Next:
        if key == "feed":
            return state, (FEED(value == ON),)
        return state.say(tr.outside.testing()), (WEBHOOK((state.found.webhook, value)),)

    def webhook(self, state: State) -> Next:
        own = state.found
        return state.ask(
            tr.outside.ask_webhook(), LONGEST,
            lambda state, text: (state.say(tr.outside.testing()), (WEBHOOK((text.strip(), own.form)),)),
            own.webhook, may_be_empty=True,
        )  # fmt: skip

    def mail(self, state: State) -> Next:
        if state.found.waits:
            return state.ask(
                tr.outside.ask_code(), CODE_LENGTH, sending(CODE), gives_up=doing(MAIL("")),
            )  # fmt: skip
        if state.found.mail:
            return state, (MAIL(""),)
        return state.ask(tr.outside.ask_mail(), LONGEST, sending(lambda text: MAIL(text.strip())))

    def receive(self, state: State, reply: Event) -> Next | None:
        if not (isinstance(reply, Answer) and isinstance(reply.value, Channels)):
            return None
        waited = state.found.waits if state.found else reply.value.waits
        state = replace(state, found=reply.value)
        if reply.value.waits and not waited:
            at = next(at for at, row in enumerate(self.choices(state)) if row.key == "mail")
            return self.mail(replace(state, at=at))
        return state, ()

    def typed(self, state: State, text: str) -> Next:
        return state.refuse(tr.outside.which(rows=commas([row.key for row in self.choices(state)])))


PAGE: Final = _Page()
