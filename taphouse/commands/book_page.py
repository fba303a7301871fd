"""The book of the house as one page: nothing is loaded from a network, so it can be sent to anyone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from taphouse.book.entries import Entry, PersonId
from taphouse.book.figures import Figures, Person, figures
from taphouse.book.ratings import Rating, ratings
from taphouse.commands.words_of_figures import day, many, record_lines

EVENINGS = 12  # the latest, in the table
CSS = """
:root { color-scheme: light dark; --paper: #fbf9f4; --ink: #22262b; --soft: #5b636c; --line: #d8d2c4;
  --bar: #1f6f8b; --card: #fff; }
@media (prefers-color-scheme: dark) { :root { --paper: #16191d; --ink: #eceae4; --soft: #a9b0b8;
  --line: #3a4048; --bar: #6cc3dd; --card: #1f2329; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 60rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0.5rem 0; }
h2 { font-size: 1.2rem; margin: 2rem 0 0.5rem; }
h3 { font-size: 1rem; margin: 1.2rem 0 0.2rem; }
.soft { color: var(--soft); font-size: 0.9rem; margin: 0.2rem 0; }
.cards { display: grid; gap: 0.7rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr)); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 0.5rem; padding: 0.7rem; }
.card b { display: block; font-size: 1.4rem; line-height: 1.25; overflow-wrap: anywhere; }
.row { display: grid; grid-template-columns: minmax(5rem, 10rem) 1fr minmax(5rem, auto); gap: 0.2rem 0.8rem;
  align-items: center; padding: 0.3rem 0; border-top: 1px solid var(--line); }
.row span { overflow-wrap: anywhere; } .row span:last-child { text-align: end; }
svg { display: block; width: 100%; height: 1rem; } rect { fill: var(--bar); }
line { stroke: var(--bar); stroke-width: 2; vector-effect: non-scaling-stroke; }
line.value { stroke-width: 6; }
ul { margin: 0; padding: 0; list-style: none; }
@media (max-width: 30rem) { .row { grid-template-columns: 1fr auto; } 
  .row svg { grid-column: 1 / -1; grid-row: 2; } }
li { padding: 0.3rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
"""


def book_page(entries: Sequence[Entry], games: Mapping[str, str]) -> str:
    """`games`: their names, by slug."""
    parts = sections(entries, games) if entries else ["<p>The book is empty.</p>"]
    return "\n".join(
        [
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>The book of the house</title><style>{CSS}</style></head><body><main>",
            "<h1>The book of the house</h1>",
            *parts,
            "</main></body></html>",
        ]
    )


def sections(entries: Sequence[Entry], games: Mapping[str, str]) -> list[str]:
    found = figures(entries)
    names = {each.person: each.name for each in found.people}
    return [
        summary(found, names, games),
        wins(found.people),
        rating_charts(ratings(entries), names, games),
        evenings(found, names, games),
        records(found, names, games),
    ]


def summary(found: Figures, names: Mapping[PersonId, str], games: Mapping[str, str]) -> str:
    cards = [
        ("Evenings", str(len(found.evenings)), many(sum(len(e.games) for e in found.evenings), "game")),
        ("Most wins", *_most_wins(found.people)),
    ]
    if found.fastest:
        best = found.fastest[0]
        cards.append(
            ("Fastest finger", f"{names[best.person]}, {best.ms} ms", games.get(best.game, best.game))
        )
    if found.closest:
        close = found.closest[0]
        cards.append(
            (
                "Closest finish",
                f"{close.gap / 1_000:.1f} ms",
                f"{names[close.first]} before {names[close.second]}",
            )
        )
    if found.streaks:
        run = found.streaks[0]
        cards.append(("Longest streak", f"{names[run.person]}, {run.wins} wins", "among the same people"))
    return '<div class="cards">' + "".join(map(card, cards)) + "</div>"


def _most_wins(people: Sequence[Person]) -> tuple[str, str]:
    most = max(each.wins for each in people)
    return ", ".join(each.name for each in people if each.wins == most), many(most, "win")


def card(texts: tuple[str, str, str]) -> str:
    title, figure, line = map(escape, texts)
    return f'<div class="card">{title}<b>{figure}</b><span class="soft">{line}</span></div>'


def wins(people: Sequence[Person]) -> str:
    most = max(each.games for each in people)
    rows = [
        row(
            each.name,
            f'<rect x="0" y="4" width="{1_000 * each.games / most:.0f}" height="12" opacity="0.3"/>'
            f'<rect x="0" y="4" width="{1_000 * each.wins / most:.0f}" height="12"/>',
            f"{each.wins} of {each.games}",
        )
        for each in people
    ]
    return (
        '<h2>Wins</h2><p class="soft">The dark bar is games won, the light one games played.</p>'
        + "".join(rows)
    )


def rating_charts(found: Sequence[Rating], names: Mapping[PersonId, str], games: Mapping[str, str]) -> str:
    """For each game on one scale: a thick mark at the rating, a line as wide as it is uncertain."""
    if not found:
        return ""
    low = min(each.mean - each.deviation for each in found)
    span = max(each.mean + each.deviation for each in found) - low
    charts = []
    for game in dict.fromkeys(each.game for each in found):
        rows = [
            row(names[each.person], mark(each, low, span), f"{each.mean:.1f} ± {each.deviation:.1f}")
            for each in found
            if each.game == game
        ]
        charts.append(f"<h3>{escape(games.get(game, game))}</h3>{''.join(rows)}")
    return (
        '<h2>Ratings</h2><p class="soft">A newcomer has 25.0 ± 8.3. The line shows how sure that is.</p>'
        + "".join(charts)
    )


def mark(rating: Rating, low: float, span: float) -> str:
    ends = (rating.mean - rating.deviation, rating.mean, rating.mean + rating.deviation)
    left, middle, right = (f"{20 + 960 * (end - low) / span:.0f}" for end in ends)
    return (
        f'<line x1="{left}" x2="{right}" y1="10" y2="10"/>'
        f'<line class="value" x1="{middle}" x2="{middle}" y1="3" y2="17"/>'
    )


def evenings(found: Figures, names: Mapping[PersonId, str], games: Mapping[str, str]) -> str:
    lines = (
        f"{day(each.began)}: {', '.join(names[person] for person in each.best)} came out best over "
        f"{many(len(each.games), 'game')} "
        f"({', '.join(dict.fromkeys(games.get(game, game) for game in each.games))})"
        for each in found.evenings[:EVENINGS]
    )
    return f"<h2>Evenings</h2>{listed(lines)}"


def records(found: Figures, names: Mapping[PersonId, str], games: Mapping[str, str]) -> str:
    found_lines = record_lines(found, names, games).items()
    return "".join(f"<h2>{title}</h2>{listed(lines)}" for title, lines in found_lines if lines)


def listed(lines: Iterable[str]) -> str:
    return "<ul>" + "".join(f"<li>{escape(line)}</li>" for line in lines) + "</ul>"


def row(name: str, drawing: str, figure: str) -> str:
    return (
        f'<div class="row"><span>{escape(name)}</span><svg viewBox="0 0 1000 20" preserveAspectRatio="none" '
        f'aria-hidden="true">{drawing}</svg><span>{escape(figure)}</span></div>'
    )
