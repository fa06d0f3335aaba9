"""The pins of a Raspberry Pi Pico."""

import microcontroller


def __getattr__(name: str) -> microcontroller.Pin:
    number = name.removeprefix("GP")
    is_gp = name.startswith("GP") and number.isdigit() and int(number) < 29
    if is_gp or name == "LED":
        return microcontroller.Pin(name)  # type: ignore[call-arg]
    raise AttributeError(name)
