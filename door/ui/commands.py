"""The commands of a page as data: from them follow its keys line, clicks, plain-mode words and prompt.

How the other keys move is in `door.ui.navigation`. A command beats a key that moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

from door.ui.screen import Effects
from door.ui.texts import Sentence, tr
from door.ui.widgets import Hint
from door.ui.words import commas

S = TypeVar("S")

PROMPT: Final = 78
"""Columns of a plain-mode prompt."""


def nothing(state: S) -> tuple[S, Effects]:
    return state, ()


class Command(NamedTuple, Generic[S]):
    """One thing that a page can do.

    - `id` never changes: plain mode, web forms and tests know the command by it. Around a game, where no
      `run` is given, it says what is done.
    - `key` is shown, `also` are further keys and `words` further plain-mode words. The key, the id and the
      label always work in plain mode.
    - A command without a label works, but is not shown. `shown` is the key as the keys line spells it.
    - `on_row`: acts on the marked row. In plain mode a row's number follows ("m 2").
    - `menu`: drawn as a button above the keys line. `count` is shown behind the label.
    - `about`: a line of the help.
    """

    id: str
    key: str
    label: Sentence | str = ""
    run: Callable[[S], tuple[S, Effects]] = nothing
    on_row: bool = False
    also: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    menu: bool = False
    counted: int = 0
    shown: str = ""
    about: Sentence | None = None

    @property
    def text(self) -> str:
        """The label, with the number of what waits there: "Letters (3)"."""
        name = str(self.label)
        return tr.common.label_and_count(label=name, count=self.counted) if self.counted else name

    @property
    def hint(self) -> Hint:
        return Hint(self.key, self.text if self.counted else self.label, self.shown)

    def pressed(self, name: str) -> bool:
        """True if that key, in lower case, is this command's."""
        return name == self.key or name in self.also

    def typed(self, word: str) -> bool:
        """True if that word, in lower case, names this command in plain mode."""
        named = bool(self.label) and word == str(self.label).lower()
        return named or self.pressed(word) or word in (self.id, *self.words)


def hint_command(hint: Hint, run: Callable[[S], tuple[S, Effects]] = nothing) -> Command[S]:
    """Return a key of a game's as a command. The game itself knows what it does."""
    return Command(hint.key, hint.key, hint.word, run, shown=hint.label_text)


def hints_of(commands: Iterable[Command[S]]) -> tuple[Hint, ...]:
    """Return the keys line of commands."""
    return tuple(one.hint for one in commands if one.label)


def prompt(commands: Sequence[Command[S]], rows: bool, number: str, turns: bool = False) -> str:
    """Return the plain-mode prompt: as many commands as a line holds.

    `number` names a row's number, and is "" where commands don't take one. `turns`: there are more sheets.
    """
    named: list[str] = [tr.common.named_key(key="N", label=tr.keys.next())] if turns else []
    named += [_prompt(one, number) for one in commands if one.label and (rows or not one.on_row)]
    for count in range(len(named), -1, -1):
        more = [tr.common.prompt_more()] if count < len(named) else []
        told = [*named[:count], *more]
        text = tr.common.prompt_commands(commands=commas(told)) if told else tr.common.plain_prompt_go_back()
        if len(text) <= PROMPT:
            return text
    return tr.common.plain_prompt_go_back()


def _prompt(one: Command[S], number: str) -> str:
    numbered = one.on_row and number
    if numbered and one.key == "enter":
        return tr.common.named_key(key=number, label=str(one.label))
    key = tr.common.key_and_number(key=one.hint.label_text) if numbered else one.hint.label_text
    return tr.common.named_key(key=key, label=one.text)


def help_lines(commands: Sequence[Command[S]], number: str) -> str:
    """Return what "?" says in plain mode: a line for each command."""
    return "\n".join(tr.common.full_stop(text=_prompt(one, number)) for one in commands if one.label)
