"""Pages that lie, and programs that pretend to be pages. A strategy is put together from parts.

A page is what a browser can do. A program may also delay the answers to pings. All times are milliseconds.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from taphouse.core import Value

When: TypeAlias = Literal["always", "fast", "slow"]
How: TypeAlias = Literal["tap", "paint", "clock"]
Filler: TypeAlias = Literal["plain", "future", "old"]


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
    """Gives up the seat and takes it again."""
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


HONEST = Strategy()


def _variants(name: str, *lies: float, **parts: object) -> list[Strategy]:
    claims = parts.pop("claims", Claims())
    assert isinstance(claims, Claims)
    return [Strategy(name, _with(claims, lie), **parts) for lie in lies]  # type: ignore[arg-type]


def _with(claims: Claims, lie: float) -> Claims:
    return Claims(lie, claims.sigmas, claims.how, claims.when, claims.every, claims.held_back, claims.adapts)


def _fast_screen(rate: int, on_grid: bool) -> Strategy:
    name = f"{rate} Hz that says 60" + (" on its grid" if on_grid else "")
    lie = 0 if on_grid else 1.5 * (1000 / 60 - 1000 / rate)
    return Strategy(name, Claims(lie, how="paint"), Screen(rate, 60, on_grid))


LAG = Beats(lag=True)
PAINT = Claims(how="paint")

KNOWN: tuple[Strategy, ...] = (
    HONEST,
    *_variants("backdating", 3, 5, 10, 60),
    *_variants("backdating, lagging beats", 5, 10, 60, beats=LAG),
    *_variants("adaptive backdating", 5, 15, claims=Claims(adapts=True), beats=LAG),
    *_variants("latest paint", 3, 5, 10, 60, claims=PAINT),
    *_variants("lagging clock", 3, 10, claims=Claims(how="clock")),
    *_variants("hugging the heartbeat", 3, 10, 40, beats=Beats(hugs=True)),
    *_variants("faked stalls", 20, 60, 150, claims=Claims(every=3), beats=Beats(silent_after=100)),
    *_variants("honest 11 of 12", 30, 100, claims=Claims(every=12), beats=LAG),
    *_variants("honest 29 of 30", 60, 150, claims=Claims(every=30), beats=LAG),
    *_variants("lies when fast", 10, 25, 45, claims=Claims(when="fast"), beats=LAG),
    *_variants("lies when fast, holds back", 20, 40, claims=Claims(when="fast", held_back=30), beats=LAG),
    *_variants("lies when slow", 20, 48, claims=Claims(when="slow"), beats=LAG),
    *_variants("what is left to chance", 0, claims=Claims(sigmas=1.5), beats=LAG),
    *_variants("padding in races", 12, 25, beats=LAG, padding=Padding(12)),
    *_variants("padding from the future", 12, 25, beats=LAG, padding=Padding(12, "future")),
    *_variants("padding between races", 12, 25, beats=LAG, padding=Padding(20, "old")),
    *(_fast_screen(rate, on_grid) for rate in (120, 144, 240, 360) for on_grid in (False, True)),
    Strategy("240 Hz that says 60, padded", Claims(30), Screen(240), LAG, Padding(12)),
    *_variants("stands up before each race", 25, 50, claims=PAINT, manners=Manners(stands=1)),
    *_variants("reconnects before each race", 25, 50, claims=PAINT, manners=Manners(reconnects=1)),
    *_variants("self-made jitter", 40, 80, 120, claims=PAINT, uplink=Uplink(120)),
    *_variants("self-made jitter, padded", 40, 80, 120, beats=LAG, uplink=Uplink(120), padding=Padding(12)),
    *_variants("delayed pongs", 10, 30, claims=PAINT, program=Program(20)),
    *_variants("a proxy that is none", 60, 100, claims=PAINT, program=Program(100)),
    *_variants("jittered pongs", 10, 40, claims=PAINT, program=Program(pong_jitter=20)),
    *_variants("withheld pongs", 60, 150, claims=Claims(every=12), program=Program(withholds=150), beats=LAG),
    *_variants("delayed pongs, forged header", 100, claims=PAINT, program=Program(100, hides_kernel=True)),
)
"""Every lie that is known, with some settings of each."""
