// The chat of the two players. Messages are inserted as text, never as markup; watchers can only read.

import { dropDraft, empty, keepDraft, keepWords } from "../page/drafts.js";
import { capital, make } from "../page/elements.js";

/** @typedef {import("./game_view.js").GameView} GameView */
/** @typedef {import("./game_view.js").Seat} Seat */

export class Chat {
  /** @param {GameView} view @param {[Seat, string][]} said @param {(words: string) => Promise<boolean>} say */
  constructor(view, said, say) {
    this.view = view;
    this.wanted = true;
    this.unread = 0;
    /** The message on its way to the server. */
    this.sending = "";
    this.box = /** @type {HTMLDetailsElement} */ (document.getElementById("chat"));
    this.list = /** @type {HTMLElement} */ (document.getElementById("said"));
    this.form = /** @type {HTMLFormElement} */ (document.getElementById("say"));
    for (const [seat, words] of said) this.write(seat, words);
    const field = /** @type {HTMLInputElement} */ (document.getElementById("words"));
    const draft = `chat ${view.id}`;
    keepWords(field, draft);
    this.form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const words = field.value.trim();
      if (!words || this.sending === words) return; // Enter pressed twice means one message
      this.sending = words;
      dropDraft(draft); // a reload before the answer must not send it twice
      const said = await say(words);
      if (this.sending === words) this.sending = "";
      // Text typed in the meantime stays.
      if (said && field.value.trim() === words) empty(field);
      else if (!said) keepDraft(draft, "", field.value);
    });
    this.box.addEventListener("toggle", () => this.draw());
  }

  /** A new message arrived. @param {Seat} seat @param {string} words */
  hear(seat, words) {
    this.write(seat, words);
    if (!this.box.open) this.unread += 1;
    this.draw();
  }

  /** @param {Seat} seat @param {string} words */
  write(seat, words) {
    this.list.append(make("li", {}, make("b", {}, `${capital(this.view.nameOf(seat))}: `), words));
    this.list.parentElement?.scrollTo(0, this.list.scrollHeight);
  }

  draw() {
    if (this.box.open) this.unread = 0;
    const { separateScreens, seated, state } = this.view;
    this.box.hidden = !this.wanted || !separateScreens || !state.ready || !(seated || this.list.children.length);
    this.form.hidden = !this.view.seated;
    const count = document.getElementById("chat-new");
    if (count) count.textContent = this.unread ? `(${this.unread} new)` : "";
  }
}
