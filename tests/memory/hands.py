"""The hands of the players: they press cells, or move the stones of a board that feels them.

Decides how a move is made by hand, and that the real stones follow the lights.  Keeps to the
device's subset, because it runs there.
"""

from array import array

# Stones lie still, and the next hand is not in a hurry.
LIE_MS = 800
# A sensor is measured.
MEASURE_MS = 600
# So many stones are swept over the board.
SWEPT = 6


class Presses:
    """Hands that press the cells of a board.

    Shape: ``counts`` are those of the sensors, None without any; ``letters`` are the real stones,
    "" where nothing feels them.
    """

    counts = None
    letters = ""

    def __init__(self, evening):
        self._evening = evening

    def make(self, move: int) -> None:
        """Make a legal move."""
        for cell in self._evening.game().move_cells(move):
            self._evening.touch(cell)

    def answer(self) -> None:
        """Make the move of the device."""
        self._evening.press("white")

    def stumble(self) -> None:
        """Do what is refused, and ask why."""
        evening = self._evening
        cells = len(evening.game().cells())
        for _ in range(2):
            evening.touch(evening.dice.below(cells))
        evening.press("yellow")
        evening.wait(200)

    def lay(self) -> None:
        """Lay the pieces as the lights want them."""
        self._evening.press("white")

    def place(self, cell: int, letter: str) -> None:
        """Place a stone in the free set-up."""
        evening = self._evening
        for _ in range(3):
            if evening.device.mode.detail()[-1] != letter:
                evening.touch(cell)
        evening.press("white")

    def choose(self, cell: int) -> None:
        """Choose the colour of a stone."""
        self._evening.touch(cell)

    def correct(self, dark: int, light: int) -> None:
        """Exchange two stones while the lights are corrected."""
        for cell in (dark, light, light):
            self._evening.touch(cell)


class Stones(Presses):
    """Hands that move the stones of a board with sensors."""

    def __init__(self, evening, letters: str):
        from schiri_device.sensing.levels import A_MT, HALF

        Presses.__init__(self, evening)
        self._levels = {"b": HALF + 27 * A_MT, "w": HALF - 27 * A_MT, ".": HALF}
        self.letters = letters or "." * 25
        self.counts = array("H", [self._levels[letter] for letter in self.letters])

    def put(self, cell: int, letter: str) -> None:
        """Put a stone on a cell, or "." for none, in place of what is there."""
        self.letters = self.letters[:cell] + letter + self.letters[cell + 1 :]
        self.counts[cell] = self._levels[letter]
        self._evening.wait(50)

    def make(self, move: int) -> None:
        evening, game = self._evening, self._evening.game()
        if self._differ():
            self.lay()
            if evening.mode() != "play":
                return
        before = evening.standing()
        self._carry(*game.move_cells(move))
        if evening.standing() == before and evening.mode() == "play":
            self._explain(move)

    def _explain(self, move: int) -> None:
        """Let the next move tell what a move to the free field is, or white."""
        evening, game = self._evening, self._evening.game()
        if evening.dice.below(2) and not evening.device.mode.opponent:
            game.push(move)
            answers = () if game.outcome() else game.legal_moves()
            cells = game.move_cells(evening.dice.choice(answers)) if answers else ()
            game.pop()
            if cells:
                evening.entries += 1
                self._carry(*cells)
        if self._differ():
            evening.press("white")
        if self._differ():
            self.lay()

    def answer(self) -> None:
        opponent = getattr(self._evening.device.mode, "opponent", None)
        if opponent and opponent.is_mine and opponent.answer >= 0:
            self.make(opponent.answer)

    def stumble(self) -> None:
        evening = self._evening
        dark, light = self._some("b"), self._some("w")
        self._exchange(dark, light)
        evening.press("yellow")
        evening.wait(200)
        self._exchange(dark, light)

    def lay(self) -> None:
        evening = self._evening
        pending = evening.device.pending
        self._lay(pending.letters if pending else evening.game().cells())

    def place(self, cell: int, letter: str) -> None:
        self.put(cell, letter)
        self._evening.wait(LIE_MS)

    def choose(self, cell: int) -> None:
        letter = self.letters[cell]
        self.put(cell, ".")
        self.put(cell, letter)
        self._evening.press("white")

    def correct(self, dark: int, light: int) -> None:
        self._exchange(dark, light)

    def calibrate(self):
        """Calibrate the sensors; a turn for each stone."""
        evening = self._evening
        assert evening.mode() == "calibrate", evening.mode()
        from schiri_device.app.calibrate import STONES

        for letters in ("." * 25, STONES):
            self._lay(letters)
            yield
            evening.press("white")
            if letters != STONES:
                for cell in range(25):
                    self.put(cell, "b")
                    evening.wait(MEASURE_MS)
                    yield
                    self.put(cell, ".")
        assert evening.device.fields.levels and evening.mode() != "calibrate"

    def fumble(self):
        """Lift stones, exchange them, and sweep over the board; a turn for each stone."""
        evening = self._evening
        for cells in ((self._some("b"), self._some("w")), range(0, 4 * SWEPT, 4)):
            lifted = []
            for cell in cells:
                lifted.append(self.letters[cell])
                self.put(cell, ".")
                evening.wait(LIE_MS)
                yield
            for cell in cells:
                self.put(cell, lifted.pop())
                evening.wait(LIE_MS)
                yield
        self.lay()

    def _lay(self, letters: str) -> None:
        for cell in range(len(letters)):
            if self.letters[cell] != letters[cell]:
                self.put(cell, letters[cell])
        self._evening.wait(LIE_MS)

    def _differ(self) -> bool:
        return self.letters != self._evening.game().cells()

    def _some(self, letter: str) -> int:
        cells = [cell for cell in range(25) if self.letters[cell] == letter]
        return self._evening.dice.choice(cells)

    def _carry(self, first: int, second: int) -> None:
        """Move a stone, or exchange two of them, often with one on the free field meanwhile."""
        free = self.letters.find(".")
        if second != free and self._evening.dice.below(2):
            for source, target in ((first, free), (second, first), (free, second)):
                letter = self.letters[source]
                self.put(source, ".")
                self.put(target, letter)
            self._evening.wait(LIE_MS)
        else:
            self._exchange(first, second)

    def _exchange(self, first: int, second: int) -> None:
        one, other = self.letters[first], self.letters[second]
        for cell, letter in ((first, "."), (second, "."), (first, other), (second, one)):
            if self.letters[cell] != letter:
                self.put(cell, letter)
        self._evening.wait(LIE_MS)
