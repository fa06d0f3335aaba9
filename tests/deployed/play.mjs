// Plays tapes to the files of a drive, on a 32-bit MicroPython.
//
//   node play.mjs PACKAGE DRIVE DRIVER PYSTACK TAPE...
//
// DRIVE is the output of `schiri deploy`, marked for MicroPython.  DRIVER has `replay.py` and its
// dependencies.  For each tape, the output of the device is printed in lines, after "== TAPE".
import fs from 'fs';
import path from 'path';
import url from 'url';

const [packagePath, drive, driver, pystack, ...tapes] = process.argv.slice(2);
const { loadMicroPython } = await import(url.pathToFileURL(path.join(packagePath, 'micropython.mjs')));
const HEAP = 400 * 1024;
// Compile the program once for all tapes.
const { compile, instantiate } = WebAssembly;
let program;
WebAssembly.instantiate = async (bytes, imports) => {
  program ??= await compile(bytes);
  return { module: program, instance: await instantiate(program, imports) };
};
Error.stackTraceLimit = 0;

function copy(FS, from, to) {
  if (!FS.analyzePath(to).exists) FS.mkdir(to);
  for (const name of fs.readdirSync(from)) {
    const file = path.join(from, name), target = path.join(to, name);
    if (fs.statSync(file).isDirectory()) copy(FS, file, target);
    else FS.writeFile(target, fs.readFileSync(file));
  }
}

try {
  for (const tape of tapes) {
    const lines = [];
    const mp = await loadMicroPython({
      heapsize: HEAP, pystack: Number(pystack), linebuffer: true, stdout: line => lines.push(line),
    });
    copy(mp.FS, drive, '/');
    copy(mp.FS, driver, '/driver');
    mp.FS.writeFile('/tape', fs.readFileSync(tape));
    try {
      mp.runPython("import sys\nsys.path[:] = ['/lib', '/driver']\nimport replay\nreplay.run()");
    } catch (error) {
      lines.push(String(error.message));
    }
    process.stdout.write([`== ${tape}`, ...lines].join('\n') + '\n');
  }
} catch (error) {
  process.stderr.write(String(error.message) + '\n');
  process.exitCode = 1;
}
