"""Nodes of neighbouring versions understand each other."""

from __future__ import annotations

import msgspec

from taphouse.cluster.messages import VERSION, Batch, Disconnected, Send, decode, encode, messages_in
from taphouse.cluster.registry import Lease, OwnershipRecord


def batch(*messages: object) -> Batch:
    raw = tuple(msgspec.Raw(msgspec.msgpack.encode(message)) for message in messages)
    return decode(encode(Batch("a", 1, raw)), Batch)


def test_a_message_of_an_unknown_kind_is_skipped() -> None:
    younger = batch(Send(1, b"x"), {"t": "sing", "song": "la"}, Disconnected(2))
    assert messages_in(younger) == [Send(1, b"x"), Disconnected(2)]


def test_an_unknown_field_of_a_message_is_ignored() -> None:
    assert messages_in(batch({"t": "lost", "line": 3, "why": "tired"})) == [Disconnected(3)]
    assert decode(encode({"node": "b", "ready": True, "mood": "fine"}), OwnershipRecord) == OwnershipRecord(
        "b", True
    )


def test_a_field_that_an_older_node_does_not_send_has_a_default() -> None:
    assert decode(encode({"version": VERSION - 1}), Lease) == Lease(VERSION - 1)
    assert messages_in(batch({"t": "heard", "line": 1, "text": b"{}", "arrived": 5}))
