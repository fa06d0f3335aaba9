"""A page over a socket: when to send, and when to receive.

Decides that a slow page gets only the newest state.  Must not know the messages.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Protocol

from starlette.types import Message

from schiri.page.broadcaster import Broadcaster
from schiri.page.live import Page
from schiri.texts import Words


class BrowserSocket(Protocol):
    """The connection to a browser."""

    async def receive(self) -> Message: ...

    async def send_text(self, text: str) -> None: ...


class SocketPage(Page):
    """One page while a browser has it open."""

    def __init__(self, broadcaster: Broadcaster, words: Words, may_act: bool, game: str) -> None:
        self._is_new = asyncio.Event()
        super().__init__(broadcaster, words, may_act, game, self._is_new.set)

    def show(self) -> None:
        """Note that there is a new state."""
        self._is_new.set()

    async def run(self, wire: BrowserSocket) -> None:
        """Exchange messages with a browser until it leaves."""
        speaking = asyncio.create_task(self._speak(wire))
        hearing = asyncio.create_task(self._listen(wire))
        try:
            done, _ = await asyncio.wait((speaking, hearing), return_when=asyncio.FIRST_COMPLETED)
            for each in done:
                each.result()
        finally:
            for each in (speaking, hearing):
                each.cancel()
                with suppress(asyncio.CancelledError, Exception):
                    await each

    async def _speak(self, wire: BrowserSocket) -> None:
        self._is_new.set()
        while True:
            await self._is_new.wait()
            self._is_new.clear()
            message = self.message()
            if not message:
                continue
            text = json.dumps(message, separators=(",", ":"), ensure_ascii=False)
            try:
                await wire.send_text(text)
            except RuntimeError:
                # The server itself has closed it after a malformed frame, and reports it only
                # later.
                return

    async def _listen(self, wire: BrowserSocket) -> None:
        while (message := await wire.receive())["type"] == "websocket.receive":
            self.receive(message.get("text") or "")
            # Yield, so that one busy sender cannot block others.
            await asyncio.sleep(0)
