"""The page of the cases: what to print, how to put it together, and how long everything is.

Decides the texts for the maker; every figure comes from the shapes and the measures.
"""

from schiri_device.builds import COLOURED

from hardware.case.measures import SOURCES, mm
from hardware.case.places import CASES, CONTROL_HOLES, MAIN_HOLES, STONES, CasePlaces, places_of
from hardware.markdown import table

# The density of PLA in grams a cubic centimetre, and a guess of a printer's flow in cubic
# millimetres a second, all breaks included.
DENSE, QUICK = 1.24, 6.0
# The lengths of the screws, in millimetres.
CLOSING, CLIPPING, BOARDS, PICO = 10, 8, 6, 5

PAGE = """\
# The case

Six buttons and a window full of lights, on a table: printed without supports, screwed together
without glue. The shapes are made from the builds' data; a program has checked that each part is
one body without a hole in its skin, that no wall is thinner than {wall} mm, that nothing hangs over
by more than 45 degrees, that what goes into each other has 0.2 to 0.4 mm of room, that nothing
intersects once all is assembled, and that every hole is over its light, its button or its plug.
**It was not printed yet**: print a clip and an insert first, and the bezel before the base.

{pictures}
## Print

PLA, or PETG where it may get warm; a nozzle of 0.4 mm, layers of 0.2 mm, three lines a wall, 15 %
inside, no supports, no brim. Every file has the position for printing: the face is on the bed.
Print grid, clips, inserts and tray black: white lets the light of one cell into the next. The bezel
of `feel5` must be white: the lights shine through it. Its stones are {stones} of one file, half of
them in a dark colour, with their face on the bed. Grams are of PLA, as if all were solid; hours are
a guess: {quick:.0f} cubic millimetres a second.

{files}
The only undersides in the air are bridges: over the feet, {foot:.1f} mm, and over the cable,
{cable:.0f} mm. Each part fits a bed of {bed:.0f} by {bed:.0f} mm.

## Buy besides

{besides}
## Put it together

Steps 1 and 2 come before anything is soldered. Then follow [the guide](README.md#step-by-step):
where it comes to the lights, do step 4 of this page, and where it comes to the buttons, step 3; on
`keys5` press the keys into the bezel before the lights. Steps 5 and 6 join bezel and base. Step 7
is the last one of the guide.

1. **Try the prints.** Break the edges of the first layer with a knife where they stand out.
   *Check:* an insert falls into the bezel by its own weight, and a fingernail in the groove around
   it lifts it out. The bezel goes onto the base and lies on its walls without a gap.
   *If not:* too tight by how much? Set `clearance` in `hardware/case/measures.py`, run
   `make hardware`.
2. **Cut the perforated board** of 10 by 15 cm: {controls} holes for the buttons, {main} holes for
   all the rest; for `feel5` a second one, {main} holes for the multiplexers. In each corner widen
   the second hole from both edges to 3.2 mm.
   *Check:* each lies on its four posts, and a screw goes in straight.
3. **Buttons.** Count holes to the right and up from the middle one, seen from the front. The
   middles of the buttons are at
   {buttons}.
   Two legs of a button are above its middle, two below. The stick's cap must be level with
   theirs: leave it as high on its legs as needed. Put all in, with their caps on, lay
   the board under the bezel, and only then solder.
   *Check:* every cap stands out by {proud} mm and comes back after a press.
4. **Lights.** Lay the bezel on its face.
   {lights}
   *Check:* in a dark room, with a single light on, no other cell shines; on `feel5` only a little.
5. **Base.** Screw the Pico down with its socket towards the opening, without pins below it: its
   wires are soldered from above. Then the board of all the rest, with its transistor, and its large
   capacitor where it has one, laid flat; on `feel5` that of the multiplexers beside it. Glue the
   piezo over the seven small holes.
   *Check:* the cable goes in until it clicks, and nothing stands higher than {parts:.0f} mm on the
   board.
6. **Wires** between bezel and base of 20 cm: so both can lie side by side.
   *Check:* `schiri certify` before it is closed: `ok` in each line.
7. **Close it**: bezel on base, four countersunk screws from below, feet beside them.
   *Check:* no wire looks out, each button clicks, the case does not rock.

## Two inserts, one case

Switch is played on 5 by 5 fields: its insert shows them as squares, and the lights of the rim as
dots; the wider rim goes to the right and to the top. Joggle and the games of cards need all 8 by 8.
Change it whenever you like.

## How long everything is

Measure everything that is marked "not looked up". Change it in `hardware/case/measures.py` and run
`make hardware`: all parts are made again. For a matrix of 65 by 65 mm, change its side, its pitch
and its thickness.

{measures}"""
LIGHTS = {
    "matrix": (
        "two layers of tracing paper, {sheet:.0f} mm square, then the grid with its\n   closed "
        "side down, then the matrix with its lights down: its data goes in at the top left\n   as "
        "seen from the front, far from the buttons. Four clips."
    ),
    "keys": (
        "press the keys in from the front, legs down, and solder their diodes and\n   wires. Put "
        "the grid around them; pixels into the tray, lights up, wired through its holes;\n   tray "
        "into the grid. Four clips."
    ),
    "sensors": (
        "pixels and sensors into the tray, wired through its holes and slots, each\n   sensor "
        "with its marked side up. The grid into the pocket of the bezel, its wide opening\n   up;"
        " the tray into it. Four clips. Nothing else goes between face and sensors: this sets\n"
        "   the distance of the magnets."
    ),
    "tiles": (
        "the frame, the silicone with its pads down in their holes, the four tiles,\n   joined, "
        "onto it; the rails. Four clips."
    ),
}


