"""Builds the documentation site in dist/docs: the project's pages and a reference made from the code.

Run it in the root of the project: .venv/bin/python -m tools.docs.site, or `make docs`. It needs no network.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath

from taphouse.shelf import own_shelf

from . import reference

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
BUILT = ROOT / "dist" / "docs"

# Pages that do not lie in docs/, and where they are on the site
MOVED = {
    "README.md": "index.md",  # links to it lead to the first page; its own text is not on the site
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "CREDITS.md": "credits.md",
    "SECURITY.md": "security-policy.md",
    "bench/README.md": "figures.md",
    "client/board/README.md": "board.md",
}
HOME = "index.md"
# The order of the pages. A title of None is the page's own heading.
NAVIGATION: dict[str, dict[str, str | None]] = {
    "Play": {"play/README.md": "The games", **{f"play/{slug}.md": None for slug in sorted(own_shelf())}},
    "Host": {"hosting.md": "A party in five minutes", "decks.md": None},
    "Run": {
        "operating/installing.md": "Install",
        "operating/from-source.md": "From the source",
        "operating/containers.md": "One file, a container, a service",
        "operating/shops.md": "In the shop of a home server",
        "operating/options.md": "Options",
        "operating/address.md": "The right address",
        "operating/hotspot.md": "A WiFi of its own",
        "reverse-proxy.md": "Behind a proxy",
        "operating/README.md": "Operations",
        "operating/upgrading.md": "Upgrade, and go back",
        "operating/long-runs.md": "Open for long",
        "operating/cluster.md": "On many machines",
    },
    "How it works": {
        "architecture.md": "Architecture",
        "fairness.md": "Fairness",
        "reliability.md": "Reliability",
        "security.md": "Security",
        "figures.md": "Figures",
    },
    "Contribute": {
        "contributing.md": "First steps",
        "game-in-an-hour.md": "A game in an hour",
        "adding-a-game.md": "Add a game",
        "reference/game.md": "The interface of a game",
        "board.md": "Boards",
        "translating.md": "Translate",
        "changelog.md": "Changelog",
        "security-policy.md": "Report a weakness",
        "credits.md": "Credits",
    },
    "Programs": {
        "commands.md": "Commands",
        "protocol.md": "Writing a client",
        "agents.md": "Agents that learn",
        "reference/messages.md": "Messages",
        **{f"reference/{slug}.md": None for slug in sorted(own_shelf())},
        "reference/http.md": "HTTP",
    },
}
# Where a page goes that the navigation does not name
FOLDERS = {"play": "Play", "operating": "Run", "reference": "Programs"}
OTHERS = "Host"

LINK = re.compile(
    r'(?P<label>!?\[(?:[^\[\]]|\[[^\]]*\])*\])\((?P<target>[^)\s]+)\)|(?P<html>(?:src|srcset|href)=")(?P<path>[^"]+)'
)


class BrokenLink(Exception):
    """A page names a file that does not exist."""


def on_site(path: str) -> str | None:
    """Where a file of the project is on the site; `None` if it is not there."""
    return MOVED.get(path) or (path.removeprefix("docs/") if path.startswith("docs/") else None)


def with_links_of_the_site(path: str, text: str) -> str:
    """The text of a page with the links of the site. Links to source files become plain text."""
    here = PurePosixPath(on_site(path) or path).parent

    def link(match: re.Match[str]) -> str:
        target, hash_, part = (match["target"] or match["path"]).partition("#")
        if not target or re.match(r"[a-z]+:", target):
            return match[0]
        file = normpath(f"{PurePosixPath(path).parent}/{target}")
        if not (ROOT / file).exists():
            raise BrokenLink(f"{path}: {target}")
        place = on_site(file)
        if place is None:
            return match["label"][1:-1]
        new = relpath(place, here) + hash_ + part
        return f"{match['html']}{new}" if match["html"] else f"{match['label']}({new})"

    fences = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    return "".join(part if part.startswith("```") else LINK.sub(link, part) for part in fences)


def with_wide_lists(text: str) -> str:
    """What belongs to an item of a list is indented by four spaces: Python's Markdown asks for them."""
    lines, width = [], 0
    for line in text.split("\n"):
        if item := re.match(r"(?:[-*]|\d+\.) +", line):
            width = len(item[0])
        elif line and not line.startswith(" "):
            width = 0
        inside = width and line.startswith(" " * width)
        lines.append(" " * max(0, 4 - width) + line if inside else line)
    return "\n".join(lines)


def pages() -> Iterator[tuple[str, str]]:
    """Every page of the site: its path and its text."""
    for path in [*sorted(str(page.relative_to(ROOT)) for page in (ROOT / "docs").rglob("*.md")), *MOVED]:
        if path == "README.md":
            continue
        text = with_wide_lists(with_links_of_the_site(path, (ROOT / path).read_text()))
        slug = path.removeprefix("docs/play/").removesuffix(".md")
        yield on_site(path) or path, f"{text}\n{reference.game_page(slug)}\n" if slug in own_shelf() else text
    yield from reference.pages()


def navigation(paths: set[str]) -> str:
    """The sections as TOML. Pages without a place come last in the section of their folder."""
    named = {HOME, *(path for section in NAVIGATION.values() for path in section)}
    if missing := named - paths:
        raise BrokenLink(f"the navigation names {', '.join(sorted(missing))}")
    sections = {title: dict(section) for title, section in NAVIGATION.items()}
    for path in sorted(paths - named):
        sections[FOLDERS.get(path.partition("/")[0], OTHERS)][path] = None

    def entry(path: str, title: str | None) -> str:
        return f'"{path}"' if title is None else f'{{ "{title}" = "{path}" }}'

    lines = [
        f'  {{ "{title}" = [{", ".join(entry(*page) for page in section.items())}] }},'
        for title, section in sections.items()
    ]
    return "\n".join(["nav = [", f'  {{ "Home" = "{HOME}" }},', *lines, "]"])


def gather(folder: Path) -> None:
    """Writes everything that the site is made of into one folder."""
    files = folder / "docs"
    shutil.copytree(ROOT / "docs", files, ignore=shutil.ignore_patterns("*.md"))
    written = dict(pages())
    for path, text in written.items():
        (files / path).parent.mkdir(parents=True, exist_ok=True)
        (files / path).write_text(text)
    look = files / "look"
    shutil.copytree(ROOT / "client/theme/fonts", look / "fonts")
    for face in (ROOT / "node_modules/@fontsource-variable/figtree/files").glob("*-latin*-wght-normal.woff2"):
        shutil.copy(face, look / "fonts")
    faces = (ROOT / "client/theme/fonts.css").read_text()
    (look / "fonts.css").write_text(faces.replace("@fontsource-variable/figtree/files", "./fonts"))
    for source in (HERE / "site.css", ROOT / "client/theme/tokens.css", ROOT / "client/public/icon.svg"):
        shutil.copy(source, look)
    settings = (HERE / "zensical.toml").read_text()
    (folder / "zensical.toml").write_text(settings.replace("nav = []", navigation(set(written))))


def build(target: Path) -> None:
    """Builds the site in `target`, or ends the process: a broken link or anchor is an error."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            gather(Path(folder))
        except BrokenLink as broken:
            sys.exit(f"no such file: {broken}")
        command = [sys.executable, "-m", "zensical", "build", "--strict"]
        if subprocess.run(command, cwd=folder, check=False).returncode:
            sys.exit(1)
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(Path(folder) / "built", target)


if __name__ == "__main__":
    build(BUILT)
    print("To read it: python3 -m http.server --bind 127.0.0.1 --directory dist/docs 8080")
