"""``python -m schiri``: the command line where no script is on the path."""

from schiri.cli import main

if __name__ == "__main__":
    main()
