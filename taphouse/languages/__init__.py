"""The texts of the app and of its games, in each language that has files for them."""

from .files import APP, SOURCE, Language, Languages, Phrases, Texts, package_codes
from .phrase import phrase

__all__ = [
    "APP",
    "SOURCE",
    "Language",
    "Languages",
    "Phrases",
    "Texts",
    "package_codes",
    "phrase",
]
