"""Properties of every game, also of one in another package.

A test module imports all names of this one, and names the game by a fixture `slug` of the scope `module`.
"""

from .absence import *
from .common import *
from .journal import *
from .offered import *
from .play import *
from .secrets import *
from .words import *
