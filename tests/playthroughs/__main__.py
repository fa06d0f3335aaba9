"""Record the output of every playthrough's commands again; review the difference.

``python -m tests.playthroughs [MODULE...]`` imports these modules first: games from outside.
"""

import sys
from importlib import import_module

from tests.golden import PLAYERS, Script
from tests.playthroughs.rules_player import scripts

for module in sys.argv[1:]:
    import_module(module)
for path in scripts():
    Script(path, PLAYERS["playthroughs"]).record()
