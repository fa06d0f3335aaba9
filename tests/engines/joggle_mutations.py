"""The rules of Joggle, each broken once: which piece of which file becomes which other.

Beside each stands the rule that it breaks; none of them makes the engine fail, only judge wrongly.
"""

GAME, MARBLES, FIGURES = "board_games/joggle.py", "board_games/marbles.py", "board_games/figures.py"
STANDING, WHOLE, POSITIONS = (
    "board_games/joggle_setup.py",
    "joggle/__init__.py",
    "joggle/validation.py",
)

OTHER_COLOUR = 'if game.roll not in ("J", game.board[cell_of(target)]):'
FREE = "free = [place for place in game.fields[game.roll] if not marbles[place]]"
BARS = "return self.is_extreme and not self.all_placed()"
OWN = "places_of(self.marbles, self.me))"
SWAPS = 'if game.roll == "J":'
THEIRS = "for place in places_of(marbles, other)"
LOOSE = "        if not is_complete(marbles, place, other, kinds)\n"
MAKING = "making = [place for place in targets if is_complete(marbles, place, me, kinds)]"
MAKES = "makes = not game.may_complete_other and is_complete(marbles, source, other, kinds)"
IN_FIGURE = "if is_complete(marbles, source, me, kinds):\n            continue"
NEAR = "if is_doubtful and abs(target - source) > 21:"
CLOSELY = "if not is_doubtful or why_forbidden(game, source, target) is None:"
FLAT = "bytes((0, 1, 2, 10, 11, 12)), "
TALL = "bytes((0, 1, 10, 11, 20, 21))"
APART = "for block in blocks if not used & block}"
GIVEN = "place, me = move & 127, 3 - me"
ENDS = "            self._end = self.end_for(me)\n"
PASSES = "if self.passes:\n                    self._turns += 1"

# What changes a number of the table of positions.
IN_PLAY = [
    ("JO-2 board", GAME, '["BYBYBYBY", "GRGRGRGR"] * 4', '["BYBYGRGR"] * 8'),
    ("JO-2 never sixteen a colour", GAME, "if self.board[cell] == colour]", "if cell % 4 == 1]"),
    ("JO-3 of the rolled colour", MARBLES, FREE, FREE.replace("[game.roll]", '["J"]')),
    ("JO-3 free fields", MARBLES, FREE, FREE.replace("if not marbles[place]", "")),
    ("JO-3 any field on a joggle", FIGURES, '{"J": PLACE_OF}', '{"J": PLACE_OF[:32]}'),
    ("JO-4 own marbles", GAME, OWN, OWN.replace("self.me", "3 - self.me")),
    (
        "JO-4 all marbles lie",
        GAME,
        "return self._lying == MARBLES",
        "return self._lying >= MARBLES - 1",
    ),
    (
        "JO-4 the mover's marble",
        GAME,
        "            marbles[place] = me\n            if kind",
        "            if kind",
    ),
    ("JO-5 passes count", WHOLE, "if self.passes or can", "if can"),
    ("JO-5 rerolls do not", WHOLE, "if self.passes or can", "if True or can"),
    (
        "JO-5 all 32",
        GAME,
        "if not can_be_played(self, self.roll):",
        "if self.all_placed() and not can_be_played(self, self.roll):",
    ),
    (
        "JO-5 barred fields",
        MARBLES,
        "and not (bars and is_complete(marbles, place, me, kinds)):",
        "and True:",
    ),
    ("JO-6 rectangles lie", FIGURES, FLAT, "bytes((0, 1, 2, 10, 11, 12, 20)), "),
    ("JO-6 rectangles stand", FIGURES, TALL, ""),
    ("JO-6 six in a line", FIGURES, TALL, TALL + ", bytes(range(6))"),
    (
        "JO-6 of one colour",
        FIGURES,
        "marbles[place - own + step] != colour:",
        "marbles[place - own + step] == 0:",
    ),
    ("JO-7 so many", FIGURES, "for _ in range(goal[kind]):", "for _ in range(1):"),
    ("JO-7 all kinds", FIGURES, "for kind in sorted(goal):\n", "for kind in sorted(goal)[:1]:\n"),
    ("JO-7 sharing no marble", FIGURES, APART, APART.replace("not used & block", "used != block")),
    ("JO-7 whoever has it", GAME, ENDS, ENDS.replace("(me)", "(3 - me)")),
    ("JO-8 no swap", MARBLES, SWAPS, "if False:"),
    ("JO-8 only on a joggle", MARBLES, SWAPS, "if True:"),
    ("JO-8 with the other's", MARBLES, THEIRS, THEIRS.replace("other)", "me)")),
    ("JO-9 own figures", MARBLES, MAKING, "making = []"),
    ("JO-9 the other's figures", MARBLES, MAKES, "makes = False"),
    ("JO-9 may be agreed", MARBLES, MAKES, MAKES.replace("not game.may_complete_other and ", "")),
    ("JO-9 who is given it wins", GAME, GIVEN, "pass"),
    ("JO-9 kinds of the goal", GAME, "self.kinds = sorted(self.goal)", 'self.kinds = ["R", "S"]'),
    ("JO-9 what one leaves stays incomplete", MARBLES, NEAR, "if is_doubtful:"),
    ("JO-9 beside each other", MARBLES, CLOSELY, "if True:"),
    ("JO-10 own marbles", MARBLES, IN_FIGURE, IN_FIGURE.replace("continue", "pass")),
    ("JO-10 the other's marbles", MARBLES, LOOSE, ""),
    (
        "JO-10 ordinary moves may",
        MARBLES,
        "moves = [source | target for source in own",
        "tight = is_complete\n"
        "    moves = [source | target for source in own"
        " if not tight(game.marbles, source, game.me, game.kinds)",
    ),
    ("JO-11 extreme", GAME, BARS, "return False"),
    ("JO-11 only extreme", GAME, BARS, "return not self.all_placed()"),
    ("JO-11 the 32nd", GAME, BARS, "return self.is_extreme and self._lying < 31"),
    ("JO-11 after all lie", GAME, BARS, "return self.is_extreme"),
]

