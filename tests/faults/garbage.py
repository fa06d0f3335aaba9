"""Bytes that no correct end would send: noise, damaged lines, and complete but senseless lines.

Decides what is sent; must not know how an end reacts.
"""

from random import Random

from schiri_device.link.lines import encode
from schiri_engines.registry import row_of

RULES = row_of("switch").digest
# Words that replace expected ones.
WORDS = """
- 0 -1 1 2 3 7 00 +1 1e9 1/0 0/1 9/1 999999999 4294967296 own up down who beat hello refused event
new undo draw A B AB BA ABCD AA C a1 c3 e5 h8 i9 a0 a1-c3 a1xa4 place c3 b w . choose R J layout=2
layout=free layout= = x=y goal=2S extreme=on teams=on start=w switch joggle drehwurm chess turn
position white black hold-black hold-white hold-red press off bwbwb/wbwbw/bw.wb/wbwbw/bwbwb moves
entry \x00 \\x \\ud800 \\ %s
"""
ODD = (*WORDS.split(), *("", "\t", "\xe9", "\u2014", "9" * 70, "x" * 60))
ODD += ("." * 25, "." * 64, "!" * 25, "RGBY" * 16)
SWITCH = "bwbwb/wbwbw/bw.wb/wbwbw/bwbwb"
JOGGLE = "/".join(["........"] * 8)
PAINTED = "/".join(["RGBYRGBY"] * 8)
NEW = "switch AB layout=1 repetition=3 start=b"
# The texts of a PC; braces contain current values.
TO_DEVICE = (
    *("hello 2 2 {token}", "hello 2 3 t9", "beat 41", "who", "snapshot", "lights"),
    *("bytes 0", "bytes 48", "bytes 4090", "stored 00000000"),
    *("again {epoch} 1", "again {epoch} {last}", "ack {epoch} {last}", "ack {epoch} 1"),
    *("edges {run} 1", "edges {run} 7", "hello 2 2 " + "t" * 130, f"ask {'7' * 125} undo"),
)
ASKED = (
    *("{move}", "{move}", "{move}", "undo", "resign A", "draw", "dispute was it?", "set turn A"),
    *("dispute " + "x" * 100, "dispute " + "y" * 120, "dispute \\", "dispute \\ud800"),
    *("place c3 b", "choose w", "R", "J", "set turn B", f"set position {SWITCH} b"),
    *(f"set position {JOGGLE} w - 0", "new switch AB layout=1 repetition=3 start=b"),
    *("new switch AB layout=free", "new joggle AB goal=1R"),
    "new joggle ABCD teams=on no-field=pass",
    *("new joggle AB board=own", f"board {PAINTED}", "press white", "press red", "press black"),
    *("press hold-black", "press hold-white", "press a1", "press up", "press yellow", "touch a1"),
    *("touch c3", "touch e5", "touch h8", "panel new", "panel off", f"panel {'.rgb!' * 5}"),
    *(f"panel {'wrRGuoy.' * 8} c3", f"panel {'.' * 25} a1"),
    *("settings 0200", "settings 0201 1001", f"settings {'0200 0201 ' * 11}".strip()),
    *(f"restore 89abcdef 300 {NEW}", f"restore 89abcdef 7 {NEW}", "dispute " + "z" * 110),
)
# The texts of a device.
HELLO = f"hello 2 2 {{token}} FAKE{{device}} 0.1.0 cursor {{epoch}} {{first}} {{last}} {RULES}"
TO_HOST = (
    *("event {next} {ms} {move}",) * 6,
    *("event {next} {ms} {entry}",) * 3,
    *("event {later} {ms} {move}", "event {last} {ms} {move}", "event {next} 1 undo", HELLO, "who"),
    *("gone {next} {later}", "gone {last} {next}", "gone {later} {later}"),
    *("aside broken 96 00000000", "aside rules 4096 89abcdef", "bytes 0 00ff", "bytes 48 5a03"),
    *("holds {last}", "beat 41", "refused wrong-phase TA-1 -", "refused cell-empty SW-3 a1,c3"),
    *("answer {request} ok", "answer {request} wrong-phase TA-1 -"),
    *("answer 1 ok", "snap 0 0 {last}"),
    *("snap 0 2 {last} new switch AB layout=1", "snap 1 2 {last} moves a1-c3,b1-a1"),
    *("snap 0 1 {last} new", "snap 0 1 {last} new joggle AB board=own"),
    *("snap 1 3 {last} entry set turn A", "snap 2 3 {last} moves a1-c3", "snap 0 1 {last} {new}"),
    *("now play a1 c3", "now dice - -", "frame 3 1/1 0123", "frame 3 7/9 00", "edge {run} 1 7 on"),
    *("lost", "settings 0200 1001", "settings 02"),
    *("edge {run} 2 9 red", "colours 3 0 0000002808006868500000180000", "colours 3 4 000000"),
)
ENTRIES = (
    *("new switch AB layout=1 repetition=3 start=b", "new joggle AB goal=1R", "undo", "resign A"),
    *("new switch BA layout=free", "draw", "dispute caf\\xe9", "set turn A", f"board {PAINTED}"),
    *("new joggle AB board=own", "set turn B", f"set position {SWITCH} w", "rolled R", "rolled J"),
    *("resume", "failed TypeError", "score 1 0 2 0", "checkpoint - 0", "hints 0 1", "hints 2 1"),
    *("checkpoint {epoch} 1", "checkpoint {epoch} {last}", "checkpoint {before} 9", "checkpoint x"),
)


def changed(random: Random, text: str) -> str:
    """Return a text with a wrong word or letter."""
    words = text.split(" ")
    at = random.randrange(len(words))
    what = random.randrange(6)
    if what == 0:
        words[at] = random.choice(ODD)
    elif what == 1:
        del words[at]
    elif what == 2:
        words.insert(at, random.choice(ODD))
    elif what == 3:
        words.insert(at, words[at])
    elif what == 4:
        words[at] += random.choice("0123456789abcxyzRGB-.,/= \\")
    else:
        other = random.randrange(len(words))
        words[at], words[other] = words[other], words[at]
    return " ".join(words)


def damaged(random: Random, line: bytes) -> bytes:
    """Return a damaged line."""
    at, what = random.randrange(len(line) - 1), random.randrange(6)
    if what == 0:
        return line[:at] + bytes((line[at] ^ random.randint(1, 255),)) + line[at + 1 :]
    if what == 1:
        return line[:at] + line[at + 1 + random.randrange(len(line) - at) :]
    if what == 2:
        return line[:at] + line
    if what == 3:
        return line[:-1] + line
    if what == 4:
        return line[:at] + random.randbytes(random.randrange(1, 9)) + line[at:]
    return random.randbytes(random.choice((3, 20, 159, 160, 400))) + line[at:]


def bytes_of(
    random: Random, seq: int, ack: int, text: str
) -> tuple[bytes, list[tuple[int, int, str]]]:
    """Return the bytes that replace a line, and the complete lines in them."""
    line = encode(seq, ack, text)
    what = random.random()
    if what < 0.6:
        return line, [(seq, ack, text)]
    if what < 0.7:
        return line + line, [(seq, ack, text)]
    if what < 0.75:
        return random.randbytes(random.randrange(1, 60)), []
    return damaged(random, line), [(seq, ack, text)]
