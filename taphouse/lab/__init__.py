"""Simulations that print figures. Only commands import this package."""
