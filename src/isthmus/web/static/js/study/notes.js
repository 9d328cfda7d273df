// The notes on a turn: the comment and the judgement. A comment is saved when the user stops typing, leaves the field or
// goes to another turn. If it cannot be saved, it stays in this tab, even across a reload.

import { draftAt, dropDraft, keepDraft } from "../page/drafts.js";

/** @typedef {import("./tree.js").StudyNode} StudyNode */
/** @typedef {(node: number, notes: object) => Promise<boolean>} Keep whether the notes of a node were saved */

/** Milliseconds without a key press after which a comment is saved. */
const PAUSE = 1200;

export class Notes {
  /** @param {string} study @param {Keep} keep */
  constructor(study, keep) {
    this.study = study;
    this.keep = keep;
    this.title = /** @type {HTMLElement} */ (document.getElementById("note-title"));
    this.comment = /** @type {HTMLTextAreaElement | null} */ (document.getElementById("comment"));
    this.readOnly = document.getElementById("comment-shown");
    this.kept = document.getElementById("kept");
    this.judgements = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll("[data-judgement]")]);
    this.node = 0;
    /** The turns that lead here. Node numbers may change. */
    this.path = "";
    /** The comment on the server. */
    this.known = "";
    /** Unsaved comments, by the turns that lead to them. @type {Map<string, string>} */
    this.unkept = new Map();
    this.sending = "";
    /** True after a failed save, until every comment is saved. */
    this.failed = false;
    /** The page may be closing, and the next one may load before the comment reaches the server. */
    this.leaving = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.comment?.addEventListener("input", () => {
      this.leaving = false;
      this.say("");
      keepDraft(this.draft, this.path, this.comment?.value ?? "");
      this.flushSoon();
    });
    this.comment?.addEventListener("blur", () => this.flush());
    addEventListener("beforeunload", (event) => {
      if (this.failed) event.preventDefault(); // a reload is safe, but looks the same as leaving
      this.leaving = true;
      this.flush();
    });
    for (const button of this.judgements) {
      const judgement = button.dataset.judgement ?? "";
      button.addEventListener("click", () => {
        const taken = button.getAttribute("aria-pressed") === "true";
        this.flush();
        this.keep(this.node, { judgement: taken ? null : judgement });
      });
    }
  }

  /** The name of the draft in this browser until the server has the comment: one for each turn. */
  get draft() {
    return `comment ${this.study} ${this.path}`;
  }

  flushSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), PAUSE);
  }

  get dirty() {
    return this.comment !== null && this.comment.value !== this.known;
  }

  /** Shows the notes on a turn. @param {number} number @param {StudyNode} node @param {string} title @param {string} path */
  show(number, node, title, path) {
    const words = node.comment ?? "";
    // A comment that is being typed stays, even if other notes on this turn have changed.
    const writing = path === this.path && this.dirty;
    if (path !== this.path) this.say("");
    if (this.readOnly) this.readOnly.textContent = words;
    this.node = number;
    this.path = path;
    this.known = words;
    if (this.comment) {
      if (!writing) this.comment.value = this.unkept.get(path) ?? draftAt(this.draft, path) ?? words;
      if (this.dirty && !writing) this.flushSoon();
      if (!this.dirty && !this.leaving) dropDraft(this.draft); // the server has this comment, whichever page sent it
    }
    this.title.textContent = title;
    for (const button of this.judgements) {
      button.setAttribute("aria-pressed", String(node.judgement === button.dataset.judgement));
      button.disabled = number === 0;
    }
  }

  /** Saves the unsaved comment. */
  async flush() {
    clearTimeout(this.timer);
    const { node, path } = this;
    const words = this.comment?.value ?? "";
    const parcel = `${path}\n${words}`;
    if (!this.dirty && this.unkept.delete(path)) this.failed = this.unkept.size > 0;
    if (!this.dirty || this.sending === parcel) return;
    this.sending = parcel;
    this.unkept.set(path, words);
    this.say("Saving …");
    const done = await this.keep(node, { comment: words || null });
    if (this.sending === parcel) this.sending = "";
    if (done && this.unkept.get(path) === words) this.unkept.delete(path);
    this.failed = this.unkept.size > 0;
    const draft = `comment ${this.study} ${path}`;
    if (done && !this.leaving && draftAt(draft, path) === words) dropDraft(draft);
    if (path === this.path) this.say(done ? "Saved." : "Not saved yet; your text stays here.");
  }

  /** @param {string} words */
  say(words) {
    if (this.kept) this.kept.textContent = words;
  }
}
