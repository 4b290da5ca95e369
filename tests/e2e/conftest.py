"""One board for all tests that need no board of their own, and the people who call it."""

from collections.abc import Iterator

import pytest
from people import Person
from served import Served, ready_folder, served

CALLERS = ("Alice", "Bob", "Erik", "Frieda", "Gustav", "Hanna")


@pytest.fixture(scope="session")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A board that runs, with a few callers."""
    with served(ready_folder(tmp_path_factory.mktemp("board"), *CALLERS, expert="on")) as running:
        yield running


@pytest.fixture
def person() -> Iterator[type[Person]]:
    """Makes people; all of them hang up in the end."""
    everybody: list[Person] = []

    class Counted(Person):
        def __init__(self, *args: object, **kwargs: object) -> None:
            everybody.append(self)
            super().__init__(*args, **kwargs)  # type: ignore[arg-type]

    yield Counted
    for one in everybody:
        one.close()
