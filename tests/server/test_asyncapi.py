"""What machines are told of a table's WebSocket is what the door reads and the house says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from taphouse.house import wire
from taphouse.server.asyncapi import document
from taphouse.server.door import read


def references(told: Any) -> Iterator[str]:
    for key, part in told.items() if isinstance(told, dict) else enumerate(told):
        if key == "$ref":
            yield part
        elif isinstance(part, dict | list):
            yield from references(part)


def at(told: Any, reference: str) -> Any:
    for step in reference.removeprefix("#/").split("/"):
        told = told[step]
    return told


def types(told: Any, operation: str) -> set[str]:
    """What the messages of an operation have as their `type`."""
    found = set()
    for message in told["operations"][operation]["messages"]:
        payload = at(told, at(told, message["$ref"])["$ref"])["payload"]
        found |= set(at(told, payload["$ref"])["properties"]["type"]["enum"])
    return found


def complaint(message: dict[str, str]) -> str:
    """Of the door."""
    try:
        read(msgspec.json.encode(message))
    except msgspec.ValidationError as error:
        return str(error)
    return "none"


def test_every_reference_leads_somewhere() -> None:
    told = document()
    found = list(references(told))
    assert found
    for reference in found:
        assert at(told, reference)


def test_the_door_reads_whatever_a_browser_may_say() -> None:
    said = types(document(), "hear")
    assert len(said) == len(get_args(wire.Up))
    for kind in said:
        assert complaint({"type": kind}).startswith(("Object missing required field", "none"))


def test_the_house_says_what_is_told() -> None:
    assert types(document(), "tell") == {kind.__struct_config__.tag for kind in get_args(wire.Down)}
