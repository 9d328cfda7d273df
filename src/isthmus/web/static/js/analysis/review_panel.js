// The review of a whole game: the user starts it, follows its progress, and steps through the mistakes in a table.

import { analysed, doing } from "./stream.js";
import { ask, UNANSWERED } from "../page/asking.js";
import { hideButton, make, spoken, tell } from "../page/elements.js";
import { guardPresses, Settling } from "../page/presses.js";

/**
 * @typedef {object} Row a turn and its judgement; chances are always the first seat's
 * @property {number} node its number in the record
 * @property {number} number
 * @property {string} turn
 * @property {string} who
 * @property {string[]} stands the evaluation before and after, in words
 * @property {string} said the player and the judgement, in sentences
 * @property {string} grade
 * @property {string} sign
 * @property {string} better the better turn, if one is known
 * @property {string[]} line
 * @property {string} why
 */
/** @typedef {{record: string, whose: string, rows: Row[], points: import("./evaluation_graph.js").CoursePoint[], people: any[], findings: string[]}} Review */

/**
 * @typedef {object} ReviewPanelOptions
 * @property {(row: Row) => void} [onPick] shows a turn
 * @property {(row: Row) => void} [onBetter] shows the better turn
 * @property {(points: import("./evaluation_graph.js").CoursePoint[]) => void} [onPoints] the course so far
 * @property {(record: string, review: Review) => void} [onDone] the reviewed record, as JSON lines
 */

const STRENGTHS = [["quick", "quick"], ["usual", "usual"], ["thorough", "thorough"]];
/** @type {Record<string, string>} */
const DOING = { estimates: "Evaluating every position", proofs: "Proving results, from the last turn backwards", checks: "Checking the mistakes" };

export class ReviewPanel {
  /** @param {Element} element @param {ReviewPanelOptions} [options] */
  constructor(element, options = {}) {
    this.options = options;
    this.record = "";
    /** @type {Review | null} */
    this.review = null;
    /** The number of the current turn. */
    this.current = 0;
    /** The number of the turn in the text. The text disappears when the board shows another turn. */
    this.toldOf = -1;
    /** @type {AbortController | null} */
    this.asking = null;

    this.strength = make("select", {}, ...STRENGTHS.map(([value, name]) => make("option", { value }, name)));
    this.strength.value = "usual";
    this.start = make("button", { type: "button", class: "review-start", onclick: () => this.run() }, "Review the game");
    this.stop = make("button", { type: "button", hidden: true, onclick: () => this.cancel() }, "Stop");
    this.bar = make("progress", { hidden: true, "aria-label": "Progress of the review" });
    this.note = make("p", { class: "review-note", role: "status" });
    this.next = make("button", { type: "button", onclick: () => this.nextMistake() }, "Next mistake");
    this.previous = make("button", { type: "button", onclick: () => this.nextMistake(-1) }, "Previous mistake");
    this.steps = make("div", { class: "review-steps", hidden: true }, this.previous, this.next);
    this.told = make("p", { class: "review-told", role: "status" });
    this.whose = make("p", { class: "review-whose" });
    this.table = make("div", { class: "review-table" });
    this.people = make("div", { class: "review-people" });
    this.root = make("section", { class: "review-panel", "aria-label": "Review" },
      make("div", { class: "review-head" }, make("label", {}, "Strength", this.strength), this.start, this.stop),
      this.bar, this.note, this.steps, this.told, this.whose, this.table, this.people);
    element.append(this.root);
    this.settling = new Settling();
    guardPresses(this.root, this.settling);
  }

  /** Sets the record to review, and shows any review already in it.
   * @param {string} record JSON lines */
  async show(record) {
    if (record === this.record) return;
    this.cancel();
    this.record = record;
    this.review = null;
    this.fill();
    tell(this.note, "");
    if (!record.includes('"evaluation"')) return;
    const known = await ask("/api/analysis/review/known", { record }).catch(() => null);
    if (!known?.rows.length || record !== this.record || this.asking) return;
    this.review = known;
    this.fill();
    this.options.onPoints?.(known.points);
  }

  /** Sets the current turn. The next mistake is found from there. @param {number} number turns made */
  at(number) {
    if (number !== this.toldOf) tell(this.told, "");
    this.current = number;
    for (const row of this.table.querySelectorAll("tr[data-number]")) row.classList.toggle("is-current", Number(row.getAttribute("data-number")) === number);
  }

  /** Goes to the next or previous mistake, wrapping around. @param {1 | -1} [by] */
  nextMistake(by = 1) {
    const faults = this.faults;
    if (!faults.length) return;
    const beyond = faults.filter(({ number }) => (by > 0 ? number > this.current : number < this.current));
    const row = by > 0 ? beyond[0] ?? faults[0] : beyond[beyond.length - 1] ?? faults[faults.length - 1];
    this.pick(row);
  }

  get faults() {
    return this.review?.rows.filter(({ grade }) => grade) ?? [];
  }

