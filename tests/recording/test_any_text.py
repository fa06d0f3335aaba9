"""No text of a device breaks a table: it is recorded, or it is a disagreement."""

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import example, given, settings
from hypothesis import strategies as st
from schiri.device.reports import Connected, EventReceived, Report, Snapshot
from schiri.log.lines import BrokenLog
from schiri.log.stored import read_file
from schiri.recording.recorder import Recorder
from schiri.recording.recording import Recording
from schiri_engines.registry import row_of

from tests.closing import alone_in
from tests.counts import count
from tests.faults.garbage import ENTRIES, ODD
from tests.log.chain import clock
from tests.recording.test_recorder import BOARD, NAMES, NEW

EPOCH = "89abcdef"
# An example of each kind of event.
WHOLE = [NEW, "new joggle AB board=own", f"board {BOARD}", "checkpoint - 0", "score 1 0 2 0"]
WHOLE += [f"checkpoint {EPOCH} 1", "resume", "failed TypeError", "hints 1 2", "rolled R", "a1-c3"]
WHOLE += ["undo", "resign A", "draw", "dispute caf\\xe9", "set turn A"]
WORDS = sorted({text.split(" ")[0] for text in (*WHOLE, *ENTRIES)})
ODD_NUMBERS = ("1_0", "-1", " 1", "+1", "1.", "٣", "²", "0x1", "1e3", "9" * 30, "00")
EPOCHS = (EPOCH, "0", "-", "x", "")

anything = st.text(max_size=30)
words = st.sampled_from((*ODD, *ODD_NUMBERS, *EPOCHS, *NAMES, "1", "2")) | anything
texts = st.sampled_from(WHOLE) | st.builds(
    lambda word, more: " ".join([word, *more]),
    st.sampled_from(WORDS) | anything,
    st.lists(words, max_size=4),
)


def connected(last: int) -> Connected:
    return Connected("SIM1234", "0.1.0", "cursor", EPOCH, 1, last, row_of("switch").digest)


def handled(folder: Path, reports: list[Report]) -> None:
    """Let a table handle reports. Afterwards its logs can be read and continued."""
    for told in (reports, list[Report]()):
        recorder = alone_in(folder, Recorder(folder, clock, NAMES))
        live = Recording(recorder)
        live.handle(connected(len(reports)), 0)
        for report in told:
            live.handle(report, 0)
        for path in folder.glob("*.jsonl"):
            try:
                assert read_file(path).lines
            except BrokenLog as broken:
                # Events that a device leaves out are named when the log is read.
                assert broken.code == "log-device-gap"
        assert live.recorder.folder == folder
        live.recorder.close()


@settings(max_examples=count(300, 5_000), deadline=None)
@given(st.booleans(), st.lists(texts, min_size=1, max_size=6))
@example(True, ["hints 1 2 3"])
@example(True, ["hints x"])
@example(True, ["hints 1 -2"])
@example(True, ["hints 1_0 2"])
@example(True, ["checkpoint 89abcdef -5", NEW])
def test_any_event_text_is_recorded_or_refused(has_begun: bool, told: list[str]) -> None:
    with TemporaryDirectory() as folder:
        every = [NEW] * has_begun + told
        events = [EventReceived(n, 10 * n, text) for n, text in enumerate(every, 1)]
        handled(Path(folder), [*events])


@settings(max_examples=count(100, 2_000), deadline=None)
@given(texts, st.lists(texts, max_size=4))
def test_a_device_may_show_any_game(began: str, entries: list[str]) -> None:
    with TemporaryDirectory() as folder:
        shown = Snapshot(1, began, entries)
        handled(Path(folder), [EventReceived(1, 10, NEW), shown])
