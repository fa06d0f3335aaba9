"""Plays scripts of people at a table who press controls, and see scenes.

Commands, besides those of the table: ``as NAME LANGUAGE [watch] [GAME]`` opens a view; ``NAME press
ID[@MS]...`` (MS by the view's own clock), ``NAME submit FORM [FIELD=VALUE;...]``, ``NAME enter
TEXT``, ``NAME see`` shows all of a scene; ``banners`` are those of all people.  Below a command are
the changes for the person who did it or, after a command of the table, for the first person.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path

from schiri.scene.compose import scene_of
from schiri.scene.viewer import Viewer
from schiri.table.intents import Answer, Sent
from schiri.texts import Words

from tests.scenes.printed import printed
from tests.table.table_player import SETTLE_MS, TablePlayer


class ScenePlayer(TablePlayer):
    """People at a table."""

    def __init__(self, folder: Path | None = None, build: str = "cursor") -> None:
        super().__init__(folder, build)
        self.people: dict[str, Viewer] = {}
        self._shown: dict[str, dict[str, tuple[str, ...]]] = {}
        self._waiting: list[tuple[Future[Answer], Callable[[Answer], None]]] = []

    def come(self, name: str, language: str = "en", may_act: bool = True, game: str = "") -> Viewer:
        """Open a view for a person."""
        viewer = Viewer(
            Words(language),
            self.session.state,
            self._do,
            lambda: None,
            self.clock,
            may_act,
            game,
        )
        self.people[name] = viewer
        self._shown.pop(name, None)
        return viewer

    def _do(self, intent: Sent, answered: Callable[[Answer], None]) -> None:
        self._waiting.append((self.session.do(intent), answered))

    def settle(self) -> None:
        """Let time pass until all requests are answered, and every view is up to date."""
        for _ in range(100):
            self.run(SETTLE_MS)
            done = [each for each in self._waiting if each[0].done()]
            self._waiting = [each for each in self._waiting if not each[0].done()]
            for future, answered in done:
                answered(future.result(0))
            if not self._waiting:
                break
        assert not self._waiting
        for viewer in self.people.values():
            viewer.see(self.session.state)
            # The scene only depends on the state, not on the way to it.
            assert viewer.scene == scene_of(viewer.state, viewer.person)

    def __call__(self, command: str) -> Iterator[str]:
        """Execute a command of a script; yield its output."""
        who, _, rest = command.partition(" ")
        if who == "banners":
            for name, viewer in self.people.items():
                yield from (f"{name} {line}" for line in printed(viewer.scene)["banner"])
            return
        if who == "as":
            name, language, *more = rest.split()
            game = next((each for each in more if each != "watch"), "")
            self.come(name, language, "watch" not in more, game)
            who = name
        elif who in self.people:
            yield from self._act(self.people[who], rest)
        else:
            list(super().__call__(command))
            who = next(iter(self.people), "")
        self.settle()
        if who:
            yield from self.changes(who)

    def _act(self, viewer: Viewer, text: str) -> Iterator[str]:
        word, _, rest = text.partition(" ")
        if word == "press":
            for each in rest.split():
                id, _, at_ms = each.partition("@")
                if not viewer.press(id, int(at_ms) if at_ms else None):
                    yield f"{id} does nothing"
                self.settle()
        elif word == "submit":
            form, _, values = rest.partition(" ")
            pairs = [each.split("=", 1) for each in values.split(";") if "=" in each]
            if not viewer.submit(form, {each[0]: each[1] for each in pairs}):
                yield f"no form {form}"
        elif word == "enter":
            viewer.enter(rest)
        elif word == "see":
            self._shown = {}

    def changes(self, name: str) -> Iterator[str]:
        """Yield the parts of a scene that have changed since the last call."""
        now, was = printed(self.people[name].scene), self._shown.get(name, {})
        self._shown[name] = now
        for part, lines in now.items():
            if lines != was.get(part) and (any(lines) or was.get(part)):
                yield from (f"{part:8} {line}" for line in lines or ("-",))
