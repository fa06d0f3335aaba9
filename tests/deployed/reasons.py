"""Why no run enters these deployed functions."""

_FUNCTIONS = {
    "each class that a device makes has its own, or nothing asks this one for it": (
        "schiri_device/app/mode.py:Mode.enter",
        "schiri_device/app/mode.py:Mode.press",
        "schiri_device/app/mode.py:Mode.request",
        "schiri_device/app/mode.py:Mode.show",
        "schiri_device/games/__init__.py:DeviceAdapter.modes",
        "schiri_device/games/dice.py:Dice.movable",
        "schiri_device/games/dice.py:Dice.roll_again",
    ),
    "no tape comes to it yet, as the sources' own tests do": (
        "schiri_device/app/notices.py:JournalSetAside.detail",
        "schiri_device/app/notices.py:Restart.press",
        "schiri_device/app/menu.py:Question.show",
        "schiri_device/games/joggle_position.py:_share",
        "schiri_engines/switch/setup.py:FreeSetup.setup_entries",
    ),
    "`boot.py` calls it, before `code.py`: tests/firmware/hal/test_tiles.py": (
        "schiri_device/hal/opening.py:Tile.sw_reset",
        "schiri_device/hal/opening.py:problems",
    ),
    "a PC or a test alone calls it, or prints what it makes": (
        "schiri_device/link/session.py:Session.dropped",
        "schiri_device/link/session.py:Session.open",
        "schiri_engines/switch/setup.py:FreeSetup.moves_from",
        "schiri_engines/joggle/rules.py:JoggleRules.legal_moves",
        "schiri_engines/joggle/setup.py:refuse_turns",
        "schiri_engines/history.py:History.__iter__",
        "schiri_engines/table.py:Table.apply",
    ),
}
REASONS = {name: reason for reason, names in _FUNCTIONS.items() for name in names}
