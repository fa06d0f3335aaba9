"""The rules of Joggle, each broken once: which piece of which file becomes which other.

Beside each stands the rule that it breaks; none of them makes the engine fail, only judge wrongly.
"""

GAME, MOVES, FIGURES = "joggle/game.py", "joggle/moves.py", "joggle/figures.py"
FIELDS, POSITION, POSSIBLE = "joggle/fields.py", "joggle/position.py", "joggle/possible.py"
REFUSING, STANDING = "joggle/refusing.py", "joggle/standing.py"

FREE = "free = [place for place in game.fields[game.roll] if not marbles[place]]"
BARS = "return self.is_extreme and not self.all_lie()"
OWN = "places_of(self.marbles, self.me))"
SWAPS = 'if game.roll == "J":'
THEIRS = "for place in places_of(marbles, other)"
LOOSE = "        if not is_complete(marbles, place, other, kinds)\n"
MAKING = "making = [place for place in targets if is_complete(marbles, place, me, kinds)]"
MAKES = "makes = not game.may_complete_other and is_complete(marbles, source, other, kinds)"
IN_FIGURE = "if is_complete(marbles, source, me, kinds):\n            continue"
NEAR = "if is_doubtful and target - source not in STEPS:"
CLOSELY = "if not is_doubtful or why_forbidden(game, source, target) is None:"
FLAT = "(0, 1, 2, UP, UP + 1, UP + 2),"
TALL = "(0, 1, UP, UP + 1, 2 * UP, 2 * UP + 1),"
APART = "for block in blocks if not used & block}"
GIVEN = "place, me = move & 127, 3 - me"
ENDS = "            self._end = self.end_for(me)\n"
PASSES = "            if self.passes:\n                self._turns += 1"

# What changes a number of the table of positions.
IN_PLAY = [
    ("JO-2 board", FIELDS, '["BYBYBYBY", "GRGRGRGR"] * 4', '["BYBYGRGR"] * 8'),
    ("JO-2 never sixteen a colour", FIELDS, "if colours[at] == colour]", "if at % 4 == 1]"),
    ("JO-3 of the rolled colour", MOVES, FREE, FREE.replace("[game.roll]", '["J"]')),
    ("JO-3 free fields", MOVES, FREE, FREE.replace("if not marbles[place]", "")),
    ("JO-3 any field on a joggle", FIELDS, '{"J": PLACE_OF}', '{"J": PLACE_OF[:32]}'),
    ("JO-4 own marbles", GAME, OWN, OWN.replace("self.me", "3 - self.me")),
    (
        "JO-4 all marbles lie",
        POSITION,
        "return self._lying == ALL",
        "return self._lying >= ALL - 1",
    ),
    (
        "JO-4 the mover's marble",
        GAME,
        "            marbles[place] = me\n            if kind",
        "            if kind",
    ),
    ("JO-5 passes count", GAME, "if self.passes and not is_usable:", "if False:"),
    ("JO-5 rerolls do not", GAME, "if self.passes and not is_usable:", "if not is_usable:"),
    (
        "JO-5 all 32",
        GAME,
        "if not can_be_played(self):",
        "if self.all_lie() and not can_be_played(self):",
    ),
    (
        "JO-5 barred fields",
        MOVES,
        "and not (bars and is_complete(marbles, place, me, kinds)):",
        "and True:",
    ),
    ("JO-6 rectangles lie", FIGURES, FLAT, "(0, 1, 2, UP, UP + 1, UP + 2, 2 * UP),"),
    ("JO-6 rectangles stand", FIGURES, TALL, ""),
    ("JO-6 six in a line", FIGURES, TALL, TALL + " (0, 1, 2, 3, 4, 5),"),
    (
        "JO-6 of one colour",
        FIGURES,
        "!= colour:\n                break\n        else:\n            return True",
        "== 0:\n                break\n        else:\n            return True",
    ),
    ("JO-7 so many", FIGURES, "for _ in range(goal[kind]):", "for _ in range(1):"),
    ("JO-7 all kinds", FIGURES, "for kind in sorted(goal):\n", "for kind in sorted(goal)[:1]:\n"),
    ("JO-7 sharing no marble", FIGURES, APART, APART.replace("not used & block", "used != block")),
    ("JO-7 whoever has it", GAME, ENDS, ENDS.replace("(me)", "(3 - me)")),
    ("JO-8 no swap", MOVES, SWAPS, "if False:"),
    ("JO-8 only on a joggle", MOVES, SWAPS, "if True:"),
    ("JO-8 with the other's", MOVES, THEIRS, THEIRS.replace("other)", "me)")),
    ("JO-9 own figures", MOVES, MAKING, "making = []"),
    ("JO-9 the other's figures", MOVES, MAKES, "makes = False"),
    ("JO-9 may be agreed", MOVES, MAKES, MAKES.replace("not game.may_complete_other and ", "")),
    ("JO-9 who is given it wins", GAME, GIVEN, "pass"),
    ("JO-9 kinds of the goal", GAME, "self.kinds = sorted(self.goal)", 'self.kinds = ["R", "S"]'),
    ("JO-9 what one leaves stays incomplete", MOVES, NEAR, "if is_doubtful:"),
    ("JO-9 beside each other", MOVES, CLOSELY, "if True:"),
    ("JO-10 own marbles", MOVES, IN_FIGURE, IN_FIGURE.replace("continue", "pass")),
    ("JO-10 the other's marbles", MOVES, LOOSE, ""),
    (
        "JO-10 ordinary moves may",
        MOVES,
        "moves = [source | target for source in own",
        "tight = is_complete\n"
        "    moves = [source | target for source in own"
        " if not tight(game.marbles, source, game.me, game.kinds)",
    ),
    ("JO-11 extreme", GAME, BARS, "return False"),
    ("JO-11 only extreme", GAME, BARS, "return not self.all_lie()"),
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
        POSITION,
        "            self._turns += 1\n            self.me",
        "            self._shift += 1\n            self.me",
    ),
    (
        "JO-12 in turn",
        POSITION,
        "return (self._turns + self._shift) %",
        "return (self._turns * 3 + self._shift) %",
    ),
    ("JO-12 eight each", POSITION, "[ALL // len(colours)] * len(colours)", "[9] * len(colours)"),
    ("JO-12 two teams", GAME, 'both = "wb" if', 'both = "ww" if'),
    ("JO-12 any marble of the team", GAME, OWN, OWN.replace("self.me))", "self.me)[:8])")),
]

