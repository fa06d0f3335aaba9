"""A page of today, in NiceGUI's simulation of a browser, as a view of an evening."""

from collections.abc import Iterator

from nicegui import ui
from schiri.page.elements import Line, Tag
from schiri.page.viewer import MOST_TOLD
from schiri.texts import Words

from tests.evenings.view import Shown
from tests.page.browser import Pages, Tab, label_of

# The parts of a page that are told apart.
PARTS = ("turn", "history", "cells")
# What a browser asks first stands there.
ASKS = "data-ask"
# The two lines to type on.
COMMAND, DISPUTE = "command", "dispute"


class PageView:
    """A page of somebody who plays, or only looks on."""

    room = MOST_TOLD

    def __init__(self, pages: Pages, name: str, language: str, can_act: bool) -> None:
        self.name, self.words, self.can_act = name, Words(language), can_act
        self.questions = 0
        self._pages = pages
        self._tab: Tab

    async def open(self) -> None:
        self._tab = await self._pages.open(self.words.language, self.can_act)

    async def close(self) -> None:
        client = self._tab.user.client
        assert client
        client.delete()

    def render(self) -> Shown:
        parts: dict[str, list[str]] = {part: [] for part in PARTS}
        lying: dict[str, str] = {}
        text: list[str] = []
        is_table = False
        for each, part in self._with_parts():
            is_table |= "table" in each.classes
            if "data-cell" in each.props:
                lying[str(each.props["data-cell"])] = self._letter(each)
            if isinstance(each, Tag) and each.text:
                text.append(each.text)
                if part:
                    parts[part].append(each.text)
        return Shown(
            is_table,
            "\n".join(parts["turn"]),
            lying,
            tuple(reversed(parts["history"])),
            "\n".join(text),
        )

    def _with_parts(self) -> Iterator[tuple[ui.element, str]]:
        """Yield each element that shows with the part that it is in, from the top."""
        assert self._tab.user.client
        waiting: list[tuple[ui.element, str]] = [(self._tab.user.client.layout, "")]
        while waiting:
            each, part = waiting.pop()
            if "hidden" not in each.props:
                part = next((name for name in PARTS if name in each.classes), part)
                yield each, part
                waiting += [(child, part) for child in reversed(list(each))]

    def _letter(self, cell: ui.element) -> str:
        """Return the letter of what lies on a cell, by its words."""
        state = self._pages.state.state
        said = str(cell.props["aria-label"]).split(", ")[1:]
        for letter in "bw":
            if state and self.words.pgettext("colour", f"{state.game} {letter}") in said:
                return letter
        return "."

    # What is done

    def controls(self) -> list[str]:
        return [self._label(each) for each in self._buttons()]

    def _buttons(self) -> list[Tag]:
        return [
            each
            for each in self._tab.shown()
            if isinstance(each, Tag)
            and each.tag == "button"
            and "disabled" not in each.props
            and any(listener.handler for listener in each._event_listeners.values())
        ]

    @staticmethod
    def _label(button: Tag) -> str:
        return button.text or str(button.props.get("aria-label", "")) or " ".join(button._markers)

    async def act(self, verb: str, rest: str) -> None:
        match verb:
            case "new":
                await self._begin(*rest.split(" "))
            case "go-on":
                await self._go_on(int(rest))
            case "say":
                await self._type(COMMAND, rest)
            case "dispute":
                await self._type(DISPUTE, rest)
            case "tap":
                await self._click_marked(f"cell-{rest}")
            case "press":
                await self._use(self._device_button(rest))
            case "undo":
                await self._use(self.words.gettext("Take back"))
            case "use":
                await self._use(rest)

    async def _use(self, label: str) -> None:
        for button in self._buttons():
            if self._label(button) == label:
                await self._click(button)
                return

    async def _click_marked(self, marker: str) -> None:
        for element in self._tab._marked(marker)[:1]:
            await self._click(element)

    async def _click(self, element: ui.element) -> None:
        self.questions += ASKS in element.props
        self._tab._trigger(element, "click")
        await self._pages.wait(0)

    def _device_button(self, name: str) -> str:
        """Return what the page calls a button of the device."""
        words = self.words
        holds = {
            "hold-black": words.gettext("Menu"),
            "hold-white": words.gettext("The device rolls"),
            "hold-yellow": words.gettext("Hint"),
            "press": words.gettext("press the stick"),
        }
        if name in ("up", "down", "left", "right"):
            # The label of the stick.
            return words.gettext(f"stick {name}")
        return holds.get(name) or words.pgettext("button", name)

    async def _ask(self) -> None:
        """Ask what to play, where a game is shown."""
        if not self._tab._marked("play"):
            await self._use(self.words.gettext("New game"))

    async def _begin(self, game: str, names: str) -> None:
        await self._ask()
        if self._tab._marked(f"game-{game}") and self.can_act:
            await self._click_marked(f"game-{game}")
            players = next(each for each in self._tab.shown() if isinstance(each, Line))
            self._tab._trigger(players, "input", names.replace(",", ", "))
            self.questions += any(ASKS in each.props for each in self._tab.shown())
            await self._tab.click("play")

    async def _go_on(self, number: int) -> None:
        await self._ask()
        for each in self._tab.shown():
            if "offers" in each.classes:
                for offer in [*each][number : number + 1]:
                    await self._click(offer)

    async def _type(self, which: str, text: str) -> None:
        """Type on the line of a table, and send it."""
        labels = {
            COMMAND: self.words.gettext("A command"),
            DISPUTE: self.words.gettext("What is not agreed on"),
        }
        lines = [each for each in self._tab.shown() if isinstance(each, Line)]
        for line in lines:
            if label_of(line) == labels[which]:
                self._tab._trigger(line, "input", text)
                await self._tab.submit(labels[which])
                return
