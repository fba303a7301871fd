"""The HTTP API answers every request as its OpenAPI document says."""

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
from tests.generated_values import fitting, mangled, values
from tests.processes import started

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


def deviation(op: Operation, answer: httpx.Response) -> str | None:
    """How an answer differs from the document; `None` if it does not."""
    if answer.status_code not in op.answers:
        return f"{op.path}: {answer.status_code} {answer.text}"
    kind, content_type = op.answers[answer.status_code], answer.headers["content-type"]
    if isinstance(kind, str):
        return None if content_type.startswith(kind) else content_type
    try:
        msgspec.json.decode(answer.content, type=kind)
    except msgspec.DecodeError as error:
        return f"{op.path}: {error}"
    return None if content_type == "application/json" else content_type


def test_every_address_of_the_api_is_in_the_document(http: httpx.Client) -> None:
    served = http.get("/api/openapi.json").json()
    assert served == msgspec.json.decode(msgspec.json.encode(document()))
    assert served["openapi"].startswith("3.1")
    for path in served["paths"]:
        code = path.replace("{code}", "ZZZZ")
        assert http.options(code).status_code in (405, 404), (
            "the path exists, and only with the documented methods"
        )
    assert '"$ref":"#/components/schemas/' in msgspec.json.encode(served).decode()


@pytest.mark.parametrize("path", [path for path, op in OP.items() if op.method == "get" and "{" not in path])
def test_every_public_get_request_is_answered_as_documented(http: httpx.Client, path: str) -> None:
    assert deviation(OP[path], http.get(path)) is None


def is_one_step(code: str) -> bool:
    """True if the code is a single segment of a path."""
    return code.strip("./\x00") == code and "/" not in code


@pytest.mark.parametrize("path", [path for path in OP if "{code}" in path])
def test_a_request_with_any_code_is_answered_as_documented(http: httpx.Client, path: str) -> None:
    @often
    @given(st.text(min_size=1, max_size=30).filter(is_one_step))
    def holds(code: str) -> None:
        try:
            there = quote(code, safe="")
        except UnicodeEncodeError:
            return
        assert deviation(OP[path], http.get(path.replace("{code}", there))) is None

    holds()


bodies: st.SearchStrategy[Any] = (
    fitting(OpenTable) | fitting(OpenTable).map(lambda body: body | {"game": "tip-tap"}) | values
)


@often
@given(st.data())
def test_a_request_for_a_table_with_any_body_is_answered_as_documented(
    http: httpx.Client, data: st.DataObject
) -> None:
    body = data.draw(
        mangled(bodies.map(lambda value: msgspec.json.encode(value))) | st.binary(max_size=40_000)
    )
    assert deviation(OP["/api/tables"], http.post("/api/tables", content=body)) is None


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
def test_no_method_and_no_header_causes_a_server_error(
    http: httpx.Client, path: str, method: str, headers: dict[str, str]
) -> None:
    headers = {name: value.strip() or "x" for name, value in headers.items()}
    answer = http.request(method, path.replace("{code}", "ZZZZ"), headers=headers)
    assert answer.status_code < 500
