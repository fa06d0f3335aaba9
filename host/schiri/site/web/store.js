// Files that outlive the tab. Python's file system is in memory. Each change is appended to a journal in the browser's
// own storage (OPFS) before it is made.
//
// A truncated journal is valid up to its last complete record. Of a damaged journal, the records before the damage
// count, and a copy of the whole file is set aside. If the storage fails, the saved files stay, and the table goes on
// in memory. ``why`` has the reason: players must know it before they see anything else.
const HEAD = 12;
// The first byte of each change, which is JSON.
const BRACE = 123;
const LEAST = 1 << 18;
const NAMES = ["store-a", "store-b", "store-aside"];
// A truncated record leaves no more bytes than this: hardly any change is larger.
const LONGEST = 1 << 20;
// Why games are not saved from now on. NEW: the storage was empty.
const [DENIED, FULL, LOST, NEW] = ["denied", "full", "lost", "new"];

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
  return n;
});
const crc = (bytes) => {
  let found = ~0;
  for (const byte of bytes) found = (found >>> 8) ^ TABLE[(found ^ byte) & 255];
  return ~found >>> 0;
};

const record = (change, data = new Uint8Array()) => {
  const about = new TextEncoder().encode(JSON.stringify(change));
  const bytes = new Uint8Array(HEAD + about.length + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, about.length);
  view.setUint32(4, data.length);
  bytes.set(about, HEAD);
  bytes.set(data, HEAD + about.length);
  view.setUint32(8, crc(bytes.subarray(HEAD)));
  return bytes;
};

// Return where a record's parts are, or null if there is no room for it.
const spanOf = (view, at) => {
  if (at + HEAD > view.byteLength) return null;
  const about = view.getUint32(at);
  const data = at + HEAD + about;
  const end = data + view.getUint32(at + 4);
  // After a power cut, bytes that were not written yet may be zeros.
  return about && end <= view.byteLength ? { start: at + HEAD, data, end } : null;
};
const isRight = (bytes, view, at, { start, end }) => crc(bytes.subarray(start, end)) === view.getUint32(at + 8);

// A record with a damaged length looks truncated, but complete records follow it.
const isFollowed = (bytes, view, at) => {
  for (let next = at + 1; next + HEAD < bytes.length; next++) {
    const span = bytes[next + HEAD] === BRACE && spanOf(view, next);
    if (span && isRight(bytes, view, next, span)) return true;
  }
  return false;
};

// Return the complete records, where they end, and whether the rest is damaged, not only truncated.
const recordsOf = (bytes) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = [];
  let at = 0;
  for (let span; (span = spanOf(view, at)); at = span.end) {
    if (!isRight(bytes, view, at, span)) return [found, at, true];
    const change = JSON.parse(new TextDecoder().decode(bytes.subarray(span.start, span.data)));
    found.push([change, bytes.subarray(span.data, span.end)]);
  }
  const rest = bytes.subarray(at);
  const isForeign = (rest.length > LONGEST || !found.length) && rest.some((byte) => byte);
  return [found, at, isForeign || isFollowed(bytes, view, at)];
};

// This tab has the lock of the table already, but the previous tab may still be closing its file handles: retry.
const [PATIENCE, WAIT_MS] = [100, 50];
const handleOf = async (file) => {
  for (let tries = 1; ; tries++)
    try {
      return await file.createSyncAccessHandle();
    } catch (error) {
      if (error.name !== "NoModificationAllowedError" || tries === PATIENCE) throw error;
      await new Promise((go) => setTimeout(go, WAIT_MS));
    }
};

// Open the storage. Throws if the browser denies it.
const opened = async () => {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle("schiri", { create: true });
  const handles = [];
  for (const name of NAMES) {
    const file = await folder.getFileHandle(name, { create: true });
    handles.push(await handleOf(file));
  }
  return handles;
};

const read = (handle) => {
  const bytes = new Uint8Array(handle.getSize());
  if (handle.read(bytes, { at: 0 }) !== bytes.length) throw new Error("short read");
  return bytes;
};

// Write all of it, or throw. Without space, a browser writes less, throws, or returns the error as a large number.
const write = (handle, bytes, at) => {
  if (handle.write(bytes, { at }) !== bytes.length) throw new DOMException("short write", "QuotaExceededError");
};
const whyOf = (error) => (error.name === "QuotaExceededError" ? FULL : LOST);

export class Store {
  // Mount the saved files at a path. Without storage, files are only in memory.
  static async mount(FS, path) {
    const store = new Store(FS, path);
    let kept = null;
    try {
      const [one, two, aside] = await opened();
      kept = [one, two].map((handle) => ({ handle, bytes: read(handle) }));
      store.aside = aside;
    } catch {
      // Leave unreadable storage as it is: the next start may be able to read it.
      store.why = DENIED;
    }
    FS.mkdirTree(path);
    FS.mount({ mount: (mount) => store.root(mount) }, {}, path);
    try {
      if (kept) store.restore(kept);
    } catch (error) {
      console.error(error);
      store.isRestoring = false;
      store.stop(whyOf(error));
    }
    return store;
  }

  constructor(FS, path) {
    Object.assign(this, { FS, at: path, handle: null, aside: null, why: "", size: 0, isDirty: false, isRestoring: false });
  }

