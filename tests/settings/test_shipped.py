"""The shipped files: equal to the models in keys, values and schema, and commented throughout."""

import json
import re

import pytest
import yaml

from door.screens.doors import DOORS
from door.settings import defaults, load
from door.settings.schema import schemas, to_json
from door.settings.skeleton import SKELETON

CONFIG = SKELETON / "config"
INFOS = {door.INFO.slug: door.INFO for door in DOORS}
FILES = [CONFIG / "board.yaml", *sorted((CONFIG / "doors").glob("*.yaml"))]


def test_the_shipped_values_are_the_defaults():
    assert load(SKELETON, INFOS) == defaults(SKELETON, INFOS)


def test_every_door_has_its_file():
    assert {path.stem for path in FILES[1:]} == set(INFOS)


def test_schema_files_are_what_the_models_say():
    """`python tests/support/settings_page.py` writes them again."""
    made = schemas(INFOS)
    assert {path.name for path in (CONFIG / "schema").iterdir()} == set(made)
    for name, schema in made.items():
        assert (CONFIG / "schema" / name).read_text() == to_json(schema)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_file_names_its_schema_first(path):
    first = path.read_text().splitlines()[0]
    name = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", first)
    assert name
    assert (path.parent / name[1]).is_file()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_key_is_there_with_a_comment(path):
    schema = _schema(path)
    lines = path.read_text().splitlines()
    values = yaml.safe_load(path.read_text())
    assert _keys(schema) == [(key, *_inner(value)) for key, value in values.items()]
    for number, line in enumerate(lines):
        if re.match(r"\s*\w+: \S", line):
            assert lines[number - 1].lstrip().startswith("#"), line


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_schema_takes_the_file_and_refuses_what_the_loader_refuses(path):
    jsonschema = pytest.importorskip("jsonschema")
    schema, values = _schema(path), yaml.safe_load(path.read_text())
    jsonschema.Draft7Validator.check_schema(schema)
    judge = jsonschema.Draft7Validator(schema)
    assert not list(judge.iter_errors(values))
    assert list(judge.iter_errors({**values, "unheard_of": 1}))
    for key, value in values.items():
        assert list(judge.iter_errors({**values, key: None}))
        for inner in value if isinstance(value, dict) else ():
            assert list(judge.iter_errors({**values, key: {**value, inner: {}}}))


def _schema(path):
    first = path.read_text().splitlines()[0]
    return json.loads((path.parent / first.partition("=")[2]).read_text())


def _keys(schema):
    return [(key, *part.get("properties", {})) for key, part in schema["properties"].items()]


def _inner(value):
    return value if isinstance(value, dict) else ()
