"""The rules of Switch, each broken once: which piece of which file becomes which other.

Beside each stands the rule that it breaks; none of them makes the engine fail, only judge wrongly.
"""

GAME, STONES = "board_games/switch.py", "board_games/stones.py"
SETUP = "board_games/free_setup.py"

ALL_PUTS = "moves = [cell | free << 5 for cell in range(CELLS) if sources >> cell & 1]"
MAJORITY = "if rest & rest - 1 and theirs & mask:"
OTHERS = "if theirs >> target & 1:\n                    swap"
EAST = "| (reached & 0b01111_01111_01111_01111_01111) << 1"
LINES = "for number in lines:"
SOURCES = "for source in own:\n"
CONNECTED = "if is_connected(self._mine):"
WINNER = 'return Outcome((self._mover(),), "SW-8" if self._countered else "SW-6")'
DUE = "self._counter = is_connected(self._theirs)"
COUNTER_WON = "won = 1 - self._mover() if is_connected(self._theirs) else self._mover()"
DRAW = "if self.repetition and self.repetition_count() >= 3:"

# What changes a number of the table of positions.
IN_PLAY = [
    ("SW-4 no MOVE", STONES, ALL_PUTS, "moves = []"),
    (
        "SW-4 own stones only",
        STONES,
        ALL_PUTS,
        ALL_PUTS.replace("sources", "(sources | theirs)"),
    ),
    (
        "SW-4 from anywhere",
        STONES,
        ALL_PUTS,
        ALL_PUTS.replace("& 1]", "& 1 and abs(cell - free) in (1, 5)]"),
    ),
    ("SW-5 no SWAP", STONES, LINES, LINES.replace("lines", "()")),
    ("SW-5 majority", STONES, MAJORITY, "if theirs & mask:"),
    ("SW-5 majority, two will do", STONES, MAJORITY, "if rest and theirs & mask:"),
    (
        "SW-5 majority, four needed",
        STONES,
        MAJORITY,
        "if (rest & rest - 1) & (rest & rest - 1) - 1 and theirs & mask:",
    ),
    ("SW-5 rows only", STONES, LINES, LINES.replace("lines", "lines[:5]")),
    ("SW-5 columns only", STONES, LINES, LINES.replace("lines", "lines[5:]")),
    (
        "SW-5 no diagonals",
        STONES,
        "[5 * (at % 5) + at // 5 for",
        "[5 * (at % 5) + (at // 5 + at % 5) % 5 for",
    ),
    (
        "SW-5 adjacent or not",
        STONES,
        SOURCES,
        SOURCES.replace("own", "[c for c in own if abs(c - target) in (1, 5)]"),
    ),
    ("SW-5 different colour", STONES, OTHERS, OTHERS.replace("theirs", "(mine | theirs)")),
    ("SW-6 at once", GAME, CONNECTED, "if is_connected(self._mine) and self._countered:"),
    ("SW-6 the opponent wins", GAME, WINNER, WINNER.replace("self._mover()", "1 - self._mover()")),
    (
        "SW-6 also when it connects the mover",
        GAME,
        CONNECTED,
        "if is_connected(self._mine) and (self._countered or not is_connected(self._theirs)):",
    ),
    (
        "SW-6 not around the edge",
        STONES,
        "(reached & 0b01111_01111_01111_01111_01111) << 1",
        "reached << 1",
    ),
    ("SW-6 horizontally", STONES, "| (reached & 0b11110_11110_11110_11110_11110) >> 1", ""),
    ("SW-6 vertically", STONES, "            | reached >> 5\n", ""),
    ("SW-7 no counter", GAME, DUE, "self._counter = False"),
    (
        "SW-7 connecting wins at once",
        GAME,
        DRAW,
        "if self._is_counter_due():\n"
        '            return Outcome((1 - self._mover(),), "SW-6")\n'
        f"        {DRAW}",
    ),
    ("SW-8 counter never wins", GAME, COUNTER_WON, "won = self._mover()"),
    (
        "SW-8 counter wins unless the first is connected",
        GAME,
        COUNTER_WON,
        "won = 1 - self._mover()",
    ),
    (
        "SW-8 counter that connects both wins",
        GAME,
        CONNECTED,
        "if is_connected(self._mine) and not (self._countered and is_connected(self._theirs)):",
    ),
    ("SW-8 game goes on after a counter", GAME, "= counter, None", "= False, None"),
    (
        "SW-8 no counter to a counter",
        GAME,
        "if self._countered:",
        "if self._countered and not is_connected(self._theirs):",
    ),
    ("SW-8 names itself", GAME, WINNER, WINNER.replace("SW-8", "SW-6")),
]

FIRST_DARK = "if not light and self._left(0) == 0:"
RUN_DRY = "self.stones, self.turn, self.starter = (0, 0), self.first, -1"
CHOICE = 'self._begin(self.cells(), "wb"[move >> 5 & 1], 1 - self._setup.turn)'

