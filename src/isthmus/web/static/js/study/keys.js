// The keyboard shortcuts of a study. The board and text fields keep the keys that they need. On the board, arrows go
// from field to field, so comma and full stop go from turn to turn everywhere.

import { wireSwitch } from "../page/preferences.js";

/** @type {Record<string, string>} */
const ANYWHERE = { ",": "back", ".": "on", f: "flip", b: "board", t: "turns", m: "comment", e: "engine", l: "lines", h: "hint", n: "fault", N: "fault-back", "?": "keys" };
/** @type {Record<string, string>} */
const OFF_BOARD = { ArrowLeft: "back", ArrowRight: "on", ArrowUp: "variation-back", ArrowDown: "variation-on", Home: "first", End: "last" };
const LETTERS = "letter-keys";
/** Elements that use the arrow keys: the board, and tables that scroll. */
const OWN_ARROWS = "[role=grid], [role=region][tabindex]";

/** @param {(deed: string) => boolean} act performs a shortcut; false if it is impossible now */
export function listenToKeys(act) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("keys"));
  const letters = /** @type {HTMLInputElement} */ (document.getElementById(LETTERS));
  wireSwitch(LETTERS, LETTERS, true, () => {});
  document.getElementById("step-keys")?.addEventListener("click", () => dialog.showModal());
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || dialog.open) return;
    const target = /** @type {Element} */ (event.target);
    if (target.closest("textarea, select, input:not([type=checkbox], [type=file])")) return;
    const deed = (letters.checked && ANYWHERE[event.key]) || (!target.closest(OWN_ARROWS) && !event.shiftKey && OFF_BOARD[event.key]);
    if (!deed) return;
    if (deed === "keys") dialog.showModal();
    else if (!act(deed)) return;
    event.preventDefault();
  });
}
