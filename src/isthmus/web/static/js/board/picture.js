// The picture of a board: patches the server's layers node by node, and animates the changes.

import { frameAround, readFields, turned } from "./geometry.js";
import { appear, arrive, slide, slidesBetween, vanish } from "./motion.js";
import { fieldLabel } from "./speech.js";
import { ownerIn } from "./state.js";
import { draw } from "../page/elements.js";

/** @typedef {import("./state.js").BoardState} BoardState */
/** @typedef {import("./state.js").Field} Field */
/** @typedef {import("./state.js").Side} Side */
/** @typedef {{use?: string, line?: [string, string], at?: string, rotate?: number, kind: string, head?: string, text?: string}} Item */

export class Picture {
  /** @param {HTMLElement} root the output of board_html */
  constructor(root) {
    this.root = root;
    this.svg = /** @type {SVGSVGElement} */ (root.querySelector(".board-picture"));
    this.turning = /** @type {SVGGElement} */ (root.querySelector(".turning"));
    this.grid = /** @type {SVGGElement} */ (root.querySelector(".fields"));
    this.bridges = root.dataset.lattice === "bridges";
    const { fields, rows } = readFields(this.grid);
    this.fields = fields;
    this.rows = rows;
    this.turn = Number(root.dataset.turn);
    this.turns = (root.dataset.turns ?? "0").split(" ").map(Number);
    /** The directions of each side's goals on the unturned board. @type {Record<string, number[]>} */
    this.sides = JSON.parse(root.dataset.sides ?? "{}");
    this.outline = (root.dataset.outline ?? "").split(" ").map((pair) => {
      const [x, y] = pair.split(",").map(Number);
      return { x, y };
    });
    /** @type {Map<string, Map<string, SVGElement>>} */
    this.layers = new Map();
    for (const name of ["land", "heat", "glow", "links", "ghosts", "stones", "marks", "hints"]) {
      const nodes = new Map();
      for (const node of this.layer(name).children) nodes.set(/** @type {SVGElement} */ (node).dataset.key, node);
      this.layers.set(name, nodes);
    }
    /** @type {BoardState | null} */
    this.shown = null;
    /** The label of each field, without the hints. @type {Map<string, string>} */
    this.labels = new Map([...this.fields].map(([name, { node }]) => [name, node.getAttribute("aria-label") ?? name]));
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    // From now on the picture is a grid of fields, not one image.
    this.svg.removeAttribute("role");
    this.svg.removeAttribute("aria-label");
    this.svg.removeAttribute("aria-describedby");
    root.classList.add("is-live");
  }

  /** @param {string} name */
  layer(name) {
    return /** @type {SVGGElement} */ (this.turning.querySelector(`:scope > .${name}`));
  }

  // Items of layers ---------------------------------------------------------------------------------------------

  /** @param {Item} item */
  transformOf(item) {
    const { x, y } = /** @type {Field} */ (this.fields.get(item.at ?? ""));
    return `translate(${x}px, ${y}px)` + (item.rotate ? ` rotate(${item.rotate}deg)` : "");
  }

  /** @param {SVGElement} node @param {Item} item */
  place(node, item) {
    const set = (/** @type {string} */ name, /** @type {string | number} */ value) => {
      if (node.getAttribute(name) !== String(value)) node.setAttribute(name, String(value));
    };
    set("class", item.kind);
    if (item.line) {
      const [from, to] = item.line.map((name) => /** @type {Field} */ (this.fields.get(name)));
      set("x1", from.x), set("y1", from.y), set("x2", to.x), set("y2", to.y);
      if (item.head) set("marker-end", `url(#${this.root.id}-${item.head})`);
      else node.removeAttribute("marker-end");
      return;
    }
    const { x, y } = /** @type {Field} */ (this.fields.get(item.at ?? ""));
    if (item.text !== undefined) {
      set("x", x), set("y", y);
      if (node.textContent !== item.text) node.textContent = item.text;
      return;
    }
    set("href", `#${this.root.id}-${item.use}`);
    set("transform", `translate(${x} ${y})` + (item.rotate ? `rotate(${item.rotate})` : ""));
  }

  /** Gives a layer exactly these items, and changes only the nodes that differ.
   * @param {string} name @param {Map<string, Item>} wanted
   * @param {{enter?: (node: SVGElement, item: Item) => void, leave?: (node: SVGElement) => Animation | void}} [how] */
  patch(name, wanted, how = {}) {
    const layer = this.layer(name);
    const nodes = /** @type {Map<string, SVGElement>} */ (this.layers.get(name));
    for (const [key, node] of nodes) {
      if (wanted.has(key)) continue;
      nodes.delete(key);
      const leaving = how.leave?.(node);
      if (leaving) leaving.finished.then(() => node.remove(), () => node.remove());
      else node.remove();
    }
    for (const [key, item] of wanted) {
      let node = nodes.get(key);
      const isNew = !node;
      if (!node) {
        node = draw(item.line ? "line" : item.text === undefined ? "use" : "text", { "data-key": key });
        nodes.set(key, node);
      }
      this.place(node, item);
      if (isNew) {
        layer.append(node);
        how.enter?.(node, item);
      }
    }
  }

  /** The rotation of a side's stone on a field. @param {Side | string} side @param {string} name */
  rotation(side, name) {
    const angle = this.fields.get(name)?.angle ?? null;
    if (angle === null) return 0;
    return side === "black" ? angle : 90 - angle;
  }

