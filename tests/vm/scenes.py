"""Scenes of a device that stands idle, as commands of the stage."""

# The first position of Switch, as stones.
STONES = "stones bwbwb/wbwbw/bw.wb/wbwbw/bwbwb"
# A move that may still be a part of an exchange.
WAITING = ("press white white", STONES, "wait 500", "lift a1", "drop c3b", "wait 1000")
# How a device comes to stand idle in a mode, by its build.
SCENES = (
    ("keys5", "play", ("press white white white", "press a1")),
    ("cursor", "play", ("press white white white", "press a1")),
    ("feel5", "lay", ("press white white",)),
    ("feel5", "play", WAITING[:3]),
    # One stone in a hand, and three.
    ("feel5", "play", WAITING[:4]),
    ("feel5", "play", WAITING[:4] + ("lift e5 c1",)),
    ("feel5", "play", WAITING),
    ("feel5", "put-right", WAITING + ("press white", "press black")),
    ("feel5", "resume", WAITING + ("press white", "lift e5", "cut")),
    ("feel5", "correct", WAITING + ("hold black", "press blue blue white")),
    ("feel5", "place", ("press white red white",)),
    ("feel5", "place", ("press white red white", "wait 1000", "drop a1b")),
    ("feel5", "finished", WAITING + ("press white", "hold black", "press white white")),
)
