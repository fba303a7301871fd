"""What a table does for fair taps: it sends ahead, measures lines and stores evidence."""

import json

import pytest

from taphouse.core import MS, SECOND, Play, replace
from taphouse.core.record import Chain, read_header, read_line, read_lines
from taphouse.fair import Fairness, Ledger, Surplus
from taphouse.fair.belief import INHERITED
from taphouse.replay.verify import examine
from taphouse.table import wire
from taphouse.table.room import REMEMBERED
from tests.house.fingers import do, lit, paint, race
from tests.house.party import GAME, token, whys
from tests.toys import lamps


async def seated(here, *round_trips, **opening):
    """A table with its host and friends, each on a line of their own, about to play."""
    table, token = await here.open(**opening)
    trips = [trip * MS for trip in round_trips]
    screens = [await here.enter(table, token, round_trip=trips[0])]
    for name, trip in zip("BCD", trips[1:], strict=False):
        screens.append(await here.enter(table, name=name, round_trip=trip))
    await here.wait(table, 4)
    await here.say(table, screens[0], wire.Start())
    return table, screens


def first_with_lamps(screen):
    return next(update for update in screen.all("update") if update["view"]["lamps"])


class TestSendingAhead:
    def test_a_stimulus_is_sent_earlier_to_slower_lines_and_counts_as_seen_at_one_moment(self, at_a_party):
        async def story(here):
            table, (ada, bo, cy) = await seated(here, 10, 100, 60)
            sent = {}
            while len(sent) < 3:
                await here.wait(table, 0.001, step=MS)
                for name, screen in (("ada", ada), ("bo", bo), ("cy", cy)):
                    if (screen.last("update") or {"view": {"lamps": None}})["view"]["lamps"]:
                        sent.setdefault(name, table.match.now(here.time))

            since = table.match.play.state.race.since
            for screen, name, lead in ((ada, "ada", 0), (bo, "bo", 45 * MS), (cy, "cy", 25 * MS)):
                assert since - sent[name] == pytest.approx(lead, abs=2 * MS)
                assert first_with_lamps(screen)["at"] == since

        at_a_party(story)

    def test_a_stimulus_is_not_sent_ahead_to_lines_that_are_equally_slow(self, at_a_party):
        async def story(here):
            table, (ada, bo) = await seated(here, 150, 150)
            await lit(here, table, ada, bo)

            assert [table.match.lead(seat) for seat in (0, 1)] == [0, 0]
            timelines = [contender.timeline for contender in table.match.arbiter.contenders.values()]
            assert all(line.sent[n] >= at for line in timelines for n, at in line.shown.items())

        at_a_party(story)

    def test_a_slow_line_is_sent_ahead_to_be_level_with_a_bot(self, at_a_party):
        async def story(here):
            table, (ada,) = await seated(here, 150, bots=("steady",))
            await lit(here, table, ada)

            assert table.match.lead(0) == 75 * MS

        at_a_party(story)

    def test_a_stimulus_that_was_sent_ahead_is_sent_once(self, at_a_party):
        async def story(here):
            table, (ada, bo) = await seated(here, 10, 120)
            await lit(here, table, ada, bo)
            await here.wait(table, 0.5)

            for screen in (ada, bo):
                shown = [
                    event["type"]
                    for update in screen.all("update")
                    for event in update["news"]
                    if event["type"] == "Lit"
                ]
                assert len(shown) == len(set(shown))

        at_a_party(story)

    def test_a_stimulus_that_was_sent_ahead_is_corrected_if_something_comes_between(self, at_a_party):
        async def story(here):
            table, (ada, bo) = await seated(here, 0, 240)
            seen = 0
            while not (bo.last("update") and bo.last("update")["view"]["lamps"]):
                await here.wait(table, 0.001, step=MS)
                seen = len(bo.got)
            assert table.match.play.state.race is None, "the lamps were sent ahead of time"

            await here.say(table, ada, do(ada, 1, type="Call"))

            later = bo.got[seen:]
            assert [event["type"] for update in later for event in update["news"]] == ["Called"]
            assert later[-1]["view"]["lamps"], "and still are"
            await here.wait(table, 0.3)
            assert bo.last("update")["view"]["called"] == [0]

        at_a_party(story)

    def test_a_tap_never_counts_before_a_stimulus_that_was_sent_ahead(self, at_a_party):
        async def story(here):
            table, (_, bo) = await seated(here, 0, 240)
            while not (bo.last("update") and bo.last("update")["view"]["lamps"]):
                await here.wait(table, 0.001, step=MS)
            update = bo.last("update")

            await paint(here, table, bo, 1_000)
            await here.say(table, bo, do(bo, 1_001, type="Tap", lamp=update["view"]["lamps"][0]))
            await here.wait(table, 1)

            taps = [entry.move for entry in table.match.play.journal if entry.move and entry.move.seat == 1]
            assert all(move.at >= update["at"] or not move.saw(update["at"]) for move in taps)

        at_a_party(story)


