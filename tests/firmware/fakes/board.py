"""The pins of a Raspberry Pi Pico."""

import microcontroller

board_id = "raspberry_pi_pico"


def __getattr__(name: str) -> microcontroller.Pin:
    number = name.removeprefix("GP")
    if name.startswith("GP") and number.isdigit() and int(number) < 29:
        return microcontroller.Pin(name)  # type: ignore[call-arg]
    if name == "LED":
        return microcontroller.Pin(name)  # type: ignore[call-arg]
    raise AttributeError(name)
