"""A person at a browser of another engine than Chromium's, driven by its own remote protocol.

Decides how a control is found, pressed and waited for, the same in each browser.  Must not know
which game is played.
"""

import json
import os
import signal
import subprocess
from contextlib import ExitStack
from typing import Any

from tests.closing import opened
from tests.page.browser_user import EACH_IS_MEANT, Size
from tests.patience import PATIENCE_MS, PATIENCE_S
from tests.programs import Closing

Actions = list[dict[str, Any]]
# Errors of the page's scripts, from now on.
LISTEN = """() => {
  window.complaints = [];
  addEventListener("error", (event) => window.complaints.push(`${event.message}`));
  addEventListener("unhandledrejection", (event) => window.complaints.push(`${event.reason}`));
}"""
# What a control looks like and where it stands: a press that has an effect changes it.
LOOKS = """(at) => {
  const found = document.querySelector(at);
  return [found?.outerHTML, found?.closest(".row")?.id].join();
}"""
# The centre of a control, or null before a finger that goes there meets it.
CENTRE = """(at) => {
  const found = document.querySelector(at);
  if (!found?.checkVisibility() || found.ariaDisabled === "true") return null;
  found.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const box = found.getBoundingClientRect();
  const centre = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
  return found.contains(document.elementFromPoint(...centre)) ? centre : null;
}"""
# Look at each frame, until two looks in a row find the same: scrolling moves things a frame later.
UNTIL = """async (...given) => {
  const [look, end] = [LOOK, performance.now() + PATIENCE_MS];
  for (let before = null; ; await new Promise(requestAnimationFrame)) {
    const found = look(...given);
    if (found && JSON.stringify(found) === before) return found;
    before = JSON.stringify(found);
    if (performance.now() > end) throw new Error("it does not come");
  }
}"""
# The result of a function, an error of it, and what the page shows.
CALL = """(async () => {
  let [found, problem] = [null, ""];
  try {
    found = await (FUNCTION)(...GIVEN);
  } catch (error) {
    problem = String(error);
  }
  return JSON.stringify([found ?? null, problem, document.body?.innerText ?? ""]);
})()"""


class Driver(Closing):
    """A browser with one page.

    Shape: a subclass has the protocol: `load`, `evaluate`, `perform`, `picture` and `resize`.
    ``text`` is what the page showed at the last look; ``open`` has what is closed at the end.
    """

    text = ""

    def __init__(self) -> None:
        self.open = ExitStack()
        # Also if it fails while it starts.
        opened.callback(self.close)

    def start(
        self,
        command: list[str],
        env: dict[str, str] | None = None,
        out: int = subprocess.DEVNULL,
        err: int = subprocess.DEVNULL,
    ) -> subprocess.Popen[bytes]:
        """Start a program that ends with the browser."""
        process = subprocess.Popen(command, env=env, stdout=out, stderr=err, start_new_session=True)
        self.open.callback(process.wait, PATIENCE_S)
        # With its own processes: one that hangs would go on for ever.
        self.open.callback(os.killpg, process.pid, signal.SIGKILL)
        return process

    def close(self) -> None:
        self.open.close()

    def load(self, url: str) -> None:
        """Open an address, and wait until its document is loaded."""
        raise NotImplementedError

    def evaluate(self, script: str) -> str:
        """Return the text that a promise of the page resolves to; raises TimeoutError."""
        raise NotImplementedError

    def perform(self, actions: Actions) -> None:
        """Perform input actions, in the form of WebDriver."""
        raise NotImplementedError

    def picture(self) -> bytes:
        """Return what is in view as PNG."""
        raise NotImplementedError

    def resize(self, size: Size) -> None:
        """Give the page a size, or the next one that the browser can have."""
        raise NotImplementedError

    # What a person does

    def go(self, url: str) -> None:
        """Open an address."""
        self.load(url)
        self.call(EACH_IS_MEANT)
        self.call(LISTEN)

    def press(self, *controls: str) -> None:
        """Press controls in order, each when it can be pressed, and see that it changes.

        Shape: a control is a selector of CSS.
        """
        for each in controls:
            self.until(CENTRE, each)
            before = self.call(LOOKS, each)
            self.tap(each)
            self.until(f"(at, before) => ({LOOKS})(at) !== before", each, before)

    def tap(self, control: str) -> None:
        """Press a control when it can be pressed."""
        x, y = self.until(CENTRE, control)
        moves = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self.perform([{"type": "pointer", "id": "mouse", "actions": moves}])

    def choose(self, control: str) -> None:
        """Press a control, unless it is chosen."""
        chosen = self.until("(at) => document.querySelector(at)?.ariaPressed", control)
        if chosen != "true":
            self.press(control)

    def type(self, field: str, text: str) -> None:
        """Type into a field, in place of what is there."""
        self.tap(field)
        self.call("() => document.activeElement.select()")
        keys = [{"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")]
        self.perform([{"type": "key", "id": "keys", "actions": keys}])
        self.until("(at, text) => document.querySelector(at).value === text", field, text)

    # What a person sees

    def find(self, selector: str) -> None:
        """Wait until the page has such an element."""
        self.until("(at) => Boolean(document.querySelector(at))", selector)

    def sees(self, text: str, within: str = "body") -> None:
        """Wait until this text is in view."""
        self.until(
            "(at, text) => document.querySelector(at)?.innerText.includes(text)", within, text
        )

    def until(self, look: str, *given: object) -> Any:
        """Wait until a function of the page finds something, and return it."""
        found = UNTIL.replace("LOOK", f"({look})").replace("PATIENCE_MS", str(PATIENCE_MS))
        return self.call(found, *given)

    def call(self, function: str, *given: object) -> Any:
        """Return the result of a function of the page."""
        script = CALL.replace("FUNCTION", function).replace("GIVEN", json.dumps(given))
        try:
            found, problem, self.text = json.loads(self.evaluate(script))
        except TimeoutError:
            found, problem = None, "the browser hangs"
        assert not problem, f"{problem}: {function} {given}; the page shows:\n{self.text}"
        return found
