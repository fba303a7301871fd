"""Settings for all tests: no test depends on the speed of the machine or on chance."""

from hypothesis import settings

settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")
