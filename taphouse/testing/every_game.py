"""Properties of every game, also of one in another package.

A test module imports all names of this one, and names the game by a fixture `slug` of the scope `module`.
"""

import re
from contextlib import suppress
from functools import cache
from itertools import cycle, product
from typing import get_args, get_origin, get_type_hints

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taphouse.bots.schedule import BotSchedule, finish, run, selfplay
from taphouse.commands.rules import coverage
from taphouse.core import (
    SECOND,
    Away,
    Back,
    Dice,
    GameOptions,
    Left,
    Move,
    Play,
    Refused,
    Returned,
    TimeScale,
    Verdict,
    all_events,
    applied,
    decks_of,
    deeds,
    is_offered,
    replace,
    reshuffled,
    table_acts,
    told,
    verdict,
)
from taphouse.core.game import act_kinds
from taphouse.core.record import encode, header, read_header, read_line
from taphouse.languages import Languages
from taphouse.replay.playthrough import golden
from taphouse.replay.rerun import rerun, states
from taphouse.replay.verify import problems
from taphouse.shelf import whole_shelf
from taphouse.testing.wire import stale

SHELF = whole_shelf()
texts = Languages(SHELF).packaged
RULE = re.compile(r"^(\d+)\. ", re.MULTILINE)


@pytest.fixture(scope="module", autouse=True)
def installed(slug):
    """Without its entry point a game is on no shelf."""
    if slug not in SHELF:
        reasons = [problem for problem in SHELF.problems if problem.startswith(f"the game {slug} ")]
        pytest.fail("; ".join(reasons) or f"{slug} is not installed: pip install -e .", pytrace=False)


@pytest.fixture(scope="module")
def made_by_the_table():
    """Events that answer acts of the table alone: bots never cause them."""
    return set()


@pytest.fixture(scope="module")
def rarely_offered():
    """The names of acts that no sampled game offers."""
    return set()


@pytest.fixture(scope="module")
def folders_of_tests(slug, pytestconfig):
    """Where the tests lie that show the numbered rules."""
    return [SHELF.folder(slug), pytestconfig.rootpath / "tests"]


def steady(seats):
    return BotSchedule(dict.fromkeys(range(seats), "steady"))


def variants(game):
    """The basic game, and each option changed alone."""
    schema = msgspec.json.schema(game.Options)["$defs"][game.Options.__name__]
    yield game.Options()
    del schema["properties"]["own_deck"]
    for name, field in schema["properties"].items():
        kinds = field.get("anyOf", [field])
        for choice in (choice for kind in kinds for choice in extremes(kind)):
            if choice != field["default"]:
                yield msgspec.convert({name: choice}, game.Options)


def extremes(kind):
    """All choices of one kind of option; of a number the least and the most."""
    if "enum" in kind:
        return kind["enum"]
    if kind.get("format") == "language":
        return ["en", "fr", "sw"]  # with words that bots know, and without
    match kind["type"]:
        case "integer":
            return [kind["minimum"], kind["maximum"]]
        case "boolean":
            return [False, True]
        case "null":
            return [None]
    raise AssertionError(f"an option that no lobby can show: {kind}")


def played(slug, seats, seed, options=None):
    """A whole game, with the header of its record."""
    game = SHELF[slug]
    options = options or game.Options()
    play = Play.begin(game, seats, seed, options)
    head = header(slug, play, seats, options, house="test")
    return head, finish(play, steady(seats))


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_bots_finish_every_game_at_every_table_size(slug, seed):
    game = SHELF[slug]
    for seats in game.SEATS:
        play = selfplay(game, seats, seed)

        assert play.winners
        assert len(play.state.points) == seats
        assert max(play.state.points) == play.state.points[play.winners[0]]


def test_no_player_can_stall_a_game(slug):
    game = SHELF[slug]
    for seats in (game.SEATS[0], game.SEATS[-1]):
        for silent in range(seats):
            others = BotSchedule({seat: "steady" for seat in range(seats) if seat != silent})

            play = finish(Play.begin(game, seats, "silence", game.Options()), others)

            assert play.winners
            assert play.now < 30 * 60 * SECOND


