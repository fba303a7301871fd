"""What machines are told of a table's WebSocket is what the door reads and the house says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args

import fastjsonschema
import msgspec
import pytest

from taphouse.core.record import resume
from taphouse.fair.evidence import Reason
from taphouse.games import shelf
from taphouse.house import wire
from taphouse.server.admission import read
from taphouse.server.asyncapi import document
from tests.ended import ended
from tests.examples.published import fits, published

LACKING_IN_DRAFT_07 = {"$defs", "prefixItems", "unevaluatedProperties", "dependentRequired"}


def references(told: Any) -> Iterator[str]:
    for key, part in told.items() if isinstance(told, dict) else enumerate(told):
        if key == "$ref":
            yield part
        elif isinstance(part, dict | list):
            yield from references(part)


def objects(told: Any) -> Iterator[dict[str, Any]]:
    if isinstance(told, dict):
        yield told
    for part in told.values() if isinstance(told, dict) else told:
        if isinstance(part, dict | list):
            yield from objects(part)


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
    """Of the admission."""
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


@pytest.mark.parametrize("slug", shelf())
def test_acts_views_and_news_of_a_whole_game_are_of_its_published_schemas(slug: str) -> None:
    game, (head, journal) = shelf()[slug], ended(slug)
    play, acts = resume(game, head), 0
    for entry in journal:
        play.retell(entry)
        if entry.move is not None:
            acts += 1
            act = msgspec.to_builtins(entry.move.act)
            fits(f"{slug}.Acts")(act)
            fits("Do")({"type": "do", "act": act, "n": 1, "at": 1})
        for seat in (0, None):
            heard = [told for event in entry.events if (told := game.tell(event, seat)) is not None]
            shown = {"view": game.view(play.state, seat), "news": heard}
            plain = msgspec.json.decode(msgspec.json.encode(shown))
            fits(f"{slug}.View")(plain["view"])
            for event in plain["news"]:
                fits(f"{slug}.Events")(event)
    assert acts
    fits("Update")({"type": "update", "n": 1, "at": 1, "race": None, **plain})


@pytest.mark.parametrize("slug", shelf())
def test_what_is_none_of_a_games_acts_does_not_fit_its_schema(slug: str) -> None:
    for wrong in ({}, {"type": "Cheat"}, "Flip", None, {"type": 1}):
        with pytest.raises(fastjsonschema.JsonSchemaException):
            fits(f"{slug}.Acts")(wrong)


def test_a_tap_without_its_fields_does_not_fit() -> None:
    for schema in published()["components"]["schemas"]["tip-tap.Acts"]["oneOf"]:
        act = at(published(), schema["$ref"])
        bare = {"type": act["properties"]["type"]["enum"][0]}
        if act["required"] == ["type"]:
            fits("tip-tap.Acts")(bare)
        else:
            with pytest.raises(fastjsonschema.JsonSchemaException):
                fits("tip-tap.Acts")(bare)


def test_no_message_and_no_view_leaves_a_field_open() -> None:
    told = published()["components"]["schemas"]
    open_fields = [
        f"{name}.{field}"
        for name, schema in told.items()
        for field, kind in schema.get("properties", {}).items()
        if not kind.keys() - {"description", "default"}
    ]
    assert open_fields == []


def test_every_published_type_and_field_says_what_it_is() -> None:
    for name, schema in published()["components"]["schemas"].items():
        assert schema["description"], name
        for field, kind in schema.get("properties", {}).items():
            assert field == "type" or kind["description"], f"{name}.{field}"


def test_published_descriptions_call_a_player_they_and_say_null_as_json_does() -> None:
    for schema in objects(published()):
        if isinstance(words := schema.get("description"), str):
            assert not re.search(r"\b(he|him|his|himself|she|her|None)\b", words), words


@pytest.mark.parametrize(("schema", "kind"), [("Sorry", wire.Why), ("Correction", Reason)])
def test_every_reason_is_explained(schema: str, kind: Any) -> None:
    words = published()["components"]["schemas"][schema]["properties"]["why"]["description"]
    assert [why for why in get_args(kind) if f"`{why}`: " not in words] == []


def test_the_document_is_made_as_its_version_of_asyncapi_wants_it() -> None:
    told = published()
    assert told["asyncapi"] == "3.0.0"
    assert told["info"].keys() >= {"title", "version"}
    assert told.keys() <= {"asyncapi", "info", "defaultContentType", "channels", "operations", "components"}
    for part in told["components"].values():
        assert all(re.fullmatch(r"[\w.-]+", name) for name in part), "the only signs a name may have"
    channel = told["channels"]["table"]
    assert set(re.findall(r"{(\w+)}", channel["address"])) == channel["parameters"].keys()
    for operation in told["operations"].values():
        assert operation["action"] in ("send", "receive")
        assert at(told, operation["channel"]["$ref"]) is channel
        for message in operation["messages"]:
            assert message["$ref"].startswith("#/channels/table/messages/"), (
                "of the channel, not of components"
            )


def test_schemas_are_written_in_the_dialect_of_asyncapi() -> None:
    for schema in objects(published()["components"]["schemas"]):
        assert not schema.keys() & LACKING_IN_DRAFT_07
        assert "$ref" not in schema or len(schema) == 1, "what stands beside a reference is not read"
        assert not isinstance(schema.get("discriminator"), dict), "it would be the name of a field"
