"""What to buy for each build: how many, what, a note."""

PARTS = {
    "cursor": (
        (1, "Raspberry Pi Pico 2", "or a Pico, see below; with or without header pins"),
        (1, "NeoPixel matrix 8x8, WS2812B, 5 V", "progressive rows, data in at the top left"),
        (1, "five-way stick", "up, down, left, right, press to one common leg"),
        (6, "push button 12 mm, to ground", "red, yellow, green, blue, white, black"),
        (1, "piezo disc, passive", ""),
        (1, "resistor 330 ohm", "in the data line, close to the matrix"),
        (1, "capacitor 1000 uF, 6.3 V or more", "across 5 V and ground of the matrix"),
        (1, "level shifter 74AHCT125, DIP-14", "3.3 V to 5 V for the data line"),
        (1, "capacitor 100 nF", "across 5 V and ground of the level shifter"),
    ),
    "keys5": (
        (1, "Raspberry Pi Pico 2", "or a Pico, see below; with or without header pins"),
        (25, "NeoPixel, WS2812B, 5 V", "one under each key, on a board with its own 100 nF"),
        (25, "key switch with a clear cap", "5x5 matrix"),
        (25, "diode 1N4148", "one a key, cathode (ring) towards its row"),
        (6, "push button 12 mm, to ground", "red, yellow, green, blue, white, black"),
        (1, "piezo disc, passive", ""),
        (1, "resistor 330 ohm", "in the data line, close to the first pixel"),
        (1, "capacitor 1000 uF, 6.3 V or more", "across 5 V and ground of the pixels"),
        (1, "level shifter 74AHCT125, DIP-14", "3.3 V to 5 V for the data line"),
        (1, "capacitor 100 nF", "across 5 V and ground of the level shifter"),
    ),
}
