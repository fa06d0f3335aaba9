"""Joggle's engine and the reference implementation in lockstep: they must agree on every state.

Decides what is compared.  The caller chooses the moves; see `joggle_steering`.
"""

import random

from schiri_engines.joggle.game import Joggle
from schiri_engines.joggle.programs import roll_had_no_field, skipped
from schiri_engines.refusals import Outcome

from tests.engines import plain_joggle as plain
from tests.engines.lockstep import Lockstep, reason
from tests.engines.plain_figures import is_packed

ALL_TEXTS = [
    *plain.DIE,
    *plain.CELLS,
    *(one + sign + two for one in plain.CELLS for two in plain.CELLS for sign in "-x"),
]
# Number of them tried on each state, besides some nearly legal ones.
TRIED = 12


class JoggleLockstep(Lockstep[Joggle, plain.Game]):
    closeness = 0.3

    def snapshot(self, game: Joggle) -> tuple[object, ...]:
        return (
            game.board_text(),
            game.turn,
            game.phase,
            game.colours,
            tuple(game.supplies),
            game.outcome(),
            game.free_cells(),
            game.winning_cells(),
            tuple(skipped(game)),
            roll_had_no_field(game),
            tuple(game.legal_moves()),
        )

    def applied(self, text: str) -> plain.Game:
        assert plain.why(self.state, text) is None
        return plain.apply(self.state, text)

    def why(self, text: str) -> plain.Why | None:
        return plain.why(self.state, text)

    def push(self, move: int) -> None:
        before, text = self.state, self.game.move_text(move)
        super().push(move)
        self._compare_what_is()
        self._note(before, text)

    def compare(self, rng: random.Random) -> None:
        self.compare_moves(plain.legal_moves(self.state))
        on = plain.usable(self.state) if self.game.phase == "move" else []
        assert [self.game.cell_text(cell) for cell in self.game.free_cells()] == on
        self._compare_refusals(rng)
        self._compare_position()

    # The comparisons

    def _compare_what_is(self) -> None:
        game, state = self.game, self.state
        phase = "over" if state.winner else "move" if state.roll else "roll"
        assert game.board_text() == plain.write(state)
        assert (game.phase, game.turn) == (phase, None if state.winner else state.seat)
        assert (game.colours, tuple(game.supplies)) == (state.colours, state.left)
        assert game.outcome() == outcome_of(state)
        assert game.cells() == "".join(state.board[cell] for cell in plain.CELLS)
        assert game.letters(range(64)) == list(game.cells())
        won = {plain.CELLS[cell] for cell in game.winning_cells()}
        if state.winner:
            assert won <= plain.cells_with(state.board, state.winner)
            assert is_packed(frozenset(won), state.rules.goal)
        else:
            assert won == set()

    def _note(self, before: plain.Game, text: str) -> None:
        """Count the effects of a move or a roll, and compare the engine's report of them."""
        after, seen = self.state, self.seen
        in_vain = text in plain.DIE and not after.roll
        out = (after.turns - before.turns) - (0 if text in plain.DIE else 1)
        if in_vain:
            seen["pass" if before.rules.passes else "reroll"] += 1
            out -= before.rules.passes
        assert roll_had_no_field(self.game) == in_vain
        seats = len(after.colours)
        assert skipped(self.game) == [(after.seat - n) % seats for n in range(out, 0, -1)]
        seen["skip"] += out
        seen["rolls" if text in plain.DIE else "moves"] += 1
        if text not in plain.DIE:
            self._note_move(before, text)

    def _note_move(self, before: plain.Game, text: str) -> None:
        after, seen = self.state, self.seen
        kind = {2: "placement"}.get(len(text)) or ("swap" if "x" in text else "move")
        seen[kind] += 1
        seen["32nd placement"] += len(text) == 2 and plain.all_placed(after)
        if kind != "placement":
            own = plain.figures(plain.cells_with(before.board, before.side), before.rules.goal)
            seen["out of a figure"] += any(text[:2] in figure for figure in own)
            distance = abs(ord(text[0]) - ord(text[3])) + abs(int(text[1]) - int(text[4]))
            seen["swap of neighbours"] += kind == "swap" and distance == 1
        if after.winner:
            seen[f"goal {before.rules.goal}"] += 1
            who = "own" if after.winner == before.side else "other"
            seen[f"{kind} wins for {before.side}'s {who} colour"] += 1

    def _compare_refusals(self, rng: random.Random) -> None:
        for text in rng.sample(ALL_TEXTS, TRIED) + self._nearly_legal(rng):
            no = self.game.why_not(self.game.parse_move(text))
            assert reason(self.game, no) == self.why(text), (self.game.board_text(), text)
            if no:
                self.seen["refusal " + no.code] += 1

    def _nearly_legal(self, rng: random.Random) -> list[str]:
        """Return placements, moves and swaps whose cells have the right contents."""
        board, side = self.state.board, self.state.side
        own, theirs, free = (
            sorted(plain.cells_with(board, letter)) for letter in (side, plain.other(side), ".")
        )
        # All placements, where figures may be barred.
        texts = rng.sample(free, 6) if plain.all_placed(self.state) else free + own[:1] + theirs[:1]
        if own and theirs:
            texts += [f"{rng.choice(own)}x{rng.choice(theirs)}" for _ in range(6)]
            texts += [f"{rng.choice(own)}-{rng.choice(free)}" for _ in range(3)]
        return texts

    def _compare_position(self) -> None:
        """Compare a game that begins at this position: its state depends on the position only."""
        text, rules = plain.write(self.state), self.state.rules
        alone = Joggle.from_position(text, plain.options_of(rules))
        assert alone.board_text() == text
        if not self.state.winner:
            assert (alone.turn, alone.phase) == (self.game.turn, self.game.phase)
            assert alone.supplies == self.game.supplies
            assert alone.legal_moves() == self.game.legal_moves()
        else:
            assert (alone.turn, alone.phase, alone.legal_moves()) == (None, "over", [])


def outcome_of(state: plain.Game) -> Outcome | None:
    if not state.winner:
        return None
    seats = [seat for seat, colour in enumerate(state.colours) if colour == state.winner]
    return Outcome(tuple(seats), "JO-7")
