"""Rules: what of a game the table may choose, kept for the next time as well."""

from schiri_engines.board_games import board_game

from .browse import Browse

PAINT = "paint"


class Rules(Browse):
    """The options of a game, one sign each; white changes what is shown."""

    def list_entries(self) -> list:
        game = board_game(self.device.chosen)
        return list(game.CHOICES) + ([PAINT] if game.HAS_FIELDS else [])

    def detail(self) -> str:
        name = self.entries[self.at]
        return name if name == PAINT else f"{name}={self.device.settings[name]}"

    def show_entry(self, entry) -> None:
        if entry == PAINT:
            self.show_glyph(PAINT)
        else:
            self.show_setting(entry, ".", entry)

    def choose(self, now_ms: int, entry):
        if entry == PAINT:
            return "paint"
        self.change_setting(entry)
        self.show_entry(entry)
        return None


def options_of(name: str, start: dict, device) -> dict:
    """Return the options of a game: its start, what was chosen, and the painted board.

    Shape: what is as the rule book has it is left out.
    """
    game = board_game(name)
    options = dict(start)
    for option, words in game.OPTIONS:
        if option in game.CHOICES and device.settings[option]:
            options[option] = words.split(" ")[device.settings[option]]
    painted = device.painted_rows() if game.HAS_FIELDS else ""
    if painted:
        options["board"] = painted
    return options
