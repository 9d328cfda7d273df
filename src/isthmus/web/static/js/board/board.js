// The board that all pages share: it shows positions and lets a person make turns by mouse, touch or keys. It does not
// know the rules: the server lists the legal steps.

import { capital } from "../page/elements.js";
import { choicesOf } from "./buttons.js";
import { goalAsSeen } from "./geometry.js";
import { Hints } from "./hints.js";
import { Keys } from "./keys.js";
import { Lens } from "./lens.js";
import { Overlays } from "./overlays.js";
import { Picture } from "./picture.js";
import { listenToPointer } from "./pointer.js";
import { Refusal } from "./refusal.js";
import { ownerIn } from "./state.js";
import { sayIn, wordsForPick, wordsForStep } from "./speech.js";
import { moveOf, RefusedStep, TurnInHand } from "./turn.js";
import { Settling } from "../page/presses.js";

/** @typedef {import("./state.js").BoardState} BoardState */
/** @typedef {import("./state.js").Actions} Actions */
/** @typedef {import("./state.js").Side} Side */

/**
 * @typedef {object} Options
 * @property {(made: string[]) => Promise<any>} [askSteps] the legal steps after these steps of the turn: a BoardState,
 *   or at least its `steps`, `may_stop`, `side`, `phase`, `done`; `{refused, why}` for an illegal step
 * @property {(turn: string) => void} [onTurn] a person has completed a turn
 * @property {(words: string, urgent: boolean) => void} [onSay] announces something; by default the board announces it itself
 * @property {(actions: Actions) => void} [onActions] the possible actions apart from the fields
 * @property {(choices: import("./buttons.js").Button[], actions: Actions) => void} [onChoices] the same, as buttons
 * @property {() => Promise<string>} [askSummary] the chains in words, for the key c
 * @property {boolean} [confirm] a whole turn made on the fields is shown first and played after confirmation
 */

export class Board {
  /** @param {Element} element the output of `board_html`, or its container @param {Options} [options] */
  constructor(element, options = {}) {
    const root = element.matches(".board") ? element : element.querySelector(".board");
    if (!root) throw new Error("there is no board in this element");
    if (!root.hasAttribute("data-state")) throw new Error("this board is a picture only; board_html(live=True) draws another");
    this.root = /** @type {HTMLElement} */ (root);
    this.options = options;
    this.confirm = options.confirm ?? false;
    this.picture = new Picture(this.root);
    this.hints = new Hints(this);
    this.overlays = new Overlays(this.picture);
    this.lens = new Lens(this.picture);
    this.refusal = new Refusal(this.picture);
    /** @type {BoardState} */
    this.state = JSON.parse(this.root.dataset.state ?? "");
    /** The user may act now. */
    this.yours = true;
    /** @type {string | null} */
    this.picked = null;
    /** Picked up by the current press. @type {string | null} */
    this.justPicked = null;
    /** @type {string | null} */
    this.hovered = null;
    /** The current press began on the picked-up piece, and has left it. */
    this.dragging = false;
    /** @type {Side | null} */
    this.preview = null;
    this.waiting = false;
    /** The step that waits for the server's answer. @type {string | undefined} */
    this.coming = undefined;
    this.sent = false;
    /** Buttons that this game has needed so far, with their usual texts. @type {Actions["places"]} */
    this.places = new Map();
    /** Presses right after a new turn was shown were meant for the previous one. */
    this.settling = new Settling();
    this.settling.onChange = (on) => this.root.classList.toggle("is-new", on);
    this.hand = this.freshHand();
    this.picture.shown = this.state;
    this.keys = new Keys(this);
    listenToPointer(this);
    this.paint();
  }

  freshHand() {
    const refuse = async () => ({ refused: "", why: "This board is view-only." });
    return new TurnInHand(this.state, this.options.askSteps ?? refuse, this.picture.fields);
  }

  // For pages -----------------------------------------------------------------------------------------------------

  /** Shows a position. An unfinished turn is dropped, unless nothing has changed.
   * @param {BoardState} state @param {{animate?: boolean, yours?: boolean}} [how] */
  show(state, { animate = false, yours = this.yours } = {}) {
    const same = alike(state, this.state);
    if (same && yours === this.yours && !this.sent) return;
    if (yours) this.settling.begin();
    if (this.state.choosing && !state.choosing) this.places.clear();
    this.state = state;
    this.yours = yours;
    const text = this.root.querySelector(".board-text");
    if (text && "text" in state) text.textContent = String(state.text);
    this.reset(animate);
    if (same) return;
    if (state.news) this.say(state.news);
    else this.hush(); // that was about another position
  }

  /** Drops the unfinished turn and shows the position. */
  reset(animate = false) {
    this.hand = this.freshHand();
    this.picked = null;
    this.dragging = false;
    this.preview = null;
    this.waiting = false;
    this.sent = false;
    this.paint(animate);
  }

