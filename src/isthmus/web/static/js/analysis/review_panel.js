// The review of a whole game: the user starts it, follows its progress, and steps through the mistakes. The tables are
// folded away, so that the steps and the sentence about a mistake stay near the board.

import { analysed, doing } from "./stream.js";
import { ask, UNANSWERED } from "../page/asking.js";
import { draftAt, dropDraft, keepDraft } from "../page/drafts.js";
import { capital, hideButton, make, tell } from "../page/elements.js";
import { guardPresses, Settling } from "../page/presses.js";

/** @typedef {import("./candidates.js").Drawn} Drawn */

/**
 * @typedef {object} Row a turn and its judgement; chances are always the first seat's
 * @property {number} node its number in the record
 * @property {number} number
 * @property {string} turn
 * @property {string} seat `first` or `second`
 * @property {string} who
 * @property {string[]} stands the evaluation before and after, in words
 * @property {string} said the player and the judgement, in sentences
 * @property {string} grade
 * @property {string} sign
 * @property {string} better the better turn, if one is known
 * @property {string[]} line
 * @property {string} why
 * @property {{played: Drawn | null, better: Drawn | null} | null} drawn a mistake as a board shows it
 */
/** @typedef {{record: string, whose: string, rows: Row[], points: import("./evaluation_graph.js").CoursePoint[], people: any[], findings: string[]}} Review */

/**
 * @typedef {object} ReviewPanelOptions
 * @property {(row: Row) => void} [onPick] shows a turn
 * @property {(row: Row) => void} [onBetter] shows the better turn
 * @property {(row: Row | null) => void} [onFault] the board shows the position after this mistake, or after none
 * @property {(points: import("./evaluation_graph.js").CoursePoint[]) => void} [onPoints] the course so far, with the
 *   mistakes of the chosen players
 * @property {(record: string, review: Review) => void} [onDone] the reviewed record, as JSON lines
 */