  // Positions ---------------------------------------------------------------------------------------------------

  /** Shows a state; `animate` shows the stones appearing, disappearing and moving.
   * @param {BoardState} state @param {{animate?: boolean}} [how] */
  show(state, { animate = false } = {}) {
    const moving = animate && !this.calm.matches && document.visibilityState === "visible";
    const before = this.shown;
    this.shown = state;
    const marksOf = (/** @type {string} */ name) =>
      ["last", "pending", "winning"].filter((mark) => state.marks[mark]?.includes(name));
    const slides = moving && before ? slidesBetween(this, before, state) : new Map();
    const softly = moving ? { enter: appear } : {};

    const land = new Map();
    for (const [owner, names] of Object.entries(state.land))
      for (const name of names) land.set(name, { use: `land-${owner}`, at: name, kind: `land land--${owner}` });
    this.patch("land", land, softly);

    const glow = new Map();
    const stones = new Map();
    /** @type {Map<string, Side>} */
    const owners = new Map();
    for (const side of /** @type {Side[]} */ (["black", "white"])) {
      for (const name of state.stones[side]) {
        owners.set(name, side);
        const marks = marksOf(name);
        const rotate = this.rotation(side, name);
        const kind = [`stone stone--${side}`, ...marks.map((mark) => `is-${mark}`)].join(" ");
        stones.set(name, { use: side, at: name, rotate, kind });
        if (marks.includes("winning")) glow.set(name, { use: "glow", at: name, rotate, kind: "glow" });
      }
    }
    this.patch("glow", glow, softly);
    this.patch("stones", stones, {
      enter: (node, item) => {
        if (moving) arrive(this, node, item, slides.get(item.at ?? ""));
      },
      leave: (node) => {
        const moved = [...slides.values()].includes(node.dataset.key);
        return moving && !moved ? vanish(this, node) : undefined;
      },
    });
    for (const [to, from] of slides) {
      const node = this.layers.get("stones")?.get(to);
      if (node && before && stones.has(to) && ownerIn(before, to)) slide(this, node, from, stones.get(to));
    }

    const links = new Map();
    for (const [kind, , from, to] of state.links)
      links.set(`${kind} ${from} ${to}`, { line: [from, to], kind: `link link--${kind}`, head: kind === "trail" ? "trail-head" : "" });
    this.patch("links", links, softly);

    const ghosts = new Map();
    for (const [kind, side, name] of state.ghosts) {
      if (kind === "left") ghosts.set(`left ${name}`, { use: "left", at: name, kind: "ghost ghost--left" });
      else {
        const rotate = this.rotation(side, name);
        ghosts.set(`captured ${name}`, { use: side, at: name, rotate, kind: "ghost ghost--captured" });
        ghosts.set(`cross ${name}`, { use: "cross", at: name, kind: "ghost ghost--cross" });
      }
    }
    this.patch("ghosts", ghosts, softly);

    const pending = new Map();
    for (const name of state.marks.pending ?? []) pending.set(name, { use: "pending", at: name, kind: "pending" });
    this.patch("marks", pending);

    for (const { name, node } of this.fields.values()) {
      const label = fieldLabel(name, owners.get(name), marksOf(name));
      if (this.labels.get(name) === label) continue;
      this.labels.set(name, label);
      setLabel(node, label);
    }
  }

  /** Makes stones faint because they are about to move. @param {string[]} names */
  lift(names) {
    for (const [name, node] of this.layers.get("stones") ?? []) node.classList.toggle("is-lifted", names.includes(name));
  }

  /** @param {number} x @param {number} y @returns {Field | undefined} */
  fieldAt(x, y) {
    for (const field of this.fields.values()) if (Math.hypot(field.x - x, field.y - y) < 1) return field;
    return undefined;
  }

  // Views -------------------------------------------------------------------------------------------------------

  /** Turns the board. @param {number} turn degrees clockwise */
  setTurn(turn) {
    this.root.classList.replace(`board--turn-${this.turn}`, `board--turn-${turn}`);
    this.turn = turn;
    this.root.dataset.turn = String(turn);
    this.frame();
  }

  /** @param {boolean} wanted */
  setCoordinates(wanted) {
    this.root.classList.toggle("board--bare", !wanted);
    this.frame();
  }

  /** @param {number} turn */
  frameOf(turn) {
    const texts = this.root.classList.contains("board--bare") ? [] : [...this.layer("labels").children];
    const places = texts.map((text) => ({ x: Number(text.getAttribute("x")), y: Number(text.getAttribute("y")) }));
    return frameAround(this.outline, places, Number(texts[0]?.getAttribute("font-size") ?? 0), turn);
  }

  frame() {
    const { left, top, width, height } = this.frameOf(this.turn);
    this.svg.setAttribute("viewBox", [left, top, width, height].map((value) => value.toFixed(2)).join(" "));
  }

  /** A point of the window as a place on the board, and the number of pixels in a picture unit there.
   * @param {number} x @param {number} y */
  placeAt(x, y) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return { place: { x: 0, y: 0 }, scale: 1 };
    const flat = new DOMPoint(x, y).matrixTransform(matrix.inverse());
    return { place: turned(flat, -this.turn), scale: Math.hypot(matrix.a, matrix.b) };
  }
}

/** @param {Element} node @param {string} label */
export function setLabel(node, label) {
  if (node.getAttribute("aria-label") !== label) node.setAttribute("aria-label", label);
}
