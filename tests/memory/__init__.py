"""The memory of an evening on a Pico: bytes by module and by phase, and the depth of calls."""
