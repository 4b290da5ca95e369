"""The product's own code, read once, for laws about it."""

import ast
import gc
from functools import cache
from pathlib import Path

import door

ROOT = Path(door.__file__).parent


@cache
def trees() -> tuple[tuple[str, list[ast.AST]], ...]:
    """Every module of the product by its path, and all its nodes: the module first."""
    gc.disable()  # nothing of it is garbage, and the collector would take most of the time
    try:
        return tuple(
            (str(path.relative_to(ROOT)), [*ast.walk(ast.parse(path.read_text("utf-8")))])
            for path in sorted(ROOT.rglob("*.py"))
        )
    finally:
        gc.enable()
