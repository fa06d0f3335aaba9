"""One page in one browser: it receives changes, and sends back the ids of its controls.

Decides what is sent, and what is accepted from a browser.  Must not know a game, or how messages
are transported.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from secrets import randbits
from typing import Protocol

import htpy as h
from markupsafe import Markup

from schiri.json_object import parse_json
from schiri.page.document import LANGUAGE, document
from schiri.page.files import LOGO, address_of
from schiri.page.patches import PageCache, Patch, lights_of
from schiri.page.phones import WALL, link_to_phones, wall_note
from schiri.page.regions import UNDO_ASKED, regions_of
from schiri.page.request import PageReply, PageRequest
from schiri.scene.scene import HistoryLine, Row, Scene
from schiri.scene.viewer import Viewer
from schiri.table.intents import Answer, Sent
from schiri.table.state import TableState
from schiri.texts import Words

# How many scenes of a page are remembered.
MOST_SCENES = 64
# The longest typed text, and the most values of a form.
MOST_LETTERS = 2000
MOST_VALUES = 60
# Distinguishes these pages from those of another version of the program.
VERSION = " ".join(address_of(name).partition("=")[2] for name in ("page.js", "table.css"))


# The tone on the phone of the person whose turn begins; it shakes it, too.
MINE = "mine"
# The tones of the device: Hz and ms; 0 Hz is a pause.
TONES = {
    "move": ((880, 40),),
    "undo": ((880, 40),),
    "no": ((220, 90), (180, 120)),
    "won": ((660, 120), (880, 120), (1320, 240)),
    "drawn": ((660, 160), (0, 60), (660, 160)),
    "trap": ((440, 90), (330, 90), (220, 220)),
    "out": ((330, 160), (220, 320)),
    "tense": ((740, 70), (0, 70), (740, 70), (0, 70), (740, 140)),
    "joggle": ((660, 60), (880, 60), (1100, 60), (1320, 160)),
    "fast": ((990, 60), (1320, 140)),
    "late": ((880, 120), (0, 80), (880, 120), (0, 80), (880, 120)),
    MINE: ((660, 60), (880, 90)),
}
# The sign of a title, while it is the turn of the person who has the page.
YOURS = "▶"
# The tones that also shake a phone.
SHAKING = {"won", "drawn", "trap", "out", "tense", "joggle", "fast", "late"}


class LiveTable(Protocol):
    """The table whose pages these are, in the thread of the pages."""

    cache: PageCache

    @property
    def state(self) -> TableState: ...

    @property
    def now_ms(self) -> int: ...

    def do(self, intent: Sent, answered: Callable[[Answer], object]) -> None: ...


class Page:
    """One page, as long as a browser has it open.

    Shape: ``viewer`` is its viewer; ``changed`` is called when a message is ready.
    """

    def __init__(
        self,
        table: LiveTable,
        words: Words,
        may_act: bool,
        game: str,
        changed: Callable[[], object],
    ) -> None:
        self._table, self._words, self._changed = table, words, changed
        self.viewer = viewer_of(table, words, may_act, game, self._receive_answer)
        # The last answer to who this person is that the browser has got.
        self._said = ""
        # The scene that the browser shows, None at first.
        self._shown: Scene | None = None
        # The last scenes that were sent, by number: a message of the browser refers to one of them.
        # A browser that reconnects gets another page with other numbers.
        self._scenes: dict[int, Scene] = {}
        self._number = randbits(48)
        self._is_answered = False
        # Whether a heartbeat of the browser is unanswered.
        self._is_asked = False
        # Whether somebody looks at the device's lights, and whether they have just begun to.
        self._has_drawer = self._is_opened = False

    def _receive_answer(self) -> None:
        self._is_answered = True
        self._changed()

    def receive(self, text: str) -> None:
        """Carry out a message of a browser; invalid ones are ignored."""
        try:
            asked = parse_json(text.encode())
        except ValueError:
            return
        match asked:
            case {"press": str(id), **more}:
                self.viewer.press(id, _number(more, "at"), self._scene_of(more))
            case {"submit": str(id), "values": dict(values), **more}:
                self.viewer.submit(id, _typed(values), self._scene_of(more))
            case {"enter": str(typed)}:
                self.viewer.enter(typed[:MOST_LETTERS])
            case {"who": str(name)}:
                self.viewer.say_who(name[:MOST_LETTERS])
            case {"drawer": bool(is_open)}:
                self._has_drawer = self._is_opened = is_open
                self._changed()
            case {"here": _}:
                self._is_asked = True
                self._changed()

    def _lights(self, patch: Patch, now: Scene) -> list[str] | None:
        """Return the colours of the lights to send: all changes while they are in view."""
        is_opened, self._is_opened = self._is_opened, False
        if is_opened:
            return lights_of(now)
        is_seen = self._has_drawer or (now.device is not None and now.device.stones is not None)
        return patch.lights if is_seen else None

    def _number_of(self, scene: Scene) -> int:
        self._number += 1
        self._scenes[self._number] = scene
        self._scenes.pop(self._number - MOST_SCENES, None)
        return self._number

    def _scene_of(self, message: Mapping[object, object]) -> Scene:
        """Return the scene that a message refers to.

        Shape: a scene that is too old, or of another connection, counts as past.
        """
        number = _number(message, "scene") or 0
        return self._scenes.get(number, self.viewer.scene._replace(moment=0))

    def message(self) -> dict[str, object]:
        """Return the changes since the last message, by the script's actions."""
        self.viewer.see(self._table.state)
        now, before = self.viewer.scene, self._shown
        self._shown = now
        is_answered, self._is_answered = self._is_answered, False
        found: dict[str, object] = {"here": self._is_asked}
        self._is_asked = False
        if before is None or _acts(before) != _acts(now):
            found["scene"] = self._number_of(now)
        if self._said != self.viewer.said:
            self._said = self.viewer.said
            found["who"] = self._said
        patch = self._table.cache.patch_of(before, now, self._words)
        if before is None:
            found |= {"put": patch.put, "frame": frame_of(now)}
        else:
            lines = _new_lines(before, now)
            said = [line.cheer or line.text for line in lines]
            news = now.message if is_answered or now.message != before.message else None
            if news:
                said.append(news.reason or news.text)
            if _turn(now) and _turn(now) != _turn(before):
                # Whose turn it is follows from no line of the history.
                said.append(now.heading)
            # The reason for a refusal is not a new refusal.
            is_refused = news is not None and news.kind != "note" and not news.reason
            tone = _tone(lines, is_refused)
            said += [row.label for row in _called(now) if row not in _called(before)]
            is_called = len(_called(now)) > len(_called(before))
            if (is_called or (now.is_yours and not before.is_yours)) and tone not in SHAKING:
                tone = MINE
            found |= {
                "put": patch.put,
                "lines": patch.lines,
                "lights": self._lights(patch, now),
                "say": list(dict.fromkeys(said)),
                "tones": TONES.get(tone, ()),
                "shake": tone in (*SHAKING, MINE),
            }
            if frame_of(before) != frame_of(now):
                found["frame"] = frame_of(now)
        if "seats" in patch.put and any(seat.ends_ms is not None for seat in now.seats):
            # The page counts down by itself: it needs the table's time once.
            found["now"] = self._table.now_ms
        return {name: value for name, value in found.items() if value}


