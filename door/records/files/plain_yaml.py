"""YAML as people expect it. Files become plain values with their line numbers, and values become text.

Guarantees: no value is guessed. PyYAML follows YAML 1.1, in which `NO` is false, `12:30:45` is 45045 and
`010` is 8. Here plain scalars follow only the core schema of YAML 1.2 (section 10.3.2), in which `NO` is
text. A duplicate key is an error. Files are untrusted input, even the sysop's: depth and number of values
are limited, also for aliases, and no tag can construct anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import yaml
from yaml.composer import Composer
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.resolver import BaseResolver, Resolver
from yaml.scanner import Scanner
from yaml.tokens import Token

from door.records.files.yaml_blame import blame
from door.ui.texts import tr

KeyPath = tuple[str | int, ...]

FILE: Final = ""
"""Replaces the key if the whole file is at fault."""

DEPTH: Final = 12
VALUES: Final = 4_000
DIGITS: Final = 18

_TAG: Final = "tag:yaml.org,2002:"
_SCALARS: Final[dict[str, re.Pattern[str]]] = {
    "null": re.compile(r"(?:~|null|Null|NULL|)\Z"),
    "bool": re.compile(r"(?:true|True|TRUE|false|False|FALSE)\Z"),
    "int": re.compile(r"(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)\Z"),
    "float": re.compile(
        r"(?:[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))\Z"
    ),
}


class YamlFault(NamedTuple):
    """A fault, shown as `file:line: key: reason`. `line` counts from 1, and `key` is dotted, or `FILE` for
    the whole file. With line 0, `file` is the name of an environment variable."""

    file: str
    line: int
    key: str
    reason: str

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        return f"{where}: {self.key}: {self.reason}" if self.key else f"{where}: {self.reason}"


class YamlError(Exception):
    """The text is not a YAML mapping. `fault` says why."""

    def __init__(self, fault: YamlFault) -> None:
        super().__init__(str(fault))
        self.fault = fault


def dotted_path(path: Iterable[str | int]) -> str:
    """Return `("callers", "reserved", 2)` as `callers.reserved.2`, and an empty path as the file."""
    return ".".join(str(part) for part in path) or FILE


@dataclass(frozen=True, slots=True)
class Document:
    """A file's top mapping (lists are tuples), and the line of every key and item by its path.

    `faults` are single keys' faults, such as duplicates and odd tags. The other keys have their values.
    `variables` are the environment variables that set keys instead of the file, by the keys' paths.
    """

    file: str
    values: dict[str, Any]
    lines: Mapping[KeyPath, int]
    faults: tuple[YamlFault, ...] = ()
    variables: Mapping[KeyPath, str] = field(default_factory=dict)

    def line(self, key_path: KeyPath) -> int:
        """Return the line of that key, or of the nearest section around it in the file."""
        while key_path and key_path not in self.lines:
            key_path = key_path[:-1]
        return self.lines.get(key_path, 1)

    def fault(self, key_path: KeyPath, reason: str) -> YamlFault:
        """Return a fault of that key, in the file or in the variable that sets it."""
        for known, name in self.variables.items():
            is_around = known[: len(key_path)] == key_path and (
                len(key_path) > 1 or key_path not in self.lines
            )
            if key_path[: len(known)] == known or is_around:
                return YamlFault(name, 0, dotted_path(key_path), reason)
        return YamlFault(self.file, self.line(key_path), dotted_path(key_path), reason)


def parse(file: str, text: str, most: int = VALUES) -> Document:
    """Parse `text`, which may have `most` values. Faults name `file`.

    Raises YamlError if it is not a YAML mapping at all.
    """
    if strange := Reader.NON_PRINTABLE.search(text):
        line = text.count("\n", 0, strange.start()) + 1
        wrong = tr.check.control_character(code=f"{ord(strange.group()):04X}")
        raise YamlError(YamlFault(file, line, FILE, wrong))
    core = _Core(text)
    try:
        root = core.get_single_node()
    except yaml.MarkedYAMLError as error:
        line, reason = blame(text, [*core.read, *core.tokens], error)
        raise YamlError(YamlFault(file, line, FILE, tr.yaml.not_yaml(reason=reason))) from None
    if root is None:
        raise YamlError(YamlFault(file, 1, FILE, tr.yaml.empty()))
    if not isinstance(root, MappingNode):
        raise YamlError(YamlFault(file, root.start_mark.line + 1, FILE, tr.yaml.no_mapping()))
    builder = _Builder(file, most)
    values = builder.build(root, ())
    return Document(file, values, builder.lines, tuple(builder.faults))


_SIMPLE: Final = re.compile(
    r"^((?:  ){0,3})([A-Za-z]\w*):"
    r"(?: ('[ -&(-~À-ÿ]*'|\[\]|\{\}|[\wÀ-ÿ$](?:[\wÀ-ÿ$+,./=@-]|[ ](?=[\wÀ-ÿ$]))*))?\n",
    re.A | re.M,
)
SHORT: Final = 8_000
_ODD: Final = frozenset("nNtTfF0123456789")
"""First letters of simple words that may not be text."""


def simple(text: str) -> dict[str, Any] | None:
    """Parse a text of nothing but keys, each with a word, a single-quoted text or more keys.

    Gives the same as `parse`, but 30 times faster, which matters for callers' files. None if the text isn't
    that simple.
    """
    if len(text) > SHORT or text[-1:] != "\n":
        return None
    lines, levels, owes = _SIMPLE.findall(text), [dict[str, Any]()], True
    if len(lines) != text.count("\n"):
        return None
    for indent, key, word in lines:
        depth = len(indent) // 2
        if depth >= len(levels) or (owes and depth != len(levels) - 1):
            return None
        del levels[depth + 1 :]
        value = _simple_value(word) if word else {}
        if key in levels[depth] or value is None:
            return None
        levels[depth][key], owes = value, not word
        if owes:
            levels.append(value)
    return None if owes else levels[0]


def _simple_value(word: str) -> Any:
    if word[0] == "'":
        return word[1:-1]
    if word[0] not in _ODD:
        return word if word[0] not in "[{" else () if word == "[]" else {}
    if word.isdecimal() and len(word) <= DIGITS:
        return int(word)
    kind = next((kind for kind, pattern in _SCALARS.items() if pattern.match(word)), "")
    if kind in ("int", "float") and len(word) > DIGITS:
        return None
    return _VALUE[kind](word) if kind else word


# -- text to nodes -----------------------------------------------------------------------


class _Resolver(BaseResolver):
    """Resolves plain scalars by YAML 1.2's core schema."""


