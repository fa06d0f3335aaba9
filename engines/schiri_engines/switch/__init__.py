"""Switch: `game` has its class."""
