"""`python -m door.ui.catalogue_stub`: write the catalogue's types, so that mypy knows every id and argument."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from door.ui.sentence import KNOWN, Forms, rooms

STUB: Final = Path(__file__).with_name("catalogue.pyi")
HEAD: Final = '''"""Written by `python -m door.ui.catalogue_stub` from door/texts/en; do not edit."""
# mypy: disable-error-code="override"

from door.ui.sentence import Said, Sentence

'''
COUNTED: Final = ("n", "nth")
"""Arguments that pick a plural form: whole numbers."""


def _kind(arguments: tuple[str, ...]) -> str:
    """Return the class of sentences with these arguments."""
    return f"With_{'_'.join(arguments)}" if arguments else "Plain"


def stub() -> str:
    """Return the text of the stub: a class for each set of arguments and one for each room."""
    kinds = {id: tuple(sorted(KNOWN.arguments(id))) for id in KNOWN.texts}
    plural = {kinds[id] for id, text in KNOWN.texts.items() if isinstance(text, Forms)}
    rows = []
    for arguments in sorted({*kinds.values()}):
        given = ", ".join(
            f"{name}: {'int' if name in COUNTED and arguments in plural else 'object'}" for name in arguments
        )
        rows.append(f"class {_kind(arguments)}(Sentence):")
        rows.append(f"    def __call__(self{', *, ' if given else ''}{given}) -> Said: ...")
    for room in rooms():
        rows += ["", f"class {room.title().replace('_', '')}:"]
        rows += [
            f"    {id.partition('.')[2]}: {_kind(kinds[id])}" for id in kinds if id.startswith(f"{room}.")
        ]
    rows += ["", "class Catalogue:", *(f"    {room}: {room.title().replace('_', '')}" for room in rooms())]
    return HEAD + "\n".join([*rows, "", "tr: Catalogue", ""])


def main() -> None:
    """Write the stub."""
    STUB.write_text(stub(), "utf-8")


if __name__ == "__main__":
    main()