  /** @param {Row} row */
  pick(row) {
    this.toldOf = row.number;
    this.at(row.number);
    tell(this.told, row.said);
    this.options.onPick?.(row);
  }

  /** Stops a running review and drops its results. */
  cancel() {
    if (!this.asking) return;
    this.asking.abort();
    this.asking = null;
    this.busy(false);
    tell(this.note, "The review was stopped.");
  }

  async run() {
    if (this.asking) return;
    if (!this.record) return tell(this.note, UNANSWERED); // the page could not read the game
    const asking = new AbortController();
    this.asking = asking;
    this.busy(true);
    tell(this.note, "Starting the review …");
    /** @type {Map<number, any>} */
    const points = new Map(this.review?.points.map((point) => [point.number, point]));
    for await (const message of analysed("/review", { record: this.record, strength: this.strength.value }, asking.signal)) {
      if (asking !== this.asking) return;
      const words = doing(message);
      if (words) tell(this.note, words);
      if (message.progress) this.progress(message.progress, points);
      if (message.done) this.done(message);
    }
  }

  /** @param {any} progress @param {Map<number, any>} points */
  progress({ doing, done, total, points: found }, points) {
    tell(this.note, `${DOING[doing] ?? doing} …`);
    if (total) {
      this.bar.max = total;
      this.bar.value = done;
    } else this.bar.removeAttribute("value");
    if (!found.length) return;
    for (const point of found) points.set(point.number, point);
    this.options.onPoints?.([...points.values()].sort((one, other) => one.number - other.number));
  }

  /** @param {Record<string, any>} message */
  done(message) {
    this.asking = null;
    this.busy(false);
    if (!message.review) return tell(this.note, message.error ?? "The review was stopped.");
    const review = /** @type {Review} */ (message.review);
    this.review = review;
    this.record = review.record;
    this.fill();
    const count = this.faults.length;
    tell(this.note, count ? `The review is done: ${count} ${count === 1 ? "turn" : "turns"} could have been better.` : "The review is done: no mistakes found.");
    this.options.onPoints?.(review.points);
    this.options.onDone?.(review.record, review);
  }

  /** @param {boolean} busy */
  busy(busy) {
    this.settling.begin(); // a second press must not hit the other button
    const [shown, gone] = busy ? [this.stop, this.start] : [this.start, this.stop];
    shown.hidden = false;
    hideButton(gone, shown);
    this.bar.toggleAttribute("hidden", !busy);
    if (busy) this.bar.removeAttribute("value");
    this.strength.disabled = busy;
  }

  fill() {
    const { review, faults } = this;
    this.steps.toggleAttribute("hidden", !faults.length);
    tell(this.told, "");
    this.whose.textContent = review?.whose ?? "";
    this.people.replaceChildren(...(review ? this.sayings(review) : []));
    this.table.replaceChildren(...(faults.length ? [this.faultTable(faults)] : []));
  }

  /** @param {Review} review */
  sayings({ people, findings }) {
    const rows = people.map(({ who, mean_loss: loss, counts }) =>
      make("tr", {}, make("th", { scope: "row" }, who), ...[`${(100 * loss).toFixed(1)}%`, counts.inaccuracy, counts.mistake, counts.blunder].map((value) => make("td", {}, String(value)))));
    const heads = ["Player", "Loss per turn", "?!", "?", "??"];
    return [
      ...findings.map((words) => make("p", {}, words)),
      scrolling("The players", make("table", {}, make("thead", {}, make("tr", {}, ...heads.map((name) => make("th", { scope: "col" }, name)))), make("tbody", {}, ...rows))),
    ];
  }

  /** @param {Row[]} faults */
  faultTable(faults) {
    const rows = faults.map((row) => {
      const go = make("button", { type: "button", onclick: () => this.pick(row) }, `${row.number}. ${spoken(row.turn)}`);
      const better = row.better && this.options.onBetter ? make("button", { type: "button", onclick: () => this.options.onBetter?.(row) }, spoken(row.better)) : spoken(row.better);
      const place = { "data-number": row.number, class: row.number === this.current ? "is-current" : null };
      return [
        make("tr", place, make("th", { scope: "row" }, go), make("td", { class: `grade grade--${row.grade}` }, `${row.sign} ${row.grade}`), ...row.stands.map((words) => make("td", {}, words)), make("td", {}, better || "–")),
        make("tr", { class: "review-why" }, make("td", { colspan: 5 }, row.why)),
      ];
    });
    const heads = ["Turn", "Judgement", "Before", "After", "Better"];
    return scrolling("Mistakes", make("table", {}, make("thead", {}, make("tr", {}, ...heads.map((name) => make("th", { scope: "col" }, name)))), make("tbody", {}, ...rows.flat())));
  }
}

/** A table that scrolls if it is too wide. @param {string} name @param {HTMLTableElement} table */
function scrolling(name, table) {
  return make("div", { class: "review-scroll", tabindex: 0, role: "region", "aria-label": name }, table);
}
