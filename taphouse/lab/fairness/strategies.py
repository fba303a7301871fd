"""Pages that lie, and programs that pretend to be pages. A strategy is put together from parts.

A page is what a browser can do. A program may also delay the answers to pings. All times are milliseconds.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from taphouse.core import Value, replace

When: TypeAlias = Literal["always", "fast", "slow"]
How: TypeAlias = Literal["tap", "paint", "clock"]
Filler: TypeAlias = Literal["plain", "future", "old"]
Trick: TypeAlias = Literal["stands", "renames", "browsers"]
"""What a player can do to be taken for somebody else: a field of `Manners`."""


class Claims(Value):
    """What is said of the tap."""

    lie: float = 0
    """How much sooner it is said to have been made."""
    sigmas: float = 0
    """The same in deviations that the judge leaves to chance."""
    how: How = "tap"
    """The press is said to be earlier, the paint later, or the clock loses as much in a fifth of a second."""
    when: When = "always"
    """Only when the finger was faster or slower than usual."""
    every: int = 1
    """Only in each so manieth race."""
    held_back: float = 0
    """How much later other taps are said to have been made."""
    adapts: bool = False
    """Lies more as long as nothing is charged, and less afterwards."""


class Screen(Value):
    """How often it draws, in truth and as it says."""

    rate: int = 60
    says: int = 60
    on_grid: bool = False
    """Reports paints at moments at which such a slow screen could have drawn."""


class Beats(Value):
    hugs: bool = False
    """So rare that they hardly contradict the lie."""
    lag: bool = False
    """They say as much less than the clock as the tap will, and so never contradict it."""
    silent_after: float | None = None
    """When it lies, it falls silent so long after the paint."""


class Padding(Value):
    """Taps that do nothing, in each race."""

    taps: int = 0
    filler: Filler = "plain"
    """Honest ones; some said to be made after they arrive; or between races, naming the race before."""


class Uplink(Value):
    """Uploads fill the page's own uplink until some time after the stimulus."""

    depth: float = 0
    until: float = 120


class Manners(Value):
    """Before each so manieth race; 0: never."""

    stands: int = 0
    """Gives up the seat and takes it again under another name."""
    renames: int = 0
    browsers: int = 0
    """Gives up the seat and takes it again with another browser id, over a new connection."""
    reconnects: int = 0


class Program(Value):
    """What no page can do."""

    pong_delay: float = 0
    pong_jitter: float = 0
    withholds: float = 0
    """When it lies, answers to pings come so late."""
    hides_kernel: bool = False
    """The house does not know TCP's own timing, because it believed a forged header or cannot read it."""


class Strategy(Value):
    name: str = "honest"
    claims: Claims = Claims()
    screen: Screen = Screen()
    beats: Beats = Beats()
    padding: Padding = Padding()
    uplink: Uplink = Uplink()
    manners: Manners = Manners()
    program: Program | None = None

    @property
    def level(self) -> str:
        """Whether a page can do it, or only a program of one's own."""
        return "page" if self.program is None else "program"


HONEST = Strategy()


def _with_lies(strategy: Strategy, *lies: float) -> list[Strategy]:
    return [replace(strategy, claims=replace(strategy.claims, lie=lie)) for lie in lies]


def _as_newcomer(*strategies: Strategy) -> list[Strategy]:
    """The same lies by a player who has another browser id in each race."""
    return [
        replace(strategy, name=f"{strategy.name}, another browser id", manners=Manners(browsers=1))
        for strategy in strategies
    ]


def _fast_screen(rate: int, on_grid: bool) -> Strategy:
    name = f"{rate} Hz that says 60" + (" on its grid" if on_grid else "")
    lie = 0 if on_grid else 1.5 * (1000 / 60 - 1000 / rate)
    return Strategy(name, Claims(lie, how="paint"), Screen(rate, 60, on_grid))


LAG = Beats(lag=True)
PAINT = Claims(how="paint")
FAST, SLOW = Claims(when="fast"), Claims(when="slow")

