"""What the table knows of words: which are the same, which are derived, which are rude. It never guesses in
silence: what is not plain is only a hint, and players have the last word."""

from .compare import Language, Likeness, compare, has_letter, name_of
from .normal import clean
from .rude import is_rude

__all__ = ["Language", "Likeness", "clean", "compare", "has_letter", "is_rude", "name_of"]
