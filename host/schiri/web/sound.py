"""The tones of a page, which are those of the device: a test holds them together."""

# Hz and ms; 0 Hz is a pause.
TONES = {
    "move": ((880, 40),),
    "no": ((220, 90), (180, 120)),
    "won": ((660, 120), (880, 120), (1320, 240)),
    "drawn": ((660, 160), (0, 60), (660, 160)),
}
