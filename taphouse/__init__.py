"""Taphouse: five tapping games, judged fairly over any network."""

__version__ = "0.2.0.dev0"
