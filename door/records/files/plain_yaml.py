"""YAML as a person expects it: 1.2 core scalars, so that NO is a word and 010 is ten.

PyYAML by itself reads `NO` as false, `12:30:45` as a number and takes a key twice.
"""

from __future__ import annotations

import re
from typing import Any, Final

import yaml

MOST_BRACKETS: Final = 200
_SCALARS: Final = (
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("null", r"~|null|Null|NULL|", "~nN\0"),
    ("int", r"[-+]?[0-9]+", "-+0123456789"),
    ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", "-+.0123456789"),
)


class _Loader(yaml.SafeLoader):
    yaml_implicit_resolvers: dict[str, list[Any]] = {}  # noqa: RUF012  PyYAML's own way: a table on the class

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: set[str] = set()
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise yaml.constructor.ConstructorError(None, None, "a key must be a word", key.start_mark)
            if key.value in seen:
                problem = f"the key {key.value!r} stands here twice"
                raise yaml.constructor.ConstructorError(None, None, problem, key.start_mark)
            seen.add(key.value)
        return super().construct_mapping(node, deep)


def _whole(loader: yaml.SafeLoader, node: yaml.ScalarNode) -> int | str:
    text = str(loader.construct_scalar(node))
    return int(text) if len(text) < 19 else text


for _tag, _pattern, _first in _SCALARS:
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(f"^(?:{_pattern})$"), list(_first))
_Loader.add_constructor("tag:yaml.org,2002:int", _whole)


def parse(text: str) -> Any:
    """The text's value; yaml.YAMLError (with `problem_mark`) says what is wrong and where."""
    if text.count("[") + text.count("{") > MOST_BRACKETS:  # PyYAML's time grows with the square of depth
        raise yaml.YAMLError("it has too many brackets to be read")
    try:
        return yaml.load(text, _Loader)
    except (RecursionError, ValueError, TypeError) as error:
        raise yaml.YAMLError(f"it cannot be read ({type(error).__name__})") from None


class _Dumper(yaml.SafeDumper):
    """Quotes what either YAML would take for something else than text: `NO`, and `1E5`."""


def _quoted(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "'" if _NO_TEXT.fullmatch(text) else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_NO_TEXT: Final = re.compile("|".join(pattern for _, pattern, _ in _SCALARS))
_Dumper.add_representer(str, _quoted)


def dump(tree: Any) -> str:
    """YAML text, in the order given, quoted so that any reader takes it as it was meant."""
    return str(yaml.dump(tree, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=4000))
