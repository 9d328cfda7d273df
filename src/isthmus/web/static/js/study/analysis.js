// The engine's analysis of a study: lines, overlays, hints and the review, with the graph of the game.

import { Candidates } from "../analysis/candidates.js";
import { at, hideButton, make } from "../page/elements.js";
import { EngineLines } from "../analysis/engine_lines.js";
import { EvaluationGraph } from "../analysis/evaluation_graph.js";
import { Hint } from "../analysis/hint.js";
import { OverlaySwitch } from "../analysis/overlay_switch.js";
import { ReviewPanel } from "../analysis/review_panel.js";

/** @typedef {import("./tree.js").Tree} Tree */

/**
 * @typedef {object} Desk The parts of the page that the analysis needs.
 * @property {import("../board/board.js").Board} board
 * @property {Tree} tree
 * @property {number} here
 * @property {number} placed the node on the board
 * @property {boolean} owner
 * @property {string} id
 * @property {(number: number | undefined) => Promise<void>} go
 * @property {(turn: string) => Promise<void>} play
 * @property {(turns: string[], stay: boolean) => Promise<void>} playLine
 * @property {(wish: Record<string, unknown>, how?: {stay?: boolean}) => Promise<boolean>} change
 */

export class StudyAnalysis {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    const { board } = desk;
    this.candidates = new Candidates(board.picture);
    this.game = board.root.dataset.game ?? "";
    /** The turns of the game in the review panel; null if it has no game. @type {string | null} */
    this.known = null;
    this.engine = new EngineLines(at("engine"), {
      onPoint: (drawn, reach) => this.candidates.line(drawn, reach),
      onChoose: (turns, whole) => void desk.playLine(turns, whole),
      onTurns: (turns) => this.candidates.rank(turns),
    });
    // A hint and an overlay shade the same fields, so only one is shown at a time.
    this.overlay = new OverlaySwitch(at("overlays"), board, { onChosen: () => this.hint.reset() });
    this.hint = new Hint(at("hint"), board, { onAsked: () => this.overlay.end(), onClosed: () => this.overlay.renew(0) });
    /** @type {Promise<import("../analysis/fault_marks.js").FaultMarks> | null} */
    this.faults = null;
    this.graph = new EvaluationGraph(at("graph"), { onPick: (index) => this.pick(index) });
    this.review = new ReviewPanel(at("review"), {
      onPick: (row) => this.pick(row.number),
      onBetter: (row) => void this.better(row),
      onFault: (row) => void this.showFault(row),
      onPoints: (points) => {
        this.graph.show(points, this.ply());
        void this.faultMarks();
      },
      onDone: (record) => this.offer(record),
    });
    this.keep = make("button", { type: "button", hidden: true, onclick: () => void this.keepReview() }, "Save the judgements in this study");
    if (desk.owner) at("review").append(this.keep);
    this.reviewed = "";
  }

  /** The node of the game after a number of turns. @param {number} ply */
  nodeAt(ply) {
    const { tree } = this.desk;
    return tree.path(tree.facts.last)[ply];
  }

  /** Shows the game after a number of turns. The user has pressed something that may be far from the board.
   * @param {number} ply */
  pick(ply) {
    void this.desk.go(this.nodeAt(ply));
    bringIntoView(this.desk.board, this.review.said);
  }

  /** They are loaded with the first review. */
  faultMarks() {
    return (this.faults ??= import("../analysis/fault_marks.js").then(({ FaultMarks }) => new FaultMarks(this.desk.board.picture)));
  }

  /** Shows a mistake on the board; null: no mistake. @param {import("../analysis/review_panel.js").Row | null} row */
  async showFault(row) {
    if (row || this.faults) (await this.faultMarks()).show(row);
  }

  /** The number of turns of the game up to here, or up to the point where the variation begins. */
  ply() {
    const { tree, here } = this.desk;
    return tree.path(here).filter((number) => tree.main.has(number)).length - 1;
  }

  /** Shows the analysis of a position. @param {string} position its text */
  show(position) {
    this.engine.show(position);
    this.hint.show(position);
    void this.overlay.show(position, this.game);
    this.graph.show(this.graph.points, this.ply());
    this.review.at(this.ply(), this.desk.tree.main.has(this.desk.here));
  }

  /** If the turns of the game have changed, removes the old review. */
  async renew() {
    const { tree, id } = this.desk;
    const turns = tree.turns(tree.facts.last).join(" ");
    if (turns === this.known) return;
    this.known = turns;
    this.keep.hidden = true;
    this.graph.show([], 0);
    const answer = await fetch(`/study/${id}/export/json`).catch(() => null);
    if (turns !== this.known) return; // they have changed again
    if (answer?.ok) await this.review.show(await answer.text());
    else this.known = null;
  }

  /** Shows the better turn of a fault as a variation. @param {import("../analysis/review_panel.js").Row} row */
  async better(row) {
    const { desk } = this;
    const before = this.nodeAt(row.number - 1);
    bringIntoView(desk.board, this.review.said);
    await desk.go(before);
    if (desk.placed === before) await desk.play(row.better); // else the user has moved on, or the server did not answer
  }

  /** @param {string} record the reviewed one, as JSON lines */
  offer(record) {
    this.reviewed = record;
    this.keep.hidden = false;
  }

  /** Saves the review's judgements and better turns. */
  async keepReview() {
    if (await this.desk.change({ do: "review", record: this.reviewed }, { stay: true })) hideButton(this.keep, this.review.start);
  }
}

/** Pixels between a board that stays in view and what is below it. */
const GAP = 8;

/** Scrolls the page as little as possible, so that the whole board is in view, and of the words below it as much as there
 * is room for. If the words are beside the board, nothing moves: there the board stays in view by itself.
 * @param {import("../board/board.js").Board} board @param {Element} [words] with the buttons above them */
export function bringIntoView(board, words = board.root) {
  const frame = /** @type {HTMLElement} */ (board.root.parentElement);
  const [above, below, whole] = [frame, words, words.parentElement ?? words].map((one) => one.getBoundingClientRect());
  if (below.left >= above.right) return;
  const stays = words !== board.root && getComputedStyle(frame).position === "sticky";
  const down = Math.min(stays ? whole.top - above.height - GAP : above.top, Math.max(0, below.bottom - innerHeight));
  if (down) scrollBy(0, down);
}
