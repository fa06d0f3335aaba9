"""What people type at a prompt: lines, their short forms, and keys that need no Enter.

Decides when single keys are read.  Must not know which game it is, or what its keys mean.
"""

import os
import shutil
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager

from schiri_engines.refusals import MalformedText

from schiri.events import State
from schiri.games import adapter_of
from schiri.games.adapter import Keys
from schiri.games.board import BoardView
from schiri.prose import state_lines
from schiri.referee import Referee
from schiri.texts import Words

STDIN = 0

# Short forms of what is said often in every game, for people only.
SHORT_FORMS = {"u": "undo"}
QUITTING, HELPING = ("quit", "exit", "q"), ("help", "?")


def is_seen() -> bool:
    """Return whether what is printed is read on a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def help_words(words: Words, judge: Referee, view: BoardView | None) -> str:
    """Return what may be typed in this game."""
    try:
        judge.table.parse_all("?")
        forms = ""
    except MalformedText as malformed:
        forms = malformed.wanted
    short = {**SHORT_FORMS, **adapter_of(judge.game).short_forms}
    told = [
        words.gettext("Moves: {forms}").format(forms=forms),
        words.gettext("In every game: undo, resign NAME, dispute TEXT, set KEY VALUE, help, quit"),
        words.gettext("In short: {forms}").format(
            forms=", ".join(f"{key} = {word}" for key, word in short.items())
        ),
        words.gettext("The rules: schiri rules {game}").format(game=judge.game),
    ]
    if view:
        told.append(words.gettext("On the board: (b) was moved last, [b] has won."))
        if view.fields:
            told.append(words.gettext("A capital letter is the colour of a free field."))
    return "\n".join(told)


def seen_board(view: BoardView) -> list[str]:
    """Return a board for a terminal: what lies, the fields that are free, and what is lit.

    >>> print("\\n".join(seen_board(BoardView(2, "b..w", last=("b2",), fields="RGBY"))))
     2  B (w)
     1  b  G
        a  b
    """
    files = "abcdefgh"[: view.size]
    rows = []
    for rank in range(view.size, 0, -1):
        row = ""
        for file in range(view.size):
            at = (rank - 1) * view.size + file
            free = view.fields[at] if view.fields else "."
            letter = view.letters[at] if view.letters[at] != "." else free
            name = f"{files[file]}{rank}"
            around = "[]" if name in view.won else "()" if name in view.last else "  "
            row += around[0] + letter + around[1]
        rows.append(f"{rank:2} {row}".rstrip())
    return [*rows, "   " + "".join(f" {file} " for file in files).rstrip()]


def seen_lines(words: Words, state: State, view: object) -> list[str]:
    """Return how a game lies, for somebody at a terminal."""
    return seen_board(view) if isinstance(view, BoardView) else state_lines(words, state)


def wrapped(text: str) -> str:
    """Return sentences in lines that fit the terminal, no word broken."""
    columns = shutil.get_terminal_size().columns
    lines = text.splitlines()
    return "\n".join(
        textwrap.fill(line, columns, break_long_words=False, break_on_hyphens=False)
        if len(line) > columns
        else line
        for line in lines
    )


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
