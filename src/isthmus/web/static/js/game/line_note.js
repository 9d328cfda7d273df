// The note about a lost connection. After a while it gets a button to try again at once.

import { at, tell } from "../page/elements.js";

/** Milliseconds without a connection after which the button appears. */
const LONG = 4000;

export class LineNote {
  /** @param {() => void} retry @param {() => void} leave moves the focus when the button disappears */
  constructor(retry, leave) {
    this.leave = leave;
    this.button = at("retry");
    this.button.addEventListener("click", () => {
      tell(at("line"), "Trying again …");
      retry();
    });
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** The game was removed: it does not help to try again. @param {boolean} begun whether it had begun */
  gone(begun) {
    tell(at("line"), begun ? "This game no longer exists." : "This invitation was withdrawn.");
  }

  /** @param {boolean} connected */
  tell(connected) {
    if (connected) {
      clearTimeout(this.timer);
      this.timer = undefined;
      if (document.activeElement === this.button) this.leave();
      this.button.hidden = true;
    } else this.timer ??= setTimeout(() => (this.button.hidden = false), LONG);
    tell(at("line"), connected ? "" : "The connection is lost; trying again …");
  }
}
