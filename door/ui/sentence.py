"""Sentences: what a person reads, by id, in the reader's language, and its plural rules.

A `Sentence` is the name of a text in the catalogue (`door/texts/en`). Calling it gives a `Said`: the text
for the reader of this context, who is set with `speak`. A `Said` is a string that remembers its id and
arguments, so it can be said again to another reader, or stored and sent as its `recipe`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from functools import cache, cached_property, wraps
from pathlib import Path
from string import Formatter
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, ParamSpec, TypeVar

from door.term.canvas import picture
from door.ui.catalogue_file import CatalogueError, EntryNote, Text, notes, read

# -- plural rules ----------------------------------------------------------------------------------
#
# The form of a sentence that a whole number needs, by language (CLDR 45).

CATEGORIES: Final = ("zero", "one", "two", "few", "many", "other")
"""Every name that a form can have."""


class Rule(NamedTuple):
    """The forms that a language has, and the function that picks one of them for a number."""

    forms: tuple[str, ...]
    pick: Callable[[int], str]


def rule(rest: str = "other", **forms: Callable[[int], bool]) -> Rule:
    """Return the rule that picks the first form whose condition holds, else `rest`."""

    def pick(n: int) -> str:
        for form, holds in forms.items():
            if holds(n):
                return form
        return rest

    return Rule((*forms, *dict.fromkeys((rest, "other"))), pick)


def _ends_in_one(n: int) -> bool:
    return n % 10 == 1 and n % 100 != 11


def _few(n: int) -> bool:
    return n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14)


def _teens(n: int) -> bool:
    return 11 <= n % 100 <= 19


ALIKE: Final = rule()
ONE: Final = rule(one=lambda n: n == 1)

COUNTS: Final = {
    **dict.fromkeys(("id", "ja", "ko", "lo", "ms", "my", "th", "vi", "yue", "zh"), ALIKE),
    **dict.fromkeys(("am", "bn", "fa", "fr", "gu", "hi", "hy", "kn", "pt", "zu"), rule(one=lambda n: n < 2)),
    "pt-pt": ONE,
    **dict.fromkeys(("be", "ru", "uk"), rule("many", one=_ends_in_one, few=_few)),
    **dict.fromkeys(("bs", "hr", "sh", "sr"), rule(one=_ends_in_one, few=_few)),
    **dict.fromkeys(("cs", "sk"), rule(one=lambda n: n == 1, few=lambda n: n in (2, 3, 4))),
    **dict.fromkeys(("is", "mk"), rule(one=_ends_in_one)),
    "pl": rule("many", one=lambda n: n == 1, few=_few),
    "sl": rule(one=lambda n: n % 100 == 1, two=lambda n: n % 100 == 2, few=lambda n: n % 100 in (3, 4)),
    "lt": rule(one=_ends_in_one, few=lambda n: n % 10 > 1 and not _teens(n)),
    "lv": rule(zero=lambda n: n % 10 == 0 or _teens(n), one=_ends_in_one),
    "ro": rule(one=lambda n: n == 1, few=lambda n: n % 100 < 20 and (n == 0 or n % 100 > 0)),
    "ar": rule(
        zero=lambda n: n == 0, one=lambda n: n == 1, two=lambda n: n == 2,
        few=lambda n: 3 <= n % 100 <= 10, many=lambda n: n % 100 > 10,
    ),
    "ga": rule(
        one=lambda n: n == 1, two=lambda n: n == 2, few=lambda n: 3 <= n <= 6, many=lambda n: 7 <= n <= 10
    ),
    "cy": rule(
        zero=lambda n: n == 0, one=lambda n: n == 1, two=lambda n: n == 2, few=lambda n: n == 3,
        many=lambda n: n == 6,
    ),
    "he": rule(one=lambda n: n == 1, two=lambda n: n == 2),
}  # fmt: skip
"""Rules for `{n}`, a number of things. Other languages use the English rules."""

PLACES: Final = {
    "en": rule(
        one=_ends_in_one,
        two=lambda n: n % 10 == 2 and n % 100 != 12,
        few=lambda n: n % 10 == 3 and n % 100 != 13,
    ),
    "fr": ONE,
    "it": rule(many=lambda n: n in (8, 11, 80, 800)),
    "sv": rule(one=lambda n: n % 10 in (1, 2) and n % 100 not in (11, 12)),
}
"""Rules for `{nth}`, a place in an order. Other languages have one form for all."""


def counts(language: str) -> Rule:
    """Return the language's rule for numbers of things."""
    code = language.casefold().replace("_", "-")
    return COUNTS.get(code) or COUNTS.get(code.partition("-")[0], ONE)


def places(language: str) -> Rule:
    """Return the language's rule for places."""
    return PLACES.get(language.casefold().replace("_", "-").partition("-")[0], ALIKE)


# -- sentences -------------------------------------------------------------------------------------

P = ParamSpec("P")
T = TypeVar("T")

TEXTS: Final = Path(__file__).parent.parent / "texts"
ENGLISH: Final = "en"