class TestReports:
    def test_a_report_needs_no_step_while_no_verdict_waits_for_it(self, at_a_party):
        async def story(here):
            table, (ada, bo) = await seated(here, 20, 20)
            await lit(here, table, ada, bo)
            await here.wait(table, 0.5)  # the leader has seen the card, too
            contender, n = table.match.arbiter.contenders[1], bo.last("update")["n"]
            table._wakeup.clear()

            table.receive(bo, wire.Painted(n, 5 * SECOND), here.time)
            here.time += 300 * MS
            table.receive(bo, wire.Beat(n, 5 * SECOND + 250 * MS), here.time)

            assert n in contender.timeline.painted
            assert contender.timeline.committed > table.match.play.state.race.since
            assert not table._wakeup.is_set()

        at_a_party(story)

    def test_a_report_brings_on_the_verdict_that_waits_for_it(self, at_a_party):
        async def story(here):
            table, (ada, bo) = await seated(here, 20, 20)
            lamps = await lit(here, table, ada, bo)
            await paint(here, table, ada, 0)
            await paint(here, table, bo, 0)
            here.time += 900 * MS
            await here.say(table, ada, do(ada, 800 * MS, type="Tap", lamp=lamps[0]))
            table._wakeup.clear()
            arrived = here.time = here.time + 10 * MS

            table.receive(bo, wire.Beat(bo.last("update")["n"], 930 * MS), arrived)

            assert table._wakeup.is_set()
            assert table._ready_since == arrived
            await table.step()
            assert any(entry.move for entry in table.match.play.journal if entry.evidence)

        at_a_party(story)

    def test_a_report_is_processed_after_the_messages_that_arrived_before_it(self, at_a_party):
        async def story(here):
            table, (ada, bo) = await seated(here, 20, 20)
            await lit(here, table, ada, bo)
            contender, n = table.match.arbiter.contenders[1], bo.last("update")["n"]

            table.receive(bo, wire.Looking(True), here.time)
            table.receive(bo, wire.Painted(n, 5 * SECOND), here.time)
            assert n not in contender.timeline.painted
            await table.step()
            assert n in contender.timeline.painted

        at_a_party(story)


class TestALine:
    def test_a_line_is_pinged_with_the_stimulus_and_during_the_race(self, at_a_party):
        async def story(here):
            table, (ada, bo) = await seated(here, 20, 20)
            await lit(here, table, ada, bo)
            before = ada.pinged

            await here.wait(table, 1)

            assert 3 <= ada.pinged - before <= 6
            trips = table.match.arbiter.contenders[0].line.trips.latest
            assert set(trips) == {20 * MS}

        at_a_party(story)

    def test_a_page_reports_its_device_to_the_arbiter(self, at_a_party):
        async def story(here):
            table, (ada, bo) = await seated(here, 0, 0)
            await here.say(table, ada, wire.Device(frame=8_333, calibrated=True))
            lamps = await lit(here, table, ada, bo)
            await paint(here, table, ada, 0)

            here.time += 400 * MS
            await here.say(table, ada, do(ada, 380 * MS, type="Tap", lamp=lamps[0]))
            await here.wait(table, 0.5)

            entry = next(entry for entry in table.match.play.journal if entry.evidence)
            assert entry.evidence.device.calibrated
            assert entry.move.blur < 8 * MS

        at_a_party(story)


