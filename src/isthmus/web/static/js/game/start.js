// The start page: the board follows the form, the last choices are kept, and the user's games show their states.

import { keepForm } from "../page/drafts.js";
import { make } from "../page/elements.js";
import { forget, ownGames, standing } from "./own_games.js";
import { keepData, keptData } from "../page/preferences.js";

/** @param {string} id */
const at = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const form = /** @type {HTMLFormElement} */ (at("new"));
/** The choices kept across games: the opponent, but not the board. */
const KEPT = ["opponent", "seat", "clock", "name"];
const LAST = "last-choice";

// A link to a game -------------------------------------------------------------------------------------------------
const LINK = /#?(isthmus-\d+\/\S+)/;

/** @param {string} text @returns {boolean} whether it contains a link to a game: on this server, or to study */
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
  at("shared-error").textContent = found ? "" : "This is not a link to a game. Expected a link to a game on this server, or one that contains #isthmus-1/.";
});

// The last choices --------------------------------------------------------------------------------------------------
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
// An address with more than the game's name means exactly that board.
const askedFor = [...new URLSearchParams(location.search).keys()].some((name) => name !== "game");
if (!askedFor) keepForm(form, `board of ${field("game").value}`, (one) => !shared(one));

form.addEventListener("submit", () => keepData(LAST, Object.fromEntries(KEPT.map((name) => [name, field(name).value]))));

// The board ---------------------------------------------------------------------------------------------------------
let asked = 0;

const settings = /** @type {HTMLSelectElement[]} */ ([...form.querySelectorAll(".setting select")]);

form.addEventListener("change", (event) => {
  if (/** @type {HTMLInputElement} */ (event.target).closest(".setting")) void showBoard();
});

/** Shows the chosen board. */
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

// Choices from before a reload are shown, whether this page or the browser has kept them.
if (settings.some((select) => select.options[select.selectedIndex]?.defaultSelected === false)) void showBoard();

document.querySelector("#games [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

// The user's games --------------------------------------------------------------------------------------------------
/** Games that wait for the user first, finished games last. @param {{yours: boolean, over: boolean}} row */
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
    make("button", { type: "button", class: "forget", "aria-label": `Remove ${game.title}, ${game.against}, from this list`, onclick: gone }, "×"));
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
      forget(game.id); // this server no longer has the game
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