  // Restore the newest complete generation.
  restore(kept) {
    for (const each of kept) {
      const [records, end, isDamaged] = recordsOf(each.bytes);
      const isWhole = records.some(([change]) => change.do === "whole");
      Object.assign(each, { records, end, isDamaged, generation: isWhole ? records[0][0].generation : 0 });
    }
    kept.sort((one, two) => two.generation - one.generation || two.records.length - one.records.length);
    const [newest, other] = kept;
    [this.handle, this.other] = [newest.handle, other.handle];
    this.isRestoring = true;
    for (const [change, data] of newest.records) this.replay(change, data);
    this.isRestoring = false;
    // Nothing is cut off before it is set aside.
    this.putAside((newest.generation ? [newest] : kept).filter((each) => each.isDamaged));
    if (!newest.generation) {
      this.why = NEW;
      return this.begin(1);
    }
    this.generation = newest.generation;
    this.size = newest.end;
    if (newest.end < this.handle.getSize()) this.handle.truncate(newest.end);
    // Compaction: if old changes take more space than the live files, write a new generation to the other file.
    if (this.size > LEAST && this.size > 2 * this.live()) {
      [this.handle, this.other] = [this.other, this.handle];
      this.begin(this.generation + 1);
      if (!this.handle) return;
      this.other.truncate(0);
      this.other.flush();
    }
  }

  // Set damaged files aside, behind what is there: somebody may be able to recover more of them.
  putAside(damaged) {
    if (!damaged.length) return;
    const before = this.aside.getSize();
    try {
      for (const { bytes } of damaged) write(this.aside, bytes, this.aside.getSize());
      this.aside.flush();
    } catch (error) {
      this.aside.truncate(before);
      throw error;
    }
  }

  get hasAside() {
    return Boolean(this.aside?.getSize());
  }

  // Return the damaged files that were set aside, and delete them: they are offered only once.
  takeAside() {
    const bytes = read(this.aside);
    this.aside.truncate(0);
    this.aside.flush();
    return bytes;
  }

  begin(generation) {
    this.generation = generation;
    this.handle.truncate(0);
    this.size = 0;
    this.append({ do: "begin", generation });
    for (const [path, node] of this.nodes()) {
      if (this.FS.isDir(node.mode)) this.append({ do: "make", path, mode: node.mode });
      else {
        this.append({ do: "make", path, mode: node.mode });
        this.append({ do: "write", path, position: 0 }, node.contents.subarray(0, node.usedBytes));
      }
    }
    this.append({ do: "whole" });
    this.flush();
  }

  *nodes(path = "") {
    const { node } = this.FS.lookupPath(this.at + path);
    for (const name of Object.keys(node.contents)) {
      const found = `${path}/${name}`;
      const child = node.contents[name];
      yield [found, child];
      if (this.FS.isDir(child.mode)) yield* this.nodes(found);
    }
  }

  live() {
    let bytes = 0;
    for (const [, node] of this.nodes()) bytes += 200 + (node.usedBytes || 0);
    return bytes;
  }

  replay(change, data) {
    const { FS } = this;
    const path = this.at + change.path;
    switch (change.do) {
      case "make":
        return FS.mknod(path, change.mode, 0);
      case "write": {
        const stream = FS.open(path, "r+");
        FS.write(stream, data.slice(), 0, data.length, change.position);
        return FS.close(stream);
      }
      case "size":
        return FS.truncate(path, change.size);
      case "move":
        return FS.rename(path, this.at + change.to);
      case "unlink":
        return FS.unlink(path);
      case "rmdir":
        return FS.rmdir(path);
    }
  }

  append(change, data) {
    if (!this.handle || this.isRestoring) return;
    const bytes = record(change, data);
    try {
      write(this.handle, bytes, this.size);
    } catch (error) {
      return this.stop(whyOf(error));
    }
    this.size += bytes.length;
    this.isDirty = true;
  }

  stop(why) {
    this.why = why;
    this.handle = null;
  }

  // Wait until the browser has stored the changes.
  flush() {
    if (!this.handle || !this.isDirty) return;
    try {
      this.handle.flush();
    } catch {
      return this.stop(LOST);
    }
    this.isDirty = false;
  }

  // Return the root of the file system: Emscripten's MEMFS, with each change appended to the journal first.
  root(mount) {
    const { FS } = this;
    const { MEMFS } = FS.filesystems;
    const store = this;
    const pathOf = (node) => FS.getPath(node).slice(store.at.length);
    const dress = (node) => {
      const [own, streams] = [node.node_ops, node.stream_ops];
      if (FS.isDir(node.mode))
        node.node_ops = {
          ...own,
          mknod(parent, name, mode, dev) {
            store.append({ do: "make", path: `${pathOf(parent)}/${name}`, mode });
            return dress(MEMFS.createNode(parent, name, mode, dev));
          },
          rename(old, folder, name) {
            store.append({ do: "move", path: pathOf(old), to: `${pathOf(folder)}/${name}` });
            return own.rename(old, folder, name);
          },
          unlink(parent, name) {
            store.append({ do: "unlink", path: `${pathOf(parent)}/${name}` });
            return own.unlink(parent, name);
          },
          rmdir(parent, name) {
            store.append({ do: "rmdir", path: `${pathOf(parent)}/${name}` });
            return own.rmdir(parent, name);
          },
        };
      else if (FS.isFile(node.mode)) {
        node.node_ops = {
          ...own,
          setattr(file, attributes) {
            const { size } = attributes;
            if (size !== undefined && size !== file.usedBytes)
              store.append({ do: "size", path: pathOf(file), size });
            return own.setattr(file, attributes);
          },
        };
        node.stream_ops = {
          ...streams,
          write(stream, buffer, offset, length, position) {
            if (length) {
              const data = new Uint8Array(buffer.buffer, buffer.byteOffset + offset, length);
              store.append({ do: "write", path: pathOf(stream.node), position }, data);
            }
            return streams.write(stream, buffer, offset, length, position, false);
          },
          fsync() {
            store.flush();
            return 0;
          },
        };
      }
      return node;
    };
    const root = dress(MEMFS.mount(mount));
    return root;
  }
}
