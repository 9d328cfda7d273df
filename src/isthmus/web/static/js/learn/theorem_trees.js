// The winner's two trees, drawn over a board as edges, and the answer to each point.

import { draw } from "../page/elements.js";

/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {{side: string, one: string[], two: string[], cut: string}} Trees */
/** @typedef {Record<string, Record<string, [number, number, number, number]>>} Edges from side and point to a line */

export class TreePicture {
  /** @param {Board} board @param {Edges} edges */
  constructor(board, edges) {
    this.board = board;
    this.edges = edges;
    this.layer = draw("g", { class: "trees" });
    board.picture.turning.insertBefore(this.layer, board.picture.layer("stones"));
  }

  /** @param {Trees | null} trees */
  show(trees) {
    const lines = trees ? this.lines(trees) : [];
    this.layer.replaceChildren(...lines);
  }

  /** @param {Trees} trees */
  lines({ side, one, two, cut }) {
    const kinds = [...one.map((point) => [point, "a"]), ...two.map((point) => [point, "b"]), ...(cut ? [[cut, "cut"]] : [])];
    return kinds.map(([point, kind]) => {
      const [x1, y1, x2, y2] = this.edges[side][point];
      return draw("line", { x1, y1, x2, y2, class: `tree tree--${kind}` });
    });
  }
}
