"""The logs that pages may read, by id.

Decides which files they are, how much is read at once, and what is cached.  Must not know the words
or the look of a page. No path comes from a page: its id is compared with those of the folder's
files.
"""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from schiri.analysis.moves import GAME, MoveAnalysis, analyse
from schiri.errors import HostError
from schiri.log.folder import log_folder, log_paths
from schiri.log.index import (
    EVERYTHING,
    File,
    IndexedLog,
    LogFilter,
    file_of,
    index_in,
    index_of,
    look,
)
from schiri.log.lines import BrokenLog, Log
from schiri.log.removal import remove_log, removed_folder, restore_log
from schiri.log.replay import require_short
from schiri.log.steps import ReplayStep, steps_until, undone_entries
from schiri.log.stored import read_file, read_unchanged
from schiri.names import spellings
from schiri.page.files import sample_svg, standalone
from schiri.picture.drawing import drawing, png_of
from schiri.plain import plain_line
from schiri.prose.events import is_silent
from schiri.scene import caption_of, still_of
from schiri.scene.scene import Race
from schiri.stats.figures import CountedGame, Figures, counted_game, figures_of
from schiri.stats.thinking import Thought, thoughts_of
from schiri.texts import Words

# A longer log is more than an evening at a table; only the command line shows it.
MOST_LINES = 5000
# A log of which a page marks the blunders: one in a few milliseconds a line.
MOST_MARKED = 300
# The most bytes of a log to take along: more than those lines, and no more than what many readers
# who do not read may hold at once.
MOST_BYTES = 2_000_000
# The most games that are counted, from the last one back, and the most in one call.
MOST_COUNTED = 2000
AT_ONCE = 100
# Cached pictures, and cached steps, which are long.
KEPT_PICTURES, KEPT_STEPS = 256, 8
NO_PICTURE = '<svg viewBox="0 0 1 1"></svg>'
ID_LENGTH = 16
# The export format that is the log itself.
LOG = "jsonl"


class ReplayedLog(NamedTuple):
    """A log step by step, until the rules disagree, and the place where they do.

    Shape: ``undone`` are the numbers of the entries that were undone; ``thoughts`` is the time
    that people thought in a game with a clock.
    """

    name: str
    log: Log
    steps: list[ReplayStep]
    broken: BrokenLog | None
    undone: frozenset[int] = frozenset()
    thoughts: Sequence[Thought] = ()


class Listing(NamedTuple):
    """Games, the last one first, and the names of the files that are not logs.

    Shape: ``names`` are the players of all stored games; ``is_empty`` means that there is none.
    """

    games: list[IndexedLog]
    unread: list[str]
    names: list[str]
    is_empty: bool


class Counting(NamedTuple):
    """Statistics, the games behind them, files read and total; ``names`` as of a listing."""

    figures: Figures
    games: list[CountedGame]
    done: int
    of: int
    names: list[str]


