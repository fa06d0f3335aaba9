"""What people type at a prompt: short forms, and races on the keys of the PC.

Decides which keys stand in for what.  Must not decide anything about a game.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from schiri.referee import Referee
from schiri.texts import _

STDIN = 0

# Short forms of what is said often, for people only; "" holds those of every game.
SHORT = {
    "": {"u": "undo"},
    "drehwurm": {
        "t": "turned",
        "p": "passed",
        "i": "illegal",
        "s": "stands",
        "e": "end",
        "n": "next",
    },
}
OPENING = ("turned", "passed")

# Returns the keys pressed since the last time, once there are some.
Keys = Callable[[], str]


def typed_lines(lines: TextIO, judge: Referee) -> Iterator[str]:
    """Yield the lines that are typed, and after each turning what the keys said of the race."""
    has_keys = judge.options.get("mode") == "fast" and lines.isatty()
    if has_keys:
        print(keys_words(judge), file=sys.stderr)
    waiting = ""
    while waiting := waiting if "\n" in waiting else waiting + lines.readline():
        line, _end, waiting = waiting.partition("\n")
        command = long_form(judge.game, line)
        yield command
        is_opening = command.split()[:1] in ([word] for word in OPENING)
        if has_keys and is_opening and not waiting and judge.table.phase == "race":
            with single_keys() as keys:
                claims, waiting = race(judge, keys, lambda: time.monotonic_ns() // 1_000_000)
            if claims:
                yield claims


def long_form(game: str, line: str) -> str:
    """Return a line with its first word in full.

    >>> long_form("drehwurm", "p 2"), long_form("switch", "p 2"), long_form("switch", "u")
    ('passed 2', 'p 2', 'undo')
    """
    word, blank, rest = line.strip().partition(" ")
    forms = SHORT[""] | SHORT.get(game, {})
    return forms.get(word, word) + blank + rest


def keys_words(judge: Referee) -> str:
    """Return which key is whose, and what they are worth."""
    seats = ", ".join(f"{number} {name}" for number, name in enumerate(judge.names, 1))
    return _(
        "Keys for the race after each turning: {seats}. Enter or the next command closes it. "
        "The keys of a PC are less exact than the device."
    ).format(seats=seats)


def race(judge: Referee, keys: Keys, clock: Callable[[], int]) -> tuple[str, str]:
    """Return the claims that keys made, as a command, and what begins the line after them."""
    opened = clock()
    claims: dict[str, int] = {}
    seats = dict(zip("123456", judge.names, strict=False))
    turner = judge.names[judge.table.game.game.turner]
    while pressed := keys().replace("\r", "\n"):
        ms = clock() - opened
        for at, key in enumerate(pressed):
            if not key.isdecimal():
                # Whatever is no seat begins the next command; Enter alone only closes the race.
                begun = pressed[at:].removeprefix("\n")
                print(begun, end="", flush=True)
                return claims_text(claims), begun
            name = seats.get(key, turner)
            if name != turner and name not in claims:
                claims[name] = ms
                print(f"{name} {ms} ms", flush=True)
    return claims_text(claims), ""


def claims_text(claims: dict[str, int]) -> str:
    """Return the command that tells claims.

    >>> claims_text({"Ann": 310, "Ben": 310}), claims_text({})
    ('race Ann:310 Ben:310', '')
    """
    return " ".join(["race", *(f"{name}:{ms}" for name, ms in claims.items())]) if claims else ""


@contextmanager
def single_keys() -> Iterator[Keys]:
    """Give a function that waits for keys, which need no Enter and are not shown."""
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
