"""What a link reports: facts about a device, as values."""

from typing import NamedTuple


class Connected(NamedTuple):
    """A device has answered.

    Shape: ``last`` is the number of the last event that it holds in this ``epoch``.
    """

    device: str
    firmware: str
    build: str
    epoch: str
    last: int
    rules: str


class Lost(NamedTuple):
    """The device is gone, for now."""

    reason: str


class WrongVersion(NamedTuple):
    """The device speaks only other versions of the protocol."""

    oldest: int
    newest: int


class Told(NamedTuple):
    """An event of the device, in order and once.

    Shape: ``ago_ms`` and ``within_ms`` are None where nobody can know.
    Units: ``at_ms`` since the epoch began, on the device's clock; it was ``ago_ms`` before its
    line was read, give or take ``within_ms``.
    """

    number: int
    at_ms: int
    text: str
    ago_ms: int | None = None
    within_ms: int | None = None


class Snapshot(NamedTuple):
    """The game on the device's table: how it began, and the entries that stand.

    Shape: ``began`` is empty when there is no game; ``last`` is the event it holds for.
    """

    last: int
    began: str
    entries: list[str]


class Kept(NamedTuple):
    """What is set on the device.

    Shape: words of hex digits, each an id and the values from there on.
    """

    settings: str


class RefusedThere(NamedTuple):
    """The device has lit a refusal, or refused a request."""

    code: str
    rule: str
    cells: str


class Answered(NamedTuple):
    """The device has carried out a request, or refused it."""

    request: int
    refusal: RefusedThere | None


class Now(NamedTuple):
    """What the device is doing.

    Shape: ``mode`` is the name of its mode, ``detail`` what that is at: a cell, an entry, "-";
    ``cursor`` the cell where its stick is, "-" for none.
    """

    mode: str
    detail: str
    cursor: str


class Lights(NamedTuple):
    """What the lights show.

    Shape: ``colours`` has red, green and blue of each pixel in the order of the chain.
    """

    colours: list[tuple[int, int, int]]


class Pressed(NamedTuple):
    """A button of the panel went down, or ``on``, ``off``: from here on its presses count or not.

    Shape: each once and in order, number 1 the first of its ``run``.
    Units: ``tick`` in ms of the device's clock.
    """

    run: str
    number: int
    tick: int
    name: str


Report = (
    Connected
    | Lost
    | WrongVersion
    | Told
    | Snapshot
    | Kept
    | RefusedThere
    | Answered
    | Now
    | Lights
    | Pressed
)
