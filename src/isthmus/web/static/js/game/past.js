// The turns so far and the earlier positions, to browse during the game. A press on an earlier board shows a note that
// the position is an earlier one, with a button back to the current position.

import { make, spoken, tell } from "../page/elements.js";

/** @typedef {import("./game_view.js").GameView} GameView */

export class Past {
  /**
   * @param {GameView} view
   * @param {(ply: number) => Promise<any>} ask `{board, turns}` after `ply` turns; `{refused, why}` if the server refuses
   * @param {(board: any) => void} show shows an earlier board; null: the current one
   * @param {(words: string) => void} complain
   */
  constructor(view, ask, show, complain) {
    this.view = view;
    this.ask = ask;
    this.show = show;
    this.complain = complain;
    /** Called after going to another position. */
    this.onMove = () => {};
    /** The number of turns before the shown position; null: the current one. @type {number | null} */
    this.ply = null;
    /** The turns that lead to the shown position. */
    this.way = "";
    /** Boards by the turns that lead to them. @type {Map<string, any>} */
    this.known = new Map();
    this.list = /** @type {HTMLElement} */ (document.getElementById("turns"));
    this.list.addEventListener("click", (event) => {
      const item = /** @type {Element} */ (event.target).closest("li");
      if (item) void this.go([...this.list.children].indexOf(item) + 1);
    });
    const browse = /** @type {HTMLElement} */ (document.getElementById("browse"));
    this.buttons = /** @type {HTMLButtonElement[]} */ ([...browse.querySelectorAll("button")]);
    for (const button of this.buttons) button.addEventListener("click", () => this.goTo(button.dataset.go ?? ""));
    this.earlierWords = make("p");
    this.earlier = make("div", { class: "earlier", role: "group", "aria-label": "An earlier position", hidden: true }, this.earlierWords,
      make("button", { type: "button", class: "main", onclick: () => this.backToPresent() }, "Back to the current position"));
    /** @type {import("../board/board.js").Board | null} */
    this.board = null;
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** Shows a note on an earlier board when somebody tries to play there.
   * @param {import("../board/board.js").Board} board */
  watch(board) {
    this.board = board;
    board.root.append(this.earlier);
    const { svg, grid } = board.picture;
    svg.addEventListener("click", () => this.tellEarlier());
    grid.addEventListener("keydown", ({ key }) => (key === "Enter" || key === " ") && this.tellEarlier());
  }

  tellEarlier() {
    if (this.ply === null) return;
    const words = `This is an earlier position: turn ${this.ply} of ${this.view.state.ply}.`;
    tell(this.earlierWords, words);
    this.earlier.hidden = false;
    this.board?.say(words);
  }

  async backToPresent() {
    await this.goTo("now");
    this.board?.keys.stop.node.focus({ preventScroll: true });
  }

  /** The number of turns before the shown position. */
  get at() {
    return this.ply ?? this.view.state.ply;
  }

  /** @param {string} where `start`, `back`, `on` or `now` */
  goTo(where) {
    const last = this.view.state.ply;
    const places = { start: 0, back: this.at - 1, on: this.at + 1, now: last };
    return this.go(Math.max(0, places[/** @type {keyof typeof places} */ (where)]));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const where = { ArrowLeft: "back", ArrowRight: "on", Home: "start", End: "now" }[event.key];
    const within = /** @type {Element} */ (event.target);
    if (!where || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey || within.closest("input, select, textarea, dialog, [role=grid], [role=log]")) return;
    event.preventDefault();
    void this.goTo(where);
  }

  /** @param {number} ply */
  async go(ply) {
    this.earlier.hidden = true;
    this.complain(""); // it was about the previous position
    if (ply >= this.view.state.ply) {
      const was = this.ply;
      this.ply = null;
      this.onMove();
      if (was !== null) this.show(null);
      return;
    }
    const way = this.wayTo(ply);
    this.ply = ply;
    this.way = way;
    this.onMove();
    if (!this.known.has(way)) {
      const answer = await this.ask(ply);
      if (answer.refused !== undefined) return this.ply === ply ? this.complain(answer.why) : undefined;
      this.known.set(answer.turns.join(" "), answer.board); // not `way` if turns were taken back in the meantime
    }
    const board = this.known.get(way);
    if (board && this.ply === ply && this.way === way) this.show(board);
  }

  /** The first turns of the game. @param {number} ply their number */
  wayTo(ply) {
    return this.view.state.turns.slice(0, ply).join(" ");
  }

  draw() {
    const { turns, ply: last } = this.view.state;
    if (this.ply !== null && (this.ply >= last || this.way !== this.wayTo(this.ply))) {
      this.ply = null; // turns were taken back in the meantime
      this.earlier.hidden = true;
      this.show(null);
    }
    while (this.list.children.length > turns.length) this.list.lastElementChild?.remove();
    turns.forEach((turn, index) => {
      const item = this.list.children[index] ?? this.list.appendChild(newItem());
      const button = /** @type {HTMLElement} */ (item.firstElementChild);
      tell(button, spoken(turn));
      const shown = index + 1 === this.at;
      if (shown && !button.hasAttribute("aria-current")) keepInView(item);
      if (shown) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    });
    for (const button of this.buttons) {
      const back = button.dataset.go === "start" || button.dataset.go === "back";
      // Not `disabled`, because that would take the focus away from a user who presses repeatedly.
      button.setAttribute("aria-disabled", String(back ? this.at === 0 : this.ply === null));
    }
    document.getElementById("browse")?.classList.toggle("is-past", this.ply !== null);
    document.getElementById("game")?.classList.toggle("is-past", this.ply !== null);
  }
}

function newItem() {
  return make("li", {}, make("button", { type: "button" }));
}

/** Scrolls the list, never the page. @param {Element} item */
function keepInView(item) {
  const list = /** @type {HTMLElement} */ (item.parentElement);
  const [place, room] = [item.getBoundingClientRect(), list.getBoundingClientRect()];
  if (place.top < room.top || place.bottom > room.bottom) list.scrollTop += place.top - room.top - room.height / 2;
  if (place.left < room.left || place.right > room.right) list.scrollLeft += place.left - room.left - room.width / 2;
}