def _turn(scene: Scene) -> tuple[str, ...]:
    """Return the players on turn."""
    return tuple(seat.name for seat in scene.seats if seat.is_turn)


def viewer_of(
    table: LiveTable,
    words: Words,
    may_act: bool,
    game: str,
    changed: Callable[[], object] = lambda: None,
) -> Viewer:
    """Return a viewer of a table's newest state."""
    return Viewer(
        words,
        table.state,
        table.do,
        changed,
        lambda: datetime.now().astimezone(),
        may_act,
        game,
        table.cache.scene_of,
        who="",
    )


def frame_of(scene: Scene) -> dict[str, str]:
    """Return the attributes of a page as a whole: its look, its game and its evening."""
    kind = f"has-{type(scene.middle).__name__.lower()}" if scene.middle else ""
    stones = "has-stones" if scene.device and scene.device.stones else ""
    return {
        "look": " ".join(filter(None, (scene.name, scene.game, kind, stones))),
        "played": f"{scene.name} {scene.played}",
        "title": f"{f'{YOURS} ' * scene.is_yours}{scene.heading} · {scene.title}",
        "version": VERSION,
    }


def live_page(
    asked: PageRequest,
    table: LiveTable,
    words: Words,
    may_act: bool,
    game: str,
    has_links: bool = False,
) -> PageReply:
    """Return the whole page; the browser then connects for changes.

    Shape: ``has_links`` says whether its viewer may see links for more phones.
    """
    is_on_wall = bool(asked.value(WALL))
    scene = viewer_of(table, words, may_act, game).scene
    top, *regions = regions_of(scene, words)
    frame = frame_of(scene)
    return document(
        asked,
        words,
        frame["title"],
        regions,
        link_to_phones(words) if has_links else None,
        wall_note(words) if is_on_wall else None,
        said_html(words),
        scripts=("page.js",),
        styles=("table.css", "art.css"),
        header=header_html(top, words),
        class_=frame["look"] + " wall" * is_on_wall,
        data_played=frame["played"],
        data_version=frame["version"],
        data_socket=f"/socket?{LANGUAGE}={words.language}",
    )


