"""Firefox, driven by WebDriver BiDi: it speaks that protocol itself."""

import base64
import json
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from websockets.sync.client import connect

from tests.browsers.driver import Actions, Driver
from tests.browsers.installed import programs
from tests.cli.running import Stream
from tests.page.browser_user import Size
from tests.patience import PATIENCE_S

LISTENS = "WebDriver BiDi listening on "
# Tests do not wait for animations. Nothing is fetched but the page.
PREFERENCES = {
    "intl.accept_languages": "en-GB",
    "ui.prefersReducedMotion": 1,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}


class Firefox(Driver):
    """A Firefox without a window, with a new profile."""

    def __init__(self) -> None:
        super().__init__()
        profile = self.open.enter_context(TemporaryDirectory())
        (Path(profile) / "user.js").write_text(
            "".join(
                f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
                for name, value in PREFERENCES.items()
            )
        )
        process = self.start(
            [
                *(*programs("firefox"), "--headless", "--no-remote", "--profile", profile),
                *("--remote-debugging-port", "0"),
            ],
            err=subprocess.PIPE,
        )
        assert process.stderr
        address = Stream(process.stderr).line_with(LISTENS).partition(LISTENS)[2].strip()
        self._socket = self.open.enter_context(
            connect(f"{address}/session", open_timeout=PATIENCE_S, max_size=None, proxy=None)
        )
        self._count = 0
        self._ask("session.new", capabilities={})
        (self._context,) = (
            each["context"] for each in self._ask("browsingContext.getTree")["contexts"]
        )

    def _ask(self, method: str, **params: object) -> Any:
        self._count += 1
        self._socket.send(json.dumps({"id": self._count, "method": method, "params": params}))
        while (answer := json.loads(self._socket.recv(2 * PATIENCE_S))).get("id") != self._count:
            pass
        assert answer["type"] == "success", answer
        return answer["result"]

    def load(self, url: str) -> None:
        self._ask("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def evaluate(self, script: str) -> str:
        target = {"context": self._context}
        found = self._ask("script.evaluate", expression=script, target=target, awaitPromise=True)
        return str(found["result"]["value"])

    def perform(self, actions: Actions) -> None:
        self._ask("input.performActions", context=self._context, actions=actions)

    def picture(self) -> bytes:
        found = self._ask("browsingContext.captureScreenshot", context=self._context)
        return base64.b64decode(found["data"])

    def resize(self, size: Size) -> None:
        width, height = size
        viewport = {"width": width, "height": height}
        self._ask("browsingContext.setViewport", context=self._context, viewport=viewport)
