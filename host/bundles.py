"""Makes a release bundle of each build and board: ``python host/bundles.py FOLDER``."""

from argparse import ArgumentParser
from pathlib import Path

from schiri.deploy.bundle import write_bundles

if __name__ == "__main__":
    parser = ArgumentParser(description="Make a release bundle of each build and board.")
    parser.add_argument("folder", type=Path)
    for path in write_bundles(parser.parse_args().folder):
        print(path)
