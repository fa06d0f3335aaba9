"""Errors: every one becomes words and an exit status here, and nowhere else.

Decides which error has which status: 1 the rules say no, 2 wrong usage or malformed text,
3 no device or no file, 4 versions that do not match.
"""

import os
import sys

import click
from schiri_engines.refusals import MalformedText, Refused

from schiri.errors import HostError


def exit_status(command: click.Command) -> int:
    """Run a command and return its exit status; errors are told on standard error."""
    try:
        status = command.main(prog_name="schiri", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except Refused as refused:
        from schiri.texts import refusal_line

        print(refusal_line(refused.refusal, refused.size), file=sys.stderr)
        return 1
    except MalformedText as malformed:
        from schiri.texts import malformed_words

        print(malformed_words(malformed), file=sys.stderr)
        return 2
    except HostError as fault:
        from schiri.texts import error_words

        print(error_words(fault), file=sys.stderr)
        return fault.status
    except click.ClickException as usage:
        usage.show(sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever read us has gone: nobody is left to be told.
        drop_output()
        return 3
    except OSError as error:
        from schiri.texts import error_words

        print(error_words(HostError("system-failed", reason=error)), file=sys.stderr)
        drop_output()
        return 3
    except (click.Abort, KeyboardInterrupt):
        return 130
    return status if isinstance(status, int) else 0


def drop_output() -> None:
    """Discard what is still to be written, so that Python does not complain when it flushes."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
