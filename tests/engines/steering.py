"""Pilots that steer games of Switch to where the rules are hard: random play never gets there.

Decides which move comes next.  Must not judge anything: it asks the engine for the effect of a
move, and `differential` checks the engine's answers.
"""

import random
from collections.abc import Callable
from typing import TypeVar

from schiri_engines.switch.game import Switch

from tests.engines import plain_switch as plain
from tests.engines.lockstep import Pilot, at_random
from tests.engines.switch_table import ending_of

Said = TypeVar("Said")


def tight_position(rng: random.Random) -> str:
    """Return a position in which one colour is connected, or a few exchanges away from it."""
    own = {rng.choice(plain.CELLS)}
    while len(own) < 12:
        own.add(rng.choice(sorted(set().union(*(plain.NEIGHBOURS[cell] for cell in own)) - own)))
    rest = [cell for cell in plain.CELLS if cell not in own]
    free = rng.choice(rest)
    colour = rng.choice(plain.BOTH)
    other = plain.other(colour)
    board = {cell: colour if cell in own else other for cell in plain.CELLS} | {free: "."}
    for _ in range(rng.choice((0, 1, 1, 2, 2, 3))):
        one, two = rng.sample(plain.CELLS, 2)
        board[one], board[two] = board[two], board[one]
    return f"{plain.write_board(board)} {rng.choice(plain.BOTH)}"


def groups(game: Switch, colour: str) -> int:
    return plain.groups(
        cell for cell, lies in zip(plain.CELLS, game.cells(), strict=True) if lies == colour
    )


def after(game: Switch, move: int, ask: Callable[[Switch], Said]) -> Said:
    game.push(move)
    said = ask(game)
    game.pop()
    return said


def gathering(game: Switch, rng: random.Random) -> int | None:
    """Choose a move after which the mover has few groups, as people do; or any move."""
    moves: list[int] = game.legal_moves()
    if not moves or rng.random() < 0.2:
        return at_random(game, rng)
    side = game.side
    few = rng.sample(moves, min(len(moves), 8))
    return min(few, key=lambda move: after(game, move, lambda then: groups(then, side)))


def towards(ending: str) -> Pilot[Switch]:
    """Return a pilot that looks for one ending, such as ``b won``, two moves ahead."""
    last, kind = ending.split()
    is_counter = kind not in ("alone", "both")

    def pilot(game: Switch, rng: random.Random) -> int | None:
        moves: list[int] = game.legal_moves()
        rng.shuffle(moves)
        quiet = []
        for move in moves:
            found = after(game, move, ending_of)
            if found == ending:
                return move
            if found is None:
                quiet.append(move)
        if is_counter and game.side != last:
            for move in quiet:
                if after(game, move, lambda then: can_end(then, ending)):
                    return move
        return quiet[0] if quiet else (moves[0] if moves else None)

    return pilot


def can_end(game: Switch, ending: str) -> bool:
    """Return whether a counter is due that can end the game in this way."""
    return game.counter and any(
        after(game, move, ending_of) == ending for move in game.legal_moves()
    )


def shuttle() -> Pilot[Switch]:
    """Return a pilot for two players who each move the same stone repeatedly: SW-9."""
    last: dict[str, int] = {}

    def pilot(game: Switch, rng: random.Random) -> int | None:
        moves = [move for move in game.legal_moves() if "-" in game.move_text(move)]
        same = [move for move in moves if game.move_cells(move)[0] == last.get(game.side)]
        move = rng.choice(same or moves) if moves else None
        if move is not None:
            last[game.side] = game.move_cells(move)[1]
        return move

    return pilot


def drying(game: Switch, rng: random.Random) -> int | None:
    """Place stones so that both colours form groups and, at last, no placement is possible."""
    moves: list[int] = game.legal_moves()
    if game.phase != "place":
        return None if game.phase == "play" else rng.choice(moves)
    board = plain.read_board(game.position().split()[0])
    lie = sum(letter != "." for letter in board.values())
    if lie >= 19:
        rng.shuffle(moves)
        return min(moves, key=lambda move: after(game, move, places_left))
    beside = []
    for move in moves:
        _, cell, colour = game.move_text(move).split()
        if any(board[each] == colour for each in plain.NEIGHBOURS[cell]):
            beside.append(move)
    return rng.choice(beside or moves)


def places_left(game: Switch) -> int:
    return 0 if game.is_void() else len(game.legal_moves())
