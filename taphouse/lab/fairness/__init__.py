"""Races over bad networks among known fingers: how often the arbiter is right, and what lying is worth."""
