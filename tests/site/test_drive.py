"""Installing the program on a board from the page: a folder of the origin acts as the drive."""

from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from playwright.async_api import expect
from schiri.deploy.drive import IDS
from schiri.deploy.modules import PROGRAM
from schiri.deploy.plan import MANIFEST

from tests.counts import some
from tests.page.browser_user import BrowserUser
from tests.page.chromium import Chromium
from tests.site.served_site import Site, Visitor
from tests.site.site_actions import in_worker, saved

pytestmark = [pytest.mark.nightly, pytest.mark.browser]

BOOT_OUT = (
    "Adafruit CircuitPython 10.0.3 on 2025-10-17; Raspberry Pi Pico with rp2040\nBoard ID:{}\n"
)
# The result of a browser's own folder picker.
PICKER = """
window.showDirectoryPicker = async ({ mode }) => {
  if (mode !== "readwrite" || !navigator.userActivation.isActive) throw new Error("refused");
  return (await navigator.storage.getDirectory()).getDirectoryHandle("CIRCUITPY", { create: true });
};
"""
WRITE = """async (files) => {
  const root = await navigator.storage.getDirectory();
  const drive = await root.getDirectoryHandle("CIRCUITPY", { create: true });
  for (const [path, text] of Object.entries(files)) {
    let [folder, names] = [drive, path.split("/")];
    for (const name of names.slice(0, -1))
      folder = await folder.getDirectoryHandle(name, { create: true });
    const file = await folder.getFileHandle(names.at(-1), { create: true });
    const writing = await file.createWritable();
    await writing.write(text);
    await writing.close();
  }
}"""
READ = """async () => {
  const found = {};
  const read = async (folder, before) => {
    for await (const [name, handle] of folder.entries())
      if (handle.kind === "directory") await read(handle, `${before}${name}/`);
      else found[before + name] = [...new Uint8Array(await (await handle.getFile()).arrayBuffer())];
  };
  const root = await navigator.storage.getDirectory();
  await read(await root.getDirectoryHandle("CIRCUITPY", { create: true }), "");
  return found;
}"""
# The drive is full after this many bytes.
FULL = """
const { write } = FileSystemWritableFileStream.prototype;
let room = 60_000;
FileSystemWritableFileStream.prototype.write = function (bytes) {
  room -= bytes.length;
  if (room < 0) throw new DOMException("QuotaExceededError", "QuotaExceededError");
  return write.call(this, bytes);
};
"""
# The drive disappears once, while the new program gets its names.
CUT = """
const { removeEntry } = FileSystemDirectoryHandle.prototype;
let left = 9;
FileSystemDirectoryHandle.prototype.removeEntry = function (name) {
  if (left-- === 0) throw new DOMException("InvalidStateError", "InvalidStateError");
  return removeEntry.call(this, name);
};
"""
# The site has the bundles of a build with sensors, too.
WITH_SENSORS = """() => {
  SITE.builds.push("feel5");
  for (const board of Object.keys(SITE.boards))
    if (board !== "pico") SITE.sums[`bundles/schiri-feel5-${board}.zip`] = "";
}"""
OWN = {"notes.txt": "mine", "lib/schiri_device/gone.mpy": "old", "settings.toml": 'WIFI = "x"\n'}


async def on_drive(ann: BrowserUser) -> dict[str, bytes]:
    """Return all files on the drive."""
    found: dict[str, Any] = await ann.page.evaluate(READ)
    return {path: bytes(data) for path, data in found.items()}


async def open_form(visitor: Visitor, board: str = "pico2", **files: str) -> BrowserUser:
    """Open the page and the form, with a drive that has these files."""
    ann = await visitor.open()
    await ann.page.evaluate(WRITE, {"boot_out.txt": BOOT_OUT.format(IDS[board]), **files})
    await ann.press("Install the program on a board")
    return ann


