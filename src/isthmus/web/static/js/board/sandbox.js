// A board without a game: the user tries turns on a position that the page keeps as text.

import { ask } from "../page/asking.js";
import { Board } from "./board.js";

/** Asks the server about a board; the answer is JSON, `{refused, why}` for an illegal step or turn.
 * @param {string} what `steps`, `play` or `summary` @param {object} wish @returns {Promise<any>} */
export const askBoard = (what, wish) => ask(`/api/board/${what}`, wish);

/**
 * @typedef {object} SandboxOptions
 * @property {string} position the text of the shown position
 * @property {(turn: string) => any} [onTurn] a person made a turn; by default the board plays it. Returning false takes
 *   the turn back off the board
 * @property {(position: string, turn: string, state: any) => void} [onPlayed] a turn was played on the board
 */

export class Sandbox {
  /** @param {Element} element @param {SandboxOptions & import("./board.js").Options} options */
  constructor(element, options) {
    this.position = options.position;
    this.options = options;
    /** Counts shown positions and requests. An answer counts only if nothing newer has begun. */
    this.moment = 0;
    this.board = new Board(element, {
      askSteps: (made) => askBoard("steps", { position: this.position, made }),
      askSummary: async () => (await askBoard("summary", { position: this.position })).summary,
      ...options,
      onTurn: (turn) => void this.made(turn),
    });
  }

  /** @param {string} turn */
  async made(turn) {
    const wanted = await this.options.onTurn?.(turn);
    if (wanted === false) this.board.reset();
    else if (!this.options.onTurn) await this.play(turn);
  }

  /** Plays a turn, for either side. @param {string} turn
   * @returns {Promise<boolean>} whether it was played: false if it was refused, or if something newer has begun */
  async play(turn) {
    const asked = ++this.moment;
    const answer = await askBoard("play", { position: this.position, turn }).catch((error) => ({ refused: turn, why: error.message }));
    if (asked !== this.moment) return false;
    if (answer.refused !== undefined) {
      this.board.reset();
      this.board.say(answer.why, true);
      return false;
    }
    this.show(answer.position, answer.state, { animate: true });
    this.options.onPlayed?.(answer.position, answer.turn, answer.state);
    return true;
  }

  /** Shows another position. @param {string} position its text @param {any} state its board
   * @param {{animate?: boolean, yours?: boolean}} [how] */
  show(position, state, how = {}) {
    this.moment++;
    this.position = position;
    this.board.show(state, how);
  }
}
