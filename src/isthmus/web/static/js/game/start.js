// The start page: the board follows what is chosen, the last choice is kept, and one's own games are told how they stand.

import { keepForm } from "../page/drafts.js";
import { make } from "../page/elements.js";
import { forget, ownGames, standing } from "./own_games.js";
import { keepData, keptData } from "../page/preferences.js";

/** @param {string} id */
const at = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const form = /** @type {HTMLFormElement} */ (at("new"));
/** What is kept from game to game: with whom one plays, not on which board. */
const KEPT = ["opponent", "seat", "clock", "name"];
const LAST = "last-choice";

// A link to a game -------------------------------------------------------------------------------------------------
const LINK = /#?(isthmus-\d+\/\S+)/;

/** @param {string} text @returns {boolean} whether there is a link to a game in it: of this server, or to study */
function study(text) {
  const here = text.trim();
  if (here.startsWith(`${location.origin}/g/`)) {
    location.assign(here);
    return true;
  }
  const link = LINK.exec(text);
  if (link) location.assign(`/study#${link[1]}`);
  return link !== null;
}

if (location.hash) study(location.hash);
addEventListener("hashchange", () => study(location.hash));
at("shared").addEventListener("submit", (event) => {
  event.preventDefault();
  const found = study(/** @type {HTMLInputElement} */ (at("shared-link")).value);
  at("shared-error").textContent = found ? "" : "This is no link to a game: neither to one on this server nor one with #isthmus-1/ in it.";
});

// What was chosen last time -----------------------------------------------------------------------------------------
/** @param {string} name */
const field = (name) => /** @type {HTMLInputElement | HTMLSelectElement} */ (form.elements.namedItem(name));

const last = keptData(LAST);
for (const name of KEPT) {
  const wanted = String(last?.[name] ?? "");
  const there = field(name);
  if (wanted && (!(there instanceof HTMLSelectElement) || [...there.options].some((option) => option.value === wanted))) there.value = wanted;
}

/** @param {import("../page/drafts.js").Field} one */
const shared = (one) => KEPT.includes(one.name);
keepForm(form, "new game", shared);
// An address that says more than which game asks for just that board.
const askedFor = [...new URLSearchParams(location.search).keys()].some((name) => name !== "game");
if (!askedFor) keepForm(form, `board of ${field("game").value}`, (one) => !shared(one));

form.addEventListener("submit", () => keepData(LAST, Object.fromEntries(KEPT.map((name) => [name, field(name).value]))));

// The board ---------------------------------------------------------------------------------------------------------
let asked = 0;

const settings = /** @type {HTMLSelectElement[]} */ ([...form.querySelectorAll(".setting select")]);

form.addEventListener("change", (event) => {
  if (/** @type {HTMLInputElement} */ (event.target).closest(".setting")) void showBoard();
});

/** Shows the board as it is chosen. */
async function showBoard() {
  const number = ++asked;
  const values = new URLSearchParams({ game: field("game").value });
  for (const { name, value } of settings) if (value) values.set(name, value);
  const frame = at("preview");
  frame.classList.add("is-coming");
  const answer = await fetch(`/start/board?${values}`).catch(() => null);
  const board = answer?.ok ? await answer.text() : null;
  if (number !== asked) return;
  frame.classList.remove("is-coming");
  if (board) frame.innerHTML = board;
}

// What was chosen before a reload is shown, by whomever it was kept: browsers keep forms as well.
if (settings.some((select) => select.options[select.selectedIndex]?.defaultSelected === false)) void showBoard();

document.querySelector("#games [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

// One's own games ---------------------------------------------------------------------------------------------------
/** Games that wait for us first, those that are over last. @param {{yours: boolean, over: boolean}} row */
const rank = ({ yours, over }) => (yours ? 0 : over ? 2 : 1);

/** @param {import("./own_games.js").OwnGame} game @param {string} words @param {boolean} yours */
function card(game, words, yours) {
  const gone = () => {
    forget(game.id);
    item.remove();
    at("own").hidden = !at("own-games").children.length;
  };
  const item = make("li", { class: yours ? "is-yours" : null },
    make("a", { href: `/g/${encodeURIComponent(game.id)}` },
      make("strong", {}, game.title), make("span", {}, game.against), make("span", { class: "stands" }, words.charAt(0).toUpperCase() + words.slice(1))),
    make("button", { type: "button", class: "forget", "aria-label": `Take ${game.title}, ${game.against}, off this list`, onclick: gone }, "×"));
  return item;
}

async function showOwnGames() {
  const games = ownGames();
  const open = games.filter((game) => !game.result);
  const query = new URLSearchParams(open.map((game) => ["game", game.id]));
  const answer = open.length ? await fetch(`/start/standing?${query}`).catch(() => null) : null;
  const told = answer?.ok ? await answer.json() : null;
  const rows = games.flatMap((game) => {
    if (game.result) return [{ game, words: game.result, yours: false, over: true }];
    const state = told?.[game.id];
    if (told && !state) {
      forget(game.id); // this server does not have it any more
      return [];
    }
    if (!state) return [{ game, words: "", yours: false, over: false }];
    const words = standing(state, game.seats);
    return [{ game, words, yours: !state.over && state.ready && game.seats.includes(state.seat), over: state.over }];
  });
  at("own-games").replaceChildren(...rows.sort((one, other) => rank(one) - rank(other)).map(({ game, words, yours }) => card(game, words, yours)));
  at("own").hidden = !rows.length;
}

showOwnGames();
addEventListener("pageshow", (event) => {
  if (event.persisted) showOwnGames();
});
