"""One test for a law of many values. As a parameter each would cost 4 ms, mostly to collect and report it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any


def each(name: str, values: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that tries a law on every value, and fails with all that are wrong by name."""
    every = [*values]

    def decorate(law: Callable[..., None]) -> Callable[..., None]:
        @wraps(law)
        def test(**fixtures: Any) -> None:
            assert every
            wrong = []
            for value in every:
                try:
                    law(**{name: value}, **fixtures)
                except Exception as error:
                    error.add_note(f"{name}: {value}")
                    wrong.append(error)
            if wrong:
                raise ExceptionGroup(f"wrong for {len(wrong)} of {len(every)}", wrong)

        whole = inspect.signature(law)
        rest = [one for one in whole.parameters.values() if one.name != name]
        test.__signature__ = whole.replace(parameters=rest)  # type: ignore[attr-defined]
        return test

    return decorate