/** The sign of the better turn. */
export const BETTER = "✓";
/** The draft that a running review leaves if the page is closed. */
const RUNNING = "review";
const STRENGTHS = ["quick", "usual", "thorough"];
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
    /** The board shows the game after that turn, not a variation. */
    this.shown = true;
    /** @type {AbortController | null} */
    this.asking = null;

    this.strength = make("select", {}, ...STRENGTHS.map((value) => make("option", { value }, value)));
    this.strength.value = "usual";
    this.start = make("button", { type: "button", class: "review-start main", onclick: () => this.run() }, "Review the game");
    this.stop = make("button", { type: "button", hidden: true, onclick: () => this.cancel() }, "Stop");
    this.head = make("div", { class: "review-head" }, this.start, this.stop, make("label", {}, "Strength", this.strength));
    this.bar = make("progress", { hidden: true, "aria-label": "Progress of the review" });
    this.next = make("button", { type: "button", onclick: () => this.nextMistake() }, "Next mistake");
    this.previous = make("button", { type: "button", onclick: () => this.nextMistake(-1) }, "Previous mistake");
    this.steps = make("div", { class: "review-steps", hidden: true }, this.previous, this.next);
    this.told = make("p", { class: "review-told", role: "status" });
    this.played = make("b", { class: "review-sign review-sign--played" });
    this.key = make("p", { class: "review-key", "aria-hidden": "true", hidden: true },
      this.played, " played ", make("b", { class: "review-sign review-sign--better" }, BETTER), " better");
    this.note = make("p", { class: "review-note", role: "status" });
    /** Fills the room while nothing else is said. It is not announced, because it would be announced too often. */
    this.idle = make("p", { class: "review-idle" });
    this.said = make("div", { class: "review-said" }, this.told, this.key, this.note, this.idle);
    /** Whose mistakes are shown: a seat, or empty for both. */
    this.players = make("select", { onchange: () => this.choose() });
    this.choice = make("label", { class: "review-choice", hidden: true }, "Mistakes of", this.players);
    this.whose = make("p", { class: "review-whose" });
    this.table = make("div", { class: "review-table" });
    this.people = make("div", { class: "review-people" });
    this.inside = make("div", { class: "review-whole" }, this.whose, this.table, this.people);
    this.whole = make("details", { class: "tool", hidden: true, ontoggle: () => void this.fillTables() }, make("summary", {}, "The whole review"), this.inside);
    this.root = make("section", { class: "review-panel", "aria-label": "Review" },
      this.head, this.bar, this.steps, this.said, this.choice, this.whole);
    element.append(this.root);
    this.settling = new Settling();
    guardPresses(this.root, this.settling);
    addEventListener("pagehide", () => this.asking && keepDraft(RUNNING, location.pathname, true));
  }

  /** Sets the record to review, and shows any review already in it.
   * @param {string} record JSON lines */
  async show(record) {
    if (record === this.record) return;
    this.cancel();
    this.record = record;
    this.review = null;
    this.fill();
    tell(this.note, draftAt(RUNNING, location.pathname) ? "The review stopped when you left the page." : "");
    dropDraft(RUNNING);
    if (!record.includes('"evaluation"')) return;
    const known = await ask("/api/analysis/review/known", { record }).catch(() => null);
    if (!known?.rows.length || record !== this.record || this.asking) return;
    this.review = known;
    this.fill();
  }

  /** Sets the current turn. The next mistake is found from there. @param {number} number turns made
   * @param {boolean} [shown] the board shows the game after this turn; false: it shows a variation that begins there */
  at(number, shown = true) {
    this.current = number;
    this.shown = shown;
    for (const row of this.table.querySelectorAll("tr[data-number]")) row.classList.toggle("is-current", Number(row.getAttribute("data-number")) === number);
    const fault = (shown && this.faults.find((row) => row.number === number)) || null;
    this.describeMistake(fault);
    this.options.onFault?.(fault);
  }

  /** Says what was wrong with a turn; null: nothing was. @param {Row | null} row */
  describeMistake(row) {
    tell(this.told, row?.said ?? "");
    if (row && !this.asking) tell(this.note, "");
    tell(this.played, row?.sign ?? "");
    const { fields = [], moves = [] } = row?.drawn?.better ?? {}; // a choice of colour has neither
    this.key.toggleAttribute("hidden", !this.options.onFault || !(fields.length || moves.length));
  }

  /** Goes to the next or previous mistake, wrapping around. @param {1 | -1} [by] */
  nextMistake(by = 1) {
    const faults = this.faults;
    if (!faults.length) return;
    const beyond = faults.filter(({ number }) => (by > 0 ? number > this.current : number < this.current));
    const row = by > 0 ? beyond[0] ?? faults[0] : beyond[beyond.length - 1] ?? faults[faults.length - 1];
    this.pick(row);
  }

  /** The mistakes of the chosen players. */
  get faults() {
    return this.review?.rows.filter(({ grade, seat }) => grade && this.wants(seat)) ?? [];
  }

  /** @param {string} seat */
  wants(seat) {
    return !this.players.value || this.players.value === seat;
  }

  /** @param {Row} row */
  pick(row) {
    this.current = row.number;
    this.describeMistake(row); // at once, so that the page knows how much room the words need
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
    if (message.record) this.record = message.record; // it failed, and the next review goes on from there
    if (!message.review) return tell(this.note, message.error ?? "The review was stopped.");
    const review = /** @type {Review} */ (message.review);
    this.review = review;
    this.record = review.record;
    this.fill();
    tell(this.note, `The review is done: ${this.count()}`);
    this.options.onDone?.(review.record, review);
  }

  /** The number of mistakes, in words. */
  count() {
    const count = this.review?.rows.filter(({ grade }) => grade).length;
    return count ? `${count} ${count === 1 ? "turn" : "turns"} could have been better.` : "no mistakes found.";
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

  /** Shows the review. */
  fill() {
    const { review, whole, whose } = this;
    const rows = review?.rows.filter(({ grade }) => grade) ?? [];
    this.offer(rows);
    this.steps.toggleAttribute("hidden", !rows.length);
    this.choice.toggleAttribute("hidden", !rows.length);
    whole.toggleAttribute("hidden", !review);
    this.root.classList.toggle("is-reviewed", rows.length > 0);
    this.arrange(rows.length > 0);
    tell(whose, review?.whose ?? "");
    tell(this.idle, review ? capital(this.count()) : "");
    this.choose();
  }

  /** Offers the players, each with the number of their mistakes. @param {Row[]} rows of the mistakes */
  offer(rows) {
    const choices = [{ seat: "", who: "both players" }, ...(this.review?.people ?? [])].map(({ seat, who }) => {
      const count = rows.filter((row) => !seat || row.seat === seat).length;
      return make("option", { value: seat, disabled: count ? null : "" }, `${who} (${count})`);
    });
    const wanted = this.players.value;
    this.players.replaceChildren(...choices);
    this.players.value = choices.some(({ value, disabled }) => value === wanted && !disabled) ? wanted : "";
  }

  /** Shows the mistakes of the chosen players. */
  choose() {
    const points = this.review?.points.map((point) => (this.wants(point.by_first ? "first" : "second") ? point : { ...point, grade: "" }));
    if (points) this.options.onPoints?.(points);
    void this.fillTables();
    this.at(this.current, this.shown);
  }

  /** Fills the tables, if they are open. Their code is loaded only then. */
  async fillTables() {
    const { review, faults, whole } = this;
    if (!whole.open) return;
    const { faultTable, peopleTable } = await import("./review_tables.js");
    if (review !== this.review) return;
    const actions = { onPick: (/** @type {Row} */ row) => this.pick(row), onBetter: this.options.onBetter };
    this.table.replaceChildren(...(faults.length ? [faultTable(faults, this.current, actions)] : []));
    this.people.replaceChildren(...(review ? peopleTable(review) : []));
  }

  /** Once there are mistakes to step through, the button that starts another review moves below them.
   * @param {boolean} stepping */
  arrange(stepping) {
    const place = stepping ? this.inside : this.root;
    if (this.head.parentElement === place) return;
    const focused = this.head.contains(document.activeElement);
    place.prepend(this.head);
    this.start.classList.toggle("main", !stepping);
    if (focused) (stepping ? this.next : this.start).focus({ preventScroll: true });
  }
}
