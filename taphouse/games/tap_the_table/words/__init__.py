"""Compares words: which are the same, which are derived, which are rude. Nothing uncertain is decided
silently: it is only a hint, and the players decide.
"""

from .compare import Likeness, compare, has_letter, name_of
from .rude import is_rude

__all__ = ["Likeness", "compare", "has_letter", "is_rude", "name_of"]