  /** Ends the turn here, or plays what is shown: the turn that waits for confirmation, or the colour in preview. */
  done() {
    if (!this.listens) return;
    if (this.hand.whole) return this.send();
    const choice = this.state.choices.find(({ side }) => side === this.preview);
    if (choice) return this.play(choice.step);
    this.hush();
    if (!this.hand.state.may_stop) return this.say("The turn cannot end here.", true);
    this.hand.stop();
    this.send();
  }

  /** Undoes the last action: puts back a picked-up piece, or takes back a step, even one that the server has not
   * answered yet. @returns {boolean} whether there was one */
  back() {
    if (this.preview) this.previewChoice(null);
    else if (this.picked) this.unpick();
    else if (this.mayAct && (this.waiting || this.hand.made.length || this.hand.whole)) {
      if (this.waiting) this.hand = this.hand.copy(); // the answer will be about the old one, and is ignored
      else this.hand.back();
      this.waiting = false;
      this.paint();
      this.say(this.hand.made.length ? `Taken back. Still chosen: ${this.hand.made.join(" and ")}.` : "Taken back.");
    } else return false;
    return true;
  }

  /** Makes a step that is not a field, such as `pass` or `take-black`. @param {string} step */
  play(step) {
    if (this.listens) return this.step(step);
  }

  /** Shows or hides what a choice of colour means. @param {Side | null} side */
  previewChoice(side) {
    this.preview = side;
    const choice = this.state.choices.find((one) => one.side === side);
    this.paint();
    if (choice) this.say(`You play ${this.withGoal(choice)}. ${choice.then}`);
  }

  /** Rotates the board: by `degrees` clockwise from the rules' view, or to its next view. @param {number} [degrees] */
  rotate(degrees) {
    const { turns, turn } = this.picture;
    const wanted = degrees === undefined ? turns[(turns.indexOf(turn) + 1) % turns.length] : ((degrees % 360) + 360) % 360;
    if (turns.includes(wanted)) this.turnTo(wanted);
  }

  /** @param {number} turn */
  turnTo(turn) {
    this.hush();
    this.picture.setTurn(turn);
    this.paint();
    this.root.dispatchEvent(new CustomEvent("board-turned", { detail: turn, bubbles: true }));
  }

  /** Turns the board by 180 degrees. */
  flip() {
    this.rotate(this.picture.turn + 180);
  }

  /** Rotates a hexagonal board to the view that is largest in this window. */
  fit() {
    if (this.root.dataset.lattice !== "hex-cells") return;
    const room = { width: this.root.clientWidth, height: 0.8 * window.innerHeight };
    const scale = (/** @type {number} */ turn) => {
      const { width, height } = this.picture.frameOf(turn);
      return Math.min(room.width / width, room.height / height);
    };
    const best = [0, 330, 60].reduce((one, other) => (scale(other) > 1.1 * scale(one) ? other : one));
    if (best !== this.picture.turn) this.turnTo(best);
  }

  /** @param {boolean} wanted */
  setCoordinates(wanted) {
    this.picture.setCoordinates(wanted);
  }

  /** Whether a whole turn is shown first and played after confirmation. @param {boolean} wanted */
  setConfirm(wanted) {
    this.confirm = wanted;
    this.places.clear();
    this.paint(); // the buttons for it get or lose their places at once
  }

  /** @param {Record<string, number>} values */
  heat(values) {
    this.overlays.heat(values);
  }

  /** @param {import("./overlays.js").Mark[]} marks */
  marks(marks) {
    this.overlays.marks(marks);
  }

  /** @param {import("./overlays.js").Arrow[]} arrows */
  arrows(arrows) {
    this.overlays.arrows(arrows);
  }

  /** The possible actions apart from the fields. @returns {Actions} */
  get actions() {
    const { hand, waiting } = this;
    const mayAct = this.mayAct && !waiting;
    const confirm = mayAct && hand.whole;
    return {
      done: mayAct && !hand.whole && hand.state.may_stop,
      confirm,
      question: confirm ? hand.question : "",
      back: this.mayAct && (waiting || hand.made.length > 0 || hand.whole || this.picked !== null || this.preview !== null),
      pass: mayAct && hand.has("pass"),
      choices: mayAct && !hand.whole && hand.state.choosing ? hand.state.choices : [],
      preview: this.preview,
      places: this.placesNow(),
    };
  }

  /** Buttons that were needed once keep their places until the game is over. */
  placesNow() {
    const { hand, places, state } = this;
    if (state.over) places.clear();
    if (state.over || !this.yours) return places;
    const steps = Boolean(state.continues) || state.may_stop || (hand.made.length > 0 && !hand.whole);
    if (this.confirm || steps || hand.question || state.choosing) places.set("end", state.choosing ? "Choose a colour" : this.confirm ? this.deed : "Done");
    if (places.has("end") || hand.movable().size || this.picked) places.set("back", "Undo");
    if (state.steps.includes("pass")) places.set("pass", "Pass");
    return places;
  }

