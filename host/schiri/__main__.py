"""``python -m schiri``: the command line, for when the ``schiri`` script is not on the path."""

from schiri.cli import main

if __name__ == "__main__":
    main()
