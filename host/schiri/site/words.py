"""The texts of the site's own scripts, shown before and beside the table."""

from schiri.texts import N_, Words

SAID = {
    "loading": N_("Schiri is being downloaded; after that it needs no network."),
    "insecure": N_(
        "Open this page at an address that begins with https. On this computer itself, "
        "http://localhost works as well."
    ),
    "unstarted": N_(
        "Schiri cannot start here. A new version may be on its way: load the page again in a few "
        "minutes. If that does not help, use a current Chrome, Firefox or Safari."
    ),
    "unkept": N_("This page needs the network: not all of it could be stored here."),
    "elsewhere": N_("The table is open in another tab. Here you can watch; you play there."),
    "memory": N_("Nothing is kept here: save your games before you close the tab."),
    "full": N_("There is no room left here. Save your games before you close the tab."),
    "lost": N_("Games are no longer kept here. Save them before you close the tab."),
    "aside": N_("Some of the data stored here is damaged. Everything that could be read is here."),
    "save-aside": N_("Save the damaged part as a file"),
    "gone": N_("The games that were kept here are deleted. Add those that you saved."),
    "crowded": N_("There is little room left here. Save your games as a file."),
    "unsafe": N_("Games may be deleted to make room. Save them as a file now and then."),
    "update": N_("A new version is available. You get it the next time you open this page."),
    "now": N_("Use it now"),
    "failed": N_("Something went wrong. What you saw is kept: load the page again."),
    "reload": N_("Load again"),
    "versions": N_("The version of each game's rules, which a device reports too:"),
    "all": N_("Save all games as a file"),
    "one": N_("Save this game, to add it again"),
    "share": N_("Share"),
    "add": N_("Add games from a file"),
    "connect": N_("Connect a device"),
    "disconnect": N_("Play without the device"),
    "no-serial": N_("This page cannot reach a device. Use Chrome or Edge on a computer."),
    "silent": N_("No Schiri device answers there. A device has two ports: choose the other one."),
    "refused": N_("The device's port cannot be opened. Close the program that uses it."),
    "plugged": N_("A device is plugged in."),
    "take": N_("Play with the device"),
    "install": N_("Install the program on a board"),
    "build": N_("Build"),
    "board": N_("Board"),
    "circuitpython": N_("First put CircuitPython on it:"),
    "choose": N_("Choose the drive CIRCUITPY"),
    "no-drive": N_("This page cannot reach a drive. Use Chrome or Edge on a computer."),
    "unfetched": N_("{file} cannot be fetched. Try again later."),
    "zip": N_("Save the program as a zip"),
    "drag": N_("Unpack the zip and drag its contents onto the drive CIRCUITPY, code.py last."),
    "writing": N_("Writing {file}"),
    "close": N_("Close"),
}


def said(words: Words) -> dict[str, str]:
    return {name: words.gettext(english) for name, english in SAID.items()}
