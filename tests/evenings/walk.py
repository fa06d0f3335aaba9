"""The next action of an evening, drawn with a seed.

Decides the frequency of actions.  Must not know their effects: a step is only a line, and may have
no effect where it stands.
"""

from random import Random

from schiri.languages import LANGUAGES
from schiri_engines.registry import game_class

from tests.evenings.checked_evening import Evening
from tests.games import GAMES, beside

WHO = ("ann", "ben", "eve", "tom")
PLAYERS = ("Ann", "Ben", "Cid", "[/red]", "<b>Eve</b>", "[bold]x", "{name}", "%s", "Zoë", "a&b")
BUTTONS = (
    *("red", "yellow", "green", "blue", "white", "black", "up", "down", "left", "right", "press"),
    *("hold-black", "hold-white", "hold-yellow"),
)
NONSENSE = (
    *("a1-c9", "a1-a1", "undo undo", "[/red]", "{who}", "%s", "set", "set turn", "set turn Zed"),
    *("resign", "resign Zed", "dispute", "place 0,0", "flip 0,0 blue", "race", "left Ann 99"),
    *("x" * 200, "R", "ate Ann g 1 2 3", "set position x", "set stock 0", "set score Ann 3"),
    *("new", "help", "can y3 1", "which 2", "?", "hints 1 2 3", "\u202ea1-c3", "é" * 60),
)
DISPUTES = ("[/red] {who} looked", "<script>alert(1)</script>", "%s [bold]", "'\"", "ja")
# Options that change a game, or shorten it.
OPTIONS = {
    "switch": ("layout=1", "layout=2", "layout=free", "hints-a=free", "device-b=2", "start=w"),
    "joggle": ("goal=2R", "goal=4S", "extreme=yes", "no-field=pass", "teams=yes", "device-b=1")
    + ("hints-a=free",),
    "zwoggel": ("frame=8x8", "trip-ends-turn=yes", "no-fill-holes=yes"),
    "drehwurm": ("mode=full", "mode=fast", "throw-in-s=5", "colours=3", "joker=number"),
}
OPTIONS |= dict.fromkeys(beside(OPTIONS), ())
# Corrections by hand; on a board often to a position near the end.
SET = {
    "switch": (
        "turn {0}",
        "position bbbb./w.w.w/w.w.w/w.w.w/..b.w b",
        "position wwww./b.b.b/b.b.b/b.b.b/..w.b w",
    ),
    "joggle": ("turn {0}", "position " + "/".join(["........"] * 8) + " w - 0"),
    "zwoggel": ("turn {0}", "stock 3", "penalties {0} 2", "square 2,2 down"),
    "drehwurm": ("turn {0}", "score {0} 7", "pile 1 y3 ? 2", "hand {0} 3"),
}
SET |= dict.fromkeys(beside(SET), ("turn {0}",))
MOST_PLAYERS = 4
# Probability that a person who finds the cable out plugs it in again.
PATIENCE = 0.25
# Weights of the actions.
WEIGHTS = {
    "move": 44,
    "tap": 10,
    "press": 10,
    "use": 8,
    "undo": 4,
    "nonsense": 4,
    "begin": 8,
    "end": 4,
    "reload": 3,
    "join": 3,
    "go-on": 4,
    "cable": 2,
    "set": 2,
    "dispute": 1,
    "wait": 1,
    "restart": 1,
    "cut": 1,
}


class Walk:
    def __init__(self, evening: Evening, seed: int) -> None:
        self._evening = evening
        self._random = Random(seed)
        # The games left before one is repeated.
        self._games: list[str] = []

    def next_step(self) -> str:
        random = self._random
        (kind,) = random.choices(list(WEIGHTS), list(WEIGHTS.values()))
        if self._evening.state.device.is_plugged is False and random.random() < PATIENCE:
            kind = "cable"
        if self._evening.state.game is None and kind in ("move", "end", "set", "undo"):
            kind = "begin"
        match kind:
            case "undo" | "reload":
                return f"{self._anybody()} {kind}"
            case "restart" | "cut":
                return f"table {kind}"
            case "cable":
                is_out = self._evening.state.device.is_plugged is False
                return "table plug" if is_out else "table pull"
            case "wait":
                return f"table wait {random.choice((1000, 5000, 60_000))}"
            case "press":
                return f"{self._at_buttons()} press {random.choice(BUTTONS)}"
            case "nonsense":
                return f"{self._anybody()} say {random.choice(NONSENSE)}"
            case "join":
                return f"{self._anybody()} join {random.choice(LANGUAGES)}"
            case "go-on":
                return f"{self._anybody()} go-on {random.randint(0, 2)}"
            case "dispute":
                return f"{self._anybody()} dispute {random.choice(DISPUTES)}"
        return str(getattr(self, "_" + kind)())

    def _anybody(self) -> str:
        return self._random.choice(WHO)

    def _at_buttons(self) -> str:
        return self._random.choice(("ann", "ben", "tom"))

    def _player(self) -> str:
        played = self._evening.state.game
        return self._random.choice(played.players if played else PLAYERS)

    def _move(self) -> str:
        """Return a legal move, or a press that the device expects before one."""
        random, now = self._random, self._evening.state.device.status
        who = self._at_buttons()
        state = self._evening.state
        is_on_board = state.game is not None and state.game.board is not None
        if is_on_board and state.device.connected and now and now.mode not in ("play", "dice"):
            return f"{who} press {random.choice(('white', 'white', 'press', 'red', 'black'))}"
        table = self._evening.table
        if table is None or table.outcome():
            return random.choice(("table rematch", self._begin()))
        moves = table.game.legal_moves()
        if not moves:
            return self._begin()
        return f"{who} say {table.text(random.choice(list(moves)))}"

    def _tap(self) -> str:
        random, game = self._random, self._evening.state.game
        board = game.board if game else None
        if board:
            cell = f"{random.choice('abcdefgh'[: board.size])}{random.randint(1, board.size)}"
        else:
            cell = f"{random.randint(-2, 3)},{random.randint(-2, 3)}"
        return f"{self._anybody()} tap {cell}"

    def _use(self) -> str:
        who = self._anybody()
        controls = self._evening.views[who].controls()
        return f"{who} use {self._random.choice(controls)}" if controls else f"{who} reload"

    def _begin(self) -> str:
        random = self._random
        if not self._games:
            self._games = random.sample(GAMES, len(GAMES))
        game = self._games.pop()
        chosen: tuple[str, ...] = ()
        if random.random() < 0.5:
            listed = OPTIONS[game]
            number = random.randint(0, min(2, len(listed)))
            chosen = tuple(sorted(random.sample(listed, number)))
            chosen = tuple({each.split("=")[0]: each for each in chosen}.values())
        least, most = game_class(game).seats_for(dict(each.split("=") for each in chosen))
        count = random.randint(least, min(most, max(least, MOST_PLAYERS)))
        players = ",".join(random.sample(PLAYERS, count))
        if chosen:
            return " ".join(["table new", game, players, *chosen])
        return f"{self._anybody()} new {game} {players}"

    def _end(self) -> str:
        random = self._random
        how = random.choice((f"resign {self._player()}", "draw", "abandon", "end"))
        return f"{self._anybody()} say {how}"

    def _set(self) -> str:
        random, played = self._random, self._evening.state.game
        game = played.state.game if played else ""
        name = self._player()
        who, value = self._at_buttons(), random.choice(SET.get(game, ("turn x",)))
        return f"{who} say set {value.format(name)}"
