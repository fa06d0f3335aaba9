// The journal of files that outlive a tab: what is there after a cut, after damage and after failures.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Disk, FileSystem, run } from "./browser.mjs";

const AT = "/home";
// Two of these are more than what a journal must have before it is compacted.
const LARGE = "x".repeat(1 << 17);

// Open the files of a disk as a new tab does.
const opened = async (disk, globals = {}) => {
  const { Store } = run("site/web/store.js", { navigator: disk.navigator, console, setTimeout, ...globals }, "Store");
  const FS = new FileSystem();
  const store = await Store.mount(FS, AT);
  return { store, FS, files: () => Object.fromEntries(FS.all()) };
};
const begun = async (...texts) => {
  const disk = new Disk();
  const tab = await opened(disk);
  tab.FS.mkdir(`${AT}/logs`);
  texts.forEach((text, at) => tab.FS.put(`${AT}/logs/${at}`, text));
  tab.store.flush();
  return { disk, ...tab };
};
const FOLDER = { [`${AT}/logs`]: null };

test("every change is there in the next tab, with what is written then", async () => {
  const { disk, FS, store, files } = await begun("game", "shorter", "gone", "moved", "empty");
  assert.equal(store.why, "new");
  FS.put(`${AT}/logs/0`, "ble", 3);
  FS.truncate(`${AT}/logs/1`, 5);
  FS.truncate(`${AT}/logs/4`, 0);
  FS.unlink(`${AT}/logs/2`);
  FS.mkdir(`${AT}/other`);
  FS.mkdir(`${AT}/empty`);
  FS.rmdir(`${AT}/empty`);
  FS.rename(`${AT}/logs/3`, `${AT}/other/there`);
  const wanted = {
    ...FOLDER, [`${AT}/logs/0`]: "gamble", [`${AT}/logs/1`]: "short", [`${AT}/logs/4`]: "",
    [`${AT}/other`]: null, [`${AT}/other/there`]: "moved",
  };
  assert.deepEqual(files(), wanted);
  FS.lookupPath(`${AT}/logs/0`).node.stream_ops.fsync();
  disk.files["store-a"].cut();
  const next = await opened(disk);
  assert.deepEqual([next.files(), next.store.why, next.store.hasAside], [wanted, "", false]);
  // What is restored is written into like any other file.
  next.FS.put(`${AT}/logs/0`, "G");
  next.FS.put(`${AT}/other/new`, "n");
  next.store.flush();
  const last = await opened(disk);
  assert.deepEqual(last.files(), { ...wanted, [`${AT}/logs/0`]: "Gamble", [`${AT}/other/new`]: "n" });
});

test("a torn tail is cut off, and what is written next is not behind it", async () => {
  const { disk } = await begun("one", "two");
  const file = disk.files["store-a"];
  const whole = file.bytes;
  for (const [torn, two] of [
    [whole.subarray(0, -1), ""],
    [whole.subarray(0, -40), ""],
    [Uint8Array.of(...whole, ...new Uint8Array(5000)), "two"],
    [Uint8Array.of(...whole, ...whole.subarray(0, 11)), "two"],
    [Uint8Array.of(...whole, 0, 0, 0, 9, 0, 0, 9, 9, 1, 2, 3, 4, 5, ...new Uint8Array(300)), "two"],
  ]) {
    file.bytes = torn;
    const { store, FS, files } = await opened(disk);
    assert.equal(store.hasAside, false);
    assert.deepEqual(files(), { ...FOLDER, [`${AT}/logs/0`]: "one", [`${AT}/logs/1`]: two });
    FS.put(`${AT}/logs/2`, "n");
    store.flush();
    assert.equal((await opened(disk)).files()[`${AT}/logs/2`], "n");
    // Nothing of the tail is left, even if the tab has written less than that.
    assert.equal(file.getSize(), store.size);
  }
});

test("of a damaged journal the records before the damage count, and all of it is set aside once", async () => {
  const { disk } = await begun("one", "two");
  const file = disk.files["store-a"];
  file.bytes[file.bytes.length - 2] ^= 1;
  const broken = file.bytes.slice();
  const { store, files } = await opened(disk);
  assert.equal(files()[`${AT}/logs/0`], "one");
  assert.equal(files()[`${AT}/logs/1`], "");
  // It is offered until it is taken, but only once.
  assert.equal((await opened(disk)).store.hasAside, true);
  assert.deepEqual(store.takeAside(), broken);
  for (const each of [store, (await opened(disk)).store]) assert.equal(each.hasAside, false);
  // What is set aside next does not replace what nobody has taken yet.
  disk.files["store-aside"].bytes = Uint8Array.of(7);
  file.bytes = broken;
  assert.deepEqual((await opened(disk)).store.takeAside(), Uint8Array.of(7, ...broken));
  // What is longer than any change is no torn tail.
  const [one, other] = [new Uint8Array(2 << 20).fill(255), new Uint8Array(99).fill(1)];
  one.set(file.bytes);
  file.bytes = one;
  assert.equal((await opened(disk)).store.takeAside().length, one.length);
  // Without any record there is nothing to go on with.
  [file.bytes, disk.files["store-b"].bytes] = [other, other];
  const last = await opened(disk);
  assert.deepEqual([last.files(), last.store.why, last.store.takeAside().length], [{}, "new", 2 * other.length]);
});

