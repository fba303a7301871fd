"""The HTTP API is what its document says, whatever is asked of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from taphouse.house.lobby import OpenTable
from taphouse.server.openapi import OPERATIONS, Operation, document
from tests.processes import started
from tests.wild import fitting, mangled, values

OP = {op.path: op for op in OPERATIONS}
often = settings(max_examples=60, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    data: Path = tmp_path_factory.mktemp("house")
    with (
        started("taphouse.cli", "serve", "--host", "127.0.0.1", "--port", "0", "--data", str(data)) as house,
        httpx.Client(base_url=f"http://{house.address}") as client,
    ):
        yield client


def departure(op: Operation, answer: httpx.Response) -> str | None:
    """What is not as described. `None`: all is."""
    if answer.status_code not in op.answers:
        return f"{op.path}: {answer.status_code} {answer.text}"
    kind, told = op.answers[answer.status_code], answer.headers["content-type"]
    if isinstance(kind, str):
        return None if told.startswith(kind) else told
    try:
        msgspec.json.decode(answer.content, type=kind)
    except msgspec.DecodeError as error:
        return f"{op.path}: {error}"
    return None if told == "application/json" else told


def test_every_address_of_the_api_is_in_the_document(http: httpx.Client) -> None:
    told = http.get("/api/openapi.json").json()
    assert told == msgspec.json.decode(msgspec.json.encode(document()))
    assert told["openapi"].startswith("3.1")
    for path in told["paths"]:
        code = path.replace("{code}", "ZZZZ")
        assert http.options(code).status_code in (405, 404), "it is served, by nothing but what is described"
    assert '"$ref":"#/components/schemas/' in msgspec.json.encode(told).decode()


@pytest.mark.parametrize("path", [path for path, op in OP.items() if op.method == "get" and "{" not in path])
def test_what_anybody_may_read_is_as_described(http: httpx.Client, path: str) -> None:
    assert departure(OP[path], http.get(path)) is None


def is_one_step(code: str) -> bool:
    """Of an address: it leads neither up nor further down."""
    return code.strip("./\x00") == code and "/" not in code


@pytest.mark.parametrize("path", [path for path in OP if "{code}" in path])
def test_whatever_code_is_asked_for_the_answer_is_as_described(http: httpx.Client, path: str) -> None:
    @often
    @given(st.text(min_size=1, max_size=30).filter(is_one_step))
    def holds(code: str) -> None:
        try:
            there = quote(code, safe="")
        except UnicodeEncodeError:
            return
        assert departure(OP[path], http.get(path.replace("{code}", there))) is None

    holds()


wishes: st.SearchStrategy[Any] = (
    fitting(OpenTable) | fitting(OpenTable).map(lambda wish: wish | {"game": "tip-tap"}) | values
)


@often
@given(st.data())
def test_whatever_is_wished_for_the_answer_is_as_described(http: httpx.Client, data: st.DataObject) -> None:
    body = data.draw(mangled(wishes.map(lambda wish: msgspec.json.encode(wish))) | st.binary(max_size=9_000))
    assert departure(OP["/api/tables"], http.post("/api/tables", content=body)) is None


@often
@given(
    st.sampled_from(list(OP)),
    st.sampled_from(["PUT", "PATCH", "DELETE", "TRACE", "HEAD", "BREW"]),
    st.dictionaries(
        st.sampled_from(
            ["origin", "host", "range", "accept", "content-type", "if-none-match", "x-forwarded-for"]
        ),
        st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=40),
        max_size=3,
    ),
)
def test_no_method_and_no_header_breaks_the_house(
    http: httpx.Client, path: str, method: str, headers: dict[str, str]
) -> None:
    headers = {name: value.strip() or "x" for name, value in headers.items()}
    answer = http.request(method, path.replace("{code}", "ZZZZ"), headers=headers)
    assert answer.status_code < 500
