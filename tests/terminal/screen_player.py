"""Recorded flows at the keyboard: keys, clicks and device events, and the resulting screen.

`tests/scenes` covers the texts; these flows cover the screen.  Below a command are the changes:
``screen`` the top screen, with its form's ``fields``, and those with an error in ``wrong``;
``turn`` the marked player; the lines of the ``board`` as drawn, the ``piles``, the ``race``; the
``drawer`` with the device; ``chosen`` the button reached by Tab; ``idle`` a key without effect; the
``line`` being typed; ``told`` the additions to the history, in the form of the log; ``refused`` the
rule of a refusal, or ``yes``; the ``panel`` that a device shows.

Commands of the table are ``new``, also of cards without a device's time (``cards``) or with a key
clock that only moves with ``time MS`` (``clock``), ``pull``, ``plug``, ``wait`` and, on the line,
``enter``.  ``keys KEY...`` presses keys, ``burst TEXT`` at once; ``tab ID`` goes to a button,
``click ID`` or ``click COLUMN LINE`` of the grid; ``put FIELD=VALUE;...`` fills in a form, ``pick
GAME`` its game, ``send`` sends it; ``push BUTTON...`` presses those of the device by hand; ``size
COLUMNS LINES``.
"""

import re

from schiri.terminal.controls import ControlsView
from schiri.terminal.form import FieldLine, FormScreen
from schiri.terminal.grid import GridView
from schiri.terminal.lights import LightsPanel
from schiri.texts import Words
from textual.events import Key
from textual.widgets import Input, Select

from tests import golden
from tests.closing import closed_later
from tests.game_now import game_of
from tests.table.table_player import new_game
from tests.terminal.seat import ANSWER_MS, NAMES, OpenTable, Seat
from tests.terminal.virtual_loop import run_in

RULE = re.compile(r"\(([A-Z]{2}-\d+)\)")
# Far beyond the wrap of a device's ticks.
FIRST_MS = 5 * 2**29 - 700


