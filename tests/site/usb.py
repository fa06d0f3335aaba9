"""A device on USB for a page in a browser: a stand-in for the browser's serial ports.

Its data port leads to ``schiri sim`` on a pseudo-terminal; what goes wrong with the cable by the
simulator's plan is seen by the browser as a plug that is pulled.  Must not know what is played.
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
# What anybody hears on a board's other port.
BANNER = "Adafruit CircuitPython 10.0.3; Raspberry Pi Pico with rp2040\r\n>>> "
UNPLUGGED = ("The cable is pulled", "The device is without power")
PLUGGED = ("The cable is plugged in", "The device has power")


class Usb:
    """A device, its cable, and the browser that has the other end.

    Shape: ``opened`` are the ports that were opened, one after the other; ``said`` is what came
    from the device; ``was_pulled`` is set once the plan has pulled the plug.
    """

    def __init__(self, sim: asyncio.subprocess.Process, path: str) -> None:
        self.opened: list[str] = []
        self.said = bytearray()
        self.was_pulled = asyncio.Event()
        self._sim, self._path = sim, path
        # Who holds the plug: somebody, or the plan.
        self._pulled: set[str] = set()
        self._is_allowed = False
        self._context: BrowserContext | None = None
        self._open: dict[str, Page] = {}
        self._port: int | None = None
        self._telling: asyncio.Queue[tuple[Page, str]] = asyncio.Queue()

    async def attach(self, context: BrowserContext) -> None:
        """Let the pages of a browser reach the device."""
        self._context = context
        await context.expose_binding("schiriUsb", self._do)
        await context.add_init_script(path=STAND_IN)

    async def plug(self, is_in: bool, who: str = "somebody") -> None:
        """Put the plug in, or pull it; it is in where nobody has pulled it."""
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

    # What the browser asks for

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
        # A port is opened by one at a time; a page that is gone lets go of its own.
        self._leave(*(each for each, owner in self._open.items() if owner.is_closed()))
        if not self._is_plugged or name in self._open:
            return False
        self._open[name] = page
        self.opened.append(name)
        if name == CONSOLE:
            self._telling.put_nowait((page, BANNER))
            return True
        # Windows has none.
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

    # What it hears

    def _read(self, port: int, page: Page) -> None:
        data = os.read(port, 4096)
        self.said += data
        self._telling.put_nowait((page, data.decode("latin-1")))

    async def tell(self) -> None:
        """Let the browser hear what comes, for ever."""
        while True:
            page, text = await self._telling.get()
            name = CONSOLE if text == BANNER else DATA
            with suppress(Error):
                await page.evaluate("([name, text]) => standIn.hear(name, text)", [name, text])

    async def suffer(self) -> None:
        """Pull the plug whenever the simulator says so, for ever."""
        assert self._sim.stderr
        while line := (await self._sim.stderr.readline()).decode():
            if line.startswith(UNPLUGGED):
                self.was_pulled.set()
                await self.plug(False, PLAN)
            elif line.startswith(PLUGGED):
                await self.plug(True, PLAN)

    def close(self) -> None:
        """Let go of the port."""
        self._leave(*self._open)


@asynccontextmanager
async def plugged(folder: Path, plan: FaultPlan) -> AsyncIterator[Usb]:
    """Start a device with a plan of what goes wrong, until the block ends."""
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
