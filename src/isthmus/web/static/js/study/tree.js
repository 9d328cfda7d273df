// The tree of a study, as the server tells it. Numbers of nodes stay while it grows; turns that a visitor only tries
// get numbers after those of the server, and go when it is read anew.

/**
 * @typedef {object} StudyNode
 * @property {number} parent -1 at the beginning
 * @property {string} turn
 * @property {"black" | "white" | null} side whose stones were played; null for a choice of colour and at the beginning
 * @property {string} [comment]
 * @property {string} [judgement]
 * @property {import("../board/overlays.js").Mark[]} [marks]
 * @property {{first: number, proof?: string, variation?: string[], simulations?: number}} [evaluation] of the position
 *   after the turn, for the first seat
 * @property {boolean} [tried] a visitor's, and not kept
 */

/**
 * @typedef {object} Facts What a study says besides its nodes.
 * @property {number} version
 * @property {string[]} players the first seat's, the second's
 * @property {string} occasion
 * @property {string} place
 * @property {string} date
 * @property {string} result in words; empty while the game goes on
 * @property {number} last where the game as it was played ends
 */

/** @typedef {Facts & {nodes: StudyNode[]}} TreeMessage */
/** @typedef {{depth: number, nodes: number[]}} Line turns one after the other; a variation is one deeper */

export class Tree {
  /** @param {TreeMessage} message */
  constructor(message) {
    const { nodes, ...facts } = message;
    this.nodes = nodes;
    /** @type {Facts} */
    this.facts = facts;
    /** What follows each node, the line that goes on first. @type {number[][]} */
    this.followers = [];
    /** The nodes of the game as it was played. @type {Set<number>} */
    this.main = new Set();
    this.link();
  }

  /** Takes in what a change has changed. @param {Facts & {changed: Record<string, StudyNode>}} news */
  merge({ changed, ...facts }) {
    for (const [number, node] of Object.entries(changed)) this.nodes[Number(number)] = node;
    this.facts = facts;
    this.link();
  }

  /** Adds a turn that is not kept. @param {number} parent @param {string} turn @param {StudyNode["side"]} side */
  tryTurn(parent, turn, side) {
    this.nodes.push({ parent, turn, side, tried: true });
    this.link();
    return this.nodes.length - 1;
  }

  link() {
    this.followers = this.nodes.map(() => []);
    this.nodes.forEach(({ parent }, number) => number && this.followers[parent].push(number));
    this.main = new Set(this.path(this.facts.last));
    for (const next of this.followers) next.sort((one, other) => Number(this.main.has(other)) - Number(this.main.has(one)) || one - other);
  }

  /** The nodes from the beginning to this one. @param {number} number @returns {number[]} */
  path(number) {
    const path = [];
    for (let at = number; at > 0; at = this.nodes[at].parent) path.push(at);
    return [0, ...path.reverse()];
  }

  /** The node, or the last one before it that is kept on the server. @param {number} number */
  kept(number) {
    return this.path(number).findLast((at) => !this.nodes[at].tried) ?? 0;
  }

  /** How many turns lead to a node. @param {number} number */
  ply(number) {
    return this.path(number).length - 1;
  }

  /** The node and those that the first followers lead to. @param {number} number @returns {number[]} */
  line(number) {
    const line = [number];
    for (let next = this.followers[number][0]; next !== undefined; next = this.followers[next][0]) line.push(next);
    return line;
  }

  /** The other turns in this node's place, with itself, in order. @param {number} number */
  variations(number) {
    return number ? this.followers[this.nodes[number].parent] : [0];
  }

  /** @param {number} number @param {string} turn */
  follower(number, turn) {
    return this.followers[number].find((next) => this.nodes[next].turn === turn);
  }

  /** How many turns follow a node in all variations. @param {number} number */
  size(number) {
    let count = 0;
    const waiting = [...this.followers[number]];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      count += 1;
      waiting.push(...this.followers[next]);
    }
    return count;
  }

  /** The node that turns lead to, or the last one on the way that is there. @param {string[]} turns */
  find(turns) {
    let at = 0;
    for (const turn of turns) {
      const next = this.follower(at, turn);
      if (next === undefined) break;
      at = next;
    }
    return at;
  }

  /** The turns that lead to a node. @param {number} number */
  turns(number) {
    return this.path(number).slice(1).map((at) => this.nodes[at].turn);
  }

  /** The tree as lines to be read from top to bottom: a turn, then its variations, then how the line goes on.
   * @returns {Line[]} */
  lines() {
    /** @type {Line[]} */
    const lines = [];
    /** What is still to be told; the last one first. @type {{first: number, depth: number, fresh: boolean}[]} */
    const waiting = [{ first: 0, depth: 0, fresh: true }];
    for (let task = waiting.pop(); task; task = waiting.pop()) {
      const { first, depth } = task;
      const nodes = task.fresh ? [first] : [];
      let at = first;
      while (this.followers[at].length === 1) nodes.push((at = this.followers[at][0]));
      const [next, ...others] = this.followers[at];
      if (next !== undefined) {
        nodes.push(next);
        waiting.push({ first: next, depth, fresh: false });
        for (const other of others.reverse()) waiting.push({ first: other, depth: depth + 1, fresh: true });
      }
      if (nodes.length) lines.push({ depth, nodes });
    }
    return lines;
  }
}
