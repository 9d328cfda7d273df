// The page of a study: a board for trying any legal turn, and the tree of turns.

import { Refusal } from "../page/asking.js";
import { Board } from "../board/board.js";
import { choiceButtons } from "../board/controls.js";
import { Overlays } from "../board/overlays.js";
import { at, spoken } from "../page/elements.js";
import { askBoard } from "../board/sandbox.js";
import { bringIntoView, StudyAnalysis } from "./analysis.js";
import { isStale, StudyClient } from "./client.js";
import { inWords, showFacts, standing } from "./facts.js";
import { wireForms } from "./forms.js";
import { listenToKeys } from "./keys.js";
import { rememberStudy } from "./list.js";
import { Marking } from "./marks.js";
import { Notes } from "./notes.js";
import { fillShare } from "./share.js";
import { applyRotation, keepRotation } from "../board/rotation.js";
import { Tree } from "./tree.js";
import { TreeView } from "./tree_view.js";
import { keepUnfinished } from "../board/unfinished.js";

/** @typedef {import("./client.js").Place} Place */
/** @typedef {import("../board/overlays.js").Mark} Mark */

class StudyPage {
  constructor() {
    const facts = JSON.parse(at("facts").textContent ?? "{}");
    this.id = /** @type {string} */ (facts.id);
    /** The game on this server that it came from. */
    this.of = /** @type {string | null} */ (facts.of);
    this.owner = /** @type {boolean} */ (facts.owner);
    this.here = /** @type {number} */ (facts.node);
    /** The position on the board. For a moment `here` may be ahead of it. */
    this.place = /** @type {Place} */ (facts.place);
    this.placed = this.here;
    this.tree = new Tree(facts.tree);
    this.client = new StudyClient(facts.id, facts.tree.version);
    this.client.know(this.here, this.place);
    this.view = new TreeView(at("tree"), (number) => {
      void this.go(number);
      bringIntoView(this.board);
    });
    this.notes = new Notes(this.id, (node, notes) => this.note(node, notes));
    this.board = new Board(at("board"), {
      askSteps: (made) => askBoard("steps", { position: this.place.position, made }),
      askSummary: async () => (await askBoard("summary", { position: this.place.position })).summary,
      onTurn: (turn) => void this.play(turn),
      onChoices: choiceButtons(at("choices")),
    });
    this.marks = new Overlays(this.board.picture, "study");
    this.analysis = new StudyAnalysis(this);
    /** Marks on their way to the server, by node. @type {Map<number, Mark[]>} */
    this.coming = new Map();
    this.marking = this.owner ? new Marking(this.board, () => this.marksHere, (marks) => void this.mark(marks)) : null;
  }

  get node() {
    return this.tree.nodes[this.here];
  }

  /** The marks of the position on the board. */
  get marksHere() {
    return this.coming.get(this.placed) ?? this.tree.nodes[this.placed]?.marks ?? [];
  }

  // Navigation ----------------------------------------------------------------------------------------------------

  /** Shows the position at a node. @param {number | undefined} number @returns {Promise<void>} */
  async go(number) {
    if (number === undefined || (number === this.here && number === this.placed) || !this.tree.nodes[number]) return;
    void this.notes.flush();
    this.complain(""); // that was about the previous position
    this.here = number;
    this.view.show(number);
    try {
      const place = await this.client.place(number);
      if (number !== this.here) return;
      this.show(place);
      const next = this.tree.followers[number][0];
      if (next !== undefined && !this.tree.nodes[next].tried) this.client.place(next).catch(() => {});
    } catch (error) {
      await this.refused(error, number);
    }
  }

  /** Shows the position at `here`. @param {Place} place */
  show(place) {
    this.place = place;
    this.placed = this.here;
    this.board.show(place.state, { animate: true });
    this.draw();
    history.replaceState(null, "", `?node=${this.tree.kept(this.here)}`);
  }