for _name, _pattern in _SCALARS.items():
    _Resolver.add_implicit_resolver(_TAG + _name, _pattern, None)


class _Core(Reader, Scanner, Parser, Composer, _Resolver):
    """PyYAML's pipeline up to nodes. Without a constructor, no tag can run anything."""

    def __init__(self, stream: str) -> None:
        Reader.__init__(self, stream)
        Scanner.__init__(self)
        Parser.__init__(self)
        Composer.__init__(self)
        _Resolver.__init__(self)
        self.depth = 0
        self.read: list[Token] = []

    def get_token(self) -> Token | None:
        token: Token | None = super().get_token()  # type: ignore[no-untyped-call]
        if token is not None:
            self.read.append(token)
        return token

    def compose_node(self, parent: Node | None, index: int) -> Node | None:
        if self.depth > DEPTH:
            mark = self.peek_event().start_mark  # type: ignore[no-untyped-call]
            raise yaml.MarkedYAMLError(problem=tr.yaml.too_deep(), problem_mark=mark)
        self.depth += 1
        node = super().compose_node(parent, index)
        self.depth -= 1
        return node


def node(content: str) -> Node | None:
    """Return the nodes of a text that `parse` has accepted, with their positions in it."""
    found: Node | None = _Core(content).get_single_node()
    return found


# -- nodes to values ---------------------------------------------------------------------