KNOWN: tuple[Strategy, ...] = (
    HONEST,
    *_with_lies(Strategy("backdating"), 3, 5, 10, 60),
    *_with_lies(Strategy("backdating, lagging beats", beats=LAG), 5, 10, 60),
    *_with_lies(Strategy("adaptive backdating", Claims(adapts=True), beats=LAG), 5, 15),
    *_with_lies(Strategy("latest paint", PAINT), 3, 5, 10, 60),
    *_with_lies(Strategy("lagging clock", Claims(how="clock")), 3, 10),
    *_with_lies(Strategy("hugging the heartbeat", beats=Beats(hugs=True)), 3, 10, 40),
    *_with_lies(Strategy("faked stalls", Claims(every=3), beats=Beats(silent_after=100)), 20, 60, 150),
    *_with_lies(Strategy("honest 11 of 12", Claims(every=12), beats=LAG), 30, 100),
    *_with_lies(Strategy("honest 29 of 30", Claims(every=30), beats=LAG), 60, 150),
    *_with_lies(Strategy("lies when fast", FAST, beats=LAG), 10, 25, 45),
    *_with_lies(Strategy("lies when fast, holds back", replace(FAST, held_back=30), beats=LAG), 20, 40),
    *_with_lies(Strategy("lies when slow", SLOW, beats=LAG), 20, 48),
    Strategy("what is left to chance", Claims(sigmas=1.5), beats=LAG),
    *_with_lies(Strategy("padding in races", beats=LAG, padding=Padding(12)), 12, 25),
    *_with_lies(Strategy("padding from the future", beats=LAG, padding=Padding(12, "future")), 12, 25),
    *_with_lies(Strategy("padding between races", beats=LAG, padding=Padding(20, "old")), 12, 25),
    *(_fast_screen(rate, on_grid) for rate in (120, 144, 240, 360) for on_grid in (False, True)),
    Strategy("240 Hz that says 60, padded", Claims(30), Screen(240), LAG, Padding(12)),
    *_with_lies(Strategy("stands up before each race", PAINT, manners=Manners(stands=1)), 25, 50),
    *_with_lies(Strategy("renames before each race", PAINT, manners=Manners(renames=1)), 25, 50),
    *_as_newcomer(
        *_with_lies(Strategy("backdating", beats=LAG), 25),
        *_with_lies(Strategy("latest paint", PAINT), 10, 25),
        *_with_lies(Strategy("lies when fast", FAST, beats=LAG), 10, 25),
        *_with_lies(Strategy("lies when slow", SLOW, beats=LAG), 48),
        Strategy("what is left to chance", Claims(sigmas=1.5), beats=LAG),
        *_with_lies(Strategy("padding in races", beats=LAG, padding=Padding(12)), 25),
        replace(_fast_screen(240, on_grid=True), claims=Claims(10)),
        *_with_lies(Strategy("self-made jitter", PAINT, uplink=Uplink(120)), 40, 120),
    ),
    *_with_lies(Strategy("reconnects before each race", PAINT, manners=Manners(reconnects=1)), 25, 50),
    *_with_lies(Strategy("self-made jitter", PAINT, uplink=Uplink(120)), 40, 80, 120),
    *_with_lies(
        Strategy(
            "self-made jitter, reconnects",
            PAINT,
            beats=LAG,
            uplink=Uplink(150),
            manners=Manners(reconnects=1),
        ),
        60,
        110,
    ),
    *_with_lies(
        Strategy(
            "self-made jitter, every second race",
            Claims(how="clock", every=2),
            beats=Beats(silent_after=50),
            uplink=Uplink(150, 180),
        ),
        40,
        80,
    ),
    Strategy(  # found by `make red-team`
        "self-made jitter, adaptive clock, reconnects",
        Claims(32, how="clock", adapts=True),
        Screen(240),
        Beats(hugs=True, silent_after=50),
        uplink=Uplink(120, 95),
        manners=Manners(reconnects=2),
    ),
    Strategy(  # the same
        "self-made jitter, slow clock when slow",
        Claims(32, how="clock", when="slow", adapts=True),
        Screen(240),
        Beats(hugs=True, silent_after=50),
        uplink=Uplink(120, 95),
    ),
    *(
        Strategy(
            f"240 Hz on a grid of 60, self-made jitter, slow clock when slow{name}",
            Claims(32, how="clock", when="slow", adapts=True),
            Screen(240, 60, on_grid=True),
            Beats(hugs=True, silent_after=50),
            uplink=Uplink(120, 95),
            manners=manners,
        )
        for name, manners in (("", Manners()), (", another browser id", Manners(browsers=1)))
    ),
    *_with_lies(
        Strategy("self-made jitter, padded", beats=LAG, uplink=Uplink(120), padding=Padding(12)), 40, 80, 120
    ),
    *_with_lies(Strategy("delayed pongs", PAINT, program=Program(20)), 10, 30),
    *_with_lies(Strategy("a proxy that is none", PAINT, program=Program(100)), 60, 100),
    *_with_lies(Strategy("jittered pongs", PAINT, program=Program(pong_jitter=20)), 10, 40),
    *_with_lies(
        Strategy("withheld pongs", Claims(every=12), beats=LAG, program=Program(withholds=150)), 60, 150
    ),
    *_with_lies(Strategy("pongs and forged header", PAINT, program=Program(100, hides_kernel=True)), 100),
)
"""Every lie that is known, with some settings of each."""