  /** Performs the action of a key or a button. @param {string} deed @returns {boolean} */
  act(deed) {
    const { tree, here } = this;
    const ways = tree.variations(here);
    const beside = (/** @type {number} */ by) => ways[(ways.indexOf(here) + by + ways.length) % ways.length];
    if (deed === "back") void this.go(here ? tree.nodes[here].parent : undefined);
    else if (deed === "on") void this.go(tree.followers[here][0]);
    else if (deed === "first") void this.go(0);
    else if (deed === "last") void this.go(tree.line(here).at(-1));
    else if (deed === "variation-back") void this.go(beside(-1));
    else if (deed === "variation-on") void this.go(beside(1));
    else if (deed === "flip") {
      this.board.flip();
      keepRotation(this.board);
    } else if (deed === "board") this.board.keys.goTo(this.board.keys.stop);
    else if (deed === "turns") this.view.focus();
    else if (deed === "comment") at("comment")?.focus();
    else if (deed === "engine") this.analysis.engine.turn(!this.analysis.engine.on);
    else if (deed === "lines") this.analysis.engine.focus();
    else if (deed === "hint") void this.analysis.hint.next();
    else if (deed === "fault") this.analysis.review.nextMistake();
    else if (deed === "fault-back") this.analysis.review.nextMistake(-1);
    else return false;
    return true;
  }

  // Changes -------------------------------------------------------------------------------------------------------

  /** A turn was made on the board. @param {string} turn */
  async play(turn) {
    if (!this.owner) return void (await this.tryOut(turn));
    void this.notes.flush();
    await this.change({ do: "play", node: this.placed, turn }, { about: this.placed });
    this.board.reset();
  }

  /** Adds turns of an engine line to the tree. @param {string[]} turns @param {boolean} stay keeps the board where it is;
   *   else it shows the position after them */
  async playLine(turns, stay) {
    const from = this.placed;
    if (this.owner) {
      void this.notes.flush();
      await this.change({ do: "line", node: from, turns }, { stay, about: from });
    } else {
      for (const turn of turns) {
        const reached = await this.tryOut(turn);
        if (reached === null || this.placed !== reached) return; // illegal, or the user has moved on
      }
      if (stay) await this.go(from);
    }
    this.board.reset();
  }

  /** A turn by a visitor, who may not change the study. It is shown but not saved. @param {string} turn
   * @returns {Promise<number | null>} its node; null if it was refused */
  async tryOut(turn) {
    const from = this.placed;
    const { side, choosing } = this.place.state;
    try {
      const answer = await askBoard("play", { position: this.place.position, turn });
      if (answer.refused !== undefined) throw new Refusal(answer.why);
      let number = this.tree.follower(from, answer.turn);
      if (number === undefined) {
        number = this.tree.tryTurn(from, answer.turn, choosing ? null : side);
        this.client.know(number, { position: answer.position, state: answer.state });
        this.view.draw(this.tree, from);
      }
      await this.go(number);
      this.board.reset();
      return number;
    } catch (error) {
      await this.refused(error, from);
      this.board.reset();
      return null;
    }
  }

  /** Makes a change on the server and shows the result. @param {Record<string, unknown>} wish
   * @param {{stay?: boolean, about?: number}} [how] `about`: the node that a refusal is about, if any
   * @returns {Promise<boolean>} whether it was made */
  async change(wish, { stay = false, about } = {}) {
    const before = this.here;
    try {
      const answer = await this.client.edit(wish);
      if (answer.tree) this.tree = new Tree(answer.tree);
      else {
        const { node, place, ...news } = answer;
        this.tree.merge(news);
      }
      this.complain("");
      // If the user has moved on meanwhile, the page stays there.
      const goes = !stay && (this.here === before || answer.tree);
      if (goes) this.here = answer.node;
      this.view.draw(this.tree, this.here);
      if (goes) this.show(answer.place);
      else this.draw();
      this.remember();
      return true;
    } catch (error) {
      await this.refused(error, about);
      return false;
    }
  }

  /** @param {number} node @param {object} notes */
  note(node, notes) {
    return this.change({ do: "note", node, ...notes }, { stay: true });
  }

  /** Marks fields of the position. The marks are shown at once, so that the next mark is added to them.
   * @param {Mark[]} marks */
  async mark(marks) {
    const { placed } = this;
    this.coming.set(placed, marks);
    this.showMarks();
    await this.note(placed, { marks });
    if (this.coming.get(placed) === marks) this.coming.delete(placed);
    this.showMarks();
  }

