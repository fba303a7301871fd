"""Races over bad networks with known taps: how often the arbiter is right, and what lying gains."""
