"""What is true of all tests: none of them depends on how fast or how lucky the machine is."""

from hypothesis import settings

settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")
