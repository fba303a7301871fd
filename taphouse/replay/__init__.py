"""Recorded games: watched again, filmed, verified."""