def assembly() -> str:
    """Return the page."""
    cases = [places_of(name) for name in CASES]
    names = [places.build.name for places in cases]
    pictures = "".join(
        f"![The case of {name}]({name}/{name}-case.png)\n\n"
        f"![Its parts, one above the other]({name}/{name}-parts.png)\n\n"
        for name in names
    )
    lights = "\n   ".join(
        f"`{places.build.name}`: " + LIGHTS[places.field.under].format(sheet=2 * places.frame)
        for places in cases
    )
    rows = [(name, f"{mm(name):g}", source) for name, source in SOURCES.items()]
    return PAGE.format(
        wall=mm("least wall"),
        stones=STONES,
        pictures=pictures.rstrip("\n") + "\n",
        quick=QUICK,
        files=table(
            ("file", "part", "prints", "mm", "cm3", "g", "hours"),
            [row for name in names for row in _files(name)],
        ),
        foot=mm("foot") + 2 * mm("clearance"),
        cable=mm("plug width"),
        bed=mm("bed"),
        besides=table(("", "what", "where"), screws()),
        controls=f"{CONTROL_HOLES[0]} by {CONTROL_HOLES[1]}",
        main=f"{MAIN_HOLES[0]} by {MAIN_HOLES[1]}",
        buttons=";\n   ".join(_spots(places) for places in cases),
        proud=mm("button proud"),
        lights=lights,
        parts=mm("parts height"),
        measures=table(("what", "mm", "where it was looked up"), rows),
    )


def _files(name: str) -> list[tuple[str, ...]]:
    """Return a row for each file: the part, the number, the size, and the material and time."""
    rows: list[tuple[str, ...]] = []
    # The libraries of solids are slow to import.
    from hardware.case.parts import case, printed

    volumes = [part.solid.volume() * part.needed for part in case(name)]
    for part, volume in zip(case(name), volumes):
        left, front, low, right, back, high = printed(part).bounding_box()
        size = f"{right - left:.0f} x {back - front:.0f} x {high - low:.0f}"
        file = f"{name}-{part.name}.stl"
        linked = f"[{file}]({name}/{file})"
        rows.append((linked, part.what, str(part.needed), size, *_takes(volume)))
    return [*rows, ("", f"all of `{name}`", "", "", *_takes(sum(volumes)))]


def _takes(volume: float) -> tuple[str, str, str]:
    """Return cubic centimetres, grams and hours as text."""
    hours = max(volume / QUICK / 3600, 0.1)
    return f"{volume / 1000:.1f}", f"{volume / 1000 * DENSE:.0f}", f"{hours:.1f}"


def screws() -> list[tuple[str, str, str]]:
    """Return what is bought for one case: how many, what, and where it goes."""
    return [
        ("4", f"screw M3 x {CLOSING}, countersunk", "from below, into the posts of the bezel"),
        ("4", f"screw M3 x {CLIPPING}, pan head", "clips"),
        (
            "8",
            f"screw M3 x {BOARDS}, pan head",
            "board of the buttons, board of all the rest; 12 with that of the multiplexers",
        ),
        ("4", f"screw M2 x {PICO}, pan head", "Pico"),
        ("4", f"rubber foot, {mm('foot'):g} mm", "below"),
        ("1", "sheet of tracing paper", "two layers of it on the grid, with a matrix"),
    ]


def _spots(places: CasePlaces) -> str:
    """Return where the buttons are on their board, in holes."""
    x, y = places.controls
    found = []
    for name, at in places.buttons.items():
        right, up = (at[0] - x) / mm("raster"), (at[1] - y) / mm("raster")
        if name == "press" or name in COLOURED:
            what = "stick" if name == "press" else name
            found.append(f"{what} {right:.0f}, {up:.1f}".replace(".0", ""))
    return f"`{places.build.name}`: {'; '.join(found)}"
