"""Taphouse: five tapping games, judged fairly over any network."""

__version__ = "0.1.0"
