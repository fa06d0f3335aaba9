"""How long a press takes to many pages, what a move sends to each, and what pages take of memory.

The server is a process of its own, as it is for whoever plays; the pages are websockets that read
what a browser would.  Switch goes round a cycle of moves on a device with a key for each cell, so
that each press shows at once.
"""

import asyncio
import json
import re
import subprocess
import sys
import time
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from statistics import median, quantiles

import httpx
from schiri.table.intents import NewGame, Press
from schiri.table.state import TableState
from websockets.asyncio.client import connect

from tests.cli.command import environment

TOUCHED = ("a1", "c3", "b1", "a1", "c3", "b1")
PAGES = (1, 8, 32)
PRESSES = 60
# People press no faster.
PAUSE_S = 0.15
SOCKET = "_nicegui_ws/socket.io/?EIO=4&transport=websocket"


class Page:
    """A page as its script sees it: the elements, and what is sent for them."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.bytes = 0

    async def open(self) -> None:
        """Ask for the page, and connect."""
        async with httpx.AsyncClient() as http:
            text = (await http.get(self._url)).text
        found = re.search(r"parseElements\(String\.raw`(.*?)`\)", text, re.DOTALL)
        client = re.search("'client_id': '([^']+)'", text)
        assert found and client
        self._client = client[1]
        elements = json.loads(found[1].replace("&gt;", ">").replace("&lt;", "<"))
        self._cells = {
            each["props"]["data-cell"]: (name, each["events"][0]["listener_id"])
            for name, each in elements.items()
            if "data-cell" in each.get("props", {})
        }
        self._socket = await connect(self._url.replace("http", "ws") + SOCKET, proxy=None)
        await self._socket.recv()
        await self._socket.send("40")
        await self._socket.recv()
        await self._send("handshake", tab_id=self._client, document_id="1", next_message_id=0)

    async def _send(self, event: str, **message: object) -> None:
        message["client_id"] = self._client
        await self._socket.send("42" + json.dumps([event, message]))

    async def touch(self, cell: str) -> None:
        """Touch a cell."""
        name, listener = self._cells[cell]
        await self._send("event", id=int(name), listener_id=listener, args=[])

    async def shows(self, cell: str) -> float:
        """Read until a cell shows something else; return when that was."""
        sign = f'"{self._cells[cell][0]}":{{'
        while sign not in (text := await self._read()) or not text.startswith('42["update"'):
            pass
        return time.perf_counter()

    async def rest(self) -> None:
        """Read whatever else comes until nothing has come for as long as people wait."""
        with suppress(TimeoutError):
            while True:
                async with asyncio.timeout(PAUSE_S):
                    await self._read()

    async def _read(self) -> str:
        """Return the next message; whether somebody is there is answered at once."""
        text = str(await self._socket.recv())
        self.bytes += len(text)
        if text == "2":
            await self._socket.send("3")
        return text

    async def close(self) -> None:
        """Leave."""
        await self._socket.close()


def kilobytes(pid: int) -> int:
    """Return what a process has in memory."""
    (line,) = [
        line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if "VmRSS" in line
    ]
    return int(line.split()[1])


async def measure(url: str, pid: int) -> None:
    """Print how it is with more and more pages."""
    pages: list[Page] = []
    touched = cycle(TOUCHED)
    before = kilobytes(pid)
    for count in PAGES:
        for _ in range(count - len(pages)):
            pages.append(Page(url))
            await pages[-1].open()
            await asyncio.gather(*[page.rest() for page in pages])
        # What each is sent first, and what Python has to warm up.
        for _ in range(len(TOUCHED)):
            await pages[0].touch(next(touched))
            await asyncio.gather(*[page.rest() for page in pages])
        for page in pages:
            page.bytes = 0
        times = []
        for _ in range(PRESSES):
            cell = next(touched)
            start = time.perf_counter()
            await pages[0].touch(cell)
            ends = await asyncio.gather(*[page.shows(cell) for page in pages])
            times += [(end - start) * 1000 for end in ends]
            await asyncio.gather(*[page.rest() for page in pages])
        sent = median(page.bytes for page in pages) / PRESSES * 2
        print(
            f"{f'press to page, {count} pages:':30}{median(times):6.1f} ms median,"
            f"{quantiles(times, n=100)[98]:7.1f} ms p99 (bar: 100); {sent:,.0f} bytes a move",
            flush=True,
        )
    print(f"{'memory of 32 pages:':30}{(kilobytes(pid) - before) / 1024:6.1f} MB")
    for page in pages:
        await page.close()


def main() -> None:
    """Measure the pages of a table that is served by a process of its own."""
    command = [sys.executable, "-m", "tests.bench.pages"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment()) as serving:
        assert serving.stdout
        url = serving.stdout.readline().strip()
        asyncio.run(measure(url, serving.pid))
        serving.terminate()


def serve() -> None:
    """Serve a table where Switch has begun."""
    import tempfile
    from secrets import randbelow

    from schiri.clock import local_time, now_ms
    from schiri.page.server import PageServer
    from schiri.simulator.handle import SimulatedDevice
    from schiri.table.session import TableSession
    from schiri.table.worker import TableWorker
    from schiri.texts import Words
    from schiri_device.builds import load

    build = load("keys5")
    assert build
    with tempfile.TemporaryDirectory() as folder:
        device = SimulatedDevice(build)
        logs = Path(folder)
        worker = TableWorker(device, logs, local_time, logs / "last.json", randbelow)
        session = TableSession(device, worker, now_ms)
        server = PageServer(Words("en"), session, None, None)
        asked: set[str] = set()

        def begin(state: TableState) -> None:
            mode = state.now.mode if state.now else ""
            if mode in asked or not mode:
                return
            asked.add(mode)
            if mode == "play":
                print(server.url, flush=True)
            elif mode == "lay":
                session.do(Press("white"))
            elif state.state is None:
                session.do(NewGame("switch", ("Ann", "Ben"), {"repetition": "off"}))

        session.watch(begin)
        server.run(lambda: None)


if __name__ == "__main__":
    serve()
