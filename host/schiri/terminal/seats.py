"""The players as text: a list beside a board, or a table of a race and of figures.

Decides how columns share the width.  Must not know which game is played.
"""

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from schiri.prose import PIECES
from schiri.prose.clock import LOW_MS, clock_digits
from schiri.scene.scene import Grid, Race, Runner, Scene, Seat, Sheet
from schiri.terminal.lights import CAP_COLOURS
from schiri.texts import Words, signed

TURN, WON = "▶", "★"
GOLD = "#e0b020"


def seats_text(words: Words, scene: Scene, width: int, now_ms: int = 0) -> Text:
    """Return a line or two for each player, in this width; clocks are as they are now."""
    sheet = _seat_sheet(scene)
    is_list = sheet is None and not isinstance(scene.middle, Race)
    if is_list or isinstance(scene.middle, Grid):
        return _list(words, scene, now_ms)
    return _table(words, scene, sheet, width, now_ms)


def _seat_sheet(scene: Scene) -> Sheet | None:
    """Return the first sheet whose rows are the players, or None."""
    names = [seat.name for seat in scene.seats]
    return next((each for each in scene.sheets if [name for name, _ in each.rows] == names), None)


def _list(words: Words, scene: Scene, now_ms: int) -> Text:
    text = Text()
    for seat in scene.seats:
        sign = _sign(seat)
        piece = f"{PIECES[seat.piece]} " if seat.piece in PIECES else ""
        you = f" {words.gettext('(you)')}" if seat.is_you else ""
        text.append(f"{sign}{piece}{seat.named}{you}\n", _style(seat))
        left_ms = seat.left_at(now_ms)
        if left_ms is not None:
            style = "bold reverse" if left_ms < LOW_MS else "bold" if seat.ends_ms else ""
            text.append("  ").append(f" {clock_digits(words, left_ms)} ", style).append("\n")
        if seat.note:
            text.append(f"  {seat.note}\n")
    text.rstrip()
    return text


def _table(words: Words, scene: Scene, sheet: Sheet | None, width: int, now_ms: int) -> Text:
    """Return the players as rows: key and colour of a race, name, time, figures."""
    race = scene.middle if isinstance(scene.middle, Race) else None
    runners: list[Runner | None] = [*(race.runners if race else [None] * len(scene.seats))]
    times = ["", *map(_time, runners)]
    beside = [_justified(times)] if any(times) else []
    clocks = ["", *(_clock(words, seat, now_ms) for seat in scene.seats)]
    beside += [_justified(clocks)] if any(clocks) else []
    figures = _columns(sheet) if sheet else []
    longest = max((cell_len(seat.name) for seat in scene.seats), default=1)
    # A button also has its colour in words, if there is room, and then a gap.
    caps = [_cap(words, runner) for runner in race.runners] if race else []
    cap = max(map(cell_len, caps)) + 3 if caps else 0

    def room() -> int:
        """Return the width that is left for a name."""
        return width - cap - 1 - sum(1 + cell_len(head) for head, *_cells in (*beside, *figures))

    if room() < longest:
        caps = [each[:1] for each in caps]
        cap = min(cap, 4)
    while figures and room() < longest:
        # The oldest figures are dropped before a name is cut.
        figures = figures[1:]
    name = max(1, min(room(), longest))
    columns = [*beside, *figures]
    text = Text(no_wrap=True)
    if figures:
        text.append(" ".join([" " * (cap + 1 + name), *(column[0] for column in columns)]) + "\n")
    for at, (seat, runner) in enumerate(zip(scene.seats, runners, strict=True)):
        if runner:
            front, back = CAP_COLOURS.get(runner.colour, ("#ffffff", "#303030"))
            told = set_cell_size(caps[at], cap - 3)
            text.append(f" {told} ", Style(color=front, bgcolor=back)).append(" ")
        text.append(_sign(seat) + fitted(seat.name, name), _style(seat))
        text.append("".join(f" {column[at + 1]}" for column in columns) + "\n")
    text.rstrip()
    return text


def _sign(seat: Seat) -> str:
    return WON if seat.has_won else TURN if seat.is_turn else " "


def _style(seat: Seat) -> str:
    return f"bold {GOLD}" if seat.has_won else "bold" if seat.is_turn else ""


def _columns(sheet: Sheet) -> list[list[str]]:
    """Return the columns of figures of a sheet, each with its header."""
    return [
        _justified([head, *(signed(figures[at]) for _name, figures in sheet.rows)])
        for at, head in enumerate(sheet.heads)
    ]


def _justified(column: list[str]) -> list[str]:
    return [cell.rjust(max(map(cell_len, column))) for cell in column]


def other_sheets(scene: Scene) -> list[Sheet]:
    """Return the sheets that are not beside the names: all but the first of the players."""
    beside = None if isinstance(scene.middle, Grid) else _seat_sheet(scene)
    return [each for each in scene.sheets if each is not beside]


def sheet_text(sheet: Sheet) -> Text:
    """Return a sheet as a table."""
    labels = max((cell_len(label) for label, _figures in sheet.rows), default=0)
    text = Text(sheet.caption, "bold", no_wrap=True)
    for at, label in enumerate(["", *(label for label, _figures in sheet.rows)]):
        text.append("\n" + set_cell_size(label, labels), "not bold")
        for column in _columns(sheet):
            text.append(f"  {column[at]}", "not bold")
    return text


def _cap(words: Words, runner: Runner) -> str:
    key = f"{runner.press.key} " if runner.press and runner.press.key else ""
    return key + words.pgettext("button", runner.colour)


def _clock(words: Words, seat: Seat, now_ms: int) -> str:
    left_ms = seat.left_at(now_ms)
    return "" if left_ms is None else clock_digits(words, left_ms)


def _time(runner: Runner | None) -> str:
    if runner and runner.place:
        return f"{'=' if runner.is_tie else ''}{runner.place}. {runner.time}"
    return "!" if runner and runner.is_early else ""


def fitted(name: str, width: int) -> str:
    """Return a name in this width; a longer one ends with an ellipsis."""
    return set_cell_size(name if cell_len(name) <= width else name[: width - 1] + "…", width)
