"""The quality of a player's line as all may know it."""

from taphouse.core import MS
from taphouse.table.connection import Connection


def trips(connection, milliseconds, times=64):
    for sent in range(times):
        nonce = b"%d" % sent
        connection.ping(nonce, sent, sent)
        arrived = sent + milliseconds * MS
        connection.pong(nonce, arrived, arrived, None)


def test_a_line_has_no_quality_before_the_first_round_trip():
    assert Connection("a screen").quality is None


def test_the_quality_of_a_line_changes_only_when_players_would_notice():
    connection = Connection("a screen")
    trips(connection, 24)
    quality = connection.quality

    trips(connection, 30)

    assert (quality.rating, quality.rtt) == ("good", 24 * MS)
    assert connection.quality is quality


def test_a_line_that_became_slower_gets_a_lower_rating():
    connection = Connection("a screen")
    trips(connection, 24)
    assert connection.quality.rating == "good"

    trips(connection, 140)

    assert (connection.quality.rating, connection.quality.rtt) == ("fair", 140 * MS)
