// A stand-in for the browser's serial ports: the two ports of a board, which a test plugs in and unplugs.
// It enforces the rules that a page can break. A port can be opened only once, and closed only when its
// streams are not locked. An unplugged port never comes back: the board then has new ports.
(() => {
  const ours = { usbVendorId: 0x239a, usbProductId: 0x80f4 };
  const error = (name) => new DOMException(name, name);
  let ports = [];

  class Port extends EventTarget {
    #isOpen = false;
    #source = null;
    #readable = null;
    #writable = null;
    constructor(name) {
      super();
      this.name = name;
    }
    getInfo() {
      return ours;
    }
    async open({ baudRate }) {
      if (!baudRate) throw new TypeError("baudRate");
      if (this.#isOpen) throw error("InvalidStateError");
      if (!ports.includes(this) || !(await schiriUsb("open", this.name))) throw error("NetworkError");
      this.#isOpen = true;
      this.#readable = new ReadableStream({
        start: (source) => void (this.#source = source),
        cancel: () => void (this.#readable = this.#source = null),
      });
      this.#writable = new WritableStream({
        write: (bytes) => schiriUsb("write", this.name, String.fromCharCode(...bytes)),
        abort: () => void (this.#writable = null),
      });
    }
    get readable() {
      return this.#readable;
    }
    get writable() {
      return this.#writable;
    }
    async close() {
      if (!this.#isOpen) throw error("InvalidStateError");
      await Promise.all([this.#readable?.cancel(), this.#writable?.abort()]);
      this.#isOpen = false;
      await schiriUsb("close", this.name);
    }
    receive(text) {
      this.#source?.enqueue(Uint8Array.from(text, (each) => each.charCodeAt(0)));
    }
    lose() {
      this.#source?.error(error("NetworkError"));
      this.#readable = this.#source = null;
    }
  }

  const both = () => [new Port("console"), new Port("data")];
  // The browser knows its ports before a page asks for them.
  const known = schiriUsb("is plugged").then((is) => void (ports = is ? both() : []));
  const serial = new EventTarget();
  serial.getPorts = async () => {
    await known;
    return (await schiriUsb("is allowed")) ? [...ports] : [];
  };
  // The user chooses the useless port, the console. The browser then allows both ports of the board.
  serial.requestPort = async ({ filters }) => {
    const isOurs = filters.some(({ usbVendorId }) => usbVendorId === ours.usbVendorId);
    if (!navigator.userActivation.isActive || !isOurs || !ports.length) throw error("NotFoundError");
    await schiriUsb("allow");
    return ports[0];
  };
  Object.defineProperty(navigator, "serial", { value: serial });
  const plug = (is) => {
    const before = ports;
    ports = is ? both() : [];
    for (const port of before) port.lose();
    for (const _ of [...before, ...ports]) serial.dispatchEvent(new Event(is ? "connect" : "disconnect"));
  };
  window.standIn = { plug, receive: (name, text) => ports.find((each) => each.name === name)?.receive(text) };
})();