test("no record behind a damaged one is cut off without being set aside", async () => {
  // A damaged length reaches beyond the end, as that of a torn record, or is zero.
  for (const [byte, value] of [[0, 127], [4, 127], [3, 0]]) {
    const { disk, FS, store } = await begun("one");
    const file = disk.files["store-a"];
    const { size } = store;
    for (const name of "1234") FS.put(`${AT}/logs/${name}`, "more");
    store.flush();
    file.bytes[size + byte] = value;
    const broken = file.bytes.slice();
    const tab = await opened(disk);
    assert.deepEqual(tab.files(), { ...FOLDER, [`${AT}/logs/0`]: "one" });
    assert.deepEqual(tab.store.takeAside(), broken);
    assert.equal(file.getSize(), size);
    // Where it cannot be set aside, nothing is cut off.
    file.bytes = broken;
    disk.files["store-aside"].fails = "QuotaExceededError";
    const full = await opened(disk, { console: { error() {} } });
    assert.deepEqual([full.store.why, full.files(), file.bytes], ["full", tab.files(), broken]);
  }
});

test("a journal that grows is compacted into the other file, and a cut on the way loses nothing", async () => {
  const { disk, store, FS, files } = await begun("kept", "old");
  for (const _ of "12") FS.put(`${AT}/logs/1`, LARGE);
  FS.truncate(`${AT}/logs/1`, 3);
  store.flush();
  const wanted = files();
  const [one, other] = [disk.files["store-a"], disk.files["store-b"]];
  const before = one.bytes.slice();
  assert.deepEqual((await opened(disk)).files(), wanted);
  assert.equal(one.getSize(), 0);
  assert.ok(other.getSize() < 1000);
  const compacted = other.bytes.slice();
  // The new generation is only partly there, or the old one is still there, perhaps damaged.
  const damaged = before.map((byte, at) => byte ^ (at === before.length - 1));
  for (const [old, fresh] of [
    [before, compacted.subarray(0, 99)],
    [before, new Uint8Array(9000).fill(1)],
    [before, compacted],
    [damaged, compacted],
  ]) {
    [one.bytes, other.bytes] = [old, fresh];
    const tab = await opened(disk);
    assert.deepEqual(tab.files(), wanted);
    assert.deepEqual([tab.store.hasAside, tab.store.size], [false, other.getSize()]);
    // The newer one is continued.
    tab.FS.put(`${AT}/logs/0`, "more");
    tab.store.flush();
    one.bytes = old;
    assert.equal((await opened(disk)).files()[`${AT}/logs/0`], "more");
  }
  // The only generation is damaged before it is whole.
  [one.bytes, other.bytes] = [new Uint8Array(), compacted.map((byte, at) => byte ^ (at === compacted.length - 1))];
  const rest = await opened(disk);
  assert.deepEqual([rest.files(), (await opened(disk)).files(), rest.store.hasAside], [wanted, wanted, true]);
  // Without room for both, the old one stays.
  [one.bytes, other.bytes, other.fails] = [before, new Uint8Array(), "QuotaExceededError"];
  const full = await opened(disk);
  assert.deepEqual([full.files(), full.store.why, one.getSize()], [wanted, "full", before.length]);
});

test("files that are large are not written again at each start", async () => {
  const { disk } = await begun(LARGE, LARGE);
  const { bytes } = disk.files["store-a"];
  await opened(disk);
  assert.equal(disk.files["store-a"].bytes, bytes);
});

test("a storage that fails is left as it is, with the reason, and the files go on in memory", async () => {
  for (const [fails, why] of [["QuotaExceededError", "full"], ["InvalidStateError", "lost"]]) {
    const { disk, store, FS, files } = await begun("one");
    disk.files["store-a"].fails = fails;
    FS.put(`${AT}/logs/0`, "two");
    assert.equal(store.why, why);
    disk.files["store-a"].fails = "";
    FS.put(`${AT}/logs/0`, "six");
    assert.equal(files()[`${AT}/logs/0`], "six");
    assert.equal((await opened(disk)).files()[`${AT}/logs/0`], "one");
  }
  // Less was written than asked for, or an error is returned as a large number.
  for (const returned of [5, 2 ** 32 - 8]) {
    const { disk, store, FS } = await begun("one");
    disk.files["store-a"].write = () => returned;
    FS.put(`${AT}/logs/0`, "two");
    assert.equal(store.why, "full");
  }
  // Less was read than there is: nothing is cut off.
  const { disk } = await begun("one");
  const { bytes } = disk.files["store-a"];
  disk.files["store-a"].read = () => 5;
  assert.deepEqual([(await opened(disk)).store.why, disk.files["store-a"].bytes], ["denied", bytes]);
  // What was written cannot be flushed.
  const again = await begun("one");
  again.FS.put(`${AT}/logs/0`, "two");
  again.disk.files["store-a"].fails = "InvalidStateError";
  again.store.flush();
  assert.equal(again.store.why, "lost");
});

test("without storage the files are in memory, and a file that is still open is waited for", async () => {
  const denied = await opened({ navigator: {} });
  denied.FS.put(`${AT}/a`, "there");
  denied.store.flush();
  assert.deepEqual([denied.store.why, denied.files(), denied.store.hasAside], ["denied", { [`${AT}/a`]: "there" }, false]);
  const { disk } = await begun("one");
  let tries = 0;
  disk.getFileHandle = async (name) => ({
    createSyncAccessHandle: async () => {
      if (++tries < 9) throw Object.assign(new Error(), { name: "NoModificationAllowedError" });
      return disk.files[name];
    },
  });
  const { store, files } = await opened(disk, { setTimeout: (go) => go() });
  assert.deepEqual([store.why, files()], ["", { ...FOLDER, [`${AT}/logs/0`]: "one" }]);
});
