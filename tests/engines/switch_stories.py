"""Short games of Switch told as text: what perft cannot see, for whole and for edited engines.

Each story takes a function that imports a module of the engines and returns lines; the lines
that the rules want are in `test_switch_mutation`.
"""

from collections.abc import Callable
from typing import Any

from tests.engines import plain_switch as plain
from tests.engines.fresh import Engines
from tests.engines.switch_table import CHEQUERS

Story = Callable[[Engines], list[str]]

# Dark is connected, light is not.
CONNECTED = "wbbbb/bbbbb/bbb.w/wwwww/wwwww"
# The last light stone leaves no place for the last dark one: b3 and c3 would connect dark.
DRY = "wwwww/bbbbb/b..bw/bbbbw/wwwww"


def exchanged(rows: str) -> str:
    """Return rows with the colours exchanged."""
    return rows.translate(str.maketrans("bw", "wb"))


def placings(rows: str, first: str = "") -> list[str]:
    """Return placements that lead to these rows: ``first``, all dark stones, the light ones."""
    board = plain.read_board(rows)
    texts = [f"place {cell} {c}" for c in plain.BOTH for cell in plain.cells_with(board, c)]
    return [first] * bool(first) + [text for text in texts if text != first]


def tell(game: Any, text: str) -> str:
    """Make a move, or not, and say what comes of it."""
    move = game.parse_move(text)
    no = game.why_not(move)
    if no:
        return f"{text}: {no.code} {','.join(game.cell_text(cell) for cell in no.cells)}"
    game.push(move)
    void = " void" if game.is_void() else ""
    return f"{text}: {game.phase} {game.turn} {game.colours}{void} {game.position()}"


def set_up_story(engines: Engines) -> list[str]:
    """A free set-up in which one seat places the twelfth dark stone and the other the last."""
    game = engines("switch").Switch({"layout": "free"})
    turns = ""
    for text in placings(CHEQUERS, "place a2 w"):
        turns += str(game.turn)
        last = tell(game, text)
        if text == "place e5 b":
            refused = [tell(game, "place c3 b"), tell(game, "place a1 w")]
    told = [turns, *refused, last, tell(game, "choose w")]
    game.pop()
    return [*told, tell(game, "choose b"), tell(game, "e1-c3"), tell(game, "e4-c3")]


def void_story(engines: Engines) -> list[str]:
    """A set-up that runs dry at its twenty-third stone, and twelfth stones that connect."""
    game = engines("switch").Switch({"layout": "free"})
    *texts, last = placings(DRY)
    for text in texts:
        game.push(game.parse_move(text))
    told = [tell(game, "place b3 b"), tell(game, last)]
    game.put_right("position", exchanged(DRY).replace("b/", "./", 1) + " -")
    return [*told, tell(game, "place c3 w"), tell(game, "place e5 b")]


# There and back in five plies: the same stones, the other player to move.
LOOPS = ["a1-c3 a2xb2 a3-a1 b2xa2 c3-a3", "a2-c3 a1-a2 a4-a1 a2xa1 c3-a4"]
# Every stone becomes one of the other colour, and the other player is to move.
EXCHANGE = "e1xd1 e2xe3 a1xa2 b1xc1 c5xd5 c4xd4 d2xc2 d3xa3 b2xb3 e4xe5 b4xb2 a4xa5 b2xb5"


def repetition_story(engines: Engines) -> list[str]:
    """Twice through both loops: the start stands for the third time; then back, and again."""
    game = engines("switch").Switch({"layout": "1"})
    moves = [game.parse_move(text) for text in " ".join(LOOPS * 2).split()]
    told = [str(game.repetition_count())]
    at = 0
    for back in (15, 9, 0):
        for move in moves[at:]:
            game.push(move)
            told.append(f"{game.repetition_count()}{game.outcome() or ''}")
        for _ in moves[back:]:
            game.pop()
        told.append(f"back {game.repetition_count()}")
        at = back
    for text in EXCHANGE.split():
        game.push(game.parse_move(text))
    told.append(f"exchanged {game.repetition_count()} {game.position()}")
    game = engines("switch").Switch({"layout": "1", "repetition": "off"})
    for move in moves + moves:
        game.push(move)
    return [*told, f"off: {game.outcome()} {game.legal_moves() != []}"]


def start_story(engines: Engines) -> list[str]:
    """What is a start, who begins, and how a game ends at the table's will."""
    told = []
    for rows in (CHEQUERS.replace(".", "b"), "b" + CHEQUERS[1:].replace("b", ".", 1)):
        told.append(answer(engines, f"{rows} b", {}))
    told.append(answer(engines, "bbbbb/bbbbb/bbb../...../..... -", {"layout": "free"}))
    told += [answer(engines, "", {"layout": number}) for number in "123"]
    told += [answer(engines, "", {"layout": rows}) for rows in (CONNECTED, exchanged(CONNECTED))]
    told.append(answer(engines, "", {"start": "w"}))
    for entry in (("resign", 0), ("resign", 1), ("draw",)):
        table = engines("table").Table(engines("switch").Switch())
        told.append(f"{entry} {table.try_apply(entry)} {table.outcome()}")
    return told


def answer(engines: Engines, position: str, options: dict[str, str]) -> str:
    """Return the position at a start, put right by hand where asked, or what is refused."""
    kind, refusals = engines("switch").Switch, engines("refusals")
    try:
        game = kind(options) if options else kind.from_position(position)
        if position and options:
            game.put_right("position", position)
    except refusals.MalformedText as bad:
        return f"{bad.code} {bad.found}"
    except refusals.Refused as no:
        return f"{no.refusal.code} {no.refusal.rule}"
    return f"{game.position()} {game.turn} {game.colours}"


# Dark may swap in lines of three only; light is about to connect; a counter is due; it is over.
REASONS = [
    "bwbwb/wbwbw/bw.wb/wbwbw/bwbwb b",
    "b.www/bbwww/bbwww/bbbwb/bbwbw w",
    "bbbbw/wbbww/bbbbw/wbbww/wwww. w",
    "wwbbb/wwbbb/wwbbb/wwwbb/www.b b",
]


# In the order in which the causes are looked for.
CODES = [
    "game-over",
    "wrong-phase",
    "move-from-free",
    "move-not-yours",
    "move-onto-stone",
    "swap-from-free",
    "swap-not-yours",
    "swap-with-free",
    "swap-same-colour",
    "swap-no-line",
    "swap-no-majority",
]


def reasons_story(engines: Engines) -> list[str]:
    """How often each refusal is given, on how many cells, and what the presses lead to."""
    told = []
    for position in REASONS:
        game = engines("switch").Switch.from_position(position)
        texts = [f"{one}{sign}{two}" for one in plain.CELLS for two in plain.CELLS for sign in "-x"]
        moves = [game.parse_move(text) for text in ["choose b", "place a1 b", *texts]]
        refusals = [no for no in map(game.why_not, moves) if no]
        codes = [code for code in CODES if code in {no.code for no in refusals}]
        cells = {code: [len(no.cells) for no in refusals if no.code == code] for code in codes}
        told.append(" ".join(f"{code} {len(cells[code])}/{sum(cells[code])}" for code in codes))
        cautions = sum(game.warning(move) is not None for move in game.legal_moves())
        pressed = [len(game.moves_from(cell)) for cell in range(25)]
        told.append(f"careful {cautions} pressed {sum(pressed)} most {max(pressed)}")
    return told