  /** Shows the reason for a refusal, unless it is about a position that is no longer shown.
   * @param {unknown} error @param {number} [about] the node of that position */
  async refused(error, about = this.here) {
    if (!(error instanceof Refusal)) throw error;
    if (about === this.here || isStale(error)) this.complain(error.message);
    if (!isStale(error)) return;
    const turns = this.tree.turns(this.here);
    const tried = this.tree.nodes.flatMap((node, number) => (node.tried ? [{ ...node, path: this.tree.turns(number), place: this.client.place(number) }] : []));
    try {
      this.tree = new Tree(await this.client.tree());
      this.tryAgain(tried);
      this.here = this.tree.find(turns);
      this.view.draw(this.tree, this.here);
      this.show(await this.client.place(this.here));
      this.complain(`This study was changed elsewhere; this is the current version.${this.owner ? " Your last change was not saved." : ""}`);
    } catch (again) {
      if (!(again instanceof Refusal)) throw again;
    }
  }

  /** Adds a visitor's turns to the current tree, as far as they still fit.
   * @param {(import("./tree.js").StudyNode & {path: string[], place: Promise<Place>})[]} tried */
  tryAgain(tried) {
    for (const { path, turn, side, place } of tried) {
      const parent = this.tree.find(path.slice(0, -1));
      if (this.tree.ply(parent) !== path.length - 1 || this.tree.follower(parent, turn) !== undefined) continue;
      this.client.places.set(this.tree.tryTurn(parent, turn, side), place);
    }
  }

  async remove() {
    const { tree, here } = this;
    const more = tree.size(here);
    const turn = `“${spoken(this.node.turn)}”`;
    const words = more ? `Delete ${turn} and the ${more} turn${more > 1 ? "s" : ""} after it?` : `Delete ${turn}?`;
    if (!confirm(words)) return;
    await this.notes.flush();
    await this.change({ do: "remove", node: here });
    this.view.focus();
  }

  // Drawing -------------------------------------------------------------------------------------------------------

  draw() {
    const { tree, here, node, place } = this;
    const way = tree.ply(here);
    this.notes.show(here, node, here ? `${way}. ${spoken(node.turn)}` : "Beginning", tree.turns(here).join(" "));
    this.showMarks();
    at("status").textContent = standing(place.state, here === tree.facts.last ? tree.facts.result : "");
    this.analysis.show(place.position);
    void this.analysis.renew();
    showFacts(tree.facts);
    fillShare(this.id, here, place, tree);
    /** @type {[string, boolean][]} */
    const idle = [["step-first", !here], ["step-back", !here], ["step-on", !tree.followers[here].length], ["step-last", !tree.followers[here].length]];
    // Not `disabled`, because that would take the focus away from a user who presses repeatedly.
    for (const [id, off] of idle) at(id).setAttribute("aria-disabled", String(off));
    at("promote")?.toggleAttribute("disabled", !here || tree.main.has(here));
    at("remove")?.toggleAttribute("disabled", !here);
  }

  showMarks() {
    this.marks.marks(this.marksHere);
    this.marking?.show(this.marksHere);
  }

  /** @param {string} words */
  complain(words) {
    if (words) this.board.hush();
    at("error").textContent = words;
  }

  /** Keeps this study in the list of this browser. */
  remember() {
    if (!this.owner) return;
    const { players, occasion, place, date, last, result } = this.tree.facts;
    const names = players.filter(Boolean).join(" – ");
    const turns = this.tree.ply(last);
    const title = [at("title").dataset.name, names].filter(Boolean).join(": ");
    const words = [occasion, place, inWords(date), `${turns} turn${turns === 1 ? "" : "s"}`].filter(Boolean).join(" · ");
    const played = this.of ? this.tree.turns(last).join(" ") + (result ? " over" : "") : undefined;
    rememberStudy({ id: this.id, title, words, when: Date.now(), of: this.of, played });
  }

  begin() {
    applyRotation(this.board);
    this.view.draw(this.tree, this.here);
    this.draw();
    this.remember();
    listenToKeys((deed) => this.act(deed));
    for (const deed of ["first", "back", "on", "last", "flip"]) at(`step-${deed}`).addEventListener("click", () => this.act(deed));
    wireForms(this);
    void keepUnfinished(this.board, `steps ${this.id}`, () => this.place.position);
  }
}

new StudyPage().begin();
