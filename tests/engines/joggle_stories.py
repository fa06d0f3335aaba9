"""Short games of Joggle told as text: what perft cannot see, for whole and for edited engines.

Each story takes a function that imports a module of the engines and returns lines; the lines
that the rules want are in `test_joggle_mutation`.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.engines import plain_joggle as plain
from tests.engines.fresh import Engines
from tests.engines.joggle_table import FEW_RED, TABLE

Story = Callable[[Engines], list[str]]

EMPTY = plain.write_rows(plain.empty())


def tell(game: Any, text: str) -> str:
    """Make moves, or not, and say what comes of it."""
    for move in game.parse_moves(text):
        no = game.why_not(move)
        if no:
            return f"{text}: {no.code} {','.join(game.cell_text(cell) for cell in no.cells)}"
        game.push(move)
    vain = " in vain" if game.roll_had_no_field() else ""
    skipped = "".join(f" {seat} is skipped" for seat in game.skipped())
    words = game.position().split()[1:]
    return f"{text}: {game.phase} {game.turn} {' '.join(words)} {game.left()}{vain}{skipped}"


def seats_story(engines: Engines) -> list[str]:
    """Four seats that pass on a board with two red fields: turns, supplies, who is skipped."""
    options = {"teams": "on", "no-field": "pass", "board": FEW_RED, "goal": "4S"}
    game = engines("joggle").Joggle(options)
    told = [f"{game.colours} {game.board.count('R')}", tell(game, "R:d5"), tell(game, "R:f3")]
    # Nobody can place on red any more: two roll it and fall behind, the others run out first.
    cells = iter([cell for cell in plain.CELLS if cell not in ("d5", "f3")])
    seats = ""
    while not game.all_placed():
        seats += str(game.seat)
        is_behind = game.seat > 1 and any(game.left()[:2])
        line = tell(game, "R" if is_behind else "J:" + next(cells))
        told += [line] if len(seats) < 5 or game._turns in (30, 31, 34, 58) else []
    told += [seats, tell(game, "J"), f"{len(game.legal_moves())} moves"]
    back = []
    while "- 0 " not in game.position():
        game.pop()
        back += [game.position().split(" ", 1)[1]] if game.skipped() else []
    return [*told, *back[:2], f"back {game.left()}"]


def rolls_story(engines: Engines) -> list[str]:
    """A roll with no field is rolled again, or passes; which fields each colour has."""
    told = []
    for no_field in ("reroll", "pass"):
        game = engines("joggle").Joggle({"no-field": no_field, "board": FEW_RED, "start": "b"})
        texts = "d4 R R d5 R:f3 R R:a1 J J:a1 G a1"
        told += [no_field, *(tell(game, text) for text in texts.split())]
        game.pop()
        told.append(game.position())
    game = engines("joggle").Joggle()
    for roll in plain.DIE:
        game.push(game.parse_move(roll))
        free = [game.move_text(move) for move in game.legal_moves()]
        glowing = [game.cell_text(cell) for cell in game.free_cells()]
        told.append(f"{roll} {len(free)} {' '.join(free[:3])} {free == glowing}")
        game.pop()
    return told


CODES = [
    "game-over",
    "wrong-phase",
    "no-usable-field",
    "place-too-late",
    "place-on-marble",
    "place-other-colour",
    "figure-too-early",
    "marble-move-too-early",
    "marble-move-from-free",
    "marble-move-not-yours",
    "marble-move-onto-marble",
    "marble-move-other-colour",
    "marble-swap-too-early",
    "marble-swap-no-joggle",
    "marble-swap-from-free",
    "marble-swap-not-yours",
    "marble-swap-with-free",
    "marble-swap-own",
    "swap-completes",
    "swap-completes-other",
    "swap-breaks",
]


def reasons_story(engines: Engines) -> list[str]:
    """How often each refusal is given, on how many cells, and what the presses lead to."""
    found: Counter[str] = Counter()
    kind = engines("joggle").Joggle
    texts = [f"{one}{sign}{two}" for one in plain.CELLS for two in plain.CELLS for sign in "-x"]
    moves = [kind.parse_move(text) for text in [*plain.DIE, *plain.CELLS, *texts]]
    over = [row for row in TABLE if row.holds == "over"]
    for row in (*TABLE[1::9], *TABLE[-2:], *over[:1]):
        for roll in ("-", "R", "J"):
            rows, side, _, *rest = row.position.split()
            position = " ".join([rows, side, roll, *rest])
            game = kind.from_position(position, plain.options_of(row.rules))
            count_reasons(game, moves, found)
    return [f"{code} {found[code]} {found[code + ' cells']}" for code in [*CODES, "pressed"]]


def count_reasons(game: Any, moves: list[int], found: Counter[str]) -> None:
    """Add why moves are refused, and which presses lead somewhere."""
    for no in map(game.why_not, moves):
        if no:
            found[no.code] += 1
            found[no.code + " cells"] += len(no.cells)
    for cell in range(64):
        found["pressed"] += len(game.moves_from(cell))
        found["pressed cells"] += game.why_not_from(cell) is None


# What is said to be a position, with options; what is wrong about it, or how it stands.
POSITIONS: list[tuple[str, dict[str, str]]] = [
    (f"{EMPTY} w - 0", {}),
    (f"{EMPTY} b - 0", {"start": "w"}),
    (f"{EMPTY} w - 1", {}),
    (f"{EMPTY.replace('.', 'w', 1)} b J 1", {}),
    (f"{EMPTY.replace('.', 'b', 1)} b J 1", {}),
    (f"{EMPTY.replace('.', 'w', 2)} b J 2", {}),
    (f"{EMPTY.replace('.', 'w', 17)} b - 17", {}),
    (f"{EMPTY.replace('.', 'b', 16).replace('.', 'w', 16)} b - 32", {}),
    (f"{EMPTY.replace('.', 'b', 16).replace('.', 'w', 16)} b - 99", {}),
    (f"{EMPTY.replace('.', 'b', 16).replace('.', 'w', 16)} w - 31", {}),
    (f"{EMPTY.replace('.', 'b', 16).replace('.', 'w', 15)} b - 31", {}),
    (f"{EMPTY} w - 9", {"no-field": "pass"}),
    (f"{EMPTY.replace('.', 'w', 3)} w - 4", {"no-field": "pass"}),
    (f"{EMPTY.replace('.', 'w', 2)} w - 4", {"no-field": "pass"}),
    (f"{EMPTY.replace('.', 'w', 16)} w - 40", {"no-field": "pass"}),
    (f"{EMPTY.replace('.', 'w', 16)} b - 41", {"no-field": "pass"}),
    (f"{EMPTY} w - 0 8,8,8,8", {"no-field": "pass", "teams": "on"}),
    (f"{EMPTY} w - 0", {"no-field": "pass", "teams": "on"}),
    (f"{EMPTY} w - 0 8,8,8,8", {"teams": "on"}),
    (f"{EMPTY} w - 0 9,8,7,8", {"no-field": "pass", "teams": "on"}),
    (f"{EMPTY} w - 0 8,8,8", {"no-field": "pass", "teams": "on"}),
    (f"{EMPTY.replace('.', 'w', 1)} b - 1 8,8,7,8", {"no-field": "pass", "teams": "on"}),
    (f"{EMPTY.replace('.', 'w', 1)} b - 3 8,8,7,8", {"no-field": "pass", "teams": "on"}),
    (f"{EMPTY.replace('.', 'w', 1)} b - 3 8,7,7,8", {"no-field": "pass", "teams": "on"}),
    (f"{EMPTY.replace('.', 'w', 1)} w - 8 9,8,6,8", {"no-field": "pass", "teams": "on"}),
    (f"{EMPTY.replace('.', 'w', 8)} w - 40 0,8,8,8", {"no-field": "pass", "teams": "on"}),
    (f"{EMPTY} - - 0", {}),
    (f"{EMPTY} - J 0", {}),
]


def start_story(engines: Engines) -> list[str]:
    """Which positions there can be, who begins, and how a game ends at the table's will."""
    told = [answer(engines, *case) for case in POSITIONS]
    for options in ({}, {"start": "b"}, {"teams": "on"}, {"teams": "on", "start": "b"}):
        game = engines("joggle").Joggle(options)
        told.append(f"{game.colours} {game.seats_for(options)} {game.position()[-5:]}")
    for entry in (("resign", 0), ("resign", 1), ("draw",)):
        for teams in ("off", "on"):
            table = engines("table").Table(engines("joggle").Joggle({"teams": teams}))
            told.append(f"{entry} {table.try_apply(entry)} {table.outcome()}")
    return told


