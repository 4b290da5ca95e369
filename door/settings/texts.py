"""config/texts.yaml and config/languages: the sysop's own sentences, and other languages.

Nothing in these files stops the board. A faulty entry is dropped with a warning that gives file, line, id
and reason, and the shipped sentence is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from string import Formatter
from types import MappingProxyType
from typing import Final, NamedTuple

from door.records.files.plain_yaml import FILE, Document, YamlFault
from door.settings.forms import CODE
from door.settings.text import either, nearest
from door.term.charset import encode
from door.ui import pseudo, sentence
from door.ui.sentence import ENGLISH, KNOWN, SHIPPED, Forms, Language, placeholders
from door.ui.sentence import Texts as ById
from door.ui.texts import tr

TEXTS_FILE: Final = Path("config", "texts.yaml")
LANGUAGES: Final = Path("config", "languages")
ROOM: Final = 76
"""Columns that any line may fill. If a shipped line is longer, that length is the limit."""

LONGEST: Final = 4_000
"""Most characters of a text."""

NAME: Final = ".name"
"""How the ids of names end, such as those of doors. A name is never empty."""

BYTES: Final = 1_048_576
VALUES: Final = 8_000
"""Largest size of a file, and most entries in it."""

SUGGESTIONS: Final = 20
"""Faults of one file with suggestions for the id. Each suggestion takes 20 ms."""

_FILLED: Final = re.compile(r"\{\w*\}")
_LEFT_OUT: Final = re.compile(r"(?<!\{)\{-(\w+)\}")
"""A placeholder that a text leaves out on purpose."""


class UnreadFile(NamedTuple):
    """A file of a language that can't be read, with the warning about it."""

    code: str
    warning: str


@dataclass(frozen=True)
class Texts:
    """The board's languages, and the warnings about their files. `unread` are files that can't be
    read at all."""

    languages: Mapping[str, Language] = field(default_factory=lambda: MappingProxyType({ENGLISH: SHIPPED}))
    warnings: tuple[str, ...] = ()
    unread: tuple[UnreadFile, ...] = ()

    def kept_from(self, before: Texts) -> Texts:
        """Return these texts with those from `before` in place of files that can't be read now."""
        kept = {one.code: before.languages[one.code] for one in self.unread if one.code in before.languages}
        own = kept[ENGLISH].texts if ENGLISH in kept else {}
        others = {code: Language({**own, **one.texts}, code) for code, one in self.languages.items()}
        return replace(self, languages=MappingProxyType(others | kept)) if kept else self

    def of(self, code: str) -> Language:
        """Return the language with this code, or English in the sysop's words."""
        if found := self.languages.get(code):
            return found
        return pseudo.language() if code == pseudo.CODE else self.languages[ENGLISH]

    @property
    def choices(self) -> tuple[str, ...]:
        """The codes of the languages, if there are several to choose from."""
        return tuple(self.languages) if len(self.languages) > 1 else ()

    def __eq__(self, another: object) -> bool:
        return isinstance(another, Texts) and _comparable(self) == _comparable(another)

    def __hash__(self) -> int:
        return id(self)


def _comparable(texts: Texts) -> object:
    return {code: language.texts for code, language in texts.languages.items()}, texts.warnings


NONE: Final = Texts()
"""A board without texts of the sysop's own."""


class TextEntry(NamedTuple):
    """A text in a file: its sentence's id, and its key's path in the file."""

    id: str
    form: str
    """The plural form, or "" for all forms."""
    text: object
    key_path: tuple[str | int, ...]


class Read(NamedTuple):
    """The content of a file: texts by id, and warnings."""

    texts: dict[str, str | Forms]
    warnings: list[YamlFault]


# -- reading ---------------------------------------------------------------------------------


