"""Errors: the only place that turns them into words and an exit status.

Decides which error has which status: 1 the rules say no, 2 wrong usage or malformed text,
3 no device or no file, 4 versions that do not match, 70 a bug, 130 interrupted.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click
from schiri_engines.refusals import MalformedText, Refused

from schiri.cli.language import NOT_COMPILED, CommandReader, has_catalogue, own_language
from schiri.cli.streams import plain_output
from schiri.errors import BadGame, HostError, reason_of
from schiri.languages import locale_language

if TYPE_CHECKING:
    from schiri.texts import Words

NO, MALFORMED, INTERRUPTED = 1, 2, 130


def explained(words: "Words", error: Exception) -> tuple[str, int]:
    """Return the line for an error, and its exit status.

    Shape: a refusal has its code, its rule and its cells before its words.
    """
    match error:
        case Refused():
            return words.refusal_line(error.refusal, error.size), NO
        case MalformedText():
            return words.malformed(error), MALFORMED
        case HostError():
            return words.error(error), error.status
        case BadGame():
            problems = "\n".join(error.problems)
            return explained(words, HostError("bad-game", game=error.game, problems=problems))
        case SyntaxError():
            path, line = error.filename, error.lineno
            broken = HostError("source-broken", path=path, line=line, reason=error.msg)
            return explained(words, broken)
        case OSError():
            return explained(words, HostError("system-failed", reason=reason_of(error)))
    # If there is such an error, this module is already loaded.
    from schiri.log.lines import BrokenLog

    if isinstance(error, BrokenLog):
        from schiri.log.log_text import broken_words

        return broken_words(words, error), NO
    from schiri.debug_log import bug

    return explained(words, bug(error))


def exit_status(command: click.Command) -> int:
    """Run a command and return its exit status; print errors to standard error."""
    with own_language(), plain_output():
        reader = CommandReader(sys.argv[1:])
        if not has_catalogue(reader.language or locale_language()):
            with ignore_closed_stderr():
                print(NOT_COMPILED, file=sys.stderr)
        return _status_of(command, reader)


def _status_of(command: click.Command, reader: CommandReader) -> int:
    try:
        status = command.main(prog_name="schiri", standalone_mode=False, obj=reader)
        if sys.stdout is not None:
            sys.stdout.flush()
    except click.ClickException as usage:
        with ignore_closed_stderr():
            usage.show(sys.stderr)
        return MALFORMED
    except (BrokenPipeError, SystemExit):
        # The reader has closed its end, as `head` does. Click would exit with 1; only completion
        # exits by itself.
        from schiri.cli.completion import VARIABLE

        if VARIABLE in os.environ:
            raise
        drop_output()
        return 0
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except Exception as error:
        line, status = explained(reader.words_for_errors, error)
        with ignore_closed_stderr():
            print(line, file=sys.stderr, flush=True)
        if isinstance(error, OSError):
            drop_output()
    return status if isinstance(status, int) else 0


@contextmanager
def ignore_closed_stderr() -> Iterator[None]:
    """Go on if not even an error can be printed; the exit status reports it."""
    try:
        yield
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def drop_output() -> None:
    """Discard pending output, so that Python does not complain when it flushes."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