# What changes the story of four seats.
IN_SEATS = [
    (
        "JO-5 supplies are one's own",
        GAME,
        "left[seat] -= 1",
        "left[max(range(4), key=left.__getitem__)] -= 1",
    ),
    ("JO-5 seats that are out", GAME, "if is_next_out and not self._end:", "if False:"),
    (
        "JO-5 skipped turns count",
        GAME,
        "            self._turns += 1\n            self.me",
        "            self._shift += 1\n            self.me",
    ),
    (
        "JO-12 in turn",
        GAME,
        "return (self._turns + self._shift) %",
        "return (self._turns * 3 + self._shift) %",
    ),
    ("JO-12 eight each", GAME, "[MARBLES // seats] * seats", "[9] * seats"),
    ("JO-12 two teams", GAME, '("wb" if chosen', '("ww" if chosen'),
    ("JO-12 any marble of the team", GAME, OWN, OWN.replace("self.me))", "self.me)[:8])")),
]

# What changes the story of rolls.
IN_ROLLS = [
    (
        "JO-5 rolls again",
        GAME,
        'self.roll = ""\n                if self.passes',
        "if self.passes",
    ),
    ("JO-5 passes", GAME, PASSES, PASSES.replace("if self.passes", "if False")),
    ("JO-5 passes only if agreed", GAME, PASSES, PASSES.replace("if self.passes", "if True")),
    ("JO-3 the other's turn", GAME, "        self.me = 3 - me\n        is_next", "        is_next"),
    ("TA-1 phase", GAME, "if is_roll == bool(self.roll):", "if not is_roll and not self.roll:"),
]