async def installs(visitor: Visitor, folder: Path) -> None:
    """Install the program on a drive with other files."""
    ann = await open_form(visitor, **OWN, **{MANIFEST: "lib/schiri_device/gone.mpy\n"})
    await ann.look("site-install")
    path = await saved(ann, "Save the program as a zip", folder)
    await ann.sees("code.py last", within="#site")
    await ann.press("Choose the drive CIRCUITPY")
    await ann.sees("Done. Eject the drive", within="#site")
    found = await on_drive(ann)
    with ZipFile(path) as file:
        wanted = {name: file.read(name) for name in file.namelist() if name != "bundle.json"}
    settings = found.pop("settings.toml").decode()
    assert 'WIFI = "x"' in settings and 'SCHIRI_BUILD = "keys5"' in settings
    del wanted["settings.toml"]
    assert found.pop("notes.txt") == b"mine" and found.pop("boot_out.txt")
    assert found == wanted
    await ann.press("Choose the drive CIRCUITPY")
    await ann.sees("The device has this program already.", within="#site")
    # The table has waited, and works.
    await ann.begin("Switch", "Ann", "Ben")
    await ann.touch("c1", "d1")
    await ann.hears("Ann swaps c1 and d1")


async def refuses(visitor: Visitor, folder: Path) -> None:
    """Choose a drive of another board, and a folder that is no drive."""
    ann = await open_form(visitor, "pico")
    before = await on_drive(ann)
    await ann.press("Choose the drive CIRCUITPY")
    await ann.sees("The board on this drive is raspberry_pi_pico,", within="#site")
    await ann.page.evaluate(WRITE, {"boot_out.txt": "nothing"})
    await ann.press("Choose the drive CIRCUITPY")
    await ann.sees("has CircuitPython ?", within="#site")
    assert [*await on_drive(ann)] == [*before] == ["boot_out.txt"]


async def is_full(visitor: Visitor, folder: Path) -> None:
    """Choose a full drive: its program stays unchanged."""
    await in_worker(visitor, FULL)
    ann = await open_form(visitor, **{PROGRAM: "old"})
    before = await on_drive(ann)
    await ann.press("Choose the drive CIRCUITPY")
    await ann.sees("is full; its program is as it was", within="#site")
    assert await on_drive(ann) == before


async def is_cut(visitor: Visitor, folder: Path) -> None:
    """Pull the drive when half of the files have their names, then install again."""
    await in_worker(visitor, CUT)
    ann = await open_form(visitor, **{PROGRAM: "old"})
    await ann.press("Choose the drive CIRCUITPY")
    await ann.sees("CIRCUITPY is only half done", within="#site")
    found = await on_drive(ann)
    # No program is better than a mixture of two.
    assert PROGRAM not in found and MANIFEST in found and f"{PROGRAM}.new" in found
    path = await saved(ann, "Save the program as a zip", folder)
    await ann.press("Choose the drive CIRCUITPY")
    await ann.sees("Done. Eject the drive", within="#site")
    with ZipFile(path) as file:
        wanted = {name: file.read(name) for name in file.namelist() if name != "bundle.json"}
    found = await on_drive(ann)
    del found["boot_out.txt"]
    assert found == wanted


async def elsewhere(visitor: Visitor, folder: Path) -> None:
    """Open the page in a browser that cannot reach a drive."""
    await visitor.context.add_init_script("delete window.showDirectoryPicker;")
    ann = await open_form(visitor)
    await ann.sees("This page cannot reach a drive", within="#site")
    await saved(ann, "Save the program as a zip", folder)
    # A picture shows where to drag the files.
    picture = ann.page.locator(".site-picture")
    await expect(picture).to_have_js_property("complete", True)
    assert await picture.evaluate("(each) => each.naturalWidth") > 0
    await ann.look("site-drag")


async def is_too_small(visitor: Visitor, folder: Path) -> None:
    """Choose a build that needs more memory than the chosen board has."""
    ann = await visitor.open()
    await ann.page.evaluate(WITH_SENSORS)
    await ann.press("Install the program on a board")
    build, board = ann.page.locator("#install-build"), ann.page.locator("#install-board")
    await board.select_option("pico")
    await build.select_option("feel5")
    await expect(board).to_have_value("pico2")
    await expect(board.locator("option[value=pico]")).to_be_disabled()
    await build.select_option("keys5")
    await expect(board.locator("option:disabled")).to_have_count(0)


STORIES = {
    each.__name__: each for each in (installs, refuses, is_full, is_cut, elsewhere, is_too_small)
}


@pytest.mark.parametrize("story", some(STORIES, 1))
def test_the_site_installs_the_program_on_a_board(
    story: str, site: Site, chromium: Chromium, tmp_path: Path
) -> None:
    async def visit() -> None:
        async with site.browser(chromium.browser) as visitor:
            await visitor.context.add_init_script(PICKER)
            await STORIES[story](visitor, tmp_path)

    chromium.run(visit())
