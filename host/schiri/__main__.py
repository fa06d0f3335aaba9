"""``python -m schiri``: the command line if no script is on the path."""

from schiri.cli import main

if __name__ == "__main__":
    main()
