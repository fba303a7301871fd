"""A pupil who follows a lesson in simulated time."""

from taphouse.bots.schedule import BotSchedule, run
from taphouse.core import Dice, Move, Play
from taphouse.table.lesson import A_LOOK, A_TRY, PUPIL

TRIES = 10
LONGEST = 60_000_000  # µs: no pupil watches a bot for a minute


class Pupil:
    """Follows `lesson` to its end.

    `steps` has each step, the time of its end and its events; `scenes` the states that each step explains.
    """

    def __init__(self, game, lesson, locale):
        self.lesson, self.step, self.now, self.steps = lesson, 0, 0, []
        self.scenes = []
        options = game.Options(**game.Options.defaults_for(locale))
        self.play = Play.begin(game, lesson.seats, lesson.seed, options)
        self.bots = BotSchedule(dict.fromkeys(range(1, lesson.seats), "gentle"))
        while self.step is not None:
            self._take(lesson.steps[self.step])

    def _take(self, step):
        before, seen = self.step, []
        if not step.still:
            seen += self._watch(step)
        else:
            seen += self._wait(A_LOOK)
            self.scenes.append((before, self.play.state))
            if step.do:
                seen += self._do(step)
            elif self.step == before:
                self.step = self.lesson.step(self.step + 1)
        self.steps.append((step, self.now, seen))

    def _watch(self, step):
        """Lets time pass from event to event until the step is done."""
        end, seen = self.now + LONGEST, []
        while self.lesson.steps[self.step or 0] is step and self.step is not None:
            move, due = self.bots.next(self.play), self.play.state.due
            at = min((at for at in (move and move.at, due) if at is not None), default=end)
            assert at < end, f"{step} never ends: {self.play.state}"
            self.scenes.append((self.step, self.play.state))
            seen += self._wait(at - self.now)
        return seen

    def _do(self, step):
        """Does what a quick bot would do in the pupil's place."""
        game, seen = self.play.game, []
        for number in range(TRIES):
            dice = Dice(self.play.seed, "pupil", number)
            plan = game.plan(game.view(self.play.state, PUPIL), PUPIL, dice, "quick")
            assert plan is not None, f"nothing to do at {step}"
            seen += self._follow(self.play.feed(Move(self.now, PUPIL, plan.act)))
            if self.step is None or self.lesson.steps[self.step] is not step:
                return seen
            seen += self._wait(A_TRY)
        raise AssertionError(f"{step} cannot be done: {seen}")

    def _wait(self, time):
        self.now += time
        return self._follow(run(self.play, self.bots, self.now))

    def _follow(self, entries):
        events = [event for entry in entries for event in entry.events]
        for event in events:
            self.step = self.lesson.after(self.step, event)
        return events