class Forms(NamedTuple):
    """The plural forms of a sentence in one language.

    The argument `n` says how many there are, or `nth` which place in an order, and picks the form. In other
    sentences it is the first number with its noun, such as {games} for "2 games", else the first number.
    """

    by_category: Mapping[str, str]
    language: str = ENGLISH

    def pick(self, args: Mapping[str, Any]) -> str:
        """Return the form for these arguments."""
        rule = places(self.language) if "nth" in args else counts(self.language)
        number = args.get("nth", args.get("n"))
        if number is None:
            given = [args.get(name) for name in placeholders(self.by_category["other"])]
            counted = [getattr(one, "args", {}).get("n") for one in given if isinstance(one, Said)]
            number = next((one for one in (*counted, *given) if type(one) is int), None)
        form = "other" if number is None else rule.pick(abs(number))
        return self.by_category.get(form) or self.by_category["other"]


Texts = Mapping[str, str | Forms]
"""Texts by the ids of their sentences."""

NOTHING: Final[Texts] = MappingProxyType({})


class Language:
    """A language by its code, with every text that differs from the shipped English. Equal by identity.

    `bare` keeps the sentences without arguments, because every caller gets the same.
    """

    __slots__ = ("bare", "code", "texts")

    def __init__(self, texts: Texts = NOTHING, code: str = ENGLISH) -> None:
        self.texts, self.code = texts, code
        self.bare: dict[str, Said] = {}


SHIPPED: Final = Language()
"""The shipped English."""

_reader: ContextVar[Callable[[], Language]] = ContextVar("reader", default=lambda: SHIPPED)


def speak(language: Callable[[], Language]) -> None:
    """Say everything in this context in the language that `language` returns. It is called each time."""
    _reader.set(language)


class speaking:  # reads as a verb; a generator costs four times as much for each message
    """Say everything in this block, and in tasks started in it, in another reader's language."""

    __slots__ = ("_before", "_language")

    def __init__(self, language: Callable[[], Language]) -> None:
        self._language = language

    def __enter__(self) -> None:
        self._before = _reader.set(self._language)

    def __exit__(self, *error: object) -> None:
        _reader.reset(self._before)


def language() -> Language:
    """Return the language of this context's reader."""
    return _reader.get()()


def cache_by_language(draw: Callable[P, T]) -> Callable[P, T]:
    """Cache the results of a drawing function that shows sentences, for each language."""

    @picture
    def cache(language: Language | None, *args: P.args, **named: P.kwargs) -> T:
        return draw(*args, **named)

    @wraps(draw)
    def draw_now(*args: P.args, **named: P.kwargs) -> T:
        now = language()
        return cache(now if now.texts else None, *args, **named)

    return draw_now


class Said(str):
    """The text of a sentence for one reader, which knows its id and arguments."""

    __slots__ = ("args", "id")
    id: str
    args: Mapping[str, Any]

    @property
    def recipe(self) -> list[Any]:
        """The sentence as JSON values, to be stored or sent."""
        return [self.id, {name: _storable(value) for name, value in self.args.items()}]

    def again(self, **changed: object) -> Said:
        """Say it for the reader of this context, with these arguments changed."""
        args = {**self.args, **changed} if changed else self.args
        if args and any(isinstance(value, Said) for value in args.values()):
            args = {name: value.again() if isinstance(value, Said) else value for name, value in args.items()}
        return say(self.id, args)

    @property
    def in_english(self) -> str:
        """The text in shipped English, for the log."""
        with speaking(lambda: SHIPPED):
            return str(self.again())


MaybeSaid = Said | Literal[""]
"""A sentence, or "" if there is nothing to say."""


def _storable(value: object) -> Any:
    if isinstance(value, Said):
        return value.recipe
    if isinstance(value, Sentence):
        return [value.id, {}]
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def again(text: str) -> str:
    """Say a sentence again for the reader of this context. Any other text stays as it is."""
    return text.again() if isinstance(text, Said) else text


def reason_of(error: Exception) -> Said:
    """Return the sentence that an error was raised with, for the reader of this context."""
    reason = error.args[0] if error.args else ""
    return reason.again() if isinstance(reason, Said) else say("common.as_it_is", {"text": str(error)})


DEPTH: Final = 4
"""Most levels of sentences nested in a recipe."""


def from_recipe(stored: object, depth: int = DEPTH) -> str:
    """Say what `Said.recipe` has stored. A plain string is returned as it is: older releases stored those.

    A sentence that this release does not have, or whose arguments are damaged, is shown by its id.
    """
    match stored:
        case [str(id), dict(args)] if depth:
            given = {
                str(name): from_recipe(value, depth - 1) if isinstance(value, list | dict) else value
                for name, value in args.items()
            }
            try:
                return say(id, given)
            except (KeyError, ValueError, TypeError, IndexError, AttributeError, OSError):
                return f"[{id}]"
        case str(text):
            return text
    return "[?]"


