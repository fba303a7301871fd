"""Nodes of neighbouring versions understand each other."""

from __future__ import annotations

import msgspec

from taphouse.cluster.messages import VERSION, Lost, Parcel, Tell, decode, encode, unpacked
from taphouse.cluster.register import Deed, Lease


def parcel(*parts: object) -> Parcel:
    raw = tuple(msgspec.Raw(msgspec.msgpack.encode(part)) for part in parts)
    return decode(encode(Parcel("a", 1, raw)), Parcel)


def test_a_kind_of_message_that_is_new_is_passed_over() -> None:
    younger = parcel(Tell(1, b"x"), {"t": "sing", "song": "la"}, Lost(2))
    assert unpacked(younger) == [Tell(1, b"x"), Lost(2)]


def test_a_field_that_is_new_is_ignored() -> None:
    assert unpacked(parcel({"t": "lost", "line": 3, "why": "tired"})) == [Lost(3)]
    assert decode(encode({"node": "b", "ready": True, "mood": "fine"}), Deed) == Deed("b", True)


def test_a_field_that_an_older_node_does_not_send_has_a_default() -> None:
    assert decode(encode({"version": VERSION - 1}), Lease) == Lease(VERSION - 1)
    assert unpacked(parcel({"t": "heard", "line": 1, "text": b"{}", "arrived": 5}))
