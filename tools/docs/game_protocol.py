"""The reference of the interface of a game, from its source."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator

from taphouse.core import API_VERSION, Game, Offer, Race, StateLike


def page() -> str:
    return "\n\n".join(
        [
            "# The interface of a game",
            f"Version {API_VERSION} of the game kit, generated from `taphouse/core`."
            + " A game of another package names this version as `API_VERSION`.",
            *part(Game),
            *part(StateLike),
            *part(Offer),
            *part(Race),
        ]
    )


def part(kind: type) -> Iterator[str]:
    """One class: its docstring, a table of its fields, and each of its functions."""
    lines = inspect.getsource(kind).splitlines()
    [found] = (node for node in ast.parse("\n".join(lines)).body if isinstance(node, ast.ClassDef))
    yield f"## {kind.__name__}"
    yield inspect.getdoc(kind) or ""
    fields = list(_fields(found, lines))
    if fields:
        yield "\n".join(["| name | type | |", "| --- | --- | --- |", *fields])
    for member in found.body:
        if isinstance(member, ast.FunctionDef):
            yield f"### {member.name}"
            yield f"```python\n{_signature(member)}\n```"
            yield ast.get_docstring(member) or ""


def _fields(found: ast.ClassDef, lines: list[str]) -> Iterator[str]:
    """A field is explained by the string below it, or by the comment beside it."""
    for member, following in zip(found.body, [*found.body[1:], None], strict=True):
        if not isinstance(member, ast.AnnAssign):
            continue
        match following:
            case ast.Expr(value=ast.Constant(value=str(text))):
                says = text
            case _:
                says = lines[member.lineno - 1].partition("# ")[2]
        kind = ast.unparse(member.annotation).replace("|", "\\|")
        yield f"| `{ast.unparse(member.target)}` | `{kind}` | {' '.join(says.split())} |"


def _signature(member: ast.FunctionDef) -> str:
    if any(isinstance(mark, ast.Name) and mark.id == "property" for mark in member.decorator_list):
        return f"{member.name}: {ast.unparse(member.returns or ast.Constant(None))}"
    arguments = ", ".join(ast.unparse(member.args).split(", ")[1:])
    return f"def {member.name}({arguments}) -> {ast.unparse(member.returns or ast.Constant(None))}"
