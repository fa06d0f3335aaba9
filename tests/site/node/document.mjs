// A document in memory: as much of HTML and of its interfaces as our scripts use. Nothing has a place on a screen.
const EMPTY = ["input", "img", "br", "meta", "link"];
const TOKEN = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*>|([^<]+)/gi;
const hyphened = (name) => `data-${name.replace(/[A-Z]/g, (each) => `-${each.toLowerCase()}`)}`;

class Text {
  nodeType = 3;
  nodeName = "#text";
  constructor(text) {
    this.nodeValue = text;
  }
  get textContent() {
    return this.nodeValue;
  }
  isEqualNode = (other) => other.nodeValue === this.nodeValue;
  cloneNode = () => new Text(this.nodeValue);
}

class Element {
  nodeType = 1;
  childNodes = [];
  #attributes = new Map();
  constructor(document, name) {
    Object.assign(this, { ownerDocument: document, nodeName: name.toUpperCase(), style: {} });
    this.style.setProperty = (name, value) => (this.style[name] = value);
    if (name === "template") this.content = new Element(document, "fragment");
    this.dataset = new Proxy({}, {
      get: (_, key) => this.getAttribute(hyphened(key)) ?? undefined,
      set: (_, key, value) => this.setAttribute(hyphened(key), value) || true,
      deleteProperty: (_, key) => this.removeAttribute(hyphened(key)) || true,
    });
  }

