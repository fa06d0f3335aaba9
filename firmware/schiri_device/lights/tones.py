"""What the piezo says: each meaning as a row of tones.

Units: Hz and ms.
"""

TONES = {
    "pick": ((1320, 20),),
    "move": ((880, 40),),
    "no": ((220, 90), (180, 120)),
    "careful": ((660, 60), (660, 60)),
    "won": ((660, 120), (880, 120), (1320, 240)),
    "drawn": ((660, 160), (660, 160)),
}
SILENCE: tuple = ()
