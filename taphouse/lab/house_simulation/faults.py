"""What goes wrong in an evening: a list that is drawn from the seed before the evening begins."""

from __future__ import annotations

from random import Random
from typing import Literal, TypeAlias, get_args

from taphouse.core import Value

from .virtual_time import SECOND

PageFault: TypeAlias = Literal[
    "line-reset",
    "line-half-open",
    "line-silent",
    "line-slow",
    "page-reloads",
    "page-hides",
    "player-stands-up",
    "player-leaves",
    "host-pauses",
]
NodeFault: TypeAlias = Literal[
    "node-crashes",
    "node-crashes-writing",
    "node-vanishes",
    "node-freezes",
    "node-restarts",
    "wall-clock-jumps",
]
DiskFault: TypeAlias = Literal["disk-slow", "disk-full", "disk-refuses"]
NatsFault: TypeAlias = Literal[
    "nats-cut",
    "nats-silent",
    "nats-drops",
    "nats-loses-acknowledgements",
    "nats-slow",
    "nats-full",
    "leader-lost",
    "server-crashes",
    "server-freezes",
    "replica-stuck",
    "route-cut",
    "nodes-cut-when-stored",
    "newcomer-unheard",
]
Kind: TypeAlias = PageFault | NodeFault | DiskFault | NatsFault

PAGE: tuple[Kind, ...] = get_args(PageFault)
NODE: tuple[Kind, ...] = get_args(NodeFault)
DISK: tuple[Kind, ...] = get_args(DiskFault)
NATS: tuple[Kind, ...] = get_args(NatsFault)
BEGIN = 6 * SECOND  # the first fault; until then tables are opened
TOGETHER = 0.3  # the share of faults that come right after another, while the house still deals with it
CALM = (
    20,
    28,
)  # seconds between two storms: as long as a house may take to recover, and to be looked at then


class Fault(Value):
    kind: Kind
    at: int
    """Microseconds of virtual time."""
    span: int
    """How long it lasts, in microseconds."""
    target: int
    """Which page, node or server: counted on over the end of the list."""

    def __str__(self) -> str:
        return f"{self.at / SECOND:.3f} s {self.kind} {self.target % 12} for {self.span / SECOND:.3f} s"


def drawn(random: Random, until: int, is_cluster: bool) -> list[Fault]:
    """The faults of one evening, in order: storms, and calm between them, in which the house must recover."""
    faults, begins = list[Fault](), BEGIN
    while begins < until:
        ends = begins + random.choice((1, 6, 20)) * SECOND
        storm = _storm(random, begins, min(ends, until), is_cluster)
        faults += storm
        over = max([ends, *(fault.at + fault.span for fault in storm)])
        begins = over + round(random.uniform(*CALM) * SECOND)
    return faults


def _storm(random: Random, begins: int, ends: int, is_cluster: bool) -> list[Fault]:
    """At least one fault. In half of the storms only a few kinds occur, so that they meet more often."""
    pages, others = PAGE, (*NODE, *NATS) if is_cluster else (*NODE, *DISK)
    if random.random() < 0.5:
        pages, others = _some(random, pages), _some(random, others)
    gap = random.choice((0.7, 2, 5)) * SECOND
    share_of_pages = random.choice((0.2, 0.5, 0.8))
    moment, faults = begins, list[Fault]()
    while moment < ends or not faults:
        kinds = pages if random.random() < share_of_pages else others
        span = round(random.choice((0.05, 0.4, 1.5, 4, 9)) * random.uniform(0.5, 1.2) * SECOND)
        faults.append(Fault(random.choice(kinds), moment, span, random.randrange(2**20)))
        moment += _next(random, gap)
    return faults


def _some(random: Random, kinds: tuple[Kind, ...]) -> tuple[Kind, ...]:
    return tuple(random.sample(kinds, random.randint(1, 3)))


def _next(random: Random, gap: float) -> int:
    """Microseconds from one fault to the next."""
    mean = 0.3 * SECOND if random.random() < TOGETHER else gap
    return round(random.expovariate(1 / mean))