class Sentence:
    """The name of a sentence; calling it says it."""

    __slots__ = ("id",)

    def __init__(self, id: str) -> None:
        self.id = id

    def __call__(self, **args: object) -> Said:
        """Return the text for the reader of this context, with `{names}` filled in."""
        return say(self.id, args)

    def __str__(self) -> str:
        return self()

    def __repr__(self) -> str:
        return f"tr.{self.id}"

    @property
    def in_english(self) -> str:
        """The shipped English; of several plural forms the last."""
        text = shipped_text(self.id)
        return text if isinstance(text, str) else text.by_category["other"]


def say(id: str, args: Mapping[str, object]) -> Said:
    """Return the text of the sentence `id` for the reader of this context."""
    reader = _reader.get()()
    if not args and (known := reader.bare.get(id)) is not None:
        return known
    text = reader.texts.get(id) or shipped_text(id)
    if not isinstance(text, str):
        text = text.pick(args)
    told = text.format_map(args) if args or "{" in text or "}" in text else text
    said = Said(told.replace("!.", "!") if "!." in told else told)  # after a name such as "MindBuster!"
    said.id, said.args = id, args
    if not args:
        reader.bare[id] = said
    return said


# -- the shipped catalogue ---------------------------------------------------------------------


@cache
def shipped_text(id: str) -> str | Forms:
    """Return the shipped English of a sentence. Raises KeyError if the id is unknown."""
    room, _, name = id.partition(".")
    return _room(room)[name]


@cache
def _room(room: str) -> dict[str, str | Forms]:
    return {name: text if isinstance(text, str) else Forms(text) for name, text in read_room(room).items()}


def read_room(room: str) -> dict[str, Text]:
    """Return the shipped texts of a room as its file has them. Raises CatalogueError with the file's name."""
    if not room.isidentifier():
        raise KeyError(room)
    path = _file(room)
    try:
        return read(path.read_text("utf-8"))
    except CatalogueError as error:
        raise CatalogueError(error.line, f"{path}: {error.reason}") from None
    except FileNotFoundError:
        raise KeyError(room) from None


def _file(room: str) -> Path:
    return _packages.get(room) or TEXTS / ENGLISH / f"{room}.yaml"


def rooms() -> tuple[str, ...]:
    """Return the name of every room of the catalogue."""
    return tuple(sorted({*(path.stem for path in (TEXTS / ENGLISH).glob("*.yaml")), *_packages}))


class ShippedTexts:
    """Every sentence and the limits of its text. Reading all rooms takes some milliseconds."""

    @cached_property
    def texts(self) -> dict[str, str | Forms]:
        """The shipped text of every sentence by id."""
        return {f"{room}.{name}": text for room in rooms() for name, text in _room(room).items()}

    @cached_property
    def notes(self) -> dict[str, EntryNote]:
        """The note of every sentence by id."""
        return {
            f"{room}.{name}": note for room in rooms() for name, note in notes(_file(room).read_text("utf-8"))
        }

    def placeholders(self, id: str) -> tuple[str, ...]:
        """Return the names that the shipped text has filled in."""
        text = self.texts[id]
        every = [text] if isinstance(text, str) else [*text.by_category.values()]
        return tuple(dict.fromkeys(name for one in every for name in placeholders(one)))

    def arguments(self, id: str) -> tuple[str, ...]:
        """Return the names that a text of the sentence may have filled in."""
        return tuple(dict.fromkeys([*self.placeholders(id), *self.notes[id].also]))


KNOWN: Final = ShippedTexts()


def placeholders(text: str) -> tuple[str, ...]:
    """Return the names in a text's braces."""
    return tuple(dict.fromkeys(name for _, name, _, _ in Formatter().parse(text) if name))


# -- the catalogue as code sees it -------------------------------------------------------------


_packages: Final[dict[str, Path]] = {}
"""The files of packages with doors, by their slugs."""


def package_texts(slug: str, file: Path) -> CatalogueRoom:
    """Return the sentences of a package, for its code. `slug` is its door's, `file` has the texts.

    Raises KeyError if there are sentences of that name already.
    """
    if _packages.get(slug) != file:
        if slug in rooms():
            raise KeyError(f"there are sentences of {slug} already")
        _packages[slug] = file
    return CatalogueRoom(slug)


@cache
def sentence(id: str) -> Sentence:
    """Return the one `Sentence` of that id."""
    return Sentence(id)


class CatalogueRoom:
    """The sentences of one room, as attributes."""

    def __init__(self, room: str) -> None:
        self._room = room

    def __getattr__(self, name: str) -> Sentence:
        if name.startswith("_"):
            raise AttributeError(name)
        found = self.__dict__[name] = sentence(f"{self._room}.{name}")
        return found


class Catalogue:
    """Every room, as attributes. No file is read before a sentence is said."""

    def __getattr__(self, name: str) -> CatalogueRoom:
        if name.startswith("_"):
            raise AttributeError(name)
        found = self.__dict__[name] = CatalogueRoom(name)
        return found
