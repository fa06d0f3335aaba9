"""The rules of Zwoggel, each broken once: which piece of which file becomes which other.

Beside each stands the rule that it breaks; none of them makes the engine fail, only judge wrongly.
"""

GAME, STATE = "zwoggel/game.py", "zwoggel/state.py"
FIELD, NOTATION = "zwoggel/field.py", "zwoggel/notation.py"

THREE = "if len(row) >= 3:"
OUT_AT = "or self.penalties[seat] >= OUT"
OUT_ENDS = "if self.is_out(self._seat) or (self.threes and self.trip_ends_turn):"
FEWEST = "fewest = min([self.penalties[seat] for seat in seats])"
DRAWS = "self.hand = min(DRAWN, self.stock)"
RESIGNED = "            if move[1] == self._seat:\n                self._return_hand()\n"
STEPS = "((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))"
REACH = "if self.frame and self._reach(place) > self.frame:"
EACH = "places = [each for each in self.cards if self.cards[each] != HOLE]"

MUTATIONS = [
    (
        "ZW-1 four in a square",
        FIELD,
        "((0, 0), (1, 0), (0, 1), (1, 1))",
        "((0, 0), (1, 0), (0, 1))",
    ),
    ("ZW-1 sixty in the stock", STATE, "STOCK = 60", "STOCK = 64"),
    ("ZW-2 two flips", GAME, "self._flips = 2 if self.stock else 1", "self._flips = 1"),
    (
        "ZW-2 only one face down",
        STATE,
        "return min(self._flips - self._done, self.field.count(DOWN))",
        "return self._flips - self._done",
    ),
    ("ZW-2 three are drawn", GAME, "DRAWN = 3", "DRAWN = 2"),
    ("ZW-2 an open card", GAME, 'else refuse("flip-open", move[1])', "else None"),
    ("ZW-2 no card", GAME, 'return refuse("flip-empty", move[1])', "return None"),
    ("ZW-2 flip, then lay", GAME, "if move[0] != self.phase:", "if False:"),
    ("ZW-3 straight", FIELD, STEPS, "((-1, -1), (1, -1), (-1, 1), (1, 1))"),
    ("ZW-3 diagonal", FIELD, STEPS, "((0, -1), (-1, 0), (1, 0), (0, 1))"),
    ("ZW-3 next to a card", FIELD, 'return refuse("lay-apart", place)', "return None"),
    ("ZW-3 an empty place", FIELD, 'return refuse("lay-occupied", place)', "return None"),
    ("ZW-3 one after the other", GAME, "            field.change(place, DOWN, None)\n", ""),
    (
        "ZW-3 a hole is no card",
        FIELD,
        "return self.cards.get(place, HOLE) != HOLE",
        "return place in self.cards",
    ),
    (
        "ZW-3 holes may be filled",
        FIELD,
        "if place in self.cards and not self.fills_holes:",
        "if place in self.cards:",
    ),
    (
        "ZW-3 holes stay holes",
        FIELD,
        "if place in self.cards and not self.fills_holes:",
        "if False:",
    ),
    ("ZW-3 no frame", GAME, 'frame = 8 if chosen["frame"] == "8x8" else 0', "frame = 8"),
    ("ZW-3 frame", FIELD, REACH, "if False:"),
    ("ZW-3 frame of eight", FIELD, REACH, REACH.replace(">", ">=")),
    (
        "ZW-3 frame across",
        FIELD,
        "max(max(across) - min(across), max(up) - min(up))",
        "max(up) - min(up)",
    ),
    (
        "ZW-3 frame up",
        FIELD,
        "max(max(across) - min(across), max(up) - min(up))",
        "max(across) - min(across)",
    ),
    ("ZW-3 frame of the cards that lie now", FIELD, EACH, "places = list(self.cards)"),
    ("ZW-3 not more than drawn", GAME, "if len(places) > self.hand:", "if False:"),
    ("ZW-3 as many as fit", GAME, "if still_open:", "if False:"),
    ("ZW-3 no more than fit", GAME, "if still_open:", "if True:"),
    ("ZW-3 none fits", GAME, "if self.hand and not self.field.open_place():", "if False:"),
    ("ZW-4 three", FIELD, THREE, "if len(row) >= 4:"),
    ("ZW-4 not two", FIELD, THREE, "if len(row) >= 2:"),
    ("ZW-4 longer", FIELD, THREE, "if len(row) == 3:"),
    ("ZW-4 row", FIELD, "WAYS = ((1, 0), ", "WAYS = ("),
    ("ZW-4 column", FIELD, "(0, 1), (1, 1), (1, -1))\nAROUND", "(1, 1), (1, -1))\nAROUND"),
    ("ZW-4 rising diagonal", FIELD, "(0, 1), (1, 1), (1, -1))\nAROUND", "(0, 1), (1, -1))\nAROUND"),
    ("ZW-4 falling diagonal", FIELD, "(1, 1), (1, -1))\nAROUND", "(1, 1))\nAROUND"),
    ("ZW-4 both ways", FIELD, "for sign in (-1, 1):", "for sign in (1,):"),
    (
        "ZW-4 one colour",
        FIELD,
        "while self.cards.get((x, y)) == colour:",
        'while self.cards.get((x, y)) in ("red", "green"):',
    ),
    (
        "ZW-4 open cards",
        FIELD,
        "while self.cards.get((x, y)) == colour:",
        "while self.cards.get((x, y)) in (DOWN, colour):",
    ),
    (
        "ZW-4 with the card turned up",
        GAME,
        "self.threes = place, self.field.threes(place, colour)",
        "self.threes = place, self.field.threes((0, 0), self.field.cards.get((0, 0)))",
    ),
    ("ZW-4 the card is taken", GAME, "        self._change(place, HOLE, None)\n", ""),
    (
        "ZW-4 it leaves a hole",
        GAME,
        "self._change(place, HOLE, None)",
        "self._change(place, DOWN, None)",
    ),
    (
        "ZW-4 one card however many lines",
        GAME,
        "self.penalties[seat] + 1)",
        "self.penalties[seat] + len(self.threes))",
    ),
    ("ZW-5 the turn goes on", GAME, OUT_ENDS, OUT_ENDS.replace(" and self.trip_ends_turn", "")),
    (
        "ZW-5 the turn ends",
        GAME,
        OUT_ENDS,
        OUT_ENDS.replace("self.threes and self.trip_ends_turn", "False"),
    ),
    ("ZW-6 out at the third", STATE, "OUT = 3", "OUT = 4"),
    ("ZW-6 not out at the second", STATE, "OUT = 3", "OUT = 2"),
    ("ZW-6 at once", GAME, OUT_ENDS, OUT_ENDS.replace("self.is_out(self._seat)", "False")),
    ("ZW-6 who is out is passed over", GAME, "while self.is_out(seat):", "while False:"),
    ("ZW-7 the last one wins", STATE, "if len(seats) == 1:", "if False:"),
    ("ZW-7 names itself", STATE, 'Outcome(tuple(seats), "ZW-7")', 'Outcome(tuple(seats), "ZW-9")'),
    ("ZW-8 one flip", GAME, "self._flips = 2 if self.stock else 1", "self._flips = 2"),
    ("ZW-8 no drawing", GAME, DRAWS, "self.hand = DRAWN"),
    (
        "ZW-8 the stock falls",
        GAME,
        "            self.stock -= self.hand\n            if not",
        "            if not",
    ),
    (
        "ZW-9 nothing face down",
        STATE,
        "if self.hand or self.field.count(DOWN):",
        "if self.hand or self.stock or self.field.count(DOWN):",
    ),
    (
        "ZW-9 not while cards are laid",
        STATE,
        "if self.hand or self.field.count(DOWN):",
        "if self.field.count(DOWN):",
    ),
    ("ZW-9 fewest", STATE, FEWEST, FEWEST.replace("min(", "max(")),
    ("ZW-9 of those who are in", STATE, FEWEST, "fewest = min(self.penalties)"),
    (
        "ZW-9 shared",
        STATE,
        "if self.penalties[s] == fewest]), ",
        "if self.penalties[s] == fewest][:1]), ",
    ),
    (
        "ZW-11 out",
        GAME,
        "            self._resigned = replaced(self._resigned, move[1], True)\n",
        "",
    ),
    ("ZW-11 cards drawn go back", GAME, "        self.stock += self.hand\n", ""),
    (
        "ZW-11 the next one begins",
        GAME,
        RESIGNED,
        "            if False:\n                self._return_hand()\n",
    ),
    (
        "ZW-11 the turn goes on",
        GAME,
        RESIGNED,
        "            if True:\n                self._return_hand()\n",
    ),
    (
        "ZW-11 not twice",
        GAME,
        'return refuse("player-out") if self.is_out(move[1]) else None',
        "return None",
    ),
    ("TA-2 end", GAME, 'return refuse("game-over")', "pass"),
    (
        "TA-3 field",
        GAME,
        "            self.field.change(*changes.pop())\n",
        "            changes.pop()\n",
    ),
    (
        "TA-3 the last card first",
        GAME,
        "self.field.change(*changes.pop())",
        "self.field.change(*changes.pop(0))",
    ),
    (
        "TA-3 people",
        STATE,
        "self.penalties, self._resigned, self.traps = kept[5:8]",
        "pass",
    ),
    ("TA-3 numbers", STATE, "self._done = kept[:5]\n", "_ = kept[:5]\n"),
    ("TA-5 no turn for one who is out", GAME, "elif self.is_out(values[0]):", "elif False:"),
    ("TA-5 turn", GAME, "            self._begin_turn(values[0])\n", ""),
    (
        "TA-5 stock up to sixty",
        GAME,
        "self.stock = parse_number(values[0], STOCK)",
        "self.stock = parse_number(values[0], 64)",
    ),
    ("TA-5 what lies", GAME, 'None if card == "-" else card, None', "card, None"),
    ("TA-5 within reach", GAME, "if max(abs(place[0]), abs(place[1])) > FURTHEST:", "if False:"),
    (
        "traps survived",
        GAME,
        "if not self.threes and not self.field.threes(place, other):",
        "if not self.threes:",
    ),
    (
        "traps only",
        GAME,
        "if not self.threes and not self.field.threes(place, other):",
        "if False:",
    ),
    ("traps sprung", GAME, "SPRUNG if self.threes else SURVIVED", "SURVIVED"),
    ("traps laid", GAME, "if layer is not None:", "if False:"),
    (
        "traps are the layer's",
        GAME,
        "self._change(place, DOWN, self._seat)",
        "self._change(place, DOWN, 0)",
    ),
    ("whole numbers as written", NOTATION, "return str(int(text)) == text", "return True"),
]
