// An evening on a MicroPython of 32 bits, whose objects are as large as the Pico's.
//
// Decides when memory is read, and what of it is the device's own.  The heap grows here by itself
// and is tidied only between two calls from here: what counts is what is in use behind that.
//
//   node pico.mjs PACKAGE TREE BUILD PYSTACK FOLDER...
//
// TREE has the compiled modules: `lib` as on the drive, `driver` with what plays the evening.
// PYSTACK is the room for calls, in words.  FOLDER has the files `store` and `state`, from which is
// played to the end of the evening; where there are several, from each up to the next fresh start.
// What was measured comes out as lines of JSON; units are bytes.
import fs from 'fs';
import path from 'path';
import url from 'url';

const [packagePath, tree, build, pystack, ...folders] = process.argv.slice(2);
const { loadMicroPython } = await import(url.pathToFileURL(path.join(packagePath, 'micropython.mjs')));
const TURN = 0, ANEW = 2;
const FILES = ['store', 'state'];
const HAL = ['chip', 'console', 'signals', 'buttons', 'port'].map(name => 'schiri_device.hal.' + name);
// The lights of a chain, and of tiles: their own library is let go of as soon as they are open.
const LIGHTS = { chain: ['neopixel', 'schiri_device.hal.chain'], tiles: ['schiri_device.hal.tiles'] };
// What is loaded for a while alone, each behind those that it needs.
const LATE = [
  'hal.starting', 'link.lines', 'link.session', 'pc.messages', 'pc.requests', 'pc.host_link', 'pc.panel',
].map(name => 'schiri_device.' + name);
const SWITCH = 'schiri_engines.switch.rules';
// The same of Switch: what seeks its best moves, and its free set-up.
const LATE_IN_SWITCH = [
  'schiri_engines.solver.values', 'schiri_engines.solver.lost',
  'schiri_engines.solver.best_move', 'schiri_device.games.seeking',
  'schiri_engines.switch.setup',
];
// So few that it is found soon what is garbage, and more is added where it takes more.
const HEAP = 300 * 1024;
// Where a Pico has its memory.  Whatever looks like an address keeps alive what lies there, and small
// addresses are what numbers of a game look like.
const BASE = 0x20000000;
// Compiled once for all the interpreters that an evening takes.
const { compile, instantiate } = WebAssembly;
let program;
WebAssembly.instantiate = async (bytes, imports) => {
  program ??= await compile(bytes);
  return { module: program, instance: await instantiate(program, imports) };
};
function takeNextModule() {
  const before = globalThis.Module;
  Object.defineProperty(globalThis, 'Module', {
    configurable: true,
    // What is garbage of the one before is let go of at any time.
    get: () => before,
    set(value) {
      // From here on it is no more than a name: whatever the interpreter does asks for it.
      Object.defineProperty(globalThis, 'Module', { configurable: true, writable: true, value });
      value._malloc(BASE);
    },
  });
}
// To look for a file that is not there is no error whose stack anybody reads.
Error.stackTraceLimit = 0;
const tell = what => process.stdout.write(JSON.stringify(what) + '\n');

const START = `
import sys, gc, micropython, binascii, array, struct
sys.path[:] = ['/lib', '/driver']
import stubs
stubs.install()
def turn(play):
    # What this turn leaves is let go of behind it, and read as the next one begins.
    micropython.qstr_info()
    used = gc.mem_alloc()
    end = play()
    gc.collect()
    return used * 4 + end
def rest():
    return 0
`;

// Which modules the device loads, each behind those that it needs.
const ORDER = `
import builtins
done, busy, known, real = [], [], set(sys.modules), builtins.__import__
def load(name, given=None, local=None, wanted=None, level=0):
    full = name
    if level:
        base = given['__name__'].split('.')
        up = level - 1 if '__path__' in given else level
        full = '.'.join(base[:len(base) - up] + ([name] if name else []))
    if full in known:
        return real(name, given, local, wanted, level)
    busy.append(full)
    try:
        return real(name, given, local, wanted, level)
    finally:
        busy.pop()
        for each in sorted([name for name in sys.modules if name not in known]):
            if not [one for one in busy if one == each or one.startswith(each + '.')]:
                known.add(each)
                done.append(each)
builtins.__import__ = load
import evening
evening.load_all('${build}', '/evening')
builtins.__import__ = real
print(' '.join([name for name in done if name.startswith('schiri_') and name in sys.modules]))
`;

// What code.py makes of the hardware, and keeps.
const MAKE = `
from schiri_device import overlays
from schiri_device.builds import load
from schiri_device.hal import buttons, console, port, signals, starting
def make(build, pixels):
    keys = buttons.Buttons(build, stubs.ticks_ms) if not build.tiles else pixels.scan()
    return pixels, console.Guard(pixels), keys, signals.Beeper(build), port.Port()
MADE = make(load('${build}'), starting.lights(load('${build}'), stubs.ticks_ms))
del starting
overlays.leave('start')
`;

const PLAY = `
import evening
# Not in the heap, where its bytes would be taken for addresses, and keep alive what they hit.
STORE = evening.Flash('/evening/store')
EVENING = evening.Evening('${build}', '/evening', STORE)
go = EVENING.go
`;

const STOP = `
EVENING.close()
STORE.close()
`;

// Names stand in tables, of which each has twice the room of the one before.
function tablesFor(names) {
  let room = 0;
  for (let size = 10; room < names; size *= 2) room += size;
  return 7 * room;
}

