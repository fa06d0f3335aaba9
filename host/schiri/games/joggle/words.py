"""Joggle in words: rolls, figures, and how the dice fell.

Must not know the table.
"""

from schiri_engines.grid import parse_rows
from schiri_engines.joggle.game import Joggle
from schiri_engines.options import chosen_options

from schiri.events import End, State
from schiri.games.joggle.luck import FACES, luck_of
from schiri.games.joggle.rulings import JoggleEnd, JoggleState, Reroll, Skip, TurnLost
from schiri.games.words import GameWords, rules_of
from schiri.texts import N_, NN_, Words

# Stand-ins for the colours of the printed board, as rows and as one letter for each cell.
DEFAULT = chosen_options(Joggle.OPTIONS, {})["board"]
STAND_IN = parse_rows(DEFAULT, 8, "RGBY")
# The smallest chance that is stated.
RAREST = 1e-9
RARE = NN_(
    "{joggles} in {total} roll; as many or more happen in 1 of {games} games.",
    "{joggles} in {total} rolls; as many or more happen in 1 of {games} games.",
)
COMMON = NN_(
    "{joggles} in {total} roll; most games have as many or more.",
    "{joggles} in {total} rolls; most games have as many or more.",
)


class JoggleWords(GameWords):
    """The words of Joggle."""

    rules = rules_of("JO", 13, mixed=(6, 9, 11, 12), house=(2, 5, 13))
    moves = (
        (r"(?P<face>[RGBYJ])", N_("{name} rolls: {face}")),
        (r"(?P<cell>\w\d)", N_("{name} places a marble on {cell}")),
        (r"(?P<first>\w\d)-(?P<then>\w\d)", N_("{name} moves from {first} to {then}")),
        (r"(?P<first>\w\d)x(?P<then>\w\d)", N_("{name} swaps {first} and {then}")),
    )
    forms = (
        ("R G B Y J", N_("the roll: red, green, blue, yellow, joggle")),
        ("d4", N_("place a marble")),
        ("c3-d4", N_("put a marble of yours elsewhere")),
        ("c3xd5", N_("after a joggle: swap, your marble first")),
        ("R:d4", N_("a roll and its move in one")),
    )
    sentences = {
        Reroll.KIND: N_("No field can be used for this roll: roll again."),
        TurnLost.KIND: N_("No field can be used for this roll: the turn is lost."),
        Skip.KIND: N_("{name} has no marble left to place and is skipped."),
    }

    cheers = {
        "roll J": ("joggle", N_("Joggle!")),
        Reroll.KIND: ("tense", N_("No field is free: roll again!")),
        TurnLost.KIND: ("out", N_("No field is free: the turn is lost.")),
        Skip.KIND: ("out", N_("{name} is skipped.")),
    }

    def part_words(self, words: Words, part: str, text: str) -> str:
        match part:
            case "figures":
                return goal_words(words, text)
            case "board" if text in (DEFAULT, STAND_IN):
                return words.gettext("example board")
        return super().part_words(words, part, text)

    def seat_note(self, words: Words, state: State, name: str) -> str:
        """Return how many marbles somebody has to place."""
        assert isinstance(state, JoggleState)
        left = state.left[name]
        return words.say("Marbles to place: {count}", count=left) if left else ""

    def turn_notes(self, words: Words, state: State) -> list[str]:
        """Return the roll as a sentence."""
        assert isinstance(state, JoggleState)
        return [words.pgettext("die", state.position.split()[2])] if state.phase == "move" else []

    def ending_lines(self, words: Words, end: End) -> list[str]:
        return luck_lines(words, end)


def goal_words(words: Words, goal: str) -> str:
    """Return the figures of a goal.

    >>> goal_words(Words("en"), "1R2S")
    '1 rectangle, 2 squares'
    """
    pairs = zip(goal[::2], goal[1::2], strict=True)
    return ", ".join(figure_words(words, kind, int(count)) for count, kind in pairs)


def figure_words(words: Words, kind: str, count: int) -> str:
    """Return a number of figures of a kind as words.

    >>> figure_words(Words("en"), "S", 2)
    '2 squares'
    """
    if kind == "R":
        return words.counted("{count} rectangle", "{count} rectangles", count)
    return words.counted("{count} square", "{count} squares", count)


def luck_lines(words: Words, end: End) -> list[str]:
    """Return the rolls of each side, and how probable they are.

    >>> counts = {"w": (1, 0, 0, 0, 0), "b": (0, 0, 0, 0, 2)}
    >>> for line in luck_lines(Words("en"), JoggleEnd(("Ann",), "JO-7", counts)):
    ...     print(line.partition(". ")[2])
    0 joggles in 1 roll; most games have as many or more.
    2 joggles in 2 rolls; as many or more happen in 1 of 9 games.
    """
    rolls = end.rolls if isinstance(end, JoggleEnd) else None
    lines = []
    for side, counts in (rolls or {}).items():
        if not sum(counts):
            continue
        luck, pairs = luck_of(counts), zip(FACES, counts, strict=True)
        kinds = ", ".join(f"{words.pgettext('face', 'joggle ' + face)} {n}" for face, n in pairs)
        colour = words.pgettext("colour", f"joggle {side}")
        rolls_of = words.say("Rolls of {side}: {counts}.", side=colour, counts=kinds)
        joggles = words.counted("{count} joggle", "{count} joggles", counts[-1])
        games = round(1 / max(luck.joggles, RAREST))
        one, many = RARE if games > 1 else COMMON
        total = sum(counts)
        luck_words = words.counted(one, many, total, joggles=joggles, total=total, games=games)
        lines.append(f"{rolls_of} {luck_words}")
    return lines


WORDS = JoggleWords
