"""The example in PROTOCOL.md is a session that a device and a PC can have; its modes are all."""

import re

from schiri_device.link.events import NOTES, OPENINGS
from schiri_device.link.lines import decode
from schiri_device.link.modes import MODES

from tests.sources import DEVICE

PAGE = (DEVICE / "link" / "PROTOCOL.md").read_text(encoding="utf-8")
EXAMPLE = re.findall(r"^(PC|device) +(.+)$", PAGE.split("```")[1], re.MULTILINE)


def test_each_line_is_whole_and_confirms_one_that_was_sent() -> None:
    last = {"PC": -1, "device": -1}
    for sender, text in EXAMPLE:
        line = decode(text.encode())
        assert line is not None, text
        seq, ack, _ = line
        other = "device" if sender == "PC" else "PC"
        assert seq > last[sender]
        # The example leaves out beats, and the last line may have been one.
        assert ack in (last[other], last[other] + 1), text
        last[sender] = seq
    assert len(EXAMPLE) > 10


def test_the_page_has_every_mode() -> None:
    rows = PAGE.split("| MODE |")[1].split("\n\n")[0].splitlines()[2:]
    assert {name for row in rows for name in re.findall("`([a-z-]+)`", row.split("|")[1])} == {
        *MODES
    }


def test_the_page_has_every_event() -> None:
    for word in (*OPENINGS, *NOTES):
        assert re.search(rf"^\| `{word}\b", PAGE, re.MULTILINE), word


def test_every_message_of_the_example_is_in_a_table() -> None:
    kinds = {text.split()[2] for _, text in EXAMPLE}
    assert all(re.search(rf"^\| \w+ \| `{kind}\b", PAGE, re.MULTILINE) for kind in kinds)
