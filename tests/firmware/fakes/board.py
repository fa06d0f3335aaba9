"""The pins of a Raspberry Pi Pico 2."""

import microcontroller

board_id = "raspberry_pi_pico2"


def __getattr__(name: str) -> microcontroller.Pin:
    number = name.removeprefix("GP")
    is_gp = name.startswith("GP") and number.isdigit() and int(number) < 29
    if is_gp or name == "LED":
        return microcontroller.Pin(name)  # type: ignore[call-arg]
    raise AttributeError(name)
