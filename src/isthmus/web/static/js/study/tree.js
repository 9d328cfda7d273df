// The tree of a study, as sent by the server. Node numbers stay the same while it grows. Turns that a visitor tries get
// numbers after the server's, and disappear when the tree is read again.

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
 * @property {boolean} [tried] a visitor's turn, not saved
 */

/**
 * @typedef {object} Facts The facts of a study besides its nodes.
 * @property {number} version
 * @property {string[]} players the names of the first and the second player
 * @property {string} occasion
 * @property {string} place
 * @property {string} date
 * @property {string} result in words; empty while the game is in progress
 * @property {number} last the node where the played game ends
 */

/** @typedef {Facts & {nodes: StudyNode[]}} TreeMessage */
/** @typedef {{depth: number, nodes: number[]}} Line successive turns; a variation is one deeper */

export class Tree {
  /** @param {TreeMessage} message */
  constructor(message) {
    const { nodes, ...facts } = message;
    this.nodes = nodes;
    /** @type {Facts} */
    this.facts = facts;
    /** The followers of each node, the main one first. @type {number[][]} */
    this.followers = [];
    /** The nodes of the played game. @type {Set<number>} */
    this.main = new Set();
    this.link();
  }

  /** Applies the result of a change. @param {Facts & {changed: Record<string, StudyNode>}} news */
  merge({ changed, ...facts }) {
    for (const [number, node] of Object.entries(changed)) this.nodes[Number(number)] = node;
    this.facts = facts;
    this.link();
  }

  /** Adds a turn that is not saved. @param {number} parent @param {string} turn @param {StudyNode["side"]} side */
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

  /** The node, or the last one before it that exists on the server. @param {number} number */
  kept(number) {
    return this.path(number).findLast((at) => !this.nodes[at].tried) ?? 0;
  }

  /** The number of turns that lead to a node. @param {number} number */
  ply(number) {
    return this.path(number).length - 1;
  }

  /** The node and the main line after it. @param {number} number @returns {number[]} */
  line(number) {
    const line = [number];
    for (let next = this.followers[number][0]; next !== undefined; next = this.followers[next][0]) line.push(next);
    return line;
  }

  /** The node and its alternatives, in order. @param {number} number */
  variations(number) {
    return number ? this.followers[this.nodes[number].parent] : [0];
  }

  /** @param {number} number @param {string} turn */
  follower(number, turn) {
    return this.followers[number].find((next) => this.nodes[next].turn === turn);
  }

  /** The number of turns after a node, in all variations. @param {number} number */
  size(number) {
    let count = 0;
    const waiting = [...this.followers[number]];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      count += 1;
      waiting.push(...this.followers[next]);
    }
    return count;
  }

  /** The node to which turns lead, or the last existing one on the way. @param {string[]} turns */
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

  /** The tree as lines from top to bottom: a turn, then its variations, then the rest of the line.
   * @returns {Line[]} */
  lines() {
    /** @type {Line[]} */
    const lines = [];
    /** The lines still to output; the last one comes first. @type {{first: number, depth: number, fresh: boolean}[]} */
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
