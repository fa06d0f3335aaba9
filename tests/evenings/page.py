"""A page as a view of an evening: pressed by the ids of its scene, as a browser does."""

from schiri.scene import part_of
from schiri.scene.scene import Grid
from schiri.scene.viewer import MOST_LINES
from schiri.texts import Words

from tests.evenings.view import Shown, edits_of, is_correcting, turn_of
from tests.page.browser import Pages, Tab


class PageView:
    room = MOST_LINES

    def __init__(self, pages: Pages, name: str, language: str, can_act: bool) -> None:
        self.name, self.words, self.can_act = name, Words(language), can_act
        self.questions = 0
        self._pages = pages
        self._tab: Tab

    async def open(self) -> None:
        self._tab = await self._pages.open(self.words.language, self.can_act)

    async def close(self) -> None:
        await self._tab.close()

    def render(self) -> Shown:
        scene = self._tab.scene
        middle, lying = scene.middle, {}
        if isinstance(middle, Grid) and middle.look == "board":
            lying = {cell.name: cell.piece or "." for cell in middle.cells}
        return Shown(
            scene.name == "table",
            self._turn(),
            lying,
            # Lines without a log form are notices or hints.
            tuple(line.text for line in scene.lines if line.form),
            self._tab.text(),
            edits=edits_of(self._tab.page.viewer.person),
            is_correcting=is_correcting(self._tab.page.viewer.person, scene.heading),
        )

    def _turn(self) -> str:
        """Return the turn, also if a question, or that it is theirs, replaces it in the heading."""
        viewer, state = self._tab.page.viewer, self._pages.state
        game, heading = state.game, viewer.scene.heading
        if game is None:
            return heading
        asked = part_of(game.state.game).heading(state.device, game, viewer.person)
        is_edited = is_correcting(viewer.person, heading)
        is_replaced = viewer.scene.is_yours or is_edited or (asked and asked == heading)
        return turn_of(self.words, game) if is_replaced else heading

    # Actions

    def controls(self) -> list[str]:
        return [each.id for each in self._tab.scene.controls() if each.action is not None]

    async def act(self, verb: str, rest: str) -> None:
        match verb:
            case "new":
                await self._begin(*rest.split(" "))
            case "go-on":
                await self._ask()
                await self._press(f"go-on-{rest}")
            case "say":
                await self._submit("command", {"text": rest})
            case "dispute":
                await self._submit("dispute", {"text": rest})
            case "tap":
                await self._send(press=f"cell-{rest}")
            case "press":
                await self._press(f"dev-{rest}")
            case "undo":
                await self._press("undo")
            case "use":
                await self._press(rest)

    async def _send(self, **message: object) -> None:
        await self._tab.hand_over(**message)
        await self._pages.wait(0)

    async def _press(self, id: str) -> None:
        asked = {each.id: each.question for each in self._tab.scene.controls()}
        self.questions += bool(asked.get(id))
        await self._send(press=id)

    async def _submit(self, id: str, values: dict[str, str]) -> None:
        form = self._tab.scene.form(id)
        self.questions += bool(form and form.question)
        await self._send(submit=id, values=values)

    async def _ask(self) -> None:
        if self._tab.scene.name == "table":
            await self._press("ask")

    async def _begin(self, game: str, names: str) -> None:
        await self._ask()
        if f"game-{game}" not in (each.id for each in self._tab.scene.controls()):
            # The device is too small for it.
            return
        await self._press(f"game-{game}")
        players = {f"player-{at}": name for at, name in enumerate(names.split(","))}
        blank = {f"player-{at}": "" for at in range(6)}
        await self._submit("start", {**blank, **players, "device": "off"})