class TestFairness:
    def test_the_host_chooses_how_taps_are_judged(self, at_a_party):
        async def story(here):
            table, ada = await here.at_a_table()

            await here.say(table, ada, wire.Choose(GAME, {}, Fairness(ranked=True, cap=300)))
            await here.say(table, ada, wire.Choose(GAME, {}))

            assert ada.last("room")["fairness"] == {"ranked": True, "cap": 300}
            bo = await here.enter(table, name="Bo")
            await here.say(table, bo, wire.Choose(GAME, {}, Fairness()))
            assert whys(bo) == ["not-host"]
            await here.say(table, ada, wire.Start())
            assert table.match.arbiter.fairness == Fairness(ranked=True, cap=300)

        at_a_party(story)

    def test_a_ledger_stays_with_its_player_in_the_next_game(self, at_a_party):
        async def story(here):
            table, (ada, bo) = await seated(here, 0, 0)
            table.match.arbiter.ledgers = {0: Ledger(quota=9), 1: Ledger(quota=4)}

            await here.say(table, ada, wire.Finished())
            await here.say(table, bo, wire.Stand())
            await here.enter(table, name="Cy")
            await here.say(table, ada, wire.Start())

            assert table.match.arbiter.ledgers[0] == Ledger(quota=9)
            assert table.match.arbiter.ledgers[1] == Ledger(quota=4).inherited(), (
                "nobody knows Cy, who may be Bo again"
            )

        at_a_party(story)


class TestAJournal:
    async def played(self, here):
        """The lines of a few taps by two people."""
        table, (ada, bo) = await seated(here, 0, 0)
        for _ in range(2):
            await race(here, table, bo, ada)
        return await here.stored(table)

    def doubts(self, lines):
        """The number of each line that does not follow from the rules and the evidence, and why."""
        read = list(read_lines(lamps, lines[1:]))
        return [
            (problem.line, problem.says) for problem in examine(lamps, read_header(lines[0]), read, lines)
        ]

    def test_a_journal_is_verified_tap_by_tap(self, at_a_party):
        async def story(here):
            lines = await self.played(here)

            assert sum(b'"pressed"' in line for line in lines) == 12
            assert [says for _, says in self.doubts(lines)] == [
                "the record stops here, but the game has no end"
            ]

        at_a_party(story)

    def test_two_acts_that_a_silent_line_held_up_are_honest_also_if_the_first_opens_a_race(self, at_a_party):
        async def story(here):
            table, *screens = await here.playing("Bo", "Cy", game="tap-the-table")
            offered = [screen.last("update")["view"]["offers"] for screen in screens]
            turns = next(n for n, offers in enumerate(offered) if any(o["act"] == "Reveal" for o in offers))
            for screen in screens:
                await paint(here, table, screen, here.time)
            pressed = here.time + 500 * MS
            here.time += 3 * SECOND
            for _ in range(2):
                table.receive(screens[turns], do(screens[turns], pressed, type="Reveal"), here.time)
            await here.wait(table, 0.5)

            found = [entry.evidence for entry in table.match.play.journal if entry.evidence]
            assert [evidence.race for evidence in found] == [None, None]
            assert table.match.play.race is not None
            assert await here.problems(table) == []

        at_a_party(story)

    @pytest.mark.parametrize("field", ["pressed", "arrived", "decided", "committed", "ledger", "judged"])
    def test_a_journal_that_was_tampered_with_is_detected_and_the_line_is_named(self, at_a_party, field):
        async def story(here):
            lines = await self.played(here)
            taps = [(n, json.loads(line)) for n, line in enumerate(lines, 1) if b'"pressed"' in line]
            number, entry = taps[-1]
            match field:
                case "ledger":
                    entry["evidence"]["ledger"]["quota"] -= 1
                case "judged":
                    entry["evidence"]["judged"]["fair"] -= 1
                case _:
                    entry["evidence"][field] += 1_000 * SECOND
            lines[number - 1] = json.dumps(entry, separators=(",", ":")).encode()

            assert self.doubts(lines)[0][0] == number

        at_a_party(story)

    def test_a_journal_with_moved_taps_and_matching_events_is_detected(self, at_a_party):
        async def story(here):
            head, *lines = await self.played(here)
            header = read_header(head)
            play = Play.begin(lamps, header.seats, header.seed, lamps.Options())
            number = max(n for n, line in enumerate(lines) if b'"pressed"' in line)
            for line in lines[:number]:
                play.replay(read_line(lamps, line))
            tap = read_line(lamps, lines[number])

            forged = play.feed(replace(tap.move, at=tap.move.at + MS), tap.evidence)
            chain = Chain.of([head, *lines[:number]])
            changed = [head, *lines[:number], *map(chain.write, forged)]

            assert self.doubts(changed)[0] == (number + 2, "its time doesn't follow from its evidence")

        at_a_party(story)