def test_a_deadline_that_cuts_off_an_answer_opens_no_race(slug):
    """Such a deadline is passed late for a far player, and a race must begin on time."""
    game = SHELF[slug]
    for state in game.TABLES.values():
        if state.awaited and state.due is not None and state.race is None:
            play = Play(game, state, "seed")
            play.advance(state.due)
            assert play.state.race is None


def test_bots_finish_every_variant(slug):
    game = SHELF[slug]
    for options in variants(game):
        assert selfplay(game, game.SEATS[0], "v", options).winners, options


def test_the_journal_contains_the_whole_game(slug):
    game = SHELF[slug]
    for options in variants(game):
        head, play = played(slug, game.SEATS[-1], "journal", options)
        written = [encode(head), *map(encode, play.journal)]
        journal = [read_line(game, line) for line in written[1:]]

        *_, last = states(game, read_header(written[0]), journal)
        again = rerun(game, read_header(written[0]), journal)

        assert last == play.state
        assert [encode(entry) for entry in again] == written[1:]


def idle(game, time_scale, after):
    """All play for a while, then nobody acts: returns the entries that the clock makes from there."""
    play = Play.begin(game, game.SEATS[-1], "hush", game.Options(time_scale=time_scale))
    played = run(play, steady(game.SEATS[-1]), to=after)
    while len(play.journal) < len(played) + 9 and (due := play.state.due) is not None:
        play.advance(due)
    return [(entry.at, entry.move) for entry in played], play.journal[len(played) :]


@pytest.mark.parametrize("time_scale", [each for each in get_args(TimeScale) if each != 100])
def test_a_longer_time_scale_stretches_every_wait_for_a_player_and_nothing_else(slug, time_scale):
    game, stretched = SHELF[slug], 0
    for after in range(0, 20 * SECOND, SECOND):
        (played, usual), (again, longer) = idle(game, 100, after), idle(game, time_scale, after)
        if played != again:
            break  # a time limit has run out already
        assert [[*map(type, entry.events)] for entry in longer] == [[*map(type, e.events)] for e in usual]
        moments = [(0, 0), *((at, at) for at, _ in played)]
        for at, later in ((entry.at, again.at) for entry, again in zip(usual, longer, strict=True)):
            waits = [(at - since, later - begun) for since, begun in moments]
            assert all(wait <= long for wait, long in waits)
            assert later <= at * time_scale / 100
            if not played:  # where no race interrupts it, each wait is counted from a moment before it
                assert any(long in (wait, wait * time_scale / 100) for wait, long in waits)
            stretched += at != later
            moments.append((at, later))
    assert stretched


def test_a_longer_time_scale_keeps_the_order_of_the_same_taps_until_a_limit_has_run_out(slug):
    game, seats = SHELF[slug], SHELF[slug].SEATS[-1]
    for seed in "abc":
        usual, longer = (
            selfplay(game, seats, seed, game.Options(time_scale=time_scale)).journal
            for time_scale in (100, 300)
        )
        same = 0
        for entry, again in zip(usual, longer, strict=False):
            if (entry.at, entry.move) != (again.at, again.move):
                assert entry.move is None  # the clock decided where the others are still waited for
                break
            same += entry.move is not None
        assert same


def test_a_journal_with_a_longer_time_scale_is_verified_and_one_that_denies_it_is_not(slug):
    game, seats = SHELF[slug], SHELF[slug].SEATS[0]
    all_but_one = BotSchedule(dict.fromkeys(range(1, seats), "steady"))
    usual, longer = (
        Play.begin(game, seats, "time_scale", game.Options(time_scale=time_scale))
        for time_scale in (100, 300)
    )
    head, denied = (
        read_header(encode(header(slug, play, seats, play.state.options, house="test")))
        for play in (longer, usual)
    )

    journal = finish(longer, all_but_one).journal

    assert not any(problems(game, head, journal))
    assert any(problems(game, denied, journal))


