"""What many games come to: charts, and below each the table that says the same.

Decides what is drawn as a chart.  Must not count anything.
"""

from __future__ import annotations

from collections.abc import Sequence

from schiri.games.joggle.luck import CHANCES
from schiri.page.elements import Tag, drawn
from schiri.page.logs.games import Asked
from schiri.page.logs.library import Counting
from schiri.page.logs.reader import Reader
from schiri.picture.chart import bar_svg, columns_svg
from schiri.stats.figures import Dice, Figures
from schiri.stats.sheets import Sheet, by_wins, sheets_of, time_text

# So many players have a bar; the table has all of them.
DRAWN = 12


class FiguresPage(Reader):
    """Figures of games and players."""

    here = "/figures"

    def build_inside(self) -> None:
        """Make the form, and place for what is counted."""
        words = self.words
        Tag("h2", words.gettext("Statistics"), "title")
        with Tag("form", classes="asked").on("submit.prevent", self._show, []):
            self._asked = Asked(words, self.zone, asks_unfinished=False)
        self._count = Tag("p", classes="hint", role="status")
        self._charts = Tag("div", classes="charts")
        self._sheets = Tag("div", classes="sheets")
        self.begin(self._show())

    async def _show(self) -> None:
        """Show what the games that are asked for come to, while they are read."""
        wanted, done = self._asked.wanted(), -1
        while True:
            found = await self.read(lambda: self.library.counted(wanted))
            if found is None or self._count.is_deleted:
                return
            self._count.text = self._count_words(found)
            if found.done in (done, found.of):
                break
            done = found.done
        self._build(found.figures)

    def _count_words(self, found: Counting) -> str:
        words = self.words
        if not found.of:
            return words.gettext("No games to count.")
        text = words.ngettext("{done} of {count} game", "{done} of {count} games", found.of)
        told = [text.format(done=found.done, count=found.of)]
        if left_out := len(found.figures.left_out):
            more = words.ngettext("{count} file left out", "{count} files left out", left_out)
            told.append(more.format(count=left_out))
        return ", ".join(told)

    def _build(self, figures: Figures) -> None:
        words = self.words
        self._charts.clear()
        self._sheets.clear()
        if not figures.games:
            return
        with self._charts:
            self._build_wins(figures)
            self._build_streaks(figures)
            self._build_lengths(figures)
            self._build_races(figures)
            self._build_dice(figures)
        with self._sheets:
            for sheet in sheets_of(words, figures):
                build_sheet(sheet)

    def _build_wins(self, figures: Figures) -> None:
        words = self.words
        rows = []
        for name, each in [each for each in by_wins(figures) if each[1].finished][:DRAWN]:
            text = words.gettext("{wins} of {games} won")
            parts = [("won", each.wins), ("drawn", each.draws)]
            said = text.format(wins=each.wins, games=each.finished)
            rows.append((name, said, bar_svg(parts, each.finished)))
        self._build_bars(words.gettext("Who wins"), rows)

    def _build_streaks(self, figures: Figures) -> None:
        words = self.words
        players = [each for each in by_wins(figures)[:DRAWN] if each[1].longest_streak]
        most = max((each.longest_streak for _name, each in players), default=0)
        rows = []
        for name, each in players:
            parts = [("won", each.streak), ("drawn", each.longest_streak - each.streak)]
            text = words.gettext("{streak} now, at most {longest}")
            said = text.format(streak=each.streak, longest=each.longest_streak)
            rows.append((name, said, bar_svg(parts, most)))
        self._build_bars(words.gettext("Won in a row"), rows)

    def _build_lengths(self, figures: Figures) -> None:
        words = self.words
        kinds = [(name, each) for name, each in figures.kinds.items() if each.longest_s]
        most = max((each.longest_s or 0 for _name, each in kinds), default=0)
        rows = []
        for name, each in kinds:
            usual, longest = each.median_s or 0, each.longest_s or 0
            parts = [("won", usual), ("drawn", longest - usual)]
            text = words.gettext("usually {usual}, at most {longest}")
            said = text.format(usual=time_text(usual), longest=time_text(longest))
            rows.append((name.capitalize(), said, bar_svg(parts, most)))
        self._build_bars(words.gettext("How long a game takes"), rows)

    def _build_races(self, figures: Figures) -> None:
        words = self.words
        raced = [(name, each.races) for name, each in figures.players.items() if each.races]
        raced.sort(key=lambda each: each[1].median_ms)
        most = max((races.median_ms for _name, races in raced), default=0)
        rows = []
        for name, races in raced[:DRAWN]:
            parts = [("won", races.best_ms), ("drawn", races.median_ms - races.best_ms)]
            text = words.gettext("fastest {best} ms, usually {usual:.0f} ms")
            said = text.format(best=races.best_ms, usual=races.median_ms)
            rows.append((name, said, bar_svg(parts, most)))
        self._build_bars(words.gettext("How fast in races"), rows)

    def _build_dice(self, figures: Figures) -> None:
        """Make five columns for each player, each with a line where a fair die would end."""
        words = self.words
        rolled = [(name, each.dice) for name, each in figures.players.items() if each.dice]
        if not rolled:
            return
        with Tag("figure", classes="chart dice"):
            Tag("figcaption", words.gettext("The luck of the dice"))
            with Tag("div", classes="rolls"):
                for name, dice in rolled[:DRAWN]:
                    self._build_rolls(name, dice)
            Tag("p", words.gettext("The lines are where fair dice would end."), "hint")

    def _build_rolls(self, name: str, dice: Dice) -> None:
        counts = list(dice.rolls.values())
        expected = [sum(counts) * chance for chance in CHANCES]
        with Tag("div", classes="rolled"):
            Tag("span", name, "name")
            drawn(columns_svg(counts, expected), classes="columns")
            with Tag("div", classes="faces"):
                for face, count in dice.rolls.items():
                    Tag("span", f"{self.words.pgettext('face', face)} {count}")

    def _build_bars(self, title: str, rows: Sequence[tuple[str, str, str]]) -> None:
        """Make a chart of bars, each with a name and words; nothing where there is none."""
        if not rows:
            return
        with Tag("figure", classes="chart"):
            Tag("figcaption", title)
            for name, said, bar in rows:
                with Tag("div", classes="measure"):
                    Tag("span", name, "name")
                    Tag("span", said, "said")
                    drawn(bar, classes="bar")


def build_sheet(sheet: Sheet) -> None:
    """Make a table; the bars in it are drawn above it."""
    shown = [at for at, column in enumerate(sheet.columns) if column]
    with Tag("div", classes="wide", tabindex="0"), Tag("table"):
        Tag("caption", sheet.title)
        with Tag("thead"), Tag("tr"):
            for at in shown:
                Tag("th", sheet.columns[at], scope="col")
        with Tag("tbody"):
            for row in sheet.rows:
                with Tag("tr"):
                    for at in shown:
                        text = str(row[at])
                        _ = Tag("td", text) if at else Tag("th", text, scope="row")
