"""The time from a press to many pages, the bytes of a move, and the memory of pages.

The server is a separate process, as for players; the pages are websockets that read like a browser.
Switch cycles through moves on a device with a key for each cell, so that each press shows at once.
"""

import asyncio
import json
import os
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
from tests.tools.bench import way

TOUCHED = ("a1", "c3", "b1", "a1", "c3", "b1")
PAGES = (1, 8, 32)
PRESSES = 60
# The first presses do not count: they fill Python's caches.
WARM = 12
# The shortest pause between presses of people.
PAUSE_S = 0.15
# Limits with 32 pages on two shared cores: times in ms, bytes of a move to each page, bytes of the
# compressed first load, and memory of the process.
MEDIAN_MS, P99_MS, MOVE_BYTES, LOAD_BYTES, PROCESS_MB = 20, 40, 5_000, 80_000, 90


class Page:
    """A page as its script sees it: its messages for each region and cell."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.bytes = 0
        # The number of the scene that it shows: a press is for that one.
        self._scene = 0

    async def open(self) -> None:
        """Request the page, and connect."""
        async with httpx.AsyncClient() as http:
            (await http.get(self._url)).raise_for_status()
        self._socket = await connect(
            self._url.replace("http", "ws") + "socket", proxy=None, compression=None
        )
        assert "put" in await self._read()

    async def touch(self, cell: str) -> None:
        """Touch a cell."""
        await self._socket.send(json.dumps({"press": f"cell-{cell}", "scene": self._scene}))

    async def shows(self, cell: str) -> float:
        """Read until a cell changes; return the time."""
        while f'"cell-{cell}"' not in await self._read():
            pass
        return time.perf_counter()

    async def rest(self) -> None:
        """Read until no message has come for a pause."""
        with suppress(TimeoutError):
            while True:
                async with asyncio.timeout(PAUSE_S):
                    await self._read()

    async def _read(self) -> str:
        text = str(await self._socket.recv())
        self.bytes += len(text.encode())
        self._scene = json.loads(text).get("scene", self._scene)
        return text

    async def close(self) -> None:
        """Disconnect."""
        await self._socket.close()


async def first_load(url: str) -> int:
    """Return the compressed bytes that a browser fetches before a page can be used."""
    sent = 0
    async with httpx.AsyncClient(base_url=url) as http:
        page = await http.get("/")
        parts = page.text.split('"')
        linked = {each for each in parts if each.startswith(("/static/", "/samples/", "/logo"))}
        for address in ("/", *sorted(linked)):
            async with http.stream("GET", address) as answer:
                sent += sum([len(data) async for data in answer.aiter_raw()])
    return sent


def kilobytes(pid: int) -> int:
    """Return the resident memory of a process."""
    (line,) = [
        line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if "VmRSS" in line
    ]
    return int(line.split()[1])


async def presses(url: str) -> list[tuple[float, float]]:
    """Return the beginning and the end of each press, with one page."""
    page, found = Page(url), []
    await page.open()
    await page.rest()
    for _, cell in zip(range(WARM + PRESSES), cycle(TOUCHED), strict=False):
        start = time.perf_counter()
        await page.touch(cell)
        found.append((start, await page.shows(cell)))
        await page.rest()
    await page.close()
    return found[WARM:]


async def measure(url: str, pid: int) -> None:
    """Print the results with more and more pages."""
    pages: list[Page] = []
    touched = cycle(TOUCHED)
    before = kilobytes(pid)
    for count in PAGES:
        for _ in range(count - len(pages)):
            pages.append(Page(url))
            await pages[-1].open()
            await asyncio.gather(*[page.rest() for page in pages])
        # Warm up: each page's first messages, and Python's caches.
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
            f"{quantiles(times, n=100)[98]:7.1f} ms p99; {sent:,.0f} bytes a move",
            flush=True,
        )
    limits = f"{MEDIAN_MS:6.1f} ms median,{P99_MS:7.1f} ms p99; {MOVE_BYTES:,} bytes a move"
    print(f"{'limits with 32 pages:':30}{limits}")
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    print(f"{'load of the machine:':30}{load:6.1f} on {os.cpu_count()} cores")
    print(f"{'first load:':30}{await first_load(url):,} bytes (limit: {LOAD_BYTES:,})")
    process = kilobytes(pid) / 1024
    print(f"{'process with 32 pages:':30}{process:6.1f} MB (limit: {PROCESS_MB})")
    print(f"{'memory of 32 pages:':30}{process - before / 1024:6.1f} MB")
    for page in pages:
        await page.close()


def main() -> None:
    """Measure the pages of a table that a separate process serves."""
    command = [sys.executable, "-m", "tests.tools.bench.pages"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment()) as serving:
        assert serving.stdout
        url = serving.stdout.readline().strip()
        asyncio.run(measure(url, serving.pid))
        serving.terminate()
    # Stamps take time: this is another process.
    command.append("stamped")
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment()) as serving:
        assert serving.stdout
        times = asyncio.run(presses(serving.stdout.readline().strip()))
        serving.terminate()
        way.show(json.loads(serving.stdout.read()), times)


def serve(is_stamped: bool) -> None:
    """Serve a table with a game of Switch in progress; print stamps at the end."""
    import tempfile
    from secrets import randbelow

    from schiri.clock import local_time, now_ms
    from schiri.page.server import PageServer
    from schiri.simulator.threaded import SimulatedDevice
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
            mode = state.device.status.mode if state.device.status else ""
            if mode in asked or not mode:
                return
            asked.add(mode)
            if mode == "play":
                print(server.url, flush=True)
            elif mode == "lay":
                session.do(Press("white"))
            elif state.game is None:
                session.do(NewGame("switch", ("Ann", "Ben"), {"repetition": "off"}))

        if is_stamped:
            way.stamp_all()
        session.watch(begin)
        server.run(lambda: None)
        if is_stamped:
            print(json.dumps(way.STAMPS), flush=True)


if __name__ == "__main__":
    serve(is_stamped="stamped" in sys.argv)
