// A study's requests to the server. Changes are sent one after another, each for the version made by the previous one.

import { UNANSWERED } from "../page/asking.js";

/** @typedef {import("./tree.js").TreeMessage} TreeMessage */
/** @typedef {{position: string, state: any, link?: string, seats?: string[] | null}} Place a position with its board */

/** The most characters of a request that is sent even if the page is closed. Each may take four bytes. */
const MOST_KEPT_ALIVE = 15_000;

/** A refused or failed request; `stale`: the study has changed elsewhere. */
export class Refusal extends Error {
  /** @param {string} why @param {boolean} [stale] */
  constructor(why, stale = false) {
    super(why);
    this.stale = stale;
  }
}

/** @param {string} path @param {RequestInit} [how] @returns {Promise<any>} */
async function ask(path, how) {
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(path, how);
  } catch {
    throw new Refusal(UNANSWERED);
  }
  const message = await answer.json().catch(() => ({}));
  if (answer.ok) return message;
  const why = typeof message.detail === "string" ? message.detail : `The server answered ${answer.status}.`;
  throw new Refusal(why, answer.status === 409);
}

export class StudyClient {
  /** @param {string} id @param {number} version */
  constructor(id, version) {
    this.path = `/study/${id}`;
    this.version = version;
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
      place = ask(`${this.path}/nodes/${node}?version=${this.version}`);
      this.places.set(node, place);
      place.catch(() => this.places.delete(node));
    }
    return place;
  }

  /** The whole study as it is now. @returns {Promise<TreeMessage>} */
  async tree() {
    const tree = await ask(`${this.path}/tree`);
    this.places.clear();
    this.version = tree.version;
    return tree;
  }

  /** Makes a change; rejects with a Refusal. @param {object} wish @returns {Promise<any>} */
  edit(wish) {
    const change = this.tail.then(async () => {
      const body = JSON.stringify({ ...wish, version: this.version });
      // A small change is sent even if the page is closed; browsers allow at most 64 kB.
      const keepalive = body.length < MOST_KEPT_ALIVE;
      const answer = await ask(`${this.path}/edit`, { method: "POST", headers: { "content-type": "application/json" }, body, keepalive });
      if (answer.tree) this.places.clear();
      this.version = (answer.tree ?? answer).version;
      this.know(answer.node, answer.place);
      return answer;
    });
    this.tail = change.catch(() => {});
    return change;
  }
}