# What changes what can be a position, who begins, and what the table does.
AT_THE_START = [
    ("JO-1 sixteen each", STANDING, "if max(black, white) > MARBLES_EACH:", "if False:"),
    ("JO-3 a marble each turn", POSITIONS, "black + white != min(turns, MARBLES)", "False"),
    ("JO-3 in turn", POSITIONS, "or abs(black - white) > 1", ""),
    ("JO-5 fewer where turns pass", POSITIONS, "if most > first or least > second:", "if False:"),
    ("JO-5 skipped already", STANDING, "if supplies[seat] or not", "if True or not"),
    (
        "JO-12 supplies of a team",
        STANDING,
        "elif [left[0] + left[2], left[1] + left[3]] != due:",
        "elif False:",
    ),
    (
        "JO-12 supplies of a seat",
        STANDING,
        "elif len(left) != 4 or max(left) > MARBLES_EACH // 2:",
        "elif len(left) != 4:",
    ),
    ("JO-12 turns of a seat", POSITIONS, "if left[seat] < least[seat]:", "if False:"),
    ("JO-12 who began", WHOLE, "game.colours = game.colours[1:] + game.colours[:1]", "pass"),
    ("JO-13 white begins", GAME, '("start", "w b")', '("start", "b w")'),
    ("JO-13 who resigns loses", GAME, "range(1 - seat % 2,", "range(seat % 2,"),
    ("JO-13 agreed draw", "table.py", "Outcome((), self.game", "Outcome((0,), self.game"),
]

# What changes what is put right by hand.
BY_HAND = [
    (
        "TA-5 seat on turn",
        STANDING,
        'game._set_position(game.cells(), value, "",',
        'game._set_position(game.cells(), game.seat, "",',
    ),
    (
        "TA-5 the roll was another's",
        STANDING,
        'game._set_position(game.cells(), value, "",',
        "game._set_position(game.cells(), value, game.roll,",
    ),
    ("TA-5 colours stay", STANDING, "if game.colours[seat] == side])", "])"),
    (
        "TA-5 only the sum tells",
        STANDING,
        "if black + white > most or (black + white < most and not is_loose):",
        "if True:",
    ),
    (
        "JO-7 the one that moved last",
        STANDING,
        "game.end_for(3 - game.me) or game.end_for(game.me)",
        "None",
    ),
]

# What changes the reasons given, or the moves of a press.
IN_REASONS = [
    ("TA-2 end", GAME, 'return refuse("game-over")', "pass"),
    (
        "JO-3 on a marble",
        MARBLES,
        "if marbles[target]:\n        return refuse(",
        "if False:\n        return refuse(",
    ),
    (
        "JO-3 other colour",
        MARBLES,
        'if game.roll not in ("J", game.board[cell_of(target)]):',
        "if False:",
    ),
    ("JO-4 too late", MARBLES, 'return refuse("place-too-late")', "pass"),
    ("JO-4 too early", MARBLES, 'return refuse(word + "too-early")', "pass"),
    ("JO-4 whose marble", MARBLES, "if marbles[source] != me:", "if not marbles[source]:"),
    ("JO-5 no field", GAME, "if refusal and not can_be_played(self, self.roll):", "if False:"),
    ("JO-8 on a joggle", MARBLES, 'if kind == SWAP and game.roll != "J":', "if False:"),
    ("JO-8 whose marble", MARBLES, "if marbles[source] != me:", "if False:"),
    ("JO-8 with whose", MARBLES, "if marbles[target] in (0, me):", "if False:"),
    (
        "JO-9 own figure",
        MARBLES,
        "    if is_complete(marbles, target, me, kinds):\n        refusal",
        "    if False:\n        refusal",
    ),
    (
        "JO-9 the other's figure",
        MARBLES,
        "elif not game.may_complete_other and is_complete(",
        "elif False and is_complete(",
    ),
    (
        "JO-9 all that is completed",
        FIGURES,
        "found.add(place - own + step)\n",
        "found.add(place - own + step)\n                        break\n",
    ),
    ("JO-10 either colour", MARBLES, "for place in (source, target):", "for place in (source,):"),
    (
        "JO-11 too early",
        MARBLES,
        "if not kind and game.figures_forbidden() and is_complete(",
        "if False and is_complete(",
    ),
    (
        "JO-4 a press's marble",
        GAME,
        "if self.marbles[place] == self.me else []",
        "if self.marbles[place] else []",
    ),
]
