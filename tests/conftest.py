"""Settings for all tests: no test depends on the speed of the machine or on chance."""

import os

from hypothesis import settings

settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")

os.environ["TAPHOUSE_INTRODUCTIONS"] = "none"  # a house in its own process begins games at once