# What changes the story of rolls.
IN_ROLLS = [
    (
        "JO-5 rolls again",
        GAME,
        '            self.roll = ""\n            if self.passes',
        "            if self.passes",
    ),
    ("JO-5 passes", GAME, PASSES, PASSES.replace("if self.passes", "if False")),
    ("JO-5 passes only if agreed", GAME, PASSES, PASSES.replace("if self.passes", "if True")),
    ("JO-3 the other's turn", GAME, "        self.me = 3 - me\n        is_next", "        is_next"),
    ("TA-1 phase", GAME, "if is_roll == bool(self.roll):", "if not is_roll and not self.roll:"),
]

# What changes what can be a position, who begins, and what the table does.
AT_THE_START = [
    ("JO-1 sixteen each", POSSIBLE, "if max(black, white) > EACH:", "if False:"),
    ("JO-3 a marble each turn", POSSIBLE, "black + white != min(turns, ALL)", "False"),
    ("JO-3 in turn", POSSIBLE, "or abs(black - white) > 1", ""),
    ("JO-5 fewer where turns pass", POSSIBLE, "if most > first or least > second:", "if False:"),
    ("JO-5 skipped already", STANDING, "if supplies[seat] or not", "if True or not"),
    (
        "JO-12 supplies of a team",
        POSSIBLE,
        "if [left[0] + left[2], left[1] + left[3]] != due:",
        "if False:",
    ),
    (
        "JO-12 supplies of a seat",
        POSSIBLE,
        "if len(left) != 4 or max(left) > EACH // 2:",
        "if len(left) != 4:",
    ),
    ("JO-12 turns of a seat", POSSIBLE, "if left[seat] < least[seat]:", "if False:"),
    ("JO-12 who began", STANDING, "game.colours = game.colours[1:] + game.colours[:1]", "pass"),
    ("JO-13 white begins", GAME, '("start", "w b")', '("start", "b w")'),
    ("JO-13 who resigns loses", GAME, "range(1 - seat % 2,", "range(seat % 2,"),
    ("JO-13 agreed draw", "table.py", "Outcome((), self.game", "Outcome((0,), self.game"),
]

# What changes what is put right by hand.
BY_HAND = [
    (
        "TA-5 seat on turn",
        GAME,
        'self._stand(self.cells(), value, "",',
        'self._stand(self.cells(), self.seat, "",',
    ),
    (
        "TA-5 the roll was another's",
        GAME,
        'self._stand(self.cells(), value, "",',
        "self._stand(self.cells(), value, self.roll,",
    ),
    ("TA-5 colours stay", STANDING, "if game.colours[seat] == side])", "])"),
    (
        "TA-5 only the sum tells",
        STANDING,
        "check_by_hand(told, game.passes)",
        'check_position(told, "w", game.passes)',
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
        REFUSING,
        "if game.marbles[place]:\n        return refuse(occupied",
        "if False:\n        return refuse(occupied",
    ),
    ("JO-3 other colour", REFUSING, "if place not in game.fields[game.roll]:", "if False:"),
    ("JO-4 too late", REFUSING, 'return refuse("place-too-late")', "pass"),
    ("JO-4 too early", REFUSING, 'return refuse("marble-move-too-early")', "pass"),
    ("JO-4 whose marble", REFUSING, "if found != game.me:", "if not found:"),
    ("JO-5 no field", GAME, "if refusal and not can_be_played(self):", "if False:"),
    ("JO-8 too early", REFUSING, 'return refuse("marble-swap-too-early")', "pass"),
    ("JO-8 on a joggle", REFUSING, 'if game.roll != "J":', "if False:"),
    ("JO-8 whose marble", REFUSING, "if marbles[source] != me:", "if False:"),
    ("JO-8 with whose", REFUSING, "if marbles[target] in (0, me):", "if False:"),
    (
        "JO-9 own figure",
        REFUSING,
        "if is_complete(marbles, target, marbles[target], kinds):",
        "if False:",
    ),
    (
        "JO-9 the other's figure",
        REFUSING,
        "if not game.may_complete_other and is_complete(",
        "if False and is_complete(",
    ),
    (
        "JO-9 all that is completed",
        FIGURES,
        "found.add(place + step)\n",
        "found.add(place + step)\n                break\n",
    ),
    ("JO-10 either colour", REFUSING, "for place in (source, target):", "for place in (source,):"),
    (
        "JO-11 too early",
        REFUSING,
        "if game.bars_figures() and is_complete(",
        "if False and is_complete(",
    ),
    (
        "JO-4 a press's marble",
        GAME,
        "if self.marbles[place] == self.me else []",
        "if self.marbles[place] else []",
    ),
]
