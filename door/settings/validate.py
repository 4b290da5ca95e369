"""Validate a file's plain values as a model. Every fault has its line, its dotted key and a plain reason."""

from __future__ import annotations

from typing import Any, Final, TypeVar, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from door.records.files.plain_yaml import Document, KeyPath, YamlFault, dotted_path, simple
from door.settings import text
from door.settings.models import SettingsSection
from door.settings.text import nearest, refuse
from door.ui.sentence import Sentence
from door.ui.texts import tr

_Model = TypeVar("_Model", bound=SettingsSection)


def check(kind: type[_Model], document: Document) -> _Model:
    """Validate the document as that model. SettingsError has every fault with its line and dotted key."""
    values = {
        name: {} if value is None and section_at(kind, (name,)) else value
        for name, value in document.values.items()
    }
    faults = list(document.faults)
    try:
        made = kind.model_validate(values)
    except ValidationError as error:
        known = {fault.key for fault in faults}
        details = error.errors(include_url=False)
        found = [_fault(kind, document, detail) for detail in details if not _is_echo(detail)]
        faults += [fault for fault in found if fault.key not in known]
    if faults:
        raise refuse(faults)
    return made


def _is_echo(detail: ErrorDetails) -> bool:
    """True if a list is only too short because some of its items were refused."""
    return detail["type"] == "too_short" and len(detail["input"]) >= detail["ctx"]["min_length"]


def _fault(kind: type[SettingsSection], document: Document, detail: ErrorDetails) -> YamlFault:
    key_path = (
        *(at for at in detail["loc"] if at != "[key]"),
        *([detail["ctx"]["key"]] if detail["type"] == "other_key" else []),
    )
    secret = bool(_extra(kind, key_path).get("x-secret"))
    reason = _unknown(kind, key_path) if detail["type"] == "extra_forbidden" else _reason(detail, secret)
    return document.fault(key_path, reason)


_REASONS: Final[dict[str, Sentence]] = {
    "missing": tr.must.be_given,
    "dict_type": tr.must.be_section,
    "string_type": tr.must.be_text,
    "int_type": tr.must.be_number,
    "int_from_float": tr.must.be_number,
    "bool_type": tr.must.be_truth,
    "tuple_type": tr.must.be_list,
    "model_type": tr.must.be_section,
    "greater_than_equal": tr.must.be_at_least,
    "less_than_equal": tr.must.be_at_most,
    "literal_error": tr.must.be_one_of,
    "too_short": tr.must.have_at_least,
    "too_long": tr.must.have_at_most,
    "string_too_short": tr.must.not_be_empty,
    "string_too_long": tr.must.have_few_characters,
}


def _reason(detail: ErrorDetails, secret: bool) -> str:
    context = detail.get("ctx", {})
    if detail["type"] == "value_error":
        return str(context["error"])
    given = detail["input"]
    if given is None:
        return (tr.must.have_text if detail["type"] == "string_type" else tr.must.have_value)()
    said = _REASONS.get(detail["type"])
    reason = said(**_filled_in(detail, secret)) if said else detail["msg"]
    if not isinstance(given, str):
        return reason
    bare = (simple(f"x: {given}\n") or {}).get("x", given)
    if detail["type"] in ("int_type", "bool_type") and not isinstance(bare, str):
        return tr.must.have_no_quotes(what=reason)
    near = nearest(given, str(context.get("expected", "")).split("'")[1::2])  # such as `'open' or 'closed'`
    return tr.common.did_you_mean(what=reason, near=near) if near else reason


def _filled_in(detail: ErrorDetails, secret: bool) -> dict[str, object]:
    """Return the arguments that the reasons may use."""
    context = detail.get("ctx", {})
    length = context.get("min_length" if detail["type"] == "too_short" else "max_length", 0)
    return {
        "given": tr.setting.secret() if secret else _value_in_words(detail["input"]),
        "low": context.get("ge"), "high": context.get("le"), "expected": context.get("expected"),
        "items": tr.count.items(n=length), "limit": length, "length": context.get("actual_length"),
    }  # fmt: skip


def _value_in_words(value: object) -> str:
    """Return the value as the sysop wrote it, cut short."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict | tuple):
        return (tr.must.given_section if isinstance(value, dict) else tr.must.given_list)()
    return repr(value)[:60]


# -- keys --------------------------------------------------------------------------------


def section_at(kind: type[BaseModel], key_path: KeyPath) -> type[BaseModel] | None:
    """Return the model of the section with that path, None if there is no such section."""
    names = iter(key_path)
    for name in names:
        field = kind.model_fields.get(str(name))
        inner = field.annotation if field else None
        if get_origin(inner) is dict:  # sections that the sysop names
            next(names, None)
            inner = get_args(inner)[1]
        if not (isinstance(inner, type) and issubclass(inner, BaseModel)):
            return None
        kind = inner
    return kind


def _extra(kind: type[BaseModel], key_path: KeyPath) -> dict[str, Any]:
    section = section_at(kind, key_path[:-1])
    field = section.model_fields.get(str(key_path[-1])) if section and key_path else None
    extra = field.json_schema_extra if field else None
    return extra if isinstance(extra, dict) else {}


def _unknown(kind: type[BaseModel], key_path: KeyPath) -> str:
    """Return why a key is refused, and suggest the key that was probably meant."""
    section = section_at(kind, key_path[:-1])
    near = nearest(key_path[-1], section.model_fields if section else ())
    homes = [f"{name}.{key_path[-1]}" for name in kind.model_fields if key_path[-1] in _keys(kind, name)]
    homes += [str(key_path[-1])] * (key_path[-1] in kind.model_fields)
    said, hint = tr.check.no_such_key(), dotted_path((*key_path[:-1], near)) if near else text.either(homes)
    return tr.common.did_you_mean(what=said, near=hint) if hint else said


def _keys(kind: type[BaseModel], name: str) -> list[str]:
    section = section_at(kind, (name,))
    return list(section.model_fields) if section else []
