"""An engine of the Universal Game Interface, a line at a time.

Decides the effect of each line, and the answers.  Must not know a stream, a clock or a language:
the caller passes the time, and a function that puts a refusal into words.

The protocol is that of ``ugi.md`` in github.com/kz04px/cutegames.  These choices are our own:

- ``p1`` is seat A.  At the start of a game it begins; in a position of Switch it has the colour
  that begins by the options, and in Joggle it follows from the number of turns.  With teams ``p1``
  is the first team, seats A and C.
- A roll is a separate word among the moves, ``R d4``, or comes before its move, ``R:d4``.  A
  position has its roll as `ROLL`.  An arbiter that rolls gives the roll last, and ``bestmove`` is
  only the move, ``d4``.  If a roll is due at ``go``, the player rolls: ``R:d4``, or only ``R`` if
  the roll passes the turn.
- A refused or malformed command changes nothing; ``info string`` says why.
- ``go`` without a limit thinks for a second.  ``go infinite`` is answered after ``stop``.
- ``bestmove 0000`` says that there is no move.
- With the option ``Variety`` it plays any of the best moves, not the first one, so that games
  differ.  ``Seed`` makes these games the same again; 0 is a seed of chance.
- While it thinks, it answers ``isready``, ``stop`` and ``quit`` at once, all else afterwards.
"""

import re
from collections.abc import Callable
from itertools import zip_longest
from random import Random
from typing import cast

from schiri_device import VERSION
from schiri_engines import programs
from schiri_engines.game import BoardGame
from schiri_engines.options import values_of
from schiri_engines.refusals import MalformedText, Refused, refuse
from schiri_engines.registry import game_class

from schiri.ugi.player import NO_MOVE, Limits, Player, Position, first_of

FORMS = {
    "ugi": "ugi",
    "isready": "isready",
    "uginewgame": "uginewgame",
    "setoption": "setoption name NAME value VALUE",
    "position": "position startpos|fen POSITION [moves MOVE...]",
    "query": "query p1turn|gameover|result",
    "go": "go [p1time MS p2time MS p1inc MS p2inc MS] [movetime MS] [depth N] [nodes N] [infinite]",
    "stop": "stop",
    "quit": "quit",
}
URGENT = ("isready", "stop", "quit")
NUMBER = re.compile("-?[0-9]{1,12}")
NUMBERS = ("p1time", "p2time", "p1inc", "p2inc", "movetime", "depth", "nodes")
# The options that are not part of the rules.
VARIETY, SEED = "Variety", "Seed"
HIGHEST_SEED = 2**31 - 1
# The time of a `go` without a limit; with a clock, the part of the time left, the part of the
# increment, and the margin for transport.
USUAL_MS = 1000
PART, ADDED, MARGIN_MS = 20, 0.75, 50


