// The evaluation graph of a game: chances, mistakes, and the current position. It is a slider for the keyboard.

import { capital, draw, make, spoken, tell } from "../page/elements.js";

/**
 * @typedef {object} CoursePoint a point in the server's review
 * @property {number} number turns made; 0 is the beginning
 * @property {number | null} share chance of the first seat, in [0, 1]
 * @property {string} [proof] `first`, `second` or `draw` if proved
 * @property {string} [grade] of the turn that led here: empty, `inaccuracy`, `mistake` or `blunder`
 * @property {boolean} [by_first] whether the first seat made it
 * @property {string} [turn]
 * @property {string} [told] the turn in words
 * @property {number} [node] its number in the record
 * @property {string} [view] the holder of the first seat, in words
 * @property {string} [other] the holder of the second seat
 * @property {string} [stands] how the position stands, in words; chances are the first seat's
 */

const WIDTH = 640;
const HEIGHT = 160;
const EDGE = 14;
/** Pixels sideways after which a finger moves along the graph and does not scroll the page. */
const SIDEWAYS = 6;
/** Log-odds at the edge (98%). Only proofs are beyond it. */
const FURTHEST = 4;
const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export class EvaluationGraph {
  /** @param {Element} element @param {{onPick?: (index: number) => void}} [options] */
  constructor(element, options = {}) {
    this.options = options;
    /** @type {CoursePoint[]} */
    this.points = [];
    this.current = 0;
    this.svg = draw("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", class: "course-picture", "aria-hidden": "true" });
    this.marks = make("div", { class: "course-marks", "aria-hidden": "true" });
    this.above = make("p", { class: "course-who", "aria-hidden": "true" });
    this.below = make("p", { class: "course-who", "aria-hidden": "true" });
    this.field = make("div", { class: "course-field", tabindex: 0, role: "slider", "aria-label": "Course of the game", "aria-orientation": "horizontal" },
      this.svg, this.marks);
    this.caption = make("p", { class: "course-caption" });
    this.body = make("tbody");
    this.table = make("details", { class: "course-table" }, make("summary", {}, "As a table"),
      make("div", { class: "course-scroll", tabindex: 0, role: "region", "aria-label": "Course of the game as a table" },
        make("table", {}, make("thead", {}, make("tr", {}, ...["Turn", "Evaluation", "Judgement"].map((name) => make("th", { scope: "col" }, name)))), this.body)));
    this.root = make("section", { class: "course", "aria-label": "Evaluation graph" }, this.above, this.field, this.below, this.caption, this.table);
    element.append(this.root);
    this.listen();
  }

  /** Shows the course; `current` is the index of the current position.
   * @param {CoursePoint[]} points @param {number} [current] */
  show(points, current = this.current) {
    this.current = Math.max(0, Math.min(current, points.length - 1));
    if (points !== this.points || !this.svg.childElementCount) {
      this.points = points;
      this.paint();
    }
    this.place();
  }

  // Drawing -------------------------------------------------------------------------------------------------------

  /** @param {number} index */
  x(index) {
    return EDGE + ((WIDTH - 2 * EDGE) * index) / Math.max(1, this.points.length - 1);
  }

  /** @param {CoursePoint} point */
  y({ share, proof }) {
    if (share === null) return HEIGHT / 2;
    /** @type {Record<string, number>} */
    const proved = { first: FURTHEST + 0.5, second: -FURTHEST - 0.5, draw: 0 };
    const odds = proof ? proved[proof] : Math.max(-FURTHEST, Math.min(FURTHEST, Math.log(share / (1 - share))));
    return HEIGHT / 2 - (odds / (FURTHEST + 0.5)) * (HEIGHT / 2 - EDGE);
  }

  paint() {
    const known = this.points.map((point, index) => ({ point, index })).filter(({ point }) => point.share !== null);
    const line = known.map(({ point, index }) => `${this.x(index).toFixed(1)},${this.y(point).toFixed(1)}`);
    const middle = HEIGHT / 2;
    /** @type {SVGElement[]} */
    const parts = [draw("line", { x1: 0, x2: WIDTH, y1: middle, y2: middle, class: "course-even" })];
    if (line.length) {
      const [first, last] = [known[0].index, known[known.length - 1].index].map((index) => this.x(index).toFixed(1));
      parts.push(draw("polygon", { points: `${first},${middle} ${line.join(" ")} ${last},${middle}`, class: "course-area" }));
      parts.push(draw("polyline", { points: line.join(" "), class: "course-line" }));
    }
    this.cursor = draw("line", { y1: 0, y2: HEIGHT, class: "course-cursor" });
    this.svg.replaceChildren(...parts, this.cursor);
    this.marks.replaceChildren(...this.points.flatMap((point, index) => (point.grade ? [this.mark(point, index)] : [])));
    const { view = "the first player", other = "the second player" } = this.points[0] ?? {};
    tell(this.above, `↑ ${view} ahead`);
    tell(this.below, `↓ ${other} ahead`);
    this.body.replaceChildren(...this.points.map((point, index) => this.line(point, index)));
  }

  /** @param {CoursePoint} point @param {number} index */
  mark(point, index) {
    const sign = SIGNS[/** @type {keyof typeof SIGNS} */ (point.grade)] ?? "";
    const node = make("span", { class: `course-mark course-mark--${point.grade}` }, sign);
    node.style.left = `${(100 * this.x(index)) / WIDTH}%`;
    node.style.top = `${(100 * this.y(point)) / HEIGHT}%`;
    return node;
  }

  /** @param {CoursePoint} point @param {number} index */
  line(point, index) {
    const turn = point.number ? `${point.number}. ${spoken(point.turn ?? "")}` : "the beginning";
    const go = make("button", { type: "button", onclick: () => this.pick(index) }, turn);
    return make("tr", {}, make("th", { scope: "row" }, go), make("td", {}, point.stands ?? ""), make("td", {}, point.grade ?? ""));
  }

  place() {
    const point = this.points[this.current];
    this.root.toggleAttribute("hidden", !point);
    if (!point) return;
    const x = this.x(this.current).toFixed(1);
    this.cursor?.setAttribute("x1", x);
    this.cursor?.setAttribute("x2", x);
    this.field.setAttribute("aria-valuemin", "0");
    this.field.setAttribute("aria-valuemax", String(this.points.length - 1));
    this.field.setAttribute("aria-valuenow", String(this.current));
    const words = this.inWords(point);
    this.field.setAttribute("aria-valuetext", words);
    tell(this.caption, words);
    [...this.body.children].forEach((row, index) => row.classList.toggle("is-current", index === this.current));
  }

  /** @param {CoursePoint} point */
  inWords(point) {
    if (point.told) return `${capital(point.told)}.`; // the standing is in it
    const place = point.number ? `Turn ${point.number}${point.turn ? `, ${spoken(point.turn)}` : ""}` : "The beginning";
    return `${place}. ${point.stands ?? ""}`;
  }

  // Input ---------------------------------------------------------------------------------------------------------

  listen() {
    const last = () => this.points.length - 1;
    const at = (/** @type {PointerEvent} */ event) => {
      const box = this.field.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * WIDTH;
      this.pick(Math.round(((x - EDGE) / (WIDTH - 2 * EDGE)) * last()));
    };
    /** Where a finger went down that may still be scrolling the page. @type {number | null} */
    let start = null;
    this.field.addEventListener("pointerdown", (event) => {
      if (!event.isPrimary || event.button) return;
      this.field.setPointerCapture(event.pointerId);
      start = event.pointerType === "touch" ? event.clientX : null;
      if (start === null) at(event);
    });
    this.field.addEventListener("pointermove", (event) => {
      if (start !== null && Math.abs(event.clientX - start) > SIDEWAYS) start = null;
      if (start === null && this.field.hasPointerCapture(event.pointerId)) at(event);
    });
    this.field.addEventListener("pointerup", (event) => {
      if (start !== null && this.field.hasPointerCapture(event.pointerId)) at(event);
      start = null;
    });
    this.field.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      /** @type {Record<string, number>} */
      const goals = { ArrowLeft: this.current - 1, ArrowDown: this.current - 1, ArrowRight: this.current + 1, ArrowUp: this.current + 1, Home: 0, End: last(), PageUp: this.fault(-1), PageDown: this.fault(1) };
      if (!(event.key in goals)) return;
      event.preventDefault();
      this.pick(goals[event.key]);
    });
  }

  /** The next mistake in a direction, or the current position. @param {number} by */
  fault(by) {
    for (let index = this.current + by; index in this.points; index += by) if (this.points[index].grade) return index;
    return this.current;
  }

  /** @param {number} index */
  pick(index) {
    const wanted = Math.max(0, Math.min(index, this.points.length - 1));
    if (!this.points.length) return;
    this.current = wanted;
    this.place();
    this.options.onPick?.(wanted);
  }
}
