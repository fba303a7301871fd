"""The texts of the app and of its games, in each language that has files for them."""

from .files import APP, SOURCE, Language, Languages, Phrases, Texts, limit, package_codes, rulebook, texts
from .phrase import phrase

__all__ = [
    "APP",
    "SOURCE",
    "Language",
    "Languages",
    "Phrases",
    "Texts",
    "limit",
    "package_codes",
    "phrase",
    "rulebook",
    "texts",
]
