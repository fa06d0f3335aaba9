// Plays an evening on a 32-bit MicroPython, where objects have the same size as on the Pico.
//
// Decides when memory is read, and which part of it belongs to the device.  The heap grows by itself
// here, and garbage is collected only between two calls from JavaScript. The memory in use after
// a collection counts.
//
//   node pico.mjs PACKAGE TREE BUILD PYSTACK FOLDER
//
// TREE has the modules: `lib` as on the drive, and `driver`, which plays the evening.  PYSTACK is the
// size of the call stack, in words.  FOLDER has the files `store` and `state`, where the evening
// begins.  The results are printed as lines of JSON; units are bytes.
import fs from 'fs';
import path from 'path';
import url from 'url';

const [packagePath, tree, build, pystack, folder] = process.argv.slice(2);
const { loadMicroPython } = await import(url.pathToFileURL(path.join(packagePath, 'micropython.mjs')));
const TURN = 0, ANEW = 2;
const FILES = ['store', 'state'];
const HAL = ['chip', 'console', 'buzzer', 'buttons', 'port'].map(name => 'schiri_device.hal.' + name);
// The modules for lights: a chain, or tiles. The library of the tiles is unloaded once they are open.
const LIGHTS = { chain: ['neopixel', 'schiri_device.hal.chain'], tiles: ['schiri_device.hal.tiles'] };
// The module for sensors.
const SENSORS = ['schiri_device.hal.hall'];
// Modules that are loaded only at times, each after its dependencies.
const LATE = [
  'hal.starting', 'link.lines', 'link.session', 'pc.messages', 'pc.requests', 'pc.host_link', 'pc.panel',
  'app.laying', 'app.play',
].map(name => 'schiri_device.' + name);
// The same with sensors: calibration, and the modes of a board that feels its stones.
const LATE_WITH_SENSORS = [
  'sensing.calibration', 'app.calibrate', 'sensing.story', 'app.menu',
  'app.felt.hands', 'app.felt.laying', 'app.felt.play', 'app.felt.menu', 'app.felt',
].map(name => 'schiri_device.' + name);
// The same for each game: its modes; in Switch the search for its best moves, and its free set-up.
const [SWITCH, JOGGLE] = ['schiri_engines.switch.game', 'schiri_engines.joggle.game'];
const LATE_IN_JOGGLE = ['schiri_device.games.dice', 'schiri_device.games.joggle_play'];
const LATE_IN_SWITCH = [
  'schiri_device.games.switch_play',
  'schiri_engines.solver.values', 'schiri_engines.solver.lost',
  'schiri_engines.solver.search', 'schiri_engines.solver.best_move',
  'schiri_device.games.opponent', 'schiri_device.games.switch_opponent',
  'schiri_engines.switch.setup',
];
// The initial heap: so small that garbage is collected soon. It grows if more is needed.
const HEAP = 300 * 1024;
// The address of a Pico's memory.  The garbage collector is conservative: a word that looks like an
// address keeps the object there alive, and the numbers of a game look like small addresses.
const BASE = 0x20000000;
// Compile the program once for all interpreters of an evening.
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
    // Garbage of the previous interpreter may be finalized at any time.
    get: () => before,
    set(value) {
      // From here on it is a plain property, because the interpreter reads it all the time.
      Object.defineProperty(globalThis, 'Module', { configurable: true, writable: true, value });
      value._malloc(BASE);
    },
  });
}
// Each lookup of a missing file makes an error. Nobody needs its stack.
Error.stackTraceLimit = 0;
const tell = what => process.stdout.write(JSON.stringify(what) + '\n');

const START = `
import sys, gc, micropython, binascii, array, struct
sys.path[:] = ['/lib', '/driver']
import stubs
stubs.install()
def turn(play):
    # The garbage of this turn is collected after it, and the memory is read before the next turn.
    micropython.qstr_info()
    used = gc.mem_alloc()
    end = play()
    gc.collect()
    return used * 4 + end
def rest():
    return 0
`;

// List the modules that the device loads, each after its dependencies.
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

// Make the objects for the hardware that code.py makes and keeps.
const MAKE = `
from schiri_device.builds import load
from schiri_device.hal import buzzer, console, port, starting
def make(build):
    pixels = starting.pixels_of(build)
    keys = starting.buttons_of(build, pixels)
    sensors = starting.sensors_of(build)
    return pixels, console.Guard(pixels), keys, buzzer.Buzzer(build), port.Port(), sensors
MADE = make(load('${build}'))
del starting
`;

const PLAY = `
import evening
# Not in the heap: its bytes would look like addresses, and keep the objects there alive.
STORE = evening.Flash('/evening/store')
EVENING = evening.Evening('${build}', '/evening', STORE)
go = EVENING.go
`;

