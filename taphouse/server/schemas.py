"""JSON schemas of the types on the wire, with descriptions from the docstrings in their source."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from importlib.util import resolve_name
from itertools import zip_longest
from types import ModuleType
from typing import Any, is_typeddict

import msgspec
from msgspec.inspect import (
    CollectionType,
    DictType,
    Metadata,
    StructType,
    TupleType,
    TypedDictType,
    UnionType,
    multi_type_info,
)

PLACE = "#/components/schemas/"


def describe(kinds: Sequence[Any], prefix: str = "") -> tuple[list[Any], dict[str, Any]]:
    """The schema of each kind, and by name every struct they use; `prefix` goes before each name."""
    template = f"{PLACE}{prefix}{{name}}"
    schemas, components = msgspec.json.schema_components(kinds, ref_template=template)
    for cls in structs(*kinds):
        component = components[cls.__name__]
        properties = component["properties"]
        if cls.__doc__:
            component["description"] = _in_json(cls.__doc__)
        stored = {} if is_typeddict(cls) else {f.name: f.encode_name for f in msgspec.structs.fields(cls)}
        for name, docs in _docs(cls).items():
            place = stored.get(name, name)
            if place in properties:  # a class variable is not
                properties[place] = {"description": _in_json(" ".join(docs)), **properties[place]}
    return list(schemas), {f"{prefix}{name}": schema for name, schema in components.items()}


def _in_json(doc: str) -> str:
    """The docstring on one line, with JSON's names for constants."""
    constants = {"`None`": "`null`", "`True`": "`true`", "`False`": "`false`"}
    for name, constant in constants.items():
        doc = doc.replace(name, constant)
    return " ".join(doc.split())


def structs(*roots: Any) -> set[type]:
    """Every struct and typed dictionary that `roots` use, directly or indirectly."""
    found: set[type] = set()
    waiting: list[Any] = [*multi_type_info(roots)]
    while waiting:
        match waiting.pop():
            case StructType(cls=cls, fields=fields) | TypedDictType(cls=cls, fields=fields) if (
                cls not in found
            ):
                found.add(cls)
                waiting += [field.type for field in fields]
            case UnionType(types=inner) | TupleType(item_types=inner):
                waiting += inner
            case DictType(key_type=key, value_type=value):
                waiting += [key, value]
            case CollectionType(item_type=inner) | Metadata(type=inner):
                waiting.append(inner)
    return found


@cache
def field_docs(cls: type) -> dict[str, str]:
    """The docstring under each field, by the field's name."""
    return {name: doc for _, name, _, doc in _fields(cls) if doc}


def _docs(cls: type) -> dict[str, list[str]]:
    """By the field's name: its own docstring, and those of the aliases in its annotation."""
    found = {}
    for home, name, annotation, doc in _fields(cls):
        used = dict.fromkeys(part.id for part in ast.walk(annotation) if isinstance(part, ast.Name))
        if docs := [each for each in [doc, *(_alias_doc(alias, home) for alias in used)] if each]:
            found[name] = docs
    return found


def _fields(cls: type) -> Iterator[tuple[ModuleType, str, ast.expr, str | None]]:
    """The module, the name, the annotation and the docstring of each field, base classes first."""
    for owner in reversed(cls.__mro__):
        if is_typeddict(owner) or (issubclass(owner, msgspec.Struct) and owner is not msgspec.Struct):
            home = sys.modules[owner.__module__]
            for target, annotation, doc in _annotated(_body(home, owner.__name__)):
                yield home, target, annotation, doc


@cache
def _alias_doc(name: str, home: ModuleType) -> str | None:
    """The docstring under a type alias, in `home` or in the module that `home` imports it from."""
    body = _parsed(home).body
    for target, _, doc in _annotated(body):
        if target == name:
            return doc
    for line in body:
        if isinstance(line, ast.ImportFrom) and name in [part.asname or part.name for part in line.names]:
            package = home.__package__ if line.level else None
            source = import_module(resolve_name("." * line.level + (line.module or ""), package))
            return _alias_doc(name, source) if source.__name__.startswith("taphouse") else None
    return None


def _annotated(body: Sequence[ast.stmt]) -> Iterator[tuple[str, ast.expr, str | None]]:
    """Each annotated name of a module or class, with the docstring below it."""
    for line, below in zip_longest(body, body[1:]):
        match line:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation):
                match below:
                    case ast.Expr(value=ast.Constant(value=str() as doc)):
                        yield name, annotation, doc
                    case _:
                        yield name, annotation, None


def _body(home: ModuleType, name: str) -> list[ast.stmt]:
    for node in _parsed(home).body:
        if isinstance(node, ast.ClassDef) and node.name == name:
            return node.body
    return []


@cache
def _parsed(home: ModuleType) -> ast.Module:
    """The syntax tree of a module; an empty one if the source is missing or empty."""
    try:
        return ast.parse(inspect.getsource(home))
    except OSError:
        return ast.Module([], [])