class LogLibrary:
    """The logs of a folder.

    Shape: all of it reads files and takes its time; several threads may read at once.
    ``on_moved`` is called when a log was removed or restored.  ``open_logs`` returns those that
    this program writes, where files cannot be locked.
    """

    def __init__(
        self,
        folder: Path,
        on_moved: Callable[[], object] = lambda: None,
        open_logs: Callable[[], Collection[Path]] = frozenset,
    ) -> None:
        self._folder, self._on_moved, self._open_logs = folder, on_moved, open_logs

    def games(self, wanted: LogFilter = EVERYTHING) -> Listing:
        """Return the games that a filter selects.

        Raises: HostError (file-unreadable).
        """
        logs, files = index_of(log_paths(self._folder))
        chosen = [*filter(wanted.has, reversed(logs))]
        names = {*spellings(name for each in logs for name in each.header.players).values()}
        unread = sorted(name_of(each.path) for each in files)
        return Listing(chosen, unread, sorted(names, key=str.casefold), not logs)

    def thumbnail(self, name: str) -> str:
        """Return a small picture of the last position of a game.

        Shape: if that cannot be drawn, the picture of its kind of game.
        Raises: HostError (log-not-kept, file-unreadable).
        """
        return _thumbnail(self._find(name))

    def replay(self, name: str) -> ReplayedLog:
        """Return the steps of the log with an id.

        Raises: HostError (log-not-kept, log-too-long, and as `read_file`), BrokenLog.
        """
        return _replay(self._find(name))

    def log(self, name: str) -> tuple[str, bytes]:
        """Return a log unchanged, and the name of its file.

        Raises: HostError (log-not-kept, also for a link, log-too-large, and as `read_file`),
        BrokenLog, if it does not begin as a log.
        """
        path = self._find(name).path
        if path.is_symlink():
            raise HostError("log-not-kept")
        data = read_unchanged(path, MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise HostError("log-too-large", most=MOST_BYTES // 1_000_000)
        return name_of(path), data

    def analysed(self, name: str) -> list[MoveAnalysis]:
        """Return the moves of a game of Switch with their values.

        Raises: HostError (log-not-kept, log-too-long, not-solved), BrokenLog.
        """
        return _analysed(self._find(name))

    def marked(self, name: str) -> list[MoveAnalysis]:
        """Return the moves that gave something away, none for a game that is not analysed.

        Shape: undone moves are left out; only of games that are analysed in a moment.
        """
        found = self.replay(name)
        is_quick = len(found.log.lines) <= MOST_MARKED
        if found.log.header.game != GAME or found.broken or not is_quick:
            return []
        with suppress(HostError):
            return [each for each in self.analysed(name) if each.blunder and not each.is_undone]
        # Without the solution a game is shown all the same.
        return []

    def picture(self, words: Words, name: str, entry: int, form: str) -> tuple[str, bytes]:
        """Return the picture of a game after an entry, and a name for its file.

        Raises: HostError (log-not-kept, log-too-long, no-picture, extra-missing), BrokenLog.
        """
        found = self.replay(name)
        header = found.log.header
        # The first step is the game as it begins, before any entry.
        step = next(each for each in reversed(found.steps) if each.number <= entry)
        caption = caption_of(words, step.state, header.players, header.options)
        drawn = drawing(still_of(words, step.state, step.view), caption)
        if drawn is None:
            raise HostError("no-picture", game=header.game)
        data = png_of(drawn) if form == "png" else drawn.encode()
        return f"{found.name}-{step.number}.{form}", data

    def counted(self, wanted: LogFilter = EVERYTHING) -> Counting:
        """Return the statistics of the games of a filter, as far as they are read in one go.

        Shape: the next call continues; games with which the rules disagree are left out.
        """
        listing = self.games(wanted)
        logs, counts = listing.games[:MOST_COUNTED], list[tuple[Path, CountedGame | None]]()
        most = _counted.cache_info().misses + AT_ONCE
        for log in logs:
            if _counted.cache_info().misses >= most:
                break
            counts.append((log.path, _counted(log.file)))
        counts.reverse()
        left_out = [name_of(path) for path, game in counts if game is None]
        games = [game for _path, game in counts if game]
        figures = figures_of(games, [*listing.unread, *left_out])
        return Counting(figures, games, len(counts), len(logs), listing.names)

    def removed(self) -> list[IndexedLog]:
        """Return the games that were removed, the last one first.

        Raises: HostError (file-unreadable).
        """
        return index_in(removed_folder(self._folder)).logs[::-1]

    def remove(self, name: str) -> None:
        """Remove the log with an id from the list; the second of two taps finds it done.

        Raises: HostError (log-not-kept, as `remove_log`), BrokenLog.
        """
        self._move(remove_log, self._folder, removed_folder(self._folder), name)

    def restore(self, name: str) -> None:
        """Bring a removed log back; the second of two taps finds it done.

        Raises: HostError (log-not-kept, as `restore_log`), BrokenLog.
        """
        self._move(restore_log, removed_folder(self._folder), self._folder, name)

    def _move(self, move: Callable[[Path], object], here: Path, there: Path, name: str) -> None:
        path = _path_in(here, name)
        if path in self._open_logs():
            raise HostError("log-open", path=path)
        if path:
            move(path)
            self._on_moved()
        elif not _path_in(there, name):
            raise HostError("log-not-kept")

    def _find(self, name: str) -> File:
        """Return the file with an id, one of those that are in the folder.

        Raises: HostError (log-not-kept, file-unreadable).
        """
        if path := _path_in(self._folder, name):
            return file_of(path)
        raise HostError("log-not-kept")


def open_library(on_moved: Callable[[], object]) -> LogLibrary:
    """Return the logs of this PC's own folder.

    Raises: HostError (file-unreadable, config-malformed).
    """
    return LogLibrary(log_folder(), on_moved)


def id_of(path: Path) -> str:
    """Return the id of a log in addresses, which does not reveal its path.

    >>> id_of(Path("one") / "a.jsonl") == id_of(Path("a.jsonl")), len(id_of(Path("b.jsonl")))
    (True, 16)
    """
    return sha256(path.name.encode("utf-8", "surrogatepass")).hexdigest()[:ID_LENGTH]


def address_of_log(log: str) -> str:
    """Return the address of a log's page, or of all games for "".

    >>> address_of_log(""), len(address_of_log("logs/a.jsonl"))
    ('/games', 23)
    """
    return f"/games/{id_of(Path(log))}" if log else "/games"


def _path_in(folder: Path, name: str) -> Path | None:
    return next((path for path in log_paths(folder) if id_of(path) == name), None)


def name_of(path: Path) -> str:
    r"""Return the name of a file for a browser, in one line, with question marks for bytes that
    are no text.

    >>> name_of(Path("logs") / f"{chr(0xDCFF)}.jsonl"), name_of(Path("\x1b.jsonl"))
    ('?.jsonl', '\\u001b.jsonl')
    """
    return plain_line(path.name.encode("utf-8", "replace").decode())


@lru_cache(KEPT_STEPS)
def _replay(file: File) -> ReplayedLog:
    log = _read(file)
    steps, broken = steps_until(log)
    undone = undone_entries(steps)
    thoughts = () if broken else thoughts_of(log)
    # As at the table, entries without effect are not shown.
    steps = [each for each in steps if not is_silent(each.event)]
    return ReplayedLog(Path(name_of(file.path)).stem, log, steps, broken, undone, thoughts)


@lru_cache(KEPT_PICTURES)
def _thumbnail(file: File) -> str:
    middle = None
    with suppress(HostError, BrokenLog):
        step = _replay(file).steps[-1]
        middle = still_of(Words("en"), step.state, step.view)
    # A race has only a line or two, too little for a picture.
    picture = None if isinstance(middle, Race) else drawing(middle, None)
    if picture:
        return standalone(picture)
    found = look(file)
    sample = sample_svg(found.header.game) if isinstance(found, IndexedLog) else None
    return sample or standalone(NO_PICTURE)


@lru_cache(KEPT_STEPS)
def _analysed(file: File) -> list[MoveAnalysis]:
    return analyse(_replay(file).log)


def _read(file: File) -> Log:
    """Return a log that a page can show; the number of its last line is its length.

    Raises: HostError (log-too-long, and as `read_file`), BrokenLog.
    """
    found = look(file)
    if isinstance(found, IndexedLog):
        require_short(found.last.n, MOST_LINES)
    return read_file(file.path)


@lru_cache(2 * MOST_COUNTED)
def _counted(file: File) -> CountedGame | None:
    """Return the figures of a log, or None."""
    try:
        return counted_game(_read(file))
    except (BrokenLog, HostError):
        return None