# What changes the story of a set-up.
IN_SET_UP = [
    ("SW-3 twelfth light stone starts", SETUP, FIRST_DARK, "if light and self._left(1) == 0:"),
    ("SW-3 last stone starts", SETUP, FIRST_DARK, "if self._left(0) == 0:"),
    ("SW-3 in turn", SETUP, "        self.turn = 1 - self.turn\n", ""),
    ("SW-3 the other chooses", SETUP, "self.turn = 1 - self.starter", "self.turn = self.starter"),
    ("SW-3 starter moves first", GAME, CHOICE, CHOICE.replace("1 - self._setup", "self._setup")),
    ("SW-3 colour is chosen", GAME, CHOICE, CHOICE.replace("wb", "bw")),
    ("SW-3 twelve of a colour", SETUP, "if left == 0:", "if left < 0:"),
    ("SW-3 one stone a field", SETUP, "(self.stones[0] | self.stones[1]) >> cell & 1", "False"),
    ("SW-3 same first placer", SETUP, RUN_DRY, RUN_DRY.replace("self.first", "self.turn")),
    ("SW-3 void", SETUP, "elif not self.legal_moves():", "elif False:"),
    ("SW-10 twelfth stone", SETUP, "if left == 1 and is_connected(", "if False and is_connected("),
    (
        "SW-10 either colour",
        SETUP,
        "if left == 1 and is_connected(",
        "if left == 1 > colour and is_connected(",
    ),
]

SEEN_NOTHING = "self._seen.append(0)\n\n    def"
KEY = (
    "key = self._theirs << 5 | self._free\n"
    "        return ~key if (self._first + len(self._stack.last)) & 1 else key"
)

# What changes the story of a repetition.
IN_REPETITION = [
    ("SW-9 no draw", GAME, DRAW, "if False:"),
    ("SW-9 third time", GAME, DRAW, DRAW.replace("3", "2")),
    ("SW-9 is a draw", GAME, 'Outcome((), "SW-9")', 'Outcome((0,), "SW-9")'),
    (
        "SW-9 same player",
        GAME,
        KEY,
        'return (self._theirs if self.side == "b" else self._mine) << 5 | self._free',
    ),
    ("SW-9 same colours", GAME, "return ~key if", "return key if"),
    ("SW-9 same position", GAME, "self._theirs << 5 | self._free", "self._theirs"),
    (
        "SW-9 start counts",
        GAME,
        "self._seen = History((self._key(),))",
        "self._seen = History((0,))",
    ),
    ("SW-9 undo takes back", GAME, "                self._seen.pop()\n", "                pass\n"),
    ("SW-9 off", GAME, 'chosen["repetition"] == "3"', 'chosen["repetition"] != ""'),
]

# What changes what is accepted as a start.
AT_THE_START = [
    ("SW-1 twelve of each", STONES, "complete and counts != (STONES_EACH, STONES_EACH)", "False"),
    ("SW-1 no more than twelve", STONES, "max(counts) > STONES_EACH or", ""),
    (
        "SW-2 layout",
        STONES,
        '"bwbwb/wbwbw/bw.wb/wbwbw/bwbwb "',
        '"bwbwb/wbwbw/wb.wb/wbwbw/bwbwb "',
    ),
    ("SW-2 start", GAME, '("start", "b w")', '("start", "w b")'),
    ("SW-10 layout", STONES, "STONES_EACH and is_connected(stones):", "STONES_EACH and False:"),
    ("SW-10 layout, either colour", STONES, 'for colour in "bw":', 'for colour in "b":'),
    ("SW-11 who resigns loses", GAME, "return (1 - seat,)", "return (seat,)"),
    ("SW-11 agreed draw", "table.py", "Outcome((), self.game", "Outcome((0,), self.game"),
]

# What changes the reasons given, or the moves of a press.
IN_REASONS = [
    ("TA-1 phase", GAME, "if move & (PLACE | CHOOSE):", "if False:"),
    ("TA-2 end", GAME, 'return refuse("game-over")', "pass"),
    ("SW-4 whose stone", STONES, "if theirs >> source & 1:", "if False:"),
    ("SW-4 a stone", STONES, "if source == free:", "if False:"),
    ("SW-4 onto the free field", STONES, "return None if target == free else", "return"),
    ("SW-4 only there", STONES, 'else refuse("move-onto-stone", target)', "else None"),
    ("SW-5 with a stone", STONES, "if target == free:", "if False:"),
    ("SW-5 of the other colour", STONES, "if mine >> target & 1:", "if False:"),
    ("SW-5 in a line", STONES, 'return refuse("swap-no-line", *', "return (lambda *_: None)(*"),
    ("SW-5 no majority", STONES, "& 1]) < 3:", "& 1]) < 2:"),
    ("SW-5 cells of the line", STONES, "for cell in line if cell != free]", "for cell in line]"),
    ("SW-5 a press's column", GAME, ", 5 + cell % 5)", ",)"),
    ("SW-6 caution", GAME, "if is_connected(theirs) else None", "if False else None"),
    ("SW-6 no caution before a counter", GAME, "& SWAP or self._is_counter_due():", "& SWAP:"),
]
