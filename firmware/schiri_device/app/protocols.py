"""What modes know of the device and its games, as types alone: nothing imports this while it runs.

Decides what a mode may reach: of the device exactly the parts that are listed for its kind, which
mypy holds it to.  A mode is handed the device itself, for parts of its own would take memory.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from schiri_engines.board_games.joggle import Joggle
from schiri_engines.board_games.switch import Switch
from schiri_engines.protocols import PlayedBoard
from schiri_engines.refusals import Refusal

from ..games import DeviceAdapter
from ..pc.host_link import HostLink
from ..pc.no_host import NoHost
from ..ticks import Edge
from .gestures import Gestures
from .match import Match
from .mode import Mode
from .screen import Screen
from .settings import Settings

if TYPE_CHECKING:
    from ..builds import Build

Entropy = Callable[[int], bytes]
Edges = Sequence[Edge]
# What takes long, in steps between which the loop goes on.
Steps = Iterator[None]
Options = dict[str, str]
Seats = tuple[str, ...]
# The link to a PC, whether one is there or not.
Host = NoHost | HostLink
# The class of each mode, by its name.
Classes = dict[str, type[Mode]]
# What shows beside the board, as `DeviceAdapter.status` returns it.
Shown = tuple[str, bool, int, int]
# Of a game that begins when it is laid: name, options, seats, letters and what shows beside them.
Draft = tuple[()] | tuple[str, Options, Seats, str, Shown]


# A board game as the device plays it.
Board = PlayedBoard
# The class of a board game, which makes one of options.
Rules = Callable[[Options], Board]


class SwitchMatch(Match):
    """A match of Switch, which alone has the mode of its free set-up."""

    game: Switch


class JoggleMatch(Match):
    """A match of Joggle, which alone has the mode of its dice."""

    game: Joggle


class Refusals(Protocol):
    """What every mode tells a PC."""

    def report_refusal(self, refusal: Refusal) -> None: ...


class Listener(Refusals, Protocol):
    """What can be known of a PC."""

    @property
    def is_idle(self) -> bool: ...
    @property
    def acknowledged(self) -> int: ...
    def status(self) -> int: ...


class Events(Protocol):
    """How far the journal goes, and whether something is still to be written."""

    is_stale: bool

    @property
    def last(self) -> int: ...


class Room(Protocol):
    """Whether more can be kept."""

    def is_full(self) -> bool: ...


class Restarts(Protocol):
    """What asks for the program to be started anew."""

    is_restart: bool


class Parts(Protocol):
    """Every mode: what is seen and heard, the match, and what modes hand on to one another."""

    draft: Draft
    physical_board: str
    last_cells: tuple[int, ...]

    @property
    def mode_name(self) -> str: ...
    @property
    def screen(self) -> Screen: ...
    @property
    def match(self) -> Match: ...
    @property
    def adapter(self) -> DeviceAdapter: ...
    @property
    def host(self) -> Refusals: ...


class SettingParts(Parts, Protocol):
    """A mode that shows, changes or heeds settings."""

    @property
    def settings(self) -> Settings: ...


class HintParts(SettingParts, Protocol):
    """A mode that does something while nobody presses anything."""

    waited_ms: int

    @property
    def gestures(self) -> Gestures: ...
    @property
    def host(self) -> Host: ...


class AskParts(SettingParts, Protocol):
    """A mode that is told what was asked, or tells it."""

    asked: str


class ChooseParts(AskParts, Protocol):
    """The choice of a game."""

    @property
    def build(self) -> "Build": ...
    def restart_with(self, now_ms: int, name: str, why: int) -> None: ...


class LayParts(Parts, Protocol):
    """The start of a game."""

    @property
    def storage(self) -> Room: ...
    def begin(
        self, now_ms: int, name: str, options: Options, seats: Seats, origin: str = ...
    ) -> None: ...


class DiceParts(SettingParts, Protocol):
    """Dice, which the device may roll."""

    @property
    def entropy(self) -> Entropy: ...


class CompactingParts(SettingParts, Protocol):
    """The notice that the journal is compacted."""

    @property
    def host(self) -> Listener: ...
    @property
    def journal(self) -> Events: ...
    def compacting(self, now_ms: int) -> Steps: ...


class RestartParts(SettingParts, Protocol):
    """The notice that the program starts anew."""

    @property
    def host(self) -> Listener: ...
    @property
    def journal(self) -> Events: ...
    @property
    def output(self) -> Restarts: ...


class AsideParts(SettingParts, Protocol):
    """The notice that the memory cannot be read."""

    def start_epoch(self, now_ms: int) -> None: ...


class PanelParts(Parts, Protocol):
    """The panel of a card game."""

    asked: str

    @property
    def build(self) -> "Build": ...
    @property
    def gestures(self) -> Gestures: ...
    @property
    def host(self) -> Listener: ...
    @property
    def entropy(self) -> Entropy: ...
