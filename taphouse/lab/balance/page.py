"""One page about the balance of a game: all in one file, nothing is loaded from a network."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from statistics import quantiles
from typing import Any

from taphouse.core import Value
from taphouse.lab.balance.charts import Scale, histogram, interval, scale_of
from taphouse.lab.balance.intervals import Estimate, average, share
from taphouse.lab.balance.study import MEASURES, Change, Comparison, Measure
from taphouse.lab.balance.style import CSS
from taphouse.lab.batches import Outcome, Setting
from taphouse.lab.simulate import victories
from taphouse.languages import SOURCE, Phrases

HEADINGS = {
    "compared": ("Other options", "All of these options together, against those of this page."),
    "option": ("What each option changes", "One option changed, all others as above."),
    "piece": ("What each card is worth", "The game without it, against the whole game."),
}


class Findings(Value):
    setting: Setting
    seed: str
    command: str
    """Writes the same page again."""
    words: Phrases
    """The game's own, in English."""
    base: list[Outcome]
    comparisons: tuple[Comparison, ...]


def page(findings: Findings) -> str:
    name = escape(findings.words["name"])
    return "\n".join(
        [
            f'<!doctype html><html lang="{SOURCE}"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{name}: balance</title><style>{CSS}</style></head><body><main>",
            f"<h1>{name}: {len(findings.base)} games among bots</h1>",
            f'<p class="soft">{len(findings.setting.skills)} players. The same command gives the same page: '
            f"<code>{escape(findings.command)}</code></p>",
            summary(findings.base),
            lengths(findings.base),
            seats(findings),
            *(comparison_section(kind, findings) for kind in HEADINGS),
            tallies(findings),
            method(findings),
            "</main></body></html>",
        ]
    )


def summary(base: Sequence[Outcome]) -> str:
    cards = [(measure, measure.estimate(base)) for measure in MEASURES]
    return f'<div class="cards">{"".join(card(measure, found) for measure, found in cards)}</div>'


def card(measure: Measure, found: Estimate) -> str:
    return (
        f'<div class="card">{escape(measure.label)}<b>{shown(found.value, measure)}</b>'
        f'<span class="soft">{escape(measure.unit)}, 95 %: {shown(found.low, measure)} to '
        f"{shown(found.high, measure)}</span></div>"
    )


def lengths(base: Sequence[Outcome]) -> str:
    minutes = [outcome.minutes for outcome in base]
    changes = [float(outcome.course.lead_changes) for outcome in base]
    tenths = quantiles(minutes, n=10, method="inclusive") if len(base) > 1 else minutes * 9
    never = sum(not change for change in changes) / len(base)
    return (
        '<div class="wide"><section><h2>Length</h2>'
        f"<p>A middle game takes {tenths[4]:.1f} minutes. One in ten is shorter than {tenths[0]:.1f}, and "
        f"one in ten longer than {tenths[8]:.1f} minutes.</p>"
        f"{histogram(minutes, 'How many games took how many minutes')}"
        '<p class="soft">minutes</p></section><section><h2>Lead changes</h2>'
        f"<p>In {never:.0%} of the games the lead never passed from one seat to another.</p>"
        f"{histogram(changes, 'How many games had how many changes of the lead')}"
        '<p class="soft">lead changes in a game</p></section></div>'
    )


def seats(findings: Findings) -> str:
    base, skills = findings.base, findings.setting.skills
    wins, fair = victories(base), 1 / len(skills)
    shares = [share(wins[seat], len(base)) for seat in range(len(skills))]
    idle = [average([outcome.course.idle[seat] for outcome in base]) for seat in range(len(skills))]
    names = [f"Seat {seat + 1} ({skill} bot)" for seat, skill in enumerate(skills)]
    win_scale, idle_scale = scale_of(shares, fair), scale_of(idle, 0.0)
    win_rows = [
        row(name, found, win_scale, fair, f"{found.value:.1%} ({found.low:.1%} to {found.high:.1%})")
        for name, found in zip(names, shares, strict=True)
    ]
    idle_rows = [
        row(name, found, idle_scale, 0.0, f"{found.value:.1f} s ({found.low:.1f} to {found.high:.1f})")
        for name, found in zip(names, idle, strict=True)
    ]
    return (
        f'<h2>Wins by seat</h2><p class="soft">The dashed line is an equal share, {fair:.1%}.</p>'
        f"{''.join(win_rows)}<h2>Longest idle time</h2>"
        '<p class="soft">In seconds of a game: the longest time without a race, without being waited for and '
        f"without an act of their own.</p>{''.join(idle_rows)}"
    )


