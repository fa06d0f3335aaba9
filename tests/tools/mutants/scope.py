"""Decides which modules are mutated, and which tests are a module's own.

A module with its own folder of tests names that folder. Tests that only pass through a module
(games, chains, faults) are not named here, because there both ends correct one another.
"""

LINK = "tests/link/"
WIRE = "tests/firmware/link/"
JOURNAL = "tests/firmware/journal/"
APP = "tests/firmware/app/"
PC = "tests/firmware/pc/"
SOLVE = "tests/solve/"
LOG = "tests/log/"
RECORDING = "tests/recording/"
PAGE = "tests/page/"
DEPLOY = "tests/deploy/"
MODES = [
    APP + "test_device.py",
    APP + "test_correct.py",
    APP + "test_full_journal.py",
    APP + "test_gestures.py",
    APP + "test_sessions.py",
    PC + "test_wire.py",
]
TABLE = [
    "tests/table/test_session.py",
    "tests/table/test_answers.py",
    "tests/table/test_beginning.py",
    "tests/table/test_going_on.py",
    "tests/table/test_hints.py",
    "tests/table/test_drehwurm.py",
    "tests/table/test_moments.py",
    "tests/table/test_scripts.py",
]
SCOPE = {
    "engines/schiri_engines/solver/values.py": [SOLVE + "test_values.py"],
    "engines/schiri_engines/solver/best_move.py": [SOLVE + "test_best_move.py"],
    "engines/schiri_engines/joggle/evaluation.py": ["tests/engines/test_roll_search.py"],
    "engines/schiri_engines/joggle/roll_search.py": ["tests/engines/test_roll_search.py"],
    "firmware/schiri_device/games/opponent.py": [
        APP + "test_opponent.py",
        APP + "test_sessions.py",
    ],
    "firmware/schiri_device/link/lines.py": [WIRE + "test_lines.py", WIRE + "test_texts.py"],
    "firmware/schiri_device/link/session.py": [WIRE + "test_session.py"],
    "firmware/schiri_device/journal.py": [
        JOURNAL + "test_text_codec.py",
        JOURNAL + "test_journal.py",
        JOURNAL + "test_journal_format.py",
        JOURNAL + "test_journal_load.py",
        JOURNAL + "test_journal_flips.py",
    ],
    "firmware/schiri_device/app/context.py": MODES,
    "firmware/schiri_device/app/device.py": MODES,
    "firmware/schiri_device/app/match.py": [
        APP + "test_match.py",
        APP + "test_match_events.py",
        APP + "test_match_time.py",
        APP + "test_opponent.py",
    ],
    "firmware/schiri_device/app/mode.py": MODES,
    "firmware/schiri_device/pc/messages.py": [
        PC + "test_messages.py",
        PC + "test_snapshot.py",
        PC + "test_wire.py",
        JOURNAL + "test_journal_format.py",
        "tests/firmware/lights/test_painter.py",
    ],
    "firmware/schiri_device/pc/host_link.py": [
        PC + "test_wire.py",
        PC + "test_wire_requests.py",
    ],
    "host/schiri/log/writer.py": [LOG + "test_writer.py"],
    "host/schiri/deploy/install.py": [DEPLOY + "test_install.py", DEPLOY + "test_volume.py"],
    "host/schiri/device/connection.py": [LINK + "test_connection.py"],
    "host/schiri/device/readers.py": [
        LINK + "test_events.py",
        LINK + "test_client.py",
        LINK + "test_client_state.py",
        LINK + "test_client_lights.py",
        LINK + "test_set_aside.py",
        LINK + "test_clock.py",
        "tests/firmware/lights/test_painter.py",
    ],
    "host/schiri/device/client.py": [
        LINK + "test_request_queue.py",
        LINK + "test_client.py",
        LINK + "test_client_greeting.py",
        LINK + "test_client_state.py",
        LINK + "test_client_lights.py",
        LINK + "test_set_aside.py",
    ],
    "host/schiri/recording/event_store.py": [
        RECORDING + "test_known_events.py",
        RECORDING + "test_event_store.py",
        RECORDING + "test_checkpoints.py",
        LOG + "test_times.py",
        "tests/table/test_going_on.py",
    ],
    "host/schiri/recording/restore.py": [
        RECORDING + "test_restore.py",
        RECORDING + "test_event_store.py",
        "tests/table/test_going_on.py",
    ],
    "host/schiri/recording/device_sync.py": [
        RECORDING + "test_device_sync.py",
        RECORDING + "test_restore.py",
        "tests/table/test_going_on.py",
    ],
    "host/schiri/table/moments.py": TABLE,
    "host/schiri/table/worker.py": [
        *TABLE,
        "tests/table/test_worker.py",
        "tests/scenes/test_beginnings.py",
    ],
    "host/schiri/table/device_game.py": [*TABLE, "tests/table/test_device_game.py"],
    "host/schiri/table/game_controller.py": [*TABLE, "tests/table/test_game_controller.py"],
    "host/schiri/page/access.py": [PAGE + "test_access.py"],
    "host/schiri/page/connections.py": [PAGE + "test_connections.py"],
    "host/schiri/page/broadcaster.py": [PAGE + "test_broadcaster.py"],
    **{
        f"host/schiri/page/{name}.py": [
            PAGE + "test_html.py",
            PAGE + "test_regions.py",
            PAGE + "test_play.py",
            PAGE + "test_socket.py",
        ]
        for name in ("controls", "forms", "middle", "patches", "regions")
    },
    "host/schiri/page/socket.py": [PAGE + "test_socket.py", PAGE + "test_play.py"],
    "host/schiri/page/files.py": [PAGE + "test_files.py", PAGE + "test_served_files.py"],
    "host/schiri/page/logs/library.py": [PAGE + "test_files.py", PAGE + "test_reading.py"],
}
