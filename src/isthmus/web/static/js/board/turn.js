// An unfinished turn: the steps that a person has chosen but not sent. It contains no picture and no rules. The server
// lists the legal steps, in the first state and in its answers about later steps.

/** @typedef {import("./state.js").BoardState} BoardState */
/** @typedef {(made: string[]) => Promise<any>} AskSteps */

/** The meaning of a step that names two fields: a move from one to the other. A game may have other moves, too.
 * @param {string} step @param {{has: (name: string) => boolean}} fields of the board @returns {[string, string] | null} */
export function moveOf(step, fields) {
  const parts = step.split("-");
  return parts.length === 2 && parts.every((part) => fields.has(part)) ? [parts[0], parts[1]] : null;
}

/**
 * @typedef {object} Move A step that moves stones: one, or a row that moves together.
 * @property {string} step
 * @property {string[]} from their fields, the rearmost first
 * @property {string[]} to where they end
 * @property {string} handle the field to point at for this move: where the foremost stone ends
 */

/** A step that the server refused; the message says why. */
export class RefusedStep extends Error {}

export class TurnInHand {
  /** @param {BoardState} state @param {AskSteps} ask @param {{has: (name: string) => boolean}} fields of the board */
  constructor(state, ask, fields) {
    this.ask = ask;
    this.fields = fields;
    /** The state before each step and after the last one. @type {BoardState[]} */
    this.states = [state];
    /** @type {string[]} */
    this.made = [];
    /** For each state, the steps that it does not show yet because it did not come from the server. @type {string[][]} */
    this.unseenIn = [[]];
    /** The steps are a whole turn. */
    this.whole = false;
    /** The question before that turn is played. */
    this.question = "";
  }

  /** The same turn as it stands, without a step that still waits for an answer. */
  copy() {
    const copy = new TurnInHand(this.states[0], this.ask, this.fields);
    copy.states = [...this.states];
    copy.made = [...this.made];
    copy.unseenIn = [...this.unseenIn];
    copy.whole = this.whole;
    copy.question = this.question;
    return copy;
  }

  /** The current state. */
  get state() {
    return this.states[this.states.length - 1];
  }

  /** The steps that the state does not show yet. */
  get unseen() {
    return this.unseenIn[this.unseenIn.length - 1];
  }

  /** @param {string} step */
  has(step) {
    return !this.whole && this.state.steps.includes(step);
  }

  /** A step as a move; null if it moves nothing. @param {string} step @param {BoardState} [state] before it
   * @returns {Move | null} */
  move(step, state = this.state) {
    const move = moveOf(step, this.fields);
    if (!move) return null;
    const [from, to] = state.rows?.[step] ?? [[move[0]], [move[1]]];
    return { step, from, to, handle: to[to.length - 1] };
  }

  /** The moves that begin on a field, the shortest of each row first. @param {string} field @returns {Move[]} */
  movesFrom(field) {
    if (this.whole) return [];
    const moves = this.state.steps.filter((step) => moveOf(step, this.fields)?.[0] === field).map((step) => this.move(step));
    return /** @type {Move[]} */ (moves).sort((one, other) => this.fieldsOf(one) - this.fieldsOf(other));
  }

  /** The number of fields by which a row moves if it overlaps its old place; otherwise the length of the row.
   * @param {Move} move */
  fieldsOf({ from, to }) {
    const overlap = from.indexOf(to[0]);
    return overlap < 0 ? from.length : overlap;
  }

  /** The move of the piece on one field when another field is pressed. A dragged row moves by one field while
   * the pointer is above its own stones. @param {string} from @param {string} to @param {boolean} [dragged] */
  moveTo(from, to, dragged = false) {
    const moves = this.movesFrom(from);
    const along = dragged && to !== from ? moves.find((move) => move.from.includes(to)) : undefined;
    return moves.find((move) => move.handle === to) ?? along ?? null;
  }

  /** The fields where moves begin. @returns {Set<string>} */
  movable() {
    if (this.whole) return new Set();
    return new Set(this.state.steps.flatMap((step) => moveOf(step, this.fields)?.[0] ?? []));
  }

  /** The question before a step is played; empty for an unsurprising step. @param {string} step */
  doubt(step) {
    const doubts = Object.entries(this.state.doubts ?? {});
    return doubts.find(([, steps]) => steps.includes(step))?.[0] ?? "";
  }

  /** The index of the step that put a stone on a field; -1 if no step did. @param {string} field */
  madeOn(field) {
    for (let index = this.made.length - 1; index >= 0; index--) {
      const step = this.made[index];
      const move = this.move(step, this.states[index]);
      if (step === field || move?.to.includes(field)) return index;
      if (move?.from.includes(field)) return -1; // its stone has moved on
    }
    return -1;
  }

  /** Makes a step. With `preview` the server is also asked for the result of a whole turn. Throws RefusedStep.
   * @param {string} step @param {boolean} preview */
  async add(step, preview) {
    const goesOn = this.goesOn(step);
    const doubt = this.doubt(step);
    let answer = null;
    if (goesOn !== false || preview) {
      answer = await this.ask([...this.made, step]);
      if (answer.refused !== undefined) throw new RefusedStep(answer.why);
    }
    const stepsOnly = { ...this.state, continues: undefined, choices: [] };
    this.states.push(answer ? { ...(answer.stones ? {} : stepsOnly), ...answer } : this.state);
    this.unseenIn.push(answer?.stones ? [] : [...this.unseen, step]);
    this.made.push(step);
    const onlyStop = this.state.steps.length === 1 && this.state.steps[0] === "stop";
    this.whole = goesOn === false || answer?.done === true || onlyStop;
    this.question = this.whole ? doubt : "";
  }

  /** Takes back a step and all later steps. @param {number} index @returns {string[]} the later steps */
  backTo(index) {
    const later = this.made.slice(index + 1);
    this.made.length = index;
    this.states.length = this.unseenIn.length = index + 1;
    this.whole = false;
    this.question = "";
    return later;
  }

  /** Ends the turn here. */
  stop() {
    this.whole = true;
  }

  /** Takes back the last step. */
  back() {
    if (this.made.length) this.backTo(this.made.length - 1);
    this.whole = false;
  }

  /** The text of the turn, for the server. */
  get text() {
    const before = this.states[0].made ?? [];
    return [...before, ...this.made].filter((step) => step !== "stop").join("+");
  }

  /** Whether a turn is unfinished after a step; undefined if the server must be asked. @param {string} step */
  goesOn(step) {
    const { continues } = this.state;
    return Array.isArray(continues) ? continues.includes(step) : continues;
  }
}
