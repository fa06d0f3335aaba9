// The parts of a browser that the scripts of the site use, in memory, and a way to run a script with them.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const SCHIRI = new URL("../../../host/schiri/", import.meta.url);

// Run a script with these globals; return the values of these names.
export const run = (path, globals, ...names) => {
  const source = readFileSync(new URL(path, SCHIRI), "utf8").replace(/^import .*$|^export /gm, "");
  const body = `"use strict";\n${source}\nreturn { ${names} };`;
  return new Function(...Object.keys(globals), body)(...Object.values(globals));
};

// Let everything that waits only for promises go on.
export const settled = () => new Promise((go) => setImmediate(go));
export const until = async (isSo) => {
  for (let turns = 0; !isSo(); await settled()) if (++turns > 5_000_000) throw new Error(`never: ${isSo}`);
};

// The sum of a file as the build writes it.
export const sumOf = (text) => `sha256-${createHash("sha256").update(text).digest("base64")}`;

export const error = (name) => Object.assign(new Error(name), { name });

// A file of the browser's own storage, which a cut of power sets back to what was flushed.
export class Handle {
  constructor() {
    Object.assign(this, { bytes: new Uint8Array(), saved: new Uint8Array(), fails: "" });
  }
  getSize() {
    return this.bytes.length;
  }
  read(into, { at }) {
    const found = this.bytes.subarray(at, at + into.length);
    into.set(found);
    return found.length;
  }
  write(bytes, { at }) {
    if (this.fails) throw error(this.fails);
    const grown = new Uint8Array(Math.max(this.bytes.length, at + bytes.length));
    grown.set(this.bytes);
    grown.set(bytes, at);
    this.bytes = grown;
    return bytes.length;
  }
  truncate(size) {
    const cut = new Uint8Array(size);
    cut.set(this.bytes.subarray(0, size));
    this.bytes = cut;
  }
  flush() {
    if (this.fails) throw error(this.fails);
    this.saved = this.bytes.slice();
  }
  cut() {
    this.bytes = this.saved.slice();
  }
}

// The browser's own storage: its files by name.
export class Disk {
  files = {};
  navigator = { storage: { getDirectory: async () => ({ getDirectoryHandle: async () => this }) } };
  async getFileHandle(name) {
    this.files[name] ||= new Handle();
    return { createSyncAccessHandle: async () => this.files[name] };
  }
}

// Emscripten's file system in memory, as far as `Store` uses it.
export class FileSystem {
  constructor() {
    this.filesystems = { MEMFS: { createNode: this.createNode, mount: () => this.createNode(null, "/", DIRECTORY) } };
  }
  createNode = (parent, name, mode) => {
    const node = { parent, name, mode };
    const isFile = this.isFile(mode);
    Object.assign(node, isFile ? { contents: new Uint8Array(), usedBytes: 0 } : { contents: {} });
    node.node_ops = isFile ? FILES : FOLDERS;
    node.stream_ops = { write: put };
    if (parent) parent.contents[name] = node;
    return node;
  };
  isDir = (mode) => mode === DIRECTORY;
  isFile = (mode) => mode === FILE;
  mkdirTree() {}
  mount(type, _options, at) {
    [this.at, this.root] = [at, type.mount({})];
  }
  getPath(node) {
    return node.parent ? `${this.getPath(node.parent)}/${node.name}` : this.at;
  }
  lookupPath(path) {
    const names = path.slice(this.at.length).split("/").filter(Boolean);
    const node = names.reduce((folder, name) => folder?.contents[name], this.root);
    if (!node) throw error("ENOENT");
    return { node };
  }
  #folder(path) {
    const at = path.lastIndexOf("/");
    return [this.lookupPath(path.slice(0, at)).node, path.slice(at + 1)];
  }
  mknod(path, mode) {
    const [folder, name] = this.#folder(path);
    return folder.node_ops.mknod(folder, name, mode, 0);
  }
  mkdir = (path) => this.mknod(path, DIRECTORY);
  open = (path) => ({ node: this.lookupPath(path).node });
  write = (stream, ...how) => stream.node.stream_ops.write(stream, ...how);
  close() {}
  truncate(path, size) {
    const { node } = this.lookupPath(path);
    node.node_ops.setattr(node, { size });
  }
  rename(old, path) {
    const [{ node }, [folder, name]] = [this.lookupPath(old), this.#folder(path)];
    node.parent.node_ops.rename(node, folder, name);
  }
  unlink(path) {
    const [folder, name] = this.#folder(path);
    folder.node_ops.unlink(folder, name);
  }
  rmdir(path) {
    const [folder, name] = this.#folder(path);
    folder.node_ops.rmdir(folder, name);
  }
  // What a program does: write a text into a file, from a position.
  put(path, text, position = 0) {
    try {
      this.lookupPath(path);
    } catch {
      this.mknod(path, FILE);
    }
    // The text is somewhere in the program's memory.
    const bytes = new TextEncoder().encode(`...${text}`).subarray(1);
    this.write(this.open(path), bytes, 2, bytes.length - 2, position);
  }
  // All files by path, with their texts; folders have null.
  *all(folder = this.root) {
    for (const node of Object.values(folder.contents)) {
      const isDir = this.isDir(node.mode);
      const text = isDir ? null : new TextDecoder().decode(node.contents.subarray(0, node.usedBytes));
      yield [this.getPath(node), text];
      if (isDir) yield* this.all(node);
    }
  }
}
const [DIRECTORY, FILE] = [0o40777, 0o100666];
const resize = (node, size) => {
  // Emscripten's files have more room than content.
  const grown = new Uint8Array(2 * size);
  grown.set(node.contents.subarray(0, Math.min(size, node.usedBytes)));
  [node.contents, node.usedBytes] = [grown, size];
};
const put = ({ node }, buffer, offset, length, position) => {
  if (position + length > node.usedBytes) resize(node, position + length);
  node.contents.set(buffer.subarray(offset, offset + length), position);
  return length;
};
const FILES = { setattr: (node, { size }) => size === undefined || resize(node, size) };
const remove = (folder, name) => delete folder.contents[name];
const FOLDERS = {
  rename(node, folder, name) {
    delete node.parent.contents[node.name];
    Object.assign(node, { parent: folder, name });
    folder.contents[name] = node;
  },
  unlink: remove,
  rmdir: remove,
};
