"""An event loop without real waits: when nothing is left to do, its time jumps to the next timer.

Decides how time passes for an app under test, so that no test sleeps, and when it draws: only
before a check.  Must not know the app. All waits must come from the loop itself: it does not know
threads and processes.
"""

import asyncio
import selectors
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from functools import cache
from typing import Any, TypeVar
from unittest import mock

from textual import _time, screen
from textual import app as textual_app
from textual.app import App
from textual.css.model import RuleSet
from textual.css.styles import RulesMap
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.events import ScreenResume
from textual.geometry import Size
from textual.pilot import Pilot
from textual.screen import Screen

from tests.counts import IS_PROOF

# Interval in which the screen is laid out by itself. Each pause of a pilot does so anyway.
UPDATE_S = 3
# Time from a key to the pilot's check. Immediate effects are done long before.
LOOK_S = 0.02
# Kinds of screens that this process has drawn.
drawn: set[type] = set()


class Leaping(selectors.SelectSelector):
    """A selector that skips the time it should wait."""

    leapt_s = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            return super().select()
        self.leapt_s += max(0, timeout)
        return super().select(0)


class Loop(asyncio.SelectorEventLoop):
    """A loop whose time stands still while there is something to do."""

    def __init__(self) -> None:
        self._leaping = Leaping()
        super().__init__(self._leaping)

    def time(self) -> float:
        return self._leaping.leapt_s


_draw = Screen._compositor_refresh
_lay_out = Screen._screen_resized
_parse = Stylesheet._parse_rules
_replace = Stylesheet.replace_rules
_resume = Screen._on_screen_resume


def _keep_for_later(self: Screen[Any]) -> None:
    """Keep a screen's changes in the compositor until a check needs them."""
    if self is not self.app.screen:
        _draw(self)


async def _shown(self: Pilot[Any], **_: object) -> bool:
    """Return that the screen has processed the pilot's actions: each of them waits for that
    already.
    """
    return True


async def settle(*_: object) -> bool:
    """Run everything that is due; time only jumps when nothing is."""
    await asyncio.sleep(LOOK_S)
    return True


async def _pause(self: Pilot[Any], delay: float | None = None) -> None:
    await settle()
    self.app.screen._on_timer_update()


@cache
def _parsed(variables: frozenset[tuple[str, str]], css: str, **given: Any) -> list[RuleSet]:
    return _parse(Stylesheet(variables=dict(variables)), css, **given)


def _parse_once(self: Stylesheet, css: str, **given: Any) -> list[RuleSet]:
    """Parse a style sheet once for all apps that use it."""
    # There are hundreds of variables, the same for all sheets of an app.
    of, variables = vars(self).get("_frozen", (None, frozenset[tuple[str, str]]()))
    if of is not self._variables:
        variables = frozenset(self._variables.items())
        vars(self)["_frozen"] = self._variables, variables
    return _parsed(variables, css, **given)


def _lay_out_once(self: Screen[Any], size: Size) -> None:
    """Skip the layout of a screen whose size has not changed."""
    if size != self._size:
        _lay_out(self, size)


def _replace_where_new(node: DOMNode, rules: RulesMap, animate: bool = False) -> None:
    """Skip the styles of a node whose rules have not changed."""
    if vars(node).get("_held") != rules:
        vars(node)["_held"] = rules
        _replace(node, rules, animate)
    else:
        node.notify_style_update()


def _resume_as_it_is(self: Screen[Any], event: ScreenResume) -> None:
    """Skip the styles of a screen that reappears: nothing changed them while it was covered."""
    event.refresh_styles = False
    _resume(self, event)


@asynccontextmanager
async def opened(app: App[None], size: tuple[int, int] = (80, 24)) -> AsyncIterator[Pilot[None]]:
    """Open an app on a terminal of this size; its last screen is drawn, in samples once a kind."""
    async with app.run_test(size=size) as pilot:
        yield pilot
        if app.is_running and (IS_PROOF or type(app.screen) not in drawn):
            drawn.add(type(app.screen))
            _draw(app.screen)


Result = TypeVar("Result")


def run_virtually(play: Coroutine[Any, Any, None]) -> None:
    """Run to the end without waiting; the app's timers use the time of the loop."""
    with asyncio.Runner(loop_factory=Loop) as runner:
        run_in(runner, play)


def run_in(runner: asyncio.Runner, play: Coroutine[Any, Any, Result]) -> Result:
    """Run in a loop of this kind; between two runs, open tasks stand still."""
    with (
        mock.patch.object(_time, "get_time", runner.get_loop().time),
        mock.patch.object(textual_app, "wait_for_idle", settle),
        mock.patch.object(screen, "UPDATE_PERIOD", UPDATE_S),
        mock.patch.object(Screen, "_compositor_refresh", _keep_for_later),
        mock.patch.object(Pilot, "pause", _pause),
        mock.patch.object(Pilot, "_wait_for_screen", _shown),
        mock.patch.object(Screen, "_screen_resized", _lay_out_once),
        # The same hash without a call in Python: each styling looks up all the rules.
        mock.patch.object(RuleSet, "__hash__", object.__hash__),
        mock.patch.object(Screen, "_on_screen_resume", _resume_as_it_is),
        mock.patch.object(Stylesheet, "_parse_rules", _parse_once),
        mock.patch.object(Stylesheet, "replace_rules", staticmethod(_replace_where_new)),
    ):
        return runner.run(play)
