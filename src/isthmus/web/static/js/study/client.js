// A study's requests to the server. Changes are sent one after another, each for the version made by the previous one.

import { ask, Refusal } from "../page/asking.js";

/** @typedef {import("./tree.js").TreeMessage} TreeMessage */
/** @typedef {{position: string, state: any, link?: string, seats?: string[] | null}} Place a position with its board */

/** The maximum number of characters in a request that is sent even if the page is closed. Each may take four bytes. */
const MOST_KEPT_ALIVE = 15_000;

/** Whether a request failed because the study has changed elsewhere. @param {Refusal} error */
export const isStale = (error) => error.status === 409;

export class StudyClient {
  /** @param {string} id @param {number} version */
  constructor(id, version) {
    this.path = `/study/${id}`;
    this.version = version;
    /** How many times all nodes have been renumbered. */
    this.numbering = 0;
    /** @type {Map<number, Promise<Place>>} */
    this.places = new Map();
    /** The changes in flight. @type {Promise<unknown>} */
    this.tail = Promise.resolve();
  }

  /** @param {number} node @param {Place} place */
  know(node, place) {
    this.places.set(node, Promise.resolve(place));
  }

  /** The position at a node. @param {number} node @returns {Promise<Place>} */
  place(node) {
    let place = this.places.get(node);
    if (!place) {
      const { version, numbering } = this;
      const asked = (/** @type {number} */ version) => ask(`${this.path}/nodes/${node}?version=${version}`);
      place = asked(version).catch(async (error) => {
        if (!isStale(error)) throw error;
        await this.tail; // a change of this page, in flight, may have made the newer version
        if (this.version === version || this.numbering !== numbering) throw error;
        return asked(this.version);
      });
      this.places.set(node, place);
      place.catch(() => this.places.delete(node));
    }
    return place;
  }

  /** The whole study as it is now. @returns {Promise<TreeMessage>} */
  async tree() {
    const tree = await ask(`${this.path}/tree`);
    this.renumber();
    this.version = tree.version;
    return tree;
  }

  renumber() {
    this.places.clear();
    this.numbering++;
  }

  /** Runs a request about a node after the changes in flight. If they have given the nodes new numbers, rejects.
   * @template Answer
   * @param {() => Promise<Answer>} request @returns {Promise<Answer>} */
  later(request) {
    const { numbering } = this;
    return this.tail.then(() => {
      if (numbering !== this.numbering) throw new Refusal("Turns were deleted just before this, so your last action was not carried out. Try again.");
      return request();
    });
  }

  /** Makes a change; rejects with a Refusal. @param {object} wish @returns {Promise<any>} */
  edit(wish) {
    const change = this.later(async () => {
      // A small change is sent even if the page is closed; browsers allow at most 64 kB.
      const keepalive = JSON.stringify(wish).length < MOST_KEPT_ALIVE;
      const answer = await ask(`${this.path}/edit`, { ...wish, version: this.version }, { keepalive });
      if (answer.tree) this.renumber();
      this.version = (answer.tree ?? answer).version;
      this.know(answer.node, answer.place);
      return answer;
    });
    this.tail = change.catch(() => {});
    return change;
  }
}
