"""Plays a recorded game: commands as players type them, answered by their changes.

Decides what a playthrough shows; must not know any game, which is found in the registry.

``begin GAME NAME... [KEY=VALUE...] [at POSITION]`` begins a game; ``moves`` lists the legal moves,
``position`` prints the text of the position, ``perft DEPTH`` counts sequences and ends,
``refusals`` counts the reasons against everything else on a board, ``presses`` prints the moves by
first press, ``summary`` the additional data at the end of a log; all else goes to the table.
Several commands joined by `` ; `` are answered as one.  A command is answered by the changed parts
of the state, by its effects, or by ``no CODE RULE CELLS`` and ``malformed CODE FOUND``; before the
beginning of a game by ``malformed no-game``.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from zlib import crc32

from schiri.events import Common
from schiri.games import rulings_of
from schiri_engines import programs
from schiri_engines.registry import GameRow, rows

from tests.engines.fresh import Engines, command_table_of
from tests.golden import steps, wrapped

# A longer list of moves is only counted and given with a checksum of its texts.
MOST_LISTED = 60
# A list too long even for counting.
MOST_COUNTED = 5000


FOLDER = Path(__file__).parent


def scripts_of(row: GameRow) -> list[Path]:
    """Return a game's playthroughs; a game from outside has its own, in its package."""
    folder = FOLDER
    if row.package:
        spec = find_spec(row.package)
        assert spec and spec.submodule_search_locations
        folder = Path(spec.submodule_search_locations[0])
    return sorted(folder.glob(f"{row.name}*.txt"))


def scripts() -> list[Path]:
    return [path for row in rows() for path in scripts_of(row)]


def whole(module: str) -> Any:
    """Return a module of the engines that all tests share."""
    return import_module("schiri_engines." + module)


