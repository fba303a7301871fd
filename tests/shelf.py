"""The games of this package, whatever else is installed, and their texts."""

from taphouse.languages import Languages
from taphouse.shelf import own_shelf

SHELF = own_shelf()
LANGUAGES = Languages(SHELF)
texts, rulebook, limit = LANGUAGES.packaged, LANGUAGES.packaged_rulebook, LANGUAGES.limit