  /** The text of the button that plays the shown turn. */
  get deed() {
    const { deed = "play this turn" } = this.state;
    return capital(deed);
  }

  // Input ---------------------------------------------------------------------------------------------------------

  get mayAct() {
    return this.yours && !this.sent && (this.state.steps.length > 0 || this.state.may_stop);
  }

  /** Input now is meant for the shown position, and no step is on its way. */
  get listens() {
    return this.mayAct && !this.waiting && !this.settling.on;
  }

  /** The move that a tap on a field would make with the picked-up piece. @param {string} name */
  aim(name) {
    return this.picked ? this.hand.moveTo(this.picked, name, this.dragging) : null;
  }

  /** Whether a tap on a field would do something. @type {(name: string) => boolean} */
  isLegal = (name) => {
    const { hand } = this;
    if (this.picked === name || this.aim(name)) return true;
    return hand.has(name) || hand.madeOn(name) >= 0 || hand.movable().has(name);
  };

  /** @param {string} name */
  startsMove(name) {
    return this.listens && this.picked !== name && !this.aim(name) && this.hand.movable().has(name);
  }

  /** A press on the picked-up piece moves to another field, or returns. @param {boolean} dragging */
  drag(dragging) {
    if (this.dragging === dragging) return;
    this.dragging = dragging;
    this.hints.paint();
  }

  /** @param {string | null} name */
  hover(name) {
    if (this.hovered === name) return;
    this.hovered = name;
    this.hints.paint();
  }

  /** @param {string} name @param {string} [before] words to say first */
  pick(name, before = "") {
    this.picked = name;
    this.justPicked = name;
    this.paint();
    this.say(before + wordsForPick(name, this.hand));
  }

  unpick() {
    if (!this.picked) return;
    const name = this.picked;
    this.picked = null;
    this.paint();
    this.say(`${name} put back.`);
  }

  /** A field is tapped or chosen by keys, or the picked-up piece was dragged there.
   * @param {string} name @param {boolean} [dragged] */
  tap(name, dragged = false) {
    this.justPicked = null;
    this.dragging = false;
    if (!this.listens) return;
    this.hush();
    const { hand, picked } = this;
    const move = picked ? hand.moveTo(picked, name, dragged) : null;
    if (move) return this.step(move.step);
    if (dragged) return this.refuse(name);
    const made = hand.madeOn(name);
    // A second press takes a stone back; a stone that may move on is picked up first.
    if (made >= 0 && (picked === name || !hand.movable().has(name))) return this.takeBack(made);
    if (picked === name) return this.unpick();
    let before = "";
    if (hand.whole) {
      before = `${hand.made[hand.made.length - 1]} taken back. `;
      hand.back();
    }
    if (hand.has(name)) return this.step(name, before);
    if (hand.movable().has(name)) return this.pick(name, before);
    return this.refuse(name, before);
  }

  /** Takes back a step of the turn. Later steps stay if they are possible without it. @param {number} index */
  async takeBack(index) {
    const { hand } = this;
    const step = hand.made[index];
    const later = hand.backTo(index);
    this.picked = null;
    this.waiting = later.length > 0;
    this.paint();
    try {
      for (const next of later) await hand.add(next, true);
    } catch {
      // Then that step goes too.
    }
    if (hand !== this.hand) return;
    this.waiting = false;
    this.paint();
    this.say(hand.made.length ? `${step} taken back. Still chosen: ${hand.made.join(" and ")}.` : `${step} taken back.`);
  }

  /** Says why a step is illegal, as the server explains. @param {string} name @param {string} [before] words to say first */
  async refuse(name, before = "") {
    this.shake(name);
    this.paint();
    if (this.picked) return this.say(`${this.picked} cannot go to ${name}.`, true, name);
    const { hand } = this;
    const steps = hand.made.length;
    const answer = await this.options.askSteps?.([...hand.made, name]).catch(() => null);
    if (hand !== this.hand || hand.made.length !== steps || this.waiting) return; // the user has moved on
    this.say(before + (answer?.why ?? `You cannot do anything on ${name} now.`), true, name);
  }