def habitual(races):
    """The ledger of a player who takes 10 ms longer than their line explains."""
    ledger = Ledger()
    for _ in range(races):
        ledger = ledger.book(Surplus(10 * MS, None, 6 * MS))
    return ledger


async def next_race(here, table):
    """Plays on until a race begins."""
    since = table.match.play.state.race and table.match.play.state.race.since
    for _ in range(3_000):
        await here.wait(table, 0.02)
        race = table.match.play.state.race
        if race is not None and race.since != since:
            return
    raise AssertionError("no race began")


def evidence(table):
    return [entry.evidence for entry in table.match.play.journal if entry.evidence is not None]


class TestALedger:
    """It belongs to a device, whatever its player does with the seat."""

    BROWSER = "browser-of-bo"

    async def tapped(self, here):
        """Bo taps once in a race and has a ledger."""
        here.lobby.house.chance.seed = lambda: "ada leads"
        table, token = await here.open()
        ada = await here.enter(table, token)
        bo = await here.enter(table, name="Bo", browser=self.BROWSER)
        await here.say(table, ada, wire.Start())
        await self.tap(here, table, ada, bo)
        return table, ada, bo, table.match.arbiter.ledgers[1]

    async def tap(self, here, table, ada, bo):
        lamps = await lit(here, table, ada, bo)
        await paint(here, table, bo, here.time)
        here.time += 300 * MS
        await here.say(table, bo, do(bo, here.time - 20 * MS, type="Tap", lamp=lamps[0]))
        await here.wait(table, 0.5)

    def test_a_ledger_stays_with_a_player_who_stands_up_and_sits_down_under_another_name(self, at_a_party):
        async def story(here):
            table, _, bo, ledger = await self.tapped(here)
            assert ledger != Ledger()

            await here.say(table, bo, wire.Stand())
            assert 1 not in table.match.arbiter.ledgers, "a bot has none"
            await here.say(table, bo, wire.Sit("Somebody Else"))

            assert table.match.arbiter.ledgers[1] == ledger

        at_a_party(story)

    def test_a_ledger_of_a_player_who_left_is_not_changed_by_the_next_player_in_the_seat(self, at_a_party):
        async def story(here):
            table, ada, bo, ledger = await self.tapped(here)

            await here.say(table, bo, wire.Stand())
            cy = await here.enter(table, name="Cy", browser="browser-of-cy")
            await next_race(here, table)
            await self.tap(here, table, ada, cy)
            await here.say(table, cy, wire.Stand())
            await here.say(table, bo, wire.Sit("Bo again"))
            assert table.match.arbiter.ledgers[1] == ledger.book(None), "the race in which Bo tapped is over"
            await self.tap(here, table, ada, bo)

            assert await here.problems(table) == []

        at_a_party(story)

    def test_a_device_that_nobody_knows_takes_over_from_the_one_that_left_last(self, at_a_party):
        async def story(here):
            table, _, bo, _ = await self.tapped(here)
            charged = habitual(30)
            table.match.arbiter.ledgers[1] = charged
            for number in range(2 * REMEMBERED):
                await here.say(table, bo, wire.Stand())
                table.disconnect(bo)
                bo = await here.enter(table, name=f"Guest {number}", browser=f"browser-{number:04}")

            taken = table.match.arbiter.ledgers[1]
            assert taken.charge == charged.charge > 0
            assert taken.by_tap.races == INHERITED
            assert len(table.room.ledgers) == REMEMBERED

        at_a_party(story)

    def test_a_guest_takes_nothing_over_from_players_who_are_here_or_banned(self, at_a_party):
        async def story(here):
            table, ada, _, _ = await self.tapped(here)
            table.match.arbiter.ledgers = {0: habitual(30), 1: habitual(30)}
            await here.say(table, ada, wire.Ban(table.room.members[1].id))

            await here.enter(table, name="Cy", browser="browser-of-cy")

            assert 1 not in table.match.arbiter.ledgers

        at_a_party(story)

    def test_a_player_who_leaves_after_a_tap_is_booked_for_that_race_and_nobody_else_is(self, at_a_party):
        async def story(here):
            table, _, bo, ledger = await self.tapped(here)
            await here.say(table, bo, wire.Stand())
            assert table.room.ledgers[self.BROWSER] == ledger
            await next_race(here, table)

            assert table.room.ledgers[self.BROWSER] == ledger.book(None)
            assert table.match.arbiter.ledgers == {}
            again = await here.restart(table)
            assert again.match.arbiter.ledgers == {}
            assert again.room.ledgers[self.BROWSER] == ledger.book(None)

        at_a_party(story)

    def test_a_restart_before_the_next_race_does_not_spare_a_player_who_left_the_booking(self, at_a_party):
        async def story(here):
            table, ada, bo, ledger = await self.tapped(here)
            await here.say(table, bo, wire.Stand())

            table = await here.restart(table)
            ada = await here.enter(table, token(ada))
            bo = await here.enter(table, name="Bo again", browser=self.BROWSER)
            assert table.match.arbiter.ledgers[1] == ledger
            await next_race(here, table)
            await self.tap(here, table, ada, bo)

            assert evidence(table)[-1].ledger == ledger.book(None)
            assert await here.problems(table) == []

        at_a_party(story)

    def test_a_tap_that_is_still_held_when_its_player_leaves_is_void(self, at_a_party):
        async def story(here):
            table, ada, bo, _ = await self.tapped(here)
            lamps, before = await lit(here, table, ada, bo), len(evidence(table))
            await paint(here, table, ada, here.time)
            await paint(here, table, bo, here.time)
            here.time += 300 * MS
            await here.say(table, bo, do(bo, here.time - 20 * MS, type="Tap", lamp=lamps[0]))
            assert len(evidence(table)) == before, "it waits for Ada"

            await here.say(table, bo, wire.Stand())
            await here.wait(table, 0.5)

            assert len(evidence(table)) == before
            assert await here.problems(table) == []

        at_a_party(story)

    def test_a_ledger_is_restored_after_a_restart(self, at_a_party):
        async def story(here):
            table, _, _, ledger = await self.tapped(here)

            again = await here.restart(table)

            assert again.match.arbiter.ledgers == {1: ledger}

        at_a_party(story)

    def test_a_ledger_of_a_player_who_left_is_restored_for_them_and_not_for_the_seat(self, at_a_party):
        async def story(here):
            table, _, bo, ledger = await self.tapped(here)
            await here.say(table, bo, wire.Stand())
            await here.enter(table, name="Cy", browser="browser-of-cy")

            again = await here.restart(table)

            assert again.match.arbiter.ledgers == {1: ledger.inherited()}
            assert again.room.ledgers[self.BROWSER] == ledger

        at_a_party(story)

    def test_a_ledger_of_an_earlier_game_outlives_a_restart_in_the_lobby(self, at_a_party):
        async def story(here):
            table, ada, bo, ledger = await self.tapped(here)
            await here.say(table, ada, wire.Finished())

            again = await here.restart(table)
            ada = await here.enter(again, token(ada))
            await here.enter(again, token(bo), browser=self.BROWSER)
            await here.say(again, ada, wire.Start())

            assert again.match.arbiter.ledgers == {1: ledger}

        at_a_party(story)
