"""A whole game of each kind, as the controls that people press on a page."""

from collections.abc import Callable

from tests.browsers.driver import Driver
from tests.games import per_game

# Moves, the last of which loses.
SWITCH = (("c1", "d1"), ("a4", "b4"), ("e5", "c3"), ("e2", "b2"), ("d4", "d3"))
# The first rectangle of six wins.
JOGGLE = ("a1", "a8", "b1", "c8", "c1", "e8", "a2", "g8", "b2", "b6", "c2")
# Cards to turn up, and places for new ones.
ZWOGGEL = (
    ("0,0 1,1", "-1,-1 2,2 -1,-2"),
    ("-1,-1 2,2", "-2,-3 -3,-4 2,0"),
    ("2,0 1,0", "-4,-5 -5,-4 1,0"),
    ("1,0", ""),
)


def cell(name: str, shows: str = "") -> str:
    """Return the control of a cell that shows this."""
    return f'[id="cell-{name}"]{shows}'


def switch(page: Driver) -> None:
    for number, (start, end) in enumerate(SWITCH):
        page.sees(("Ann", "Ben")[number % 2], ".turn")
        page.press(cell(start))
        if number < len(SWITCH) - 1:
            page.press(cell(end, ".is-legal"))
    # A losing move is warned about first.
    page.tap(cell(end))
    page.press("#anyway")


def joggle(page: Driver) -> None:
    # The faces of a real die stay unfolded.
    page.tap("#fold-real-die summary")
    for name in JOGGLE:
        page.press("#roll-J", cell(name, ".is-legal"))


def zwoggel(page: Driver) -> None:
    for flips, places in ZWOGGEL:
        for name in flips.split():
            page.press(cell(name, ":has(.f-down)"), "#shows-red")
            page.find(cell(name, ":not(:has(.f-down))"))
        for name in places.split():
            page.press(cell(name, ".is-open"))


def drehwurm(page: Driver) -> None:
    # Each game begins with another player, and another one is the fastest.
    for number, fastest in enumerate((2, 0, 1)):
        page.press("#turned", f".race[data-open] #throw-{fastest}", "#stands")
        page.tap("#end")
        page.tap("#question .strong")
        for seat in range(3):
            page.type(f"#counts-left-{seat}", "4")
        page.press("#counts [type=submit]", *(["#next"] if number < 2 else []))


GAMES: dict[str, tuple[tuple[str, ...], Callable[[Driver], None]]] = per_game(
    {
        "switch": (("Ann", "Ben"), switch),
        "joggle": (("Ann", "Ben"), joggle),
        "zwoggel": (("Ann", "Ben"), zwoggel),
        "drehwurm": (("Ann", "Ben", "Cem"), drehwurm),
    }
)


def play(page: Driver, game: str) -> None:
    """Begin a game where none is played, and play it to its end."""
    players, moves = GAMES[game]
    page.choose(f"#game-{game}")
    for seat, player in enumerate(players):
        page.type(f"#start-player-{seat}", player)
    page.press("#start [type=submit]")
    moves(page)
    page.find(".turn[data-over]")