class Engine:
    """A player of one game, for an arbiter.

    Shape: ``explain`` puts a refusal into words.  ``is_thinking`` says whether a move is due,
    ``is_working`` whether `step` has work, ``is_over`` whether it has quit.

    >>> from schiri.ugi.players import PerfectPlayer
    >>> engine = Engine("switch", {}, PerfectPlayer(), str)
    >>> engine.receive("position startpos moves a1-c3", 0), engine.receive("query p1turn", 0)
    ([], ['response false'])
    >>> engine.receive("go depth 4", 0), engine.step(0)[-1]
    ([], 'bestmove b1-a1')
    """

    def __init__(
        self,
        game: str,
        options: dict[str, str],
        player: Player,
        explain: Callable[[MalformedText | Refused], str],
    ) -> None:
        self._class = cast("type[BoardGame]", game_class(game))
        self._player = player
        self._explain = explain
        self._is_varied = False
        self._chance = Random()
        self._waiting: list[str] = []
        self._has_ended = self._is_infinite = False
        self.is_thinking = self.is_working = self.is_over = False
        self._set_options(options)

    def receive(self, line: str, now_ms: int) -> list[str]:
        """Carry out a line; return the lines of the answer."""
        words = line.split()
        if not words:
            return []
        if self.is_thinking and words[0] not in URGENT:
            self._waiting.append(line)
            return []
        try:
            return self._answer(words, now_ms)
        except (MalformedText, Refused) as error:
            return ["info string " + " ".join(self._explain(error).split())]

    def step(self, now_ms: int) -> list[str]:
        """Think on; return lines to send, with the answers to waiting lines."""
        if not self.is_working:
            return []
        self.is_working = not self._player.step(now_ms)
        return [] if self.is_working or self._is_infinite else self._best_move(now_ms)

    def end(self, now_ms: int) -> list[str]:
        """End once the due move is found, because no further line will come."""
        self._has_ended = True
        said = self._stop(now_ms) if self._is_infinite else []
        self.is_over = not self.is_thinking
        return said

    # The commands

    def _answer(self, words: list[str], now_ms: int) -> list[str]:
        match words:
            case ["ugi"]:
                return [*self._about(), "ugiok"]
            case ["isready"]:
                return ["readyok"]
            case ["setoption", "name", ("Variety" | "Seed") as name, "value", value]:
                self._vary(name, value)
            case ["setoption", "name", name, "value", *value]:
                self._set_options({**self._options, name: " ".join(value)})
            case ["uginewgame"] | ["position", "startpos"]:
                self._set_position("", ())
            case ["position", "startpos", "moves", *moves]:
                self._set_position("", tuple(moves))
            case ["position", "fen", _, *_]:
                at = words.index("moves") if "moves" in words else len(words)
                self._set_position(" ".join(words[2:at]), tuple(words[at + 1 :]))
            case ["query", "p1turn"]:
                turn = self._position.game.turn
                return [f"response {turn is not None and turn % 2 == 0}".lower()]
            case ["query", "gameover"]:
                return [f"response {self._position.game.outcome() is not None}".lower()]
            case ["query", "result"]:
                return ["response " + result_of(self._position.game)]
            case ["go", *limits]:
                return self._go(limits, now_ms)
            case ["stop"]:
                return self._stop(now_ms)
            case ["quit"]:
                said = self._stop(now_ms)
                self.is_over = True
                return said
            case [word, *_]:
                wanted = FORMS.get(word, " ".join(FORMS))
                raise MalformedText("unknown-command", " ".join(words), wanted)
        return []

    def _about(self) -> list[str]:
        """Return the id of the engine, and its options: its own, and those of the game's rules."""
        lines = [f"id name Schiri {self._class.NAME} {VERSION}", "id author the Schiri authors"]
        for name, words in self._class.OPTIONS:
            values, other = values_of(words)
            if other:
                kind = f"string default {values[0]}"
            else:
                kind = " ".join([f"combo default {values[0]}", *(f"var {each}" for each in values)])
            lines.append(f"option name {name} type {kind}")
        if self._player.has_choice:
            lines.append(f"option name {VARIETY} type check default false")
            lines.append(f"option name {SEED} type spin default 0 min 0 max {HIGHEST_SEED}")
        return lines

    def _vary(self, name: str, value: str) -> None:
        """Set an option of the player; the position stays."""
        if name == VARIETY:
            if value not in ("true", "false"):
                raise MalformedText("bad-option", value, "true false")
            self._is_varied = value == "true"
            return
        if not re.fullmatch("[0-9]{1,10}", value) or int(value) > HIGHEST_SEED:
            raise MalformedText("bad-number", value, f"0-{HIGHEST_SEED}")
        self._chance = Random(int(value) or None)

    def _set_options(self, options: dict[str, str]) -> None:
        game = self._class(options)
        if not game.colours:
            # A placement of a set-up has several words, but a move must be one.
            names = [
                each for name, values in game.OPTIONS if name in options for each in values.split()
            ]
            wanted = " ".join(each for each in names if each not in options.values())
            raise MalformedText("no-complete-board", " ".join(options.values()), wanted)
        self._options = options
        self._position = Position(game.options, "", (), game)

    def _set_position(self, root: str, texts: tuple[str, ...]) -> None:
        """Set a position; after an error keep the old one."""
        game = (
            self._class.from_position(root, self._options) if root else self._class(self._options)
        )
        for text in texts:
            for move in programs.parse_moves(game, text):
                game.play(move)
        self._position = Position(game.options, root, texts, game)

    def _go(self, words: list[str], now_ms: int) -> list[str]:
        """Begin to think; after the end of the game answer at once, because an arbiter waits."""
        game = self._position.game
        limits = limits_of(words, now_ms, "p1" if game.turn in (None, 0, 2) else "p2")
        if game.outcome():
            return [
                "info string " + self._explain(Refused(refuse("game-over"))),
                f"bestmove {NO_MOVE}",
            ]
        choose = self._chance.randrange if self._is_varied else first_of
        self._player.begin(self._position, limits, choose)
        self._is_infinite = "infinite" in words
        self.is_thinking = self.is_working = True
        return []

    def _stop(self, now_ms: int) -> list[str]:
        return self._best_move(now_ms) if self.is_thinking else []

    def _best_move(self, now_ms: int) -> list[str]:
        """Return the best move, and the answers to waiting lines."""
        found = self._player.found()
        self.is_thinking = self.is_working = self._is_infinite = False
        said = [f"info {found.info}"] * bool(found.info) + [f"bestmove {found.text}"]
        waiting, self._waiting = self._waiting, []
        for line in waiting:
            said += self.receive(line, now_ms)
        if self._has_ended:
            said += self.end(now_ms)
        return said


def result_of(game: BoardGame) -> str:
    """Return the result of a game, "none" before its end or if its position does not show it.

    >>> from schiri_engines.switch.game import Switch
    >>> result_of(Switch()), result_of(Switch.from_position("bbbbb/bbbbb/bb.ww/wwwww/wwwww b"))
    ('none', 'p1win')
    """
    outcome = game.outcome()
    if outcome is None or not outcome.rule:
        return "none"
    return ("p2win" if outcome.winners[0] % 2 else "p1win") if outcome.winners else "draw"


def limits_of(words: list[str], now_ms: int, seat: str) -> Limits:
    """Return the limits of a `go` for the player on turn, ``p1`` or ``p2``.

    >>> limits_of(["p1time", "60000", "p2time", "9000", "p2inc", "100"], 500, "p2")
    Limits(depth=None, nodes=None, until_ms=1025)
    >>> limits_of([], 500, "p1").until_ms, limits_of(["depth", "3"], 500, "p1")
    (1500, Limits(depth=3, nodes=None, until_ms=None))
    """
    given: dict[str, int] = {}
    rest = [word for word in words if word != "infinite"]
    for name, number in zip_longest(rest[::2], rest[1::2], fillvalue=""):
        if name not in NUMBERS or not NUMBER.fullmatch(number):
            raise MalformedText("unknown-command", " ".join(["go", *words]), FORMS["go"])
        # The clock of a late player is below zero.
        given[name] = max(0, int(number))
    times = [given[name] for name in ("movetime",) if name in given]
    if seat + "time" in given:
        left, more = given[seat + "time"], given.get(seat + "inc", 0)
        times.append(max(0, min(left - MARGIN_MS, left // PART + round(ADDED * more))))
    if not words:
        times = [USUAL_MS]
    until_ms = now_ms + min(times) if times else None
    return Limits(given.get("depth"), given.get("nodes"), until_ms)
