"""A bot that turns its cards, slaps jacks, and sometimes slaps what looks like one."""

from __future__ import annotations

from taphouse.core import MS, Dice, Plan, Seat, Skill

from .rules import Slap, Turn
from .views import View

REACTION: dict[Skill, int] = {"gentle": 1_050 * MS, "steady": 760 * MS, "quick": 520 * MS}
ERRS, DREAMS, TOO_LATE = 0.04, 0.03, 0.2  # how often it slaps a queen, forgets its turn, cannot stop its hand


def plan(view: View, seat: Seat, dice: Dice, skill: Skill) -> Plan | None:
    dice, may = dice.fork(view.turned), {offer.act for offer in view.offers}
    slap = dice.fork("slap").reaction(REACTION[skill], 60 * MS, 90 * MS)
    if view.phase == "jack":
        return Plan(view.since + slap, Slap())
    if view.phase == "taken" and "Slap" in may and dice.fork("too late").chance(TOO_LATE):
        return Plan(view.since + dice.fork("late").between(20 * MS, 150 * MS), Slap())
    if view.phase == "waiting" and "Turn" in may and not dice.fork("dreams").chance(DREAMS):
        return Plan(view.since + dice.fork("turn").reaction(900 * MS, 120 * MS, 200 * MS), Turn())
    if view.phase == "waiting" and "Slap" in may and view.top and view.top[0] in "QK":
        return Plan(view.since + slap, Slap()) if dice.fork("errs").chance(ERRS) else None
    return None