  // Attributes
  get attributes() {
    return [...this.#attributes].map(([name, value]) => ({ name, value }));
  }
  hasAttribute = (name) => this.#attributes.has(name);
  getAttribute = (name) => this.#attributes.get(name) ?? null;
  setAttribute = (name, value) => void this.#attributes.set(name, String(value));
  removeAttribute = (name) => void this.#attributes.delete(name);
  get classList() {
    const names = () => this.className.split(/\s+/).filter(Boolean);
    const toggle = (name, is = !names().includes(name)) => {
      this.className = [...names().filter((each) => each !== name), ...(is ? [name] : [])].join(" ");
      return is;
    };
    const contains = (name) => names().includes(name);
    return { toggle, contains, add: (name) => void toggle(name, true), remove: (name) => void toggle(name, false) };
  }
  // What a user has typed or chosen is not in the attributes.
  get value() {
    if (this.nodeName === "SELECT") {
      const options = this.querySelectorAll("option");
      const wanted = this.typed ?? options.find((each) => each.hasAttribute("selected"))?.value;
      return (options.find((each) => each.value === wanted) || options[0])?.value ?? "";
    }
    return this.typed ?? this.getAttribute("value") ?? "";
  }
  set value(value) {
    this.typed = String(value);
  }
  get checked() {
    return this.ticked ?? this.hasAttribute("checked");
  }
  set checked(is) {
    this.ticked = is;
  }
  get tabIndex() {
    return Number(this.getAttribute("tabindex") ?? -1);
  }
  set tabIndex(value) {
    this.setAttribute("tabindex", value);
  }

  // The tree
  get children() {
    return this.childNodes.filter((each) => each.nodeType === 1);
  }
  get firstChild() {
    return this.childNodes[0] ?? null;
  }
  get firstElementChild() {
    return this.children[0] ?? null;
  }
  get childElementCount() {
    return this.children.length;
  }
  get elements() {
    return this.querySelectorAll("input, select, button");
  }
  get isConnected() {
    return this.ownerDocument.documentElement.contains(this);
  }
  contains = (other) => Boolean(other) && (other === this || this.contains(other.parentElement));
  insertBefore(node, before) {
    node.remove?.();
    node.adopt?.(this.ownerDocument);
    this.childNodes.splice(before ? this.childNodes.indexOf(before) : this.childNodes.length, 0, node);
    Object.assign(node, { parentElement: this, remove: () => this.#drop(node) });
    if (!Object.hasOwn(node, "nextSibling"))
      Object.defineProperty(node, "nextSibling", { get: () => node.parentElement?.childNodes[node.parentElement.childNodes.indexOf(node) + 1] ?? null });
  }
  adopt(document) {
    this.ownerDocument = document;
    for (const each of this.children) each.adopt(document);
  }
  #drop(node) {
    this.childNodes = this.childNodes.filter((each) => each !== node);
    Object.assign(node, { parentElement: null, remove: () => null });
  }
  append(...nodes) {
    for (const each of nodes) this.insertBefore(typeof each === "string" ? new Text(each) : each, null);
  }
  replaceChildren(...nodes) {
    for (const each of [...this.childNodes]) each.remove();
    this.append(...nodes);
  }
  replaceWith(node) {
    this.parentElement.insertBefore(node, this);
    this.remove();
  }
  cloneNode() {
    const found = new Element(this.ownerDocument, this.nodeName.toLowerCase());
    for (const { name, value } of this.attributes) found.setAttribute(name, value);
    found.append(...this.childNodes.map((each) => each.cloneNode(true)));
    return found;
  }
  isEqualNode = (other) => other.outerHTML === this.outerHTML;
  get textContent() {
    return this.childNodes.map((each) => each.textContent).join("");
  }
  set textContent(text) {
    this.replaceChildren(text);
  }
  get outerHTML() {
    const name = this.nodeName.toLowerCase();
    const attributes = this.attributes.map(({ name, value }) => ` ${name}="${value}"`).sort();
    return `<${name}${attributes.join("")}>${this.innerHTML}</${name}>`;
  }
  get innerHTML() {
    return this.childNodes.map((each) => each.outerHTML ?? each.nodeValue).join("");
  }
  set innerHTML(html) {
    const root = this.content ?? this;
    root.replaceChildren();
    let at = root;
    for (const [, isEnd, name, attributes, text] of html.matchAll(TOKEN)) {
      if (text) at.append(text);
      else if (isEnd) at = at.parentElement;
      else {
        const found = new Element(this.ownerDocument, name);
        for (const [, key, , value] of attributes.matchAll(/([a-z-]+)(="([^"]*)")?/gi)) found.setAttribute(key, value ?? "");
        at.append(found);
        if (!EMPTY.includes(name)) at = found;
      }
    }
  }
  insertAdjacentHTML(place, html) {
    const made = new Element(this.ownerDocument, "template");
    made.innerHTML = html;
    this.insertBefore(made.content.firstChild, place === "afterbegin" ? this.firstChild : null);
  }

  // Selectors
  matches = (selector) =>
    selector.replace(/,\s+/g, ",").split(/,(?![^()]*\))/).some((each) => this.#isAt(each.replace(/\s*>\s*/g, " > ").split(/\s+/)));
  #isAt(steps) {
    const [last, ...others] = steps.toReversed();
    if (!this.#is(last)) return false;
    if (!others.length) return true;
    if (others[0] === ">") return this.parentElement?.#isAt(others.slice(1).toReversed()) ?? false;
    for (let up = this.parentElement; up; up = up.parentElement) if (up.#isAt(others.toReversed())) return true;
    return false;
  }
  #is(step) {
    for (const [all, kind, name, key, , value, how, inner] of step.matchAll(/([#.]?)([\w-]+)|\[([\w-]+)(="?([^"\]]*)"?)?\]|:(not|is)\(([^()]*)\)|\*/g)) {
      if (all === "*") continue;
      if (how) {
        if (this.matches(inner) === (how === "not")) return false;
      } else if (key) {
        if (value === undefined ? !this.hasAttribute(key) : this.getAttribute(key) !== value) return false;
      } else if (kind === "#" ? this.id !== name : kind ? !this.classList.contains(name) : this.nodeName !== name.toUpperCase()) return false;
    }
    return true;
  }
  closest(selector) {
    return this.matches(selector) ? this : (this.parentElement?.closest(selector) ?? null);
  }
  querySelectorAll(selector) {
    return this.children.flatMap((each) => [...(each.matches(selector) ? [each] : []), ...each.querySelectorAll(selector)]);
  }
  querySelector = (selector) => this.querySelectorAll(selector)[0] ?? null;

  withId = (id) => (this.id === id ? this : this.children.reduce((found, each) => found || each.withId(id), null));

  // What a browser does with it
  focus() {
    this.ownerDocument.focused = this;
    this.ownerDocument.fire("focusin", this);
  }
  reset() {
    for (const each of this.elements) delete each.typed, delete each.ticked;
  }
  scrollIntoView() {
    this.ownerDocument.scrolled.push(this.id || this.className);
  }
  getBoundingClientRect = () => ({ x: 0, y: 0, left: 0, top: 0, right: 9, bottom: 9, width: 9, height: 9 });
  animate() {
    this.ownerDocument.animated.push(this.className || this.getAttribute("src"));
    return {};
  }
  click() {
    return this.ownerDocument.fire("click", this, { detail: 1, timeStamp: 5.4 });
  }
}
for (const [property, name] of Object.entries({ id: "id", className: "class", type: "type", name: "name", src: "src", href: "href" }))
  Object.defineProperty(Element.prototype, property, {
    get() {
      return this.getAttribute(name) ?? (name === "type" && this.nodeName === "BUTTON" ? "submit" : "");
    },
    set(value) {
      this.setAttribute(name, value);
    },
  });
for (const name of ["hidden", "open"])
  Object.defineProperty(Element.prototype, name, {
    get() {
      return this.hasAttribute(name);
    },
    set(is) {
      is ? this.setAttribute(name, "") : this.removeAttribute(name);
    },
  });

// A document with this body; ``fire`` is what a user or the browser does.
export class Document {
  cookie = "";
  title = "";
  visibilityState = "visible";
  listeners = {};
  focused = null;
  scrolled = [];
  animated = [];
  constructor(body, attributes = {}) {
    this.documentElement = this.createElement("html");
    this.documentElement.lang = "en";
    [this.head, this.body] = ["head", "body"].map((name) => this.createElement(name));
    this.documentElement.append(this.head, this.body);
    for (const [name, value] of Object.entries(attributes)) this.body.setAttribute(name, value);
    this.body.innerHTML = body;
  }
  createElement = (name) => new Element(this, name);
  getElementById = (id) => this.documentElement.withId(id);
  querySelectorAll = (selector) => this.documentElement.querySelectorAll(selector);
  querySelector = (selector) => this.documentElement.querySelector(selector);
  get activeElement() {
    return this.focused?.isConnected ? this.focused : this.body;
  }
  addEventListener = (name, act) => void (this.listeners[name] ||= []).push(act);
  dispatchEvent = ({ type }) => this.fire(type, this.documentElement);
  fire(name, target, more = {}) {
    const event = { type: name, target, isPrevented: false, preventDefault: () => (event.isPrevented = true), ...more };
    target[`on${name}`]?.(event);
    for (const act of this.listeners[name] || []) act(event);
    return event;
  }
}