def test_a_state_can_be_written_and_read_back(slug):
    game = SHELF[slug]
    head, play = played(slug, game.SEATS[0], "written")
    for state in [*game.TABLES.values(), *states(game, head, play.journal)]:
        assert msgspec.json.decode(msgspec.json.encode(state), type=game.State) == state


def test_every_act_gets_exactly_one_verdict(slug):
    game = SHELF[slug]
    for entry in selfplay(game, game.SEATS[0], "verdicts").journal:
        verdicts = [event for event in entry.events if isinstance(event, Verdict)]
        assert [v.seat for v in verdicts] == ([entry.move.seat] if entry.move else [])


def test_no_seat_can_tell_a_reshuffled_table_from_this_one(slug):
    game, seats = SHELF[slug], SHELF[slug].SEATS[0]
    head, play = played(slug, seats, "secrets")
    found = list(states(game, head, play.journal))
    if hasattr(game, "reshuffle"):
        secrets_are_kept(game, found[:-1])
    else:
        everything_is_shown(game, [*game.TABLES.values(), *found])


def secrets_are_kept(game, found):
    differ = 0
    for state in found:
        for seat in [*range(len(state.points)), None]:
            other = reshuffled(game, state, seat, Dice("other"))
            differ += other != state
            assert game.view(other, seat) == game.view(state, seat)
    assert differ, "reshuffle does nothing: a game without secrets does not have it"


def everything_is_shown(game, found):
    """A game without secrets: offers aside, every seat sees the same, and all that is in the state."""
    for state in found:
        shown = [replace(game.view(state, seat), offers=()) for seat in [*range(len(state.points)), None]]
        assert shown == [shown[0]] * len(shown), "a game with secrets has `reshuffle`"
        assert details(state) <= details(shown[0]), "not in the view: a game with secrets has `reshuffle`"


def details(value):
    """Every name and number in what the state knows, without the options: those are public."""
    match value:
        case GameOptions() | None | bool():
            return set()
        case str() | int() | float():
            return {value}
        case dict():
            return details(tuple(value)) | details(tuple(value.values()))
        case msgspec.Struct():
            return set().union(*map(details, msgspec.structs.astuple(value)))
    return set().union(*map(details, value))


def things(value):
    """Every name of a physical thing inside `value`. Things are strings; seats and times are not."""
    match value:
        case str():
            return {value}
        case dict():
            return things(tuple(value)) | things(tuple(value.values()))
        case tuple() | list() | frozenset():
            return set().union(*map(things, value))
        case msgspec.Struct():
            return things(tuple(msgspec.structs.astuple(value)))
    return set()


def sampled_games(game):
    """A few whole games, then every named table played out. Yields (before, event, after, seats)."""
    starts = [Play.begin(game, seats, f"sample {seats}") for seats in (game.SEATS[0], game.SEATS[-1])]
    tables = [Play(game, table, name) for name, table in game.TABLES.items()]
    for play in [*starts, *tables]:
        before, seats = play.state, len(play.state.points)
        here = [seat for seat in range(seats) if seat not in before.away] or range(seats)
        finish(play, BotSchedule(dict.fromkeys(here, "steady")))
        for event in (event for entry in play.journal for event in entry.events):
            after = applied(game, before, event)
            yield before, event, after, seats
            before = after


def test_no_seat_is_told_of_a_thing_it_never_sees(slug):
    game = SHELF[slug]
    secret = things(game.setup(game.SEATS[0], game.Options(), Dice()))
    for before, event, after, seats in sampled_games(game):
        for seat in [*range(seats), None]:
            seen = things(game.view(before, seat)) | things(game.view(after, seat))
            assert things(told(game, event, seat)) & secret <= seen, (event, seat)


def test_the_sampled_games_contain_every_kind_of_event(slug, made_by_the_table):
    game = SHELF[slug]
    shown = {type(event) for _, event, _, _ in sampled_games(game)}
    assert set(get_args(all_events(game))) - shown <= {Refused, Left, Returned} | made_by_the_table