def comparison_section(kind: str, findings: Findings) -> str:
    found = [each for each in findings.comparisons if each.planned.kind == kind]
    if not found:
        return ""
    title, hint = HEADINGS[kind]
    count = len(MEASURES) * len(found)
    parts = [
        measure_section(measure, number, found, findings.base, findings.words)
        for number, measure in enumerate(MEASURES)
    ]
    return (
        f"<h2>{title}</h2><p>{hint} The dashed line is no difference. <b>Clear</b>: the interval that holds "
        f"for all {count} figures of this section together excludes zero.</p>{''.join(parts)}"
    )


def measure_section(
    measure: Measure, number: int, found: Sequence[Comparison], base: Sequence[Outcome], words: Phrases
) -> str:
    """The clear changes, the largest first; the others folded."""
    ranked = sorted(found, key=lambda each: -abs(each.changes[number].found.value))
    changes = [(named(each, words), each.changes[number]) for each in ranked]
    clear, rest = (
        change_rows([each for each in changes if each[1].is_clear is wanted], measure)
        for wanted in (True, False)
    )
    folded = sum(not change.is_clear for _, change in changes)
    return (
        f"<h3>{escape(measure.label)}, {escape(measure.unit)} "
        f"(now {shown(measure.estimate(base).value, measure)})</h3>"
        f"{clear or '<p>Nothing here is a clear change.</p>'}"
        + (f"<details><summary>{folded} without a clear change</summary>{rest}</details>" if folded else "")
    )


def change_rows(changes: Sequence[tuple[str, Change]], measure: Measure) -> str:
    scale = scale_of([change.found for _, change in changes], 0.0)
    return "".join(change_row(name, change, measure, scale) for name, change in changes)


def change_row(name: str, change: Change, measure: Measure, scale: Scale) -> str:
    found = change.found
    value, low, high = (shown(figure, measure, "+") for figure in (found.value, found.low, found.high))
    mark = "clear: " if change.is_clear else ""
    return row(
        name, found, scale, 0.0, f"{mark}{value} ({low} to {high})", "clear" if change.is_clear else ""
    )


def row(name: str, found: Estimate, scale: Scale, mark: float, figure: str, kind: str = "") -> str:
    label = f"{name}: {figure}"
    return (
        f'<div class="row {kind}"><span class="name">{escape(name)}</span>'
        f'<span class="figure">{escape(figure)}</span>{interval(found, scale, mark, label)}</div>'
    )


def named(each: Comparison, words: Phrases) -> str:
    kind, name, value = each.planned.kind, each.planned.name, each.planned.value
    if kind != "option":
        return f"without {name}" if kind == "piece" else name
    label = words.get(f"option.{name}", name.replace("_", " "))
    return f"{label}: {words.get(f'option.{name}.{value}') or spoken(value)} {each.planned.unit}".strip()


def spoken(value: Any) -> str:
    match value:
        case bool():
            return "on" if value else "off"
        case None:
            return "off"
    return str(value)


def tallies(findings: Findings) -> str:
    rows = []
    for name in findings.base[0].tally:
        found = average([outcome.tally[name] for outcome in findings.base])
        rows.append(
            f"<tr><th>{escape(findings.words.get(f'tally.{name}', name))}</th><td>{found.value:.2f}</td>"
            f"<td>{found.low:.2f} to {found.high:.2f}</td></tr>"
        )
    return (
        "<h2>In one game</h2><table><thead><tr><th></th><th>mean</th><th>95 %</th></tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


def method(findings: Findings) -> str:
    return (
        '<h2>How this was found</h2><p class="soft">Bots see what a player sees, and take as long. '
        "All intervals are of 95 %: Wilson’s for shares, Newcombe’s for their differences, Student’s t for "
        "means, and the paired t test, over games with the same seed, for their differences. "
        "<i>Clear</i> uses Bonferroni’s wider ones. A shared victory counts in parts. "
        f"Seed {escape(findings.seed)}.</p>"
    )


def shown(figure: float, measure: Measure, sign: str = "") -> str:
    return format(100 * figure if measure.is_share else figure, f"{sign}.{1 if measure.is_share else 2}f")
