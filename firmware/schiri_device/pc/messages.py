"""Messages to a PC: the events of the journal, the game on the table, and the lights.

Decides their texts, and that going far back takes several calls, so that no press waits.  Must not
know how a record is checked, or who reads.
"""

from binascii import crc32

from schiri_engines.game_rows import names_for, part_of, row_of
from schiri_engines.grid import cell_text

from ..journal import STEP_MS, JournalReader
from ..lights.language import CURSOR
from ..lights.painter import BASES_A_MARK
from ..link.lines import ORIGINS, new_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from schiri_engines.table import Table

    from ..app.match import Match
    from ..app.mode import Modes
    from ..journal import Journal
    from ..lights.painter import Painter

# Events a call, few enough that no press waits.
_AT_ONCE = 8
_MOVES_A_LINE = 9
_PIECE = 256


class EventFeed:
    """The events of a journal as texts, in order, from any number on.

    Shape: ``number`` is that of the event that comes next.
    """

    def __init__(self, journal: "Journal"):
        self._journal = journal
        # The last start: after a lost line it goes back to here at most.
        self._mark, self._mark_game = JournalReader(journal), ""
        self.go_to(1)

    def go_to(self, number: int) -> None:
        """Go to the event of this number; it is the next one."""
        self.number = number
        self._reader = JournalReader(self._journal)
        # The game whose events these are, "" where that is unreadable.
        self._game = ""
        if self._mark.number < number:
            self._reader.go_on_from(self._mark)
            self._game = self._mark_game
        self._is_read = self._is_marked = False

    def next(self) -> str | None:
        """Return the next event as text, None until it is found."""
        reader = self._reader
        for _ in range(_AT_ONCE):
            if not self._is_read:
                if reader.number == self.number - 1 and not self._is_marked:
                    self._mark.go_on_from(reader)
                    self._mark_game, self._is_marked = self._game, True
                if not reader.next():
                    return None
                if reader.gap:
                    # Another game may have begun there.
                    self._game = ""
                if reader.text.startswith("new "):
                    self._game = reader.text.split(" ")[1]
                if reader.move >= 0 and not self._game:
                    # Its game is unknown: it is reported as lost.
                    continue
            number = self.number
            # A later event is read again, after the report of the gap.
            self._is_read = reader.number > number
            if self._is_read:
                self.number = reader.number
                return f"gone {number} {reader.number - 1}"
            if reader.number == number:
                self.number += 1
                text = reader.text
                if reader.move >= 0:
                    text = ORIGINS[reader.how] + text_of_move(self._game, reader.move)
                if reader.spent_ms >= 0:
                    text += f" ms={reader.spent_ms}"
                return f"event {number} {reader.at * STEP_MS} {text}"
        return None


def text_of_move(name: str, move: int) -> str:
    """Return the text of a move of this game, which need not be in memory.

    Shape: ``move N`` for an unknown game.

    >>> text_of_move("joggle", 3 << 14 | 1), text_of_move("none", 7)
    ('G', 'move 7')
    >>> text_of_move("switch", 12 << 5)
    'a1-c3'
    """
    if name not in names_for():
        return "move " + str(move)
    row = row_of(name)
    part = part_of(row, "notation")
    notation = part.GAME() if row.package else part
    text: str = notation.move_text(move)
    return text


class Snapshot:
    """The game on the table, line by line: its beginning, and the entries not undone.

    Shape: a line is made on demand, so a long game takes no memory; if something happens meanwhile,
    the whole snapshot is sent again.
    """

    def __init__(self) -> None:
        self._last = -1
        self._is_wanted = False
        self._line = self._count = self._at = 0

    def restart(self) -> None:
        """Begin again with the first line."""
        self._is_wanted = True
        self._last = -1

    def line(self, match: "Match", last: int) -> str:
        """Return the next line, "" after the last."""
        if not self._is_wanted:
            return ""
        if last != self._last:
            self._last, self._line, self._at = last, 0, 0
            self._count = self._lines_of(match.table)
        line, count = self._line, self._count
        self._line = line + 1
        self._is_wanted = self._line < count
        if not count:
            return f"snap 0 0 {last}"
        if line:
            text = self._entries_text(match.table)
        else:
            text = new_text(match.game_name, match.options, match.seats)
        return f"snap {line} {count} {last} {text}"

    def _end_of(self, table: "Table", at: int) -> int:
        """Return the index after the last entry of the line that begins with this entry."""
        entries, end = table.entries, at + 1
        if table.is_move(entries[at]):
            while end < len(entries) and end < at + _MOVES_A_LINE and table.is_move(entries[end]):
                end += 1
        return end

    def _lines_of(self, table: "Table | None") -> int:
        if table is None:
            return 0
        lines, at = 1, 0
        while at < len(table.entries):
            at = self._end_of(table, at)
            lines += 1
        return lines

    def _entries_text(self, table: "Table") -> str:
        at = self._at
        self._at = end = self._end_of(table, at)
        texts = [table.text(table.entries[number]) for number in range(at, end)]
        return ("moves " if table.is_move(table.entries[at]) else "entry ") + ",".join(texts)


def frame_text(painter: "Painter") -> str:
    """Return the lights: brightness, scale, a letter a pixel."""
    letters = []
    for pixel in range(len(painter.scene)):
        mark = painter.scene[pixel] >> 2
        if pixel == painter.cursor and painter.lit[CURSOR]:
            mark = CURSOR
        colour = BASES_A_MARK + mark if painter.lit[mark] else painter.scene[pixel] & 3
        letters.append(chr(48 + colour))
    total = sum(painter.full)
    limit = painter.limit_of(total)
    scale = f"{limit}/{total}" if total > limit else "1/1"
    return f"frame {painter.brightness} {scale} {''.join(letters)}"


def colour_texts(painter: "Painter", a_line: int) -> list[str]:
    """Return the colours that the letters of `frame_text` stand for."""
    colours = painter.base_bytes + painter.mark_bytes
    texts = []
    for first in range(0, len(colours), a_line):
        hexes = [f"{r:02x}{g:02x}{b:02x}" for g, r, b in colours[first : first + a_line]]
        texts.append(f"colours {painter.brightness} {chr(48 + first)} {''.join(hexes)}")
    return texts


def check_text(journal: "Journal") -> str:
    """Return the CRC-32 of a journal's store, for a PC that has stored it."""
    check = 0
    for at in range(0, len(journal), _PIECE):
        check = crc32(journal.raw(at, _PIECE), check)
    return f"{check:08x}"


def now_text(device: "Modes") -> str:
    """Return the mode, its state, and the cursor, as text for the link."""
    cursor = "-"
    if device.screen.painter.cursor >= 0:
        cursor = cell_text(device.screen.cursor_cell, device.mode.board.size)
    return f"{device.mode_name} {device.mode.detail()} {cursor}"