def read(document: Document, code: str = ENGLISH) -> Read:
    """Return the texts of a file in the language `code`, except faulty ones."""
    result = Read({}, list(document.faults))
    forms: dict[str, dict[str, str]] = {}
    for entry in _entries(document, result):
        where = YamlFault(document.file, document.line(entry.key_path), _key(entry), "")
        reason = fault(entry.id, entry.text, entry.form, code)
        if reason := reason or lacking(entry.id, str(entry.text), entry.form):
            result.warnings.append(where._replace(reason=reason))
            continue
        text = _LEFT_OUT.sub("", str(entry.text)).rstrip("\n")
        if entry.form or isinstance(KNOWN.texts[entry.id], Forms):
            forms.setdefault(entry.id, {})[entry.form or "other"] = text
        else:
            result.texts[entry.id] = text
    for id, given in forms.items():
        if code == ENGLISH:
            shipped = KNOWN.texts[id]
            given = {**(shipped.by_category if isinstance(shipped, Forms) else {"other": shipped}), **given}
        if "other" not in given:
            reason = tr.must.have_form_other()
            result.warnings.append(YamlFault(document.file, document.line((id,)), id, reason))
            continue
        rule = sentence.places(code) if "nth" in KNOWN.placeholders(id) else sentence.counts(code)
        if extra := [form for form in given if form not in rule.forms]:
            reason = tr.check.forms_never_used(extra=either(extra), forms=", ".join(rule.forms))
            result.warnings.append(YamlFault(document.file, document.line((id,)), id, reason))
        if missing := [form for form in rule.forms if form not in given]:
            reason = tr.must.have_forms(forms=either(missing))
            result.warnings.append(YamlFault(document.file, document.line((id,)), id, reason))
        result.texts[id] = Forms(dict(sorted(given.items(), key=_order_of_form)), code)
    return result


def _order_of_form(form: tuple[str, str]) -> int:
    return sentence.CATEGORIES.index(form[0])


def _key(entry: TextEntry) -> str:
    return f"{entry.id}.{entry.form}" if entry.form else entry.id


def _entries(document: Document, result: Read) -> Iterator[TextEntry]:
    """Yield the entries of a file."""
    for key, value in document.values.items():
        for id, form, text, key_path in _under(key, value):
            if id in KNOWN.texts:
                yield TextEntry(id, form, text, key_path)
            else:
                reason = unknown(id, len(result.warnings) < SUGGESTIONS)
                result.warnings.append(YamlFault(document.file, document.line(key_path), id, reason))


def _under(key: str, value: object) -> Iterator[tuple[str, str, object, tuple[str | int, ...]]]:
    """Yield id, plural form, text and key path of everything under a top-level key.

    The key is a text's id, an id with plural forms, or a room with its texts.
    """
    id, _, form = key.rpartition(".")
    if not isinstance(value, dict) and key not in KNOWN.texts and id in KNOWN.texts:
        yield id, form, value, (key,)  # as `door texts list` names it: count.games.one
    elif not isinstance(value, dict):
        yield key, "", value, (key,)
    elif key in KNOWN.texts:
        yield from ((key, str(form), text, (key, form)) for form, text in value.items())
    else:
        for name, text in value.items():
            id = f"{key}.{name}"
            whole, _, form = id.rpartition(".")
            if isinstance(text, dict):
                yield from ((id, str(form), one, (key, name, form)) for form, one in text.items())
            elif id not in KNOWN.texts and whole in KNOWN.texts:
                yield whole, form, text, (key, name)
            else:
                yield id, "", text, (key, name)


# -- what is wrong with a text -----------------------------------------------------------------


def fault(id: str, text: object, form: str = "", code: str = ENGLISH) -> str:
    """Return the fault of a text for that sentence, or ""."""
    shipped = KNOWN.texts[id]
    is_counted = isinstance(shipped, Forms) or (KNOWN.arguments(id) and form in sentence.CATEGORIES)
    if form and not is_counted:
        return tr.must.have_no_forms()
    if form and form not in sentence.CATEGORIES:
        said, near = tr.must.be_plural_form(form=repr(form)), nearest(form, sentence.CATEGORIES)
        if near:
            return tr.common.did_you_mean(what=said, near=near)
        return tr.must.be_one_of_forms(what=said, forms=", ".join(sentence.CATEGORIES))
    if not isinstance(text, str):
        return tr.must.be_quoted_text()
    strange = next((char for char in text if not (char.isprintable() or char == "\n")), "")
    if strange:
        return tr.check.control_character(code=f"{ord(strange):04X}")
    if id.endswith(NAME) and not text.strip():
        return tr.must.not_be_empty()
    texts = [shipped] if isinstance(shipped, str) else [*shipped.by_category.values()]
    named, text = text, _LEFT_OUT.sub("", text).rstrip("\n")
    if "\n" in text and not any("\n" in one for one in texts):
        return tr.must.be_one_line_here()
    if len(text) > LONGEST:
        return tr.must.be_short(length=len(text), limit=LONGEST)
    room, longest = _room(id, texts, text)
    if longest > room:
        return tr.must.fit_columns(length=longest, limit=room)
    return _placeholder_fault(KNOWN.arguments(id), _LEFT_OUT.sub(r"{\1}", named))


