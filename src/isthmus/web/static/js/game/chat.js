// The chat of the two players. Messages are inserted as text, never as markup; watchers can only read. On a phone the chat is
// below the board, so a new message that is out of view is shown in a notice, and the bar counts the unread ones.

import { dropDraft, empty, keepDraft, keepWords } from "../page/drafts.js";
import { at, make, tell } from "../page/elements.js";
import { sayIn } from "../board/speech.js";
import { Notice } from "./notice.js";

/** @typedef {import("./game_view.js").GameView} GameView */
/** @typedef {import("./game_view.js").Seat} Seat */

/** A notice shows up to this many characters of a message. */
const BRIEF = 100;
/** The height of a phone's bar in pixels, as in game.css. A message behind the bar is not in view. */
const BAR = 60;

export class Chat {
  /** @param {GameView} view @param {[Seat, string][]} said @param {(words: string) => Promise<boolean>} say
   * @param {() => void} tellTab called when the number of unread messages changes */
  constructor(view, said, say, tellTab) {
    /** @type {GameView} */
    this.view = view;
    this.tellTab = tellTab;
    this.wanted = true;
    this.unread = 0;
    /** The number of messages from others that may not be in view yet, and the newest of them. */
    this.arrived = 0;
    this.newest = "";
    /** The message on its way to the server. */
    this.sending = "";
    this.box = /** @type {HTMLDetailsElement} */ (document.getElementById("chat"));
    this.list = /** @type {HTMLElement} */ (document.getElementById("said"));
    this.form = /** @type {HTMLFormElement} */ (document.getElementById("say"));
    this.notice = new Notice(at("heard"));
    // It reports on the newest message: when it arrives, and when it comes into view.
    this.watcher = new IntersectionObserver((told) => this.look(told[told.length - 1].isIntersecting), { rootMargin: `0px 0px -${BAR}px` });
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
    for (const id of ["heard", "to-chat"]) at(id).addEventListener("click", () => this.reveal());
    document.addEventListener("visibilitychange", () => {
      this.tellTab();
      this.watch();
    });
  }

  /** A new message arrived. @param {Seat} seat @param {string} words */
  hear(seat, words) {
    this.write(seat, words);
    if (this.wanted && !this.view.yours.includes(seat)) {
      this.arrived += 1;
      this.newest = this.list.lastElementChild?.textContent ?? "";
      // The list is a live region, but a closed chat is silent.
      if (!this.box.open) sayIn(at("heard-words"), this.newest);
    }
    this.watch();
  }

  /** @param {Seat} seat @param {string} words */
  write(seat, words) {
    this.list.append(make("li", {}, make("b", {}, `${this.view.nameFirst(seat)}: `), words));
    this.list.parentElement?.scrollTo(0, this.list.scrollHeight);
  }

  /** Asks whether the newest message is in view. */
  watch() {
    this.watcher.disconnect();
    if (this.list.lastElementChild) this.watcher.observe(this.list.lastElementChild);
  }

  /** @param {boolean} seen the newest message is in view */
  look(seen) {
    if (document.hidden) return; // nobody is looking
    if (seen) {
      this.unread = 0;
      this.notice.say("");
    } else if (this.arrived) {
      this.unread += this.arrived;
      this.notice.say(brief(this.newest));
    }
    this.arrived = 0;
    this.draw();
  }

  /** Brings the chat into view. */
  reveal() {
    this.box.open = true;
    this.box.scrollIntoView({ block: "nearest" });
    // Not the field: on a phone its keyboard would hide the messages.
    this.list.parentElement?.focus({ preventScroll: true });
  }

  /** The number of unread messages in words; empty without any. */
  get newsWords() {
    const count = this.unread + this.arrived;
    return count > 1 ? `${count} new messages` : count ? "New message" : "";
  }

  draw() {
    if (!this.wanted) this.unread = 0;
    const { separateScreens, seated, state } = this.view;
    this.box.hidden = !this.wanted || !separateScreens || !state.ready || !(seated || this.list.children.length);
    this.form.hidden = !this.view.seated;
    tell(at("chat-new"), this.unread ? `(${this.unread} new)` : "");
    at("to-chat").hidden = this.box.hidden;
    at("to-chat").setAttribute("aria-label", this.unread ? `Chat, ${this.unread} new` : "Chat");
    tell(at("to-chat-new"), this.unread ? String(this.unread) : "");
    this.tellTab();
  }
}

/** The beginning of a long text, in whole words. @param {string} words */
function brief(words) {
  return words.length > BRIEF ? `${words.slice(0, BRIEF).replace(/\s+\S*$/, "")} …` : words;
}