class RulesPlayer:
    """Plays scripts in order; ``engines`` may be edited ones.

    Shape: ``states`` has the number of entries and the state after each command of the last line.
    """

    def __init__(self, engines: Engines = whole) -> None:
        self._engines = engines
        self._refusals = engines("refusals")
        self._seen: dict[str, str] = {}
        self._kind: Any = None
        self._rulings: Any = None
        self.table: Any = None
        self.states: list[tuple[int, dict[str, str]]] = []

    def __call__(self, line: str) -> list[str]:
        """Execute a line of a script, and return its output."""
        told: list[str] = []
        self.states = []
        for command in line.split(" ; "):
            told += self._carry_out(command)
            self.states.append((len(self.table.entries) if self.table else 0, self.state()))
        now = self.states[-1][1]
        changed = [f"{key}={now[key]}" for key in now if self._seen.get(key) != now[key]]
        gone = [f"-{key}" for key in self._seen if key not in now]
        self._seen = now
        return wrapped(changed + gone) + told

    def _carry_out(self, command: str) -> list[str]:
        verb, _, rest = command.partition(" ")
        try:
            if verb == "begin" and rest:
                return self._begin(*rest.partition(" at ")[::2])
            if self.table is None:
                # No game was begun, or the last one could not be.
                return [f"malformed no-game {command}"]
            if verb in LISTS:
                return LISTS[verb](self)
            if verb == "perft" and rest.isdecimal():
                return self._perft(int(rest))
            return self._play(self.table.parse_all(command))
        except self._refusals.Refused as refused:
            return [self._refused(refused.refusal)]
        except self._refusals.MalformedText as bad:
            return [f"malformed {bad.code} {bad.found}".rstrip()]

    def _begin(self, words: str, position: str) -> list[str]:
        game, *rest = words.split()
        options = dict(word.split("=", 1) for word in rest if "=" in word)
        names = tuple(word for word in rest if "=" not in word)
        kind = self._engines("registry").game_class(game)
        self._seen, self.table, self._kind = {}, None, kind
        made = kind.from_position(position, options) if position else kind(options, len(names))
        self.table = command_table_of(self._engines)(made, names)
        self._rulings = rulings_of(game)
        return []

    def _play(self, entries: list[Any]) -> list[str]:
        """Make the entries of one command, or none of them, as the referee does."""
        table, told = self.table, []
        for made, entry in enumerate(entries):
            if table.is_question(entry):
                return wrapped(pairs(self._rulings.consequences(table, entry)[0].json()))
            refusal = table.try_apply(entry)
            if refusal:
                for _ in range(made):
                    table.try_apply(("undo",))
                return [self._refused(refusal)]
            if entry != ("undo",):
                told += [event.json() for event in self._rulings.consequences(table, entry)]
                if table.outcome():
                    told.append(self._end())
        return [line for event in told for line in wrapped(pairs(event))]

    def _refused(self, refusal: Any) -> str:
        cells = " ".join(self._cell(cell) for cell in refusal.cells)
        return f"no {refusal.code} {refusal.rule} {cells}".rstrip()

    def _cell(self, cell: Any) -> str:
        if isinstance(cell, tuple):
            return ",".join(map(str, cell))
        return str(self._kind.cell_text(cell))

    def _moves(self) -> list[str]:
        game = self.table.game
        texts = []
        for move in game.legal_moves():
            texts.append(game.move_text(move, self.table.names))
            if len(texts) > MOST_COUNTED:
                return [f"more than {MOST_COUNTED}"]
        texts.sort()
        if len(texts) > MOST_LISTED:
            return [f"{len(texts)} {crc32(' '.join(texts).encode()):08x}"]
        comma = "," if any(" " in text for text in texts) else ""
        return [str(len(texts)), *wrapped(text + comma for text in texts)]

    def _perft(self, depth: int) -> list[str]:
        """Return the number of sequences of this many plies, and the endings in them."""
        game = self.table.game
        found = endings(game, depth, self._engines("programs"))
        ends = Counter(f"{','.join(map(str, end.winners))} {end.rule}" for end in found)
        number = self._engines("perft").perft(game, depth)
        return wrapped([str(number), *(f"{end}:{ends[end]}" for end in sorted(ends))])

    def _position(self) -> list[str]:
        """Return the position's text, and whether it leads to the same game."""
        game = self.table.game
        text = game.board_text() if game.SIZE else game.position()
        same = self._kind.from_position(text, game.options) == game
        return wrapped([text]) + ([] if same else ["of another game"])

    def _presses(self) -> list[str]:
        """Return the number of moves that begin with each cell, and the moves with a warning."""
        game = self.table.game
        first = [len(game.moves_from(cell)) for cell in range(game.SIZE**2)]
        found = [f"{self._cell(cell)}:{count}" for cell, count in enumerate(first) if count]
        warning = getattr(game, "warning", lambda move: None)
        risky = [game.move_text(move) for move in game.legal_moves() if warning(move)]
        return wrapped(["from", *found]) + wrapped(["warned", *sorted(risky)] if risky else [])

    def _refusals_of_all(self) -> list[str]:
        """Return how often the texts of two cells get each refusal, and the number of its cells."""
        game = self.table.game
        counts: dict[str, list[int]] = {}
        for text in texts_of(tuple(self._cell(cell) for cell in range(game.SIZE**2))):
            try:
                refusal = game.why_not(game.parse_move(text))
            except self._refusals.MalformedText:
                continue
            if refusal:
                found = counts.setdefault(refusal.code, [0, 0])
                found[0] += 1
                found[1] += len(refusal.cells)
        return wrapped(f"{code}:{counts[code][0]}/{counts[code][1]}" for code in sorted(counts))

    def _summary(self) -> list[str]:
        return wrapped(pairs(self._end())[1:])

    def _end(self) -> dict[str, Any]:
        """Return the data at the end of a log besides the winner."""
        end = self._rulings.end(self.table, (), "").json()
        return {key: value for key, value in end.items() if key not in ("winner", "rule")}

    def state(self) -> dict[str, str]:
        """Return the visible state, each part as a word."""
        table = self.table
        if table is None:
            return {}
        outcome = table.outcome()
        common: Common = (
            "",
            None if table.turn is None else table.names[table.turn],
            table.phase,
            outcome is not None,
            tuple(table.names[seat] for seat in outcome.winners) if outcome else (),
            outcome.rule if outcome else None,
        )
        state = dict(self._rulings.state(table, common).json())
        del state["game"]
        if outcome and state["over"]:
            state["winner"] = "+".join(common[4])
        return dict(leaves("", {"phase": state.pop("phase"), **state}))