  /** @param {string} step @param {string} [before] words to say first */
  async step(step, before = "") {
    const { hand } = this;
    // A button is pressed on purpose; a press on a field can be a slip.
    const slip = this.confirm && (this.picture.fields.has(step) || moveOf(step, this.picture.fields) !== null);
    const confirm = slip || hand.doubt(step) !== "";
    this.picked = null;
    this.preview = null;
    this.waiting = true;
    this.coming = step;
    this.paint();
    try {
      await hand.add(step, confirm);
    } catch (error) {
      if (hand !== this.hand) return;
      this.waiting = false;
      this.paint();
      const why = error instanceof RefusedStep ? error.message : "The server is not responding. Try again.";
      return this.say(before + why, true, this.hand.move(step)?.handle ?? step);
    }
    if (hand !== this.hand) return;
    this.waiting = false;
    if (hand.whole && !confirm) return this.send();
    this.paint(true);
    this.say(before + wordsForStep(hand));
  }

  send() {
    const { text } = this.hand;
    this.sent = true;
    this.paint();
    this.options.onTurn?.(text);
    this.root.dispatchEvent(new CustomEvent("board-turn", { detail: text, bubbles: true }));
  }

  /** Describes the chains. */
  async summarise() {
    const words = await this.options.askSummary?.().catch(() => "");
    if (words) this.say(words);
  }

  /** Removes the last refusal. */
  hush() {
    this.refusal.say("");
  }

  /** @param {string} words @param {boolean} [urgent] @param {string} [near] the field that it is about */
  say(words, urgent = false, near = "") {
    if (this.options.onSay) this.options.onSay(words, urgent);
    else {
      if (!urgent) sayIn(this.root.querySelector(".board-polite"), words);
      this.refusal.say(urgent ? words : "", near);
    }
    this.root.dispatchEvent(new CustomEvent("board-say", { detail: { words, urgent }, bubbles: true }));
  }

  // Drawing -------------------------------------------------------------------------------------------------------

  /** The state with the steps made so far, as far as they can be shown without asking the server. */
  withHand() {
    const { unseen } = this.hand;
    const whole = this.hand.state.done && !unseen.length; // the server's answer about a turn that is not played yet
    const state = whole ? unplayed(this.hand.state) : this.hand.state;
    const { side } = this.state;
    const steps = this.coming === undefined ? unseen : [...unseen, this.coming];
    const placed = steps.filter((step) => this.picture.fields.has(step) && !ownerIn(state, step));
    if (!placed.length || !side) return state;
    const stones = { ...state.stones, [side]: [...state.stones[side], ...placed] };
    const pending = [...(state.marks.pending ?? []), ...placed];
    return { ...state, stones, marks: { ...state.marks, pending } };
  }

  /** @param {boolean} [animate] */
  paint(animate = false) {
    if (!this.waiting) this.coming = undefined;
    this.picture.show(this.withHand(), { animate });
    this.hints.paint();
    const { actions } = this;
    for (const side of ["black", "white"]) this.root.classList.toggle(`previews-${side}`, this.preview === side);
    this.root.classList.toggle("is-yours", this.mayAct);
    this.root.classList.toggle("is-choosing", this.state.choosing);
    this.root.classList.toggle("is-sent", this.sent);
    this.picture.grid.setAttribute("aria-readonly", String(!this.mayAct));
    const focused = document.activeElement?.matches(":focus-visible") ? document.activeElement : null;
    this.options.onActions?.(actions);
    this.options.onChoices?.(choicesOf(this, actions), actions);
    // If the keyboard pressed a button that is now disabled or gone, the focus moves to the board.
    const idle = focused?.closest(".steady") && focused.getAttribute("aria-disabled") === "true";
    const lost = focused && !focused.isConnected && document.activeElement === document.body;
    if (idle || lost) this.keys.stop.node.focus({ preventScroll: true });
    this.root.dispatchEvent(new CustomEvent("board-actions", { detail: actions, bubbles: true }));
  }

  /** A colour's goal, with the sides of the board as seen. @param {string} side @param {string} goal */
  goalSeen(side, goal) {
    return goalAsSeen(goal, this.picture.sides[side], this.picture.turn);
  }

  /** A colour with its goal. @param {import("./state.js").Choice} choice */
  withGoal({ side, goal }) {
    return `${side}: ${this.goalSeen(side, goal)}`;
  }

  /** @param {string} name */
  shake(name) {
    const node = this.picture.fields.get(name)?.node;
    if (!node || this.picture.calm.matches) return;
    const frames = [0, -1.5, 1.5, -1, 0].map((x) => ({ transform: `translate(${x}px, 0)` }));
    node.classList.add("is-refused");
    node.animate(frames, 220).finished.then(() => node.classList.remove("is-refused"), () => {});
  }
}

/** Marks the stones of the last turn as pending. @param {BoardState} state */
function unplayed(state) {
  const { last = [], pending = [], ...marks } = state.marks;
  return { ...state, marks: { ...marks, pending: [...pending, ...last] } };
}

/** Whether two pieces of JSON data are equal. @param {any} one @param {any} other @returns {boolean} */
function alike(one, other) {
  if (one === null || other === null || typeof one !== "object" || typeof other !== "object") return one === other;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => alike(one[key], other[key]));
}
