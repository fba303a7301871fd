"""Bots play a seat like a person: they see a view, wait, act and err."""
