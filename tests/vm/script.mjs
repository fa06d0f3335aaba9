// Runs a script on a 32-bit MicroPython, where objects have the same size as on the Pico.
//
//   node script.mjs PACKAGE ROOT SCRIPT ARGUMENT...
//
// ROOT is the folder of the repository, whose modules the script imports; it gets ROOT as its first
// argument.
import fs from 'fs';
import path from 'path';
import url from 'url';

const [packagePath, root, script, ...rest] = process.argv.slice(2);
const { loadMicroPython } = await import(url.pathToFileURL(path.join(packagePath, 'micropython.mjs')));
// The folders with what a script imports, and the end of the names of their files.
const FOLDERS = ['engines', 'firmware', 'tests', 'hardware/pages'], SOURCE = '.py';
// Each lookup of a missing file makes an error. Nobody needs its stack.
Error.stackTraceLimit = 0;

function copy(FS, from, to) {
  FS.mkdirTree(to);
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [file, target] = [path.join(from, entry.name), to + '/' + entry.name];
    if (entry.isDirectory()) copy(FS, file, target);
    else if (file.endsWith(SOURCE)) FS.writeFile(target, fs.readFileSync(file));
  }
}

try {
  const mp = await loadMicroPython({
    pystack: 64 * 1024, linebuffer: true, stdout: line => process.stdout.write(line + '\n'),
  });
  for (const folder of FOLDERS) copy(mp.FS, path.join(root, folder), '/root/' + folder);
  const argv = ['script', '/root', ...rest];
  mp.runPython(`import sys\nsys.argv[:] = ${JSON.stringify(argv)}`);
  mp.runPython(fs.readFileSync(script, 'utf8'));
} catch (error) {
  process.stderr.write(String(error.message) + '\n');
  process.exitCode = 1;
}
