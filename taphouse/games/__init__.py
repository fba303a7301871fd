"""All games of this package. A folder here is a game; nothing else lists it."""
