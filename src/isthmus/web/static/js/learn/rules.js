// Rules pages: every exhibit becomes a live board, with buttons for the turns in its text. The server judges turns.

import { choiceButtons } from "../board/controls.js";
import { at, make } from "../page/elements.js";
import { Sandbox } from "../board/sandbox.js";

/** The goal of each kind of task, checked on the state after the turn. @type {Record<string, (state: any, side: string) => boolean>} */
const FULFILLED = {
  wins: (state, side) => state.over?.winner === side,
  captures: (state) => state.ghosts.some((/** @type {string[]} */ [kind]) => kind === "captured"),
};

class Exhibit {
  /** @param {HTMLElement} figure the output of exhibit_html.py */
  constructor(figure) {
    this.figure = figure;
    this.start = figure.dataset.position ?? "";
    this.said = make("p", { class: "said", role: "status" });
    this.choices = make("div", { class: "choices" });
    this.again = make("button", { type: "button", onclick: () => this.reset() }, "Reset");
    const actions = make("div", { class: "actions" }, this.choices, this.again);
    this.sandbox = new Sandbox(figure, {
      position: this.start,
      onSay: (words, urgent) => this.say(words, urgent),
      onPlayed: (_, __, state) => this.played(state),
      onChoices: choiceButtons(this.choices, { asks: false }), // the exhibit says so below the board
    });
    this.begin = this.sandbox.board.state;
    this.first = true;
    figure.querySelector(".exhibit-board")?.append(this.said, actions);
    for (const trial of /** @type {NodeListOf<HTMLElement>} */ (figure.querySelectorAll(".trials [data-turn]"))) this.offer(trial);
    this.again.hidden = true;
  }

  /** A button to try a turn out. @param {HTMLElement} trial */
  offer(trial) {
    const turn = trial.dataset.turn ?? "";
    const tryIt = () => {
      this.reset();
      this.first = false;
      void this.sandbox.play(turn);
    };
    trial.prepend(make("button", { type: "button", "aria-label": `Try ${turn}`, onclick: tryIt }, "Try"));
  }

  reset() {
    this.first = true;
    this.sandbox.show(this.start, this.begin);
    this.say("");
    this.figure.classList.remove("is-fulfilled");
  }

  /** After the first turn, says whether it fulfils the task. @param {any} state after the turn */
  played(state) {
    const { task, side } = this.figure.dataset;
    if (!task || !this.first) return;
    this.first = false;
    const done = FULFILLED[task](state, side ?? "");
    this.figure.classList.toggle("is-fulfilled", done);
    this.say(`${done ? "Well done." : "Not yet: press Reset to try again."} ${state.news}`);
  }

  /** @param {string} words @param {boolean} [urgent] */
  say(words, urgent = false) {
    this.said.textContent = words;
    this.said.classList.toggle("is-refusal", urgent);
    this.figure.classList.toggle("is-said", words !== "");
    if (words) this.again.hidden = false;
  }
}

const exhibits = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".exhibit"));
at("live-note").hidden = exhibits.length === 0;
for (const figure of exhibits) new Exhibit(figure);
// On a phone the open contents list would fill the screen.
if (window.matchMedia("(max-width: 60rem)").matches) document.querySelector(".contents details")?.removeAttribute("open");