class ScreenPlayer:
    """A person at a table that stays open from game to game."""

    def __init__(self) -> None:
        self._tables: dict[tuple[int, bool], OpenTable] = {}
        self._now: OpenTable
        self._seen: dict[str, list[str]] = {}
        self._ms = FIRST_MS

    def __call__(self, line: str) -> list[str]:
        """Execute a line of a script, and return the changes on the screen."""
        verb, *words = line.split(" ")
        if verb == "new":
            self._new(" ".join(words))
        elif verb == "time":
            self._ms += int(words[0])
        else:
            act = getattr(self, "_" + verb)
            run_in(self._now.runner, act(self._now.seat, *words))
        return list(self._news())

    def _new(self, words: str) -> None:
        pace_ms, has_clock = 0 if " cards" in words else ANSWER_MS, " clock" in words
        if (pace_ms, has_clock) not in self._tables:
            self._tables[pace_ms, has_clock] = closed_later(OpenTable(pace_ms))
        self._now = table = self._tables[pace_ms, has_clock]
        if has_clock:
            table.seat.stepped.key_ms = lambda: self._ms  # type: ignore[method-assign]

        async def look(seat: Seat) -> None:
            """Take the current state as seen."""

        table.play(look, new_game(words), (80, 24), Words("en"))
        self._seen = {}

    # Actions of a person

    async def _keys(self, seat: Seat, *keys: str) -> None:
        await seat.press(*keys)

    async def _enter(self, seat: Seat, *words: str) -> None:
        await seat.type(" ".join(words))

    async def _burst(self, seat: Seat, *words: str) -> None:
        for letter in " ".join(words).encode().decode("unicode_escape"):
            seat.app.post_message(Key(NAMES.get(letter, letter), letter))
        await seat.pilot.pause()
        await seat.wait()

    async def _tab(self, seat: Seat, id: str) -> None:
        for _ in range(40):
            if seat.app.table._chosen == id:
                break
            await seat.press("tab")

    async def _click(self, seat: Seat, *place: str) -> None:
        if len(place) == 2:
            await seat.pilot.click(GridView, offset=(int(place[0]), int(place[1])))
        else:
            view = seat.app.table.query_one(ControlsView)
            spots = {id: (column, line) for id, line, column, _end in view.spots}
            await seat.pilot.click(view, offset=spots[place[0]])
        await seat.wait()

    async def _pick(self, seat: Seat, game: str) -> None:
        seat.form.query_one("#game", Select).value = f"game-{game}"
        await seat.wait()

    async def _put(self, seat: Seat, *words: str) -> None:
        for pair in " ".join(words).split(";"):
            field, value = pair.split("=", 1)
            seat.field(field).put(value)
        await seat.wait()

    async def _send(self, seat: Seat) -> None:
        seat.form.query_one("#submit").focus()
        await seat.press("enter")
        await seat.wait(1000)

    async def _push(self, seat: Seat, *buttons: str) -> None:
        for button in buttons:
            seat.device.press(button)
            await self._settle(seat, 200)

    async def _plug(self, seat: Seat, is_in: bool = True) -> None:
        seat.device.plug(is_in)
        await seat.wait(4000)
        await self._settle(seat, 2000)

    async def _pull(self, seat: Seat) -> None:
        await self._plug(seat, False)

    async def _wait(self, seat: Seat, ms: str = "500") -> None:
        await self._settle(seat, int(ms))

    async def _size(self, seat: Seat, columns: str, lines: str) -> None:
        await seat.pilot.resize_terminal(int(columns), int(lines))
        await seat.wait()

    async def _settle(self, seat: Seat, for_ms: int) -> None:
        for _ in range(for_ms // 50):
            await seat.wait(50)

    # The screen

    def _news(self) -> list[str]:
        now, told = shown(self._now.seat), []
        for part, whole in now.items():
            was, lines = self._seen.get(part, []), whole
            if lines == was:
                continue
            if part == "told" and lines[: len(was)] == was:
                lines = lines[len(was) :]
            elif part == "board" and len(lines) == len(was):
                lines = [line for line, before in zip(lines, was, strict=True) if line != before]
            told += [f"{part:8} {line}".rstrip() for line in lines or ["-"] * (part != "told")]
        self._seen = now
        return told


def shown(seat: Seat) -> dict[str, list[str]]:
    """Return the drawn state, without its texts."""
    screen, table = seat.app.screen, seat.app.table
    seats, problem = seat.text("#seats").splitlines(), seat.text("#problem")
    players, rule = game_of(seat.state).players, RULE.search(problem)
    line, panel = table.query_one("#line", Input), seat.device.simulator.device.panel
    fields = list(screen.query(FieldLine)) if isinstance(screen, FormScreen) else []
    entry = re.compile(rf"({'|'.join(map(re.escape, players))}): |[a-z]")
    return {
        "screen": [f"{type(screen).__name__} {getattr(screen, 'form_id', '')}"],
        "fields": golden.wrapped(each.field.id for each in fields if each.display),
        "wrong": [each.field.id for each in fields if each.query_one("#wrong").display],
        "turn": [name for name in players if any("▶" in row and name in row for row in seats)],
        "board": grid_lines(seat),
        "piles": [each for each in seat.text("#pile").splitlines() if each],
        "race": [
            " ".join(row.replace("▶", " ").split())
            for row in seats
            if row.endswith(" s") or " s " in row
        ],
        "drawer": ["open"] * bool(table.query_one(LightsPanel).display),
        "chosen": [table._chosen] * bool(table._chosen),
        "idle": [table._idle] * bool(table._idle),
        "line": [line.value] * bool(line.display),
        "told": [each for each in seat.log().splitlines() if entry.match(each)],
        "refused": [rule[1] if rule else "yes"] * bool(problem),
        "panel": ["".join(sorted(set(panel.picture)))] if panel and panel.picture else [],
    }


def grid_lines(seat: Seat) -> list[str]:
    """Return the grid as drawn, without empty rows of a field."""
    grid = seat.app.table.query_one(GridView)
    lines = [line.rstrip() for line in str(grid.render()).splitlines()] if grid.display else []
    return [line for line in lines if not re.fullmatch(r" *-?\d+", line)]
