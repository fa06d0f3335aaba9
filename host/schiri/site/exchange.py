"""Games that are saved from a browser or added to it: logs unchanged, alone or in one file.

Decides what is accepted: logs that verify, under free names.  Must not know pages.
"""

import io
import re
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from schiri.errors import HostError
from schiri.log.folder import log_paths
from schiri.log.index import index_of
from schiri.log.lines import BrokenLog
from schiri.log.replay import verified
from schiri.log.stored import read_file
from schiri.page.logs.library import LOG
from schiri.page.logs.reader import problem_words
from schiri.page.request import PageReply, file_reply
from schiri.texts import N_, Words
from schiri.zips import NOT_A_ZIP, entries_of, unpacked

ALL = "games.zip"
END = f".{LOG}"
# A log that a phone has sent may have the extension of a text.
SENT = ".txt"
# The largest file to add: a long evening is a tenth of a megabyte.
MOST_BYTES = 1 << 24
# Valid names of files; this many letters of any script fit in a name.
STRANGE = re.compile(r"[^\w .,()+-]")
LONGEST_STEM = 60


def all_games(folder: Path) -> PageReply:
    """Return the logs of all games as one file."""
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as file:
        found = index_of(log_paths(folder))
        paths = [log.path for log in found.logs] + [each.path for each in found.unread]
        for path in sorted(paths):
            file.write(path, path.name)
    return file_reply(ALL, packed.getvalue(), "application/zip")


def take_in(folder: Path, name: str, data: bytes, words: Words) -> str:
    """Add the logs of a file to a folder; return a sentence for each.

    Rule: a log is not added if it does not verify, or if a log here already contains it.
    """
    are_new: list[bool] = []
    problems = []
    for each, found in _logs_in(name, data):
        try:
            are_new.append(_keep(folder, each, found))
        except (HostError, BrokenLog) as error:
            why = problem_words(words, error)
            text = N_("{file} is no game of Schiri, or it is damaged ({why}).")
            problems.append(words.say(text, file=each, why=why))
    told = []
    if added := are_new.count(True):
        told.append(words.say("Games added: {count}.", count=added))
    if known := are_new.count(False):
        told.append(words.say("Here already: {count}.", count=known))
    if not told and not problems:
        problems.append(words.say("There is no game of Schiri in {file}.", file=name))
    return " ".join((*told, *problems))


def _logs_in(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the logs in a file with their names, without folders."""
    try:
        with ZipFile(io.BytesIO(data)) as file:
            for each in entries_of(file):
                if each.filename.endswith(END) and each.file_size <= MOST_BYTES:
                    yield Path(each.filename).name, unpacked(file, each, MOST_BYTES)
    except NOT_A_ZIP:
        yield Path(name).name, data


def _keep(folder: Path, name: str, data: bytes) -> bool:
    folder.mkdir(parents=True, exist_ok=True)
    # It may turn out not to be a log.
    coming = folder / ".coming"
    try:
        coming.write_bytes(data)
        log = read_file(coming, verified)
        end = log.began, len(log.lines), log.chain
        if any(each.contains(*end) for each in index_of(log_paths(folder)).logs):
            return False
        stem = STRANGE.sub("-", name.removesuffix(SENT).removesuffix(END))[:LONGEST_STEM]
        number = 1
        while (path := folder / f"{stem}{f'-{number}' * (number > 1)}{END}").exists():
            number += 1
        coming.replace(path)
    finally:
        coming.unlink(missing_ok=True)
    return True
