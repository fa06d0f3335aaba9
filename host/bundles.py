"""Makes a release bundle of each build and board: ``python host/bundles.py FOLDER``."""

import sys
from pathlib import Path

from schiri.deploy.bundle import write_bundles

if __name__ == "__main__":
    for path in write_bundles(Path(sys.argv[1])):
        print(path)
