"""Joggle: marbles to place, rolls that no field was free for, and how the dice fell.

Decides the keys of its states and events.  Must not decide what is legal.
"""

from collections.abc import Mapping
from copy import deepcopy
from typing import Self, cast

from schiri_engines.game import BoardGame
from schiri_engines.grid import parse_rows
from schiri_engines.joggle.game import Joggle
from schiri_engines.joggle.programs import roll_had_no_field, skipped
from schiri_engines.options import chosen_options
from schiri_engines.table import UNDO, Table

from schiri.events import Cause, Common, End, Entry, Event, PlayerEvent, RuleEvent, State
from schiri.games.adapter import rules_of
from schiri.games.board import BoardAdapter, OnBoard, colours_of, position_of
from schiri.games.joggle.luck import FACES, luck_of
from schiri.texts import N_, Words

# Stand-ins for the colours of the printed board, as rows and as one letter a cell.
DEFAULT = chosen_options(Joggle.OPTIONS, {})["board"]
STAND_IN = parse_rows(DEFAULT, 8, "RGBY")
# The smallest chance that is stated.
RAREST = 1e-9
# More rolls than any log has.
MOST_ROLLS = 100_000


class JoggleState(State, OnBoard):
    """The position, how many marbles each has to place, and the colours."""

    position: str
    left: Mapping[str, int]
    colours: Mapping[str, str]


class Reroll(RuleEvent, kind="reroll"):
    """A roll that no field was free for, and that is rolled again."""


class TurnLost(RuleEvent, kind="turn-lost"):
    """A roll that no field was free for, after which the turn passes."""


class Skip(PlayerEvent, kind="skip"):
    """Somebody has no marble left to place, and is skipped."""


class JoggleEnd(End):
    """The end of a game; ``rolls`` counts the rolls of each side, of each kind."""

    rolls: Mapping[str, tuple[int, ...]] | None = None

    @classmethod
    def parse(cls, value: object) -> Self:
        found = super().parse(value)
        for counts in (found.rolls or {}).values():
            if len(counts) != len(FACES) or not all(0 <= each <= MOST_ROLLS for each in counts):
                raise ValueError(counts)
        return found


class JoggleAdapter(BoardAdapter):
    """Joggle on the PC."""

    rules = rules_of("JO", 13, mixed=(6, 9, 11, 12), house=(2, 5, 13))
    events = (Reroll, TurnLost, Skip, JoggleEnd)
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
        Reroll.KIND: N_("No field can be used for this roll: roll again. (JO-5, house rule)"),
        TurnLost.KIND: N_(
            "No field can be used for this roll: the turn is lost. (JO-5, house rule)"
        ),
        Skip.KIND: N_("{name} has no marble left to place and is skipped. (JO-5, house rule)"),
    }

    def state(self, table: Table, common: Common) -> State:
        left = dict(zip(table.names, game_of(table).supplies, strict=True))
        return JoggleState(*common, position_of(table), left, colours_of(table))

    def lot_rule(self, options: Mapping[str, str]) -> str:
        """Return the rule by which it is drawn who starts."""
        return "JO-13"

    def fields(self, game: BoardGame) -> str:
        assert isinstance(game, Joggle)
        return game.board

    def targets(self, game: BoardGame, cell: int | None) -> list[int]:
        """Return where a marble may go; one that is placed needs no marble to be picked before."""
        assert isinstance(game, Joggle)
        if cell is None and not game.all_placed():
            return list(game.free_cells())
        return super().targets(game, cell)

    def consequences(self, table: Table, entry: Entry) -> list[Event]:
        """Return a roll without a usable field, and skipped players."""
        if not table.is_move(entry):
            return []
        game = game_of(table)
        events: list[Event] = []
        if roll_had_no_field(game):
            events.append(TurnLost("JO-5") if game.passes else Reroll("JO-5"))
        for seat in skipped(game):
            events.append(Skip(table.names[seat], "JO-5"))
        return events

    def end(self, table: Table, winner: tuple[str, ...], rule: str) -> End:
        """Return the end, and what each side has rolled."""
        return JoggleEnd(winner, rule, roll_counts(table))

    def own_causes(self, table: Table, is_played: bool) -> tuple[Cause, ...]:
        """Return who completed the goal for whom."""
        game, outcome = game_of(table), table.outcome()
        goal = (("figures", "".join(f"{count}{kind}" for kind, count in game.goal.items())),)
        if not is_played or not outcome:
            return (Cause("goal-lies", (), goal),)
        # The turn has passed on.
        mover = (game.seat - 1) % len(table.names)
        if mover in outcome.winners:
            return (Cause("goal-completed", (table.names[mover],), goal),)
        winners = ", ".join(table.names[seat] for seat in outcome.winners)
        return (Cause("goal-given", (table.names[mover], winners), goal),)

    def part_words(self, words: Words, game: str, part: str, text: str) -> str:
        if part == "figures":
            return goal_words(words, text)
        return super().part_words(words, game, part, text)

    def seat_note(self, words: Words, state: State, name: str) -> str:
        """Return how many marbles somebody has to place."""
        assert isinstance(state, JoggleState)
        left = state.left[name]
        text = words.gettext("Marbles to place: {count}")
        return text.format(count=left) if left else ""

    def turn_notes(self, words: Words, state: State) -> list[str]:
        """Return the roll as a sentence."""
        assert isinstance(state, JoggleState)
        return [words.pgettext("die", state.position.split()[2])] if state.phase == "move" else []

    def ending_lines(self, words: Words, end: End) -> list[str]:
        return luck_lines(words, end)

    def option_text(self, words: Words, name: str, value: str) -> str:
        """Return a value as words; the stand-in board by its name.

        Shape: a board is rows, or the letters of its fields from a1 on.
        """
        is_stand_in = name == "board" and value in (DEFAULT, STAND_IN)
        return words.gettext("our stand-in board") if is_stand_in else value


def roll_counts(table: Table) -> dict[str, tuple[int, ...]]:
    """Return how often each side has rolled each of R G B Y J, before corrections as well."""
    game, past = game_of(table), deepcopy(table)
    counts = {side: [0] * len(FACES) for side in game.colours[:2]}
    while past.entries:
        entry = past.entries[-1]
        past.apply(UNDO)
        if isinstance(entry, int) and entry & Joggle.ROLL == Joggle.ROLL:
            counts[game_of(past).side][entry & 7] += 1
    return {side: tuple(each) for side, each in counts.items()}


def game_of(table: Table) -> Joggle:
    """Return the game on a table of Joggle."""
    return cast(Joggle, table.game)


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
    """Return how the dice fell for each side, and how likely that is.

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
        rolls_of = words.gettext("Rolls of {side}: {counts}.").format(side=colour, counts=kinds)
        joggles = words.counted("{count} joggle", "{count} joggles", counts[-1])
        games = round(1 / max(luck.joggles, RAREST))
        if games > 1:
            text = words.ngettext(
                "{joggles} in {total} roll; as many or more happen in 1 of {games} games.",
                "{joggles} in {total} rolls; as many or more happen in 1 of {games} games.",
                sum(counts),
            )
        else:
            text = words.ngettext(
                "{joggles} in {total} roll; most games have as many or more.",
                "{joggles} in {total} rolls; most games have as many or more.",
                sum(counts),
            )
        luck_words = text.format(joggles=joggles, total=sum(counts), games=games)
        lines.append(f"{rolls_of} {luck_words}")
    return lines


ADAPTER = JoggleAdapter()
