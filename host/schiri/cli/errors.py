"""Errors: every one becomes words and an exit status here, and nowhere else.

Decides which error has which status: 1 the rules say no, 2 wrong usage or malformed text,
3 no device or no file, 4 versions that do not match, 70 a bug, 130 interrupted.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

import click
from schiri_engines.refusals import MalformedText, Refused

from schiri.cli.language import NOT_COMPILED, CommandReader, has_catalogue, own_language
from schiri.cli.streams import plain_output
from schiri.errors import BadGame, HostError, reason_of
from schiri.languages import locale_language

if TYPE_CHECKING:
    from schiri.texts import Words

NO, MALFORMED, INTERRUPTED = 1, 2, 130


class Problem(NamedTuple):
    """An error as shown to the user.

    Shape: ``code`` is stable; ``rule`` and ``cells`` are those of a refusal, else "".
    """

    code: str
    words: str
    status: int
    rule: str = ""
    cells: str = ""

    def line(self) -> str:
        """Return it in one line: a refusal with code, rule and cells before its words."""
        return f"{self.code} {self.rule} {self.cells} {self.words}" if self.rule else self.words


def problem_of(words: "Words", error: Exception) -> Problem:
    from schiri.texts import cells_text

    match error:
        case Refused():
            refusal = error.refusal
            cells = cells_text(refusal, error.size)
            return Problem(refusal.code, words.refusal(refusal), NO, refusal.rule, cells)
        case MalformedText():
            return Problem(error.code, words.malformed(error), MALFORMED)
        case HostError():
            return Problem(error.code, words.error(error), error.status)
        case BadGame():
            problems = "\n".join(error.problems)
            return problem_of(words, HostError("bad-game", game=error.game, problems=problems))
        case OSError():
            return problem_of(words, HostError("system-failed", reason=reason_of(error)))
    # If there is one, this module is already loaded.
    from schiri.log.lines import BrokenLog

    if isinstance(error, BrokenLog):
        from schiri.log.telling import broken_words

        return Problem(error.code, broken_words(words, error), NO)
    from schiri.debug_log import bug

    return problem_of(words, bug(error))


def exit_status(command: click.Command) -> int:
    """Run a command and return its exit status; print errors to standard error."""
    with own_language(), plain_output():
        reader = CommandReader(sys.argv[1:])
        if not has_catalogue(reader.language or locale_language()):
            with nobody_listens():
                print(NOT_COMPILED, file=sys.stderr)
        return _status_of(command, reader)


def _status_of(command: click.Command, reader: CommandReader) -> int:
    try:
        status = command.main(prog_name="schiri", standalone_mode=False, obj=reader)
        if sys.stdout is not None:
            sys.stdout.flush()
    except click.ClickException as usage:
        with nobody_listens():
            usage.show(sys.stderr)
        return MALFORMED
    except BrokenPipeError:
        # The reader has closed its end, as `head` does.
        drop_output()
        return 0
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except Exception as error:
        problem = problem_of(reader.words_for_errors, error)
        with nobody_listens():
            print(problem.line(), file=sys.stderr, flush=True)
        if isinstance(error, OSError):
            drop_output()
        return problem.status
    return status if isinstance(status, int) else 0


@contextmanager
def nobody_listens() -> Iterator[None]:
    """Go on if not even an error can be printed: the exit status tells it."""
    try:
        yield
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def drop_output() -> None:
    """Discard pending output, so that Python does not complain when it flushes."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