def test_a_view_fits_in_one_packet(slug):
    game, seats = SHELF[slug], SHELF[slug].SEATS[-1]
    head, play = played(slug, seats, "size")
    sizes = [len(msgspec.json.encode(game.view(state, 0))) for state in states(game, head, play.journal)]
    assert max(sizes) < 4_000


@settings(max_examples=60, deadline=None, derandomize=True)
@given(data=st.data())
def test_no_act_at_any_time_by_any_seat_breaks_a_game(slug, data):
    game = SHELF[slug]
    seats = data.draw(st.sampled_from(game.SEATS))
    play, at = Play.begin(game, seats, "mad"), 0
    for _ in range(40):
        at += data.draw(st.integers(0, 3 * SECOND))
        act = data.draw(st.from_type(game.Acts) | st.from_type(table_acts(game)))
        move = Move(
            at, data.draw(st.integers(0, seats - 1)), act, seen=data.draw(st.none() | st.integers(0, at))
        )
        entries = play.feed(move)
        assert isinstance(entries[-1].events[0], Verdict)
        assert play.state.due is None or play.state.due > at or play.winners


def fitting(kind, offers, pool):
    """Acts of one kind: each field has a value that is offered, that is in the view, or any of its type."""
    fields = {field.name: st.from_type(field.type) for field in msgspec.structs.fields(kind)}
    for name, anything in fields.items():
        field = next(field for field in msgspec.structs.fields(kind) if field.name == name)
        known = [
            offer.values[name] for offer in offers if offer.act == kind.__name__ and name in offer.values
        ]
        some = [value for values in known for value in values] + sorted(pool)
        if some:
            listed = get_origin(field.type) is tuple
            chosen = (
                st.lists(st.sampled_from(some), max_size=2).map(tuple) if listed else st.sampled_from(some)
            )
            fields[name] = chosen | anything
    return st.builds(lambda **plain: act_of(kind, plain), **fields).filter(bool)


def act_of(kind, plain):
    """The act with these values, `None` if they do not fit its type."""
    with suppress(msgspec.ValidationError):
        return msgspec.convert({"type": kind.__name__, **plain}, kind)
    return None


def open_fields(game, offers, act):
    """Fields that may name anything: they can be refused for what they name."""
    restricted = [set(offer.values) - act.LATE for offer in offers if offer.act == type(act).__name__]
    return set(act.__struct_fields__) - set.intersection(*restricted)


@cache
def moments(slug):
    """Some states of the first half minute of each variant, each with its time."""
    game, found = SHELF[slug], []
    for options, seats in zip(variants(game), cycle([game.SEATS[0], game.SEATS[-1]])):
        play, bots = Play.begin(game, seats, "moments", options), steady(seats)
        for seconds in range(0, 30, 2):
            run(play, bots, to=seconds * SECOND)
            found.append((seconds * SECOND, play.state))
    return found


