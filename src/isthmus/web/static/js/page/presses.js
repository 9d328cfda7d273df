// Presses that were meant for what stood there a moment ago: after a new turn they are ignored for a while, and a
// press counts only for the button that it began on.

import { kept } from "./preferences.js";

/** Milliseconds after news in which presses are ignored; a browser may keep another number as `settle`. */
const SETTLE = Number(kept("settle") ?? 400);

/** The moment after something new has been shown. */
export class Settling {
  constructor() {
    this.until = 0;
    /** Called when the moment begins and when it has passed. @type {(on: boolean) => void} */
    this.onChange = () => {};
  }

  begin() {
    if (!SETTLE) return;
    this.until = performance.now() + SETTLE;
    this.onChange(true);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.onChange(false), SETTLE);
  }

  get on() {
    return performance.now() < this.until;
  }
}

/** Ignores clicks inside an element that began on another button, on one that said something else, or too early.
 * @param {HTMLElement} within @param {Settling} [settling] */
export function guardPresses(within, settling) {
  /** @type {{button: Element | null, text: string | null, early: boolean}} */
  let began = { button: null, text: null, early: false };
  const buttonOf = (/** @type {Event} */ event) => /** @type {Element} */ (event.target).closest("button");
  // On the document: a press may begin beside the element and end in it.
  document.addEventListener(
    "pointerdown",
    (event) => {
      const button = event.target instanceof Element ? buttonOf(event) : null;
      began = { button, text: button?.textContent ?? null, early: settling?.on ?? false };
    },
    true,
  );
  within.addEventListener(
    "keydown",
    (event) => {
      if (event.repeat && (event.key === "Enter" || event.key === " ") && buttonOf(event)) event.preventDefault();
    },
    true,
  );
  within.addEventListener(
    "click",
    (event) => {
      const button = buttonOf(event);
      if (!button) return;
      // Keys and reading aids click without a pointer.
      const astray = event.detail > 0 && (began.early || began.button !== button || began.text !== button.textContent);
      if (!astray && !settling?.on) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
}
