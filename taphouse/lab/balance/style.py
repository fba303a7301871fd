"""The looks of the page, light and dark, for phones first."""

CSS = """
:root { color-scheme: light dark; --paper: #fbf9f4; --ink: #22262b; --soft: #5b636c; --line: #d8d2c4;
  --bar: #1f6f8b; --clear: #a13d0b; --card: #fff; }
@media (prefers-color-scheme: dark) { :root { --paper: #16191d; --ink: #eceae4; --soft: #a9b0b8;
  --line: #3a4048; --bar: #6cc3dd; --clear: #ffb27d; --card: #1f2329; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 66rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0.5rem 0; }
h2 { font-size: 1.2rem; margin: 2.2rem 0 0.3rem; }
h3 { font-size: 1rem; margin: 1.4rem 0 0.2rem; }
p { margin: 0.3rem 0; }
code { font-size: 0.85rem; overflow-wrap: anywhere; }
.soft { color: var(--soft); font-size: 0.9rem; }
.cards { display: grid; gap: 0.7rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr)); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 0.5rem; padding: 0.7rem; }
.card b { display: block; font-size: 1.5rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.wide { display: grid; gap: 0.7rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); }
.row { padding: 0.25rem 0; border-top: 1px solid var(--line); }
.row span { display: block; overflow-wrap: anywhere; }
.row .figure { font-variant-numeric: tabular-nums; }
.clear .figure { color: var(--clear); font-weight: 700; }
svg { display: block; width: 100%; }
.interval { height: 1.5rem; }
.histogram { height: 8rem; border-bottom: 1px solid var(--soft); }
.histogram rect { fill: var(--bar); }
.axis { display: flex; justify-content: space-between; font-size: 0.85rem; color: var(--soft); }
line { vector-effect: non-scaling-stroke; stroke: var(--bar); stroke-width: 2; }
line.mark { stroke: var(--soft); stroke-dasharray: 3 3; stroke-width: 1; }
line.value { stroke-width: 5; }
.clear line:not(.mark) { stroke: var(--clear); }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: end; padding: 0.2rem 0.4rem; border-top: 1px solid var(--line); font-weight: 400; }
th:first-child { text-align: start; }
details { margin-top: 0.6rem; }
summary { cursor: pointer; padding: 0.6rem 0; font-weight: 600; }
@media (min-width: 40rem) { 
  .row { display: grid; grid-template-columns: 14rem 1fr 17rem; gap: 0.8rem; align-items: center; }
  .row svg { grid-column: 2; grid-row: 1; } .row .figure { grid-column: 3; text-align: end; } }
"""