class _Builder:
    """Walks the nodes once, and collects values, lines and faults."""

    def __init__(self, file: str, most: int) -> None:
        self.file, self.most = file, most
        self.lines: dict[KeyPath, int] = {}
        self.faults: list[YamlFault] = []
        self.count = 0

    def build(self, node: Node, key_path: KeyPath) -> Any:
        self.count += 1
        if self.count > self.most or len(key_path) > DEPTH:
            self._fault(node, key_path[:1], tr.yaml.too_many_values())
            raise YamlError(self.faults[-1])
        if isinstance(node, MappingNode):
            return self._mapping(node, key_path)
        if isinstance(node, SequenceNode):
            return self._sequence(node, key_path)
        assert isinstance(node, ScalarNode)
        return self._scalar(node, key_path)

    def _mapping(self, node: MappingNode, key_path: KeyPath) -> dict[str, Any]:
        self._tag(node, key_path, "map")
        values: dict[str, Any] = {}
        first: dict[str, int] = {}
        for key_node, value_node in node.value:
            key = key_node.value if isinstance(key_node, ScalarNode) else None
            if key is None or (key_node.tag != _TAG + "str" and not key):
                self._fault(key_node, key_path, tr.yaml.bad_key())
            elif key in first:
                self._fault(key_node, (*key_path, key), tr.yaml.key_twice(line=first[key]))
            else:
                first[key] = self.lines[*key_path, key] = key_node.start_mark.line + 1
                values[key] = self.build(value_node, (*key_path, key))
        return values

    def _sequence(self, node: SequenceNode, key_path: KeyPath) -> tuple[Any, ...]:
        self._tag(node, key_path, "seq")
        values = []
        for number, item in enumerate(node.value):
            self.lines[*key_path, number] = item.start_mark.line + 1
            values.append(self.build(item, (*key_path, number)))
        return tuple(values)

    def _scalar(self, node: ScalarNode, key_path: KeyPath) -> Any:
        kind = node.tag.removeprefix(_TAG)
        text = str(node.value)
        if kind == "str":
            return text
        if kind not in _SCALARS:
            return self._tag(node, key_path, kind="str")
        if not text and node.start_mark.index < node.end_mark.index:  # `&Sons` is an anchor of an empty value
            return self._fault(node, key_path, tr.yaml.needs_quotes())
        if not _SCALARS[kind].match(text):
            return self._fault(node, key_path, tr.yaml.wrong_tag(kind=kind, text=repr(text[:40])))
        if kind in ("int", "float") and len(text) > DIGITS:
            return self._fault(node, key_path, tr.yaml.long_number(limit=DIGITS))
        return _VALUE[kind](text)

    def _tag(self, node: Node, key_path: KeyPath, kind: str) -> None:
        if node.tag != _TAG + kind:
            self._fault(node, key_path, tr.yaml.odd_tag(tag=repr(node.tag)))

    def _fault(self, node: Node, key_path: KeyPath, reason: str) -> None:
        self.faults.append(YamlFault(self.file, node.start_mark.line + 1, dotted_path(key_path), reason))


_VALUE: Final[dict[str, Any]] = {
    "null": lambda text: None,
    "bool": lambda text: text.lower() == "true",
    "int": lambda text: int(text, {"0o": 8, "0x": 16}.get(text[:2], 10)),
    "float": lambda text: float(text.lower().replace(".inf", "inf").replace(".nan", "nan")),
}


# -- values to text ----------------------------------------------------------------------


def is_text(word: str) -> bool:
    """True if YAML 1.2 and 1.1 both read the plain word as itself. NO and 010 are not."""
    try:
        read = parse("", f"x: [{word}]").values["x"]
    except YamlError:
        return False
    tag: str = _YAML_1_1.resolve(ScalarNode, word, (True, False))  # type: ignore[no-untyped-call]
    return read == (word,) and tag == _TAG + "str"


_YAML_1_1: Final = Resolver()


class _Dumper(getattr(yaml, "CSafeDumper", yaml.SafeDumper)):  # type: ignore[misc]  # libyaml's: 0.2 ms a caller for 1.1
    """Quotes text that either YAML version would not read as text, such as `NO` and `1E5`."""


def _quote(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "'" if any(kind.match(text) for kind in _SCALARS.values()) else None
    return dumper.represent_scalar(_TAG + "str", text, style=style)


_Dumper.add_representer(str, _quote)


def dump(tree: Any) -> str:
    """Return YAML text in the order given, quoted so that any reader gets the same values."""
    return str(yaml.dump(tree, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=4000))
