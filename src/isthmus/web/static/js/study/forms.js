// The buttons and forms that change a study, besides the board and the notes.

import { keepForm } from "../page/drafts.js";
import { forgetStudy } from "./list.js";

/**
 * @typedef {object} Page
 * @property {string} id
 * @property {number} here
 * @property {boolean} owner
 * @property {import("./tree.js").Tree} tree
 * @property {() => Promise<void>} remove
 * @property {(wish: Record<string, unknown>, how?: {stay?: boolean}) => Promise<boolean>} change
 */

/** @param {string} id */
const at = (id) => document.getElementById(id);

/** @param {Page} page */
export function wireForms(page) {
  at("promote")?.addEventListener("click", () => void page.change({ do: "promote", node: page.here }));
  at("remove")?.addEventListener("click", () => void page.remove());
  at("facts-form")?.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const said = (/** @type {string} */ name) => String(form.get(name) ?? "").trim();
    const players = [said("first"), said("second")];
    void page.change({ do: "facts", players, occasion: said("occasion"), place: said("place"), date: said("date") }, { stay: true });
  });
  at("delete-form")?.addEventListener("submit", (event) => {
    if (!confirm("Delete this study for everybody? This cannot be undone.")) return event.preventDefault();
    page.owner = false; // an answer on its way must not put the study back on the list
    forgetStudy(page.id);
  });
  keepForm(/** @type {HTMLFormElement} */ (at("play-form")), `play on ${page.id}`);
  at("copy-form")?.addEventListener("submit", () => {
    const base = page.tree.kept(page.here);
    const form = /** @type {HTMLFormElement} */ (at("copy-form"));
    /** @type {HTMLInputElement} */ (form.elements.namedItem("node")).value = String(base);
    /** @type {HTMLInputElement} */ (form.elements.namedItem("turns")).value = page.tree.turns(page.here).slice(page.tree.ply(base)).join(" ");
  });
}