def answer(engines: Engines, position: str, options: dict[str, str]) -> str:
    """Return how a game stands at a position, or what is wrong about that."""
    kind, refusals = engines("joggle").Joggle, engines("refusals")
    try:
        game = kind.from_position(position, options)
    except refusals.MalformedText as bad:
        return f"{bad.code} {bad.found[-40:]} {bad.wanted}"
    return f"{game.position().split(' ', 1)[1]} {game.turn} {game.colours} {game.left()}"


def by_hand_story(engines: Engines) -> list[str]:
    """Somebody is put on turn, or a position is put right: seats, supplies, what is over."""
    told = []
    for options in ({}, {"teams": "on", "no-field": "pass"}):
        table = engines("table").Table(engines("joggle").Joggle(options))
        for text in ("J", "set turn A", "J", "a1", "set turn A", "J", "c1", "set turn B", "J"):
            table.try_apply(table.parse(text))
            words = table.game.position().split(" ", 1)[1]
            told.append(f"{text}: {table.turn} {words} {table.game.left()}")
        for rows in (EMPTY.replace(".", "w", 2), "wwwww..." + EMPTY[8:-8] + "wwwww..."):
            text = f"set position {rows} b - {rows.count('w')}" + " 7,8,7,8" * (len(options) > 0)
            told.append(put(engines, table, text))
        table.try_apply(("undo",))
        told.append(f"{table.turn} {table.game.position()}")
    over = {**plain.empty(), **dict.fromkeys(["a1", "a2", "b1", "b2", "c1", "c2"], "b")}
    rows = plain.write_rows(over).replace(".", "w", 6)
    for side in "wb-":
        table = engines("table").Table(engines("joggle").Joggle())
        told.append(put(engines, table, f"set position {EMPTY} {side} - 0"))
        told.append(put(engines, table, f"set position {rows} {side} - 12"))
    return told


def put(engines: Engines, table: Any, text: str) -> str:
    """Put a position right, or not, and say how it stands then."""
    try:
        table.try_apply(table.parse(text))
    except engines("refusals").MalformedText as bad:
        return f"{bad.code} {bad.wanted}"
    words = table.game.position().split(" ", 1)[1]
    return f"{table.turn} {words} {table.game.left()} {table.outcome()}"
