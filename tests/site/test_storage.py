"""Faults of a browser's storage: they are reported, and no game is lost silently."""

from collections.abc import Awaitable, Callable
from itertools import cycle
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.async_api import expect
from schiri.log.replay import verified
from schiri.log.stored import read_file
from schiri.site.words import SAID
from schiri.texts import Words

from tests.counts import some
from tests.page.browser_user import BrowserUser
from tests.page.chromium import Chromium
from tests.site.served_site import Site, Visitor
from tests.site.site_actions import in_worker, saved

pytestmark = [pytest.mark.nightly, pytest.mark.browser]

# A browser without storage: it throws at every attempt to save.
DENIED = """
const denied = () => { throw new DOMException("denied", "SecurityError"); };
const refused = async () => denied();
if (self.Window) Object.defineProperty(Window.prototype, "localStorage", { get: denied });
CacheStorage.prototype.open = LockManager.prototype.request = refused;
StorageManager.prototype.getDirectory = refused;
"""
# After a signal, only half of each write succeeds.
FAILS = """
const { write } = FileSystemSyncAccessHandle.prototype;
const failing = new BroadcastChannel("failing");
failing.onmessage = ({ data }) => {
  FileSystemSyncAccessHandle.prototype.write = function (bytes, how) {
    write.call(this, bytes.subarray(0, bytes.length / 2), how);
    throw new DOMException(data, data);
  };
  failing.postMessage("done");
};
"""
FAIL = """(why) => new Promise((done) => {
  const failing = new BroadcastChannel("failing");
  failing.onmessage = done;
  failing.postMessage(why);
})"""
EVICT = """async () => {
  const all = await navigator.storage.getDirectory();
  await all.removeEntry("schiri", { recursive: true });
}"""
# Damages the stored file: bytes at the end, or a flipped bit in the middle.
DAMAGE = """async (zeros) => {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("schiri");
  const file = await folder.getFileHandle("store-a");
  const bytes = new Uint8Array(await (await file.getFile()).arrayBuffer());
  if (!zeros) bytes[bytes.length - 100] ^= 1;
  const written = await file.createWritable();
  await written.write(bytes);
  await written.write(new Uint8Array(zeros));
  await written.close();
  // The next page has its scripts from the server again.
  for (const each of await navigator.serviceWorker.getRegistrations()) await each.unregister();
  return bytes.length;
}"""
UNREADABLE = "FileSystemSyncAccessHandle.prototype.getSize = () => -1;"
CROWDED = "StorageManager.prototype.estimate = async () => ({ quota: 2e9, usage: 1.99e9 });"
MOVES = (("c1", "d1"), ("a4", "b4"), ("e5", "c3"))
PLAYED = ["c1xd1", "a4xb4", "e5-c3"]
NAMES = {"de": "de-DE", "en": "en-GB", "fr": "fr-FR"}
Story = Callable[[Visitor, Path, Words], Awaitable[None]]


async def begin(ann: BrowserUser, words: Words) -> None:
    await ann.page.locator("#start button.strong").click()
    await ann.sees(words.gettext("Tap a stone, then where it goes."))


async def move(ann: BrowserUser, count: int) -> None:
    """Make the next move, and wait until it is shown."""
    await ann.touch(*MOVES[count - 1])
    await expect(ann.page.locator("#lines > li.move")).to_have_count(count)


async def tells(ann: BrowserUser, words: Words, name: str) -> None:
    """Check that this text is shown now."""
    told = await ann.page.locator("#site .told").all_inner_texts()
    assert words.gettext(SAID[name]) in "".join(told), (name, told)


async def kept(ann: BrowserUser, words: Words, folder: Path) -> list[str]:
    """Save all games, and return the entries of the only one after verifying it."""
    path = await saved(ann, words.gettext(SAID["all"]), folder)
    with ZipFile(path) as file:
        (name,) = file.namelist()
        file.extract(name, folder)
    return [line.entry for line in read_file(folder / name, verified).lines if line.entry]


async def denied(visitor: Visitor, folder: Path, words: Words) -> None:
    """Play without storage."""
    await visitor.context.add_init_script(DENIED)
    await in_worker(visitor, DENIED)
    ann = await visitor.open()
    await tells(ann, words, "memory")
    await begin(ann, words)
    await move(ann, 1)
    await ann.look("site-denied")
    assert await kept(ann, words, folder) == PLAYED[:1]


