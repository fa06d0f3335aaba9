"""``schiri engine``: moves, perft, apply and why, from a position's text alone.

Decides what is printed.  Must not know one of the games.
"""

from typing import TYPE_CHECKING, cast

import click
from schiri_engines import programs
from schiri_engines.game import BoardGame
from schiri_engines.perft import perft as count_sequences
from schiri_engines.refusals import MalformedText
from schiri_engines.registry import game_class, names_for

from schiri.cli.command import Group
from schiri.cli.games import game_verb
from schiri.cli.language import reader
from schiri.match_options import for_rules

if TYPE_CHECKING:
    from schiri_engines.switch.game import Switch

POSITION = click.Argument(["position"])
DEPTHS = tuple("0123456789")


@click.group(cls=Group)
def engine() -> None:
    """Ask the rules about one position of a board game."""


def load(game: str, position: str, options: dict[str, str]) -> BoardGame:
    """Return the game at this position; options of a match are ignored."""
    if "=" in position:
        raise MalformedText("bad-position", position, "ROWS SIDE ...")
    return cast(BoardGame, game_class(game).from_position(position, for_rules(game, options)))


@game_verb(POSITION, games=names_for)
def moves(game: str, options: dict[str, str], position: str) -> None:
    """Print the legal moves, one a line."""
    board = load(game, position, options)
    for text in sorted(board.move_text(move) for move in board.legal_moves()):
        print(text)


@game_verb(POSITION, click.Argument(["depth"]), games=names_for)
def perft(game: str, options: dict[str, str], position: str, depth: str) -> None:
    """Print the number of move sequences of exactly DEPTH plies; repetition is not counted."""
    board = load(game, position, options)
    if depth not in DEPTHS:
        raise MalformedText("bad-depth", depth, f"{DEPTHS[0]}-{DEPTHS[-1]}")
    uncounted = {name: "off" for name in board.options if name == "repetition"}
    board = load(game, position, {**options, **uncounted})
    print(count_sequences(board, int(depth)))


@game_verb(POSITION, click.Argument(["texts"], nargs=-1, metavar="MOVE..."), games=names_for)
def apply(game: str, options: dict[str, str], position: str, texts: tuple[str, ...]) -> None:
    """Print the position that the moves reach, and how the game ended if it did."""
    board = load(game, position, options)
    for move in [move for text in texts for move in programs.parse_moves(board, text)]:
        board.play(move)
    print(board.board_text())
    outcome = board.outcome()
    if outcome and outcome.rule:
        winner = board.colours[outcome.winners[0]] if outcome.winners else "draw"
        print("over", winner, outcome.rule)


@game_verb(POSITION, click.Argument(["text"], metavar="MOVE"), games=names_for)
def why(game: str, options: dict[str, str], position: str, text: str) -> int:
    """Print "legal", or why a move is refused: code, rule, cells and words."""
    board = load(game, position, options)
    for move in programs.parse_moves(board, text):
        refusal = board.why_not(move)
        if refusal:
            print(reader().words.refusal_line(refusal, board.SIZE))
            return 1
        board.push(move)
    print("legal")
    return 0


def solved() -> tuple[str, ...]:
    """Return the games whose positions' values are known."""
    return ("switch",)


@game_verb(POSITION, games=solved)
def value(game: str, options: dict[str, str], position: str) -> None:
    """Print "win N", "loss N" or "draw": N plies until the game is over with best play."""
    from schiri_engines.switch.programs import value_of

    from schiri.games.switch.values import lost_positions, value_text

    board = cast("Switch", load(game, position, options))
    print(value_text(value_of(board, lost_positions())))


@game_verb(POSITION, games=solved)
def best(game: str, options: dict[str, str], position: str) -> None:
    """Print the moves that keep the position's value, the best first, each with its own."""
    from schiri_engines.switch.programs import worths_of

    from schiri.games.switch.values import lost_positions, outcome_of, value_text

    board = cast("Switch", load(game, position, options))
    worths = worths_of(board, lost_positions())
    # A slower win is a win: it keeps the value of the position.
    for move, worth in worths:
        if outcome_of(worth) == outcome_of(worths[0][1]):
            print(board.move_text(move), value_text(worth))


for command in (moves, perft, apply, why, value, best):
    engine.add_command(command)
