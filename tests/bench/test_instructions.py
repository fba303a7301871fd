from bench.load.instructions import Counts, NotedTable, context, page, play, repeat
from taphouse.core import SECOND


def test_the_noted_calls_of_a_game_have_the_same_effects_on_a_new_table():
    [played], kinds = play("tip-tap", "local", games=1, seed="again", lasts=20 * SECOND)

    again = NotedTable(context(played.seed), played.room, played.began)
    repeat(played.calls, again)

    assert kinds["pings"] > 50
    assert kinds["messages"] > 20
    assert {kind.__name__: count for kind, count in again.effects.items() if count}.items() >= {
        ("Ping", kinds["pings"]),
        ("Send", kinds["messages"]),
        ("WakeAt", kinds["timers"]),
    }


def test_instructions_are_printed_for_each_player_and_second():
    found = Counts("tip-tap", "local", instructions=400_000_000, seconds=800.0, kinds={"pings": 1600})

    assert page([found]).splitlines()[1].split() == ["tip-tap", "local", "500.0", "pings", "2.00"]
