"""An engine and the reference implementation in lockstep: they must agree on every state.

Decides what is compared.  The caller chooses the moves; see `steering`.
"""

import random

from schiri_device.games import adapter_of
from schiri_engines.refusals import Outcome
from schiri_engines.switch.game import Switch

from tests.engines import plain_switch as plain
from tests.engines.lockstep import Lockstep, reason

SIGNS = "-x"
# Every text that can be a move while stones are moved, including pointless ones.
MOVE_TEXTS = [one + sign + two for one in plain.CELLS for two in plain.CELLS for sign in SIGNS]
ALL_TEXTS = MOVE_TEXTS + plain.set_up_texts()
# Number of them tried on each state. Set-up texts are all tried.
TRIED = 24


def snapshot(game: Switch) -> tuple[object, ...]:
    """Return the complete state of a game, without questions about moves."""
    return (
        game.board_text(),
        game.turn,
        game.phase,
        game.colours,
        game.counter,
        game.outcome(),
        adapter_of("switch").signs_of(game),
        game.is_void(),
        tuple(game.legal_moves()),
    )


class SwitchLockstep(Lockstep[Switch, plain.State]):
    def snapshot(self, game: Switch) -> tuple[object, ...]:
        return snapshot(game)

    def applied(self, text: str) -> plain.State:
        self.seen["moves"] += 1
        return plain.apply(self.state, text)

    def why(self, text: str) -> plain.Why | None:
        return plain.why(self.state, text)

    def compare(self, rng: random.Random) -> None:
        self._compare_what_is()
        self._compare_mirror()
        self.compare_moves(plain.legal_moves(self.state))
        self._compare_refusals(rng)
        if isinstance(self.state, plain.Game):
            self._compare_play(self.state)
            self._compare_position(self.state)

    # The comparisons

    def _compare_what_is(self) -> None:
        game, state = self.game, self.state
        assert game.board_text() == plain.write(state)
        if isinstance(state, plain.SetUp):
            complete = plain.is_complete(state.board)
            assert (game.phase, game.turn) == ("choose" if complete else "place", state.placer)
            assert game.is_void() == state.has_run_dry
            assert (game.colours, game.counter, game.outcome()) == ("", False, None)
            self.seen["void"] += state.has_run_dry
            return
        end = plain.outcome(state)
        assert game.colours == state.colours
        assert game.phase == ("over" if end else "play")
        assert game.turn == (None if end else state.colours.index(state.side))
        assert game.outcome() == outcome_of(state)
        assert game.counter == plain.is_counter_due(state)
        if end:
            self.seen["ending " + str(plain.ending(state))] += 1
        self.seen[f"counter due {state.side}"] += game.counter

    def _compare_mirror(self) -> None:
        board = self.state.board
        assert self.game.cells() == "".join(board[cell] for cell in plain.CELLS)
        assert self.game.letters(range(25)) == list(self.game.cells())
        assert self.game.board_text().split()[0] == plain.write_board(board)

    def _compare_refusals(self, rng: random.Random) -> None:
        placing = isinstance(self.state, plain.SetUp)
        texts = plain.set_up_texts() if placing else rng.sample(MOVE_TEXTS, TRIED)
        for text in [*texts, rng.choice(ALL_TEXTS)]:
            no = self.game.why_not(self.game.parse_move(text))
            assert reason(self.game, no) == self.why(text), (self.game.board_text(), text)
            if no:
                self.seen["refusal " + no.code] += 1

    def _compare_play(self, state: plain.Game) -> None:
        """Compare the information beside the rules: counts, warnings, the winning group."""
        game = self.game
        if state.stood is not None:
            assert game.repetition_count() == state.stood.count(plain.stands(state))
        free = plain.CELLS.index(plain.cells_with(state.board, ".")[0])
        assert (game.side, game.free_cell()) == (state.side, free)
        end = plain.outcome(state)
        winner = end[0] if end and end[0] != "draw" else None
        won = [plain.CELLS[cell] for cell in game.winning_cells()]
        assert sorted(won) == (plain.cells_with(state.board, winner) if winner else [])
        is_counter = plain.is_counter_due(state)
        for move in game.legal_moves():
            after = plain.moved(state, game.move_text(move), is_counter)
            careful = game.warning(move)
            assert (careful is not None) == ((plain.outcome(after) or "")[1:] == ("SW-6",))
            if careful:
                self.seen["refusal " + careful.code] += 1
                connected = tuple(plain.cells_with(after.board, after.side))
                assert reason(game, careful) == ("SW-6", connected)

    def _compare_position(self, state: plain.Game) -> None:
        """Compare a game that begins at this position: its state depends on the position only."""
        text = plain.stands(state)
        alone, plainly = Switch.from_position(text), plain.read(text)
        assert alone.board_text() == plain.write(plainly)
        assert alone.outcome() == outcome_of(plainly)
        assert alone.counter == plain.is_counter_due(plainly)
        assert sorted(map(alone.move_text, alone.legal_moves())) == plain.legal_moves(plainly)


def outcome_of(state: plain.Game) -> Outcome | None:
    end = plain.outcome(state)
    if end is None:
        return None
    winners = () if end[0] == "draw" else (state.colours.index(end[0]),)
    return Outcome(winners, end[1])
