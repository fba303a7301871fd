"""Stories that are the same whether one machine runs all tables or several nodes share them. Virtual time."""

from random import Random

import pytest

from taphouse.house.lobby import OpenTable
from taphouse.lab.house_simulation.evening import Evening, Plan
from taphouse.lab.house_simulation.pages import Page
from taphouse.lab.house_simulation.virtual_time import SECOND
from taphouse.table import wire
from tests.toys import SHELF, TOY


class OpenHouse(Evening):
    """A house without faults, whose pages and time a story moves."""

    def __init__(self, nodes):
        super().__init__(SHELF, Plan(f"story {nodes}", nodes, (), 0, ()))
        self.complaints = []
        for node in self.nodes:
            node.start()
        self.wait(2)

    def wait(self, seconds):
        self.time.run(self.time.now + round(seconds * SECOND))

    def do(self, work, node=0):
        """Runs a coroutine in the process of a node."""
        task = self.nodes[node].process.start(work)
        self.wait(2)
        return task.result()

    def open(self, **request):
        lobby = self.nodes[0].lobby
        return self.do(lobby.open(OpenTable(**{"game": TOY, "name": "Ada", **request})))

    def page(self, name, code, token=None):
        page = Page(self, name, code, token, Random(name))
        self.pages.append(page)
        page.connect()
        self.wait(3)
        return page

    def complain(self, page, why):
        self.complaints.append((page.name, why))


@pytest.fixture(params=[0, 1, 3], ids=["one machine", "one node", "three nodes"])
def house(request):
    house = OpenHouse(request.param)
    yield house
    assert house.checks.failures == []
    assert house.time.errors == []
    for node in house.nodes:
        for process in (*node.past, node.process):
            process.forget()


def names(page):
    return [player.name for player in page.room.players]


def test_a_guest_who_sits_down_is_seen_by_all(house):
    opened = house.open()
    ada, bo = house.page("Ada", opened.code, opened.token), house.page("Bo", opened.code)
    assert names(ada) == names(bo) == ["Ada", "Bo"]
    assert (ada.seat, bo.seat) == (0, 1)


def test_guests_who_sit_down_at_the_same_moment_all_get_a_seat(house):
    code = house.open().code
    guests = [Page(house, name, code, None, Random(name)) for name in ("Bo", "Cleo", "Dan")]
    for guest in guests:
        guest.connect()
    house.wait(4)
    assert sorted(guest.seat for guest in guests) == [1, 2, 3]


def test_a_page_that_reloads_gets_its_seat_back(house):
    opened = house.open()
    ada = house.page("Ada", opened.code, opened.token)
    ada.reload()
    house.wait(3)
    assert (ada.seat, ada.connections, house.complaints) == (0, 2, [])


def test_an_unknown_code_is_refused(house):
    house.page("Ada", "ZZZZ")
    assert house.complaints[0] == ("Ada", "was sent away: no-such-table")


def test_every_table_has_a_code_of_its_own_and_is_described_everywhere(house):
    codes = [house.open().code for _ in range(5)]
    assert len({*codes}) == 5
    for node in range(len(house.nodes)):
        for code in codes:
            assert house.do(house.nodes[node].lobby.room(code), node).code == code
    assert house.do(house.nodes[-1].lobby.room("ZZZZ"), -1) is None


def test_a_removed_table_is_gone_for_its_pages_and_for_all_who_come_later(house):
    opened = house.open()
    house.page("Ada", opened.code, opened.token)
    lobby = house.nodes[0].lobby
    house.do(lobby.owner.remove(lobby.tables[opened.code]))
    house.wait(5)
    house.page("Bo", opened.code)
    assert {why for _, why in house.complaints} <= {"was sent away: gone", "was sent away: no-such-table"}
    assert {name for name, _ in house.complaints} == {"Ada", "Bo"}


@pytest.mark.parametrize("ending", ["crash", "stop"])
def test_a_game_goes_on_when_the_process_that_ran_it_has_ended(house, ending):
    opened = house.open(bots=("steady",))
    ada = house.page("Ada", opened.code, opened.token)
    ada.say(wire.Start())
    house.wait(5)
    match, node = ada.room.match, house.nodes[0]
    if ending == "crash":
        node.crash()
    else:
        node.process.start(node.stop())
        house.wait(8)
    node.start()
    house.wait(20)
    stored = len(house.record.streams[f"game/{match}"])
    house.wait(30)
    assert (ada.seat, house.complaints) == (0, [])
    assert (ada.room.match, ada.room.paused) == (match, None) or ada.room.stage == "over"
    assert len(house.record.streams[f"game/{match}"]) > stored or ada.room.stage == "over"


def test_what_was_told_is_stored_and_follows_from_the_rules(house):
    opened = house.open(bots=("quick",))
    ada = house.page("Ada", opened.code, opened.token)
    ada.say(wire.Start())
    house.wait(40)
    house.checks.records(house.nodes[0].lobby.house.key.public)
    house.checks.pages([ada])
    assert len(ada.seen) > 5
