"""What people type at a prompt: lines, their short forms, and keys that need no Enter.

Decides when single keys are read.  Must not know which game it is, or what its keys mean.
"""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from schiri.cli.lines import bounded
from schiri.games import adapter_of
from schiri.games.adapter import Keys
from schiri.referee import Referee
from schiri.texts import Words

STDIN = 0

# Short forms of what is said often in every game, for people only.
SHORT_FORMS = {"u": "undo"}


def typed_lines(words: Words, lines: TextIO, judge: Referee) -> Iterator[str]:
    """Yield the lines that are typed, and after each that opens a race what the keys said of it."""
    race = adapter_of(judge.game).key_race(judge) if lines.isatty() else None
    if race:
        print(race.intro(words), file=sys.stderr)
    waiting = ""
    typed = bounded(lines)
    while waiting := waiting if "\n" in waiting else waiting + next(typed, ""):
        line, _end, waiting = waiting.partition("\n")
        command = long_form(judge.game, line)
        yield command
        if race and not waiting and race.begins_after(command):
            with single_keys() as keys:
                claims, waiting = race.run(keys, lambda: time.monotonic_ns() // 1_000_000)
            if claims:
                yield claims


def long_form(game: str, line: str) -> str:
    """Return a line with its first word in full.

    >>> long_form("drehwurm", "p 2"), long_form("switch", "p 2"), long_form("switch", "u")
    ('passed 2', 'p 2', 'undo')
    """
    word, blank, rest = line.strip().partition(" ")
    forms = {**SHORT_FORMS, **adapter_of(game).short_forms}
    return forms.get(word, word) + blank + rest


@contextmanager
def single_keys() -> Iterator[Keys]:
    """Yield a function that waits for keys, which need no Enter and are not shown."""
    if sys.platform == "win32":
        import msvcrt

        yield msvcrt.getwch
        return
    import termios
    import tty

    before = termios.tcgetattr(STDIN)
    # Nothing that was pressed just now is thrown away.
    tty.setcbreak(STDIN, termios.TCSADRAIN)
    try:
        yield lambda: os.read(STDIN, 32).decode(errors="replace")
    finally:
        termios.tcsetattr(STDIN, termios.TCSADRAIN, before)