const STOP = `
EVENING.close()
STORE.close()
`;

// Return the bytes of the tables that hold these names. Each table is twice as large as the previous.
function tablesFor(names) {
  let room = 0;
  for (let size = 10; room < names; size *= 2) room += size;
  return 7 * room;
}

class Board {
  // Switch a board on.
  static async on() {
    const board = new Board();
    takeNextModule();
    board.mp = await loadMicroPython({
      heapsize: HEAP, pystack: Number(pystack), linebuffer: true, stdout: line => { board.said = line; },
    });
    for (const place of ['lib', 'driver']) board.copy(path.join(tree, place), '/' + place);
    board.mp.FS.mkdir('/evening');
    for (const file of FILES) board.mp.FS.writeFile('/evening/' + file, fs.readFileSync(path.join(folder, file)));
    board.mp.runPython(START);
    board.turn = board.mp.globals.get('turn');
    board.rest = board.mp.globals.get('rest');
    return board;
  }

  copy(from, to) {
    this.mp.FS.mkdir(to);
    for (const name of fs.readdirSync(from)) {
      const file = path.join(from, name);
      if (fs.statSync(file).isDirectory()) this.copy(file, to + '/' + name);
      else this.mp.FS.writeFile(to + '/' + name, fs.readFileSync(file));
    }
  }

  ask(code) {
    this.mp.runPython(code);
    return this.said;
  }

  // Play a turn. Return how it ended, and the memory in use before it: the number of names, and the
  // bytes without the tables that hold the names.
  take(play) {
    const both = this.turn(play);
    const [, names, letters, bytes] = this.said.match(/\d+/g).map(Number);
    return { end: both & 3, names, bytes: (both >> 2) - (bytes - letters) };
  }

  // Return the memory in use now.
  used() {
    this.take(this.rest);
    return this.take(this.rest);
  }

  load(names) {
    for (const name of names) this.mp.runPython(`__import__('${name}')`);
  }

  // Unload modules.
  drop(names) {
    for (const name of names) {
      const at = name.lastIndexOf('.');
      this.mp.runPython(`delattr(sys.modules['${name.slice(0, at)}'], '${name.slice(at + 1)}')`);
      this.mp.runPython(`del sys.modules['${name}']`);
    }
  }
}

// Play up to the next fresh start. Return whether there is more to play.
async function play() {
  // One at a time: only the newest interpreter can be called.
  const first = await Board.on();
  const order = first.ask(ORDER).split(' ');
  const of = `from schiri_device.builds import load\nbuild = load('${build}')\n`;
  const lights = LIGHTS[first.ask(of + "print('tiles' if build.tiles else 'chain')")];
  const hasSensors = first.ask(of + 'print(bool(build.sensors))') === 'True';
  const board = await Board.on();
  const start = board.used();
  board.load(order.concat(HAL, lights, hasSensors ? SENSORS : [], 'loop'));
  board.mp.runPython(MAKE);
  // Unloaded modules leave their names behind. These names count as the device's from the start.
  // Anything that the players and their PC add counts as theirs.
  const modes = order.includes(SWITCH) ? LATE_IN_SWITCH : order.includes(JOGGLE) ? LATE_IN_JOGGLE : [];
  const late = LATE.concat(modes, hasSensors ? LATE_WITH_SENSORS : []);
  board.load(late);
  board.drop(late);
  const loaded = board.used();
  board.mp.runPython(PLAY);
  const ready = board.used();
  const driver = { bytes: ready.bytes - loaded.bytes, names: ready.names - loaded.names };
  const ours = now => now.bytes - start.bytes - driver.bytes
    + tablesFor(now.names - start.names - driver.names);
  board.mp.runPython('EVENING.start()');
  const begun = ours(board.used());
  tell({ phase: 'loaded for: ' + board.ask('print(EVENING.phase)'), used: begun, peak: begun });
  const go = board.mp.globals.get('go');
  let end = TURN, peak = 0;
  while (end < ANEW) {
    const before = board.take(go);
    end = before.end;
    peak = Math.max(peak, ours(before));
    if (end !== TURN) {
      const used = ours(board.used());
      const [phase, seen] = [board.ask('print(EVENING.phase)'), board.ask('print(EVENING.digest())')];
      tell({ phase, used, peak: Math.max(peak, used), seen });
      peak = 0;
    }
  }
  board.mp.runPython(STOP);
  for (const file of FILES) fs.writeFileSync(path.join(folder, file), board.mp.FS.readFile('/evening/' + file));
  return end === ANEW;
}

try {
  while (await play());
} catch (error) {
  // Without the stack: the code of the interpreter is one very long line.
  process.stderr.write(String(error.message) + '\n');
  process.exitCode = 1;
}
