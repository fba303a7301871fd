"""A party finds its table; a client that tries all codes does not. Time is an argument."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from taphouse.core import MS, SECOND
from taphouse.server.table_lookup import OWN_TRIES, WRONG_CODES, TableLookup, network_of
from taphouse.table.room import Refusal


class Table(str):
    """A table that is only its name."""


class Tables(dict[str, Table]):
    """Tables on one machine."""

    has = dict.__contains__
    find = dict.get

    async def room(self, code: str) -> Table | None:
        return self.get(code)


class Far(Tables):
    """Tables in a cluster: every code gets a table proxy, and the real answer comes later."""

    def find(self, code: str) -> Table:
        return self.get(code, Table("perhaps"))


@dataclass
class House:
    """One table, a clock that is set by hand, and requests for codes."""

    now: int = 3_600 * SECOND
    tables: type[Tables] = Tables

    def __post_init__(self) -> None:
        self.codes = TableLookup(self.tables(QUAY=Table("the table")), lambda: self.now)

    def ask(self, code: str, address: str) -> str | None:
        try:
            return self.codes.find(code, address)
        except Refusal as refusal:
            return refusal.why

    def guess(self, times: int, address: str) -> list[str | None]:
        return [self.ask("ZZZZ", address) for _ in range(times)]


@pytest.fixture
def house() -> House:
    return House()


def test_a_school_behind_one_address_is_not_limited_while_nobody_guesses(house: House) -> None:
    assert {house.ask("QUAY", "192.0.2.1") for _ in range(5_000)} == {"the table"}


def test_a_guesser_learns_nothing_after_too_many_wrong_codes(house: House) -> None:
    answers = house.guess(1_000, "198.51.100.7")
    assert answers.count(None) == WRONG_CODES.burst + OWN_TRIES.burst
    assert house.ask("QUAY", "198.51.100.7") == "flood", "the answer is the same for an existing table"


def test_guesses_are_counted_before_a_slow_answer_is_known() -> None:
    house = House(tables=Far)
    answers = house.guess(1_000, "198.51.100.7")
    assert answers.count("perhaps") == WRONG_CODES.burst + OWN_TRIES.burst
    assert house.ask("QUAY", "198.51.100.7") == "flood"


def test_many_addresses_together_guess_little_more_than_one(house: House) -> None:
    answered = 0
    for n in range(60 * 1_000):  # a minute, a thousand guesses a second, each from another of 250 addresses
        house.now += MS
        answered += house.ask("ZZZZ", f"198.51.100.{n % 250}") is None
    assert answered < WRONG_CODES.burst + 60 * WRONG_CODES.per_second + 250 * (OWN_TRIES.burst + 60)


def test_a_party_finds_its_table_during_an_attack(house: House) -> None:
    for n in range(10_000):
        house.now += MS
        house.guess(5, f"198.51.100.{n % 250}")
        if n % 1_000 == 999:  # eight people at one address, who also mistype now and then
            assert [house.ask("QUAY", "192.0.2.1") for _ in range(3)] == ["the table"] * 3
            assert house.ask("QUAZ", "192.0.2.1") is None


def test_after_an_attack_nobody_is_limited(house: House) -> None:
    house.guess(1_000, "198.51.100.7")
    house.now += 60 * SECOND
    assert house.ask("QUAY", "198.51.100.7") == "the table"


def test_the_memory_for_addresses_is_bounded(house: House) -> None:
    house.guess(WRONG_CODES.burst, "x")
    for n in range(12_000):
        house.ask("QUAY", f"10.0.{n // 256}.{n % 256}")
    assert len(house.codes._own._buckets) == 10_000


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::ffff:2", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("testclient", "testclient", True),
    ],
)
def test_a_network_is_an_ipv4_address_or_an_ipv6_prefix(one: str, other: str, same: bool) -> None:
    assert (network_of(one) == network_of(other)) is same
