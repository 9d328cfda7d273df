// The puzzle overview: which puzzles this browser has solved, and which comes next.

import { at, keepFocus, make } from "../page/elements.js";
import { forget, isSolved, progress } from "./progress.js";

const SIGNS = { tried: "…", solved: "✓", first: "★" };
const WORDS = { tried: "tried", solved: "solved", first: "solved on the first try" };

const links = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll("[data-name]")]);
const stamps = links.filter((link) => link.classList.contains("stamp"));
function show() {
  const { puzzles, streak, best, last } = progress();
  for (const link of links) {
    const standing = puzzles[link.dataset.name ?? ""];
    const mark = /** @type {HTMLElement} */ (link.querySelector(".mark"));
    mark.hidden = !standing;
    link.toggleAttribute("data-state", false);
    if (!standing) continue;
    link.dataset.state = standing;
    const sign = make("span", { "aria-hidden": "true" }, SIGNS[standing]);
    const words = make("span", { class: "unseen" }, `, ${WORDS[standing]}`);
    mark.replaceChildren(...(link.classList.contains("stamp") ? [sign, words] : [WORDS[standing]]));
  }
  for (const count of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-shelf]"))) {
    const own = stamps.filter((stamp) => stamp.closest(".shelf")?.id === count.dataset.shelf);
    const done = own.filter((stamp) => isSolved(stamp.dataset.name ?? "")).length;
    count.textContent = done ? `${done} of ${own.length} solved` : `${own.length}`;
  }
  const all = stamps.map((stamp) => stamp.dataset.name ?? "");
  const done = all.filter(isSolved).length;
  at("tally").hidden = !Object.keys(puzzles).length;
  at("tally").textContent = `${done} of ${all.length} solved, ${all.filter((name) => puzzles[name] === "first").length} on the first try. Streak ${streak}, best ${best}.`;
  at("forget").hidden = !Object.keys(puzzles).length;
  const from = Math.max(0, all.indexOf(last));
  const next = [...stamps.slice(from), ...stamps.slice(0, from)].find((stamp) => !isSolved(stamp.dataset.name ?? ""));
  /** @type {HTMLAnchorElement} */ (at("unsolved")).href = (next ?? stamps[0]).href;
  at("unsolved").textContent = next ? "Next unsolved puzzle" : "All solved: start again";
}

at("forget").addEventListener("click", () => {
  if (!confirm("Reset your progress in this browser?")) return;
  forget();
  keepFocus(show, () => at("unsolved"));
});
addEventListener("pageshow", show);
addEventListener("storage", show);
show();
