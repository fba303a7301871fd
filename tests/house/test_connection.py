"""What all may know of a player's line."""

from taphouse.core import MS
from taphouse.house.connection import Connection


class Glass:
    """A screen nobody looks at, on a line whose kernel says nothing."""

    def ping(self, nonce):
        self.nonce = nonce

    def kernel(self):
        return None


def trips(connection, milliseconds, times=64):
    for sent in range(times):
        connection.ping(sent, sent)
        arrived = sent + milliseconds * MS
        connection.pong(connection.transport.nonce, arrived, arrived)


def test_nothing_is_forecast_before_the_first_round_trip():
    assert Connection(Glass()).quality is None


def test_a_forecast_stays_as_it_was_told_until_players_would_feel_the_difference():
    connection = Connection(Glass())
    trips(connection, 24)
    told = connection.quality

    trips(connection, 30)

    assert (told.rating, told.rtt) == ("good", 24 * MS)
    assert connection.quality is told


def test_a_line_that_became_slower_is_told_so():
    connection = Connection(Glass())
    trips(connection, 24)
    assert connection.quality.rating == "good"

    trips(connection, 140)

    assert (connection.quality.rating, connection.quality.rtt) == ("fair", 140 * MS)
