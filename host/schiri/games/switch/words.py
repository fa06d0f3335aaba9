"""Switch in words: moves, the free set-up, and the counter.

Must not know the table.
"""

from schiri_engines.switch.movegen import STONES_EACH

from schiri.events import State
from schiri.games.switch.rulings import Counter, SwitchState, Void
from schiri.games.words import HOUSE, GameWords, rules_of
from schiri.texts import N_, Words


class SwitchWords(GameWords):
    """The words of Switch."""

    rules = rules_of("SW", 11, mixed=(2, 3), house=(9, 10, 11))
    option_rules = {"repetition": ("SW-9", HOUSE)}
    moves = (
        (r"(?P<first>\w\d)-(?P<then>\w\d)", N_("{name} moves from {first} to {then}")),
        (r"(?P<first>\w\d)x(?P<then>\w\d)", N_("{name} swaps {first} and {then}")),
        (r"place (?P<cell>\w\d) (?P<colour>[bw])", N_("{name} places a stone on {cell}: {colour}")),
        (r"choose (?P<colour>[bw])", N_("{name} chooses: {colour}")),
    )
    forms = (
        ("a1-c3", N_("a stone of yours to the free field")),
        ("a1xa4", N_("swap two stones, yours first")),
        ("place c3 b", N_("free set-up: place a stone, b dark, w light")),
        ("choose b", N_("free set-up: choose a colour")),
    )
    sentences = {
        Void.KIND: N_("No stone can be placed any more: the set-up begins again."),
        Counter.KIND: N_("{name} has one more move."),
    }
    cheers = {
        Void.KIND: ("tense", N_("The set-up begins again.")),
        Counter.KIND: ("tense", N_("{other} is connected: {name} has ONE move!")),
    }

    def turn_notes(self, words: Words, state: State) -> list[str]:
        """Return the note on a due counter, or in a free set-up on the stones still to place."""
        assert isinstance(state, SwitchState)
        if state.phase == "place":
            stones = state.position.split()[0]
            dark, light = (STONES_EACH - stones.count(letter) for letter in "bw")
            return [
                words.say("Stones to place: {dark} dark, {light} light.", dark=dark, light=light)
            ]
        if not state.counter:
            return []
        other = next((name for name in state.colours if name != state.turn), "")
        return [
            words.say(
                "The stones of {other} hang together: if this move does not help, {other} wins.",
                other=other,
            )
        ]


WORDS = SwitchWords
