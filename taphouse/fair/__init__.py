"""Who tapped first."""

from .arbiter import Arbiter, Ruling
from .evidence import Evidence, Finish, Lane, finish
from .line import Line, Weather

__all__ = ["Arbiter", "Evidence", "Finish", "Lane", "Line", "Ruling", "Weather", "finish"]