def _room(id: str, shipped: Iterable[str], text: str) -> tuple[int, int]:
    """Return the columns available, and how many the longest line takes.

    If the sentence has a width of its own, filled-in arguments don't count.
    """
    longest = max(map(len, text.split("\n")))
    if width := KNOWN.notes[id].width:
        return width, max(len(_FILLED.sub("", line)) for line in text.split("\n"))
    return max(ROOM, *(len(line) for one in shipped for line in one.split("\n"))), longest


def _placeholder_fault(may: tuple[str, ...], text: str) -> str:
    """Return the fault of a text's placeholders, or ""."""
    try:
        fields = [field for field in Formatter().parse(text) if field[1] is not None]
    except ValueError:
        return tr.must.close_braces()
    for _, name, spec, how in fields:
        if name in may and (spec or how):
            return tr.must.be_plain_name(name=name)
        if name not in may:
            said, near = tr.must.be_filled_in(name=name), nearest(name, may)
            if near:
                return tr.common.did_you_mean(what=said, near=f"{{{near}}}")
            there = ", ".join(f"{{{one}}}" for one in may)
            return (
                tr.must.be_one_of_names(what=said, names=there) if may else tr.must.have_no_names(what=said)
            )
    return ""


def unknown(key: str, suggest: bool = True) -> str:
    """Return the fault of a key that doesn't exist."""
    near = nearest(key, KNOWN.texts) if suggest else ""
    if near:
        return tr.common.did_you_mean(what=tr.check.no_such_text(), near=near)
    return tr.check.no_such_text_of_all()


def lacking(id: str, text: str, form: str = "") -> str:
    """Return the fault of a text that lacks some of the shipped placeholders, or "".

    Only the form `other` needs all of them. `{-name}` says that a text leaves one out on purpose.
    """
    if form not in ("", "other"):
        return ""
    named = placeholders(_LEFT_OUT.sub(r"{\1}", text))
    names = [name for name in KNOWN.placeholders(id) if name not in named]
    if not names:
        return ""
    return tr.must.show_all(
        names=", ".join(f"{{{name}}}" for name in names), marks="".join(f"{{-{name}}}" for name in names)
    )


def unknown_in_cp437(text: str) -> str:
    """Return the letters that callers on CP437 see as question marks."""
    return "".join(
        dict.fromkeys(char for char in text if char not in "?\n" and encode(char, "cp437") == b"?")
    )


# -- languages ---------------------------------------------------------------------------------


def speaking(
    own: Read | None, languages: Mapping[str, Read], odd: tuple[str, ...], unread: tuple[UnreadFile, ...]
) -> Texts:
    """Return the board's languages: the sysop's English, also as the fallback of every other language.

    `odd` has the warnings about files that belong to no language.
    """
    if own is None and not languages and not odd and not unread:
        return NONE
    english: ById = own.texts if own else {}
    made = {ENGLISH: Language(english)}
    made |= {code: Language({**english, **read.texts}, code) for code, read in languages.items()}
    reads = [*([own] if own else []), *languages.values()]
    faults = [str(one) for read in reads for one in sorted(read.warnings)]
    return Texts(
        MappingProxyType(made),
        (*(one.warning for one in unread), *odd, *faults),
        unread,
    )


def code_of(path: Path) -> str:
    """Return the language of a file in config/languages, or "" if its name is not a language code."""
    return path.stem if path.suffix == ".yaml" and CODE.fullmatch(path.stem) else ""


def language_warning(path: Path) -> str:
    """Return the warning for a file in config/languages that isn't named for a language."""
    reason = tr.check.named_for_language()
    return str(YamlFault(str(path), 1, FILE, reason))
