"""A device on USB for a page in a browser: a stand-in for the browser's serial ports.

Its data port leads to ``schiri sim`` on a pseudo-terminal. The simulator's planned cable faults
appear to the browser as pulls of the plug.  Must not know which game is played.
"""

import asyncio
import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from playwright.async_api import BrowserContext, Error, Page
from schiri.simulator.faults import FaultPlan

from tests.cli.command import command_line, environment
from tests.faults.plans import fault_plan_text

STAND_IN = Path(__file__).with_name("usb.js")
PLAN = "plan"
CONSOLE, DATA = "console", "data"
# The output on a board's other port.
BANNER = "Adafruit CircuitPython 10.0.3; Raspberry Pi Pico with rp2040\r\n>>> "
UNPLUGGED = ("The cable is pulled", "The device is without power")
PLUGGED = ("The cable is plugged in", "The device has power")


class Usb:
    """A device, its cable, and the browser at the other end.

    Shape: ``opened`` are the opened ports in order; ``said`` is the device's output; ``was_pulled``
    is set after the plan's first pull.
    """

    def __init__(self, sim: asyncio.subprocess.Process, path: str) -> None:
        self.opened: list[str] = []
        self.said = bytearray()
        self.was_pulled = asyncio.Event()
        self._sim, self._path = sim, path
        # The pullers of the plug: a person, the plan, or both.
        self._pulled: set[str] = set()
        self._is_allowed = False
        self._context: BrowserContext | None = None
        self._open: dict[str, Page] = {}
        self._port: int | None = None
        self._telling: asyncio.Queue[tuple[Page, str]] = asyncio.Queue()

    async def attach(self, context: BrowserContext) -> None:
        """Connect the pages of a browser to the device."""
        self._context = context
        await context.expose_binding("schiriUsb", self._do)
        await context.add_init_script(path=STAND_IN)

    async def plug(self, is_in: bool, who: str = "somebody") -> None:
        """Plug in or pull; the plug is in unless a person or the plan has pulled it."""
        was_in = self._is_plugged
        (self._pulled.discard if is_in else self._pulled.add)(who)
        if self._is_plugged == was_in:
            return
        if not is_in:
            self._leave(*self._open)
        assert self._context
        for page in self._context.pages:
            with suppress(Error):
                await page.evaluate("(is) => standIn.plug(is)", is_in)

    def press(self, *buttons: str) -> None:
        """Press buttons of the device."""
        assert self._sim.stdin
        self._sim.stdin.write(f"{' '.join(buttons)}\n".encode())

    @property
    def _is_plugged(self) -> bool:
        return not self._pulled

    @property
    def is_open(self) -> bool:
        """Whether a page has one of its ports open."""
        return bool(self._open)

    @property
    def digest(self) -> str:
        """The last digest of the rules that the device has reported."""
        hellos = re.findall(rb"^\d+ \S+ hello (.+) \*[0-9a-f]{8}$", self.said, re.MULTILINE)
        return str(hellos[-1].split(b" ")[-1].decode())

    # The browser's requests

    async def _do(self, source: dict[str, Any], what: str, name: str = "", text: str = "") -> bool:
        page = source["page"]
        match what:
            case "is plugged":
                return self._is_plugged
            case "allow":
                self._is_allowed = True
            case "is allowed":
                return self._is_allowed
            case "open":
                return self._opens(page, name)
            case "close":
                self._leave(name)
            case "write":
                if name == DATA and self._port is not None:
                    os.write(self._port, text.encode("latin-1"))
        return True

    def _opens(self, page: Page, name: str) -> bool:
        # Only one page can have a port open; a closed page releases its ports.
        self._leave(*(each for each, owner in self._open.items() if owner.is_closed()))
        if not self._is_plugged or name in self._open:
            return False
        self._open[name] = page
        self.opened.append(name)
        if name == CONSOLE:
            self._telling.put_nowait((page, BANNER))
            return True
        # Windows has no such module.
        import termios

        self._port = os.open(self._path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        termios.tcflush(self._port, termios.TCIFLUSH)
        asyncio.get_running_loop().add_reader(self._port, self._read, self._port, page)
        return True

    def _leave(self, *names: str) -> None:
        for name in names:
            if self._open.pop(name, None) and name == DATA and self._port is not None:
                asyncio.get_running_loop().remove_reader(self._port)
                os.close(self._port)
                self._port = None

    # Data to the browser

    def _read(self, port: int, page: Page) -> None:
        data = os.read(port, 4096)
        self.said += data
        self._telling.put_nowait((page, data.decode("latin-1")))

    async def tell(self) -> None:
        """Pass the data to the browser, forever."""
        while True:
            page, text = await self._telling.get()
            name = CONSOLE if text == BANNER else DATA
            with suppress(Error):
                await page.evaluate("([name, text]) => standIn.receive(name, text)", [name, text])

    async def suffer(self) -> None:
        """Pull and plug as the simulator reports, forever."""
        assert self._sim.stderr
        while line := (await self._sim.stderr.readline()).decode():
            if line.startswith(UNPLUGGED):
                self.was_pulled.set()
                await self.plug(False, PLAN)
            elif line.startswith(PLUGGED):
                await self.plug(True, PLAN)

    def close(self) -> None:
        """Close the port."""
        self._leave(*self._open)


@asynccontextmanager
async def plugged(folder: Path, plan: FaultPlan) -> AsyncIterator[Usb]:
    """Start a device with a fault plan, until the block ends."""
    path = folder / "faults.json"
    path.write_text(fault_plan_text(plan))
    pipe = asyncio.subprocess.PIPE
    sim = await asyncio.create_subprocess_exec(
        *command_line("sim", "--faults", str(path)),
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        env=environment(),
    )
    assert sim.stdout
    usb = Usb(sim, (await sim.stdout.readline()).decode().removeprefix("port: ").strip())
    tasks = [asyncio.create_task(each) for each in (usb.tell(), usb.suffer())]
    try:
        yield usb
    finally:
        for task in tasks:
            task.cancel()
        usb.close()
        sim.kill()
        await sim.wait()
    for task in tasks:
        with suppress(asyncio.CancelledError):
            await task
