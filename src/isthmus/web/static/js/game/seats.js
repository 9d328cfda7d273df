// The two seats above the board: each player's name, colour and time, and whether the player is present.

import { inWords, leftOf } from "./clocks.js";
import { capital } from "../page/elements.js";
import { SEATS } from "./game_view.js";

/** @typedef {import("./game_view.js").GameView} GameView */
/** @typedef {import("./game_view.js").Seat} Seat */

/** The player is warned when this many seconds are left: first politely, then urgently. */
const WARNINGS = [60, 30, 10];
const URGENT = 30;
/** Milliseconds that a player may be away, such as during a reload, before the page shows it. */
const GRACE = 3000;

export class SeatBoxes {
  /** @param {GameView} view @param {(side: string, goal: string) => string} seen a goal as seen on the turned board @param {(words: string, urgent: boolean) => void} warn */
  constructor(view, seen, warn) {
    this.view = view;
    this.seen = seen;
    this.warn = warn;
    /** The times when absent players left, by seat. @type {Map<Seat, number>} */
    this.goneSince = new Map();
    /** The warning already given in the present turn. */
    this.warned = { ply: -1, below: Infinity };
    setInterval(() => this.tick(), 100);
  }

  /** @param {Seat} seat */
  box(seat) {
    return /** @type {HTMLElement} */ (document.getElementById(`seat-${seat}`));
  }

  draw() {
    const { view } = this;
    for (const seat of SEATS) {
      const box = this.box(seat);
      const side = view.state.holds[seat];
      box.dataset.side = side ?? "none";
      const acts = view.state.seat === seat && view.state.ready;
      box.classList.toggle("acting", acts);
      box.classList.toggle("thinking", acts && view.thinking);
      box.classList.toggle("won", view.state.winner === seat);
      write(box, ".who", view.labelOf(seat));
      write(box, ".goal", side ? this.goalOf(side) : "no colour yet");
      write(box, ".side-name", side ? `, ${side}` : "");
      this.drawPresence(seat, box);
    }
    this.tick();
  }

  /** A colour's goal. @param {string} side */
  goalOf(side) {
    return capital(this.seen(side, this.view.game.goals[side]));
  }

  /** @param {Seat} seat @param {HTMLElement} box */
  drawPresence(seat, box) {
    const { view } = this;
    const person = view.game.seats[seat].kind === "person" && !view.yours.includes(seat);
    if (!person || !view.here || view.here[seat]) this.goneSince.delete(seat);
    else if (!this.goneSince.has(seat)) this.goneSince.set(seat, Date.now());
    const since = this.goneSince.get(seat);
    // In a game that lasts for days, players are usually away.
    const away = since !== undefined && Date.now() - since >= GRACE && !view.slow;
    if (box.classList.toggle("away", away)) write(box, ".goal", "has left the page");
  }

  tick() {
    const { view } = this;
    for (const seat of this.goneSince.keys()) this.drawPresence(seat, this.box(seat));
    const { clock } = view.state;
    const control = view.game.clock;
    if (!clock || !control) return;
    SEATS.forEach((seat, index) => {
      const running = view.state.seat === seat && clock.since !== null;
      const used = running ? Math.max(0, view.now - Number(clock.since)) : 0;
      const { seconds, periods } = leftOf(clock, control, index, used);
      const idle = view.state.over && control.main === 0; // nothing is left over from turn to turn
      write(this.box(seat), ".clock", idle ? "" : inWords(seconds) + (control.periods > 1 ? ` (${periods})` : ""));
      const short = running && periods <= 1 && seconds < WARNINGS[0];
      this.box(seat).querySelector(".clock")?.classList.toggle("low", short && seconds < URGENT);
      if (short && view.myTurn && !view.sharedScreen) this.warnAbout(seconds);
    });
  }

  /** @param {number} seconds */
  warnAbout(seconds) {
    const { ply } = this.view.state;
    if (this.warned.ply !== ply) this.warned = { ply, below: Infinity };
    const below = Math.min(...WARNINGS.filter((limit) => seconds < limit));
    if (below >= this.warned.below) return;
    this.warned.below = below;
    this.warn(below < 60 ? `Less than ${below} seconds left.` : "Less than a minute left.", below <= URGENT);
  }
}

/** @param {HTMLElement} box @param {string} selector @param {string} words */
function write(box, selector, words) {
  const node = box.querySelector(selector);
  if (node && node.textContent !== words) node.textContent = words;
}
