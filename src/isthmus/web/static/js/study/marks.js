// Marks on the board of a study. While a mark is selected, a press or Enter on a field adds or removes it.

import { nearestField, UNIT } from "../board/geometry.js";
import { clickedField } from "../board/pointer.js";

/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("../board/overlays.js").Mark} Mark */

const SIGNS = { circle: "○", cross: "×", square: "□", triangle: "△", label: "" };

/** @param {Mark[]} marks */
function inWords(marks) {
  return marks.map(({ kind, point, text }) => (kind === "label" ? `${text} on ${point}` : `${SIGNS[kind ?? "circle"]} ${point}`)).join(", ");
}

export class Marking {
  /** @param {Board} board @param {() => Mark[]} shown the marks here @param {(marks: Mark[]) => void} set */
  constructor(board, shown, set) {
    this.board = board;
    this.shown = shown;
    this.set = set;
    this.tools = /** @type {HTMLElement} */ (document.getElementById("marks"));
    this.words = /** @type {HTMLElement} */ (document.getElementById("marks-said"));
    this.label = /** @type {HTMLInputElement} */ (document.getElementById("label-text"));
    this.tools.addEventListener("change", () => this.board.root.classList.toggle("is-marking", this.kind !== ""));
    // Before the board gets the event, and instead of it.
    const { root, picture } = board;
    root.addEventListener("pointerdown", (event) => this.press(/** @type {PointerEvent} */ (event)), { capture: true });
    root.addEventListener("click", (event) => {
      const field = this.kind && clickedField(event);
      if (!field) return;
      event.stopPropagation();
      this.toggle(field);
    }, { capture: true });
    root.addEventListener("keydown", (event) => {
      if (!this.kind || (event.key !== "Enter" && event.key !== " ") || !(/** @type {Element} */ (event.target).closest(".fields"))) return;
      event.preventDefault();
      event.stopPropagation();
      this.toggle(board.keys.stop.name);
    }, { capture: true });
    this.picture = picture;
  }

  /** The mark that a press adds. If empty, a press plays a turn. */
  get kind() {
    return /** @type {HTMLInputElement | null} */ (this.tools.querySelector("input[name=mark]:checked"))?.value ?? "";
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (!this.kind || event.button !== 0 || !event.isPrimary) return;
    const { place } = this.picture.placeAt(event.clientX, event.clientY);
    const field = nearestField(this.picture.fields.values(), place, 0.72 * UNIT, () => true);
    event.preventDefault();
    event.stopPropagation();
    if (field) this.toggle(field.name);
  }

  /** @param {string} point */
  toggle(point) {
    const kind = /** @type {NonNullable<Mark["kind"]>} */ (this.kind);
    const text = kind === "label" ? this.label.value.trim() : "";
    if (kind === "label" && !text) return this.label.focus();
    const marks = this.shown();
    const there = marks.find((mark) => mark.point === point && mark.kind === kind && (mark.text ?? "") === text);
    const others = marks.filter((mark) => mark.point !== point);
    this.set(there ? others : [...others, text ? { kind, point, text } : { kind, point }]);
    this.board.say(there ? `${point}: mark removed.` : `${point}: ${text || kind}.`);
    if (kind === "label" && !there) this.label.value = following(text);
  }

  /** Shows the marks of a position. @param {Mark[]} marks */
  show(marks) {
    this.words.textContent = inWords(marks);
  }
}

/** The likely next label: B after A, 2 after 1. @param {string} text */
function following(text) {
  if (/^\d{1,2}$/.test(text)) return String(Number(text) + 1);
  return /^[A-Ya-y]$/.test(text) ? String.fromCharCode(text.charCodeAt(0) + 1) : text;
}
