"""Pages that are made from the code: messages, HTTP addresses, the options and rules of each game."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from taphouse.languages import Languages
from taphouse.server import asyncapi, openapi
from taphouse.server.api import describe
from taphouse.shelf import own_shelf

from . import game_protocol

Schema = Mapping[str, Any]


def pages() -> Iterator[tuple[str, str]]:
    """The path and the text of every generated page."""
    wire = asyncapi.document(own_shelf())
    schemas = wire["components"]["schemas"]
    yield "reference/messages.md", "\n\n".join(messages(wire))
    for slug in own_shelf():
        own = {name: schema for name, schema in schemas.items() if name.startswith(f"{slug}.")}
        yield f"reference/{slug}.md", "\n\n".join(game_messages(slug, own))
    yield "reference/game.md", game_protocol.page()
    yield "reference/http.md", "\n\n".join(addresses(openapi.document()))


def messages(wire: Schema) -> Iterator[str]:
    schemas = wire["components"]["schemas"]
    yield "# Messages"
    yield (
        f"Generated from `/api/asyncapi.json`, version {wire['info']['version']}."
        " [Writing a client](../protocol.md) explains how they belong together."
    )
    yield wire["info"]["description"]
    shown: set[str] = set()
    for operation, title in (("receive", "To the house"), ("send", "From the house")):
        yield f"## {title}"
        for message in wire["operations"][operation]["messages"]:
            name = message["$ref"].rpartition("/")[2]
            shown.add(name)
            yield from typed(name, schemas[name], f"`{wire['components']['messages'][name]['name']}`")
    yield "## Parts of messages"
    for name, schema in schemas.items():
        if name not in shown and "." not in name:
            yield from typed(name, schema)


def game_messages(slug: str, schemas: Schema) -> Iterator[str]:
    yield f"# {Languages(own_shelf()).words('en', slug)['name']}: acts, view, events"
    yield (
        "Generated from `/api/asyncapi.json`. An act is the `act` of [`do`](messages.md#do);"
        " `view` and `news` of an [`update`](messages.md#update) are of these types."
    )
    acts, events = (
        {place(part) for part in schemas[f"{slug}.{kind}"]["oneOf"]} for kind in ("Acts", "Events")
    )
    yield "## View"
    yield from typed(f"{slug}.View", schemas[f"{slug}.View"], heading=None)
    yield "## Acts"
    for name in (name for name in schemas if name in acts):
        yield from typed(name, schemas[name])
    yield "## Events"
    for name in (name for name in schemas if name in events):
        yield from typed(name, schemas[name])
    yield "## Parts"
    unions = {f"{slug}.{kind}" for kind in ("Acts", "Events", "View")}
    for name in (name for name in schemas if name not in acts | events | unions):
        yield from typed(name, schemas[name])


def addresses(http: Schema) -> Iterator[str]:
    yield "# HTTP"
    yield f"Generated from `/api/openapi.json`, version {http['info']['version']}."
    yield "## Addresses"
    for path, methods in http["paths"].items():
        for method, operation in methods.items():
            yield f"### {method.upper()} {path}"
            yield operation["summary"]
            if body := operation.get("requestBody"):
                yield f"It takes {contents(body)}."
            rows = [
                (f"`{one['name']}`, in the {one['in']}", one.get("description", ""))
                for one in operation.get("parameters", ())
            ]
            answers: dict[str, list[str]] = {}
            for status, answer in sorted(operation["responses"].items()):
                answers.setdefault(contents(answer) or answer["description"], []).append(status)
            rows += [(", ".join(statuses), text) for text, statuses in answers.items()]
            yield table(("parameter or status", ""), rows)
    yield "## Types"
    for name, schema in http["components"]["schemas"].items():
        yield from typed(name, schema)


def contents(answer: Schema) -> str:
    return ", ".join(
        kind(media["schema"]) if name == "application/json" else f"`{name}`"
        for name, media in answer.get("content", {}).items()
    )


def typed(name: str, schema: Schema, heading: str | None = "") -> Iterator[str]:
    """A heading (its own name unless another is given), a sentence and the fields of an object."""
    if heading is not None:
        yield f"### {heading or name.rpartition('.')[2]} {{ #{anchor(name)} }}"
    if description := schema.get("description"):
        yield description
    if not schema.get("properties"):
        if schema.get("type") != "object":
            yield kind(schema)
        return
    required = schema.get("required", ())
    yield table(
        ("field", "type", ""),
        [
            (f"`{field}`", kind(part) + default(part, field in required), part.get("description", ""))
            for field, part in schema["properties"].items()
        ],
    )


def default(schema: Schema, required: bool) -> str:
    if required:
        return ""
    return f", else {code(schema['default'])}" if "default" in schema else ", optional"


def kind(schema: Schema) -> str:
    """A JSON schema as a few words."""
    match schema:
        case {"$ref": _}:
            name = place(schema)
            game, dot, short = name.rpartition(".")
            return f"[{game}{dot}{short}]({page_of(game)}#{anchor(name)})"
        case {"enum": values}:
            return " or ".join(code(value) for value in values)
        case {"anyOf": parts} | {"oneOf": parts} | {"allOf": parts}:
            return " or ".join(dict.fromkeys(kind(part) for part in parts))
        case {"type": "array", "prefixItems": parts}:
            return "[" + ", ".join(kind(part) for part in parts) + "]"
        case {"type": "array", "items": dict(items)}:
            return f"list of {kind(items)}"
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"object of {kind(values)}"
        case {"type": "null"}:
            return "`null`"
        case {"type": str(name)}:
            return name
    return "anything"


def page_of(game: str) -> str:
    return f"{game}.md" if game else ""


def place(schema: Schema) -> str:
    return schema["$ref"].rpartition("/")[2]


def anchor(name: str) -> str:
    return name.rpartition(".")[2].lower()


def code(value: Any) -> str:
    return (
        f"`{json.dumps(value, ensure_ascii=False)}`" if not value or isinstance(value, bool) else f"`{value}`"
    )


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [tuple(head), *(tuple(row) for row in rows)]
    if len(lines) == 1:
        return ""
    lines.insert(1, ("---",) * len(lines[0]))
    cells = (" | ".join(re.sub(r"\s+", " ", cell).replace("|", "\\|") for cell in line) for line in lines)
    return "\n".join(f"| {line} |" for line in cells)


def game_page(slug: str) -> str:
    """What follows the hand-written page of a game: its options and its rulebook."""
    shelf = own_shelf()
    game, languages = shelf[slug], Languages(shelf)
    words = languages.words("en", slug)
    usual = game.Options.defaults_for("en")
    rows = []
    for name, schema in describe(slug, game).options["properties"].items():
        label = f"option.{name}"
        value = usual.get(name, schema["default"])
        rows.append((words[label], choices(label, schema, value, words), words.get(f"{label}.hint", "")))
    rules = re.sub(r"^# .*\n", "", languages.packaged_rulebook("en", slug).lstrip())
    parts = [
        "## Options",
        "The host sets them before a game. The first value is the usual one.",
        table(("option", "values", ""), rows),
        "## All rules",
        re.sub(r"^(#+) ", r"#\1 ", rules, flags=re.MULTILINE).strip(),
    ]
    return "\n\n".join(parts)


def choices(label: str, schema: Schema, usual: Any, words: Mapping[str, str]) -> str:
    """The values of an option as the form shows them, the usual one first."""
    match schema:
        case {"type": "boolean"}:
            return "on, off" if usual else "off, on"
        case {"enum": values}:
            ordered = sorted(values, key=lambda value: value != usual)
            return ", ".join(words[f"{label}.{value}"] for value in ordered)
        case {"format": "language"}:
            return "any language of the house"
        case {"anyOf": [number, {"type": "null"}]}:
            return f"{measure(usual, number)}; {limits(number)}, or off"
    return f"{measure(usual, schema)}; {limits(schema)}"


def limits(number: Schema) -> str:
    return f"{number['minimum']} to {measure(number['maximum'], number)}"


def measure(value: int, number: Schema) -> str:
    return f"{value} {number.get('unit', '')}".rstrip()