async def fails(why: str, name: str, visitor: Visitor, folder: Path, words: Words) -> None:
    """Play on while nothing more is saved, and open the page again."""
    await in_worker(visitor, FAILS)
    ann = await visitor.open()
    await begin(ann, words)
    await move(ann, 1)
    await move(ann, 2)
    await ann.page.evaluate(FAIL, why)
    await move(ann, 3)
    await tells(ann, words, name)
    assert await kept(ann, words, folder) == PLAYED
    await ann.page.reload()
    await visitor.ready(ann)
    await expect(ann.page.locator("#site .told")).to_have_count(0)
    await ann.page.goto(f"{visitor.site.url}#/games")
    assert await kept(ann, words, folder) == PLAYED[:2]


async def full(visitor: Visitor, folder: Path, words: Words) -> None:
    """Play on without free space."""
    await fails("QuotaExceededError", "full", visitor, folder, words)


async def lost(visitor: Visitor, folder: Path, words: Words) -> None:
    """Play on after the storage has disappeared."""
    await fails("InvalidStateError", "lost", visitor, folder, words)


async def evicted(visitor: Visitor, folder: Path, words: Words) -> None:
    """Open the page after the browser has evicted the storage, and add the saved games."""
    ann = await visitor.open()
    await begin(ann, words)
    await move(ann, 1)
    await ann.page.goto(f"{visitor.site.url}#/games")
    await ann.sees(words.gettext(SAID["unsafe"]), within="main")
    path = await saved(ann, words.gettext(SAID["all"]), folder)
    await ann.page.close()
    page = await visitor.context.new_page()
    await page.goto(visitor.site.url + "logo.svg")
    await page.evaluate(EVICT)
    await page.close()
    ann = await visitor.open()
    await tells(ann, words, "gone")
    await ann.page.goto(f"{visitor.site.url}#/games")
    await ann.page.locator("input[type=file]").set_input_files(path)
    await ann.sees(words.gettext("Games added: {count}.").format(count=1))
    assert await kept(ann, words, folder) == PLAYED[:1]


async def damage(visitor: Visitor, ann: BrowserUser, zeros: int) -> int:
    """Close the table and damage its stored file; return the file's size."""
    await ann.page.close()
    page = await visitor.context.new_page()
    await page.goto(visitor.site.url + "logo.svg")
    size: int = await page.evaluate(DAMAGE, zeros)
    await page.close()
    return size


async def damaged(visitor: Visitor, folder: Path, words: Words) -> None:
    """Open the page after a power cut, an unreadable file, and damage."""
    ann = await visitor.open()
    await begin(ann, words)
    await move(ann, 1)
    await damage(visitor, ann, 5000)
    ann = await visitor.open()
    await ann.sees(words.gettext("Tap a stone, then where it goes."))
    await move(ann, 2)
    await expect(ann.page.locator("#site .told")).to_have_count(0)
    await damage(visitor, ann, 1)
    await in_worker(visitor, UNREADABLE)
    ann = await visitor.open()
    await tells(ann, words, "memory")
    await expect(ann.page.locator("#lines > li")).to_have_count(0)
    await visitor.context.unroute_all()
    size = await damage(visitor, ann, 0)
    ann = await visitor.open()
    await tells(ann, words, "aside")
    assert (await saved(ann, words.gettext(SAID["save-aside"]), folder)).stat().st_size == size
    await ann.page.reload()
    await visitor.ready(ann)
    await expect(ann.page.locator("#site .told")).to_have_count(0)
    await ann.page.goto(f"{visitor.site.url}#/games")
    assert (await kept(ann, words, folder))[0] == PLAYED[0]


async def crowded(visitor: Visitor, folder: Path, words: Words) -> None:
    """Open the page with little free space."""
    await visitor.context.add_init_script(CROWDED)
    ann = await visitor.open()
    await ann.sees(words.gettext(SAID["crowded"]), within="#site")
    await ann.look("site-crowded")


STORIES: dict[str, Story] = {
    each.__name__: each for each in (full, denied, lost, evicted, damaged, crowded)
}


# Other tests check the translations; here each language is used once.
@pytest.mark.parametrize(("story", "language"), some(zip(STORIES, cycle(NAMES)), 1))
def test_games_survive_whatever_happens_to_the_browsers_storage(
    story: str, language: str, site: Site, chromium: Chromium, tmp_path: Path
) -> None:
    async def visit() -> None:
        async with site.browser(chromium.browser, language=NAMES[language]) as visitor:
            await STORIES[story](visitor, tmp_path, Words(language))

    chromium.run(visit())