def endings(game: Any, depth: int, programs: Any = programs) -> Iterator[Any]:
    for move in programs.plies(game) if depth else ():
        game.push(move)
        if end := game.outcome():
            yield end
        else:
            rest = depth if programs.is_within_ply(game) else depth - 1
            yield from endings(game, rest, programs)
        game.pop()


@cache
def texts_of(cells: tuple[str, ...]) -> list[str]:
    """Return the texts of one and two cells.

    >>> texts_of(("a1", "b1"))
    ['a1', 'b1', 'a1-a1', 'a1xa1', 'a1-b1', 'a1xb1', 'b1-a1', 'b1xa1', 'b1-b1', 'b1xb1']
    """
    return [*cells, *(one + sign + two for one in cells for two in cells for sign in "-x")]


# Commands that only look at a game.
LISTS: dict[str, Callable[[RulesPlayer], list[str]]] = {
    "moves": RulesPlayer._moves,
    "position": RulesPlayer._position,
    "presses": RulesPlayer._presses,
    "refusals": RulesPlayer._refusals_of_all,
    "summary": RulesPlayer._summary,
}


# Errors that broken rules may cause.
ERRORS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    NameError,
    RuntimeError,
    TypeError,
    ValueError,
)


def first_difference(paths: Iterable[Path], engines: Engines) -> str | None:
    """Return the first command to which these engines give another answer than the recorded one.

    Later commands are not played: broken rules may go on forever.
    """
    command = "begin"
    try:
        for path in paths:
            player = RulesPlayer(engines)
            for step in steps(path.read_text()):
                command = step.text
                if step.is_command and tuple(player(command)) != step.told:
                    return command
    except ERRORS:
        return command
    return None


def leaves(path: str, value: Any) -> list[tuple[str, str]]:
    """Return plain data as pairs of a path and a word.

    >>> leaves("", {"hands": {"Ann": 12}, "piles": [{"top": None}]})
    [('hands.Ann', '12'), ('piles.1.top', '-')]
    >>> leaves("out", ["Ann", "Ben"])
    [('out', 'Ann,Ben')]
    """
    kind = type(value)
    if kind is list and not any(type(each) in (dict, list) for each in value):
        return [(path, ",".join(map(str, value)) or "-")]
    if kind in (dict, list):
        items = value.items() if kind is dict else enumerate(value, 1)
        return [
            leaf
            for key, each in items
            for leaf in leaves(f"{path}.{key}" if path else str(key), each)
        ]
    if kind is bool:
        return [(path, "yes" if value else "no")]
    return [(path, "-" if value is None else str(value))]


def pairs(event: dict[str, Any]) -> list[str]:
    """Return an event's keys and values as words; lists stay on one word.

    >>> pairs({"event": "three", "by": "Ann", "cells": [["0,0", "1,0"]]})
    ['three', 'by=Ann', 'cells=0,0 1,0']
    """
    words = []
    for key, value in event.items():
        if key == "event":
            words.append(str(value))
        elif isinstance(value, list):
            # A list of rows of cells, or a list of words.
            rows = [" ".join(each) for each in value if isinstance(each, list)]
            words.append(f"{key}=" + (" / ".join(rows) or " ".join(map(str, value))))
        else:
            words += [f"{path}={word}" for path, word in leaves(key, value)]
    return words
