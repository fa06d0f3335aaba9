"""What an evening costs on a Pico: bytes by module and by phase, and the depth of calls."""
