"""``schiri journal``: the contents of a device's journal, in a form that programs can read.

Decides the form.  Must not know how the bytes are read.
"""

import sys
from contextlib import suppress
from pathlib import Path

import click
from schiri_engines.refusals import MalformedText

from schiri.cli.command import Command
from schiri.cli.language import pass_words
from schiri.disk import open_to_read
from schiri.recording.device_text import first_senseless
from schiri.simulator.journal_file import JOURNAL_BYTES, JournalFile, read_journal
from schiri.texts import N_, Words

# More than a journal's bytes in hex with separators.
MOST_BYTES = 1 << 16
# Problems of a whole journal.
OF_ALL = {
    "header": N_("The header is damaged: the rest cannot be interpreted."),
    "erasure": N_("An erasure was interrupted: the journal's contents are lost."),
    "text": N_("This is not the text of a journal."),
}


@click.command(cls=Command)
@click.argument("file", type=click.Path(path_type=Path))
@pass_words
def journal(words: Words, file: Path) -> int:
    """Print what a device's journal holds: 4096 bytes, or as many in hex."""
    found = read_journal(journal_bytes(file))
    for line in lines_of(found):
        print(line)
    wrong = wrong_words(words, found)
    if wrong:
        print(wrong, file=sys.stderr)
    return 1 if wrong else 0


def journal_bytes(path: Path) -> bytes:
    """Return the bytes of the journal in a file."""
    with open_to_read(path) as file:
        data = file.read(MOST_BYTES)
    if len(data) != JOURNAL_BYTES:
        with suppress(ValueError):
            data = bytes.fromhex(data.decode("ascii"))
    if len(data) != JOURNAL_BYTES:
        raise MalformedText("bad-journal", path.name, f"{JOURNAL_BYTES} bytes")
    return data


def lines_of(found: JournalFile) -> list[str]:
    lines = [f"epoch {found.epoch}", f"device {found.device}", f"rules {found.rules}"]
    lines += [f"first {found.first}", f"settings {found.settings or '-'}"]
    for event in found.events:
        if event.gap:
            lines.append(f"gone {event.number - event.gap} {event.number - 1}")
        lines.append(f"event {event.number} {event.at_ms} {event.text}")
    return lines


def wrong_words(words: Words, found: JournalFile) -> str:
    """Return the first problem of a journal in words, "" if there is none."""
    if found.problem in OF_ALL:
        return words.gettext(OF_ALL[found.problem])
    gap = next((event for event in found.events if event.gap), None)
    events = [(event.number, event.text, event.gap) for event in found.events]
    senseless = first_senseless(events)
    if senseless and (gap is None or senseless[0] < gap.number):
        return words.say(
            "Event {number} makes no sense: {text}", number=senseless[0], text=senseless[1]
        )
    if gap:
        return words.say(
            "Events {first} to {last} cannot be read.",
            first=gap.number - gap.gap,
            last=gap.number - 1,
        )
    if found.problem:
        return words.gettext("A record is damaged: a setting or the last event may be missing.")
    return ""
