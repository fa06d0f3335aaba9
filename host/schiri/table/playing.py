"""What is played at a table: on the device, or here while something is, with the device as a panel.

Decides which of the two is played.  Must not know ports, or which games there are.
"""

from collections.abc import Iterable

from schiri_device.builds import load

from schiri.device.panel import Panel
from schiri.device.reports import Action, Connected, DeviceStatus, Report
from schiri.games import module_of
from schiri.log.logged import LoggedReferee
from schiri.table.device_game import PANEL, DeviceGame
from schiri.table.intents import Answer, Respond
from schiri.table.played import CardGame, Played
from schiri.table.state import BoardTable, CardTable, Latest, Notice


class Playing:
    """What is played.

    Shape: ``here`` is the game that the PC keeps, None while that is none; ``count`` is how many
    it has kept.
    """

    def __init__(self, on_device: DeviceGame) -> None:
        self.on_device = on_device
        self.here: CardGame | None = None
        self.count = 0
        self.notices: Latest[Notice] = Latest()
        # The number of the device's last event when the game here began.
        self._lent_upto = 0

    @property
    def played(self) -> Played:
        return self.here or self.on_device

    def handle(self, report: Report, now_ms: int) -> tuple[Action, ...]:
        """Handle a report of the device's connection; return what is to be done.

        Raises: HostError (what a log raises).
        """
        device = self.on_device
        if isinstance(report, Connected):
            # Of a build that is not known here it is still known what its panel was like before.
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
        """Play this game here from now on; the device shows it where one is connected."""
        self.leave()
        self.count += 1
        device = self.on_device
        panel = Panel(device.build, device.ask)
        module = module_of(logged.referee.game, "table")
        self.here = (module.GAME if module else CardGame)(logged, panel, at_ms)
        self._lent_upto = device.events.upto
        self.here.events = self.here.events.after(self._lent_upto)
        self.notices = self.notices._replace(items=())
        if device.is_connected:
            panel.begin()

    def leave(self) -> None:
        """Leave the game that is played here: the device gets its lights back."""
        if not self.here:
            return
        self.here.panel.end()
        self.here.close()
        # What has happened on the device meanwhile counts as news.
        events = self.on_device.events
        upto = self.here.events.upto + events.upto - self._lent_upto
        self.on_device.events = events._replace(upto=upto)
        self.notices = self.notices._replace(items=())
        self.here = None

    def lend_device(self, respond: Respond) -> Respond:
        """Let the device go to play a game of its own; return whom to tell what came of it.

        Rule: what is played here is left once that game is there, and stays where there is none.
        """
        here = self.here
        if here is None:
            return respond
        here.panel.end()

        def hear(answer: Answer) -> None:
            if not answer.is_done:
                here.panel.resume()
            elif here is self.here:
                self.leave()
            respond(answer)

        return hear

    def note(self, notices: Iterable[Notice]) -> None:
        """Keep what was found beside the game, with its place in the history."""
        logged, upto = self.played.logged, self.played.events.upto
        game = (str(logged.writer.path), self.count) if logged else ("", 0)
        placed = (each._replace(game=game, after=upto) for each in notices)
        self.notices = self.notices.plus(*placed)

    def freeze(self) -> BoardTable | CardTable | None:
        """Return the game as it stands, None before the first one; its notices are fetched."""
        for each in (self.on_device, self.here):
            if each:
                self.note(each.notices)
                each.notices.clear()
        return self.played.freeze(self.count)
