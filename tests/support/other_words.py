"""Languages for tests: a few sentences in other words, or every one."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from door.ui.sentence import KNOWN
from door.ui.texts import SHIPPED, Forms, Language, Sentence, speak


def other_words(texts: Mapping[Sentence, str], code: str = "en") -> Language:
    """These sentences in other words; of a plural sentence every form."""
    return Language({sentence.id: _as(sentence.id, text, code) for sentence, text in texts.items()}, code)


def _as(id: str, text: str, code: str) -> str | Forms:
    return text if isinstance(KNOWN.texts[id], str) else Forms({"other": text}, code)


def every(change: Callable[[str, str], str]) -> Language:
    """Every sentence as `change` makes it of its id and its shipped text; each plural form by itself."""
    return Language(
        {
            id: change(id, text)
            if isinstance(text, str)
            else Forms({form: change(id, one) for form, one in text.by_category.items()})
            for id, text in KNOWN.texts.items()
        }
    )


@contextmanager
def spoken(language: Language) -> Iterator[None]:
    """Speak it in this context, and shipped English afterwards."""
    speak(lambda: language)
    try:
        yield
    finally:
        speak(lambda: SHIPPED)
