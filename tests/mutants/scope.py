"""Decides which modules are mutated, and which tests are a module's own.

A module whose tests are a folder of their own names that folder; what only happens to pass through
it (games, chains, faults) is not named here, because there both ends correct one another.
"""

LINK = "tests/link/"
DEVICE = "tests/device/"
LOG = "tests/log/"
SCOPE = {
    "firmware/schiri_device/link/lines.py": [LINK + "test_lines.py"],
    "firmware/schiri_device/link/texts.py": [LINK + "test_texts.py"],
    "firmware/schiri_device/link/session.py": [
        LINK + "test_session.py",
        LINK + "test_greeting.py",
        LINK + "test_credit.py",
    ],
    "firmware/schiri_device/text_codec.py": [DEVICE + "test_text_codec.py"],
    "firmware/schiri_device/journal_format.py": [DEVICE + "test_journal_format.py"],
    "firmware/schiri_device/journal.py": [
        DEVICE + "test_journal.py",
        DEVICE + "test_journal_format.py",
        DEVICE + "test_journal_load.py",
        DEVICE + "test_journal_flips.py",
    ],
    "firmware/schiri_device/match.py": [
        DEVICE + "test_match.py",
        DEVICE + "test_match_events.py",
        DEVICE + "test_match_time.py",
    ],
    "firmware/schiri_device/pc.py": [DEVICE + "test_pc.py"],
    "firmware/schiri_device/telling.py": [DEVICE + "test_telling.py", DEVICE + "test_snapshot.py"],
    "firmware/schiri_device/wire.py": [
        DEVICE + "test_wire.py",
        DEVICE + "test_wire_events.py",
        DEVICE + "test_wire_requests.py",
    ],
    "host/schiri/device/link.py": [LINK + "test_host_link.py"],
    "host/schiri/device/clock.py": [LINK + "test_clock.py"],
    "host/schiri/device/events.py": [LINK + "test_events.py", LINK + "test_peer.py"],
    "host/schiri/device/asking.py": [LINK + "test_asking.py", LINK + "test_peer.py"],
    "host/schiri/device/peer.py": [
        LINK + "test_peer.py",
        LINK + "test_peer_greeting.py",
        LINK + "test_peer_state.py",
        LINK + "test_peer_lights.py",
        LINK + "test_aside.py",
    ],
    "host/schiri/device/aside.py": [LINK + "test_aside.py"],
    "host/schiri/log/recorder.py": [
        LOG + "test_recorder.py",
        LOG + "test_checkpoints.py",
        LOG + "test_times.py",
    ],
    "host/schiri/log/giving_back.py": [LOG + "test_giving_back.py"],
    "host/schiri/log/live.py": [
        LOG + "test_live.py",
        LOG + "test_live_shown.py",
        LOG + "test_live_times.py",
        LOG + "test_giving_back.py",
    ],
    "host/schiri/log/told.py": [LOG + "test_told.py"],
}
