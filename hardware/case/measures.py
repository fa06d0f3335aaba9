"""Sizes of the parts and limits of a printer: every length of the case, once.

Decides lengths, and says of each where it was looked up.  Must not know any shape.  Whoever has
other parts measures them, changes the row, and runs `make hardware`.
"""

ADAFRUIT = "Adafruit's model of its product 1487, on GitHub in Adafruit_CAD_Parts"
CHERRY = "Cherry, MX series keyswitch, page 10-2"
PICO = "Raspberry Pi, data sheet of the Pico, chapter 2"
OMRON = "Omron, data sheet of the B3F, 12 by 12 mm, at dtsheet.com"
TRELLIS = "mneme/NeotrellisGrid240mmCase on GitHub, a printed case for eight such tiles"
HALL = "Texas Instruments, data sheet of the DRV5055, TO-92 (LPG)"
MAGNET = "Schiri's own sums for a disc of N35: 27 mT in this distance, 15 mT 5 mm off its middle"
PRINTING = "printpal.io, 3D printing design guide; a nozzle of 0.4 mm"
CHOSEN = "chosen here"
GUESS = "not looked up: measure yours"

# A measure: its meaning, its millimetres, and its source.
_ROWS = (
    # The matrix of `cursor`.
    ("matrix side", 71.12, ADAFRUIT),
    ("matrix pitch", 8.89, ADAFRUIT),
    ("matrix thickness", 1.57, ADAFRUIT),
    ("pixel side", 5.0, ADAFRUIT),
    ("pixel height", 1.4, ADAFRUIT + "; between the pixels there are parts of 1.0 mm"),
    # The keys of `keys5`.
    ("key pitch", 19.05, "hackaday.io, project 185358: the unit of nearly all keyboards"),
    ("key hole", 14.0, "the usual cutout; the same page found 13.8 mm best for a tight printer"),
    ("key plate", 1.5, "the same page: what the clips of a switch hold"),
    ("key body", 15.6, CHERRY),
    ("key below plate", 5.0, CHERRY),
    ("key pins", 3.3, CHERRY),
    ("key above plate", 11.6, CHERRY),
    ("pixel board", 10.0, GUESS + ", the round boards with one pixel"),
    ("pixel board thickness", 1.2, GUESS),
    # The tiles of `pads`, with their pads of silicone.
    ("tile side", 60.0, TRELLIS),
    ("tile pitch", 15.0, TRELLIS),
    ("tile thickness", 1.6, "usual"),
    ("tile edge", 2.4, TRELLIS + ": what may be held of each edge"),
    ("tile below", 5.6, TRELLIS + ": what parts below a tile need"),
    ("tile joint", 15.0, TRELLIS + ": how wide the joints are in the middle of each edge"),
    ("pad side", 10.0, TRELLIS),
    ("pad web", 1.8, TRELLIS + ": the silicone between the pads"),
    ("pad height", 8.0, GUESS + ", from the tile to the top of a pad"),
    # The fields of `feel5`, its sensors and its stones.
    ("field pitch", 30.0, CHOSEN + ": so far apart, other stones do not disturb a reading"),
    ("skin", 1.6, CHOSEN + ": white plastic over the lights"),
    ("groove", 0.35, CHOSEN + ": how deep the lines between the fields are"),
    ("magnet distance", 8.0, MAGNET),
    ("magnet", 8.0, "usual: a disc of 8 by 3 mm"),
    ("magnet height", 3.0, "usual: a disc of 8 by 3 mm"),
    ("magnet room", 0.15, CHOSEN + ": around it, for a drop of glue"),
    ("magnet inset", 0.2, CHOSEN + ": how deep it lies in its stone"),
    ("felt", 1.0, GUESS + ", the felt below a stone"),
    ("stone", 20.0, CHOSEN),
    ("stone height", 8.0, CHOSEN),
    ("sensor width", 4.0, HALL),
    ("sensor length", 3.15, HALL),
    ("sensor thickness", 1.52, HALL),
    ("sensor element", 0.49, HALL + ": how deep it senses below its marked side"),
    ("sensor legs", 1.8, CHOSEN + ": from the body to where its legs are bent down"),
    # Buttons and stick, on one perforated board.
    ("raster", 2.54, "a tenth of an inch"),
    ("perfboard thickness", 1.6, "usual"),
    ("button body", 12.0, OMRON),
    ("button body height", 4.3, OMRON + ": the flat one; with a plunger for caps 7.3"),
    ("button cap", 11.5, GUESS),
    ("button height", 11.7, GUESS + ", from the board to the top of the cap"),
    ("button proud", 3.5, CHOSEN + ": how far a cap stands out; a press takes 0.3 mm"),
    ("stick body", 10.0, GUESS),
    ("stick cap", 9.0, GUESS),
    ("stick travel", 1.5, GUESS + ", to each side"),
    # The Pico and the board with all the rest.
    ("pico length", 51.0, PICO),
    ("pico width", 21.0, PICO),
    ("pico thickness", 1.0, PICO),
    ("pico hole", 2.1, PICO),
    ("pico holes along", 47.0, PICO + ", figure 3, which we have not seen"),
    ("pico holes across", 11.4, PICO + ", figure 3, which we have not seen"),
    ("usb overhang", 1.3, PICO + ", figure 3, which we have not seen"),
    ("usb height", 2.6, GUESS + ", the socket"),
    ("plug width", 12.0, GUESS + ", of the cable's plug, with its grip"),
    ("plug height", 8.0, GUESS + ", of the cable's plug, with its grip"),
    ("parts height", 11.0, CHOSEN + ": lay capacitor and transistor flat"),
    ("piezo", 12.0, "KiCad, footprint Buzzer_12x9.5RM7.6"),
    # Screws.
    ("m3 pilot", 2.5, "usual for an M3 screw that cuts its own thread in plastic"),
    ("m3 hole", 3.4, "ISO 273, medium fit"),
    ("m3 head", 6.4, "countersunk, ISO 10642, with some room"),
    ("m3 washer head", 3.0, GUESS + ", height of a pan head"),
    ("m2 pilot", 1.6, "usual for an M2 screw that cuts its own thread in plastic"),
    ("foot", 10.0, GUESS + ", self-adhesive rubber feet"),
    # Limits of a printer.
    ("least wall", 1.2, PRINTING + ": three lines"),
    ("clearance", 0.25, PRINTING + ": 0.2 to 0.3 mm for what slides"),
    ("loose", 0.4, PRINTING + ": 0.3 to 0.5 mm for what moves"),
    ("longest bridge", 15.0, PRINTING + ": 30 mm; kept to the half of it"),
    ("bed", 220.0, "the bed of most printers: 220 by 220 mm"),
    # Our choices.
    ("wall", 2.4, CHOSEN),
    ("floor", 2.8, CHOSEN),
    ("bezel", 3.0, CHOSEN),
    ("rib", 1.6, CHOSEN),
    ("lip", 4.0, CHOSEN + ": how deep the bezel reaches into the base"),
    ("corner", 6.0, CHOSEN),
    ("chamfer", 1.2, CHOSEN),
    ("sheet", 0.3, CHOSEN + ": tracing paper, two layers"),
    ("standoff", 5.0, CHOSEN),
    ("clip", 2.4, CHOSEN),
)
_LENGTHS = {name: length for name, length, _source in _ROWS}
SOURCES = {name: source for name, _length, source in _ROWS}


def mm(name: str) -> float:
    """Return a length by its name.

    Units: millimetres.
    Raises: KeyError for a name that is none.

    >>> mm("matrix side") == 8 * mm("matrix pitch")
    True
    """
    return _LENGTHS[name]
