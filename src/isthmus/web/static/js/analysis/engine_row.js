// One engine line in the list: its rank, its first turn with the chance, and the expected turns after it. Every turn is a
// button that adds the line up to there; arrow keys go from turn to turn.

import { make, spoken, tell } from "../page/elements.js";

/** @typedef {import("./candidates.js").Drawn} Drawn */

/**
 * @typedef {object} RowOptions
 * @property {(row: EngineRow, reach: number) => void} onPoint `reach` turns of the line are pointed at
 * @property {(row: EngineRow, reach: number, whole: boolean) => void} onChoose they are chosen; `whole`: the whole line
 */

export class EngineRow {
  /** @param {string} turn the first turn, which never changes @param {RowOptions} options */
  constructor(turn, options) {
    this.turn = turn;
    this.options = options;
    /** @type {Drawn[]} */
    this.drawn = [];
    this.rank = make("span", { class: "engine-rank", "aria-hidden": "true" });
    this.chance = make("span", { class: "engine-chance" });
    this.first = this.button({ class: "engine-turn" }, 1, make("b", {}, spoken(turn)), this.chance);
    this.line = make("span", { class: "engine-line" });
    this.add = make("button", { type: "button", class: "engine-add", "aria-label": "Add this line to the tree", title: "Add this line to the tree", onclick: () => options.onChoose(this, this.drawn.length, true), onfocus: () => this.point() }, "+");
    this.node = make("li", {
      onpointerenter: (/** @type {PointerEvent} */ event) => event.pointerType !== "touch" && this.point(),
      onclick: (/** @type {Event} */ event) => event.target instanceof Element && !event.target.closest("button") && options.onChoose(this, this.drawn.length, true),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.press(event),
    }, this.rank, this.first, this.line, this.add);
  }

  get turns() {
    return this.drawn.map(({ turn }) => turn);
  }

  /** @param {Record<string, string>} given @param {number} reach @param {...(Node | string)} content */
  button(given, reach, ...content) {
    const point = () => this.options.onPoint(this, reach);
    return make("button", {
      type: "button",
      ...given,
      "data-reach": reach,
      onclick: () => this.options.onChoose(this, reach, false),
      onfocus: point,
      onpointerenter: (/** @type {PointerEvent} */ event) => event.pointerType !== "touch" && point(),
      onpointerleave: (/** @type {PointerEvent} */ event) => event.pointerType !== "touch" && this.point(),
    }, ...content);
  }

  /** Points at the whole line. */
  point() {
    this.options.onPoint(this, this.drawn.length);
  }

  /** @param {any} entry */
  show(entry) {
    this.drawn = entry.drawn;
    tell(this.chance, entry.said);
    this.first.setAttribute("aria-label", `${spoken(this.turn)}, ${entry.said}`);
    const wanted = this.drawn.slice(1);
    while (this.line.children.length > wanted.length) this.line.lastElementChild?.remove();
    wanted.forEach(({ turn }, index) => {
      const reach = index + 2;
      // One of them is a tab stop, because the line scrolls.
      const node = this.line.children[index] ?? this.line.appendChild(this.button({ class: "engine-next", tabindex: index ? "-1" : "0", title: "Add the line up to here" }, reach));
      tell(node, spoken(turn));
    });
    this.node.title = `${entry.visits.toLocaleString("en")} ${entry.visits === 1 ? "visit" : "visits"}, prior ${(100 * entry.prior).toFixed(1)}%`;
  }

  /** @param {number} rank */
  place(rank) {
    tell(this.rank, String(rank));
    this.node.dataset.rank = String(rank);
  }

  /** Marks the turns pointed at. @param {number} reach */
  mark(reach) {
    for (const node of [this.first, ...this.line.children]) node.classList.toggle("is-meant", Number(node.getAttribute("data-reach")) <= reach);
  }

  /** Left and right go along the line, up and down to the other lines. @param {KeyboardEvent} event */
  press(event) {
    if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
    const buttons = [this.first, ...this.line.children, this.add];
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const row = (/** @type {Element | null} */ node) => node?.querySelector(".engine-turn");
    /** @type {Record<string, Element | null | undefined>} */
    const goals = {
      ArrowLeft: buttons[at - 1],
      ArrowRight: buttons[at + 1],
      Home: buttons[0],
      End: buttons[buttons.length - 1],
      ArrowUp: row(this.node.previousElementSibling),
      ArrowDown: row(this.node.nextElementSibling),
    };
    if (at < 0 || !(event.key in goals)) return;
    event.preventDefault(); // also at the ends, where the page would otherwise go to another turn
    /** @type {HTMLElement | null | undefined} */ (goals[event.key])?.focus();
  }
}
