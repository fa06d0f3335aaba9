"""WebKitGTK, driven by the WebDriver that belongs to it, on a screen in memory."""

import base64
import http.client
import json
import os
import socket
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.browsers.driver import Actions, Driver
from tests.browsers.installed import programs
from tests.cli.running import Stream
from tests.page.browser_user import Size
from tests.patience import PATIENCE_MS, PATIENCE_S

HERE = "127.0.0.1"
# There is no graphics card: to imitate one takes half of the time.
FASTER = {"WEBKIT_SKIA_ENABLE_CPU_RENDERING": "1"}
# Tests do not wait for animations.
SETTINGS = "[Settings]\ngtk-enable-animations=false\n"


class WebKit(Driver):
    """A window of WebKitGTK's own small browser. It stores nothing."""

    def __init__(self) -> None:
        super().__init__()
        home = self.open.enter_context(TemporaryDirectory())
        driver, xvfb = programs("webkit")
        screen = self.start(
            [xvfb, "-displayfd", "1", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"],
            out=subprocess.PIPE,
        )
        assert screen.stdout
        display = Stream(screen.stdout).line()
        settings = Path(home) / "gtk-3.0" / "settings.ini"
        settings.parent.mkdir()
        settings.write_text(SETTINGS)
        more = {"DISPLAY": f":{display}", "XDG_CONFIG_HOME": home, **FASTER}
        with socket.create_server((HERE, 0)) as free:
            port = free.getsockname()[1]
        self._driver = self.start([driver, f"--port={port}"], env={**os.environ, **more})
        self._connection = http.client.HTTPConnection(HERE, port, timeout=2 * PATIENCE_S)
        self.open.callback(self._connection.close)
        self._connect()
        self._session = ""
        self._session = "/" + self._ask("POST", "", capabilities={})["sessionId"]
        self._ask("POST", "/timeouts", script=2 * PATIENCE_MS)

    def _connect(self) -> None:
        """Connect to the driver as soon as it listens. It does not say when."""
        while True:
            assert self._driver.poll() is None, "the driver has ended"
            try:
                return self._connection.connect()
            except ConnectionRefusedError:
                os.sched_yield()

    def _ask(self, verb: str, path: str, **body: object) -> Any:
        content = json.dumps(body) if verb == "POST" else None
        self._connection.request(verb, f"/session{self._session}{path}", content)
        found = json.loads(self._connection.getresponse().read())["value"]
        assert not (isinstance(found, dict) and "error" in found), found
        return found

    def load(self, url: str) -> None:
        self._ask("POST", "/url", url=url)

    def evaluate(self, script: str) -> str:
        waiting = f"{script}.then(arguments[0])"
        return str(self._ask("POST", "/execute/async", script=waiting, args=[]))

    def perform(self, actions: Actions) -> None:
        self._ask("POST", "/actions", actions=actions)

    def picture(self) -> bytes:
        return base64.b64decode(self._ask("GET", "/screenshot"))

    def resize(self, size: Size) -> None:
        width, height = size
        self._ask("POST", "/window/rect", width=width, height=height, x=0, y=0)
