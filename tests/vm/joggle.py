"""Games of Joggle by players who end them, added to a digest; they run on MicroPython."""

import gc

from schiri_engines.joggle.game import Joggle
from schiri_engines.referee_table import RefereeTable
from schiri_engines.refusals import MalformedText

from tests.vm.digest import see_contract

# Both colours are near the goal of squares, and of rectangles.
NEAR = (
    "bww...bb/ww..b.bb/.bb...../wb.wb..b/.wb....w/.bwwwb.w/bw.ww.b./w....... b - 32",
    "...w..bb/.wwwwbbb/.wwbb.../..bbb.../..wbb.../.wwww.../.wwww.bb/......bb w - 32",
    "......../......../......../......../......../......../......../........ w - 0",
)
# Most turns of a game.
TURNS = 150
YELLOW = "/".join(["RRGGBBYY"] + ["YYYYYYYY"] * 7)


def play_game(digest, dice, turns: int) -> None:
    options = {"goal": dice.choice(("1R", "4S", "2S", "1R1S", "2R", "2R1S"))}
    for name in ("extreme", "teams", "swap-may-complete-opponent"):
        options[name] = dice.choice(("off", "on"))
    if dice.below(3) == 0:
        options["no-field"] = "pass"
        options["board"] = YELLOW
    position = dice.choice(NEAR)
    if options.get("no-field") and options["teams"] == "on":
        position += " 8,8,8,8" if position[-1] == "0" else " 0,0,0,0"
    table = RefereeTable(Joggle.from_position(position, options), ("Ann", "Ben", "Cleo", "Dan"))
    for _ in range(turns):
        # The moves of a full board are a long list, which needs one free piece of the heap.
        gc.collect()
        game = table.game
        moves = game.legal_moves()
        digest.add(game.position())
        see_contract(digest, dice, game)
        for move in moves:
            digest.add(game.move_text(move))
        digest.add(str(table.turn) + table.phase + str(game.left()) + str(game.skipped()))
        cells = [game.cell_text(dice.below(64)) for _ in range(2)]
        for wrong in (cells[0], "-".join(cells), "x".join(cells), dice.choice("RGBYJ")):
            digest.add(game.why_not(game.parse_move(wrong)))
        if dice.below(12) == 0:
            digest.add(table.try_apply(("undo",)))
        elif table.outcome():
            digest.add(table.outcome())
            digest.add(game.winning_cells())
        elif moves:
            digest.add(table.try_apply(greedy(game, moves, dice)))
    for text in ("R:a1", "d4:d5", "set turn Cleo", "set position x", "a1xi9", ""):
        try:
            digest.add(table.parse_all(text))
        except MalformedText as bad:
            digest.add(bad.code + bad.found + bad.wanted)
    digest.add([table.text(entry) for entry in table.entries])


def greedy(game, moves: list, dice):
    """Return a move that ends the game if one of a few does, otherwise any."""
    move = dice.choice(moves)
    for _ in range(8):
        other = dice.choice(moves)
        game.push(other)
        if game.outcome():
            move = other
        game.pop()
    return move
