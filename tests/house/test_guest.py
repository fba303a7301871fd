"""What all may know of a player's line."""

from taphouse.core import MS
from taphouse.house.guest import Guest


class Glass:
    """A screen nobody looks at, on a line whose kernel says nothing."""

    def ping(self, nonce):
        self.nonce = nonce

    def kernel(self):
        return None


def trips(guest, milliseconds, times=64):
    for sent in range(times):
        guest.ping(sent, sent)
        arrived = sent + milliseconds * MS
        guest.pong(guest.screen.nonce, arrived, arrived)


def test_nothing_is_forecast_before_the_first_round_trip():
    assert Guest(Glass()).forecast is None


def test_a_forecast_stays_as_it_was_told_until_players_would_feel_the_difference():
    guest = Guest(Glass())
    trips(guest, 24)
    told = guest.forecast

    trips(guest, 30)

    assert (told.weather, told.trip) == ("clear", 24 * MS)
    assert guest.forecast is told


def test_a_line_that_became_slower_is_told_so():
    guest = Guest(Glass())
    trips(guest, 24)
    assert guest.forecast.weather == "clear"

    trips(guest, 140)

    assert (guest.forecast.weather, guest.forecast.trip) == ("breezy", 140 * MS)