class Board {
  // Switch one on; packages are left out where they are to be measured behind their modules.
  static async on(hasPackages, folder) {
    const board = new Board();
    takeNextModule();
    board.mp = await loadMicroPython({
      heapsize: HEAP, pystack: Number(pystack), linebuffer: true, stdout: line => { board.said = line; },
    });
    for (const place of ['lib', 'driver']) board.copy(path.join(tree, place), '/' + place, hasPackages);
    board.mp.FS.mkdir('/evening');
    for (const file of FILES) board.mp.FS.writeFile('/evening/' + file, fs.readFileSync(path.join(folder, file)));
    board.mp.runPython(START);
    board.turn = board.mp.globals.get('turn');
    board.rest = board.mp.globals.get('rest');
    return board;
  }

  copy(from, to, hasPackages) {
    this.mp.FS.mkdir(to);
    for (const name of fs.readdirSync(from)) {
      const file = path.join(from, name);
      if (fs.statSync(file).isDirectory()) this.copy(file, to + '/' + name, hasPackages);
      else if (hasPackages || name !== '__init__.mpy') this.mp.FS.writeFile(to + '/' + name, fs.readFileSync(file));
    }
  }

  ask(code) {
    this.mp.runPython(code);
    return this.said;
  }

  // Play a turn; return how it ended, and what was in use before it: names, and bytes less those of
  // the tables that these stand in.
  take(play) {
    const both = this.turn(play);
    const [, names, letters, bytes] = this.said.match(/\d+/g).map(Number);
    return { end: both & 3, names, bytes: (both >> 2) - (bytes - letters) };
  }

  // Return what is in use now.
  used() {
    this.take(this.rest);
    return this.take(this.rest);
  }

  // Run code and return what it costs; behind code that was measured, `before` is known.
  cost(code, before = this.used().bytes) {
    this.mp.runPython(code);
    this.measured = this.used().bytes;
    return this.measured - before;
  }

  // Load a module and return what it costs; its package is loaded behind the modules in it.
  load(name) {
    const place = name.replaceAll('.', '/') + '/__init__.mpy';
    const file = path.join(tree, 'lib', place);
    let before = this.measured;
    if (fs.existsSync(file)) {
      this.mp.FS.writeFile('/lib/' + place, fs.readFileSync(file));
      this.mp.runPython(`sys.modules.pop('${name}', None)`);
      before = undefined;
    }
    return this.cost(`__import__('${name}')`, before);
  }

  // Let go of modules.
  drop(names) {
    for (const name of names) {
      const at = name.lastIndexOf('.');
      this.mp.runPython(`delattr(sys.modules['${name.slice(0, at)}'], '${name.slice(at + 1)}')`);
      this.mp.runPython(`del sys.modules['${name}']`);
    }
  }
}

// Play up to the next fresh start; tell whether there is more to play.
async function play(folder) {
  // One at a time: the newest interpreter is the only one that can be called.
  const first = await Board.on(true, folder);
  const order = first.ask(ORDER).split(' ');
  const lights = LIGHTS[first.ask(`from schiri_device.builds import load\nprint('tiles' if load('${build}').tiles else 'chain')`)];
  const board = await Board.on(false, folder);
  const start = board.used();
  const modules = {};
  for (const name of order.concat(HAL, lights))
    modules[name] = board.load(name);
  modules['code.py'] = board.cost("__import__('loop')");
  modules['code.py, what it makes'] = board.cost(MAKE);
  const tables = tablesFor(board.used().names - start.names);
  // Whatever is let go of again leaves its names behind: they count as the device's from the start,
  // and what the players and their PC bring along besides as theirs.
  const late = {};
  for (const name of LATE.concat(order.includes(SWITCH) ? LATE_IN_SWITCH : [])) late[name] = board.load(name);
  board.drop(Object.keys(late));
  const loaded = board.used();
  tell({ modules, late, names: loaded.names - start.names, tables });
  board.mp.runPython(PLAY);
  const ready = board.used();
  const driver = { bytes: ready.bytes - loaded.bytes, names: ready.names - loaded.names };
  const ours = now => now.bytes - start.bytes - driver.bytes
    + tablesFor(now.names - start.names - driver.names);
  board.mp.runPython('EVENING.start()');
  const begun = ours(board.used());
  tell({ phase: 'loaded for: ' + board.ask('print(EVENING.phase)'), used: begun, peak: begun, turns: 0 });
  const go = board.mp.globals.get('go');
  let end = TURN, peak = 0, turns = 0;
  while (end < ANEW) {
    const before = board.take(go);
    end = before.end;
    turns += 1;
    peak = Math.max(peak, ours(before));
    if (end !== TURN) {
      const used = ours(board.used());
      const [phase, seen] = [board.ask('print(EVENING.phase)'), board.ask('print(EVENING.digest())')];
      tell({ phase, used, peak: Math.max(peak, used), turns, seen });
      peak = turns = 0;
    }
  }
  board.mp.runPython(STOP);
  for (const file of FILES) fs.writeFileSync(path.join(folder, file), board.mp.FS.readFile('/evening/' + file));
  return end === ANEW;
}

try {
  for (const folder of folders) while (await play(folder) && folders.length === 1);
} catch (error) {
  // The stack of the interpreter itself is a page of one line.
  process.stderr.write(String(error.message) + '\n');
  process.exitCode = 1;
}
