"""The device's modes, its match and its meter."""
