// The data of a game on this page: the server's messages, and the seats of the viewer. It does not change the document.

import { capital } from "../page/elements.js";

/** @typedef {"first" | "second"} Seat */
/** @typedef {{left: number[], periods: number[], since: number | null}} ClockState */
/** @typedef {{main: number, increment: number, periods: number, period: number, text: string}} ClockControl */
/** @typedef {{kind: "person" | "computer" | "open", name: string, level: number | null}} Holder */

/**
 * @typedef {object} GameFacts The facts that do not change during a game, except the holders of its seats; see game/messages.py.
 * @property {string} game
 * @property {string} title
 * @property {Record<string, string>} goals by side
 * @property {Record<string, Holder>} seats
 * @property {ClockControl | null} clock
 */

/**
 * @typedef {object} GameState The state of a game; see game/messages.py.
 * @property {number} number
 * @property {number} ply
 * @property {string[]} turns
 * @property {Seat | null} seat
 * @property {Seat | null} acted the seat that made the last turn
 * @property {Seat[]} played the seats that have made a turn
 * @property {boolean} ready
 * @property {boolean} over
 * @property {Seat | null} winner
 * @property {string | null} how how it ended, to follow "Black wins"
 * @property {Seat | null} asked
 * @property {{asked: Seat | null, to: string | null}} again
 * @property {string | null} side
 * @property {boolean} choosing
 * @property {number} opening
 * @property {Record<string, string | null>} holds
 * @property {string[]} status
 * @property {ClockState | null} clock
 */

const WHEN = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" });

export const SEATS = /** @type {Seat[]} */ (["first", "second"]);

/** @param {Seat} seat @returns {Seat} */
export const otherOf = (seat) => (seat === "first" ? "second" : "first");

export class GameView {
  /** @param {string} id @param {{game: GameFacts, state: GameState, yours: Seat[], now: number}} facts */
  constructor(id, facts) {
    this.id = id;
    this.game = facts.game;
    this.state = facts.state;
    this.yours = facts.yours;
    /** The people who have the page open, by seat, and the number of watchers; null until known. @type {Record<string, any> | null} */
    this.here = null;
    this.ahead = 0;
    this.hear(facts);
  }

  /** Applies a server message. @param {any} message */
  hear(message) {
    if (message.game) this.game = message.game;
    if (message.yours) this.yours = message.yours;
    if (message.state) this.state = message.state;
    if (message.here) this.here = message.here;
    // The server's clock minus ours, in seconds, estimated from messages.
    if (message.now) this.ahead = message.now - Date.now() / 1000;
  }

  /** Seconds since 1970 by the server's clock. */
  get now() {
    return Date.now() / 1000 + this.ahead;
  }

  get myTurn() {
    return this.state.ready && !this.state.over && this.state.seat !== null && this.yours.includes(this.state.seat);
  }

  /** The viewer is a player. */
  get seated() {
    return this.yours.length > 0;
  }

  /** Two people play at this one screen. */
  get sharedScreen() {
    return this.yours.length === 2;
  }

  /** Two people play, each at their own screen. */
  get separateScreens() {
    return !this.sharedScreen && SEATS.every((seat) => this.game.seats[seat].kind !== "computer");
  }

  /** Turns may take days. */
  get slow() {
    return (this.game.clock?.period ?? 0) >= 86400;
  }

  /** The seat to act belongs to the computer. */
  get thinking() {
    const { ready, over, seat } = this.state;
    return ready && !over && seat !== null && this.game.seats[seat].kind === "computer";
  }

  /** The seat for this page's wishes; if the page has both seats, the seat to act. @returns {Seat} */
  get mySeat() {
    return this.sharedScreen ? (this.state.seat ?? "first") : this.yours[0];
  }

  /** @param {Seat} seat */
  nameOf(seat) {
    const holder = this.game.seats[seat];
    if (!this.sharedScreen && this.yours.includes(seat)) return "you";
    return holder.name || (holder.kind === "open" ? "nobody yet" : `the ${seat} player`);
  }

  /** The same at the beginning of a sentence. A player's own name stays as it is. @param {Seat} seat */
  nameFirst(seat) {
    const name = this.nameOf(seat);
    return name === this.game.seats[seat].name ? name : capital(name);
  }

  /** The label of a seat. @param {Seat} seat */
  labelOf(seat) {
    const { name } = this.game.seats[seat];
    if (this.nameOf(seat) === "you") return name ? `${name} (you)` : "You";
    return name || capital(this.nameOf(seat).replace(/^the /, ""));
  }

  /** The time at which the running clock ends, if it takes days; empty for other clocks. */
  get deadline() {
    const { clock, seat } = this.state;
    const control = this.game.clock;
    if (!this.slow || !control || !clock || clock.since === null || seat === null) return "";
    const index = SEATS.indexOf(seat);
    const end = clock.since + clock.left[index] + clock.periods[index] * control.period;
    return `Time runs out on ${WHEN.format(new Date(1000 * (end - this.ahead)))}.`;
  }

  /** The state of the game, in one or two sentences. */
  get words() {
    const { state } = this;
    if (state.over) return this.endWords;
    if (!state.ready) return "Waiting for the other player.";
    const seat = /** @type {Seat} */ (state.seat);
    if (this.thinking) return `${this.nameFirst(seat)} is thinking …`;
    const mine = this.myTurn && !this.sharedScreen;
    const who = mine ? "Your turn" : `${this.nameFirst(seat)} to move`;
    if (state.choosing) return `${who}: choose ${mine ? "the colour that you think is ahead" : "a colour"}.`;
    if (!state.opening) return `${who}: ${state.side}.`;
    const [first, second] = [this.nameOf("first"), this.nameOf("second")];
    const makes = first === "you" ? "You make" : `${this.nameFirst("first")} makes`;
    const left = state.opening === 1 ? `the ${state.ply ? "last " : ""}opening turn` : `${state.opening}${state.ply ? " more" : ""} turns, for both colours`;
    const chooses = second === "you" ? "you choose" : `${second} chooses`;
    return `${who}: ${state.side}. ${makes} ${left}; then ${chooses} a colour.`;
  }

  /** The watchers in words. */
  get crowdWords() {
    const others = Number(this.here?.watchers ?? 0) - (this.seated ? 0 : 1);
    const crowd = others > 0 ? `${others}${this.seated ? "" : " more"} ${others === 1 ? "person is" : "people are"} watching.` : "";
    const watching = "You are watching this game." + (this.separateScreens ? " To play, open it in the browser that has your seat." : "");
    return [this.seated ? "" : watching, crowd].join(" ").trim();
  }

  /** The result by colours, the same for everybody. */
  get endWords() {
    const { winner, how, holds } = this.state;
    if (!winner) return `Draw${how}.`;
    const named = (/** @type {Seat} */ seat) => holds[seat] ?? `the ${seat} player`;
    return `${capital(named(winner))} wins${how}.`;
  }

  /** The result from the viewer's point of view. */
  get verdict() {
    const { winner } = this.state;
    if (!winner) return "Draw";
    if (this.nameOf(otherOf(winner)) === "you") return "You lose";
    return this.nameOf(winner) === "you" ? "You win" : `${this.nameFirst(winner)} wins`;
  }
}
