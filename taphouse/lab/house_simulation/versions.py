"""Nodes of neighbouring versions: what they send to the others, and what they understand."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random
from typing import Any, Literal, TypeAlias

import msgspec
from nats.aio.msg import Msg

from .nats_model import NatsModel, Process, SimulatedClient

Others: TypeAlias = Literal["none", "later", "0.1"]
"""The other version of an evening: one that sends more, or one that does not count openings.

Beside nodes of 0.1 a player may lose the seat to their own connection of before."""

Change = Callable[[dict[str, Any]], None]
FROM_LATER = {"t": "fromlater", "what": 1}
"""A message that this version does not know."""


class ClientOfOtherVersion(SimulatedClient):
    """Changes all messages between its node and the others, and what its node writes to the registry."""

    def __init__(self, nats: NatsModel, process: Process, name: str, sends: Change, reads: Change) -> None:
        super().__init__(nats, process, name)
        self._sends, self._reads = sends, reads

    async def publish(
        self, subject: str, payload: bytes = b"", reply: str = "", headers: dict[str, str] | None = None
    ) -> None:
        if payload and (".node." in subject or ".register." in subject) and not subject.startswith("$"):
            payload = _changed(payload, self._sends)
        await super().publish(subject, payload, reply, headers)

    async def subscribe(self, subject: str, cb: Callable[[Msg], Awaitable[None]]) -> None:
        async def read(message: Msg) -> None:
            message.data = _changed(message.data, self._reads)
            await cb(message)

        await super().subscribe(subject, read if ".node." in subject else cb)


def _changed(payload: bytes, change: Change) -> bytes:
    value = msgspec.msgpack.decode(payload)
    change(value)
    return msgspec.msgpack.encode(value)


def _add_unknown(value: dict[str, Any]) -> None:
    value["later"] = 1
    if "parts" in value:
        value["parts"] = [part | {"later": [1]} for part in value["parts"]] + [FROM_LATER]
    if "version" in value:
        value["version"] += 1


def _leave_out_openings(value: dict[str, Any]) -> None:
    for part in value.get("parts", ()):
        part.pop("opening", None)


def _nothing(value: dict[str, Any]) -> None: ...


def client(others: Others, random: Random, nats: NatsModel, process: Process, name: str) -> SimulatedClient:
    """A third of the nodes are of another version."""
    if others == "none" or random.randrange(3):
        return SimulatedClient(nats, process, name)
    if others == "later":
        return ClientOfOtherVersion(nats, process, name, _add_unknown, _nothing)
    return ClientOfOtherVersion(nats, process, name, _leave_out_openings, _leave_out_openings)
