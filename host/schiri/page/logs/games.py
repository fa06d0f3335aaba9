"""The games that are kept, as a list to choose from.

Decides what is asked of the list, and what stands in a line of it.
"""

from __future__ import annotations

from datetime import datetime, tzinfo

from schiri_engines.registry import rows

from schiri.log.choice import Wanted
from schiri.log.telling import result_words
from schiri.page.elements import Choice, Tag, button, line, put
from schiri.page.logs.library import Glanced, Listing, id_of
from schiri.page.logs.reader import Reader
from schiri.prose.answers import names_words, when_words
from schiri.texts import Words

# So many games are shown at first, and so many more each time.
AT_ONCE = 30
# So many files that are no logs are named.
NAMED = 10
ANY = ""


class Asked:
    """What is asked of logs, on a form."""

    def __init__(self, words: Words, zone: tzinfo | None, asks_unfinished: bool = True) -> None:
        self._zone = zone
        games = [(row.name, row.name.capitalize()) for row in rows()]
        self.game = Choice(words.gettext("Game"), [(ANY, words.gettext("all games")), *games], ANY)
        self.player = line(words.gettext("Who has played"), maxlength="200")
        self.since = line(words.gettext("Since"))
        put(self.since, type="date")
        self.over: Choice | None = None
        if asks_unfinished:
            choices = [(ANY, words.gettext("all games")), ("not", words.gettext("unfinished"))]
            self.over = Choice(words.gettext("How far"), choices, ANY)
        Tag("button", words.gettext("Show"), type="submit").mark("show")

    def wanted(self) -> Wanted:
        """Return what is asked for; what is no day is none, as a browser has it."""
        try:
            day = datetime.strptime(self.since.value, "%Y-%m-%d")
            since = day.replace(tzinfo=self._zone) if self._zone else day.astimezone()
        except (ValueError, OverflowError):
            since = None
        names = tuple(self.player.value.replace(",", " ").split())
        is_unfinished = self.over is not None and self.over.value != ANY
        return Wanted(self.game.value or None, names, since, is_unfinished)


class GamesPage(Reader):
    """The list of games."""

    here = "/games"

    def build_inside(self) -> None:
        """Make the form, and the list below it."""
        words = self.words
        Tag("h2", words.gettext("Games"), "title")
        with Tag("form", classes="asked").on("submit.prevent", self._show, []):
            self._asked = Asked(words, self.zone)
        self._count = Tag("p", classes="hint", role="status")
        self._list = Tag("ul", classes="kept")
        self._more = button(words.gettext("More games"), self._show_more)
        self._more.say("")
        self._unread = Tag("p", classes="hint")
        self._games: list[Glanced] = []
        self._shown = 0
        self.begin(self._show())

    async def _show(self) -> None:
        """Show the games that are asked for."""
        wanted = self._asked.wanted()
        found = await self.read(lambda: self.library.games(wanted))
        if found is not None:
            self._games, self._shown = found.games, 0
            self._list.clear()
            self._count.text = self._count_words(found)
            self._unread.say(self._unread_words(found))
            self._show_more()

    def _show_more(self) -> None:
        now = datetime.now(self.zone) if self.zone else datetime.now().astimezone()
        fresh = self._games[self._shown : self._shown + AT_ONCE]
        self._shown += len(fresh)
        with self._list:
            for each in fresh:
                self._build_line(each, now)
        has_more = self._shown < len(self._games)
        self._more.say(self.words.gettext("More games") if has_more else "")

    def _build_line(self, each: Glanced, now: datetime) -> None:
        words, found = self.words, each.summary
        began = datetime.fromisoformat(found.began)
        with Tag("li"), Tag("a", classes="kept", href=f"/games/{id_of(each.path)}"):
            Tag("img", src=f"/samples/{found.game}.svg", alt="", loading="lazy")
            with Tag("span", classes="said"):
                Tag("strong", names_words(words, found.players))
                Tag("span", f"{found.game.capitalize()}, {when_words(words, began, now)}")
                Tag("span", result_words(words, found.game, each.last), "result")

    def _count_words(self, found: Listing) -> str:
        """Return how many games there are, or why there is none."""
        count = len(found.games)
        if found.is_empty:
            return self.words.gettext("No game was played yet: each one is kept here by itself.")
        if not count:
            return self.words.gettext("No game is like that.")
        return self.words.ngettext("{count} game", "{count} games", count).format(count=count)

    def _unread_words(self, found: Listing) -> str:
        names = ", ".join(found.unread[:NAMED]) + (" …" if len(found.unread) > NAMED else "")
        text = self.words.gettext("These files cannot be read as logs: {names}")
        return text.format(names=names) if names else ""
