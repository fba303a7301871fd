"""taphouse words: check the texts of a language against English."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from taphouse.languages import SOURCE, Languages
from taphouse.languages.check import as_in_english, problems
from taphouse.shelf import whole_shelf


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("what", choices=("check",))
    parser.add_argument("language", nargs="?", help="code of a language, such as pt-BR (all)")
    parser.add_argument("--data", type=Path, help="also look in this data folder of a house")


def run(args: Namespace) -> int:
    languages = Languages(whole_shelf(), args.data)
    codes = [args.language] if args.language else languages.codes()
    if args.language and args.language not in languages.codes():
        print(f"no file has texts in {args.language!r}", file=sys.stderr)
        return 2
    return max([check(languages, code) for code in codes])


def check(languages: Languages, code: str) -> int:
    """Prints what is wrong with a language. Returns 1 if there is anything."""
    found = list(problems(languages, code))
    for problem in found:
        print(f"{code}: {problem}")
    if code != SOURCE and (same := list(as_in_english(languages, code))):
        print(f"{code}: {len(same)} short texts are as in English: {', '.join(same)}")
    texts = sum(len(languages.own(code, part)) for part in languages.parts)
    [language] = [each for each in languages.all() if each.code == code]
    state = f"{len(found)} problems" if found else "complete"
    review = "" if language.reviewed else ", not yet read by a native speaker"
    print(f"{code}: {language.name}, {texts} texts, {state}{review}")
    return 1 if found else 0
