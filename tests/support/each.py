"""One test for a law of many values. As a parameter each would cost 4 ms, mostly to collect and report it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

Values = Iterable[Any] | Callable[[], Iterable[Any]]


def each(name: str, values: Values) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that tries a law on every value, and fails with all that are wrong by name.

    `values` may be a function, for values that take long to find.
    """

    def decorate(law: Callable[..., None]) -> Callable[..., None]:
        @wraps(law)
        def test(**fixtures: Any) -> None:
            every, wrong = [*(values() if callable(values) else values)], []
            assert every
            for value in every:
                try:
                    law(**{name: value}, **fixtures)
                except Exception as error:
                    error.add_note(f"{name}: {value!s:.200}")
                    wrong.append(error)
            if wrong:
                raise ExceptionGroup(f"wrong for {len(wrong)} of {len(every)}", wrong)

        whole = inspect.signature(law)
        rest = [one for one in whole.parameters.values() if one.name != name]
        test.__signature__ = whole.replace(parameters=rest)  # type: ignore[attr-defined]
        return test

    return decorate
