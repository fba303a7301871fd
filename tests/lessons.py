"""A pupil who does what a lesson asks for, where time is only a number."""

from taphouse.bots.crew import Crew, run
from taphouse.core import Dice, Move, Play
from taphouse.house.lesson import A_LOOK, A_TRY, PUPIL

TRIES = 10
LONGEST = 60_000_000  # nobody watches a bot for a minute to learn a game


class Pupil:
    """Follows `lesson` to its end; `told` is when each step ended, and what happened by then."""

    def __init__(self, game, lesson, locale):
        self.lesson, self.step, self.now, self.told = lesson, 0, 0, []
        options = game.Options(**game.Options.defaults_for(locale))
        self.play = Play.begin(game, lesson.seats, lesson.seed, options)
        self.crew = Crew(dict.fromkeys(range(1, lesson.seats), "gentle"))
        while self.step is not None:
            self._take(lesson.steps[self.step])

    def _take(self, step):
        before, heard = self.step, []
        if not step.still:
            heard += self._watch(step)
        else:
            heard += self._wait(A_LOOK)
            if step.do:
                heard += self._do(step)
            elif self.step == before:
                self.step = self.lesson.step(self.step + 1)
        self.told.append((step, self.now, heard))

    def _watch(self, step):
        """Until the next thing that happens, and the next, until it is what the step is about."""
        end, heard = self.now + LONGEST, []
        while self.lesson.steps[self.step or 0] is step and self.step is not None:
            move, due = self.crew.next(self.play), self.play.state.due
            at = min((at for at in (move and move.at, due) if at is not None), default=end)
            assert at < end, f"{step} never ends: {self.play.state}"
            heard += self._wait(at - self.now)
        return heard

    def _do(self, step):
        """What a quick bot would do in the pupil's place."""
        game, heard = self.play.game, []
        for number in range(TRIES):
            dice = Dice(self.play.seed, "pupil", number)
            plan = game.plan(game.view(self.play.state, PUPIL), PUPIL, dice, "quick")
            assert plan is not None, f"nothing to do at {step}"
            heard += self._heard(self.play.feed(Move(self.now, PUPIL, plan.act)))
            if self.step is None or self.lesson.steps[self.step] is not step:
                return heard
            heard += self._wait(A_TRY)
        raise AssertionError(f"{step} cannot be done: {heard}")

    def _wait(self, time):
        self.now += time
        return self._heard(run(self.play, self.crew, self.now))

    def _heard(self, entries):
        events = [event for entry in entries for event in entry.events]
        for event in events:
            self.step = self.lesson.after(self.step, event)
        return events
