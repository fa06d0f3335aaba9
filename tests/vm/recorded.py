"""The recorded games of the playthroughs, added to a digest; they run on MicroPython."""

import gc

from schiri_engines.perft import perft
from schiri_engines.programs import parse_moves
from schiri_engines.refusals import MalformedText, Refused
from schiri_engines.registry import game_class
from schiri_engines.table import Table

from tests.vm.digest import see_contract

MOST_MOVES = 500


def play_recorded(digest, dice, lines, every: int) -> None:
    """Carry out the commands among some lines, of each ``every``-th game."""
    games, table = 0, None
    for read in lines:
        line = read.rstrip("\n")
        if line[:1] in ("", " ", "#"):
            continue
        # The moves of a full board are a long list, which needs one free piece of the heap.
        gc.collect()
        try:
            if line.startswith("begin "):
                take_back(digest, table)
                games, table = games + 1, None
                if games % every == 0:
                    table = begun(line)
            elif table:
                for command in line.split(" ; "):
                    carry_out(digest, table, command)
        except MalformedText as bad:
            digest.add(bad.code + bad.found + bad.wanted)
        except Refused as no:
            digest.add(no.refusal)
        if table:
            see(digest, dice, table)
    take_back(digest, table)


def begun(line: str) -> Table:
    """Return the table of a line ``begin GAME NAME... [KEY=VALUE...] [at POSITION]``."""
    words, _, position = line.partition(" at ")
    name, *rest = words.split()[1:]
    names = tuple([word for word in rest if "=" not in word])
    options = dict([word.split("=", 1) for word in rest if "=" in word])
    kind = game_class(name)
    game = kind.from_position(position, options) if position else kind(options, len(names))
    return Table(game, names)


def carry_out(digest, table, command: str) -> None:
    word, game = command.split(" ")[0], table.game
    if word == "perft":
        digest.add(perft(game, 1))
    elif word == "moves":
        # There may be thousands of placements of cards.
        for at, move in enumerate(game.legal_moves()):
            digest.add(game.move_text(move))
            if at == MOST_MOVES:
                break
    elif word == "refusals":
        for move in range(0, 1 << 16, 97):
            digest.add(game.why_not(move))
    elif word not in ("position", "presses", "summary"):
        # A host's `CommandTable` does both; MicroPython cannot load it.
        is_rolled = game.ROLL and word not in table.own_words
        entries = parse_moves(game, command) if is_rolled else [table.parse(command)]
        digest.add(command)
        for entry in entries:
            if not (isinstance(entry, tuple) and entry[0] in game.QUESTIONS):
                digest.add(table.try_apply(entry))
            elif entry[0] == "which":
                digest.add(game.game.fitting(entry[1]))


def take_back(digest, table) -> None:
    """Undo everything, after the texts of all entries."""
    if table:
        digest.add([table.text(entry) for entry in table.entries])
        while table.try_apply(("undo",)) is None:
            digest.add(table.game.position())


def see(digest, dice, table) -> None:
    game = table.game
    digest.add([table.turn, table.phase, table.outcome(), game.position()])
    see_contract(digest, dice, game)
    if game.SIZE:
        digest.add([game.winning_cells(), game.colours, game.board_text()])
    if game.NAME == "zwoggel":
        digest.add([game.penalties, game.traps, game.threes, game.effects])
