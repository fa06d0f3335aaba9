"""The current game of a table: on the device, or a card game here, with the device as a panel.

Decides which of the two is played.  Must not know ports, or which games there are.
"""

from collections.abc import Iterable

from schiri_device.builds import load

from schiri.device.panel import Panel
from schiri.device.reports import Action, Connected, DeviceStatus, Report
from schiri.games import module_of
from schiri.log.logged import LoggedReferee
from schiri.table.device_game import PANEL, DeviceGame
from schiri.table.game_controller import GameController, HostGame
from schiri.table.intents import Answer, Respond
from schiri.table.state import GameSnapshot, Latest, Notice


class Playing:
    """The current game.

    Shape: ``here`` is the card game of the PC, or None; ``count`` is the number of card games so
    far.
    """

    def __init__(self, on_device: DeviceGame) -> None:
        self.on_device = on_device
        self.here: HostGame | None = None
        self.count = 0
        self.notices: Latest[Notice] = Latest()
        # Whether nobody has begun or gone on with a game in this run of the program.
        self._is_found = True
        # The number of the device's last event when the game here began.
        self._lent_upto = 0

    @property
    def played(self) -> GameController:
        return self.here or self.on_device

    @property
    def game(self) -> tuple[object, ...]:
        """What tells this game from others."""
        logged = self.played.logged
        return logged.writer.path if logged else None, self.count

    def handle(self, report: Report, now_ms: int) -> list[Action]:
        """Handle a report of the device's connection; return actions."""
        device = self.on_device
        if isinstance(report, Connected):
            # For an unknown build, keep the panel of the previous build.
            device.build = load(report.build) or device.build
        actions = device.handle(report, now_ms)
        if self.here:
            self.here.panel.build = device.build
            self.here.handle(report, now_ms)
        elif isinstance(report, DeviceStatus) and report.mode == PANEL:
            # It was left as a panel, by a program that was ended at its table.
            device.ask("panel off")
        return actions

    def sit_down(self, logged: LoggedReferee, at_ms: int) -> None:
        """Play this game here from now on; a connected device shows it."""
        self.leave()
        self._is_found = False
        self.count += 1
        device = self.on_device
        # A match of the device ends here: its games are played one after the other.
        device.sync.results.clear()
        panel = Panel(device.build, device.ask)
        module = module_of(logged.referee.game, "card_game")
        self.here = (module.GAME if module else HostGame)(logged, panel, at_ms)
        self._lent_upto = device.events.upto
        news = self.here.events
        self.here.events = news._replace(upto=self._lent_upto + len(news.items))
        self.notices = self.notices._replace(items=())
        if device.is_connected:
            panel.begin()

    def leave(self) -> None:
        """Leave the game that is played here: the device gets its lights back."""
        if not self.here:
            return
        self.here.panel.end()
        self.here.close()
        # Events of the device in the meantime count as news.
        events = self.on_device.events
        upto = self.here.events.upto + events.upto - self._lent_upto
        self.on_device.events = events._replace(upto=upto)
        self.notices = self.notices._replace(items=())
        self.here = None

    def lend_device(self, respond: Respond) -> Respond:
        """Release the device for its own game; return the callback for the answer.

        Rule: the card game here ends once that game has begun, and stays otherwise.
        """
        here, self._is_found = self.here, False
        if here is None:
            return respond
        here.panel.end()

        def receive(answer: Answer) -> None:
            if not answer.is_done:
                here.panel.resume()
            elif here is self.here:
                self.leave()
            respond(answer)

        return receive

    def note(self, notices: Iterable[Notice]) -> None:
        """Store a notice, with its place in the history."""
        logged, upto = self.played.logged, self.played.events.upto
        game = (str(logged.writer.path), self.count) if logged else ("", 0)
        placed = (each._replace(game=game, after=upto) for each in notices)
        self.notices = self.notices.plus(*placed)

    def freeze(self) -> GameSnapshot | None:
        """Return the game as a frozen value, None before the first one; fetches its notices."""
        for each in (self.on_device, self.here):
            if each:
                self.note(each.notices)
                each.notices.clear()
        frozen, logged = self.played.freeze(self.count), self.played.logged
        if frozen and logged and self._is_found:
            return frozen._replace(found=logged.writer.last)
        return frozen
