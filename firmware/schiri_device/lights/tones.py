"""What the piezo says: each meaning as a row of tones.

Units: Hz and ms; 0 Hz is a pause, without which two equal tones would sound like one.
"""

TONES = {
    "pick": ((1320, 20),),
    "move": ((880, 40),),
    "no": ((220, 90), (180, 120)),
    "careful": ((660, 60), (0, 40), (660, 60)),
    "won": ((660, 120), (880, 120), (1320, 240)),
    "drawn": ((660, 160), (0, 60), (660, 160)),
}
SILENCE: tuple = ()