def header_html(top: h.Element, words: Words) -> h.Element:
    """Return the part of the header that every table has."""

    def switch(id: str, text: str, is_hidden: bool = False) -> h.Element:
        return h.button(
            id=id,
            class_=["quiet", "icon", id],
            type="button",
            aria_pressed="false",
            hidden=is_hidden,
        )[text]

    return h.header[
        h.span(".logo", aria_hidden="true")[Markup(LOGO)],
        top,
        switch("big", words.gettext("Big")),
        switch("sound", words.gettext("Sound")),
        # Hidden until the browser reports a local voice.
        switch("speak", words.gettext("Read aloud"), is_hidden=True),
        h.a(".button.quiet.icon.logs", href="/games")[words.gettext("Games played")],
    ]


def said_html(words: Words) -> h.Node:
    """Return the places for text that is read aloud, for questions, and for a lost server."""
    return [
        h.div("#live.unseen", role="log", aria_live="polite"),
        h.div("#gone", role="alert", hidden=True)[
            h.p(data_gone="true")[
                h.strong[words.gettext("Schiri does not answer.")],
                " ",
                words.gettext("This page continues as soon as it does."),
            ],
            h.p(data_ended="true", hidden=True)[
                h.strong[words.gettext("This link is no longer valid.")],
                " ",
                words.gettext("Open the new link to go on."),
            ],
        ],
        h.dialog("#question")[
            h.form(method="dialog")[
                h.p,
                h.div(".row")[
                    h.button(".strong", value="yes"),
                    h.button(value="no")[words.gettext("No")],
                ],
            ]
        ],
    ]


def _called(scene: Scene) -> list[Row]:
    """Return the questions that this person alone must answer."""
    return [row for row in scene.rows if row.id == UNDO_ASKED]


def _new_lines(before: Scene, now: Scene) -> list[HistoryLine]:
    """Return the new lines of the history; of a new game only the last one."""
    upto = before.lines[-1].number if before.lines else 0
    lines = [line for line in now.lines if line.number > upto]
    return lines if before.played == now.played else lines[-1:]


def _tone(lines: list[HistoryLine], is_refused: bool) -> str:
    """Return the tone of new lines: the last one that is cheered, a refusal, or a move."""
    cheers = [line.tone for line in lines if line.cheer]
    moves = [line.tone for line in lines if line.tone]
    return "".join(cheers[-1:]) or "no" * is_refused or "".join(moves[-1:])


def _acts(scene: Scene) -> Scene:
    """Return the part of a scene that says which actions it offers."""
    return scene._replace(
        device_note="", device=scene.device and scene.device._replace(lights=None)
    )


def _number(message: Mapping[object, object], name: str) -> int | None:
    number = message.get(name)
    return number if type(number) is int else None


def _typed(values: Mapping[str, object]) -> dict[str, str]:
    """Return the values of a form as texts."""
    given = list(values.items())[:MOST_VALUES]
    return {name: value[:MOST_LETTERS] for name, value in given if isinstance(value, str)}
