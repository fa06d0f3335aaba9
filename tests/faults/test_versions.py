"""Neighbouring versions of the protocol: they work, or refuse with a clear line, and never hang."""

from itertools import product
from pathlib import Path

import pytest
from schiri.errors import HostError
from schiri.simulator.lossy_wire import QUIET, Noise
from schiri.texts import Words
from schiri_device.pc.host_link import HostLink

from tests.counts import count
from tests.faults.evidence import check_logs
from tests.faults.noise import NoisyRig
from tests.firmware.link.wire import Wire

# The versions of an end: the previous one, ours, and the next one.
RANGES = ((1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (3, 4))
NEW = "new switch AB layout=1 repetition=3 start=b"


def they_meet(device: tuple[int, int], host: tuple[int, int]) -> bool:
    return max(device[0], host[0]) <= min(device[1], host[1])


def test_neighbouring_versions_work_together_or_refuse(subtests: pytest.Subtests) -> None:
    for device, host in product(RANGES, RANGES):
        for lost_ms in (0, 700):
            with subtests.test(device=device, host=host, lost_ms=lost_ms):
                wire = Wire()
                for end, speaks in ((wire.device.session, device), (wire.host.session, host)):
                    end.oldest, end.newest = speaks
                # The first greetings may be lost.
                wire.make_noise(Noise(lost_permille=1000))
                wire.host.session.open(0, "t1")
                wire.run(lost_ms)
                wire.make_noise(QUIET)
                wire.run(2000)
                states = wire.device.session.state, wire.host.session.state
                if they_meet(device, host):
                    assert states == ("up", "up")
                    wire.host.to_say, wire.device.to_say = ["ask 1 undo"], ["event 1 0 undo"]
                    wire.run(100)
                    assert wire.device.heard_of("ask") and wire.host.heard_of("event")
                    continue
                assert states == ("refused", "refused")
                assert wire.host.heard == [["refused", str(device[0]), str(device[1])]]
                assert wire.device.heard == [["refused", str(host[0]), str(host[1])]]
                # Nothing else ever follows.
                sent = len(wire.host.sent), len(wire.device.sent)
                wire.run(count(5_000, 20_000))
                assert (len(wire.host.sent), len(wire.device.sent)) == sent and sent[1] == 1


@pytest.mark.parametrize(("device", "host"), list(product(RANGES, RANGES)))
def test_a_recording_with_a_neighbouring_version_works_or_refuses(
    device: tuple[int, int], host: tuple[int, int], tmp_path: Path
) -> None:
    rig = NoisyRig(tmp_path, QUIET)
    # It has a link as soon as a byte arrives.
    rig.device.host.receive(rig.device.waited_ms, b"\n")
    assert isinstance(rig.device.host, HostLink)
    for session, speaks in (
        (rig.device.host._session, device),
        (rig.connection.client._session, host),
    ):
        session.oldest, session.newest = speaks
    if they_meet(device, host):
        rig.press("white", "white", "white", "a1", "c3")
        rig.run(1000)
    else:
        with pytest.raises(HostError) as fault:
            rig.run(1000)
        assert (fault.value.code, fault.value.status) == ("version-mismatch", 4)
        assert f"{device[0]}" in Words("en").error(fault.value)
        assert not list(tmp_path.iterdir())
        # Events made meanwhile wait for a PC with a matching version.
        rig.start_host()
        rig.connection.client._session.oldest, rig.connection.client._session.newest = device
        rig.press("white", "white", "white", "a1", "c3")
        rig.run(1000)
    assert len(rig.made) == 2
    check_logs(rig)
