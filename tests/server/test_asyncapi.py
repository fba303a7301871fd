"""The AsyncAPI document matches the messages that the house reads and sends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args

import fastjsonschema
import msgspec
import pytest

from taphouse.core import told
from taphouse.core.record import resume
from taphouse.fair import Finish
from taphouse.fair.evidence import Reason
from taphouse.server.admission import read
from taphouse.server.asyncapi import document
from taphouse.table import wire
from tests.ended import ended
from tests.examples.published import fits, published
from tests.shelf import SHELF

LACKING_IN_DRAFT_07 = {"$defs", "prefixItems", "unevaluatedProperties", "dependentRequired"}


def references(described: Any) -> Iterator[str]:
    for key, part in described.items() if isinstance(described, dict) else enumerate(described):
        if key == "$ref":
            yield part
        elif isinstance(part, dict | list):
            yield from references(part)


def objects(described: Any) -> Iterator[dict[str, Any]]:
    if isinstance(described, dict):
        yield described
    for part in described.values() if isinstance(described, dict) else described:
        if isinstance(part, dict | list):
            yield from objects(part)


def at(described: Any, reference: str) -> Any:
    for step in reference.removeprefix("#/").split("/"):
        described = described[step]
    return described


def types(described: Any, operation: str) -> set[str]:
    """The `type` of each message of an operation."""
    found = set()
    for message in described["operations"][operation]["messages"]:
        payload = at(described, at(described, message["$ref"])["$ref"])["payload"]
        found |= set(at(described, payload["$ref"])["properties"]["type"]["enum"])
    return found


def decode_error(message: dict[str, str]) -> str:
    try:
        read(msgspec.json.encode(message))
    except msgspec.ValidationError as error:
        return str(error)
    return "none"


def test_every_reference_in_the_asyncapi_document_resolves() -> None:
    described = document(SHELF)
    found = list(references(described))
    assert found
    for reference in found:
        assert at(described, reference)


def test_the_server_reads_every_published_message_from_a_browser() -> None:
    kinds = types(document(SHELF), "receive")
    assert len(kinds) == len(get_args(wire.Up))
    for kind in kinds:
        assert decode_error({"type": kind}).startswith(("Object missing required field", "none"))


def test_the_document_lists_every_message_from_the_house() -> None:
    assert types(document(SHELF), "send") == {kind.__struct_config__.tag for kind in get_args(wire.Down)}


@pytest.mark.parametrize("slug", SHELF)
def test_acts_views_news_and_contests_of_a_whole_game_fit_its_published_schemas(slug: str) -> None:
    game, (head, journal) = SHELF[slug], ended(slug)
    play, acts, contests = resume(game, head), 0, 0
    for entry in journal:
        contest = game.contested(play.state, entry.move) if entry.move else None
        if contest is not None:
            contests += 1
            fits(f"{slug}.Contest")(msgspec.to_builtins(contest))
            fits("Finish")(msgspec.to_builtins(Finish(contest, (), gap=0, blur=0)))
        play.replay(entry)
        if entry.move is not None:
            acts += 1
            act = msgspec.to_builtins(entry.move.act)
            fits(f"{slug}.Acts")(act)
            fits("Do")({"type": "do", "act": act, "n": 1, "at": 1})
        for seat in (0, None):
            news = [shown for event in entry.events if (shown := told(game, event, seat)) is not None]
            update = {"view": game.view(play.state, seat), "news": news}
            plain = msgspec.json.decode(msgspec.json.encode(update))
            fits(f"{slug}.View")(plain["view"])
            for event in plain["news"]:
                fits(f"{slug}.Events")(event)
    assert acts
    assert contests
    fits("Update")({"type": "update", "n": 1, "at": 1, "race": None, **plain})


@pytest.mark.parametrize("slug", SHELF)
def test_a_value_that_is_not_an_act_does_not_fit_the_schema_of_acts(slug: str) -> None:
    for wrong in ({}, {"type": "Cheat"}, "Flip", None, {"type": 1}):
        with pytest.raises(fastjsonschema.JsonSchemaException):
            fits(f"{slug}.Acts")(wrong)


def test_an_act_without_its_fields_does_not_fit_its_schema() -> None:
    for schema in published()["components"]["schemas"]["tip-tap.Acts"]["oneOf"]:
        act = at(published(), schema["$ref"])
        bare = {"type": act["properties"]["type"]["enum"][0]}
        if act["required"] == ["type"]:
            fits("tip-tap.Acts")(bare)
        else:
            with pytest.raises(fastjsonschema.JsonSchemaException):
                fits("tip-tap.Acts")(bare)


def test_every_field_of_a_published_schema_has_a_type() -> None:
    described = published()["components"]["schemas"]
    open_fields = [
        f"{name}.{field}"
        for name, schema in described.items()
        for field, kind in schema.get("properties", {}).items()
        if not kind.keys() - {"description", "default"}
    ]
    assert open_fields == []


def test_every_published_type_and_field_has_a_description() -> None:
    for name, schema in published()["components"]["schemas"].items():
        assert schema["description"], name
        for field, kind in schema.get("properties", {}).items():
            assert field == "type" or kind["description"], f"{name}.{field}"


def test_published_descriptions_call_a_player_they_and_write_null() -> None:
    for schema in objects(published()):
        if isinstance(words := schema.get("description"), str):
            assert not re.search(r"\b(he|him|his|himself|she|her|None)\b", words), words


@pytest.mark.parametrize(("schema", "kind"), [("Sorry", wire.Why), ("Correction", Reason)])
def test_every_published_reason_is_explained(schema: str, kind: Any) -> None:
    words = published()["components"]["schemas"][schema]["properties"]["why"]["description"]
    assert [why for why in get_args(kind) if f"`{why}`: " not in words] == []


def test_the_document_follows_asyncapi_3() -> None:
    described = published()
    assert described["asyncapi"] == "3.0.0"
    assert described["info"].keys() >= {"title", "version"}
    assert described.keys() <= {
        "asyncapi",
        "info",
        "defaultContentType",
        "channels",
        "operations",
        "components",
    }
    for part in described["components"].values():
        assert all(re.fullmatch(r"[\w.-]+", name) for name in part), (
            "the only characters that a name may have"
        )
    channel = described["channels"]["table"]
    assert set(re.findall(r"{(\w+)}", channel["address"])) == channel["parameters"].keys()
    for operation in described["operations"].values():
        assert operation["action"] in ("send", "receive")
        assert at(described, operation["channel"]["$ref"]) is channel
        for message in operation["messages"]:
            assert message["$ref"].startswith("#/channels/table/messages/"), (
                "a reference to the channel, not to components"
            )


def test_the_schemas_of_the_asyncapi_document_are_draft_07() -> None:
    for schema in objects(published()["components"]["schemas"]):
        assert not schema.keys() & LACKING_IN_DRAFT_07
        assert "$ref" not in schema or len(schema) == 1, "keys beside a reference are ignored"
        assert not isinstance(schema.get("discriminator"), dict), "in AsyncAPI it is the name of a field"
