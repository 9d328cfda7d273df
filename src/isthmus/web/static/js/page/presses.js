// Ignores presses that were meant for something else. After a new turn, presses are ignored for a moment. A press counts only for the
// button on which it began.

import { kept } from "./preferences.js";

/** Milliseconds after news in which presses are ignored; the preference `settle` overrides it. */
const SETTLE = Number(kept("settle") ?? 400);

/** The moment after something new is shown. */
export class Settling {
  constructor() {
    this.until = 0;
    /** Called when the moment begins and when it is over. @type {(on: boolean) => void} */
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

/** Ignores clicks in an element if the press began on another button, before the button's text changed, or too early.
 * @param {HTMLElement} within @param {Settling} [settling] */
export function guardPresses(within, settling) {
  /** @type {{button: Element | null, text: string | null, early: boolean}} */
  let began = { button: null, text: null, early: false };
  const buttonOf = (/** @type {Event} */ event) => /** @type {Element} */ (event.target).closest("button");
  // On the document, because a press may begin beside the element and end in it.
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
      // The keyboard and screen readers click without a pointer.
      const astray = event.detail > 0 && (began.early || began.button !== button || began.text !== button.textContent);
      if (!astray && !settling?.on) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
}
