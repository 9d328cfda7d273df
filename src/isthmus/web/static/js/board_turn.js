// A turn in the making: the steps that a person has chosen and not sent yet. Knows no picture and no rules: which steps
// there are is the server's word, in the first state and in the answers about the steps made since.

/** @typedef {import("./board_types.js").BoardState} BoardState */
/** @typedef {(made: string[]) => Promise<any>} AskSteps */

/** What a step means where it names two fields: a move from one to the other.
 * @param {string} step @returns {[string, string] | null} */
export function moveOf(step) {
  const parts = step.split("-");
  return parts.length === 2 && parts[0] !== "take" ? [parts[0], parts[1]] : null;
}

/** A step that the server would not hear of; its message says why. */
export class RefusedStep extends Error {}

export class TurnInHand {
  /** @param {BoardState} state @param {AskSteps} ask */
  constructor(state, ask) {
    this.ask = ask;
    /** How it stands before each step and after the last one. @type {BoardState[]} */
    this.states = [state];
    /** @type {string[]} */
    this.made = [];
    /** For each state the steps that it does not show yet, as it was not the server that gave it. @type {string[][]} */
    this.unseenIn = [[]];
    /** The steps are a whole turn. */
    this.whole = false;
  }

  /** How it stands now. */
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

  /** The targets of the moves that begin on a field. @param {string} field @returns {string[]} */
  targetsFrom(field) {
    if (this.whole) return [];
    return this.state.steps.map(moveOf).flatMap((move) => (move && move[0] === field ? [move[1]] : []));
  }

  /** The fields where moves begin. @returns {Set<string>} */
  movable() {
    return new Set(this.whole ? [] : this.state.steps.map(moveOf).flatMap((move) => (move ? [move[0]] : [])));
  }

  /** Makes a step. With `preview` the server is asked what a whole turn brings, too. Throws RefusedStep.
   * @param {string} step @param {boolean} preview */
  async add(step, preview) {
    const goesOn = this.goesOn(step);
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
  }

  /** Ends the turn as it stands. */
  stop() {
    this.whole = true;
  }

  /** Takes back the last step, or the stop. */
  back() {
    const stopped = this.whole && this.state.steps.includes("stop") && this.state.steps.length > 1;
    this.whole = false;
    if (stopped) return;
    if (!this.made.pop()) return;
    this.states.pop();
    this.unseenIn.pop();
  }

  /** The text of the turn, for the server to read. */
  get text() {
    const before = this.states[0].made ?? [];
    return [...before, ...this.made].filter((step) => step !== "stop").join("+");
  }

  /** Whether a turn is unfinished after a step; undefined if only the server knows. @param {string} step */
  goesOn(step) {
    const { continues } = this.state;
    return Array.isArray(continues) ? continues.includes(step) : continues;
  }
}