@settings(max_examples=60, deadline=None, derandomize=True)
@given(data=st.data())
def test_what_is_offered_counts_and_what_is_not_offered_is_refused(slug, data):
    """Of players who have seen everything. A late tap of a contest is not offered, and not refused either."""
    game = SHELF[slug]
    at, state = data.draw(st.sampled_from(moments(slug)))
    play, seats = Play(game, state, "offers"), len(state.points)
    for _ in range(8):
        seat = data.draw(st.integers(0, seats - 1))
        offers, pool = game.offers(play.state, seat), things(game.view(play.state, seat))
        kinds = [kind for kind in act_kinds(game) if kind.__name__ in {offer.act for offer in offers}]
        kind = data.draw(st.sampled_from([*kinds, *act_kinds(game)]))
        act = data.draw(fitting(kind, offers, pool))
        at += data.draw(st.sampled_from([0, 1, SECOND // 5, SECOND]))
        move = Move(at, seat, act)
        play.advance(at)
        offers = game.offers(play.state, seat)
        found = verdict(game, play.state, move, Dice("verdict"))
        if not is_offered(offers, move):
            assert isinstance(found, Refused) or game.contested(play.state, move) is not None
        elif isinstance(found, Refused) and open_fields(game, offers, act):
            assert found.why != "not-now"
        elif isinstance(found, Refused):
            other = reshuffled(game, play.state, seat, Dice("other"))
            assert not isinstance(verdict(game, other, move, Dice("verdict")), Refused), (
                "no secret forbids it"
            )
        if isinstance(found, Refused):
            assert found.why in {"game-over", *get_args(game.Why)}
        play.feed(move)


def test_every_act_is_offered_at_some_time_with_values_of_its_type(slug, rarely_offered):
    game, offered = SHELF[slug], set()
    for before, _, _, seats in sampled_games(game):
        for seat in range(seats):
            for offer in game.offers(before, seat):
                offered.add(offer.act)
                kind = next(kind for kind in act_kinds(game) if kind.__name__ == offer.act)
                for name, values in offer.values.items():
                    [field] = [each for each in msgspec.structs.fields(kind) if each.name == name]
                    assert (
                        msgspec.convert(
                            values, field.type if get_origin(field.type) is tuple else tuple[field.type, ...]
                        )
                        == values
                    )
    assert offered >= {kind.__name__ for kind in act_kinds(game)} - rarely_offered


def test_a_view_carries_the_offers_of_its_seat_alone(slug):
    game = SHELF[slug]
    for state in game.TABLES.values():
        assert game.view(state, None).offers == ()
        for seat in range(len(state.points)):
            assert game.view(state, seat).offers == game.offers(state, seat)


def emptied(game, seats, after, options=None):
    """All play for a while, then all leave; then every deadline is settled until there is none."""
    play = Play.begin(game, seats, "empty", options)
    run(play, steady(seats), to=after)
    for seat in range(seats):
        play.feed(Move(max(after, play.now), seat, Away()))
    for _ in range(1_000):  # more deadlines than the longest game has
        if play.winners or (due := play.state.due) is None:
            break
        play.advance(due)
    return play


FROM_TIME_TO_TIME = [seconds * SECOND for seconds in (0, 5, 13, 34)]


@pytest.mark.parametrize("many", [False, True], ids=["few", "many"])
def test_a_table_whose_players_all_leave_ends_or_waits_for_one_of_them(slug, many):
    game = SHELF[slug]
    seats = game.SEATS[-1 if many else 0]
    for options, after in product(variants(game), FROM_TIME_TO_TIME):
        play = emptied(game, seats, after, options)
        if play.winners:
            assert play.state.due is None
            continue

        assert play.state.due is None, "the clock rings on and on in an empty room"
        assert sorted(play.state.away) == [*range(seats)]
        assert play.advance(play.now + 3_600 * SECOND) == []


@pytest.mark.parametrize("who", ["the first", "the last", "everyone"])
def test_a_table_whose_players_all_left_goes_on_when_they_come_back(slug, who):
    game, seats = SHELF[slug], SHELF[slug].SEATS[0]
    returning = {"the first": [0], "the last": [seats - 1], "everyone": [*range(seats)]}[who]
    for options, after in product(variants(game), FROM_TIME_TO_TIME):
        play = emptied(game, seats, after, options)
        if play.winners:
            continue
        back = play.now + 3_600 * SECOND
        for seat in returning:
            play.feed(Move(back, seat, Back()))

        assert sorted(play.state.away) == [seat for seat in range(seats) if seat not in returning]
        assert finish(play, BotSchedule(dict.fromkeys(returning, "steady"))).winners
        assert play.now < back + 60 * 60 * SECOND


def test_an_absent_player_blocks_no_table_whatever_its_options(slug):
    game, seats = SHELF[slug], SHELF[slug].SEATS[0]
    for options in variants(game):
        for absent in range(seats):
            play = Play.begin(game, seats, "absent", options)
            others = BotSchedule({seat: "steady" for seat in range(seats) if seat != absent})
            run(play, others, to=2 * SECOND)
            play.feed(Move(2 * SECOND, absent, Away()))

            assert finish(play, others).winners, options
            assert play.now < 60 * 60 * SECOND, options


def test_bots_of_each_level_play_and_the_better_one_wins_more(slug):
    game = SHELF[slug]
    seats = max(game.SEATS[0], 2)
    wins = {"gentle": 0, "quick": 0}
    for number in range(30):
        gentle, quick = (0, 1) if number % 2 else (1, 0)
        levels = {**dict.fromkeys(range(seats), "steady"), gentle: "gentle", quick: "quick"}
        winners = selfplay(game, seats, f"levels {number}", skills=levels).winners
        wins["gentle"] += gentle in winners
        wins["quick"] += quick in winners
    assert wins["quick"] > 2 * wins["gentle"]


def test_a_simulation_counts_something(slug):
    game = SHELF[slug]
    play = selfplay(game, game.SEATS[0], "tally")
    counts = game.tally(event for entry in play.journal for event in entry.events)
    assert any(counts.values())


def test_every_figure_of_a_simulation_has_words_for_it(slug):
    words = texts("en", slug)
    assert [name for name in SHELF[slug].tally([]) if f"tally.{name}" not in words] == []


def test_bots_earn_awards_and_every_award_has_words(slug):
    game, words = SHELF[slug], texts("en", slug)
    play = selfplay(game, game.SEATS[-1], "awards")
    earned = set(deeds(game, [event for entry in play.journal for event in entry.events]))

    assert earned or not hasattr(game, "awards")
    assert {seat for _, seat in earned} <= set(range(game.SEATS[-1]))
    for name in {name for name, _ in earned}:
        assert {f"award.{name}", f"award.{name}.n_one", f"award.{name}.n_other"} <= words.keys()


def test_every_option_and_choice_has_a_label(slug):
    game = SHELF[slug]
    english = texts("en", slug)
    schema = msgspec.json.schema(game.Options)["$defs"][game.Options.__name__]
    for name, field in schema["properties"].items():
        if name in GameOptions.__struct_encode_fields__:
            continue  # any table's: the house has words for it
        assert f"option.{name}" in english
        for choice in field.get("enum", []):
            assert f"option.{name}.{choice}" in english


def test_every_reason_to_refuse_has_words(slug):
    reasons = {"game-over", *get_args(SHELF[slug].Why)}
    words = {key.removeprefix("refused.") for key in texts("en", slug) if key.startswith("refused.")}
    assert reasons <= words


def test_every_problem_and_finding_of_own_decks_has_words(slug):
    if (decks := decks_of(SHELF[slug])) is None:
        return
    words = texts("en", slug)
    assert {f"deck.problem.{why}" for why in get_args(decks.problems)} <= words.keys()
    assert {f"deck.finding.{kind}" for kind in get_args(decks.findings)} <= words.keys()


def test_the_types_of_the_board_are_those_of_the_rules(slug):
    if slug in SHELF.foreign and (found := stale(SHELF, slug)):
        pytest.fail(f"{found[0]} is old: python -m taphouse.testing.wire {slug}", pytrace=False)


def test_the_kind_of_a_contest_is_declared(slug):
    game = SHELF[slug]
    assert get_type_hints(game.contested)["return"] == game.Contest | None


def test_every_numbered_rule_is_shown_by_a_test(slug, folders_of_tests):
    assert coverage(SHELF, slug, "en", folders_of_tests) == 0


def test_the_golden_playthroughs_are_played_again_move_by_move(slug):
    stored = sorted((SHELF.folder(slug) / "playthroughs").glob("*.txt"))

    assert stored, "write the first line of one, and `python -m taphouse.testing.playthroughs` the rest"
    for file in stored:
        text = file.read_text("utf-8")
        assert golden(SHELF, text.partition("\n")[0]) == text, file.name
