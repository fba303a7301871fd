"""A table of agents, as PettingZoo wants it. Time goes on in steps; agents see only their own view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

import msgspec
import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import parallel_to_aec

from taphouse.bots.schedule import BotSchedule, run
from taphouse.core import MS, SECOND, Act, Dice, Move, Play, Seat, Skill, Time
from taphouse.core.play import tie_break
from taphouse.core.record import encode, header
from taphouse.shelf import whole_shelf

from .acts import WAIT, Catalogue
from .features import features

Reward: TypeAlias = Literal["win", "points"]
Observation: TypeAlias = dict[str, Any]
TEXTS = tuple(
    "air bag ball bed bell bird boat book box bread cake car cat chair clock cup dog door fire fish flower"
    " glass hat horse house key knife lamp leaf milk moon needle paper pen phone river shoe snow spoon stone"
    " sun table train tree wall water wheel window".split()
)
"""What an agent can say where the rules let it say anything."""


class TableEnv(ParallelEnv[str, Observation, int]):
    """One table of one game.

    A step is a stretch of play, `step` microseconds long. All agents look at the table at its beginning, and
    each chooses to wait or to do one act. The act happens within the step, at a moment that chance draws for
    each agent: of two that tap in the same step, each is as likely to be first. Its screen counts as showing
    the table as it was at the beginning of the step (`Move.seen`), so nobody reacts to what they have not
    seen. Then deadlines pass, until the step is over. While nothing is offered to any agent, time goes on
    without steps.

    An agent observes its own view, as numbers (`features`), and a mask of the acts that its offers allow,
    fouls included. `infos` has the view itself. A forbidden act is refused, as at any table. The game is over
    for all at once; after `limit` it is cut off.

    Reward `win`: 1 at the end, shared by the winners, less an equal share of 1 for all. `points`: the points
    won in the step, which may be fewer than none.

    `bots` play seats as they do in a house; these seats are no agents. The same seed and the same actions
    give the same game.
    """

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        step: Time = 100 * MS,
        limit: Time = 30 * 60 * SECOND,
        reward: Reward = "win",
        bots: Mapping[Seat, Skill] | None = None,
        texts: Sequence[str] = TEXTS,
        size: int = 1_024,
        render_mode: str | None = None,
    ) -> None:
        self.slug, self.game = game, whole_shelf()[game]
        self.seats = self.game.SEATS[0] if seats is None else seats
        self.options = msgspec.convert(dict(options or {}), self.game.Options)
        self.span, self.limit, self.reward, self.size = step, limit, reward, size
        self.metadata = {"name": f"taphouse_{game}", "render_modes": ["ansi"]}
        self.render_mode = render_mode
        self._skills = dict(bots or {})
        self.catalogue = Catalogue(self.game, self.seats, self.options, texts)
        self._seat_of = {f"player_{seat}": seat for seat in range(self.seats) if seat not in self._skills}
        self.possible_agents = list(self._seat_of)
        self.agents: list[str] = []
        acts = len(self.catalogue.acts)
        self._action_spaces = {agent: spaces.Discrete(acts) for agent in self.possible_agents}
        self._observation_spaces = {
            agent: spaces.Dict(
                observation=spaces.Box(-1, 1, (size,), np.float32),
                action_mask=spaces.Box(0, 1, (acts,), np.int8),
            )
            for agent in self.possible_agents
        }
        self._chance: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        if seed is not None or self._chance is None:
            self._chance, _ = seeding.np_random(seed)
        drawn = str(self._chance.integers(2**63))
        self.play = Play.begin(self.game, self.seats, drawn, self.options)
        self.header = header(self.slug, self.play, self.seats, self.options, house="gym")
        self.agents, self.now, self._steps = self.possible_agents[:], 0, 0
        self._bots = BotSchedule(self._skills)
        self._run_on()
        return self._told()

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        agents, before = self.agents, self.play.state.points
        chosen = {agent: self.catalogue.acts[actions.get(agent, WAIT)] for agent in agents}
        moves = (self._moved(self._seat_of[agent], act) for agent, act in chosen.items() if act is not None)
        for move in sorted(moves, key=lambda move: tie_break(self.play.seed, move)):
            run(self.play, self._bots, to=move.at)
            if self.play.winners is None:
                self.play.feed(move)
        self._steps += 1
        self._pass(self.now + self.span)
        self._run_on()
        observations, infos = self._told()
        is_over, is_late = self.play.winners is not None, self.now >= self.limit
        if is_over or is_late:
            self.agents = []
        return (
            observations,
            {agent: self._earned(self._seat_of[agent], before) for agent in agents},
            dict.fromkeys(agents, is_over),
            dict.fromkeys(agents, is_late and not is_over),
            infos,
        )

    def render(self) -> str:
        """The table as a spectator sees it."""
        return msgspec.json.format(msgspec.json.encode(self.game.view(self.play.state, None))).decode()

    def record(self) -> bytes:
        """The game so far as a house stores it: for `taphouse replay` and `taphouse verify`."""
        return b"\n".join(map(encode, (self.header, *self.play.journal)))

    def _moved(self, seat: Seat, act: Act) -> Move:
        within = Dice(self.play.seed, "step", self._steps, seat).below(self.span)
        return Move(self.now + within, seat, act, seen=self.now)

    def _pass(self, to: Time) -> None:
        run(self.play, self._bots, to)
        self.now = to

    def _run_on(self) -> None:
        """Time passes while no agent has anything to choose."""
        while self.play.winners is None and self.now < self.limit and not self._is_anything_offered():
            move, due = self._bots.next(self.play), self.play.due
            moments = [self.limit if due is None else due, self.limit if move is None else move.at]
            self._pass(max(self.now, min(moments)))

    def _is_anything_offered(self) -> bool:
        state = self.play.state
        return any(self.game.offers(state, seat) for seat in self._seat_of.values())

    def _told(self) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        views = {agent: self.game.view(self.play.state, self._seat_of[agent]) for agent in self.agents}
        observations = {agent: self._observed(self._seat_of[agent], view) for agent, view in views.items()}
        return observations, {agent: {"view": view, "time": self.now} for agent, view in views.items()}

    def _observed(self, seat: Seat, view: Any) -> Observation:
        mask = np.zeros(len(self.catalogue.acts), np.int8)
        mask[list(self.catalogue.open(view.offers, self.now))] = 1
        return {
            "observation": features(view, seat, self.seats, self.now, self.size),
            "action_mask": mask,
        }

    def _earned(self, seat: Seat, before: Sequence[int]) -> float:
        if self.reward == "points":
            return float(self.play.state.points[seat] - before[seat])
        winners = self.play.winners
        if winners is None:
            return 0.0
        return (seat in winners) / len(winners) - 1 / self.seats


def parallel_env(game: str, **settings: Any) -> TableEnv:
    """A table at which all agents choose at once; `TableEnv` has the settings."""
    return TableEnv(game, **settings)


def env(game: str, **settings: Any) -> AECEnv[str, Observation, int]:
    """The same table, asked agent by agent. A step of play passes when all have chosen."""
    return parallel_to_aec(TableEnv(game, **settings))
