// The players' requests to each other: a takeback and a rematch. Each can be accepted or declined.

import { at } from "../page/elements.js";
import { otherOf, SEATS } from "./game_view.js";

/** @typedef {import("./game_view.js").GameView} GameView */
/** @typedef {import("./game_view.js").Seat} Seat */
/** @typedef {(wish: object) => Promise<boolean>} Act sends a wish; whether it was granted */

export class Offers {
  /** @param {GameView} view @param {Act} act @param {() => void} leave moves the focus when a request is answered */
  constructor(view, act, leave) {
    this.view = view;
    this.act = act;
    this.leave = leave;
    /** A request is on its way. Another press means the same one. */
    this.busy = false;
    /** The seat that asks for a takeback, after the last event. @type {Seat | null} */
    this.asker = view.state.asked;
    at("back").addEventListener("click", () => this.once(() => this.takeBack()));
    at("rematch").addEventListener("click", () => this.once(() => this.playAgain()));
    at("accept").addEventListener("click", () => this.once(() => this.answer(true)));
    at("decline").addEventListener("click", () => this.once(() => this.answer(false)));
  }

  /** @param {() => Promise<void>} request */
  async once(request) {
    if (this.busy) return;
    this.busy = true;
    await request();
    this.busy = false;
  }

  /** The seat of this page that has a request to answer. @returns {Seat | undefined} */
  get asked() {
    const { state, yours, sharedScreen } = this.view;
    const by = state.over ? state.again.asked : state.asked;
    if (!by || sharedScreen) return undefined;
    return yours.find((seat) => seat === otherOf(by));
  }

  /** What an event means for a request of this page, in words; empty if nothing. @param {any} event */
  newsOf(event) {
    const { yours, seated, sharedScreen } = this.view;
    if (event.say || event.paused) return "";
    const mine = this.asker !== null && yours.includes(this.asker) && !sharedScreen;
    this.asker = event.ask === "take-back" ? event.seat : null;
    if (event.remove) return mine ? "The other player accepted the takeback." : "";
    if (!seated || yours.includes(event.seat)) return "";
    if (event.decline === "take-back") return "The other player declined the takeback.";
    if (event.decline === "rematch") return "The other player declined the rematch.";
    return mine && event.turn ? "Your takeback request ended: the other player moved." : "";
  }

  /** Two players at one screen agree at once. */
  async takeBack() {
    const { view } = this;
    if (isOff(at("back"))) return;
    const seat = view.sharedScreen ? (view.state.acted ?? "first") : view.mySeat;
    // At one screen a reload may have come between the request and its answer.
    const asked = view.state.asked === seat || (await this.act({ do: "ask-back", seat }));
    if (asked && view.sharedScreen) await this.act({ do: "answer-back", agreed: true, seat: otherOf(seat) });
  }

  async playAgain() {
    const { view } = this;
    if (isOff(at("rematch"))) return;
    for (const seat of view.sharedScreen ? SEATS : [view.mySeat]) if (!(await this.act({ do: "ask-again", seat }))) return;
  }

  /** @param {boolean} agreed */
  async answer(agreed) {
    const seat = this.asked;
    if (this.view.state.over) await this.act({ do: agreed ? "ask-again" : "decline-again", seat });
    else await this.act({ do: "answer-back", agreed, seat });
  }

  draw() {
    const { state, yours, seated, sharedScreen } = this.view;
    const asked = this.asked;
    if (!asked && at("asked").contains(document.activeElement)) this.leave();
    at("asked").hidden = !asked;
    if (asked) {
      const who = this.view.nameFirst(otherOf(asked));
      const words = state.over ? `${who} offers a rematch with the seats swapped.` : `${who} asks for a takeback.`;
      if (at("asked-words").textContent !== words) at("asked-words").textContent = words;
      at("accept").textContent = state.over ? "Play again" : "Allow the takeback";
    } else at("asked-words").textContent = "";
    const back = at("back");
    const waiting = !sharedScreen && state.asked !== null && yours.includes(state.asked);
    back.hidden = !seated || !state.ready || state.over;
    switchOff(back, waiting || !yours.some((seat) => state.played.includes(seat)));
    const words = /** @type {HTMLElement} */ (back.querySelector(".words"));
    words.textContent = waiting ? "Takeback requested …" : this.view.separateScreens ? "Ask for a takeback" : "Take back";
    const rematch = at("rematch");
    const hoping = !sharedScreen && state.again.asked !== null && yours.includes(state.again.asked);
    rematch.hidden = !seated || state.again.to !== null || asked !== undefined;
    switchOff(rematch, hoping);
    rematch.textContent = hoping ? "Rematch offered …" : "Rematch";
    at("to-rematch").hidden = state.again.to === null;
  }
}

/** Not `disabled`, because that would take the focus away from the player who has just asked. @param {HTMLElement} button @param {boolean} off */
function switchOff(button, off) {
  button.setAttribute("aria-disabled", String(off));
}

/** @param {HTMLElement} button */
function isOff(button) {
  return button.getAttribute("aria-disabled") === "true";
}
