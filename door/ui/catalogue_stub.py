"""`python -m door.ui.catalogue_stub`: write the catalogue's types for mypy: every id and argument."""

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


Arguments = tuple[tuple[str, ...], tuple[str, ...], bool]
"""Arguments that a sentence shows, arguments that it may show, and True if it has plural forms."""


def _kind(id: str) -> Arguments:
    shown, text = KNOWN.placeholders(id), KNOWN.texts[id]
    also = (name for name in KNOWN.arguments(id) if name not in shown)
    return tuple(sorted(shown)), tuple(sorted(also)), isinstance(text, Forms)


def _name(kind: Arguments) -> str:
    shown, also, _ = kind
    return "_".join(filter(None, ("With" if shown else "Plain", *shown, *(f"or_{name}" for name in also))))


def stub() -> str:
    """Return the text of the stub: a class for each set of arguments and one for each room."""
    kinds = {id: _kind(id) for id in KNOWN.texts}
    rows = []
    for kind in sorted({_name(kind): kind for kind in sorted(kinds.values())}.values()):
        shown, also, plural = kind
        given = [f"{name}: {'int' if plural and name in COUNTED else 'object'}" for name in shown]
        given += [f"{name}: object = ..." for name in also]
        rows.append(f"class {_name(kind)}(Sentence):")
        arguments = ", ".join(["self", *(["*"] if given else []), *given])
        rows.append(f"    def __call__({arguments}) -> Said: ...")
    for room in rooms():
        rows += ["", f"class {_class(room)}:"]
        rows += [
            f"    {id.partition('.')[2]}: {_name(kind)}"
            for id, kind in kinds.items()
            if id.startswith(f"{room}.")
        ]
    rows += ["", "class Catalogue:", *(f"    {room}: {_class(room)}" for room in rooms())]
    return HEAD + "\n".join([*rows, "", "tr: Catalogue", ""])


def _class(room: str) -> str:
    return room.title().replace("_", "")


def main() -> None:
    """Write the stub."""
    STUB.write_text(stub(), "utf-8")


if __name__ == "__main__":
    main()
