"""Write what comes of every playthrough's commands anew; the difference is to be reviewed.

``python -m tests.playthroughs [MODULE...]`` imports these modules first: games from outside.
"""

import sys
from importlib import import_module

from tests.golden import rewrite
from tests.playthroughs.player import Player, scripts

for module in sys.argv[1:]:
    import_module(module)
rewrite(scripts(), Player)
